//! `…/individual-results`: percentages of the games played, and how many rounds are considerable.

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field, on, on_all};
use crate::support::{Kind, TestApp};

fn results(app: &TestApp, field: &Field) -> Value {
    app.public().get(&field.of_group("/individual-results")).expect(200)["tables"][0].clone()
}

fn of<'a>(rows: &'a Value, name: &str) -> &'a Value {
    rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name} in {rows}"))
}

fn figures(row: &Value) -> [i64; 5] {
    ["games", "won", "drawn", "lost", "half_points"].map(|field| row[field].as_i64().unwrap())
}

/// White wins on boards 1 and 2, board 3 is drawn, on board 4 nobody came for the first team.
fn mixed() -> Value {
    on(["white_win", "white_win", "draw", "white_forfeit_win"])
}

/// norm: WSTCC.26.3
#[test]
fn the_percentage_is_of_the_games_played_and_a_place_is_for_those_who_played_enough_rounds() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let settings = app.public().get("/v1/regulations/wstcc-1960").expect(200);
        assert_eq!(settings["rulebook"]["settings"]["considerable_rounds_percent"]["default"], 50);
        for round in 1..=3 {
            // The players numbered 4 sit through three walkovers, but for one drawn game of the first match of round 1.
            field.plays(&app, round, |game| match (round, &game["number"]) {
                (1, number) if number == 1 => on_all("draw"),
                _ => mixed(),
            });
        }
        let table = results(&app, &field);
        assert_eq!(
            (&table["minimum"], &table["provisional"]),
            (&json!({"percent": 50, "article": "Art. 26"}), &json!(false))
        );
        let rows = table["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 16, "reserves without a game are not listed");
        let teams: Vec<&Value> = rows
            .iter()
            .filter(|row| row["number"] == 4 && row["games"] == 1)
            .map(|row| &row["team"]["federation"])
            .collect();
        assert_eq!(teams.len(), 2);
        for federation in ["AUT", "BUL", "CUB", "DEN"] {
            let third = of(&table["rows"], &format!("{federation} 3"));
            assert_eq!(figures(third), [3, 0, 3, 0, 3]);
            assert_eq!(
                (&third["share"], &third["percentage_display"]),
                (&json!({"numerator": 1, "denominator": 2}), &json!("50.0"))
            );
            assert_eq!((third["team_rounds"].as_i64(), &third["minimum_reached"]), (Some(3), &json!(true)));
            let fourth = of(&table["rows"], &format!("{federation} 4"));
            let games = i64::from(teams.iter().any(|team| **team == federation));
            assert_eq!(fourth["games"], games, "a walkover is no game");
            assert_eq!(fourth["walkovers"].as_array().unwrap().len() as i64, 3 - games);
            assert_eq!(fourth.get("share").is_some(), games == 1);
            // One round of three is less than half of them.
            assert_eq!((&fourth["minimum_reached"], fourth.get("rank")), (&json!(false), None));
        }
        let last = rows.iter().rposition(|row| row["minimum_reached"] == true).unwrap();
        assert_eq!(last, 11, "those without enough rounds stand behind all others");
        let shares: Vec<f64> = rows[..=last]
            .iter()
            .map(|row| row["share"]["numerator"].as_f64().unwrap() / row["share"]["denominator"].as_f64().unwrap())
            .collect();
        assert!(shares.is_sorted_by(|one, other| one >= other), "{shares:?}");
        let level: Vec<&Value> =
            rows.iter().filter(|row| row["percentage_display"] == "50.0" && row["tied"] == true).collect();
        assert!(level.len() >= 4 && level.iter().all(|row| row["rank"] == level[0]["rank"]), "{level:?}");

        let third_boards = &table["boards"][2];
        assert_eq!((&third_boards["board"], third_boards["rows"].as_array().unwrap().len()), (&json!(3), 4));
        let all = app.public().get(&format!("/v1/championships/{}/individual-results", field.championship)).expect(200);
        assert_eq!((all.get("group"), &all["tables"][0]["rows"]), (None, &table["rows"]));
    }
}

#[test]
fn exactly_the_published_part_of_the_rounds_is_enough() {
    // Two rounds, one of them played by each player numbered 4: half of two. With three teams one is free in each round.
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 3);
    field.plays(&app, 1, |_| on_all("draw"));
    field.plays(&app, 2, |_| mixed());
    field.plays(&app, 3, |_| mixed());
    let table = results(&app, &field);
    let reached: Vec<(i64, i64, bool)> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["number"] == 4)
        .map(|row| {
            let number = |field: &str| row[field].as_i64().unwrap();
            (number("games"), number("team_rounds"), row["minimum_reached"] == true)
        })
        .collect();
    // Two teams met in round 1 and each plays two rounds: one of two is enough, none is not.
    assert_eq!(reached.iter().filter(|row| **row == (1, 2, true)).count(), 2, "{reached:?}");
    assert_eq!(reached.iter().filter(|row| **row == (0, 2, false)).count(), 1, "{reached:?}");
}

#[test]
fn only_finished_matches_are_counted_and_the_table_says_so() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let started = results(&app, &field);
    assert_eq!((&started["provisional"], &started["rows"]), (&json!(true), &json!([])));
    let path = field.of_group("/individual-results");
    let before = app.public().get(&path).etag();
    let games = field.matches(1);
    field.decides(&games[0], on_all("white_win")).expect(200);
    let read = app.public().get(&path);
    assert_ne!(read.etag(), before);
    assert_eq!(app.public().send("GET", &path, &[("If-None-Match", &read.etag())], None).status, 304);
    assert_eq!(read.body["tables"][0]["rows"].as_array().unwrap().len(), 8);
    field.decides(&games[1], on_all("both_lost")).expect(200);
    let table = results(&app, &field);
    assert_eq!(table["provisional"], false);
    let name = format!("{} 1", games[1]["first_team"]["federation"].as_str().unwrap());
    assert_eq!(figures(of(&table["rows"], &name)), [1, 0, 0, 1, 0], "played, and lost by both");
}

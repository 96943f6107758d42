//! `/v1/groups/{group}/standings`, the cross table and the closing.

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field, on, on_all};
use crate::support::{Kind, TestApp};

fn table(app: &TestApp, field: &Field, query: &str) -> Value {
    app.public().get(&field.of_group(&format!("/standings{query}"))).expect(200)
}

fn of<'a>(table: &'a Value, team: &Value) -> &'a Value {
    table["rows"].as_array().unwrap().iter().find(|row| row["team"]["number"] == *team).unwrap()
}

/// The team with the smaller number wins on three boards and draws on one.
fn smaller_number_wins(game: &Value) -> Value {
    if game["first_team"]["number"].as_i64() < game["second_team"]["number"].as_i64() {
        on(["white_win", "black_win", "white_win", "draw"])
    } else {
        on(["black_win", "white_win", "black_win", "draw"])
    }
}

#[test]
fn nothing_is_counted_before_it_is_played() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 6);
    assert_eq!(table(&app, &field, "")["rows"], json!([]));
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 6);
    let before = table(&app, &field, "");
    assert_eq!((&before["after_round"], &before["rounds"]), (&json!(0), &json!(5)));
    for row in before["rows"].as_array().unwrap() {
        assert_eq!((&row["game_half_points"], &row["match_points"]), (&json!(0), &json!(0)));
        assert_eq!((&row["rank"], &row["tied"]), (&json!(1), &json!(true)));
    }
    assert_eq!(table(&app, &field, "?after_round=0")["after_round"], 0);
    for view in ["/standings?after_round=1", "/crosstable?after_round=1"] {
        app.public().get(&field.of_group(view)).refused(422, "invalid_value", None);
    }
    app.public().get(&field.of_group("/standings?after_round=x")).refused(400, "invalid_request", None);
}

#[test]
fn only_finished_matches_count_and_the_table_says_so() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let started = table(&app, &field, "");
    assert_eq!((&started["after_round"], &started["provisional"]), (&json!(1), &json!(true)));
    let games = field.matches(1);
    let before = app.public().get(&field.of_group("/standings")).etag();
    field.decides(&games[0], on_all("white_win")).expect(200);
    let read = app.public().get(&field.of_group("/standings"));
    assert_ne!(read.etag(), before);
    let unchanged = app.public().send("GET", &field.of_group("/standings"), &[("If-None-Match", &read.etag())], None);
    assert_eq!(unchanged.status, 304);
    assert_eq!(read.body["provisional"], true);
    assert_eq!(of(&read.body, &games[1]["first_team"]["number"])["unfinished"], 1);
    assert_eq!(of(&read.body, &games[0]["first_team"]["number"])["game_half_points"], 4);
    field.decides(&games[1], on_all("draw")).expect(200);
    let complete = table(&app, &field, "");
    assert_eq!(complete["provisional"], false);
    assert_eq!(table(&app, &field, "?after_round=0")["rows"][0]["game_half_points"], 0);
}

#[test]
fn both_teams_absent_is_no_drawn_match() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 2);
    let game = &field.matches(1)[0];
    field.decides(game, on_all("both_forfeit")).expect(200);
    for row in table(&app, &field, "")["rows"].as_array().unwrap() {
        let counted = [&row["game_half_points"], &row["match_points"], &row["drawn"], &row["lost"]];
        assert_eq!(counted, [&json!(0), &json!(0), &json!(0), &json!(1)]);
    }
}

#[test]
fn a_free_round_gains_nothing() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 3);
    for round in 1..=3 {
        let free = field.round(round)["free_team"]["number"].clone();
        let before = table(&app, &field, "");
        let (before, working) = {
            let row = of(&before, &free);
            (row["game_half_points"].clone(), row["criteria"][0]["working"].as_array().unwrap().len())
        };
        field.plays(&app, round, |_| on_all("draw"));
        let after = table(&app, &field, "");
        let row = of(&after, &free);
        assert_eq!(row["game_half_points"], before);
        assert_eq!(row["criteria"][0]["working"].as_array().unwrap().len(), working);
    }
    for row in table(&app, &field, "")["rows"].as_array().unwrap() {
        let counted = [&row["played"], &row["game_half_points"], &row["match_points"]];
        assert_eq!(counted, [&json!(2), &json!(8), &json!(2)]);
    }
}

/// norm: WSTCC.10.1, WSTCC.10.4
#[test]
fn teams_are_ranked_by_game_points_and_share_the_place_when_nothing_separates_them() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    for round in 1..=3 {
        field.plays(&app, round, smaller_number_wins);
    }
    let ranked = table(&app, &field, "");
    let rows = ranked["rows"].as_array().unwrap();
    let numbers: Vec<i64> = rows.iter().map(|row| row["team"]["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!(rows[0]["game_points_display"], "10½");
    assert_eq!(rows[0]["decided_by"], json!({"from_the_place_below": "game_points"}));
    assert_eq!(rows[0]["criteria"][0]["working"].as_array().unwrap().len(), 3);
    let direct = &rows[0]["criteria"][2];
    assert_eq!(
        (direct["criterion"].as_str(), direct["not_applied"]["code"].as_str()),
        (Some("direct_match"), Some("not_level"))
    );
    let articles: Vec<&str> =
        ranked["criteria"].as_array().unwrap().iter().map(|listed| listed["article"].as_str().unwrap()).collect();
    assert_eq!(articles, ["Art. 10.1", "Art. 10.2", "Art. 10.3", "Art. 10.4"]);

    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    for round in 1..=3 {
        field.plays(&app, round, |_| on_all("draw"));
    }
    for row in table(&app, &field, "")["rows"].as_array().unwrap() {
        assert_eq!((&row["rank"], &row["tied"]), (&json!(1), &json!(true)));
        // Half of six game points of each of three opponents.
        assert_eq!(row["criteria"][3]["value"], "9");
    }
}

/// norm: WSTCC.10.2, WSTCC.10.3
#[test]
fn match_points_then_the_direct_match_part_teams_level_on_game_points() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    // 1 beats 2 by 2½ to 1½ and loses half a point more elsewhere; 3 wins once by 4 to 0 and has fewer matches won.
    let score = |game: &Value| {
        let pair = (game["first_team"]["number"].as_i64().unwrap(), game["second_team"]["number"].as_i64().unwrap());
        let halves = match pair.0.min(pair.1) * 10 + pair.0.max(pair.1) {
            12 => 5, // of eight, for the smaller number
            13 => 4,
            14 => 4,
            23 => 5,
            24 => 4,
            _ => 7,
        };
        let first = if pair.0 < pair.1 { halves } else { 8 - halves };
        boards_for(first)
    };
    for round in 1..=3 {
        field.plays(&app, round, score);
    }
    // Game points in halves: 1 has 13, 2 has 3+5+4=12, 3 has 4+3+7=14, 4 has 4+4+1=9.
    let first = table(&app, &field, "");
    let halves: Vec<(i64, i64)> = first["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["team"]["number"].as_i64().unwrap(), row["game_half_points"].as_i64().unwrap()))
        .collect();
    assert_eq!(halves, [(3, 14), (1, 13), (2, 12), (4, 9)]);

    // One half point moved in 1-4 and 3-4: 1 and 3 are level on game points, 1 has a match more.
    let find = |one: i64, two: i64| {
        (1..=3).flat_map(|round| field.matches(round)).find(|game| {
            let numbers = [game["first_team"]["number"].as_i64(), game["second_team"]["number"].as_i64()];
            numbers.contains(&Some(one)) && numbers.contains(&Some(two))
        })
    };
    let correct = |one: i64, two: i64, halves: i64| {
        let game = find(one, two).unwrap();
        let first = if game["first_team"]["number"] == one { halves } else { 8 - halves };
        field.decides(&game, boards_for(first)).expect(200)
    };
    correct(1, 4, 5);
    let level = table(&app, &field, "");
    let row = of(&level, &json!(1));
    assert_eq!((&row["game_half_points"], &row["match_points"], &row["rank"]), (&json!(14), &json!(5), &json!(1)));
    assert_eq!(row["decided_by"]["from_the_place_below"], "match_points");
    assert_eq!(of(&level, &json!(3))["match_points"], 3);

    // 1 and 2 level on both: their own match decides.
    correct(1, 4, 2);
    correct(1, 3, 5);
    correct(2, 4, 5);
    correct(2, 3, 4);
    let direct = table(&app, &field, "");
    let (one, two) = (of(&direct, &json!(1)), of(&direct, &json!(2)));
    assert_eq!((&one["game_half_points"], &two["game_half_points"]), (&json!(12), &json!(12)));
    assert_eq!((&one["match_points"], &two["match_points"]), (&json!(4), &json!(3)));
    correct(2, 3, 5);
    correct(2, 4, 4);
    correct(1, 3, 4);
    correct(1, 4, 3);
    let direct = table(&app, &field, "");
    let (one, two) = (of(&direct, &json!(1)), of(&direct, &json!(2)));
    assert_eq!((&one["game_half_points"], &two["game_half_points"]), (&json!(12), &json!(12)));
    assert_eq!((&one["match_points"], &two["match_points"]), (&json!(3), &json!(3)));
    assert_eq!(one["decided_by"]["from_the_place_below"], "direct_match");
    assert_eq!((&one["criteria"][2]["value"], &two["criteria"][2]["value"]), (&json!("1 of 2"), &json!("2 of 2")));
}

/// Results on four boards that give the team named first so many half points of eight.
fn boards_for(first_halves: i64) -> Value {
    let mut left = first_halves;
    let results = [1, 2, 3, 4].map(|board| {
        let share = left.clamp(0, 2);
        left -= share;
        match (share, board % 2 == 1) {
            (1, _) => "draw",
            (2, true) | (0, false) => "white_win",
            _ => "black_win",
        }
    });
    on(results)
}

#[test]
fn the_cross_table_shows_who_scored_what_against_whom() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    field.plays(&app, 1, smaller_number_wins);
    let cross = app.public().get(&field.of_group("/crosstable")).expect(200);
    let rows = cross["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let meetings = row["meetings"].as_array().unwrap();
        assert_eq!(meetings.len(), 1);
        let own = meetings[0]["half_points"].as_i64().unwrap();
        let other = rows.iter().find(|other| other["team"]["number"] == meetings[0]["opponent"]).unwrap();
        assert_eq!(own + other["meetings"][0]["half_points"].as_i64().unwrap(), 8);
        assert_eq!(meetings[0]["boards"].as_array().unwrap().len(), 4);
        assert_eq!(row["game_half_points"].as_i64(), Some(own));
    }
}

#[test]
fn the_championship_closes_when_all_is_played_and_then_stands() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let closing = format!("/v1/championships/{}/closing", field.championship);
        for round in 1..=2 {
            field.plays(&app, round, smaller_number_wins);
        }
        field.director.post_if(&closing, "*", json!({})).refused(409, "wrong_phase", None);
        field.plays(&app, 3, smaller_number_wins);
        let championship = || app.public().get(&format!("/v1/championships/{}", field.championship));
        assert_eq!(championship().body["phase"], "played");
        let last = field.matches(3)[0].clone();
        field.decides(&last, on_all("draw")).expect(200);
        field.organizer.post_if(&closing, "*", json!({})).refused(403, "role_not_allowed", None);
        let etag = championship().etag();
        let closed = field.director.post_if(&closing, &etag, json!({})).expect(200);
        let after = championship().body;
        assert_eq!(
            (after["phase"].as_str(), after["closed_at"].as_str()),
            (Some("closed"), closed["closed_at"].as_str())
        );
        let standings = table(&app, &field, "");
        let places = |rows: &Value| -> Vec<(Value, Value)> {
            rows.as_array().unwrap().iter().map(|row| (row["rank"].clone(), row["team"]["id"].clone())).collect()
        };
        assert_eq!(places(&closed["tables"][0]["rows"]), places(&standings["rows"]));
        field.decides(&last, on_all("white_win")).refused(409, "wrong_phase", None);
    }
}

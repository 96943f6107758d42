//! `/v1/groups/{group}/trf` and the tables as CSV.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use teamchess::exchange::trf::event::{ByeKind, Event, Readings, derive};
use teamchess::exchange::trf::{self, HeaderKind, TrfFile};

use crate::support::fixtures::{self, Field, on, on_all};
use crate::support::{Response, TestApp};

fn export(app: &TestApp, field: &Field, file: &str) -> Response {
    let response = app.public().get(&field.of_group(file));
    assert_eq!(response.status, 200, "{}", response.text);
    response
}

fn read(response: &Response) -> (TrfFile, Event) {
    let reading = trf::read(response.text.as_bytes()).unwrap();
    let event = derive(&reading.file, &Readings::default()).unwrap();
    (reading.file, event)
}

/// What the table and a file say of the points: number, match points, game half points.
fn points(app: &TestApp, field: &Field) -> BTreeMap<u32, (i64, i64)> {
    let table = app.public().get(&field.of_group("/standings")).expect(200);
    let row = |row: &Value| {
        let number = row["team"]["number"].as_u64().unwrap();
        (
            u32::try_from(number).unwrap(),
            (row["match_points"].as_i64().unwrap(), row["game_half_points"].as_i64().unwrap()),
        )
    };
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_group_is_exported_as_a_file_that_tells_the_same_event() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 3);
    field.plays(&app, 1, |_| on(["white_win", "draw", "both_lost", "black_forfeit_win"]));
    field.plays(&app, 2, |_| on_all("both_forfeit"));
    app.set_time(field.round(3)["starts_at"].as_str().unwrap());
    field.starts(3);
    let response = export(&app, &field, "/trf");
    assert_eq!(response.header("content-type"), Some("text/plain; charset=utf-8"));
    let disposition = response.header("content-disposition").unwrap();
    assert!(disposition.starts_with("attachment; filename=\"grp_") && disposition.ends_with(".trf\""), "{disposition}");
    let digest = format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(response.text.as_bytes())));
    assert_eq!(response.header("content-digest"), Some(digest.as_str()));

    let (file, event) = read(&response);
    assert_eq!(file.header(HeaderKind::TypeCode), Some("BERGER_TEAM_ROUNDROBIN_G1"));
    assert_eq!((event.teams.len(), event.rounds.len(), event.rounds_announced), (3, 3, Some(3)));
    let told: BTreeMap<u32, (i64, i64)> = event
        .teams
        .iter()
        .map(|team| (team.number.0, (i64::from(team.score.match_points.0), i64::from(team.score.game_points.0))))
        .collect();
    assert_eq!(told, points(&app, &field));
    for round in &event.rounds {
        let of_api = field.round(round.number);
        let game = &of_api["matches"][0];
        let entry = &round.matches[0];
        assert_eq!(json!(entry.first.0), game["first_team"]["number"]);
        assert_eq!((entry.boards.len(), entry.score.is_some()), (4, round.number < 3));
        assert!(entry.boards.iter().all(|board| board.white.is_some() && board.black.is_some()));
        assert_eq!(
            (json!(round.byes[0].team.0), round.byes[0].kind),
            (of_api["free_team"]["number"].clone(), ByeKind::Pairing)
        );
    }
    assert!(event.rounds[1].matches[0].forfeit.is_some() && event.rounds[0].matches[0].forfeit.is_none());
}

#[test]
fn a_file_is_not_sent_again_while_it_is_the_same() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 2);
    for file in ["/trf", "/crosstable.csv", "/results.csv"] {
        let first = export(&app, &field, file).etag();
        let unchanged = app.public().send("GET", &field.of_group(file), &[("If-None-Match", &first)], None);
        assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""));
    }
    let before = export(&app, &field, "/trf").etag();
    field.decides(&field.matches(1)[0], on_all("draw")).expect(200);
    assert_ne!(export(&app, &field, "/trf").etag(), before);
    app.public().get("/v1/groups/grp_0197a0c2d5f07000800000000000000b/trf").refused(404, "not_found", None);
}

#[test]
fn a_group_without_lots_is_exported_empty() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    assert_eq!(export(&app, &field, "/results.csv").text.lines().count(), 1);
    let file = trf::read(export(&app, &field, "/trf").text.as_bytes()).unwrap().file;
    assert_eq!(file.teams().count(), 0);
}

#[test]
fn tables_are_exported_as_csv() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 2);
    field.plays(&app, 1, |_| on(["white_win", "white_win", "draw", "white_forfeit_win"]));
    let game = field.matches(1)[0].clone();
    let named = |side: &str| game[side]["name"].as_str().unwrap().to_owned();
    let (first, second) = (named("first_team"), named("second_team"));

    let results = export(&app, &field, "/results.csv");
    assert_eq!(results.header("content-type"), Some("text/csv; charset=utf-8; header=present"));
    assert!(results.header("content-disposition").unwrap().ends_with("-results.csv\""));
    let lines: Vec<Vec<&str>> = results.text.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|head| *head == name).unwrap();
    let cells = |name: &str| lines[1..].iter().map(|line| line[column(name)]).collect::<Vec<_>>();
    assert_eq!(cells("board"), ["1", "2", "3", "4"]);
    assert_eq!(cells("white_team"), [&first, &second, &first, &second]);
    assert_eq!(cells("white_points"), ["1.0", "1.0", "0.5", "1.0"]);
    assert_eq!(cells("forfeit"), ["no", "no", "no", "yes"]);
    assert!(cells("white_player").iter().all(|player| !player.is_empty()));

    // 1½ for the first team, 2½ for the second
    let table = export(&app, &field, "/crosstable.csv");
    let row = |name: &str| table.text.lines().find(|line| line.contains(name)).unwrap().to_owned();
    assert!(row(&first).ends_with(",0,1.5,,1.5") || row(&first).ends_with(",0,1.5,1.5,"), "{}", table.text);
    assert!(row(&second).starts_with("1,"), "{}", table.text);
    let by_round = export(&app, &field, "/crosstable.csv?by=round");
    let number = game["second_team"]["number"].to_string();
    let row = by_round.text.lines().find(|line| line.contains(&first)).unwrap();
    assert!(row.ends_with(&format!(",0,1.5,{number},w,0,1.5,match")), "{}", by_round.text);
    app.public().get(&field.of_group("/crosstable.csv?by=colour")).refused(400, "invalid_request", None);
}

//! `/v1/matches`: reports, confirmations and decisions.

use std::thread;

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field, on, on_all, report_path};
use crate::support::{Kind, TestApp};

fn reported(app: &TestApp, field: &Field, game: &Value, first: Value, second: Value) {
    field.captain(app, &game["first_team"]).put(&report_path(game, "first_team"), first).expect(201);
    field.captain(app, &game["second_team"]).put(&report_path(game, "second_team"), second).expect(201);
}

fn path(game: &Value) -> String {
    format!("/v1/matches/{}", game["id"].as_str().unwrap())
}

#[test]
fn both_captains_report_and_an_arbiter_confirms() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let game = &field.matches(1)[0];
        let said = on(["white_win", "draw", "white_forfeit_win", "both_lost"]);
        let first = field.captain(&app, &game["first_team"]);
        let report = report_path(game, "first_team");
        let created = first.put(&report, said.clone());
        assert_eq!((created.status, created.header("location")), (201, Some(report.as_str())), "{}", created.text);
        first.put(&report, said.clone()).refused(428, "precondition_missing", None);
        let replaced = first.put_if(&report, "\"1\"", on_all("draw")).expect(200);
        assert_eq!(replaced["version"], 2);
        first.put_if(&report, "\"2\"", said.clone()).expect(200);
        assert_eq!(app.public().get(&path(game)).expect(200)["state"], "awaiting_reports");
        let confirmation = format!("{}/confirmation", path(game));
        let lacking = field.chief_arbiter.post_if(&confirmation, "*", json!({}));
        let lacking = lacking.refused(422, "reports_disagree", Some("Art. 23.3"));
        assert_eq!(lacking["facts"]["missing_reports"], json!([game["second_team"]["federation"]]));

        let second = field.captain(&app, &game["second_team"]);
        let theirs = report_path(game, "second_team");
        second.put(&theirs, on(["white_win", "draw", "black_win", "draw"])).expect(201);
        assert_eq!(app.public().get(&path(game)).expect(200)["state"], "disagreement");
        let differing = field.chief_arbiter.post_if(&confirmation, "*", json!({}));
        let differing = differing.refused(422, "reports_disagree", Some("Art. 23.3"));
        assert_eq!(differing["facts"]["boards"], json!(["3", "4"]));
        second.put_if(&theirs, "\"1\"", said.clone()).expect(200);
        let read = app.public().get(&path(game));
        assert_eq!(
            (read.body["state"].as_str(), read.body["version"].as_i64()),
            (Some("awaiting_confirmation"), Some(2))
        );

        field.director.post_if(&confirmation, "*", json!({})).refused(403, "role_not_allowed", None);
        first.post_if(&confirmation, "*", json!({})).refused(403, "role_not_allowed", None);
        field.chief_arbiter.post(&confirmation, json!({})).refused(428, "precondition_missing", None);
        let confirmed = field.chief_arbiter.post_if(&confirmation, &read.etag(), json!({})).expect(200);
        assert_eq!((confirmed["state"].as_str(), confirmed["version"].as_i64()), (Some("confirmed"), Some(3)));
        // White on 1 and 3: one, a half, one, and nothing for anybody on board 4.
        assert_eq!(confirmed["score"], json!({"first_half_points": 5, "second_half_points": 1, "display": "2½-½"}));
        first.put_if(&report, "\"3\"", said).refused(409, "already_done", None);
        field.chief_arbiter.post_if(&confirmation, "*", json!({})).refused(409, "already_done", None);
    }
}

/// norm: WSTCC.17.1
#[test]
fn a_result_that_the_laws_do_not_know_is_refused() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = &field.matches(1)[0];
    let captain = field.captain(&app, &game["first_team"]);
    let report = report_path(game, "first_team");
    for outside in ["both_won", "one_all", "1-1", "0-0", "White_Win"] {
        let refused = captain.put(&report, on(["draw", outside, "draw", "draw"]));
        let refused = refused.refused(422, "result_outside_laws", Some("Art. 17"));
        assert_eq!(refused["errors"][0]["pointer"], "/boards/1/result");
        field.decides(game, on(["draw", outside, "draw", "draw"])).refused(422, "result_outside_laws", Some("Art. 17"));
    }
    captain.get(&report).refused(404, "not_found", None);
    captain.put(&report, on(["white_win", "draw", "both_lost", "both_forfeit"])).expect(201);
    let decided = field.decides(game, on_all("both_forfeit")).expect(200);
    assert_eq!(decided["score"]["display"], "0-0");
}

#[test]
fn a_report_names_each_board_once_and_no_other() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = &field.matches(1)[0];
    let captain = field.captain(&app, &game["first_team"]);
    let report = report_path(game, "first_team");
    let boards = |boards: &[u32]| {
        let boards: Vec<Value> = boards.iter().map(|board| json!({"board": board, "result": "draw"})).collect();
        captain.put(&report, json!({ "boards": boards }))
    };
    let missing = boards(&[1, 2, 4]).refused(422, "board_missing", Some("Art. 23.3"));
    assert_eq!(missing["facts"]["missing_boards"], json!(["3"]));
    boards(&[1, 2, 3, 4, 5]).refused(422, "no_such_board", Some("Art. 23.3"));
    boards(&[1, 2, 3, 4, 4]).refused(422, "board_twice", Some("Art. 23.3"));
    boards(&[0, 1, 2, 3]).refused(422, "invalid_value", None);
    boards(&[]).refused(422, "invalid_value", None);
    boards(&[4, 3, 2, 1]).expect(201);
}

#[test]
fn a_captain_reports_for_the_own_team_after_the_start_only() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let games = field.matches(1);
    let game = &games[0];
    let captain = field.captain(&app, &game["first_team"]);
    captain.put(&report_path(game, "second_team"), on_all("draw")).refused(403, "not_your_federation", None);
    captain.put(&report_path(&games[1], "first_team"), on_all("draw")).refused(403, "not_your_federation", None);
    let mixed = format!("{}/reports/{}", path(game), games[1]["first_team"]["id"].as_str().unwrap());
    captain.put(&mixed, on_all("draw")).refused(404, "not_found", None);
    field.director.put(&report_path(game, "first_team"), on_all("draw")).refused(403, "role_not_allowed", None);
    app.public().put(&report_path(game, "first_team"), on_all("draw")).refused(401, "token_missing", None);
    let later = &field.matches(2)[0];
    field.captain(&app, &later["first_team"]).put(&report_path(later, "first_team"), on_all("draw")).refused(
        422,
        "round_not_open",
        Some("Art. 20"),
    );
    field.decides(later, on_all("draw")).refused(422, "round_not_open", Some("Art. 20"));
    let deputy = app.appointed("deputy_captain", Some(&field.championship), game["first_team"]["federation"].as_str());
    deputy.put(&report_path(game, "first_team"), on_all("draw")).expect(201);
    captain.get(&report_path(game, "first_team")).expect(200);
    app.public().get(&report_path(game, "first_team")).refused(401, "token_missing", None);
}

#[test]
fn a_correction_keeps_what_stood_before() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let games = field.matches(1);
    reported(&app, &field, &games[0], on_all("draw"), on_all("draw"));
    field.chief_arbiter.post_if(&format!("{}/confirmation", path(&games[0])), "*", json!({})).expect(200);
    field.decides(&games[1], on_all("draw")).expect(200);
    field.closes(1);
    field.plays(&app, 2, |_| on_all("white_win"));

    let decision = format!("{}/decision", path(&games[0]));
    let etag = app.public().get(&path(&games[0])).etag();
    let mut body = on(["white_win", "draw", "draw", "draw"]);
    field.chief_arbiter.post_if(&decision, &etag, body.clone()).refused(400, "invalid_request", None);
    body["reason"] = json!("The score sheets of board 1 show a win.");
    field.captain(&app, &games[0]["first_team"]).post_if(&decision, &etag, body.clone()).refused(
        403,
        "role_not_allowed",
        None,
    );
    let corrected = field.chief_arbiter.post_if(&decision, &etag, body.clone()).expect(200);
    field.chief_arbiter.post_if(&decision, &etag, body).refused(412, "stale_version", None);
    let revisions = corrected["revisions"].as_array().unwrap();
    let kinds: Vec<&str> = revisions.iter().map(|revision| revision["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["confirmed", "corrected"]);
    assert_eq!(revisions[0]["boards"][0]["result"], "draw");
    assert_eq!(revisions[1]["boards"][0]["result"], "white_win");
    assert_eq!(revisions[1]["reason"], "The score sheets of board 1 show a win.");
    assert_eq!(corrected["score"]["display"], "2½-1½");
    let table = app.public().get(&field.of_group("/standings?after_round=1")).expect(200);
    assert_eq!(table["rows"][0]["team"]["id"], games[0]["first_team"]["id"]);
    assert_eq!(table["rows"][0]["game_half_points"], 5);
}

#[test]
fn captains_who_report_at_once_are_never_told_that_they_are_late() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 12);
        let games = field.matches(1);
        let etags: Vec<String> = games.iter().map(|game| app.public().get(&path(game)).etag()).collect();
        let sides = games.iter().flat_map(|game| [(game, "first_team"), (game, "second_team")]);
        let captains: Vec<_> =
            sides.map(|(game, side)| (field.captain(&app, &game[side]), report_path(game, side))).collect();
        assert_eq!(captains.len(), 12);
        // Each hands in twice: 24 reports.
        let answers: Vec<(u16, u16)> = thread::scope(|scope| {
            let calls: Vec<_> = captains
                .iter()
                .map(|(captain, report)| {
                    scope.spawn(move || {
                        let first = captain.put(report, on_all("draw"));
                        let etag = first.etag();
                        (first.status, captain.put_if(report, &etag, on_all("white_win")).status)
                    })
                })
                .collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|answer| *answer == (201, 200)), "{answers:?}");
        // The match as the arbiter saw it before is still the one to confirm.
        for (game, etag) in games.iter().zip(&etags) {
            field.chief_arbiter.post_if(&format!("{}/confirmation", path(game)), etag, json!({})).expect(200);
        }
    }
}

//! `/v1/matches`: reports, confirmations and decisions.

use std::thread;

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field, on, on_all, report_path};
use crate::support::{Kind, Response, TestApp};

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

/// The late hour of round 1, and the moment after it.
const HOUR: &str = "2027-04-10T13:00:00Z";
const AFTER_THE_HOUR: &str = "2027-04-10T13:00:00.000001Z";

/// A decision with a ground for the match, and one for board 2 where it is named.
fn decides_on(field: &Field, game: &Value, results: Value, ground: &str, of_board_2: Option<&str>) -> Response {
    let mut body = results;
    body["reason"] = json!("As the arbiter saw it");
    body["ground"] = json!(ground);
    if let Some(ground) = of_board_2 {
        body["boards"][1]["ground"] = json!(ground);
    }
    let etag = field.chief_arbiter.get(&path(game)).etag();
    field.chief_arbiter.post_if(&format!("{}/decision", path(game)), &etag, body)
}

fn walks_over(field: &Field, game: &Value, absent: &[&Value]) -> Response {
    let absent: Vec<&Value> = absent.iter().map(|team| &team["id"]).collect();
    let etag = field.chief_arbiter.get(&path(game)).etag();
    let body = json!({"absent": absent, "reason": "Nobody came"});
    field.chief_arbiter.post_if(&format!("{}/walkover", path(game)), &etag, body)
}

/// norm: WSTCC.20.2
#[test]
fn a_game_is_lost_by_lateness_a_moment_after_the_hour_and_by_both_if_both_are_late() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = &field.matches(1)[0];
    let late = || on(["draw", "white_forfeit_win", "both_forfeit", "draw"]);
    app.set_time(HOUR);
    let refused = decides_on(&field, game, late(), "score_sheets", Some("late_arrival"));
    let refused = refused.refused(422, "still_in_time", Some("Art. 20"));
    assert_eq!(
        (&refused["facts"]["last_in_time"], &refused["errors"][0]["pointer"]),
        (&json!(HOUR), &json!("/boards/1/ground"))
    );
    app.set_time(AFTER_THE_HOUR);
    // A game that nobody played has no result of play.
    let won = on(["draw", "white_win", "both_forfeit", "draw"]);
    let refused = decides_on(&field, game, won, "score_sheets", Some("late_arrival"));
    refused.refused(422, "forfeit_needed", Some("Art. 20"));
    let decided = decides_on(&field, game, late(), "score_sheets", Some("late_arrival")).expect(200);
    let revision = &decided["revisions"][0];
    assert_eq!(
        (&revision["ground"], &revision["boards"][1]["ground"]),
        (&json!("score_sheets"), &json!("late_arrival"))
    );
    assert_eq!(revision["boards"][0].get("ground"), None);
    // Board 2 has the second team as White; board 3 is lost by both.
    assert_eq!(decided["score"], json!({"first_half_points": 2, "second_half_points": 4, "display": "1-2"}));
}

#[test]
fn a_wrong_order_is_scored_the_same_or_the_next_day() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let games = field.matches(1);
    for (game, ground) in games.iter().zip(["wrong_board_order", "not_on_the_list"]) {
        let lost = || on(["draw", "white_win", "draw", "draw"]);
        app.set_time("2027-04-11T22:00:00Z");
        let refused = decides_on(&field, game, lost(), "score_sheets", Some(ground));
        let refused = refused.refused(422, "ruling_too_late", Some("Art. 23.1"));
        assert_eq!(refused["facts"]["last_moment"], "2027-04-11T21:59:59.999999Z");
        app.set_time("2027-04-11T21:59:59.999999Z");
        decides_on(&field, game, lost(), "score_sheets", Some(ground)).expect(200);
        decides_on(&field, game, lost(), "a_whim", None).refused(422, "invalid_value", None);
    }
}

#[test]
fn a_team_that_does_not_come_loses_every_board_and_stays() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let games = field.matches(1);
        let (one, other) = (&games[0], &games[1]);
        app.set_time(HOUR);
        walks_over(&field, one, &[&one["first_team"]]).refused(422, "still_in_time", Some("Art. 20"));
        app.set_time(AFTER_THE_HOUR);
        let stranger = walks_over(&field, one, &[&other["first_team"]]).refused(422, "invalid_value", None);
        assert_eq!(stranger["errors"][0]["pointer"], "/absent/0");
        field
            .director
            .post_if(
                &format!("{}/walkover", path(one)),
                "*",
                json!({"absent": [one["first_team"]["id"]], "reason": "x"}),
            )
            .refused(403, "role_not_allowed", None);
        let lost = walks_over(&field, one, &[&one["first_team"]]).expect(200);
        assert_eq!(
            (&lost["score"]["display"], &lost["revisions"][0]["ground"]),
            (&json!("0-4"), &json!("did_not_appear"))
        );
        let nobody = walks_over(&field, other, &[&other["first_team"], &other["second_team"]]).expect(200);
        assert_eq!(
            (&nobody["score"]["display"], &nobody["revisions"][0]["ground"]),
            (&json!("0-0"), &json!("double_forfeit"))
        );

        field.closes(1);
        let rows = app.public().get(&field.of_group("/standings")).expect(200)["rows"].clone();
        let row = |team: &Value| rows.as_array().unwrap().iter().find(|row| row["team"] == *team).unwrap().clone();
        for team in [&other["first_team"], &other["second_team"]] {
            assert_eq!(
                (&row(team)["match_points"], &row(team)["game_half_points"], &row(team)["lost"]),
                (&json!(0), &json!(0), &json!(1))
            );
        }
        assert_eq!(row(&one["second_team"])["match_points"], 2);
        let crosstable = app.public().get(&field.of_group("/crosstable")).expect(200);
        let boards = crosstable["rows"].as_array().unwrap().iter().flat_map(|row| row["meetings"].as_array().unwrap());
        assert!(
            boards
                .flat_map(|meeting| meeting["boards"].as_array().unwrap())
                .all(|board| board["over_the_board"] == false)
        );
        // Until it is decided otherwise it plays the next round.
        field.plays(&app, 2, |_| on_all("draw"));
        assert_eq!(app.public().get(&field.of_group("/standings")).expect(200)["rows"].as_array().unwrap().len(), 4);
    }
}

/// norm: WSTCC.11.1
#[test]
fn whoever_has_withdrawn_is_not_awaited() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = &field.matches(1)[0];
    let federation = game["second_team"]["federation"].as_str().unwrap();
    let officer = app.appointed("federation_officer", None, Some(federation));
    let entry = format!("/v1/championships/{}/entries/{federation}", field.championship);
    officer.post_if(&format!("{entry}/withdrawal"), "*", json!({})).refused(422, "reason_missing", Some("Art. 11"));
    walks_over(&field, game, &[&game["second_team"]]).refused(422, "still_in_time", Some("Art. 20"));
    officer.post_if(&format!("{entry}/withdrawal"), "*", json!({"reason": "An epidemic"})).expect(200);
    let lost = walks_over(&field, game, &[&game["second_team"]]).expect(200);
    assert_eq!((&lost["score"]["display"], &lost["revisions"][0]["ground"]), (&json!("4-0"), &json!("withdrawal")));
}

#[test]
fn a_board_without_a_player_is_lost_without_play() {
    use diesel::prelude::*;
    use teamchess::storage::schema::match_players;
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = &field.matches(1)[0];
    // The first team plays Black on board 4.
    let mut db = app.desk.pool.get().unwrap();
    let seat = match_players::table.find((game["id"].as_str().unwrap(), game["first_team"]["id"].as_str().unwrap(), 4));
    assert_eq!(diesel::delete(seat).execute(&mut *db).unwrap(), 1);
    drop(db);
    let captain = field.captain(&app, &game["second_team"]);
    let report = report_path(game, "second_team");
    for outside in ["white_win", "draw", "black_forfeit_win"] {
        let said = on(["draw", "draw", "draw", outside]);
        let refused = captain.put(&report, said.clone()).refused(422, "empty_board", Some("Art. 23.1"));
        assert_eq!(refused["facts"]["allowed"], json!(["white_forfeit_win", "both_forfeit"]));
        decides_on(&field, game, said, "score_sheets", None).refused(422, "empty_board", Some("Art. 23.1"));
    }
    captain.put(&report, on(["draw", "draw", "draw", "white_forfeit_win"])).expect(201);
    app.set_time(AFTER_THE_HOUR);
    // The opponents do not come either: board 4 is lost by both.
    let lost = walks_over(&field, game, &[&game["second_team"]]).expect(200);
    assert_eq!(lost["score"]["display"], "3-0");
}

#[test]
fn a_correction_of_a_closed_round_shows_both_tables() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        field.plays(&app, 1, |_| on_all("draw"));
        let game = field.matches(1).remove(0);
        field.plays(&app, 2, |_| on_all("draw"));
        let effect = |revision: u32| app.public().get(&format!("{}/results/{revision}/effect", path(&game)));
        let first = effect(1).expect(200);
        assert_eq!(
            (&first["after"]["after_round"], first.get("boards_before"), &first["kind"]),
            (&json!(1), None, &json!("decided"))
        );
        let table = app.public().get(&field.of_group("/standings")).expect(200);
        field.decides(&game, on(["white_win", "draw", "draw", "draw"])).expect(200);
        let corrected = app.public().get(&field.of_group("/standings")).expect(200);
        let second = effect(2).expect(200);
        assert_eq!((&second["before"], &second["after"]), (&table, &corrected));
        assert_eq!(
            (&second["kind"], &second["ground"], &second["article"], &second["after_closing"]),
            (&json!("corrected"), &json!("correction"), &json!("Art. 24"), &json!(true))
        );
        assert_eq!(second["boards_before"][0]["result"], "draw");
        assert_eq!(second["boards_after"][0]["result"], "white_win");
        let places: Vec<_> =
            second["changed"].as_array().unwrap().iter().map(|team| (&team["team"], &team["after"]["rank"])).collect();
        assert_eq!(places[0], (&game["first_team"], &json!(1)));
        assert_eq!(places.last().unwrap(), &(&game["second_team"], &json!(4)));

        // What comes later changes neither.
        field.plays(&app, 3, |_| on_all("black_win"));
        field.decides(&field.matches(2)[0], on_all("white_win")).expect(200);
        assert_eq!((effect(1).expect(200), effect(2).expect(200)), (first, second));
        effect(3).refused(404, "not_found", None);

        let feed = format!("/v1/championships/{}/changes?types=standings&limit=200", field.championship);
        let told = app.public().get(&feed).expect(200);
        let reasons: Vec<&Value> =
            told["data"].as_array().unwrap().iter().filter_map(|change| change.get("reason")).collect();
        assert_eq!(reasons.iter().filter(|reason| **reason == "corrected_in_closed_round").count(), 2);
    }
}

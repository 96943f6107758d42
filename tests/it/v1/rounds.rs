//! `/v1/groups/{group}/rounds`.

use serde_json::{Value, json};

use crate::support::fixtures::{self, FIRST_OF_LOTS, JUST_BEFORE_ROUND_1, ROUND_1, on_all};
use crate::support::{Kind, TestApp};

/// norm: WSTCC.19.1
#[test]
fn matches_follow_the_berger_tables_and_the_first_named_has_white_on_boards_1_and_3() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 6);
    let number = |game: &Value, side: &str| game[side]["number"].as_i64().unwrap();
    let table: Vec<Vec<(i64, i64)>> = (1..=5)
        .map(|round| {
            let matches = field.matches(round);
            matches.iter().map(|game| (number(game, "first_team"), number(game, "second_team"))).collect()
        })
        .collect();
    // As published for six teams.
    assert_eq!(
        table,
        [
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        ]
    );
    for game in field.matches(3) {
        let boards = game["boards"].as_array().unwrap();
        let colours = |side: &str| boards.iter().map(|board| board[side].as_str().unwrap()).collect::<Vec<_>>();
        assert_eq!(colours("first_colour"), ["white", "black", "white", "black"]);
        assert_eq!(colours("second_colour"), ["black", "white", "black", "white"]);
    }
}

#[test]
fn rounds_stand_at_one_a_day_or_where_the_director_puts_them() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let starts = |rounds: Value| -> Vec<String> {
        rounds["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|round| round["starts_at_local"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        starts(app.public().get(&field.of_group("/rounds")).expect(200)),
        ["2027-04-10T14:00:00+02:00", "2027-04-11T14:00:00+02:00", "2027-04-12T14:00:00+02:00"]
    );

    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(FIRST_OF_LOTS);
    field.commits_lots();
    let draw = |starts: &[&str]| {
        let body = json!({"public_value": "x", "round_starts": starts});
        field.director.post_if(&field.of_group("/lots"), "\"1\"", body)
    };
    draw(&["2027-04-10T12:00:00Z"]).refused(422, "invalid_value", Some("Art. 19"));
    let wrong = draw(&["2027-03-20T23:00:00Z", "2027-04-12T12:00:00Z", "2027-04-12T12:00:00Z"]);
    let wrong = wrong.refused(422, "invalid_value", Some("Art. 19"));
    let pointers: Vec<&str> =
        wrong["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/round_starts/0", "/round_starts/2"]);
    draw(&["2027-04-10T12:00:00Z", "2027-04-10T18:00:00Z", "2027-04-12T12:00:00Z"]).expect(200);
    assert_eq!(field.round(2)["starts_at"], "2027-04-10T18:00:00Z");
}

#[test]
fn in_an_odd_field_one_team_is_free_in_each_round() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 5);
    let mut free: Vec<i64> = (1..=5).map(|round| field.round(round)["free_team"]["number"].as_i64().unwrap()).collect();
    free.sort_unstable();
    assert_eq!(free, [1, 2, 3, 4, 5]);
    assert_eq!(field.matches(1).len(), 2);
}

#[test]
fn the_signal_is_given_at_the_hour_and_the_players_numbered_1_to_4_take_their_boards() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let start = field.of_group("/rounds/1/start");
        app.set_time(JUST_BEFORE_ROUND_1);
        let early = field.director.post_if(&start, "\"1\"", json!({})).refused(422, "round_not_open", Some("Art. 20"));
        assert_eq!(early["facts"]["starts_at"], ROUND_1);
        let waiting = &field.matches(1)[0];
        assert_eq!((&waiting["state"], &waiting["lineups_opened"]), (&json!("scheduled"), &json!(true)));
        app.set_time(ROUND_1);
        field.organizer.post_if(&start, "\"1\"", json!({})).refused(403, "role_not_allowed", None);
        let round = field.chief_arbiter.post_if(&start, "\"1\"", json!({})).expect(200);
        assert_eq!((round["state"].as_str(), round["started_at"].as_str()), (Some("started"), Some(ROUND_1)));
        for game in round["matches"].as_array().unwrap() {
            for (number, board) in (1..).zip(game["boards"].as_array().unwrap()) {
                let name = format!("{} {number}", game["first_team"]["federation"].as_str().unwrap());
                assert_eq!(board["first_player"]["name"], name);
            }
            assert_eq!(game["state"], "awaiting_reports");
        }
        let championship = app.public().get(&format!("/v1/championships/{}", field.championship)).expect(200);
        assert_eq!(championship["phase"], "playing");
        field.director.post_if(&start, "*", json!({})).refused(409, "already_done", None);
    }
}

#[test]
fn the_next_round_waits_for_the_closing_of_the_one_before() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    app.set_time("2027-04-11T12:00:00Z");
    let next = field.of_group("/rounds/2/start");
    field.director.post_if(&next, "*", json!({})).refused(422, "round_not_finished", Some("Art. 19"));
    let games = field.matches(1);
    field.decides(&games[0], on_all("draw")).expect(200);
    let closing = field.of_group("/rounds/1/closing");
    let open = field.director.post_if(&closing, "*", json!({})).refused(422, "round_not_finished", Some("Art. 24"));
    assert_eq!(open["facts"]["matches"], json!([games[1]["id"]]));
    field.director.post_if(&field.of_group("/rounds/2/closing"), "*", json!({})).refused(
        422,
        "round_not_open",
        Some("Art. 20"),
    );
    field.decides(&games[1], on_all("draw")).expect(200);
    assert_eq!(field.closes(1)["state"], "closed");
    field.director.post_if(&closing, "*", json!({})).refused(409, "already_done", None);
    assert_eq!(field.starts(2)["state"], "started");
}

#[test]
fn the_director_moves_an_hour_within_the_order_of_play() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let path = field.of_group("/rounds/2");
    let etag = app.public().get(&path).etag();
    let to = |starts_at: &str| json!({"starts_at": starts_at, "reason": "No light in the hall."});
    for (outside, starts_at) in
        [("the round before", "2027-04-10T12:00:00Z"), ("the round after", "2027-04-12T12:00:00Z")]
    {
        let refused =
            field.director.patch_if(&path, &etag, to(starts_at)).refused(422, "invalid_value", Some("Art. 19"));
        assert_eq!(refused["errors"][0]["pointer"], "/starts_at", "{outside}");
    }
    field.chief_arbiter.patch_if(&path, &etag, to("2027-04-11T15:00:00Z")).refused(403, "role_not_allowed", None);
    let moved = field.director.patch_if(&path, &etag, to("2027-04-10T12:00:00.000001Z")).expect(200);
    assert_eq!(moved["starts_at"], "2027-04-10T12:00:00.000001Z");
    field.director.patch_if(&path, &etag, to("2027-04-11T15:00:00Z")).refused(412, "stale_version", None);
    app.set_time(ROUND_1);
    field.starts(1);
    let first = field.of_group("/rounds/1");
    field.director.patch_if(&first, "*", to("2027-04-10T12:30:00Z")).refused(409, "already_done", None);
    field.director.get(&field.of_group("/rounds/9")).refused(404, "not_found", None);
    field.director.get(&field.of_group("/rounds/0")).refused(400, "invalid_request", None);
}

/// norm: WSTCC.19.2
#[test]
fn every_change_of_the_hour_stays_on_record_with_its_reason() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let path = field.of_group("/rounds/1");
        let to = |starts_at: &str, reason: &str| json!({"starts_at": starts_at, "reason": reason});
        field.chief_arbiter.patch_if(&path, "*", to("2027-04-10T20:00:00Z", "x")).refused(
            403,
            "role_not_allowed",
            Some("Art. 19"),
        );
        field.director.patch_if(&path, "*", json!({"starts_at": "2027-04-10T20:00:00Z"})).refused(
            400,
            "invalid_request",
            None,
        );
        let moved = field.director.patch_if(&path, "*", to("2027-04-10T13:00:00Z", "No light.")).expect(200);
        assert_eq!(moved["hour_changes"][0]["warnings"], json!([]));
        // Exactly at the hour at which the line-ups are due nothing was due yet; a moment later it was.
        app.set_time("2027-04-10T12:00:00Z");
        let moved = field.director.patch_if(&path, "*", to("2027-04-10T14:00:00Z", "Still none.")).expect(200);
        assert_eq!(moved["hour_changes"][1]["warnings"], json!([]));
        app.set_time("2027-04-10T13:00:00.000001Z");
        let moved = field.director.patch_if(&path, "*", to("2027-04-10T13:30:00Z", "There it is.")).expect(200);
        let last = &moved["hour_changes"][2];
        assert_eq!(last["warnings"], json!(["line_ups_were_due", "line_ups_are_due_at_once"]));
        assert_eq!((&last["from"], &last["to"]), (&json!("2027-04-10T14:00:00Z"), &json!("2027-04-10T13:30:00Z")));
        assert_eq!(app.public().get(&path).expect(200)["hour_changes"].as_array().unwrap().len(), 3);
        let admin = app.admin();
        let journal = format!("/v1/championships/{}/journal", field.championship);
        let seq = admin.get(&journal).expect(200)["head"]["seq"].clone();
        admin.post(&format!("{journal}/{seq}/redaction"), json!({"reason": "Health"})).expect(200);
        assert_eq!(field.round(1)["hour_changes"][2]["reason"], "(redacted)");
    }
}

/// norm: WSTCC.7.3
#[test]
fn no_round_is_moved_beyond_the_day_of_the_prizes_and_lots_count_with_it() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let path = field.of_group("/rounds/3");
    let to = |starts_at: &str| json!({"starts_at": starts_at, "reason": "Rain."});
    let schedule = app.public().get(&format!("/v1/championships/{}/schedule", field.championship)).expect(200);
    assert_eq!(
        (&schedule["days_from_lots_to_prizes"], &schedule["at_most"], &schedule["article"]),
        (&json!(16), &json!(18), &json!("Art. 7"))
    );
    field.director.patch_if(&path, "*", to("2027-04-24T22:00:00Z")).refused(422, "calendar_order", Some("Art. 7"));
    field.director.patch_if(&path, "*", to("2027-04-24T21:59:59Z")).expect(200);
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(fixtures::TOO_EARLY_FOR_LOTS);
    field.commits_lots();
    field.draws_lots("x").refused(422, "calendar_too_long", Some("Art. 7"));
    app.set_time(FIRST_OF_LOTS);
    field.draws_lots("x").expect(200);
}

#[test]
fn a_session_belongs_to_the_day_on_which_it_began() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let (first, second) = (field.of_group("/rounds/1"), field.of_group("/rounds/2"));
    let to = |starts_at: &str| json!({"starts_at": starts_at, "reason": "Two rounds on one day."});
    // Ten in the evening at the place of play, and two in the afternoon of the same day.
    field.director.patch_if(&second, "*", to("2027-04-10T20:00:00Z")).expect(200);
    let event = format!("/v1/championships/{}/schedule", field.championship);
    let day = |name: &str| {
        let schedule = app.public().get(&event).expect(200);
        let days = schedule["days"].as_array().unwrap();
        days.iter().find(|day| day["day"] == name).cloned().unwrap_or_default()
    };
    let double = day("2027-04-10");
    assert_eq!((&double["double_day"], double["sittings"].as_array().unwrap().len()), (&json!(true), 2));
    assert_eq!(double["sittings"][1]["overlaps_the_round_before"], false);
    app.set_time(ROUND_1);
    field.starts(1);
    for game in field.matches(1) {
        field.decides(&game, on_all("draw")).expect(200);
    }
    field.closes(1);
    field.director.patch_if(&second, "*", to("2027-04-10T16:59:59Z")).expect(200);
    assert_eq!(day("2027-04-10")["sittings"][1]["overlaps_the_round_before"], true);
    field.director.patch_if(&second, "*", to("2027-04-10T20:00:00Z")).expect(200);
    app.set_time("2027-04-10T20:00:00Z");
    field.starts(2);
    app.set_time("2027-04-10T23:30:00Z");
    for game in field.matches(2) {
        field.decides(&game, on_all("draw")).expect(200);
    }
    let closed = field.closes(2);
    assert_eq!((&closed["day"], &closed["closed_at"]), (&json!("2027-04-10"), &json!("2027-04-10T23:30:00Z")));
    assert_eq!(app.public().get(&first).expect(200)["day"], "2027-04-10");
    assert_eq!(day("2027-04-11"), Value::Null);
}

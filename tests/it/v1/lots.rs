//! `/v1/groups/{group}/lots`.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value, json};
use teamchess::domain::lots;

use crate::support::fixtures::{self, FIRST_OF_LOTS, LAST_OF_ENTRIES, TOO_EARLY_FOR_LOTS};
use crate::support::{Kind, TestApp};

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// norm: WSTCC.7.1
#[test]
fn lots_are_drawn_once_entries_are_final_and_anybody_can_repeat_them() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::entered(&app, 6);
        app.set_time(LAST_OF_ENTRIES);
        let committed = field.commits_lots();
        assert_eq!(committed.get("drawing"), None);
        let early = field.draws_lots("x").refused(422, "entries_not_final", Some("Art. 7"));
        assert_eq!(early["facts"]["deadline"], LAST_OF_ENTRIES);
        assert_eq!(app.public().get(&field.of_group("/rounds")).expect(200)["data"], json!([]));

        app.set_time(TOO_EARLY_FOR_LOTS);
        let early = field.draws_lots("x").refused(422, "calendar_too_long", Some("Art. 7"));
        assert_eq!((&early["facts"]["days"], &early["facts"]["max_days"]), (&json!(19), &json!(18)));
        app.set_time(FIRST_OF_LOTS);
        let drawn = field.draws_lots("17 March, wheel: 23 42").expect(200);
        let read = app.public().get(&field.of_group("/lots")).expect(200);
        assert_eq!(read, drawn);
        assert_eq!(read["commitment"], committed["commitment"]);
        let secret: [u8; 32] = bytes(&read["drawing"]["secret"]).try_into().unwrap();
        let commitment: [u8; 32] = bytes(&read["commitment"]).try_into().unwrap();
        assert!(lots::opens(&commitment, &secret));
        let teams = read["drawing"]["teams"].as_array().unwrap();
        let keys: Vec<&str> = teams.iter().map(|team| team["key"].as_str().unwrap()).collect();
        let again: Vec<String> = lots::draw(&keys, &secret, "17 March, wheel: 23 42", &field.group)
            .into_iter()
            .map(|(key, _)| key)
            .collect();
        assert_eq!(keys, again);
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 6);
        let group = app.public().get(&field.of_group("")).expect(200);
        let numbered: Vec<&Value> = group["teams"].as_array().unwrap().iter().map(|team| &team["id"]).collect();
        assert_eq!(numbered, teams.iter().map(|team| &team["id"]).collect::<Vec<_>>());
        let championship = app.public().get(&format!("/v1/championships/{}", field.championship)).expect(200);
        assert_eq!(championship["phase"], "drawn");
    }
}

/// norm: WSTCC.8.1
#[test]
fn fourteen_teams_all_meet_once_and_fifteen_are_too_many_for_one_group() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 14);
    let mut met = BTreeSet::new();
    let rounds = app.public().get(&field.of_group("/rounds?limit=200")).expect(200);
    assert_eq!(rounds["data"].as_array().unwrap().len(), 13);
    for game in rounds["data"].as_array().unwrap().iter().flat_map(|round| round["matches"].as_array().unwrap()) {
        let number = |side: &str| game[side]["number"].as_i64().unwrap();
        let (first, second) = (number("first_team"), number("second_team"));
        assert!(met.insert((first.min(second), first.max(second))));
    }
    assert_eq!(met.len(), 14 * 13 / 2);

    let app = TestApp::new();
    let field = fixtures::entered(&app, 15);
    app.set_time(FIRST_OF_LOTS);
    field.commits_lots();
    let refused = field.draws_lots("x").refused(422, "too_many_teams", Some("Art. 8"));
    assert_eq!((&refused["facts"]["teams"], &refused["facts"]["maximum"]), (&json!(15), &json!(14)));
    assert_eq!(app.public().get(&field.of_group("")).expect(200)["teams"], json!([]));
}

#[test]
fn two_teams_are_a_group_and_one_is_none() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 2);
    assert_eq!(field.matches(1).len(), 1);
    let app = TestApp::new();
    let field = fixtures::entered(&app, 1);
    app.set_time(FIRST_OF_LOTS);
    field.commits_lots();
    field.draws_lots("x").refused(422, "too_few_teams", Some("Art. 8"));
}

/// norm: WSTCC.18.1
#[test]
fn lots_are_an_act_of_the_tournament_director_alone() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(FIRST_OF_LOTS);
    let captain = app.appointed("captain", Some(&field.championship), Some("AUT"));
    let elsewhere = fixtures::entered(&app, 0).director;
    let commit = field.of_group("/lots-commitment");
    let draw = field.of_group("/lots");
    let body = || json!({"public_value": "x"});
    for person in [&field.organizer, &field.chief_arbiter, &captain] {
        person.post(&commit, json!({})).refused(403, "role_not_allowed", None);
    }
    elsewhere.post(&commit, json!({})).refused(403, "not_your_championship", None);
    app.public().get(&draw).refused(404, "not_found", None);
    field.commits_lots();
    for person in [&field.organizer, &field.chief_arbiter, &captain] {
        person.post_if(&draw, "\"1\"", body()).refused(403, "role_not_allowed", None);
    }
    elsewhere.post_if(&draw, "\"1\"", body()).refused(403, "not_your_championship", None);
    field.draws_lots("x").expect(200);
}

#[test]
fn there_is_one_commitment_and_it_comes_before_the_value() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(FIRST_OF_LOTS);
    let draw = field.of_group("/lots");
    let body = json!({"public_value": "x"});
    field.director.post(&draw, body.clone()).refused(422, "not_committed", Some("Art. 18"));
    let first = field.commits_lots();
    field.director.post(&field.of_group("/lots-commitment"), json!({})).refused(409, "already_done", None);
    field.director.post(&draw, body.clone()).refused(428, "precondition_missing", None);
    field.director.post_if(&draw, "\"2\"", body).refused(412, "stale_version", None);
    let smuggled = json!({"public_value": "x", "seed": "7"});
    field.director.post_if(&draw, "\"1\"", smuggled).refused(400, "invalid_request", None);
    field.director.post_if(&draw, "\"1\"", json!({"public_value": " "})).refused(422, "invalid_value", None);
    assert_eq!(app.public().get(&draw).expect(200), first);
    assert!(!app.public().get(&draw).text.contains("secret"));
}

#[test]
fn a_dry_run_tells_no_number() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(FIRST_OF_LOTS);
    let committed = field.commits_lots();
    let path = field.of_group("/lots?validate_only=true");
    let dry = field.director.post_if(&path, "\"1\"", json!({"public_value": "x"})).expect(200);
    assert_eq!(dry, committed);
    assert_eq!(app.public().get(&field.of_group("/rounds")).expect(200)["data"], json!([]));
    field.draws_lots("x").expect(200);
}

#[test]
fn two_draws_at_once_make_one() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::entered(&app, 6);
        app.set_time(FIRST_OF_LOTS);
        field.commits_lots();
        let answers: Vec<u16> = thread::scope(|scope| {
            let calls: Vec<_> =
                ["one", "two"].map(|value| scope.spawn(|| field.draws_lots(value).status)).into_iter().collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|status| **status == 409).count(), 1, "{answers:?}");
        let rounds = app.public().get(&field.of_group("/rounds")).expect(200);
        assert_eq!(rounds["data"].as_array().unwrap().len(), 5);
        field.draws_lots("three").refused(409, "wrong_phase", None);
    }
}

#[test]
fn the_same_key_gives_the_same_lots() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(FIRST_OF_LOTS);
    field.commits_lots();
    let body = json!({"public_value": "x"}).to_string();
    let send = || {
        let headers = [("Idempotency-Key", "lots"), ("If-Match", "\"1\"")];
        field.director.send("POST", &field.of_group("/lots"), &headers, Some(body.as_bytes()))
    };
    let first = send();
    let again = send();
    assert_eq!((first.status, again.status), (200, 200), "{}", again.text);
    assert_eq!(first.body, again.body);
}

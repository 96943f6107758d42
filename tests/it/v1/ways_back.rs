//! Ways back: draws annulled, starts recalled, rounds reopened, and withdrawals between lots and round 1.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::Text;
use serde_json::{Value, json};
use teamchess::storage::Db;

use crate::support::fixtures::{self, Field, ROUND_1, on_all, report_path};
use crate::support::{Kind, Person, Response, TestApp};

/// An hour before round 1: a line-up handed in then is in time, and a moment later all are open.
const LINE_UPS_CLOSE: &str = "2027-04-10T11:00:00Z";
const LINE_UPS_OPEN: &str = "2027-04-10T11:00:00.000001Z";

fn because() -> Value {
    json!({"reason": "The bowl held a ball too many."})
}

fn annuls(field: &Field) -> Response {
    let etag = field.director.get(&field.of_group("/lots")).etag();
    field.director.post_if(&field.of_group("/lots/annulment"), &etag, because())
}

fn steps_back(person: &Person, field: &Field, number: u32, act: &str) -> Response {
    let path = field.of_group(&format!("/rounds/{number}"));
    let etag = person.get(&path).etag();
    person.post_if(&format!("{path}/{act}"), &etag, because())
}

/// With a number, counted from 1.
fn team(app: &TestApp, field: &Field, number: usize) -> Value {
    app.public().get(&field.of_group("")).expect(200)["teams"][number - 1].clone()
}

fn withdraws(app: &TestApp, field: &Field, federation: &str) -> Value {
    let officer = app.appointed("federation_officer", None, Some(federation));
    let path = format!("/v1/championships/{}/entries/{federation}", field.championship);
    let etag = officer.get(&path).etag();
    officer.post_if(&format!("{path}/withdrawal"), &etag, json!({"reason": "No visas"})).expect(200)
}

fn consequences(entry: &Value) -> Vec<(&str, &str)> {
    let list = entry["consequences"].as_array().unwrap().iter();
    list.map(|one| (one["code"].as_str().unwrap(), one["article"].as_str().unwrap())).collect()
}

fn phase(app: &TestApp, field: &Field) -> Value {
    app.public().get(&format!("/v1/championships/{}", field.championship)).expect(200)["phase"].clone()
}

#[test]
fn a_draw_is_annulled_until_the_first_line_ups_are_open_and_made_anew() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let public = app.public();
        let lots = public.get(&field.of_group("/lots")).expect(200);
        let old = field.matches(1);
        let old_ids: BTreeSet<String> = (1..=3)
            .flat_map(|round| field.matches(round))
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect();
        let annulment = field.of_group("/lots/annulment");
        field.chief_arbiter.post_if(&annulment, "*", because()).refused(403, "role_not_allowed", None);
        field.director.post(&annulment, because()).refused(428, "precondition_missing", None);
        field.director.post_if(&annulment, "*", json!({})).refused(400, "invalid_request", None);
        app.set_time(LINE_UPS_OPEN);
        let refused = annuls(&field).refused(409, "no_way_back", Some("Art. 18"));
        assert_eq!(refused["facts"]["allowed"], json!(["start_round", "reschedule_round"]));
        app.set_time(LINE_UPS_CLOSE);
        let annulled = annuls(&field).expect(200);
        assert_eq!((&annulled["number"], &annulled["secret"]), (&json!(1), &lots["drawing"]["secret"]));

        assert_eq!(phase(&app, &field), "invited");
        public.get(&field.of_group("/lots")).refused(404, "not_found", None);
        assert_eq!(public.get(&field.of_group("/rounds")).expect(200)["data"], json!([]));
        assert_eq!(public.get(&field.of_group("")).expect(200)["teams"], json!([]));
        let kept = public.get(&field.of_group("/lots/annulments")).expect(200);
        assert_eq!(kept["data"], json!([annulled]));
        let drawn: Vec<&Value> = lots["drawing"]["teams"].as_array().unwrap().iter().map(|team| &team["id"]).collect();
        assert_eq!(annulled["teams"], json!(drawn));
        let feed = format!("/v1/championships/{}/changes?limit=200", field.championship);
        let changes = public.get(&feed).expect(200);
        let removed: BTreeSet<String> = changes["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|change| change["type"] == "match" && change["change"] == "removed")
            .map(|change| change["id"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(removed, old_ids);

        let first = field.commits_lots();
        assert_ne!(first["commitment"], lots["commitment"]);
        // Whoever still has the old lots before the eyes draws nothing with them.
        let draw = field.of_group("/lots");
        field.director.post_if(&draw, "\"1\"", json!({"public_value": "x"})).refused(412, "stale_version", None);
        field.director.post_if(&draw, "\"2\"", json!({"public_value": "x"})).refused(412, "stale_version", None);
        let etag = field.director.get(&draw).etag();
        field.director.post_if(&draw, &etag, json!({"public_value": "15 16 23"})).expect(200);
        assert_eq!(phase(&app, &field), "drawn");
        app.set_time(ROUND_1);
        field.starts(1);
        // What was of an old pairing reaches no new one.
        let captain = field.captain(&app, &old[0]["first_team"]);
        captain.put(&report_path(&old[0], "first_team"), on_all("draw")).refused(404, "not_found", None);
        assert!(field.matches(1).iter().all(|game| !old_ids.contains(game["id"].as_str().unwrap())));
        annuls(&field).refused(409, "wrong_phase", Some("Art. 18"));
        assert!(teamchess::service::verify::verify_journal(&app.desk.pool).unwrap().is_ok());
    }
}

/// Opened they stay: an hour that moves afterwards brings no way back.
#[test]
fn a_draw_whose_line_ups_were_opened_stands_though_the_hour_moves() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    app.set_time(LINE_UPS_OPEN);
    let path = field.of_group("/rounds/1");
    let later = json!({"starts_at": "2027-04-10T18:00:00Z", "reason": "No light in the hall."});
    field.director.patch_if(&path, &field.director.get(&path).etag(), later).expect(200);
    annuls(&field).refused(409, "no_way_back", Some("Art. 18"));
}

#[test]
fn the_reason_of_an_annulment_can_be_redacted() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    annuls(&field).expect(200);
    let admin = app.admin();
    let journal = format!("/v1/championships/{}/journal", field.championship);
    let seq = admin.get(&format!("{journal}?limit=200")).expect(200)["head"]["seq"].clone();
    admin.post(&format!("{journal}/{seq}/redaction"), json!({"reason": "Health"})).expect(200);
    let kept = app.public().get(&field.of_group("/lots/annulments")).expect(200);
    assert_eq!(kept["data"][0]["reason"], "(redacted)");
}

#[test]
fn a_team_that_leaves_before_round_1_takes_the_draw_with_it() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 6);
        let gone = team(&app, &field, 5);
        let federation = gone["federation"].as_str().unwrap();
        let entry = withdraws(&app, &field, federation);
        assert_eq!(consequences(&entry), [("new_draw_due", "Art. 18"), ("decision_needed", "Art. 11")]);
        assert_eq!(entry["consequences"][0]["matches"].as_array().unwrap().len(), 5);

        app.set_time(ROUND_1);
        let start = field.of_group("/rounds/1/start");
        let refused = field.director.post_if(&start, "*", json!({})).refused(422, "new_draw_due", Some("Art. 18"));
        assert_eq!(refused["facts"]["withdrawn"], json!([federation]));
        // The line-ups are open, and the draw goes all the same.
        annuls(&field).expect(200);
        draws_anew_later(&field);
        let path = format!("/v1/championships/{}/entries/{federation}", field.championship);
        let entry = app.public().get(&path).expect(200);
        assert_eq!(consequences(&entry), [("drawn_anew", "Art. 18"), ("decision_needed", "Art. 11")]);
        let teams = app.public().get(&field.of_group("")).expect(200);
        let teams = teams["teams"].as_array().unwrap();
        assert!(teams.len() == 5 && teams.iter().all(|team| team["federation"] != federation));
        app.set_time("2027-04-10T14:00:00Z");
        field.starts(1);
    }
}

/// The first hour has passed: the rounds are put where they can be played.
fn draws_anew_later(field: &Field) {
    field.commits_lots();
    let etag = field.director.get(&field.of_group("/lots")).etag();
    let starts: Vec<String> = (10..15).map(|day| format!("2027-04-{day}T14:00:00Z")).collect();
    let body = json!({"public_value": "15 16 23", "round_starts": starts});
    field.director.post_if(&field.of_group("/lots"), &etag, body).expect(200);
}

#[test]
fn the_highest_number_of_an_even_field_leaves_its_opponents_free() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let gone = team(&app, &field, 4);
        let before: Vec<Vec<Value>> = (1..=3).map(|round| field.matches(round)).collect();
        let entry = withdraws(&app, &field, gone["federation"].as_str().unwrap());
        assert_eq!(consequences(&entry), [("pairings_stay", "Art. 18"), ("decision_needed", "Art. 11")]);
        for (number, before) in (1..).zip(&before) {
            let round = field.round(number);
            let (lost, kept): (Vec<&Value>, Vec<&Value>) =
                before.iter().partition(|game| [&game["first_team"], &game["second_team"]].contains(&&gone));
            let opponent = if lost[0]["first_team"] == gone { &lost[0]["second_team"] } else { &lost[0]["first_team"] };
            assert_eq!(&round["free_team"], opponent);
            let ids = |games: &[Value]| games.iter().map(|game| game["id"].clone()).collect::<Vec<_>>();
            assert_eq!(ids(round["matches"].as_array().unwrap()), [kept[0]["id"].clone()]);
        }
        let path = format!("/v1/championships/{}/entries/{}", field.championship, gone["federation"].as_str().unwrap());
        assert_eq!(consequences(&app.public().get(&path).expect(200))[0].0, "pairings_stay");
        for number in 1..=3 {
            field.plays(&app, number, |_| on_all("white_win"));
        }
        let table = app.public().get(&field.of_group("/standings")).expect(200);
        let played: Vec<_> = table["rows"].as_array().unwrap().iter().map(|row| row["played"].as_u64()).collect();
        assert_eq!(played, [Some(2); 3]);
        // Three are no even field.
        assert_eq!(phase(&app, &field), "played");
    }
}

#[test]
fn whoever_leaves_an_odd_field_or_second_means_a_new_draw() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 5);
    let last = team(&app, &field, 5);
    let entry = withdraws(&app, &field, last["federation"].as_str().unwrap());
    assert_eq!(consequences(&entry)[0].0, "new_draw_due");

    let app = TestApp::new();
    let field = fixtures::drawn(&app, 6);
    let leaves = |number| withdraws(&app, &field, team(&app, &field, number)["federation"].as_str().unwrap());
    assert_eq!(consequences(&leaves(6))[0].0, "pairings_stay");
    assert_eq!(consequences(&leaves(5))[0].0, "new_draw_due");
}

/// norm: WSTCC.24.1
#[test]
fn a_closed_round_is_reopened_until_the_next_one_starts() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        steps_back(&field.director, &field, 1, "reopening").refused(409, "wrong_phase", Some("Art. 24"));
        field.plays(&app, 1, |_| on_all("draw"));
        let game = field.matches(1).remove(0);
        let captain = field.captain(&app, &game["first_team"]);
        steps_back(&captain, &field, 1, "reopening").refused(403, "role_not_allowed", None);
        let open = steps_back(&field.chief_arbiter, &field, 1, "reopening").expect(200);
        assert_eq!((&open["state"], open.get("closed_at")), (&json!("started"), None));
        steps_back(&field.chief_arbiter, &field, 1, "reopening").refused(409, "already_done", None);
        app.set_time(field.round(2)["starts_at"].as_str().unwrap());
        let start = field.of_group("/rounds/2/start");
        field.director.post_if(&start, "*", json!({})).refused(422, "round_not_finished", Some("Art. 19"));
        field.decides(&game, on_all("white_win")).expect(200);
        field.closes(1);
        field.starts(2);
        let refused = steps_back(&field.director, &field, 1, "reopening");
        let refused = refused.refused(409, "no_way_back", Some("Art. 24"));
        assert_eq!(refused["facts"]["allowed"], json!(["decide_result"]));
        for game in field.matches(2) {
            field.decides(&game, on_all("draw")).expect(200);
        }
        field.closes(2);
        field.plays(&app, 3, |_| on_all("draw"));
        assert_eq!(phase(&app, &field), "played");
        steps_back(&field.director, &field, 3, "reopening").expect(200);
        assert_eq!(phase(&app, &field), "playing");
        field.closes(3);
        assert_eq!(phase(&app, &field), "played");
        app.set_phase(&field.championship, "closed");
        steps_back(&field.director, &field, 3, "reopening").refused(409, "wrong_phase", Some("Art. 24"));
    }
}

#[test]
fn a_start_by_mistake_is_recalled_until_something_is_reported() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let recalled = steps_back(&field.director, &field, 1, "recall").expect(200);
        assert_eq!((&recalled["state"], recalled.get("started_at")), (&json!("scheduled"), None));
        // Who would sit there is open all the same.
        assert_eq!(recalled["matches"][0]["state"], "scheduled");
        assert_eq!(phase(&app, &field), "drawn");
        steps_back(&field.director, &field, 1, "recall").refused(409, "wrong_phase", Some("Art. 20"));
        // Its line-ups have been open for an hour.
        annuls(&field).refused(409, "no_way_back", Some("Art. 18"));
        field.starts(1);
        assert_eq!(phase(&app, &field), "playing");
        let game = field.matches(1).remove(0);
        assert!(game["boards"][0].get("first_player").is_some());
        let captain = field.captain(&app, &game["first_team"]);
        captain.put(&report_path(&game, "first_team"), on_all("draw")).expect(201);
        let refused = steps_back(&field.director, &field, 1, "recall");
        let refused = refused.refused(409, "no_way_back", Some("Art. 20"));
        assert_eq!(refused["facts"]["allowed"], json!(["decide_result", "close_round"]));
        for game in field.matches(1) {
            field.decides(&game, on_all("draw")).expect(200);
        }
        field.closes(1);
        steps_back(&field.director, &field, 1, "recall").refused(409, "no_way_back", Some("Art. 20"));
        // A later round goes back, and the championship is still being played.
        app.set_time(field.round(2)["starts_at"].as_str().unwrap());
        field.starts(2);
        steps_back(&field.chief_arbiter, &field, 2, "recall").expect(200);
        assert_eq!(phase(&app, &field), "playing");
        steps_back(&field.director, &field, 1, "reopening").expect(200);
    }
}

#[derive(QueryableByName)]
struct Reference {
    #[diesel(sql_type = Text)]
    owner: String,
    #[diesel(sql_type = Text)]
    target: String,
}

/// Whoever hangs a table on a match or a round lets it go with it, or says in `storage::draws` what becomes of it.
#[test]
fn everything_that_hangs_on_a_match_goes_with_it() {
    let app = TestApp::on(Kind::Sqlite);
    let mut db = app.desk.pool.get().unwrap();
    let sql = "SELECT m.name AS owner, f.\"table\" AS target FROM sqlite_master m \
               JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f.on_delete <> 'CASCADE'";
    let Db::Sqlite(inner) = &mut *db else { unreachable!() };
    let references: Vec<Reference> = diesel::sql_query(sql).load(inner).unwrap();
    let hanging: BTreeSet<&str> = references
        .iter()
        .filter(|found| ["matches", "rounds"].contains(&found.target.as_str()))
        .map(|found| found.owner.as_str())
        .collect();
    let emptied = std::fs::read_to_string("src/storage/draws.rs").unwrap();
    for table in hanging {
        assert!(emptied.contains(&format!("diesel::delete({table}::table")), "{table} is not emptied with a draw");
    }
}

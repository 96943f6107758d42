//! `/v1/matches/{match}/steward` and `…/steward-reports`.

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field};
use crate::support::{Kind, Person, TestApp};

fn path(game: &Value, rest: &str) -> String {
    format!("/v1/matches/{}{rest}", game["id"].as_str().unwrap())
}

fn names(field: &Field, game: &Value, person: &Person, name: &str) -> crate::support::Response {
    let path = path(game, "/steward");
    let body = json!({"name": name, "account": person.account});
    match field.director.get(&path) {
        seen if seen.body["version"] == 0 => field.director.put(&path, body),
        seen => field.director.put_if(&path, &seen.etag(), body),
    }
}

fn reports(person: &Person, game: &Value, kind: &str) -> crate::support::Response {
    person.post(&path(game, "/steward-reports"), json!({"kind": kind, "text": "What the steward saw."}))
}

/// norm: WSTCC.15.1
#[test]
fn the_director_names_a_steward_for_each_match_and_one_without_is_shown() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let games = field.matches(1);
        let lacking = || app.public().get(&field.of_group("/rounds/1/stewards")).expect(200)["vacancies"].clone();
        let vacancy = |game: &Value| json!({"match": game["id"], "article": "Art. 15"});
        assert_eq!(lacking(), json!([vacancy(&games[0]), vacancy(&games[1])]));
        let olga = app.somebody("olga");
        for person in [&field.chief_arbiter, &field.organizer] {
            person.put(&path(&games[0], "/steward"), json!({"name": "x"})).refused(
                403,
                "role_not_allowed",
                Some("Art. 15"),
            );
        }
        names(&field, &games[0], &olga, "Olga Petrova").expect(201);
        assert_eq!(lacking(), json!([vacancy(&games[1])]));
        // It stops nothing.
        app.set_time(fixtures::ROUND_1);
        assert_eq!(field.starts(1)["state"], "started");
        let nobody = json!({"name": "x", "account": "acc_00000000000000000000000000000000"});
        let refused = field.director.put(&path(&games[1], "/steward"), nobody);
        refused.refused(422, "invalid_value", Some("Art. 15"));
        field.director.put(&path(&games[0], "/steward"), json!({"name": "x"})).refused(
            428,
            "precondition_missing",
            None,
        );
    }
}

/// norm: WSTCC.22.1, WSTCC.23.8
#[test]
fn the_steward_reports_on_the_own_match_and_the_successor_undoes_nothing() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let games = field.matches(1);
        let (olga, ivan) = (app.somebody("olga"), app.somebody("ivan"));
        names(&field, &games[0], &olga, "Olga Petrova").expect(201);
        reports(&olga, &games[0], "etiquette").refused(409, "wrong_phase", None);
        app.set_time(fixtures::ROUND_1);
        field.starts(1);
        reports(&ivan, &games[0], "etiquette").refused(403, "role_not_allowed", Some("Art. 22"));
        for kind in ["etiquette", "finished_player_stays", "captain_interferes", "talk_without_steward"] {
            reports(&olga, &games[0], kind).expect(201);
        }
        let unknown = reports(&olga, &games[0], "bad_weather").refused(422, "invalid_value", Some("Art. 15"));
        assert_eq!(unknown["errors"][0]["pointer"], "/kind");
        reports(&olga, &games[1], "etiquette").refused(403, "not_your_match", Some("Art. 15"));
        let about = json!({"kind": "etiquette", "board": 5, "text": "x"});
        olga.post(&path(&games[0], "/steward-reports"), about).refused(422, "no_such_board", Some("Art. 22"));
        let about = json!({"kind": "captain_interferes", "team": games[1]["first_team"]["id"], "text": "x"});
        olga.post(&path(&games[0], "/steward-reports"), about).refused(422, "invalid_value", Some("Art. 23.4"));

        // Another in her place: what she did stays, and she acts no more.
        names(&field, &games[0], &ivan, "Ivan Orlov").expect(200);
        reports(&olga, &games[0], "other").refused(403, "role_not_allowed", Some("Art. 22"));
        let sixth = reports(&ivan, &games[0], "other").expect(201);
        assert_eq!((&sixth["number"], &sixth["steward"]), (&json!(5), &json!(2)));
        let read = ivan.get(&path(&games[0], "/steward-reports")).expect(200);
        let stewards: Vec<i64> =
            read["data"].as_array().unwrap().iter().map(|report| report["steward"].as_i64().unwrap()).collect();
        assert_eq!(stewards, [1, 1, 1, 1, 2]);
        let shown = app.public().get(&path(&games[0], "/steward")).expect(200);
        assert_eq!(
            (&shown["steward"]["name"], &shown["earlier"][0]["name"]),
            (&json!("Ivan Orlov"), &json!("Olga Petrova"))
        );
        ivan.get(&path(&games[1], "/steward-reports")).refused(403, "not_your_match", Some("Art. 15"));
        let captain = field.captain(&app, &games[0]["first_team"]);
        captain.get(&path(&games[0], "/steward-reports")).refused(403, "role_not_allowed", Some("Art. 22"));
        assert!(
            !captain.get(&format!("/v1/championships/{}/journal?limit=200", field.championship)).text.contains("saw")
        );
        field.chief_arbiter.get(&path(&games[0], "/steward-reports")).expect(200);
    }
}

#[test]
fn the_words_of_a_report_can_be_redacted() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let game = field.matches(1).remove(0);
        reports(&field.chief_arbiter, &game, "etiquette").expect(201);
        let admin = app.admin();
        let journal = format!("/v1/championships/{}/journal", field.championship);
        let seq = admin.get(&journal).expect(200)["head"]["seq"].clone();
        admin.post(&format!("{journal}/{seq}/redaction"), json!({"reason": "Health"})).expect(200);
        let read = field.director.get(&path(&game, "/steward-reports")).expect(200);
        assert_eq!((&read["data"][0]["text"], &read["data"][0]["version"]), (&json!("(redacted)"), &json!(2)));
    }
}

/// A steward of two matches acts until the last of them has another.
#[test]
fn a_steward_of_two_matches_keeps_the_second() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let games = field.matches(1);
    let (olga, ivan) = (app.somebody("olga"), app.somebody("ivan"));
    for game in &games {
        names(&field, game, &olga, "Olga Petrova").expect(201);
    }
    names(&field, &games[0], &ivan, "Ivan Orlov").expect(200);
    reports(&olga, &games[0], "other").refused(403, "not_your_match", Some("Art. 15"));
    reports(&olga, &games[1], "other").expect(201);
}

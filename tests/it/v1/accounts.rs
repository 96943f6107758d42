//! `/v1/accounts`, activations, password resets and `/v1/me`.

use serde_json::{Value, json};
use teamchess::service::accounts::{issue_reset_code_by_system, make_first_admin};
use teamchess::service::error::{Conflict, Error};

use super::appointments::championship;
use crate::support::people::key;
use crate::support::sign_in::{HOME, PASSWORD};
use crate::support::{Kind, TestApp};

const OTHER: &str = "quite another password";

fn code_of(body: &Value) -> String {
    body["code"].as_str().unwrap_or_else(|| panic!("no code in {body}")).to_owned()
}

fn token_of(body: &Value) -> String {
    body["access_token"].as_str().unwrap().to_owned()
}

#[test]
fn activate_account_takes_a_code_once_and_within_seven_days() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let invite = |login: &str| {
            let answer = admin.post("/v1/accounts", json!({"login": login, "name": "Anna Berg"}));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            answer.expect(201)
        };
        let invited = invite("anna");
        assert_eq!(invited["account"]["state"], "invited");
        assert_eq!(invited["expires_at"], "2026-01-22T12:00:00Z");
        let typed = code_of(&invited).to_lowercase().replace('-', " ");
        let body = app.activates(&typed, PASSWORD).expect(200);
        assert_eq!((body["state"].as_str(), body["login"].as_str()), (Some("active"), Some("anna")));
        let again = app.activates(&typed, OTHER).refused(422, "invalid_value", None);
        assert_eq!(again["errors"][0]["pointer"], "/code");
        app.signs_in("anna", PASSWORD).expect(200);

        let (early, late) = (code_of(&invite("early")), code_of(&invite("late")));
        app.set_time("2026-01-22T11:59:59.999999Z");
        app.activates(&early, PASSWORD).expect(200);
        app.set_time("2026-01-22T12:00:00Z");
        app.activates(&late, PASSWORD).refused(422, "invalid_value", None);
    }
}

#[test]
fn invite_account_shows_the_code_once() {
    let app = TestApp::new();
    let admin = app.admin();
    let (body, key) = (json!({"login": "anna", "name": "Anna"}).to_string(), key());
    let send = |body: &str| admin.send("POST", "/v1/accounts", &[("Idempotency-Key", &key)], Some(body.as_bytes()));
    assert!(send(&body).expect(201)["code"].is_string());
    let replay = send(&body);
    replay.refused(409, "secret_already_shown", None);
    send(&json!({"login": "anna", "name": "Other"}).to_string()).refused(422, "idempotency_key_reused", None);
    admin.send("POST", "/v1/accounts", &[], Some(body.as_bytes())).refused(400, "idempotency_key_missing", None);
    admin.post("/v1/accounts", json!({"login": "ANNA", "name": "x"})).refused(409, "already_exists", None);
    let dry = admin.post("/v1/accounts?validate_only=true", json!({"login": "dry", "name": "x"})).expect(200);
    assert!(dry.get("code").is_none());
    assert_eq!(admin.get("/v1/accounts?login=dry").expect(200)["data"], json!([]));
    for login in ["ab", "anna berg", "аnna2", "anna\u{0}"] {
        let refused = admin.post("/v1/accounts", json!({"login": login, "name": "x"}));
        assert_eq!(refused.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/login", "{login}");
    }
}

#[test]
fn invite_account_makes_administrators_only_for_administrators() {
    let app = TestApp::new();
    let here = championship(&app, false);
    let organizer = app.appointed("organizer", Some(&here), None);
    let captain = app.appointed("captain", Some(&here), Some("URS"));
    let body = |login: &str, admin: bool| json!({"login": login, "name": "x", "admin": admin});
    organizer.post("/v1/accounts", body("one", true)).refused(403, "role_not_allowed", None);
    organizer.post("/v1/accounts", body("one", false)).expect(201);
    captain.post("/v1/accounts", body("two", false)).refused(403, "role_not_allowed", None);
    app.somebody("ann").post("/v1/accounts", body("two", false)).refused(403, "role_not_allowed", None);
    app.public().post("/v1/accounts", body("two", false)).refused(401, "token_missing", None);
    let made = app.admin().post("/v1/accounts", body("two", true)).expect(201);
    assert_eq!(made["account"]["admin"], true);
}

#[test]
fn accounts_are_read_by_administrators_page_by_page() {
    let app = TestApp::new();
    let admin = app.admin();
    let logins = ["anna", "bert", "cora", "dora"];
    let made: Vec<_> = logins.iter().map(|login| app.somebody(login).account.unwrap()).collect();
    let mut seen = Vec::new();
    let mut path = "/v1/accounts?limit=2".to_owned();
    loop {
        let page = admin.get(&path).expect(200);
        seen.extend(page["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("/v1/accounts?limit=2&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(made.iter().all(|id| seen.iter().filter(|other| *other == id).count() == 1));
    let path = format!("/v1/accounts/{}", made[0]);
    assert_eq!(admin.get(&path).expect(200)["name"], "anna");
    let here = championship(&app, false);
    for other in [app.somebody("x"), app.appointed("organizer", Some(&here), None)] {
        other.get(&path).refused(403, "role_not_allowed", None);
        other.get("/v1/accounts").refused(403, "role_not_allowed", None);
        other.patch_if(&path, "\"1\"", json!({"admin": true})).refused(403, "role_not_allowed", None);
        other.post(&format!("{path}/reset-code"), json!({})).refused(403, "role_not_allowed", None);
    }
    app.public().get(&path).refused(401, "token_missing", None);
    admin.get("/v1/accounts/acc_00000000000000000000000000000009").refused(404, "not_found", None);
}

#[test]
fn update_account_disables_at_once_and_enables_again() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let id = app.has_account(&admin, "anna");
        let path = format!("/v1/accounts/{id}");
        let body = app.signs_in("anna", PASSWORD).expect(200);
        let anna = app.with_token(&token_of(&body));
        anna.get("/v1/me").expect(200);
        let etag = admin.get(&path).etag();
        admin.send("PATCH", &path, &[], Some(b"{}")).refused(428, "precondition_missing", None);
        let disabled = admin.patch_if(&path, &etag, json!({"state": "disabled"}));
        assert_eq!(disabled.body["state"], "disabled");
        admin.patch_if(&path, &etag, json!({"name": "x"})).refused(412, "stale_version", None);
        anna.get("/v1/me").refused(401, "token_revoked", None);
        anna.get("/v1/federations").refused(401, "token_revoked", None);
        let refresh = body["refresh_token"].as_str().unwrap();
        assert_eq!(app.refreshes(refresh).expect(400)["error"], "invalid_grant");
        assert_eq!(app.signs_in("anna", PASSWORD).expect(400)["error"], "invalid_grant");
        admin.post(&format!("{path}/reset-code"), json!({})).refused(409, "account_disabled", None);

        let enabled =
            admin.patch_if(&path, &disabled.etag(), json!({"state": "active", "name": "Anna B."})).expect(200);
        assert_eq!((enabled["state"].as_str(), enabled["name"].as_str()), (Some("active"), Some("Anna B.")));
        anna.get("/v1/me").refused(401, "token_revoked", None);
        assert_eq!(app.refreshes(refresh).expect(400)["error"], "invalid_grant");
        app.signs_in("anna", PASSWORD).expect(200);
    }
}

#[test]
fn disabling_an_invited_account_kills_its_code() {
    let app = TestApp::new();
    let admin = app.admin();
    let invited = admin.post("/v1/accounts", json!({"login": "anna", "name": "x"}));
    let path = invited.header("location").unwrap().to_owned();
    let (etag, code) = (invited.etag(), code_of(&invited.body));
    let disabled = admin.patch_if(&path, &etag, json!({"state": "disabled"}));
    app.activates(&code, PASSWORD).refused(422, "invalid_value", None);
    let enabled = admin.patch_if(&path, &disabled.etag(), json!({"state": "active"})).expect(200);
    assert_eq!(enabled["state"], "invited");
    app.activates(&code, PASSWORD).refused(422, "invalid_value", None);
    let issued = admin.post(&format!("{path}/reset-code"), json!({})).expect(200);
    assert_eq!(issued["purpose"], "activation");
    app.activates(&code_of(&issued), PASSWORD).expect(200);
}

#[test]
fn the_last_administrator_stays() {
    let app = TestApp::new();
    let admin = app.admin();
    let own = format!("/v1/accounts/{}", admin.account.as_ref().unwrap());
    let try_both = || {
        let etag = admin.get(&own).etag();
        admin.patch_if(&own, &etag, json!({"state": "disabled"})).refused(409, "last_admin", None);
        admin.patch_if(&own, &etag, json!({"admin": false})).refused(409, "last_admin", None);
    };
    try_both();
    // One that was invited and never came does not count.
    let invited = admin.post("/v1/accounts", json!({"login": "second", "name": "x", "admin": true})).expect(201);
    try_both();
    app.activates(&code_of(&invited), PASSWORD).expect(200);
    let etag = admin.get(&own).etag();
    admin.patch_if(&own, &etag, json!({"admin": false})).expect(200);
    admin.get(&own).refused(403, "role_not_allowed", None);
}

#[test]
fn change_password_revokes_every_token() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        app.has_account(&app.admin(), "anna");
        let (here, there) = (app.signs_in("anna", PASSWORD).expect(200), app.signs_in("anna", PASSWORD).expect(200));
        let (anna, elsewhere) = (app.with_token(&token_of(&here)), app.with_token(&token_of(&there)));
        let change = |current: &str, new: &str| {
            let body = json!({"current": current, "new": new}).to_string();
            anna.send("POST", "/v1/me/password", &[("X-Forwarded-For", HOME)], Some(body.as_bytes()))
        };
        let wrong = change("wrong horse battery", OTHER).refused(422, "invalid_value", None);
        assert_eq!(wrong["errors"][0]["pointer"], "/current");
        let short = change(PASSWORD, "elevenchars").refused(422, "invalid_value", None);
        assert_eq!(short["errors"][0]["pointer"], "/new");
        change(PASSWORD, OTHER).expect(200);
        anna.get("/v1/me").refused(401, "token_revoked", None);
        elsewhere.get("/v1/me").refused(401, "token_revoked", None);
        assert_eq!(app.refreshes(there["refresh_token"].as_str().unwrap()).expect(400)["error"], "invalid_grant");
        assert_eq!(app.signs_in("anna", PASSWORD).expect(400)["error"], "invalid_grant");
        app.signs_in("anna", OTHER).expect(200);
    }
}

#[test]
fn change_password_needs_a_token_and_cannot_be_guessed_at() {
    let app = TestApp::new();
    app.has_account(&app.admin(), "anna");
    let body = json!({"current": PASSWORD, "new": OTHER});
    app.public().post("/v1/me/password", body.clone()).refused(401, "token_missing", None);
    let anna = app.with_token(&token_of(&app.signs_in("anna", PASSWORD).expect(200)));
    for _ in 0..5 {
        let wrong = json!({"current": "wrong horse battery", "new": OTHER});
        anna.post("/v1/me/password", wrong).refused(422, "invalid_value", None);
    }
    let wait = anna.post("/v1/me/password", body.clone());
    assert_eq!(wait.header("retry-after"), Some("300"));
    wait.refused(429, "too_many_attempts", None);
    app.set_time("2026-01-15T12:05:00Z");
    anna.post("/v1/me/password?validate_only=true", body.clone()).expect(200);
    anna.post("/v1/me/password", body).expect(200);
}

#[test]
fn reset_password_takes_only_the_newest_code() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let id = app.has_account(&admin, "anna");
        let body = app.signs_in("anna", PASSWORD).expect(200);
        let anna = app.with_token(&token_of(&body));
        let path = format!("/v1/accounts/{id}/reset-code");
        let first = code_of(&admin.post(&path, json!({})).expect(200));
        let second = admin.post(&path, json!({})).expect(200);
        assert_eq!(second["purpose"], "reset");
        let reset = |code: &str, password: &str| {
            app.sends_from(HOME, "/v1/password-resets", json!({"code": code, "password": password}))
        };
        reset(&first, OTHER).refused(422, "invalid_value", None);
        // A code for one thing is no code for another.
        app.activates(&code_of(&second), OTHER).refused(422, "invalid_value", None);
        let weak = reset(&code_of(&second), "short").refused(422, "invalid_value", None);
        assert_eq!(weak["errors"][0]["pointer"], "/password");
        // Until it is used, everything stays as it is.
        anna.get("/v1/me").expect(200);
        reset(&code_of(&second), OTHER).expect(200);
        anna.get("/v1/me").refused(401, "token_revoked", None);
        assert_eq!(app.refreshes(body["refresh_token"].as_str().unwrap()).expect(400)["error"], "invalid_grant");
        reset(&code_of(&second), PASSWORD).refused(422, "invalid_value", None);
        app.signs_in("anna", OTHER).expect(200);
    }
}

#[test]
fn a_password_has_twelve_to_a_hundred_and_twenty_eight_characters() {
    let app = TestApp::new();
    let code = code_of(&app.admin().post("/v1/accounts", json!({"login": "anna", "name": "x"})).expect(201));
    for refused in ["éleven char".to_owned(), "x".repeat(129), "with a bell \u{7}".to_owned()] {
        let problem = app.activates(&code, &refused).refused(422, "invalid_value", None);
        assert_eq!(problem["errors"][0]["pointer"], "/password");
        assert!(!problem.to_string().contains(&refused));
    }
    app.activates(&code, &"é".repeat(128)).expect(200);
    // Composed or not, the same password was typed.
    app.signs_in("anna", &"e\u{301}".repeat(128)).expect(200);
}

#[test]
fn no_password_no_code_and_no_token_lies_in_the_database() {
    let app = TestApp::on(Kind::Sqlite);
    let admin = app.admin();
    let invited = admin.post("/v1/accounts", json!({"login": "anna", "name": "x"})).expect(201);
    app.activates(&code_of(&invited), PASSWORD).expect(200);
    let keyed = json!({"code": "AAAAA-AAAAA-AAAAA-AAAAA", "password": OTHER}).to_string();
    app.public().send("POST", "/v1/password-resets", &[("Idempotency-Key", &key())], Some(keyed.as_bytes()));
    let body = app.signs_in("anna", PASSWORD).expect(200);
    let code = code_of(&invited);
    let refresh = body["refresh_token"].as_str().unwrap();
    let mut bytes = std::fs::read(app.database.path()).unwrap();
    bytes.extend(std::fs::read(format!("{}-wal", app.database.path())).unwrap());
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("argon2id"), "the account was stored");
    for secret in [PASSWORD, OTHER, &code, &code.replace('-', ""), refresh, &token_of(&body), HOME] {
        assert!(!holds(secret), "{secret}");
    }
}

#[test]
fn the_first_administrator_comes_from_the_command_line() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let issued = make_first_admin(&app.desk, "Root", "The administrator", false).unwrap();
        let refused = make_first_admin(&app.desk, "second", "x", false).err().unwrap();
        assert!(matches!(refused, Error::Conflict(Conflict::State { code: "already_exists", .. })), "{refused:?}");
        app.activates(&issued.code.unwrap(), PASSWORD).expect(200);
        assert!(make_first_admin(&app.desk, "second", "x", false).is_err());
        make_first_admin(&app.desk, "second", "x", true).unwrap();
        let root = app.with_token(&token_of(&app.signs_in("root", PASSWORD).expect(200)));
        root.get("/v1/accounts").expect(200);

        let issued = issue_reset_code_by_system(&app.desk, "root").unwrap();
        let body = json!({"code": issued.code.unwrap(), "password": OTHER});
        app.public().post("/v1/password-resets", body).expect(200);
        app.signs_in("root", OTHER).expect(200);
        assert!(issue_reset_code_by_system(&app.desk, "nobody").is_err());
    }
}

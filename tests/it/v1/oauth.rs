//! `/oauth/token` and what belongs to it.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use crate::support::sign_in::{HOME, PASSWORD};
use crate::support::{Kind, Response, TestApp};

fn part(token: &str, number: usize) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(number).unwrap()).unwrap()).unwrap()
}

fn text<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or_else(|| panic!("no {name} in {body}"))
}

#[track_caller]
fn refused(response: &Response, status: u16, error: &str) {
    assert_eq!((response.status, response.body["error"].as_str()), (status, Some(error)), "{}", response.text);
    assert!(!text(&response.body, "error_description").is_empty());
    assert_eq!(response.header("cache-control"), Some("no-store"));
}

#[test]
fn create_token_with_a_password_gives_a_token_that_names_account_and_roles() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let id = app.has_account(&app.admin(), "anna");
        let anna = crate::support::Person::new(&app.base, None, Some(id.clone()));
        app.appoint(&anna, "fide_president", None, None);
        app.appoint(&anna, "federation_officer", None, Some("URS"));
        let answer = app.signs_in("Anna", PASSWORD);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let body = answer.expect(200);
        assert_eq!((text(&body, "token_type"), body["expires_in"].as_i64()), ("Bearer", Some(900)));
        let token = text(&body, "access_token");
        let (header, claims) = (part(token, 0), part(token, 1));
        assert_eq!((text(&header, "typ"), text(&header, "alg")), ("at+jwt", "EdDSA"));
        let jwks = app.public().get("/.well-known/jwks.json").expect(200);
        assert_eq!(jwks["keys"][0]["kid"], header["kid"]);
        assert!(jwks["keys"][0].get("d").is_none());
        assert_eq!(claims["sub"], json!(id));
        assert_eq!(claims["roles"], json!(["federation", "fide_president"]));
        assert_eq!((text(&claims, "iss"), text(&claims, "aud")), ("http://localhost", "teamchess"));
        assert_eq!(text(&claims, "client_id"), "teamchess");
        assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 900);

        let anna = app.with_token(token);
        let me = anna.get("/v1/me");
        assert_eq!(me.header("cache-control"), Some("no-store"));
        let me = me.expect(200);
        assert_eq!((text(&me["account"], "login"), text(&me["account"], "id")), ("anna", id.as_str()));
        assert_eq!(me["appointments"].as_array().unwrap().len(), 2);
        // Two clocks may differ by five seconds.
        app.set_time("2026-01-15T12:15:04Z");
        anna.get("/v1/me").expect(200);
        app.set_time("2026-01-15T12:15:05Z");
        anna.get("/v1/me").refused(401, "token_expired", None);
        anna.get("/v1/federations").refused(401, "token_expired", None);
    }
}

#[test]
fn nothing_says_whether_an_account_exists() {
    let app = TestApp::new();
    let admin = app.admin();
    app.has_account(&admin, "anna");
    admin.post("/v1/accounts", json!({"login": "invited", "name": "x"})).expect(201);
    let off = app.has_account(&admin, "off");
    let etag = admin.get(&format!("/v1/accounts/{off}")).etag();
    admin.patch_if(&format!("/v1/accounts/{off}"), &etag, json!({"state": "disabled"})).expect(200);
    let wrong = app.signs_in("anna", "wrong horse battery");
    refused(&wrong, 400, "invalid_grant");
    for login in ["nobody", "invited", "off", "a\nb", &"x".repeat(300)] {
        assert_eq!(app.signs_in(login, PASSWORD).text, wrong.text, "{login}");
    }
}

#[test]
fn the_token_endpoint_speaks_rfc_6749() {
    let app = TestApp::new();
    app.has_account(&app.admin(), "anna");
    let ask = |form: &[(&str, &str)]| app.asks_for_token(HOME, form);
    let good = [("grant_type", "password"), ("client_id", "teamchess"), ("username", "anna"), ("password", PASSWORD)];
    ask(&[&good[..], &[("scope", ""), ("resource", "x")]].concat()).expect(200);
    for missing in 0..4 {
        let mut form = good.to_vec();
        form.remove(missing);
        refused(&ask(&form), 400, "invalid_request");
        form.insert(missing, (good[missing].0, ""));
        refused(&ask(&form), 400, "invalid_request");
    }
    refused(&ask(&[&good[..], &good[3..]].concat()), 400, "invalid_request");
    refused(&ask(&[("grant_type", "client_credentials"), ("client_id", "teamchess")]), 400, "unsupported_grant_type");
    refused(&ask(&[("grant_type", "refresh_token"), ("client_id", "teamchess")]), 400, "invalid_request");
    refused(&app.refreshes("not one of ours"), 400, "invalid_grant");
    let mut other = good;
    other[1].1 = "somebody";
    refused(&ask(&other), 401, "invalid_client");

    let form = format!("grant_type=password&username=anna&password={}", PASSWORD.replace(' ', "+"));
    let with = |headers: &[(&str, &str)], form: &str| {
        app.public().send("POST", "/oauth/token", headers, Some(form.as_bytes()))
    };
    let kind = ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
    with(&[kind, ("Authorization", &basic("teamchess:"))], &form).expect(200);
    for header in [basic("teamchess:secret"), basic("other:"), "Bearer x".to_owned(), "garbage".to_owned()] {
        let answer = with(&[kind, ("Authorization", &header)], &form);
        refused(&answer, 401, "invalid_client");
        assert!(answer.header("www-authenticate").unwrap().starts_with("Basic"));
    }
    refused(&with(&[("Content-Type", "application/json")], "{}"), 400, "invalid_request");
    refused(&with(&[kind], &"x".repeat(20_000)), 400, "invalid_request");
    app.public().get("/oauth/token").refused(405, "method_not_allowed", None);

    let about = app.public().get("/.well-known/oauth-authorization-server").expect(200);
    assert_eq!(text(&about, "issuer"), "http://localhost");
    assert_eq!(text(&about, "token_endpoint"), "http://localhost/oauth/token");
    assert_eq!(about["grant_types_supported"], json!(["password", "refresh_token"]));
}

#[test]
fn a_refresh_token_is_good_for_one_exchange_and_a_second_one_revokes_the_family() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        app.has_account(&app.admin(), "anna");
        let first = text(&app.signs_in("anna", PASSWORD).expect(200), "refresh_token").to_owned();
        let other_device = text(&app.signs_in("anna", PASSWORD).expect(200), "refresh_token").to_owned();
        let second = app.refreshes(&first).expect(200);
        app.with_token(text(&second, "access_token")).get("/v1/me").expect(200);
        // The answer was lost: for 60 seconds the same token gets another pair.
        app.set_time("2026-01-15T12:01:00Z");
        let again = app.refreshes(&first).expect(200);
        assert_ne!(again["refresh_token"], second["refresh_token"]);
        let third = text(&app.refreshes(text(&second, "refresh_token")).expect(200), "refresh_token").to_owned();
        // A second later it can only be a thief, or the robbed.
        app.set_time("2026-01-15T12:01:01Z");
        refused(&app.refreshes(&first), 400, "invalid_grant");
        for token in [&first, text(&second, "refresh_token"), text(&again, "refresh_token"), &third] {
            refused(&app.refreshes(token), 400, "invalid_grant");
        }
        app.refreshes(&other_device).expect(200);
    }
}

#[test]
fn a_refresh_token_counts_for_thirty_days_and_for_its_own_client() {
    let app = TestApp::new();
    app.has_account(&app.admin(), "anna");
    let token = text(&app.signs_in("anna", PASSWORD).expect(200), "refresh_token").to_owned();
    let form = [("grant_type", "refresh_token"), ("client_id", "other"), ("refresh_token", &token)];
    refused(&app.asks_for_token(HOME, &form), 401, "invalid_client");
    app.set_time("2026-02-14T11:59:59.999999Z");
    let next = text(&app.refreshes(&token).expect(200), "refresh_token").to_owned();
    app.set_time("2026-03-16T11:59:59.999999Z");
    refused(&app.refreshes(&next), 400, "invalid_grant");
}

#[test]
fn the_same_refresh_token_sent_many_times_at_once_loses_nobody() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        app.has_account(&app.admin(), "anna");
        let token = text(&app.signs_in("anna", PASSWORD).expect(200), "refresh_token").to_owned();
        let answers: Vec<Response> = std::thread::scope(|scope| {
            let calls: Vec<_> = (0..6).map(|_| scope.spawn(|| app.refreshes(&token))).collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        for answer in answers {
            let body = answer.expect(200);
            app.refreshes(text(&body, "refresh_token")).expect(200);
        }
    }
}

#[test]
fn too_many_failures_on_an_account_from_one_address_have_to_wait_and_lock_nobody_out() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        app.has_account(&app.admin(), "anna");
        for _ in 0..5 {
            refused(&app.signs_in("anna", "wrong horse battery"), 400, "invalid_grant");
        }
        app.set_time("2026-01-15T12:00:30Z");
        let wait = app.signs_in("anna", PASSWORD);
        refused(&wait, 429, "slow_down");
        assert_eq!(wait.header("retry-after"), Some("270"));
        // Whoever sits elsewhere is not shut out, and what the client itself claims of its address is not believed.
        app.signs_in_from("203.0.113.5", "anna", PASSWORD).expect(200);
        refused(&app.signs_in_from(&format!("203.0.113.6, {HOME}"), "anna", PASSWORD), 429, "slow_down");
        app.set_time("2026-01-15T12:05:00Z");
        app.signs_in("anna", PASSWORD).expect(200);
        // A success forgets the account's failures.
        for _ in 0..2 {
            for _ in 0..4 {
                refused(&app.signs_in("anna", "wrong horse battery"), 400, "invalid_grant");
            }
            app.signs_in("anna", PASSWORD).expect(200);
        }
    }
}

#[test]
fn too_many_failures_from_one_address_have_to_wait_whatever_the_account() {
    let app = TestApp::new();
    app.has_account(&app.admin(), "anna");
    for number in 0..20 {
        refused(&app.signs_in(&format!("guess{number}"), PASSWORD), 400, "invalid_grant");
    }
    refused(&app.signs_in("anna", PASSWORD), 429, "slow_down");
    let code = json!({"code": "AAAAA-AAAAA-AAAAA-AAAAA", "password": PASSWORD});
    let wait = app.sends_from(HOME, "/v1/account-activations", code.clone());
    assert_eq!(wait.header("retry-after"), Some("300"));
    wait.refused(429, "too_many_attempts", None);
    app.sends_from("203.0.113.5", "/v1/account-activations", code).refused(422, "invalid_value", None);
    app.set_time("2026-01-15T12:05:00Z");
    app.signs_in("anna", PASSWORD).expect(200);
}

#[test]
fn a_bad_token_is_never_taken_for_none() {
    let app = TestApp::new();
    app.has_account(&app.admin(), "anna");
    let body = app.signs_in("anna", PASSWORD).expect(200);
    let good = text(&body, "access_token");
    let (claims, signature) = (good.split('.').nth(1).unwrap(), good.split('.').nth(2).unwrap());
    let with_header = |header: Value| {
        let header = URL_SAFE_NO_PAD.encode(header.to_string());
        [format!("Bearer {header}.{claims}."), format!("Bearer {header}.{claims}.{signature}")]
    };
    let kid = part(good, 0)["kid"].clone();
    let mut admin = part(good, 1);
    admin["sub"] = json!("acc_00000000000000000000000000000000");
    let forged = URL_SAFE_NO_PAD.encode(admin.to_string());
    let mut headers: Vec<String> = [
        json!({"alg": "none", "typ": "at+jwt"}),
        json!({"alg": "none", "typ": "at+jwt", "kid": kid}),
        json!({"alg": "HS256", "typ": "at+jwt", "kid": kid}),
        json!({"alg": "EdDSA", "typ": "at+jwt", "kid": "other"}),
    ]
    .into_iter()
    .flat_map(with_header)
    .collect();
    headers.push(format!("Bearer {}.{forged}.{signature}", good.split('.').next().unwrap()));
    headers.push(format!("Bearer {}", text(&body, "refresh_token")));
    headers.extend(["Bearer", "Bearer ", "garbage", "", "Basic YTpi", "Token x"].map(str::to_owned));
    for header in headers {
        for path in ["/v1/federations", "/v1/me", "/.well-known/jwks.json", "/.well-known/oauth-authorization-server"] {
            let answer = app.public().send("GET", path, &[("Authorization", &header)], None);
            assert!(answer.header("www-authenticate").is_some_and(|value| value.starts_with("Bearer")), "{header}");
            answer.refused(401, "token_invalid", None);
        }
    }
    app.public().send("GET", "/v1/me", &[("Authorization", &format!("bearer {good}"))], None).expect(200);
}

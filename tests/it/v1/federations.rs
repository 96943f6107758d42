//! `/v1/federations`.

use serde_json::json;

use crate::support::delegation::indications;
use crate::support::{Championship, Delegation, Kind, TestApp};

#[test]
fn put_federation_creates_then_replaces_with_the_version_seen() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let created = admin.put("/v1/federations/XYZ", json!({"name": "Ŷ ø 国 عربى"}));
        assert_eq!(created.status, 201, "{}", created.text);
        assert_eq!(created.header("location"), Some("/v1/federations/XYZ"));
        let etag = created.etag();
        admin.put("/v1/federations/XYZ", json!({"name": "x"})).refused(428, "precondition_missing", None);
        admin.put_if("/v1/federations/XYZ", "\"7\"", json!({"name": "x"})).refused(412, "stale_version", None);
        let body = admin.put_if("/v1/federations/XYZ", &etag, json!({"name": "New", "zone": "2.1"})).expect(200);
        assert_eq!((body["name"].as_str(), body["version"].as_i64()), (Some("New"), Some(2)));
        let read = app.public().get("/v1/federations/XYZ");
        // What it shows can change with the day alone.
        assert_eq!(read.etag(), "\"2-2026-01-15\"");
        let seen = [("If-None-Match", "\"2-2026-01-15\"")];
        assert_eq!(app.public().send("GET", "/v1/federations/XYZ", &seen, None).status, 304);
    }
}

#[test]
fn put_federation_is_for_administrators() {
    let app = TestApp::new();
    let body = || json!({"name": "x"});
    app.public().put("/v1/federations/XYZ", body()).refused(401, "token_missing", None);
    app.somebody("ann").put("/v1/federations/XYZ", body()).refused(403, "role_not_allowed", None);
    app.public().get("/v1/federations/XYZ").refused(404, "not_found", None);
}

#[test]
fn list_federations_pages_through_all_of_them_once() {
    let app = TestApp::new();
    let mut codes = Vec::new();
    let mut path = "/v1/federations?limit=50".to_owned();
    loop {
        let page = app.public().get(&path).expect(200);
        codes.extend(page["data"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()));
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("/v1/federations?limit=50&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(codes.len(), 216);
    assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
    app.public().get("/v1/federations?limit=201").refused(422, "invalid_value", None);
    app.public().get("/v1/federations?limit=200").expect(200);
    app.public().get("/v1/federations?offset=1").refused(400, "invalid_request", None);
}

#[test]
fn bad_input_is_named_and_nothing_is_stored() {
    let app = TestApp::new();
    let admin = app.admin();
    let unknown =
        admin.put("/v1/federations/XYZ", json!({"name": "x", "nam": 1})).refused(400, "invalid_request", None);
    assert_eq!(unknown["errors"][0]["pointer"], "/nam");
    let wrong = admin.put("/v1/federations/XYZ", json!({"name": 7})).refused(400, "invalid_request", None);
    assert_eq!(wrong["errors"][0]["pointer"], "/name");
    let many = admin.put("/v1/federations/XYZ", json!({"name": "a\u{7}", "successor": "abc"})).refused(
        422,
        "invalid_value",
        None,
    );
    assert_eq!(many["errors"].as_array().unwrap().len(), 2);
    let raw = |body: &[u8], kind: &str| admin.send("PUT", "/v1/federations/XYZ", &[("Content-Type", kind)], Some(body));
    raw(b"{\"name\": \"\xff\"}", "application/json").refused(400, "invalid_request", None);
    raw(b"{\"name\": \"x\"}", "text/plain").refused(415, "unsupported_media_type", None);
    raw(&vec![b' '; (1 << 20) + 1], "application/json").refused(413, "body_too_large", None);
    admin.put("/v1/federations/xyz", json!({"name": "x"})).refused(400, "invalid_request", None);
    let dry = admin.put("/v1/federations/XYZ?validate_only=true", json!({"name": "x"}));
    assert_eq!(dry.status, 200);
    app.public().get("/v1/federations/XYZ").refused(404, "not_found", None);
    let wrong = admin.send("DELETE", "/v1/federations/XYZ", &[], None);
    assert_eq!(wrong.header("allow"), Some("GET, PUT"));
    wrong.refused(405, "method_not_allowed", None);
}

#[test]
fn what_is_said_of_a_federation_is_in_order() {
    let app = TestApp::new();
    let admin = app.admin();
    let refused = |body: serde_json::Value, code: &str, pointer: &str| {
        let said = admin.put("/v1/federations/XYZ", body).refused(422, code, None);
        assert_eq!(said["errors"][0]["pointer"], pointer, "{said}");
    };
    let backwards = json!({"name": "x", "affiliated_from": "1990-10-02", "affiliated_to": "1990-10-01"});
    refused(backwards, "span_order", "/affiliated_from");
    refused(json!({"name": "x", "affiliated_from": "1799-12-31"}), "invalid_value", "/affiliated_from");
    refused(json!({"name": "x", "affiliated_to": "2201-01-01"}), "invalid_value", "/affiliated_to");
    refused(json!({"name": "x", "continent": "atlantis"}), "invalid_value", "/continent");
    refused(json!({"name": "x", "successor": "QQQ"}), "unknown_federation", "/successor");
    refused(json!({"name": "x", "successor": "XYZ"}), "successor_cycle", "/successor");
    let met = json!({"name": "x", "affiliated_from": "1990-01-01", "former_memberships": [{"to": "1990-01-01"}]});
    refused(met, "span_order", "/affiliated_from");
    app.public().get("/v1/federations/XYZ").refused(404, "not_found", None);
    let one_day = json!({
        "name": "x", "affiliated_from": "1800-01-01", "affiliated_to": "1800-01-01", "continent": "europe",
        "successor": "NOR",
    });
    admin.put("/v1/federations/XYZ", one_day).expect(201);
    admin.put("/v1/federations/XYA", json!({"name": "y", "successor": "XYZ"})).expect(201);
    let circle = json!({"name": "x", "successor": "XYA"});
    let circle = admin.put_if("/v1/federations/XYZ", "\"1\"", circle).refused(422, "successor_cycle", None);
    assert_eq!(circle["facts"]["chain"], json!(["XYZ", "XYA", "XYZ"]));
}

#[test]
fn a_federation_is_shown_as_it_stood_on_a_day_and_what_was_said_before_stays_readable() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        admin.put("/v1/federations/XYZ", json!({"name": "Typo"})).expect(201);
        let body = json!({
            "name": "Malaysia", "continent": "asia", "zone": "3.3", "affiliated_from": "1974-01-01",
            "former_memberships": [{"from": "1956-09-01", "to": "1970-12-31"}],
            "former_names": [{"name": "Malaya", "to": "1963-09-15"}],
            "former_zones": [{"continent": "asia", "zone": "10", "from": "1956-09-01", "to": "1979-12-31"}],
        });
        admin.put_if("/v1/federations/XYZ", "\"1\"", body).expect(200);
        let on = |day: &str| {
            let seen = app.public().get(&format!("/v1/federations/XYZ?on={day}")).expect(200);
            ["name", "zone", "status"].map(|field| seen[field].as_str().unwrap().to_owned())
        };
        assert_eq!(on("1963-09-15"), ["Malaya", "10", "affiliated"]);
        assert_eq!(on("1963-09-16"), ["Malaysia", "10", "affiliated"]);
        assert_eq!(on("1971-01-01"), ["Malaysia", "10", "not_affiliated"]);
        assert_eq!(on("1980-01-01"), ["Malaysia", "3.3", "affiliated"]);
        app.public().get("/v1/federations/XYZ?on=1963-02-29").refused(400, "invalid_request", None);
        let page = app.public().get("/v1/federations?on=1963-09-15&limit=200").expect(200);
        let cursor = page["next_cursor"].as_str().unwrap();
        let page = app.public().get(&format!("/v1/federations?on=1963-09-15&limit=200&cursor={cursor}")).expect(200);
        let listed = page["data"].as_array().unwrap().iter().find(|row| row["code"] == "XYZ").unwrap();
        assert_eq!(listed["name"], "Malaya");
        let revisions = app.public().get("/v1/federations/XYZ/revisions").expect(200);
        let revisions = revisions["data"].as_array().unwrap();
        assert_eq!(revisions.len(), 1);
        assert_eq!(
            (&revisions[0]["federation"]["name"], &revisions[0]["federation"]["version"]),
            (&json!("Typo"), &json!(1))
        );
    }
}

#[test]
fn a_code_that_is_no_federation_is_kept_and_may_not_enter() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    app.admin().put("/v1/federations/QQQ", json!({"name": "QQQ", "recognised": false})).expect(201);
    let seen = app.public().get("/v1/federations/QQQ").expect(200);
    assert_eq!((&seen["status"], &seen["recognised"]), (&json!("unrecognised"), &json!(false)));
    let unknown = Delegation::of(&app, &event, "QQQ");
    unknown.enters_preliminarily().refused(422, "federation_not_affiliated", Some("Art. 1"));
}

/// norm: WSTCC.1.3
#[test]
fn a_suspended_federation_does_not_enter_and_what_it_entered_before_stays() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        let suspension = json!({"from": "2026-02-01", "reason": "Dues of two years"});
        for code in ["NOR", "SWE"] {
            let path = format!("/v1/federations/{code}/suspensions");
            norway.officer.post_if(&path, "\"1\"", suspension.clone()).refused(403, "role_not_allowed", None);
            app.admin().post(&path, suspension.clone()).refused(428, "precondition_missing", None);
            let seen = event.president.post_if(&path, "\"1\"", suspension.clone()).expect(200);
            assert_eq!((&seen["status"], &seen["suspensions"][0]["number"]), (&json!("affiliated"), &json!(1)));
            app.admin().post_if(&path, "\"2\"", suspension.clone()).refused(422, "span_order", None);
        }
        // The last second of the day before, in Hamburg.
        app.set_time("2026-01-31T22:59:59Z");
        norway.enters_preliminarily().expect(201);
        app.set_time("2026-01-31T23:00:00Z");
        let refused = sweden.enters_preliminarily().refused(422, "federation_suspended", Some("Art. 1"));
        assert_eq!(refused["facts"], json!({"federation": "SWE", "on": "2026-02-01", "suspended_from": "2026-02-01"}));
        let stays = app.public().get(&norway.path("")).expect(200);
        assert_eq!((&stays["state"], &stays["flags"]), (&json!("preliminary"), &json!(["federation_suspended"])));
        assert_eq!(app.public().get(&event.path("/entries")).expect(200)["data"][0]["flags"], stays["flags"]);
        norway.names("A", &norway.players(4)).expect(201);
        norway.enters_definitely(indications()).refused(422, "federation_suspended", Some("Art. 1"));
        let lifting = |code: &str| format!("/v1/federations/{code}/suspensions/1/lifting");
        let too_early = json!({"last_day": "2026-01-31"});
        app.admin().post_if(&lifting("NOR"), "\"2\"", too_early).refused(422, "span_order", None);
        app.admin().post_if(&lifting("NOR"), "\"2\"", json!({"last_day": "2026-02-03"})).expect(200);
        app.admin().post_if(&lifting("SWE"), "\"2\"", json!({"last_day": "2026-02-03"})).expect(200);
        app.set_time("2026-02-03T22:59:59Z");
        sweden.enters_preliminarily().refused(422, "federation_suspended", Some("Art. 1"));
        app.set_time("2026-02-03T23:00:00Z");
        sweden.enters_preliminarily().expect(201);
        let entered = norway.enters_definitely(indications()).expect(200);
        assert_eq!((&entered["state"], entered.get("flags")), (&json!("definite"), None));
        let on = |day: &str| app.public().get(&format!("/v1/federations/NOR?on={day}")).expect(200)["status"].clone();
        assert_eq!([on("2026-02-03"), on("2026-02-04")], [json!("suspended"), json!("affiliated")]);
        let changes = app.public().get("/v1/changes?types=federation&since=latest").status;
        assert_eq!(changes, 200);
        let journal = app.admin().get("/v1/registry/journal?limit=200").expect(200).to_string();
        assert!(journal.contains("lift_suspension") && !journal.contains("Dues of two years"));
    }
}

/// norm: WSTCC.1.2
#[test]
fn a_suspended_federation_is_not_designated() {
    let app = TestApp::new();
    let admin = app.admin();
    let suspension = json!({"from": "2026-01-16", "to": "2026-01-17", "reason": "x"});
    admin.post_if("/v1/federations/GER/suspensions", "\"1\"", suspension).expect(200);
    let designation = crate::support::championship::designation;
    admin.post("/v1/championships", designation()).expect(201);
    app.set_time("2026-01-16T12:00:00Z");
    let refused = admin.post("/v1/championships", designation());
    let refused = refused.refused(422, "federation_suspended", Some("Art. 1"));
    assert_eq!(refused["errors"][0]["pointer"], "/organizer");
    app.set_time("2026-01-18T12:00:00Z");
    admin.post("/v1/championships", designation()).expect(201);
}

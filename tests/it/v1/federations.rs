//! `/v1/federations`.

use serde_json::json;

use crate::support::{Kind, TestApp};

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
        assert_eq!(read.etag(), "\"2\"");
        assert_eq!(app.public().send("GET", "/v1/federations/XYZ", &[("If-None-Match", "\"2\"")], None).status, 304);
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

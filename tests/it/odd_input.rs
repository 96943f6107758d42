//! Input that nobody means, on every database: refused by name, never a 5xx, nothing stored.

use serde_json::json;

use crate::support::championship::Championship;
use crate::support::delegation::Delegation;
use crate::support::{Kind, TestApp};

#[test]
fn the_character_nul_is_refused_wherever_a_text_comes_in() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (admin, public) = (app.admin(), app.public());
        let form = [("Content-Type", "application/x-www-form-urlencoded")];
        let body = b"grant_type=password&client_id=teamchess&username=a%00&password=%00";
        assert_eq!(public.send("POST", "/oauth/token", &form, Some(body)).status, 400);
        // The cursor [["\u0000"],{}].
        public.get("/v1/federations?cursor=W1siXHUwMDAwIl0se31d").refused(400, "invalid_request", None);
        admin.get("/v1/persons?name=%00").refused(400, "invalid_request", None);
        admin.get("/v1/accounts?login=%00").refused(400, "invalid_request", None);
        let toml = std::fs::read_to_string("regulations/wstcc-1960.toml").unwrap();
        let toml =
            toml.replace("id = \"wstcc-1960\"", "id = \"odd\"").replace("title = \"World", "title = \"W\\u0000rld");
        admin.post("/v1/regulations", json!({"toml": toml})).refused(422, "rulebook_invalid", None);
        public.get("/v1/regulations/odd").refused(404, "not_found", None);
        admin.put("/v1/federations/XYZ", json!({"name": "a\u{0}b"})).refused(422, "invalid_value", None);
    }
}

#[test]
fn a_list_is_no_object() {
    let app = TestApp::new();
    app.admin().put("/v1/federations/XYZ", json!(["Name", null, null, null, null, null])).refused(
        400,
        "invalid_request",
        None,
    );
    app.public().get("/v1/federations/XYZ").refused(404, "not_found", None);
}

#[test]
fn a_step_in_the_wrong_phase_names_its_article() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let officer = app.appointed("federation_officer", None, Some("NOR"));
    officer.put(&event.path("/entries/NOR"), json!({})).refused(409, "wrong_phase", Some("Art. 5"));
}

#[test]
fn a_list_in_the_place_of_an_object_and_a_key_twice_are_refused_with_their_place() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    let player = norway.players(1).remove(0);
    norway.enters_preliminarily().expect(201);
    let refused =
        norway.officer.put(&norway.path("/teams/A"), json!({"name": "N", "players": [[player, "birth", true]]}));
    assert_eq!(refused.refused(400, "invalid_request", None)["errors"][0]["pointer"], "/players/0");
    norway.officer.get(&norway.path("/teams/A")).refused(404, "not_found", None);
    let json = [("Content-Type", "application/json"), ("If-Match", "\"1\"")];
    let twice = br#"{"indications": {"travel": "by train", "travel": "by ship"}}"#;
    let refused = norway.officer.send("POST", &norway.path("/definite-entry"), &json, Some(twice));
    assert_eq!(refused.refused(400, "invalid_request", None)["errors"][0]["pointer"], "/indications");
}

#[test]
fn a_field_that_is_missing_or_unknown_is_pointed_at() {
    let app = TestApp::new();
    let refused = app.admin().put("/v1/federations/XYZ", json!({}));
    assert_eq!(refused.refused(400, "invalid_request", None)["errors"][0]["pointer"], "/name");
    let refused = app.admin().put("/v1/federations/XYZ", json!({"name": "X", "nam": "X"}));
    assert_eq!(refused.refused(400, "invalid_request", None)["errors"][0]["pointer"], "/nam");
}

#[test]
fn a_compressed_body_is_refused_and_a_head_answered() {
    let app = TestApp::new();
    let headers = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    app.admin().send("PUT", "/v1/federations/XYZ", &headers, Some(b"\x1f\x8b")).refused(
        415,
        "unsupported_media_type",
        None,
    );
    let get = app.public().get("/v1/federations/NOR");
    let head = app.public().send("HEAD", "/v1/federations/NOR", &[], None);
    assert_eq!((head.status, head.etag()), (200, get.etag()));
}

#[test]
fn a_refused_role_hears_the_article_that_gives_the_right_to_another() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    event.director.post(&event.path("/invitation-drafts"), json!({"particulars": {}})).refused(
        403,
        "role_not_allowed",
        Some("Art. 2"),
    );
}

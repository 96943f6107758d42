//! Input that nobody means, on every database: refused by name, never a 5xx, nothing stored.

use serde_json::json;

use crate::support::championship::Championship;
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

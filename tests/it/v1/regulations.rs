//! `/v1/regulations`.

use serde_json::json;

use crate::support::{Kind, TestApp};

const BUILT_IN: &str = include_str!("../../../regulations/wstcc-1960.toml");

#[test]
fn the_whole_rulebook_is_shown_with_articles_readings_and_settings() {
    let app = TestApp::new();
    let found = app.public().get("/v1/regulations/wstcc-1960");
    assert_eq!(found.etag(), "\"1\"");
    let body = found.expect(200);
    assert_eq!(
        (&body["id"], &body["edition"], &body["built_in"]),
        (&json!("wstcc-1960"), &json!("1960-10-14"), &json!(true))
    );
    let rulebook = &body["rulebook"];
    assert!(rulebook["articles"]["23.1"].as_str().unwrap().contains("60 minutes"));
    let lodging = &rulebook["invitation"]["particulars"][1];
    assert_eq!((&lodging["article"], &lodging["value"]["key"]), (&json!("2"), &json!("lodging")));
    assert!(lodging["reading"].as_str().unwrap().contains("lost"));
    assert_eq!(rulebook["settings"]["commencement"]["default"], "first_round");
    let list = app.public().get("/v1/regulations").expect(200);
    assert!(list["data"].as_array().unwrap().iter().any(|one| one["id"] == "wstcc-1960"));
    assert!(list["data"][0].get("rulebook").is_none());
    app.public().get("/v1/regulations/nothing").refused(404, "not_found", None);
    app.public().get("/v1/regulations/%00").refused(400, "invalid_request", None);
}

#[test]
fn add_regulations_takes_a_rulebook_once() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let toml = BUILT_IN.replace("id = \"wstcc-1960\"", "id = \"my-event\"");
        app.somebody("ann").post("/v1/regulations", json!({"toml": toml})).refused(403, "role_not_allowed", None);
        let added = admin.post("/v1/regulations", json!({"toml": toml}));
        assert_eq!(added.status, 201, "{}", added.text);
        assert_eq!(added.header("location"), Some("/v1/regulations/my-event"));
        assert_eq!(app.public().get("/v1/regulations/my-event").expect(200), added.body);
        admin.post("/v1/regulations", json!({"toml": toml})).refused(409, "already_exists", None);
        admin.post("/v1/regulations", json!({"toml": BUILT_IN})).refused(409, "already_exists", None);
        let body = json!({"regulations": "my-event"});
        let mut designation = crate::support::championship::designation();
        designation["regulations"] = body["regulations"].clone();
        admin.post("/v1/championships", designation).expect(201);
    }
}

#[test]
fn all_faults_of_a_rulebook_are_named_with_their_place() {
    let app = TestApp::new();
    let admin = app.admin();
    let toml = BUILT_IN.replace("id = \"wstcc-1960\"", "id = \"My Event\"").replace(
        "teams_per_federation = { value = 1, article = \"1\" }",
        "teams_per_federation = { value = 1, article = \"99\" }",
    );
    let refused = admin.post("/v1/regulations", json!({"toml": toml})).refused(422, "rulebook_invalid", None);
    let pointers: Vec<_> =
        refused["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert!(pointers.contains(&"/id") && pointers.contains(&"/entries/teams_per_federation/article"), "{pointers:?}");
    let missing = BUILT_IN.replace("edition = \"1960-10-14\"", "");
    let refused = admin.post("/v1/regulations", json!({"toml": missing})).refused(422, "rulebook_invalid", None);
    assert_eq!(refused["errors"][0]["pointer"], "/edition");
    admin.post("/v1/regulations", json!({"toml": "id = "})).refused(422, "rulebook_invalid", None);
    assert_eq!(app.public().get("/v1/regulations").expect(200)["data"].as_array().unwrap().len(), builtin_count());
}

fn builtin_count() -> usize {
    teamchess::rulebooks::builtin().len()
}

//! `/v1/groups`.

use serde_json::json;

use crate::support::TestApp;
use crate::support::fixtures;

#[test]
fn a_group_shows_its_teams_once_they_have_numbers() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    let list = format!("/v1/championships/{}/groups", field.championship);
    let before = app.public().get(&list).expect(200);
    assert_eq!(before["data"].as_array().unwrap().len(), 1);
    assert_eq!((&before["data"][0]["id"], &before["data"][0]["teams"]), (&json!(field.group), &json!([])));
    assert_eq!(before["data"][0]["competition"], "open");
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let group = app.public().get(&field.of_group("")).expect(200);
    let numbers: Vec<i64> =
        group["teams"].as_array().unwrap().iter().map(|team| team["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    app.public().get("/v1/groups/grp_00000000000000000000000000000000").refused(404, "not_found", None);
    app.public().get("/v1/groups/7").refused(400, "invalid_request", None);
}

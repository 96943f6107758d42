//! `/v1/persons`.

use serde_json::json;

use crate::support::{Kind, TestApp};

#[test]
fn create_person_keeps_names_of_every_script_byte_for_byte() {
    // Composed and decomposed letters, ø, Cyrillic, Chinese, right to left, an emoji; and people are called Bye.
    let names =
        ["Andr\u{e9}", "Andre\u{301}", "Sørensen Bjørn", "Ботвинник", "謝軍", "عبد الله", "Zoé 🙂", "Bye", "BYE"];
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let officer = app.appointed("federation_officer", None, Some("NOR"));
        for name in names {
            let created = officer.post("/v1/persons", json!({"name": name, "federation": "NOR"}));
            assert_eq!(created.status, 201, "{}", created.text);
            let path = created.header("location").unwrap().to_owned();
            assert_eq!(app.public().get(&path).expect(200)["name"].as_str(), Some(name));
        }
        let found = |query: &str| {
            let page = officer.get(&format!("/v1/persons?name={query}")).expect(200);
            let rows = page["data"].as_array().unwrap();
            let mut names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
            names.sort();
            names
        };
        let composed = found("ANDR%C3%A9");
        assert_eq!(composed, [names[1], names[0]]);
        assert_eq!(found("andre%CC%81"), composed);
        assert_eq!(found("bye"), ["BYE", "Bye"]);
        assert_eq!(found("%D0%91%D0%9E%D0%A2"), ["Ботвинник"]);
        assert_eq!(found("%25"), Vec::<String>::new());
        assert_eq!(found("_"), Vec::<String>::new());
    }
}

#[test]
fn a_birth_date_is_shown_to_the_own_federation_and_administrators_only() {
    let app = TestApp::new();
    let officer = app.appointed("federation_officer", None, Some("NOR"));
    let stranger = app.appointed("federation_officer", None, Some("SWE"));
    let created = officer.post("/v1/persons", json!({"name": "A", "federation": "NOR", "birth_date": "2004-02-29"}));
    let path = created.header("location").unwrap().to_owned();
    created.expect(201);
    for insider in [&officer, &app.admin()] {
        let seen = insider.get(&path);
        assert_eq!(seen.etag(), "\"1-own\"");
        assert_eq!(seen.expect(200)["birth_date"], "2004-02-29");
    }
    for outsider in [&stranger, &app.public(), &app.somebody("ann")] {
        let seen = outsider.get(&path);
        assert_eq!(seen.etag(), "\"1-public\"");
        let body = seen.expect(200);
        assert_eq!((body["name"].as_str(), body.get("birth_date")), (Some("A"), None));
    }
}

#[test]
fn a_person_has_a_federation_of_the_registry() {
    let app = TestApp::new();
    let unknown = app.admin().post("/v1/persons", json!({"name": "A", "federation": "QQQ"}));
    assert_eq!(unknown.refused(422, "unknown_federation", None)["errors"][0]["pointer"], "/federation");
    let malformed = app.admin().post("/v1/persons", json!({"name": "A", "federation": "qqq"}));
    assert_eq!(malformed.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/federation");
    let unborn = json!({"name": "A", "federation": "NOR", "birth_date": "2026-01-16"});
    let unborn = app.admin().post("/v1/persons", unborn).refused(422, "invalid_value", None);
    assert_eq!(unborn["errors"][0]["pointer"], "/birth_date");
    assert_eq!(app.admin().get("/v1/persons").expect(200)["data"], json!([]));
    let newborn = json!({"name": "A", "federation": "NOR", "birth_date": "2026-01-15"});
    app.admin().post("/v1/persons", newborn).expect(201);
}

#[test]
fn update_person_changes_what_is_given_and_removes_what_is_null() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let officer = app.appointed("federation_officer", None, Some("NOR"));
        let created =
            officer.post("/v1/persons", json!({"name": "A", "federation": "NOR", "birth_date": "2004-01-01"}));
        let (path, etag) = (created.header("location").unwrap().to_owned(), created.etag());
        officer.send("PATCH", &path, &[], Some(json!({"name": "B"}).to_string().as_bytes())).refused(
            428,
            "precondition_missing",
            None,
        );
        let renamed = officer.patch_if(&path, &etag, json!({"name": "B"}));
        let next = renamed.etag();
        let body = renamed.expect(200);
        assert_eq!((body["name"].as_str(), body["birth_date"].as_str()), (Some("B"), Some("2004-01-01")));
        officer.patch_if(&path, &etag, json!({"name": "C"})).refused(412, "stale_version", None);
        let body = officer.patch_if(&path, &next, json!({"birth_date": null})).expect(200);
        assert_eq!((body["name"].as_str(), body.get("birth_date")), (Some("B"), None));
        let move_away = json!({"federation": "SWE"});
        officer.patch_if(&path, "\"3\"", move_away.clone()).refused(403, "role_not_allowed", None);
        assert_eq!(app.admin().patch_if(&path, "\"3\"", move_away).expect(200)["federation"], "SWE");
        officer.patch_if(&path, "\"4\"", json!({"name": "D"})).refused(403, "not_your_federation", None);
    }
}

#[test]
fn persons_are_registered_by_those_of_their_federation() {
    let app = TestApp::new();
    let body = || json!({"name": "A", "federation": "NOR"});
    app.public().post("/v1/persons", body()).refused(401, "token_missing", None);
    app.somebody("ann").post("/v1/persons", body()).refused(403, "role_not_allowed", None);
    let stranger = app.appointed("federation_officer", None, Some("SWE"));
    stranger.post("/v1/persons", body()).refused(403, "not_your_federation", None);
    app.public().get("/v1/persons").refused(401, "token_missing", None);
    assert_eq!(app.admin().get("/v1/persons").expect(200)["data"], json!([]));
}

#[test]
fn list_persons_shows_an_officer_the_own_federation() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let norway = app.appointed("federation_officer", None, Some("NOR"));
        let sweden = app.appointed("federation_officer", None, Some("SWE"));
        for number in 1..=5 {
            norway.post("/v1/persons", json!({"name": format!("N{number}"), "federation": "NOR"})).expect(201);
        }
        sweden.post("/v1/persons", json!({"name": "S1", "federation": "SWE"})).expect(201);
        let (mut names, mut path) = (Vec::new(), "/v1/persons?limit=2".to_owned());
        loop {
            let page = norway.get(&path).expect(200);
            names.extend(page["data"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            path = format!("/v1/persons?limit=2&cursor={cursor}");
        }
        names.sort();
        assert_eq!(names, ["N1", "N2", "N3", "N4", "N5"]);
        norway.get("/v1/persons?federation=SWE").refused(403, "not_your_federation", None);
        let all = app.admin().get("/v1/persons").expect(200);
        assert_eq!(all["data"].as_array().unwrap().len(), 6);
        let swedes = app.admin().get("/v1/persons?federation=SWE").expect(200);
        assert_eq!(swedes["data"].as_array().unwrap().len(), 1);
    }
}

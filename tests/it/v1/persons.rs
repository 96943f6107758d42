//! `/v1/persons`.

use serde_json::json;

use crate::support::{Championship, Delegation, Kind, TestApp};

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
fn a_code_that_the_registry_does_not_know_is_kept_there_as_not_recognised() {
    let app = TestApp::new();
    let admin = app.admin();
    let created = admin.post("/v1/persons", json!({"name": "A", "federation": "QQQ"})).expect(201);
    let kept = app.public().get("/v1/federations/QQQ").expect(200);
    assert_eq!((&kept["recognised"], &kept["status"]), (&json!(false), &json!("unrecognised")));
    assert_eq!(admin.get("/v1/persons?federation=QQQ").expect(200)["data"], json!([created]));
    let malformed = admin.post("/v1/persons", json!({"name": "A", "federation": "qqq"}));
    assert_eq!(malformed.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/federation");
    let unborn = json!({"name": "A", "federation": "NOR", "birth_date": "2026-01-16"});
    let unborn = admin.post("/v1/persons", unborn).refused(422, "invalid_value", None);
    assert_eq!(unborn["errors"][0]["pointer"], "/birth_date");
    let newborn = json!({"name": "A", "federation": "NOR", "birth_date": "2026-01-15"});
    admin.post("/v1/persons", newborn).expect(201);
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
        let refused = officer.patch_if(&path, &next, json!({"name": null})).refused(400, "invalid_request", None);
        assert_eq!(refused["errors"][0]["pointer"], "/name");
        officer.patch_if(&path, &next, json!({"federation": null})).refused(400, "invalid_request", None);
        let body = officer.patch_if(&path, &next, json!({"birth_date": null})).expect(200);
        assert_eq!((body["name"].as_str(), body.get("birth_date"), &body["version"]), (Some("B"), None, &json!(3)));
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

#[test]
fn names_and_federations_that_are_left_stay_with_their_dates() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let variants = json!([{"kind": "transliteration", "name": "Viktor Korchnoi"}]);
        let body = json!({"name": "Виктор Корчной", "federation": "URS", "variants": variants});
        let created = admin.post("/v1/persons", body);
        let path = created.header("location").unwrap().to_owned();
        let moved = json!({"federation": "SUI", "federation_from": "1978-01-01", "federation_basis": "Residence"});
        let body = admin.patch_if(&path, &created.etag(), moved).expect(200);
        let past = json!({"federation": "URS", "to": "1977-12-31"});
        let present = json!({"federation": "SUI", "from": "1978-01-01", "basis": "Residence"});
        assert_eq!((&body["federation"], &body["memberships"]), (&json!("SUI"), &json!([past, present])));
        let earlier = json!({"federation": "NED", "federation_from": "1978-01-01"});
        let refused = admin.patch_if(&path, "\"2\"", earlier).refused(422, "span_order", None);
        assert_eq!(refused["errors"][0]["pointer"], "/federation_from");
        let renamed = json!({"name": "Viktor Kortschnoi", "name_from": "1979-05-01"});
        admin.patch_if(&path, "\"2\"", renamed).expect(200);
        let seen = app.public().get(&path).expect(200);
        let former = json!({"kind": "former", "name": "Виктор Корчной", "until": "1979-04-30"});
        assert_eq!(seen["other_names"], json!([variants[0], former]));
        for part in ["korchnoi", "kortschnoi", "%D0%9A%D0%9E%D0%A0%D0%A7"] {
            let found = admin.get(&format!("/v1/persons?name={part}")).expect(200);
            assert_eq!(found["data"], json!([seen]), "{part}");
        }
    }
}

#[test]
fn a_name_in_another_spelling_is_suggested_and_not_found() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let norway = app.appointed("federation_officer", None, Some("NOR"));
        let create = |name: &str| norway.post("/v1/persons", json!({"name": name, "federation": "NOR"})).expect(201);
        let (kroger, muller) = (create("Krøger, Åse"), create("Mu\u{308}ller"));
        create("Miller");
        let found = |path: &str| norway.get(path).expect(200)["data"].clone();
        assert_eq!(found("/v1/persons?name=kroeger"), json!([]));
        assert_eq!(found("/v1/person-suggestions?name=kroeger"), json!([kroger]));
        assert_eq!(found("/v1/persons?name=mueller"), json!([]));
        for spelling in ["mueller", "muller", "M%C3%9CLLER"] {
            assert_eq!(found(&format!("/v1/person-suggestions?name={spelling}")), json!([muller]), "{spelling}");
        }
        assert_eq!(found("/v1/person-suggestions?name=%25%25"), json!([]));
        let sweden = app.appointed("federation_officer", None, Some("SWE"));
        assert_eq!(sweden.get("/v1/person-suggestions?name=kroeger").expect(200)["data"], json!([]));
        app.public().get("/v1/person-suggestions?name=kroeger").refused(401, "token_missing", None);
    }
}

#[test]
fn put_person_by_ref_creates_once_and_then_replaces() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let norway = app.appointed("federation_officer", None, Some("NOR"));
        let sweden = app.appointed("federation_officer", None, Some("SWE"));
        let path = "/v1/persons/by-ref/fide/1503014";
        app.public().get(path).refused(404, "not_found", None);
        let body = json!({"name": "Carlsen, Magnus", "federation": "NOR", "birth_date": "1990-11-30"});
        sweden.put(path, body.clone()).refused(403, "not_your_federation", None);
        let created = norway.put(path, body.clone());
        let (location, etag) = (created.header("location").unwrap().to_owned(), created.etag());
        assert_eq!(created.expect(201)["external_ids"], json!([{"system": "fide", "value": "1503014"}]));
        norway.put(path, body.clone()).refused(428, "precondition_missing", None);
        let renamed = json!({"name": "Carlsen, Sven Magnus Øen", "federation": "NOR"});
        // To say that it is a Swede's does not make it one.
        let stolen = json!({"name": "X", "federation": "SWE"});
        sweden.put_if(path, &etag, stolen).refused(403, "not_your_federation", None);
        let body = norway.put_if(path, &etag, renamed).expect(200);
        assert_eq!((body.get("birth_date"), &body["other_names"][0]["kind"]), (None, &json!("former")));
        assert_eq!(norway.get(&location).expect(200), body);
        assert_eq!(norway.get("/v1/persons?system=fide&ref=1503014").expect(200)["data"], json!([body]));
        norway.get("/v1/persons?system=fide").refused(400, "invalid_request", None);
        let taken = json!({
            "name": "Y", "federation": "NOR", "external_ids": [{"system": "fide", "value": "1503014"}],
        });
        let refused = norway.post("/v1/persons", taken).refused(422, "external_id_taken", None);
        assert_eq!(
            (&refused["errors"][0]["pointer"], &refused["facts"]["person"]),
            (&json!("/external_ids/0"), &body["id"])
        );
    }
}

#[test]
fn a_person_with_two_records_is_merged_and_both_ids_lead_to_the_survivor() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        norway.enters_preliminarily().expect(201);
        let players = norway.players(5);
        let body = json!({"name": "Kroeger, A.", "federation": "NOR"});
        let survivor = norway.officer.put("/v1/persons/by-ref/fide/7", body).expect(201);
        let ids = json!({"external_ids": [{"system": "fide", "value": "8"}]});
        let old = format!("/v1/persons/{}", players[0]);
        norway.officer.patch_if(&old, "\"1\"", ids).expect(200);
        let before = norway.names("A", &players[..4]).expect(201);
        let merge = |into: &serde_json::Value| json!({"into": into});
        let path = format!("{old}/merge");
        norway.officer.post_if(&path, "\"2\"", merge(&survivor["id"])).refused(403, "role_not_allowed", None);
        let beside = admin.post_if(&path, "\"2\"", merge(&json!(players[1])));
        let beside = beside.refused(422, "merge_impossible", None);
        assert_eq!(beside["facts"]["championships"], json!([event.id]));
        admin.post_if(&path, "\"2\"", merge(&json!(players[0]))).refused(422, "merge_impossible", None);
        let nobody = format!("per_{:032x}", 7);
        admin.post_if(&path, "\"2\"", merge(&json!(nobody))).refused(422, "unknown_person", None);
        let since =
            app.public().get("/v1/changes?types=person&since=latest").expect(200)["delta"].as_str().unwrap().to_owned();
        admin.post_if(&path, "\"2\"", merge(&survivor["id"])).expect(200);

        let seen = app.public().get(&old).expect(200);
        assert_eq!((&seen["merged_into"], &seen["id"]), (&survivor["id"], &json!(players[0])));
        let kept = app.public().get("/v1/persons/by-ref/fide/8").expect(200);
        assert_eq!((&kept["id"], kept["external_ids"].as_array().unwrap().len()), (&survivor["id"], 2));
        assert_eq!(kept["other_names"], json!([{"kind": "as_written", "name": "NOR 1"}]));
        let team = norway.officer.get(&norway.path("/teams/A"));
        let version = team.body["version"].as_i64().unwrap();
        assert_eq!(
            (&team.body["players"][0]["person"], version),
            (&survivor["id"], before["version"].as_i64().unwrap() + 1)
        );
        let listed = norway.officer.get("/v1/persons?limit=200").expect(200).to_string();
        assert!(!listed.contains(&players[0]));
        norway.officer.patch_if(&old, "\"3\"", json!({"name": "Z"})).refused(409, "merged", None);
        admin.post_if(&path, "\"3\"", merge(&survivor["id"])).refused(409, "merged", None);
        let swapped = [&players[..1], &players[2..]].concat();
        norway.names("A", &swapped).refused(422, "unknown_person", None);
        let feed = app.public().get(&format!("/v1/changes?since={since}&types=person")).expect(200);
        let told: Vec<_> = feed["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|change| (change["id"].clone(), change["change"].clone()))
            .collect();
        let (removed, updated) = (json!("removed"), json!("updated"));
        assert_eq!(told, [(json!(players[0]), removed), (survivor["id"].clone(), updated)]);
    }
}

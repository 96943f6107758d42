//! `/v1/appointments`.

use serde_json::{Value, json};

use crate::support::championship::designation;
use crate::support::{Kind, Person, TestApp};

/// A championship as it stands after its designation, or a sandbox that somebody opened.
pub fn championship(app: &TestApp, sandbox: bool) -> String {
    let mut body = designation();
    let opened = if sandbox {
        body["clock"] = json!("2026-01-10T00:00:00Z");
        app.somebody("opener").post("/v1/sandboxes", body)
    } else {
        app.admin().post("/v1/championships", body)
    };
    opened.expect(201)["id"].as_str().unwrap().to_owned()
}

fn id(person: &Person) -> &str {
    person.account.as_deref().unwrap()
}

fn to(person: &Person, role: &str, championship: Option<&str>, federation: Option<&str>) -> Value {
    let mut body = json!({"account": id(person), "role": role});
    if let Some(championship) = championship {
        body["championship"] = json!(championship);
    }
    if let Some(federation) = federation {
        body["federation"] = json!(federation);
    }
    body
}

fn roles_of(person: &Person) -> Vec<String> {
    let me = person.get("/v1/me").expect(200);
    let held = me["appointments"].as_array().unwrap().iter();
    let mut roles: Vec<_> = held.map(|held| held["role"].as_str().unwrap().to_owned()).collect();
    roles.sort();
    roles
}

/// An organizer who is no administrator cannot look ids up.
#[test]
fn somebody_is_appointed_by_login_as_well() {
    let app = TestApp::new();
    let here = championship(&app, false);
    let organizer = app.appointed("organizer", Some(&here), None);
    let anna = app.somebody("anna");
    let login = anna.get("/v1/me").expect(200)["account"]["login"].as_str().unwrap().to_uppercase();
    let body = |more: Value| {
        let mut body = json!({"role": "captain", "championship": here, "federation": "URS"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let made = organizer.post("/v1/appointments", body(json!({"login": login}))).expect(201);
    assert_eq!((made["account"].as_str(), roles_of(&anna)), (anna.account.as_deref(), vec!["captain".to_owned()]));
    let unknown = organizer.post("/v1/appointments", body(json!({"login": "nobody.here"})));
    assert_eq!(unknown.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/login");
    let both = json!({"login": login, "account": id(&anna)});
    organizer.post("/v1/appointments", body(both)).refused(400, "invalid_request", None);
    organizer.post("/v1/appointments", body(json!({}))).refused(400, "invalid_request", None);
}

#[test]
fn make_appointment_lets_an_organizer_appoint_and_end_in_the_own_championship() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (here, elsewhere) = (championship(&app, false), championship(&app, false));
        let organizer = app.appointed("organizer", Some(&here), None);
        let anna = app.somebody("anna");
        let made = organizer.post("/v1/appointments", to(&anna, "captain", Some(&here), Some("URS")));
        let path = made.header("location").unwrap().to_owned();
        let etag = made.etag();
        let body = made.expect(201);
        assert_eq!(body["starts_at"], "2026-01-15T12:00:00Z");
        assert_eq!(roles_of(&anna), ["captain"]);
        assert_eq!(organizer.get(&path).expect(200), body);
        let list = |who: &Person, query: &str| {
            who.get(&format!("/v1/appointments{query}")).expect(200)["data"].as_array().unwrap().len()
        };
        assert_eq!(list(&organizer, &format!("?championship={here}")), 2);
        assert_eq!(list(&app.admin(), &format!("?championship={here}&account={}", id(&anna))), 1);
        assert_eq!(list(&app.admin(), ""), 2);
        let twice = to(&anna, "captain", Some(&here), Some("URS"));
        organizer.post("/v1/appointments", twice).refused(409, "already_exists", None);
        organizer.post("/v1/appointments", to(&anna, "captain", Some(&elsewhere), Some("URS"))).refused(
            403,
            "not_your_championship",
            None,
        );
        organizer.get(&format!("/v1/appointments?championship={elsewhere}")).refused(
            403,
            "not_your_championship",
            None,
        );
        organizer.get("/v1/appointments").refused(403, "not_your_championship", None);

        let end = format!("{path}/end");
        organizer.post(&end, json!({})).refused(428, "precondition_missing", None);
        let ended = organizer.post_if(&end, &etag, json!({}));
        assert_eq!(ended.body["ends_at"], "2026-01-15T12:00:00Z");
        assert_eq!(roles_of(&anna), [""; 0]);
        let etag = ended.etag();
        organizer.post_if(&end, &etag, json!({})).refused(409, "already_done", None);
        organizer.post("/v1/appointments", to(&anna, "captain", Some(&here), Some("URS"))).expect(201);
    }
}

#[test]
fn nobody_gives_more_than_is_theirs_to_give() {
    let app = TestApp::new();
    let (here, elsewhere) = (championship(&app, false), championship(&app, false));
    let anna = app.somebody("anna");
    let organizer = app.appointed("organizer", Some(&here), None);
    for role in ["admin", "fide_president", "organizer", "tournament_director", "chief_arbiter", "arbiter"] {
        let body = to(&anna, role, Some(&here), None);
        let refused = organizer.post("/v1/appointments", body).refused(403, "role_not_allowed", None);
        assert!(refused["facts"]["roles"].as_array().unwrap().contains(&json!("captain")));
        let itself = to(&organizer, role, Some(&here), None);
        organizer.post("/v1/appointments", itself).refused(403, "role_not_allowed", None);
    }
    let officer = to(&anna, "federation_officer", Some(&here), Some("URS"));
    organizer.post("/v1/appointments", officer).refused(403, "role_not_allowed", None);
    for (role, federation) in [("fide_president", None), ("federation_officer", Some("URS"))] {
        let beyond = to(&anna, role, None, federation);
        organizer.post("/v1/appointments", beyond).refused(403, "not_your_championship", None);
    }
    for role in ["steward", "observer"] {
        organizer.post("/v1/appointments", to(&anna, role, Some(&here), None)).expect(201);
    }
    let others = [
        app.appointed("captain", Some(&here), Some("URS")),
        app.appointed("chief_of_delegation", Some(&here), Some("URS")),
        app.appointed("chief_arbiter", Some(&here), None),
        app.appointed("fide_president", None, None),
        app.somebody("bert"),
    ];
    for other in &others {
        let body = to(&anna, "deputy_captain", Some(&here), Some("URS"));
        other.post("/v1/appointments", body).refused(403, "role_not_allowed", None);
        other.get("/v1/appointments").refused(403, "role_not_allowed", None);
    }
    let body = to(&anna, "deputy_captain", Some(&here), Some("URS"));
    app.public().post("/v1/appointments", body.clone()).refused(401, "token_missing", None);
    app.appointed("organizer", Some(&elsewhere), None).post("/v1/appointments", body).refused(
        403,
        "not_your_championship",
        None,
    );
    assert_eq!(roles_of(&anna), ["observer", "steward"]);
    // An administrator's flag is no appointment, not even for administrators.
    let refused = app.admin().post("/v1/appointments", to(&anna, "admin", None, None));
    assert_eq!(refused.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/role");
}

#[test]
fn end_appointment_is_for_those_who_could_make_it() {
    let app = TestApp::new();
    let here = championship(&app, false);
    let (admin, anna) = (app.admin(), app.somebody("anna"));
    let arbiter = admin.post("/v1/appointments", to(&anna, "chief_arbiter", Some(&here), None));
    let (path, etag) = (format!("{}/end", arbiter.header("location").unwrap()), arbiter.etag());
    let organizer = app.appointed("organizer", Some(&here), None);
    organizer.post_if(&path, &etag, json!({})).refused(403, "role_not_allowed", None);
    let officer = app.appointed("federation_officer", None, Some("URS"));
    officer.post_if(&path, &etag, json!({})).refused(403, "not_your_federation", None);
    assert_eq!(roles_of(&anna), ["chief_arbiter"]);
    admin.post_if(&path, &etag, json!({})).expect(200);
    assert_eq!(roles_of(&anna), [""; 0]);
}

#[test]
fn a_federation_officer_appoints_the_own_delegation_and_sees_no_other() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let here = championship(&app, false);
        let officer = app.appointed("federation_officer", None, Some("URS"));
        let anna = app.somebody("anna");
        let mut own = Vec::new();
        for role in ["captain", "deputy_captain", "chief_of_delegation"] {
            let made = officer.post("/v1/appointments", to(&anna, role, Some(&here), Some("URS")));
            own.push(made.expect(201)["id"].as_str().unwrap().to_owned());
            officer.post("/v1/appointments", to(&anna, role, Some(&here), Some("USA"))).refused(
                403,
                "not_your_federation",
                None,
            );
        }
        for role in ["steward", "observer", "organizer", "arbiter"] {
            let body = to(&anna, role, Some(&here), None);
            officer.post("/v1/appointments", body).refused(403, "role_not_allowed", None);
        }
        let again = to(&anna, "federation_officer", None, Some("URS"));
        officer.post("/v1/appointments", again).refused(403, "role_not_allowed", None);
        let theirs = app.admin().post("/v1/appointments", to(&anna, "captain", Some(&here), Some("USA")));
        let (path, etag) = (theirs.header("location").unwrap().to_owned(), theirs.etag());
        officer.get(&path).refused(403, "not_your_federation", None);
        officer.post_if(&format!("{path}/end"), &etag, json!({})).refused(403, "not_your_federation", None);
        let seen = officer.get(&format!("/v1/appointments?championship={here}")).expect(200);
        let seen: Vec<_> = seen["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
        own.sort();
        assert_eq!(seen, own);
        let all = officer.get("/v1/appointments").expect(200);
        let federations = all["data"].as_array().unwrap().iter().map(|row| row["federation"].as_str().unwrap());
        assert!(federations.clone().count() == 4 && federations.into_iter().all(|code| code == "URS"));
    }
}

#[test]
fn a_sandbox_is_rehearsed_in_with_every_role_and_opens_nothing_else() {
    let app = TestApp::new();
    let (sandbox, real) = (championship(&app, true), championship(&app, false));
    let organizer = app.appointed("organizer", Some(&sandbox), None);
    for role in ["fide_president", "chief_arbiter", "tournament_director", "appeals_member", "organizer"] {
        if role != "organizer" {
            organizer.post("/v1/appointments", to(&organizer, role, Some(&sandbox), None)).expect(201);
        }
        organizer.post("/v1/appointments", to(&organizer, role, Some(&real), None)).refused(
            403,
            "not_your_championship",
            None,
        );
    }
    let officer = to(&organizer, "federation_officer", Some(&sandbox), Some("URS"));
    organizer.post("/v1/appointments", officer).expect(201);
    // As an officer in the sandbox, nothing can be had in a real championship.
    organizer.post("/v1/appointments", to(&organizer, "captain", Some(&real), Some("URS"))).refused(
        403,
        "not_your_championship",
        None,
    );
    organizer.post("/v1/appointments", to(&organizer, "admin", Some(&sandbox), None)).refused(
        403,
        "role_not_allowed",
        None,
    );
    organizer.post("/v1/appointments", to(&organizer, "fide_president", None, None)).refused(
        403,
        "not_your_championship",
        None,
    );
    organizer.put("/v1/federations/XYZ", json!({"name": "x"})).refused(403, "role_not_allowed", None);
    organizer.post("/v1/championships", designation()).refused(403, "not_your_championship", None);
}

#[test]
fn an_appointment_counts_from_its_start_until_its_end() {
    let app = TestApp::new();
    let here = championship(&app, false);
    let (admin, anna, bert) = (app.admin(), app.somebody("anna"), app.somebody("bert"));
    let with = |starts: &str, ends: &str| {
        let mut body = to(&anna, "organizer", Some(&here), None);
        body["starts_at"] = json!(starts);
        body["ends_at"] = json!(ends);
        body
    };
    let pointer = |body: Value| {
        admin.post("/v1/appointments", body).refused(422, "invalid_value", None)["errors"][0]["pointer"].clone()
    };
    assert_eq!(pointer(with("2026-01-15T11:59:59.999999Z", "2026-02-01T00:00:00Z")), "/starts_at");
    assert_eq!(pointer(with("2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z")), "/ends_at");
    admin.post("/v1/appointments", with("soon", "later")).refused(400, "invalid_request", None);
    admin.post("/v1/appointments", with("2026-02-01T00:00:00Z", "2026-03-01T01:00:00+01:00")).expect(201);
    let tries = |role: &str| anna.post("/v1/appointments", to(&bert, role, Some(&here), None));
    app.set_time("2026-01-31T23:59:59.999999Z");
    tries("steward").refused(403, "role_not_allowed", None);
    app.set_time("2026-02-01T00:00:00Z");
    tries("steward").expect(201);
    app.set_time("2026-02-28T23:59:59.999999Z");
    tries("observer").expect(201);
    app.set_time("2026-03-01T00:00:00Z");
    tries("observer").refused(403, "role_not_allowed", None);

    let later = admin.post("/v1/appointments", {
        let mut body = to(&anna, "organizer", Some(&here), None);
        body["starts_at"] = json!("2026-06-01T00:00:00Z");
        body
    });
    let path = format!("{}/end", later.header("location").unwrap());
    let ended = admin.post_if(&path, &later.etag(), json!({})).expect(200);
    assert_eq!((ended["starts_at"].clone(), ended["version"].clone()), (ended["ends_at"].clone(), json!(2)));
    app.set_time("2026-06-01T00:00:00Z");
    assert_eq!(roles_of(&anna), [""; 0]);
}

#[test]
fn a_role_stands_where_it_belongs_and_what_it_names_exists() {
    let app = TestApp::new();
    let here = championship(&app, false);
    let (admin, anna) = (app.admin(), app.somebody("anna"));
    let pointers = |body: Value| {
        let problem = admin.post("/v1/appointments", body).refused(422, "invalid_value", None);
        let errors = problem["errors"].as_array().unwrap().clone();
        errors.iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(pointers(to(&anna, "captain", None, None)), ["/championship", "/federation"]);
    assert_eq!(pointers(to(&anna, "observer", Some(&here), Some("URS"))), ["/federation"]);
    assert_eq!(pointers(to(&anna, "referee", Some(&here), None)), ["/role"]);
    assert_eq!(pointers(to(&anna, "captain", Some(&here), Some("urs"))), ["/federation"]);
    let mut nobody = to(&anna, "captain", Some(&here), Some("QQQ"));
    nobody["account"] = json!("acc_00000000000000000000000000000009");
    assert_eq!(pointers(nobody), ["/account", "/federation"]);
    let missing = to(&anna, "observer", Some("chp_00000000000000000000000000000009"), None);
    admin.post("/v1/appointments", missing).refused(404, "not_found", None);
    admin.post("/v1/appointments", to(&anna, "observer", Some("here"), None)).refused(400, "invalid_request", None);
    admin.post("/v1/appointments", to(&anna, "fide_president", None, None)).expect(201);
    assert_eq!(roles_of(&anna), ["fide_president"]);
}

//! `/v1/championships/{championship}/officials`.

use serde_json::{Value, json};

use crate::support::{Championship, Kind, Response, TestApp};

fn propose(event: &Championship, office: &str) -> Response {
    event.organizer.post(&event.path("/officials"), json!({"office": office, "name": "Ana Peric"}))
}

fn list(app: &TestApp, event: &Championship) -> Value {
    app.public().get(&event.path("/officials")).expect(200)
}

/// norm: WSTCC.13.1
#[test]
fn one_director_and_two_assistants_are_nominated_by_the_organizer_and_a_third_is_refused() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let director = propose(&event, "tournament_director").expect(201);
        assert_eq!((&director["state"], director["nominated_at"].is_string()), (&json!("nominated"), true));
        propose(&event, "tournament_director").refused(422, "too_many_officials", Some("Art. 13"));
        propose(&event, "assistant_tournament_director").expect(201);
        let second = propose(&event, "assistant_tournament_director");
        assert_eq!(second.status, 201, "{}", second.text);
        let third = propose(&event, "assistant_tournament_director");
        let refused = third.refused(422, "too_many_officials", Some("Art. 13"));
        assert_eq!(refused["errors"][0]["pointer"], "/office");
        assert_eq!(list(&app, &event)["data"].as_array().unwrap().len(), 3);
        // The place of one who ended is free again.
        let path = second.header("location").unwrap().to_owned();
        let ended = event.organizer.post_if(&format!("{path}/end"), &second.etag(), json!({})).expect(200);
        assert_eq!(ended["state"], "ended");
        propose(&event, "assistant_tournament_director").expect(201);
        event.organizer.post_if(&format!("{path}/end"), "*", json!({})).refused(409, "already_done", None);
    }
}

/// norm: WSTCC.14.1
#[test]
fn fide_nominates_the_chief_arbiter_whom_the_organizer_proposed() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let proposed = propose(&event, "chief_arbiter");
    assert_eq!((proposed.status, &proposed.body["state"]), (201, &json!("proposed")), "{}", proposed.text);
    propose(&event, "chief_arbiter").refused(422, "too_many_officials", Some("Art. 14"));
    let path = proposed.header("location").unwrap().to_owned();
    let nomination = format!("{path}/nomination");
    event.organizer.post_if(&nomination, &proposed.etag(), json!({})).refused(403, "role_not_allowed", None);
    let vacant = list(&app, &event)["vacancies"].clone();
    assert!(vacant.as_array().unwrap().iter().any(|one| one["office"] == "chief_arbiter"));
    let nominated = event.president.post_if(&nomination, &proposed.etag(), json!({}));
    assert_eq!((nominated.status, &nominated.body["state"]), (200, &json!("nominated")), "{}", nominated.text);
    event.president.post_if(&nomination, &nominated.etag(), json!({})).refused(409, "already_done", None);
    // What FIDE nominated the organizer does not end.
    let end = format!("{path}/end");
    event.organizer.post_if(&end, &nominated.etag(), json!({})).refused(403, "role_not_allowed", None);
    event.president.post_if(&end, &nominated.etag(), json!({})).expect(200);
    propose(&event, "chief_arbiter").expect(201);
}

/// norm: WSTCC.14.1
#[test]
fn one_or_two_assistant_arbiters_a_third_is_refused_and_none_is_flagged() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let flagged = || {
        let vacancies = list(&app, &event)["vacancies"].clone();
        vacancies.as_array().unwrap().iter().find(|one| one["office"] == "assistant_arbiter").cloned()
    };
    let none = flagged().unwrap();
    assert_eq!((&none["article"], &none["at_least"], &none["nominated"]), (&json!("Art. 14"), &json!(1), &json!(0)));
    propose(&event, "assistant_arbiter").expect(201);
    assert_eq!(flagged(), None);
    propose(&event, "assistant_arbiter").expect(201);
    propose(&event, "assistant_arbiter").refused(422, "too_many_officials", Some("Art. 14"));
    assert_eq!(list(&app, &event)["data"].as_array().unwrap().len(), 2);
}

#[test]
fn a_nomination_makes_the_appointment_and_its_end_ends_it() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let (director, arbiter) = (app.somebody("director"), app.somebody("arbiter"));
        // A tournament director may close the championship once it is played; nobody else here may even ask.
        let may = |person: &crate::support::Person| {
            let rights = person.get(&event.path("/access")).expect(200);
            let of = |operation: &str| {
                let all = rights["data"].as_array().unwrap();
                all.iter().find(|right| right["operation"] == operation).map(|right| right["code"].clone())
            };
            of("close_championship").unwrap()
        };
        assert_eq!(may(&director), "role_not_allowed");
        let body = json!({
            "office": "tournament_director", "name": "Ana Peric", "federation": "CRO", "account": director.account,
        });
        let nominated = event.organizer.post(&event.path("/officials"), body);
        assert_eq!(nominated.status, 201, "{}", nominated.text);
        assert_eq!((&nominated.body["has_account"], nominated.body["appointment"].is_string()), (&json!(true), true));
        assert_eq!(may(&director), "wrong_phase");
        let body = json!({"office": "chief_arbiter", "name": "Bo Ek", "account": arbiter.account});
        let proposed = event.organizer.post(&event.path("/officials"), body);
        assert_eq!(proposed.status, 201, "{}", proposed.text);
        // A proposal appoints nobody.
        assert_eq!(may(&arbiter), "role_not_allowed");
        let path = proposed.header("location").unwrap();
        event.president.post_if(&format!("{path}/nomination"), &proposed.etag(), json!({})).expect(200);
        assert_eq!(may(&arbiter), "wrong_phase");
        let path = nominated.header("location").unwrap();
        event.organizer.post_if(&format!("{path}/end"), &nominated.etag(), json!({})).expect(200);
        assert_eq!(may(&director), "role_not_allowed");
    }
}

#[test]
fn what_an_official_is_made_of_exists() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let other = Championship::designated(&app);
    let path = event.path("/officials");
    let at = |body: Value| {
        let refused = event.organizer.post(&path, body).refused(422, "invalid_value", None);
        refused["errors"][0]["pointer"].as_str().unwrap().to_owned()
    };
    assert_eq!(at(json!({"office": "steward", "name": "x"})), "/office");
    assert_eq!(at(json!({"office": "assistant_arbiter", "name": "x", "federation": "XXX"})), "/federation");
    let nobody = "acc_00000000000000000000000000000000";
    assert_eq!(at(json!({"office": "assistant_arbiter", "name": "x", "account": nobody})), "/account");
    let body = json!({"office": "assistant_arbiter", "name": "x"});
    app.public().post(&path, body.clone()).refused(401, "token_missing", None);
    other.organizer.post(&path, body.clone()).refused(403, "not_your_championship", None);
    event.president.post(&path, body).refused(403, "role_not_allowed", None);
    assert_eq!(list(&app, &event)["data"], json!([]));
}

//! `/v1/championships/{championship}/entries`.

use serde_json::{Value, json};
use teamchess::storage::notices;

use crate::support::delegation::indications;
use crate::support::{Championship, Delegation, Kind, TestApp};

/// The start is on 10 April 2027 in Berlin: three months before end with 10 January, three weeks before with 20 March.
const LAST_PRELIMINARY: &str = "2027-01-10T22:59:59.999999Z";
const LATE_PRELIMINARY: &str = "2027-01-10T23:00:00Z";
const LAST_DEFINITE: &str = "2027-03-20T22:59:59.999999Z";
const LATE_DEFINITE: &str = "2027-03-20T23:00:00Z";

/// Recipient and subject of every notice of a preliminary entry.
fn copies(app: &TestApp, event: &Championship) -> Vec<(String, String)> {
    let mut db = app.desk.pool.get().unwrap();
    let mut copies: Vec<_> = notices::list(&mut db, &event.id, &Default::default(), None, 100)
        .unwrap()
        .into_iter()
        .filter(|notice| notice.kind == "preliminary_entry")
        .map(|notice| (notice.recipient, notice.subject_id.replace(&event.id, "")))
        .collect();
    copies.sort();
    copies
}

/// norm: WSTCC.5.1
#[test]
fn a_preliminary_entry_is_in_time_until_the_last_instant() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        app.set_time(LAST_PRELIMINARY);
        let entered = norway.enters_preliminarily();
        assert_eq!(entered.header("location"), Some(norway.path("").as_str()));
        let etag = entered.etag();
        let body = entered.expect(201);
        assert_eq!((&body["state"], &body["preliminary_at"]), (&json!("preliminary"), &json!(LAST_PRELIMINARY)));
        app.set_time(LATE_PRELIMINARY);
        let late = sweden.enters_preliminarily().refused(422, "deadline_passed", Some("Art. 5"));
        assert_eq!(
            (&late["facts"]["deadline"], &late["facts"]["received"]),
            (&json!(LAST_PRELIMINARY), &json!(LATE_PRELIMINARY))
        );
        assert_eq!(late["regulation"]["id"], "wstcc-1960");
        sweden.officer.get(&sweden.path("")).refused(404, "not_found", None);
        norway.officer.put_if(&norway.path(""), &etag, json!({})).refused(422, "deadline_passed", Some("Art. 5"));
        assert_eq!(norway.officer.get(&norway.path("")).expect(200), body);
        assert_eq!(copies(&app, &event).len(), 3);
    }
}

/// norm: WSTCC.5.2
#[test]
fn copies_of_a_preliminary_entry_go_to_the_president_and_the_vice_president_of_the_zone() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let dry = norway.officer.put(&norway.path("?validate_only=true"), json!({}));
        assert_eq!((dry.status, copies(&app, &event)), (200, vec![]));
        norway.enters_preliminarily().expect(201);
        let expected = ["fide_president", "fide_vice_president:1.3", "organizer"];
        assert_eq!(copies(&app, &event), expected.map(|recipient| (recipient.to_owned(), "/NOR".to_owned())));
    }
}

#[test]
fn a_preliminary_entry_is_replaced_until_it_is_definite_and_made_anew_after_a_withdrawal() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let first = norway.enters_preliminarily();
        norway.officer.put(&norway.path(""), json!({})).refused(428, "precondition_missing", None);
        norway.officer.put_if(&norway.path(""), "\"9-own\"", json!({})).refused(412, "stale_version", None);
        let second = norway.officer.put_if(&norway.path(""), &first.etag(), json!({"contact": "Bergen\nNorway"}));
        assert_eq!(second.clone().expect(200)["contact"], "Bergen\nNorway");
        assert_eq!(norway.withdraws().expect(200)["state"], "withdrawn");
        norway.names("A", &[]).refused(422, "not_preliminarily_entered", Some("Art. 6"));
        norway.officer.put_if(&norway.path(""), &second.etag(), json!({})).refused(412, "stale_version", None);
        let seen = norway.officer.get(&norway.path("")).etag();
        let again = norway.officer.put_if(&norway.path(""), &seen, json!({"chief_of_delegation": "C"})).expect(200);
        assert_eq!((&again["state"], again.get("withdrawn_at")), (&json!("preliminary"), None));
        norway.names("A", &norway.players(4)).expect(201);
        let definite = norway.enters_definitely(indications());
        let etag = definite.etag();
        definite.expect(200);
        norway.officer.put_if(&norway.path(""), &etag, json!({})).refused(409, "already_done", None);
    }
}

/// norm: WSTCC.1.3
#[test]
fn a_federation_that_is_not_affiliated_at_the_start_is_refused() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let admin = app.admin();
    let until = |last: &str| {
        let body = json!({"name": "Atlantis", "zone": "1.3", "affiliated_to": last});
        let seen = admin.get("/v1/federations/ATL");
        let put = if seen.status == 200 {
            admin.put_if("/v1/federations/ATL", &seen.etag(), body)
        } else {
            admin.put("/v1/federations/ATL", body)
        };
        assert!(put.status < 300, "{}", put.text);
    };
    until("2027-04-09");
    let atlantis = Delegation::of(&app, &event, "ATL");
    let refused = atlantis.enters_preliminarily().refused(422, "federation_not_affiliated", Some("Art. 1"));
    assert_eq!(refused["facts"]["affiliated_to"], "2027-04-09");
    app.public().get(&atlantis.path("")).refused(404, "not_found", None);
    assert_eq!(copies(&app, &event), []);
    until("2027-04-10");
    atlantis.enters_preliminarily().expect(201);
}

/// norm: WSTCC.6.1
#[test]
fn a_definite_entry_is_in_time_until_the_last_instant() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let delegations = ["NOR", "SWE", "FIN"].map(|code| Delegation::of(&app, &event, code));
        let [norway, sweden, finland] = &delegations;
        for delegation in [norway, sweden] {
            delegation.enters_preliminarily().expect(201);
            delegation.names("A", &delegation.players(4)).expect(201);
        }
        app.set_time(LAST_DEFINITE);
        let body = norway.enters_definitely(indications()).expect(200);
        assert_eq!((&body["state"], &body["definite_at"]), (&json!("definite"), &json!(LAST_DEFINITE)));
        let never = finland.officer.post(&finland.path("/definite-entry"), indications());
        never.refused(422, "not_preliminarily_entered", Some("Art. 6"));
        app.set_time(LATE_DEFINITE);
        let late = sweden.enters_definitely(indications()).refused(422, "deadline_passed", Some("Art. 6"));
        assert_eq!(late["facts"]["deadline"], LAST_DEFINITE);
        assert_eq!(sweden.officer.get(&sweden.path("")).expect(200)["state"], "preliminary");
    }
}

/// norm: WSTCC.6.1, WSTCC.6.5
#[test]
fn a_federation_withdraws_its_preliminary_entry_and_does_not_enter_definitely_then() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        norway.officer.post(&norway.path("/withdrawal"), json!({})).refused(
            422,
            "not_preliminarily_entered",
            Some("Art. 6"),
        );
        norway.enters_preliminarily().expect(201);
        norway.names("A", &norway.players(4)).expect(201);
        let body = norway.withdraws().expect(200);
        assert_eq!((&body["state"], &body["withdrawal_reason"]), (&json!("withdrawn"), &json!("No visas")));
        norway.enters_definitely(indications()).refused(422, "not_preliminarily_entered", Some("Art. 6"));
        norway.withdraws().refused(409, "already_done", None);
        let seen = app.public().get(&norway.path("")).expect(200);
        assert_eq!((&seen["state"], seen.get("withdrawal_reason")), (&json!("withdrawn"), None));
    }
}

#[test]
fn a_definite_entry_is_withdrawn_until_the_lots_are_drawn() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
    norway.is_entered(4);
    sweden.is_entered(4);
    app.set_time(LATE_DEFINITE);
    assert_eq!(norway.withdraws().expect(200)["state"], "withdrawn");
    app.set_phase(&event.id, "drawn");
    sweden.withdraws().refused(409, "wrong_phase", None);
    assert_eq!(app.public().get(&sweden.path("")).expect(200)["state"], "definite");
}

/// norm: WSTCC.6.2
#[test]
fn every_missing_indication_is_named_at_once() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        norway.officer.put(&norway.path(""), json!({})).expect(201);
        let missing = |body: Value| -> Vec<String> {
            let refused = norway.enters_definitely(body).refused(422, "indication_missing", Some("Art. 6"));
            let errors = refused["errors"].as_array().unwrap();
            assert!(errors.iter().all(|error| error["article"] == "Art. 6"), "{refused}");
            errors.iter().map(|error| error["pointer"].as_str().unwrap().replace("/indications/", "")).collect()
        };
        let all = [
            "players",
            "captain",
            "birth_dates",
            "places_of_study",
            "nationality_basis",
            "chief_of_delegation",
            "travel",
        ];
        assert_eq!(missing(json!({})), all);
        // A text names no players; and a birth date that is not registered may be written.
        let written = |key: &str| json!({"indications": {key: "x"}});
        assert_eq!(missing(written("players")), all);
        assert_eq!(
            missing(written("birth_dates")),
            all.iter().copied().filter(|key| *key != "birth_dates").collect::<Vec<_>>()
        );
        norway.names("A", &norway.players(4)).expect(201);
        assert_eq!(missing(written("travel")), ["places_of_study", "chief_of_delegation"]);
        assert_eq!(norway.officer.get(&norway.path("")).expect(200)["state"], "preliminary");
        let unknown = json!({"indications": {"places_of_study": "a", "chief_of_delegation": "b", "travel": "c", "horoscope": "d"}});
        let refused = norway.enters_definitely(unknown).refused(422, "invalid_value", None);
        assert_eq!(refused["errors"][0]["pointer"], "/indications/horoscope");
        let complete = json!({"indications": {"places_of_study": "a", "chief_of_delegation": "b", "travel": "c"}});
        let body = norway.enters_definitely(complete.clone()).expect(200);
        assert_eq!((&body["state"], &body["indications"]), (&json!("definite"), &complete["indications"]));
    }
}

#[test]
fn an_entry_has_a_public_and_an_own_view() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
    norway.is_entered(4);
    let public = app.public().get(&norway.path(""));
    let tag = public.etag();
    assert!(tag.starts_with("\"2-public-"), "{tag}");
    let body = public.expect(200);
    assert_eq!(body["teams"][0]["players"][3]["name"], "NOR 4");
    for hidden in ["contact", "chief_of_delegation", "indications"] {
        assert_eq!(body.get(hidden), None);
    }
    assert_eq!(body["teams"][0]["players"][0].get("nationality_by"), None);
    for other in [&sweden.officer, &event.president, &event.director] {
        assert_eq!(other.get(&norway.path("")).expect(200), body);
    }
    for insider in [&norway.officer, &event.organizer, &event.chief_arbiter] {
        let own = insider.get(&norway.path(""));
        assert!(own.etag().starts_with("\"2-own-"), "{}", own.etag());
        let own = own.expect(200);
        assert_eq!((&own["contact"], &own["indications"]["travel"]), (&json!("Oslo"), &json!("9 April, by train")));
        assert_eq!(own["teams"][0]["players"][0]["nationality_by"], "birth");
    }
    assert_eq!(app.public().send("GET", &norway.path(""), &[("If-None-Match", &tag)], None).status, 304);
    // Another team is another view, of the same version of the entry.
    norway.names("A", &norway.players(5)).expect(200);
    let now = app.public().get(&norway.path("")).etag();
    assert!(now != tag && now.starts_with("\"2-public-"), "{now}");
}

#[test]
fn list_entries_pages_by_federation_through_what_is_published() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        for code in ["SWE", "FIN", "NOR"] {
            let delegation = Delegation::of(&app, &event, code);
            delegation.enters_preliminarily().expect(201);
            delegation.names("A", &delegation.players(2)).expect(201);
        }
        let first = app.public().get(&event.path("/entries?limit=2")).expect(200);
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = app.public().get(&event.path(&format!("/entries?limit=2&cursor={cursor}"))).expect(200);
        assert_eq!(second.get("next_cursor"), None);
        let seen: Vec<_> = [&first, &second]
            .iter()
            .flat_map(|page| page["data"].as_array().unwrap())
            .map(|entry| {
                (entry["federation"].as_str().unwrap(), entry["teams"][0]["players"][1]["name"].as_str().unwrap())
            })
            .collect();
        assert_eq!(seen, [("FIN", "FIN 2"), ("NOR", "NOR 2"), ("SWE", "SWE 2")]);
        assert!(!first.to_string().contains("Oslo"));
        assert_eq!(event.organizer.get(&event.path("/entries?limit=2")).expect(200), first);
    }
}

#[test]
fn entries_are_made_by_those_of_the_federation_after_the_invitation() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    norway.enters_preliminarily().refused(409, "wrong_phase", None);
    app.set_phase(&event.id, "invited");
    let other = Championship::invited(&app);
    let path = norway.path("");
    app.public().put(&path, json!({})).refused(401, "token_missing", None);
    event.organizer.put(&path, json!({})).refused(403, "role_not_allowed", None);
    let stranger = app.appointed("federation_officer", None, Some("SWE"));
    stranger.put(&path, json!({})).refused(403, "not_your_federation", None);
    let elsewhere = app.appointed("chief_of_delegation", Some(&other.id), Some("NOR"));
    elsewhere.put(&path, json!({})).refused(403, "not_your_championship", None);
    app.public().get(&path).refused(404, "not_found", None);
    let chief = app.appointed("chief_of_delegation", Some(&event.id), Some("NOR"));
    chief.put(&path, json!({})).expect(201);
    for step in ["/definite-entry", "/withdrawal"] {
        stranger.post(&norway.path(step), json!({})).refused(403, "not_your_federation", None);
        chief.post(&norway.path(step), json!({})).refused(428, "precondition_missing", None);
    }
}

/// The day after the deadline, `…/access` says no with the code of the refusal itself.
#[test]
fn access_to_an_entry_knows_the_deadlines() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let officer = app.appointed("federation_officer", None, Some("NOR"));
    let may = |operation: &str| {
        let rights = officer.get(&event.path("/entries/NOR/access")).expect(200);
        let found = rights["data"].as_array().unwrap().iter().find(|right| right["operation"] == operation).cloned();
        found.unwrap()
    };
    app.set_time("2027-01-10T22:59:59.999999Z");
    assert_eq!(may("submit_preliminary_entry")["allowed"], true);
    app.set_time("2027-01-10T23:00:00Z");
    let late = may("submit_preliminary_entry");
    assert_eq!(
        (&late["allowed"], &late["code"], &late["article"]),
        (&json!(false), &json!("deadline_passed"), &json!("Art. 5"))
    );
    assert_eq!(may("submit_definite_entry")["allowed"], true);
}

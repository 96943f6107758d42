//! `/v1/championships/{championship}/dispensations` and `…/lateness-report`.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::{Championship, Delegation, Kind, Person, Response, TestApp};

/// Three months before the start, in Berlin.
const LAST_PRELIMINARY: &str = "2027-01-10T22:59:59.999999Z";
const LATE_PRELIMINARY: &str = "2027-01-10T23:00:00Z";
const EXTENDED: &str = "2027-01-20T12:00:00Z";

fn grant(event: &Championship, body: Value) -> Response {
    let mut body = body;
    body["reason"] = json!("The invitation reached Oslo late");
    event.president.post(&event.path("/dispensations"), body)
}

fn deadline(table: &Value, step: &str) -> Value {
    table["deadlines"].as_array().unwrap().iter().find(|one| one["step"] == step).unwrap().clone()
}

fn report(event: &Championship) -> Vec<(Value, Value, Value, Value)> {
    let report = event.organizer.get(&event.path("/lateness-report")).expect(200);
    let late = report["late"].as_array().unwrap();
    let shown = late.iter().map(|one| {
        let field = |name: &str| one.get(name).cloned().unwrap_or_default();
        (field("step"), field("federation"), field("late_by_seconds"), field("state"))
    });
    shown.collect()
}

#[test]
fn a_federation_enters_late_until_the_end_of_its_dispensation_and_nobody_else_does() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        app.set_time(LATE_PRELIMINARY);
        norway.enters_preliminarily().refused(422, "deadline_passed", Some("Art. 5"));
        let granted = grant(&event, json!({"step": "preliminary_entry", "federation": "NOR", "until": EXTENDED}));
        let path = granted.header("location").unwrap().to_owned();
        let granted = granted.expect(201);
        assert_eq!((&granted["state"], &granted["until"]), (&json!("granted"), &json!(EXTENDED)));
        sweden.enters_preliminarily().refused(422, "deadline_passed", Some("Art. 5"));
        let table = app.public().get(&event.path("/timetable?federation=NOR")).expect(200);
        assert_eq!(deadline(&table, "preliminary_entry")["state"], "due_soon");
        assert_eq!(deadline(&table, "preliminary_entry")["dispensations"][0]["until"]["instant"], EXTENDED);
        let rights = norway.officer.get(&norway.path("/access")).expect(200);
        let may = |rights: &Value| {
            let all = rights["data"].as_array().unwrap();
            all.iter().find(|one| one["operation"] == "submit_preliminary_entry").unwrap()["allowed"].clone()
        };
        assert_eq!(may(&rights), true, "{rights}");

        app.set_time(EXTENDED);
        let entered = norway.enters_preliminarily();
        let etag = entered.etag();
        let entered = entered.expect(201);
        assert_eq!(entered["by_dispensation"], json!([granted["id"]]));
        let listed = app.public().get(&event.path("/entries")).expect(200);
        assert_eq!(listed["data"][0]["by_dispensation"], json!([granted["id"]]));
        let used = event.president.get(&path);
        assert_eq!((&used.body["state"], &used.body["used_at"]), (&json!("used"), &json!(EXTENDED)));
        let revocation = format!("{path}/revocation");
        event.president.post_if(&revocation, &used.etag(), json!({})).refused(409, "dispensation_used", None);
        let table = app.public().get(&event.path("/timetable?federation=NOR")).expect(200);
        assert_eq!(deadline(&table, "preliminary_entry")["state"], "met");
        let entry = &report(&event)[2];
        let late = 9 * 86_400 + 13 * 3_600;
        assert_eq!(entry, &(json!("preliminary_entry"), json!("NOR"), json!(late), json!("met")));

        app.set_time("2027-01-20T12:00:00.000001Z");
        let over = norway.officer.put_if(&norway.path(""), &etag, json!({}));
        let over = over.refused(422, "deadline_passed", Some("Art. 5"));
        assert_eq!(over["facts"]["dispensation_until"], EXTENDED);
        assert_eq!(may(&norway.officer.get(&norway.path("/access")).expect(200)), false);
    }
}

#[test]
fn a_dispensation_lies_between_the_deadline_and_the_start_and_is_for_a_step_of_its_holder() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let until = |until: &str| grant(&event, json!({"step": "preliminary_entry", "federation": "NOR", "until": until}));
    let refused = until(LAST_PRELIMINARY).refused(422, "dispensation_period", Some("Art. 5"));
    assert_eq!(
        (&refused["errors"][0]["pointer"], &refused["facts"]["deadline"]),
        (&json!("/until"), &json!(LAST_PRELIMINARY))
    );
    until("2027-04-10T12:00:00.000001Z").refused(422, "dispensation_period", Some("Art. 5"));
    for (body, pointer) in [
        (json!({"step": "designation"}), "/step"),
        (json!({"step": "preliminary_entry"}), "/step"),
        (json!({"step": "draft_invitation", "federation": "NOR"}), "/step"),
        (json!({"step": "definite_entry", "federation": "ZZZ"}), "/federation"),
    ] {
        let refused = grant(&event, body);
        assert_eq!((refused.status, &refused.body["errors"][0]["pointer"]), (422, &json!(pointer)), "{}", refused.text);
    }
    let body = json!({"step": "draft_invitation", "reason": "?"});
    event.organizer.post(&event.path("/dispensations"), body).refused(403, "role_not_allowed", None);
    let path = event.path("/dispensations");
    event.president.post(&path, json!({"step": "draft_invitation"})).refused(400, "invalid_request", None);

    until(LATE_PRELIMINARY).expect(201);
    until(EXTENDED).refused(409, "already_done", None);
    let all = event.organizer.get(&path).expect(200);
    assert_eq!((all["data"].as_array().unwrap().len(), all["data"][0]["federation"].clone()), (1, json!("NOR")));
    app.public().get(&path).refused(401, "token_missing", None);
}

#[test]
fn a_dispensation_that_nobody_has_used_can_be_taken_back() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    let granted = grant(&event, json!({"step": "preliminary_entry", "federation": "NOR"}));
    let revocation = format!("{}/revocation", granted.header("location").unwrap());
    // An entry in time uses nothing.
    norway.enters_preliminarily().expect(201);
    event.organizer.post_if(&revocation, &granted.etag(), json!({})).refused(403, "role_not_allowed", None);
    let revoked = event.president.post_if(&revocation, &granted.etag(), json!({}));
    assert_eq!((revoked.status, &revoked.body["state"]), (200, &json!("revoked")), "{}", revoked.text);
    event.president.post_if(&revocation, &revoked.etag(), json!({})).refused(409, "already_done", None);
    app.set_time(LATE_PRELIMINARY);
    let etag = norway.officer.get(&norway.path("")).etag();
    norway.officer.put_if(&norway.path(""), &etag, json!({})).refused(422, "deadline_passed", Some("Art. 5"));
    let inbox = |person: &Person| {
        let found = person.get(&event.path("/notices?kind=dispensation")).expect(200);
        found["data"].as_array().unwrap().len()
    };
    assert_eq!(inbox(&norway.officer), 2, "one of the grant, one of the revocation");
    assert_eq!(inbox(&event.organizer), 4);
}

/// norm: WSTCC.2.1
#[test]
fn a_late_draft_is_reported_unless_the_president_excused_it() {
    for excused in [false, true] {
        let app = TestApp::new();
        let event = Championship::designated(&app);
        app.set_time("2026-11-10T23:00:59.999999Z");
        if excused {
            grant(&event, json!({"step": "draft_invitation"})).expect(201);
        }
        let draft = event.submitted_draft(&app);
        assert_eq!(event.president.get(&draft).expect(200)["late"], !excused);
        let table = app.public().get(&event.path("/timetable")).expect(200);
        let state = if excused { "met" } else { "met_late" };
        assert_eq!(deadline(&table, "draft_invitation")["state"], state);
        assert_eq!(report(&event), [(json!("draft_invitation"), Value::Null, json!(60), json!(state))]);
        app.public().get(&event.path("/lateness-report")).refused(401, "token_missing", None);
    }
}

#[test]
fn lots_wait_for_a_federation_that_may_still_enter_definitely() {
    let app = TestApp::new();
    let field = fixtures::entered(&app, 4);
    app.set_time(fixtures::FIRST_OF_LOTS);
    field.commits_lots();
    let president = app.appointed("fide_president", None, None);
    let body =
        json!({"step": "definite_entry", "federation": "SWE", "until": "2027-04-08T12:00:00Z", "reason": "Visas"});
    president.post(&format!("/v1/championships/{}/dispensations", field.championship), body).expect(201);
    app.set_time("2027-04-08T12:00:00Z");
    let refused = field.draws_lots("7").refused(422, "entries_not_final", Some("Art. 7"));
    assert_eq!(refused["facts"]["federation"], "SWE");
    app.set_time("2027-04-08T12:00:00.000001Z");
    field.draws_lots("7").expect(200);
}

//! `/v1/championships/{championship}/invitation-drafts` and `…/invitation`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::invitation::particulars;
use crate::support::{Championship, Kind, TestApp};

fn drafts(event: &Championship) -> Value {
    event.organizer.get(&event.path("/invitation-drafts")).expect(200)["data"].clone()
}

/// Those that bring the invitation.
fn notices(app: &TestApp, event: &Championship) -> Vec<Value> {
    let mut all = Vec::new();
    let mut path = event.path("/notices?kind=invitation&limit=100");
    loop {
        let page = app.admin().get(&path).expect(200);
        all.extend(page["data"].as_array().unwrap().clone());
        match page["next_cursor"].as_str() {
            Some(cursor) => path = event.path(&format!("/notices?kind=invitation&limit=100&cursor={cursor}")),
            None => return all,
        }
    }
}

/// norm: WSTCC.1.6
#[test]
fn three_dollars_a_day_can_be_asked_and_a_cent_more_is_refused() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let path = event.path("/invitation-drafts");
        let mut body = particulars(&app);
        body["contribution"] = json!({"amount_minor_units": 301, "currency": "USD"});
        let refused = event.organizer.post(&path, body.clone()).refused(422, "contribution_too_high", Some("Art. 1"));
        assert_eq!(refused["errors"][0]["pointer"], "/contribution");
        assert_eq!(refused["facts"]["max_minor_units"], 300);
        assert_eq!(drafts(&event), json!([]));
        body["contribution"]["amount_minor_units"] = json!(300);
        let created = event.organizer.post(&path, body.clone());
        assert_eq!(created.status, 201, "{}", created.text);
        assert_eq!(created.body["contribution"], json!({"amount_minor_units": 300, "currency": "USD"}));
        // Neither by writing it anew nor by the President's own modification.
        let draft = created.header("location").unwrap().to_owned();
        body["contribution"]["amount_minor_units"] = json!(301);
        event.organizer.put_if(&draft, &created.etag(), body).refused(422, "contribution_too_high", Some("Art. 1"));
        event.organizer.post_if(&format!("{draft}/submission"), &created.etag(), json!({})).expect(200);
        let more = json!({"contribution": {"amount_minor_units": 301, "currency": "USD"}});
        event.president.post_if(&format!("{draft}/approval"), "*", more).refused(
            422,
            "contribution_too_high",
            Some("Art. 1"),
        );
        assert_eq!(drafts(&event)[0]["state"], "submitted");
    }
}

/// norm: WSTCC.2.1
#[test]
fn a_draft_is_in_time_until_the_end_of_its_day_five_months_before_and_late_after() {
    // Five months before 10 April 2027 is 10 November 2026, in Berlin until 23:00 UTC.
    for (time, late, state) in
        [("2026-11-10T22:59:59.999999Z", false, "met"), ("2026-11-10T23:00:00Z", true, "met_late")]
    {
        let app = TestApp::new();
        let event = Championship::designated(&app);
        app.set_time(time);
        let draft = event.submitted_draft(&app);
        let body = event.president.get(&draft).expect(200);
        assert_eq!((&body["state"], &body["late"]), (&json!("submitted"), &json!(late)));
        let timetable = app.public().get(&event.path("/timetable")).expect(200);
        let deadline = timetable["deadlines"].as_array().unwrap().iter().find(|one| one["step"] == "draft_invitation");
        let deadline = deadline.unwrap();
        assert_eq!((&deadline["state"], &deadline["article"]), (&json!(state), &json!("Art. 2")));
        // The way is not closed by being late.
        event.president.post_if(&format!("{draft}/approval"), "*", json!({})).expect(200);
    }
}

/// norm: WSTCC.2.2
#[test]
fn each_missing_particular_is_refused_by_name() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let mut body = particulars(&app);
    let complete = body.clone();
    body["particulars"].as_object_mut().unwrap().retain(|key, _| key != "lodging" && key != "rate_of_play");
    let created = event.organizer.post(&event.path("/invitation-drafts"), body);
    let draft = created.header("location").unwrap().to_owned();
    let submission = format!("{draft}/submission");
    let refused = event.organizer.post_if(&submission, &created.etag(), json!({})).refused(
        422,
        "particulars_missing",
        Some("Art. 2"),
    );
    let pointers: Vec<_> =
        refused["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/particulars/lodging", "/particulars/rate_of_play"]);
    assert_eq!(drafts(&event)[0]["state"], "draft");
    let mut without_amount = complete.clone();
    without_amount.as_object_mut().unwrap().remove("contribution");
    let updated = event.organizer.put_if(&draft, &created.etag(), without_amount);
    assert_eq!(updated.status, 200, "{}", updated.text);
    let refused = event.organizer.post_if(&submission, &updated.etag(), json!({})).refused(
        422,
        "particulars_missing",
        Some("Art. 2"),
    );
    assert_eq!(refused["errors"][0]["pointer"], "/contribution");
    let updated = event.organizer.put_if(&draft, &updated.etag(), complete.clone());
    let submitted = event.organizer.post_if(&submission, &updated.etag(), json!({}));
    assert_eq!((submitted.status, &submitted.body["state"]), (200, &json!("submitted")), "{}", submitted.text);
    // What the President has stays as it is.
    event.organizer.put_if(&draft, &submitted.etag(), complete).refused(409, "draft_already_submitted", None);
    event.organizer.post_if(&submission, &submitted.etag(), json!({})).refused(409, "draft_already_submitted", None);
}

#[test]
fn a_particular_that_the_regulations_do_not_know_is_refused() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let body = json!({"particulars": {"lodgings": "typed wrongly"}});
    let refused = event.organizer.post(&event.path("/invitation-drafts"), body).refused(422, "invalid_value", None);
    assert_eq!(refused["errors"][0]["pointer"], "/particulars/lodgings");
    let blank = json!({"particulars": {"lodging": " "}});
    event.organizer.post(&event.path("/invitation-drafts"), blank).refused(422, "invalid_value", None);
    assert_eq!(drafts(&event), json!([]));
}

/// norm: WSTCC.3.1
#[test]
fn no_invitation_goes_out_before_the_president_has_answered_and_the_time_taken_is_shown() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let send = || event.organizer.post(&event.path("/invitation"), particulars(&app));
    send().refused(422, "not_approved", Some("Art. 3"));
    let draft = event.submitted_draft(&app);
    send().refused(422, "not_approved", Some("Art. 3"));
    app.public().get(&event.path("/invitation")).refused(404, "not_found", None);
    assert!(notices(&app, &event).is_empty());
    event.organizer.post_if(&format!("{draft}/approval"), "*", json!({})).refused(403, "role_not_allowed", None);
    app.set_time("2026-01-17T12:00:30Z");
    let answered = event.president.post_if(
        &format!("{draft}/approval"),
        "*",
        json!({"modifications": {"lodging": "Two to a room"}, "remarks": "Otherwise as it is."}),
    );
    assert_eq!(answered.status, 200, "{}", answered.text);
    assert_eq!(answered.body["state"], "approved_with_modifications");
    assert_eq!(answered.body["answered_after_seconds"], 2 * 86_400 + 30);
    assert_eq!(answered.body["modifications"], json!({"lodging": "Two to a room"}));
    // Only what waits for an answer is answered.
    event.president.post_if(&format!("{draft}/approval"), &answered.etag(), json!({})).refused(
        409,
        "draft_not_submitted",
        None,
    );
    let mut body = particulars(&app);
    body["particulars"]["lodging"] = json!("Two to a room");
    event.organizer.post(&event.path("/invitation"), body).expect(201);
}

/// norm: WSTCC.3.2
#[test]
fn after_requested_modifications_comes_another_version_and_all_are_kept() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let first = event.submitted_draft(&app);
        let create = || event.organizer.post(&event.path("/invitation-drafts"), particulars(&app));
        create().refused(409, "draft_open", None);
        let request = format!("{first}/modification-request");
        event.president.post_if(&request, "*", json!({"modifications": {}})).refused(422, "invalid_value", None);
        let wanted = json!({"modifications": {"prizes": "A cup too"}, "remarks": "Please."});
        let sent_back = event.president.post_if(&request, "*", wanted).expect(200);
        assert_eq!(sent_back["state"], "sent_back");
        event.organizer.post(&event.path("/invitation"), particulars(&app)).refused(
            422,
            "not_approved",
            Some("Art. 3"),
        );
        event.president.post_if(&format!("{first}/approval"), "*", json!({})).refused(409, "draft_not_submitted", None);

        let second = event.submitted_draft(&app);
        event.president.post_if(&format!("{second}/approval"), "*", json!({})).expect(200);
        let all = drafts(&event);
        let kept: Vec<_> =
            all.as_array().unwrap().iter().map(|one| (one["number"].as_i64().unwrap(), one["state"].clone())).collect();
        assert_eq!(kept, [(1, json!("sent_back")), (2, json!("approved"))]);
        assert_eq!(all[0]["modifications"], json!({"prizes": "A cup too"}));
        assert_eq!(all[0]["remarks"], "Please.");
        app.public().get(&event.path("/invitation-drafts")).refused(401, "token_missing", None);
        Championship::designated(&app).organizer.get(&first).refused(403, "not_your_championship", None);
    }
}

/// norm: WSTCC.4.1
#[test]
fn the_invitation_is_due_four_months_before_whenever_the_president_answers() {
    // Four months before 10 April 2027 is 10 December 2026, in Berlin until 23:00 UTC.
    for (time, late) in [("2026-12-10T22:59:59.999999Z", false), ("2026-12-10T23:00:00Z", true)] {
        let app = TestApp::new();
        let event = Championship::designated(&app);
        let draft = event.submitted_draft(&app);
        app.set_time(time);
        // The answer comes in the last moment, or after it; the deadline stays where it is.
        event.president.post_if(&format!("{draft}/approval"), "*", json!({})).expect(200);
        let sent = event.organizer.post(&event.path("/invitation"), particulars(&app)).expect(201);
        assert_eq!(sent["late"], late);
        let timetable = app.public().get(&event.path("/timetable")).expect(200);
        let deadlines = timetable["deadlines"].as_array().unwrap();
        let deadline = deadlines.iter().find(|one| one["step"] == "definite_invitation").unwrap();
        assert_eq!(deadline["article"], "Art. 4");
        assert_eq!(deadline["due"]["instant"], "2026-12-10T22:59:59.999999Z");
        assert_eq!(deadline["state"], if late { "met_late" } else { "met" });
        let read = app.public().get(&event.path("")).expect(200);
        assert_eq!(read["phase"], "invited");
        event.organizer.post(&event.path("/invitation"), particulars(&app)).refused(409, "wrong_phase", None);
    }
}

/// norm: WSTCC.4.2
#[test]
fn every_affiliated_federation_and_every_office_has_a_notice_of_its_own() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        event.invite(&app);
        let invitation = app.public().get(&event.path("/invitation")).expect(200);
        let all = notices(&app, &event);
        let federations: Vec<_> =
            all.iter().filter(|one| one["recipient"] == "federation").map(|one| one["federation"].clone()).collect();
        // All members and nobody of the past; an older code of a member is not told beside the newer one.
        let told: BTreeSet<_> = federations.iter().map(|code| code.as_str().unwrap()).collect();
        assert_eq!(told.len(), federations.len());
        assert_eq!(json!(told), invitation["federations"]);
        for gone in ["URS", "GDR", "TCH", "ROM", "SCG"] {
            assert!(!told.contains(gone), "{gone}");
        }
        assert_eq!(told.len(), 207);
        let offices: BTreeSet<_> = all
            .iter()
            .filter(|one| one["recipient"] != "federation")
            .map(|one| one["recipient"].as_str().unwrap())
            .collect();
        let zones: BTreeSet<_> =
            offices.iter().filter_map(|office| office.strip_prefix("fide_vice_president:")).collect();
        assert_eq!(zones.len(), 33);
        assert!(zones.contains("2.1") && offices.contains("fide_president"));
        assert!(offices.contains("chief_editor_of_fide_review"));
        assert_eq!(offices.len(), 35);
        assert_eq!(all.len(), 207 + 35);
        assert_eq!(invitation["federations_without_zone"].as_array().unwrap().len(), 52);
        assert!(all.iter().all(|one| one["issued_at"] == invitation["sent_at"] && one["kind"] == "invitation"));
    }
}

/// norm: WSTCC.4.3
#[test]
fn the_invitation_says_what_was_approved_with_the_modifications_and_nothing_else() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let draft = event.submitted_draft(&app);
        let modifications = json!({
            "modifications": {"lodging": "Two to a room"}, "contribution": {"amount_minor_units": 250, "currency": "USD"},
        });
        event.president.post_if(&format!("{draft}/approval"), "*", modifications).expect(200);
        let send = |body: Value| event.organizer.post(&event.path("/invitation"), body);
        // As it was submitted, without the modifications.
        let refused = send(particulars(&app)).refused(422, "content_not_approved", Some("Art. 4"));
        assert_eq!(refused["facts"]["differing"], json!(["lodging", "contribution"]));
        let mut body = particulars(&app);
        body["particulars"]["lodging"] = json!("Two to a room");
        body["contribution"]["amount_minor_units"] = json!(250);
        let mut other = body.clone();
        other["particulars"]["prizes"] = json!("None");
        let refused = send(other).refused(422, "content_not_approved", Some("Art. 4"));
        assert_eq!(refused["errors"][0]["pointer"], "/particulars/prizes");
        let mut shorter = body.clone();
        shorter["particulars"].as_object_mut().unwrap().remove("officials");
        send(shorter).refused(422, "content_not_approved", Some("Art. 4"));
        assert_eq!(app.public().get(&event.path("")).expect(200)["phase"], "designated");
        assert!(notices(&app, &event).is_empty());
        let sent = send(body.clone());
        assert_eq!(sent.status, 201, "{}", sent.text);
        assert_eq!(sent.body["particulars"], body["particulars"]);
        assert_eq!(app.public().get(&event.path("/invitation")).expect(200), sent.body);
    }
}

#[test]
fn only_the_own_organizer_writes_and_sends() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let other = Championship::designated(&app);
    let body = || particulars(&app);
    let path = event.path("/invitation-drafts");
    app.public().post(&path, body()).refused(401, "token_missing", None);
    other.organizer.post(&path, body()).refused(403, "not_your_championship", None);
    event.president.post(&path, body()).refused(403, "role_not_allowed", None);
    other.organizer.post(&event.path("/invitation"), body()).refused(403, "not_your_championship", None);
    // A version of another championship is not found under this one.
    let foreign = other.submitted_draft(&app);
    let id = foreign.rsplit('/').next().unwrap();
    event.organizer.get(&event.path(&format!("/invitation-drafts/{id}"))).refused(404, "not_found", None);
    assert_eq!(drafts(&event), json!([]));
}

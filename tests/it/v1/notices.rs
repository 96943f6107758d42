//! `/v1/championships/{championship}/notices`.

use serde_json::{Value, json};

use crate::support::{Championship, Delegation, Kind, Person, TestApp};

fn notices(person: &Person, event: &Championship, query: &str) -> Vec<Value> {
    let page = person.get(&event.path(&format!("/notices?limit=200{query}"))).expect(200);
    page["data"].as_array().unwrap().clone()
}

/// Kind and recipient of each; what is issued in the same millisecond has no order.
fn brief(notices: &[Value]) -> Vec<(String, String)> {
    let text = |one: &'_ Value, name: &str| -> String { one[name].as_str().unwrap().to_owned() };
    let mut brief: Vec<_> = notices.iter().map(|one| (text(one, "kind"), text(one, "recipient"))).collect();
    brief.sort();
    brief
}

fn path(event: &Championship, notice: &Value, rest: &str) -> String {
    event.path(&format!("/notices/{}{rest}", notice["id"].as_str().unwrap()))
}

/// norm: WSTCC.4.2
#[test]
fn a_delivery_is_traced_from_its_issue_to_the_acknowledgement_by_its_addressee() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        event.invite(&app);
        let norway = app.appointed("federation_officer", None, Some("NOR"));
        let own = notices(&norway, &event, "");
        assert_eq!((own.len(), &own[0]["federation"]), (1, &json!("NOR")));
        assert_eq!(own[0]["state"], "issued", "reading the list is no receipt");
        let (receipt, acknowledgement) = (path(&event, &own[0], "/receipt"), path(&event, &own[0], "/acknowledgement"));
        let spain = app.appointed("federation_officer", None, Some("ESP"));
        for act in [&receipt, &acknowledgement] {
            spain.post_if(act, "\"1\"", json!({})).refused(403, "not_your_federation", None);
            event.organizer.post_if(act, "\"1\"", json!({})).refused(403, "not_the_addressee", None);
            event.president.post_if(act, "\"1\"", json!({})).refused(403, "not_the_addressee", None);
        }
        app.set_time("2026-01-18T08:00:00Z");
        let fetched = norway.post_if(&receipt, "\"1\"", json!({}));
        assert_eq!((fetched.status, &fetched.body["state"]), (200, &json!("fetched")), "{}", fetched.text);
        assert_eq!(fetched.body["fetched_by"].as_str(), norway.account.as_deref());
        norway.post_if(&receipt, &fetched.etag(), json!({})).refused(409, "already_done", None);
        app.set_time("2026-01-20T08:00:00Z");
        let done = norway.post_if(&acknowledgement, &fetched.etag(), json!({}));
        assert_eq!((done.status, &done.body["state"]), (200, &json!("acknowledged")), "{}", done.text);
        assert_eq!(done.body["issued_at"], "2026-01-15T12:00:00Z");
        assert_eq!(done.body["fetched_at"], "2026-01-18T08:00:00Z");
        assert_eq!(done.body["acknowledged_at"], "2026-01-20T08:00:00Z");
        assert_eq!(done.body["acknowledged_by"].as_str(), norway.account.as_deref());
        norway.post_if(&acknowledgement, &done.etag(), json!({})).refused(409, "already_done", None);
        app.public().get(&event.path("/notices")).refused(401, "token_missing", None);

        // The President's office acts for every office of FIDE; whoever acknowledges has fetched.
        let copy = &notices(&event.organizer, &event, "&recipient=fide_vice_president:2.1")[0];
        let done = event.president.post_if(&path(&event, copy, "/acknowledgement"), "\"1\"", json!({})).expect(200);
        assert_eq!(done["fetched_at"], done["acknowledged_at"]);

        let with = |query: &str| notices(&event.organizer, &event, query);
        let acknowledged = with("&state=acknowledged");
        assert_eq!(acknowledged.len(), 2);
        assert!(with("&state=fetched").is_empty());
        let of_norway = with("&state=acknowledged&federation=NOR");
        assert!(of_norway.len() == 1 && acknowledged.contains(&of_norway[0]));
        assert_eq!(with("&recipient=fide_president&state=issued").len(), 2);
        event.organizer.get(&event.path("/notices?state=lost")).refused(400, "invalid_request", None);
    }
}

#[test]
fn each_step_of_the_invitation_and_of_an_entry_lies_in_the_inbox_of_whom_it_concerns() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    event.invite(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    norway.is_entered(4);
    norway.withdraws().expect(200);
    let to = |recipient: &str| notices(&event.organizer, &event, &format!("&recipient={recipient}"));
    let organizer = to("organizer");
    let kinds = |notices: &[Value]| brief(notices).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
    assert_eq!(kinds(&organizer), ["definite_entry", "draft_answer", "preliminary_entry", "withdrawal"]);
    let withdrawal = organizer.iter().find(|one| one["kind"] == "withdrawal").unwrap();
    assert_eq!(withdrawal["subject"], format!("{}/NOR", event.id));
    assert_eq!(kinds(&to("fide_president")), ["draft_invitation", "invitation", "preliminary_entry"]);
    let receipt = path(&event, &organizer[0], "/receipt");
    event.president.post_if(&receipt, "\"1\"", json!({})).refused(403, "not_the_addressee", None);
    event.organizer.post_if(&receipt, "\"1\"", json!({})).expect(200);
}

/// norm: WSTCC.5.2
#[test]
fn a_federation_in_no_zone_enters_and_the_missing_vice_president_is_flagged() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        app.admin().put("/v1/federations/XYZ", json!({"name": "Xyzzy"})).expect(201);
        Delegation::of(&app, &event, "XYZ").enters_preliminarily().expect(201);
        let lost = notices(&event.organizer, &event, "&state=undeliverable");
        assert_eq!((lost.len(), &lost[0]["recipient"]), (1, &json!("fide_vice_president_of_zone")));
        assert_eq!(lost[0]["undeliverable"], "no_zone");
        assert_eq!(notices(&event.organizer, &event, "&state=issued").len(), 2);
    }
}

/// norm: WSTCC.4.2
#[test]
fn what_was_sent_outside_is_recorded_with_a_day_between_the_notice_and_today() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        // In Hamburg it is the 16th already.
        app.set_time("2026-01-15T23:30:00Z");
        event.invite(&app);
        let notice = &notices(&event.organizer, &event, "&federation=NOR")[0];
        let dispatches = path(&event, notice, "/dispatches");
        let by = |means: &str, day: &str| event.organizer.post(&dispatches, json!({"means": means, "sent_on": day}));
        app.set_time("2026-01-19T22:59:00Z");
        let early = by("paper", "2026-01-15").refused(422, "dispatch_out_of_time", Some("Art. 4"));
        assert_eq!(early["facts"]["issued_on"], "2026-01-16");
        let future = by("paper", "2026-01-20").refused(422, "dispatch_out_of_time", Some("Art. 4"));
        assert_eq!(
            (&future["facts"]["today"], &future["errors"][0]["pointer"]),
            (&json!("2026-01-19"), &json!("/sent_on"))
        );
        by("pigeon", "2026-01-16").refused(422, "invalid_value", None);
        by("paper", "2026-01-16").expect(200);
        let both = by("e_mail", "2026-01-19").expect(200);
        let sent: Vec<_> =
            both["dispatches"].as_array().unwrap().iter().map(|one| (&one["means"], &one["sent_on"])).collect();
        assert_eq!(sent, [(&json!("paper"), &json!("2026-01-16")), (&json!("e_mail"), &json!("2026-01-19"))]);
        assert_eq!(both["dispatches"][0]["recorded_by"].as_str(), event.organizer.account.as_deref());
        assert_eq!(both["state"], "issued", "it is not known to have arrived");
        assert_eq!(notices(&event.organizer, &event, "&federation=NOR"), [both]);
        let body = json!({"means": "paper", "sent_on": "2026-01-16"});
        app.appointed("federation_officer", None, Some("NOR")).post(&dispatches, body).refused(
            403,
            "role_not_allowed",
            None,
        );
    }
}

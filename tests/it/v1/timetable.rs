//! `/v1/championships/{championship}/timetable`.

use std::collections::BTreeMap;

use icalendar::Component;
use serde_json::{Value, json};
use teamchess::service::clockwork;

use crate::support::{Championship, Kind, Person, TestApp};

fn timetable(app: &TestApp, event: &Championship) -> Value {
    app.public().get(&event.path("/timetable")).expect(200)
}

fn state(table: &Value, step: &str) -> Value {
    let deadlines = table["deadlines"].as_array().unwrap();
    deadlines.iter().find(|one| one["step"] == step).unwrap()["state"].clone()
}

#[test]
fn every_deadline_before_the_start_is_shown_with_how_it_was_computed() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let table = timetable(&app, &event);
    assert_eq!(table["starts_at"], json!({"instant": "2027-04-10T12:00:00Z", "local": "2027-04-10T14:00:00+02:00"}));
    assert_eq!((&table["zone"], &table["prizes_on"]), (&json!("Europe/Berlin"), &json!("2027-04-24")));
    let shown: Vec<_> = table["deadlines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            (
                text("step"),
                text("article"),
                one["due"]["local"].as_str().unwrap().to_owned(),
                text("late"),
                text("state"),
            )
        })
        .collect();
    let expected = [
        ("designation", "Art. 1", "2026-04-10T23:59:59.999999+02:00", "recorded", "met"),
        ("draft_invitation", "Art. 2", "2026-11-10T23:59:59.999999+01:00", "recorded", "upcoming"),
        ("definite_invitation", "Art. 4", "2026-12-10T23:59:59.999999+01:00", "recorded", "upcoming"),
        ("preliminary_entry", "Art. 5", "2027-01-10T23:59:59.999999+01:00", "refused", "upcoming"),
        ("definite_entry", "Art. 6", "2027-03-20T23:59:59.999999+01:00", "refused", "upcoming"),
    ];
    let expected = expected.map(|(step, article, due, late, state)| {
        (step.to_owned(), article.to_owned(), due.to_owned(), late.to_owned(), state.to_owned())
    });
    assert_eq!(shown, expected);
    assert_eq!(table["deadlines"][1]["derivation"], "5 calendar months before 2027-04-10, last day counts");
}

#[test]
fn a_state_follows_the_facts_and_the_moment() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    app.set_time("2026-11-01T00:00:00Z");
    assert_eq!(state(&timetable(&app, &event), "draft_invitation"), "due_soon");
    event.invite(&app);
    let table = timetable(&app, &event);
    assert_eq!(state(&table, "draft_invitation"), "met");
    assert_eq!(state(&table, "definite_invitation"), "met");
    assert_eq!(table["deadlines"][2]["done"]["local"], "2026-11-01T01:00:00+01:00");
    // One federation enters: that is not yet the end of the time for all.
    let norway = app.appointed("federation_officer", None, Some("NOR"));
    norway.put(&event.path("/entries/NOR"), json!({})).expect(201);
    let table = timetable(&app, &event);
    assert_eq!(state(&table, "preliminary_entry"), "upcoming");
    assert_eq!(table["deadlines"][3]["received"], 1);
    app.set_time("2027-01-10T23:00:00Z");
    assert_eq!(state(&timetable(&app, &event), "preliminary_entry"), "met");
    app.set_time("2027-03-20T22:59:59.999999Z");
    assert_eq!(state(&timetable(&app, &event), "definite_entry"), "due_soon");
    app.set_time("2027-03-20T23:00:00Z");
    assert_eq!(state(&timetable(&app, &event), "definite_entry"), "missed");
}

#[test]
fn the_timetable_of_a_sandbox_goes_by_its_own_clock() {
    let app = TestApp::new();
    let ann = app.somebody("ann");
    let mut body = crate::support::championship::designation();
    body["clock"] = json!("2026-12-31T00:00:00Z");
    let opened = ann.post("/v1/sandboxes", body);
    let path = format!("/v1/championships/{}/timetable", opened.body["id"].as_str().unwrap());
    let table = app.public().get(&path).expect(200);
    assert_eq!(table["now"]["instant"], "2026-12-31T00:00:00Z");
    assert_eq!(state(&table, "definite_invitation"), "missed");
}

/// What the feed of a championship announces: step, moment.
fn announced(person: &Person, event: &str) -> Vec<(String, String)> {
    let feed = person.get(&format!("{event}/changes?types=deadline")).expect(200);
    let shown = feed["data"].as_array().unwrap().iter().map(|one| {
        assert_eq!(one["change"], "announced");
        let step = one["id"].as_str().unwrap().rsplit('/').next().unwrap();
        (step.to_owned(), one["reason"].as_str().unwrap().to_owned())
    });
    shown.collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(step, moment)| ((*step).to_owned(), (*moment).to_owned())).collect()
}

#[test]
fn what_falls_due_is_announced_once_in_the_feed() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let turn = || clockwork::announce_due_moments(&app.desk).unwrap();
        let seen = || announced(&app.public(), &event.path(""));
        turn();
        assert_eq!(seen(), []);
        app.set_time("2026-10-26T23:00:00Z");
        turn();
        turn();
        let first = [("designation", "deadline_passed"), ("draft_invitation", "due_soon")];
        assert_eq!(seen(), pairs(&first));
        app.set_time("2026-11-10T23:00:00Z");
        turn();
        assert_eq!(seen(), pairs(&[&first[..], &[("draft_invitation", "deadline_passed")]].concat()));
        let journal = event.organizer.get(&event.path("/journal?limit=100")).expect(200);
        let by_the_server: Vec<_> = journal["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["header"]["action"] == "announce_due_moments")
            .collect();
        assert_eq!(by_the_server.len(), 2);
        assert_eq!(by_the_server[0]["header"]["actor"], "system");
    }
}

#[test]
fn a_sandbox_announces_when_its_own_clock_is_moved() {
    let app = TestApp::new();
    let ann = app.somebody("ann");
    let mut body = crate::support::championship::designation();
    body["clock"] = json!("2026-01-15T00:00:00Z");
    let opened = ann.post("/v1/sandboxes", body);
    let event = format!("/v1/championships/{}", opened.body["id"].as_str().unwrap());
    app.set_time("2028-01-01T00:00:00Z");
    clockwork::announce_due_moments(&app.desk).unwrap();
    assert_eq!(announced(&ann, &event), []);
    let moved = |etag: &str, to: &str| ann.post_if(&format!("{event}/clock"), etag, json!({"to": to}));
    let dry = ann.post_if(&format!("{event}/clock?validate_only=true"), "*", json!({"to": "2026-11-01T00:00:00Z"}));
    assert_eq!((dry.status, announced(&ann, &event)), (200, vec![]));
    let first = moved("*", "2026-11-01T00:00:00Z");
    moved(&first.etag(), "2026-11-02T00:00:00Z").expect(200);
    assert_eq!(announced(&ann, &event), pairs(&[("designation", "deadline_passed"), ("draft_invitation", "due_soon")]));
}

/// The calendar as a program reads it: name and value of each property of each event, by UID.
fn read_ics(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let calendar: icalendar::Calendar = text.parse().unwrap();
    let events = calendar.components.iter().filter_map(|one| one.as_event()).map(|event| {
        let all = event.properties().iter().map(|(name, one)| (name.clone(), one.value().to_owned()));
        let fields: BTreeMap<String, String> = all.collect();
        (fields["UID"].clone(), fields)
    });
    events.collect()
}

#[test]
fn the_calendar_can_be_subscribed_to_and_a_federations_has_its_own_end() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let until = json!({
        "step": "preliminary_entry", "federation": "NOR", "until": "2027-01-20T12:00:00Z", "reason": "Late post",
    });
    event.president.post(&event.path("/dispensations"), until).expect(201);
    let seen = app.public().get(&event.path("/timetable.ics"));
    assert_eq!((seen.status, seen.header("content-type")), (200, Some("text/calendar; charset=utf-8")));
    assert!(
        seen.text.ends_with("END:VCALENDAR\r\n") && seen.text.lines().all(|line| line.len() <= 75),
        "{}",
        seen.text
    );
    let all = read_ics(&seen.text);
    // Five deadlines before the start, lots, opening, first round, prizes.
    assert_eq!(all.len(), 9);
    let uid = format!("{}-preliminary_entry@teamchess", event.id);
    let entry = &all[&uid];
    assert_eq!((entry["DTSTART"].as_str(), entry["DTSTAMP"].as_str()), ("20270110T225959Z", "20260115T120000Z"));
    assert_eq!(
        entry["DESCRIPTION"],
        "Art. 5: 3 calendar months before 2027-04-10, last day counts\n2027-01-10T23:59:59.999999+01:00 \
         (Europe/Berlin)\nupcoming"
    );
    assert_eq!(all[&format!("{}-prizes@teamchess", event.id)]["DTSTART"], "20270424");
    // The same names at another time.
    app.set_time("2026-02-01T00:00:00Z");
    let later = read_ics(&app.public().get(&event.path("/timetable.ics")).text);
    assert!(later.keys().eq(all.keys()));
    let own = read_ics(&app.public().get(&event.path("/timetable.ics?federation=NOR")).text);
    let entry = &own[&format!("{}-preliminary_entry-NOR@teamchess", event.id)];
    assert_eq!(entry["DTSTART"], "20270120T120000Z");
    app.public().get(&event.path("/timetable.ics?federation=Norway")).refused(400, "invalid_request", None);
}

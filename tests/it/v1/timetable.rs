//! `/v1/championships/{championship}/timetable`.

use serde_json::{Value, json};

use crate::support::{Championship, TestApp};

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

//! `/v1/championships` and `/v1/sandboxes`.

use serde_json::{Value, json};

use crate::support::championship::designation;
use crate::support::{Championship, Kind, TestApp};

fn with(mut body: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn count(app: &TestApp) -> usize {
    app.public().get("/v1/championships").expect(200)["data"].as_array().unwrap().len()
}

#[test]
fn designate_championship_makes_the_competition_with_its_first_group() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let created = app.admin().post("/v1/championships", designation());
        assert_eq!(created.status, 201, "{}", created.text);
        let id = created.body["id"].as_str().unwrap();
        assert_eq!(created.header("location"), Some(format!("/v1/championships/{id}").as_str()));
        let read = app.public().get(&format!("/v1/championships/{id}")).expect(200);
        assert_eq!(read, created.body);
        assert_eq!((&read["phase"], &read["next_phases"]), (&json!("designated"), &json!(["invited"])));
        assert_eq!(read["starts_at"], "2027-04-10T12:00:00Z");
        assert_eq!(read["flags"], json!([]));
        let competition = &read["competitions"][0];
        assert_eq!((&competition["key"], &competition["name"]), (&json!("open"), &json!("Open")));
        assert_eq!(competition["stages"][0]["kind"], "one_group");
        assert_eq!(competition["stages"][0]["groups"][0]["name"], "A");
        assert_eq!(count(&app), 1);
    }
}

/// norm: WSTCC.1.1
#[test]
fn a_designation_less_than_a_year_ahead_is_recorded_and_flagged() {
    let app = TestApp::new();
    let admin = app.admin();
    // The start is on 10 April 2027, so the last day is 10 April 2026.
    let in_time = with(designation(), json!({"designated_on": "2026-04-10"}));
    let body = admin.post("/v1/championships", in_time).expect(201);
    assert_eq!((&body["designated_late"], &body["flags"]), (&json!(false), &json!([])));
    let late = with(designation(), json!({"designated_on": "2026-04-11", "year": 2028}));
    let body = admin.post("/v1/championships", late).expect(201);
    assert_eq!((&body["designated_late"], &body["flags"]), (&json!(true), &json!(["designated_late"])));
}

/// norm: WSTCC.1.2
#[test]
fn the_organizer_is_affiliated_on_the_day_of_the_start() {
    let app = TestApp::new();
    let president = app.appointed("fide_president", None, None);
    for organizer in ["URS", "XYZ", "GDR"] {
        let refused = president
            .post("/v1/championships", with(designation(), json!({"organizer": organizer})))
            .refused(422, "federation_not_affiliated", Some("Art. 1"));
        assert_eq!(refused["regulation"]["id"], "wstcc-1960");
        assert_eq!(refused["errors"][0]["pointer"], "/organizer");
    }
    assert_eq!(count(&app), 0);
    // The last day of an affiliation is part of it.
    let last_day = json!({
        "organizer": "GDR", "clock": "1990-01-01T00:00:00Z", "zone": "Europe/Berlin", "prizes_on": "1990-10-10",
        "lots_at": "1990-10-01T10:00:00+01:00", "opening_at": null, "starts_at": "1990-10-02T23:59:59+01:00",
    });
    let somebody = app.somebody("ann");
    somebody.post("/v1/sandboxes", with(designation(), last_day.clone())).expect(201);
    let day_after = with(last_day, json!({"starts_at": "1990-10-03T00:00:00+01:00"}));
    somebody.post("/v1/sandboxes", with(designation(), day_after)).refused(
        422,
        "federation_not_affiliated",
        Some("Art. 1"),
    );
}

/// norm: WSTCC.1.9
#[test]
fn a_second_edition_and_a_gap_are_flagged_in_the_list_by_year() {
    let app = TestApp::new();
    let admin = app.admin();
    let first = admin.post("/v1/championships", designation());
    let path = format!("/v1/championships/{}", first.body["id"].as_str().unwrap());
    let before = app.public().get(&path).etag();
    let second = admin.post("/v1/championships", designation()).expect(201);
    assert_eq!(second["flags"], json!(["second_edition"]));
    let year = |year: i32| with(designation(), json!({"year": year}));
    assert_eq!(admin.post("/v1/championships", year(2028)).expect(201)["flags"], json!([]));
    assert_eq!(admin.post("/v1/championships", year(2030)).expect(201)["flags"], json!(["gap_before"]));
    let list = app.public().get("/v1/championships").expect(200);
    let years: Vec<_> = list["data"].as_array().unwrap().iter().map(|one| one["year"].as_i64().unwrap()).collect();
    assert_eq!(years, [2030, 2028, 2027, 2027]);
    // What another edition changed is not hidden behind an old tag; the old one still names the version.
    let now = app.public().send("GET", &path, &[("If-None-Match", &before)], None);
    assert_eq!((now.status, &now.body["flags"]), (200, &json!(["second_edition"])));
    let organizer = app.appointed("organizer", first.body["id"].as_str(), None);
    organizer.patch_if(&path, &before, json!({"title": "New"})).expect(200);
}

/// norm: WSTCC.7.3
#[test]
fn lots_and_prizes_are_at_most_eighteen_days_apart() {
    let app = TestApp::new();
    let admin = app.admin();
    // The lots are drawn on 9 April; the eighteenth day is 26 April.
    let refused = admin.post("/v1/championships", with(designation(), json!({"prizes_on": "2027-04-27"}))).refused(
        422,
        "calendar_too_long",
        Some("Art. 7"),
    );
    assert_eq!(refused["errors"][0]["pointer"], "/prizes_on");
    assert_eq!((&refused["facts"]["days"], &refused["facts"]["max_days"]), (&json!(19), &json!(18)));
    assert_eq!(count(&app), 0);
    admin.post("/v1/championships", with(designation(), json!({"prizes_on": "2027-04-26"}))).expect(201);
    let event = Championship::designated(&app);
    let longer = json!({"prizes_on": "2027-04-27"});
    event.organizer.patch_if(&event.path(""), "\"1\"", longer).refused(422, "calendar_too_long", Some("Art. 7"));
    assert_eq!(app.public().get(&event.path("")).expect(200)["prizes_on"], "2027-04-24");
}

#[test]
fn the_calendar_is_in_order_and_its_dates_exist() {
    let app = TestApp::new();
    let admin = app.admin();
    let try_it = |changes: Value| admin.post("/v1/championships", with(designation(), changes));
    let start = "2027-04-10T14:00:00+02:00";
    let all = try_it(json!({"lots_at": start, "opening_at": "2027-04-11T00:00:00Z", "prizes_on": "2027-04-09"}))
        .refused(422, "calendar_order", Some("Art. 7"));
    let pointers: Vec<_> = all["errors"].as_array().unwrap().iter().map(|error| error["pointer"].clone()).collect();
    assert_eq!(pointers, ["/lots_at", "/opening_at", "/prizes_on"]);
    let zone = try_it(json!({"zone": "Europe/Atlantis"})).refused(422, "invalid_time_zone", None);
    assert_eq!(zone["errors"][0]["pointer"], "/zone");
    try_it(json!({"prizes_on": "2027-02-29"})).refused(400, "invalid_request", None);
    try_it(json!({"starts_at": "2027-04-10T14:00:00"})).refused(400, "invalid_request", None);
    try_it(json!({"starts_at": "3000-01-01T00:00:00Z"})).refused(422, "invalid_value", None);
    let unknown = try_it(json!({"regulations": "wstcc-1961"})).refused(422, "invalid_value", None);
    assert_eq!(unknown["errors"][0]["pointer"], "/regulations");
    assert_eq!(count(&app), 0);
    try_it(json!({"lots_at": "2027-04-10T13:59:59+02:00", "opening_at": start, "prizes_on": "2027-04-10"})).expect(201);
}

#[test]
fn only_the_congress_designates() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    app.public().post("/v1/championships", designation()).refused(401, "token_missing", None);
    event.organizer.post("/v1/championships", designation()).refused(403, "role_not_allowed", None);
    let sandbox = with(designation(), json!({"clock": "2026-01-01T00:00:00Z"}));
    app.public().post("/v1/sandboxes", sandbox).refused(401, "token_missing", None);
    assert_eq!(count(&app), 1);
}

#[test]
fn update_championship_is_for_its_own_organizer_and_needs_the_version_seen() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let other = Championship::designated(&app);
        let path = event.path("");
        let etag = app.public().get(&path).etag();
        let title = json!({"title": "Renamed"});
        other.organizer.patch_if(&path, &etag, title.clone()).refused(403, "not_your_championship", None);
        event.organizer.send("PATCH", &path, &[], Some(b"{}")).refused(428, "precondition_missing", None);
        event.organizer.patch_if(&path, "\"9\"", title.clone()).refused(412, "stale_version", None);
        event.organizer.patch_if(&path, &etag, json!({"title": null})).refused(400, "invalid_request", None);
        event.organizer.patch_if(&path, &etag, json!({"year": 2028})).refused(400, "invalid_request", None);
        let changed = event.organizer.patch_if(&path, &etag, json!({"title": "Renamed", "opening_at": null}));
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!((&changed.body["title"], &changed.body["version"]), (&json!("Renamed"), &json!(2)));
        assert!(changed.body.get("opening_at").is_none());
        assert_eq!(changed.body["city"], "Hamburg");
        let gone = json!({"organizer": "URS"});
        event.organizer.patch_if(&path, &changed.etag(), gone).refused(
            422,
            "federation_not_affiliated",
            Some("Art. 1"),
        );
        // An earlier start makes the same designation a late one.
        let earlier = json!({
            "starts_at": "2027-01-09T14:00:00+01:00", "lots_at": "2027-01-08T14:00:00+01:00", "prizes_on": "2027-01-20",
        });
        let body = event.organizer.patch_if(&path, &changed.etag(), earlier).expect(200);
        assert_eq!(body["designated_late"], true);
    }
}

#[test]
fn a_sandbox_has_its_own_clock_that_only_moves_forward() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let ann = app.somebody("ann");
        let start = "1960-07-17T12:00:00Z";
        let body = json!({
            "title": "Leningrad", "year": 1960, "regulations": "wstcc-1960", "organizer": "URS", "city": "Leningrad",
            "zone": "Europe/Moscow", "designated_on": "1959-07-01", "starts_at": start,
            "lots_at": "1960-07-16T12:00:00Z", "prizes_on": "1960-08-01", "clock": "1959-08-01T00:00:00Z",
        });
        let opened = ann.post("/v1/sandboxes", body);
        assert_eq!(opened.status, 201, "{}", opened.text);
        assert_eq!((&opened.body["sandbox"], &opened.body["clock"]), (&json!(true), &json!("1959-08-01T00:00:00Z")));
        assert_eq!(opened.body["flags"], json!([]));
        assert_eq!(count(&app), 0);
        let shown = app.public().get("/v1/championships?sandbox=true").expect(200);
        assert_eq!(shown["data"][0]["id"], opened.body["id"]);
        // The real time passes, the sandbox's stands.
        app.set_time("2026-02-01T00:00:00Z");
        let path = format!("/v1/championships/{}", opened.body["id"].as_str().unwrap());
        let clock = format!("{path}/clock");
        assert_eq!(app.public().get(&path).expect(200)["clock"], "1959-08-01T00:00:00Z");
        let back = ann.post_if(&clock, &opened.etag(), json!({"to": "1959-07-31T23:59:59Z"})).refused(
            422,
            "clock_backwards",
            None,
        );
        assert_eq!(back["errors"][0]["pointer"], "/to");
        let same = ann.post_if(&clock, &opened.etag(), json!({"to": "1959-08-01T00:00:00Z"}));
        assert_eq!(same.status, 200, "{}", same.text);
        let moved = ann.post_if(&clock, &same.etag(), json!({"to": "1960-02-01T00:00:00Z"})).expect(200);
        assert_eq!(moved["clock"], "1960-02-01T00:00:00Z");
        app.somebody("bob").post_if(&clock, "*", json!({"to": start})).refused(403, "role_not_allowed", None);
    }
}

#[test]
fn the_real_clock_is_nobodys_to_move() {
    let app = TestApp::new();
    let event = Championship::designated(&app);
    let to = json!({"to": "2027-01-01T00:00:00Z"});
    event.organizer.post_if(&event.path("/clock"), "\"1\"", to).refused(409, "not_a_sandbox", None);
}

#[test]
fn list_championships_pages_and_filters() {
    let app = TestApp::new();
    let admin = app.admin();
    for (year, organizer) in [(2027, "GER"), (2029, "ESP"), (2028, "GER"), (2027, "ESP"), (2027, "NED")] {
        let body = with(designation(), json!({"year": year, "organizer": organizer}));
        admin.post("/v1/championships", body).expect(201);
    }
    let all = |filter: &str| {
        let mut found = Vec::new();
        let mut path = format!("/v1/championships?limit=2{filter}");
        loop {
            let page = app.public().get(&path).expect(200);
            for one in page["data"].as_array().unwrap() {
                found.push((one["year"].as_i64().unwrap(), one["organizer"].as_str().unwrap().to_owned()));
            }
            match page["next_cursor"].as_str() {
                Some(cursor) => path = format!("/v1/championships?limit=2{filter}&cursor={cursor}"),
                None => return found,
            }
        }
    };
    let years: Vec<_> = all("").iter().map(|(year, _)| *year).collect();
    assert_eq!(years, [2029, 2028, 2027, 2027, 2027]);
    assert_eq!(all("&organizer=GER"), [(2028, "GER".to_owned()), (2027, "GER".to_owned())]);
    assert_eq!(all("&year=2027").len(), 3);
    assert_eq!(all("&year=2027&organizer=NED").len(), 1);
    assert_eq!(all("&sandbox=true").len(), 0);
    app.public().get("/v1/championships?sandbox=yes").refused(400, "invalid_request", None);
    app.public().get("/v1/championships?year=x").refused(400, "invalid_request", None);
}

#[test]
fn a_championship_answers_the_open_questions_of_its_regulations_until_the_invitation_is_sent() {
    let app = TestApp::new();
    let due = |event: &Championship| {
        let deadlines = app.public().get(&event.path("/timetable")).expect(200)["deadlines"].clone();
        deadlines.as_array().unwrap().iter().find(|one| one["step"] == "definite_entry").unwrap()["due"]["local"]
            .clone()
    };
    let refused = app
        .admin()
        .post("/v1/championships", with(designation(), json!({"settings": {"commencement": "arrival", "sun": "yes"}})))
        .refused(422, "invalid_value", None);
    let pointers: Vec<_> = refused["errors"].as_array().unwrap().iter().map(|one| one["pointer"].clone()).collect();
    assert_eq!(pointers, ["/settings/commencement", "/settings/sun"]);
    let message = refused["errors"][0]["message"].as_str().unwrap();
    assert!(message.ends_with("first_round, drawing_of_lots, opening"), "{message}");
    assert_eq!(count(&app), 0);

    let event = Championship::designated(&app);
    let body = app.public().get(&event.path("")).expect(200);
    assert_eq!((&body["settings"], due(&event)), (&json!({}), json!("2027-03-20T23:59:59.999999+01:00")));
    let chosen = json!({"settings": {"commencement": "drawing_of_lots"}});
    let body = event.organizer.patch_if(&event.path(""), "\"1\"", chosen.clone()).expect(200);
    assert_eq!((&body["settings"], &body["version"]), (&chosen["settings"], &json!(2)));
    assert_eq!(due(&event), "2027-03-19T23:59:59.999999+01:00");

    app.set_phase(&event.id, "invited");
    event.organizer.patch_if(&event.path(""), "\"3\"", json!({"settings": {}})).refused(409, "already_done", None);
    let same = event.organizer.patch_if(&event.path(""), "\"3\"", chosen).expect(200);
    assert_eq!(same["settings"]["commencement"], "drawing_of_lots");
}

/// Not even the organizer opens again what the regulations have closed.
#[test]
fn the_start_moves_only_as_far_as_no_closed_deadline_opens_again() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let moved = |day: &str| {
        json!({"starts_at": format!("2027-{day}T14:00:00+02:00"), "prizes_on": format!("2027-{day}"),
               "lots_at": format!("2027-{day}T09:00:00+02:00"), "opening_at": format!("2027-{day}T10:00:00+02:00")})
    };
    // Preliminary entries were taken until the end of 10 January; the start three months after the present day.
    app.set_time("2027-01-20T12:00:00Z");
    let refused = event.organizer.patch_if(&event.path(""), "*", moved("04-20"));
    let refused = refused.refused(422, "deadline_passed", Some("Art. 5"));
    assert_eq!(refused["facts"]["step"], "preliminary_entry");
    event.organizer.patch_if(&event.path(""), "*", moved("04-19")).expect(200);
}

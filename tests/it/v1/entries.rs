//! `/v1/championships/{championship}/entries`.

use serde_json::{Value, json};
use teamchess::replay::client::Client;
use teamchess::replay::format;
use teamchess::replay::play::{Until, play};
use teamchess::service::accounts;
use teamchess::storage::{matches, notices, teams};

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
fn a_definite_entry_is_withdrawn_until_play_is_over() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
    norway.is_entered(4);
    sweden.is_entered(4);
    app.set_time(LATE_DEFINITE);
    assert_eq!(norway.withdraws().expect(200)["state"], "withdrawn");
    app.set_phase(&event.id, "played");
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
    assert_eq!(may("submit_definite_entry")["code"], "not_preliminarily_entered");
}

#[test]
fn access_to_an_entry_knows_its_state() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    let refused = || -> Vec<(String, String)> {
        let rights = norway.officer.get(&norway.path("/access")).expect(200);
        let refused = rights["data"].as_array().unwrap().iter().filter(|right| right["allowed"] == false);
        let text = |right: &Value, name: &str| right[name].as_str().unwrap().to_owned();
        refused.map(|right| (text(right, "operation"), text(right, "code"))).collect()
    };
    norway.enters_preliminarily().expect(201);
    assert_eq!(refused(), []);
    norway.names("A", &norway.players(4)).expect(201);
    norway.enters_definitely(indications()).expect(200);
    assert_eq!(refused(), [("submit_preliminary_entry".to_owned(), "already_done".to_owned())]);
    norway.enters_preliminarily().refused(428, "precondition_missing", None);
    norway.withdraws().expect(200);
    assert!(refused().contains(&("withdraw_entry".to_owned(), "already_done".to_owned())));
    assert!(refused().contains(&("put_team".to_owned(), "not_preliminarily_entered".to_owned())));
}

fn codes(body: &Value) -> Vec<(&str, &str)> {
    let found = body["consequences"].as_array().unwrap().iter();
    found.map(|one| (one["code"].as_str().unwrap(), one["article"].as_str().unwrap())).collect()
}

/// norm: WSTCC.6.5
#[test]
fn a_withdrawal_before_the_lots_says_whether_the_federation_may_come_again() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let [norway, sweden, finland] = ["NOR", "SWE", "FIN"].map(|code| Delegation::of(&app, &event, code));
        norway.enters_preliminarily().expect(201);
        sweden.is_entered(4);
        finland.is_entered(4);
        let dry = {
            let etag = norway.officer.get(&norway.path("")).etag();
            norway.officer.post_if(&norway.path("/withdrawal?validate_only=true"), &etag, json!({})).expect(200)
        };
        assert_eq!(codes(&dry), [("no_definite_entry", "Art. 6"), ("may_enter_again", "Art. 5")]);
        assert_eq!(norway.officer.get(&norway.path("")).expect(200)["state"], "preliminary");
        let before = norway.withdraws().expect(200);
        assert_eq!(
            (&before["withdrawal_stage"], &before["state"]),
            (&json!("before_definite_entry"), &json!("withdrawn"))
        );
        assert_eq!(before["consequences"][1]["until"], LAST_PRELIMINARY);
        let definite = sweden.withdraws().expect(200);
        assert_eq!(definite["withdrawal_stage"], "before_lots");
        assert_eq!(codes(&definite), [("not_in_the_lots", "Art. 18"), ("may_enter_again", "Art. 5")]);
        // The last instant at which it may come again, and the next.
        app.set_time(LAST_PRELIMINARY);
        let seen = norway.officer.get(&norway.path("")).etag();
        let again = norway.officer.put_if(&norway.path(""), &seen, json!({})).expect(200);
        assert_eq!((&again["state"], again.get("consequences")), (&json!("preliminary"), None));
        app.set_time(LATE_PRELIMINARY);
        let seen = app.public().get(&sweden.path("")).expect(200);
        assert_eq!(codes(&seen), [("not_in_the_lots", "Art. 18"), ("too_late_to_enter_again", "Art. 5")]);
        let etag = sweden.officer.get(&sweden.path("")).etag();
        sweden.officer.put_if(&sweden.path(""), &etag, json!({})).refused(422, "deadline_passed", Some("Art. 5"));
        assert_eq!(codes(&finland.withdraws().expect(200))[1].0, "too_late_to_enter_again");
    }
}

/// norm: WSTCC.11.1
#[test]
fn after_the_lots_a_team_leaves_with_its_reasons_and_stays_in_the_draw() {
    let app = TestApp::new();
    let file = std::fs::read("data/helsinki-1952-group-1.json").unwrap();
    let championship = format::read(&file).unwrap();
    let code = championship.groups().next().unwrap().teams[1].clone();
    let password = "withdrawn after the lots";
    let issued = accounts::make_first_admin(&app.desk, "root", "Root", false).unwrap();
    let client = Client::new(&app.base, "left");
    client.activate(&issued.code.unwrap(), password).unwrap();
    let played = play(&championship, &client, "left", ("root", password), Until::MidRound(2), &mut |_| {}).unwrap();
    let officer = app.appointed("federation_officer", None, Some(&code));
    let event = format!("/v1/championships/{}", played.championship);
    let (entry, group) = (format!("{event}/entries/{code}"), format!("/v1/groups/{}", played.group));
    let public = app.public();
    let table = |path: &str| public.get(&format!("{group}/{path}")).expect(200);
    let (standings, lots) = (table("standings"), table("lots"));

    let etag = officer.get(&entry).etag();
    let leaves = |query: &str, body: Value| officer.post_if(&format!("{entry}/withdrawal{query}"), &etag, body);
    let refused = leaves("", json!({})).refused(422, "reason_missing", Some("Art. 11"));
    assert_eq!(refused["errors"][0]["pointer"], "/reason");
    let dry = leaves("?validate_only=true", json!({"reason": "An epidemic"})).expect(200);
    assert_eq!(officer.get(&entry).expect(200)["state"], "definite");
    let body = leaves("", json!({"reason": "An epidemic"})).expect(200);
    assert_eq!(dry["consequences"], body["consequences"]);
    assert_eq!((&body["state"], &body["withdrawal_stage"]), (&json!("withdrawn"), &json!("after_lots")));
    assert_eq!(
        codes(&body),
        [
            ("stays_in_the_draw", "Art. 18"),
            ("results_stand", "Art. 11"),
            ("matches_wait", "Art. 11"),
            ("decision_needed", "Art. 11"),
        ]
    );
    let mut db = app.desk.pool.get().unwrap();
    let own = teams::find(&mut db, &played.championship.parse().unwrap(), &code, "A").unwrap().unwrap();
    let all = matches::of_teams(&mut db, &[own.row.id]).unwrap();
    drop(db);
    let ids = |with_result: bool| -> Vec<&str> {
        all.iter().filter(|found| (found.revision > 0) == with_result).map(|found| found.id.as_str()).collect()
    };
    assert_eq!(body["consequences"][1]["matches"], json!(ids(true)));
    assert_eq!(body["consequences"][2]["matches"], json!(ids(false)));
    assert!(!ids(true).is_empty() && !ids(false).is_empty());
    // Nothing that was drawn or played has changed, and there is no way back.
    assert_eq!((table("standings"), table("lots")), (standings, lots));
    let etag = officer.get(&entry).etag();
    officer.put_if(&entry, &etag, json!({})).refused(409, "wrong_phase", Some("Art. 5"));
    let told = public.get(&format!("{event}/changes?types=entry&limit=200")).expect(200);
    let last = told["data"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["reason"], last["id"].as_str().unwrap().ends_with(&code)),
        (&json!("withdrawn_after_lots"), true)
    );
    let chairman = app.appointed("appeals_chairman", Some(&played.championship), None);
    let inbox = chairman.get(&format!("{event}/notices")).expect(200);
    let notices: Vec<_> = inbox["data"].as_array().unwrap().iter().map(|notice| &notice["kind"]).collect();
    assert_eq!(notices, ["withdrawal"]);
    // Who reads it without a token learns that it left and what follows, not why.
    let seen = public.get(&entry).expect(200);
    assert_eq!((&seen["consequences"], seen.get("withdrawal_reason")), (&body["consequences"], None));
}

/// norm: WSTCC.6.2, WSTCC.6.3
#[test]
fn get_entry_requirements_lists_everything_that_is_missing() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        let path = norway.path("/requirements");
        norway.officer.get(&path).refused(404, "not_found", None);
        norway.officer.put(&norway.path(""), json!({})).expect(201);
        let players = norway.players(3);
        let nameless = json!({"name": "Without a date", "federation": "NOR"});
        let dateless = norway.officer.post("/v1/persons", nameless).expect(201)["id"].as_str().unwrap().to_owned();
        let team = [players[0].clone(), dateless.clone(), players[1].clone()];
        norway.names("A", &team).expect(201);
        let list = |body: &Value| -> Vec<(String, String)> {
            assert!(body["missing"].as_array().unwrap().iter().all(|item| item["article"] == "Art. 6"), "{body}");
            let items = body["missing"].as_array().unwrap().iter();
            items
                .filter(|item| item["code"] != "document_missing")
                .map(|item| (item["code"].as_str().unwrap().to_owned(), item["pointer"].as_str().unwrap().to_owned()))
                .collect()
        };
        let body = norway.officer.get(&path).expect(200);
        let expected = [
            ("indication_missing", "/indications/places_of_study"),
            ("indication_missing", "/indications/chief_of_delegation"),
            ("indication_missing", "/indications/travel"),
            ("team_size", "/teams/0/players"),
            ("indication_missing", "/teams/0/players/1/birth_date"),
        ]
        .map(|(code, pointer)| (code.to_owned(), pointer.to_owned()));
        assert_eq!((list(&body), &body["complete"]), (expected.to_vec(), &json!(false)));
        let birth = body["missing"].as_array().unwrap().iter().find(|item| item["indication"] == "birth_dates");
        assert_eq!(birth.unwrap()["person"], json!(dateless));
        // The definite entry is refused with the same list.
        let refused = norway.enters_without_more_papers(json!({})).refused(422, "indication_missing", Some("Art. 6"));
        let pointers = |items: &Value| -> Vec<Value> {
            items.as_array().unwrap().iter().map(|item| item["pointer"].clone()).collect()
        };
        assert_eq!(pointers(&refused["errors"]), pointers(&body["missing"]));
        // Late is one of the things that stand in the way.
        app.set_time(LATE_DEFINITE);
        let late = norway.officer.get(&path).expect(200);
        assert_eq!(late["missing"][0]["code"], "deadline_passed");
        // It is for those concerned.
        for insider in [&event.organizer, &event.chief_arbiter] {
            insider.get(&path).expect(200);
        }
        sweden.officer.get(&path).refused(403, "not_your_federation", None);
        app.public().get(&path).refused(401, "token_missing", None);
    }
}

#[test]
fn a_definite_entry_is_corrected_while_it_is_in_time() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    norway.is_entered(4);
    app.set_time(LAST_DEFINITE);
    let corrected = json!({"indications": {"places_of_study": "Bergen", "travel": "By ship"}});
    let body = norway.enters_definitely(corrected.clone()).expect(200);
    assert_eq!((&body["indications"], &body["definite_at"]), (&corrected["indications"], &json!(LAST_DEFINITE)));
    app.set_time(LATE_DEFINITE);
    norway.enters_definitely(indications()).refused(422, "deadline_passed", Some("Art. 6"));
    assert_eq!(norway.officer.get(&norway.path("")).expect(200)["indications"], corrected["indications"]);
}

/// norm: WSTCC.5.1, WSTCC.6.1
#[test]
fn what_came_on_paper_is_in_time_by_the_day_of_its_receipt() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.players(4);
        let organizer = &event.organizer;
        let on = |day: &str| json!({"received_on": day, "means": "telegram", "received_by": "A. Keller"});
        // Two days late in the office's books, in time at its door.
        app.set_time("2027-01-12T10:00:00Z");
        let path = norway.path("");
        organizer.put(&path, json!({})).refused(403, "role_not_allowed", None);
        norway.officer.put(&path, json!({"paper": on("2027-01-10")})).refused(403, "role_not_allowed", None);
        let late = organizer.put(&path, json!({"paper": on("2027-01-11")}));
        let late = late.refused(422, "deadline_passed", Some("Art. 5"));
        assert_eq!(late["facts"]["received"], "2027-01-11T22:59:59.999999Z");
        let future = organizer.put(&path, json!({"paper": on("2027-01-13")})).refused(422, "invalid_date", None);
        assert_eq!(future["errors"][0]["pointer"], "/paper/received_on");
        assert_eq!(future["facts"], json!({"received_on": "2027-01-13", "today": "2027-01-12"}));
        let mut dove = on("2027-01-10");
        dove["means"] = json!("dove");
        organizer.put(&path, json!({"paper": dove})).refused(422, "invalid_value", None);
        let body = organizer.put(&path, json!({"contact": "Oslo", "paper": on("2027-01-10")})).expect(201);
        assert_eq!(body["preliminary_at"], LAST_PRELIMINARY);
        assert_eq!(
            body["receipts"],
            json!([{"act": "preliminary_entry", "received_on": "2027-01-10", "means": "telegram",
                    "received_by": "A. Keller", "recorded_at": "2027-01-12T10:00:00Z"}])
        );
        assert_eq!(app.public().get(&path).expect(200).get("receipts"), None);

        app.set_time("2027-03-22T10:00:00Z");
        let mut team = crate::support::delegation::team("Norway", &players);
        team["paper"] = on("2027-03-20");
        organizer.put(&norway.path("/teams/A"), team).expect(201);
        let definite = |day: &str, enclosed: bool| {
            let mut body = indications();
            body["indications"]["chief_of_delegation"] = json!("K. Lund");
            body["paper"] = on(day);
            body["paper"]["documents_enclosed"] = json!(enclosed);
            organizer.post_if(&norway.path("/definite-entry"), &organizer.get(&path).etag(), body)
        };
        let late = definite("2027-03-21", true).refused(422, "deadline_passed", Some("Art. 6"));
        assert_eq!(late["facts"]["deadline"], LAST_DEFINITE);
        definite("2027-03-20", false).refused(422, "document_missing", Some("Art. 6"));
        let body = definite("2027-03-20", true).expect(200);
        assert_eq!((&body["state"], &body["definite_at"]), (&json!("definite"), &json!(LAST_DEFINITE)));
        let acts: Vec<_> = body["receipts"].as_array().unwrap().iter().map(|receipt| &receipt["act"]).collect();
        assert_eq!(acts, ["preliminary_entry", "team", "definite_entry"]);
    }
}

#[test]
fn name_chief_of_delegation_puts_another_in_the_chiefs_place() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    norway.is_entered(4);
    app.set_phase(&event.id, "playing");
    let path = norway.path("/chief-of-delegation");
    let etag = norway.officer.get(&norway.path("")).etag();
    let body = norway.officer.post_if(&path, &etag, json!({"name": "K. Lund"})).expect(200);
    assert_eq!(body["chief_of_delegation"], "K. Lund");
    norway.officer.post_if(&path, &etag, json!({"name": "Another"})).refused(412, "stale_version", None);
    assert_eq!(app.public().get(&norway.path("")).expect(200).get("chief_of_delegation"), None);
    event.organizer.post_if(&path, "*", json!({"name": "X"})).refused(403, "role_not_allowed", None);
}

/// norm: WSTCC.6.4, WSTCC.1.8
#[test]
fn a_missing_document_is_refused_by_player_and_document() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.players(5);
        norway.enters_preliminarily().expect(201);
        norway.names("A", &players[..4]).expect(201);
        for player in &players[..4] {
            norway.hands_in(player, "proof_of_studies").expect(201);
        }
        for player in [0, 1, 3] {
            norway.hands_in(&players[player], "proof_of_nationality").expect(201);
        }
        let requirements = norway.path("/requirements");
        let listed = norway.officer.get(&requirements).expect(200);
        let lacking = listed["missing"].as_array().unwrap().iter().find(|item| item["code"] == "document_missing");
        let lacking = lacking.unwrap();
        assert_eq!(
            (&lacking["document"], &lacking["person"], &lacking["article"]),
            (&json!("proof_of_nationality"), &json!(players[2]), &json!("Art. 6"))
        );
        let refused = norway.enters_without_more_papers(indications());
        let refused = refused.refused(422, "document_missing", Some("Art. 6"));
        assert_eq!(refused["errors"].as_array().unwrap().len(), 1);
        assert_eq!(refused["errors"][0]["pointer"], "/teams/0/players/2/documents/proof_of_nationality");
        norway.hands_in(&players[2], "proof_of_nationality").expect(201);
        // The photographs may follow.
        norway.enters_without_more_papers(indications()).expect(200);
        let listed = norway.officer.get(&requirements).expect(200);
        assert_eq!(listed["complete"], true);
        let follow = listed["may_follow"].as_array().unwrap();
        assert_eq!((follow.len(), &follow[0]["document"]), (4, &json!("photograph")));
        // Who comes into a team that is entered brings the documents too.
        let team = norway.path("/teams/A");
        let swap = || {
            let newcomer = json!({"person": players[4], "nationality_by": "birth", "student": true});
            let etag = norway.officer.get(&team).etag();
            let body = json!({"out": players[0], "in": newcomer});
            norway.officer.post_if(&format!("{team}/replacement"), &etag, body)
        };
        norway.hands_in(&players[4], "proof_of_studies").expect(201);
        let refused = swap().refused(422, "document_missing", Some("Art. 6"));
        assert_eq!(refused["errors"][0]["pointer"], "/in/documents/proof_of_nationality");
        norway.hands_in(&players[4], "proof_of_nationality").expect(201);
        swap().expect(200);
    }
}

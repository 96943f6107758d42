//! The year before a championship: twenty federations, and what goes wrong with some of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::delegation::indications;
use crate::support::invitation::particulars;
use crate::support::papers::REQUIRED;
use crate::support::process::{ended, teamchess};
use crate::support::{Championship, Delegation, Kind, TestApp};

/// They enter in time and come.
const PUNCTUAL: [&str; 11] = ["AUT", "BUL", "CUB", "DEN", "ESP", "FIN", "HUN", "ISL", "ISR", "NED", "NOR"];
/// They never answer.
const SILENT: [&str; 3] = ["FRA", "ROU", "SUI"];
const IN_TIME: &str = "2027-01-10T22:59:59.999999Z";
const TOO_LATE: &str = "2027-01-10T23:00:00Z";
const LAST_OF_ENTRIES: &str = "2027-03-20T22:59:59.999999Z";

/// norm: WSTCC.6.4
#[test]
fn a_year_with_twenty_federations() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        the_invitation_goes_out(&app, &event);

        let mut delegations = BTreeMap::new();
        for code in PUNCTUAL.into_iter().chain(["ENG", "ITA", "MGL", "POL", "SWE", "USA"]).chain(SILENT) {
            delegations.insert(code, Delegation::of(&app, &event, code));
        }
        assert_eq!(delegations.len(), 20);
        preliminary_entries(&app, &event, &delegations);
        let players = teams_and_papers(&app, &event, &delegations);
        definite_entries(&app, &event, &delegations, &players);
        lots_and_a_withdrawal(&app, &event, &delegations["CUB"]);
        the_offices_look_back(&app, &event);

        let (code, _, said) = ended(teamchess(&app.database.url).arg("verify-journal"));
        assert_eq!(code, Some(0), "{said}");
    }
}

fn the_invitation_goes_out(app: &TestApp, event: &Championship) {
    app.set_time("2026-10-20T12:00:00Z");
    let first = event.submitted_draft(app);
    let modifications = json!({"modifications": {"lodging": "Reserves are lodged too"}});
    event.president.post_if(&format!("{first}/modification-request"), "*", modifications).expect(200);
    let mut content = particulars(app);
    event.organizer.post(&event.path("/invitation"), content.clone()).refused(422, "not_approved", Some("Art. 3"));

    app.set_time("2026-10-25T12:00:00Z");
    content["particulars"]["lodging"] = json!("Reserves are lodged too");
    let second = event.organizer.post(&event.path("/invitation-drafts"), content.clone());
    let second = second.header("location").unwrap().to_owned();
    event.organizer.post_if(&format!("{second}/submission"), "*", json!({})).expect(200);
    event.president.post_if(&format!("{second}/approval"), "*", json!({})).expect(200);

    // The last instant of the four months; a copy for everyone in the same moment.
    app.set_time("2026-12-10T22:59:59.999999Z");
    event.organizer.post(&event.path("/invitation"), content).expect(201);
    let mut recipients: BTreeMap<String, usize> = BTreeMap::new();
    let mut path = event.path("/notices?kind=invitation&limit=200");
    loop {
        let page = event.organizer.get(&path).expect(200);
        for notice in page["data"].as_array().unwrap() {
            assert_eq!(notice["issued_at"], "2026-12-10T22:59:59.999999Z");
            let office = notice["recipient"].as_str().unwrap().split(':').next().unwrap();
            *recipients.entry(office.to_owned()).or_default() += 1;
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = event.path(&format!("/notices?kind=invitation&limit=200&cursor={cursor}"));
    }
    assert!(recipients["federation"] > 100 && recipients["fide_vice_president"] > 1, "{recipients:?}");
    assert_eq!((recipients["fide_president"], recipients["chief_editor_of_fide_review"]), (1, 1), "{recipients:?}");
}

fn preliminary_entries(app: &TestApp, event: &Championship, delegations: &BTreeMap<&str, Delegation>) {
    let suspension = json!({"from": "2026-12-20", "reason": "Dues of two years"});
    app.admin().post_if("/v1/federations/USA/suspensions", "*", suspension).expect(200);

    app.set_time(IN_TIME);
    for code in PUNCTUAL.into_iter().chain(["ENG", "ITA", "SWE"]) {
        delegations[code].enters_preliminarily().expect(201);
    }
    delegations["USA"].enters_preliminarily().refused(422, "federation_suspended", Some("Art. 1"));

    app.set_time(TOO_LATE);
    for code in ["MGL", "POL"] {
        delegations[code].enters_preliminarily().refused(422, "deadline_passed", Some("Art. 5"));
    }
    let mongolia = json!({
        "step": "preliminary_entry", "federation": "MGL", "until": "2027-01-20T12:00:00Z",
        "reason": "The invitation reached Ulaanbaatar in January",
    });
    event.organizer.post(&event.path("/dispensations"), mongolia.clone()).refused(403, "role_not_allowed", None);
    event.president.post(&event.path("/dispensations"), mongolia).expect(201);
    app.set_time("2027-01-20T12:00:00Z");
    let saved = delegations["MGL"].enters_preliminarily().expect(201);
    assert_eq!(saved["by_dispensation"].as_array().unwrap().len(), 1);
    delegations["POL"].enters_preliminarily().refused(422, "deadline_passed", Some("Art. 5"));

    delegations["ITA"].withdraws().expect(200);
}

/// The players of each delegation that may come, with all their papers.
fn teams_and_papers<'a>(
    app: &TestApp,
    event: &Championship,
    delegations: &BTreeMap<&'a str, Delegation>,
) -> BTreeMap<&'a str, Vec<String>> {
    app.set_time("2027-03-01T12:00:00Z");
    let mut players = BTreeMap::new();
    for code in PUNCTUAL.into_iter().chain(["ENG", "MGL", "SWE"]) {
        let delegation = &delegations[code];
        let team = delegation.players(5);
        delegation.names("A", &team[..4]).expect(201);
        if code == "ENG" {
            the_dry_run_lists_every_paper(delegation, &team[..4]);
        }
        for player in &team {
            for kind in REQUIRED {
                delegation.hands_in(player, kind).expect(201);
            }
        }
        players.insert(code, team);
    }
    let england = &delegations["ENG"];
    let refusal = json!({
        "person": players["ENG"][3], "decision": "refused", "reason": "Left the university in 2025",
    });
    event.chief_arbiter.post(&event.path("/eligibility-decisions"), refusal).expect(201);
    england.enters_definitely(indications()).refused(422, "not_eligible", Some("Art. 1"));
    let path = england.path("/teams/A");
    let replacement = json!({
        "out": players["ENG"][3],
        "in": {"person": players["ENG"][4], "nationality_by": "naturalization", "student": true},
    });
    let replaced = england.officer.post_if(&format!("{path}/replacement"), "*", replacement).expect(200);
    assert_eq!(
        (&replaced["players"][3]["person"], replaced["players"].as_array().unwrap().len()),
        (&json!(players["ENG"][4]), 4)
    );
    players
}

/// Two papers of four players, all in one answer, and the same in the refusal.
fn the_dry_run_lists_every_paper(delegation: &Delegation, players: &[String]) {
    let papers = |missing: &Value| -> Vec<(Value, Value)> {
        let missing = missing.as_array().unwrap().iter().filter(|one| one["code"] == "document_missing");
        missing.map(|one| (one["person"].clone(), one["document"].clone())).collect()
    };
    let lacks = delegation.officer.get(&delegation.path("/requirements")).expect(200);
    let expected: Vec<(Value, Value)> =
        players.iter().flat_map(|player| REQUIRED.map(|kind| (json!(player), json!(kind)))).collect();
    assert_eq!((&lacks["complete"], papers(&lacks["missing"])), (&json!(false), expected));
    let refused = delegation.enters_without_more_papers(indications()).refused(422, "document_missing", Some("Art. 6"));
    assert_eq!(refused["errors"].as_array().unwrap().len(), 8);
}

fn definite_entries(
    app: &TestApp,
    event: &Championship,
    delegations: &BTreeMap<&str, Delegation>,
    players: &BTreeMap<&str, Vec<String>>,
) {
    app.set_time(LAST_OF_ENTRIES);
    for code in PUNCTUAL.into_iter().chain(["ENG", "MGL"]) {
        delegations[code].enters_without_more_papers(indications()).expect(200);
    }
    delegations["ITA"].enters_definitely(indications()).refused(422, "not_preliminarily_entered", Some("Art. 6"));
    app.set_time("2027-03-20T23:00:00Z");
    delegations["SWE"].enters_definitely(indications()).refused(422, "deadline_passed", Some("Art. 6"));
    let norway = &delegations["NOR"];
    norway.names("A", &players["NOR"]).refused(422, "deadline_passed", Some("Art. 6"));

    let mut states: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in app.public().get(&event.path("/entries?limit=200")).expect(200)["data"].as_array().unwrap() {
        let text = |name: &str| entry[name].as_str().unwrap().to_owned();
        states.entry(text("state")).or_default().push(text("federation"));
    }
    let came = [&PUNCTUAL[..4], &["ENG"], &PUNCTUAL[4..9], &["MGL"], &PUNCTUAL[9..]].concat();
    assert_eq!(states["definite"], came);
    assert_eq!((&states["preliminary"], &states["withdrawn"]), (&vec!["SWE".to_owned()], &vec!["ITA".to_owned()]));
}

/// The team stays in the draw; the appeals committee takes the measures.
fn lots_and_a_withdrawal(app: &TestApp, event: &Championship, cuba: &Delegation) {
    app.set_time("2027-04-09T16:00:00Z");
    let lots = |path: &str| format!("/v1/groups/{}{path}", event.group);
    event.director.post(&lots("/lots-commitment"), json!({})).expect(201);
    event.director.post_if(&lots("/lots"), "\"1\"", json!({"public_value": "4 8 15 16 23 42"})).expect(200);
    let withdrawn = cuba.withdraws().expect(200);
    let consequences: Vec<_> =
        withdrawn["consequences"].as_array().unwrap().iter().map(|one| one["article"].clone()).collect();
    assert!(consequences.contains(&json!("Art. 11")), "{consequences:?}");
    let rounds = app.public().get(&lots("/rounds?limit=200")).expect(200);
    let rounds = rounds["data"].as_array().unwrap();
    assert_eq!(rounds.len(), 13);
    assert!(rounds.iter().all(|round| round["matches"].as_array().unwrap().len() == 6));
    cuba.enters_preliminarily().refused(409, "wrong_phase", Some("Art. 5"));
}

fn the_offices_look_back(app: &TestApp, event: &Championship) {
    let table = app.public().get(&event.path("/timetable")).expect(200);
    let state = |step: &str| {
        let deadlines = table["deadlines"].as_array().unwrap().iter();
        deadlines.clone().find(|one| one["step"] == step).unwrap()["state"].clone()
    };
    assert_eq!([state("draft_invitation"), state("definite_invitation")], ["met", "met"]);

    let report = event.organizer.get(&event.path("/lateness-report")).expect(200);
    let late: Vec<_> = report["late"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (one["step"].as_str().unwrap(), one["federation"].as_str().unwrap_or("-"), one["state"].as_str().unwrap())
        })
        .collect();
    assert_eq!(late, [("preliminary_entry", "MGL", "met"), ("definite_entry", "SWE", "missed")]);

    // Four players, from 10 to 24 April, three dollars a day.
    let statement = event.organizer.get(&event.path("/financial-statement")).expect(200);
    let federations = statement["federations"].as_array().unwrap();
    let norway = federations.iter().find(|one| one["federation"] == "NOR").unwrap();
    let reckoning = norway["costs"].as_array().unwrap().iter().find_map(|cost| cost.get("reckoning")).unwrap();
    assert_eq!(reckoning["amount"], json!({"amount_minor_units": 4 * 15 * 300, "currency": "USD"}));

    let calendar = app.public().get(&event.path("/timetable.ics")).text;
    assert!(calendar.starts_with("BEGIN:VCALENDAR\r\n") && calendar.contains("BEGIN:VEVENT"));
    let editions = app.public().get("/v1/editions").expect(200);
    assert_eq!(editions["data"][0]["year"], 2027);
}

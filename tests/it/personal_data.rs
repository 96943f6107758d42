//! Role × resource × field: every GET of the document, read as each role, shows each personal field exactly where the
//! table of personal data has it.

use std::collections::BTreeMap;

use serde_json::json;
use teamchess::access::personal::{PERSONAL, Seer};
use teamchess::access::{Action, Role, Row};
use teamchess::http::openapi::document;
use teamchess::service::personal_data::expire_documents;
use teamchess::service::verify;

use crate::support::delegation::{indications, team};
use crate::support::papers::pdf_of;
use crate::support::{Championship, Delegation, Kind, Person, TestApp, fixtures};

/// What these answer is for all the world, or for all who have to do with the championship: nothing personal, ever.
const NEVER: [&str; 4] = ["list_changes", "list_championship_changes", "get_journal", "get_registry_journal"];

/// A championship that holds every personal field; the value of each is found nowhere else.
struct Story {
    app: TestApp,
    event: Championship,
    /// By resource and field.
    marks: BTreeMap<(&'static str, &'static str), String>,
    /// What stands for a parameter of a path.
    parameters: BTreeMap<&'static str, Vec<String>>,
    people: Vec<(&'static str, Person, Vec<Seer>)>,
}

impl Story {
    fn told() -> Self {
        let app = TestApp::new();
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.players(4);
        let path = format!("/v1/persons/{}", players[0]);
        let born = json!({"birth_date": "1987-06-05"});
        norway.officer.patch_if(&path, &norway.officer.get(&path).etag(), born).expect(200);
        let facts = json!({"chief_of_delegation": "Mark Chief", "contact": "Mark Contact"});
        norway.officer.put(&norway.path(""), facts).expect(201);
        norway.officer.put(&norway.path("/teams/A"), team("NOR", &players)).expect(201);
        let paper = norway
            .uploads(&players[0], "proof_of_studies", "application/pdf", &pdf_of(300, "Mark Content"))
            .expect(201);
        for player in &players {
            for kind in crate::support::papers::REQUIRED {
                norway.hands_in_if_missing(player, kind);
            }
        }
        let ruling = json!({"person": players[1], "decision": "accepted", "reason": "Mark Ruling", "evidence": ["Mark Passport"]});
        let ruling = event.organizer.post(&event.path("/eligibility-decisions"), ruling).expect(201);
        let mut said = indications();
        said["indications"]["travel"] = json!("Mark Travel");
        norway.enters_definitely(said).expect(200);
        let sweden = Delegation::of(&app, &event, "SWE");
        sweden.enters_preliminarily().expect(201);
        let etag = sweden.officer.get(&sweden.path("")).etag();
        sweden.officer.post_if(&sweden.path("/withdrawal"), &etag, json!({"reason": "Mark Reason"})).expect(200);

        let (reported, steward) = a_match_with_a_report(&app, &event);

        let team = norway.officer.get(&norway.path("/teams/A")).body["id"].as_str().unwrap().to_owned();
        let game = fixtures::coming_match(&app, &event, &team);
        let line_up = format!("/v1/matches/{game}/lineups/{team}");
        let captain = app.appointed("captain", Some(&event.id), Some("NOR"));
        let say = |person: &Person, rest: &str, body| person.post(&format!("{line_up}{rest}"), body);
        say(&event.chief_arbiter, "/fewer-players", json!({"reason": "Mark Shorter"})).expect(201);
        captain.put(&line_up, json!({"players": players})).expect(201);
        let change = json!({"players": players[..3], "reason": "Mark Hospital"});
        say(&captain, "/changes", change).expect(201);
        say(&event.chief_arbiter, "/changes/1/acceptance", json!({"reason": "Mark Accepted"})).expect(200);
        fixtures::opens_lineups(&app, &game);

        let marks = BTreeMap::from([
            (("person", "birth_date"), "1987-06-05".to_owned()),
            (("entry", "chief_of_delegation"), "Mark Chief".to_owned()),
            (("entry", "contact"), "Mark Contact".to_owned()),
            (("entry", "indications"), "Mark Travel".to_owned()),
            (("entry", "withdrawal_reason"), "Mark Reason".to_owned()),
            (("eligibility_decision", "reason"), "Mark Ruling".to_owned()),
            (("eligibility_decision", "evidence"), "Mark Passport".to_owned()),
            (("steward_report", "text"), "Mark Report".to_owned()),
            (("lineup_change", "reason"), "Mark Hospital".to_owned()),
            (("lineup_change", "decision_reason"), "Mark Accepted".to_owned()),
            (("short_lineup", "reason"), "Mark Shorter".to_owned()),
            (("document", "content"), "Mark Content".to_owned()),
            (("document", "sha256"), paper["sha256"].as_str().unwrap().to_owned()),
        ]);
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let parameters = BTreeMap::from([
            ("championship", texts(&[&event.id])),
            ("federation", texts(&["NOR", "SWE"])),
            ("letter", texts(&["A"])),
            ("person", texts(&[&players[0]])),
            ("document", texts(&[paper["id"].as_str().unwrap()])),
            ("decision", texts(&[ruling["id"].as_str().unwrap()])),
            ("match", texts(&[&reported, &game])),
            ("team", texts(&[&team])),
            ("group", texts(&[&event.group])),
            ("regulations", texts(&["wstcc-1960"])),
        ]);
        let own = [Seer::OwnFederation, Seer::OwnDelegation];
        let here = |role: &str, federation: Option<&str>| app.appointed(role, Some(&event.id), federation);
        let holder = |role| vec![Seer::Holder(role)];
        let people = vec![
            ("public", app.public(), vec![]),
            ("somebody", app.somebody("somebody"), vec![]),
            ("officer of another", app.appointed("federation_officer", None, Some("DEN")), vec![]),
            ("captain of another", here("captain", Some("DEN")), vec![]),
            ("observer", here("observer", None), vec![]),
            ("arbiter", here("arbiter", None), holder(Role::Arbiter)),
            ("appeals chairman", here("appeals_chairman", None), holder(Role::AppealsChairman)),
            ("appeals member", here("appeals_member", None), holder(Role::AppealsMember)),
            ("steward of another match", here("steward", None), vec![]),
            ("steward", steward, holder(Role::Steward)),
            ("president", event.president.clone(), holder(Role::FidePresident)),
            ("director", event.director.clone(), holder(Role::TournamentDirector)),
            ("organizer", event.organizer.clone(), holder(Role::Organizer)),
            ("chief arbiter", event.chief_arbiter.clone(), holder(Role::ChiefArbiter)),
            ("admin", app.admin(), holder(Role::Admin)),
            ("own captain", both(&app, &event, "captain"), vec![Seer::OwnFederation]),
            ("own chief of delegation", both(&app, &event, "chief_of_delegation"), own.to_vec()),
            ("own officer", both(&app, &event, "federation_officer"), own.to_vec()),
        ];
        Self { app, event, marks, parameters, people }
    }

    /// Every path of an operation with the parameters filled in; one that nobody has named is a fault of this test.
    fn filled(&self, template: &str) -> Vec<String> {
        let mut paths = vec![String::new()];
        for part in template.split('/').skip(1) {
            let values = match part.strip_prefix('{').map(|name| name.trim_end_matches('}')) {
                None => vec![part.to_owned()],
                // What the story does not have is not found, whoever asks.
                Some(name) => self.parameters.get(name).cloned().unwrap_or_else(|| vec!["1".to_owned()]),
            };
            paths = paths.iter().flat_map(|path| values.iter().map(move |value| format!("{path}/{value}"))).collect();
        }
        paths
    }
}

/// A match of the Norwegian team with a report on it, set into the database: the match and its steward.
fn a_match_with_a_report(app: &TestApp, event: &Championship) -> (String, Person) {
    use teamchess::domain::calendar::Instant;
    use teamchess::domain::ids::{MatchId, RoundId};
    use teamchess::storage::matches::{self, MatchRow};
    use teamchess::storage::rounds::{self, RoundRow};
    use teamchess::storage::stewards::{self, StewardReportRow, StewardRow};
    let iceland = Delegation::of(app, event, "ISL");
    let players = iceland.players(4);
    iceland.enters_preliminarily().expect(201);
    let team = |federation: &str| {
        let team = app.public().get(&event.path(&format!("/entries/{federation}/teams/A"))).expect(200);
        team["id"].as_str().unwrap().to_owned()
    };
    iceland.names("A", &players).expect(201);
    let (first_team_id, second_team_id) = (team("NOR"), team("ISL"));
    let steward = app.appointed("steward", Some(&event.id), None);
    let start = Instant::parse(crate::support::START).unwrap();
    let round_id = RoundId::new(app.desk.entropy.uuid(start)).to_string();
    let match_id = MatchId::new(app.desk.entropy.uuid(start)).to_string();
    let mut db = app.desk.pool.get().unwrap();
    let round = RoundRow {
        id: round_id.clone(),
        group_id: event.group.clone(),
        championship_id: event.id.clone(),
        number: 9,
        state: rounds::SCHEDULED.to_owned(),
        starts_at: start.unix_micros(),
        started_at: None,
        closed_at: None,
        free_team_id: None,
        version: 1,
        lineups_opened_at: None,
    };
    rounds::insert(&mut db, &round).unwrap();
    let (group_id, championship_id) = (event.group.clone(), event.id.clone());
    // The other two numbers are those of the coming match.
    teamchess::storage::groups::number_team(&mut db, &group_id, &second_team_id, 3).unwrap();
    let id = match_id.clone();
    let game = MatchRow {
        id,
        round_id,
        group_id,
        championship_id,
        number: 1,
        first_team_id,
        second_team_id,
        revision: 0,
        version: 1,
    };
    matches::insert(&mut db, &game).unwrap();
    let row = StewardRow {
        match_id: match_id.clone(),
        ordinal: 1,
        name: "Olga Petrova".to_owned(),
        account_id: steward.account.clone(),
        appointment_id: None,
        named_by: "system".to_owned(),
        named_at: 0,
        ended_at: None,
    };
    stewards::insert(&mut db, &row).unwrap();
    let report = StewardReportRow {
        match_id: match_id.clone(),
        ordinal: 1,
        kind: "etiquette".to_owned(),
        team_id: None,
        board: None,
        words: "Mark Report".to_owned(),
        steward_ordinal: Some(1),
        reported_by: "system".to_owned(),
        reported_at: 0,
        version: 1,
    };
    stewards::insert_report(&mut db, &report).unwrap();
    (match_id, steward)
}

/// Somebody who acts for both federations that the story tells of.
fn both(app: &TestApp, event: &Championship, role: &str) -> Person {
    let championship = (role != "federation_officer").then_some(event.id.as_str());
    let person = app.appointed(role, championship, Some("NOR"));
    app.appoint(&person, role, championship, Some("SWE"));
    person
}

#[test]
fn every_personal_field_is_shown_exactly_where_the_table_has_it() {
    let story = Story::told();
    let fields: Vec<_> = PERSONAL.iter().map(|row| (row.resource, row.field)).collect();
    let mut marked: Vec<_> = story.marks.keys().copied().collect();
    marked.sort_by_key(|mark| fields.iter().position(|field| field == mark));
    assert_eq!(marked, fields, "the story holds every field of the table");

    let document = document();
    let mut faults = Vec::new();
    let mut read = 0;
    for (name, person, is) in &story.people {
        let mut seen: Vec<_> = Vec::new();
        for (template, item) in document["paths"].as_object().unwrap() {
            let Some(id) = item["get"]["operationId"].as_str() else { continue };
            for path in story.filled(template) {
                let answer = person.get(&path);
                read += 1;
                for (mark, text) in story.marks.iter().filter(|(_, text)| answer.text.contains(text.as_str())) {
                    if NEVER.contains(&id) {
                        faults.push(format!("{id} shows {text} to the {name}"));
                    }
                    seen.push(*mark);
                }
            }
        }
        for row in PERSONAL {
            let may = row.seen_by.iter().any(|seer| is.contains(seer));
            if may != seen.contains(&(row.resource, row.field)) {
                let how = if may { "does not find" } else { "finds" };
                faults.push(format!("the {name} {how} {}.{}", row.resource, row.field));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(read > 500, "{read}");
}

/// Whoever may read what is hidden from others is in the table.
#[test]
fn hidden_operations_are_for_those_who_see_documents() {
    let of_documents = |action: &&Action| action.operation().contains("document");
    for action in Action::ALL.iter().filter(|action| Row::of(**action).hidden).filter(of_documents) {
        for role in Row::of(*action).roles() {
            let own = [Role::FederationOfficer, Role::ChiefOfDelegation].contains(role);
            let row = PERSONAL.iter().find(|row| row.resource == "document").unwrap();
            assert!(own || row.seen_by.contains(&Seer::Holder(*role)), "{action:?} {role:?}");
        }
    }
}

/// 90 days to the last moment; the digest stays.
#[test]
fn contents_of_documents_are_deleted_after_the_closing() {
    let story = Story::told();
    let (app, organizer) = (&story.app, &story.event.organizer);
    let path = format!("/v1/championships/{}/entries/NOR/documents", story.event.id);
    let document = format!("{path}/{}", story.parameters["document"][0]);
    app.set_time("2027-04-25T12:00:00Z");
    assert_eq!(expire_documents(&app.desk, 90).unwrap(), 0);
    close(app, &story.event.id);
    app.set_time("2027-07-24T11:59:59.999999Z");
    assert_eq!(expire_documents(&app.desk, 90).unwrap(), 0);
    assert_eq!(organizer.get(&format!("{document}/content")).status, 200);
    app.set_time("2027-07-24T12:00:00Z");
    assert_eq!(expire_documents(&app.desk, 90).unwrap(), 8);
    assert_eq!(expire_documents(&app.desk, 90).unwrap(), 0);
    organizer.get(&format!("{document}/content")).refused(404, "not_found", None);
    let kept = organizer.get(&document).expect(200);
    assert_eq!(
        (&kept["state"], kept["sha256"].as_str()),
        (&json!("expired"), Some(story.marks[&("document", "sha256")].as_str()))
    );
    assert!(verify::verify_journal(&app.desk.pool).unwrap().is_ok());
}

/// Puts the championship at its end directly.
fn close(app: &TestApp, championship: &str) {
    use teamchess::storage::championships;
    let mut db = app.desk.pool.get().unwrap();
    let mut row = championships::find(&mut db, &championship.parse().unwrap()).unwrap().unwrap();
    row.phase = "closed".to_owned();
    row.closed_at = Some(app.clock.now());
    championships::update(&mut db, &row).unwrap();
}

#[test]
fn a_person_is_exported_and_erased_but_not_while_on_an_open_roster() {
    let story = Story::told();
    let (app, admin) = (&story.app, story.app.admin());
    let person = story.parameters["person"][0].clone();
    let path = format!("/v1/persons/{person}");
    let officer = app.appointed("federation_officer", None, Some("NOR"));
    story.event.organizer.get(&format!(
        "/v1/championships/{}/entries/NOR/documents/{}/content",
        story.event.id, story.parameters["document"][0]
    ));
    let export = officer.get(&format!("{path}/export")).expect(200);
    assert_eq!(
        (&export["person"]["birth_date"], &export["rosters"][0]["federation"]),
        (&json!("1987-06-05"), &json!("NOR"))
    );
    assert_eq!(export["documents"].as_array().unwrap().len(), 2);
    assert_eq!(export["readings"][0]["role"], "organizer");
    let other = app.appointed("federation_officer", None, Some("SWE"));
    other.get(&format!("{path}/export")).refused(403, "not_your_federation", None);
    app.public().get(&format!("{path}/export")).refused(401, "token_missing", None);

    let erasure = json!({"reason": "Asked for by letter", "name": "withhold"});
    let etag = admin.get(&path).etag();
    officer.post_if(&format!("{path}/erasure"), &etag, erasure.clone()).refused(403, "role_not_allowed", None);
    admin.post_if(&format!("{path}/erasure"), &etag, erasure.clone()).refused(409, "on_open_roster", None);
    close(app, &story.event.id);
    let erased = admin.post_if(&format!("{path}/erasure"), &etag, erasure).expect(200);
    assert_eq!((&erased["name"], erased.get("birth_date")), (&json!("withheld"), None));
    let export = admin.get(&format!("{path}/export")).expect(200);
    assert!(export["documents"].as_array().unwrap().iter().all(|document| document["state"] == "erased"));
    let team = app.public().get(&format!("/v1/championships/{}/entries/NOR/teams/A", story.event.id)).expect(200);
    assert_eq!((&team["players"][0]["person"], &team["players"][0]["name"]), (&json!(person), &json!("withheld")));
    assert!(verify::verify_journal(&app.desk.pool).unwrap().is_ok());
}

/// The chain holds, the count says how many, and neither journal nor resource has the text any longer.
#[test]
fn free_text_is_taken_out_of_journal_and_resource() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let game = field.matches(1).remove(0);
        field.decides(&game, fixtures::on_all("draw")).expect(200);
        let journal = format!("/v1/championships/{}/journal", field.championship);
        let admin = app.admin();
        let page = admin.get(&format!("{journal}?limit=200")).expect(200);
        let decided =
            page["data"].as_array().unwrap().iter().find(|entry| entry["payload"]["reason"] == "test").unwrap();
        assert!(!decided["header"].to_string().contains("\"test\""), "{}", decided["header"]);
        let path = format!("{journal}/{}/redaction", decided["header"]["seq"]);
        field.organizer.post(&path, json!({"reason": "Health"})).refused(403, "role_not_allowed", None);
        admin.post(&format!("{journal}/999/redaction"), json!({"reason": "Health"})).refused(404, "not_found", None);
        admin.post(&path, json!({"reason": "Health"})).expect(200);
        admin.post(&path, json!({"reason": "Health"})).refused(409, "already_done", None);
        let verified = verify::verify_journal(&app.desk.pool).unwrap().unwrap();
        assert_eq!(verified.streams.iter().map(|stream| stream.redacted).sum::<i64>(), 1);
        assert!(!admin.get(&format!("{journal}?limit=200")).text.contains("\"test\""));
        let path = format!("/v1/matches/{}", game["id"].as_str().unwrap());
        let text = field.chief_arbiter.get(&path).text;
        assert!(text.contains("(redacted)") && !text.contains("\"test\""), "{text}");
    }
}

#[test]
fn the_grounds_of_a_decision_and_of_a_dispensation_can_be_redacted_and_go_with_the_person() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let player = norway.players(1).remove(0);
        norway.enters_preliminarily().expect(201);
        norway.names("A", std::slice::from_ref(&player)).expect(201);
        let ruling = json!({"person": player, "decision": "refused", "reason": "Ill", "evidence": ["Letter"]});
        let rulings = event.path("/eligibility-decisions");
        let first = event.organizer.post(&rulings, ruling.clone()).expect(201);
        let second = event.organizer.post(&rulings, ruling).expect(201);
        let granted = json!({"step": "definite_entry", "federation": "NOR", "reason": "Ill"});
        let granted = event.president.post(&event.path("/dispensations"), granted).expect(201);

        let admin = app.admin();
        let page = admin.get(&event.path("/journal?limit=200")).expect(200);
        for id in [&first["id"], &granted["id"]] {
            let made = page["data"].as_array().unwrap().iter().find(|entry| entry["header"]["changes"][0]["id"] == *id);
            let seq = &made.unwrap()["header"]["seq"];
            admin.post(&event.path(&format!("/journal/{seq}/redaction")), json!({"reason": "Health"})).expect(200);
        }
        let grounds = |decision: &serde_json::Value| {
            let path = format!("{rulings}/{}", decision["id"].as_str().unwrap());
            let found = event.organizer.get(&path).expect(200);
            (found["reason"].clone(), found["evidence"].clone(), found["version"].clone())
        };
        assert_eq!(grounds(&first), (json!("(redacted)"), json!([]), json!(2)));
        assert_eq!(grounds(&second), (json!("Ill"), json!(["Letter"]), json!(1)));
        let path = event.path(&format!("/dispensations/{}", granted["id"].as_str().unwrap()));
        assert_eq!(event.president.get(&path).expect(200)["reason"], "(redacted)");

        close(&app, &event.id);
        let path = format!("/v1/persons/{player}");
        let erasure = json!({"reason": "Asked for by letter", "name": "keep"});
        admin.post_if(&format!("{path}/erasure"), &admin.get(&path).etag(), erasure).expect(200);
        assert_eq!(grounds(&second), (json!("withheld"), json!([]), json!(2)));
        let verified = verify::verify_journal(&app.desk.pool).unwrap().unwrap();
        assert_eq!(verified.streams.iter().map(|stream| stream.redacted).sum::<i64>(), 2);
    }
}

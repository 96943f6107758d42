//! `/v1/championships/{championship}/eligibility-decisions`.

use serde_json::{Value, json};

use crate::support::delegation::indications;
use crate::support::{Championship, Delegation, Kind, Response, TestApp};

fn decide(event: &Championship, by: &crate::support::Person, person: &str, body: Value) -> Response {
    let mut decision = json!({"person": person});
    decision.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    by.post(&event.path("/eligibility-decisions"), decision)
}

/// norm: WSTCC.1.4, WSTCC.1.8
#[test]
fn a_player_whose_nationality_or_studies_are_not_proved_is_refused_and_comes_on_no_definite_roster() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.players(6);
        norway.enters_preliminarily().expect(201);
        norway.names("A", &players[..5]).expect(201);
        let accepted = json!({"decision": "accepted", "evidence": ["Passport 123", "Certificate, Oslo, 3 March"]});
        let accepted = decide(&event, &event.organizer, &players[0], accepted).expect(201);
        assert_eq!((&accepted["decided_as"], &accepted["article"]), (&json!("organizer"), &json!("Art. 1")));
        let unsaid = json!({"decision": "refused"});
        let unsaid = decide(&event, &event.chief_arbiter, &players[4], unsaid);
        let unsaid = unsaid.refused(422, "reason_missing", Some("Art. 1"));
        assert_eq!(unsaid["errors"][0]["pointer"], "/reason");
        let no_student = json!({"decision": "refused", "reason": "Left the university in 2025"});
        let refused = decide(&event, &event.chief_arbiter, &players[4], no_student).expect(201);

        let states = |team: &Value| -> Vec<String> {
            let players = team["players"].as_array().unwrap().iter();
            players.map(|player| player["eligibility"].as_str().unwrap_or("-").to_owned()).collect()
        };
        let team = norway.path("/teams/A");
        for insider in [&norway.officer, &event.organizer, &event.chief_arbiter] {
            let seen = insider.get(&team).expect(200);
            assert_eq!(states(&seen), ["accepted", "claimed", "claimed", "claimed", "refused"]);
        }
        assert_eq!(states(&app.public().get(&team).expect(200)), ["-"; 4]);

        // With him the entry is refused, without him accepted; and he does not come back by a change of the roster.
        let with_him = norway.enters_definitely(indications()).refused(422, "not_eligible", Some("Art. 1"));
        assert_eq!(with_him["facts"], json!({"person": players[4], "decision": refused["id"]}));
        norway.names("A", &players[..4]).expect(200);
        norway.enters_definitely(indications()).expect(200);
        let back = norway.names("A", &players[..5]).refused(422, "not_eligible", Some("Art. 1"));
        assert_eq!(back["errors"][0]["pointer"], "/players/4/person");
        norway.names("A", &[&players[..4], &players[5..]].concat()).expect(200);
    }
}

/// norm: WSTCC.1.4
#[test]
fn a_clearance_by_the_president_stands_above_other_decisions_and_all_stay_readable() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        let players = norway.players(4);
        norway.enters_preliminarily().expect(201);
        let body = || json!({"decision": "refused", "reason": "A national of Denmark"});
        let unnamed = decide(&event, &event.organizer, &players[0], body()).refused(422, "not_on_roster", None);
        assert_eq!(unnamed["errors"][0]["pointer"], "/person");
        norway.names("A", &players).expect(201);
        decide(&event, &norway.officer, &players[0], body()).refused(403, "role_not_allowed", Some("Art. 1"));
        let first = decide(&event, &event.organizer, &players[0], body()).expect(201);
        norway.enters_definitely(indications()).refused(422, "not_eligible", Some("Art. 1"));
        app.set_time("2026-01-16T12:00:00Z");
        let cleared = json!({"decision": "accepted", "reason": "Naturalized in 2024", "evidence": ["Decree 7"]});
        let second = decide(&event, &event.president, &players[0], cleared).expect(201);
        assert_eq!((&second["number"], &second["decided_as"]), (&json!(2), &json!("fide_president")));
        let again = decide(&event, &event.organizer, &players[0], body());
        again.refused(422, "clearance_stands", Some("Art. 1"));
        norway.enters_definitely(indications()).expect(200);

        let path = event.path("/eligibility-decisions");
        let list = |person: &crate::support::Person| person.get(&path).expect(200)["data"].clone();
        assert_eq!(list(&norway.officer), json!([first, second]));
        assert_eq!(list(&event.chief_arbiter), list(&norway.officer));
        assert_eq!(list(&sweden.officer), json!([]));
        app.public().get(&path).refused(401, "token_missing", None);
        let one = format!("{path}/{}", first["id"].as_str().unwrap());
        assert_eq!(norway.officer.get(&one).expect(200), first);
        sweden.officer.get(&one).refused(403, "not_your_federation", None);
        // Neither feed nor journal says why.
        let seen = event.organizer.get(&event.path("/journal?limit=200")).expect(200).to_string();
        assert!(seen.contains("decide_eligibility") && !seen.contains("Denmark") && !seen.contains("Decree"));
        let feed = app.public().get(&event.path("/changes")).expect(200).to_string();
        assert!(!feed.contains("eligibility_decision"));
    }
}

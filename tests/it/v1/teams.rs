//! `/v1/championships/{championship}/entries/{federation}/teams/{letter}`.

use std::sync::Barrier;

use serde_json::json;
use teamchess::rulebooks;
use teamchess::storage::regulations::{self, RegulationsRow};

use crate::support::championship::designation;
use crate::support::delegation::{indications, team};
use crate::support::{Championship, Delegation, Kind, TestApp};

const LAST_DEFINITE: &str = "2027-03-20T22:59:59.999999Z";
const LATE_DEFINITE: &str = "2027-03-20T23:00:00Z";

/// Norway, entered preliminarily.
fn norway(app: &TestApp) -> (Championship, Delegation) {
    let event = Championship::invited(app);
    let norway = Delegation::of(app, &event, "NOR");
    norway.enters_preliminarily().expect(201);
    (event, norway)
}

/// norm: WSTCC.6.3
#[test]
fn a_team_of_three_or_seven_is_refused_and_one_of_four_or_six_accepted() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (_, norway) = norway(&app);
        let players = norway.players(7);
        let seven = norway.names("A", &players).refused(422, "team_size", Some("Art. 6"));
        assert_eq!(seven["facts"], json!({"players": 7, "min": 4, "max": 6}));
        norway.officer.get(&norway.path("/teams/A")).refused(404, "not_found", None);
        // A team may grow while the entry is preliminary, and is then too small to be entered.
        norway.names("A", &players[..3]).expect(201);
        norway.enters_definitely(indications()).refused(422, "team_size", Some("Art. 6"));
        assert_eq!(norway.officer.get(&norway.path("")).expect(200)["state"], "preliminary");
        norway.names("A", &players[..6]).expect(200);
        norway.names("A", &players[..4]).expect(200);
        norway.enters_definitely(indications()).expect(200);
        norway.names("A", &players[..3]).refused(422, "team_size", Some("Art. 6"));
        norway.names("A", &players).refused(422, "team_size", Some("Art. 6"));
        let stored = norway.officer.get(&norway.path("/teams/A")).expect(200);
        assert_eq!(stored["players"].as_array().unwrap().len(), 4);
        norway.names("A", &players[..6]).expect(200);
    }
}

/// norm: WSTCC.1.3
#[test]
fn a_second_team_is_refused() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (_, norway) = norway(&app);
        let players = norway.players(8);
        norway.names("A", &players[..4]).expect(201);
        norway.names("B", &players[4..]).refused(422, "second_team", Some("Art. 1"));
        norway.officer.get(&norway.path("/teams/B")).refused(404, "not_found", None);
    }
}

/// norm: WSTCC.1.4, WSTCC.1.8
#[test]
fn players_are_nationals_by_birth_or_naturalization_and_students() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (event, norway) = norway(&app);
        let sweden = Delegation::of(&app, &event, "SWE");
        let (own, foreign) = (norway.players(2), sweden.players(1));
        let path = norway.path("/teams/A");
        let with = |person: &str, ground: &str, student: bool| {
            json!({"name": "Norway", "players": [
                {"person": own[0], "nationality_by": "birth", "student": true},
                {"person": person, "nationality_by": ground, "student": student},
            ]})
        };
        let refused = norway.officer.put(&path, with(&foreign[0], "birth", true));
        let refused = refused.refused(422, "not_eligible", Some("Art. 1"));
        assert_eq!(refused["errors"][0]["pointer"], "/players/1/person");
        let refused = norway.officer.put(&path, with(&own[1], "birth", false));
        let refused = refused.refused(422, "not_eligible", Some("Art. 1"));
        assert_eq!(refused["errors"][0]["pointer"], "/players/1/student");
        norway.officer.put(&path, with(&own[1], "marriage", true)).refused(400, "invalid_request", None);
        let unstated = json!({"name": "Norway", "players": [{"person": own[0], "nationality_by": "birth"}]});
        norway.officer.put(&path, unstated).refused(400, "invalid_request", None);
        let unstated = json!({"name": "Norway", "players": [{"person": own[0], "student": true}]});
        norway.officer.put(&path, unstated).refused(400, "invalid_request", None);
        norway.officer.get(&path).refused(404, "not_found", None);
        let body = norway.officer.put(&path, with(&own[1], "naturalization", true)).expect(201);
        let grounds: Vec<_> =
            body["players"].as_array().unwrap().iter().map(|player| &player["nationality_by"]).collect();
        assert_eq!(grounds, [&json!("birth"), &json!("naturalization")]);
    }
}

#[test]
fn a_player_stands_once_in_a_team_and_in_nobody_elses() {
    let app = TestApp::new();
    let (event, norway) = norway(&app);
    let players = norway.players(4);
    let twice: Vec<String> = [0, 1, 2, 0].map(|index: usize| players[index].clone()).into();
    let refused = norway.names("A", &twice).refused(422, "player_twice", None);
    let pointers: Vec<_> = refused["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/players/0/person", "/players/3/person"]);
    let unknown = vec![format!("per_{:032x}", 7)];
    let refused = norway.names("A", &unknown).refused(422, "unknown_person", None);
    assert_eq!(refused["errors"][0]["pointer"], "/players/0/person");
    norway.names("A", &players).expect(201);
    // A player who goes to another federation stays on the roster of this championship.
    let sweden = Delegation::of(&app, &event, "SWE");
    sweden.enters_preliminarily().expect(201);
    let person = format!("/v1/persons/{}", players[0]);
    app.admin().patch_if(&person, "\"1\"", json!({"federation": "SWE"})).expect(200);
    let refused = sweden.names("A", &players[..1]).refused(422, "player_twice", None);
    assert_eq!(refused["errors"][0]["pointer"], "/players/0/person");
    norway.enters_definitely(indications()).refused(422, "not_eligible", Some("Art. 1"));
    // The same players may play in another championship.
    let other = Championship::invited(&app);
    let elsewhere = Delegation::of(&app, &other, "NOR");
    elsewhere.enters_preliminarily().expect(201);
    elsewhere.names("A", &players[1..]).expect(201);
}

#[test]
fn one_request_takes_players_out_and_puts_others_in() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (event, norway) = norway(&app);
        let players = norway.players(6);
        let created = norway.names("A", &players[..4]);
        assert_eq!(created.header("location"), Some(norway.path("/teams/A").as_str()));
        let before = created.expect(201);
        norway.officer.put(&norway.path("/teams/A"), team("N", &[])).refused(428, "precondition_missing", None);
        let swapped: Vec<String> = [5, 1, 0, 4].map(|index: usize| players[index].clone()).into();
        let after = norway.names("A", &swapped).expect(200);
        assert_eq!(after["id"], before["id"]);
        let shown: Vec<_> = after["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| (player["number"].as_i64().unwrap(), player["name"].as_str().unwrap()))
            .collect();
        assert_eq!(shown, [(1, "NOR 6"), (2, "NOR 2"), (3, "NOR 1"), (4, "NOR 5")]);
        let public = app.public().get(&norway.path("/teams/A"));
        assert!(public.etag().starts_with("\"2-public-"), "{}", public.etag());
        let public = public.expect(200);
        assert_eq!((&public["captain"], public["players"][0].get("student")), (&json!("The Captain"), None));
        // The chief arbiter of the championship sees the birth date of who plays in it, another's does not.
        let person = format!("/v1/persons/{}", players[0]);
        assert_eq!(event.chief_arbiter.get(&person).expect(200)["birth_date"], "2004-05-06");
        let other = Championship::invited(&app);
        assert_eq!(other.chief_arbiter.get(&person).expect(200).get("birth_date"), None);
    }
}

#[test]
fn a_team_changes_until_the_definite_entries_are_due() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.is_entered(5);
        app.set_time(LAST_DEFINITE);
        let changed = norway.names("A", &players[1..]).expect(200);
        app.set_time(LATE_DEFINITE);
        norway.names("A", &players[..4]).refused(422, "deadline_passed", Some("Art. 6"));
        assert_eq!(norway.officer.get(&norway.path("/teams/A")).expect(200), changed);
        app.set_phase(&event.id, "drawn");
        norway.names("A", &players[..4]).refused(409, "wrong_phase", None);
    }
}

#[test]
fn a_team_needs_a_standing_entry_of_its_own_federation() {
    let app = TestApp::new();
    let event = Championship::invited(&app);
    let norway = Delegation::of(&app, &event, "NOR");
    norway.names("A", &[]).refused(422, "not_preliminarily_entered", Some("Art. 6"));
    norway.enters_preliminarily().expect(201);
    let path = norway.path("/teams/A");
    app.public().put(&path, team("x", &[])).refused(401, "token_missing", None);
    event.organizer.put(&path, team("x", &[])).refused(403, "role_not_allowed", None);
    let stranger = app.appointed("federation_officer", None, Some("SWE"));
    stranger.put(&path, team("x", &[])).refused(403, "not_your_federation", None);
    norway.officer.put(&norway.path("/teams/a"), team("x", &[])).refused(400, "invalid_request", None);
    app.public().get(&path).refused(404, "not_found", None);
}

#[test]
fn of_two_teams_that_name_the_same_player_at_once_one_wins() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        // Regulations with room for several teams of a federation.
        let text = std::fs::read_to_string("regulations/wstcc-1960.toml").unwrap();
        let text = text
            .replace("teams_per_federation = { value = 1", "teams_per_federation = { value = 4")
            .replace("id = \"wstcc-1960\"", "id = \"four-teams\"");
        let rules = rulebooks::parse(&text).unwrap();
        let document = rulebooks::canonical_json(&rules).unwrap();
        let row = RegulationsRow {
            id: "four-teams".to_owned(),
            title: "Four teams".to_owned(),
            document,
            built_in: false,
            created_at: 0,
            version: 1,
        };
        regulations::insert(&mut app.desk.pool.get().unwrap(), &row).unwrap();
        let mut body = designation();
        body["regulations"] = json!("four-teams");
        let event = Championship::of(&app, app.admin().post("/v1/championships", body).expect(201));
        app.set_phase(&event.id, "invited");
        let norway = Delegation::of(&app, &event, "NOR");
        norway.enters_preliminarily().expect(201);
        let players = norway.players(5);
        let start = Barrier::new(4);
        let answers: Vec<_> = std::thread::scope(|scope| {
            let racers: Vec<_> = ["A", "B", "C", "D"]
                .into_iter()
                .zip(&players[1..])
                .map(|(letter, own)| {
                    let named = team(letter, &[players[0].clone(), own.clone()]);
                    let path = norway.path(&format!("/teams/{letter}"));
                    let (officer, start) = (norway.officer.clone(), &start);
                    scope.spawn(move || {
                        start.wait();
                        officer.put(&path, named)
                    })
                })
                .collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1, "{answers:?}");
        for lost in answers.into_iter().filter(|answer| answer.status != 201) {
            lost.refused(422, "player_twice", None);
        }
        let entry = norway.officer.get(&norway.path("")).expect(200);
        assert_eq!(entry["teams"].as_array().unwrap().len(), 1);
        // Without the one whom they all want there is room for them.
        for (letter, own) in ["A", "B", "C", "D"].into_iter().zip(&players[1..]) {
            norway.names(letter, std::slice::from_ref(own));
        }
        assert_eq!(norway.officer.get(&norway.path("")).expect(200)["teams"].as_array().unwrap().len(), 4);
        norway.names("E", &[]).refused(422, "second_team", Some("Art. 1"));
    }
}

#[test]
fn a_sandbox_has_players_of_its_own() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let mut body = designation();
        body["clock"] = json!("2026-01-15T12:00:00Z");
        let owner = app.somebody("ann");
        let sandbox = Championship::of(&app, owner.post("/v1/sandboxes", body).expect(201));
        app.set_phase(&sandbox.id, "invited");
        let (real, real_norway) = norway(&app);
        let norway = Delegation::of(&app, &sandbox, "NOR");
        norway.enters_preliminarily().expect(201);
        let invented = json!({"name": "Invented", "federation": "NOR", "championship": sandbox.id});
        let invented = owner.post("/v1/persons", invented).expect(201)["id"].as_str().unwrap().to_owned();
        let registered = norway.players(1);
        norway.names("A", &registered).refused(422, "unknown_person", None);
        real_norway.names("A", std::slice::from_ref(&invented)).refused(422, "unknown_person", None);
        norway.names("A", std::slice::from_ref(&invented)).expect(201);
        real_norway.names("A", &registered).expect(201);
        let list = |path: &str| app.admin().get(path).expect(200)["data"].as_array().unwrap().len();
        assert_eq!((list("/v1/persons"), list(&format!("/v1/persons?championship={}", sandbox.id))), (1, 1));
        // The owner of a sandbox reaches its persons and not the registry's.
        owner.get(&format!("/v1/persons?championship={}", sandbox.id)).expect(200);
        owner.get("/v1/persons").refused(403, "not_your_federation", None);
        owner.post("/v1/persons", json!({"name": "A", "federation": "NOR"})).refused(
            403,
            "not_your_championship",
            None,
        );
        let refused =
            app.admin().post("/v1/persons", json!({"name": "A", "federation": "NOR", "championship": real.id}));
        assert_eq!(refused.refused(422, "invalid_value", None)["errors"][0]["pointer"], "/championship");
    }
}

/// A newcomer on the number of who goes; who plays elsewhere is refused, and it is said where.
#[test]
fn replace_player_keeps_the_number_and_comes_until_the_definite_entries_are_due() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let (norway, sweden) = (Delegation::of(&app, &event, "NOR"), Delegation::of(&app, &event, "SWE"));
        let others = sweden.is_entered(4);
        let players = norway.players(6);
        norway.enters_preliminarily().expect(201);
        norway.names("A", &players[..4]).expect(201);
        norway.enters_definitely(indications()).expect(200);
        norway.hands_in_all(&players);
        let path = norway.path("/teams/A");
        let change = |out: &str, newcomer: &str| {
            let body = json!({"out": out, "in": {"person": newcomer, "nationality_by": "birth", "student": true}});
            norway.officer.post_if(&format!("{path}/replacement"), &norway.officer.get(&path).etag(), body)
        };
        let before = norway.officer.get(&path).expect(200);
        let stranger = change(&players[5], &players[4]).refused(422, "not_on_roster", Some("Art. 6"));
        assert_eq!(stranger["errors"][0]["pointer"], "/out");
        // Moved to Norway meanwhile, and still on the roster of Sweden.
        app.admin().patch_if(&format!("/v1/persons/{}", others[2]), "\"1\"", json!({"federation": "NOR"})).expect(200);
        let elsewhere = change(&players[1], &others[2]).refused(422, "player_twice", None);
        assert_eq!(elsewhere["errors"][0]["pointer"], "/in/person");
        assert_eq!(
            (&elsewhere["facts"]["team_federation"], &elsewhere["facts"]["team_letter"], &elsewhere["facts"]["number"]),
            (&json!("SWE"), &json!("A"), &json!(3))
        );
        let foreign = change(&players[1], &sweden.players(1)[0]).refused(422, "not_eligible", Some("Art. 1"));
        assert_eq!(foreign["errors"][0]["pointer"], "/in/person");
        assert_eq!(norway.officer.get(&path).expect(200), before);
        app.set_time(LAST_DEFINITE);
        let after = change(&players[1], &players[4]).expect(200);
        let names: Vec<_> = after["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
        assert_eq!(names, ["NOR 1", "NOR 5", "NOR 3", "NOR 4"]);
        app.set_time(LATE_DEFINITE);
        let late = change(&players[0], &players[5]).refused(422, "deadline_passed", Some("Art. 6"));
        assert_eq!(
            (&late["facts"]["deadline"], &late["facts"]["received"]),
            (&json!(LAST_DEFINITE), &json!(LATE_DEFINITE))
        );
        assert_eq!(norway.officer.get(&path).expect(200), after);
    }
}

#[test]
fn set_board_order_moves_the_same_players_among_the_numbers() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (_, norway) = norway(&app);
        let players = norway.players(5);
        norway.names("A", &players[..4]).expect(201);
        let path = norway.path("/teams/A");
        let order = |places: &[usize]| {
            let named: Vec<_> = places.iter().map(|place| players[*place].clone()).collect();
            let etag = norway.officer.get(&path).etag();
            norway.officer.post_if(&format!("{path}/board-order"), &etag, json!({"players": named}))
        };
        let short = order(&[3, 0, 1]).refused(422, "player_left_out", Some("Art. 23.1"));
        assert_eq!(short["facts"]["left_out"], json!([players[2]]));
        let stranger = order(&[3, 0, 1, 2, 4]).refused(422, "not_on_roster", Some("Art. 6"));
        assert_eq!(stranger["errors"][0]["pointer"], "/players/4");
        let moved = order(&[3, 0, 2, 1]).expect(200);
        let names: Vec<_> = moved["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
        assert_eq!(names, ["NOR 4", "NOR 1", "NOR 3", "NOR 2"]);
        app.set_time(LATE_DEFINITE);
        order(&[0, 1, 2, 3]).refused(422, "deadline_passed", Some("Art. 6"));
    }
}

/// norm: WSTCC.1.8
#[test]
fn a_students_proof_is_a_document_that_the_regulations_name() {
    let app = TestApp::new();
    let (_, norway) = norway(&app);
    let person = &norway.players(1)[0];
    let path = norway.path("/teams/A");
    let with = |proof: &str| {
        json!({"name": "Norway", "players": [
            {"person": person, "nationality_by": "birth", "student": true, "student_proof": proof},
        ]})
    };
    let refused = norway.officer.put(&path, with("photograph")).refused(422, "not_eligible", Some("Art. 1"));
    assert_eq!(refused["errors"][0]["pointer"], "/players/0/student_proof");
    let named = norway.officer.put(&path, with("proof_of_studies")).expect(201);
    assert_eq!(named["players"][0]["student_proof"], "proof_of_studies");
    // There is one kind: unsaid it is that one; and it is not published.
    let unsaid = norway.names("A", std::slice::from_ref(person)).expect(200);
    assert_eq!(unsaid["players"][0]["student_proof"], "proof_of_studies");
    assert_eq!(app.public().get(&path).expect(200)["players"][0].get("student_proof"), None);
}

#[test]
fn name_captain_puts_another_in_his_place_and_keeps_who_was_before() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        let players = norway.is_entered(4);
        let path = norway.path("/teams/A");
        let names = |body: serde_json::Value| {
            norway.officer.post_if(&format!("{path}/captain"), &norway.officer.get(&path).etag(), body)
        };
        // The captain falls ill when the roster is closed long ago.
        app.set_phase(&event.id, "playing");
        names(json!({})).refused(400, "invalid_request", None);
        names(json!({"name": "X", "person": players[0]})).refused(400, "invalid_request", None);
        let unknown = names(json!({"person": format!("per_{:032x}", 7)})).refused(422, "unknown_person", None);
        assert_eq!(unknown["errors"][0]["pointer"], "/person");
        names(json!({"name": "O. Berg", "reason": "Ill"})).expect(200);
        let body = names(json!({"person": players[0]})).expect(200);
        assert_eq!((&body["captain"], &body["captain_person"]), (&json!("NOR 1"), &json!(players[0])));
        assert_eq!(body["captaincies"][0]["reason"], "Ill");
        let public = app.public().get(&path).expect(200);
        assert_eq!((&public["captain"], public.get("captaincies")), (&json!("NOR 1"), None));
        event.organizer.post_if(&format!("{path}/captain"), "*", json!({"name": "X"})).refused(
            403,
            "role_not_allowed",
            None,
        );
    }
}

/// norm: WSTCC.23.5
#[test]
fn a_deputy_captain_is_named_in_a_dated_writing() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::invited(&app);
        let norway = Delegation::of(&app, &event, "NOR");
        norway.is_entered(4);
        let path = norway.path("/teams/A");
        app.set_time("2027-04-11T10:00:00Z");
        app.set_phase(&event.id, "playing");
        let captain = app.appointed("captain", Some(&event.id), Some("NOR"));
        let names = |body: serde_json::Value| {
            captain.post_if(&format!("{path}/deputy-captain"), &captain.get(&path).etag(), body)
        };
        let unwritten = names(json!({"name": "N. Holm"})).refused(422, "not_in_writing", Some("Art. 23.5"));
        let pointers: Vec<_> =
            unwritten["errors"].as_array().unwrap().iter().map(|error| error["pointer"].clone()).collect();
        assert_eq!(pointers, ["/writing", "/written_on"]);
        let written = |on: &str| json!({"name": "N. Holm", "writing": "Holm is my deputy", "written_on": on});
        let tomorrow = names(written("2027-04-12")).refused(422, "not_in_writing", Some("Art. 23.5"));
        assert_eq!(tomorrow["facts"], json!({"written_on": "2027-04-12", "today": "2027-04-11"}));
        assert_eq!(norway.officer.get(&path).expect(200).get("deputy_captain"), None);
        names(written("2027-04-11")).expect(200);
        let public = app.public().get(&path).expect(200);
        assert_eq!(public["deputy_captain"], json!({"name": "N. Holm", "written_on": "2027-04-11"}));
        let own = norway.officer.get(&path).expect(200);
        assert_eq!(own["captaincies"][0]["writing"], "Holm is my deputy");
        let stranger = app.appointed("captain", Some(&event.id), Some("SWE"));
        stranger.post_if(&format!("{path}/deputy-captain"), "*", written("2027-04-11")).refused(
            403,
            "not_your_federation",
            None,
        );
    }
}

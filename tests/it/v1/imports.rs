//! `/v1/imports`: archives, made of tournament report files.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use teamchess::exchange::trf::event::{Event, Readings, derive};
use teamchess::exchange::trf::{self, TrfFile};
use teamchess::http::openapi::document;
use teamchess::service::clockwork;
use teamchess::service::verify;
use teamchess::storage::journal;

use crate::support::{Kind, Person, Response, TestApp};

const PORTS: &str = include_str!("../../golden/trf/five-ports.trf");
const LATE: &str = include_str!("../../golden/trf/pair/bye_not_twice.trf");

fn imports(admin: &Person, body: Value) -> Response {
    admin.post("/v1/imports", body)
}

fn ports() -> Value {
    json!({"file": PORTS, "zone": "Europe/Oslo"})
}

/// What a file does not tell.
fn told(file: &str) -> Value {
    json!({"file": file, "city": "Gothenburg", "organizer": "SWE", "starts_on": "1999-05-01"})
}

fn event_of(text: &str) -> (TrfFile, Event) {
    let file = trf::read(text.as_bytes()).unwrap().file;
    let event = derive(&file, &Readings { pass_over_player_points: true, ..Readings::default() }).unwrap();
    (file, event)
}

fn group(imported: &Value, path: &str) -> String {
    format!("/v1/groups/{}{path}", imported["group"].as_str().unwrap())
}

#[test]
fn an_imported_event_comes_back_from_its_export() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let imported = imports(&admin, ports()).expect(201);
        assert_eq!(
            (&imported["teams"], &imported["rounds"], &imported["matches"], &imported["persons_created"]),
            (&json!(5), &json!(3), &json!(6), &json!(15))
        );
        assert_eq!((&imported["encoding"], &imported["regulations"]), (&json!("UTF-8"), &json!("as-filed")));
        assert_eq!(imported["left_out"][1]["record"], "102");
        let public = app.public();
        let exported = public.get(&group(&imported, "/trf"));
        assert_eq!(exported.status, 200, "{}", exported.text);
        let ((before, event), (after, again)) = (event_of(PORTS), event_of(&exported.text));
        assert_eq!(again, event);
        let players = |file: &TrfFile| -> Vec<(String, String, Option<u32>)> {
            file.players().map(|player| (player.name.clone(), player.fide_id.clone(), player.rating)).collect()
        };
        assert_eq!(players(&after), players(&before));
        assert!(!exported.text.contains("1971/02/00"), "dates of birth are not taken over");

        let path = format!("/v1/championships/{}", imported["championship"].as_str().unwrap());
        let championship = public.get(&path).expect(200);
        assert_eq!(
            (&championship["phase"], &championship["title"], &championship["next_phases"], &championship["flags"]),
            (&json!("archived"), &json!("Five Ports Cup"), &json!([]), &json!([]))
        );
        assert_eq!(championship["archive"]["sha256"], imported["sha256"]);
        assert_eq!(championship["archive"]["imported_by"], json!(admin.account.clone().unwrap()));
        let listed = public.get("/v1/championships").expect(200);
        assert_eq!(listed["data"][0]["archive"], championship["archive"]);
        let journal = admin.get(&format!("{path}/journal")).expect(200);
        assert_eq!(journal["data"][0]["header"]["action"], "import_championship");
        assert_eq!(journal["data"][0]["payload"]["file"]["sha256"], imported["sha256"]);
        assert!(!journal.to_string().contains("Aas"), "the journal names nobody");
        assert!(verify::verify_journal(&app.desk.pool).unwrap().is_ok());
    }
}

/// The totals of the file, with its penalty, its abnormal points and its byes; and the line-up out of order.
#[test]
fn the_tables_of_an_archive_have_the_points_of_the_file() {
    let app = TestApp::new();
    let imported = imports(&app.admin(), ports()).expect(201);
    let public = app.public();
    let standings = public.get(&group(&imported, "/standings")).expect(200);
    let of_the_file: BTreeMap<u64, (i64, i64)> = event_of(PORTS)
        .1
        .teams
        .iter()
        .map(|team| (u64::from(team.number.0), (team.score.match_points.0.into(), team.score.game_points.0.into())))
        .collect();
    let rows = standings["rows"].as_array().unwrap();
    let of_the_api: BTreeMap<u64, (i64, i64)> = rows
        .iter()
        .map(|row| {
            let points = (row["match_points"].as_i64().unwrap(), row["game_half_points"].as_i64().unwrap());
            (row["team"]["number"].as_u64().unwrap(), points)
        })
        .collect();
    assert_eq!(of_the_api, of_the_file);
    let criteria: Vec<&Value> =
        rows[0]["criteria"].as_array().unwrap().iter().map(|tried| &tried["criterion"]).collect();
    assert_eq!(criteria, ["PTS", "MPvGP", "EDE", "BH:MP/C1"]);
    let round = public.get(&group(&imported, "/rounds/3")).expect(200);
    assert_eq!((&round["state"], &round["starts_at"]), (&json!("closed"), &json!("2026-03-07T23:00:00Z")));
    let game = round["matches"].as_array().unwrap().iter().find(|game| game["second_team"]["number"] == 4).unwrap();
    assert_eq!(
        game["boards"][0]["second_player"]["name"], "Jansen, Piet",
        "number 4 of the list is the first of record 300"
    );
    let bye = &public.get(&group(&imported, "/rounds/1")).expect(200)["byes"][0];
    assert_eq!((&bye["team"]["number"], &bye["kind"], &bye["match_points"]), (&json!(5), &json!("pairing"), &json!(1)));
    let csv = public.get(&group(&imported, "/crosstable.csv?by=round"));
    assert!(csv.text.contains("pairing bye") || csv.text.contains("pairing_bye"), "{}", csv.text);
}

#[test]
fn everything_that_is_wrong_is_named_at_once_and_nothing_is_stored() {
    let app = TestApp::new();
    let admin = app.admin();
    let position = || journal::last_position(&mut app.desk.pool.get().unwrap()).unwrap();
    let before = position();
    let faulty = include_str!("../../golden/trf/faulty.trf");
    for query in ["", "?validate_only=true"] {
        let refused = admin.post(&format!("/v1/imports{query}"), told(faulty)).refused(422, "file_refused", None);
        let errors = refused["errors"].as_array().unwrap();
        let listed = include_str!("../../golden/trf/faulty.faults.txt").lines().count();
        assert_eq!(errors.len(), listed, "{refused}");
        assert!(errors.iter().all(|error| error["pointer"] == "/file" && error["line"].is_u64()), "{refused}");
        assert!(errors.iter().any(|error| error["record"] == "001" && error["column"].is_u64()), "{refused}");
    }
    let bare: String = PORTS
        .lines()
        .filter(|line| !line.starts_with("012") && !line.starts_with("032"))
        .map(|line| format!("{line}\n"))
        .collect();
    let refused = imports(&admin, json!({"file": bare})).refused(422, "file_refused", None);
    let pointers: Vec<&Value> = refused["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/title", "/organizer"]);
    let round_robin = PORTS.replace("FIDE_TEAM_TYPEA_MP_GP", "BERGER_TEAM_ROUNDROBIN_G1");
    imports(&admin, json!({"file": round_robin})).refused(422, "tie_break_not_allowed", None);
    imports(&admin, json!({"file": PORTS, "tie_breaks": "XYZ"})).expect(422);
    imports(&admin, json!({"file": PORTS, "regulations": "wstcc-1960"})).refused(422, "rulebook_invalid", None);
    imports(&admin, json!({"file": PORTS, "regulations": "wstcc-1960", "tie_breaks": "PTS"})).expect(400);
    imports(&admin, json!({"file": PORTS, "file_base64": "AA=="})).expect(400);
    imports(&admin, json!({"file_base64": "no"})).expect(400);
    imports(&admin, json!({"file": "012 \u{0}"})).expect(422);
    assert_eq!(position(), before);
    imports(&app.somebody("somebody"), ports()).refused(403, "role_not_allowed", None);
    imports(&app.public(), ports()).refused(401, "token_missing", None);
    let dry = admin.post("/v1/imports?validate_only=true", ports()).expect(200);
    assert_eq!((&dry["matches"], position()), (&json!(6), before));
}

#[test]
fn the_same_file_again_is_refused_with_the_archive_that_it_is() {
    let app = TestApp::new();
    let admin = app.admin();
    let imported = imports(&admin, ports()).expect(201);
    let again = imports(&admin, json!({"file_base64": STANDARD.encode(PORTS), "title": "Another"}));
    let refused = again.refused(409, "already_imported", None);
    assert!(refused["detail"].as_str().unwrap().contains(imported["championship"].as_str().unwrap()), "{refused}");
}

/// By the FIDE id, never by the name; and a code that nobody knows is kept as not recognised.
#[test]
fn players_are_found_by_their_fide_id_alone() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let known = json!({"name": "Aas, Aase", "federation": "NOR"});
        let aas = admin.put("/v1/persons/by-ref/fide/1500001", known).expect(201);
        let namesake = admin.post("/v1/persons", json!({"name": "Bakke, Jo", "federation": "NOR"})).expect(201);
        let imported = imports(&admin, ports()).expect(201);
        assert_eq!((&imported["persons_found"], &imported["persons_created"]), (&json!(1), &json!(14)));
        let path = format!("/v1/championships/{}/entries/NOR/teams/A", imported["championship"].as_str().unwrap());
        let team = app.public().get(&path).expect(200);
        assert_eq!((&team["players"][0]["person"], &team["players"][0]["name"]), (&aas["id"], &json!("Aas, Aase")));
        assert_ne!(team["players"][1]["person"], namesake["id"]);
        let exported = app.public().get(&group(&imported, "/trf")).text;
        assert!(exported.contains("Aas, Aase") && !exported.contains("Aas, Åse"));

        let strange = PORTS.replace("NED", "QQX").replace("15000", "16000");
        let imported = imports(&admin, json!({"file": strange})).expect(201);
        assert_eq!(imported["federations_created"], json!(["QQX"]));
        assert_eq!(app.public().get("/v1/federations/QQX").expect(200)["recognised"], false);
        let twice = PORTS.replace("1500002", "1500001");
        let refused = imports(&admin, json!({"file": twice})).refused(422, "file_refused", None);
        assert_eq!(refused["errors"][0]["record"], "001");
    }
}

#[test]
fn the_encoding_is_found_out_and_said() {
    let app = TestApp::new();
    let admin = app.admin();
    let bytes: Vec<u8> = told(LATE)["file"].as_str().unwrap().chars().map(|letter| letter as u32 as u8).collect();
    let mut body = told("");
    body.as_object_mut().unwrap().remove("file");
    body["file_base64"] = json!(STANDARD.encode(&bytes));
    body["unrecorded"] = json!("zero_point");
    body["pass_over_player_points"] = json!(true);
    let imported = imports(&admin, body).expect(201);
    assert_eq!((&imported["encoding"], &imported["encoding_certain"]), (&json!("windows-1252"), &json!(false)));
    let standings = app.public().get(&group(&imported, "/standings")).text;
    assert!(standings.contains("Ålesund"), "{standings}");
}

/// Every reading of the document answers for an archive, and nothing is due.
#[test]
fn no_reading_of_an_archive_breaks() {
    let app = TestApp::new();
    let admin = app.admin();
    let late = {
        let mut body = told(LATE);
        body["pass_over_player_points"] = json!(true);
        imports(&admin, body).expect(201)
    };
    for imported in [imports(&admin, ports()).expect(201), late] {
        let championship = imported["championship"].as_str().unwrap();
        let entries = admin.get(&format!("/v1/championships/{championship}/entries")).expect(200);
        let federation = entries["data"][0]["federation"].as_str().unwrap();
        let round = admin.get(&group(&imported, "/rounds/1")).expect(200);
        let game = &round["matches"][0];
        let values = BTreeMap::from([
            ("championship", championship),
            ("group", imported["group"].as_str().unwrap()),
            ("federation", federation),
            ("letter", "A"),
            ("number", "1"),
            ("match", game["id"].as_str().unwrap()),
            ("team", game["first_team"]["id"].as_str().unwrap()),
            ("person", game["boards"][0]["first_player"]["person"].as_str().unwrap()),
            ("regulations", "as-filed"),
        ]);
        let people = [
            app.public(),
            admin.clone(),
            app.appointed("fide_president", None, None),
            app.appointed("federation_officer", None, Some(federation)),
        ];
        let document = document();
        let mut read = 0;
        for (template, item) in document["paths"].as_object().unwrap() {
            if item.get("get").is_none() {
                continue;
            }
            let filled = template.split('/').map(|part| match part.strip_prefix('{') {
                Some(name) => values.get(name.trim_end_matches('}')).copied().unwrap_or("1"),
                None => part,
            });
            let path = filled.collect::<Vec<_>>().join("/");
            for person in &people {
                let answer = person.get(&path);
                assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.text);
                read += 1;
            }
        }
        assert!(read > 200, "{read}");
        let timetable = app.public().get(&format!("/v1/championships/{championship}/timetable")).expect(200);
        assert_eq!(timetable["deadlines"], json!([]));
    }
    let before = journal::last_position(&mut app.desk.pool.get().unwrap()).unwrap();
    clockwork::announce_due_moments(&app.desk).unwrap();
    assert_eq!(journal::last_position(&mut app.desk.pool.get().unwrap()).unwrap(), before);
    assert_eq!(app.public().get("/v1/editions").expect(200)["data"], json!([]), "an archive is no edition");
}

#[test]
fn an_archive_is_not_written_but_for_what_must_be_forgotten() {
    let app = TestApp::new();
    let admin = app.admin();
    let imported = imports(&admin, ports()).expect(201);
    let path = format!("/v1/championships/{}", imported["championship"].as_str().unwrap());
    let appointment = json!({"account": admin.account.clone().unwrap(), "role": "organizer", "championship": imported["championship"]});
    admin.post("/v1/appointments", appointment).refused(409, "wrong_phase", None);
    let grant = json!({"step": "preliminary_entry", "reason": "Late"});
    app.appointed("fide_president", None, None).post(&format!("{path}/dispensations"), grant).refused(
        409,
        "wrong_phase",
        None,
    );

    let team = admin.get(&format!("{path}/entries/NOR/teams/A")).expect(200);
    let person = format!("/v1/persons/{}", team["players"][0]["person"].as_str().unwrap());
    let erasure = json!({"reason": "Asked for by letter", "name": "withhold"});
    admin.post_if(&format!("{person}/erasure"), &admin.get(&person).etag(), erasure).expect(200);
    let exported = app.public().get(&group(&imported, "/trf"));
    assert!(!exported.text.contains("Aas") && !exported.text.contains("1500001"), "{}", exported.text);
    let line = exported.text.lines().find(|line| line.contains("withheld")).unwrap();
    assert!(!line.contains("GM") && !line.contains("2460"), "{line}");
    assert_eq!(event_of(&exported.text).1, event_of(PORTS).1);
    admin.post(&format!("{path}/journal/1/redaction"), json!({"reason": "Asked for"})).expect(200);
    assert!(verify::verify_journal(&app.desk.pool).unwrap().is_ok());
}

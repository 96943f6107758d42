//! Nothing sealed can be found before its time: the same story told twice, with the same clock and the same randomness, that
//! differs in the sealed lists alone. Whatever anybody but the own side is answered is equal: status, headers, length and
//! body, but for the digests. And no line of the log names a player.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use teamchess::service::clockwork::announce_due_moments;
use teamchess::storage::championships;

use crate::support::fixtures::{self, Field, ROUND_1, lineup_path, on_all};
use crate::support::process::{Process, teamchess};
use crate::support::{Person, Response, TestApp};

/// One answer as an outsider has it, without what differs by digest or by the machine: who, asked what, and the answer.
type Heard = (String, String, u16, Vec<(String, String)>, usize, String);

struct Story {
    app: TestApp,
    field: Field,
    games: Vec<Value>,
    /// The captain of the first team of each match of round 1.
    captains: Vec<Person>,
    outsiders: Vec<(&'static str, Person)>,
    heard: Vec<Heard>,
}

impl Story {
    fn begun() -> Self {
        let app = TestApp::seeded();
        let field = fixtures::drawn(&app, 6);
        app.set_time("2027-04-10T09:00:00Z");
        let games = field.matches(1);
        let captains: Vec<Person> = games.iter().map(|game| field.captain(&app, &game["first_team"])).collect();
        let here = |role: &str, federation: Option<&str>| app.appointed(role, Some(&field.championship), federation);
        let opponent = games[0]["second_team"]["federation"].as_str();
        let outsiders = vec![
            ("public", app.public()),
            ("admin", app.admin()),
            ("organizer", field.organizer.clone()),
            ("director", field.director.clone()),
            ("chief arbiter", field.chief_arbiter.clone()),
            ("arbiter", here("arbiter", None)),
            ("steward", here("steward", None)),
            ("appeals member", here("appeals_member", None)),
            ("observer", here("observer", None)),
            ("president", app.appointed("fide_president", None, None)),
            ("opposing captain", here("captain", opponent)),
            ("opposing chief of delegation", here("chief_of_delegation", opponent)),
            ("officer of another federation", app.appointed("federation_officer", None, opponent)),
        ];
        Self { app, field, games, captains, outsiders, heard: Vec::new() }
    }

    /// Everything that an outsider may ask, and what he is refused.
    fn everybody_looks(&mut self, when: &str) {
        let game = &self.games[0];
        let line_up = lineup_path(game, "first_team");
        let paper_line_up = lineup_path(&self.games[1], "first_team");
        let (id, group) = (game["id"].as_str().unwrap(), &self.field.group);
        let event = format!("/v1/championships/{}", self.field.championship);
        let federation = game["first_team"]["federation"].as_str().unwrap();
        let paths = [
            format!("/v1/matches/{id}"),
            format!("/v1/matches/{id}/access"),
            format!("/v1/matches/{id}/reports/{}", game["first_team"]["id"].as_str().unwrap()),
            line_up.clone(),
            format!("{line_up}/draft"),
            format!("{line_up}/changes"),
            paper_line_up.clone(),
            format!("/v1/groups/{group}"),
            format!("/v1/groups/{group}/access"),
            format!("/v1/groups/{group}/rounds"),
            format!("/v1/groups/{group}/rounds/1"),
            format!("/v1/groups/{group}/standings"),
            format!("/v1/groups/{group}/crosstable"),
            format!("/v1/groups/{group}/trf"),
            format!("/v1/groups/{group}/results.csv"),
            format!("/v1/groups/{group}/individual-results"),
            event.clone(),
            format!("{event}/access"),
            format!("{event}/timetable"),
            format!("{event}/entries/{federation}"),
            format!("{event}/entries/{federation}/access"),
            format!("{event}/entries/{federation}/teams/A"),
            format!("{event}/entries/{federation}/teams/A/lineups"),
            format!("{event}/notices"),
            format!("{event}/journal?limit=200"),
            format!("{event}/changes?limit=200"),
            format!("{event}/changes?since=latest"),
            "/v1/changes?limit=200".to_owned(),
        ];
        let list = self.field.players(&game["first_team"], &[1, 2, 3, 5]);
        let mut change = list.clone();
        change["reason"] = json!("Illness");
        let writes = [
            ("PUT", line_up.clone(), list.clone()),
            ("PUT", format!("{line_up}/draft"), list.clone()),
            ("POST", format!("{line_up}/changes"), change),
        ];
        for (name, person) in &self.outsiders {
            for path in &paths {
                self.heard.push(heard(name, &format!("{when}: GET {path}"), &person.get(path)));
            }
            for (method, path, body) in &writes {
                let headers = [("Idempotency-Key", "an outsider's")];
                let answer = person.send(method, path, &headers, Some(body.to_string().as_bytes()));
                assert!(answer.status >= 400, "{name} {path}: {}", answer.text);
                self.heard.push(heard(name, &format!("{when}: {method} {path}"), &answer));
            }
        }
    }

    fn list(&self, game: usize, numbers: &[usize]) -> Value {
        self.field.players(&self.games[game]["first_team"], numbers)
    }
}

fn heard(who: &str, what: &str, answer: &Response) -> Heard {
    let machine = ["date", "content-length"];
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .filter(|(name, _)| !machine.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), without_digests(value)))
        .collect();
    headers.sort();
    let text = without_digests(&without_cursors(&answer.body).unwrap_or_else(|| answer.text.clone()));
    (who.to_owned(), what.to_owned(), answer.status, headers, answer.text.len(), text)
}

/// Cursors of the feed hold the hash of an entry, and so the digest of its payload.
fn without_cursors(body: &Value) -> Option<String> {
    let mut body = body.clone();
    let fields = body.as_object_mut()?;
    for cursor in ["delta", "next"] {
        if let Some(text) = fields.get(cursor).and_then(Value::as_str).map(str::len) {
            fields.insert(cursor.to_owned(), json!(text));
        }
    }
    Some(body.to_string())
}

/// Each run of 64 hexadecimal digits as one mark.
fn without_digests(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            run.push(c);
            continue;
        }
        out.push_str(if run.len() == 64 { "(digest)" } else { &run });
        run.clear();
        out.push(c);
    }
    out
}

/// The story with these lists: of a draft, handed in, wanted, wanted again and accepted, and on paper.
fn told(lists: [[usize; 4]; 5]) -> Story {
    let mut story = Story::begun();
    story.everybody_looks("before");
    let line_up = lineup_path(&story.games[0], "first_team");
    let captain = story.captains[0].clone();
    captain.put(&format!("{line_up}/draft"), story.list(0, &lists[0])).expect(201);
    story.everybody_looks("a draft");
    let body = story.list(0, &lists[1]).to_string();
    captain.send("PUT", &line_up, &[("Idempotency-Key", "the list")], Some(body.as_bytes())).expect(201);
    captain.send("PUT", &line_up, &[("Idempotency-Key", "the list")], Some(body.as_bytes())).expect(201);
    captain.put(&line_up, story.list(0, &lists[2])).refused(422, "lineup_binding", None);
    story.everybody_looks("handed in");
    for (number, decision) in [(1, "rejection"), (2, "acceptance")] {
        let mut change = story.list(0, &lists[number + 1]);
        change["reason"] = json!("Illness");
        captain.post(&format!("{line_up}/changes"), change).expect(201);
        story.everybody_looks("a change asked for");
        let decided = format!("{line_up}/changes/{number}/{decision}");
        let answer = story.field.chief_arbiter.post(&decided, json!({"reason": "A letter"}));
        story.heard.push(heard("chief arbiter", "decides", &answer));
        story.everybody_looks("a change decided");
    }
    let mut paper = story.list(1, &lists[4]);
    paper["paper"] = json!({"received_at": "2027-04-10T08:30:00Z", "received_by": "B. Arbiter"});
    let answer = story.field.director.put(&lineup_path(&story.games[1], "first_team"), paper);
    story.heard.push(heard("director", "records", &answer));
    announce_due_moments(&story.app.desk).unwrap();
    story.app.set_time("2027-04-10T11:00:00Z");
    announce_due_moments(&story.app.desk).unwrap();
    story.everybody_looks("the last moment");
    story
}

#[test]
fn what_outsiders_are_answered_tells_nothing_of_a_list_before_its_time() {
    let one = told([[1, 2, 3, 4], [1, 2, 3, 4], [2, 3, 4, 5], [1, 2, 3, 5], [1, 2, 3, 4]]);
    let other = told([[1, 3, 4, 5], [2, 3, 4, 5], [1, 2, 4, 5], [1, 3, 4, 5], [1, 2, 4, 5]]);
    assert_eq!(one.heard.len(), other.heard.len());
    assert!(one.heard.len() > 2000, "{}", one.heard.len());
    for (this, that) in one.heard.iter().zip(&other.heard) {
        assert_eq!(this, that);
    }
    // What is refused for there being a list is refused the same for there being none.
    let unheard = |story: &Story, when: &str| -> BTreeMap<(String, String), (u16, usize)> {
        let about = story.heard.iter().filter(|heard| heard.1.starts_with(&format!("{when}: ")));
        about
            .filter(|heard| heard.1.ends_with(&lineup_path(&story.games[0], "first_team")))
            .map(|heard| ((heard.0.clone(), heard.1[when.len()..].to_owned()), (heard.2, heard.4)))
            .filter(|((who, what), _)| {
                what.starts_with(": GET") || !["director", "chief arbiter", "arbiter"].contains(&who.as_str())
            })
            .collect()
    };
    assert_eq!(unheard(&one, "before"), unheard(&one, "the last moment"));

    // The same look after the opening tells the two apart: the proof is not blind.
    let mut opened = [one, other];
    for story in &mut opened {
        story.heard.clear();
        story.app.set_time("2027-04-10T11:00:00.000001Z");
        announce_due_moments(&story.app.desk).unwrap();
        story.everybody_looks("opened");
    }
    assert_ne!(opened[0].heard, opened[1].heard);
    // And the whole day is played.
    for story in &opened {
        story.app.set_time(ROUND_1);
        story.field.starts(1);
        for game in &story.games {
            story.field.decides(game, on_all("draw")).expect(200);
        }
        story.field.closes(1);
    }
}

#[test]
fn the_log_names_no_player_of_a_list() {
    let app = TestApp::on(crate::support::Kind::Sqlite);
    let field = fixtures::drawn(&app, 4);
    let id = field.championship.parse().unwrap();
    let mut row = championships::find(&mut app.desk.pool.get().unwrap(), &id).unwrap().unwrap();
    row.sandbox_now = Some(app.clock.now());
    championships::update(&mut app.desk.pool.get().unwrap(), &row).unwrap();
    let game = field.matches(1).remove(0);
    let (right, twice) =
        (field.players(&game["first_team"], &[1, 3, 4, 5]), field.players(&game["first_team"], &[1, 1, 2, 3]));
    let captain = field.captain(&app, &game["first_team"]);
    let chief_arbiter = field.chief_arbiter.token.clone();

    let process = Process::serve(teamchess(&app.database.url));
    let captain = Person::new(&process.base, captain.token.clone(), None);
    let chief_arbiter = Person::new(&process.base, chief_arbiter, None);
    let path = lineup_path(&game, "first_team");
    captain.put(&format!("{path}/draft"), right.clone()).expect(201);
    captain.put(&path, twice).refused(422, "player_twice", None);
    captain.put(&path, right.clone()).expect(201);
    captain.put(&path, right.clone()).refused(422, "lineup_binding", None);
    let mut change = right.clone();
    change["reason"] = json!("Mark Illness");
    captain.post(&format!("{path}/changes"), change).expect(201);
    chief_arbiter.post(&format!("{path}/changes/1/rejection"), json!({"reason": "Mark Health"})).expect(200);
    captain.get(&path).expect(200);
    process.terminate();
    let (_, log) = process.end();
    let log = log.join("\n");
    assert!(log.contains("submit_lineup"), "{log}");
    let names = right["players"].as_array().unwrap().iter().map(|player| player.as_str().unwrap());
    for text in names.chain(["per_", "Mark", game["first_team"]["name"].as_str().unwrap_or("Team of")]) {
        assert!(!log.contains(text), "{text}: {log}");
    }
}

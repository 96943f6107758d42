//! The delegation of a federation: it registers its players, enters and names its team.

use serde_json::{Value, json};

use super::papers::REQUIRED;
use super::{Championship, Person, Response, TestApp};

/// A federation in a championship, and its officer.
pub struct Delegation {
    pub federation: String,
    pub officer: Person,
    entry: String,
}

/// Texts for the indications that do not stand in the team.
pub fn indications() -> Value {
    json!({"indications": {"places_of_study": "Oslo", "travel": "9 April, by train"}})
}

impl Delegation {
    pub fn of(app: &TestApp, event: &Championship, federation: &str) -> Self {
        Self {
            federation: federation.to_owned(),
            officer: app.appointed("federation_officer", None, Some(federation)),
            entry: event.path(&format!("/entries/{federation}")),
        }
    }

    /// The path of the entry and what follows.
    pub fn path(&self, rest: &str) -> String {
        format!("{}{rest}", self.entry)
    }

    /// Registers so many players with their birth dates: their ids.
    pub fn players(&self, count: usize) -> Vec<String> {
        (1..=count)
            .map(|number| {
                let name = format!("{} {number}", self.federation);
                let body = json!({"name": name, "federation": self.federation, "birth_date": "2004-05-06"});
                self.officer.post("/v1/persons", body).expect(201)["id"].as_str().unwrap().to_owned()
            })
            .collect()
    }

    pub fn enters_preliminarily(&self) -> Response {
        self.officer.put(&self.path(""), json!({"chief_of_delegation": "Å. Chief", "contact": "Oslo"}))
    }

    /// Names the team, or others in its place; once the entry is definite, with their documents.
    pub fn names(&self, letter: &str, players: &[String]) -> Response {
        if self.officer.get(&self.path("")).body["state"] == "definite" {
            self.hands_in_all(players);
        }
        let path = self.path(&format!("/teams/{letter}"));
        let body = team(&self.federation, players);
        match self.officer.get(&path) {
            seen if seen.status == 200 => self.officer.put_if(&path, &seen.etag(), body),
            _ => self.officer.put(&path, body),
        }
    }

    /// With the documents of the players named, as far as they are taken.
    pub fn enters_definitely(&self, body: Value) -> Response {
        let entry = self.officer.get(&self.path("")).body;
        let teams = entry["teams"].as_array().into_iter().flatten();
        let named: Vec<String> = teams
            .flat_map(|team| team["players"].as_array().unwrap())
            .map(|player| player["person"].as_str().unwrap().to_owned())
            .collect();
        self.hands_in_all(&named);
        self.enters_without_more_papers(body)
    }

    /// Every document that has to be there at the definite entry, for each; what is not taken is not in.
    pub fn hands_in_all(&self, players: &[String]) {
        for player in players {
            let there = self.officer.get(&format!("{}?person={player}", self.documents())).body;
            let there: Vec<&Value> =
                there["data"].as_array().into_iter().flatten().map(|document| &document["kind"]).collect();
            for kind in REQUIRED.into_iter().filter(|kind| !there.contains(&&json!(kind))) {
                self.hands_in(player, kind);
            }
        }
    }

    pub fn enters_without_more_papers(&self, body: Value) -> Response {
        let etag = self.officer.get(&self.path("")).etag();
        self.officer.post_if(&self.path("/definite-entry"), &etag, body)
    }

    pub fn withdraws(&self) -> Response {
        let etag = self.officer.get(&self.path("")).etag();
        self.officer.post_if(&self.path("/withdrawal"), &etag, json!({"reason": "No visas"}))
    }

    /// The whole way: so many players, preliminary entry, team A, definite entry. The players' ids.
    pub fn is_entered(&self, players: usize) -> Vec<String> {
        let players = self.players(players);
        self.enters_preliminarily().expect(201);
        self.names("A", &players).expect(201);
        self.enters_definitely(indications()).expect(200);
        players
    }
}

/// A team of students by birth.
pub fn team(name: &str, players: &[String]) -> Value {
    let players: Vec<Value> =
        players.iter().map(|id| json!({"person": id, "nationality_by": "birth", "student": true})).collect();
    json!({"name": name, "captain": "The Captain", "players": players})
}

//! A standard championship, ready for anybody's test.

use serde_json::{Value, json};

use super::{Person, TestApp};

/// A designated championship and its people.
pub struct Championship {
    pub id: String,
    pub group: String,
    pub competition: String,
    pub organizer: Person,
    pub president: Person,
    pub director: Person,
    pub chief_arbiter: Person,
}

/// Fifteen months ahead of the tests' beginning: Hamburg, from 10 April 2027, organized by GER.
pub fn designation() -> Value {
    json!({
        "title": "World Student Team Chess Championship",
        "year": 2027,
        "regulations": "wstcc-1960",
        "organizer": "GER",
        "city": "Hamburg",
        "zone": "Europe/Berlin",
        "designated_on": "2026-01-10",
        "starts_at": "2027-04-10T14:00:00+02:00",
        "lots_at": "2027-04-09T18:00:00+02:00",
        "opening_at": "2027-04-09T17:00:00+02:00",
        "prizes_on": "2027-04-24",
    })
}

impl Championship {
    pub fn designated(app: &TestApp) -> Self {
        Self::of(app, app.admin().post("/v1/championships", designation()).expect(201))
    }

    /// Federations may enter.
    pub fn invited(app: &TestApp) -> Self {
        let event = Self::designated(app);
        app.set_phase(&event.id, "invited");
        event
    }

    /// People for a championship that the API just answered with.
    pub fn of(app: &TestApp, body: Value) -> Self {
        let id = body["id"].as_str().unwrap().to_owned();
        let competition = &body["competitions"][0];
        Self {
            group: competition["stages"][0]["groups"][0]["id"].as_str().unwrap().to_owned(),
            competition: competition["id"].as_str().unwrap().to_owned(),
            organizer: app.appointed("organizer", Some(&id), None),
            president: app.appointed("fide_president", None, None),
            director: app.appointed("tournament_director", Some(&id), None),
            chief_arbiter: app.appointed("chief_arbiter", Some(&id), None),
            id,
        }
    }

    /// `/v1/championships/{id}` and what follows.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/championships/{}{rest}", self.id)
    }
}

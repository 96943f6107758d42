//! A championship whose definite entries are in, set into the database: what comes before is tested elsewhere.

use diesel::prelude::*;
use serde_json::{Value, json};
use teamchess::domain::calendar::Instant;
use teamchess::domain::championship::Phase;
use teamchess::domain::ids::{MatchId, PersonId, TeamId};
use teamchess::storage::championships;
use teamchess::storage::schema::{entries, group_teams, lots, matches, persons, roster, rounds, teams};

use super::{Championship, Person, TestApp};

/// Definite entries are taken until the end of 20 March in Hamburg; round 1 starts on 10 April at two in the afternoon.
pub const LAST_OF_ENTRIES: &str = "2027-03-20T22:59:59.999999Z";
/// 18 days before the prizes, both days counted: the first moment at which lots may be drawn, and the last before it.
pub const FIRST_OF_LOTS: &str = "2027-04-06T22:00:00Z";
pub const TOO_EARLY_FOR_LOTS: &str = "2027-04-06T21:59:59.999999Z";
pub const ROUND_1: &str = "2027-04-10T12:00:00Z";
pub const JUST_BEFORE_ROUND_1: &str = "2027-04-10T11:59:59.999999Z";

pub const FEDERATIONS: [&str; 16] =
    ["AUT", "BUL", "CUB", "DEN", "ENG", "ESP", "FIN", "HUN", "ISL", "ISR", "MGL", "NED", "NOR", "POL", "SWE", "USA"];

/// A championship in the phase `invited`, with one group.
pub struct Field {
    pub championship: String,
    pub group: String,
    pub director: Person,
    pub chief_arbiter: Person,
    pub organizer: Person,
}

macro_rules! insert {
    ($db:expr, $table:ident, $($column:ident = $value:expr),*) => {
        diesel::insert_into($table::table)
            .values(($($table::$column.eq($value),)*))
            .execute($db)
            .unwrap()
    };
}

/// Four players and a reserve for each of the first so many federations, entered definitely.
pub fn entered(app: &TestApp, federations: usize) -> Field {
    let championship = Championship::designated(app);
    let start = Instant::parse(super::START).unwrap();
    let mut pooled = app.desk.pool.get().unwrap();
    let db = &mut *pooled;
    championships::set_phase(db, &championship.id.parse().unwrap(), Phase::Invited, 2).unwrap();
    let id = &championship.id;
    for federation in &FEDERATIONS[..federations] {
        insert!(
            db,
            entries,
            championship_id = id,
            federation = *federation,
            state = "definite",
            preliminary_at = 0_i64,
            definite_at = Some(0_i64),
            indications = "{}",
            created_at = 0_i64,
            version = 2_i64
        );
        let team = TeamId::new(app.desk.entropy.uuid(start)).to_string();
        insert!(
            db,
            teams,
            id = &team,
            championship_id = id,
            federation = *federation,
            letter = "A",
            competition_id = &championship.competition,
            name = format!("Team of {federation}"),
            created_at = 0_i64,
            version = 1_i64
        );
        for number in 1..=5 {
            let person = PersonId::new(app.desk.entropy.uuid(start)).to_string();
            insert!(
                db,
                persons,
                id = &person,
                name = format!("{federation} {number}"),
                name_key = format!("{} {number}", federation.to_lowercase()),
                federation = *federation,
                created_at = 0_i64,
                version = 1_i64
            );
            insert!(
                db,
                roster,
                team_id = &team,
                number = number,
                championship_id = id,
                person_id = &person,
                nationality_by = "birth",
                student = true
            );
        }
    }
    Field {
        championship: championship.id,
        group: championship.group,
        director: championship.director,
        chief_arbiter: championship.chief_arbiter,
        organizer: championship.organizer,
    }
}

/// The same with the lots drawn after the end of entries.
pub fn drawn(app: &TestApp, federations: usize) -> Field {
    let field = entered(app, federations);
    app.set_time("2027-04-09T16:00:00Z");
    field.commits_lots();
    field.draws_lots("4 8 15 16 23 42").expect(200);
    field
}

/// The same with round 1 under way.
pub fn playing(app: &TestApp, federations: usize) -> Field {
    let field = drawn(app, federations);
    app.set_time(ROUND_1);
    field.starts(1);
    field
}

/// A match of that team against one of FIN in a coming round, set into a championship whose lots count as drawn.
pub fn coming_match(app: &TestApp, event: &Championship, team: &str) -> String {
    let start = Instant::parse(super::START).unwrap();
    let mut pooled = app.desk.pool.get().unwrap();
    let db = &mut *pooled;
    let opponent = TeamId::new(app.desk.entropy.uuid(start)).to_string();
    let game = MatchId::new(app.desk.entropy.uuid(start)).to_string();
    let group = &event.group;
    let drawn_at = Some(start.unix_micros());
    insert!(
        db,
        entries,
        championship_id = &event.id,
        federation = "FIN",
        state = "definite",
        preliminary_at = 0_i64,
        definite_at = Some(0_i64),
        indications = "{}",
        created_at = 0_i64,
        version = 2_i64
    );
    insert!(
        db,
        teams,
        id = &opponent,
        championship_id = &event.id,
        federation = "FIN",
        letter = "A",
        competition_id = &event.competition,
        name = "Finland",
        created_at = 0_i64,
        version = 1_i64
    );
    insert!(
        db,
        lots,
        group_id = group,
        commitment = vec![0_u8; 32],
        secret = vec![0_u8; 32],
        committed_at = start.unix_micros(),
        public_value = Some("x"),
        drawn_at = drawn_at,
        version = 2_i64
    );
    for (number, team) in [(1, team), (2, &opponent)] {
        insert!(db, group_teams, group_id = group, team_id = team, number = number);
    }
    insert!(
        db,
        rounds,
        id = "rnd_00000000000000000000000000000001",
        group_id = group,
        championship_id = &event.id,
        number = 1,
        state = "scheduled",
        starts_at = Instant::parse(ROUND_1).unwrap().unix_micros(),
        version = 1_i64
    );
    insert!(
        db,
        matches,
        id = &game,
        round_id = "rnd_00000000000000000000000000000001",
        group_id = group,
        championship_id = &event.id,
        number = 1,
        first_team_id = team,
        second_team_id = &opponent,
        revision = 0,
        version = 1_i64
    );
    app.set_phase(&event.id, "drawn");
    game
}

/// As if the hour of the round had been moved after its lists were opened.
pub fn opens_lineups(app: &TestApp, game: &str) {
    let mut pooled = app.desk.pool.get().unwrap();
    let round: String = matches::table.find(game).select(matches::round_id).first(&mut *pooled).unwrap();
    let opened_at = app.desk.clock.now().unix_micros();
    diesel::update(rounds::table.find(round))
        .set(rounds::lineups_opened_at.eq(Some(opened_at)))
        .execute(&mut *pooled)
        .unwrap();
}

/// The same result on all four boards.
pub fn on_all(result: &str) -> Value {
    on([result; 4])
}

/// Board 1, 2, 3 and 4.
pub fn on(results: [&str; 4]) -> Value {
    let boards: Vec<Value> =
        (1..).zip(results).map(|(board, result)| json!({"board": board, "result": result})).collect();
    json!({ "boards": boards })
}

impl Field {
    pub fn of_group(&self, path: &str) -> String {
        format!("/v1/groups/{}{path}", self.group)
    }

    pub fn commits_lots(&self) -> Value {
        self.director.post(&self.of_group("/lots-commitment"), json!({})).expect(201)
    }

    pub fn draws_lots(&self, public_value: &str) -> super::Response {
        self.director.post_if(&self.of_group("/lots"), "\"1\"", json!({"public_value": public_value}))
    }

    pub fn round(&self, number: u32) -> Value {
        self.director.get(&self.of_group(&format!("/rounds/{number}"))).expect(200)
    }

    pub fn matches(&self, number: u32) -> Vec<Value> {
        self.round(number)["matches"].as_array().unwrap().clone()
    }

    pub fn starts(&self, number: u32) -> Value {
        let path = self.of_group(&format!("/rounds/{number}"));
        let etag = self.director.get(&path).etag();
        self.director.post_if(&format!("{path}/start"), &etag, json!({})).expect(200)
    }

    pub fn closes(&self, number: u32) -> Value {
        let path = self.of_group(&format!("/rounds/{number}"));
        let etag = self.director.get(&path).etag();
        self.director.post_if(&format!("{path}/closing"), &etag, json!({})).expect(200)
    }

    /// By the chief arbiter, with the reason "test".
    pub fn decides(&self, game: &Value, results: Value) -> super::Response {
        let path = format!("/v1/matches/{}", game["id"].as_str().unwrap());
        let etag = self.chief_arbiter.get(&path).etag();
        let mut body = results;
        body["reason"] = json!("test");
        self.chief_arbiter.post_if(&format!("{path}/decision"), &etag, body)
    }

    /// Plays a whole round, with each match decided by a rule, and closes it.
    pub fn plays(&self, app: &TestApp, number: u32, result: impl Fn(&Value) -> Value) {
        app.set_time(self.round(number)["starts_at"].as_str().unwrap());
        self.starts(number);
        for game in self.matches(number) {
            self.decides(&game, result(&game)).expect(200);
        }
        self.closes(number);
    }

    pub fn captain(&self, app: &TestApp, team: &Value) -> Person {
        app.appointed("captain", Some(&self.championship), team["federation"].as_str())
    }
}

/// Where a team reports on a match.
pub fn report_path(game: &Value, side: &str) -> String {
    format!("/v1/matches/{}/reports/{}", game["id"].as_str().unwrap(), game[side]["id"].as_str().unwrap())
}

/// Where a side hands its line-up in.
pub fn lineup_path(game: &Value, side: &str) -> String {
    format!("/v1/matches/{}/lineups/{}", game["id"].as_str().unwrap(), game[side]["id"].as_str().unwrap())
}

impl Field {
    /// The ids of a team's players with these numbers, as a line-up.
    pub fn players(&self, team: &Value, numbers: &[usize]) -> Value {
        let path =
            format!("/v1/championships/{}/entries/{}/teams/A", self.championship, team["federation"].as_str().unwrap());
        let roster = self.director.get(&path).expect(200);
        let players: Vec<&Value> = numbers.iter().map(|number| &roster["players"][number - 1]["person"]).collect();
        json!({ "players": players })
    }

    /// Moves the hour of a round.
    pub fn reschedules(&self, number: u32, starts_at: &str) -> super::Response {
        let path = self.of_group(&format!("/rounds/{number}"));
        let etag = self.director.get(&path).etag();
        self.director.patch_if(&path, &etag, json!({"starts_at": starts_at, "reason": "No light in the hall."}))
    }
}

impl Person {
    pub fn submits_lineup(&self, game: &Value, side: &str, list: Value) -> super::Response {
        self.put(&lineup_path(game, side), list)
    }
}

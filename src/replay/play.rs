//! Plays a real championship through the API alone, each act by the person whose it is, from designation to closing.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Span, ToSpan};
use serde_json::{Value, json};

use super::client::{Client, Failure, Person, Result, text_of};
use super::compare::{Obtained, ObtainedRow};
use super::derive::{GameResult, boards, roster};
use super::format::{Championship, Group};
use crate::domain::points::{GamePoints, MatchPoints};

/// How far the play goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To the closing.
    Closed,
    /// Until that many rounds are closed, and the next one has begun with its first half of the results in.
    MidRound(usize),
}

/// The people of a play and what they have made so far.
struct Stage<'a> {
    championship: &'a Championship,
    group: &'a Group,
    client: &'a Client,
    tell: &'a mut dyn FnMut(&str),
    calendar: Calendar,
    id: String,
    group_id: String,
    clock_etag: String,
}

/// An account that the play made, for those who want to look at it afterwards.
#[derive(Debug, Clone)]
pub struct Account {
    pub role: String,
    pub login: String,
}

/// What came of it.
#[derive(Debug)]
pub struct Played {
    pub championship: String,
    pub group: String,
    pub obtained: Obtained,
    pub accounts: Vec<Account>,
    /// Of every account that the play made.
    pub password: String,
}

/// The dates of the play: the file's own where they fit the regulations, else made from its year.
struct Calendar {
    zone: TimeZone,
    start: DateTime,
    rounds: usize,
}

/// A round a day, at three in the afternoon.
const ROUND_HOUR: i8 = 15;

impl Calendar {
    fn of(championship: &Championship, group: &Group) -> std::result::Result<Self, String> {
        let zone = TimeZoneDatabase::bundled()
            .get(&championship.zone)
            .map_err(|_| format!("the file names an unknown time zone, {}", championship.zone))?;
        let teams = group.teams.len();
        let rounds = if teams.is_multiple_of(2) { teams - 1 } else { teams };
        let made = Date::new(championship.year, 8, 1).map_err(|cause| cause.to_string())?;
        let day = championship.dates.as_ref().map_or(made, |dates| dates.start);
        Ok(Self { zone, start: day.at(ROUND_HOUR, 0, 0, 0), rounds })
    }

    fn shifted(&self, span: Span) -> std::result::Result<DateTime, String> {
        self.start.checked_add(span).map_err(|cause| cause.to_string())
    }

    /// A local time as an instant in RFC 3339.
    fn instant(&self, local: DateTime) -> std::result::Result<String, String> {
        Ok(self.zone.to_timestamp(local).map_err(|cause| cause.to_string())?.to_string())
    }
}

/// Everything that the play does, for a progress bar: an upper bound.
pub fn steps(group: &Group) -> u64 {
    let teams = group.teams.len() as u64;
    20 + teams * 8 + teams * teams.saturating_sub(1) / 2
}

/// Plays the one group of the file.
///
/// `admin` is the account of an administrator of that server; every other person is invited by it and signs in.
pub fn play(
    championship: &Championship,
    client: &Client,
    run: &str,
    admin: (&str, &str),
    until: Until,
    tell: &mut dyn FnMut(&str),
) -> std::result::Result<Played, String> {
    let mut groups = championship.groups();
    let (Some(group), None) = (groups.next(), groups.next()) else {
        return Err("only a file with one group can be played".to_owned());
    };
    let calendar = Calendar::of(championship, group)?;
    let mut stage = Stage {
        championship,
        group,
        client,
        tell,
        calendar,
        id: String::new(),
        group_id: String::new(),
        clock_etag: String::new(),
    };
    stage.run(run, admin, until)
}

/// `Failure` for people.
fn words(failure: Failure) -> String {
    failure.to_string()
}

impl Stage<'_> {
    fn run(&mut self, run: &str, (login, password): (&str, &str), until: Until) -> std::result::Result<Played, String> {
        let mut accounts = Vec::new();
        let chosen = format!("play it again {run}");
        let admin = self.client.sign_in(login, password).map_err(words)?;
        let mut join = |stage: &mut Self, role: &str, federation: Option<&str>| -> Result<_> {
            let login = match federation {
                Some(federation) => format!("{role}-{federation}-{run}").to_lowercase(),
                None => format!("{role}-{run}"),
            };
            let name = match federation {
                Some(federation) => format!("{} of {federation}", role.replace('_', " ")),
                None => role.replace('_', " "),
            };
            (stage.tell)(&format!("{name} signs in"));
            let code = admin.post("/v1/accounts", json!({"login": login, "name": name}))?;
            stage.client.activate(&text_of(&code.body, "/v1/accounts", "code")?, &chosen)?;
            let person = stage.client.sign_in(&login, &chosen)?;
            accounts.push(Account { role: name, login });
            Ok(person)
        };

        let organizer = join(self, "organizer", None).map_err(words)?;
        let designation = self.designation()?;
        let opened = organizer.post("/v1/sandboxes", designation).map_err(words)?;
        self.id = text_of(&opened.body, "/v1/sandboxes", "id").map_err(words)?;
        self.clock_etag = opened.etag;
        let path = format!("/v1/championships/{}", self.id);

        let mut appointed = |stage: &mut Self, role: &str, federation: Option<&str>| -> Result<_> {
            let person = join(stage, role, federation)?;
            let mut appointment = json!({"account": person.account, "role": role, "championship": stage.id});
            if let Some(federation) = federation {
                appointment["federation"] = json!(federation);
            }
            organizer.post("/v1/appointments", appointment)?;
            Ok(person)
        };
        let president = appointed(self, "fide_president", None).map_err(words)?;
        let director = appointed(self, "tournament_director", None).map_err(words)?;
        let chief_arbiter = appointed(self, "chief_arbiter", None).map_err(words)?;
        let arbiter = appointed(self, "arbiter", None).map_err(words)?;
        let mut officers = BTreeMap::new();
        let mut captains = BTreeMap::new();
        for code in &self.group.teams {
            officers.insert(code.clone(), appointed(self, "federation_officer", Some(code)).map_err(words)?);
            captains.insert(code.clone(), appointed(self, "captain", Some(code)).map_err(words)?);
        }

        self.invite(&path, &organizer, &president)?;
        self.officials(&path, &organizer, &president).map_err(words)?;
        let people = self.enter(&path, &organizer, &officers)?;
        self.draw(&path, &organizer, &director)?;
        let direction =
            Direction { organizer: &organizer, director: &director, arbiter: &arbiter, captains: &captains };
        self.play_rounds(&direction, &people, until)?;

        (self.tell)("the final table");
        let obtained = self.table(&director).map_err(words)?;
        if until == Until::Closed {
            let etag = director.get(&path).map_err(words)?.etag;
            chief_arbiter.post_if(&format!("{path}/closing"), &etag, json!({})).map_err(words)?;
        }
        Ok(Played { championship: self.id.clone(), group: self.group_id.clone(), obtained, accounts, password: chosen })
    }

    fn designation(&self) -> std::result::Result<Value, String> {
        let calendar = &self.calendar;
        let last_day = calendar.shifted(i64::try_from(calendar.rounds).unwrap_or(0).days())?;
        let clock = calendar.shifted(-14.months())?;
        Ok(json!({
            "title": self.championship.name,
            "year": self.championship.year,
            "regulations": self.championship.regulations,
            "organizer": self.championship.organizer,
            "city": self.championship.city.as_deref().unwrap_or("not known"),
            "zone": self.championship.zone,
            "designated_on": calendar.shifted(-14.months())?.date().to_string(),
            "starts_at": calendar.instant(calendar.start)?,
            "lots_at": calendar.instant(calendar.shifted(-1.day())?)?,
            "prizes_on": last_day.date().to_string(),
            "clock": calendar.instant(clock)?,
        }))
    }

    /// Moves the sandbox's clock to a local time, by the organizer.
    fn clock_to(&mut self, organizer: &Person<'_>, local: DateTime) -> std::result::Result<(), String> {
        let to = self.calendar.instant(local)?;
        let path = format!("/v1/championships/{}", self.id);
        self.clock_etag = organizer.get(&path).map_err(words)?.etag;
        let moved = organizer.post_if(&format!("{path}/clock"), &self.clock_etag, json!({"to": to})).map_err(words)?;
        self.clock_etag = moved.etag;
        Ok(())
    }

    /// Draft, the President's approval, the definite invitation.
    fn invite(
        &mut self,
        path: &str,
        organizer: &Person<'_>,
        president: &Person<'_>,
    ) -> std::result::Result<(), String> {
        (self.tell)("the draft invitation");
        self.clock_to(organizer, self.calendar.shifted(-6.months())?)?;
        let rules = organizer.get(&format!("/v1/regulations/{}", self.championship.regulations)).map_err(words)?.body;
        let mut particulars = serde_json::Map::new();
        for key in required_keys(&rules, "/rulebook/invitation/particulars") {
            particulars.insert(key.clone(), json!(format!("{}: derived for the replay", key.replace('_', " "))));
        }
        let content = json!({
            "particulars": particulars,
            "contribution": {"amount_minor_units": 300, "currency": "USD"},
        });
        let drafts = format!("{path}/invitation-drafts");
        let draft = organizer.post(&drafts, content.clone()).map_err(words)?;
        let draft_path = format!("{drafts}/{}", text_of(&draft.body, &drafts, "id").map_err(words)?);
        let submitted =
            organizer.post_if(&format!("{draft_path}/submission"), &draft.etag, json!({})).map_err(words)?;
        (self.tell)("the President approves");
        president.post_if(&format!("{draft_path}/approval"), &submitted.etag, json!({})).map_err(words)?;
        self.clock_to(organizer, self.calendar.shifted(-5.months())?)?;
        (self.tell)("the definite invitation");
        organizer.post(&format!("{path}/invitation"), content).map_err(words)?;
        Ok(())
    }

    /// The chief arbiter is nominated on the organizer's proposal, the director by the organizer.
    fn officials(&mut self, path: &str, organizer: &Person<'_>, president: &Person<'_>) -> Result<()> {
        (self.tell)("the officials");
        let published = self.championship.officials.as_ref();
        let director = published.and_then(|names| names.tournament_director.clone());
        let arbiter = published.and_then(|names| names.chief_arbiter.clone());
        let officials = format!("{path}/officials");
        organizer.post(
            &officials,
            json!({"office": "tournament_director", "name": director.unwrap_or("tournament director".to_owned())}),
        )?;
        let proposed = organizer.post(
            &officials,
            json!({"office": "chief_arbiter", "name": arbiter.unwrap_or("chief arbiter".to_owned())}),
        )?;
        let id = text_of(&proposed.body, &officials, "id")?;
        president.post_if(&format!("{officials}/{id}/nomination"), &proposed.etag, json!({}))?;
        Ok(())
    }

    /// Preliminary entries, rosters and definite entries; returns each team's id.
    fn enter(
        &mut self,
        path: &str,
        organizer: &Person<'_>,
        officers: &BTreeMap<String, Person<'_>>,
    ) -> std::result::Result<BTreeMap<String, String>, String> {
        self.clock_to(organizer, self.calendar.shifted(-4.months())?)?;
        for (code, officer) in officers {
            (self.tell)(&format!("{code} enters preliminarily"));
            officer.put(&format!("{path}/entries/{code}"), json!({})).map_err(words)?;
        }
        self.clock_to(organizer, self.calendar.shifted(-4.weeks())?)?;
        let rules = organizer.get(&format!("/v1/regulations/{}", self.championship.regulations)).map_err(words)?.body;
        let mut indications = serde_json::Map::new();
        for key in required_keys(&rules, "/rulebook/entries/indications") {
            indications.insert(key.clone(), json!("derived for the replay"));
        }
        let documents = documents_at_entry(&rules);
        let mut teams = BTreeMap::new();
        for (code, officer) in officers {
            (self.tell)(&format!("{code} enters definitely"));
            let id = self.enter_team(path, code, officer, &indications, &documents).map_err(words)?;
            teams.insert(code.clone(), id);
        }
        Ok(teams)
    }

    fn enter_team(
        &self,
        path: &str,
        code: &str,
        officer: &Person<'_>,
        indications: &serde_json::Map<String, Value>,
        documents: &[String],
    ) -> Result<String> {
        let Some(team) = self.championship.team(code) else {
            return Err(Failure::Unexpected { path: path.to_owned(), what: format!("team {code}") });
        };
        let mut players = Vec::new();
        for player in roster(team, self.championship.boards, 0) {
            let person = json!({"name": player.name, "federation": code, "championship": self.id});
            let person = officer.post("/v1/persons", person)?;
            let person = text_of(&person.body, "/v1/persons", "id")?;
            for kind in documents {
                let file = derived_document(kind, &player.name);
                officer.upload(&format!("{path}/entries/{code}/documents?person={person}&kind={kind}"), file)?;
            }
            players.push(json!({
                "person": person,
                "nationality_by": "birth",
                "student": true,
            }));
        }
        let team_path = format!("{path}/entries/{code}/teams/A");
        let stored = officer
            .put(&team_path, json!({"name": team.name, "captain": format!("captain of {code}"), "players": players}))?;
        let entry = officer.get(&format!("{path}/entries/{code}"))?;
        officer.post_if(
            &format!("{path}/entries/{code}/definite-entry"),
            &entry.etag,
            json!({"indications": indications}),
        )?;
        text_of(&stored.body, &team_path, "id")
    }

    /// The commitment, then the lots.
    fn draw(&mut self, path: &str, organizer: &Person<'_>, director: &Person<'_>) -> std::result::Result<(), String> {
        (self.tell)("the drawing of lots");
        let groups = director.get(&format!("{path}/groups")).map_err(words)?;
        self.group_id = text_of(&groups.body, path, "data.0.id").map_err(words)?;
        let group = format!("/v1/groups/{}", self.group_id);
        director.post(&format!("{group}/lots-commitment"), json!({})).map_err(words)?;
        self.clock_to(organizer, self.calendar.shifted(-1.day())?)?;
        let lots = director.get(&format!("{group}/lots")).map_err(words)?;
        let value = format!("{}, {}", self.championship.name, self.championship.year);
        director.post_if(&format!("{group}/lots"), &lots.etag, json!({"public_value": value})).map_err(words)?;
        Ok(())
    }

    fn play_rounds(
        &mut self,
        people: &Direction<'_>,
        teams: &BTreeMap<String, String>,
        until: Until,
    ) -> std::result::Result<(), String> {
        for number in 1..=self.calendar.rounds {
            let day = self.calendar.shifted((i64::try_from(number).unwrap_or(1) - 1).days())?;
            self.clock_to(people.organizer, day)?;
            let path = format!("/v1/groups/{}/rounds/{number}", self.group_id);
            let round = people.director.get(&path).map_err(words)?;
            people.director.post_if(&format!("{path}/start"), &round.etag, json!({})).map_err(words)?;
            let round = people.director.get(&path).map_err(words)?;
            let matches = round.body["matches"].as_array().cloned().unwrap_or_default();
            let open = until == Until::MidRound(number.saturating_sub(1));
            let played = if open { matches.len() / 2 } else { matches.len() };
            for game in matches.iter().take(played) {
                self.play_match(people, teams, game).map_err(words)?;
            }
            if open {
                return Ok(());
            }
            let round = people.director.get(&path).map_err(words)?;
            people.director.post_if(&format!("{path}/closing"), &round.etag, json!({})).map_err(words)?;
        }
        Ok(())
    }

    /// Both captains report, the arbiter confirms.
    fn play_match(&mut self, people: &Direction<'_>, teams: &BTreeMap<String, String>, game: &Value) -> Result<()> {
        let path = format!("/v1/matches/{}", text_of(game, "match", "id")?);
        let (first, second) =
            (text_of(game, &path, "first_team.federation")?, text_of(game, &path, "second_team.federation")?);
        (self.tell)(&format!("{first} – {second}"));
        let first_has_white: Vec<bool> = (0..self.championship.boards).map(|board| board % 2 == 0).collect();
        let known = boards(self.championship, self.group, &first, &second, &first_has_white);
        let Some(known) = known else {
            return Err(Failure::Unexpected { path, what: format!("a score for {first} – {second} in the file") });
        };
        let results: Vec<Value> = known
            .iter()
            .map(|board| {
                let result = match board.result {
                    GameResult::WhiteWins => "white_win",
                    GameResult::Draw => "draw",
                    GameResult::BlackWins => "black_win",
                };
                json!({"board": board.number, "result": result})
            })
            .collect();
        for code in [&first, &second] {
            let (Some(captain), Some(team)) = (people.captains.get(code), teams.get(code)) else {
                return Err(Failure::Unexpected { path, what: format!("a captain of {code}") });
            };
            captain.put(&format!("{path}/reports/{team}"), json!({"boards": results}))?;
        }
        let seen = people.arbiter.get(&path)?;
        people.arbiter.post_if(&format!("{path}/confirmation"), &seen.etag, json!({}))?;
        Ok(())
    }

    /// The table and the crosstable, by federation code.
    fn table(&self, reader: &Person<'_>) -> Result<Obtained> {
        let path = format!("/v1/groups/{}/standings", self.group_id);
        let standings = reader.get(&path)?;
        let unexpected = |what: &str| Failure::Unexpected { path: path.clone(), what: what.to_owned() };
        let points = |value: &Value, field: &str| {
            value[field].as_i64().and_then(|points| i32::try_from(points).ok()).ok_or_else(|| unexpected(field))
        };
        let mut rows = Vec::new();
        for row in standings.body["rows"].as_array().ok_or_else(|| unexpected("rows"))? {
            rows.push(ObtainedRow {
                rank: u32::try_from(points(row, "rank")?).map_err(|_| unexpected("rank"))?,
                code: text_of(row, &path, "team.federation")?,
                game_points: GamePoints(points(row, "game_half_points")?),
                match_points: MatchPoints(points(row, "match_points")?),
            });
        }
        let crosstable = reader.get(&format!("/v1/groups/{}/crosstable", self.group_id))?;
        let table = crosstable.body["rows"].as_array().ok_or_else(|| unexpected("crosstable"))?;
        let mut code_of = BTreeMap::new();
        for row in table {
            code_of.insert(points(&row["team"], "number")?, text_of(row, &path, "team.federation")?);
        }
        let mut crosstable = BTreeMap::new();
        for row in table {
            let team = text_of(row, &path, "team.federation")?;
            for meeting in row["meetings"].as_array().into_iter().flatten() {
                let opponent = points(meeting, "opponent")?;
                let opponent = code_of.get(&opponent).ok_or_else(|| unexpected("opponent"))?;
                if meeting.get("half_points").is_some() {
                    crosstable.insert((team.clone(), opponent.clone()), GamePoints(points(meeting, "half_points")?));
                }
            }
        }
        Ok(Obtained { rows, crosstable })
    }
}

/// Who conducts the rounds.
struct Direction<'a> {
    organizer: &'a Person<'a>,
    director: &'a Person<'a>,
    arbiter: &'a Person<'a>,
    captains: &'a BTreeMap<String, Person<'a>>,
}

/// The kinds of document that have to be there at the definite entry.
fn documents_at_entry(rules: &Value) -> Vec<String> {
    let kinds = rules.pointer("/rulebook/entries/documents").and_then(Value::as_array).into_iter().flatten();
    kinds
        .map(|kind| &kind["value"])
        .filter(|kind| kind["required"] == true && kind["can_follow_later"] == false)
        .filter_map(|kind| kind["key"].as_str().map(str::to_owned))
        .collect()
}

/// A file in the place of one that nobody kept.
fn derived_document(kind: &str, name: &str) -> String {
    format!(
        "%PDF-1.4\n% {kind} of {name}: derived for the replay\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\n\
         trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"
    )
}

/// The keys of the required items of a list in a rulebook.
fn required_keys(rules: &Value, pointer: &str) -> Vec<String> {
    rules
        .pointer(pointer)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|cited| &cited["value"])
        .filter(|item| item["required"] == true)
        .filter_map(|item| item["key"].as_str().map(str::to_owned))
        .collect()
}

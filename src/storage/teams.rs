//! Teams and their rosters.

use std::collections::BTreeMap;

use diesel::prelude::*;

use super::championships::ChampionshipRow;
use super::eligibility_decisions;
use super::schema::{captaincies, competitions, persons, roster, teams};
use super::targets::id;
use super::{Db, Error, Result};
use crate::domain::eligibility::Candidate;
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::NationalityBy;
use crate::domain::ruling::Ruling;
use crate::domain::team::{Named, Place};

/// A team as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = teams, treat_none_as_null = true)]
pub struct TeamRow {
    pub id: String,
    pub championship_id: String,
    pub federation: String,
    pub letter: String,
    pub competition_id: String,
    pub name: String,
    pub captain: Option<String>,
    /// The person, where the captain is named as one.
    pub captain_person_id: Option<String>,
    pub created_at: i64,
    pub version: i64,
}

/// By what a player is a national, where an archive does not know.
pub const UNKNOWN: &str = "unknown";

/// A player of a team; numbers go from 1 in the order of the boards.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = roster)]
pub struct RosterRow {
    pub team_id: String,
    pub number: i32,
    pub championship_id: String,
    pub person_id: String,
    pub nationality_by: String,
    pub student: bool,
    /// The kind of document that proves it.
    pub student_proof: Option<String>,
}

/// The act by which somebody became captain or deputy captain.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = captaincies)]
pub struct CaptaincyRow {
    pub team_id: String,
    pub ordinal: i32,
    pub office: String,
    pub name: String,
    pub person_id: Option<String>,
    /// Why another captain; the text of the writing that names a deputy.
    pub words: Option<String>,
    pub written_on: Option<String>,
    /// The account.
    pub named_by: String,
    pub named_at: i64,
}

/// The team with its players.
pub fn find(
    db: &mut Db,
    championship: &ChampionshipId,
    federation: &str,
    letter: &str,
) -> Result<Option<TeamWithPlayers>> {
    let own = of_federations(db, championship, &[federation])?;
    Ok(own.into_iter().find(|team| team.row.letter == letter))
}

pub fn insert(db: &mut Db, row: &TeamRow) -> Result<()> {
    diesel::insert_into(teams::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &TeamRow) -> Result<()> {
    diesel::update(teams::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

pub fn name_captain(db: &mut Db, row: &CaptaincyRow) -> Result<()> {
    diesel::insert_into(captaincies::table).values(row).execute(db)?;
    Ok(())
}

/// Puts a whole roster in the place of the one before.
pub fn replace_roster(db: &mut Db, team: &str, rows: &[RosterRow]) -> Result<()> {
    diesel::delete(roster::table.filter(roster::team_id.eq(team))).execute(db)?;
    for row in rows {
        diesel::insert_into(roster::table).values(row).execute(db)?;
    }
    Ok(())
}

/// A team with the category that it plays in and its players' names in the order of the boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamWithPlayers {
    pub row: TeamRow,
    /// The key of the category in the regulations.
    pub category: String,
    pub players: Vec<(RosterRow, String)>,
    /// What was decided of the eligibility of players, by person.
    pub rulings: BTreeMap<String, String>,
    /// Captains and deputies named by an act of their own, in the order of these acts.
    pub captaincies: Vec<CaptaincyRow>,
}

/// The teams of these federations in one championship, by federation and letter.
pub fn of_federations(
    db: &mut Db,
    championship: &ChampionshipId,
    federations: &[&str],
) -> Result<Vec<TeamWithPlayers>> {
    let rows: Vec<(TeamRow, String)> = teams::table
        .inner_join(competitions::table.on(competitions::id.eq(teams::competition_id)))
        .filter(teams::championship_id.eq(championship.as_str()))
        .filter(teams::federation.eq_any(federations))
        .order((teams::federation.asc(), teams::letter.asc()))
        .select((teams::all_columns, competitions::key))
        .load(db)?;
    let ids: Vec<String> = rows.iter().map(|(row, _)| row.id.clone()).collect();
    let mut players: Vec<(RosterRow, String)> = roster::table
        .inner_join(persons::table.on(persons::id.eq(roster::person_id)))
        .filter(roster::team_id.eq_any(&ids))
        .order((roster::team_id.asc(), roster::number.asc()))
        .select((roster::all_columns, persons::name))
        .load(db)?;
    let persons: Vec<&str> = players.iter().map(|(player, _)| player.person_id.as_str()).collect();
    let mut rulings: BTreeMap<String, String> = eligibility_decisions::in_force(db, championship, &persons)?
        .into_iter()
        .map(|decision| (decision.person_id, decision.ruling))
        .collect();
    let mut captains: Vec<CaptaincyRow> = captaincies::table
        .filter(captaincies::team_id.eq_any(&ids))
        .order((captaincies::team_id.asc(), captaincies::ordinal.asc()))
        .load(db)?;
    let mut found = Vec::new();
    for (row, category) in rows {
        let (own, others): (Vec<_>, Vec<_>) = players.into_iter().partition(|(player, _)| player.team_id == row.id);
        players = others;
        let own_rulings = own
            .iter()
            .filter_map(|(player, _): &(RosterRow, String)| rulings.remove_entry(&player.person_id))
            .collect();
        let (captaincies, others) = captains.into_iter().partition(|captaincy| captaincy.team_id == row.id);
        captains = others;
        found.push(TeamWithPlayers { row, category, players: own, rulings: own_rulings, captaincies });
    }
    Ok(found)
}

/// A player as handed in: who, by what a national, whether a student and by what that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterLine {
    pub person: String,
    pub nationality_by: NationalityBy,
    pub student: bool,
    pub student_proof: Option<String>,
}

impl RosterRow {
    pub fn line(&self) -> Result<RosterLine> {
        let ground = NationalityBy::from_code(&self.nationality_by).ok_or_else(|| Error::Inconsistent {
            table: "roster",
            column: "nationality_by",
            row: self.person_id.clone(),
        })?;
        Ok(RosterLine {
            person: self.person_id.clone(),
            nationality_by: ground,
            student: self.student,
            student_proof: self.student_proof.clone(),
        })
    }
}

/// What the rules need to know of the players named for a team (`None`: a new one). A sandbox has its own persons, and
/// the registry's play in real championships only.
pub fn named(
    db: &mut Db,
    championship: &ChampionshipRow,
    team: Option<&str>,
    lines: &[RosterLine],
) -> Result<Vec<Named>> {
    let ids: Vec<&str> = lines.iter().map(|line| line.person.as_str()).collect();
    let home = championship.sandbox().then(|| championship.id.to_string());
    let known: Vec<(String, Option<String>, String)> = persons::table
        .filter(persons::id.eq_any(&ids))
        .filter(persons::merged_into.is_null())
        .select((persons::id, persons::championship_id, persons::federation))
        .load(db)?;
    let places: Vec<(String, String, i32, String, String)> = roster::table
        .inner_join(teams::table.on(teams::id.eq(roster::team_id)))
        .filter(roster::championship_id.eq(championship.id.as_str()))
        .filter(roster::person_id.eq_any(&ids))
        .select((roster::person_id, roster::team_id, roster::number, teams::federation, teams::letter))
        .load(db)?;
    let decisions = eligibility_decisions::in_force(db, &championship.id, &ids)?;
    let refusals = decisions.into_iter().filter(|decision| decision.ruling == Ruling::Refused.code());
    let refused: BTreeMap<String, String> = refusals.map(|decision| (decision.person_id, decision.id)).collect();
    lines
        .iter()
        .map(|line| {
            let candidate = known.iter().find(|(person, place, _)| *person == line.person && *place == home);
            let elsewhere =
                places.iter().find(|(person, place, ..)| *person == line.person && Some(place.as_str()) != team);
            Ok(Named {
                person: id(line.person.clone(), "roster", "person_id")?,
                refused_by: refused.get(&line.person).cloned(),
                candidate: candidate.map(|(_, _, federation)| Candidate {
                    federation: federation.clone(),
                    nationality_by: line.nationality_by,
                    student: line.student,
                    student_proof: line.student_proof.clone(),
                }),
                elsewhere: elsewhere
                    .map(|(_, team, number, federation, letter)| elsewhere_at(team, *number, federation, letter))
                    .transpose()?,
            })
        })
        .collect()
}

fn elsewhere_at(team: &str, number: i32, federation: &str, letter: &str) -> Result<Place> {
    Ok(Place {
        team: id(team.to_owned(), "roster", "team_id")?,
        federation: federation.to_owned(),
        letter: letter.to_owned(),
        number: i64::from(number),
    })
}

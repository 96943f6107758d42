//! What is held about one person, across the tables.

use diesel::prelude::*;

use super::documents::{DocumentRow, PRESENT, ReadingRow};
use super::persons::PersonRow;
use super::schema::{
    championships, document_readings, documents, eligibility_decisions, match_players, persons, roster, teams,
};
use super::teams::{RosterRow, TeamRow};
use super::{Db, Result};
use crate::domain::championship::Phase;

/// The places on rosters, with their teams.
pub fn rosters(db: &mut Db, person: &str) -> Result<Vec<(RosterRow, TeamRow)>> {
    Ok(roster::table
        .inner_join(teams::table.on(teams::id.eq(roster::team_id)))
        .filter(roster::person_id.eq(person))
        .order(roster::team_id.asc())
        .select((roster::all_columns, teams::all_columns))
        .load(db)?)
}

/// The championships that are not closed, on whose rosters the person stands.
pub fn open_championships(db: &mut Db, person: &str) -> Result<Vec<String>> {
    Ok(roster::table
        .inner_join(championships::table.on(championships::id.eq(roster::championship_id)))
        .filter(roster::person_id.eq(person))
        .filter(championships::phase.ne_all([Phase::Closed.code(), Phase::Archived.code()]))
        .order(championships::id.asc())
        .select(championships::id)
        .load(db)?)
}

/// Decisions on the person's eligibility.
pub fn decisions(db: &mut Db, person: &str) -> Result<Vec<String>> {
    Ok(eligibility_decisions::table
        .filter(eligibility_decisions::person_id.eq(person))
        .order(eligibility_decisions::id.asc())
        .select(eligibility_decisions::id)
        .load(db)?)
}

/// The second records of a person.
pub fn merged_into(db: &mut Db, person: &str) -> Result<Vec<PersonRow>> {
    Ok(persons::table.filter(persons::merged_into.eq(person)).order(persons::id.asc()).load(db)?)
}

/// Match and board of every game.
pub fn boards(db: &mut Db, person: &str) -> Result<Vec<(String, i32)>> {
    Ok(match_players::table
        .filter(match_players::person_id.eq(person))
        .order(match_players::match_id.asc())
        .select((match_players::match_id, match_players::board))
        .load(db)?)
}

pub fn documents(db: &mut Db, person: &str) -> Result<Vec<DocumentRow>> {
    Ok(documents::table.filter(documents::person_id.eq(person)).order(documents::id.asc()).load(db)?)
}

pub fn readings(db: &mut Db, person: &str) -> Result<Vec<ReadingRow>> {
    Ok(document_readings::table
        .inner_join(documents::table.on(documents::id.eq(document_readings::document_id)))
        .filter(documents::person_id.eq(person))
        .order(document_readings::id.asc())
        .select(document_readings::all_columns)
        .load(db)?)
}

/// A championship, when it was closed, and the clock of a sandbox.
pub type Closed = (String, Option<i64>, Option<i64>);

/// Closed championships that still hold contents.
pub fn closed_with_documents(db: &mut Db) -> Result<Vec<Closed>> {
    Ok(championships::table
        .inner_join(documents::table.on(documents::championship_id.eq(championships::id)))
        .filter(championships::phase.eq(Phase::Closed.code()))
        .filter(documents::state.eq(PRESENT))
        .select((championships::id, championships::closed_at, championships::sandbox_now))
        .distinct()
        .load(db)?)
}

pub fn documents_present(db: &mut Db, championship: &str) -> Result<Vec<DocumentRow>> {
    Ok(documents::table
        .filter(documents::championship_id.eq(championship))
        .filter(documents::state.eq(PRESENT))
        .order(documents::id.asc())
        .load(db)?)
}

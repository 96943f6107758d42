//! Decisions on the eligibility of players.

use diesel::prelude::*;

use super::schema::{eligibility_decisions, persons, roster, teams};
use super::{Db, Error, Result};
use crate::domain::ids::{ChampionshipId, EligibilityDecisionId};
use crate::domain::ruling::Authority;

/// A decision as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = eligibility_decisions)]
pub struct DecisionRow {
    pub id: String,
    pub championship_id: String,
    pub person_id: String,
    pub federation: String,
    pub number: i32,
    pub ruling: String,
    pub authority: String,
    pub reason: Option<String>,
    pub article: String,
    /// JSON: a list of texts.
    pub evidence: String,
    pub decided_by: String,
    pub decided_at: i64,
    pub version: i64,
}

impl DecisionRow {
    pub fn authority(&self) -> Result<Authority> {
        Authority::from_code(&self.authority).ok_or_else(|| self.inconsistent("authority"))
    }

    pub fn evidence(&self) -> Result<Vec<String>> {
        serde_json::from_str(&self.evidence).map_err(|_| self.inconsistent("evidence"))
    }

    fn inconsistent(&self, column: &'static str) -> Error {
        Error::Inconsistent { table: "eligibility_decisions", column, row: self.id.clone() }
    }
}

/// Which decisions a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// `None`: of every federation.
    pub federations: Option<Vec<String>>,
    pub person: Option<String>,
}

pub fn insert(db: &mut Db, row: &DecisionRow) -> Result<()> {
    diesel::insert_into(eligibility_decisions::table).values(row).execute(db)?;
    Ok(())
}

pub fn find(db: &mut Db, id: &EligibilityDecisionId) -> Result<Option<DecisionRow>> {
    Ok(eligibility_decisions::table.find(id.as_str()).first(db).optional()?)
}

/// Of one championship, by id, after an id.
pub fn list(
    db: &mut Db,
    championship: &ChampionshipId,
    filter: &Filter,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DecisionRow>> {
    let mut query = eligibility_decisions::table
        .filter(eligibility_decisions::championship_id.eq(championship.to_string()))
        .order(eligibility_decisions::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(federations) = &filter.federations {
        query = query.filter(eligibility_decisions::federation.eq_any(federations.clone()));
    }
    if let Some(person) = &filter.person {
        query = query.filter(eligibility_decisions::person_id.eq(person.clone()));
    }
    if let Some(id) = after {
        query = query.filter(eligibility_decisions::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// The decision in force for each of these players that has one.
pub fn in_force<S: AsRef<str>>(db: &mut Db, championship: &ChampionshipId, persons: &[S]) -> Result<Vec<DecisionRow>> {
    let persons: Vec<&str> = persons.iter().map(AsRef::as_ref).collect();
    // What was decided of a record that was merged holds for the survivor.
    let merged: Vec<(String, Option<String>)> = persons::table
        .filter(persons::merged_into.eq_any(&persons))
        .select((persons::id, persons::merged_into))
        .load(db)?;
    let all: Vec<&str> = persons.iter().copied().chain(merged.iter().map(|(id, _)| id.as_str())).collect();
    let mut rows: Vec<DecisionRow> = eligibility_decisions::table
        .filter(eligibility_decisions::championship_id.eq(championship.as_str()))
        .filter(eligibility_decisions::person_id.eq_any(all))
        .load(db)?;
    for row in &mut rows {
        if let Some((_, Some(survivor))) = merged.iter().find(|(id, _)| *id == row.person_id) {
            row.person_id.clone_from(survivor);
        }
    }
    rows.sort_by_key(|row| (row.person_id.clone(), std::cmp::Reverse((row.number, row.decided_at))));
    rows.dedup_by(|later, kept| later.person_id == kept.person_id);
    Ok(rows)
}

/// The federation on whose roster the person stands.
pub fn federation_on_roster(db: &mut Db, championship: &ChampionshipId, person: &str) -> Result<Option<String>> {
    Ok(roster::table
        .inner_join(teams::table.on(teams::id.eq(roster::team_id)))
        .filter(roster::championship_id.eq(championship.as_str()))
        .filter(roster::person_id.eq(person))
        .select(teams::federation)
        .first(db)
        .optional()?)
}

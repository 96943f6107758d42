//! Rounds.

use diesel::prelude::*;

use super::championships::instant;
use super::schema::rounds;
use super::{Db, Error, Result};
use crate::domain::lineup::Hours;
use crate::domain::rulebook::Rulebook;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = rounds, treat_none_as_null = true)]
pub struct RoundRow {
    pub id: String,
    pub group_id: String,
    pub championship_id: String,
    pub number: i32,
    pub state: String,
    pub starts_at: i64,
    pub started_at: Option<i64>,
    pub closed_at: Option<i64>,
    pub free_team_id: Option<String>,
    pub version: i64,
    /// Since when its line-ups are open, where its hour was moved afterwards.
    pub lineups_opened_at: Option<i64>,
}

impl RoundRow {
    pub fn started(&self) -> bool {
        self.state != SCHEDULED
    }

    /// Until when its line-ups are handed in, and from when they are open.
    pub fn hours(&self, rules: &Rulebook) -> Result<Hours> {
        let starts_at = instant(self.starts_at, "rounds", "starts_at")?;
        let opened_at = self.lineups_opened_at.map(|at| instant(at, "rounds", "lineups_opened_at")).transpose()?;
        Hours::of(rules, starts_at, opened_at).map_err(|_| Error::Inconsistent {
            table: "rounds",
            column: "starts_at",
            row: self.id.clone(),
        })
    }
}

pub const SCHEDULED: &str = "scheduled";
pub const STARTED: &str = "started";
pub const CLOSED: &str = "closed";

pub fn insert(db: &mut Db, row: &RoundRow) -> Result<()> {
    diesel::insert_into(rounds::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &RoundRow) -> Result<()> {
    diesel::update(rounds::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

pub fn find(db: &mut Db, group: &str, number: i32) -> Result<Option<RoundRow>> {
    Ok(rounds::table.filter(rounds::group_id.eq(group)).filter(rounds::number.eq(number)).first(db).optional()?)
}

pub fn by_id(db: &mut Db, id: &str) -> Result<RoundRow> {
    Ok(rounds::table.find(id).first(db)?)
}

pub fn of_championship(db: &mut Db, championship: &str) -> Result<Vec<RoundRow>> {
    Ok(rounds::table
        .filter(rounds::championship_id.eq(championship))
        .order((rounds::starts_at.asc(), rounds::id.asc()))
        .load(db)?)
}

/// By number, after a number.
pub fn list(db: &mut Db, group: &str, after: i32, limit: i64) -> Result<Vec<RoundRow>> {
    Ok(rounds::table
        .filter(rounds::group_id.eq(group))
        .filter(rounds::number.gt(after))
        .order(rounds::number.asc())
        .limit(limit)
        .load(db)?)
}

pub fn all(db: &mut Db, group: &str) -> Result<Vec<RoundRow>> {
    Ok(rounds::table.filter(rounds::group_id.eq(group)).order(rounds::number.asc()).load(db)?)
}

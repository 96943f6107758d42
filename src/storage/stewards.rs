//! Stewards of matches, and what they report.

use diesel::prelude::*;

use super::schema::{match_stewards, matches, steward_reports};
use super::{Db, Result};

/// Who was steward of a match; the last without an end is.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = match_stewards)]
pub struct StewardRow {
    pub match_id: String,
    pub ordinal: i32,
    pub name: String,
    pub account_id: Option<String>,
    pub appointment_id: Option<String>,
    pub named_by: String,
    pub named_at: i64,
    pub ended_at: Option<i64>,
}

/// What a steward or an official reported on a match.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = steward_reports)]
pub struct StewardReportRow {
    pub match_id: String,
    pub ordinal: i32,
    pub kind: String,
    pub team_id: Option<String>,
    pub board: Option<i32>,
    pub words: String,
    pub steward_ordinal: Option<i32>,
    pub reported_by: String,
    pub reported_at: i64,
    pub version: i64,
}

/// Of a match, the first named first.
pub fn of_match(db: &mut Db, match_id: &str) -> Result<Vec<StewardRow>> {
    Ok(match_stewards::table
        .filter(match_stewards::match_id.eq(match_id))
        .order(match_stewards::ordinal.asc())
        .load(db)?)
}

/// Who is steward now of each of these matches that has one.
pub fn standing(db: &mut Db, ids: &[String]) -> Result<Vec<StewardRow>> {
    Ok(match_stewards::table
        .filter(match_stewards::match_id.eq_any(ids))
        .filter(match_stewards::ended_at.is_null())
        .order(match_stewards::match_id.asc())
        .load(db)?)
}

/// Every naming of an account in a championship.
pub fn of_account(db: &mut Db, championship: &str, account: &str) -> Result<Vec<StewardRow>> {
    Ok(match_stewards::table
        .inner_join(matches::table.on(matches::id.eq(match_stewards::match_id)))
        .filter(matches::championship_id.eq(championship))
        .filter(match_stewards::account_id.eq(account))
        .order((match_stewards::match_id.asc(), match_stewards::ordinal.asc()))
        .select(match_stewards::all_columns)
        .load(db)?)
}

pub fn insert(db: &mut Db, row: &StewardRow) -> Result<()> {
    diesel::insert_into(match_stewards::table).values(row).execute(db)?;
    Ok(())
}

pub fn end(db: &mut Db, match_id: &str, ordinal: i32, at: i64) -> Result<()> {
    diesel::update(match_stewards::table.find((match_id, ordinal)))
        .set(match_stewards::ended_at.eq(Some(at)))
        .execute(db)?;
    Ok(())
}

/// Of a match by number, after a number.
pub fn reports(db: &mut Db, match_id: &str, after: i32, limit: i64) -> Result<Vec<StewardReportRow>> {
    Ok(steward_reports::table
        .filter(steward_reports::match_id.eq(match_id))
        .filter(steward_reports::ordinal.gt(after))
        .order(steward_reports::ordinal.asc())
        .limit(limit)
        .load(db)?)
}

/// The number of the last report on a match; 0 where there is none.
pub fn last_report(db: &mut Db, match_id: &str) -> Result<i32> {
    let last: Option<i32> = steward_reports::table
        .filter(steward_reports::match_id.eq(match_id))
        .order(steward_reports::ordinal.desc())
        .select(steward_reports::ordinal)
        .first(db)
        .optional()?;
    Ok(last.unwrap_or(0))
}

pub fn insert_report(db: &mut Db, row: &StewardReportRow) -> Result<()> {
    diesel::insert_into(steward_reports::table).values(row).execute(db)?;
    Ok(())
}

/// Takes the words of a report away: the new version, if it was there.
pub fn redact_report(db: &mut Db, match_id: &str, ordinal: i32, by: &str) -> Result<Option<i64>> {
    let report = steward_reports::table.find((match_id, ordinal));
    diesel::update(report)
        .set((steward_reports::words.eq(by), steward_reports::version.eq(steward_reports::version + 1_i64)))
        .execute(db)?;
    Ok(report.select(steward_reports::version).first(db).optional()?)
}

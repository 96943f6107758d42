//! Entries of federations.

use diesel::prelude::*;

use super::schema::{entries, paper_receipts};
use super::{Db, Result};
use crate::domain::ids::ChampionshipId;

/// An entry as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = entries, treat_none_as_null = true)]
pub struct EntryRow {
    pub championship_id: String,
    pub federation: String,
    pub state: String,
    pub chief_of_delegation: Option<String>,
    pub contact: Option<String>,
    pub preliminary_at: i64,
    pub definite_at: Option<i64>,
    pub withdrawn_at: Option<i64>,
    pub withdrawal_reason: Option<String>,
    /// `before_definite_entry`, `before_lots` or `after_lots`.
    pub withdrawal_stage: Option<String>,
    /// JSON: key of the indication to text.
    pub indications: String,
    pub created_at: i64,
    pub version: i64,
}

/// What came on paper, and was recorded later than it was received.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = paper_receipts)]
pub struct ReceiptRow {
    pub championship_id: String,
    pub federation: String,
    pub ordinal: i32,
    /// `preliminary_entry`, `team` or `definite_entry`.
    pub act: String,
    pub received_on: String,
    pub means: String,
    pub received_by: String,
    /// The account.
    pub recorded_by: String,
    pub recorded_at: i64,
}

pub fn find(db: &mut Db, championship: &ChampionshipId, federation: &str) -> Result<Option<EntryRow>> {
    Ok(entries::table.find((championship.as_str(), federation)).first(db).optional()?)
}

pub fn has_withdrawn(db: &mut Db, championship: &str, federation: &str) -> Result<bool> {
    let state: Option<String> =
        entries::table.find((championship, federation)).select(entries::state).first(db).optional()?;
    Ok(state.as_deref() == Some("withdrawn"))
}

/// The federations that have withdrawn their entries.
pub fn withdrawn(db: &mut Db, championship: &str) -> Result<Vec<String>> {
    Ok(entries::table
        .filter(entries::championship_id.eq(championship))
        .filter(entries::state.eq("withdrawn"))
        .order(entries::federation.asc())
        .select(entries::federation)
        .load(db)?)
}

pub fn insert(db: &mut Db, row: &EntryRow) -> Result<()> {
    diesel::insert_into(entries::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &EntryRow) -> Result<()> {
    diesel::update(entries::table.find((&row.championship_id, &row.federation))).set(row).execute(db)?;
    Ok(())
}

/// Of one championship, by federation, after a federation.
pub fn list(db: &mut Db, championship: &ChampionshipId, after: Option<&str>, limit: i64) -> Result<Vec<EntryRow>> {
    let mut query = entries::table
        .filter(entries::championship_id.eq(championship.to_string()))
        .order(entries::federation.asc())
        .limit(limit)
        .into_boxed();
    if let Some(federation) = after {
        query = query.filter(entries::federation.gt(federation.to_owned()));
    }
    Ok(query.load(db)?)
}

pub fn insert_receipt(db: &mut Db, row: &ReceiptRow) -> Result<()> {
    diesel::insert_into(paper_receipts::table).values(row).execute(db)?;
    Ok(())
}

/// In the order in which they were recorded.
pub fn receipts(db: &mut Db, championship: &str, federation: &str) -> Result<Vec<ReceiptRow>> {
    Ok(paper_receipts::table
        .filter(paper_receipts::championship_id.eq(championship))
        .filter(paper_receipts::federation.eq(federation))
        .order(paper_receipts::ordinal.asc())
        .load(db)?)
}

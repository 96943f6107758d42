//! Entries of federations.

use diesel::prelude::*;

use super::schema::entries;
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
    /// JSON: key of the indication to text.
    pub indications: String,
    pub created_at: i64,
    pub version: i64,
}

pub fn find(db: &mut Db, championship: &ChampionshipId, federation: &str) -> Result<Option<EntryRow>> {
    Ok(entries::table.find((championship.as_str(), federation)).first(db).optional()?)
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

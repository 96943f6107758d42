//! Sets of regulations. A stored one is never changed.

use diesel::prelude::*;

use super::schema::regulations;
use super::{Db, Result};

/// `document` is the rulebook in canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = regulations)]
pub struct RegulationsRow {
    pub id: String,
    pub title: String,
    pub document: String,
    pub built_in: bool,
    pub created_at: i64,
    pub version: i64,
}

pub fn find(db: &mut Db, id: &str) -> Result<Option<RegulationsRow>> {
    Ok(regulations::table.find(id).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &RegulationsRow) -> Result<()> {
    diesel::insert_into(regulations::table).values(row).execute(db)?;
    Ok(())
}

/// By id, after an id.
pub fn list(db: &mut Db, after: Option<&str>, limit: i64) -> Result<Vec<RegulationsRow>> {
    let mut query = regulations::table.order(regulations::id.asc()).limit(limit).into_boxed();
    if let Some(id) = after {
        query = query.filter(regulations::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

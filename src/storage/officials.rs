//! Officials of a championship.

use diesel::prelude::*;

use super::schema::officials;
use super::{Db, Error, Result};
use crate::domain::ids::{ChampionshipId, OfficialId};
use crate::domain::official::OfficialState;

/// An official as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = officials, treat_none_as_null = true)]
pub struct OfficialRow {
    pub id: String,
    pub championship_id: String,
    pub office: String,
    pub name: String,
    pub federation: Option<String>,
    pub account_id: Option<String>,
    pub state: String,
    pub appointment_id: Option<String>,
    pub nominated_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub created_at: i64,
    pub version: i64,
    /// In whose place.
    pub replaces: Option<String>,
}

impl OfficialRow {
    pub fn standing(&self) -> Result<OfficialState> {
        OfficialState::from_code(&self.state).ok_or_else(|| Error::Inconsistent {
            table: "officials",
            column: "state",
            row: self.id.clone(),
        })
    }
}

pub fn find(db: &mut Db, id: &OfficialId) -> Result<Option<OfficialRow>> {
    Ok(officials::table.find(id.as_str()).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &OfficialRow) -> Result<()> {
    diesel::insert_into(officials::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &OfficialRow) -> Result<()> {
    diesel::update(officials::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// Of a championship, by id, after an id.
pub fn list(db: &mut Db, championship: &ChampionshipId, after: Option<&str>, limit: i64) -> Result<Vec<OfficialRow>> {
    let mut query = officials::table
        .filter(officials::championship_id.eq(championship.to_string()))
        .order(officials::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(id) = after {
        query = query.filter(officials::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// Everybody who is proposed or nominated.
pub fn standing(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<OfficialRow>> {
    Ok(officials::table
        .filter(officials::championship_id.eq(championship.as_str()))
        .filter(officials::state.ne(OfficialState::Ended.code()))
        .order(officials::id.asc())
        .load(db)?)
}

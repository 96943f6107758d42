//! Dispensations from deadlines.

use diesel::prelude::*;

use super::championships::instant;
use super::schema::dispensations;
use super::{Db, Result};
use crate::domain::dispensation::Dispensation;
use crate::domain::ids::ChampionshipId;

/// A dispensation as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = dispensations, treat_none_as_null = true)]
pub struct DispensationRow {
    pub id: String,
    pub championship_id: String,
    /// The key of the deadline.
    pub step: String,
    /// Absent for the organizer.
    pub federation: Option<String>,
    /// Absent where the holder is excused.
    pub until_at: Option<i64>,
    pub reason: String,
    pub granted_at: i64,
    /// The account.
    pub granted_by: Option<String>,
    /// When somebody who came after the deadline was first in time by it.
    pub used_at: Option<i64>,
    pub revoked_at: Option<i64>,
    /// The account.
    pub revoked_by: Option<String>,
    pub version: i64,
}

impl DispensationRow {
    pub fn dispensation(&self) -> Result<Dispensation> {
        let until = self.until_at.map(|micros| instant(micros, "dispensations", "until_at")).transpose()?;
        Ok(Dispensation { until })
    }

    pub fn stands(&self) -> bool {
        self.revoked_at.is_none()
    }
}

pub fn find(db: &mut Db, id: &str) -> Result<Option<DispensationRow>> {
    Ok(dispensations::table.find(id).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &DispensationRow) -> Result<()> {
    diesel::insert_into(dispensations::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &DispensationRow) -> Result<()> {
    diesel::update(dispensations::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// Of a championship, by id, after an id.
pub fn list(
    db: &mut Db,
    championship: &ChampionshipId,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DispensationRow>> {
    let mut query = dispensations::table
        .filter(dispensations::championship_id.eq(championship.to_string()))
        .order(dispensations::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(id) = after {
        query = query.filter(dispensations::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// All that are not revoked, the newest last.
pub fn standing(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<DispensationRow>> {
    Ok(dispensations::table
        .filter(dispensations::championship_id.eq(championship.as_str()))
        .filter(dispensations::revoked_at.is_null())
        .order((dispensations::granted_at.asc(), dispensations::id.asc()))
        .load(db)?)
}

/// The one that stands for a step of a federation, or of the organizer: the newest.
pub fn standing_for(
    db: &mut Db,
    championship: &ChampionshipId,
    step: &str,
    federation: Option<&str>,
) -> Result<Option<DispensationRow>> {
    let all = standing(db, championship)?;
    Ok(all.into_iter().rev().find(|row| row.step == step && row.federation.as_deref() == federation))
}

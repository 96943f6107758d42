//! Competitions, stages and groups: the parts of a championship.

use diesel::prelude::*;

use super::schema::{competitions, groups, stages};
use super::{Db, Result};
use crate::domain::ids::ChampionshipId;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = competitions)]
pub struct CompetitionRow {
    pub id: String,
    pub championship_id: String,
    pub key: String,
    pub name: String,
    pub version: i64,
}

pub fn insert(db: &mut Db, row: &CompetitionRow) -> Result<()> {
    diesel::insert_into(competitions::table).values(row).execute(db)?;
    Ok(())
}

/// Of one championship, by key.
pub fn of_championship(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<CompetitionRow>> {
    Ok(competitions::table
        .filter(competitions::championship_id.eq(championship.as_str()))
        .order(competitions::key.asc())
        .load(db)?)
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = stages)]
pub struct StageRow {
    pub id: String,
    pub competition_id: String,
    pub ordinal: i32,
    pub kind: String,
    pub version: i64,
}

pub fn insert_stage(db: &mut Db, row: &StageRow) -> Result<()> {
    diesel::insert_into(stages::table).values(row).execute(db)?;
    Ok(())
}

/// Of one championship, in the order in which they are played.
pub fn stages_of(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<StageRow>> {
    let of_it = competitions::table
        .filter(competitions::championship_id.eq(championship.as_str()))
        .select(competitions::id)
        .load::<String>(db)?;
    Ok(stages::table
        .filter(stages::competition_id.eq_any(of_it))
        .order((stages::competition_id.asc(), stages::ordinal.asc()))
        .load(db)?)
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = groups)]
pub struct GroupRow {
    pub id: String,
    pub stage_id: String,
    pub championship_id: String,
    pub ordinal: i32,
    pub name: String,
    pub version: i64,
}

pub fn insert_group(db: &mut Db, row: &GroupRow) -> Result<()> {
    diesel::insert_into(groups::table).values(row).execute(db)?;
    Ok(())
}

/// Of one championship, stage by stage.
pub fn groups_of(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<GroupRow>> {
    Ok(groups::table
        .filter(groups::championship_id.eq(championship.as_str()))
        .order((groups::stage_id.asc(), groups::ordinal.asc()))
        .load(db)?)
}

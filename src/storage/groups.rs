//! Groups, and the teams that play in them.

use diesel::prelude::*;

use super::schema::{competitions, entries, group_teams, groups, stages, teams};
use super::{Db, Result};

#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct GroupRow {
    pub id: String,
    pub stage_id: String,
    pub championship_id: String,
    pub ordinal: i32,
    pub name: String,
    pub version: i64,
}

/// A team of a group, with the number that it drew.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct GroupTeam {
    pub id: String,
    pub federation: String,
    pub letter: String,
    pub name: String,
    pub number: i32,
}

/// The competition of a group: its id and its key among the rulebook's categories.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct CompetitionKey {
    pub id: String,
    pub key: String,
}

/// A team whose entry is definite.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct EnteredTeam {
    pub id: String,
    pub federation: String,
    pub letter: String,
}

pub fn find(db: &mut Db, group: &str) -> Result<Option<GroupRow>> {
    Ok(groups::table.find(group).first(db).optional()?)
}

/// Of a championship by id, after an id.
pub fn list(db: &mut Db, championship: &str, after: Option<&str>, limit: i64) -> Result<Vec<GroupRow>> {
    let mut query = groups::table
        .filter(groups::championship_id.eq(championship.to_owned()))
        .order(groups::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(id) = after {
        query = query.filter(groups::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

pub fn all(db: &mut Db, championship: &str) -> Result<Vec<GroupRow>> {
    Ok(groups::table.filter(groups::championship_id.eq(championship)).order(groups::id.asc()).load(db)?)
}

pub fn competition(db: &mut Db, group: &GroupRow) -> Result<CompetitionKey> {
    Ok(stages::table
        .inner_join(competitions::table.on(competitions::id.eq(stages::competition_id)))
        .filter(stages::id.eq(&group.stage_id))
        .select((competitions::id, competitions::key))
        .first(db)?)
}

/// Whether its rounds are paired one by one.
pub fn is_swiss(db: &mut Db, group: &str) -> Result<bool> {
    let kind: Option<String> = groups::table
        .inner_join(stages::table.on(stages::id.eq(groups::stage_id)))
        .filter(groups::id.eq(group))
        .select(stages::kind)
        .first(db)
        .optional()?;
    Ok(kind.is_some_and(|kind| kind == "swiss"))
}

/// By number; empty before the lots are drawn.
pub fn teams(db: &mut Db, group: &str) -> Result<Vec<GroupTeam>> {
    Ok(group_teams::table
        .inner_join(teams::table.on(teams::id.eq(group_teams::team_id)))
        .filter(group_teams::group_id.eq(group))
        .order(group_teams::number.asc())
        .select((teams::id, teams::federation, teams::letter, teams::name, group_teams::number))
        .load(db)?)
}

/// The teams of a competition whose entries are definite.
pub fn entered_teams(db: &mut Db, competition: &str) -> Result<Vec<EnteredTeam>> {
    Ok(teams::table
        .inner_join(
            entries::table
                .on(entries::championship_id.eq(teams::championship_id).and(entries::federation.eq(teams::federation))),
        )
        .filter(teams::competition_id.eq(competition))
        .filter(entries::state.eq("definite"))
        .order((teams::federation.asc(), teams::letter.asc()))
        .select((teams::id, teams::federation, teams::letter))
        .load(db)?)
}

pub fn number_team(db: &mut Db, group: &str, team: &str, number: i32) -> Result<()> {
    diesel::insert_into(group_teams::table)
        .values((group_teams::group_id.eq(group), group_teams::team_id.eq(team), group_teams::number.eq(number)))
        .execute(db)?;
    Ok(())
}

/// Raises the group's version, which follows everything that its table shows; the new one.
pub fn raise_version(db: &mut Db, group: &str) -> Result<i64> {
    diesel::update(groups::table.find(group)).set(groups::version.eq(groups::version + 1_i64)).execute(db)?;
    Ok(groups::table.find(group).select(groups::version).first(db)?)
}

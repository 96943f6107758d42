//! Draws that were annulled, and what goes with a draw or with a match of it.

use diesel::prelude::*;

use super::schema::{
    annulled_draws, group_teams, lineup_drafts, lineups, lots, match_players, match_reports, match_results,
    match_scores, matches, round_byes, rounds, score_sheet_contents, score_sheets, short_lineups,
};
use super::{Db, Result};

/// A draw that does not count any more. Its secret was disclosed when it was made.
#[derive(Clone, Queryable, Insertable)]
#[diesel(table_name = annulled_draws)]
pub struct AnnulledDrawRow {
    pub group_id: String,
    pub number: i32,
    pub commitment: Vec<u8>,
    pub secret: Vec<u8>,
    pub committed_at: i64,
    pub public_value: String,
    pub drawn_at: i64,
    /// JSON: the teams' ids by number.
    pub teams: String,
    pub reason: String,
    pub annulled_by: String,
    pub annulled_at: i64,
    /// Of the lots when they were annulled.
    pub version: i64,
}

/// Of a group by number, after a number.
pub fn annulled(db: &mut Db, group: &str, after: i32, limit: i64) -> Result<Vec<AnnulledDrawRow>> {
    Ok(annulled_draws::table
        .filter(annulled_draws::group_id.eq(group))
        .filter(annulled_draws::number.gt(after))
        .order(annulled_draws::number.asc())
        .limit(limit)
        .load(db)?)
}

/// The number of the last annulled draw of a group, and the version of the lots then.
pub fn last_annulled(db: &mut Db, group: &str) -> Result<Option<(i32, i64)>> {
    Ok(annulled_draws::table
        .filter(annulled_draws::group_id.eq(group))
        .order(annulled_draws::number.desc())
        .select((annulled_draws::number, annulled_draws::version))
        .first(db)
        .optional()?)
}

/// Whether a draw in which the team had a number was annulled since then.
pub fn annulled_since(db: &mut Db, team: &str, since: i64) -> Result<bool> {
    let of_team = annulled_draws::table
        .filter(annulled_draws::annulled_at.ge(since))
        .filter(annulled_draws::teams.like(format!("%\"{team}\"%")));
    Ok(of_team.count().get_result::<i64>(db)? > 0)
}

/// Keeps what was drawn, and takes lots, numbers and rounds away; the matches are gone before.
pub fn annul(db: &mut Db, row: &AnnulledDrawRow) -> Result<()> {
    diesel::insert_into(annulled_draws::table).values(row).execute(db)?;
    let of_group = rounds::table.filter(rounds::group_id.eq(&row.group_id)).select(rounds::id);
    diesel::delete(round_byes::table.filter(round_byes::round_id.eq_any(of_group))).execute(db)?;
    diesel::delete(rounds::table.filter(rounds::group_id.eq(&row.group_id))).execute(db)?;
    diesel::delete(group_teams::table.filter(group_teams::group_id.eq(&row.group_id))).execute(db)?;
    diesel::delete(lots::table.find(&row.group_id)).execute(db)?;
    Ok(())
}

/// Takes matches away with all that hangs on them.
pub fn remove_matches(db: &mut Db, ids: &[String]) -> Result<()> {
    diesel::delete(score_sheet_contents::table.filter(score_sheet_contents::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(score_sheets::table.filter(score_sheets::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(match_scores::table.filter(match_scores::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(match_results::table.filter(match_results::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(match_reports::table.filter(match_reports::match_id.eq_any(ids))).execute(db)?;
    unseat(db, ids)?;
    // Players of a draft or a list, and changes asked for, go with it.
    diesel::delete(lineup_drafts::table.filter(lineup_drafts::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(lineups::table.filter(lineups::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(short_lineups::table.filter(short_lineups::match_id.eq_any(ids))).execute(db)?;
    diesel::delete(matches::table.filter(matches::id.eq_any(ids))).execute(db)?;
    Ok(())
}

/// Nobody sits at the boards any more.
pub fn unseat(db: &mut Db, ids: &[String]) -> Result<()> {
    diesel::delete(match_players::table.filter(match_players::match_id.eq_any(ids))).execute(db)?;
    Ok(())
}

/// The group and the number that a team drew.
pub fn number_of(db: &mut Db, team: &str) -> Result<Option<(String, i32)>> {
    Ok(group_teams::table
        .filter(group_teams::team_id.eq(team))
        .select((group_teams::group_id, group_teams::number))
        .first(db)
        .optional()?)
}

/// A team leaves its group: its number is nobody's.
pub fn leave(db: &mut Db, group: &str, team: &str) -> Result<()> {
    diesel::delete(group_teams::table.find((group, team))).execute(db)?;
    Ok(())
}

/// The reason of an annulment, for its redaction.
pub fn redact_reason(db: &mut Db, group: &str, number: i32, by: &str) -> Result<()> {
    diesel::update(annulled_draws::table.find((group, number))).set(annulled_draws::reason.eq(by)).execute(db)?;
    Ok(())
}

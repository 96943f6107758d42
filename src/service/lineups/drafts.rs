//! Drafts of line-ups: free until the round starts, and nobody's but the own side's.

use serde_json::json;

use super::{DraftRow, place};
use crate::domain::ids::{MatchId, PersonId, TeamId};
use crate::domain::lineup::{self, Length};
use crate::service::desk::{Tx, View};
use crate::service::error::{Error, Result};
use crate::storage::lineups;

pub fn get_lineup_draft(view: &mut View<'_>, id: &MatchId, team: &TeamId) -> Result<(DraftRow, Vec<String>)> {
    lineups::draft(view.db, id.as_str(), team.as_str())?
        .ok_or_else(|| Error::NotFound(format!("team {team} has no draft for match {id}")))
}

/// Saves a draft, or another in its place; true if it is the first.
pub fn save_lineup_draft(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    players: &[PersonId],
) -> Result<(DraftRow, Vec<String>, bool)> {
    let place = place(tx.db, tx.rules()?, id, team)?;
    place.not_yet_started()?;
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    lineup::check_players(&place.rules, &place.category, &place.side.roster, &players, Length::Growing)?;
    let before = lineups::draft(tx.db, id.as_str(), team.as_str())?;
    let row = DraftRow {
        match_id: id.to_string(),
        team_id: team.to_string(),
        saved_by: tx.actor.name().to_owned(),
        saved_at: tx.now.unix_micros(),
        version: before.as_ref().map_or(1, |(row, _)| row.version + 1),
    };
    lineups::save_draft(tx.db, &row, &players)?;
    tx.note(json!({"match": id, "team": team}));
    Ok((row, players, before.is_none()))
}

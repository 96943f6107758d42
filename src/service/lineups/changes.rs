//! Changes of a line-up for circumstances beyond a team's control, and shorter lists: the chief arbiter decides.

use serde_json::json;

use super::{ChangeRow, ListRow, ShortRow, place, sealed, tell_if_open};
use crate::domain::ids::{MatchId, PersonId, TeamId};
use crate::service::desk::{Tx, View};
use crate::service::error::{Error, Result};
use crate::service::ledger::hex;
use crate::storage::lineups::{self, ACCEPTED, REJECTED, REQUESTED};

/// By number, with the lists that they want; these stay sealed.
pub fn list_lineup_changes(
    view: &mut View<'_>,
    id: &MatchId,
    team: &TeamId,
    after: i32,
    limit: usize,
) -> Result<Vec<(ChangeRow, ListRow)>> {
    let changes = lineups::changes(view.db, id.as_str(), team.as_str())?;
    let lists = lineups::lists(view.db, id.as_str(), team.as_str())?;
    let with_list = |change: ChangeRow| {
        let list = lists.iter().find(|list| list.number == change.number)?.clone();
        Some((change, list))
    };
    Ok(changes.into_iter().filter(|change| change.number > after).filter_map(with_list).take(limit).collect())
}

/// Asks for another list, with the reason; one request at a time, and only where a list was handed in.
pub fn request_lineup_change(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    players: &[PersonId],
    reason: String,
) -> Result<(ChangeRow, ListRow)> {
    let place = place(tx.db, tx.rules()?, id, team)?;
    place.not_yet_started()?;
    if lineups::standing(tx.db, id.as_str(), team.as_str())?.is_none() {
        return Err(Error::NotFound(format!("team {team} has handed in no line-up for match {id}")));
    }
    let before = lineups::changes(tx.db, id.as_str(), team.as_str())?;
    if let Some(open) = before.iter().find(|change| change.state == REQUESTED) {
        return Err(Error::state("change_undecided", format!("change {} is not decided yet", open.number)));
    }
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    place.check(tx.db, &players)?;
    let list = sealed(tx, id, team, before.last().map_or(1, |last| last.number + 1), players, None);
    lineups::insert(tx.db, &list)?;
    let row = ChangeRow {
        match_id: id.to_string(),
        team_id: team.to_string(),
        number: list.number,
        state: REQUESTED.to_owned(),
        reason,
        requested_by: tx.actor.name().to_owned(),
        requested_at: tx.now.unix_micros(),
        decision_reason: None,
        decided_by: None,
        decided_at: None,
    };
    lineups::insert_change(tx.db, &row)?;
    tx.cite(&place.rules.play.line_up_changes_by.article);
    tx.note(json!({"match": id, "team": team, "change": row.number, "digest": hex(&list.digest)}));
    Ok((row, list))
}

pub fn accept_lineup_change(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    number: i32,
    reason: String,
) -> Result<(ChangeRow, ListRow)> {
    decide(tx, id, team, number, ACCEPTED, reason)
}

/// The list stays as it was.
pub fn reject_lineup_change(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    number: i32,
    reason: String,
) -> Result<(ChangeRow, ListRow)> {
    decide(tx, id, team, number, REJECTED, reason)
}

fn decide(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    number: i32,
    state: &'static str,
    reason: String,
) -> Result<(ChangeRow, ListRow)> {
    let place = place(tx.db, tx.rules()?, id, team)?;
    place.not_yet_started()?;
    let changes = lineups::changes(tx.db, id.as_str(), team.as_str())?;
    let list = lineups::lists(tx.db, id.as_str(), team.as_str())?.into_iter().find(|list| list.number == number);
    let found = changes.into_iter().find(|change| change.number == number).zip(list);
    let (mut row, list) = found.ok_or_else(|| Error::not_found("change", number))?;
    if row.state != REQUESTED {
        return Err(Error::state("already_done", format!("change {number} is {}", row.state)));
    }
    row.state = state.to_owned();
    row.decision_reason = Some(reason);
    row.decided_by = Some(tx.actor.name().to_owned());
    row.decided_at = Some(tx.now.unix_micros());
    lineups::update_change(tx.db, &row)?;
    tx.cite(&place.rules.play.line_up_changes_by.article);
    tx.note(json!({"match": id, "team": team, "change": number, "decision": state}));
    if state == ACCEPTED {
        tell_if_open(tx, &place, "lineup_changed")?;
    }
    Ok((row, list))
}

/// Lets a team hand in fewer players than there are boards: the last ones stay empty.
pub fn accept_short_lineup(tx: &mut Tx<'_>, id: &MatchId, team: &TeamId, reason: String) -> Result<ShortRow> {
    let place = place(tx.db, tx.rules()?, id, team)?;
    place.not_yet_started()?;
    if lineups::short(tx.db, id.as_str(), team.as_str())?.is_some() {
        return Err(Error::state("already_done", "a shorter line-up is accepted already"));
    }
    let row = ShortRow {
        match_id: id.to_string(),
        team_id: team.to_string(),
        reason,
        accepted_by: tx.actor.name().to_owned(),
        accepted_at: tx.now.unix_micros(),
    };
    lineups::insert_short(tx.db, &row)?;
    tx.cite(&place.rules.play.line_up_changes_by.article);
    tx.note(json!({"match": id, "team": team}));
    Ok(row)
}

//! What stewards report on their matches: added to, and never written over.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::access::{Action, Row};
use crate::domain::ids::{MatchId, TeamId};
use crate::domain::violation::{Rule, Violation};
use crate::domain::{official, schedule};
pub use crate::storage::stewards::StewardReportRow;
use crate::storage::{groups, matches, rounds, stewards};

/// What is reported.
pub struct Reported {
    pub kind: String,
    pub team: Option<TeamId>,
    pub board: Option<i32>,
    pub text: String,
}

pub fn file_steward_report(tx: &mut Tx<'_>, id: &MatchId, said: Reported) -> Result<StewardReportRow> {
    let rules = tx.rules()?;
    let steward = tx.acting_steward(id)?;
    let game = matches::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(tx.db, &game.round_id)?;
    schedule::check_started(&rules, round.number, round.started())?;
    let article = official::report_kind(&rules, &said.kind)?.article.clone();
    if let Some(team) =
        said.team.as_ref().filter(|team| ![&game.first_team_id, &game.second_team_id].contains(&&team.to_string()))
    {
        let detail = format!("team {team} does not play in this match");
        return Err(Violation::new(Rule::InvalidValue, detail).article(&article).at("/team").into());
    }
    let group = groups::find(tx.db, &game.group_id)?.ok_or_else(|| Error::not_found("group", &game.group_id))?;
    let boards = rules.category(&groups::competition(tx.db, &group)?.key)?.boards.value;
    if let Some(board) = said.board.filter(|board| !(1..=boards).contains(&board.unsigned_abs())) {
        let detail = format!("the match has boards 1 to {boards}, not {board}");
        return Err(Violation::new(Rule::NoSuchBoard, detail)
            .article(&article)
            .fact("board", i64::from(board))
            .at("/board")
            .into());
    }
    let row = StewardReportRow {
        match_id: id.to_string(),
        ordinal: stewards::last_report(tx.db, id.as_str())? + 1,
        kind: said.kind,
        team_id: said.team.map(|team| team.to_string()),
        board: said.board,
        words: said.text,
        steward_ordinal: steward.map(|steward| steward.ordinal),
        reported_by: tx.actor.name().to_owned(),
        reported_at: tx.now.unix_micros(),
        version: 1,
    };
    stewards::insert_report(tx.db, &row)?;
    tx.changed("steward_report", format!("{id}/{}", row.ordinal), row.version, Change::Created);
    tx.cite(article);
    tx.note(json!({"match": id, "report": row.ordinal}));
    // Whom it speaks of and what it says is for the direction alone.
    tx.note_privately(json!({"kind": row.kind, "team": row.team_id, "board": row.board, "text": row.words}));
    Ok(row)
}

/// A steward reads what was reported on the own match.
pub fn list_steward_reports(
    view: &mut View<'_>,
    id: &MatchId,
    after: i32,
    limit: i64,
) -> Result<Vec<StewardReportRow>> {
    view.check_own_match(id, Row::of(Action::ListStewardReports).roles())?;
    Ok(stewards::reports(view.db, id.as_str(), after, limit)?)
}

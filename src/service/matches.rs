//! Matches: the captains report, an arbiter confirms or decides.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::ids::{MatchId, TeamId};
use crate::domain::report::Outcomes;
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::violation::{Rule, Violation};
use crate::storage::matches;
pub use crate::storage::matches::{PlayerLine, ReportRow, ResultRow, Sheet};
use crate::storage::rounds::{self, RoundRow, SCHEDULED};
use crate::storage::{Db, groups};

/// A match in its round.
pub struct MatchSheet {
    pub sheet: Sheet,
    pub round: RoundRow,
    pub category: Category,
}

impl MatchSheet {
    pub fn started(&self) -> bool {
        self.round.state != SCHEDULED
    }
}

pub fn get_match(view: &mut View<'_>, id: &MatchId) -> Result<MatchSheet> {
    let rules = view.rules()?;
    load(view.db, &rules, id)
}

pub fn get_report(view: &mut View<'_>, id: &MatchId, team: &TeamId) -> Result<ReportRow> {
    matches::report(view.db, id.as_str(), team.as_str())?
        .ok_or_else(|| Error::NotFound(format!("team {team} has not reported on match {id}")))
}

/// A captain's report of the own match; true if it is the first. The match's own version stays as it is.
pub fn report_result(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    said: &[(u32, String)],
) -> Result<(ReportRow, bool)> {
    let rules = tx.rules()?;
    let found = load(tx.db, &rules, id)?;
    open_for_results(&rules, &found)?;
    if found.sheet.row.revision > 0 {
        return Err(Error::state("already_done", "the result is confirmed; an arbiter may correct it"));
    }
    let outcomes = Outcomes::read(said, found.category.boards.value)?;
    let before = found.sheet.report_of(team.as_str());
    let row = ReportRow {
        match_id: id.to_string(),
        team_id: team.to_string(),
        outcomes,
        reported_by: tx.actor.name().to_owned(),
        reported_at: tx.now.unix_micros(),
        version: before.map_or(1, |before| before.version + 1),
    };
    let created = before.is_none();
    if created {
        matches::insert_report(tx.db, &row)?;
    } else {
        matches::update_report(tx.db, &row)?;
    }
    let change = if created { Change::Created } else { Change::Updated };
    tx.changed("report", format!("{id}/{team}"), row.version, change);
    tx.cite("23.3");
    // What was reported stays between the captain and the arbiters until the result is confirmed.
    tx.note(json!({"match": id, "team": team}));
    tx.note_privately(json!({"results": row.outcomes.codes()}));
    Ok((row, created))
}

/// What both captains report becomes the result.
pub fn confirm_result(tx: &mut Tx<'_>, id: &MatchId) -> Result<MatchSheet> {
    let rules = tx.rules()?;
    let found = load(tx.db, &rules, id)?;
    open_for_results(&rules, &found)?;
    if found.sheet.row.revision > 0 {
        return Err(Error::state("already_done", "the match has its result"));
    }
    let outcomes = found.sheet.both_reports().agreed()?.clone();
    record(tx, &rules, found, outcomes, "confirmed", None)
}

/// An arbiter sets a result, or corrects one; the old one stays readable.
pub fn decide_result(tx: &mut Tx<'_>, id: &MatchId, said: &[(u32, String)], reason: String) -> Result<MatchSheet> {
    let rules = tx.rules()?;
    let found = load(tx.db, &rules, id)?;
    open_for_results(&rules, &found)?;
    let outcomes = Outcomes::read(said, found.category.boards.value)?;
    let kind = if found.sheet.row.revision == 0 { "decided" } else { "corrected" };
    record(tx, &rules, found, outcomes, kind, Some(reason))
}

fn record(
    tx: &mut Tx<'_>,
    rules: &Rulebook,
    found: MatchSheet,
    outcomes: Outcomes,
    kind: &str,
    reason: Option<String>,
) -> Result<MatchSheet> {
    let before = found.sheet.result().map(|result| result.outcomes.codes());
    let mut row = found.sheet.row.clone();
    row.revision += 1;
    row.version += 1;
    matches::insert_result(
        tx.db,
        &ResultRow {
            match_id: row.id.clone(),
            revision: row.revision,
            outcomes: outcomes.clone(),
            kind: kind.to_owned(),
            reason: reason.clone(),
            decided_by: tx.actor.name().to_owned(),
            decided_at: tx.now.unix_micros(),
        },
    )?;
    matches::update(tx.db, &row)?;
    // A code: the reason itself is free text, and stands where it can be redacted.
    tx.changed_because("match", &row.id, row.version, Change::Updated, kind);
    let standings = groups::raise_version(tx.db, &row.group_id)?;
    tx.changed("standings", &row.group_id, standings, Change::Announced);
    tx.note(json!({
        "match": row.id,
        "revision": row.revision,
        "kind": kind,
        "before": before,
        "results": outcomes.codes(),
        "reason": reason,
    }));
    let id: MatchId = row.id.parse().map_err(|_| Error::Internal("match id".to_owned()))?;
    load(tx.db, rules, &id)
}

/// No result before the signal for the start.
fn open_for_results(rules: &Rulebook, found: &MatchSheet) -> Result<()> {
    if found.started() {
        return Ok(());
    }
    Err(Violation::new(Rule::RoundNotOpen, format!("round {} has not started", found.round.number))
        .article(&rules.play.rate_of_play.article)
        .fact("round", i64::from(found.round.number))
        .into())
}

fn load(db: &mut Db, rules: &Rulebook, id: &MatchId) -> Result<MatchSheet> {
    let row = matches::find(db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(db, &row.round_id)?;
    let group_id = &row.group_id;
    let group = groups::find(db, group_id)?.ok_or_else(|| Error::not_found("group", group_id))?;
    let competition = groups::competition(db, &group)?;
    let teams = groups::teams(db, group_id)?;
    let sheet = matches::sheets(db, vec![row], &teams)?
        .pop()
        .ok_or_else(|| Error::Internal("a match went missing".to_owned()))?;
    Ok(MatchSheet { sheet, round, category: rules.category(&competition.key)?.clone() })
}

//! Matches: the captains report, an arbiter confirms or decides.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::ground::{self, Grounds, Moment, Named};
use crate::domain::ids::{MatchId, TeamId};
use crate::domain::report::Outcomes;
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::schedule;
use crate::domain::sealed::Clearance;
use crate::domain::violation::{Rule, Violation};
use crate::storage::championships::instant;
use crate::storage::matches;
pub use crate::storage::matches::{PlayerLine, ReportRow, ResultRow, Sheet};
use crate::storage::rounds::{self, CLOSED, RoundRow};
use crate::storage::{Db, entries, groups, journal, lineups};

/// A match in its round.
pub struct MatchSheet {
    pub sheet: Sheet,
    pub round: RoundRow,
    pub category: Category,
    /// Whether the line-ups are open.
    pub opened: bool,
}

impl MatchSheet {
    pub fn started(&self) -> bool {
        self.round.started()
    }
}

pub fn get_match(view: &mut View<'_>, id: &MatchId) -> Result<MatchSheet> {
    let rules = view.rules()?;
    load(view.db, &rules, id, view.now)
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
    let found = load(tx.db, &rules, id, tx.now)?;
    schedule::check_started(&rules, found.round.number, found.started())?;
    if found.sheet.row.revision > 0 {
        return Err(Error::state("already_done", "the result is confirmed; an arbiter may correct it"));
    }
    let outcomes = Outcomes::read(said, found.category.boards.value)?;
    outcomes.check_seats(&rules, &found.category, |board| found.sheet.seated(board))?;
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
    let found = load(tx.db, &rules, id, tx.now)?;
    schedule::check_started(&rules, found.round.number, found.started())?;
    if found.sheet.row.revision > 0 {
        return Err(Error::state("already_done", "the match has its result"));
    }
    let outcomes = found.sheet.both_reports().agreed()?.clone();
    // Somebody may have been taken from the board since the reports.
    outcomes.check_seats(&rules, &found.category, |board| found.sheet.seated(board))?;
    record(tx, &rules, found, Made { outcomes, kind: "confirmed", reason: None, grounds: None })
}

/// An arbiter sets a result, or corrects one, on a ground and with a reason; the old one stays readable.
pub fn decide_result(
    tx: &mut Tx<'_>,
    id: &MatchId,
    said: &[(u32, String)],
    named: &Named,
    reason: String,
) -> Result<MatchSheet> {
    let rules = tx.rules()?;
    let found = load(tx.db, &rules, id, tx.now)?;
    schedule::check_started(&rules, found.round.number, found.started())?;
    let outcomes = Outcomes::read(said, found.category.boards.value)?;
    decide(tx, &rules, found, outcomes, named, reason)
}

/// A team that does not come loses every board, both teams where neither comes; it stays in the championship. Whoever
/// has withdrawn is not awaited.
pub fn score_walkover(tx: &mut Tx<'_>, id: &MatchId, absent: &[TeamId], reason: String) -> Result<MatchSheet> {
    let rules = tx.rules()?;
    let found = load(tx.db, &rules, id, tx.now)?;
    schedule::check_started(&rules, found.round.number, found.started())?;
    let mut withdrawn = Vec::new();
    for (index, team) in absent.iter().enumerate() {
        let playing = [&found.sheet.first, &found.sheet.second].into_iter().find(|side| side.id == team.as_str());
        let Some(side) = playing else {
            let detail = format!("team {team} does not play in this match");
            return Err(Violation::new(Rule::InvalidValue, detail).at(format!("/absent/{index}")).into());
        };
        withdrawn.push(entries::has_withdrawn(tx.db, &found.round.championship_id, &side.federation)?);
    }
    let away = |team: &str| absent.iter().any(|absent| absent.as_str() == team);
    let (first, second) = (!away(&found.sheet.first.id), !away(&found.sheet.second.id));
    let outcomes = Outcomes::walkover(&found.category, |board| {
        let seated = found.sheet.seated(board);
        (first && seated.0, second && seated.1)
    });
    let ground = match (first || second, withdrawn.iter().all(|gone| *gone)) {
        (_, true) => ground::WITHDRAWAL,
        (true, false) => ground::DID_NOT_APPEAR,
        (false, false) => ground::DOUBLE_FORFEIT,
    };
    let named = Named { of_match: rules.results.is_some().then(|| ground.to_owned()), of_boards: Vec::new() };
    decide(tx, &rules, found, outcomes, &named, reason)
}

fn decide(
    tx: &mut Tx<'_>,
    rules: &Rulebook,
    found: MatchSheet,
    outcomes: Outcomes,
    named: &Named,
    reason: String,
) -> Result<MatchSheet> {
    let first = found.sheet.row.revision == 0;
    let zone = Zone::named(&tx.event()?.row.zone)?;
    let signal = instant(found.round.started_at.unwrap_or(found.round.starts_at), "rounds", "started_at")?;
    let grounds = ground::read(rules, named, first, &outcomes, &Moment { signal, zone: &zone, now: tx.now })?;
    outcomes.check_seats(rules, &found.category, |board| found.sheet.seated(board))?;
    if let Some(article) = grounds.as_ref().and_then(|grounds| ground::article(rules, &grounds.of_match)) {
        tx.cite(article);
    }
    let made = Made { outcomes, kind: if first { "decided" } else { "corrected" }, reason: Some(reason), grounds };
    record(tx, rules, found, made)
}

/// A result, and how it came about.
struct Made {
    outcomes: Outcomes,
    kind: &'static str,
    reason: Option<String>,
    grounds: Option<Grounds>,
}

fn record(tx: &mut Tx<'_>, rules: &Rulebook, found: MatchSheet, made: Made) -> Result<MatchSheet> {
    let before = found.sheet.result().map(|result| result.outcomes.codes());
    let mut row = found.sheet.row.clone();
    row.revision += 1;
    row.version += 1;
    let seq = journal::head(tx.db, &tx.target.stream)?.map(|head| head.seq);
    let Made { outcomes, kind, reason, grounds } = made;
    tx.note(json!({
        "match": row.id,
        "revision": row.revision,
        "kind": kind,
        "ground": grounds.as_ref().map(|grounds| &grounds.of_match),
        "board_grounds": grounds.as_ref().map(|grounds| &grounds.of_boards),
        "before": before,
        "results": outcomes.codes(),
        "reason": reason,
    }));
    matches::insert_result(
        tx.db,
        &ResultRow {
            match_id: row.id.clone(),
            revision: row.revision,
            outcomes,
            kind: kind.to_owned(),
            reason,
            decided_by: tx.actor.name().to_owned(),
            decided_at: tx.now.unix_micros(),
            grounds,
            seq,
        },
    )?;
    matches::update(tx.db, &row)?;
    // A code: the reason itself is free text, and stands where it can be redacted.
    tx.changed_because("match", &row.id, row.version, Change::Updated, kind);
    let standings = groups::raise_version(tx.db, &row.group_id)?;
    let why = match (kind, found.round.state.as_str()) {
        ("corrected", CLOSED) => "corrected_in_closed_round",
        (_, CLOSED) => "decided_in_closed_round",
        _ => kind,
    };
    tx.changed_because("standings", &row.group_id, standings, Change::Announced, why);
    let id: MatchId = row.id.parse().map_err(|_| Error::Internal("match id".to_owned()))?;
    load(tx.db, rules, &id, tx.now)
}

fn load(db: &mut Db, rules: &Rulebook, id: &MatchId, now: Instant) -> Result<MatchSheet> {
    let row = matches::find(db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(db, &row.round_id)?;
    let group_id = &row.group_id;
    let group = groups::find(db, group_id)?.ok_or_else(|| Error::not_found("group", group_id))?;
    let competition = groups::competition(db, &group)?;
    let teams = groups::teams(db, group_id)?;
    let mut sheet = matches::sheets(db, vec![row], &teams)?
        .pop()
        .ok_or_else(|| Error::Internal("a match went missing".to_owned()))?;
    let category = rules.category(&competition.key)?.clone();
    let clearance = Clearance::of_the_hour(&round.hours(rules)?.opening, now);
    if let Some(clearance) = clearance.as_ref().filter(|_| !round.started()) {
        lineups::seat_opened(db, &mut sheet, &category, clearance)?;
    }
    Ok(MatchSheet { sheet, round, category, opened: clearance.is_some() })
}

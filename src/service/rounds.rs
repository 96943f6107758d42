//! Rounds: their hour, the signal for the start, and the closing.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::championship::Phase;
use crate::domain::ids::GroupId;
use crate::domain::rulebook::{Category, Cited, RateOfPlay, Rulebook};
use crate::domain::sealed::Clearance;
use crate::domain::violation::{Rule, Violation};
use crate::domain::{schedule, way_back};
use crate::storage::Db;
use crate::storage::archives;
pub use crate::storage::archives::ByeRow;
use crate::storage::championships::instant;
use crate::storage::groups::{self, GroupTeam};
use crate::storage::hour_changes::{self, HourChangeRow};
use crate::storage::matches::{self, Sheet};
pub use crate::storage::rounds::RoundRow;
use crate::storage::rounds::{self, CLOSED, SCHEDULED, STARTED};
use crate::storage::{draws, entries, lineups};

/// A round with its matches.
pub struct RoundSheet {
    pub row: RoundRow,
    pub starts_at_local: String,
    pub zone: String,
    pub free: Option<GroupTeam>,
    /// In an archive: teams without an opponent, and what it brought them.
    pub byes: Vec<(ByeRow, GroupTeam)>,
    pub matches: Vec<Sheet>,
    pub category: Category,
    pub lineup_deadline: Instant,
    /// Whether the line-ups are open.
    pub opened: bool,
    /// The local date on which it begins, or began.
    pub day: Date,
    pub rate_of_play: Cited<RateOfPlay>,
    pub hour_changes: Vec<HourChange>,
}

/// A change of the hour, and who made it.
pub struct HourChange {
    pub row: HourChangeRow,
    /// Under which name the one who changed it was nominated.
    pub by: Option<String>,
    /// Why it came late.
    pub warnings: Vec<&'static str>,
}

impl RoundSheet {
    pub fn started(&self) -> bool {
        self.row.started()
    }
}

pub fn list_rounds(view: &mut View<'_>, group: &GroupId, after: i32, limit: i64) -> Result<Vec<RoundSheet>> {
    let rows = rounds::list(view.db, group.as_str(), after, limit)?;
    let (rules, zone) = (view.rules()?, view.event()?.row.zone.clone());
    sheets(view.db, &rules, &zone, group, rows, view.now)
}

pub fn get_round(view: &mut View<'_>, group: &GroupId, number: i32) -> Result<RoundSheet> {
    let row = find(view.db, group, number)?;
    let (rules, zone) = (view.rules()?, view.event()?.row.zone.clone());
    one(view.db, &rules, &zone, group, row, view.now)
}

pub fn reschedule_round(
    tx: &mut Tx<'_>,
    group: &GroupId,
    number: i32,
    starts_at: Instant,
    reason: &str,
) -> Result<RoundSheet> {
    let mut row = find(tx.db, group, number)?;
    not_yet_started(&row)?;
    let previous = start_of(tx.db, group, number - 1)?;
    let next = start_of(tx.db, group, number.saturating_add(1))?;
    schedule::check_new_start(&*tx.rules()?, starts_at, previous, next, tx.now)?;
    let event = tx.event()?;
    let zone = Zone::named(&event.row.zone)?;
    schedule::check_before_prizes(&event.rules, &zone, starts_at, event.row.prizes_date()?)
        .map_err(|violation| violation.at("/starts_at"))?;
    let before = instant(row.starts_at, "rounds", "starts_at")?;
    row.lineups_opened_at = row.hours(&*tx.rules()?)?.opened_by(tx.now).map(Instant::unix_micros);
    row.starts_at = starts_at.unix_micros();
    row.version += 1;
    rounds::update(tx.db, &row)?;
    tx.changed_because("round", place(&row), row.version, Change::Updated, "rescheduled");
    let change = HourChangeRow {
        round_id: row.id.clone(),
        ordinal: hour_changes::of_rounds(tx.db, &[row.id.clone()])?.last().map_or(1, |last| last.ordinal + 1),
        from_at: before.unix_micros(),
        to_at: row.starts_at,
        reason: reason.to_owned(),
        changed_by: tx.actor.name().to_owned(),
        changed_at: tx.now.unix_micros(),
    };
    hour_changes::insert(tx.db, &change)?;
    tx.note(json!({
        "group": group,
        "round": number,
        "round_id": row.id,
        "hour_change": change.ordinal,
        "before": before,
        "starts_at": starts_at,
        "reason": reason,
    }));
    answer(tx, group, row)
}

/// Gives the signal: the players of the teams' lists take their boards.
pub fn start_round(tx: &mut Tx<'_>, group: &GroupId, number: i32) -> Result<RoundSheet> {
    let mut row = find(tx.db, group, number)?;
    not_yet_started(&row)?;
    let rules = tx.rules()?;
    if let Some(previous) = rounds::find(tx.db, group.as_str(), number - 1)?.filter(|round| round.state != CLOSED) {
        let detail = format!("round {} is not closed", previous.number);
        return Err(Violation::new(Rule::RoundNotFinished, detail)
            .article(&rules.calendar.hours_changed_by.article)
            .fact("round", i64::from(previous.number))
            .into());
    }
    check_draw_holds(tx, &rules, group)?;
    schedule::check_signal(&rules, instant(row.starts_at, "rounds", "starts_at")?, tx.now)?;
    let category = category(tx.db, &rules, group)?;
    let clearance = Clearance::of_the_hour(&row.hours(&rules)?.opening, tx.now)
        .ok_or_else(|| Error::Internal("a round starts before its line-ups are open".to_owned()))?;
    for mut game in matches::of_round(tx.db, &row.id)? {
        for team in [&game.first_team_id, &game.second_team_id] {
            for seat in lineups::seats(tx.db, &game.id, team, &category, &clearance)? {
                matches::seat_player(tx.db, &game.id, team, seat.board, &seat.person_id)?;
            }
        }
        game.version += 1;
        matches::update(tx.db, &game)?;
        tx.changed("match", &game.id, game.version, Change::Updated);
    }
    row.state = STARTED.to_owned();
    row.started_at = Some(tx.now.unix_micros());
    row.version += 1;
    rounds::update(tx.db, &row)?;
    tx.changed("round", place(&row), row.version, Change::Updated);
    let version = groups::raise_version(tx.db, group.as_str())?;
    tx.changed("standings", group, version, Change::Announced);
    tx.note(json!({"group": group, "round": number}));
    if tx.event()?.phase == Phase::Drawn {
        tx.step_to(Phase::Playing)?;
    }
    answer(tx, group, row)
}

pub fn close_round(tx: &mut Tx<'_>, group: &GroupId, number: i32) -> Result<RoundSheet> {
    let mut row = find(tx.db, group, number)?;
    let rules = tx.rules()?;
    if row.state == CLOSED {
        return Err(Error::state("already_done", format!("round {number} is closed")));
    }
    schedule::check_started(&rules, number, row.started())?;
    let open: Vec<String> =
        matches::of_round(tx.db, &row.id)?.into_iter().filter(|game| game.revision == 0).map(|game| game.id).collect();
    if !open.is_empty() {
        let mut violation =
            Violation::new(Rule::RoundNotFinished, format!("{} of its matches have no result", open.len()))
                .fact("matches", open);
        if let Some(record) = rules.records.get("round_record") {
            violation = violation.article(&record.article);
        }
        return Err(violation.into());
    }
    row.state = CLOSED.to_owned();
    row.closed_at = Some(tx.now.unix_micros());
    row.version += 1;
    rounds::update(tx.db, &row)?;
    tx.changed("round", place(&row), row.version, Change::Updated);
    tx.note(json!({"group": group, "round": number}));
    if all_rounds(tx, &row.championship_id, |round| round.state == CLOSED)? {
        tx.step_to(Phase::Played)?;
    }
    answer(tx, group, row)
}

/// The signal was given by mistake: nobody sits at the boards any more. Until something was reported or decided.
pub fn recall_start(tx: &mut Tx<'_>, group: &GroupId, number: i32, reason: &str) -> Result<RoundSheet> {
    let mut row = find(tx.db, group, number)?;
    let rules = tx.rules()?;
    let article = &rules.play.rate_of_play.article;
    match row.state.as_str() {
        SCHEDULED => return Err(Error::state("already_done", format!("round {number} has not started"))),
        CLOSED => {
            let detail = format!("round {number} is closed");
            return Err(Error::no_way_back(&rules, article, detail, &["reopen_round", "decide_result"]));
        }
        _ => {}
    }
    let games = matches::of_round(tx.db, &row.id)?;
    let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
    let answered = matches::answered(tx.db, &ids)?;
    if !answered.is_empty() {
        let detail = format!("{} of its matches have a report, a score sheet or a result", answered.len());
        return Err(Error::no_way_back(&rules, article, detail, &["decide_result", "close_round"]));
    }
    draws::unseat(tx.db, &ids)?;
    for mut game in games {
        game.version += 1;
        matches::update(tx.db, &game)?;
        tx.changed_because("match", &game.id, game.version, Change::Updated, "start_recalled");
    }
    row.state = SCHEDULED.to_owned();
    let started_at = row.started_at.take();
    row.version += 1;
    rounds::update(tx.db, &row)?;
    tx.changed_because("round", place(&row), row.version, Change::Updated, "start_recalled");
    let version = groups::raise_version(tx.db, group.as_str())?;
    tx.changed("standings", group, version, Change::Announced);
    let started_at = started_at.map(|at| instant(at, "rounds", "started_at")).transpose()?;
    tx.note(json!({"group": group, "round": number, "started_at": started_at, "reason": reason}));
    if all_rounds(tx, &row.championship_id, |round| !round.started())? {
        tx.step_to(Phase::Drawn)?;
    }
    answer(tx, group, row)
}

/// What was closed is open again, until the next round starts.
pub fn reopen_round(tx: &mut Tx<'_>, group: &GroupId, number: i32, reason: &str) -> Result<RoundSheet> {
    let mut row = find(tx.db, group, number)?;
    let rules = tx.rules()?;
    if row.state != CLOSED {
        return Err(Error::state("already_done", format!("round {number} is {}", row.state)));
    }
    let next = rounds::find(tx.db, group.as_str(), number.saturating_add(1))?;
    if let Some(next) = next.filter(RoundRow::started) {
        let article = rules.records.get("round_record").map_or("", |record| record.article.as_str());
        let detail = format!("round {} has started: a round is open again until the next one starts", next.number);
        return Err(Error::no_way_back(&rules, article, detail, &["decide_result"]));
    }
    row.state = STARTED.to_owned();
    row.closed_at = None;
    row.version += 1;
    rounds::update(tx.db, &row)?;
    tx.changed_because("round", place(&row), row.version, Change::Updated, "reopened");
    tx.note(json!({"group": group, "round": number, "reason": reason}));
    if tx.event()?.phase == Phase::Played {
        tx.step_to(Phase::Playing)?;
    }
    answer(tx, group, row)
}

/// Before round 1 a team that has left takes the draw with it.
fn check_draw_holds(tx: &mut Tx<'_>, rules: &Rulebook, group: &GroupId) -> Result<()> {
    if rounds::all(tx.db, group.as_str())?.iter().any(RoundRow::started) {
        return Ok(());
    }
    let championship = tx.event()?.row.id.to_string();
    let withdrawn = entries::withdrawn(tx.db, &championship)?;
    let teams = groups::teams(tx.db, group.as_str())?.into_iter().map(|team| team.federation);
    let gone: Vec<String> = teams.filter(|federation| withdrawn.contains(federation)).collect();
    Ok(way_back::check_draw_holds(rules, &gone)?)
}

/// Whether this holds of every round of every group.
fn all_rounds(tx: &mut Tx<'_>, championship: &str, holds: impl Fn(&RoundRow) -> bool) -> Result<bool> {
    for group in groups::all(tx.db, championship)? {
        if !rounds::all(tx.db, &group.id)?.iter().all(&holds) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn find(db: &mut Db, group: &GroupId, number: i32) -> Result<RoundRow> {
    rounds::find(db, group.as_str(), number)?.ok_or_else(|| Error::not_found("round", number))
}

fn start_of(db: &mut Db, group: &GroupId, number: i32) -> Result<Option<Instant>> {
    let round = rounds::find(db, group.as_str(), number)?;
    Ok(round.map(|round| instant(round.starts_at, "rounds", "starts_at")).transpose()?)
}

fn not_yet_started(row: &RoundRow) -> Result<()> {
    if !row.started() { Ok(()) } else { Err(Error::state("already_done", format!("round {} has started", row.number))) }
}

/// How the journal names a round.
fn place(row: &RoundRow) -> String {
    format!("{}/{}", row.group_id, row.number)
}

fn category(db: &mut Db, rules: &Rulebook, group: &GroupId) -> Result<Category> {
    let row = groups::find(db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let competition = groups::competition(db, &row)?;
    Ok(rules.category(&competition.key)?.clone())
}

fn answer(tx: &mut Tx<'_>, group: &GroupId, row: RoundRow) -> Result<RoundSheet> {
    let (rules, zone) = (tx.rules()?, tx.event()?.row.zone.clone());
    one(tx.db, &rules, &zone, group, row, tx.now)
}

fn one(db: &mut Db, rules: &Rulebook, zone: &str, group: &GroupId, row: RoundRow, now: Instant) -> Result<RoundSheet> {
    sheets(db, rules, zone, group, vec![row], now)?
        .pop()
        .ok_or_else(|| Error::Internal("a round went missing".to_owned()))
}

fn sheets(
    db: &mut Db,
    rules: &Rulebook,
    zone: &str,
    group: &GroupId,
    rows: Vec<RoundRow>,
    now: Instant,
) -> Result<Vec<RoundSheet>> {
    let category = category(db, rules, group)?;
    let zone = Zone::named(zone)?;
    let teams = groups::teams(db, group.as_str())?;
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let found = matches::of_rounds(db, &ids)?;
    let mut all = matches::sheets(db, found, &teams)?;
    let mut changes = changes_of_hours(db, rules, &rows, &ids)?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let byes = archives::byes(db, &ids)?;
    let team = |id: &str| teams.iter().find(|team| team.id == id).cloned();
    rows.into_iter()
        .map(|row| {
            let (mut own, rest): (Vec<Sheet>, _) =
                std::mem::take(&mut all).into_iter().partition(|sheet| sheet.row.round_id == row.id);
            all = rest;
            let hours = row.hours(rules)?;
            let clearance = Clearance::of_the_hour(&hours.opening, now);
            if let Some(clearance) = clearance.as_ref().filter(|_| !row.started()) {
                for sheet in &mut own {
                    lineups::seat_opened(db, sheet, &category, clearance)?;
                }
            }
            Ok(RoundSheet {
                starts_at_local: zone.local(instant(row.starts_at, "rounds", "starts_at")?),
                zone: zone.name().to_owned(),
                lineup_deadline: hours.deadline,
                opened: clearance.is_some(),
                free: row.free_team_id.as_deref().and_then(team),
                byes: byes
                    .iter()
                    .filter(|bye| bye.round_id == row.id)
                    .filter_map(|bye| Some((bye.clone(), team(&bye.team_id)?)))
                    .collect(),
                matches: own,
                category: category.clone(),
                // A session belongs to the day on which it began, however late it ends.
                day: zone.date(instant(row.started_at.unwrap_or(row.starts_at), "rounds", "starts_at")?),
                rate_of_play: rules.play.rate_of_play.clone(),
                hour_changes: changes.remove(&row.id).unwrap_or_default(),
                row,
            })
        })
        .collect()
}

/// The changes of the hours of each round.
fn changes_of_hours(
    db: &mut Db,
    rules: &Rulebook,
    rows: &[RoundRow],
    ids: &[String],
) -> Result<BTreeMap<String, Vec<HourChange>>> {
    let mut changes: BTreeMap<String, Vec<HourChange>> = BTreeMap::new();
    let found = hour_changes::of_rounds(db, ids)?;
    let names = match rows.first() {
        Some(row) if !found.is_empty() => hour_changes::names(db, &row.championship_id)?,
        _ => Vec::new(),
    };
    for row in found {
        let at = |micros| instant(micros, "hour_changes", "from_at, to_at or changed_at");
        let warnings = schedule::late_change(rules, at(row.from_at)?, at(row.to_at)?, at(row.changed_at)?)?;
        let by = names.iter().rfind(|(account, _)| account.as_deref() == Some(row.changed_by.as_str()));
        let change = HourChange { by: by.map(|(_, name)| name.clone()), warnings, row };
        changes.entry(change.row.round_id.clone()).or_default().push(change);
    }
    Ok(changes)
}

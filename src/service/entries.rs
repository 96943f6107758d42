//! Entries of federations: preliminary, definite, withdrawn.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Event, Tx, View};
use super::error::{Error, Result};
use crate::access::{Actor, Role};
use crate::domain::calendar::Instant;
use crate::domain::championship::Phase;
use crate::domain::entry::requirements::{Participant, TeamSheet, may_follow, missing};
use crate::domain::entry::withdrawal::{Affected, Consequence, Stage, check_reason, consequences};
use crate::domain::entry::{self, EntryState, Paper};
use crate::domain::federation::{require_affiliated, require_not_suspended};
use crate::domain::ids::ChampionshipId;
use crate::domain::notice::{Kind, ORGANIZER, Recipient, told_of_preliminary_entry};
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY, Rulebook};
use crate::domain::timetable::{Timeliness, in_time};
use crate::domain::violation::{Rule, Violation};
use crate::domain::way_back::{Draw, Standing, after_withdrawal};
use crate::storage::championships::ChampionshipRow;
use crate::storage::dispensations::{self, DispensationRow};
use crate::storage::federations::{self, FederationRow};
use crate::storage::rounds::{self, SCHEDULED};
use crate::storage::{self, documents, draws, entries, groups, matches, persons, teams};

pub use crate::storage::entries::{EntryRow, ReceiptRow};
pub use crate::storage::teams::TeamWithPlayers;

/// What is said in a preliminary entry.
pub struct PreliminaryFacts {
    pub chief_of_delegation: Option<String>,
    pub contact: Option<String>,
}

/// An entry with its teams, and whether the caller sees what is not published.
pub struct EntrySeen {
    pub row: EntryRow,
    pub indications: BTreeMap<String, String>,
    pub teams: Vec<TeamWithPlayers>,
    /// The dispensations by which it was in time.
    pub by_dispensation: Vec<String>,
    pub own: bool,
    /// The federation is suspended today: an entry that was made before stays.
    pub suspended: bool,
    /// What follows from a withdrawal.
    pub consequences: Vec<Consequence>,
    /// What came on paper.
    pub receipts: Vec<ReceiptRow>,
}

/// What a definite entry lacks.
pub struct Requirements {
    pub federation: String,
    pub missing: Vec<Violation>,
    /// Required, and not before the definite entry.
    pub may_follow: Vec<Violation>,
}

/// Enters preliminarily, again before the definite entry, or anew after a withdrawal; true if the entry is new.
pub fn submit_preliminary_entry(
    tx: &mut Tx<'_>,
    federation: &str,
    facts: PreliminaryFacts,
    paper: Option<&Paper>,
) -> Result<(EntrySeen, bool)> {
    let received = tx.received(federation, paper)?;
    let (id, rules, calendar) = (tx.event()?.id().clone(), tx.rules()?, tx.event()?.row.calendar()?);
    let member = federations::find(tx.db, federation)?;
    let affiliation = member.as_ref().map(FederationRow::affiliation).transpose()?;
    let (start, today) = (calendar.zone.date(calendar.commencement(&rules)?), calendar.zone.date(received));
    let article = &rules.entries.teams_per_federation.article;
    let in_time = tx.in_time_at(PRELIMINARY_ENTRY, Some(federation), received)?;
    let faults: Vec<Violation> = [
        require_not_suspended(federation, affiliation.as_ref(), today, article),
        require_affiliated(federation, affiliation, start, article),
        in_time.map(|_| ()),
    ]
    .into_iter()
    .filter_map(|checked| checked.err())
    .collect();
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let before = entries::find(tx.db, &id, federation)?;
    if before.as_ref().is_some_and(|before| before.state == EntryState::Definite.code()) {
        return Err(Error::state("already_done", format!("{federation} has entered definitely")));
    }
    let row = EntryRow {
        championship_id: id.to_string(),
        federation: federation.to_owned(),
        state: EntryState::Preliminary.code().to_owned(),
        chief_of_delegation: facts.chief_of_delegation,
        contact: facts.contact,
        preliminary_at: received.unix_micros(),
        definite_at: None,
        withdrawn_at: None,
        withdrawal_reason: None,
        withdrawal_stage: None,
        indications: "{}".to_owned(),
        created_at: before.as_ref().map_or(tx.recorded_at.unix_micros(), |before| before.created_at),
        version: before.as_ref().map_or(1, |before| before.version + 1),
    };
    let change = if before.is_some() {
        entries::update(tx.db, &row)?;
        Change::Updated
    } else {
        entries::insert(tx.db, &row)?;
        Change::Created
    };
    tx.keep_receipt(federation, "preliminary_entry", paper)?;
    tx.changed("entry", subject(&row), row.version, change);
    let copies = send_copies(tx, &row, member.and_then(|member| member.zone).as_deref())?;
    tx.note(json!({"federation": federation, "state": row.state, "copies_to": copies}));
    Ok((shown(tx.db, row, today)?, before.is_none()))
}

/// The organizer has it, and a copy goes at once to everybody whom the regulations name.
fn send_copies(tx: &mut Tx<'_>, row: &EntryRow, zone: Option<&str>) -> Result<Vec<String>> {
    let recipients = told_of_preliminary_entry(&*tx.rules()?, zone);
    for to in &recipients {
        tx.notify(Kind::PreliminaryEntry, to, &subject(row))?;
    }
    Ok(recipients.into_iter().map(|to| to.office).collect())
}

/// Enters definitely, or hands the indications in again before the deadline.
pub fn submit_definite_entry(
    tx: &mut Tx<'_>,
    federation: &str,
    indications: BTreeMap<String, String>,
    paper: Option<&Paper>,
) -> Result<EntrySeen> {
    let received = tx.received(federation, paper)?;
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let id = championship.id.clone();
    let Some(mut row) = entries::find(tx.db, &id, federation)? else {
        entry::standing(&rules, federation, None)?;
        return Err(Error::not_found("entry", federation));
    };
    let own_teams = teams::of_federations(tx.db, &id, &[federation])?;
    let sheets = sheets(tx.db, &championship, &rules, &own_teams)?;
    let timely = tx.in_time_at(DEFINITE_ENTRY, Some(federation), received)?;
    let mut faults = lacks(tx.db, &championship, &rules, &row, &indications, &sheets, (received, timely))?;
    if paper.is_some_and(|paper| paper.documents_enclosed) {
        // They lie with the organizer.
        faults.retain(|fault| fault.rule != Rule::DocumentMissing);
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    row.state = EntryState::Definite.code().to_owned();
    row.definite_at = Some(received.unix_micros());
    row.indications = serde_json::to_string(&indications).map_err(|cause| Error::Internal(cause.to_string()))?;
    row.version += 1;
    entries::update(tx.db, &row)?;
    tx.keep_receipt(federation, "definite_entry", paper)?;
    tx.changed("entry", subject(&row), row.version, Change::Updated);
    tx.notify(Kind::DefiniteEntry, &Recipient::office(ORGANIZER), &subject(&row))?;
    let keys: Vec<&String> = indications.keys().collect();
    let named: Vec<_> = own_teams
        .iter()
        .map(|team| {
            let persons: Vec<_> = team.players.iter().map(|(player, _)| &player.person_id).collect();
            json!({"team": team.row.id, "players": persons})
        })
        .collect();
    tx.note(json!({
        "federation": federation,
        "state": row.state,
        "indications": keys,
        "teams": named,
        "documents_on_paper": paper.is_some_and(|paper| paper.documents_enclosed),
    }));
    let today = today(tx.event()?, tx.now)?;
    shown(tx.db, row, today)
}

/// A federation withdraws freely until the lots are drawn, and then with its reasons: its team stays in the draw until
/// it is decided what follows.
pub fn withdraw_entry(tx: &mut Tx<'_>, federation: &str, reason: Option<String>) -> Result<EntrySeen> {
    let (id, rules) = (tx.event()?.id().clone(), tx.rules()?);
    let before = entries::find(tx.db, &id, federation)?;
    let state = state_of(before.as_ref())?;
    if state == Some(EntryState::Withdrawn) {
        return Err(Error::state("already_done", format!("{federation} has withdrawn its entry")));
    }
    let stood = entry::standing(&rules, federation, state)?;
    let mut row = before.ok_or_else(|| Error::not_found("entry", federation))?;
    let stage = Stage::of(stood, tx.event()?.phase);
    check_reason(&rules, stage, reason.as_deref())?;
    row.state = EntryState::Withdrawn.code().to_owned();
    row.withdrawal_stage = Some(stage.code().to_owned());
    row.withdrawn_at = Some(tx.now.unix_micros());
    row.withdrawal_reason = reason;
    row.version += 1;
    entries::update(tx.db, &row)?;
    tx.changed_because("entry", subject(&row), row.version, Change::Updated, &format!("withdrawn_{}", stage.code()));
    tx.notify(Kind::Withdrawal, &Recipient::office(ORGANIZER), &subject(&row))?;
    if stage == Stage::AfterLots {
        let decider = &rules.protests.withdrawals_decided_by;
        tx.cite(&decider.article);
        tx.notify(Kind::Withdrawal, &Recipient::office(decider.value.code()), &subject(&row))?;
    }
    let championship = tx.event()?.row.clone();
    let consequences = follows(tx.db, &championship, &rules, &row, tx.now)?;
    if consequences.iter().any(|consequence| consequence.code == "pairings_stay") {
        free_the_opponents(tx, federation)?;
    }
    let codes: Vec<&str> = consequences.iter().map(|consequence| consequence.code).collect();
    tx.note(json!({
        "federation": federation,
        "state": row.state,
        "was": stood.code(),
        "stage": stage.code(),
        "consequences": codes,
    }));
    let today = today(tx.event()?, tx.now)?;
    Ok(EntrySeen { consequences, ..shown(tx.db, row, today)? })
}

/// The highest number of an even field has left: in each round its opponent is free.
fn free_the_opponents(tx: &mut Tx<'_>, federation: &str) -> Result<()> {
    let id = tx.event()?.id().clone();
    for team in teams::of_federations(tx.db, &id, &[federation])? {
        let Some((group, _)) = draws::number_of(tx.db, &team.row.id)? else { continue };
        let games = matches::of_teams(tx.db, std::slice::from_ref(&team.row.id))?;
        let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
        draws::remove_matches(tx.db, &ids)?;
        draws::leave(tx.db, &group, &team.row.id)?;
        for game in games {
            let mut round = rounds::by_id(tx.db, &game.round_id)?;
            let first_left = game.first_team_id == team.row.id;
            round.free_team_id = Some(if first_left { game.second_team_id } else { game.first_team_id });
            round.version += 1;
            rounds::update(tx.db, &round)?;
            tx.changed_because("match", &game.id, game.version + 1, Change::Removed, "opponent_left");
            let place = format!("{group}/{}", round.number);
            tx.changed_because("round", place, round.version, Change::Updated, "opponent_left");
        }
        let version = groups::raise_version(tx.db, &group)?;
        tx.changed_because("group", &group, version, Change::Updated, "opponent_left");
    }
    Ok(())
}

/// Another chief of delegation in the place of the one before.
pub fn name_chief_of_delegation(tx: &mut Tx<'_>, federation: &str, name: String) -> Result<EntrySeen> {
    let (id, rules) = (tx.event()?.id().clone(), tx.rules()?);
    let before = entries::find(tx.db, &id, federation)?;
    entry::standing(&rules, federation, state_of(before.as_ref())?)?;
    let mut row = before.ok_or_else(|| Error::not_found("entry", federation))?;
    row.chief_of_delegation = Some(name);
    row.version += 1;
    entries::update(tx.db, &row)?;
    tx.changed("entry", subject(&row), row.version, Change::Updated);
    tx.note(json!({"federation": federation, "chief_of_delegation": "named"}));
    let today = today(tx.event()?, tx.now)?;
    shown(tx.db, row, today)
}

/// What a definite entry lacks now, all at once.
pub fn get_entry_requirements(view: &mut View<'_>, federation: &str) -> Result<Requirements> {
    let (championship, rules, now) = (view.event()?.row.clone(), view.rules()?, view.now);
    let row = entries::find(view.db, &championship.id, federation)?
        .ok_or_else(|| Error::not_found("entry of", federation))?;
    if view.event()?.phase == Phase::Archived {
        // What was played is entered.
        return Ok(Requirements { federation: row.federation, missing: Vec::new(), may_follow: Vec::new() });
    }
    let own_teams = teams::of_federations(view.db, &championship.id, &[federation])?;
    let sheets = sheets(view.db, &championship, &rules, &own_teams)?;
    let held = dispensations::standing_for(view.db, &championship.id, DEFINITE_ENTRY, Some(federation))?;
    let dispensation = held.as_ref().map(DispensationRow::dispensation).transpose()?;
    let timely = in_time(&rules, &championship.calendar()?, DEFINITE_ENTRY, dispensation, now);
    let faults = lacks(view.db, &championship, &rules, &row, &written(&row)?, &sheets, (now, timely))?;
    Ok(Requirements { federation: row.federation, missing: faults, may_follow: may_follow(&rules, &sheets) })
}

pub fn get_entry(view: &mut View<'_>, federation: &str) -> Result<EntrySeen> {
    let id = view.event()?.id().clone();
    let row = entries::find(view.db, &id, federation)?.ok_or_else(|| Error::not_found("entry of", federation))?;
    let own = sees_own(view.actor, federation, &id);
    let today = today(view.event()?, view.now)?;
    let (championship, rules, now) = (view.event()?.row.clone(), view.rules()?, view.now);
    let consequences = follows(view.db, &championship, &rules, &row, now)?;
    Ok(EntrySeen { own, consequences, ..shown(view.db, row, today)? })
}

/// What is published of the entries, by federation.
pub fn list_entries(view: &mut View<'_>, after: Option<&str>, limit: i64) -> Result<Vec<EntrySeen>> {
    let id = view.event()?.id().clone();
    let rows = entries::list(view.db, &id, after, limit)?;
    let codes: Vec<&str> = rows.iter().map(|row| row.federation.as_str()).collect();
    let mut all = teams::of_federations(view.db, &id, &codes)?;
    let today = today(view.event()?, view.now)?;
    let suspended = suspended(view.db, &codes, today)?;
    let granted = dispensations::standing(view.db, &id)?;
    rows.into_iter()
        .map(|row| {
            let (teams, others) = all.drain(..).partition(|team| team.row.federation == row.federation);
            all = others;
            let suspended = suspended.contains(&row.federation);
            let by_dispensation = used(&granted, &row.federation);
            Ok(EntrySeen {
                row,
                indications: BTreeMap::new(),
                teams,
                by_dispensation,
                own: false,
                suspended,
                consequences: Vec::new(),
                receipts: Vec::new(),
            })
        })
        .collect()
}

/// The own federation, the organizer and the chief arbiter see an entry whole.
fn sees_own(actor: &Actor, federation: &str, id: &ChampionshipId) -> bool {
    const OFFICES: [Role; 2] = [Role::Organizer, Role::ChiefArbiter];
    actor.acts_for(federation, Some(id)) || OFFICES.into_iter().any(|role| actor.holds(role, Some(id)))
}

/// How journal, feed and notices name an entry.
fn subject(row: &EntryRow) -> String {
    format!("{}/{}", row.championship_id, row.federation)
}

fn state_of(row: Option<&EntryRow>) -> Result<Option<EntryState>> {
    row.map(|row| {
        EntryState::from_code(&row.state)
            .ok_or_else(|| Error::Internal(format!("entry of {} has the state {}", row.federation, row.state)))
    })
    .transpose()
}

/// What stands in the way of a definite entry that is received then, all at once.
fn lacks(
    db: &mut storage::Db,
    championship: &ChampionshipRow,
    rules: &Rulebook,
    row: &EntryRow,
    given: &BTreeMap<String, String>,
    sheets: &[TeamSheet<'_>],
    (received, timely): (Instant, std::result::Result<Timeliness, Violation>),
) -> Result<Vec<Violation>> {
    let (federation, calendar) = (row.federation.as_str(), championship.calendar()?);
    let affiliation = federations::find(db, federation)?.map(|member| member.affiliation()).transpose()?;
    let (day, article) = (calendar.zone.date(received), &rules.entries.teams_per_federation.article);
    let mut faults: Vec<Violation> = [
        entry::standing(rules, federation, state_of(Some(row))?).map(|_| ()),
        timely.map(|_| ()),
        require_not_suspended(federation, affiliation.as_ref(), day, article),
    ]
    .into_iter()
    .filter_map(|checked| checked.err())
    .collect();
    faults.extend(missing(rules, federation, given, row.chief_of_delegation.is_some(), sheets));
    Ok(faults)
}

/// The teams as the requirements look at them.
fn sheets<'a>(
    db: &mut storage::Db,
    championship: &ChampionshipRow,
    rules: &'a Rulebook,
    own: &[TeamWithPlayers],
) -> Result<Vec<TeamSheet<'a>>> {
    let mut sheets = Vec::new();
    for team in own {
        let lines: Vec<_> = team.players.iter().map(|(player, _)| player.line()).collect::<storage::Result<_>>()?;
        let ids: Vec<String> = lines.iter().map(|line| line.person.clone()).collect();
        let known = persons::find_all(db, &ids)?;
        let present = documents::present(db, &championship.id, &ids)?;
        let participants = ids.into_iter().map(|person| Participant {
            birth_date: known.iter().any(|found| found.id == person && found.birth_date.is_some()),
            documents: present.iter().filter(|(whose, _)| *whose == person).map(|(_, kind)| kind.clone()).collect(),
            person,
        });
        sheets.push(TeamSheet {
            category: rules.category(&team.category)?,
            captain: team.row.captain.is_some(),
            participants: participants.collect(),
            players: teams::named(db, championship, Some(&team.row.id), &lines)?,
        });
    }
    Ok(sheets)
}

/// What follows from a withdrawal; nothing, where there is none.
fn follows(
    db: &mut storage::Db,
    championship: &ChampionshipRow,
    rules: &Rulebook,
    row: &EntryRow,
    now: Instant,
) -> Result<Vec<Consequence>> {
    let withdrawn = row.state == EntryState::Withdrawn.code();
    let Some(stage) = row.withdrawal_stage.as_deref().and_then(Stage::from_code).filter(|_| withdrawn) else {
        return Ok(Vec::new());
    };
    let mut affected = Affected::default();
    let mut drawn = Draw::Stands;
    if stage == Stage::AfterLots {
        let own = teams::of_federations(db, &championship.id, &[row.federation.as_str()])?;
        for team in &own {
            let standing = standing(db, &team.row.id, row.withdrawn_at.unwrap_or_default())?;
            drawn = after_withdrawal(rules, standing);
        }
        let ids: Vec<String> = own.into_iter().map(|team| team.row.id).collect();
        for found in matches::of_teams(db, &ids)? {
            let list = if found.revision > 0 { &mut affected.with_result } else { &mut affected.without_result };
            list.push(found.id);
        }
    }
    Ok(consequences(rules, &championship.calendar()?, stage, &affected, &drawn, now)?)
}

/// How a team that left then stands in the lots.
fn standing(db: &mut storage::Db, team: &str, left_at: i64) -> Result<Standing> {
    let Some((group, number)) = draws::number_of(db, team)? else {
        return Ok(Standing::Gone { draw_annulled: draws::annulled_since(db, team, left_at)? });
    };
    let field = u32::try_from(groups::teams(db, &group)?.len()).unwrap_or(u32::MAX);
    let started = rounds::all(db, &group)?.iter().any(|round| round.state != SCHEDULED);
    Ok(Standing::Drawn { number: number.unsigned_abs(), field, started })
}

fn written(row: &EntryRow) -> Result<BTreeMap<String, String>> {
    serde_json::from_str(&row.indications)
        .map_err(|cause| Error::Internal(format!("indications of {}: {cause}", row.federation)))
}

fn today(event: &Event, now: Instant) -> Result<Date> {
    Ok(event.row.calendar()?.zone.date(now))
}

/// Those of the federations that are suspended on that day.
fn suspended(db: &mut storage::Db, codes: &[&str], day: Date) -> Result<Vec<String>> {
    let mut suspended = Vec::new();
    for member in federations::find_all(db, codes)? {
        if member.affiliation()?.suspended(day).is_some() {
            suspended.push(member.code);
        }
    }
    Ok(suspended)
}

fn shown(db: &mut storage::Db, row: EntryRow, today: Date) -> Result<EntrySeen> {
    let id = ChampionshipId::try_from(row.championship_id.clone())
        .map_err(|cause| Error::Internal(format!("championship of an entry: {cause}")))?;
    let indications = written(&row)?;
    let teams = teams::of_federations(db, &id, &[row.federation.as_str()])?;
    let suspended = !suspended(db, &[row.federation.as_str()], today)?.is_empty();
    let receipts = entries::receipts(db, id.as_str(), &row.federation)?;
    let by_dispensation = used(&dispensations::standing(db, &id)?, &row.federation);
    Ok(EntrySeen { row, indications, teams, by_dispensation, own: true, suspended, consequences: Vec::new(), receipts })
}

fn used(granted: &[DispensationRow], federation: &str) -> Vec<String> {
    let own = granted.iter().filter(|row| row.federation.as_deref() == Some(federation) && row.used_at.is_some());
    own.map(|row| row.id.clone()).collect()
}

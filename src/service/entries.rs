//! Entries of federations: preliminary, definite, withdrawn.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Event, Tx, View};
use super::error::{Error, Result};
use crate::access::{Actor, Role};
use crate::domain::calendar::Instant;
use crate::domain::entry::{self, Declared, EntryState, FromTheTeam};
use crate::domain::federation::{require_affiliated, require_not_suspended};
use crate::domain::ids::ChampionshipId;
use crate::domain::notice::{Kind, ORGANIZER, Recipient, told_of_preliminary_entry};
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY};
use crate::domain::team::{Completeness, check_roster};
use crate::domain::violation::Violation;
use crate::storage::dispensations::DispensationRow;
use crate::storage::federations::{self, FederationRow};
use crate::storage::{self, dispensations, entries, persons, teams};

pub use crate::storage::entries::EntryRow;
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
}

/// Enters preliminarily, again before the definite entry, or anew after a withdrawal; true if the entry is new.
pub fn submit_preliminary_entry(
    tx: &mut Tx<'_>,
    federation: &str,
    facts: PreliminaryFacts,
) -> Result<(EntrySeen, bool)> {
    let (id, rules, calendar) = (tx.event()?.id().clone(), tx.rules()?, tx.event()?.row.calendar()?);
    let member = federations::find(tx.db, federation)?;
    let affiliation = member.as_ref().map(FederationRow::affiliation).transpose()?;
    let (start, today) = (calendar.zone.date(calendar.commencement(&rules)?), calendar.zone.date(tx.now));
    let article = &rules.entries.teams_per_federation.article;
    let in_time = tx.in_time(PRELIMINARY_ENTRY, Some(federation))?;
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
        preliminary_at: tx.now.unix_micros(),
        definite_at: None,
        withdrawn_at: None,
        withdrawal_reason: None,
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
) -> Result<EntrySeen> {
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let (id, calendar) = (championship.id.clone(), championship.calendar()?);
    let before = entries::find(tx.db, &id, federation)?;
    entry::standing(&rules, federation, state_of(before.as_ref())?)?;
    let mut row = before.ok_or_else(|| Error::not_found("entry", federation))?;
    tx.in_time(DEFINITE_ENTRY, Some(federation))??;
    let affiliation = federations::find(tx.db, federation)?.map(|member| member.affiliation()).transpose()?;
    let (today, article) = (calendar.zone.date(tx.now), &rules.entries.teams_per_federation.article);
    require_not_suspended(federation, affiliation.as_ref(), today, article)?;
    let own_teams = teams::of_federations(tx.db, &id, &[federation])?;
    let mut faults = entry::check_indications(&rules, &indications, &declared(tx, &row, &own_teams)?);
    for team in &own_teams {
        let category = rules.category(&team.category)?;
        let lines: Vec<_> = team.players.iter().map(|(player, _)| player.line()).collect::<storage::Result<_>>()?;
        let players = teams::named(tx.db, &championship, Some(&team.row.id), &lines)?;
        if let Err(found) = check_roster(&rules, category, federation, &players, Completeness::Complete) {
            // They lie in the team, not in this body.
            faults.extend(found.into_iter().map(|fault| Violation { pointer: None, ..fault }));
        }
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    row.state = EntryState::Definite.code().to_owned();
    row.definite_at = Some(tx.now.unix_micros());
    row.indications = serde_json::to_string(&indications).map_err(|cause| Error::Internal(cause.to_string()))?;
    row.version += 1;
    entries::update(tx.db, &row)?;
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
    tx.note(json!({"federation": federation, "state": row.state, "indications": keys, "teams": named}));
    shown(tx.db, row, today)
}

/// Before the definite entry a federation withdraws freely; after it, until the lots are drawn.
pub fn withdraw_entry(tx: &mut Tx<'_>, federation: &str, reason: Option<String>) -> Result<EntrySeen> {
    let (id, rules) = (tx.event()?.id().clone(), tx.rules()?);
    let before = entries::find(tx.db, &id, federation)?;
    let state = state_of(before.as_ref())?;
    if state == Some(EntryState::Withdrawn) {
        return Err(Error::state("already_done", format!("{federation} has withdrawn its entry")));
    }
    let stood = entry::standing(&rules, federation, state)?;
    let mut row = before.ok_or_else(|| Error::not_found("entry", federation))?;
    row.state = EntryState::Withdrawn.code().to_owned();
    row.withdrawn_at = Some(tx.now.unix_micros());
    row.withdrawal_reason = reason;
    row.version += 1;
    entries::update(tx.db, &row)?;
    tx.changed("entry", subject(&row), row.version, Change::Updated);
    tx.notify(Kind::Withdrawal, &Recipient::office(ORGANIZER), &subject(&row))?;
    tx.note(json!({"federation": federation, "state": row.state, "was": stood.code()}));
    let today = today(tx.event()?, tx.now)?;
    shown(tx.db, row, today)
}

pub fn get_entry(view: &mut View<'_>, federation: &str) -> Result<EntrySeen> {
    let id = view.event()?.id().clone();
    let row = entries::find(view.db, &id, federation)?.ok_or_else(|| Error::not_found("entry of", federation))?;
    let own = sees_own(view.actor, federation, &id);
    let today = today(view.event()?, view.now)?;
    Ok(EntrySeen { own, ..shown(view.db, row, today)? })
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
            Ok(EntrySeen { row, indications: BTreeMap::new(), teams, by_dispensation, own: false, suspended })
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

/// What entry and teams say already of the indications.
fn declared(tx: &mut Tx<'_>, row: &EntryRow, teams: &[TeamWithPlayers]) -> Result<FromTheTeam> {
    let players: Vec<String> =
        teams.iter().flat_map(|team| team.players.iter().map(|(player, _)| player.person_id.clone())).collect();
    let birth_dates = persons::find_all(tx.db, &players)?.iter().all(|person| person.birth_date.is_some());
    Ok(FromTheTeam::of(Declared {
        players: !teams.is_empty() && teams.iter().all(|team| !team.players.is_empty()),
        captain: !teams.is_empty() && teams.iter().all(|team| team.row.captain.is_some()),
        birth_dates,
        chief_of_delegation: row.chief_of_delegation.is_some(),
    }))
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
    let indications = serde_json::from_str(&row.indications)
        .map_err(|cause| Error::Internal(format!("indications of {}: {cause}", row.federation)))?;
    let teams = teams::of_federations(db, &id, &[row.federation.as_str()])?;
    let suspended = !suspended(db, &[row.federation.as_str()], today)?.is_empty();
    let by_dispensation = used(&dispensations::standing(db, &id)?, &row.federation);
    Ok(EntrySeen { row, indications, teams, by_dispensation, own: true, suspended })
}

fn used(granted: &[DispensationRow], federation: &str) -> Vec<String> {
    let own = granted.iter().filter(|row| row.federation.as_deref() == Some(federation) && row.used_at.is_some());
    own.map(|row| row.id.clone()).collect()
}

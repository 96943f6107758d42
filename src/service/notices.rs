//! Notices: each delivery, from its issue to the acknowledgement, and what was sent outside.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Denial, Error, Result};
use crate::access::{Actor, Role};
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, NoticeId};
use crate::domain::notice::{APPEALS_COMMITTEE, addressee, check_dispatch};
pub use crate::domain::notice::{MEANS, State};
pub use crate::storage::notices::{DispatchRow, Filter, NoticeRow};
use crate::storage::{self, notices};

/// Those who see every delivery; everybody else sees what goes to the own federation.
const OVERSIGHT: &[Role] = &[Role::FidePresident, Role::Organizer];

/// A notice with what was sent outside.
pub struct Notice {
    pub row: NoticeRow,
    pub dispatches: Vec<DispatchRow>,
}

pub fn list_notices(view: &mut View<'_>, filter: Filter, after: Option<&str>, limit: i64) -> Result<Vec<Notice>> {
    let championship = view.event()?.id().clone();
    let all = holds_any(view.actor, OVERSIGHT, Some(&championship));
    let chairman = view.actor.holds(Role::AppealsChairman, Some(&championship));
    let offices: Vec<String> = chairman.then(|| APPEALS_COMMITTEE.to_owned()).into_iter().collect();
    let to = (!all).then(|| (federations_of(view.actor, &championship), offices));
    let rows = notices::list(view.db, championship.as_str(), &Filter { to, ..filter }, after, limit)?;
    Ok(with_dispatches(view.db, rows)?)
}

fn federations_of(actor: &Actor, championship: &ChampionshipId) -> Vec<String> {
    match actor {
        Actor::Account(signed) => signed
            .appointments
            .iter()
            .filter_map(|held| held.federation.clone())
            .filter(|federation| actor.acts_for(federation, Some(championship)))
            .collect(),
        _ => Vec::new(),
    }
}

fn with_dispatches(db: &mut storage::Db, rows: Vec<NoticeRow>) -> storage::Result<Vec<Notice>> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut of: BTreeMap<String, Vec<DispatchRow>> = BTreeMap::new();
    for dispatch in notices::dispatches(db, &ids)? {
        of.entry(dispatch.notice_id.clone()).or_default().push(dispatch);
    }
    Ok(rows.into_iter().map(|row| Notice { dispatches: of.remove(&row.id).unwrap_or_default(), row }).collect())
}

/// The addressee has taken it out of the inbox.
pub fn receive_notice(tx: &mut Tx<'_>, id: &NoticeId) -> Result<Notice> {
    let mut row = addressed(tx, id)?;
    if row.fetched_at.is_some() {
        return Err(Error::state("already_done", "the notice was fetched already"));
    }
    fetch(tx, &mut row);
    store(tx, row)
}

/// The addressee says that it has arrived; whoever says so has fetched it.
pub fn acknowledge_notice(tx: &mut Tx<'_>, id: &NoticeId) -> Result<Notice> {
    let mut row = addressed(tx, id)?;
    if row.acknowledged_at.is_some() {
        return Err(Error::state("already_done", "the notice is acknowledged already"));
    }
    if row.fetched_at.is_none() {
        fetch(tx, &mut row);
    }
    row.acknowledged_at = Some(tx.now.unix_micros());
    row.acknowledged_by = tx.actor.account().map(ToString::to_string);
    store(tx, row)
}

fn fetch(tx: &Tx<'_>, row: &mut NoticeRow) {
    row.fetched_at = Some(tx.now.unix_micros());
    row.fetched_by = tx.actor.account().map(ToString::to_string);
}

/// The organizer records what went out by other means; each sending is kept.
pub fn record_dispatch(tx: &mut Tx<'_>, id: &NoticeId, means: String, sent_on: Date) -> Result<Notice> {
    let row = found(tx, id)?;
    let (rules, zone) = (tx.rules()?, tx.event()?.row.calendar()?.zone);
    let issued_at = Instant::from_unix_micros(row.issued_at)?;
    check_dispatch(&rules, &row.kind, &zone, issued_at, sent_on, tx.now)?;
    let before = notices::dispatches(tx.db, &[row.id.as_str()])?;
    let dispatch = DispatchRow {
        notice_id: row.id.clone(),
        ordinal: before.last().map_or(1, |last| last.ordinal + 1),
        means,
        sent_on: sent_on.to_string(),
        recorded_at: tx.now.unix_micros(),
        recorded_by: tx.actor.account().map(ToString::to_string),
    };
    notices::insert_dispatch(tx.db, &dispatch)?;
    store(tx, row)
}

fn store(tx: &mut Tx<'_>, mut row: NoticeRow) -> Result<Notice> {
    row.version += 1;
    notices::update(tx.db, &row)?;
    tx.changed("notice", &row.id, row.version, Change::Updated);
    let dispatches = notices::dispatches(tx.db, &[row.id.as_str()])?;
    tx.note(json!({
        "notice": row.id,
        "kind": row.kind,
        "recipient": row.recipient,
        "federation": row.federation,
        "state": row.state().code(),
        "sent_outside": dispatches.len(),
    }));
    Ok(Notice { row, dispatches })
}

fn found(tx: &mut Tx<'_>, id: &NoticeId) -> Result<NoticeRow> {
    notices::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("notice", id))
}

/// The notice, if the actor is the one whom it is for.
fn addressed(tx: &mut Tx<'_>, id: &NoticeId) -> Result<NoticeRow> {
    let row = found(tx, id)?;
    let championship = tx.event()?.id().clone();
    let role = addressee(&row.recipient);
    let addressed = tx.actor.holds(role, Some(&championship))
        && (role != Role::FederationOfficer
            || row.federation.as_deref().is_some_and(|code| tx.actor.acts_for(code, Some(&championship))));
    if addressed {
        return Ok(row);
    }
    Err(Error::Denied(Denial::NotAllowed {
        code: "not_the_addressee",
        detail: format!("the notice goes to {}", row.recipient),
        facts: BTreeMap::from([("allowed_roles", vec![role.code().to_owned()])]),
        article: None,
    }))
}

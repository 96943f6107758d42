//! Dispensations: granted by the FIDE President, and revoked while nobody has used them.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::calendar::Instant;
use crate::domain::dispensation::check_grant;
use crate::domain::ids::DispensationId;
use crate::domain::notice::{Kind, ORGANIZER, Recipient};
use crate::domain::violation::{Rule, Violation};
pub use crate::storage::dispensations::DispensationRow;
use crate::storage::{dispensations, federations};

/// What the President grants.
pub struct Grant {
    pub step: String,
    /// `None`: to the organizer.
    pub federation: Option<String>,
    /// `None`: excused.
    pub until: Option<Instant>,
    pub reason: String,
}

/// Lets a federation or the organizer be late; one for each step and holder until it is used or revoked.
pub fn grant_dispensation(tx: &mut Tx<'_>, grant: Grant) -> Result<DispensationRow> {
    let (id, rules, calendar) = (tx.event()?.id().clone(), tx.rules()?, tx.event()?.row.calendar()?);
    let Grant { step, federation, until, reason } = grant;
    if let Some(code) = &federation
        && federations::find(tx.db, code)?.is_none()
    {
        let detail = format!("there is no federation {code}");
        return Err(Violation::new(Rule::UnknownFederation, detail).at("/federation").into());
    }
    check_grant(&rules, &calendar, &step, federation.as_deref(), until, tx.now)?;
    let before = dispensations::standing_for(tx.db, &id, &step, federation.as_deref())?;
    if let Some(before) = before.filter(|before| before.used_at.is_none()) {
        return Err(Error::state("already_done", format!("dispensation {} for this step is not used yet", before.id)));
    }
    let row = DispensationRow {
        id: tx.new_id(DispensationId::new).to_string(),
        championship_id: id.to_string(),
        step,
        federation,
        until_at: until.map(Instant::unix_micros),
        reason,
        granted_at: tx.now.unix_micros(),
        granted_by: tx.actor.account().map(ToString::to_string),
        used_at: None,
        revoked_at: None,
        revoked_by: None,
        version: 1,
    };
    dispensations::insert(tx.db, &row)?;
    if let Some(rule) = rules.deadlines.get(&row.step) {
        tx.cite(&rule.article);
    }
    tell(tx, &row, Change::Created)?;
    Ok(row)
}

/// Takes it back, as long as nobody has come late by it.
pub fn revoke_dispensation(tx: &mut Tx<'_>, id: &DispensationId) -> Result<DispensationRow> {
    let mut row = dispensations::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("dispensation", id))?;
    if row.revoked_at.is_some() {
        return Err(Error::state("already_done", "the dispensation is revoked already"));
    }
    if row.used_at.is_some() {
        return Err(Error::state("dispensation_used", "somebody was in time by this dispensation: it stands"));
    }
    row.revoked_at = Some(tx.now.unix_micros());
    row.revoked_by = tx.actor.account().map(ToString::to_string);
    row.version += 1;
    dispensations::update(tx.db, &row)?;
    tell(tx, &row, Change::Updated)?;
    Ok(row)
}

/// Feed and journal, and the inboxes of its holder and of the organizer. The reason is free text and stays out of both.
fn tell(tx: &mut Tx<'_>, row: &DispensationRow, change: Change) -> Result<()> {
    tx.changed("dispensation", &row.id, row.version, change);
    for to in row.federation.as_deref().map(Recipient::federation).into_iter().chain([Recipient::office(ORGANIZER)]) {
        tx.notify(Kind::Dispensation, &to, &row.id)?;
    }
    let until = row.until_at.map(Instant::from_unix_micros).transpose()?;
    tx.note(json!({
        "dispensation": row.id,
        "step": row.step,
        "federation": row.federation,
        "until": until,
        "revoked": row.revoked_at.is_some(),
    }));
    Ok(())
}

pub fn get_dispensation(view: &mut View<'_>, id: &DispensationId) -> Result<DispensationRow> {
    dispensations::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("dispensation", id))
}

pub fn list_dispensations(view: &mut View<'_>, after: Option<&str>, limit: i64) -> Result<Vec<DispensationRow>> {
    let championship = view.event()?.id().clone();
    Ok(dispensations::list(view.db, &championship, after, limit)?)
}

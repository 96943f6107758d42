//! Officials: proposed and nominated by the organizer, nominated by FIDE, ended.

use std::collections::BTreeMap;

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Denial, Error, Result};
use crate::domain::ids::{AccountId, AppointmentId, OfficialId};
pub use crate::domain::official::Vacancy;
use crate::domain::official::{self, OfficialState};
use crate::domain::violation::{Rule, Violation};
use crate::storage::appointments::{self, AppointmentRow};
use crate::storage::officials;
pub use crate::storage::officials::OfficialRow;
use crate::storage::{accounts, federations};

/// Whom the organizer names for which office.
pub struct Proposal {
    pub office: String,
    pub name: String,
    pub federation: Option<String>,
    pub account: Option<AccountId>,
}

/// Who comes in an official's place.
pub struct Successor {
    pub name: String,
    pub federation: Option<String>,
    pub account: Option<AccountId>,
}

/// Names somebody: nominated at once where that is the organizer's, else proposed.
pub fn propose_official(tx: &mut Tx<'_>, proposal: Proposal) -> Result<OfficialRow> {
    let rules = tx.rules()?;
    let championship = tx.event()?.id().clone();
    let standing = held(&officials::standing(tx.db, &championship)?, &proposal.office);
    let state = official::propose(&rules, &proposal.office, standing)?;
    name(tx, proposal, state, None)
}

/// Names a successor. Where the office is the organizer's to fill, one ends and the other begins at once; else the one in
/// office stays until FIDE nominates the successor, so that the office is never without anybody.
pub fn replace_official(tx: &mut Tx<'_>, id: &OfficialId, successor: Successor) -> Result<OfficialRow> {
    let old = found(tx, id)?;
    let championship = tx.event()?.id().clone();
    if old.standing()? != OfficialState::Nominated {
        return Err(Error::state("already_done", format!("the official is {}", old.state)));
    }
    let standing = officials::standing(tx.db, &championship)?;
    if standing.iter().any(|row| row.replaces.as_ref() == Some(&old.id)) {
        return Err(Error::state("already_done", "a successor is proposed already; end that proposal first"));
    }
    let rules = tx.rules()?;
    let seats = held(&standing, &old.office);
    let state = official::propose(&rules, &old.office, seats.saturating_sub(1))?;
    let Successor { name: called, federation, account } = successor;
    let proposal = Proposal { office: old.office.clone(), name: called, federation, account };
    let row = name(tx, proposal, state, Some(old.id.clone()))?;
    if state == OfficialState::Nominated {
        leave(tx, old)?;
    }
    Ok(row)
}

/// How many hold the office or are proposed for it; a successor who waits for the nomination takes no place of its own.
fn held(standing: &[OfficialRow], office: &str) -> usize {
    let waits = |row: &OfficialRow| row.replaces.as_ref().is_some_and(|old| standing.iter().any(|row| row.id == *old));
    standing.iter().filter(|row| row.office == office && !waits(row)).count()
}

fn name(tx: &mut Tx<'_>, proposal: Proposal, state: OfficialState, replaces: Option<String>) -> Result<OfficialRow> {
    let (rules, championship) = (tx.rules()?, tx.event()?.id().clone());
    tx.cite(&official::office(&rules, &proposal.office)?.article);
    if let Some(code) = &proposal.federation
        && federations::find(tx.db, code)?.is_none()
    {
        return Err(unknown("federation", code, "/federation").into());
    }
    if let Some(account) = &proposal.account
        && accounts::find(tx.db, account)?.is_none()
    {
        return Err(unknown("account", account.as_str(), "/account").into());
    }
    let mut row = OfficialRow {
        id: tx.new_id(OfficialId::new).to_string(),
        championship_id: championship.to_string(),
        office: proposal.office,
        name: proposal.name,
        federation: proposal.federation,
        account_id: proposal.account.map(|account| account.to_string()),
        state: state.code().to_owned(),
        appointment_id: None,
        nominated_at: None,
        ended_at: None,
        created_at: tx.recorded_at.unix_micros(),
        version: 1,
        replaces,
    };
    if state == OfficialState::Nominated {
        nominate(tx, &mut row)?;
    }
    officials::insert(tx.db, &row)?;
    tx.changed("official", &row.id, row.version, Change::Created);
    note(tx, &row);
    Ok(row)
}

/// FIDE nominates whom the organizer proposed; where it is a successor, the one before leaves with it.
pub fn nominate_official(tx: &mut Tx<'_>, id: &OfficialId) -> Result<OfficialRow> {
    let mut row = found(tx, id)?;
    let state = row.standing()?;
    if state != OfficialState::Proposed {
        return Err(Error::state("already_done", format!("the official is {}", state.code())));
    }
    nominate(tx, &mut row)?;
    let row = store(tx, row)?;
    if let Some(old) = &row.replaces {
        let old: OfficialId = old.parse().map_err(|_| Error::Internal("id of an official".to_owned()))?;
        let old = found(tx, &old)?;
        if old.standing()? == OfficialState::Nominated {
            leave(tx, old)?;
        }
    }
    Ok(row)
}

/// Takes a proposal back, or ends a nomination.
pub fn end_official(tx: &mut Tx<'_>, id: &OfficialId) -> Result<OfficialRow> {
    let mut row = found(tx, id)?;
    let state = row.standing()?;
    if state == OfficialState::Ended {
        return Err(Error::state("already_done", "the official has ended already"));
    }
    let rules = tx.rules()?;
    let roles = official::may_end(&rules, &row.office, state)?;
    let championship = tx.event()?.id().clone();
    if !roles.iter().any(|role| tx.actor.holds(*role, Some(&championship))) {
        return Err(Error::Denied(Denial::NotAllowed {
            article: None,
            code: "role_not_allowed",
            detail: "a nomination is ended by who made it".to_owned(),
            facts: BTreeMap::from([("allowed_roles", roles.iter().map(|role| role.code().to_owned()).collect())]),
        }));
    }
    tx.cite(&official::office(&rules, &row.office)?.article);
    end(tx, &mut row)?;
    store(tx, row)
}

/// A successor is there: what was done in the office stays under the name of who did it.
fn leave(tx: &mut Tx<'_>, mut row: OfficialRow) -> Result<()> {
    end(tx, &mut row)?;
    row.version += 1;
    officials::update(tx.db, &row)?;
    tx.changed_because("official", &row.id, row.version, Change::Updated, "replaced");
    Ok(())
}

fn end(tx: &mut Tx<'_>, row: &mut OfficialRow) -> Result<()> {
    row.state = OfficialState::Ended.code().to_owned();
    row.ended_at = Some(tx.now.unix_micros());
    if let Some(appointment) = &row.appointment_id
        && let Some(version) = appointments::end(tx.db, appointment, tx.recorded_at)?
    {
        tx.changed("appointment", appointment, version, Change::Updated);
    }
    Ok(())
}

/// With the nomination the account may act as what it was nominated for.
fn nominate(tx: &mut Tx<'_>, row: &mut OfficialRow) -> Result<()> {
    row.state = OfficialState::Nominated.code().to_owned();
    row.nominated_at = Some(tx.now.unix_micros());
    if let (Some(account), Some(role)) = (&row.account_id, official::role(&row.office)) {
        let appointment = AppointmentRow {
            id: tx.new_id(AppointmentId::new).to_string(),
            account_id: account.clone(),
            role: role.code().to_owned(),
            championship_id: Some(row.championship_id.clone()),
            federation: None,
            starts_at: tx.recorded_at.unix_micros(),
            ends_at: None,
            created_at: tx.recorded_at.unix_micros(),
            version: 1,
        };
        appointments::insert(tx.db, &appointment)?;
        tx.changed("appointment", &appointment.id, 1, Change::Created);
        row.appointment_id = Some(appointment.id);
    }
    Ok(())
}

fn store(tx: &mut Tx<'_>, mut row: OfficialRow) -> Result<OfficialRow> {
    row.version += 1;
    officials::update(tx.db, &row)?;
    tx.changed("official", &row.id, row.version, Change::Updated);
    note(tx, &row);
    Ok(row)
}

fn note(tx: &mut Tx<'_>, row: &OfficialRow) {
    tx.note(json!({"official": row.id, "office": row.office, "state": row.state, "appointment": row.appointment_id, "replaces": row.replaces}));
}

fn found(tx: &mut Tx<'_>, id: &OfficialId) -> Result<OfficialRow> {
    officials::find(tx.db, id)?.ok_or_else(|| Error::not_found("official", id))
}

fn unknown(what: &str, id: &str, pointer: &str) -> Violation {
    Violation::new(Rule::InvalidValue, format!("there is no {what} {id}")).at(pointer)
}

pub fn get_official(view: &mut View<'_>, id: &OfficialId) -> Result<OfficialRow> {
    officials::find(view.db, id)?.ok_or_else(|| Error::not_found("official", id))
}

pub fn list_officials(
    view: &mut View<'_>,
    after: Option<&str>,
    limit: i64,
) -> Result<(Vec<OfficialRow>, Vec<Vacancy>)> {
    let (championship, rules) = (view.event()?.id().clone(), view.rules()?);
    let mut nominated: BTreeMap<String, u32> = BTreeMap::new();
    for row in officials::standing(view.db, &championship)? {
        if row.state == OfficialState::Nominated.code() {
            *nominated.entry(row.office).or_default() += 1;
        }
    }
    Ok((officials::list(view.db, &championship, after, limit)?, official::vacancies(&rules, &nominated)))
}

//! Appointments: who acts as what, where, for whom, from when to when.

use std::collections::BTreeMap;

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Denial, Error, Result};
use crate::access::Actor;
use crate::domain::account::State;
use crate::domain::appointment::{NotTheirs, Office, Role, may_appoint};
use crate::domain::calendar::Instant;
use crate::domain::ids::{AccountId, AppointmentId, ChampionshipId};
use crate::domain::violation::{Rule, Violation};
pub use crate::storage::appointments::AppointmentRow;
use crate::storage::appointments::{self, Filter};
use crate::storage::championships::instant;
use crate::storage::{accounts, federations};

/// Who is appointed.
pub enum Whom {
    Account(AccountId),
    Login(String),
}

/// Who is appointed to what.
pub struct Commission {
    pub whom: Whom,
    pub role: Role,
    pub championship: Option<ChampionshipId>,
    pub federation: Option<String>,
    /// Absent: from now on.
    pub starts_at: Option<Instant>,
    /// First moment after the appointment; absent: until it is ended.
    pub ends_at: Option<Instant>,
}

pub fn make_appointment(tx: &mut Tx<'_>, commission: Commission) -> Result<AppointmentRow> {
    let office = Office {
        role: commission.role,
        championship: commission.championship.as_ref(),
        federation: commission.federation.as_deref(),
        sandbox: is_sandbox(tx),
    };
    check_gift(tx.actor, &office)?;
    office.check()?;
    let now = tx.recorded_at;
    let starts_at = commission.starts_at.unwrap_or(now);
    let account_id = check_references(tx, &commission)?;
    check_period(starts_at, commission.ends_at, now)?;
    let row = AppointmentRow {
        id: tx.new_id(AppointmentId::new).to_string(),
        account_id,
        role: commission.role.code().to_owned(),
        championship_id: commission.championship.map(|id| id.to_string()),
        federation: commission.federation,
        starts_at: starts_at.unix_micros(),
        ends_at: commission.ends_at.map(Instant::unix_micros),
        created_at: now.unix_micros(),
        version: 1,
    };
    if holds_it_already(tx, &row)? {
        return Err(Error::state("already_exists", "the account holds this appointment at that time"));
    }
    appointments::insert(tx.db, &row)?;
    tx.changed("appointment", &row.id, row.version, Change::Created);
    tx.note(json!({
        "appointment": row.id,
        "account": row.account_id,
        "role": row.role,
        "championship": row.championship_id,
        "federation": row.federation,
        "starts_at": starts_at,
        "ends_at": commission.ends_at,
    }));
    Ok(row)
}

/// Ends an appointment now; one that has not begun never will.
pub fn end_appointment(tx: &mut Tx<'_>, id: &AppointmentId) -> Result<AppointmentRow> {
    let mut row = appointments::find(tx.db, id)?.ok_or_else(|| Error::not_found("appointment", id))?;
    let championship = tx.target.championship.clone();
    let office = Office {
        role: role(&row)?,
        championship: championship.as_ref(),
        federation: row.federation.as_deref(),
        sandbox: is_sandbox(tx),
    };
    check_gift(tx.actor, &office)?;
    let now = tx.recorded_at.unix_micros();
    if row.ends_at.is_some_and(|ends_at| ends_at <= now.max(row.starts_at)) {
        return Err(Error::state("already_done", "the appointment has ended"));
    }
    let ends_at = now.max(row.starts_at);
    row.ends_at = Some(ends_at);
    row.version += 1;
    appointments::set_end(tx.db, &row.id, ends_at, row.version)?;
    tx.changed("appointment", &row.id, row.version, Change::Updated);
    tx.note(json!({"appointment": row.id, "account": row.account_id, "role": row.role}));
    Ok(row)
}

/// A stored time.
pub fn moment(micros: i64) -> Result<Instant> {
    Ok(instant(micros, "appointments", "starts_at or ends_at")?)
}

pub fn get_appointment(view: &mut View<'_>, id: &AppointmentId) -> Result<AppointmentRow> {
    appointments::find(view.db, id)?.ok_or_else(|| Error::not_found("appointment", id))
}

/// All for administrators, and for organizers within their championship; for a federation's officers those of the
/// federation.
pub fn list_appointments(
    view: &mut View<'_>,
    championship: Option<&ChampionshipId>,
    account: Option<&AccountId>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<AppointmentRow>> {
    let all = view.actor.is_admin() || championship.is_some() && view.actor.holds(Role::Organizer, championship);
    let own = if all { None } else { Some(federations_of(view.actor, championship)) };
    let filter = Filter {
        championship: championship.map(ChampionshipId::as_str),
        account: account.map(AccountId::as_str),
        federations: own.as_deref(),
        standing_at: None,
    };
    Ok(appointments::list(view.db, &filter, after, limit)?)
}

fn federations_of(actor: &Actor, championship: Option<&ChampionshipId>) -> Vec<String> {
    let Actor::Account(signed) = actor else { return Vec::new() };
    let officers = signed.appointments.iter().filter(|held| {
        held.role == Role::FederationOfficer
            && (held.championship.is_none() || held.championship.as_ref() == championship)
    });
    officers.filter_map(|held| held.federation.clone()).collect()
}

fn is_sandbox(tx: &Tx<'_>) -> bool {
    tx.event().is_ok_and(|event| event.row.sandbox())
}

fn check_gift(actor: &Actor, office: &Office<'_>) -> Result<()> {
    let (admin, held) = match actor {
        Actor::System => (true, [].as_slice()),
        Actor::Account(signed) => (signed.admin, signed.appointments.as_slice()),
        Actor::Public => return Err(Error::Denied(Denial::TokenMissing)),
    };
    may_appoint(admin, held, office).map_err(|why| {
        Error::Denied(match why {
            NotTheirs::Role(roles) => Denial::NotAllowed {
                article: None,
                code: "role_not_allowed",
                detail: format!("the role {} is not yours to give or to end here", office.role.code()),
                facts: BTreeMap::from([("roles", roles.iter().map(|role| role.code().to_owned()).collect())]),
            },
            NotTheirs::Federation(federations) => Denial::NotAllowed {
                article: None,
                code: "not_your_federation",
                detail: "the account acts for another federation".to_owned(),
                facts: BTreeMap::from([("acts_for", federations)]),
            },
        })
    })
}

/// The account's id.
fn check_references(tx: &mut Tx<'_>, commission: &Commission) -> Result<String> {
    let mut faults = Vec::new();
    let (account, place) = match &commission.whom {
        Whom::Account(id) => (accounts::find(tx.db, id)?, "/account"),
        Whom::Login(login) => (accounts::find_by_login(tx.db, &login.to_ascii_lowercase())?, "/login"),
    };
    let account = account.filter(|account| account.state != State::Disabled.code());
    if account.is_none() {
        faults.push(Violation::new(Rule::InvalidValue, "there is no such account, or it is disabled").at(place));
    }
    if let Some(code) = &commission.federation
        && federations::find(tx.db, code)?.is_none()
    {
        faults.push(Violation::new(Rule::InvalidValue, "there is no such federation").at("/federation"));
    }
    match account {
        Some(account) if faults.is_empty() => Ok(account.id),
        _ => Err(faults.into()),
    }
}

fn check_period(starts_at: Instant, ends_at: Option<Instant>, now: Instant) -> Result<()> {
    if starts_at < now {
        return Err(Violation::new(Rule::InvalidValue, "nobody is appointed for the past").at("/starts_at").into());
    }
    match ends_at {
        Some(ends_at) if ends_at <= starts_at => {
            Err(Violation::new(Rule::InvalidValue, "an appointment ends after it starts").at("/ends_at").into())
        }
        _ => Ok(()),
    }
}

fn holds_it_already(tx: &mut Tx<'_>, new: &AppointmentRow) -> Result<bool> {
    let filter = Filter {
        championship: new.championship_id.as_deref(),
        account: Some(&new.account_id),
        federations: None,
        standing_at: Some(new.starts_at),
    };
    let standing = appointments::list(tx.db, &filter, None, i64::from(i32::MAX))?;
    Ok(standing.iter().any(|held| {
        held.role == new.role
            && held.championship_id == new.championship_id
            && held.federation == new.federation
            && new.ends_at.is_none_or(|ends_at| held.starts_at < ends_at)
    }))
}

fn role(row: &AppointmentRow) -> Result<Role> {
    Role::from_code(&row.role).ok_or_else(|| {
        crate::storage::Error::Inconsistent { table: "appointments", column: "role", row: row.id.clone() }.into()
    })
}

//! Persons: players and whoever else a championship names.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Denial, Error, Result};
use crate::access::{Actor, Role};
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::domain::violation::{Rule, Violation};
use crate::storage::persons::{self, name_key};
pub use crate::storage::persons::{PersonFilter, PersonRow};
use crate::storage::{championships, federations};

/// What is said of a new person.
pub struct PersonFacts {
    pub championship: Option<ChampionshipId>,
    pub name: String,
    pub federation: String,
    pub birth_date: Option<String>,
}

/// What changes of a person; `None` leaves it.
pub struct PersonChanges {
    pub name: Option<String>,
    pub federation: Option<String>,
    pub birth_date: Option<Option<String>>,
}

/// A person, and whether the caller sees the personal part too.
pub struct PersonSeen {
    pub row: PersonRow,
    pub personal: bool,
}

pub fn create_person(tx: &mut Tx<'_>, facts: PersonFacts) -> Result<PersonRow> {
    if let Some(id) = &facts.championship
        && !tx.event()?.row.sandbox()
    {
        let detail = format!("{id} is no sandbox: its players are persons of the registry");
        return Err(Violation::new(Rule::InvalidValue, detail).at("/championship").into());
    }
    check_federation(tx, &facts.federation)?;
    check_birth_date(tx.now, facts.birth_date.as_deref())?;
    let row = PersonRow {
        id: tx.new_id(PersonId::new).to_string(),
        championship_id: facts.championship.map(String::from),
        name_key: name_key(&facts.name),
        name: facts.name,
        federation: facts.federation,
        birth_date: facts.birth_date,
        created_at: tx.recorded_at.unix_micros(),
        version: 1,
    };
    persons::insert(tx.db, &row)?;
    tx.changed("person", &row.id, row.version, Change::Created);
    tx.note(json!({"person": row.id, "federation": row.federation}));
    Ok(row)
}

pub fn update_person(tx: &mut Tx<'_>, id: &PersonId, changes: PersonChanges) -> Result<PersonRow> {
    let mut row = persons::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    if let Some(federation) = changes.federation.filter(|federation| *federation != row.federation) {
        if !tx.actor.is_admin() {
            return Err(Error::Denied(Denial::NotAllowed {
                article: None,
                code: "role_not_allowed",
                detail: "a person is moved to another federation by an administrator".to_owned(),
                facts: Default::default(),
            }));
        }
        check_federation(tx, &federation)?;
        row.federation = federation;
    }
    if let Some(name) = changes.name {
        row.name_key = name_key(&name);
        row.name = name;
    }
    if let Some(birth_date) = changes.birth_date {
        check_birth_date(tx.now, birth_date.as_deref())?;
        row.birth_date = birth_date;
    }
    row.version += 1;
    persons::update(tx.db, &row)?;
    tx.changed("person", &row.id, row.version, Change::Updated);
    tx.note(json!({"person": row.id, "federation": row.federation}));
    Ok(row)
}

pub fn get_person(view: &mut View<'_>, id: &PersonId) -> Result<PersonSeen> {
    let row = persons::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    let mut places = vec![place(&row)?];
    for championship in persons::championships_of(view.db, &row.id)? {
        places.push(Some(championship_id(championship)?));
    }
    let personal = places.iter().any(|place| sees_personal_part(view.actor, &row.federation, place.as_ref()));
    Ok(PersonSeen { row, personal })
}

/// Whoever acts for federations alone lists the persons of these alone.
pub fn list_persons(
    view: &mut View<'_>,
    mut filter: PersonFilter,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<PersonSeen>> {
    let championship = filter.championship.clone().map(championship_id).transpose()?;
    if !sees_every_federation(view, championship.as_ref())? {
        let own = federations_of(view.actor, championship.as_ref());
        let asked = filter.federations.unwrap_or_else(|| own.clone());
        if own.is_empty() || asked.iter().any(|federation| !own.contains(federation)) {
            return Err(Error::Denied(Denial::NotAllowed {
                article: None,
                code: "not_your_federation",
                detail: "the account lists the persons of its own federation".to_owned(),
                facts: [("acts_for", own)].into(),
            }));
        }
        filter.federations = Some(asked);
    }
    persons::list(view.db, &filter, after, limit)?
        .into_iter()
        .map(|row| {
            let personal = sees_personal_part(view.actor, &row.federation, championship.as_ref());
            Ok(PersonSeen { row, personal })
        })
        .collect()
}

/// Birth dates are for the own federation, the organizer, the chief arbiter and administrators.
fn sees_personal_part(actor: &Actor, federation: &str, place: Option<&ChampionshipId>) -> bool {
    actor.is_admin()
        || actor.acts_for(federation, place)
        || actor.holds(Role::Organizer, place)
        || actor.holds(Role::ChiefArbiter, place)
}

/// Administrators do; organizers do in their sandbox, and in the registry if their championship is a real one.
fn sees_every_federation(view: &mut View<'_>, place: Option<&ChampionshipId>) -> Result<bool> {
    if view.actor.is_admin() || place.is_some() && view.actor.holds(Role::Organizer, place) {
        return Ok(true);
    }
    let (Actor::Account(signed), None) = (view.actor, place) else { return Ok(false) };
    for held in signed.appointments.iter().filter(|held| held.role == Role::Organizer) {
        let Some(id) = &held.championship else { continue };
        if championships::find(view.db, id)?.is_some_and(|championship| !championship.sandbox()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn federations_of(actor: &Actor, place: Option<&ChampionshipId>) -> Vec<String> {
    let Actor::Account(signed) = actor else { return Vec::new() };
    let held = signed.appointments.iter().filter(|held| held.role.is_of_a_federation());
    let here = held.filter(|held| held.championship.is_none() || held.championship.as_ref() == place);
    let mut own: Vec<String> = here.filter_map(|held| held.federation.clone()).collect();
    own.sort();
    own.dedup();
    own
}

fn check_federation(tx: &mut Tx<'_>, code: &str) -> Result<()> {
    match federations::find(tx.db, code)? {
        Some(_) => Ok(()),
        None => {
            let detail = format!("the registry knows no federation {code}");
            Err(Violation::new(Rule::UnknownFederation, detail).fact("federation", code).at("/federation").into())
        }
    }
}

fn check_birth_date(now: Instant, date: Option<&str>) -> Result<()> {
    // ISO texts sort by time.
    let today = &now.to_string()[..10];
    match date {
        Some(date) if date > today => {
            Err(Violation::new(Rule::InvalidValue, "a birth date is not in the future").at("/birth_date").into())
        }
        _ => Ok(()),
    }
}

fn place(row: &PersonRow) -> Result<Option<ChampionshipId>> {
    row.championship_id.clone().map(championship_id).transpose()
}

fn championship_id(id: String) -> Result<ChampionshipId> {
    ChampionshipId::try_from(id).map_err(|cause| Error::Internal(format!("championship of a person: {cause}")))
}

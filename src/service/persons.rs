//! Persons: players and whoever else a championship names.

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Denial, Error, Result};
use crate::access::{Actor, Role};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::federation::Span;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::domain::person::check_merge;
use crate::domain::violation::{Rule, Violation};
use crate::storage::championships;
use crate::storage::federations::{self, FederationRow};
use crate::storage::person_facts::{self, MembershipRow};
pub use crate::storage::person_facts::{OtherName, PersonFacts};
use crate::storage::persons::{self, name_key};
pub use crate::storage::persons::{PersonFilter, PersonRow};

/// What is said of a new person.
pub struct NewPerson {
    pub championship: Option<ChampionshipId>,
    pub name: String,
    pub federation: String,
    pub birth_date: Option<String>,
    pub variants: Vec<OtherName>,
    pub external_ids: Vec<(String, String)>,
}

/// What changes of a person; `None` leaves it.
#[derive(Default)]
pub struct PersonChanges {
    pub name: Option<String>,
    /// The first day of the new name.
    pub name_from: Option<Date>,
    pub federation: Option<String>,
    /// The first day in the new federation, and what it is based on.
    pub federation_from: Option<Date>,
    pub federation_basis: Option<String>,
    pub birth_date: Option<Option<String>>,
    pub variants: Option<Vec<OtherName>>,
    pub external_ids: Option<Vec<(String, String)>>,
}

/// A person, and whether the caller sees the personal part too.
pub struct PersonSeen {
    pub row: PersonRow,
    pub facts: PersonFacts,
    pub personal: bool,
}

pub fn create_person(tx: &mut Tx<'_>, facts: NewPerson) -> Result<PersonSeen> {
    if let Some(id) = &facts.championship
        && !tx.event()?.row.sandbox()
    {
        let detail = format!("{id} is no sandbox: its players are persons of the registry");
        return Err(Violation::new(Rule::InvalidValue, detail).at("/championship").into());
    }
    check_federation(tx, &facts.federation, facts.championship.is_none())?;
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
        merged_into: None,
    };
    check_refs(tx, &row, &facts.external_ids)?;
    let known = PersonFacts { names: facts.variants, memberships: Vec::new(), refs: facts.external_ids };
    persons::insert(tx.db, &row)?;
    person_facts::store(tx.db, &row, &known)?;
    tell(tx, &row, Change::Created);
    Ok(PersonSeen { row, facts: known, personal: true })
}

pub fn update_person(tx: &mut Tx<'_>, id: &PersonId, changes: PersonChanges) -> Result<PersonSeen> {
    let row = persons::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    change(tx, row, changes)
}

/// Creates or replaces the person known by that identifier in another system; true if the person is new.
pub fn put_person_by_ref(
    tx: &mut Tx<'_>,
    system: &str,
    value: &str,
    mut facts: NewPerson,
) -> Result<(PersonSeen, bool)> {
    let Some(id) = person_facts::by_ref(tx.db, system, value)? else {
        facts.external_ids.push((system.to_owned(), value.to_owned()));
        return Ok((create_person(tx, facts)?, true));
    };
    let row = persons::find(tx.db, &id)?.ok_or_else(|| Error::not_found("person", &id))?;
    let changes = PersonChanges {
        name: Some(facts.name),
        federation: Some(facts.federation),
        birth_date: Some(facts.birth_date),
        variants: Some(facts.variants),
        ..PersonChanges::default()
    };
    Ok((change(tx, row, changes)?, false))
}

fn change(tx: &mut Tx<'_>, mut row: PersonRow, changes: PersonChanges) -> Result<PersonSeen> {
    if let Some(survivor) = &row.merged_into {
        return Err(Error::state("merged", format!("{} was merged into {survivor}: change that person", row.id)));
    }
    let mut known = person_facts::of(tx.db, &row.id)?;
    if let Some(federation) = changes.federation.filter(|federation| *federation != row.federation) {
        if !tx.actor.is_admin() {
            return Err(Error::Denied(Denial::NotAllowed {
                article: None,
                code: "role_not_allowed",
                detail: "a person is moved to another federation by an administrator".to_owned(),
                facts: Default::default(),
            }));
        }
        check_federation(tx, &federation, row.championship_id.is_none())?;
        let from = changes.federation_from.map_or_else(|| today(tx.now), Ok)?;
        move_to(&row, &mut known, &federation, from, changes.federation_basis)?;
        row.federation = federation;
    }
    if let Some(variants) = changes.variants {
        known.names.retain(|name| name.kind == FORMER);
        known.names.extend(variants);
    }
    if let Some(name) = changes.name.filter(|name| *name != row.name) {
        let until = changes.name_from.map(day_before).transpose()?.map(|date| date.to_string());
        known.names.push(OtherName { kind: FORMER.to_owned(), name: row.name, until });
        row.name_key = name_key(&name);
        row.name = name;
    }
    if let Some(birth_date) = changes.birth_date {
        check_birth_date(tx.now, birth_date.as_deref())?;
        row.birth_date = birth_date;
    }
    if let Some(refs) = changes.external_ids {
        check_refs(tx, &row, &refs)?;
        known.refs = refs;
    }
    row.version += 1;
    persons::update(tx.db, &row)?;
    person_facts::store(tx.db, &row, &known)?;
    tell(tx, &row, Change::Updated);
    Ok(PersonSeen { row, facts: known, personal: true })
}

const FORMER: &str = "former";

/// The membership before ends on the day before the new one begins.
fn move_to(row: &PersonRow, known: &mut PersonFacts, to: &str, from: Date, basis: Option<String>) -> Result<()> {
    let membership = |federation: &str, from_on: Option<String>, basis| MembershipRow {
        person_id: row.id.clone(),
        ordinal: 0,
        federation: federation.to_owned(),
        from_on,
        to_on: None,
        basis,
    };
    if known.memberships.is_empty() {
        known.memberships.push(membership(&row.federation, None, None));
    }
    if let Some(before) = known.memberships.last_mut() {
        let last_day = day_before(from)?;
        let began = before.from_on.as_deref().map(str::parse).transpose();
        let began = began.map_err(|_| Error::Internal(format!("a membership of {}", row.id)))?;
        Span { from: began, to: Some(last_day) }.check("/federation_from")?;
        before.to_on = Some(last_day.to_string());
    }
    known.memberships.push(membership(to, Some(from.to_string()), basis));
    Ok(())
}

fn day_before(date: Date) -> Result<Date> {
    date.yesterday().map_err(|cause| Error::Internal(format!("the day before {date}: {cause}")))
}

fn tell(tx: &mut Tx<'_>, row: &PersonRow, change: Change) {
    tx.changed("person", &row.id, row.version, change);
    tx.note(json!({"person": row.id, "federation": row.federation}));
    tx.note_privately(json!({"name": row.name, "birth_date": row.birth_date}));
}

/// Two records turn out to be one person: the survivor takes the places of the other, whose id leads to the survivor.
pub fn merge_person(tx: &mut Tx<'_>, id: &PersonId, into: &PersonId) -> Result<PersonSeen> {
    let mut row = persons::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    if let Some(survivor) = &row.merged_into {
        return Err(Error::state("merged", format!("{id} was merged into {survivor} already")));
    }
    let found = persons::find(tx.db, into.as_str())?.filter(|into| into.championship_id == row.championship_id);
    let mut survivor = found.ok_or_else(|| {
        let detail = format!("there is no person {into} beside {id}");
        Violation::new(Rule::UnknownPerson, detail).at("/into")
    })?;
    let together = person_facts::together(tx.db, id.as_str(), into.as_str())?;
    check_merge(id.as_str(), into.as_str(), survivor.merged_into.as_deref(), &together)?;
    let (known, mut kept) = (person_facts::of(tx.db, id.as_str())?, person_facts::of(tx.db, into.as_str())?);
    for name in [as_written(&row.name)].into_iter().chain(known.names) {
        if name.name != survivor.name && !kept.names.iter().any(|other| other.name == name.name) {
            kept.names.push(name);
        }
    }
    kept.refs.extend(known.refs);
    row.merged_into = Some(survivor.id.clone());
    row.version += 1;
    survivor.version += 1;
    persons::update(tx.db, &row)?;
    persons::update(tx.db, &survivor)?;
    // Its federations stay with the record that was merged.
    let left = PersonFacts { memberships: known.memberships, ..PersonFacts::default() };
    person_facts::store(tx.db, &row, &left)?;
    person_facts::store(tx.db, &survivor, &kept)?;
    let teams = person_facts::take_places(tx.db, &row.id, &survivor.id)?;
    tx.changed("person", &row.id, row.version, Change::Removed);
    tx.changed("person", &survivor.id, survivor.version, Change::Updated);
    for (team, version) in teams {
        tx.changed("team", team, version, Change::Updated);
    }
    tx.note(json!({"person": row.id, "merged_into": survivor.id}));
    Ok(PersonSeen { row, facts: left, personal: true })
}

fn as_written(name: &str) -> OtherName {
    OtherName { kind: "as_written".to_owned(), name: name.to_owned(), until: None }
}

pub fn get_person(view: &mut View<'_>, id: &PersonId) -> Result<PersonSeen> {
    let row = persons::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    look(view, row)
}

/// The person known by that identifier in another system.
pub fn get_person_by_ref(view: &mut View<'_>, system: &str, value: &str) -> Result<PersonSeen> {
    let id = person_facts::by_ref(view.db, system, value)?;
    let row = id.map(|id| persons::find(view.db, &id)).transpose()?.flatten();
    let row = row.ok_or_else(|| Error::NotFound(format!("{system} {value} is nobody's here")))?;
    look(view, row)
}

fn look(view: &mut View<'_>, row: PersonRow) -> Result<PersonSeen> {
    let mut places = vec![place(&row)?];
    for championship in persons::championships_of(view.db, &row.id)? {
        places.push(Some(championship_id(championship)?));
    }
    let personal = places.iter().any(|place| sees_personal_part(view.actor, &row.federation, place.as_ref()));
    Ok(PersonSeen { facts: person_facts::of(view.db, &row.id)?, row, personal })
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
    let rows = persons::list(view.db, &filter, after, limit)?;
    complete(view, rows, championship.as_ref())
}

/// Persons of the registry who may be meant by a name in another spelling: never who is meant.
pub fn suggest_persons(view: &mut View<'_>, name: &str, limit: i64) -> Result<Vec<PersonSeen>> {
    let ids = person_facts::spelled_like(view.db, name, limit)?;
    let mut rows = persons::find_all(view.db, &ids)?;
    if !sees_every_federation(view, None)? {
        let own = federations_of(view.actor, None);
        rows.retain(|row| own.contains(&row.federation));
    }
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    complete(view, rows, None)
}

fn complete(view: &mut View<'_>, rows: Vec<PersonRow>, place: Option<&ChampionshipId>) -> Result<Vec<PersonSeen>> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let facts = person_facts::of_persons(view.db, &ids)?;
    let seen = rows.into_iter().zip(facts).map(|(row, facts)| {
        let personal = sees_personal_part(view.actor, &row.federation, place);
        PersonSeen { row, facts, personal }
    });
    Ok(seen.collect())
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

/// A well-formed code that the registry does not know is kept there as not recognised, when a person of the registry has
/// it: data of others still comes in.
fn check_federation(tx: &mut Tx<'_>, code: &str, in_registry: bool) -> Result<()> {
    if federations::find(tx.db, code)?.is_some() {
        return Ok(());
    }
    if !in_registry {
        let detail = format!("the registry knows no federation {code}");
        return Err(Violation::new(Rule::UnknownFederation, detail).fact("federation", code).at("/federation").into());
    }
    let row = FederationRow::named(code.to_owned(), code.to_owned(), false, tx.recorded_at.unix_micros());
    federations::insert(tx.db, &row)?;
    tx.changed("federation", code, row.version, Change::Created);
    Ok(())
}

/// An identifier belongs to one person; those of a sandbox have none.
fn check_refs(tx: &mut Tx<'_>, row: &PersonRow, refs: &[(String, String)]) -> Result<()> {
    let mut faults = Vec::new();
    for (index, (system, value)) in refs.iter().enumerate() {
        let at = format!("/external_ids/{index}");
        let holder = person_facts::by_ref(tx.db, system, value)?.filter(|holder| *holder != row.id);
        if row.championship_id.is_some() {
            let detail = "a person of a sandbox has no identifiers elsewhere";
            faults.push(Violation::new(Rule::InvalidValue, detail).at(at));
        } else if let Some(holder) = holder {
            let detail = format!("{system} {value} is another person: merge the two, if they are one");
            faults.push(Violation::new(Rule::ExternalIdTaken, detail).fact("person", holder).at(at));
        } else if refs[..index].contains(&(system.clone(), value.clone())) {
            let detail = format!("{system} {value} is named twice");
            faults.push(Violation::new(Rule::ExternalIdTaken, detail).at(at));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// The registry belongs to no place: its days are those of UTC.
fn today(now: Instant) -> Result<Date> {
    Ok(Zone::named("UTC")?.date(now))
}

fn check_birth_date(now: Instant, date: Option<&str>) -> Result<()> {
    // ISO texts sort by time.
    match date {
        Some(date) if date > today(now)?.to_string().as_str() => {
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

//! Federations: the members of FIDE, present and past.

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::federation::record::{self, Said};
use crate::domain::federation::{Span, Standing, check_suspension, on};
use crate::domain::violation::Violation;
use crate::storage::federations;
pub use crate::storage::federations::{Days, FederationRow, Former, FormerName, FormerZone, Suspension};

/// What an administrator says of a federation.
pub struct FederationFacts {
    pub name: String,
    pub continent: Option<String>,
    pub zone: Option<String>,
    pub membership: Days,
    pub successor: Option<String>,
    pub recognised: bool,
    pub former: Former,
}

/// A federation as it stood on some day.
pub struct FederationSeen {
    pub row: FederationRow,
    pub former: Former,
    pub suspensions: Vec<Suspension>,
    pub on: Date,
    pub name: String,
    pub continent: Option<String>,
    pub zone: Option<String>,
    pub standing: Standing,
}

/// Creates or replaces a federation; true if it is new.
pub fn put_federation(tx: &mut Tx<'_>, code: String, facts: FederationFacts) -> Result<(FederationSeen, bool)> {
    let former = &facts.former;
    let zone_of = |zone: &FormerZone| zone.continent.clone();
    let continents: Vec<Option<String>> = former.zones.iter().map(zone_of).collect();
    let mut faults = record::check(&Said {
        membership: facts.membership.into(),
        former_memberships: former.memberships.iter().map(|days| Span::from(*days)).collect(),
        former_names: former.names.iter().map(|name| name.days.into()).collect(),
        former_zones: former
            .zones
            .iter()
            .zip(&continents)
            .map(|(zone, place)| (zone.days.into(), place.as_deref()))
            .collect(),
        continent: facts.continent.as_deref(),
    });
    let successors = federations::successors(tx.db)?.into_iter().collect();
    faults.extend(record::check_successor(&code, facts.successor.as_deref(), &successors).err());
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let before = federations::find(tx.db, &code)?;
    let text = |date: Option<Date>| date.map(|date| date.to_string());
    let mut row = FederationRow {
        continent: facts.continent,
        zone: facts.zone,
        affiliated_from: text(facts.membership.from),
        affiliated_to: text(facts.membership.to),
        successor: facts.successor,
        suspensions: before.as_ref().and_then(|before| before.suspensions.clone()),
        created_at: before.as_ref().map_or(tx.recorded_at.unix_micros(), |before| before.created_at),
        version: before.as_ref().map_or(1, |before| before.version + 1),
        ..FederationRow::named(code, facts.name, facts.recognised, 0)
    };
    row.set_former(&facts.former)?;
    let change = match &before {
        Some(before) => {
            federations::replace(tx.db, before, &row, tx.recorded_at.unix_micros())?;
            Change::Updated
        }
        None => {
            federations::insert(tx.db, &row)?;
            Change::Created
        }
    };
    tx.changed("federation", &row.code, row.version, change);
    tx.note(json!({"code": row.code, "name": row.name, "affiliated_to": row.affiliated_to}));
    let today = today(tx.now)?;
    Ok((seen(row, today)?, before.is_none()))
}

/// From a day on, to another one or until it is lifted.
pub fn suspend_federation(tx: &mut Tx<'_>, code: &str, suspension: Suspension) -> Result<FederationSeen> {
    let before = find(tx, code)?;
    let mut all = before.suspensions()?;
    let spans: Vec<Span> = all.iter().map(|suspension| suspension.days.into()).collect();
    check_suspension(&spans, suspension.days.into())?;
    all.push(suspension);
    let number = all.len();
    change_suspensions(tx, before, &all, number)
}

/// Ends a suspension on a day, which is the last one that it holds on.
pub fn lift_suspension(tx: &mut Tx<'_>, code: &str, number: usize, last_day: Date) -> Result<FederationSeen> {
    let before = find(tx, code)?;
    let mut all = before.suspensions()?;
    let lifted = number.checked_sub(1).filter(|index| *index < all.len());
    let index = lifted.ok_or_else(|| Error::not_found("suspension", number))?;
    all[index].days.to = Some(last_day);
    let others = all.iter().enumerate().filter(|(other, _)| *other != index);
    let others: Vec<Span> = others.map(|(_, suspension)| suspension.days.into()).collect();
    check_suspension(&others, all[index].days.into())
        .map_err(|faults| faults.into_iter().map(|fault| fault.at("/last_day")).collect::<Vec<Violation>>())?;
    change_suspensions(tx, before, &all, number)
}

fn change_suspensions(
    tx: &mut Tx<'_>,
    before: FederationRow,
    suspensions: &[Suspension],
    number: usize,
) -> Result<FederationSeen> {
    let mut row = FederationRow { version: before.version + 1, ..before.clone() };
    row.set_suspensions(suspensions)?;
    federations::replace(tx.db, &before, &row, tx.recorded_at.unix_micros())?;
    tx.changed("federation", &row.code, row.version, Change::Updated);
    let changed = &suspensions[number - 1];
    tx.note(json!({"code": row.code, "suspension": number, "from": changed.days.from, "to": changed.days.to}));
    tx.note_privately(json!({"reason": changed.reason}));
    let today = today(tx.now)?;
    seen(row, today)
}

fn find(tx: &mut Tx<'_>, code: &str) -> Result<FederationRow> {
    federations::find(tx.db, code)?.ok_or_else(|| Error::not_found("federation", code))
}

/// As it stood on that day, or as it stands today.
pub fn get_federation(view: &mut View<'_>, code: &str, day: Option<Date>) -> Result<FederationSeen> {
    let row = federations::find(view.db, code)?.ok_or_else(|| Error::not_found("federation", code))?;
    seen(row, day.map_or_else(|| today(view.now), Ok)?)
}

pub fn list_federations(
    view: &mut View<'_>,
    day: Option<Date>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<FederationSeen>> {
    let day = day.map_or_else(|| today(view.now), Ok)?;
    federations::list(view.db, after, limit)?.into_iter().map(|row| seen(row, day)).collect()
}

/// What was said of it before, each with the moment from which something else was said.
pub fn list_federation_revisions(
    view: &mut View<'_>,
    code: &str,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<(FederationSeen, Instant)>> {
    if federations::find(view.db, code)?.is_none() {
        return Err(Error::not_found("federation", code));
    }
    federations::revisions(view.db, code, after, limit)?
        .into_iter()
        .map(|(row, replaced_at)| {
            let replaced_at = Instant::from_unix_micros(replaced_at)?;
            Ok((seen(row, today(replaced_at)?)?, replaced_at))
        })
        .collect()
}

fn seen(row: FederationRow, day: Date) -> Result<FederationSeen> {
    let (former, suspensions) = (row.former()?, row.suspensions()?);
    let name = on(day, former.names.iter().map(|former| (former.days.into(), &former.name)), &row.name).clone();
    let place = |zone: &FormerZone| (zone.days.into(), (zone.continent.clone(), zone.zone.clone()));
    let zones: Vec<(Span, _)> = former.zones.iter().map(place).collect();
    let present = (row.continent.clone(), row.zone.clone());
    let (continent, zone) = on(day, zones.iter().map(|(span, place)| (*span, place)), &present).clone();
    let standing = row.affiliation()?.standing(day);
    Ok(FederationSeen { former, suspensions, on: day, name, continent, zone, standing, row })
}

/// The registry belongs to no place: its days are those of UTC.
fn today(now: Instant) -> Result<Date> {
    Ok(Zone::named("UTC")?.date(now))
}

//! What is known of persons beside their row: names, federations before, identifiers elsewhere; and merging two.

use std::collections::BTreeMap;

use diesel::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::persons::{PersonRow, name_key};
use super::schema::{documents, match_players, person_federations, person_names, person_refs, persons, roster, teams};
use super::{Db, Result};
use crate::domain::person::{Together, fold};

/// The system of FIDE's own identifiers.
pub const FIDE: &str = "fide";

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = person_names)]
pub struct NameRow {
    pub person_id: String,
    pub ordinal: i32,
    pub kind: String,
    pub name: String,
    pub name_key: String,
    pub name_fold: String,
    pub until_on: Option<String>,
}

/// A federation that a person is or was of.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = person_federations)]
pub struct MembershipRow {
    pub person_id: String,
    pub ordinal: i32,
    pub federation: String,
    pub from_on: Option<String>,
    pub to_on: Option<String>,
    pub basis: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = person_refs)]
pub struct RefRow {
    pub system: String,
    pub value: String,
    pub person_id: String,
}

/// A name beside the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherName {
    /// `former`, `as_written` or `transliteration`.
    pub kind: String,
    pub name: String,
    pub until: Option<String>,
}

/// All that is known of a person beside the row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonFacts {
    pub names: Vec<OtherName>,
    /// By time; the last one is the present one. Empty where nothing but the present federation is known.
    pub memberships: Vec<MembershipRow>,
    /// System and value.
    pub refs: Vec<(String, String)>,
}

pub fn name_fold(name: &str) -> String {
    fold(name.to_lowercase().nfkd())
}

/// In the order of the ids.
pub fn of_persons(db: &mut Db, ids: &[&str]) -> Result<Vec<PersonFacts>> {
    let mut all = vec![PersonFacts::default(); ids.len()];
    let place = |id: &str| ids.iter().position(|other| *other == id);
    let names: Vec<NameRow> = person_names::table
        .filter(person_names::person_id.eq_any(ids))
        .filter(person_names::kind.ne("present"))
        .order((person_names::person_id.asc(), person_names::ordinal.asc()))
        .load(db)?;
    for row in names {
        if let Some(place) = place(&row.person_id) {
            all[place].names.push(OtherName { kind: row.kind, name: row.name, until: row.until_on });
        }
    }
    let memberships: Vec<MembershipRow> = person_federations::table
        .filter(person_federations::person_id.eq_any(ids))
        .order((person_federations::person_id.asc(), person_federations::ordinal.asc()))
        .load(db)?;
    for row in memberships {
        if let Some(place) = place(&row.person_id) {
            all[place].memberships.push(row);
        }
    }
    let refs: Vec<RefRow> = person_refs::table
        .filter(person_refs::person_id.eq_any(ids))
        .order((person_refs::system.asc(), person_refs::value.asc()))
        .load(db)?;
    for row in refs {
        if let Some(place) = place(&row.person_id) {
            all[place].refs.push((row.system, row.value));
        }
    }
    Ok(all)
}

pub fn of(db: &mut Db, id: &str) -> Result<PersonFacts> {
    Ok(of_persons(db, &[id])?.pop().unwrap_or_default())
}

/// Stores the whole in the place of what was known before.
pub fn store(db: &mut Db, row: &PersonRow, facts: &PersonFacts) -> Result<()> {
    forget(db, &row.id)?;
    let present = OtherName { kind: "present".to_owned(), name: row.name.clone(), until: None };
    for (ordinal, name) in (0..).zip([&present].into_iter().chain(&facts.names)) {
        let row = NameRow {
            person_id: row.id.clone(),
            ordinal,
            kind: name.kind.clone(),
            name: name.name.clone(),
            name_key: name_key(&name.name),
            name_fold: name_fold(&name.name),
            until_on: name.until.clone(),
        };
        diesel::insert_into(person_names::table).values(&row).execute(db)?;
    }
    for (ordinal, membership) in (1..).zip(&facts.memberships) {
        let membership = MembershipRow { person_id: row.id.clone(), ordinal, ..membership.clone() };
        diesel::insert_into(person_federations::table).values(&membership).execute(db)?;
    }
    for (system, value) in &facts.refs {
        let known = RefRow { system: system.clone(), value: value.clone(), person_id: row.id.clone() };
        diesel::insert_into(person_refs::table).values(&known).execute(db)?;
    }
    Ok(())
}

fn forget(db: &mut Db, id: &str) -> Result<()> {
    diesel::delete(person_names::table.filter(person_names::person_id.eq(id))).execute(db)?;
    diesel::delete(person_federations::table.filter(person_federations::person_id.eq(id))).execute(db)?;
    diesel::delete(person_refs::table.filter(person_refs::person_id.eq(id))).execute(db)?;
    Ok(())
}

/// The person known by that identifier in another system.
pub fn by_ref(db: &mut Db, system: &str, value: &str) -> Result<Option<String>> {
    Ok(person_refs::table.find((system, value)).select(person_refs::person_id).first(db).optional()?)
}

/// The identifiers in one system, by person; of several the least.
pub fn refs_of(db: &mut Db, system: &str, ids: &[&str]) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> = person_refs::table
        .filter(person_refs::system.eq(system))
        .filter(person_refs::person_id.eq_any(ids))
        .order(person_refs::value.desc())
        .select((person_refs::person_id, person_refs::value))
        .load(db)?;
    Ok(rows.into_iter().collect())
}

/// Persons of the registry, one of whose names has the same letters when folded.
pub fn spelled_like(db: &mut Db, name: &str, limit: i64) -> Result<Vec<String>> {
    let folded = name_fold(name);
    if folded.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = person_names::table
        .inner_join(persons::table.on(persons::id.eq(person_names::person_id)))
        .filter(person_names::name_fold.like(format!("%{folded}%")))
        .filter(persons::championship_id.is_null())
        .filter(persons::merged_into.is_null())
        .select(person_names::person_id)
        .distinct()
        .order(person_names::person_id.asc())
        .limit(limit)
        .load(db)?;
    Ok(ids)
}

/// Where both stand or play.
pub fn together(db: &mut Db, one: &str, other: &str) -> Result<Together> {
    let championships = |db: &mut Db, person: &str| -> Result<Vec<String>> {
        Ok(roster::table.filter(roster::person_id.eq(person)).select(roster::championship_id).load(db)?)
    };
    let matches = |db: &mut Db, person: &str| -> Result<Vec<String>> {
        Ok(match_players::table.filter(match_players::person_id.eq(person)).select(match_players::match_id).load(db)?)
    };
    let shared = |one: Vec<String>, other: Vec<String>| one.into_iter().filter(|id| other.contains(id)).collect();
    Ok(Together {
        rosters: shared(championships(db, one)?, championships(db, other)?),
        matches: shared(matches(db, one)?, matches(db, other)?),
    })
}

/// The papers of the other are the survivor's, but for those of which the survivor has one of the same kind.
fn take_papers(db: &mut Db, one: &str, survivor: &str) -> Result<()> {
    let of = |db: &mut Db, person: &str| -> Result<Vec<(String, String, String)>> {
        let own = documents::table.filter(documents::person_id.eq(person));
        Ok(own.select((documents::id, documents::championship_id, documents::kind)).load(db)?)
    };
    let held = of(db, survivor)?;
    let same = |place: &str, kind: &str| held.iter().any(|(_, other, of_kind)| other == place && of_kind == kind);
    let mut papers = of(db, one)?;
    papers.retain(|(_, place, kind)| !same(place, kind));
    let ids: Vec<&str> = papers.iter().map(|(id, ..)| id.as_str()).collect();
    diesel::update(documents::table.filter(documents::id.eq_any(ids)))
        .set(documents::person_id.eq(survivor))
        .execute(db)?;
    Ok(())
}

/// Puts the survivor in the place of the other on rosters and in matches: the teams changed, with their new versions.
pub fn take_places(db: &mut Db, one: &str, survivor: &str) -> Result<Vec<(String, i64)>> {
    let ids: Vec<String> = roster::table.filter(roster::person_id.eq(one)).select(roster::team_id).load(db)?;
    diesel::update(roster::table.filter(roster::person_id.eq(one))).set(roster::person_id.eq(survivor)).execute(db)?;
    diesel::update(match_players::table.filter(match_players::person_id.eq(one)))
        .set(match_players::person_id.eq(survivor))
        .execute(db)?;
    take_papers(db, one, survivor)?;
    // Who was merged into the one before is now merged into the survivor.
    diesel::update(persons::table.filter(persons::merged_into.eq(one)))
        .set((persons::merged_into.eq(survivor), persons::version.eq(persons::version + 1)))
        .execute(db)?;
    diesel::update(teams::table.filter(teams::id.eq_any(&ids)))
        .set(teams::version.eq(teams::version + 1))
        .execute(db)?;
    Ok(teams::table.filter(teams::id.eq_any(&ids)).select((teams::id, teams::version)).load(db)?)
}

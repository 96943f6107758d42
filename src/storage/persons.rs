//! Persons.

use diesel::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::schema::{person_names, person_refs, persons, roster};
use super::{Db, Result};

/// A person as stored; the name byte for byte as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = persons, treat_none_as_null = true)]
pub struct PersonRow {
    pub id: String,
    /// The sandbox championship that the person belongs to.
    pub championship_id: Option<String>,
    pub name: String,
    /// What a search compares: see [`name_key`].
    pub name_key: String,
    pub federation: String,
    pub birth_date: Option<String>,
    pub created_at: i64,
    pub version: i64,
    /// The person of whom this is a second record.
    pub merged_into: Option<String>,
}

/// Which persons a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonFilter {
    /// Those of a sandbox championship; `None`: those of the registry.
    pub championship: Option<String>,
    /// `None`: of every federation.
    pub federations: Option<Vec<String>>,
    /// A part of the name, or of another spelling.
    pub name: Option<String>,
    /// System and identifier.
    pub by_ref: Option<(String, String)>,
}

/// A name without the differences of letter case and of Unicode composition.
pub fn name_key(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

pub fn find(db: &mut Db, id: &str) -> Result<Option<PersonRow>> {
    Ok(persons::table.find(id).first(db).optional()?)
}

pub fn find_all(db: &mut Db, ids: &[String]) -> Result<Vec<PersonRow>> {
    Ok(persons::table.filter(persons::id.eq_any(ids)).load(db)?)
}

pub fn insert(db: &mut Db, row: &PersonRow) -> Result<()> {
    diesel::insert_into(persons::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &PersonRow) -> Result<()> {
    diesel::update(persons::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// The championships on whose rosters the person stands.
pub fn championships_of(db: &mut Db, id: &str) -> Result<Vec<String>> {
    Ok(roster::table.filter(roster::person_id.eq(id)).select(roster::championship_id).load(db)?)
}

/// By id, after an id.
pub fn list(db: &mut Db, filter: &PersonFilter, after: Option<&str>, limit: i64) -> Result<Vec<PersonRow>> {
    let mut query =
        persons::table.filter(persons::merged_into.is_null()).order(persons::id.asc()).limit(limit).into_boxed();
    query = match &filter.championship {
        Some(championship) => query.filter(persons::championship_id.eq(championship.clone())),
        None => query.filter(persons::championship_id.is_null()),
    };
    if let Some(federations) = &filter.federations {
        query = query.filter(persons::federation.eq_any(federations.clone()));
    }
    if let Some(part) = &filter.name {
        let part = name_key(part).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let part = format!("%{part}%");
        let spelled = person_names::table
            .filter(person_names::name_key.like(part.clone()).escape('\\'))
            .select(person_names::person_id);
        query = query.filter(persons::name_key.like(part).escape('\\').or(persons::id.eq_any(spelled)));
    }
    if let Some((system, value)) = &filter.by_ref {
        let known = person_refs::table
            .filter(person_refs::system.eq(system.clone()))
            .filter(person_refs::value.eq(value.clone()))
            .select(person_refs::person_id);
        query = query.filter(persons::id.eq_any(known));
    }
    if let Some(id) = after {
        query = query.filter(persons::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

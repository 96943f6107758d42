//! Documents of players, their contents, and who read them.

use diesel::prelude::*;

use super::schema::{document_contents, document_readings, documents};
use super::{Db, Result};
use crate::domain::ids::ChampionshipId;

/// What is kept of a document for ever; the content is kept while the state is `present`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = documents, treat_none_as_null = true)]
pub struct DocumentRow {
    pub id: String,
    pub championship_id: String,
    pub federation: String,
    pub person_id: String,
    /// A key of the regulations' list.
    pub kind: String,
    pub media_type: String,
    pub size: i64,
    /// SHA-256 in hexadecimal digits.
    pub digest: String,
    pub state: String,
    pub uploaded_by: String,
    pub uploaded_at: i64,
    pub ended_at: Option<i64>,
    pub version: i64,
}

/// One handing out of a content.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = document_readings)]
pub struct ReadingRow {
    pub id: String,
    pub document_id: String,
    pub account_id: String,
    pub role: String,
    pub read_at: i64,
}

pub const PRESENT: &str = "present";

pub fn find(db: &mut Db, id: &str) -> Result<Option<DocumentRow>> {
    Ok(documents::table.find(id).first(db).optional()?)
}

pub fn content(db: &mut Db, id: &str) -> Result<Option<Vec<u8>>> {
    Ok(document_contents::table.find(id).select(document_contents::content).first(db).optional()?)
}

/// The one that is there of that kind for that person.
pub fn present_one(
    db: &mut Db,
    championship: &ChampionshipId,
    person: &str,
    kind: &str,
) -> Result<Option<DocumentRow>> {
    Ok(documents::table
        .filter(documents::championship_id.eq(championship.as_str()))
        .filter(documents::person_id.eq(person))
        .filter(documents::kind.eq(kind))
        .filter(documents::state.eq(PRESENT))
        .first(db)
        .optional()?)
}

/// Person and kind of every document that is there for these persons.
pub fn present(db: &mut Db, championship: &ChampionshipId, persons: &[String]) -> Result<Vec<(String, String)>> {
    Ok(documents::table
        .filter(documents::championship_id.eq(championship.as_str()))
        .filter(documents::person_id.eq_any(persons))
        .filter(documents::state.eq(PRESENT))
        .order((documents::person_id.asc(), documents::kind.asc()))
        .select((documents::person_id, documents::kind))
        .load(db)?)
}

/// The bytes that are there of one entry.
pub fn held(db: &mut Db, championship: &ChampionshipId, federation: &str) -> Result<i64> {
    let sizes: Vec<i64> = documents::table
        .filter(documents::championship_id.eq(championship.as_str()))
        .filter(documents::federation.eq(federation))
        .filter(documents::state.eq(PRESENT))
        .select(documents::size)
        .load(db)?;
    Ok(sizes.iter().sum())
}

pub fn insert(db: &mut Db, row: &DocumentRow, content: &[u8]) -> Result<()> {
    diesel::insert_into(documents::table).values(row).execute(db)?;
    diesel::insert_into(document_contents::table)
        .values((document_contents::document_id.eq(&row.id), document_contents::content.eq(content)))
        .execute(db)?;
    Ok(())
}

/// The content goes; the row says since when and why.
pub fn end(db: &mut Db, row: &DocumentRow) -> Result<()> {
    diesel::delete(document_contents::table.find(&row.id)).execute(db)?;
    diesel::update(documents::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// Of one entry, by id, after an id; of one person, if one is named.
pub fn list(
    db: &mut Db,
    championship: &ChampionshipId,
    federation: &str,
    person: Option<&str>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DocumentRow>> {
    let mut query = documents::table
        .filter(documents::championship_id.eq(championship.to_string()))
        .filter(documents::federation.eq(federation.to_owned()))
        .order(documents::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(person) = person {
        query = query.filter(documents::person_id.eq(person.to_owned()));
    }
    if let Some(id) = after {
        query = query.filter(documents::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

pub fn add_reading(db: &mut Db, row: &ReadingRow) -> Result<()> {
    diesel::insert_into(document_readings::table).values(row).execute(db)?;
    Ok(())
}

/// Of one document, in the order of time, after an id.
pub fn readings(db: &mut Db, document: &str, after: Option<&str>, limit: i64) -> Result<Vec<ReadingRow>> {
    let mut query = document_readings::table
        .filter(document_readings::document_id.eq(document.to_owned()))
        .order(document_readings::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(id) = after {
        query = query.filter(document_readings::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

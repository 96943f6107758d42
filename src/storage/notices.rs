//! Notices: who was sent a copy of what, and whether it was acknowledged.

use diesel::prelude::*;

use super::schema::notices;
use super::{Db, Result};
use crate::domain::notice::FEDERATION;

/// A notice as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = notices, treat_none_as_null = true)]
pub struct NoticeRow {
    pub id: String,
    pub championship_id: String,
    /// `invitation`, `preliminary_entry` …
    pub kind: String,
    /// The office that receives it: `fide_president`, `fide_vice_president:2.1` (of a zone), `federation` …
    pub recipient: String,
    /// The federation that receives it, or that it is about.
    pub federation: Option<String>,
    pub subject_id: String,
    pub issued_at: i64,
    pub acknowledged_at: Option<i64>,
    /// The account.
    pub acknowledged_by: Option<String>,
    pub version: i64,
}

pub fn find(db: &mut Db, id: &str) -> Result<Option<NoticeRow>> {
    Ok(notices::table.find(id).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &NoticeRow) -> Result<()> {
    diesel::insert_into(notices::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &NoticeRow) -> Result<()> {
    diesel::update(notices::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// Which notices a list shows; an absent part filters nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub kind: Option<String>,
    /// Only what goes to these federations, or to these offices.
    pub to: Option<(Vec<String>, Vec<String>)>,
}

/// Of a championship, by id, after an id.
pub fn list(
    db: &mut Db,
    championship: &str,
    filter: &Filter,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<NoticeRow>> {
    let mut query = notices::table
        .filter(notices::championship_id.eq(championship.to_owned()))
        .order(notices::id.asc())
        .limit(limit)
        .into_boxed();
    if let Some(kind) = &filter.kind {
        query = query.filter(notices::kind.eq(kind.clone()));
    }
    if let Some((federations, offices)) = &filter.to {
        let to_federation =
            notices::recipient.eq(FEDERATION).and(notices::federation.eq_any(federations.clone()).assume_not_null());
        query = query.filter(to_federation.or(notices::recipient.eq_any(offices.clone())));
    }
    if let Some(id) = after {
        query = query.filter(notices::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// The federations that were told of a subject.
pub fn federations_told(db: &mut Db, championship: &str, kind: &str) -> Result<Vec<String>> {
    let told: Vec<Option<String>> = notices::table
        .filter(notices::championship_id.eq(championship.to_owned()))
        .filter(notices::kind.eq(kind.to_owned()))
        .filter(notices::recipient.eq(FEDERATION))
        .order(notices::federation.asc())
        .select(notices::federation)
        .load(db)?;
    Ok(told.into_iter().flatten().collect())
}

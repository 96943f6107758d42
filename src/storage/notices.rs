//! Notices: who was sent a copy of what, and how far the delivery has come.

use diesel::prelude::*;

use super::schema::{notice_dispatches, notices};
use super::{Db, Result};
use crate::domain::notice::{FEDERATION, State};

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
    /// Why nobody receives it.
    pub undeliverable: Option<String>,
    pub fetched_at: Option<i64>,
    /// The account.
    pub fetched_by: Option<String>,
    pub acknowledged_at: Option<i64>,
    /// The account.
    pub acknowledged_by: Option<String>,
    pub version: i64,
}

impl NoticeRow {
    pub fn state(&self) -> State {
        State::of(self.undeliverable.is_some(), self.fetched_at.is_some(), self.acknowledged_at.is_some())
    }
}

/// A sending outside this system.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = notice_dispatches)]
pub struct DispatchRow {
    pub notice_id: String,
    /// 1 for the first.
    pub ordinal: i32,
    pub means: String,
    /// An ISO date.
    pub sent_on: String,
    pub recorded_at: i64,
    /// The account.
    pub recorded_by: Option<String>,
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

pub fn insert_dispatch(db: &mut Db, row: &DispatchRow) -> Result<()> {
    diesel::insert_into(notice_dispatches::table).values(row).execute(db)?;
    Ok(())
}

/// Of these notices, the first sending of each first.
pub fn dispatches(db: &mut Db, notices: &[&str]) -> Result<Vec<DispatchRow>> {
    Ok(notice_dispatches::table
        .filter(notice_dispatches::notice_id.eq_any(notices))
        .order((notice_dispatches::notice_id.asc(), notice_dispatches::ordinal.asc()))
        .load(db)?)
}

/// Which notices a list shows; an absent part filters nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub kind: Option<String>,
    /// An office, or `federation`.
    pub recipient: Option<String>,
    /// The federation that receives it.
    pub federation: Option<String>,
    pub state: Option<State>,
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
    if let Some(recipient) = &filter.recipient {
        query = query.filter(notices::recipient.eq(recipient.clone()));
    }
    if let Some(federation) = &filter.federation {
        query = query.filter(notices::federation.eq(federation.clone()));
    }
    if let Some(state) = filter.state {
        let unseen = notices::acknowledged_at.is_null().and(notices::fetched_at.is_null());
        query = match state {
            State::Acknowledged => query.filter(notices::acknowledged_at.is_not_null()),
            State::Fetched => query.filter(notices::acknowledged_at.is_null().and(notices::fetched_at.is_not_null())),
            State::Undeliverable => query.filter(unseen.and(notices::undeliverable.is_not_null())),
            State::Issued => query.filter(unseen.and(notices::undeliverable.is_null())),
        };
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

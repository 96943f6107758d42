//! Records as they were made, and their signatures.

use diesel::prelude::*;

use super::schema::{officials, record_signatures, records};
use super::{Db, Result};

/// A record as stored: the content is the bytes that the digest is of.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = records)]
pub struct RecordRow {
    pub id: String,
    pub championship_id: String,
    pub kind: String,
    /// The round, as group and number; for the championship its own id.
    pub subject: String,
    pub number: i32,
    pub content: String,
    pub digest: String,
    /// Of the part that does not tell who made it and when.
    pub facts_digest: String,
    pub made_by: String,
    pub made_at: i64,
    pub version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = record_signatures)]
pub struct SignatureRow {
    pub record_id: String,
    pub office: String,
    pub account_id: String,
    pub digest: String,
    pub signed_at: i64,
}

pub const ROUND: &str = "round";
pub const FINAL: &str = "final";

pub fn insert(db: &mut Db, row: &RecordRow) -> Result<()> {
    diesel::insert_into(records::table).values(row).execute(db)?;
    Ok(())
}

/// The newest of a subject.
pub fn newest(db: &mut Db, championship: &str, kind: &str, subject: &str) -> Result<Option<RecordRow>> {
    Ok(records::table
        .filter(records::championship_id.eq(championship))
        .filter(records::kind.eq(kind))
        .filter(records::subject.eq(subject))
        .order(records::number.desc())
        .first(db)
        .optional()?)
}

pub fn numbered(db: &mut Db, championship: &str, kind: &str, subject: &str, number: i32) -> Result<Option<RecordRow>> {
    Ok(records::table
        .filter(records::championship_id.eq(championship))
        .filter(records::kind.eq(kind))
        .filter(records::subject.eq(subject))
        .filter(records::number.eq(number))
        .first(db)
        .optional()?)
}

pub fn signatures(db: &mut Db, record: &str) -> Result<Vec<SignatureRow>> {
    Ok(record_signatures::table
        .filter(record_signatures::record_id.eq(record))
        .order((record_signatures::signed_at.asc(), record_signatures::office.asc()))
        .load(db)?)
}

/// Adds a signature and raises the record's version; the new one.
pub fn sign(db: &mut Db, row: &SignatureRow) -> Result<i64> {
    diesel::insert_into(record_signatures::table).values(row).execute(db)?;
    let of_record = records::table.find(&row.record_id);
    diesel::update(of_record).set(records::version.eq(records::version + 1_i64)).execute(db)?;
    Ok(records::table.find(&row.record_id).select(records::version).first(db)?)
}

/// The name under which an account held an office, the last one nominated.
pub fn name_of_official(db: &mut Db, championship: &str, office: &str, account: &str) -> Result<Option<String>> {
    Ok(officials::table
        .filter(officials::championship_id.eq(championship))
        .filter(officials::office.eq(office))
        .filter(officials::account_id.eq(account))
        .order(officials::id.desc())
        .select(officials::name)
        .first(db)
        .optional()?)
}

//! Signing keys, encrypted.

use diesel::prelude::*;

use super::schema::{signing_keys, streams};
use super::targets::REGISTRY;
use super::{Db, Result};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = signing_keys)]
pub struct SigningKeyRow {
    pub kid: String,
    pub secret: Vec<u8>,
    pub created_at: i64,
    pub retired_at: Option<i64>,
}

/// Serializes all who change keys, over all instances.
pub fn lock(db: &mut Db) -> Result<()> {
    diesel::update(streams::table.find(REGISTRY)).set(streams::seq.eq(streams::seq)).execute(db)?;
    Ok(())
}

pub fn insert(db: &mut Db, row: &SigningKeyRow) -> Result<()> {
    diesel::insert_into(signing_keys::table).values(row).execute(db)?;
    Ok(())
}

/// Keys in use, or retired after that moment; newest first.
pub fn published(db: &mut Db, retired_after: i64) -> Result<Vec<SigningKeyRow>> {
    Ok(signing_keys::table
        .filter(signing_keys::retired_at.is_null().or(signing_keys::retired_at.gt(retired_after)))
        .order((signing_keys::created_at.desc(), signing_keys::kid.asc()))
        .load(db)?)
}

pub fn retire_all(db: &mut Db, now: i64) -> Result<()> {
    diesel::update(signing_keys::table.filter(signing_keys::retired_at.is_null()))
        .set(signing_keys::retired_at.eq(now))
        .execute(db)?;
    Ok(())
}

/// Whether a key was ever made.
pub fn any(db: &mut Db) -> Result<bool> {
    Ok(signing_keys::table.count().get_result::<i64>(db)? > 0)
}

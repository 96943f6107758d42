//! Codes that activate an account or reset its password: kept as digests, good for one use.

use diesel::prelude::*;

use super::schema::account_codes;
use super::{Db, Result};

/// One code; `purpose` is activation or reset.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = account_codes)]
pub struct CodeRow {
    pub digest: Vec<u8>,
    pub account_id: String,
    pub purpose: String,
    pub expires_at: i64,
    pub used_at: Option<i64>,
}

pub fn insert(db: &mut Db, row: &CodeRow) -> Result<()> {
    diesel::insert_into(account_codes::table).values(row).execute(db)?;
    Ok(())
}

/// The code with that digest, if it can still be used.
pub fn find_usable(db: &mut Db, digest: &[u8], purpose: &str, now: i64) -> Result<Option<CodeRow>> {
    Ok(account_codes::table
        .find(digest)
        .filter(account_codes::purpose.eq(purpose))
        .filter(account_codes::used_at.is_null())
        .filter(account_codes::expires_at.gt(now))
        .first(db)
        .optional()?)
}

pub fn mark_used(db: &mut Db, digest: &[u8], now: i64) -> Result<()> {
    diesel::update(account_codes::table.find(digest)).set(account_codes::used_at.eq(now)).execute(db)?;
    Ok(())
}

/// Takes back what was given out and not used.
pub fn cancel_unused(db: &mut Db, account: &str) -> Result<()> {
    diesel::delete(
        account_codes::table.filter(account_codes::account_id.eq(account)).filter(account_codes::used_at.is_null()),
    )
    .execute(db)?;
    Ok(())
}

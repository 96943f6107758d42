//! Refresh tokens: kept as digests, in families that begin with a sign-in.

use diesel::prelude::*;

use super::schema::refresh_tokens;
use super::{Db, Result};

/// One refresh token. Replaced once it was used; revoked with its whole family.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = refresh_tokens)]
pub struct RefreshTokenRow {
    pub digest: Vec<u8>,
    pub family: String,
    pub account_id: String,
    pub client_id: String,
    pub issued_at: i64,
    pub expires_at: i64,
    pub replaced_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

pub fn find(db: &mut Db, digest: &[u8]) -> Result<Option<RefreshTokenRow>> {
    Ok(refresh_tokens::table.find(digest).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &RefreshTokenRow) -> Result<()> {
    diesel::insert_into(refresh_tokens::table).values(row).execute(db)?;
    Ok(())
}

pub fn mark_replaced(db: &mut Db, digest: &[u8], now: i64) -> Result<()> {
    diesel::update(refresh_tokens::table.find(digest)).set(refresh_tokens::replaced_at.eq(now)).execute(db)?;
    Ok(())
}

pub fn revoke_family(db: &mut Db, family: &str, now: i64) -> Result<()> {
    diesel::update(
        refresh_tokens::table.filter(refresh_tokens::family.eq(family)).filter(refresh_tokens::revoked_at.is_null()),
    )
    .set(refresh_tokens::revoked_at.eq(now))
    .execute(db)?;
    Ok(())
}

pub fn revoke_all(db: &mut Db, account: &str, now: i64) -> Result<()> {
    diesel::update(
        refresh_tokens::table
            .filter(refresh_tokens::account_id.eq(account))
            .filter(refresh_tokens::revoked_at.is_null()),
    )
    .set(refresh_tokens::revoked_at.eq(now))
    .execute(db)?;
    Ok(())
}

/// Removes tokens of the account that expired long enough ago to be of no use to anybody.
pub fn remove_expired(db: &mut Db, account: &str, before: i64) -> Result<()> {
    diesel::delete(
        refresh_tokens::table
            .filter(refresh_tokens::account_id.eq(account))
            .filter(refresh_tokens::expires_at.lt(before)),
    )
    .execute(db)?;
    Ok(())
}

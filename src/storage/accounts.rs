//! Accounts.

use diesel::prelude::*;

use super::schema::accounts;
use super::{Db, Result};
use crate::domain::ids::AccountId;

/// An account as stored; `state` is invited, active or disabled.
#[derive(Debug, Clone, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = accounts, treat_none_as_null = true)]
pub struct AccountRow {
    pub id: String,
    pub login: String,
    pub name: String,
    pub state: String,
    pub admin: bool,
    pub password: Option<String>,
    pub token_version: i64,
    pub created_at: i64,
    pub version: i64,
}

pub fn find(db: &mut Db, id: &AccountId) -> Result<Option<AccountRow>> {
    Ok(accounts::table.find(id.as_str()).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &AccountRow) -> Result<()> {
    diesel::insert_into(accounts::table).values(row).execute(db)?;
    Ok(())
}

/// Whether there is an administrator, or an invited one.
pub fn any_admin(db: &mut Db) -> Result<bool> {
    let admins = accounts::table.filter(accounts::admin.eq(true)).filter(accounts::state.ne("disabled"));
    Ok(admins.count().get_result::<i64>(db)? > 0)
}

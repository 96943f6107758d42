//! Accounts.

use diesel::prelude::*;

use super::schema::accounts;
use super::{Db, Error, Result};
use crate::domain::ids::AccountId;

/// An account as stored; `state` is invited, active or disabled.
#[derive(Clone, Queryable, Insertable, AsChangeset)]
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

impl std::fmt::Debug for AccountRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AccountRow({}, {})", self.id, self.state)
    }
}

impl AccountRow {
    pub fn account_id(&self) -> Result<AccountId> {
        super::targets::id(self.id.clone(), "accounts", "id")
    }
}

pub fn find(db: &mut Db, id: &AccountId) -> Result<Option<AccountRow>> {
    Ok(accounts::table.find(id.as_str()).first(db).optional()?)
}

pub fn find_by_login(db: &mut Db, login: &str) -> Result<Option<AccountRow>> {
    Ok(accounts::table.filter(accounts::login.eq(login)).first(db).optional()?)
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

/// False if another account has the login.
pub fn insert_new(db: &mut Db, row: &AccountRow) -> Result<bool> {
    if find_by_login(db, &row.login)?.is_some() {
        return Ok(false);
    }
    match insert(db, row) {
        Err(Error::Constraint(_)) => Ok(false),
        other => other.map(|()| true),
    }
}

pub fn update(db: &mut Db, row: &AccountRow) -> Result<()> {
    diesel::update(accounts::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

/// Serializes all who give out or revoke tokens of one account.
pub fn lock(db: &mut Db, id: &str) -> Result<()> {
    diesel::update(accounts::table.find(id)).set(accounts::version.eq(accounts::version)).execute(db)?;
    Ok(())
}

/// By id, after an id; all, or the one with that login.
pub fn list(db: &mut Db, login: Option<&str>, after: Option<&str>, limit: i64) -> Result<Vec<AccountRow>> {
    let mut query = accounts::table.order(accounts::id.asc()).limit(limit).into_boxed();
    if let Some(login) = login {
        query = query.filter(accounts::login.eq(login.to_owned()));
    }
    if let Some(id) = after {
        query = query.filter(accounts::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// Whether another account is an active administrator's.
pub fn any_other_active_admin(db: &mut Db, than: &str) -> Result<bool> {
    let others = accounts::table.filter(accounts::admin.eq(true)).filter(accounts::id.ne(than));
    Ok(others.filter(accounts::state.eq("active")).count().get_result::<i64>(db)? > 0)
}

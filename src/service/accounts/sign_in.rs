//! Signing in and refreshing, outside the desk and unjournalled: each in one short transaction.

use std::collections::BTreeSet;

use crate::domain::account::State;
use crate::domain::calendar::Instant;
use crate::secrets::one_time::OpaqueToken;
use crate::secrets::password;
use crate::service::accounts::AccountRow;
use crate::service::accounts::attempts::Attempts;
use crate::service::desk::Desk;
use crate::service::error::Result;
use crate::storage::refresh_tokens::{self, RefreshTokenRow};
use crate::storage::{Db, accounts, appointments};

const MICROS: i64 = 1_000_000;

/// A refresh token counts for 30 days from its issue.
pub const REFRESH_SECONDS: i64 = 30 * 86_400;

/// So long after it was replaced, a refresh token still gets another pair: its first answer may have been lost.
pub const GRACE_SECONDS: i64 = 60;

/// What a client gets: who it now speaks for, and how it goes on.
pub struct Grant {
    pub account: String,
    pub token_version: i64,
    pub roles: Vec<String>,
    pub refresh_token: String,
    pub issued_at: Instant,
}

/// Signs in with login and password. `None`: they do not fit, and nothing says which of them.
pub fn with_password(desk: &Desk, address: &str, client: &str, login: &str, password: &str) -> Result<Option<Grant>> {
    let login = login.to_ascii_lowercase();
    let attempts = Attempts::on_account(desk, address, &login);
    attempts.allowed()?;
    let account = {
        let _pass = desk.gate.enter();
        // Again: while this call waited, those before it may have failed.
        attempts.allowed()?;
        let account = accounts::find_by_login(&mut *desk.pool.get()?, &login)?;
        let hash = account.as_ref().and_then(|account| account.password.clone());
        let fits = password::verify(password, &hash.unwrap_or_else(password::dummy_hash));
        match account.filter(|account| fits && account.password.is_some() && is_active(account)) {
            Some(account) => account,
            None => {
                attempts.failed()?;
                return Ok(None);
            }
        }
    };
    attempts.succeeded()?;
    let id = account.account_id()?;
    desk.pool.get()?.writing(|db| {
        accounts::lock(db, &account.id)?;
        let now = desk.clock.now();
        let Some(present) = accounts::find(db, &id)? else { return Ok(None) };
        if present.password != account.password || !is_active(&present) {
            return Ok(None);
        }
        refresh_tokens::remove_expired(db, &present.id, now.unix_micros())?;
        let family = desk.entropy.uuid(now).simple().to_string();
        grant(desk, db, present, family, client, now).map(Some)
    })
}

/// Exchanges a refresh token for a new pair. `None`: it does not count any more; one that was used before takes its
/// whole family with it, for then somebody else has it too.
pub fn with_refresh_token(desk: &Desk, client: &str, token: &str) -> Result<Option<Grant>> {
    let Some(token) = OpaqueToken::parse(token) else { return Ok(None) };
    let digest = token.digest();
    desk.pool.get()?.writing(|db| {
        let Some(seen) = refresh_tokens::find(db, &digest)? else { return Ok(None) };
        accounts::lock(db, &seen.account_id)?;
        let now = desk.clock.now();
        let micros = now.unix_micros();
        let usable =
            |row: &RefreshTokenRow| row.client_id == client && row.revoked_at.is_none() && row.expires_at > micros;
        let Some(row) = refresh_tokens::find(db, &digest)?.filter(usable) else { return Ok(None) };
        match row.replaced_at {
            None => refresh_tokens::mark_replaced(db, &digest, micros)?,
            Some(replaced_at) if micros - replaced_at <= GRACE_SECONDS * MICROS => {}
            Some(_) => {
                refresh_tokens::revoke_family(db, &row.family, micros)?;
                return Ok(None);
            }
        }
        let id = crate::storage::targets::id(row.account_id, "refresh_tokens", "account_id")?;
        let Some(account) = accounts::find(db, &id)?.filter(is_active) else { return Ok(None) };
        grant(desk, db, account, row.family, client, now).map(Some)
    })
}

fn grant(desk: &Desk, db: &mut Db, account: AccountRow, family: String, client: &str, now: Instant) -> Result<Grant> {
    let token = OpaqueToken::generate(&mut |bytes| desk.entropy.fill(bytes));
    refresh_tokens::insert(
        db,
        &RefreshTokenRow {
            digest: token.digest().to_vec(),
            family,
            account_id: account.id.clone(),
            client_id: client.to_owned(),
            issued_at: now.unix_micros(),
            expires_at: now.unix_micros() + REFRESH_SECONDS * MICROS,
            replaced_at: None,
            revoked_at: None,
        },
    )?;
    let held = appointments::in_force(db, &account.account_id()?, now)?;
    let admin = account.admin.then_some("admin");
    let roles: BTreeSet<&str> = held.iter().map(|held| held.role.in_token()).chain(admin).collect();
    Ok(Grant {
        account: account.id,
        token_version: account.token_version,
        roles: roles.into_iter().map(str::to_owned).collect(),
        refresh_token: token.reveal(),
        issued_at: now,
    })
}

fn is_active(account: &AccountRow) -> bool {
    State::from_code(&account.state) == Some(State::Active)
}

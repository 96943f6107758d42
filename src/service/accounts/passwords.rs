//! Passwords: set with a code, changed with the one before. Each is hashed before the transaction begins, and no
//! password is ever stored, remembered or logged.

use serde_json::json;

use super::{AccountRow, Purpose, get_own_account, state};
use crate::access::Action;
use crate::domain::account::State;
use crate::domain::violation::{Rule, Violation};
use crate::secrets::one_time::OneTimeCode;
use crate::secrets::password;
use crate::service::accounts::attempts::Attempts;
use crate::service::call::{Answer, Call};
use crate::service::desk::{Change, Desk, Target, Tx};
use crate::service::error::{Denial, Error, Result};
use crate::storage::{account_codes, accounts, refresh_tokens};

/// A password that is ready to be set on the account of a code.
pub struct Redemption {
    digest: [u8; 32],
    hash: String,
}

/// Checks the code before anything is computed, and hashes the password.
pub fn prepare_redemption(
    desk: &Desk,
    address: &str,
    purpose: Purpose,
    code: &str,
    new_password: &str,
) -> Result<Redemption> {
    check(new_password, "/password")?;
    let attempts = Attempts::from(desk, address);
    attempts.allowed()?;
    let now = desk.clock.now().unix_micros();
    let digest = match OneTimeCode::parse(code) {
        None => None,
        Some(code) => {
            let digest = code.digest();
            account_codes::find_usable(&mut *desk.pool.get()?, &digest, purpose.code(), now)?.map(|_| digest)
        }
    };
    let Some(digest) = digest else {
        attempts.failed()?;
        return Err(bad_code());
    };
    let _pass = desk.gate.enter();
    Ok(Redemption { digest, hash: password::hash(new_password, desk.entropy.bytes()) })
}

/// Makes an invited account active.
pub fn activate_account(tx: &mut Tx<'_>, redemption: Redemption) -> Result<AccountRow> {
    redeem(tx, redemption, Purpose::Activation, State::Invited)
}

/// Sets another password; every token of the account is revoked.
pub fn reset_password(tx: &mut Tx<'_>, redemption: Redemption) -> Result<AccountRow> {
    redeem(tx, redemption, Purpose::Reset, State::Active)
}

fn redeem(tx: &mut Tx<'_>, redemption: Redemption, purpose: Purpose, from: State) -> Result<AccountRow> {
    let now = tx.recorded_at.unix_micros();
    let code = account_codes::find_usable(tx.db, &redemption.digest, purpose.code(), now)?.ok_or_else(bad_code)?;
    let id = crate::storage::targets::id(code.account_id, "account_codes", "account_id")?;
    let account = accounts::find(tx.db, &id)?.ok_or_else(bad_code)?;
    if state(&account)? != from {
        return Err(bad_code());
    }
    account_codes::mark_used(tx.db, &redemption.digest, now)?;
    set(tx, account, redemption.hash)
}

/// A password that is ready to take the place of another.
pub struct Replacement {
    before: String,
    hash: String,
}

/// Verifies the present password and hashes the new one.
pub fn prepare_replacement(
    desk: &Desk,
    call: &Call,
    address: &str,
    present: &str,
    new_password: &str,
) -> Result<Replacement> {
    let mut own = None;
    let may = Box::new(|view: &mut crate::service::desk::View<'_>| {
        own = Some(get_own_account(view)?.0);
        Answer::ok(&())
    });
    desk.read(call, Action::ChangePassword, &Target::Registry, may)?;
    let account = own.ok_or_else(|| Error::Internal("the account was not read".to_owned()))?;
    check(new_password, "/new")?;
    let attempts = Attempts::on_account(desk, address, &account.login);
    attempts.allowed()?;
    let _pass = desk.gate.enter();
    attempts.allowed()?;
    let before = account.password.unwrap_or_else(password::dummy_hash);
    if !password::verify(present, &before) {
        attempts.failed()?;
        return Err(Violation::new(Rule::InvalidValue, "this is not the present password").at("/current").into());
    }
    attempts.succeeded()?;
    Ok(Replacement { before, hash: password::hash(new_password, desk.entropy.bytes()) })
}

/// Sets another password; every token of the account is revoked, also the one that asked.
pub fn change_password(tx: &mut Tx<'_>, replacement: Replacement) -> Result<AccountRow> {
    let id = tx.actor.account().cloned().ok_or(Error::Denied(Denial::TokenMissing))?;
    let account = super::find(tx, &id)?;
    if account.password.as_ref() != Some(&replacement.before) {
        return Err(Error::Denied(Denial::TokenBad("token_revoked")));
    }
    set(tx, account, replacement.hash)
}

fn set(tx: &mut Tx<'_>, mut account: AccountRow, hash: String) -> Result<AccountRow> {
    account.password = Some(hash);
    account.state = State::Active.code().to_owned();
    account.token_version += 1;
    account.version += 1;
    accounts::update(tx.db, &account)?;
    refresh_tokens::revoke_all(tx.db, &account.id, tx.recorded_at.unix_micros())?;
    account_codes::cancel_unused(tx.db, &account.id)?;
    tx.changed("account", &account.id, account.version, Change::Updated);
    tx.note(json!({"account": account.id}));
    Ok(account)
}

fn check(new_password: &str, pointer: &str) -> Result<()> {
    password::check(new_password)
        .map_err(|refusal| Violation::new(Rule::InvalidValue, refusal.to_string()).at(pointer).into())
}

fn bad_code() -> Error {
    Violation::new(Rule::InvalidValue, "the code is unknown, expired, or was used").at("/code").into()
}

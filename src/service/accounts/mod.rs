//! Accounts: invited by a code, made active with a password, disabled at once.

pub mod attempts;
pub mod passwords;
pub mod sign_in;

use serde_json::json;

use crate::access::Action;
use crate::domain::account::{State, login};
use crate::domain::calendar::Instant;
use crate::domain::ids::AccountId;
use crate::secrets::one_time::OneTimeCode;
use crate::service::call::{Answer, Call};
use crate::service::desk::{Change, Desk, Target, Tx, View};
use crate::service::error::{Denial, Error, Result};
use crate::storage::account_codes::{self, CodeRow};
pub use crate::storage::accounts::AccountRow;
use crate::storage::{self, accounts, appointments, refresh_tokens};

/// A code counts for a week.
const CODE_MINUTES: u32 = 7 * 24 * 60;

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Activation,
    Reset,
}

impl Purpose {
    pub fn code(self) -> &'static str {
        match self {
            Purpose::Activation => "activation",
            Purpose::Reset => "reset",
        }
    }
}

/// An account and the code that was made for it.
pub struct Issued {
    pub account: AccountRow,
    pub purpose: Purpose,
    /// Shown this one time; absent in a dry run, which makes none.
    pub code: Option<String>,
    pub expires_at: Instant,
}

/// Whom to invite.
pub struct Newcomer {
    pub login: String,
    pub name: String,
    pub admin: bool,
}

/// What an administrator changes; an absent part stays.
#[derive(Default)]
pub struct Changes {
    pub name: Option<String>,
    pub enabled: Option<bool>,
    pub admin: Option<bool>,
}

pub fn invite_account(tx: &mut Tx<'_>, newcomer: Newcomer) -> Result<Issued> {
    if newcomer.admin && !tx.actor.is_admin() {
        return Err(Error::Denied(Denial::NotAllowed {
            article: None,
            code: "role_not_allowed",
            detail: "only an administrator makes administrators".to_owned(),
            facts: Default::default(),
        }));
    }
    let account = AccountRow {
        id: tx.new_id(AccountId::new).to_string(),
        login: login(&newcomer.login)?,
        name: newcomer.name,
        state: State::Invited.code().to_owned(),
        admin: newcomer.admin,
        password: None,
        token_version: 1,
        created_at: tx.recorded_at.unix_micros(),
        version: 1,
    };
    if !accounts::insert_new(tx.db, &account)? {
        return Err(Error::state("already_exists", "another account has this login"));
    }
    tx.changed("account", &account.id, account.version, Change::Created);
    tx.note(json!({"account": account.id, "admin": account.admin}));
    issue(tx, account, Purpose::Activation)
}

pub fn list_accounts(
    view: &mut View<'_>,
    login: Option<&str>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<AccountRow>> {
    let login = login.map(str::to_ascii_lowercase);
    Ok(accounts::list(view.db, login.as_deref(), after, limit)?)
}

pub fn get_account(view: &mut View<'_>, id: &AccountId) -> Result<AccountRow> {
    accounts::find(view.db, id)?.ok_or_else(|| Error::not_found("account", id))
}

/// The caller's own account, with the appointments that have not ended.
pub fn get_own_account(view: &mut View<'_>) -> Result<(AccountRow, Vec<appointments::AppointmentRow>)> {
    let id = view.actor.account().cloned().ok_or(Error::Denied(Denial::TokenMissing))?;
    let account = get_account(view, &id)?;
    let filter = appointments::Filter {
        account: Some(id.as_str()),
        standing_at: Some(view.recorded_at.unix_micros()),
        ..Default::default()
    };
    let standing = appointments::list(view.db, &filter, None, i64::from(i32::MAX))?;
    Ok((account, standing))
}

/// Renames, disables or enables an account, makes it an administrator's or takes that back. Disabling revokes every
/// token and code at once.
pub fn update_account(tx: &mut Tx<'_>, id: &AccountId, changes: Changes) -> Result<AccountRow> {
    let mut account = find(tx, id)?;
    let before = state(&account)?;
    let after = changes.enabled.map_or(before, |enable| before.switched(enable, account.password.is_some()));
    let admin = changes.admin.unwrap_or(account.admin);
    let was_ruling = account.admin && before == State::Active;
    if was_ruling && !(admin && after == State::Active) && !accounts::any_other_active_admin(tx.db, &account.id)? {
        return Err(Error::state("last_admin", "nobody could administer accounts any more"));
    }
    account.name = changes.name.unwrap_or(account.name);
    account.admin = admin;
    account.state = after.code().to_owned();
    account.version += 1;
    if after == State::Disabled {
        account.token_version += 1;
    }
    accounts::update(tx.db, &account)?;
    if after == State::Disabled {
        refresh_tokens::revoke_all(tx.db, &account.id, tx.recorded_at.unix_micros())?;
        account_codes::cancel_unused(tx.db, &account.id)?;
    }
    tx.changed("account", &account.id, account.version, Change::Updated);
    tx.note(json!({"account": account.id, "state": account.state, "admin": account.admin}));
    Ok(account)
}

/// A new code in place of those given out before: to reset a password, or to activate an account whose code was lost.
pub fn issue_reset_code(tx: &mut Tx<'_>, id: &AccountId) -> Result<Issued> {
    let mut account = find(tx, id)?;
    let purpose = match state(&account)? {
        State::Invited => Purpose::Activation,
        State::Active => Purpose::Reset,
        State::Disabled => return Err(Error::state("account_disabled", "enable the account first")),
    };
    account.version += 1;
    accounts::update(tx.db, &account)?;
    tx.changed("account", &account.id, account.version, Change::Updated);
    tx.note(json!({"account": account.id, "purpose": purpose.code()}));
    issue(tx, account, purpose)
}

/// Makes the first administrator of a new server and returns the activation code; a further one only if forced.
pub fn make_first_admin(desk: &Desk, login: &str, name: &str, forced: bool) -> Result<Issued> {
    let newcomer = Newcomer { login: login.to_owned(), name: name.to_owned(), admin: true };
    by_system(desk, Action::MakeFirstAdmin, &Target::Registry, |tx| {
        if !forced && accounts::any_admin(tx.db)? {
            return Err(Error::state("already_exists", "there is an administrator already"));
        }
        invite_account(tx, newcomer)
    })
}

/// A new code for the account with that login, asked for from the command line.
pub fn issue_reset_code_by_system(desk: &Desk, login: &str) -> Result<Issued> {
    let login = login.to_ascii_lowercase();
    let account = {
        let mut pooled = desk.pool.get()?;
        accounts::find_by_login(&mut pooled, &login)?.ok_or_else(|| Error::not_found("account", &login))?
    };
    let id = account.account_id()?;
    by_system(desk, Action::IssueResetCode, &Target::Account(id.clone()), |tx| issue_reset_code(tx, &id))
}

fn by_system(
    desk: &Desk,
    action: Action,
    target: &Target,
    operation: impl FnOnce(&mut Tx<'_>) -> Result<Issued> + Send,
) -> Result<Issued> {
    let mut issued = None;
    desk.write(
        &Call::by_system("/"),
        action,
        target,
        Box::new(|tx| {
            issued = Some(operation(tx)?);
            Ok(Answer::ok(&())?.secret())
        }),
    )?;
    issued.ok_or_else(|| Error::Internal("no code was made".to_owned()))
}

fn issue(tx: &mut Tx<'_>, account: AccountRow, purpose: Purpose) -> Result<Issued> {
    let expires_at = tx.recorded_at.minutes_after(CODE_MINUTES)?;
    if tx.dry_run {
        return Ok(Issued { account, purpose, code: None, expires_at });
    }
    let code = OneTimeCode::generate(&mut |bytes| tx.entropy.fill(bytes));
    account_codes::cancel_unused(tx.db, &account.id)?;
    account_codes::insert(
        tx.db,
        &CodeRow {
            digest: code.digest().to_vec(),
            account_id: account.id.clone(),
            purpose: purpose.code().to_owned(),
            expires_at: expires_at.unix_micros(),
            used_at: None,
        },
    )?;
    Ok(Issued { account, purpose, code: Some(code.reveal()), expires_at })
}

fn find(tx: &mut Tx<'_>, id: &AccountId) -> Result<AccountRow> {
    accounts::find(tx.db, id)?.ok_or_else(|| Error::not_found("account", id))
}

fn state(account: &AccountRow) -> Result<State> {
    State::from_code(&account.state).ok_or_else(|| {
        storage::Error::Inconsistent { table: "accounts", column: "state", row: account.id.clone() }.into()
    })
}

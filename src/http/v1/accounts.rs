//! `/v1/accounts`: invited by a code that is shown once; no mail is sent.

use actix_web::{HttpResponse, get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::AccountId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_text, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::accounts::passwords::{self, Redemption};
use crate::service::accounts::{self, AccountRow, Changes, Issued, Newcomer, Purpose};
use crate::service::call::Answer;
use crate::service::desk::{Desk, Target, Tx};
use crate::service::error;

/// Somebody who can sign in.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    #[schema(example = "acc_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub id: String,
    #[schema(example = "anna")]
    pub login: String,
    #[schema(example = "Anna Berg")]
    pub name: String,
    /// `invited` until activated, then `active`; a `disabled` account cannot sign in.
    #[schema(example = "active")]
    pub state: String,
    /// Administers accounts and the registry.
    pub admin: bool,
    pub version: i64,
}

/// A list of accounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountPage {
    pub data: Vec<Account>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A code for one use, shown this one time: give it to its person by a safe way.
#[derive(Serialize, ToSchema)]
pub struct IssuedCode {
    pub account: Account,
    /// `activation`: for `POST /v1/account-activations`; `reset`: for `POST /v1/password-resets`.
    #[schema(example = "activation")]
    pub purpose: String,
    /// Absent in a dry run, which makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "7K3QX-0M9TB-4W2ZN-8HJ5C")]
    pub code: Option<String>,
    /// First moment at which the code no longer counts.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
}

/// Whom to invite.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountInvitation {
    /// Letters, digits and `. _ @ + -`; capitals count as small letters.
    #[validate(length(max = 200))]
    #[schema(min_length = 3, max_length = 100, example = "anna")]
    pub login: String,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Anna Berg")]
    pub name: String,
    /// An administrator; only an administrator may make one.
    #[serde(default)]
    #[schema(required = false)]
    pub admin: bool,
}

/// What to change of an account; what is left out stays.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountChanges {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// `disabled`, or `active` to enable the account again.
    #[schema(example = "disabled")]
    pub state: Option<AccountSwitch>,
    pub admin: Option<bool>,
}

/// Whether an account is enabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountSwitch {
    Active,
    Disabled,
}

/// A code and the password that it sets.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRedemption {
    /// As it was shown; hyphens, blanks and letter case do not matter.
    #[validate(length(max = 100))]
    #[schema(max_length = 100, example = "7K3QX-0M9TB-4W2ZN-8HJ5C")]
    pub code: String,
    /// 12 to 128 characters, none of them a control character.
    #[schema(min_length = 12, max_length = 128, format = Password)]
    pub password: String,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self { id: row.id, login: row.login, name: row.name, state: row.state, admin: row.admin, version: row.version }
    }
}

impl From<Issued> for IssuedCode {
    fn from(issued: Issued) -> Self {
        Self {
            account: issued.account.into(),
            purpose: issued.purpose.code().to_owned(),
            code: issued.code,
            expires_at: issued.expires_at,
        }
    }
}

/// Activate an account
///
/// Sets the first password with the code of the invitation. No token is needed; sign in after it. The code is good for
/// one use within seven days: 422 `invalid_value` at `/code` otherwise.
#[utoipa::path(tag = "accounts", request_body = CodeRedemption, responses((status = 200, description = "The account, now active", body = Account)))]
#[post("/v1/account-activations")]
pub async fn activate_account(caller: Caller, input: Input<CodeRedemption>) -> Result<HttpResponse, Problem> {
    redeem(caller, input, Action::ActivateAccount, Purpose::Activation, passwords::activate_account).await
}

/// Reset a password
///
/// Sets another password with the code that an administrator gave out. No token is needed. Every token of the account
/// is revoked. The code is good for one use within seven days: 422 `invalid_value` at `/code` otherwise.
#[utoipa::path(tag = "accounts", request_body = CodeRedemption, responses((status = 200, description = "The account", body = Account)))]
#[post("/v1/password-resets")]
pub async fn reset_password(caller: Caller, input: Input<CodeRedemption>) -> Result<HttpResponse, Problem> {
    redeem(caller, input, Action::ResetPassword, Purpose::Reset, passwords::reset_password).await
}

async fn redeem(
    caller: Caller,
    Input(input): Input<CodeRedemption>,
    action: Action,
    purpose: Purpose,
    operation: fn(&mut Tx<'_>, Redemption) -> error::Result<AccountRow>,
) -> Result<HttpResponse, Problem> {
    let address = caller.address();
    let prepare =
        move |desk: &Desk, _: &_| passwords::prepare_redemption(desk, &address, purpose, &input.code, &input.password);
    caller
        .write_prepared(action, Target::Registry, prepare, move |tx, redemption| {
            Answer::ok(&Account::from(operation(tx, redemption)?))
        })
        .await
}

/// Invite an account
///
/// Makes an account and the code that activates it. The code is shown in this answer and never again; a retry with the
/// same key is 409 `secret_already_shown`, and a new code can be issued. No mail is sent.
#[utoipa::path(tag = "accounts", request_body = AccountInvitation, responses((status = 201, description = "The account and its code", body = IssuedCode)))]
#[post("/v1/accounts")]
pub async fn invite_account(caller: Caller, input: Input<AccountInvitation>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    caller
        .write(Action::InviteAccount, Target::Registry, move |tx| {
            let newcomer = Newcomer { login: input.login, name: input.name, admin: input.admin };
            let issued = accounts::invite_account(tx, newcomer)?;
            let (location, version) = (format!("/v1/accounts/{}", issued.account.id), issued.account.version);
            Ok(Answer::created(&IssuedCode::from(issued), location)?.version(version).secret())
        })
        .await
}

/// List accounts
///
/// All accounts by id, or the one with a login.
#[utoipa::path(tag = "accounts", params(("login" = Option<String>, Query, description = "Only the account with this login"), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = AccountPage)))]
#[get("/v1/accounts")]
pub async fn list_accounts(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["login"])?;
    caller
        .read(Action::ListAccounts, Target::Registry, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let login = page.filter.get("login").map(String::as_str);
            let rows = accounts::list_accounts(view, login, after, page.fetch())?;
            Answer::ok(&page.answer(rows, |row| vec![row.id.clone()], Account::from))
        })
        .await
}

/// Read an account
///
/// One account by its id.
#[utoipa::path(tag = "accounts", params(("account" = String, Path)), responses((status = 200, description = "The account", body = Account)))]
#[get("/v1/accounts/{account}")]
pub async fn get_account(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: AccountId = path_id(caller.path("account"), "account")?;
    caller
        .read(Action::GetAccount, Target::Account(id.clone()), Keep::Nothing, move |view| {
            let row = accounts::get_account(view, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Account::from(row))?.version(version))
        })
        .await
}

/// Change an account
///
/// Its name, whether it is enabled, whether it is an administrator's. Disabling revokes every token and code of the
/// account at once. The last active administrator stays one: 409 `last_admin`.
#[utoipa::path(tag = "accounts", params(("account" = String, Path)), request_body = AccountChanges, responses((status = 200, description = "The account", body = Account)))]
#[patch("/v1/accounts/{account}")]
pub async fn update_account(caller: Caller, input: Input<AccountChanges>) -> Result<HttpResponse, Problem> {
    let id: AccountId = path_id(caller.path("account"), "account")?;
    let Input(input) = input;
    caller
        .write(Action::UpdateAccount, Target::Account(id.clone()), move |tx| {
            let changes = Changes {
                name: input.name,
                enabled: input.state.map(|state| state == AccountSwitch::Active),
                admin: input.admin,
            };
            let row = accounts::update_account(tx, &id, changes)?;
            let version = row.version;
            Ok(Answer::ok(&Account::from(row))?.version(version))
        })
        .await
}

/// Issue a code for an account
///
/// A new code in place of those given out before: to reset the password of an active account, or to activate an
/// invited one whose code was lost. The code is shown in this answer and never again. No mail is sent.
#[utoipa::path(tag = "accounts", params(("account" = String, Path)), responses((status = 200, description = "The code", body = IssuedCode)))]
#[post("/v1/accounts/{account}/reset-code")]
pub async fn issue_reset_code(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id: AccountId = path_id(caller.path("account"), "account")?;
    caller
        .write(Action::IssueResetCode, Target::Account(id.clone()), move |tx| {
            let issued = accounts::issue_reset_code(tx, &id)?;
            let version = issued.account.version;
            Ok(Answer::ok(&IssuedCode::from(issued))?.version(version).secret())
        })
        .await
}

//! `/v1/me`: the caller's own account.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::accounts::Account;
use super::appointments::Appointment;
use crate::access::Action;
use crate::http::call::{Caller, Keep};
use crate::http::input::Input;
use crate::http::problem::Problem;
use crate::service::accounts::{self, passwords};
use crate::service::call::{Answer, Call};
use crate::service::desk::{Desk, Target};

/// Who the caller is, and as what they act where.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnAccount {
    pub account: Account,
    /// Those that have not ended; one with a later `starts_at` does not count yet.
    pub appointments: Vec<Appointment>,
}

/// The present password and the one that takes its place.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    #[validate(length(max = 1000))]
    #[schema(max_length = 1000, format = Password)]
    pub current: String,
    /// 12 to 128 characters, none of them a control character.
    #[schema(min_length = 12, max_length = 128, format = Password)]
    pub new: String,
}

/// Read your own account
///
/// The account behind the token, with its appointments.
#[utoipa::path(tag = "accounts", responses((status = 200, description = "The account", body = OwnAccount)))]
#[get("/v1/me")]
pub async fn get_own_account(caller: Caller) -> Result<HttpResponse, Problem> {
    caller
        .read(Action::GetOwnAccount, Target::Registry, Keep::Nothing, move |view| {
            let (account, appointments) = accounts::get_own_account(view)?;
            let appointments = appointments.into_iter().map(Appointment::of).collect::<Result<_, _>>()?;
            Answer::ok(&OwnAccount { account: account.into(), appointments })
        })
        .await
}

/// Change your password
///
/// Every token of the account is revoked, also the one that asked: sign in again. A wrong present password is 422
/// `invalid_value` at `/current`; after too many of them the answer is 429 with `Retry-After`.
#[utoipa::path(tag = "accounts", request_body = PasswordChange, responses((status = 200, description = "The account", body = Account)))]
#[post("/v1/me/password")]
pub async fn change_password(caller: Caller, input: Input<PasswordChange>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    let address = caller.address();
    let prepare = move |desk: &Desk, call: &Call| {
        passwords::prepare_replacement(desk, call, &address, &input.current, &input.new)
    };
    caller
        .write_prepared(Action::ChangePassword, Target::Registry, prepare, move |tx, replacement| {
            Answer::ok(&Account::from(passwords::change_password(tx, replacement)?))
        })
        .await
}

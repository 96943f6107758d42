//! `/v1/appointments`: who acts as what, where, for whom, from when to when.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::{Action, Role};
use crate::domain::calendar::Instant;
use crate::domain::ids::{AccountId, AppointmentId, ChampionshipId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, federation_code, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::appointments::{self, AppointmentRow, Commission, Whom, moment};
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error;

/// As what an account acts, where and for whom. It counts from `starts_at` until `ends_at`, by the system's clock also
/// in a sandbox.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appointment {
    #[schema(example = "apt_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub id: String,
    #[schema(example = "acc_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub account: String,
    #[schema(example = "captain")]
    pub role: String,
    /// Absent for a role beyond championships.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "chp_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub championship: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "URS")]
    pub federation: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Instant,
    /// First moment at which it no longer counts; absent while no end is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Instant>,
    pub version: i64,
}

/// A list of appointments.
#[derive(Debug, Serialize, ToSchema)]
pub struct AppointmentPage {
    pub data: Vec<Appointment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Whom to appoint to what.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AppointmentInput {
    /// The account's id; it, or the login, but not both.
    #[schema(value_type = Option<String>, example = "acc_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub account: Option<AccountId>,
    /// The account's login, for those who do not know its id.
    #[validate(length(max = 200))]
    #[schema(min_length = 3, max_length = 100)]
    pub login: Option<String>,
    /// One of the roles, such as `captain`, `observer` or `federation_officer`.
    #[validate(custom(function = role_code))]
    #[schema(example = "captain")]
    pub role: String,
    /// Needed for every role but `fide_president` and `federation_officer`.
    #[schema(value_type = Option<String>, example = "chp_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub championship: Option<ChampionshipId>,
    /// Needed for the roles of a federation, and only for them.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "URS")]
    pub federation: Option<String>,
    /// From when on; left out: now.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub starts_at: Option<Instant>,
    /// Until when; left out: until it is ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Instant>,
}

fn role_code(text: &str) -> Result<(), validator::ValidationError> {
    match Role::from_code(text) {
        Some(_) => Ok(()),
        None => {
            let mut error = validator::ValidationError::new("role");
            error.message = Some(format!("one of {}", Role::ALL.map(Role::code).join(", ")).into());
            Err(error)
        }
    }
}

impl Appointment {
    pub fn of(row: AppointmentRow) -> error::Result<Self> {
        Ok(Self {
            starts_at: moment(row.starts_at)?,
            ends_at: row.ends_at.map(moment).transpose()?,
            id: row.id,
            account: row.account_id,
            role: row.role,
            championship: row.championship_id,
            federation: row.federation,
            version: row.version,
        })
    }
}

/// Make an appointment
///
/// An administrator appoints anybody; an organizer, within the championship, captains, deputy captains, chiefs of
/// delegation, stewards and observers, and in a sandbox every role; a federation's officer the federation's own
/// delegation. The tournament director and the arbiters of a real championship are nominated (Art. 13 and 14), see
/// the officials.
#[utoipa::path(tag = "appointments", request_body = AppointmentInput, responses((status = 201, description = "The appointment", body = Appointment)))]
#[post("/v1/appointments")]
pub async fn make_appointment(caller: Caller, input: Input<AppointmentInput>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    let role = Role::from_code(&input.role).ok_or_else(|| Problem::bad_request("there is no such role"))?;
    let whom = match (input.account, input.login) {
        (Some(id), None) => Whom::Account(id),
        (None, Some(login)) => Whom::Login(login),
        _ => return Err(Problem::bad_request("one of account and login names who is appointed")),
    };
    caller
        .write(Action::MakeAppointment, Target::NewAppointment(input.championship.clone()), move |tx| {
            let commission = Commission {
                whom,
                role,
                championship: input.championship,
                federation: input.federation,
                starts_at: input.starts_at,
                ends_at: input.ends_at,
            };
            let row = appointments::make_appointment(tx, commission)?;
            let (location, version) = (format!("/v1/appointments/{}", row.id), row.version);
            Ok(Answer::created(&Appointment::of(row)?, location)?.version(version))
        })
        .await
}

/// List appointments
///
/// All for administrators, those of the championship for its organizer, those of the federation for its officers;
/// ended ones included.
#[utoipa::path(tag = "appointments", params(("championship" = Option<String>, Query, description = "Only of this championship"), ("account" = Option<String>, Query, description = "Only of this account"), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = AppointmentPage)))]
#[get("/v1/appointments")]
pub async fn list_appointments(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["championship", "account"])?;
    let bad = |name: &str| Problem::bad_request(format!("the query parameter {name} is not an identifier of its kind"));
    let championship: Option<ChampionshipId> =
        page.filter.get("championship").map(|id| id.parse()).transpose().map_err(|_| bad("championship"))?;
    let account: Option<AccountId> =
        page.filter.get("account").map(|id| id.parse()).transpose().map_err(|_| bad("account"))?;
    let target = championship.clone().map_or(Target::Registry, Target::Championship);
    caller
        .read(Action::ListAppointments, target, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let (championship, account) = (championship.as_ref(), account.as_ref());
            let rows = appointments::list_appointments(view, championship, account, after, page.fetch())?;
            let rows = rows.into_iter().map(Appointment::of).collect::<error::Result<Vec<_>>>()?;
            Answer::ok(&page.answer(rows, |shown| vec![shown.id.clone()], |shown| shown))
        })
        .await
}

/// Read an appointment
///
/// One appointment by its id.
#[utoipa::path(tag = "appointments", params(("appointment" = String, Path)), responses((status = 200, description = "The appointment", body = Appointment)))]
#[get("/v1/appointments/{appointment}")]
pub async fn get_appointment(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: AppointmentId = path_id(caller.path("appointment"), "appointment")?;
    caller
        .read(Action::GetAppointment, Target::Appointment(id.clone()), Keep::Nothing, move |view| {
            let row = appointments::get_appointment(view, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Appointment::of(row)?)?.version(version))
        })
        .await
}

/// End an appointment
///
/// From now on it does not count; one that has not begun never will. Who may appoint to a role may end it.
#[utoipa::path(tag = "appointments", params(("appointment" = String, Path)), responses((status = 200, description = "The appointment", body = Appointment)))]
#[post("/v1/appointments/{appointment}/end")]
pub async fn end_appointment(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id: AppointmentId = path_id(caller.path("appointment"), "appointment")?;
    caller
        .write(Action::EndAppointment, Target::Appointment(id.clone()), move |tx| {
            let row = appointments::end_appointment(tx, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Appointment::of(row)?)?.version(version))
        })
        .await
}

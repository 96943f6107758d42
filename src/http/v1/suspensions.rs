//! `/v1/federations/{federation}/suspensions`: from when to when a member may take no new part.

use actix_web::{HttpResponse, post};
use jiff::civil::Date;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::federations::Federation;
use crate::access::Action;
use crate::http::call::Caller;
use crate::http::input::{Input, clean_lines, known_year, path_federation};
use crate::http::problem::Problem;
use crate::service::desk::Target;
use crate::service::federations::{self, Days, Suspension};

/// A suspension of a federation.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuspensionInput {
    /// The first day.
    #[validate(custom(function = known_year))]
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// The last day; absent: until it is lifted.
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
    /// Published with the federation.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "Dues of two years are unpaid")]
    pub reason: String,
}

/// The end of a suspension.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LiftingInput {
    /// The last day on which the suspension holds.
    #[validate(custom(function = known_year))]
    #[schema(value_type = String, format = Date)]
    pub last_day: Date,
}

/// Suspend a federation
///
/// From the first day to the last one the federation may neither enter nor organize (422 `federation_suspended`,
/// Art. 1 of the 1960 regulations). What it entered before stays, and is flagged. Suspensions have no day in common
/// (422 `span_order`).
#[utoipa::path(tag = "federations", params(("federation" = String, Path)), request_body = SuspensionInput, responses((status = 200, description = "Suspended", body = Federation)))]
#[post("/v1/federations/{federation}/suspensions")]
pub async fn suspend_federation(caller: Caller, input: Input<SuspensionInput>) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let Input(SuspensionInput { from, to, reason }) = input;
    caller
        .write(Action::SuspendFederation, Target::Federation(code.clone()), move |tx| {
            let suspension = Suspension { days: Days { from: Some(from), to }, reason };
            Federation::answer(federations::suspend_federation(tx, &code, suspension)?)
        })
        .await
}

/// Lift a suspension
///
/// Suspensions of a federation are numbered from 1. The last day may be put earlier or later.
#[utoipa::path(tag = "federations", params(("federation" = String, Path), ("number" = String, Path)), request_body = LiftingInput, responses((status = 200, description = "Lifted", body = Federation)))]
#[post("/v1/federations/{federation}/suspensions/{number}/lifting")]
pub async fn lift_suspension(caller: Caller, input: Input<LiftingInput>) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let number = caller.path("number").parse::<usize>();
    let number = number.map_err(|_| Problem::bad_request("the number in the path is one from 1 on"))?;
    let Input(LiftingInput { last_day }) = input;
    caller
        .write(Action::LiftSuspension, Target::Federation(code.clone()), move |tx| {
            Federation::answer(federations::lift_suspension(tx, &code, number, last_day)?)
        })
        .await
}

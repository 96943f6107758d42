//! `/v1/sandboxes`: championships in which anything can be tried, with a clock of their own.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, post};
use jiff::civil::Date;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::championships::{Championship, answer, date_in_range, instant_in_range};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::http::call::Caller;
use crate::http::input::{Input, clean_text, clean_texts, federation_code, path_id, texts};
use crate::http::problem::Problem;
use crate::service::championships::{self, Designation};
use crate::service::desk::Target;

/// A designation, and the time at which the sandbox's own clock begins.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Trying out the entries")]
    pub title: String,
    #[validate(range(min = 1800, max = 2999))]
    #[schema(minimum = 1800, maximum = 2999, example = 1960)]
    pub year: i32,
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "wstcc-1960")]
    pub regulations: String,
    /// Code of the organizing federation, which must be affiliated on the day of the start.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "URS")]
    pub organizer: String,
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "Leningrad")]
    pub city: String,
    /// IANA name.
    #[validate(length(min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64, example = "Europe/Moscow")]
    pub zone: String,
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = String, format = Date, example = "1959-07-01")]
    pub designated_on: Date,
    /// Start of the first round.
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "1960-07-17T12:00:00Z")]
    pub starts_at: Instant,
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "1960-07-16T12:00:00Z")]
    pub lots_at: Instant,
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub opening_at: Option<Instant>,
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = String, format = Date, example = "1960-08-01")]
    pub prizes_on: Date,
    /// Answers to questions that the regulations leave open; `GET /v1/regulations/{id}` lists them with their defaults.
    #[serde(default, deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    #[schema(example = json!({"commencement": "drawing_of_lots"}))]
    pub settings: BTreeMap<String, String>,
    /// Where the sandbox's clock stands until it is moved.
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "1959-08-01T00:00:00Z")]
    pub clock: Instant,
}

impl From<SandboxInput> for Designation {
    fn from(input: SandboxInput) -> Self {
        Designation {
            title: input.title,
            year: input.year,
            regulations: input.regulations,
            organizer: input.organizer,
            city: input.city,
            zone: input.zone,
            designated_on: input.designated_on,
            starts_at: input.starts_at,
            lots_at: input.lots_at,
            opening_at: input.opening_at,
            prizes_on: input.prizes_on,
            settings: input.settings,
        }
    }
}

/// Where the sandbox's clock shall stand.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockInput {
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "1960-02-17T12:00:00Z")]
    pub to: Instant,
}

/// Open a sandbox
///
/// A championship in which anything can be tried, by everyone with an account. Its clock stands where it is put until
/// it is moved on; the caller becomes its organizer and appoints everyone else. Past federations are judged on the
/// day of the start.
#[utoipa::path(tag = "championships", request_body = SandboxInput, responses((status = 201, description = "Opened", body = Championship)))]
#[post("/v1/sandboxes")]
pub async fn open_sandbox(caller: Caller, input: Input<SandboxInput>) -> Result<HttpResponse, Problem> {
    let id = caller.new_id(ChampionshipId::new);
    let Input(input) = input;
    caller
        .write(Action::OpenSandbox, Target::NewChampionship(id.clone()), move |tx| {
            let location = format!("/v1/championships/{id}");
            let clock = input.clock;
            answer(championships::open_sandbox(tx, id, input.into(), clock)?, Some(location))
        })
        .await
}

/// Advance a sandbox's clock
///
/// Forward only: an earlier time is `clock_backwards`; the time at which it stands is allowed. A championship that is
/// no sandbox answers 409 `not_a_sandbox`.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), request_body = ClockInput, responses((status = 200, description = "Moved", body = Championship)))]
#[post("/v1/championships/{championship}/clock")]
pub async fn advance_clock(caller: Caller, input: Input<ClockInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let Input(input) = input;
    caller
        .write(Action::AdvanceClock, Target::Championship(id), move |tx| {
            answer(championships::advance_clock(tx, input.to)?, None)
        })
        .await
}

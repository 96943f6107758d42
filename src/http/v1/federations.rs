//! `/v1/federations`: the members of FIDE, present and past.

use actix_web::{HttpResponse, get, put};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, federation_code, known_year, objects, path_federation, query_date};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::federations::{self, Days, FederationFacts, FederationSeen, Former, FormerName, FormerZone};

/// A federation as it stood on one day. A past one has an end of affiliation, and names its successor where there is
/// one.
#[derive(Debug, Serialize, ToSchema)]
pub struct Federation {
    /// Three letters, as FIDE writes them.
    #[schema(example = "URS")]
    pub code: String,
    /// The day that name, continent, zone and status are of.
    #[schema(value_type = String, format = Date)]
    pub on: Date,
    /// `affiliated`, `suspended`, `not_affiliated` or `unrecognised`; new values may appear.
    #[schema(example = "affiliated")]
    pub status: &'static str,
    #[schema(example = "Soviet Union")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "europe")]
    pub continent: Option<String>,
    /// FIDE zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2.1")]
    pub zone: Option<String>,
    /// First day of the present or last affiliation, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_from: Option<String>,
    /// Last day of affiliation; absent while affiliated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_to: Option<String>,
    /// Code of the federation that came after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successor: Option<String>,
    /// False for a code that only appeared in somebody's data.
    pub recognised: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub former_memberships: Vec<MembershipSpan>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub former_names: Vec<FederationName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub former_zones: Vec<FederationZone>,
    /// Past, present and to come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub suspensions: Vec<FederationSuspension>,
    pub version: i64,
}

/// An earlier membership, both days included; an absent day is not known.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipSpan {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
}

/// A name that a federation had, both days included.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FederationName {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Malaya")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
}

/// The continent and zone that a federation was in, both days included.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FederationZone {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 50), custom(function = clean_text))]
    #[schema(max_length = 50, example = "europe")]
    pub continent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 10), custom(function = clean_text))]
    #[schema(max_length = 10, example = "2.1")]
    pub zone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
}

/// A suspension, both days included.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationSuspension {
    /// From 1, in the order in which they were pronounced.
    pub number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    /// Absent: until it is lifted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
    pub reason: String,
}

/// A list of federations.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationPage {
    pub data: Vec<Federation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What was said of a federation until something else was said.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationRevision {
    /// As it stood when it was replaced.
    pub federation: Federation,
    #[schema(value_type = String, format = DateTime)]
    pub replaced_at: Instant,
}

/// A list of revisions, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationRevisionPage {
    pub data: Vec<FederationRevision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What is said of a federation: what holds now, and what held before.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FederationInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Soviet Union")]
    pub name: String,
    /// One of `africa`, `americas`, `asia`, `europe`.
    #[validate(length(max = 50), custom(function = clean_text))]
    #[schema(max_length = 50, example = "europe")]
    pub continent: Option<String>,
    #[validate(length(max = 10), custom(function = clean_text))]
    #[schema(max_length = 10, example = "2.1")]
    pub zone: Option<String>,
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_from: Option<Date>,
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_to: Option<Date>,
    /// Another federation of the registry.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$")]
    pub successor: Option<String>,
    /// False for a code that is no federation of FIDE.
    #[serde(default = "yes")]
    pub recognised: bool,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 50), nested)]
    pub former_memberships: Vec<MembershipSpan>,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 50), nested)]
    pub former_names: Vec<FederationName>,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 50), nested)]
    pub former_zones: Vec<FederationZone>,
}

fn yes() -> bool {
    true
}

impl From<FederationInput> for FederationFacts {
    fn from(input: FederationInput) -> Self {
        let days = |from, to| Days { from, to };
        let name = |former: FederationName| FormerName { name: former.name, days: days(former.from, former.to) };
        let zone = |former: FederationZone| FormerZone {
            continent: former.continent,
            zone: former.zone,
            days: days(former.from, former.to),
        };
        FederationFacts {
            name: input.name,
            continent: input.continent,
            zone: input.zone,
            membership: days(input.affiliated_from, input.affiliated_to),
            successor: input.successor,
            recognised: input.recognised,
            former: Former {
                memberships: input.former_memberships.into_iter().map(|span| days(span.from, span.to)).collect(),
                names: input.former_names.into_iter().map(name).collect(),
                zones: input.former_zones.into_iter().map(zone).collect(),
            },
        }
    }
}

impl From<FederationSeen> for Federation {
    fn from(seen: FederationSeen) -> Self {
        let FederationSeen { row, former, suspensions, on, name, continent, zone, standing } = seen;
        let name_of =
            |former: FormerName| FederationName { name: former.name, from: former.days.from, to: former.days.to };
        let zone_of = |former: FormerZone| FederationZone {
            continent: former.continent,
            zone: former.zone,
            from: former.days.from,
            to: former.days.to,
        };
        let span_of = |days: Days| MembershipSpan { from: days.from, to: days.to };
        let suspension = |(number, suspension): (usize, federations::Suspension)| FederationSuspension {
            number,
            from: suspension.days.from,
            to: suspension.days.to,
            reason: suspension.reason,
        };
        Self {
            code: row.code,
            on,
            status: standing.code(),
            name,
            continent,
            zone,
            affiliated_from: row.affiliated_from,
            affiliated_to: row.affiliated_to,
            successor: row.successor,
            recognised: row.recognised,
            former_memberships: former.memberships.into_iter().map(span_of).collect(),
            former_names: former.names.into_iter().map(name_of).collect(),
            former_zones: former.zones.into_iter().map(zone_of).collect(),
            suspensions: (1..).zip(suspensions).map(suspension).collect(),
            version: row.version,
        }
    }
}

impl Federation {
    pub fn answer(seen: FederationSeen) -> Done<Answer> {
        let (version, on) = (seen.row.version, seen.on);
        Ok(Answer::ok(&Federation::from(seen))?.view(version, &on.to_string()))
    }
}

fn query_day(text: Option<&String>) -> Result<Option<Date>, Problem> {
    text.map(|text| query_date(text, "on")).transpose()
}

/// List federations
///
/// All federations by code, past ones included, as they stood on the day `on`, or as they stand today.
#[utoipa::path(tag = "federations", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query), ("on" = Option<String>, Query, format = Date)), responses((status = 200, description = "The page", body = FederationPage)))]
#[get("/v1/federations")]
pub async fn list_federations(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["on"])?;
    let day = query_day(page.filter.get("on"))?;
    caller
        .read(Action::ListFederations, Target::Registry, Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = federations::list_federations(view, day, after, page.fetch())?;
            Answer::ok(&page.answer(rows, |seen| vec![seen.row.code.clone()], Federation::from))
        })
        .await
}

/// Read a federation
///
/// One federation by its code. With `on` its name, continent, zone and status are those of that day; without, of today
/// in UTC. The entity tag names the day.
#[utoipa::path(tag = "federations", params(("federation" = String, Path), ("on" = Option<String>, Query, format = Date)), responses((status = 200, description = "The federation", body = Federation)))]
#[get("/v1/federations/{federation}")]
pub async fn get_federation(caller: Caller) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let day = query_day(caller.query(&["on"])?.get("on"))?;
    caller
        .read(Action::GetFederation, Target::Federation(code.clone()), Keep::Shared, move |view| {
            Federation::answer(federations::get_federation(view, &code, day)?)
        })
        .await
}

/// Create or replace a federation
///
/// The code is the client's choice: 201 the first time, 200 after. Dates are in order and spans of one kind have no day
/// in common (422 `span_order`); the successor is another federation of the registry (422 `unknown_federation`,
/// `successor_cycle`). What was said before stays readable as a revision. Suspensions stay as they are.
#[utoipa::path(tag = "federations", params(("federation" = String, Path)), request_body = FederationInput, responses((status = 200, description = "Replaced", body = Federation), (status = 201, description = "Created", body = Federation)))]
#[put("/v1/federations/{federation}")]
pub async fn put_federation(caller: Caller, input: Input<FederationInput>) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    caller
        .write(Action::PutFederation, Target::Federation(code.clone()), move |tx| {
            let location = format!("/v1/federations/{code}");
            let (seen, created) = federations::put_federation(tx, code, input.into())?;
            let (version, on) = (seen.row.version, seen.on);
            Ok(Answer::put(&Federation::from(seen), created, location)?.view(version, &on.to_string()))
        })
        .await
}

/// List revisions of a federation
///
/// What the registry said of it before, oldest first.
#[utoipa::path(tag = "federations", params(("federation" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = FederationRevisionPage)))]
#[get("/v1/federations/{federation}/revisions")]
pub async fn list_federation_revisions(caller: Caller) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListFederationRevisions, Target::Federation(code.clone()), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).and_then(|version| version.parse().ok());
            let rows = federations::list_federation_revisions(view, &code, after, page.fetch())?;
            Answer::ok(&page.answer(
                rows,
                |(seen, _)| vec![seen.row.version.to_string()],
                |(seen, replaced_at)| FederationRevision { federation: seen.into(), replaced_at },
            ))
        })
        .await
}

//! `/v1/federations`: the members of FIDE, present and past.

use actix_web::{HttpResponse, get, put};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, federation_code, path_federation};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::federations::{self, FederationFacts, FederationRow};

/// A federation. A past one has an end of affiliation, and names its successor where there is one.
#[derive(Debug, Serialize, ToSchema)]
pub struct Federation {
    /// Three letters, as FIDE writes them.
    #[schema(example = "URS")]
    pub code: String,
    #[schema(example = "Soviet Union")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continent: Option<String>,
    /// FIDE zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2.1")]
    pub zone: Option<String>,
    /// First day of affiliation, where known.
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
    pub version: i64,
}

/// A list of federations.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationPage {
    pub data: Vec<Federation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What is said of a federation.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FederationInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Soviet Union")]
    pub name: String,
    #[validate(length(max = 50), custom(function = clean_text))]
    #[schema(max_length = 50)]
    pub continent: Option<String>,
    #[validate(length(max = 10), custom(function = clean_text))]
    #[schema(max_length = 10, example = "2.1")]
    pub zone: Option<String>,
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_from: Option<Date>,
    #[schema(value_type = Option<String>, format = Date)]
    pub affiliated_to: Option<Date>,
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$")]
    pub successor: Option<String>,
}

impl From<FederationRow> for Federation {
    fn from(row: FederationRow) -> Self {
        Self {
            code: row.code,
            name: row.name,
            continent: row.continent,
            zone: row.zone,
            affiliated_from: row.affiliated_from,
            affiliated_to: row.affiliated_to,
            successor: row.successor,
            recognised: row.recognised,
            version: row.version,
        }
    }
}

/// List federations
///
/// All federations by code, past ones included.
#[utoipa::path(tag = "federations", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = FederationPage)))]
#[get("/v1/federations")]
pub async fn list_federations(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListFederations, Target::Registry, Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = federations::list_federations(view, after, page.fetch())?;
            Answer::ok(&page.answer(rows, |row| vec![row.code.clone()], Federation::from))
        })
        .await
}

/// Read a federation
///
/// One federation by its code.
#[utoipa::path(tag = "federations", params(("federation" = String, Path)), responses((status = 200, description = "The federation", body = Federation)))]
#[get("/v1/federations/{federation}")]
pub async fn get_federation(caller: Caller) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    caller
        .read(Action::GetFederation, Target::Federation(code.clone()), Keep::Shared, move |view| {
            let row = federations::get_federation(view, &code)?;
            let version = row.version;
            Ok(Answer::ok(&Federation::from(row))?.version(version))
        })
        .await
}

/// Create or replace a federation
///
/// The code is the client's choice: 201 the first time, 200 after.
#[utoipa::path(tag = "federations", params(("federation" = String, Path)), request_body = FederationInput, responses((status = 200, description = "Replaced", body = Federation), (status = 201, description = "Created", body = Federation)))]
#[put("/v1/federations/{federation}")]
pub async fn put_federation(caller: Caller, input: Input<FederationInput>) -> Result<HttpResponse, Problem> {
    let code = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    caller
        .write(Action::PutFederation, Target::Federation(code.clone()), move |tx| {
            let location = format!("/v1/federations/{code}");
            let facts = FederationFacts {
                name: input.name,
                continent: input.continent,
                zone: input.zone,
                affiliated_from: input.affiliated_from.map(|date| date.to_string()),
                affiliated_to: input.affiliated_to.map(|date| date.to_string()),
                successor: input.successor,
            };
            let (row, created) = federations::put_federation(tx, code, facts)?;
            let version = row.version;
            Ok(Answer::put(&Federation::from(row), created, location)?.version(version))
        })
        .await
}

//! `/v1/regulations`: the texts as data.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::rulebook::Rulebook;
use crate::http::call::{Caller, Keep};
use crate::http::input::Input;
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::regulations;

/// A set of regulations, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegulationsSummary {
    #[schema(example = "wstcc-1960")]
    pub id: String,
    #[schema(example = "World Student Team Chess Championship")]
    pub title: String,
    /// Date of the edition.
    #[schema(value_type = String, format = Date, example = "1960-10-14")]
    pub edition: String,
    /// Whether the program ships them.
    pub built_in: bool,
    pub version: i64,
}

/// A set of regulations, whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct Regulations {
    #[serde(flatten)]
    pub summary: RegulationsSummary,
    /// Articles in our words; every number and list with the article that states it and with what was read into the
    /// text; and the settings that answer what it leaves open. The README of the regulations describes each field.
    #[schema(value_type = Object)]
    pub rulebook: Rulebook,
}

/// A list of regulations.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegulationsPage {
    pub data: Vec<RegulationsSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Regulations as a rulebook in TOML.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegulationsInput {
    #[validate(length(min = 1, max = 500_000))]
    #[schema(min_length = 1, max_length = 500_000, example = "id = \"my-event\"\ntitle = \"My event\"\n…")]
    pub toml: String,
}

impl RegulationsSummary {
    fn of(found: &regulations::Regulations) -> Self {
        Self {
            id: found.row.id.clone(),
            title: found.row.title.clone(),
            edition: found.rulebook.edition.to_string(),
            built_in: found.row.built_in,
            version: found.row.version,
        }
    }
}

impl From<regulations::Regulations> for Regulations {
    fn from(found: regulations::Regulations) -> Self {
        Self { summary: RegulationsSummary::of(&found), rulebook: (*found.rulebook).clone() }
    }
}

/// The id of regulations in the path; a text that can be none names nothing.
fn path_regulations(caller: &Caller) -> Result<String, Problem> {
    let id = caller.path("regulations");
    if id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        Ok(id.to_owned())
    } else {
        Err(Problem::bad_request("the regulations in the path are named in small letters, digits and -"))
    }
}

/// List regulations
///
/// All sets of regulations by id, those that the program ships and those that were added.
#[utoipa::path(tag = "regulations", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = RegulationsPage)))]
#[get("/v1/regulations")]
pub async fn list_regulations(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListRegulations, Target::Registry, Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let found = regulations::list_regulations(view, after, page.fetch())?;
            Answer::ok(&page.answer(found, |one| vec![one.row.id.clone()], |one| RegulationsSummary::of(&one)))
        })
        .await
}

/// Read regulations
///
/// The whole rulebook: articles, values, readings and settings.
#[utoipa::path(tag = "regulations", params(("regulations" = String, Path)), responses((status = 200, description = "The regulations", body = Regulations)))]
#[get("/v1/regulations/{regulations}")]
pub async fn get_regulations(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = path_regulations(&caller)?;
    caller
        .read(Action::GetRegulations, Target::Regulations(id.clone()), Keep::Shared, move |view| {
            let found = regulations::get_regulations(view, &id)?;
            let version = found.row.version;
            Ok(Answer::ok(&Regulations::from(found))?.version(version))
        })
        .await
}

/// Add regulations
///
/// A rulebook in the format of the built-in ones. All its faults are named in one `rulebook_invalid`, each with a pointer
/// into the rulebook. An id that is taken is 409 `already_exists`: stored regulations never change.
#[utoipa::path(tag = "regulations", request_body = RegulationsInput, responses((status = 201, description = "Added", body = Regulations)))]
#[post("/v1/regulations")]
pub async fn add_regulations(caller: Caller, input: Input<RegulationsInput>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    caller
        .write(Action::AddRegulations, Target::Registry, move |tx| {
            let added = regulations::add_regulations(tx, &input.toml)?;
            let (location, version) = (format!("/v1/regulations/{}", added.row.id), added.row.version);
            Ok(Answer::created(&Regulations::from(added), location)?.version(version))
        })
        .await
}

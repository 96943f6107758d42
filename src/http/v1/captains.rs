//! `…/teams/{letter}/captain` and `…/deputy-captain`: who leads a team, named by an act.

use actix_web::{HttpResponse, post};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::teams::{Team, path_letter, tagged};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::http::call::Caller;
use crate::http::input::{Input, clean_lines, clean_text, path_federation, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::captains::{self, Somebody, Writing};
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::teams::CaptaincyRow;

/// Who takes the captain's place when he is away.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeputyCaptain {
    #[schema(example = "Nils Holm")]
    pub name: String,
    /// The id, where the deputy is named as a person of the registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The date of the writing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub written_on: Option<String>,
}

/// An act that named a captain or a deputy.
#[derive(Debug, Serialize, ToSchema)]
pub struct Captaincy {
    /// `captain` or `deputy_captain`.
    #[schema(example = "deputy_captain")]
    pub office: String,
    #[schema(example = "Nils Holm")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Why another captain was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the writing says that names the deputy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writing: Option<String>,
    /// The date of the writing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub written_on: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub named_at: Instant,
}

/// Who is to be captain: a name, or a person of the registry.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptainInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Ola Berg")]
    pub name: Option<String>,
    #[schema(value_type = Option<String>)]
    pub person: Option<PersonId>,
    /// Why another captain than before.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000)]
    pub reason: Option<String>,
}

/// Who is to be deputy captain, and the writing that says so.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeputyCaptainInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Nils Holm")]
    pub name: Option<String>,
    #[schema(value_type = Option<String>)]
    pub person: Option<PersonId>,
    /// What the writing says.
    #[validate(length(min = 1, max = 2000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 2000, example = "I name Nils Holm my deputy. Ola Berg, captain")]
    pub writing: Option<String>,
    /// The date of the writing.
    #[schema(value_type = Option<String>, format = Date)]
    pub written_on: Option<Date>,
}

fn somebody(name: Option<String>, person: Option<PersonId>) -> Result<Somebody, Problem> {
    match (name, person) {
        (Some(name), None) => Ok(Somebody::Named(name)),
        (None, Some(person)) => Ok(Somebody::Person(person)),
        _ => {
            let text = "give either name or person";
            Err(Problem::bad_request(text).at("/name", "invalid_request", text))
        }
    }
}

impl DeputyCaptain {
    pub fn of(row: &CaptaincyRow) -> Self {
        Self { name: row.name.clone(), person: row.person_id.clone(), written_on: row.written_on.clone() }
    }
}

impl Captaincy {
    pub fn of(row: &CaptaincyRow) -> Done<Self> {
        let deputy = row.office == "deputy_captain";
        Ok(Self {
            office: row.office.clone(),
            name: row.name.clone(),
            person: row.person_id.clone(),
            reason: row.words.clone().filter(|_| !deputy),
            writing: row.words.clone().filter(|_| deputy),
            written_on: row.written_on.clone(),
            named_at: Instant::from_unix_micros(row.named_at)?,
        })
    }
}

/// Name the captain
///
/// Or another in the captain's place, until play is over: a name, or a person of the registry. Who was captain before
/// stays on record. Art. 23.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), request_body = CaptainInput, responses((status = 200, description = "Named", body = Team)))]
#[post("/v1/championships/{championship}/entries/{federation}/teams/{letter}/captain")]
pub async fn name_captain(caller: Caller, input: Input<CaptainInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let Input(input) = input;
    let captain = somebody(input.name, input.person)?;
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .write(Action::NameCaptain, target, move |tx| {
            let team = captains::name_captain(tx, &federation, &letter, captain, input.reason)?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, true)?)?, version, true))
        })
        .await
}

/// Name a deputy captain
///
/// By the captain or the delegation, with text and date of the writing that names the deputy where the regulations want
/// one (422 `not_in_writing`; a date in the future is none). Who was deputy before stays on record. Art. 23.5.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), request_body = DeputyCaptainInput, responses((status = 200, description = "Named", body = Team)))]
#[post("/v1/championships/{championship}/entries/{federation}/teams/{letter}/deputy-captain")]
pub async fn name_deputy_captain(caller: Caller, input: Input<DeputyCaptainInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let Input(input) = input;
    let deputy = somebody(input.name, input.person)?;
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .write(Action::NameDeputyCaptain, target, move |tx| {
            let writing = Writing { text: input.writing, written_on: input.written_on };
            let team = captains::name_deputy_captain(tx, &federation, &letter, deputy, writing)?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, true)?)?, version, true))
        })
        .await
}

//! `/v1/persons`: players and whoever else a championship names.

use actix_web::{HttpResponse, get, patch, post};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, absent_or_null, clean_text, federation_code, is_federation_code, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::persons::{self, PersonChanges, PersonFacts, PersonFilter, PersonRow, PersonSeen};

/// A person. The birth date is shown to the own federation, the organizer, the chief arbiter and administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Person {
    #[schema(example = "per_01890a5d000070008000000000000001")]
    pub id: String,
    /// The sandbox championship to which the person belongs; absent for real persons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub championship: Option<String>,
    /// In any script, exactly as it was given.
    #[schema(example = "Krøger, Åse")]
    pub name: String,
    #[schema(example = "NOR")]
    pub federation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<String>,
    pub version: i64,
}

/// A list of persons.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonPage {
    pub data: Vec<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A new person.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonInput {
    /// Only for a sandbox: its persons belong to it and appear nowhere else.
    #[schema(value_type = Option<String>)]
    pub championship: Option<ChampionshipId>,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Krøger, Åse")]
    pub name: String,
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "NOR")]
    pub federation: String,
    #[validate(custom(function = living_memory))]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<Date>,
}

/// What changes of a person: what is absent stays, null removes.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonPatch {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// Only an administrator moves a person to another federation.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$")]
    pub federation: Option<String>,
    #[serde(default, deserialize_with = "absent_or_null")]
    #[validate(custom(function = living_memory))]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<Option<Date>>,
}

fn living_memory(date: &Date) -> Result<(), ValidationError> {
    if date.year() >= 1800 {
        return Ok(());
    }
    let mut error = ValidationError::new("birth_date");
    error.message = Some("not before 1800".into());
    Err(error)
}

impl Person {
    fn of(row: PersonRow, personal: bool) -> Self {
        Self {
            id: row.id,
            championship: row.championship_id,
            name: row.name,
            federation: row.federation,
            birth_date: row.birth_date.filter(|_| personal),
            version: row.version,
        }
    }
}

fn view_name(personal: bool) -> &'static str {
    if personal { "own" } else { "public" }
}

/// Register a person
///
/// Federation officers and administrators register the persons of the registry; in a sandbox its organizer and its
/// chiefs of delegation do, with `championship`. The federation must be in the registry (422 `unknown_federation`).
#[utoipa::path(tag = "persons", request_body = PersonInput, responses((status = 201, description = "Registered", body = Person)))]
#[post("/v1/persons")]
pub async fn create_person(caller: Caller, input: Input<PersonInput>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    let target = Target::NewPerson(input.championship.clone(), input.federation.clone());
    caller
        .write(Action::CreatePerson, target, move |tx| {
            let facts = PersonFacts {
                championship: input.championship,
                name: input.name,
                federation: input.federation,
                birth_date: input.birth_date.map(|date| date.to_string()),
            };
            let row = persons::create_person(tx, facts)?;
            let (location, version) = (format!("/v1/persons/{}", row.id), row.version);
            Ok(Answer::created(&Person::of(row, true), location)?.view(version, view_name(true)))
        })
        .await
}

/// Read a person
///
/// Name and federation are public. The birth date is shown to the own federation, administrators, and organizer and
/// chief arbiter of a championship in which the person plays; these views have entity tags of their own.
#[utoipa::path(tag = "persons", params(("person" = String, Path)), responses((status = 200, description = "The person", body = Person)))]
#[get("/v1/persons/{person}")]
pub async fn get_person(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    caller
        .read(Action::GetPerson, Target::Person(id.clone()), Keep::Nothing, move |view| {
            let PersonSeen { row, personal } = persons::get_person(view, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Person::of(row, personal))?.view(version, view_name(personal)))
        })
        .await
}

/// List persons
///
/// By id. Real persons, or with `championship` those of that sandbox. Who acts for a federation sees its own;
/// administrators and organizers see all. `name` finds a part of the name, whatever its letter case and composition.
#[utoipa::path(tag = "persons", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query), ("federation" = Option<String>, Query), ("championship" = Option<String>, Query), ("name" = Option<String>, Query, max_length = 200)), responses((status = 200, description = "The page", body = PersonPage)))]
#[get("/v1/persons")]
pub async fn list_persons(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["federation", "championship", "name"])?;
    let filter = filter(&page)?;
    caller
        .read(Action::ListPersons, Target::Registry, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let seen = persons::list_persons(view, filter, after, page.fetch())?;
            Answer::ok(&page.answer(seen, |seen| vec![seen.row.id.clone()], |seen| Person::of(seen.row, seen.personal)))
        })
        .await
}

fn filter(page: &Page) -> Result<PersonFilter, Problem> {
    let federation = page.filter.get("federation");
    if federation.is_some_and(|code| !is_federation_code(code)) {
        return Err(Problem::bad_request("federation is three capital letters"));
    }
    let championship = page.filter.get("championship");
    if championship.is_some_and(|id| id.parse::<ChampionshipId>().is_err()) {
        return Err(Problem::bad_request("championship is an identifier of the form chp_ and 32 hexadecimal digits"));
    }
    Ok(PersonFilter {
        championship: championship.cloned(),
        federations: federation.map(|code| vec![code.clone()]),
        name: page.filter.get("name").cloned(),
    })
}

/// Change a person
///
/// By the own federation or an administrator, in a sandbox also by its organizer. Absent fields stay, null removes.
#[utoipa::path(tag = "persons", params(("person" = String, Path)), request_body = PersonPatch, responses((status = 200, description = "Changed", body = Person)))]
#[patch("/v1/persons/{person}")]
pub async fn update_person(caller: Caller, input: Input<PersonPatch>) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    let Input(input) = input;
    caller
        .write(Action::UpdatePerson, Target::Person(id.clone()), move |tx| {
            let changes = PersonChanges {
                name: input.name,
                federation: input.federation,
                birth_date: input.birth_date.map(|date| date.map(|date| date.to_string())),
            };
            let row = persons::update_person(tx, &id, changes)?;
            let version = row.version;
            Ok(Answer::ok(&Person::of(row, true))?.view(version, view_name(true)))
        })
        .await
}

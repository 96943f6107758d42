//! `/v1/persons`: players and whoever else a championship names.

use actix_web::{HttpResponse, get, patch, post, put};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{
    Input, absent_or_null, clean_text, federation_code, is_federation_code, known_year, not_null, objects, path_id,
};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::persons::{self, NewPerson, OtherName, PersonChanges, PersonFilter, PersonSeen};

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
    /// Names borne before, and other spellings of the present one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub other_names: Vec<PersonName>,
    #[schema(example = "NOR")]
    pub federation: String,
    /// By time, the present one last; absent where only the present one is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub memberships: Vec<PersonMembership>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub external_ids: Vec<ExternalId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<String>,
    /// The person of whom this turned out to be a second record: use that id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<String>,
    pub version: i64,
}

/// A name beside the present one.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonName {
    /// `former`, `as_written` or `transliteration`; new values may appear.
    #[schema(example = "transliteration")]
    pub kind: String,
    #[schema(example = "Kroeger, Aase")]
    pub name: String,
    /// The last day of a former name, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub until: Option<String>,
}

/// A federation that a person is or was of.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonMembership {
    #[schema(example = "NOR")]
    pub federation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub to: Option<String>,
    /// What the change was based on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Naturalization")]
    pub basis: Option<String>,
}

/// An identifier in another system. A system gives each identifier to one person.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExternalId {
    #[validate(custom(function = system_name))]
    #[schema(pattern = "^[a-z0-9_-]{1,40}$", example = "fide")]
    pub system: String,
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "1503014")]
    pub value: String,
}

/// A list of persons.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonPage {
    pub data: Vec<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Another spelling of a name.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameVariant {
    #[schema(inline)]
    pub kind: VariantKind,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Kroeger, Aase")]
    pub name: String,
}

/// How a spelling came about.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariantKind {
    AsWritten,
    Transliteration,
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
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<Date>,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 20), nested)]
    pub variants: Vec<NameVariant>,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 20), nested)]
    pub external_ids: Vec<ExternalId>,
}

/// What is said of the person whom the path names by an identifier elsewhere.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonByRefInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Krøger, Åse")]
    pub name: String,
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "NOR")]
    pub federation: String,
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<Date>,
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 20), nested)]
    pub variants: Vec<NameVariant>,
}

/// What changes of a person: what is absent stays, null removes a birth date.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonPatch {
    /// The name before stays as a former one.
    #[serde(default, deserialize_with = "not_null")]
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// The first day of the new name, where it is not a correction.
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub name_from: Option<Date>,
    /// Only an administrator moves a person to another federation.
    #[serde(default, deserialize_with = "not_null")]
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$")]
    pub federation: Option<String>,
    /// The first day in the new federation; today, where it is absent.
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub federation_from: Option<Date>,
    /// What the change of federation is based on.
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Naturalization")]
    pub federation_basis: Option<String>,
    #[serde(default, deserialize_with = "absent_or_null")]
    #[validate(custom(function = known_year))]
    #[schema(value_type = Option<String>, format = Date)]
    pub birth_date: Option<Option<Date>>,
    /// All other spellings, in the place of those before.
    #[serde(default, deserialize_with = "objects_if_present")]
    #[validate(length(max = 20), nested)]
    pub variants: Option<Vec<NameVariant>>,
    /// All identifiers elsewhere, in the place of those before.
    #[serde(default, deserialize_with = "objects_if_present")]
    #[validate(length(max = 20), nested)]
    pub external_ids: Option<Vec<ExternalId>>,
}

/// Into whom a person is merged.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeInput {
    #[schema(value_type = String, example = "per_01890a5d000070008000000000000001")]
    pub into: PersonId,
}

fn objects_if_present<'de, T, D>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    objects(deserializer).map(Some)
}

fn system_name(text: &str) -> Result<(), ValidationError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
    if (1..=40).contains(&text.len()) && text.bytes().all(plain) {
        return Ok(());
    }
    let mut error = ValidationError::new("system");
    error.message = Some("1 to 40 small letters, digits, _ and -".into());
    Err(error)
}

impl From<NameVariant> for OtherName {
    fn from(variant: NameVariant) -> Self {
        let kind = match variant.kind {
            VariantKind::AsWritten => "as_written",
            VariantKind::Transliteration => "transliteration",
        };
        Self { kind: kind.to_owned(), name: variant.name, until: None }
    }
}

impl Person {
    pub fn of(seen: PersonSeen) -> Self {
        let PersonSeen { row, facts, personal } = seen;
        let name = |other: OtherName| PersonName { kind: other.kind, name: other.name, until: other.until };
        Self {
            id: row.id,
            championship: row.championship_id,
            name: row.name,
            other_names: facts.names.into_iter().map(name).collect(),
            federation: row.federation,
            memberships: facts
                .memberships
                .into_iter()
                .map(|row| PersonMembership {
                    federation: row.federation,
                    from: row.from_on,
                    to: row.to_on,
                    basis: row.basis,
                })
                .collect(),
            external_ids: facts.refs.into_iter().map(|(system, value)| ExternalId { system, value }).collect(),
            birth_date: row.birth_date.filter(|_| personal),
            merged_into: row.merged_into,
            version: row.version,
        }
    }
}

fn view_name(personal: bool) -> &'static str {
    if personal { "own" } else { "public" }
}

fn answer(seen: PersonSeen) -> crate::service::error::Result<Answer> {
    let (version, view) = (seen.row.version, view_name(seen.personal));
    Ok(Answer::ok(&Person::of(seen))?.view(version, view))
}

fn variants(variants: Vec<NameVariant>) -> Vec<OtherName> {
    variants.into_iter().map(OtherName::from).collect()
}

fn pairs(ids: Vec<ExternalId>) -> Vec<(String, String)> {
    ids.into_iter().map(|id| (id.system, id.value)).collect()
}

/// Register a person
///
/// Federation officers and administrators register the persons of the registry; in a sandbox its organizer and its
/// chiefs of delegation do, with `championship`. A federation that the registry does not know is kept there as not
/// recognised; in a sandbox it is refused (422 `unknown_federation`). An identifier elsewhere belongs to one person
/// (422 `external_id_taken`).
#[utoipa::path(tag = "persons", request_body = PersonInput, responses((status = 201, description = "Registered", body = Person)))]
#[post("/v1/persons")]
pub async fn create_person(caller: Caller, input: Input<PersonInput>) -> Result<HttpResponse, Problem> {
    let Input(input) = input;
    let target = Target::NewPerson(input.championship.clone(), input.federation.clone());
    caller
        .write(Action::CreatePerson, target, move |tx| {
            let facts = NewPerson {
                championship: input.championship,
                name: input.name,
                federation: input.federation,
                birth_date: input.birth_date.map(|date| date.to_string()),
                variants: variants(input.variants),
                external_ids: pairs(input.external_ids),
            };
            let seen = persons::create_person(tx, facts)?;
            let (location, version) = (format!("/v1/persons/{}", seen.row.id), seen.row.version);
            Ok(Answer::created(&Person::of(seen), location)?.view(version, view_name(true)))
        })
        .await
}

/// Read a person
///
/// Name and federation are public. The birth date is shown to the own federation, administrators, and organizer and
/// chief arbiter of a championship in which the person plays; these views have entity tags of their own. One that was
/// merged names the survivor in `merged_into`.
#[utoipa::path(tag = "persons", params(("person" = String, Path)), responses((status = 200, description = "The person", body = Person)))]
#[get("/v1/persons/{person}")]
pub async fn get_person(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    caller
        .read(Action::GetPerson, Target::Person(id.clone()), Keep::Nothing, move |view| {
            answer(persons::get_person(view, &id)?)
        })
        .await
}

/// The name of a system and an identifier in it.
fn path_ref(caller: &Caller) -> Result<(String, String), Problem> {
    let (system, value) = (caller.path("system"), caller.path("ref"));
    if system_name(system).is_err() || clean_text(value).is_err() || value.chars().count() > 100 {
        return Err(Problem::bad_request("the path names a system in small letters and an identifier in it"));
    }
    Ok((system.to_owned(), value.to_owned()))
}

/// Read a person by an identifier elsewhere
///
/// After a merge it leads to the survivor.
#[utoipa::path(tag = "persons", params(("system" = String, Path), ("ref" = String, Path)), responses((status = 200, description = "The person", body = Person)))]
#[get("/v1/persons/by-ref/{system}/{ref}")]
pub async fn get_person_by_ref(caller: Caller) -> Result<HttpResponse, Problem> {
    let (system, value) = path_ref(&caller)?;
    caller
        .read(Action::GetPersonByRef, Target::Registry, Keep::Nothing, move |view| {
            answer(persons::get_person_by_ref(view, &system, &value)?)
        })
        .await
}

/// Create or replace a person by an identifier elsewhere
///
/// The identifier is the client's choice: 201 the first time, 200 after, with the version seen. Former names,
/// memberships and other identifiers stay.
#[utoipa::path(tag = "persons", params(("system" = String, Path), ("ref" = String, Path)), request_body = PersonByRefInput, responses((status = 200, description = "Replaced", body = Person), (status = 201, description = "Registered", body = Person)))]
#[put("/v1/persons/by-ref/{system}/{ref}")]
pub async fn put_person_by_ref(caller: Caller, input: Input<PersonByRefInput>) -> Result<HttpResponse, Problem> {
    let (system, value) = path_ref(&caller)?;
    let Input(input) = input;
    let target = Target::PersonByRef(system.clone(), value.clone(), input.federation.clone());
    caller
        .write(Action::PutPersonByRef, target, move |tx| {
            let facts = NewPerson {
                championship: None,
                name: input.name,
                federation: input.federation,
                birth_date: input.birth_date.map(|date| date.to_string()),
                variants: variants(input.variants),
                external_ids: Vec::new(),
            };
            let (seen, created) = persons::put_person_by_ref(tx, &system, &value, facts)?;
            let (location, version) = (format!("/v1/persons/{}", seen.row.id), seen.row.version);
            Ok(Answer::put(&Person::of(seen), created, location)?.view(version, view_name(true)))
        })
        .await
}

/// List persons
///
/// By id. Real persons, or with `championship` those of that sandbox. Who acts for a federation sees its own;
/// administrators and organizers see all. `name` finds a part of the name or of another spelling, whatever its letter
/// case and composition; `system` and `ref` together find by an identifier elsewhere. Merged records are not listed.
#[utoipa::path(tag = "persons", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query), ("federation" = Option<String>, Query), ("championship" = Option<String>, Query), ("name" = Option<String>, Query, max_length = 200), ("system" = Option<String>, Query), ("ref" = Option<String>, Query)), responses((status = 200, description = "The page", body = PersonPage)))]
#[get("/v1/persons")]
pub async fn list_persons(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["federation", "championship", "name", "system", "ref"])?;
    let filter = filter(&page)?;
    caller
        .read(Action::ListPersons, Target::Registry, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let seen = persons::list_persons(view, filter, after, page.fetch())?;
            Answer::ok(&page.answer(seen, |seen| vec![seen.row.id.clone()], Person::of))
        })
        .await
}

/// Suggest persons
///
/// Those of the registry, one of whose names has this in it when marks and double spellings are left out: ø as o,
/// ü as ue. Different people are spelled alike: this never says who is meant. At most 20.
#[utoipa::path(tag = "persons", params(("name" = String, Query, max_length = 200)), responses((status = 200, description = "The suggestions", body = PersonPage)))]
#[get("/v1/person-suggestions")]
pub async fn suggest_persons(caller: Caller) -> Result<HttpResponse, Problem> {
    let name = caller.query(&["name"])?.remove("name").filter(|name| (2..=200).contains(&name.chars().count()));
    let name = name.ok_or_else(|| Problem::bad_request("name has 2 to 200 characters"))?;
    caller
        .read(Action::SuggestPersons, Target::Registry, Keep::Nothing, move |view| {
            let seen = persons::suggest_persons(view, &name, 20)?;
            Answer::ok(&PersonPage { data: seen.into_iter().map(Person::of).collect(), next_cursor: None })
        })
        .await
}

fn filter(page: &Page) -> Result<PersonFilter, Problem> {
    let of = |name: &str| page.filter.get(name).cloned();
    let federation = of("federation");
    if federation.as_ref().is_some_and(|code| !is_federation_code(code)) {
        return Err(Problem::bad_request("federation is three capital letters"));
    }
    let championship = of("championship");
    if championship.as_ref().is_some_and(|id| id.parse::<ChampionshipId>().is_err()) {
        return Err(Problem::bad_request("championship is an identifier of the form chp_ and 32 hexadecimal digits"));
    }
    let by_ref = match (of("system"), of("ref")) {
        (Some(system), Some(value)) => Some((system, value)),
        (None, None) => None,
        _ => return Err(Problem::bad_request("system and ref are given together")),
    };
    Ok(PersonFilter { championship, federations: federation.map(|code| vec![code]), name: of("name"), by_ref })
}

/// Change a person
///
/// By the own federation or an administrator, in a sandbox also by its organizer. Absent fields stay. A name and a
/// federation that are left stay readable with their dates.
#[utoipa::path(tag = "persons", params(("person" = String, Path)), request_body = PersonPatch, responses((status = 200, description = "Changed", body = Person)))]
#[patch("/v1/persons/{person}")]
pub async fn update_person(caller: Caller, input: Input<PersonPatch>) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    let Input(input) = input;
    caller
        .write(Action::UpdatePerson, Target::Person(id.clone()), move |tx| {
            let changes = PersonChanges {
                name: input.name,
                name_from: input.name_from,
                federation: input.federation,
                federation_from: input.federation_from,
                federation_basis: input.federation_basis,
                birth_date: input.birth_date.map(|date| date.map(|date| date.to_string())),
                variants: input.variants.map(variants),
                external_ids: input.external_ids.map(pairs),
            };
            answer(persons::update_person(tx, &id, changes)?)
        })
        .await
}

/// Merge a person into another
///
/// Two records that are one person. The survivor takes the places of the other on rosters and in matches, with names and
/// identifiers; the other's id answers with `merged_into`, and in the feed it is removed. Refused where both stand on the
/// rosters of one championship or play in one match (422 `merge_impossible`).
#[utoipa::path(tag = "persons", params(("person" = String, Path)), request_body = MergeInput, responses((status = 200, description = "The record that was merged", body = Person)))]
#[post("/v1/persons/{person}/merge")]
pub async fn merge_person(caller: Caller, input: Input<MergeInput>) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    let Input(MergeInput { into }) = input;
    caller
        .write(Action::MergePerson, Target::Person(id.clone()), move |tx| {
            answer(persons::merge_person(tx, &id, &into)?)
        })
        .await
}

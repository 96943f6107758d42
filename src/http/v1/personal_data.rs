//! What is held about a person: its export and its erasure; and free text taken out of a journal.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::documents::{Document, DocumentReading};
use super::persons::Person;
use crate::access::Action;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_lines, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::personal_data::{self, Held, Name, RosterRow, TeamRow};
use crate::service::persons::PersonSeen;
use crate::service::redactions;

/// Everything that is held about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonExport {
    pub person: Person,
    pub rosters: Vec<RosterPlace>,
    /// Also those whose content is gone.
    pub documents: Vec<Document>,
    /// Who read the contents of these documents.
    pub readings: Vec<DocumentReading>,
    pub games: Vec<GamePlace>,
    /// Ids of the decisions on the person's eligibility.
    pub decisions: Vec<String>,
}

/// A place on a roster.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterPlace {
    pub championship: String,
    #[schema(example = "NOR")]
    pub federation: String,
    /// Id of the team.
    pub team: String,
    pub number: i32,
    /// `birth` or `naturalization`.
    #[schema(example = "birth")]
    pub nationality_by: String,
    pub student: bool,
}

/// A game in a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePlace {
    /// Id of the match.
    pub r#match: String,
    pub board: i32,
}

/// An erasure.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ErasureInput {
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000)]
    pub reason: String,
    #[schema(inline)]
    pub name: ErasedName,
}

/// Under which name results stay.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErasedName {
    Keep,
    Withhold,
}

/// A redaction.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedactionInput {
    /// Stays in the journal: it does not repeat what is taken out.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000)]
    pub reason: String,
}

/// An entry of a journal without its payload.
#[derive(Debug, Serialize, ToSchema)]
pub struct JournalRedaction {
    pub championship: String,
    /// The entry's number in the journal.
    pub seq: i64,
}

impl PersonExport {
    fn of(held: Held) -> Done<Self> {
        Ok(Self {
            person: Person::of(PersonSeen { row: held.person, facts: held.facts, personal: true }),
            rosters: held.rosters.into_iter().map(RosterPlace::of).collect(),
            documents: held.documents.into_iter().map(Document::of).collect::<Done<_>>()?,
            readings: held.readings.into_iter().map(DocumentReading::of).collect::<Done<_>>()?,
            decisions: held.decisions,
            games: held.boards.into_iter().map(|(id, board)| GamePlace { r#match: id, board }).collect(),
        })
    }
}

impl RosterPlace {
    fn of((row, team): (RosterRow, TeamRow)) -> Self {
        Self {
            championship: row.championship_id,
            federation: team.federation,
            team: row.team_id,
            number: row.number,
            nationality_by: row.nationality_by,
            student: row.student,
        }
    }
}

/// Export what is held about a person
///
/// For the person, who asks the own federation or an administrator: registry, rosters, documents without their contents,
/// who read these, games.
#[utoipa::path(tag = "persons", params(("person" = String, Path)), responses((status = 200, description = "Everything", body = PersonExport)))]
#[get("/v1/persons/{person}/export")]
pub async fn export_person(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    caller
        .read(Action::ExportPerson, Target::Person(id.clone()), Keep::Nothing, move |view| {
            let held = personal_data::export_person(view, &id)?;
            let version = held.person.version;
            Ok(Answer::ok(&PersonExport::of(held)?)?.view_of_parts(version, "export"))
        })
        .await
}

/// Erase a person
///
/// Birth date, identifiers elsewhere and contents of documents go for good, those of second records too. Results stay under the name (`keep`) or under `withheld`
/// (`withhold`). Not while the person stands on a roster of a championship that is not closed (409 `on_open_roster`).
#[utoipa::path(tag = "persons", params(("person" = String, Path)), request_body = ErasureInput, responses((status = 200, description = "Erased", body = Person)))]
#[post("/v1/persons/{person}/erasure")]
pub async fn erase_person(caller: Caller, input: Input<ErasureInput>) -> Result<HttpResponse, Problem> {
    let id: PersonId = path_id(caller.path("person"), "person")?;
    let Input(input) = input;
    let name = match input.name {
        ErasedName::Keep => Name::Keep,
        ErasedName::Withhold => Name::Withhold,
    };
    caller
        .write(Action::ErasePerson, Target::Person(id.clone()), move |tx| {
            let (row, facts) = personal_data::erase_person(tx, &id, name, &input.reason)?;
            let version = row.version;
            Ok(Answer::ok(&Person::of(PersonSeen { row, facts, personal: true }))?.view(version, "own"))
        })
        .await
}

/// Redact an entry of the journal
///
/// Its payload and salt go, its digest stays, and the chain holds; a free text of the act goes from the resource too: the
/// reason of a withdrawal or of a decided result, remarks on a draft. Redacted already: 409 `already_done`.
#[utoipa::path(tag = "changes", params(("championship" = String, Path), ("seq" = i64, Path)), request_body = RedactionInput, responses((status = 200, description = "Redacted", body = JournalRedaction)))]
#[post("/v1/championships/{championship}/journal/{seq}/redaction")]
pub async fn redact_journal_entry(caller: Caller, input: Input<RedactionInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let seq: i64 = caller.path("seq").parse().map_err(|_| Problem::bad_request("seq in the path is a number"))?;
    let Input(input) = input;
    caller
        .write(Action::RedactJournalEntry, Target::Championship(id.clone()), move |tx| {
            redactions::redact_journal_entry(tx, seq, &input.reason)?;
            Answer::ok(&JournalRedaction { championship: id.to_string(), seq })
        })
        .await
}

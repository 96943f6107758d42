//! `…/entries/{federation}/requirements`: what a definite entry lacks, all at once.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::domain::violation::{Fact, Violation};
use crate::http::call::{Caller, Keep};
use crate::http::input::{path_federation, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::entries;

/// What stands between an entry and its being definite.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryRequirements {
    #[schema(example = "NOR")]
    pub federation: String,
    /// Whether a definite entry would be accepted now, with the indications that stand in it already.
    pub complete: bool,
    pub missing: Vec<Requirement>,
    /// What is required and may follow the definite entry.
    pub may_follow: Vec<Requirement>,
}

/// One thing that is missing or wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct Requirement {
    /// The code with which the definite entry would be refused.
    #[schema(example = "document_missing")]
    pub code: String,
    /// JSON Pointer: `/indications/…` into the body of the definite entry, `/teams/…` into the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/teams/0/players/2/documents/proof_of_studies")]
    pub pointer: Option<String>,
    /// Where it is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Art. 6")]
    pub article: Option<String>,
    /// What is so in this case.
    pub detail: String,
    /// The indication that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indication: Option<String>,
    /// The player of whom it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The kind of document that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
}

impl From<Violation> for Requirement {
    fn from(violation: Violation) -> Self {
        let fact = |name: &str| match violation.facts.get(name) {
            Some(Fact::Text(text)) => Some(text.clone()),
            _ => None,
        };
        Self {
            code: violation.rule.code().to_owned(),
            indication: fact("indication"),
            person: fact("person"),
            document: fact("document"),
            pointer: violation.pointer,
            article: violation.article.map(|article| format!("Art. {article}")),
            detail: violation.detail,
        }
    }
}

/// List what a definite entry lacks
///
/// Everything at once, by player and document, each with its article: indications, players, captain, birth dates,
/// documents, and whether it would come in time. The definite entry is refused with the same list.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), responses((status = 200, description = "What is missing", body = EntryRequirements)))]
#[get("/v1/championships/{championship}/entries/{federation}/requirements")]
pub async fn get_entry_requirements(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    caller
        .read(Action::GetEntryRequirements, Target::Entry(id, federation.clone()), Keep::Nothing, move |view| {
            let found = entries::get_entry_requirements(view, &federation)?;
            Answer::ok(&EntryRequirements {
                federation: found.federation,
                complete: found.missing.is_empty(),
                missing: found.missing.into_iter().map(Requirement::from).collect(),
                may_follow: found.may_follow.into_iter().map(Requirement::from).collect(),
            })
        })
        .await
}

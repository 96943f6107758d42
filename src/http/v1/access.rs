//! `…/access`: what may I do with this now, and if not why. Never kept, since it varies by caller and moment.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::{GroupId, MatchId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{path_federation, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::{Target, View};
use crate::service::rights::{self, Right};

/// Whether the caller may try one operation now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccessRight {
    /// Operation id.
    #[schema(example = "submit_definite_entry")]
    pub operation: String,
    pub allowed: bool,
    /// The code with which it would be refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "wrong_phase")]
    pub code: Option<String>,
    /// Why it would be refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The article that gives the right or the duty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Art. 6")]
    pub article: Option<String>,
}

/// What the caller may do with a thing now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Access {
    pub data: Vec<AccessRight>,
}

impl From<Right> for AccessRight {
    fn from(right: Right) -> Self {
        let (code, detail) = right.refusal.unzip();
        Self {
            operation: right.action.operation().to_owned(),
            allowed: code.is_none(),
            code,
            detail,
            article: right.article.map(|article| format!("Art. {article}")),
        }
    }
}

async fn answer(
    caller: Caller,
    action: Action,
    target: Target,
    of: impl FnOnce(&mut View<'_>) -> crate::service::error::Result<Vec<Right>> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    caller
        .read(action, target, Keep::Nothing, move |view| {
            Answer::ok(&Access { data: of(view)?.into_iter().map(AccessRight::from).collect() })
        })
        .await
}

/// What may I do with this championship?
///
/// Each operation on the championship itself: allowed now, or why not.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "Rights", body = Access)))]
#[get("/v1/championships/{championship}/access")]
pub async fn get_championship_access(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = path_id(caller.path("championship"), "championship")?;
    answer(caller, Action::GetChampionshipAccess, Target::Championship(id), rights::get_championship_access).await
}

/// What may I do with this entry?
///
/// Each operation on the federation's entry: allowed now, or why not.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), responses((status = 200, description = "Rights", body = Access)))]
#[get("/v1/championships/{championship}/entries/{federation}/access")]
pub async fn get_entry_access(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    answer(caller, Action::GetEntryAccess, Target::Entry(id, federation), rights::get_entry_access).await
}

/// What may I do with this group?
///
/// Lots and rounds of the group: allowed now, or why not.
#[utoipa::path(tag = "groups", params(("group" = String, Path)), responses((status = 200, description = "Rights", body = Access)))]
#[get("/v1/groups/{group}/access")]
pub async fn get_group_access(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: GroupId = path_id(caller.path("group"), "group")?;
    let target = Target::Group(id.clone());
    answer(caller, Action::GetGroupAccess, target, move |view| rights::get_group_access(view, &id)).await
}

/// What may I do with this match?
///
/// Line-up, reports and decisions on the match: allowed now, or why not.
#[utoipa::path(tag = "matches", params(("match" = String, Path)), responses((status = 200, description = "Rights", body = Access)))]
#[get("/v1/matches/{match}/access")]
pub async fn get_match_access(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: MatchId = path_id(caller.path("match"), "match")?;
    let target = Target::Match(id.clone());
    answer(caller, Action::GetMatchAccess, target, move |view| rights::get_match_access(view, &id)).await
}

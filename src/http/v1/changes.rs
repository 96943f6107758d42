//! `/v1/changes`: what has changed, for those who keep a copy.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::page::take_limit;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::changes::{self, Asked, ChangeRow, Cursor, Since};
use crate::service::desk::Target;

/// One resource that has changed. Read it at its own address; the last state wins.
#[derive(Debug, Serialize, ToSchema)]
pub struct Change {
    /// Place in the feed of everything; changes of one act share it.
    pub position: i64,
    /// Number of the act in its stream.
    pub seq: i64,
    /// Kind of resource. New kinds may appear.
    #[serde(rename = "type")]
    #[schema(example = "entry")]
    pub kind: String,
    /// Of the resource.
    pub id: String,
    /// Version that it then had.
    pub version: i64,
    /// created, updated, removed or announced (a moment that fell due). New ones may appear.
    #[schema(example = "updated")]
    pub change: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Absent for what belongs to no championship.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "chp_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f")]
    pub championship: Option<String>,
}

/// Changes in the order of commits, with either `next` or `delta`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangePage {
    pub data: Vec<Change>,
    /// There is more: send it as `since` at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// This was all: keep it, and send it as `since` when you want to know what came after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<String>,
}

impl From<(ChangeRow, i64)> for Change {
    fn from((row, seq): (ChangeRow, i64)) -> Self {
        Self {
            position: row.position,
            seq,
            kind: row.kind,
            id: row.resource_id,
            version: row.version,
            change: row.change,
            reason: row.reason,
            championship: row.stream.parse::<ChampionshipId>().ok().map(String::from),
        }
    }
}

/// List changes
///
/// Every change that the caller may know of, once and in the order of commits, from the beginning or after `since`;
/// sandbox championships are left out. `since=latest` gives only a place to go on from. A cursor of another database,
/// or from after the backup that this one was restored from, is 410: read the lists again.
#[utoipa::path(tag = "changes", params(("since" = Option<String>, Query, description = "`latest`, or a `next` or `delta` received before"), ("types" = Option<String>, Query, description = "Only these kinds, separated by commas", example = "entry,team"), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200)), responses((status = 200, description = "The changes", body = ChangePage)))]
#[get("/v1/changes")]
pub async fn list_changes(caller: Caller) -> Result<HttpResponse, Problem> {
    feed(&caller, Action::ListChanges, Target::Registry, None).await
}

/// List changes of a championship
///
/// The same for one championship, a sandbox too.
#[utoipa::path(tag = "changes", params(("championship" = String, Path), ("since" = Option<String>, Query, description = "`latest`, or a `next` or `delta` received before"), ("types" = Option<String>, Query, description = "Only these kinds, separated by commas", example = "entry,team"), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200)), responses((status = 200, description = "The changes", body = ChangePage)))]
#[get("/v1/championships/{championship}/changes")]
pub async fn list_championship_changes(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    feed(&caller, Action::ListChampionshipChanges, Target::Championship(id.clone()), Some(id)).await
}

async fn feed(
    caller: &Caller,
    action: Action,
    target: Target,
    championship: Option<ChampionshipId>,
) -> Result<HttpResponse, Problem> {
    let mut query = caller.query(&["since", "types", "limit"])?;
    let limit = take_limit(&mut query)?;
    let kinds = query.remove("types").map(|types| read_kinds(&types)).transpose()?.unwrap_or_default();
    let asked = Asked { championship, kinds, limit };
    let since = match query.remove("since").as_deref() {
        None => Since::Beginning,
        Some("latest") => Since::Latest,
        Some(text) => match Cursor::read(text) {
            None => return Err(Problem::bad_request("since is latest, or a next or delta of this feed")),
            Some(cursor) if !cursor.belongs_to(&asked) => {
                return Err(Problem::bad_request("since belongs to another feed or other types"));
            }
            Some(cursor) => Since::Cursor(cursor),
        },
    };
    caller
        .read(action, target, Keep::Revalidate, move |view| {
            let found = changes::list_changes(view, &asked, &since)?;
            let data = found.changes.into_iter().map(Change::from).collect();
            Answer::ok(&ChangePage { data, next: found.next, delta: found.delta })
        })
        .await
}

fn read_kinds(types: &str) -> Result<Vec<&'static str>, Problem> {
    let mut kinds = Vec::new();
    for asked in types.split(',').map(str::trim) {
        match changes::kinds().find(|kind| *kind == asked) {
            Some(kind) => kinds.push(kind),
            None => {
                let known: Vec<_> = changes::kinds().collect();
                return Err(Problem::bad_request(format!("types has only these: {}", known.join(", "))));
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

//! `/v1/groups`: who plays whom.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::{ChampionshipId, GroupId};
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::groups::{self, GroupSheet, GroupTeam};

/// A team of a group.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NumberedTeam {
    #[schema(example = "team_0197a0c2d5f07000800000000000000a")]
    pub id: String,
    #[schema(example = "URS")]
    pub federation: String,
    #[schema(example = "A")]
    pub letter: String,
    #[schema(example = "Soviet Union")]
    pub name: String,
    /// The number drawn by lot: its place in the tables of rounds.
    #[schema(example = 3)]
    pub number: i32,
}

impl From<&GroupTeam> for NumberedTeam {
    fn from(team: &GroupTeam) -> Self {
        Self {
            id: team.id.clone(),
            federation: team.federation.clone(),
            letter: team.letter.clone(),
            name: team.name.clone(),
            number: team.number,
        }
    }
}

/// A group: every team meets every other.
#[derive(Debug, Serialize, ToSchema)]
pub struct Group {
    #[schema(example = "grp_0197a0c2d5f07000800000000000000b")]
    pub id: String,
    pub championship: String,
    /// Category of the competition.
    #[schema(example = "open")]
    pub competition: String,
    pub name: String,
    /// By number; empty before the lots are drawn.
    pub teams: Vec<NumberedTeam>,
    /// Rises with everything that the standings show.
    pub version: i64,
}

/// A list of groups.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupPage {
    pub data: Vec<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl From<GroupSheet> for Group {
    fn from(sheet: GroupSheet) -> Self {
        Self {
            id: sheet.row.id,
            championship: sheet.row.championship_id,
            competition: sheet.competition.key,
            name: sheet.row.name,
            teams: sheet.teams.iter().map(NumberedTeam::from).collect(),
            version: sheet.row.version,
        }
    }
}

/// List the groups of a championship
///
/// All groups of all competitions, with their teams once lots are drawn.
#[utoipa::path(tag = "groups", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = GroupPage)))]
#[get("/v1/championships/{championship}/groups")]
pub async fn list_groups(caller: Caller) -> Result<HttpResponse, Problem> {
    let championship: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListGroups, Target::Championship(championship.clone()), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = groups::list_groups(view, &championship, after, page.fetch())?;
            Answer::ok(&page.answer(rows, |sheet| vec![sheet.row.id.clone()], Group::from))
        })
        .await
}

/// Read a group
///
/// The teams stand there with their numbers once lots are drawn.
#[utoipa::path(tag = "groups", params(("group" = String, Path)), responses((status = 200, description = "The group", body = Group)))]
#[get("/v1/groups/{group}")]
pub async fn get_group(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .read(Action::GetGroup, Target::Group(group.clone()), Keep::Shared, move |view| {
            let sheet = groups::get_group(view, &group)?;
            let version = sheet.row.version;
            Ok(Answer::ok(&Group::from(sheet))?.version(version))
        })
        .await
}

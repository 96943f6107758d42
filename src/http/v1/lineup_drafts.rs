//! `/v1/matches/{match}/lineups/{team}/draft`: free, and nobody's but the own side's.

use actix_web::{HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::lineups::side_in_path;
use crate::access::Action;
use crate::domain::ids::PersonId;
use crate::http::call::{Caller, Keep};
use crate::http::input::Input;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::lineups::DraftRow;
use crate::service::lineups::drafts;

/// A draft of a line-up: as many players as are settled, in any order.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineupDraftInput {
    /// Players of the team by id, board after board.
    #[validate(length(max = 100))]
    #[schema(value_type = Vec<String>, max_items = 100, example = json!(["per_0198c0ffee007000800000000000abcd"]))]
    pub players: Vec<PersonId>,
}

/// A draft of a line-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupDraft {
    #[serde(rename = "match")]
    pub match_id: String,
    pub team: String,
    /// Players by id, board after board.
    pub players: Vec<String>,
    #[schema(format = DateTime)]
    pub saved_at: String,
    /// The account that saved it.
    pub saved_by: String,
    pub version: i64,
}

impl LineupDraft {
    fn of(row: DraftRow, players: Vec<String>) -> Result<Self, Error> {
        Ok(Self {
            match_id: row.match_id,
            team: row.team_id,
            players,
            saved_at: moment(row.saved_at)?,
            saved_by: row.saved_by,
            version: row.version,
        })
    }
}

/// Read the draft of a line-up
///
/// By the own side; for everybody else there is none.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), responses((status = 200, description = "The draft", body = LineupDraft)))]
#[get("/v1/matches/{match}/lineups/{team}/draft")]
pub async fn get_lineup_draft(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    caller
        .read(Action::GetLineupDraft, Target::LineupDraft(id.clone(), team.clone()), Keep::Nothing, move |view| {
            let (row, players) = drafts::get_lineup_draft(view, &id, &team)?;
            let version = row.version;
            Ok(Answer::ok(&LineupDraft::of(row, players)?)?.version(version))
        })
        .await
}

/// Save a draft of a line-up
///
/// By the own side, as often as it likes until the round starts; to replace one, name its version in `If-Match`. It binds
/// nobody: what counts is handed in. Only players of the team, and nobody twice.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), request_body = LineupDraftInput, responses((status = 200, description = "Replaced", body = LineupDraft), (status = 201, description = "Saved", body = LineupDraft)))]
#[put("/v1/matches/{match}/lineups/{team}/draft")]
pub async fn save_lineup_draft(caller: Caller, input: Input<LineupDraftInput>) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    let Input(LineupDraftInput { players }) = input;
    caller
        .write(Action::SaveLineupDraft, Target::LineupDraft(id.clone(), team.clone()), move |tx| {
            let (row, players, created) = drafts::save_lineup_draft(tx, &id, &team, &players)?;
            let version = row.version;
            let location = format!("/v1/matches/{id}/lineups/{team}/draft");
            Ok(Answer::put(&LineupDraft::of(row, players)?, created, location)?.version(version))
        })
        .await
}

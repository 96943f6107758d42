//! `/v1/matches/{match}/lineups/{team}/changes`: for circumstances beyond the team's control, by the chief arbiter's
//! decision; and shorter lists.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::lineups::{LineupSeal, side_in_path};
use crate::access::Action;
use crate::domain::ids::PersonId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_lines};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::lineups::changes;
use crate::service::lineups::{ChangeRow, ListRow, ShortRow};

/// A change of a line-up that was asked for. The answers of writes leave the reasons out.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupChange {
    #[schema(example = 1)]
    pub number: i32,
    /// `requested`, `accepted` or `rejected`.
    #[schema(example = "accepted")]
    pub state: String,
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// For the own side and the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub decided_at: Option<String>,
    /// For the own side and the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision_reason: Option<String>,
    /// Of the list that is wanted. One that was not accepted is never opened.
    pub seal: LineupSeal,
}

/// A list of changes of a line-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupChangePage {
    pub data: Vec<LineupChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// That the chief arbiter has accepted fewer players than boards.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShortLineup {
    #[schema(format = DateTime)]
    pub accepted_at: String,
    /// For the own side and the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Another list, and why.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineupChangeInput {
    /// The players by id, board after board; like a line-up.
    #[validate(length(min = 1, max = 100))]
    #[schema(value_type = Vec<String>, min_items = 1, max_items = 100, example = json!(["per_0198c0ffee007000800000000000abcd"]))]
    pub players: Vec<PersonId>,
    /// The circumstances beyond the team's control.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "A player was taken to hospital this morning.")]
    pub reason: String,
}

/// Why the chief arbiter decides so.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineupDecisionInput {
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The hospital has confirmed it.")]
    pub reason: String,
}

impl LineupChange {
    pub fn of(row: &ChangeRow, seal: LineupSeal, with_reasons: bool) -> Result<Self, Error> {
        Ok(Self {
            number: row.number,
            state: row.state.clone(),
            requested_at: moment(row.requested_at)?,
            reason: with_reasons.then(|| row.reason.clone()),
            decided_at: row.decided_at.map(moment).transpose()?,
            decision_reason: row.decision_reason.clone().filter(|_| with_reasons),
            seal,
        })
    }
}

impl ShortLineup {
    pub fn of(row: &ShortRow, with_reasons: bool) -> Result<Self, Error> {
        let reason = with_reasons.then(|| row.reason.clone());
        Ok(Self { accepted_at: moment(row.accepted_at)?, reason })
    }
}

/// Without the reasons: an answer may be kept for its replay.
fn shown((row, list): (ChangeRow, ListRow)) -> Result<LineupChange, Error> {
    LineupChange::of(&row, LineupSeal::closed(&list), false)
}

fn change_in_path(caller: &Caller) -> Result<i32, Problem> {
    let text = caller.path("change");
    let number = text.parse().ok().filter(|number: &i32| *number >= 1 && number.to_string() == text);
    number.ok_or_else(|| Problem::bad_request("the change in the path must be a number from 1 on"))
}

/// List the changes of a line-up
///
/// By the own side and the chief arbiter, with the reasons. The lists themselves stay sealed.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = LineupChangePage)))]
#[get("/v1/matches/{match}/lineups/{team}/changes")]
pub async fn list_lineup_changes(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListLineupChanges, Target::Lineup(id.clone(), team.clone()), Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).and_then(|number| number.parse().ok());
            let fetch = usize::try_from(page.fetch()).unwrap_or(usize::MAX);
            let found = changes::list_lineup_changes(view, &id, &team, after.unwrap_or(0), fetch)?;
            let shown = found
                .iter()
                .map(|(row, list)| LineupChange::of(row, LineupSeal::closed(list), true))
                .collect::<Result<Vec<_>, _>>()?;
            Answer::ok(&page.answer(shown, |change| vec![change.number.to_string()], |change| change))
        })
        .await
}

/// Ask for a change of a line-up
///
/// By the captain or the deputy, with the circumstances beyond the team's control (Art. 23.1), until the signal for the
/// start. The new list is sealed like the old one, which stands until the chief arbiter accepts. One at a time: 409
/// `change_undecided`.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), request_body = LineupChangeInput, responses((status = 201, description = "Asked for", body = LineupChange)))]
#[post("/v1/matches/{match}/lineups/{team}/changes")]
pub async fn request_lineup_change(caller: Caller, input: Input<LineupChangeInput>) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    let Input(LineupChangeInput { players, reason }) = input;
    caller
        .write(Action::RequestLineupChange, Target::Lineup(id.clone(), team.clone()), move |tx| {
            let found = changes::request_lineup_change(tx, &id, &team, &players, reason)?;
            Answer::created(&shown(found)?, format!("/v1/matches/{id}/lineups/{team}/changes"))
        })
        .await
}

/// Accept a change of a line-up
///
/// By the chief arbiter with a reason, until the signal for the start (Art. 23.1): from now on the new list stands.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path), ("change" = i32, Path, minimum = 1)), request_body = LineupDecisionInput, responses((status = 200, description = "Accepted", body = LineupChange)))]
#[post("/v1/matches/{match}/lineups/{team}/changes/{change}/acceptance")]
pub async fn accept_lineup_change(caller: Caller, input: Input<LineupDecisionInput>) -> Result<HttpResponse, Problem> {
    let ((id, team), number) = (side_in_path(&caller)?, change_in_path(&caller)?);
    let Input(LineupDecisionInput { reason }) = input;
    caller
        .write(Action::AcceptLineupChange, Target::Lineup(id.clone(), team.clone()), move |tx| {
            Answer::ok(&shown(changes::accept_lineup_change(tx, &id, &team, number, reason)?)?)
        })
        .await
}

/// Reject a change of a line-up
///
/// By the chief arbiter with a reason, until the signal for the start (Art. 23.1): the list stays as it was.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path), ("change" = i32, Path, minimum = 1)), request_body = LineupDecisionInput, responses((status = 200, description = "Rejected", body = LineupChange)))]
#[post("/v1/matches/{match}/lineups/{team}/changes/{change}/rejection")]
pub async fn reject_lineup_change(caller: Caller, input: Input<LineupDecisionInput>) -> Result<HttpResponse, Problem> {
    let ((id, team), number) = (side_in_path(&caller)?, change_in_path(&caller)?);
    let Input(LineupDecisionInput { reason }) = input;
    caller
        .write(Action::RejectLineupChange, Target::Lineup(id.clone(), team.clone()), move |tx| {
            Answer::ok(&shown(changes::reject_lineup_change(tx, &id, &team, number, reason)?)?)
        })
        .await
}

/// Accept a shorter line-up
///
/// By the chief arbiter with a reason: this team may name fewer players than boards in this match, and the last boards stay
/// empty (Art. 23.1).
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), request_body = LineupDecisionInput, responses((status = 201, description = "Accepted", body = ShortLineup)))]
#[post("/v1/matches/{match}/lineups/{team}/fewer-players")]
pub async fn accept_short_lineup(caller: Caller, input: Input<LineupDecisionInput>) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    let Input(LineupDecisionInput { reason }) = input;
    caller
        .write(Action::AcceptShortLineup, Target::Lineup(id.clone(), team.clone()), move |tx| {
            let row = changes::accept_short_lineup(tx, &id, &team, reason)?;
            Answer::created(&ShortLineup::of(&row, false)?, format!("/v1/matches/{id}/lineups/{team}"))
        })
        .await
}

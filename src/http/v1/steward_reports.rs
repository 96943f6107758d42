//! `/v1/matches/{match}/steward-reports`: what goes against manners and order at the boards.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::ids::{MatchId, TeamId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_lines, clean_text, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::steward_reports::{self, Reported, StewardReportRow};

/// What was reported on a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct StewardReport {
    #[serde(rename = "match")]
    pub match_id: String,
    /// 1 for the first report on the match.
    #[schema(example = 1)]
    pub number: i32,
    /// One of the regulations' own (`play.steward_reports`); new values may appear.
    #[schema(example = "captain_interferes")]
    pub kind: String,
    /// The team of which it speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 2)]
    pub board: Option<i32>,
    #[schema(example = "The captain told his player which piece to exchange.")]
    pub text: String,
    /// The number of the steward among those of the match; absent where an official reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub steward: Option<i32>,
    #[schema(format = DateTime)]
    pub reported_at: String,
    /// Changes by a redaction alone: a report is added to, never written over.
    pub version: i64,
}

/// A list of reports, the first one first.
#[derive(Debug, Serialize, ToSchema)]
pub struct StewardReportPage {
    pub data: Vec<StewardReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What a steward reports.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StewardReportInput {
    /// `etiquette`, `disturbance`, `finished_player_stays`, `captain_interferes`, `talk_without_steward` or `other`, where
    /// the regulations are those of 1960 (Art. 15, 22, 23.2, 23.4).
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "captain_interferes")]
    pub kind: String,
    /// The team of which it speaks, one of the match.
    #[schema(value_type = Option<String>)]
    pub team: Option<TeamId>,
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100, example = 2)]
    pub board: Option<i32>,
    #[validate(length(min = 1, max = 4000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 4000, example = "The captain told his player which piece to exchange.")]
    pub text: String,
}

impl StewardReport {
    fn of(row: StewardReportRow) -> Result<Self, Error> {
        Ok(Self {
            match_id: row.match_id,
            number: row.ordinal,
            kind: row.kind,
            team: row.team_id,
            board: row.board,
            text: row.words,
            steward: row.steward_ordinal,
            reported_at: moment(row.reported_at)?,
            version: row.version,
        })
    }
}

fn match_in_path(caller: &Caller) -> Result<MatchId, Problem> {
    path_id(caller.path("match"), "the match")
}

/// Report what happened at the boards
///
/// By the steward of the match, else 403 `not_your_match`, or by the direction: breaches of good manners (Art. 22), a
/// captain who does more than advise about a draw or resignation, players who stay when their games are over (Art. 23).
#[utoipa::path(tag = "officials", params(("match" = String, Path)), request_body = StewardReportInput, responses((status = 201, description = "Reported", body = StewardReport)))]
#[post("/v1/matches/{match}/steward-reports")]
pub async fn file_steward_report(caller: Caller, input: Input<StewardReportInput>) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::FileStewardReport, Target::Match(id.clone()), move |tx| {
            let said = Reported { kind: input.kind, team: input.team, board: input.board, text: input.text };
            let row = steward_reports::file_steward_report(tx, &id, said)?;
            Answer::created(&StewardReport::of(row)?, format!("/v1/matches/{id}/steward-reports"))
        })
        .await
}

/// List the reports on a match
///
/// For the direction, the arbiters, the appeals committee and the steward of the match. Captains and federations do not
/// read them: what follows from one is told to whom it concerns.
#[utoipa::path(tag = "officials", params(("match" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = StewardReportPage)))]
#[get("/v1/matches/{match}/steward-reports")]
pub async fn list_steward_reports(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListStewardReports, Target::Match(id.clone()), Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).and_then(|number| number.parse().ok());
            let rows = steward_reports::list_steward_reports(view, &id, after.unwrap_or(0), page.fetch())?;
            let shown = rows.into_iter().map(StewardReport::of).collect::<Result<Vec<_>, _>>()?;
            Answer::ok(&page.answer(shown, |report| vec![report.number.to_string()], |report| report))
        })
        .await
}

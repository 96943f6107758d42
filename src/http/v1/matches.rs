//! `/v1/matches`: the captains report, an arbiter confirms or decides.

use actix_web::{HttpResponse, get, post, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::groups::NumberedTeam;
use crate::access::Action;
use crate::domain::ground::Named;
use crate::domain::ids::{MatchId, TeamId};
use crate::domain::points::GamePoints;
use crate::domain::report::MatchState;
use crate::domain::result::BoardResult;
use crate::domain::rulebook::Category;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_lines, objects, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::matches::{self, MatchSheet, ReportRow, ResultRow, Sheet};

/// A match of two teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct Match {
    #[schema(example = "mtc_0197a0c2d5f07000800000000000000c")]
    pub id: String,
    pub group: String,
    /// Number of the round.
    pub round: i32,
    /// Place in the round.
    pub number: i32,
    pub first_team: NumberedTeam,
    pub second_team: NumberedTeam,
    /// `scheduled`, `awaiting_reports`, `disagreement`, `awaiting_confirmation` or `confirmed`.
    #[schema(example = "confirmed")]
    pub state: String,
    /// Whether the line-ups are open, and so the players shown (Art. 23.1).
    pub lineups_opened: bool,
    pub boards: Vec<MatchBoard>,
    /// Absent until an arbiter has confirmed or decided the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Who has reported; what, insiders read at the report itself.
    pub reports: Vec<ReportMark>,
    /// Every result that stood, the one that counts last.
    pub revisions: Vec<Revision>,
    /// Changes by start, confirmation and decision; a report has a version of its own.
    pub version: i64,
}

/// A board of a match, with the colours of both teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchBoard {
    #[schema(example = 1)]
    pub board: u32,
    /// `white` or `black`.
    #[schema(example = "white")]
    pub first_colour: String,
    /// `white` or `black`.
    #[schema(example = "black")]
    pub second_colour: String,
    /// Absent until the line-ups are open, and on a board that stays empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<BoardPlayer>,
    /// Absent until the line-ups are open, and on a board that stays empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_player: Option<BoardPlayer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameScore>,
}

/// Who plays.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardPlayer {
    pub person: String,
    pub name: String,
}

/// The result of one game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameScore {
    /// `white_win`, `draw`, `black_win`, `white_forfeit_win`, `black_forfeit_win`, `both_forfeit` or `both_lost`.
    #[schema(example = "white_win")]
    pub result: String,
    /// Half points of the team named first.
    #[schema(example = 2)]
    pub first_half_points: i32,
    /// Half points of the team named second.
    #[schema(example = 0)]
    pub second_half_points: i32,
}

/// The score of a match, in half points.
#[derive(Debug, Serialize, ToSchema)]
pub struct Score {
    #[schema(example = 5)]
    pub first_half_points: i32,
    #[schema(example = 3)]
    pub second_half_points: i32,
    #[schema(example = "2½-1½")]
    pub display: String,
}

/// That a team has reported.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportMark {
    pub team: String,
    #[schema(format = DateTime)]
    pub reported_at: String,
}

/// A result that stands or stood.
#[derive(Debug, Serialize, ToSchema)]
pub struct Revision {
    #[schema(example = 1)]
    pub revision: i32,
    /// `confirmed` (both captains said so), `decided` or `corrected` (by an arbiter).
    #[schema(example = "confirmed")]
    pub kind: String,
    /// On what ground an arbiter decided it, one of the regulations' own; new values may appear. Absent where both
    /// captains said the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "score_sheets")]
    pub ground: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub boards: Vec<BoardOutcome>,
    #[schema(format = DateTime)]
    pub decided_at: String,
}

/// The result of one board.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardOutcome {
    #[schema(example = 1)]
    pub board: u32,
    #[schema(example = "white_win")]
    pub result: String,
    /// The ground of this board, where it is not that of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "late_arrival")]
    pub ground: Option<String>,
}

/// The result of one board, as it is said.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardOutcomeInput {
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100, example = 1)]
    pub board: u32,
    /// `white_win`, `draw`, `black_win`, `white_forfeit_win`, `black_forfeit_win`, `both_forfeit` or `both_lost`.
    #[validate(length(min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40, example = "white_win")]
    pub result: String,
}

/// A captain's report: each board of the match once.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportInput {
    #[serde(deserialize_with = "objects")]
    #[validate(length(min = 1, max = 100), nested)]
    #[schema(min_items = 1, max_items = 100)]
    pub boards: Vec<BoardOutcomeInput>,
}

/// The result of one board, as an arbiter decides it.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecidedBoardInput {
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100, example = 2)]
    pub board: u32,
    /// `white_win`, `draw`, `black_win`, `white_forfeit_win`, `black_forfeit_win`, `both_forfeit` or `both_lost`.
    #[validate(length(min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40, example = "white_forfeit_win")]
    pub result: String,
    /// The ground of this board, where it is not that of the match.
    #[validate(length(min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40, example = "late_arrival")]
    pub ground: Option<String>,
}

/// An arbiter's decision: each board of the match once, on what ground, and why.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionInput {
    #[serde(deserialize_with = "objects")]
    #[validate(length(min = 1, max = 100), nested)]
    #[schema(min_items = 1, max_items = 100)]
    pub boards: Vec<DecidedBoardInput>,
    /// A ground of the regulations: in those of 1960 `score_sheets`, `late_arrival`, `did_not_appear`,
    /// `double_forfeit`, `empty_board`, `wrong_board_order`, `not_on_the_list`, `withdrawal`, `penalty` or `correction`.
    /// Left out: `score_sheets` for the first result, `correction` for a later one.
    #[validate(length(min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40, example = "score_sheets")]
    pub ground: Option<String>,
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The score sheets of board 2 show a draw.")]
    pub reason: String,
}

/// A team did not come, or neither did.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkoverInput {
    /// The teams of the match that did not come.
    #[validate(length(min = 1, max = 2))]
    #[schema(value_type = Vec<String>, min_items = 1, max_items = 2, example = json!(["team_0197a0c2d5f07000800000000000000a"]))]
    pub absent: Vec<TeamId>,
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "Nobody of the team came within the hour.")]
    pub reason: String,
}

/// What one captain reported.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchReport {
    #[serde(rename = "match")]
    pub match_id: String,
    pub team: String,
    pub boards: Vec<BoardOutcome>,
    #[schema(format = DateTime)]
    pub reported_at: String,
    pub version: i64,
}

/// How far the round of a match is.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    pub started: bool,
    /// Whether the line-ups are open.
    pub opened: bool,
}

impl Match {
    pub fn of(sheet: &Sheet, round: i32, stage: Stage, category: &Category) -> Result<Self, Error> {
        let result = sheet.result();
        let games = result.map(|result| result.outcomes.games(category)).unwrap_or_default();
        let score = result.map(|_| {
            let (first, second): (GamePoints, GamePoints) =
                (games.iter().map(BoardResult::home_points).sum(), games.iter().map(BoardResult::away_points).sum());
            Score { first_half_points: first.0, second_half_points: second.0, display: format!("{first}-{second}") }
        });
        Ok(Self {
            id: sheet.row.id.clone(),
            group: sheet.row.group_id.clone(),
            round,
            number: sheet.row.number,
            first_team: NumberedTeam::from(&sheet.first),
            second_team: NumberedTeam::from(&sheet.second),
            state: MatchState::of(stage.started, result.is_some(), &sheet.both_reports()).code().to_owned(),
            lineups_opened: stage.started || stage.opened,
            boards: (1..=category.boards.value).map(|board| seat(sheet, board, category, &games)).collect(),
            score,
            reports: sheet
                .reports
                .iter()
                .map(|report| Ok(ReportMark { team: report.team_id.clone(), reported_at: moment(report.reported_at)? }))
                .collect::<Result<_, Error>>()?,
            revisions: sheet.results.iter().map(revision).collect::<Result<_, _>>()?,
            version: sheet.row.version,
        })
    }
}

fn seat(sheet: &Sheet, board: u32, category: &Category, games: &[BoardResult]) -> MatchBoard {
    let player = |team: &str| {
        let seated = |player: &&matches::PlayerLine| player.team_id == team && player.board.unsigned_abs() == board;
        let player = sheet.players.iter().find(seated)?;
        Some(BoardPlayer { person: player.person_id.clone(), name: player.name.clone() })
    };
    let first = category.colour_of_first(board);
    let result = games.iter().find(|game| game.board == board).map(|game| GameScore {
        result: game.result.code().to_owned(),
        first_half_points: game.home_points().0,
        second_half_points: game.away_points().0,
    });
    MatchBoard {
        board,
        first_colour: first.code().to_owned(),
        second_colour: first.opposite().code().to_owned(),
        first_player: player(&sheet.first.id),
        second_player: player(&sheet.second.id),
        result,
    }
}

fn revision(row: &ResultRow) -> Result<Revision, Error> {
    Ok(Revision {
        revision: row.revision,
        kind: row.kind.clone(),
        ground: row.grounds.as_ref().map(|grounds| grounds.of_match.clone()),
        reason: row.reason.clone(),
        boards: outcomes(&row.outcomes.codes())
            .into_iter()
            .map(|board| BoardOutcome {
                ground: row.grounds.as_ref().and_then(|grounds| grounds.of_boards.get(&board.board).cloned()),
                ..board
            })
            .collect(),
        decided_at: moment(row.decided_at)?,
    })
}

pub(super) fn outcomes(codes: &[&str]) -> Vec<BoardOutcome> {
    (1..).zip(codes).map(|(board, code)| BoardOutcome { board, result: (*code).to_owned(), ground: None }).collect()
}

fn said(boards: Vec<BoardOutcomeInput>) -> Vec<(u32, String)> {
    boards.into_iter().map(|board| (board.board, board.result)).collect()
}

impl MatchReport {
    fn of(row: &ReportRow) -> Result<Self, Error> {
        Ok(Self {
            match_id: row.match_id.clone(),
            team: row.team_id.clone(),
            boards: outcomes(&row.outcomes.codes()),
            reported_at: moment(row.reported_at)?,
            version: row.version,
        })
    }
}

/// The match's own version; reports change only what is shown.
fn answer(found: &MatchSheet) -> Result<Answer, Error> {
    let stage = Stage { started: found.started(), opened: found.opened };
    let shown = Match::of(&found.sheet, found.round.number, stage, &found.category)?;
    let opened = if stage.opened && !stage.started { "-opened" } else { "" };
    let view = format!("{}{opened}-r{}", shown.state, found.sheet.report_versions());
    Ok(Answer::ok(&shown)?.view(shown.version, &view))
}

fn match_in_path(caller: &Caller) -> Result<MatchId, Problem> {
    path_id(caller.path("match"), "the match")
}

fn report_in_path(caller: &Caller) -> Result<(MatchId, TeamId), Problem> {
    Ok((match_in_path(caller)?, path_id(caller.path("team"), "the team")?))
}

/// Read a match
///
/// Its boards with players and colours, the result that counts, and every result that stood before.
#[utoipa::path(tag = "matches", params(("match" = String, Path)), responses((status = 200, description = "The match", body = Match)))]
#[get("/v1/matches/{match}")]
pub async fn get_match(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .read(Action::GetMatch, Target::Match(id.clone()), Keep::Revalidate, move |view| {
            answer(&matches::get_match(view, &id)?)
        })
        .await
}

/// Report the result of a match
///
/// By the captain of that team or the deputy, after play (Art. 23.3): every board once, and only results that the Laws
/// of Chess know (Art. 17). 201 the first time; to replace a report, name its version in `If-Match`. A report is its own
/// resource, so the opponent's never makes this one stale. 409 `already_done` once the result is confirmed.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), request_body = ReportInput, responses((status = 200, description = "Replaced", body = MatchReport), (status = 201, description = "Reported", body = MatchReport)))]
#[put("/v1/matches/{match}/reports/{team}")]
pub async fn report_result(caller: Caller, input: Input<ReportInput>) -> Result<HttpResponse, Problem> {
    let (id, team) = report_in_path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ReportResult, Target::Report(id.clone(), team.clone()), move |tx| {
            let (row, created) = matches::report_result(tx, &id, &team, &said(input.boards))?;
            let location = format!("/v1/matches/{id}/reports/{team}");
            Ok(Answer::put(&MatchReport::of(&row)?, created, location)?.version(row.version))
        })
        .await
}

/// Read a report
///
/// What that team's captain reported of the match.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), responses((status = 200, description = "The report", body = MatchReport)))]
#[get("/v1/matches/{match}/reports/{team}")]
pub async fn get_report(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, team) = report_in_path(&caller)?;
    caller
        .read(Action::GetReport, Target::Report(id.clone(), team.clone()), Keep::Revalidate, move |view| {
            let row = matches::get_report(view, &id, &team)?;
            Ok(Answer::ok(&MatchReport::of(&row)?)?.version(row.version))
        })
        .await
}

/// Confirm the result of a match
///
/// What both captains report becomes the result (Art. 24). 422 `reports_disagree` names the boards, or the team whose
/// report is missing.
#[utoipa::path(tag = "matches", params(("match" = String, Path)), responses((status = 200, description = "Confirmed", body = Match)))]
#[post("/v1/matches/{match}/confirmation")]
pub async fn confirm_result(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .write(Action::ConfirmResult, Target::Match(id.clone()), move |tx| answer(&matches::confirm_result(tx, &id)?))
        .await
}

/// Decide or correct the result of a match
///
/// By an arbiter on a ground of the regulations and with a reason, whatever was reported; also in an earlier round, closed
/// or not. The result that stood stays readable among the revisions, and `…/results/{revision}/effect` shows both tables
/// (Art. 24). A ground that says that a game was not played goes with a result by forfeit (422 `forfeit_needed`); nobody
/// has lost by lateness before the hour is over (422 `still_in_time`, Art. 20); a wrong order of boards or a player who is
/// not on the list is scored the same or the next day (422 `ruling_too_late`, Art. 23.1); a board without a player is lost
/// without play (422 `empty_board`).
#[utoipa::path(tag = "matches", params(("match" = String, Path)), request_body = DecisionInput, responses((status = 200, description = "Decided", body = Match)))]
#[post("/v1/matches/{match}/decision")]
pub async fn decide_result(caller: Caller, input: Input<DecisionInput>) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let Input(input) = input;
    let said: Vec<(u32, String)> = input.boards.iter().map(|board| (board.board, board.result.clone())).collect();
    let of_boards = input.boards.into_iter().map(|board| (board.board, board.ground)).collect();
    let named = Named { of_match: input.ground, of_boards };
    caller
        .write(Action::DecideResult, Target::Match(id.clone()), move |tx| {
            answer(&matches::decide_result(tx, &id, &said, &named, input.reason)?)
        })
        .await
}

/// Score a walkover
///
/// A team that does not come loses every board, and both do where neither comes: nothing for anybody, and no draw (Art.
/// 20). Once the late hour is over (422 `still_in_time`); whoever has withdrawn is not awaited (Art. 11). The team stays in
/// the championship until it is decided otherwise. No game of it enters an individual percentage.
#[utoipa::path(tag = "matches", params(("match" = String, Path)), request_body = WalkoverInput, responses((status = 200, description = "Scored", body = Match)))]
#[post("/v1/matches/{match}/walkover")]
pub async fn score_walkover(caller: Caller, input: Input<WalkoverInput>) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ScoreWalkover, Target::Match(id.clone()), move |tx| {
            answer(&matches::score_walkover(tx, &id, &input.absent, input.reason)?)
        })
        .await
}

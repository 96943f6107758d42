//! `/v1/groups/{group}/rounds`: their hours, the signal for the start, and the closing.

use actix_web::{HttpResponse, get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::groups::NumberedTeam;
use super::matches::{Match, Stage};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::GroupId;
use crate::domain::rulebook::{Cited, RateOfPlay};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_lines, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::groups::GroupTeam;
use crate::service::rounds::{self, ByeRow, HourChange, RoundSheet};

/// A round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Round {
    pub group: String,
    #[schema(example = 3)]
    pub number: i32,
    /// `scheduled`, `started` or `closed`.
    #[schema(example = "started")]
    pub state: String,
    #[schema(format = DateTime)]
    pub starts_at: String,
    /// The same moment on the wall at the place of play.
    #[schema(format = DateTime)]
    pub starts_at_local: String,
    /// IANA time zone.
    #[schema(example = "Europe/Helsinki")]
    pub zone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub closed_at: Option<String>,
    /// Until when line-ups are handed in: so long before the start as the regulations have it (Art. 23.1). Once the lists
    /// were opened it stays, even if the hour of the round is moved.
    #[schema(value_type = String, format = DateTime)]
    pub lineup_deadline: Instant,
    /// The team without an opponent, where their number is odd. It gains nothing by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_team: Option<NumberedTeam>,
    /// In an archive: the teams without an opponent, and what they were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub byes: Vec<RoundBye>,
    /// The local date on which the session begins, or began: it belongs to that day, also when play passes midnight.
    #[schema(format = Date, example = "2027-04-10")]
    pub day: String,
    pub rate_of_play: RateOfPlayView,
    /// Every change of the hour, the first one first (Art. 19).
    pub hour_changes: Vec<HourChanged>,
    pub matches: Vec<Match>,
    pub version: i64,
}

/// A team without an opponent.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundBye {
    pub team: NumberedTeam,
    /// `free` (the round off of a round robin), `pairing`, `full_point`, `half_point` or `zero_point`.
    #[schema(example = "pairing")]
    pub kind: String,
    #[schema(example = 1)]
    pub match_points: i32,
    #[schema(example = 4)]
    pub game_half_points: i32,
}

impl RoundBye {
    fn of((bye, team): &(ByeRow, GroupTeam)) -> Self {
        Self {
            team: NumberedTeam::from(team),
            kind: bye.kind.clone(),
            match_points: bye.match_points,
            game_half_points: bye.game_points,
        }
    }
}

/// The rate of play (Art. 20).
#[derive(Debug, Serialize, ToSchema)]
pub struct RateOfPlayView {
    pub periods: Vec<PlayingPeriod>,
    /// Whether the last period comes again until the game ends.
    pub last_repeats: bool,
    /// What a mechanical clock shows at the start, in hours and minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "3:30")]
    pub clocks_show: Option<String>,
    #[schema(example = "Art. 20")]
    pub article: String,
}

/// A period of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayingPeriod {
    /// Absent where the time is for all remaining moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 40)]
    pub moves: Option<u32>,
    #[schema(example = 150)]
    pub minutes: u32,
    /// Added for each move.
    #[schema(example = 0)]
    pub increment_seconds: u32,
}

/// A change of a round's hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct HourChanged {
    #[schema(format = DateTime)]
    pub from: String,
    #[schema(format = DateTime)]
    pub to: String,
    #[schema(example = "The hall is without light.")]
    pub reason: String,
    /// Who changed it, by the name under which they were nominated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Ana Peric")]
    pub by: Option<String>,
    #[schema(format = DateTime)]
    pub changed_at: String,
    /// That it came late: `line_ups_were_due` (for the old hour), `line_ups_are_due_at_once` (for the new one). What was
    /// handed in stays so.
    pub warnings: Vec<String>,
}

impl RateOfPlayView {
    pub fn of(rate: &Cited<RateOfPlay>) -> Self {
        let periods = rate.value.periods.iter().map(|period| PlayingPeriod {
            moves: period.moves,
            minutes: period.minutes,
            increment_seconds: period.increment_seconds,
        });
        Self {
            periods: periods.collect(),
            last_repeats: rate.value.last_repeats,
            clocks_show: rate.value.clock_shows_minutes.map(|shown| format!("{}:{:02}", shown / 60, shown % 60)),
            article: format!("Art. {}", rate.article),
        }
    }
}

impl HourChanged {
    fn of(change: &HourChange) -> Result<Self, Error> {
        Ok(Self {
            from: moment(change.row.from_at)?,
            to: moment(change.row.to_at)?,
            reason: change.row.reason.clone(),
            by: change.by.clone(),
            changed_at: moment(change.row.changed_at)?,
            warnings: change.warnings.iter().map(|warning| (*warning).to_owned()).collect(),
        })
    }
}

/// A list of rounds.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundPage {
    pub data: Vec<Round>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A new hour for a round.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RescheduleInput {
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Instant,
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The hall is without light.")]
    pub reason: String,
}

/// Why a step is taken back.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WayBackInput {
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The signal was given in the wrong hall.")]
    pub reason: String,
}

impl Round {
    fn of(sheet: RoundSheet) -> Result<Self, Error> {
        let stage = Stage { started: sheet.started(), opened: sheet.opened };
        let row = sheet.row;
        Ok(Self {
            group: row.group_id,
            number: row.number,
            state: row.state,
            starts_at: moment(row.starts_at)?,
            starts_at_local: sheet.starts_at_local,
            zone: sheet.zone,
            started_at: row.started_at.map(moment).transpose()?,
            closed_at: row.closed_at.map(moment).transpose()?,
            lineup_deadline: sheet.lineup_deadline,
            free_team: sheet.free.as_ref().map(NumberedTeam::from),
            byes: sheet.byes.iter().map(RoundBye::of).collect(),
            day: sheet.day.to_string(),
            rate_of_play: RateOfPlayView::of(&sheet.rate_of_play),
            hour_changes: sheet.hour_changes.iter().map(HourChanged::of).collect::<Result<_, _>>()?,
            matches: sheet
                .matches
                .iter()
                .map(|game| Match::of(game, row.number, stage, &sheet.category))
                .collect::<Result<_, _>>()?,
            version: row.version,
        })
    }
}

/// The round's own version, and what its matches add to what is shown.
fn answer(sheet: RoundSheet) -> Result<Answer, Error> {
    let version = sheet.row.version;
    let opened = if sheet.opened && !sheet.started() { "-opened" } else { "" };
    let matches: i64 = sheet.matches.iter().map(|game| game.row.version).sum();
    let reports: i64 = sheet.matches.iter().map(|game| game.report_versions()).sum();
    Ok(Answer::ok(&Round::of(sheet)?)?.view(version, &format!("m{matches}{opened}-r{reports}")))
}

pub fn path(caller: &Caller) -> Result<(GroupId, i32), Problem> {
    let group = path_id(caller.path("group"), "the group")?;
    let text = caller.path("number");
    let number = text.parse().ok().filter(|number: &i32| *number >= 1 && number.to_string() == text);
    let number = number.ok_or_else(|| Problem::bad_request("the round in the path must be a number from 1 on"))?;
    Ok((group, number))
}

/// List the rounds of a group
///
/// By number, with their matches. Empty before the lots are drawn.
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = RoundPage)))]
#[get("/v1/groups/{group}/rounds")]
pub async fn list_rounds(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListRounds, Target::Group(group.clone()), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).and_then(|number| number.parse().ok());
            let sheets = rounds::list_rounds(view, &group, after.unwrap_or(0), page.fetch())?;
            let shown = sheets.into_iter().map(Round::of).collect::<Result<Vec<_>, _>>()?;
            Answer::ok(&page.answer(shown, |round| vec![round.number.to_string()], |round| round))
        })
        .await
}

/// Read a round
///
/// Its matches with the colour of each team on each board: the team named first has White on boards 1 and 3 (Art. 19).
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), responses((status = 200, description = "The round", body = Round)))]
#[get("/v1/groups/{group}/rounds/{number}")]
pub async fn get_round(caller: Caller) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    caller
        .read(Action::GetRound, Target::Round(group.clone(), number), Keep::Shared, move |view| {
            answer(rounds::get_round(view, &group, number)?)
        })
        .await
}

/// Move the hour of a round
///
/// Only while it has not started, to a coming hour between those of the rounds before and after it (Art. 19), and not
/// after the day of the prizes (Art. 7). Two rounds on one day are possible in their order. From, to, reason and who stay
/// in `hour_changes`, with a warning where the change comes when line-ups were due. The deadline for
/// line-ups follows and what was handed in stays; lists that are open stay open and binding.
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), request_body = RescheduleInput, responses((status = 200, description = "Moved", body = Round)))]
#[patch("/v1/groups/{group}/rounds/{number}")]
pub async fn reschedule_round(caller: Caller, input: Input<RescheduleInput>) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::RescheduleRound, Target::Round(group.clone(), number), move |tx| {
            answer(rounds::reschedule_round(tx, &group, number, input.starts_at, &input.reason)?)
        })
        .await
}

/// Start a round
///
/// The signal of Art. 20: not before the hour (422 `round_not_open`), nor before the round before it is closed (422
/// `round_not_finished`). The players of the line-ups take their boards; without a list these are the numbers 1 to 4 (Art.
/// 23.1).
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), responses((status = 200, description = "Started", body = Round)))]
#[post("/v1/groups/{group}/rounds/{number}/start")]
pub async fn start_round(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    caller
        .write(Action::StartRound, Target::Round(group.clone(), number), move |tx| {
            answer(rounds::start_round(tx, &group, number)?)
        })
        .await
}

/// Close a round
///
/// Every match must have its result: else 422 `round_not_finished`, which names the matches (Art. 24). With the last
/// round the championship is played.
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), responses((status = 200, description = "Closed", body = Round)))]
#[post("/v1/groups/{group}/rounds/{number}/closing")]
pub async fn close_round(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    caller
        .write(Action::CloseRound, Target::Round(group.clone(), number), move |tx| {
            answer(rounds::close_round(tx, &group, number)?)
        })
        .await
}

/// Recall the start of a round
///
/// The signal of Art. 20 was given by mistake: the round is scheduled again and nobody sits at its boards, until anything of
/// it was reported, handed in or decided (409 `no_way_back`). With the first round the championship is not being played any
/// more.
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), request_body = WayBackInput, responses((status = 200, description = "Recalled", body = Round)))]
#[post("/v1/groups/{group}/rounds/{number}/recall")]
pub async fn recall_start(caller: Caller, input: Input<WayBackInput>) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::RecallStart, Target::Round(group.clone(), number), move |tx| {
            answer(rounds::recall_start(tx, &group, number, &input.reason)?)
        })
        .await
}

/// Reopen a round
///
/// What was closed is open again, with all its results, until the next round starts or the championship is closed (409
/// `no_way_back`, `wrong_phase`): later a result is corrected by a decision (Art. 24).
#[utoipa::path(tag = "rounds", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), request_body = WayBackInput, responses((status = 200, description = "Open again", body = Round)))]
#[post("/v1/groups/{group}/rounds/{number}/reopening")]
pub async fn reopen_round(caller: Caller, input: Input<WayBackInput>) -> Result<HttpResponse, Problem> {
    let (group, number) = path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ReopenRound, Target::Round(group.clone(), number), move |tx| {
            answer(rounds::reopen_round(tx, &group, number, &input.reason)?)
        })
        .await
}

//! `/v1/matches/{match}/arrivals/{board}` and `…/start-sheet`: the signal, who came when, whose clock runs.

use actix_web::{HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::rounds::RateOfPlayView;
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::MatchId;
use crate::domain::rulebook::Starter;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::arrivals::{self, BoardStart, Recorded, StartSheet};
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;

/// The start of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchStart {
    #[serde(rename = "match")]
    pub match_id: String,
    #[schema(example = 3)]
    pub round: i32,
    #[schema(format = DateTime)]
    pub starts_at: String,
    /// When the signal was given (Art. 20); absent before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub signal_at: Option<String>,
    pub rate_of_play: RateOfPlayView,
    pub boards: Vec<StartAtBoard>,
}

/// The start at one board.
#[derive(Debug, Serialize, ToSchema)]
pub struct StartAtBoard {
    #[schema(example = 1)]
    pub board: u32,
    /// `white` or `black`.
    #[schema(example = "white")]
    pub first_colour: String,
    /// Whether somebody has recorded who was there; until then nothing follows.
    pub recorded: bool,
    /// When the player of the team named first came; absent: not yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub first_arrived_at: Option<String>,
    /// When the player of the team named second came; absent: not yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub second_arrived_at: Option<String>,
    /// Who did start the clock, as recorded: `white`, `black` or `steward`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "black")]
    pub clock_started_by: Option<String>,
    /// Who has to start whose clock, by who was there at the signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockToStart>,
    /// What follows from the arrivals as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consequence: Option<ArrivalConsequence>,
    /// Of the record; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

/// Who starts which clock (Art. 20).
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockToStart {
    /// `white`, `black` or `steward`.
    #[schema(example = "black")]
    pub started_by: String,
    /// Whose clock: `white` or `black`.
    #[schema(example = "white")]
    pub clock: String,
    /// White has started Black's clock and does not move before Black has come and started White's.
    pub white_waits: bool,
    #[schema(example = "Art. 20")]
    pub article: String,
}

/// What follows from the arrivals (Art. 20).
#[derive(Debug, Serialize, ToSchema)]
pub struct ArrivalConsequence {
    /// `in_time`, `awaited` or `too_late`.
    #[schema(example = "in_time")]
    pub white: String,
    /// `in_time`, `awaited` or `too_late`.
    #[schema(example = "too_late")]
    pub black: String,
    /// The last moment in time: an hour after the signal.
    #[schema(format = DateTime)]
    pub last_in_time: String,
    /// `white_forfeit_win`, `black_forfeit_win` or `both_forfeit`; absent while the game may be played. An arbiter makes
    /// the result from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "white_forfeit_win")]
    pub result: Option<String>,
    #[schema(example = "Art. 20")]
    pub article: String,
}

/// Who came when to a board; a time left out says that the player has not come.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrivalsInput {
    #[schema(value_type = Option<String>, format = DateTime)]
    pub first_arrived_at: Option<Instant>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub second_arrived_at: Option<Instant>,
    /// `white`, `black` or `steward`.
    #[validate(length(min = 1, max = 20), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 20, example = "black")]
    pub clock_started_by: Option<String>,
}

impl StartAtBoard {
    fn of(start: &BoardStart) -> Result<Self, Error> {
        let row = start.recorded.as_ref();
        let article = |number: &str| format!("Art. {number}");
        Ok(Self {
            board: start.board,
            first_colour: start.first_colour.code().to_owned(),
            recorded: row.is_some(),
            first_arrived_at: row.and_then(|row| row.first_arrived_at).map(moment).transpose()?,
            second_arrived_at: row.and_then(|row| row.second_arrived_at).map(moment).transpose()?,
            clock_started_by: row.and_then(|row| row.clock_started_by.clone()),
            clock: start.clock.as_ref().map(|clock| ClockToStart {
                started_by: clock.by.code().to_owned(),
                clock: clock.clock.code().to_owned(),
                white_waits: clock.white_waits,
                article: article(&clock.article),
            }),
            consequence: start.consequence.as_ref().map(|follows| ArrivalConsequence {
                white: follows.white.code().to_owned(),
                black: follows.black.code().to_owned(),
                last_in_time: follows.last_in_time.to_string(),
                result: follows.result.map(|result| result.code().to_owned()),
                article: article(&follows.article),
            }),
            version: row.map(|row| row.version),
        })
    }
}

impl MatchStart {
    fn of(sheet: StartSheet) -> Result<Self, Error> {
        Ok(Self {
            match_id: sheet.game.id,
            round: sheet.round.number,
            starts_at: moment(sheet.round.starts_at)?,
            signal_at: sheet.round.started_at.map(moment).transpose()?,
            rate_of_play: RateOfPlayView::of(&sheet.rate_of_play),
            boards: sheet.boards.iter().map(StartAtBoard::of).collect::<Result<_, _>>()?,
        })
    }
}

fn match_in_path(caller: &Caller) -> Result<MatchId, Problem> {
    path_id(caller.path("match"), "the match")
}

/// Record who came when to a board
///
/// By the steward of the match, else 403 `not_your_match`, or by the direction, once the signal was given. 201 the first
/// time; to correct a record, name its version in `If-Match`. What follows stands in the answer: who starts whose clock,
/// and a game that is lost because somebody came more than an hour after the signal, or both did (Art. 20).
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("board" = i32, Path, minimum = 1)), request_body = ArrivalsInput, responses((status = 200, description = "Corrected", body = StartAtBoard), (status = 201, description = "Recorded", body = StartAtBoard)))]
#[put("/v1/matches/{match}/arrivals/{board}")]
pub async fn record_arrivals(caller: Caller, input: Input<ArrivalsInput>) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let text = caller.path("board");
    let board = text.parse().ok().filter(|board: &i32| *board >= 1 && board.to_string() == text);
    let board = board.ok_or_else(|| Problem::bad_request("the board in the path must be a number from 1 on"))?;
    let Input(input) = input;
    let starter = match input.clock_started_by.as_deref().map(|code| (code, Starter::from_code(code))) {
        None => None,
        Some((_, Some(starter))) => Some(starter),
        Some((code, None)) => {
            let text = format!("{code:?} starts no clock: white, black or steward");
            return Err(Problem::bad_request(&text).at("/clock_started_by", "invalid_request", &text));
        }
    };
    caller
        .write(Action::RecordArrivals, Target::Arrivals(id.clone(), board), move |tx| {
            let said = Recorded {
                first_arrived_at: input.first_arrived_at,
                second_arrived_at: input.second_arrived_at,
                clock_started_by: starter,
            };
            let (start, created) = arrivals::record_arrivals(tx, &id, board, said)?;
            let version = start.recorded.as_ref().map_or(0, |row| row.version);
            let location = format!("/v1/matches/{id}/start-sheet");
            Ok(Answer::put(&StartAtBoard::of(&start)?, created, location)?.version(version))
        })
        .await
}

/// Read the sheet of the start
///
/// The signal, the rate of play, and for each board who came when, who starts whose clock, and what follows from it as it
/// is now: no stored answer, for an hour passes by itself (Art. 20).
#[utoipa::path(tag = "matches", params(("match" = String, Path)), responses((status = 200, description = "The sheet", body = MatchStart)))]
#[get("/v1/matches/{match}/start-sheet")]
pub async fn get_start_sheet(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .read(Action::GetStartSheet, Target::Match(id.clone()), Keep::Revalidate, move |view| {
            let sheet = arrivals::get_start_sheet(view, &id)?;
            let version = sheet.game.version;
            Ok(Answer::ok(&MatchStart::of(sheet)?)?.view_of_parts(version, "start"))
        })
        .await
}

//! The sheet of the start: the signal, who came when to which board, whose clock is started by whom, and who has lost.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::arrival::{self, ClockStart, Consequence};
use crate::domain::calendar::Instant;
use crate::domain::ids::MatchId;
use crate::domain::pairing::colour::Colour;
use crate::domain::rulebook::{Category, Cited, RateOfPlay, Rulebook, Starter};
use crate::domain::schedule;
use crate::domain::violation::{Rule, Violation};
pub use crate::storage::arrivals::ArrivalRow;
use crate::storage::championships::instant;
use crate::storage::matches::MatchRow;
use crate::storage::rounds::{self, RoundRow};
use crate::storage::{Db, arrivals, groups, matches};

/// What is recorded of a board.
pub struct Recorded {
    pub first_arrived_at: Option<Instant>,
    pub second_arrived_at: Option<Instant>,
    pub clock_started_by: Option<Starter>,
}

/// The start of a match as its sheet says it.
pub struct StartSheet {
    pub game: MatchRow,
    pub round: RoundRow,
    pub rate_of_play: Cited<RateOfPlay>,
    pub boards: Vec<BoardStart>,
}

/// The start at one board.
pub struct BoardStart {
    pub board: u32,
    pub first_colour: Colour,
    /// Absent until something is recorded.
    pub recorded: Option<ArrivalRow>,
    pub clock: Option<ClockStart>,
    pub consequence: Option<Consequence>,
}

/// Records or corrects who came when to a board; true if it is the first record.
pub fn record_arrivals(tx: &mut Tx<'_>, id: &MatchId, board: i32, said: Recorded) -> Result<(BoardStart, bool)> {
    let rules = tx.rules()?;
    tx.acting_steward(id)?;
    let (game, round, category) = load(tx.db, &rules, id)?;
    schedule::check_started(&rules, round.number, round.started())?;
    tx.cite(&rules.play.late_arrival.article);
    if !(1..=category.boards.value).contains(&board.unsigned_abs()) {
        return Err(Violation::new(Rule::NoSuchBoard, format!("the match has boards 1 to {}", category.boards.value))
            .article(&category.boards.article)
            .fact("board", i64::from(board))
            .into());
    }
    let faults: Vec<Violation> =
        [(said.first_arrived_at, "/first_arrived_at"), (said.second_arrived_at, "/second_arrived_at")]
            .into_iter()
            .filter_map(|(at, pointer)| arrival::check_arrival(&rules, at, tx.now, pointer.to_owned()).err())
            .collect();
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let before = arrivals::find(tx.db, id.as_str(), board)?;
    let row = ArrivalRow {
        match_id: id.to_string(),
        board,
        first_arrived_at: said.first_arrived_at.map(Instant::unix_micros),
        second_arrived_at: said.second_arrived_at.map(Instant::unix_micros),
        clock_started_by: said.clock_started_by.map(|starter| starter.code().to_owned()),
        recorded_by: tx.actor.name().to_owned(),
        recorded_at: tx.now.unix_micros(),
        version: before.as_ref().map_or(1, |before| before.version + 1),
    };
    let change = match before {
        None => {
            arrivals::insert(tx.db, &row)?;
            Change::Created
        }
        Some(_) => {
            arrivals::update(tx.db, &row)?;
            Change::Updated
        }
    };
    tx.changed("arrival", format!("{id}/{board}"), row.version, change);
    // What was recorded before stands in the entry before.
    tx.note(json!({
        "match": game.id,
        "board": board,
        "first_arrived_at": said.first_arrived_at,
        "second_arrived_at": said.second_arrived_at,
        "clock_started_by": row.clock_started_by,
    }));
    let board = board.unsigned_abs();
    Ok((start_of(&rules, &round, &category, board, Some(row), tx.now)?, change == Change::Created))
}

pub fn get_start_sheet(view: &mut View<'_>, id: &MatchId) -> Result<StartSheet> {
    let rules = view.rules()?;
    let (game, round, category) = load(view.db, &rules, id)?;
    let mut recorded = arrivals::of_match(view.db, id.as_str())?;
    let boards = (1..=category.boards.value)
        .map(|board| {
            let row = recorded.iter().position(|row| row.board.unsigned_abs() == board);
            let row = row.map(|place| recorded.swap_remove(place));
            start_of(&rules, &round, &category, board, row, view.now)
        })
        .collect::<Result<_>>()?;
    Ok(StartSheet { game, round, rate_of_play: rules.play.rate_of_play.clone(), boards })
}

fn start_of(
    rules: &Rulebook,
    round: &RoundRow,
    category: &Category,
    board: u32,
    recorded: Option<ArrivalRow>,
    now: Instant,
) -> Result<BoardStart> {
    let first_colour = category.colour_of_first(board);
    let (mut clock, mut consequence) = (None, None);
    if let (Some(row), Some(signal)) = (&recorded, round.started_at) {
        let at = |micros: Option<i64>| micros.map(|at| instant(at, "match_arrivals", "arrived_at")).transpose();
        let (first, second) = (at(row.first_arrived_at)?, at(row.second_arrived_at)?);
        let (white, black) = if first_colour == Colour::White { (first, second) } else { (second, first) };
        let signal = instant(signal, "rounds", "started_at")?;
        clock = arrival::clock_start(rules, signal, white, black);
        consequence = Some(arrival::consequence(rules, signal, white, black, now)?);
    }
    Ok(BoardStart { board, first_colour, recorded, clock, consequence })
}

fn load(db: &mut Db, rules: &Rulebook, id: &MatchId) -> Result<(MatchRow, RoundRow, Category)> {
    let game = matches::find(db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(db, &game.round_id)?;
    let group = groups::find(db, &game.group_id)?.ok_or_else(|| Error::not_found("group", &game.group_id))?;
    let category = rules.category(&groups::competition(db, &group)?.key)?.clone();
    Ok((game, round, category))
}

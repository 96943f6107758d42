//! The cross table of a group, in the order of its standings.

use std::collections::{BTreeMap, BTreeSet};

use super::Standings;
use super::results::{GroupMatch, GroupResults};
use crate::domain::ids::TeamNumber;
use crate::domain::points::GamePoints;
use crate::domain::result::Colour;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    /// Ranked teams first, in ranking order, then those outside the ranking.
    pub order: Vec<TeamNumber>,
    /// Row team, column team: their meetings in the order of the rounds; a pair without one is absent.
    pub cells: BTreeMap<(TeamNumber, TeamNumber), Vec<Cell>>,
}

/// A meeting seen from the team of the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub round: u32,
    /// None while a game is unfinished.
    pub game_points: Option<GamePoints>,
    pub over_the_board: Option<bool>,
    /// False for a match that a decision took out of the standings.
    pub counts: bool,
    /// The row team's colour and points on each board of which the game is known.
    pub boards: Vec<CellBoard>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellBoard {
    pub board: u32,
    pub game: u32,
    pub colour: Colour,
    pub points: GamePoints,
    pub over_the_board: bool,
}

/// Lays out the matches of the rounds that the standings count.
pub fn crosstable(facts: &GroupResults, standings: &Standings) -> Crosstable {
    let ranked = standings.rows.iter().map(|row| row.team);
    let order: Vec<TeamNumber> = ranked.chain(standings.outside.iter().map(|outside| outside.team)).collect();
    let mut cells: BTreeMap<(TeamNumber, TeamNumber), Vec<Cell>> = BTreeMap::new();
    let annulled: BTreeSet<TeamNumber> =
        facts.exclusions.iter().filter(|exclusion| !exclusion.results_count).map(|exclusion| exclusion.team).collect();
    for fixture in facts.matches.iter().filter(|fixture| fixture.round <= standings.after_round) {
        let counts = !annulled.contains(&fixture.home) && !annulled.contains(&fixture.away);
        cells.entry((fixture.home, fixture.away)).or_default().push(cell(fixture, true, counts));
        cells.entry((fixture.away, fixture.home)).or_default().push(cell(fixture, false, counts));
    }
    for meetings in cells.values_mut() {
        meetings.sort_by_key(|meeting| meeting.round);
    }
    Crosstable { order, cells }
}

fn cell(fixture: &GroupMatch, home: bool, counts: bool) -> Cell {
    let mut boards: Vec<CellBoard> = fixture
        .games
        .iter()
        .map(|game| CellBoard {
            board: game.board,
            game: game.game,
            colour: if home { game.home_colour } else { game.home_colour.opposite() },
            points: if home { game.home_points() } else { game.away_points() },
            over_the_board: game.result.over_the_board(),
        })
        .collect();
    boards.sort_by_key(|game| (game.board, game.game));
    Cell {
        round: fixture.round,
        game_points: fixture.result.map(|result| if home { result.home } else { result.away }),
        over_the_board: fixture.result.map(|result| result.over_the_board),
        counts,
        boards,
    }
}

//! What no source knows and a replay needs: players, and board results that add up to the published match score.
//!
//! Everything here is a function of the file alone: neither the lots nor the day of the replay change a player or a
//! point. Birth dates, ratings and titles are not derived; they stay absent.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::format::{Championship, Group, Team};
use crate::domain::points::GamePoints;

/// A player to be entered, published or derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterPlayer {
    pub number: u16,
    pub name: String,
    /// The name was made here; no source has it.
    pub derived: bool,
}

/// The result of one board, as it is handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

/// One board of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub number: u16,
    pub first_has_white: bool,
    pub result: GameResult,
    /// The result was made here; no source has it.
    pub derived: bool,
}

impl Board {
    /// What the first-named team won on this board.
    pub fn first_points(&self) -> GamePoints {
        match (self.result, self.first_has_white) {
            (GameResult::Draw, _) => GamePoints::DRAW,
            (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => GamePoints::WIN,
            (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => GamePoints::ZERO,
        }
    }

    /// What the second-named team won on this board.
    pub fn second_points(&self) -> GamePoints {
        GamePoints::WIN - self.first_points()
    }
}

/// The team's players by number: all published ones, and derived ones until every board and `reserves` more are filled.
///
/// Published players without a number take the free numbers in the order of the file.
pub fn roster(team: &Team, boards: u16, reserves: u16) -> Vec<RosterPlayer> {
    let published = team.players.as_deref().unwrap_or_default();
    let taken: BTreeSet<u16> = published.iter().filter_map(|player| player.number).collect();
    let mut free = (1..=u16::MAX).filter(|number| !taken.contains(number)).peekable();
    let mut players: Vec<RosterPlayer> = published
        .iter()
        .filter_map(|player| Some((player.number.or_else(|| free.next())?, player.name.clone())))
        .map(|(number, name)| RosterPlayer { number, name, derived: false })
        .collect();
    while let Some(number) = free.next_if(|number| *number <= boards.saturating_add(reserves)) {
        let name = format!("{} player {number}", team.code);
        players.push(RosterPlayer { number, name, derived: true });
    }
    players.sort_by_key(|player| player.number);
    players
}

/// The boards of a match between two teams of the group, given on which boards the first has White.
///
/// Published board results are taken as they are. None if the two do not meet in the group, or if
/// `first_has_white` is not one entry for each board.
pub fn boards(
    championship: &Championship,
    group: &Group,
    first: &str,
    second: &str,
    first_has_white: &[bool],
) -> Option<Vec<Board>> {
    let score = group.score(first, second)?;
    if first_has_white.len() != usize::from(championship.boards) {
        return None;
    }
    let (points, derived) = match published_points(group, first, second) {
        Some(points) => (points, false),
        None => (derived_points(championship, group, first, second, score)?, true),
    };
    let numbered = (1..).zip(points).zip(first_has_white);
    Some(numbered.map(|((number, points), &white)| board(number, points, white, derived)).collect())
}

fn board(number: u16, first_points: GamePoints, first_has_white: bool, derived: bool) -> Board {
    let result = match (first_points, first_has_white) {
        (GamePoints::DRAW, _) => GameResult::Draw,
        (GamePoints::WIN, true) | (GamePoints::ZERO, false) => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    };
    Board { number, first_has_white, result, derived }
}

fn published_points(group: &Group, first: &str, second: &str) -> Option<Vec<GamePoints>> {
    group.board_results.iter().flatten().find_map(|published| {
        match (published.first.as_str(), published.second.as_str()) {
            pair if pair == (first, second) => Some(published.points.clone()),
            pair if pair == (second, first) => Some(mirrored(&published.points)),
            _ => None,
        }
    })
}

/// The points of the first team on each board. The two teams are put in the order of their codes, so that a match is
/// the same from either side; then the number of drawn games is chosen, and the boards on which each result stands.
fn derived_points(
    championship: &Championship,
    group: &Group,
    first: &str,
    second: &str,
    score: (GamePoints, GamePoints),
) -> Option<Vec<GamePoints>> {
    if second < first {
        let others = derived_points(championship, group, second, first, (score.1, score.0))?;
        return Some(mirrored(&others));
    }
    let mut choices = Choices::new([&championship.id, &group.key, first, second]);
    let (for_first, for_second) = (usize::try_from(score.0.0).ok()?, usize::try_from(score.1.0).ok()?);
    let fewest_drawn = for_first % 2;
    let most_drawn = for_first.min(for_second);
    let drawn = fewest_drawn + 2 * choices.below((most_drawn - fewest_drawn) / 2 + 1);
    let mut points = vec![GamePoints::WIN; (for_first - drawn) / 2];
    points.extend(vec![GamePoints::DRAW; drawn]);
    points.extend(vec![GamePoints::ZERO; (for_second - drawn) / 2]);
    for last in (1..points.len()).rev() {
        points.swap(choices.below(last + 1), last);
    }
    Some(points)
}

fn mirrored(points: &[GamePoints]) -> Vec<GamePoints> {
    points.iter().map(|points| GamePoints::WIN - *points).collect()
}

/// Choices that anyone can repeat: SHA-256 over the names and a running number, a line each, read as one big number
/// of which the remainder is taken.
struct Choices {
    names: String,
    made: u32,
}

impl Choices {
    fn new(names: [&str; 4]) -> Self {
        Self { names: names.join("\n"), made: 0 }
    }

    /// A number from 0 up to, and without, the bound.
    fn below(&mut self, bound: usize) -> usize {
        let digest = Sha256::digest(format!("{}\n{}", self.names, self.made));
        self.made += 1;
        digest.iter().fold(0, |rest, byte| (rest * 256 + usize::from(*byte)) % bound)
    }
}

#[cfg(test)]
mod tests;

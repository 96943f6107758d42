//! The sums: what follows must be what the file states.

use std::collections::BTreeMap;

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::CellResult;
use super::super::points::TrfPoints;
use super::roster::{Roster, RosterPlayer};
use super::{Event, EventMatch, Score, Scoring};
use crate::domain::points::{GamePoints, MatchPoints};

/// Fills in the teams' totals and compares them with the file. Rounds that nothing is recorded of were taken for
/// absences; where the sum is wrong, they are named.
pub(super) fn add_up(
    event: &mut Event,
    roster: &Roster<'_>,
    unrecorded: &BTreeMap<u32, Vec<u32>>,
    faults: &mut Vec<TrfFault>,
) {
    let mut sums: BTreeMap<u32, Sum> = BTreeMap::new();
    for round in &event.rounds {
        for entry in &round.matches {
            match entry.score {
                Some(score) => {
                    sums.entry(entry.first.0).or_default().add(score.first);
                    sums.entry(entry.second.0).or_default().add(score.second);
                }
                None => {
                    let (first, second) = so_far(&event.scoring, entry);
                    sums.entry(entry.first.0).or_default().unfinished += i64::from(first.0);
                    sums.entry(entry.second.0).or_default().unfinished += i64::from(second.0);
                }
            }
        }
        for bye in &round.byes {
            sums.entry(bye.team.0).or_default().add(bye.score);
        }
    }
    for adjustment in &event.adjustments {
        sums.entry(adjustment.team.0).or_default().add(adjustment.score);
    }
    for (team, record) in event.teams.iter_mut().zip(&roster.teams) {
        let sum = sums.remove(&team.number.0).unwrap_or_default();
        team.score = sum.score();

        let mut check = |name: &str, stated: Option<TrfPoints>, column, sums: &[i64], unit: i64| {
            let Some(stated) = stated else { return };
            if !sums.iter().any(|sum| sum * unit == i64::from(stated.0)) {
                let sum = sums.first().copied().unwrap_or(0);
                let silent = match unrecorded.get(&team.number.0) {
                    Some(rounds) => format!("; nothing is recorded of its rounds {rounds:?}"),
                    None => String::new(),
                };
                let detail = format!(
                    "team {} is stated to have {stated} {name}, but its rounds give {}{silent}",
                    team.number,
                    in_decimals(sum * unit)
                );
                let fault = TrfFault::new(TrfRule::TotalsDisagree, detail);
                faults.push(fault.at(record.line, column).in_record(record.record));
            }
        };
        check("match points", record.match_points, 55, &[sum.match_points], 100);
        check("game points", record.game_points, 62, &[sum.game_points, sum.game_points + sum.unfinished], 50);
    }
}

/// Compares the players' points with their rounds.
pub(super) fn check_players(event: &Event, roster: &Roster<'_>, player_bye: GamePoints, faults: &mut Vec<TrfFault>) {
    for entry in roster.players.values() {
        check_player(&event.scoring, player_bye, entry, event.rounds.len(), faults);
    }
}

#[derive(Clone, Copy, Default)]
struct Sum {
    match_points: i64,
    game_points: i64,
    /// Game points of boards that are finished in matches that are not.
    unfinished: i64,
}

impl Sum {
    fn add(&mut self, score: Score) {
        self.match_points += i64::from(score.match_points.0);
        self.game_points += i64::from(score.game_points.0);
    }

    fn score(self) -> Score {
        let narrow = |sum: i64| i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX });
        Score {
            match_points: MatchPoints(narrow(self.match_points)),
            game_points: GamePoints(narrow(self.game_points)),
        }
    }
}

fn so_far(scoring: &Scoring, entry: &EventMatch) -> (GamePoints, GamePoints) {
    let first = entry.boards.iter().filter_map(|board| board.first_outcome()).map(|outcome| scoring.game(outcome));
    let second = entry.boards.iter().filter_map(|board| board.second_outcome()).map(|outcome| scoring.game(outcome));
    (first.sum(), second.sum())
}

/// A player's points are the games; whether byes and absences of a team count for its players differs between programs.
fn check_player(
    scoring: &Scoring,
    player_bye: GamePoints,
    entry: &RosterPlayer<'_>,
    rounds: usize,
    faults: &mut Vec<TrfFault>,
) {
    let Some(stated) = entry.player.points else { return };
    let (mut games, mut byes, mut absences) = (0_i64, 0_i64, 0_i64);
    for round in 0..rounds {
        let cell = entry.player.rounds.get(round).copied().flatten().unwrap_or_default();
        let win = i64::from(scoring.game_win.0);
        let draw = i64::from(scoring.game_draw.0);
        match cell.result {
            Some(CellResult::Win | CellResult::UnratedWin | CellResult::ForfeitWin) => games += win,
            Some(CellResult::Draw | CellResult::UnratedDraw) => games += draw,
            Some(CellResult::Loss | CellResult::UnratedLoss) => games += i64::from(scoring.game_loss.0),
            Some(CellResult::FullPointBye) => byes += win,
            Some(CellResult::HalfPointBye) => byes += draw,
            Some(CellResult::PairingBye) => byes += i64::from(player_bye.0),
            None if cell.opponent.is_some() => {}
            Some(CellResult::ForfeitLoss) if cell.opponent.is_some() => games += i64::from(scoring.game_absence.0),
            Some(CellResult::ForfeitLoss | CellResult::ZeroPointBye) | None => {
                absences += i64::from(scoring.game_absence.0);
            }
        }
    }
    let possible = [games, games + byes, games + absences, games + byes + absences];
    if !possible.iter().any(|sum| sum * 50 == i64::from(stated.0)) {
        let detail = format!(
            "player {} is stated to have {stated} points, but the rounds give {}",
            entry.player.number,
            in_decimals(games * 50)
        );
        faults.push(TrfFault::new(TrfRule::TotalsDisagree, detail).at(entry.line, 81).in_record("001"));
    }
}

fn in_decimals(hundredths: i64) -> String {
    i32::try_from(hundredths).map_or_else(|_| hundredths.to_string(), |value| TrfPoints(value).to_string())
}

//! Tie-breaks made of the results on single boards (C.07, art. 12).

use super::ledger::{Entry, EntryKind, Ledger, Seat};
use super::results::ByeKind;
use super::value::{Fraction, Value};
use super::{Contribution, Outcome, Reason};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardMethod {
    /// Board numbers times the points made on them; less is better.
    Count,
    /// The points of board 1, then of board 2, and so on.
    Top,
    /// The points of all boards but the last, then of all but the last two, and so on.
    Bottom,
}

impl BoardMethod {
    /// The figures that are compared one after the other.
    fn figures(self, boards: &[i64]) -> Vec<Fraction> {
        match self {
            Self::Count => vec![(1..).zip(boards).map(|(board, &halves)| Fraction::new(board * halves, 2)).sum()],
            Self::Top => boards.iter().map(|&halves| Fraction::new(halves, 2)).collect(),
            Self::Bottom => {
                (1..boards.len()).rev().map(|upper| Fraction::new(boards[..upper].iter().sum(), 2)).collect()
            }
        }
    }

    /// Of the rounds that are asked for; the working shows what each added to the first figure.
    pub fn of<'l>(self, ledger: &Ledger<'_>, rounds: impl Iterator<Item = &'l Entry>) -> Outcome {
        let mut total = vec![0; usize::try_from(ledger.facts.boards).unwrap_or(usize::MAX).min(MOST_BOARDS)];
        let mut working = Vec::new();
        for entry in rounds.filter(|entry| entry.is_counted()) {
            let Some(halves) = halves_by_board(ledger, entry, total.len()) else {
                return Outcome::NotApplied(Reason::BoardsUnknown);
            };
            let first = self.figures(&halves).first().copied().unwrap_or(Fraction::ZERO);
            working.push(Contribution::of(ledger, entry, first));
            for (sum, halves) in total.iter_mut().zip(halves) {
                *sum += halves;
            }
        }
        let mut figures = self.figures(&total);
        let value = match self {
            Self::Count => Value::Number(figures.pop().unwrap_or(Fraction::ZERO)),
            Self::Top | Self::Bottom => Value::Sequence(figures),
        };
        Outcome::Value { value, working }
    }

    pub fn of_all(self, ledger: &Ledger<'_>) -> Vec<Outcome> {
        (0..ledger.teams.len()).map(|seat: Seat| self.of(ledger, ledger.entries[seat].iter())).collect()
    }
}

const MOST_BOARDS: usize = 100;

/// The half points of each board; none where a board's result is not known.
///
/// Board forfeits are ordinary results and a bye is won on every board (art. 12); we read that of a requested bye
/// as what it brings: a draw or nothing on every board.
fn halves_by_board(ledger: &Ledger<'_>, entry: &Entry, boards: usize) -> Option<Vec<i64>> {
    let full = i64::try_from(boards).unwrap_or(i64::MAX) * 2;
    let scored = i64::from(entry.game_points.0);
    match entry.kind {
        EntryKind::Bye(ByeKind::PairingAllocated | ByeKind::FullPoint) => return Some(vec![2; boards]),
        EntryKind::Bye(ByeKind::HalfPoint) => return Some(vec![1; boards]),
        EntryKind::Bye(ByeKind::ZeroPoint) => return Some(vec![0; boards]),
        _ if scored == 0 => return Some(vec![0; boards]),
        _ if scored == full => return Some(vec![2; boards]),
        _ => {}
    }
    let (index, home) = entry.source?;
    let mut halves = vec![0; boards];
    // a report that came twice counts once
    let mut seen: Vec<(u32, u32)> = Vec::new();
    for game in &ledger.facts.matches[index].games {
        if !seen.contains(&(game.board, game.game)) {
            seen.push((game.board, game.game));
            let points = if home { game.home_points() } else { game.away_points() };
            *halves.get_mut(usize::try_from(game.board).ok()?.checked_sub(1)?)? += i64::from(points.0);
        }
    }
    (halves.iter().sum::<i64>() == scored).then_some(halves)
}

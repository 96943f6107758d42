//! Tie-breaks made of a team's own rounds (C.07, art. 7).

use std::cmp::Ordering;

use super::criterion::Score;
use super::ledger::{Entry, EntryKind, Ledger};
use super::value::{Fraction, Value};
use super::{Contribution, Outcome};

/// One for each round that satisfies, a half for one that does so half.
fn rounds_that(ledger: &Ledger<'_>, points: impl Fn(&Entry) -> Fraction) -> Vec<Outcome> {
    let of = |entries: &Vec<Entry>| {
        let counted = entries.iter().filter(|entry| entry.is_counted());
        Outcome::sum(counted.map(|entry| Contribution::of(ledger, entry, points(entry))).collect())
    };
    ledger.entries.iter().map(of).collect()
}

fn whether(so: bool) -> Fraction {
    if so { Fraction::ONE } else { Fraction::ZERO }
}

/// Rounds with as many points as a win brings, played or not; of game points, more than half of the boards.
pub(super) fn rounds_won(ledger: &Ledger<'_>, score: Score) -> Vec<Outcome> {
    rounds_that(ledger, |entry| {
        whether(match score {
            Score::MatchPoints => entry.match_points >= ledger.scale.win,
            Score::GamePoints => score.halves(entry) > score.of_a_draw(ledger),
        })
    })
}

pub(super) fn won_over_the_board(ledger: &Ledger<'_>) -> Vec<Outcome> {
    rounds_that(ledger, |entry| whether(entry.kind == EntryKind::Played && entry.their_game_points < entry.game_points))
}

/// The rounds that the team did not leave unplayed by its own will.
pub(super) fn rounds_played(ledger: &Ledger<'_>) -> Vec<Outcome> {
    rounds_that(ledger, |entry| whether(!entry.is_voluntary()))
}

/// Rounds with more points than the scheduled opponent, halves for as many; without one, than a draw brings.
pub(super) fn standard_score(ledger: &Ledger<'_>, score: Score) -> Vec<Outcome> {
    rounds_that(ledger, |entry| {
        let theirs = if entry.opponent.is_some() { score.their_halves(entry) } else { score.of_a_draw(ledger) };
        match score.halves(entry).cmp(&theirs) {
            Ordering::Greater => Fraction::ONE,
            Ordering::Equal => Fraction::HALF,
            Ordering::Less => Fraction::ZERO,
        }
    })
}

/// The sum of the running scores, without those after the first rounds that are cut (art. 14.1).
pub(super) fn progressive(ledger: &Ledger<'_>, score: Score, cut: u8) -> Vec<Outcome> {
    let of = |entries: &Vec<Entry>| {
        let mut running = 0;
        let counted = entries.iter().filter(|entry| entry.is_counted()).map(|entry| {
            running += score.halves(entry);
            Contribution {
                left_out: entry.round <= u32::from(cut),
                ..Contribution::of(ledger, entry, Fraction::new(running, 2))
            }
        });
        Outcome::sum(counted.collect())
    };
    ledger.entries.iter().map(of).collect()
}

pub(super) fn pairing_number(ledger: &Ledger<'_>) -> Vec<Outcome> {
    let value = |number: u32| Value::Number(Fraction::whole(i64::from(number)));
    ledger.teams.iter().map(|team| Outcome::Value { value: value(team.0), working: Vec::new() }).collect()
}

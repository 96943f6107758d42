//! What each round of a team is worth to the tie-breaks made of its opponents' results (C.07, art. 16).

use super::criterion::Score;
use super::ledger::{Entry, EntryKind, Ledger, Seat};
use super::results::{ByeKind, PairingMode};
use super::terms::Edition;
use super::tie_break::Cut;
use super::value::Fraction;
use super::{Contribution, Outcome};

/// The scores of all teams, in half points, as their opponents see them and as they are their own.
pub(super) struct Worth {
    own: Vec<i64>,
    adjusted: Vec<i64>,
    /// The most that a virtual opponent of a bye is worth.
    most_of_a_bye: i64,
}

/// A round of a team, and the final score of whom it met in it.
#[derive(Clone, Copy)]
pub(super) struct Meeting<'l> {
    pub entry: &'l Entry,
    pub worth: i64,
    /// Nobody was played: the opponent is a virtual one.
    pub is_virtual: bool,
}

impl Worth {
    /// With `fore`, the paired matches of the last announced round count as draws (art. 8.3).
    pub fn of(ledger: &Ledger<'_>, score: Score, fore: bool) -> Self {
        let draw = score.of_a_draw(ledger);
        let drawn_round = fore.then(|| ledger.terms.rounds.unwrap_or(ledger.rounds));
        let points = |entry: &Entry| match entry.opponent {
            Some(_) if Some(entry.round) == drawn_round && entry.kind != EntryKind::Annulled => draw,
            _ => score.halves(entry),
        };
        let swiss = ledger.facts.pairing == PairingMode::Swiss;
        let extra = |seat: Seat| -> i64 { ledger.adjustments[seat].iter().map(|given| score.halves_of(given)).sum() };
        let of_all = |sum: &dyn Fn(&[Entry]) -> i64| -> Vec<i64> {
            ledger.entries.iter().enumerate().map(|(seat, entries)| sum(entries) + extra(seat)).collect()
        };
        Self {
            own: of_all(&|entries| entries.iter().map(points).sum()),
            adjusted: of_all(&|entries| adjusted(entries, swiss, draw, points)),
            most_of_a_bye: draw.saturating_mul(i64::from(ledger.rounds)),
        }
    }

    /// The rounds that are elements of a sum. In a round robin forfeits are ordinary matches (art. 15.2).
    pub fn meetings<'l>(&'l self, ledger: &'l Ledger<'_>, seat: Seat) -> impl Iterator<Item = Meeting<'l>> {
        let swiss = ledger.facts.pairing == PairingMode::Swiss;
        ledger.entries[seat].iter().filter_map(move |entry| match (entry.kind, entry.opponent) {
            (EntryKind::Unfinished | EntryKind::Annulled | EntryKind::Bye(ByeKind::Free), _) => None,
            (EntryKind::Played, Some(opponent)) => {
                Some(Meeting { entry, worth: self.adjusted[opponent], is_virtual: false })
            }
            (_, Some(opponent)) if !swiss => Some(Meeting { entry, worth: self.adjusted[opponent], is_virtual: false }),
            (_, None) if !swiss => None,
            (_, opponent) => {
                let most = opponent.map_or(self.most_of_a_bye, |opponent| self.adjusted[opponent]);
                let worth = match ledger.terms.edition {
                    Edition::Of2023 => self.own[seat],
                    Edition::Of2026 => self.own[seat].min(most),
                };
                Some(Meeting { entry, worth, is_virtual: true })
            }
        })
    }
}

/// Requested byes that no other round follows but voluntary ones are draws for the opponents (art. 16.3).
fn adjusted(entries: &[Entry], swiss: bool, draw: i64, points: impl Fn(&Entry) -> i64) -> i64 {
    let mut only_voluntary = swiss;
    let rounds = entries.iter().rev().filter(|entry| entry.kind != EntryKind::Annulled);
    let counted = rounds.map(|entry| {
        only_voluntary &= entry.is_voluntary();
        if only_voluntary && entry.is_requested_bye() { draw } else { points(entry) }
    });
    counted.sum()
}

/// One element of a sum.
pub(super) struct Part {
    pub contribution: Contribution,
    worth: i64,
    /// What the element adds, in any measure that is the same for all of them.
    size: i64,
    voluntary: bool,
}

impl Part {
    pub fn of(ledger: &Ledger<'_>, meeting: Meeting<'_>, size: i64, points: Fraction) -> Self {
        let contribution = Contribution::of(ledger, meeting.entry, points);
        Self {
            contribution: Contribution { virtual_opponent: meeting.is_virtual, ..contribution },
            worth: meeting.worth,
            size,
            voluntary: meeting.is_virtual && meeting.entry.is_voluntary(),
        }
    }

    pub fn with_factors(mut self, worth: Fraction, weight: Fraction) -> Self {
        self.contribution.factors = Some((worth, weight));
        self
    }
}

/// Adds up what the cut leaves.
pub(super) fn add_up(mut parts: Vec<Part>, cut: Cut) -> Outcome {
    let (least, most) = match cut {
        Cut::Nothing => (0, 0),
        Cut::Least(number) => (number, 0),
        Cut::Both(number) => (number, number),
    };
    for _ in 0..least {
        leave_out(&mut parts, least_significant);
    }
    for _ in 0..most {
        leave_out(&mut parts, most_significant);
    }
    Outcome::sum(parts.into_iter().map(|part| part.contribution).collect())
}

fn leave_out(parts: &mut [Part], choose: fn(&[Part]) -> Option<usize>) {
    if let Some(at) = choose(parts) {
        parts[at].contribution.left_out = true;
    }
}

fn left(parts: &[Part]) -> impl Iterator<Item = (usize, &Part)> {
    parts.iter().enumerate().filter(|(_, part)| !part.contribution.left_out)
}

/// The weakest opponent, the smallest product among several (art. 14.1); but a voluntary unplayed round that adds
/// no less goes first (art. 16.5).
fn least_significant(parts: &[Part]) -> Option<usize> {
    let (weakest, least) = left(parts).min_by_key(|(at, part)| (part.worth, part.size, *at))?;
    let voluntary = left(parts).filter(|(_, part)| part.voluntary && part.size >= least.size);
    Some(voluntary.min_by_key(|(at, part)| (part.size, *at)).map_or(weakest, |(at, _)| at))
}

fn most_significant(parts: &[Part]) -> Option<usize> {
    left(parts).max_by_key(|(at, part)| (part.worth, part.size, std::cmp::Reverse(*at))).map(|(at, _)| at)
}

//! Sums of the opponents' scores (C.07, art. 8, 9.2 and 13.4).

use super::criterion::Score;
use super::ledger::{EntryKind, Ledger, Seat};
use super::opponents::{Part, Worth, add_up};
use super::tie_break::{Cut, TieBreak};
use super::value::Fraction;
use super::{Contribution, Outcome};

fn seats(ledger: &Ledger<'_>) -> std::ops::Range<Seat> {
    0..ledger.teams.len()
}

pub(super) fn buchholz(ledger: &Ledger<'_>, score: Score, fore: bool, cut: Cut) -> Vec<Outcome> {
    let worth = Worth::of(ledger, score, fore);
    let of = |seat| {
        let meetings = worth.meetings(ledger, seat);
        add_up(meetings.map(|met| Part::of(ledger, met, met.worth, Fraction::new(met.worth, 2))).collect(), cut)
    };
    seats(ledger).map(of).collect()
}

/// The mean of the Buchholz sums of the opponents met over the board.
pub(super) fn average_of_buchholz(ledger: &Ledger<'_>, score: Score, fore: bool) -> Vec<Outcome> {
    let worth = Worth::of(ledger, score, fore);
    let sums: Vec<i64> =
        seats(ledger).map(|seat| worth.meetings(ledger, seat).map(|meeting| meeting.worth).sum()).collect();
    let of = |seat: Seat| {
        let met = || ledger.meetings(seat).filter(|(entry, _)| entry.kind == EntryKind::Played);
        let share = Fraction::new(1, i64::try_from(met().count()).unwrap_or(i64::MAX));
        let shares = met().map(|(entry, opponent)| {
            let sum = Fraction::new(sums[opponent], 2);
            Contribution { factors: Some((sum, share)), ..Contribution::of(ledger, entry, sum * share) }
        });
        Outcome::sum(shares.collect())
    };
    seats(ledger).map(of).collect()
}

/// Points against opponents that reached half of what was possible, or the threshold moved by half points.
pub(super) fn koya(ledger: &Ledger<'_>, score: Score, limit: i8) -> Vec<Outcome> {
    let worth = Worth::of(ledger, score, false);
    let win = score.halves_of_a_win(ledger);
    // free rounds of a round robin are no chance to score
    let possible = |seat: Seat| {
        let chances =
            ledger.entries[seat].iter().filter(|entry| entry.is_counted() || entry.kind == EntryKind::Unfinished);
        win * i64::try_from(chances.count()).unwrap_or(i64::MAX)
    };
    let of = |seat: Seat| {
        let parts = worth.meetings(ledger, seat).map(|met| {
            let their_seat = met.entry.opponent.filter(|_| !met.is_virtual).unwrap_or(seat);
            let reached = 2 * met.worth >= possible(their_seat) + 2 * i64::from(limit);
            let weight = if reached { Fraction::ONE } else { Fraction::ZERO };
            let own = Fraction::new(score.halves(met.entry), 2);
            Part::of(ledger, met, 0, own * weight).with_factors(own, weight)
        });
        add_up(parts.collect(), Cut::Nothing)
    };
    seats(ledger).map(of).collect()
}

/// The secondary score and a share of the Buchholz sum of the primary one.
pub(super) fn score_and_schedule(ledger: &Ledger<'_>, tie_break: TieBreak) -> Vec<Outcome> {
    let primary = ledger.terms.primary;
    let secondary = primary.other();
    let worth = Worth::of(ledger, primary, tie_break.fore);
    let share = Fraction::new(1, tie_break.divisor.map_or_else(|| usual_divisor(ledger), i64::from));
    let of = |seat: Seat| {
        let parts = worth.meetings(ledger, seat).map(|met| {
            let sum = Fraction::new(met.worth, 2);
            Part::of(ledger, met, met.worth, sum * share).with_factors(sum, share)
        });
        let Outcome::Value { working: schedule, .. } = add_up(parts.collect(), tie_break.cut) else {
            return Outcome::sum(Vec::new());
        };
        let counted = ledger.entries[seat].iter().filter(|entry| entry.is_counted());
        let scored = counted.map(|entry| Contribution::of(ledger, entry, secondary.of(entry)));
        Outcome::sum(scored.chain(schedule).collect())
    };
    seats(ledger).map(of).collect()
}

/// The highest primary score of the event by the highest secondary score of a match, rounded down.
fn usual_divisor(ledger: &Ledger<'_>) -> i64 {
    let primary = ledger.terms.primary;
    let rounds = i64::from(ledger.terms.rounds.unwrap_or(ledger.rounds));
    let highest = primary.halves_of_a_win(ledger).saturating_mul(rounds);
    (highest / primary.other().halves_of_a_win(ledger).max(1)).max(1)
}

//! The encounters of the level teams with each other: a table of their matches alone.

use super::criterion::{Score, SeveralTied};
use super::ledger::{Entry, EntryKind, Ledger, Seat};
use super::value::Fraction;
use super::{Contribution, Reason};

/// A way to read the encounters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encounter {
    /// Compared in this order; a later one only where the earlier ones part nobody.
    pub scores: &'static [Score],
    pub several: SeveralTied,
    /// Whether forfeited matches are encounters.
    pub forfeits: bool,
    /// Whether a team can be placed though not all have met (a Swiss), when no missing match could change it.
    pub gaps: bool,
}

/// The direct match of a round robin: every meeting counts, forfeits included.
pub(super) fn direct_match(several: SeveralTied) -> Encounter {
    Encounter { scores: &[Score::GamePoints, Score::MatchPoints], several, forfeits: true, gaps: false }
}

/// A team's line in the separate table.
struct Line {
    score: Fraction,
    missing: usize,
}

impl Encounter {
    /// The level teams in order, those not separated together.
    pub fn order(&self, ledger: &Ledger<'_>, level: &[Seat]) -> Result<Vec<Vec<Seat>>, Reason> {
        if level.len() > 2 && self.several == SeveralTied::NoDecision {
            return Err(Reason::SeveralTied);
        }
        let table = self.table(ledger, level, self.scores[0]);
        if !self.gaps && table.iter().any(|line| line.missing > 0) {
            return Err(Reason::NotAllMet);
        }
        Ok(self.part(ledger, level))
    }

    /// The meetings of one of the level teams with the others.
    pub fn working(&self, ledger: &Ledger<'_>, level: &[Seat], seat: Seat) -> Vec<Contribution> {
        let met = self.meetings(ledger, level, seat);
        met.map(|(entry, _)| Contribution::of(ledger, entry, self.scores[0].of(entry))).collect()
    }

    fn part(&self, ledger: &Ledger<'_>, level: &[Seat]) -> Vec<Vec<Seat>> {
        if level.len() < 2 {
            return vec![level.to_vec()];
        }
        for &score in self.scores {
            let parts = self.split(ledger, level, score);
            if parts.len() > 1 {
                return parts.into_iter().flat_map(|part| self.part(ledger, &part)).collect();
            }
        }
        vec![level.to_vec()]
    }

    fn split(&self, ledger: &Ledger<'_>, level: &[Seat], score: Score) -> Vec<Vec<Seat>> {
        let table = self.table(ledger, level, score);
        let mut ranked: Vec<(Seat, Line)> = level.iter().copied().zip(table).collect();
        ranked.sort_by_key(|(_, line)| std::cmp::Reverse(line.score));
        if ranked.iter().all(|(_, line)| line.missing == 0) {
            return ranked
                .chunk_by(|(_, a), (_, b)| a.score == b.score)
                .map(|part| part.iter().map(|(seat, _)| *seat).collect())
                .collect();
        }
        alone_on_top(ranked, score.of_a_win(ledger))
    }

    fn table(&self, ledger: &Ledger<'_>, level: &[Seat], score: Score) -> Vec<Line> {
        level
            .iter()
            .map(|&seat| {
                let mut met: Vec<(Seat, Fraction)> =
                    self.meetings(ledger, level, seat).map(|(entry, opponent)| (opponent, score.of(entry))).collect();
                met.sort_by_key(|(opponent, _)| *opponent);
                let by_opponent = met.chunk_by(|a, b| a.0 == b.0);
                let averages: Vec<Fraction> = by_opponent.map(average).collect();
                Line { missing: level.len() - 1 - averages.len(), score: averages.into_iter().sum() }
            })
            .collect()
    }

    fn meetings<'l>(
        &'l self,
        ledger: &'l Ledger<'_>,
        level: &'l [Seat],
        seat: Seat,
    ) -> impl Iterator<Item = (&'l Entry, Seat)> {
        ledger.meetings(seat).filter(move |(entry, opponent)| {
            (self.forfeits || entry.kind == EntryKind::Played) && level.contains(opponent)
        })
    }
}

fn average(meetings: &[(Seat, Fraction)]) -> Fraction {
    let total: Fraction = meetings.iter().map(|(_, points)| *points).sum();
    match meetings.len() {
        1 => total,
        several => total / Fraction::whole(i64::try_from(several).unwrap_or(i64::MAX)),
    }
}

/// Places team after team from the top, as long as nobody below could draw level by winning all missing matches.
fn alone_on_top(mut ranked: Vec<(Seat, Line)>, win: Fraction) -> Vec<Vec<Seat>> {
    let mut placed = Vec::new();
    while let Some((first, rest)) = ranked.split_first() {
        let reachable =
            |line: &Line| line.score + win * Fraction::whole(i64::try_from(line.missing).unwrap_or(i64::MAX));
        if rest.iter().any(|(_, line)| reachable(line) >= first.1.score) {
            break;
        }
        placed.push(vec![first.0]);
        ranked.remove(0);
    }
    if !ranked.is_empty() {
        let mut together: Vec<Seat> = ranked.into_iter().map(|(seat, _)| seat).collect();
        together.sort_unstable();
        placed.push(together);
    }
    placed
}

//! Sonneborn-Berger for teams: what the opponents reached, weighed by what was scored against them.

use super::criterion::Score;
use super::ledger::{Entry, Ledger, Seat, Verdict};
use super::value::{Fraction, Value};
use super::{Contribution, Outcome};

/// Whose points are weighed with what. The regulations of 1960 name the method only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SonnebornBerger {
    /// All game points of beaten opponents and half of those of opponents drawn with.
    #[default]
    MatchHalves,
    /// Opponent's match points times own match points.
    Emmsb,
    /// Opponent's match points times own game points.
    Emgsb,
    /// Opponent's game points times own match points.
    Egmsb,
    /// Opponent's game points times own game points.
    Eggsb,
}

impl SonnebornBerger {
    pub const ALL: [Self; 5] = [Self::MatchHalves, Self::Emmsb, Self::Emgsb, Self::Egmsb, Self::Eggsb];

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::MatchHalves => "match_halves",
            Self::Emmsb => "emmsb",
            Self::Emgsb => "emgsb",
            Self::Egmsb => "egmsb",
            Self::Eggsb => "eggsb",
        }
    }

    fn opponents_score(self) -> Score {
        match self {
            Self::Emmsb | Self::Emgsb => Score::MatchPoints,
            Self::MatchHalves | Self::Egmsb | Self::Eggsb => Score::GamePoints,
        }
    }

    fn weight(self, entry: &Entry) -> Fraction {
        match self {
            Self::MatchHalves => match entry.verdict {
                Some(Verdict::Won) => Fraction::ONE,
                Some(Verdict::Drawn) => Fraction::HALF,
                Some(Verdict::Lost) | None => Fraction::ZERO,
            },
            Self::Emmsb | Self::Egmsb => Score::MatchPoints.of(entry),
            Self::Emgsb | Self::Eggsb => Score::GamePoints.of(entry),
        }
    }
}

pub(super) fn of(ledger: &Ledger<'_>, seat: Seat, variant: SonnebornBerger) -> Outcome {
    let working: Vec<Contribution> = ledger
        .meetings(seat)
        .map(|(entry, opponent)| {
            let theirs = variant.opponents_score().total(ledger, opponent);
            let weight = variant.weight(entry);
            Contribution { factors: Some((theirs, weight)), ..Contribution::of(ledger, entry, theirs * weight) }
        })
        .collect();
    let value = working.iter().map(|contribution| contribution.points).sum();
    Outcome::Value { value: Value::Number(value), working }
}

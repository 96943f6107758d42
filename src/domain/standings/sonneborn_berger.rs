//! Sonneborn-Berger for teams: what the opponents reached, weighed by what was scored against them.

use super::Outcome;
use super::criterion::Score;
use super::ledger::{Entry, Ledger, Seat};
use super::opponents::{Part, Worth, add_up};
use super::tie_break::Cut;
use super::value::Fraction;

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

/// What an opponent's points are multiplied by.
#[derive(Clone, Copy)]
enum Weight {
    Points(Score),
    /// One for a win, a half for a draw.
    Result,
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

    /// What of the opponent, and by what.
    fn factors(self) -> (Score, Weight) {
        match self {
            Self::MatchHalves => (Score::GamePoints, Weight::Result),
            Self::Emmsb => (Score::MatchPoints, Weight::Points(Score::MatchPoints)),
            Self::Emgsb => (Score::MatchPoints, Weight::Points(Score::GamePoints)),
            Self::Egmsb => (Score::GamePoints, Weight::Points(Score::MatchPoints)),
            Self::Eggsb => (Score::GamePoints, Weight::Points(Score::GamePoints)),
        }
    }
}

impl Weight {
    fn halves(self, ledger: &Ledger<'_>, entry: &Entry) -> i64 {
        match self {
            Self::Points(score) => score.halves(entry),
            Self::Result if entry.match_points >= ledger.scale.win => 2,
            Self::Result if entry.match_points >= ledger.scale.draw => 1,
            Self::Result => 0,
        }
    }
}

/// The method of a rulebook that names no code of FIDE.
pub(super) fn of_variant(ledger: &Ledger<'_>, variant: SonnebornBerger) -> Vec<Outcome> {
    let (theirs, weight) = variant.factors();
    all(ledger, theirs, weight, Cut::Nothing)
}

/// C.07, art. 9.1 and 13.2.
pub(super) fn of_scores(ledger: &Ledger<'_>, theirs: Score, own: Score, cut: Cut) -> Vec<Outcome> {
    all(ledger, theirs, Weight::Points(own), cut)
}

fn all(ledger: &Ledger<'_>, theirs: Score, weight: Weight, cut: Cut) -> Vec<Outcome> {
    let worth = Worth::of(ledger, theirs, false);
    (0..ledger.teams.len()).map(|seat| of(ledger, &worth, seat, weight, cut)).collect()
}

fn of(ledger: &Ledger<'_>, worth: &Worth, seat: Seat, weight: Weight, cut: Cut) -> Outcome {
    let parts = worth.meetings(ledger, seat).map(|meeting| {
        let weight = weight.halves(ledger, meeting.entry);
        let product = meeting.worth * weight;
        Part::of(ledger, meeting, product, Fraction::new(product, 4))
            .with_factors(Fraction::new(meeting.worth, 2), Fraction::new(weight, 2))
    });
    add_up(parts.collect(), cut)
}

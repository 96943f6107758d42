//! The criteria that a rulebook can list, in the words that it uses for them.

use std::fmt;

use super::direct_encounter::{self, Encounter};
use super::ledger::{Entry, Ledger, Seat};
use super::sonneborn_berger::{self, SonnebornBerger};
use super::value::{Fraction, Value};
use super::{Contribution, Outcome, Reason};
use crate::domain::violation::{Rule, Violation};

/// One way to tell teams apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    GamePoints,
    MatchPoints,
    DirectMatch(SeveralTied),
    SonnebornBerger(SonnebornBerger),
}

/// What the direct match decides when more than two teams are level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeveralTied {
    /// A table of their matches alone: game points, then match points; a part still level starts again by itself.
    #[default]
    SeparateTable,
    NoDecision,
}

/// How a rulebook reads the criteria that the regulations leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readings {
    pub several_tied: SeveralTied,
    pub sonneborn_berger: SonnebornBerger,
}

/// Which points of a team are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    MatchPoints,
    GamePoints,
}

impl Criterion {
    /// Reads the code that a rulebook lists.
    pub fn from_code(code: &str, readings: Readings) -> Result<Self, Violation> {
        match code {
            "game_points" => Ok(Self::GamePoints),
            "match_points" => Ok(Self::MatchPoints),
            "direct_match" => Ok(Self::DirectMatch(readings.several_tied)),
            "sonneborn_berger" => Ok(Self::SonnebornBerger(readings.sonneborn_berger)),
            unknown => Err(Violation::new(Rule::RulebookInvalid, "there is no such ranking criterion")
                .fact("criterion", unknown)
                .fact(
                    "known",
                    ["game_points", "match_points", "direct_match", "sonneborn_berger"].map(str::to_owned).to_vec(),
                )),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GamePoints => "game_points",
            Self::MatchPoints => "match_points",
            Self::DirectMatch(_) => "direct_match",
            Self::SonnebornBerger(_) => "sonneborn_berger",
        })
    }
}

impl SeveralTied {
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::SeparateTable, Self::NoDecision].into_iter().find(|setting| setting.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::SeparateTable => "separate_table",
            Self::NoDecision => "no_decision",
        }
    }
}

impl Score {
    pub(super) fn of(self, entry: &Entry) -> Fraction {
        match self {
            Self::MatchPoints => entry.match_points.into(),
            Self::GamePoints => entry.game_points.into(),
        }
    }

    pub(super) fn total(self, ledger: &Ledger<'_>, seat: Seat) -> Fraction {
        let tally = &ledger.tallies[seat];
        match self {
            Self::MatchPoints => tally.match_points.into(),
            Self::GamePoints => tally.game_points.into(),
        }
    }

    /// The most that one match can bring.
    pub(super) fn of_a_win(self, ledger: &Ledger<'_>) -> Fraction {
        match self {
            Self::MatchPoints => ledger.scale.win.into(),
            Self::GamePoints => Fraction::whole(i64::from(ledger.facts.boards)),
        }
    }
}

/// How a criterion judges: each team by itself, or the teams that are level by what they did among themselves.
pub(super) enum Judgement {
    Alone(Vec<Outcome>),
    Among(Encounter),
}

impl Criterion {
    pub(super) fn judge(self, ledger: &Ledger<'_>) -> Judgement {
        let seats = 0..ledger.teams.len();
        match self {
            Self::GamePoints => Judgement::Alone(seats.map(|seat| sum(ledger, seat, Score::GamePoints)).collect()),
            Self::MatchPoints => Judgement::Alone(seats.map(|seat| sum(ledger, seat, Score::MatchPoints)).collect()),
            Self::SonnebornBerger(variant) => {
                Judgement::Alone(seats.map(|seat| sonneborn_berger::of(ledger, seat, variant)).collect())
            }
            Self::DirectMatch(several) => Judgement::Among(direct_encounter::direct_match(several)),
        }
    }
}

fn sum(ledger: &Ledger<'_>, seat: Seat, score: Score) -> Outcome {
    let counted = ledger.entries[seat].iter().filter(|entry| entry.is_counted());
    let working = counted.map(|entry| Contribution::of(ledger, entry, score.of(entry))).collect();
    Outcome::Value { value: Value::Number(score.total(ledger, seat)), working }
}

impl Reason {
    pub fn code(self) -> &'static str {
        match self {
            Self::NotLevel => "not_level",
            Self::SeveralTied => "several_tied",
            Self::NotAllMet => "not_all_met",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotLevel => "no other team was level when this criterion came",
            Self::SeveralTied => "more than two teams are level",
            Self::NotAllMet => "the teams that are level have not all met",
        })
    }
}

//! Standings of one group: teams ranked by the rulebook's list, with every value and what decided.

mod boards;
mod buchholz;
mod criterion;
mod crosstable;
mod direct_encounter;
mod ledger;
mod opponents;
mod own_results;
mod ranking;
mod results;
mod rules;
mod sonneborn_berger;
mod terms;
mod tie_break;
mod value;

pub use criterion::{Criterion, Readings, Score, SeveralTied};
pub use crosstable::{Cell, CellBoard, Crosstable, crosstable};
pub use ledger::Tally;
pub use results::{Adjustment, ByeKind, Exclusion, GroupBye, GroupMatch, GroupResults, PairingMode};
pub use sonneborn_berger::SonnebornBerger;
pub use terms::{Edition, EncounterBoards, EncounterRestart, Terms};
pub use tie_break::{AfterEncounter, Cut, Method, TieBreak};
pub use value::{Fraction, Value};

use ledger::{Entry, EntryKind, Ledger};
use ranking::Ranking;

use crate::domain::ids::TeamNumber;
use crate::domain::result::MatchPointScale;
use crate::domain::violation::Violation;

/// How a rulebook ranks the teams of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingRules {
    pub match_points: MatchPointScale,
    /// How FIDE's tie-breaks are applied, where the list has some.
    pub terms: Terms,
    /// In the order in which they are asked.
    pub criteria: Vec<ListedCriterion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCriterion {
    pub criterion: Criterion,
    pub article: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The last round counted.
    pub after_round: u32,
    /// A match of the counted rounds is unfinished.
    pub provisional: bool,
    pub criteria: Vec<ListedCriterion>,
    /// Best first; teams that share a place stand in the order of their numbers.
    pub rows: Vec<Row>,
    pub outside: Vec<Outside>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub team: TeamNumber,
    pub rank: u32,
    /// The place is shared.
    pub tied: bool,
    pub tally: Tally,
    /// One for each criterion of the list, in its order.
    pub criteria: Vec<CriterionResult>,
    pub decided_by: DecidedBy,
}

/// The criterion that separated a team's place, shared or not, from the next places; none at the ends of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecidedBy {
    pub above: Option<Criterion>,
    pub below: Option<Criterion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriterionResult {
    pub criterion: Criterion,
    /// The team was level with another when this criterion came.
    pub needed: bool,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Value { value: Value, working: Vec<Contribution> },
    NotApplied(Reason),
}

/// Why a criterion was not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    NotLevel,
    SeveralTied,
    NotAllMet,
    BoardsUnknown,
    UnequalGamePoints,
}

/// What one round added to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub round: u32,
    /// None in a round without an opponent.
    pub opponent: Option<TeamNumber>,
    pub forfeit: bool,
    /// The round was not played: it counts as one against a virtual opponent (C.07, art. 16.4).
    pub virtual_opponent: bool,
    /// A cut took it out of the value (art. 14).
    pub left_out: bool,
    /// What was multiplied: the opponent's points and the weight of the own result.
    pub factors: Option<(Fraction, Fraction)>,
    pub points: Fraction,
}

/// A team that takes no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    pub team: TeamNumber,
    pub because: String,
    pub results_count: bool,
    pub tally: Tally,
}

impl Contribution {
    /// A penalty or a bonus: no opponent, and round 0 where it is of none.
    fn of_adjustment(adjustment: &Adjustment, points: Fraction) -> Self {
        Self {
            round: adjustment.round.unwrap_or(0),
            opponent: None,
            forfeit: false,
            virtual_opponent: false,
            left_out: false,
            factors: None,
            points,
        }
    }

    fn of(ledger: &Ledger<'_>, entry: &Entry, points: Fraction) -> Self {
        Self {
            round: entry.round,
            opponent: entry.opponent.map(|seat| ledger.teams[seat]),
            forfeit: entry.is_forfeit(),
            virtual_opponent: false,
            left_out: false,
            factors: None,
            points,
        }
    }
}

impl Outcome {
    /// Adds up what is not left out.
    fn sum(working: Vec<Contribution>) -> Self {
        let value = working.iter().filter(|part| !part.left_out).map(|part| part.points).sum();
        Self::Value { value: Value::Number(value), working }
    }

    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Value { value, .. } => Some(value),
            Self::NotApplied(_) => None,
        }
    }
}

impl Row {
    /// The value that a criterion of the list gave, where it was applied.
    pub fn value(&self, criterion: Criterion) -> Option<&Value> {
        self.criteria.iter().find(|tried| tried.criterion == criterion)?.outcome.value()
    }
}

/// Ranks the teams after a round, or after the last one started; a round not started is never counted.
pub fn standings(facts: &GroupResults, rules: &RankingRules, after_round: Option<u32>) -> Result<Standings, Violation> {
    facts.check()?;
    rules.check_for(facts.pairing)?;
    let ledger = Ledger::open(facts, rules, after_round);
    let mut ranking = Ranking::level(&ledger);
    for listed in &rules.criteria {
        ranking.ask(&ledger, listed.criterion);
    }
    Ok(Standings {
        after_round: ledger.rounds,
        provisional: ledger.entries.iter().flatten().any(|entry| entry.kind == EntryKind::Unfinished),
        criteria: rules.criteria.clone(),
        rows: ranking.rows(&ledger),
        outside: outside(&ledger),
    })
}

fn outside(ledger: &Ledger<'_>) -> Vec<Outside> {
    let seat_of = |team: TeamNumber| ledger.teams.binary_search(&team).ok();
    let mut outside: Vec<Outside> = ledger
        .facts
        .exclusions
        .iter()
        .filter_map(|exclusion| {
            Some(Outside {
                team: exclusion.team,
                because: exclusion.because.clone(),
                results_count: exclusion.results_count,
                tally: ledger.tallies[seat_of(exclusion.team)?],
            })
        })
        .collect();
    outside.sort_by_key(|outside| outside.team);
    outside
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod golden_swiss;
#[cfg(test)]
mod tests;

//! Standings of one group: teams ranked by the rulebook's list, with every value and what decided.

mod criterion;
mod crosstable;
mod direct_encounter;
mod ledger;
mod results;
mod rules;
mod sonneborn_berger;
mod value;

pub use criterion::{Criterion, Readings, Score, SeveralTied};
pub use crosstable::{Cell, CellBoard, Crosstable, crosstable};
pub use ledger::Tally;
pub use results::{ByeKind, Exclusion, GroupBye, GroupMatch, GroupResults, PairingMode};
pub use sonneborn_berger::SonnebornBerger;
pub use value::{Fraction, Value};

use criterion::Judgement;
use direct_encounter::Encounter;
use ledger::{Entry, EntryKind, Ledger, Seat};

use crate::domain::ids::TeamNumber;
use crate::domain::result::MatchPointScale;
use crate::domain::violation::Violation;

/// How a rulebook ranks the teams of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingRules {
    pub match_points: MatchPointScale,
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
}

/// What one round added to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub round: u32,
    /// None in a round without an opponent.
    pub opponent: Option<TeamNumber>,
    pub forfeit: bool,
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
    fn of(ledger: &Ledger<'_>, entry: &Entry, points: Fraction) -> Self {
        Self {
            round: entry.round,
            opponent: entry.opponent.map(|seat| ledger.teams[seat]),
            forfeit: entry.is_forfeit(),
            factors: None,
            points,
        }
    }
}

impl Outcome {
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
    let ledger = Ledger::open(facts, rules.match_points, after_round);
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

/// Groups of level teams, best first, divided criterion by criterion.
struct Ranking {
    groups: Vec<LevelGroup>,
    results: Vec<Vec<CriterionResult>>,
}

struct LevelGroup {
    /// What separated it from the group above.
    separated_by: Option<Criterion>,
    seats: Vec<Seat>,
}

impl Ranking {
    fn level(ledger: &Ledger<'_>) -> Self {
        let excluded = |seat: &Seat| ledger.facts.exclusions.iter().any(|e| e.team == ledger.teams[*seat]);
        let seats: Vec<Seat> = (0..ledger.teams.len()).filter(|seat| !excluded(seat)).collect();
        let groups = if seats.is_empty() { Vec::new() } else { vec![LevelGroup { separated_by: None, seats }] };
        Self { groups, results: vec![Vec::new(); ledger.teams.len()] }
    }

    fn ask(&mut self, ledger: &Ledger<'_>, criterion: Criterion) {
        let judgement = criterion.judge(ledger);
        for group in std::mem::take(&mut self.groups) {
            let needed = group.seats.len() > 1;
            let judged = match &judgement {
                Judgement::Alone(outcomes) => alone(outcomes, &group.seats),
                Judgement::Among(_) if !needed => not_applied(&group.seats, Reason::NotLevel),
                Judgement::Among(encounter) => match encounter.order(ledger, &group.seats) {
                    Ok(parts) => among(ledger, encounter, &group.seats, parts),
                    Err(reason) => not_applied(&group.seats, reason),
                },
            };
            for (seat, outcome) in judged.outcomes {
                self.results[seat].push(CriterionResult { criterion, needed, outcome });
            }
            for (place, seats) in judged.parts.into_iter().enumerate() {
                let separated_by = if place == 0 { group.separated_by } else { Some(criterion) };
                self.groups.push(LevelGroup { separated_by, seats });
            }
        }
    }

    fn rows(mut self, ledger: &Ledger<'_>) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::with_capacity(ledger.teams.len());
        for (index, group) in self.groups.iter().enumerate() {
            let rank = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
            let below = self.groups.get(index + 1).and_then(|next| next.separated_by);
            for &seat in &group.seats {
                rows.push(Row {
                    team: ledger.teams[seat],
                    rank,
                    tied: group.seats.len() > 1,
                    tally: ledger.tallies[seat],
                    criteria: std::mem::take(&mut self.results[seat]),
                    decided_by: DecidedBy { above: group.separated_by, below },
                });
            }
        }
        rows
    }
}

/// A group's outcomes under one criterion, and the parts that it falls into.
struct Judged {
    outcomes: Vec<(Seat, Outcome)>,
    parts: Vec<Vec<Seat>>,
}

fn alone(outcomes: &[Outcome], seats: &[Seat]) -> Judged {
    let judged = seats.iter().map(|&seat| (seat, outcomes[seat].clone())).collect();
    if seats.iter().any(|&seat| outcomes[seat].value().is_none()) {
        return Judged { outcomes: judged, parts: vec![seats.to_vec()] };
    }
    let mut ranked: Vec<Seat> = seats.to_vec();
    ranked.sort_by(|&a, &b| outcomes[b].value().cmp(&outcomes[a].value()));
    let parts = ranked.chunk_by(|&a, &b| outcomes[a].value() == outcomes[b].value()).map(<[Seat]>::to_vec).collect();
    Judged { outcomes: judged, parts }
}

fn among(ledger: &Ledger<'_>, encounter: &Encounter, level: &[Seat], parts: Vec<Vec<Seat>>) -> Judged {
    let of = u32::try_from(level.len()).unwrap_or(u32::MAX);
    let mut outcomes = Vec::with_capacity(level.len());
    let mut place = 1;
    for part in &parts {
        for &seat in part {
            let working = encounter.working(ledger, level, seat);
            outcomes.push((seat, Outcome::Value { value: Value::Place { place, of }, working }));
        }
        place += u32::try_from(part.len()).unwrap_or(u32::MAX);
    }
    Judged { outcomes, parts }
}

fn not_applied(seats: &[Seat], reason: Reason) -> Judged {
    Judged {
        outcomes: seats.iter().map(|&seat| (seat, Outcome::NotApplied(reason))).collect(),
        parts: vec![seats.to_vec()],
    }
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
mod tests;

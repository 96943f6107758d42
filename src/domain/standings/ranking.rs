//! Groups of level teams, best first, divided criterion by criterion.

use super::criterion::{Criterion, Judgement};
use super::direct_encounter::Encounter;
use super::ledger::{Ledger, Seat};
use super::value::Value;
use super::{CriterionResult, DecidedBy, Outcome, Reason, Row};

pub(super) struct Ranking {
    groups: Vec<LevelGroup>,
    results: Vec<Vec<CriterionResult>>,
}

struct LevelGroup {
    /// What separated it from the group above.
    separated_by: Option<Criterion>,
    seats: Vec<Seat>,
}

impl Ranking {
    pub fn level(ledger: &Ledger<'_>) -> Self {
        let seats: Vec<Seat> = (0..ledger.teams.len()).filter(|&seat| !ledger.excluded[seat]).collect();
        let groups = if seats.is_empty() { Vec::new() } else { vec![LevelGroup { separated_by: None, seats }] };
        Self { groups, results: vec![Vec::new(); ledger.teams.len()] }
    }

    pub fn ask(&mut self, ledger: &Ledger<'_>, criterion: Criterion) {
        match criterion.judge(ledger) {
            Judgement::Alone(outcomes) => self.compare(ledger, criterion, outcomes),
            Judgement::Among(encounter) => self.confront(ledger, criterion, &encounter),
        }
    }

    /// Divides each group by values that every team has by itself.
    fn compare(&mut self, ledger: &Ledger<'_>, criterion: Criterion, mut outcomes: Vec<Outcome>) {
        let mut needed = vec![false; outcomes.len()];
        for group in std::mem::take(&mut self.groups) {
            if group.seats.len() < 2 {
                self.groups.push(group);
                continue;
            }
            if criterion.is_for_equal_game_points() && !equal_game_points(ledger, &group.seats) {
                for &seat in &group.seats {
                    outcomes[seat] = Outcome::NotApplied(Reason::UnequalGamePoints);
                }
            }
            for &seat in &group.seats {
                needed[seat] = true;
            }
            let parts = split(&outcomes, &group.seats, criterion.lower_is_better());
            self.divide(&group, criterion, parts);
        }
        for ((results, needed), outcome) in self.results.iter_mut().zip(needed).zip(outcomes) {
            results.push(CriterionResult { criterion, needed, outcome });
        }
    }

    /// Divides each group by what its teams did among themselves.
    fn confront(&mut self, ledger: &Ledger<'_>, criterion: Criterion, encounter: &Encounter) {
        for group in std::mem::take(&mut self.groups) {
            let needed = group.seats.len() > 1;
            let order = if needed { encounter.order(ledger, &group.seats) } else { Err(Reason::NotLevel) };
            match order {
                Ok(parts) => {
                    let of = u32::try_from(group.seats.len()).unwrap_or(u32::MAX);
                    let mut place = 1;
                    for part in &parts {
                        for &seat in part {
                            let outcome = Outcome::Value { value: Value::Place { place, of }, working: Vec::new() };
                            self.results[seat].push(CriterionResult { criterion, needed, outcome });
                        }
                        place += u32::try_from(part.len()).unwrap_or(u32::MAX);
                    }
                    for (seat, met) in encounter.working(ledger, &group.seats) {
                        if let Some(Outcome::Value { working, .. }) =
                            self.results[seat].last_mut().map(|result| &mut result.outcome)
                        {
                            *working = met;
                        }
                    }
                    self.divide(&group, criterion, parts);
                }
                Err(reason) => {
                    for &seat in &group.seats {
                        let outcome = Outcome::NotApplied(reason);
                        self.results[seat].push(CriterionResult { criterion, needed, outcome });
                    }
                    self.groups.push(group);
                }
            }
        }
    }

    fn divide(&mut self, group: &LevelGroup, criterion: Criterion, parts: Vec<Vec<Seat>>) {
        for (place, seats) in parts.into_iter().enumerate() {
            let separated_by = if place == 0 { group.separated_by } else { Some(criterion) };
            self.groups.push(LevelGroup { separated_by, seats });
        }
    }

    pub fn rows(mut self, ledger: &Ledger<'_>) -> Vec<Row> {
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

fn equal_game_points(ledger: &Ledger<'_>, seats: &[Seat]) -> bool {
    seats.windows(2).all(|pair| ledger.tallies[pair[0]].game_points == ledger.tallies[pair[1]].game_points)
}

/// Best first; one part where a team has no value.
fn split(outcomes: &[Outcome], seats: &[Seat], lower_is_better: bool) -> Vec<Vec<Seat>> {
    let mut ranked = seats.to_vec();
    if seats.iter().any(|&seat| outcomes[seat].value().is_none()) {
        return vec![ranked];
    }
    ranked.sort_by(|&a, &b| {
        let order = outcomes[b].value().cmp(&outcomes[a].value());
        if lower_is_better { order.reverse() } else { order }
    });
    ranked.chunk_by(|&a, &b| outcomes[a].value() == outcomes[b].value()).map(<[Seat]>::to_vec).collect()
}

//! Which criterion decided: criteria come in one by one, and what each step chose is kept.

use std::collections::BTreeSet;

use crate::domain::pairing::Clause;

/// What was chosen after one more criterion had its say.
pub(super) struct Step<T> {
    chosen: BTreeSet<T>,
    clause: Clause,
}

impl<T: Ord + Copy> Step<T> {
    pub fn new(chosen: &[T], clause: Clause) -> Self {
        Self { chosen: chosen.iter().copied().collect(), clause }
    }
}

/// The criterion from which on it was always chosen.
pub(super) fn deciding_step<T: Ord>(item: &T, steps: &[Step<T>]) -> Clause {
    let absent = steps.iter().rposition(|step| !step.chosen.contains(item));
    steps[absent.map_or(0, |step| (step + 1).min(steps.len() - 1))].clause
}

//! 9.1 to 9.3: the pairs inside a group.

use std::rc::Rc;

use super::Collisions;
use super::clause::Profile;
use super::colours::Limits;
use crate::domain::pairing::Clause;
use crate::domain::pairing::deciding::{Step, deciding_step};
use crate::domain::pairing::matching::graph::Graph;
use crate::domain::pairing::matching::{Cost, Costs, Matcher};

type Pair = (usize, usize);

/// The teams of a group in the order of scrutiny: the highest first, or below the median group the lowest first.
pub(super) struct Scrutiny {
    pub may_meet: Rc<Graph>,
    pub limits: Vec<Limits>,
    pub collisions: Collisions,
}

impl Scrutiny {
    /// The first attempt in the order of 9.3 that breaks 7.3 for as few pairs as possible; by places in the order.
    pub fn pair(&self, profile: Profile) -> Option<Vec<(Pair, Clause)>> {
        let natural = self.natural();
        let mut pairs = self.first(0)?;
        let mut steps =
            vec![Step::new(&natural, profile.halves_meet()), Step::new(&pairs, profile.halves_meet_unmet())];
        if pairs.iter().any(|pair| self.breaks_limits(*pair)) {
            pairs = self.first(1)?;
            steps.push(Step::new(&pairs, profile.halves_meet_for_colours()));
        }
        if self.collisions == Collisions::LowerHalfFirst && pairs.iter().any(|pair| self.in_one_half(*pair)) {
            pairs = self.first(2)?;
            steps.push(Step::new(&pairs, profile.lower_half_exchanged()));
        }
        Some(pairs.into_iter().map(|pair| (pair, deciding_step(&pair, &steps))).collect())
    }

    fn natural(&self) -> Vec<Pair> {
        let half = self.limits.len() / 2;
        (0..half).map(|upper| (upper, upper + half)).collect()
    }

    fn breaks_limits(&self, (one, other): Pair) -> bool {
        !self.limits[one].agree(self.limits[other])
    }

    fn in_one_half(&self, (one, other): Pair) -> bool {
        let half = self.limits.len() / 2;
        (one < half) == (other < half)
    }

    /// The first attempt that is best by none, one (the colour limits) or two (also the halves) of the criteria.
    fn first(&self, criteria: usize) -> Option<Vec<Pair>> {
        let natural = self.natural();
        if criteria == 0 && natural.iter().all(|(one, other)| self.may_meet.joined(*one, *other)) {
            return Some(natural);
        }
        let mut matcher = self.matcher(criteria);
        natural.iter().for_each(|(one, other)| matcher.propose(*one, *other));
        matcher.solve()?;
        let mut left: Vec<usize> = (0..self.limits.len()).collect();
        let mut pairs = Vec::with_capacity(natural.len());
        while let Some(first) = left.first().copied() {
            let half = left.len() / 2;
            let mut attempts = (half..left.len()).chain((1..half).rev());
            let at = attempts.find(|at| matcher.pair(first, left[*at]))?;
            pairs.push((first, left.remove(at)));
            left.remove(0);
        }
        Some(pairs)
    }

    fn matcher(&self, criteria: usize) -> Matcher {
        let half = self.limits.len() / 2;
        let mut kinds: Vec<(Limits, bool)> = Vec::new();
        let mut class = Vec::with_capacity(self.limits.len());
        for (place, limits) in self.limits.iter().enumerate() {
            let kind = (*limits, place < half);
            let index = kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len());
            if index == kinds.len() {
                kinds.push(kind);
            }
            class.push(index);
        }
        let digit = self.limits.len() as Cost + 1;
        let cost = |one: usize, other: usize| {
            let ((limits, upper), (other_limits, other_upper)) = (kinds[one], kinds[other]);
            let breaks = Cost::from(criteria > 0 && !limits.agree(other_limits));
            let one_half = Cost::from(criteria > 1 && upper == other_upper);
            Some(breaks * digit + one_half)
        };
        Matcher::new(self.may_meet.clone(), class, Costs::by(kinds.len(), cost))
    }
}

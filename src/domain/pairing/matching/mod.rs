//! Exact matching in general graphs: can everybody be paired, at what least cost, and with whom in such a pairing?
//!
//! Edmonds' algorithm with blossoms and dual values, one search tree at a time, without recursion. Costs depend on
//! the classes of the two members only, which is all that pairing rules ask for: scores, colours, floats. Once the
//! least cost is known, [`Matcher::pair`] and [`Matcher::restrict`] narrow the pairing step by step and refuse each
//! step after which no pairing of that least cost would be left. A refusal is proved by the dual values, so that no
//! step is ever taken back.

mod blossom;
pub mod graph;
mod search;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use blossom::Structure;
use graph::{Graph, Set};

/// What a pairing costs. Callers build it from digits, the weightier criterion in the higher digit.
pub type Cost = i128;

const NOBODY: usize = usize::MAX;

/// The cost of a pair by the classes of its members; a pair of classes without a cost can't be paired.
#[derive(Clone, Debug)]
pub struct Costs {
    classes: usize,
    table: Vec<Option<Cost>>,
}

impl Costs {
    /// Every pair of classes costs nothing.
    pub fn free(classes: usize) -> Self {
        Self { classes, table: vec![Some(0); classes * classes] }
    }

    /// `cost` is asked for each pair of classes and must not depend on their order.
    pub fn by(classes: usize, cost: impl Fn(usize, usize) -> Option<Cost>) -> Self {
        let table =
            (0..classes * classes).map(|pair| cost(pair / classes, pair % classes).map(|cost| 2 * cost)).collect();
        Self { classes, table }
    }

    /// Twice the cost: dual values are halves, and only whole numbers are used.
    fn doubled(&self, one: usize, other: usize) -> Option<Cost> {
        self.table[one * self.classes + other]
    }
}

/// Pairs the members 0, 1, 2 … of a graph at least cost.
#[derive(Clone)]
pub struct Matcher {
    graph: Rc<Graph>,
    class: Vec<usize>,
    costs: Costs,
    /// Those not yet settled by [`Matcher::pair`].
    present: Set,
    structure: Structure,
    /// Twice the least cost of pairing those present.
    optimum: Cost,
    buckets: Vec<Bucket>,
}

/// Members of one class with the same dual value, settled ones included: a settled pair may be taken back.
#[derive(Clone)]
struct Bucket {
    class: usize,
    dual: Cost,
    members: Set,
}

impl Matcher {
    /// `class` has one entry for each member of the graph, below the number of classes of `costs`.
    pub fn new(graph: impl Into<Rc<Graph>>, class: Vec<usize>, costs: Costs) -> Self {
        let graph = graph.into();
        let size = graph.size();
        Self {
            present: Set::of(size, 0..size),
            structure: Structure::new(size),
            graph,
            class,
            costs,
            optimum: 0,
            buckets: Vec::new(),
        }
    }

    /// Only joined or not, at no cost.
    pub fn plain(graph: Graph) -> Self {
        let class = vec![0; graph.size()];
        Self::new(graph, class, Costs::free(1))
    }

    /// Leaves some members out.
    pub fn only(mut self, present: Set) -> Self {
        self.present = present;
        self
    }

    /// Starts from dual values known to be allowed: those of the two members of any pair add up to its doubled cost
    /// at most. Good values save work and change no outcome.
    pub fn with_duals(mut self, duals: impl Fn(usize) -> Cost) -> Self {
        (0..self.graph.size()).for_each(|member| self.structure.set_dual(member, duals(member)));
        self
    }

    /// Suggests a pair to begin with; taken if both are free and nothing speaks against it.
    pub fn propose(&mut self, one: usize, other: usize) {
        let free = |member: usize| self.present.contains(member) && self.structure.mate[member] == NOBODY;
        if free(one) && free(other) && self.graph.joined(one, other) && self.slack(one, other) == Some(0) {
            self.structure.mate[one] = other;
            self.structure.mate[other] = one;
        }
    }

    /// The least cost at which everybody can be paired; nothing if it is impossible at any cost.
    pub fn solve(&mut self) -> Option<Cost> {
        if !self.pair_the_unpaired(None) {
            return None;
        }
        self.optimum = self.structure.lower_bound;
        Some(self.optimum / 2)
    }

    /// The partner in the present pairing.
    pub fn mate(&self, member: usize) -> Option<usize> {
        Some(self.structure.mate[member]).filter(|mate| *mate != NOBODY)
    }

    /// Settles a pair for good if a pairing of least cost holds it; otherwise nothing changes.
    pub fn pair(&mut self, one: usize, other: usize) -> bool {
        let possible = self.present.contains(one) && self.present.contains(other) && self.graph.joined(one, other);
        let Some(cost) = self.costs.doubled(self.class[one], self.class[other]) else { return false };
        if !possible || self.slack(one, other) != Some(0) {
            return false;
        }
        let paired_already = self.structure.mate[one] == other;
        let alone = self.structure.top[one] == one && self.structure.top[other] == other;
        let before = (!(paired_already && alone)).then(|| self.structure.clone());
        for member in [one, other] {
            self.open_around(member);
            self.structure.unmatch(member);
        }
        for member in [one, other] {
            self.present.remove(member);
            self.structure.lower_bound -= self.structure.dual[member];
        }
        self.optimum -= cost;
        if before.is_none() || self.pair_the_unpaired(Some(self.optimum)) {
            self.structure.mate[one] = other;
            self.structure.mate[other] = one;
            return true;
        }
        self.optimum += cost;
        self.present.insert(one);
        self.present.insert(other);
        self.go_back_to(before);
        false
    }

    /// Limits the partners of some members for good if a pairing of least cost is left; otherwise nothing changes.
    pub fn restrict(&mut self, limits: &[(usize, &Set)]) -> bool {
        let before = self.structure.clone();
        let mut parted: Vec<(usize, usize)> = Vec::new();
        for (member, allowed) in limits {
            let mut lost = self.graph.neighbours(*member).clone();
            lost.remove_all(allowed);
            parted.extend(lost.iter().map(|other| (*member, other)));
            if !lost.is_empty() {
                let graph = Rc::make_mut(&mut self.graph);
                lost.iter().for_each(|other| graph.part(*member, other));
            }
            self.open_around(*member);
            if self.structure.mate[*member] != NOBODY && !allowed.contains(self.structure.mate[*member]) {
                self.structure.unmatch(*member);
            }
        }
        if self.pair_the_unpaired(Some(self.optimum)) {
            return true;
        }
        if !parted.is_empty() {
            let graph = Rc::make_mut(&mut self.graph);
            parted.into_iter().for_each(|(one, other)| graph.join(one, other));
        }
        self.go_back_to(Some(before));
        false
    }

    fn open_around(&mut self, member: usize) {
        if self.structure.top[member] != member {
            self.structure.open_around(member);
            self.buckets.clear();
        }
    }

    fn go_back_to(&mut self, before: Option<Structure>) {
        if let Some(before) = before {
            if self.structure.dual != before.dual {
                self.buckets.clear();
            }
            self.structure = before;
        }
    }

    #[cfg(test)]
    fn is_settled(&self, member: usize) -> bool {
        !self.present.contains(member)
    }

    /// Every pair costs at least its dual values, every pair taken exactly that, and every blossom that counts is left
    /// by one pair only: nothing cheaper can exist.
    #[cfg(test)]
    fn assert_certified(&self) {
        assert_eq!(self.structure.lower_bound, self.optimum);
        let members: Vec<usize> = self.present.iter().collect();
        for one in &members {
            for other in members.iter().filter(|other| self.graph.joined(*one, **other)) {
                let Some(slack) = self.slack(*one, *other) else { continue };
                assert!(slack >= 0);
                assert!(slack == 0 || self.structure.mate[*one] != *other);
            }
        }
        self.structure.assert_blossoms_left_once();
    }

    fn pair_the_unpaired(&mut self, ceiling: Option<Cost>) -> bool {
        if ceiling.is_some_and(|ceiling| self.structure.lower_bound > ceiling) {
            return false;
        }
        let members: Vec<usize> = self.present.iter().collect();
        members.into_iter().all(|member| self.structure.mate[member] != NOBODY || self.find_partner(member, ceiling))
    }

    /// What a pair costs beyond the dual values: a pairing of least cost has only pairs with nothing left over.
    fn slack(&self, one: usize, other: usize) -> Option<Cost> {
        let cost = self.costs.doubled(self.class[one], self.class[other])?;
        Some(cost - self.structure.dual[one] - self.structure.dual[other] + self.structure.shared_duals(one, other))
    }
}

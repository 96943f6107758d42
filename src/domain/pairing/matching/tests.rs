use super::graph::{Graph, Set};
use super::{Cost, Costs, Matcher};
use crate::domain::pairing::tests::chance::Chance;

type Pairs = Vec<(usize, usize)>;

/// Every way to pair everybody, by trying them all.
fn all_pairings(members: &[usize], possible: &dyn Fn(usize, usize) -> bool) -> Vec<Pairs> {
    let Some((first, rest)) = members.split_first() else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for (index, second) in rest.iter().enumerate().filter(|(_, second)| possible(*first, **second)) {
        let mut left = rest.to_vec();
        left.remove(index);
        for mut pairs in all_pairings(&left, possible) {
            pairs.insert(0, (*first, *second));
            found.push(pairs);
        }
    }
    found
}

struct Puzzle {
    graph: Graph,
    class: Vec<usize>,
    costs: Vec<Vec<Option<Cost>>>,
}

impl Puzzle {
    fn at_random(chance: &mut Chance, size: usize) -> Self {
        let mut graph = Graph::complete(size);
        let density = 2 + chance.below(5);
        for one in 0..size {
            for other in 0..one {
                if chance.one_in(density) {
                    graph.part(one, other);
                }
            }
        }
        let classes = 1 + chance.below(4);
        let highest = [1, 2, 3, 40][chance.below(4)];
        let mut costs = vec![vec![None; classes]; classes];
        for (one, other) in (0..classes).flat_map(|one| (0..=one).map(move |other| (one, other))) {
            let cost = (!chance.one_in(12)).then(|| chance.below(highest) as Cost);
            costs[one][other] = cost;
            costs[other][one] = cost;
        }
        let class = (0..size).map(|_| chance.below(classes)).collect();
        Self { graph, class, costs }
    }

    fn matcher(&self) -> Matcher {
        let costs = Costs::by(self.costs.len(), |one, other| self.costs[one][other]);
        Matcher::new(self.graph.clone(), self.class.clone(), costs)
    }

    fn cost(&self, pairs: &Pairs) -> Cost {
        pairs.iter().filter_map(|(one, other)| self.costs[self.class[*one]][self.class[*other]]).sum()
    }

    /// All pairings of least cost.
    fn best(&self) -> Vec<Pairs> {
        let members: Vec<usize> = (0..self.graph.size()).collect();
        let possible = |one: usize, other: usize| {
            self.graph.joined(one, other) && self.costs[self.class[one]][self.class[other]].is_some()
        };
        let all = all_pairings(&members, &possible);
        let least = all.iter().map(|pairs| self.cost(pairs)).min();
        all.into_iter().filter(|pairs| Some(self.cost(pairs)) == least).collect()
    }
}

fn partner(pairs: &Pairs, member: usize) -> usize {
    pairs.iter().find_map(|(a, b)| (*a == member).then_some(*b).or((*b == member).then_some(*a))).unwrap()
}

fn assert_sound(puzzle: &Puzzle, matcher: &Matcher, least: Cost) {
    let mut doubled = 0;
    for member in 0..puzzle.graph.size() {
        let mate = matcher.mate(member).unwrap();
        assert_eq!(matcher.mate(mate), Some(member));
        assert!(puzzle.graph.joined(member, mate));
        doubled += puzzle.costs[puzzle.class[member]][puzzle.class[mate]].unwrap();
    }
    assert_eq!(doubled, 2 * least);
}

#[test]
fn the_least_cost_is_the_one_found_by_trying_everything() {
    let mut chance = Chance::new(1);
    let mut impossible = 0;
    for _ in 0..3000 {
        let size = 2 * (1 + chance.below(5));
        let puzzle = Puzzle::at_random(&mut chance, size);
        let best = puzzle.best();
        let mut matcher = puzzle.matcher();
        assert_eq!(matcher.solve(), best.first().map(|pairs| puzzle.cost(pairs)));
        match best.first() {
            Some(pairs) => assert_sound(&puzzle, &matcher, puzzle.cost(pairs)),
            None => impossible += 1,
        }
    }
    assert!((300..2700).contains(&impossible), "both outcomes are tried: {impossible}");
}

#[test]
fn an_odd_number_is_never_paired() {
    for size in [1, 3, 5, 7, 9] {
        assert_eq!(Matcher::plain(Graph::complete(size)).solve(), None);
    }
    assert_eq!(Matcher::plain(Graph::complete(0)).solve(), Some(0));
}

#[test]
fn a_step_is_accepted_exactly_if_a_pairing_of_least_cost_is_left() {
    let mut chance = Chance::new(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..2500 {
        let size = 2 * (2 + chance.below(4));
        let puzzle = Puzzle::at_random(&mut chance, size);
        let mut left = puzzle.best();
        let mut matcher = puzzle.matcher();
        if chance.one_in(2) {
            left.iter().take(1).flatten().for_each(|(one, other)| matcher.propose(*one, *other));
        }
        let Some(least) = matcher.solve() else { continue };
        for _ in 0..2 * size {
            let member = chance.below(size);
            let possible: Vec<Pairs>;
            let answer = if chance.one_in(2) {
                let other = chance.below(size);
                if matcher.is_settled(member) || matcher.is_settled(other) || member == other {
                    continue;
                }
                possible = left.iter().filter(|pairs| partner(pairs, member) == other).cloned().collect();
                matcher.pair(member, other)
            } else {
                if matcher.is_settled(member) {
                    continue;
                }
                let allowed = Set::of(size, (0..size).filter(|_| chance.below(3) > 0));
                possible = left.iter().filter(|pairs| allowed.contains(partner(pairs, member))).cloned().collect();
                matcher.restrict(&[(member, &allowed)])
            };
            assert_eq!(answer, !possible.is_empty());
            if answer {
                left = possible;
                accepted += 1;
            } else {
                refused += 1;
            }
            assert_sound(&puzzle, &matcher, least);
        }
    }
    assert!(accepted > 4000 && refused > 4000, "{accepted} accepted, {refused} refused");
}

/// Up to 60 members, where trying everything takes too long: the dual values prove what was found.
#[test]
fn what_is_found_in_larger_graphs_is_proved_by_its_dual_values() {
    let mut chance = Chance::new(4);
    let mut solved = 0;
    for _ in 0..250 {
        let size = 2 * (6 + chance.below(25));
        let mut puzzle = Puzzle::at_random(&mut chance, size);
        // many classes and few pairs make blossoms
        let sparse = chance.below(3);
        for one in 0..size {
            for other in (0..one).filter(|_| chance.below(4) < sparse).collect::<Vec<_>>() {
                puzzle.graph.part(one, other);
            }
        }
        let mut matcher = puzzle.matcher();
        let Some(least) = matcher.solve() else { continue };
        solved += 1;
        assert_sound(&puzzle, &matcher, least);
        matcher.assert_certified();
        for _ in 0..size / 2 {
            matcher.pair(chance.below(size), chance.below(size));
            matcher.assert_certified();
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn starting_values_and_proposals_change_nothing_but_the_work() {
    let mut chance = Chance::new(3);
    for _ in 0..1500 {
        let size = 2 * (1 + chance.below(5));
        let puzzle = Puzzle::at_random(&mut chance, size);
        let lowest = puzzle.costs.iter().flatten().flatten().min().copied().unwrap_or(0);
        let mut matcher = puzzle.matcher().with_duals(|_| lowest);
        for _ in 0..size {
            matcher.propose(chance.below(size), chance.below(size));
        }
        assert_eq!(matcher.solve(), puzzle.best().first().map(|pairs| puzzle.cost(pairs)));
    }
}

#[test]
fn blossoms_within_blossoms_end_without_recursion() {
    // a chain of triangles, each sharing a corner with the next, and a tail at either end
    let triangles = 1500;
    let size = 2 * triangles + 2;
    let mut graph = Graph::empty(size);
    for triangle in 0..triangles {
        let corner = 2 * triangle;
        graph.join(corner, corner + 1);
        graph.join(corner + 1, corner + 2);
        graph.join(corner, corner + 2);
    }
    graph.join(2 * triangles, 2 * triangles + 1);
    let mut matcher = Matcher::plain(graph);
    assert_eq!(matcher.solve(), Some(0));
    assert_eq!(matcher.mate(size - 1), Some(size - 2));
}

//! 3.6: the pairs of one bracket.

use super::colours::Preference;
use super::upfloaters::Upfloater;
use super::{Event, clause};
use crate::domain::pairing::Clause;
use crate::domain::pairing::colour::Colour;
use crate::domain::pairing::deciding::{Step, deciding_step};
use crate::domain::pairing::matching::graph::{Graph, Set};
use crate::domain::pairing::matching::{Cost, Costs, Matcher};

/// A pair of places in the bracket, the smaller first.
type Pair = (usize, usize);

/// What C8 to C10 ask about a team.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Traits {
    preference: Option<Preference>,
    upfloater: bool,
    floated: bool,
}

/// A criterion of which a pairing should have as few pairs as possible.
type Criterion = (fn(Traits, Traits) -> bool, Clause);

/// The criteria of a bracket in falling priority.
const CRITERIA: [Criterion; 3] = [
    (preference_not_granted, clause::PAIRED_FOR_COLOURS),
    (strong_preference_not_granted, clause::PAIRED_FOR_STRONG),
    (opponent_floated_before, clause::PAIRED_FOR_FLOATS),
];

/// C8
fn preference_not_granted(one: Traits, other: Traits) -> bool {
    matches!((one.preference, other.preference), (Some(a), Some(b)) if a.colour == b.colour)
}

/// C9
fn strong_preference_not_granted(one: Traits, other: Traits) -> bool {
    matches!((one.preference, other.preference), (Some(a), Some(b)) if a.colour == b.colour && a.strong && b.strong)
}

/// C10
fn opponent_floated_before(one: Traits, other: Traits) -> bool {
    one.upfloater && other.floated || other.upfloater && one.floated
}

impl Event<'_> {
    /// The first pairing in the order of identifiers that meets C1 and is best by C8, then C9, then C10.
    ///
    /// The criteria come in one by one, so that each pair knows which of them brought it about.
    pub(super) fn pair_bracket(
        &self,
        residents: &[usize],
        upfloaters: &[Upfloater],
    ) -> Option<Vec<(usize, usize, Clause)>> {
        let mut places: Vec<usize> = residents.iter().copied().chain(upfloaters.iter().map(|f| f.place)).collect();
        places.sort_unstable();
        let bracket = Bracket {
            graph: self.field.may_meet.among(&places),
            traits: places.iter().map(|place| self.traits(*place, upfloaters)).collect(),
        };
        let (natural, mut pairs) = (bracket.natural(), bracket.first(0)?);
        let mut steps = vec![Step::new(&natural, clause::PAIRED_FIRST), Step::new(&pairs, clause::PAIRED_UNMET)];
        for (index, (criterion, clause)) in CRITERIA.iter().enumerate() {
            if bracket.count(&pairs, *criterion) > bracket.at_least(index) {
                pairs = bracket.first(index + 1)?;
                steps.push(Step::new(&pairs, *clause));
            }
        }
        let with_clause = |pair: &Pair| (places[pair.0], places[pair.1], deciding_step(pair, &steps));
        Some(pairs.iter().map(with_clause).collect())
    }

    fn traits(&self, place: usize, upfloaters: &[Upfloater]) -> Traits {
        Traits {
            preference: self.preference_of(self.team(place)),
            upfloater: upfloaters.iter().any(|floater| floater.place == place),
            floated: self.floats_matter() && self.team(place).floated,
        }
    }
}

struct Bracket {
    graph: Graph,
    traits: Vec<Traits>,
}

impl Bracket {
    /// The very first identifier: the upper half against the lower half.
    fn natural(&self) -> Vec<Pair> {
        let half = self.traits.len() / 2;
        (0..half).map(|top| (top, top + half)).collect()
    }

    fn count(&self, pairs: &[Pair], criterion: fn(Traits, Traits) -> bool) -> usize {
        pairs.iter().filter(|(one, other)| criterion(self.traits[*one], self.traits[*other])).count()
    }

    /// No pairing has fewer preferences that are not granted: of the teams that ask for one colour, those beyond half
    /// of the bracket meet among themselves.
    fn at_least(&self, criterion: usize) -> usize {
        if criterion > 0 {
            return 0;
        }
        let half = self.traits.len() / 2;
        self.majority().map_or(0, |(_, number)| number - half)
    }

    /// The colour that more than half of the teams prefer.
    fn majority(&self) -> Option<(Colour, usize)> {
        let asking = |colour| {
            self.traits.iter().filter(|traits| traits.preference.is_some_and(|wish| wish.colour == colour)).count()
        };
        [Colour::White, Colour::Black]
            .into_iter()
            .map(|colour| (colour, asking(colour)))
            .find(|(_, number)| *number > self.traits.len() / 2)
    }

    /// The first pairing in the order of identifiers that is best by so many of the criteria.
    fn first(&self, criteria: usize) -> Option<Vec<Pair>> {
        let natural = self.natural();
        if criteria == 0 && natural.iter().all(|(top, other)| self.graph.joined(*top, *other)) {
            return Some(natural);
        }
        let mut matcher = self.matcher(&CRITERIA[..criteria]);
        natural.iter().for_each(|(top, other)| matcher.propose(*top, *other));
        matcher.solve()?;
        let tops = choose_tops(&mut matcher, self.traits.len());
        choose_partners(&mut matcher, &tops, self.traits.len())
    }

    fn matcher(&self, criteria: &[Criterion]) -> Matcher {
        let mut kinds: Vec<Traits> = Vec::new();
        let class = self.traits.iter().map(|traits| {
            kinds.iter().position(|kind| kind == traits).unwrap_or_else(|| {
                kinds.push(*traits);
                kinds.len() - 1
            })
        });
        let class: Vec<usize> = class.collect();
        let digit = self.traits.len() as Cost + 1;
        let cost = |one: usize, other: usize| {
            let met = criteria.iter().map(|(criterion, _)| Cost::from(criterion(kinds[one], kinds[other])));
            Some(met.fold(0, |sum, met| sum * digit + met))
        };
        let matcher = Matcher::new(self.graph.clone(), class, Costs::by(kinds.len(), cost));
        match (criteria.len(), self.majority()) {
            (1.., Some((colour, _))) => {
                let weight = digit.pow(criteria.len() as u32 - 1);
                let asks = |member: usize| self.traits[member].preference.is_some_and(|wish| wish.colour == colour);
                matcher.with_duals(|member| if asks(member) { weight } else { -weight })
            }
            _ => matcher,
        }
    }
}

/// The top members of the first identifier: each team in turn, if it can have a partner with a larger number.
fn choose_tops(matcher: &mut Matcher, size: usize) -> Vec<usize> {
    let half = size / 2;
    let lower_half = Set::of(size, half..size);
    let all_at_once: Vec<(usize, &Set)> = (0..half).map(|top| (top, &lower_half)).collect();
    if matcher.restrict(&all_at_once) {
        return (0..half).collect();
    }
    let mut tops = Vec::with_capacity(half);
    for member in 0..size {
        if tops.len() == half {
            break;
        }
        if matcher.restrict(&[(member, &Set::of(size, member + 1..size))]) {
            tops.push(member);
        } else {
            matcher.restrict(&[(member, &Set::of(size, 0..member))]);
        }
    }
    tops
}

/// For each top member in turn the smallest partner.
fn choose_partners(matcher: &mut Matcher, tops: &[usize], size: usize) -> Option<Vec<Pair>> {
    let mut open = Set::of(size, 0..size);
    tops.iter().for_each(|top| open.remove(*top));
    let mut pairs = Vec::with_capacity(tops.len());
    for top in tops {
        let partner = open.iter().find(|other| other > top && matcher.pair(*top, *other))?;
        open.remove(partner);
        pairs.push((*top, partner));
    }
    Some(pairs)
}

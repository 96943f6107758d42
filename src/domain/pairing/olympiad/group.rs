//! Article 8: who floats, and whom a floater meets.
//!
//! What 8.4, 9.4 and 9.5 ask for is one question to pairings of everybody left: a group keeps as many pairs as it can,
//! the others float, and each step is taken only if such a pairing is still possible after it.

use std::rc::Rc;

use super::colours::Limits;
use super::scrutiny::Scrutiny;
use super::{Event, Paired};
use crate::domain::pairing::Clause;
use crate::domain::pairing::matching::graph::Set;
use crate::domain::pairing::matching::{Cost, Costs, Matcher};

/// The way that teams float: towards the median group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Up,
}

/// The teams not yet paired.
pub(super) struct Pool<'a> {
    event: &'a Event<'a>,
    /// Of each place, its rank, counted from nothing.
    rank: Vec<usize>,
    left: Set,
    /// Of each place that floated, why it left its group.
    floated: Vec<Option<Clause>>,
    /// A pairing of those left to begin with.
    witness: Vec<Option<usize>>,
}

impl<'a> Pool<'a> {
    pub fn new(event: &'a Event<'a>, ranking: &[usize]) -> Self {
        let size = ranking.len();
        let mut rank = vec![0; size];
        ranking.iter().enumerate().for_each(|(index, place)| rank[*place] = index);
        Self { event, rank, left: Set::of(size, 0..size), floated: vec![None; size], witness: vec![None; size] }
    }

    pub fn rank(&self, place: usize) -> usize {
        self.rank[place]
    }

    pub fn float_clause(&self, place: usize) -> Option<Clause> {
        self.floated[place]
    }

    /// Pairs a group above or below the median group; hands on its floaters in the order in which they are to be
    /// paired. `group` and `next`, the group that they float to, are given by falling rank.
    pub fn pair_group(
        &mut self,
        direction: Direction,
        incoming: &[usize],
        group: &[usize],
        next: &[usize],
        paired: &mut Vec<Paired>,
    ) -> Option<Vec<usize>> {
        let mut meeting = Meeting::new(self, incoming, group)?;
        let floaters: Vec<(usize, Direction)> = incoming.iter().map(|place| (*place, direction)).collect();
        meeting.pair_floaters(&floaters);
        meeting.choose_floaters(direction, next);
        meeting.pair_residents(direction)?;

        for (place, clause) in &meeting.floating {
            self.floated[*place].get_or_insert(*clause);
        }
        let mut floating: Vec<usize> = meeting.floating.iter().map(|(place, _)| *place).collect();
        floating.sort_by_key(|place| self.rank[*place]);
        self.take(meeting, paired);
        Some(direction.in_order(&floating))
    }

    /// Pairs the median group with the floaters from both sides, those from above first.
    pub fn pair_median(
        &mut self,
        from_above: &[usize],
        from_below: &[usize],
        group: &[usize],
        paired: &mut Vec<Paired>,
    ) -> Option<()> {
        let mut meeting = Meeting::new(self, &[from_above, from_below].concat(), group)?;
        let above = from_above.iter().map(|place| (*place, Direction::Down));
        let below = from_below.iter().map(|place| (*place, Direction::Up));
        meeting.pair_floaters(&above.chain(below).collect::<Vec<_>>());
        meeting.pair_residents(Direction::Down)?;
        self.take(meeting, paired);
        Some(())
    }

    fn take(&mut self, meeting: Meeting<'_>, paired: &mut Vec<Paired>) {
        self.witness = (0..self.rank.len()).map(|place| meeting.matcher.mate(place)).collect();
        for pair in meeting.paired {
            self.left.remove(pair.teams.0);
            self.left.remove(pair.teams.1);
            paired.push(pair);
        }
    }
}

impl Direction {
    /// The order in which a group is looked at (9.2), from the teams by falling rank.
    fn in_order(self, teams: &[usize]) -> Vec<usize> {
        match self {
            Direction::Down => teams.to_vec(),
            Direction::Up => teams.iter().rev().copied().collect(),
        }
    }

    fn reversed(self) -> Self {
        match self {
            Direction::Down => Direction::Up,
            Direction::Up => Direction::Down,
        }
    }
}

/// A group and its incoming floaters, among everybody left.
struct Meeting<'a> {
    event: &'a Event<'a>,
    matcher: Matcher,
    /// By falling rank.
    group: Vec<usize>,
    inside: Set,
    outside: Set,
    settled: Set,
    paired: Vec<Paired>,
    floating: Vec<(usize, Clause)>,
}

impl<'a> Meeting<'a> {
    /// Asks for the most pairs inside (9.5), then the fewest that break the colour limits (7.3, 7.4).
    fn new(pool: &Pool<'a>, incoming: &[usize], group: &[usize]) -> Option<Self> {
        let event = pool.event;
        let size = event.field.contenders.len();
        let inside = Set::of(size, incoming.iter().chain(group).copied());
        let mut outside = pool.left.clone();
        outside.remove_all(&inside);

        let mut kinds: Vec<Option<Limits>> = vec![None];
        let mut class = vec![0; size];
        for place in inside.iter() {
            let kind = Some(event.limits(place));
            class[place] = kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len());
            if class[place] == kinds.len() {
                kinds.push(kind);
            }
        }
        let many = size as Cost + 1;
        let costs = Costs::by(kinds.len(), |one, other| {
            Some(match (kinds[one], kinds[other]) {
                (None, None) => 0,
                (Some(limits), Some(other)) => Cost::from(!limits.agree(other)),
                _ => many,
            })
        });
        let mut matcher = Matcher::new(event.field.may_meet.clone(), class, costs).only(pool.left.clone());
        for (one, other) in pool.witness.iter().enumerate() {
            if let Some(other) = other {
                matcher.propose(one, *other);
            }
        }
        matcher.solve()?;
        Some(Self {
            event,
            matcher,
            group: group.to_vec(),
            inside,
            outside,
            settled: Set::new(size),
            paired: Vec::new(),
            floating: Vec::new(),
        })
    }

    /// 8.2.1, 8.3.1: each floater meets the nearest team of the group that it can, a resident if possible; one that
    /// can meet nobody floats on (8.2.4, 8.3.4).
    fn pair_floaters(&mut self, floaters: &[(usize, Direction)]) {
        for (floater, direction) in floaters {
            if self.settled.contains(*floater) {
                continue;
            }
            let others = floaters.iter().map(|(other, _)| *other).filter(|other| other != floater);
            let candidates: Vec<usize> = direction.in_order(&self.group).into_iter().chain(others).collect();
            let mut clause = self.event.settings.profile.meets_floater(*direction);
            let mut refused = false;
            let met = candidates.into_iter().filter(|place| !self.settled.contains(*place)).find(|place| {
                if self.matcher.pair(*floater, *place) {
                    return true;
                }
                if !refused && self.event.field.may_meet.joined(*floater, *place) {
                    refused = true;
                    clause = self.event.why_not(*floater, *place);
                }
                false
            });
            match met {
                Some(opponent) => self.settle(*floater, opponent, clause),
                None => self.float(*floater, clause),
            };
        }
    }

    /// 8.2.2 and 8.2.3, 8.3.2 and 8.3.3: as many as the group can't keep, from the one nearest to the median group on,
    /// those with a possible opponent in the adjacent group first.
    fn choose_floaters(&mut self, direction: Direction, next: &[usize]) {
        let profile = self.event.settings.profile;
        let may_meet = &self.event.field.may_meet;
        let next = Set::of(may_meet.size(), next.iter().copied());
        let mut order = direction.reversed().in_order(&self.group);
        order.retain(|place| !self.settled.contains(*place));
        let reaches = |place: &usize| may_meet.neighbours(*place).first_in(&next).is_some();
        let (near, far): (Vec<usize>, Vec<usize>) = order.iter().partition(|place| reaches(place));

        let must_float = order.iter().filter(|place| self.is_outside(self.matcher.mate(**place))).count();
        let mut chosen: Vec<usize> = Vec::with_capacity(must_float);
        for place in near.into_iter().chain(far) {
            if chosen.len() == must_float {
                break;
            }
            if !self.matcher.restrict(&[(place, &self.outside)]) {
                continue;
            }
            let before = order.iter().take_while(|other| **other != place).find(|other| !chosen.contains(other));
            let clause = match before {
                _ if self.group.len() > 1 && may_meet.neighbours(place).first_in(&self.inside).is_none() => {
                    profile.has_met_its_group()
                }
                None => profile.floats_first(direction),
                Some(before) if reaches(&place) && !reaches(before) => profile.floats_for_an_opponent(direction),
                Some(_) => profile.floats_for_the_rest(direction),
            };
            chosen.push(place);
            self.float(place, clause);
        }
    }

    /// 9.1 to 9.3 for the residents left.
    fn pair_residents(&mut self, direction: Direction) -> Option<()> {
        let mut order = direction.in_order(&self.group);
        order.retain(|place| !self.settled.contains(*place));
        let scrutiny = Scrutiny {
            may_meet: Rc::new(self.event.field.may_meet.among(&order)),
            limits: order.iter().map(|place| self.event.limits(*place)).collect(),
            collisions: self.event.settings.collisions,
        };
        for ((one, other), clause) in scrutiny.pair(self.event.settings.profile)? {
            self.settle(order[one], order[other], clause);
        }
        Some(())
    }

    fn is_outside(&self, mate: Option<usize>) -> bool {
        mate.is_some_and(|mate| self.outside.contains(mate))
    }

    fn settle(&mut self, one: usize, other: usize, clause: Clause) {
        self.settled.insert(one);
        self.settled.insert(other);
        let score_group = self.event.team(self.group[0]).score;
        self.paired.push(Paired { teams: (one, other), score_group, clause });
    }

    fn float(&mut self, place: usize, clause: Clause) {
        self.matcher.restrict(&[(place, &self.outside)]);
        self.settled.insert(place);
        self.floating.push((place, clause));
    }
}

impl Event<'_> {
    fn limits(&self, place: usize) -> Limits {
        Limits::of(&self.team(place).colours)
    }

    /// Why a floater does not meet a team that it has not met before.
    fn why_not(&self, floater: usize, place: usize) -> Clause {
        if self.limits(floater).agree(self.limits(place)) {
            self.settings.profile.meets_floater_for_the_rest()
        } else {
            self.settings.profile.meets_floater_for_colours()
        }
    }
}

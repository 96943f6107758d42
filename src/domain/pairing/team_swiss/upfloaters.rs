//! 3.5: the upfloaters of a bracket.
//!
//! All questions are put to pairings of everybody left: the upfloaters are those whom such a pairing joins with the
//! residents, so that C1 and C3 hold by themselves, and the other criteria are charges on those pairs.

use super::{Event, NextScoregroup, clause};
use crate::domain::pairing::Clause;
use crate::domain::pairing::deciding::{Step, deciding_step};
use crate::domain::pairing::matching::graph::Set;
use crate::domain::pairing::matching::{Cost, Costs, Matcher};

pub(super) struct Upfloater {
    pub place: usize,
    pub clause: Clause,
}

/// Whom each place is paired with.
pub(super) type Witness = Vec<Option<usize>>;

/// What an upfloater costs by its scoregroup, the next one first; nothing for a scoregroup that must give none.
type Climb = Vec<Option<Cost>>;

/// What a pairing of everybody left is charged for.
#[derive(Clone, Copy)]
struct Charges<'a> {
    climb: &'a Climb,
    /// C6: pairs of a team of the next scoregroup and a team below it.
    next_scoregroup: bool,
    /// C7: upfloaters that floated in the round before.
    floated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Resident,
    Below { climb: Option<Cost>, next: bool },
}

/// The scoregroups still to be paired; the first one is being completed.
pub(super) struct Groups<'a> {
    pub groups: &'a [Vec<usize>],
    pub residents: Set,
}

impl Event<'_> {
    /// The first set, in the order of 3.5, that leaves a legal pairing (C3), is smallest (C4), has the highest scores
    /// (C5), and is best by C6, then C7. `witness` is a pairing that the search may begin with; it is renewed.
    pub(super) fn upfloaters(&self, groups: &[Vec<usize>], witness: &mut Witness) -> Option<Vec<Upfloater>> {
        let residents = Set::of(self.field.contenders.len(), groups[0].iter().copied());
        let groups = Groups { groups, residents };

        let many = self.field.contenders.len() as Cost + 1;
        let below = groups.groups.len() - 1;
        let next_first: Climb = (0..below).map(|group| Some(many + Cost::from(group > 0))).collect();
        let (matcher, cost) = self.pair_everybody(&groups, Charges::by_score(&next_first), witness)?;
        *witness = groups.witness(&matcher, witness.len());
        let (number, from_further) = (cost / many, cost % many);
        if number == 0 {
            return Some(Vec::new());
        }
        let climb = if from_further == 0 {
            (0..below).map(|group| (group == 0).then_some(1)).collect()
        } else {
            self.best_scores(&groups, number, witness)?
        };
        self.choose(&groups, &climb, number as usize, witness)
    }

    /// C5: a climb under which the scores are as high as possible, compared from the lowest up. From the lowest
    /// scoregroup on, the number of teams that it gives is settled before the next one is looked at.
    fn best_scores(&self, groups: &Groups<'_>, number: Cost, witness: &mut Witness) -> Option<Climb> {
        // the digits of a climb beyond this size are not told apart; the order of 3.5 prefers high scores anyhow
        const LARGEST: Cost = 1 << 80;
        let below = groups.groups.len() - 1;
        let within = |reach: usize| -> Climb { (0..below).map(|group| (group < reach).then_some(1)).collect() };
        let reach = (2..=below).find(|reach| {
            let found = self.pair_everybody(groups, Charges::by_score(&within(*reach)), witness);
            found.is_some_and(|(_, cost)| cost == number)
        })?;

        let mut climb = within(reach);
        let base = number + 1;
        let mut settled = 0;
        for group in (1..reach).rev() {
            if settled == number {
                climb[group] = None;
                continue;
            }
            if climb.iter().flatten().any(|cost| cost * base > LARGEST) {
                break;
            }
            let mut finer: Climb = climb.iter().map(|cost| Some((*cost)? * base)).collect();
            finer[group] = finer[group].map(|cost| cost + 1);
            match self.pair_everybody(groups, Charges::by_score(&finer), witness)?.1 % base {
                0 => climb[group] = None,
                from_group => {
                    settled += from_group;
                    climb = finer;
                }
            }
        }
        if settled == number {
            climb[0] = None;
        }
        Some(climb)
    }

    fn choose(
        &self,
        groups: &Groups<'_>,
        climb: &Climb,
        number: usize,
        witness: &mut Witness,
    ) -> Option<Vec<Upfloater>> {
        let mut charges = Charges::by_score(climb);
        let (mut matcher, _) = self.pair_everybody(groups, charges, witness)?;
        let mut chosen = groups.first_set(&mut matcher, climb, number, witness);
        let natural = groups.natural(&chosen);
        let mut steps = vec![Step::new(&natural, clause::FLOATS_FIRST), Step::new(&chosen, clause::FLOATS_TO_COMPLETE)];

        charges.next_scoregroup = groups.next_is_complete(&chosen, witness);
        if !charges.next_scoregroup {
            let trial = Charges { next_scoregroup: true, ..charges };
            let (mut matcher, _) = self.pair_everybody(groups, trial, witness)?;
            let found = groups.witness(&matcher, self.field.contenders.len());
            if self.settings.next_scoregroup == NextScoregroup::AsFewAsPossible
                || groups.next_is_complete(&groups.floating_in(&found), &found)
            {
                charges.next_scoregroup = true;
                chosen = groups.first_set(&mut matcher, climb, number, witness);
                steps.push(Step::new(&chosen, clause::FLOATS_FOR_NEXT));
            }
        }

        // C7
        let floated = |chosen: &[usize]| chosen.iter().filter(|place| self.team(**place).floated).count() as Cost;
        if self.floats_matter() && floated(&chosen) > 0 {
            charges.floated = true;
            let (mut matcher, cost) = self.pair_everybody(groups, charges, witness)?;
            if cost % self.digit() < floated(&chosen) {
                chosen = groups.first_set(&mut matcher, climb, number, witness);
                steps.push(Step::new(&chosen, clause::FLOATED_LESS));
            }
        }
        Some(chosen.into_iter().map(|place| Upfloater { place, clause: deciding_step(&place, &steps) }).collect())
    }

    fn digit(&self) -> Cost {
        self.field.contenders.len() as Cost + 1
    }

    /// A pairing of everybody left at least charge.
    fn pair_everybody(&self, groups: &Groups<'_>, charges: Charges<'_>, witness: &Witness) -> Option<(Matcher, Cost)> {
        let size = self.field.contenders.len();
        let digit = self.digit();
        let (mut roles, mut class, mut left) = (vec![Role::Resident], vec![0; size], Set::new(size));
        for (index, group) in groups.groups.iter().enumerate() {
            for place in group {
                left.insert(*place);
                let Some(below) = index.checked_sub(1) else { continue };
                let floated = Cost::from(charges.floated && self.team(*place).floated);
                let climb = charges.climb[below].map(|climb| climb * digit * digit + floated);
                let role = Role::Below { climb, next: below == 0 };
                class[*place] = roles.iter().position(|known| *known == role).unwrap_or(roles.len());
                if class[*place] == roles.len() {
                    roles.push(role);
                }
            }
        }
        let cost = |one: usize, other: usize| match (roles[one], roles[other]) {
            (Role::Resident, Role::Resident) => Some(0),
            (Role::Resident, Role::Below { climb, .. }) | (Role::Below { climb, .. }, Role::Resident) => climb,
            (Role::Below { next, .. }, Role::Below { next: other, .. }) => {
                Some(if charges.next_scoregroup && next != other { digit } else { 0 })
            }
        };
        let mut matcher = Matcher::new(self.field.may_meet.clone(), class, Costs::by(roles.len(), cost)).only(left);
        for (one, other) in witness.iter().enumerate() {
            if let Some(other) = other {
                matcher.propose(one, *other);
            }
        }
        let cost = matcher.solve()?;
        Some((matcher, if charges.next_scoregroup || charges.floated { cost } else { cost / (digit * digit) }))
    }
}

impl<'a> Charges<'a> {
    fn by_score(climb: &'a Climb) -> Self {
        Self { climb, next_scoregroup: false, floated: false }
    }
}

impl Groups<'_> {
    /// The first set in the order of 3.5 (score falling, number rising) among those of least charge.
    fn first_set(&self, matcher: &mut Matcher, climb: &Climb, number: usize, witness: &mut Witness) -> Vec<usize> {
        let givers = self.groups[1..].iter().zip(climb).filter(|(_, climb)| climb.is_some());
        let mut chosen = Vec::with_capacity(number);
        for place in givers.flat_map(|(group, _)| group) {
            if chosen.len() == number {
                break;
            }
            if matcher.restrict(&[(*place, &self.residents)]) {
                chosen.push(*place);
            }
        }
        *witness = self.witness(matcher, witness.len());
        chosen
    }

    fn witness(&self, matcher: &Matcher, size: usize) -> Witness {
        (0..size).map(|place| matcher.mate(place)).collect()
    }

    fn floating_in(&self, witness: &Witness) -> Vec<usize> {
        let floats = |place: &&usize| witness[**place].is_some_and(|mate| self.residents.contains(mate));
        self.groups[1..].iter().flatten().filter(floats).copied().collect()
    }

    /// The first teams of each scoregroup, as many as a set has of it.
    fn natural(&self, chosen: &[usize]) -> Vec<usize> {
        let firsts = |group: &Vec<usize>| {
            let number = group.iter().filter(|place| chosen.contains(place)).count();
            group.iter().copied().take(number).collect::<Vec<_>>()
        };
        self.groups[1..].iter().flat_map(firsts).collect()
    }

    /// C6: whether the next scoregroup is paired in itself, but for one team if its number is odd.
    fn next_is_complete(&self, chosen: &[usize], witness: &Witness) -> bool {
        let Some(next) = self.groups.get(1) else { return true };
        let left: Vec<&usize> = next.iter().filter(|place| !chosen.contains(place)).collect();
        let outside = |place: &&&usize| witness[***place].is_some_and(|mate| !next.contains(&mate));
        left.iter().filter(outside).count() <= left.len() % 2
    }
}

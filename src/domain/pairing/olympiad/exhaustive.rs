//! The Olympiad rules by trying everything, for small fields: written from the articles alone, without the engine's
//! means.

use std::collections::BTreeSet;

use super::colours::Limits;
use super::{Collisions, OrderInGroup, Settings, ranking};
use crate::domain::pairing::field::{Field, Scoring};
use crate::domain::pairing::state::TournamentState;
use crate::domain::pairing::tests::play::{self, Outcome, Play};
use crate::domain::pairing::{ScoreKind, SwissSystem, draw};

type Pairs = Vec<(usize, usize)>;

struct Table<'a> {
    field: &'a Field,
    settings: &'a Settings,
}

impl Table<'_> {
    /// Every way to pair all members, in the order of the attempts of 9.3.
    fn attempts(&self, members: &[usize]) -> Vec<Pairs> {
        let Some(first) = members.first() else { return vec![Vec::new()] };
        let half = members.len() / 2;
        let mut found = Vec::new();
        for at in (half..members.len()).chain((1..half).rev()) {
            if self.field.may_meet.joined(*first, members[at]) {
                let left: Vec<usize> = (1..members.len()).filter(|other| *other != at).map(|at| members[at]).collect();
                for mut pairs in self.attempts(&left) {
                    pairs.insert(0, (*first, members[at]));
                    found.push(pairs);
                }
            }
        }
        found
    }

    fn breaks_limits(&self, one: usize, other: usize) -> bool {
        let limits = |place: usize| Limits::of(&self.field.contenders[place].colours);
        !limits(one).agree(limits(other))
    }

    fn bye(&self) -> Option<usize> {
        ranking(self.field, self.settings).into_iter().rev().find(|place| {
            let team = &self.field.contenders[*place];
            let others: Vec<usize> = (0..self.field.contenders.len()).filter(|other| other != place).collect();
            team.bye_bar.is_none() && !team.entered_late && !self.attempts(&others).is_empty()
        })
    }

    fn round(&self) -> Option<Pairs> {
        let ranking = ranking(self.field, self.settings);
        if ranking.is_empty() {
            return Some(Vec::new());
        }
        if self.attempts(&ranking).is_empty() {
            return None;
        }
        let score = |place: usize| self.field.contenders[place].score;
        let median = score(ranking[ranking.len() / 2]);
        let scores: BTreeSet<i32> = ranking.iter().map(|place| score(*place)).collect();
        let group =
            |wanted: i32| -> Vec<usize> { ranking.iter().copied().filter(|place| score(*place) == wanted).collect() };
        let rank = |place: usize| ranking.iter().position(|other| *other == place).unwrap();

        let (mut left, mut pairs) = (ranking.clone(), Vec::new());
        let mut from_above: Vec<usize> = Vec::new();
        for wanted in scores.range(median + 1..).rev() {
            let next = group(*scores.range(..*wanted).next_back().unwrap());
            let floaters: Vec<(usize, bool)> = from_above.iter().map(|place| (*place, true)).collect();
            from_above = self.group(&mut left, &floaters, group(*wanted), Some(&next), true, &mut pairs);
            from_above.sort_by_key(|place| rank(*place));
        }
        let mut from_below: Vec<usize> = Vec::new();
        for wanted in scores.range(..median) {
            let next = group(*scores.range(wanted + 1..).next().unwrap());
            let floaters: Vec<(usize, bool)> = from_below.iter().map(|place| (*place, false)).collect();
            from_below = self.group(&mut left, &floaters, group(*wanted), Some(&next), false, &mut pairs);
            from_below.sort_by_key(|place| std::cmp::Reverse(rank(*place)));
        }
        let above = from_above.iter().map(|place| (*place, true));
        let floaters: Vec<(usize, bool)> = above.chain(from_below.iter().map(|place| (*place, false))).collect();
        self.group(&mut left, &floaters, group(median), None, true, &mut pairs);
        Some(pairs)
    }

    /// Pairs one group; gives its floaters. `floaters` come with whether they come from above; `group` by falling rank.
    fn group(
        &self,
        left: &mut Vec<usize>,
        floaters: &[(usize, bool)],
        group: Vec<usize>,
        next: Option<&[usize]>,
        downwards: bool,
        pairs: &mut Pairs,
    ) -> Vec<usize> {
        let inside: BTreeSet<usize> = floaters.iter().map(|(place, _)| *place).chain(group.iter().copied()).collect();
        let partner = |pairs: &Pairs, place: usize| {
            pairs.iter().find_map(|(a, b)| (*a == place).then_some(*b).or((*b == place).then_some(*a))).unwrap()
        };
        let quality = |pairs: &Pairs| {
            let kept: Vec<&(usize, usize)> =
                pairs.iter().filter(|(one, other)| inside.contains(one) && inside.contains(other)).collect();
            let breaks = kept.iter().filter(|(one, other)| self.breaks_limits(*one, *other)).count();
            (std::cmp::Reverse(kept.len()), breaks)
        };
        let all = self.attempts(left);
        let best = all.iter().map(quality).min().unwrap();
        let mut open: Vec<Pairs> = all.into_iter().filter(|pairs| quality(pairs) == best).collect();

        let (mut settled, mut floating): (BTreeSet<usize>, Vec<usize>) = (BTreeSet::new(), Vec::new());
        for (floater, from_above) in floaters {
            if settled.contains(floater) {
                continue;
            }
            let mut candidates = group.clone();
            if !from_above {
                candidates.reverse();
            }
            candidates.extend(floaters.iter().map(|(place, _)| *place).filter(|place| place != floater));
            candidates.retain(|place| !settled.contains(place));
            settled.insert(*floater);
            match candidates.into_iter().find(|place| open.iter().any(|pairs| partner(pairs, *floater) == *place)) {
                Some(opponent) => {
                    open.retain(|pairs| partner(pairs, *floater) == opponent);
                    settled.insert(opponent);
                    pairs.push((*floater, opponent));
                }
                None => {
                    open.retain(|pairs| !inside.contains(&partner(pairs, *floater)));
                    floating.push(*floater);
                }
            }
        }

        let mut order: Vec<usize> = group.iter().copied().filter(|place| !settled.contains(place)).collect();
        let mut candidates = order.clone();
        if downwards {
            candidates.reverse();
        } else {
            order.reverse();
        }
        let reaches =
            |place: usize| next.is_some_and(|next| next.iter().any(|other| self.field.may_meet.joined(place, *other)));
        candidates.sort_by_key(|place| !reaches(*place));
        for place in candidates {
            if open.iter().any(|pairs| !inside.contains(&partner(pairs, place))) {
                let with_it: Vec<Pairs> =
                    open.iter().filter(|pairs| !inside.contains(&partner(pairs, place))).cloned().collect();
                open = with_it;
                floating.push(place);
                order.retain(|other| *other != place);
            }
        }

        let half = order.len() / 2;
        let upper: BTreeSet<usize> = order[..half].iter().copied().collect();
        let of_attempt = |pairs: &Pairs| {
            let breaks = pairs.iter().filter(|(one, other)| self.breaks_limits(*one, *other)).count();
            let one_half = pairs.iter().filter(|(one, other)| upper.contains(one) == upper.contains(other)).count();
            (breaks, if self.settings.collisions == Collisions::LowerHalfFirst { one_half } else { 0 })
        };
        pairs.extend(self.attempts(&order).into_iter().min_by_key(of_attempt).unwrap());
        let done: BTreeSet<usize> = pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
        left.retain(|place| !done.contains(place));
        floating
    }
}

/// Pairs and bye by trying everything; nothing if there is no legal pairing.
fn by_trying(settings: &Settings, state: &TournamentState, round: u32) -> Option<Outcome> {
    let mut field = Field::new(state, round, Scoring { primary: settings.score, virtual_points: &[] });
    let mut bye = None;
    if field.contenders.len() % 2 == 1 {
        let place = Table { field: &field, settings }.bye()?;
        bye = Some(field.contenders[place].number.0);
        field = field.without(place);
    }
    let pairs = Table { field: &field, settings }.round()?;
    let number = |place: usize| field.contenders[place].number.0;
    let pair = |(one, other): (usize, usize)| (number(one).min(number(other)), number(one).max(number(other)));
    Some((pairs.into_iter().map(pair).collect(), bye))
}

#[test]
fn up_to_ten_teams_are_paired_as_by_trying_everything() {
    let (mut rounds_paired, mut refusals, mut with_floats, mut limits_broken) = (0, 0, 0, 0);
    for seed in 0..600 {
        let settings = Settings {
            score: if seed % 3 == 0 { ScoreKind::GamePoints } else { ScoreKind::MatchPoints },
            order: if seed % 5 == 0 { OrderInGroup::OtherScore } else { OrderInGroup::Number },
            collisions: if seed % 2 == 0 { Collisions::TeamByTeam } else { Collisions::LowerHalfFirst },
            ..Settings::olympiad_2022()
        };
        let (number, rounds) = (4 + (seed % 7) as u32, 5 + (seed % 5) as u32);
        let rules = play::rules(rounds, SwissSystem::Olympiad(settings));
        let mut event = Play::new(seed, number, rounds, if seed % 4 == 0 { play::NONE } else { play::MUCH });
        for round in 1..=rounds {
            let expected = by_trying(&settings, &event.state, round);
            let Ok(pairing) = draw(&rules, &event.state, round) else {
                assert_eq!(expected, None, "seed {seed}, round {round}");
                refusals += 1;
                break;
            };
            assert_eq!(Some(play::outcome(&pairing)), expected, "seed {seed}, round {round}");
            rounds_paired += 1;
            with_floats += usize::from(pairing.matches.iter().any(|pair| !pair.reason.floats.is_empty()));
            limits_broken += usize::from(pairing.matches.iter().any(|pair| {
                let (white, black) = (&pair.reason.colour.white_history, &pair.reason.colour.black_history);
                !Limits::of(white).agree(Limits::of(black))
            }));
            event.play(&pairing);
        }
    }
    let tried = (rounds_paired, refusals, with_floats, limits_broken);
    assert!(rounds_paired > 2000 && refusals > 80 && with_floats > 1200 && limits_broken > 50, "{tried:?}");
}

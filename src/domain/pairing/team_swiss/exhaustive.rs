//! C.04.6 by trying everything, for small fields: written from the articles alone, without the engine's means.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::colours::preference;
use super::{NextScoregroup, Preferences, Settings};
use crate::domain::pairing::field::{Contender, Field, Scoring};
use crate::domain::pairing::state::TournamentState;
use crate::domain::pairing::tests::play::{self, Outcome, Play};
use crate::domain::pairing::{ScoreKind, SwissRules, SwissSystem, draw, team_swiss};

type Pairs = Vec<(usize, usize)>;

struct Table<'a> {
    teams: &'a [Contender],
    may_meet: Vec<Vec<bool>>,
    settings: &'a Settings,
    floats_matter: bool,
    last_round: bool,
}

impl<'a> Table<'a> {
    fn of(field: &'a Field, rules: &SwissRules, settings: &'a Settings, round: u32) -> Self {
        let size = field.contenders.len();
        Self {
            teams: &field.contenders,
            may_meet: (0..size).map(|a| (0..size).map(|b| field.may_meet.joined(a, b)).collect()).collect(),
            settings,
            floats_matter: round + 2 <= rules.rounds,
            last_round: round == rules.rounds,
        }
    }

    fn all_pairings(&self, members: &[usize]) -> Vec<Pairs> {
        let Some((first, rest)) = members.split_first() else { return vec![Vec::new()] };
        let mut found = Vec::new();
        for second in rest.iter().filter(|second| self.may_meet[*first][**second]) {
            let left: Vec<usize> = rest.iter().copied().filter(|other| other != second).collect();
            for mut pairs in self.all_pairings(&left) {
                pairs.push((*first, *second));
                found.push(pairs);
            }
        }
        found
    }

    fn pairable(&self, members: &[usize]) -> bool {
        let Some((first, rest)) = members.split_first() else { return true };
        rest.iter().any(|second| {
            let left: Vec<usize> = rest.iter().copied().filter(|other| other != second).collect();
            self.may_meet[*first][*second] && self.pairable(&left)
        })
    }

    fn bye(&self) -> Option<usize> {
        let everybody: Vec<usize> = (0..self.teams.len()).collect();
        let mut candidates: Vec<usize> = everybody
            .iter()
            .copied()
            .filter(|place| self.teams[*place].bye_bar.is_none() && self.pairable(&without(&everybody, &[*place])))
            .collect();
        candidates.sort_by_key(|place| {
            let team = &self.teams[*place];
            (team.score, Reverse(team.colours.played()), Reverse(team.number))
        });
        candidates.first().copied()
    }

    /// Every set of so many members, in the order of 3.5.
    fn sets(&self, from: &[usize], number: usize) -> Vec<Vec<usize>> {
        if number == 0 {
            return vec![Vec::new()];
        }
        let mut sets = Vec::new();
        for (index, first) in from.iter().enumerate() {
            for mut set in self.sets(&from[index + 1..], number - 1) {
                set.insert(0, *first);
                sets.push(set);
            }
        }
        sets
    }

    fn top(&self, left: &[usize]) -> Vec<usize> {
        let highest = left.iter().map(|place| self.teams[*place].score).max();
        left.iter().copied().filter(|place| Some(self.teams[*place].score) == highest).collect()
    }

    /// All legal sets of the least number (C3, C4), in the order of 3.5.
    fn least_sets(&self, left: &[usize], residents: &[usize]) -> Vec<Vec<usize>> {
        let mut below = without(left, residents);
        below.sort_by_key(|place| (Reverse(self.teams[*place].score), *place));
        for number in (residents.len() % 2..=below.len()).step_by(2) {
            let legal = |set: &Vec<usize>| {
                let bracket: Vec<usize> = residents.iter().chain(set).copied().collect();
                self.pairable(&bracket) && self.pairable(&without(left, &bracket))
            };
            let sets: Vec<Vec<usize>> = self.sets(&below, number).into_iter().filter(legal).collect();
            if !sets.is_empty() {
                return sets;
            }
        }
        Vec::new()
    }

    /// What C6 has against a set.
    fn next_scoregroup(&self, left: &[usize], residents: &[usize], set: &[usize]) -> usize {
        let next = self.top(&without(left, residents));
        let next_left = without(&next, set);
        if next_left.is_empty() {
            return 0;
        }
        let rest = without(&without(left, residents), set);
        let needed = self.least_sets(&rest, &next_left)[0].len();
        match self.settings.next_scoregroup {
            NextScoregroup::AtParity => usize::from(needed > next_left.len() % 2),
            NextScoregroup::AsFewAsPossible => needed,
        }
    }

    fn upfloaters(&self, left: &[usize], residents: &[usize]) -> Option<Vec<usize>> {
        let sets = self.least_sets(left, residents);
        let scores = |set: &Vec<usize>| {
            let mut scores: Vec<i32> = set.iter().map(|place| self.teams[*place].score).collect();
            scores.sort_unstable();
            scores
        };
        let best = sets.iter().map(scores).max()?;
        let floated = |set: &Vec<usize>| {
            if self.floats_matter { set.iter().filter(|place| self.teams[**place].floated).count() } else { 0 }
        };
        sets.into_iter()
            .filter(|set| scores(set) == best)
            .min_by_key(|set| (self.next_scoregroup(left, residents, set), floated(set)))
    }

    fn bracket(&self, residents: &[usize], upfloaters: &[usize]) -> Pairs {
        let members: BTreeSet<usize> = residents.iter().chain(upfloaters).copied().collect();
        let members: Vec<usize> = members.into_iter().collect();
        let wish = |place: usize| {
            preference(self.settings.preferences, &self.teams[place].colours, self.last_round)
                .map(|wish| (wish.colour, wish.strong))
        };
        let quality = |pairs: &Pairs| {
            let mut counts = [0; 3];
            for (one, other) in pairs {
                if let (Some(a), Some(b)) = (wish(*one), wish(*other))
                    && a.0 == b.0
                {
                    counts[0] += 1;
                    counts[1] += usize::from(a.1 && b.1);
                }
                for (floater, opponent) in [(one, other), (other, one)] {
                    let counted = upfloaters.contains(floater) && self.teams[*opponent].floated && self.floats_matter;
                    counts[2] += usize::from(counted);
                }
            }
            (counts, identifier(pairs))
        };
        let all = self.all_pairings(&members);
        all.into_iter().min_by_key(quality).unwrap()
    }

    fn round(&self) -> Option<Pairs> {
        let mut left: Vec<usize> = (0..self.teams.len()).collect();
        let mut pairs = Vec::new();
        while !left.is_empty() {
            let residents = self.top(&left);
            let upfloaters = self.upfloaters(&left, &residents)?;
            pairs.extend(self.bracket(&residents, &upfloaters));
            left = without(&without(&left, &residents), &upfloaters);
        }
        Some(pairs)
    }
}

/// 3.6.2
fn identifier(pairs: &Pairs) -> Vec<usize> {
    let mut sorted: Pairs = pairs.iter().map(|(one, other)| (*one.min(other), *one.max(other))).collect();
    sorted.sort_unstable();
    sorted.iter().map(|pair| pair.0).chain(sorted.iter().map(|pair| pair.1)).collect()
}

/// C0406.3.6x.
#[test]
fn the_identifier_is_that_of_the_example() {
    let pairs = vec![(11, 24), (16, 6), (10, 9), (8, 4)];
    assert_eq!(identifier(&pairs), [4, 6, 9, 11, 8, 16, 10, 24]);
}

fn without(members: &[usize], others: &[usize]) -> Vec<usize> {
    members.iter().copied().filter(|member| !others.contains(member)).collect()
}

/// Pairs and bye by trying everything; nothing if there is no legal pairing.
fn by_trying(rules: &SwissRules, settings: &Settings, state: &TournamentState, round: u32) -> Option<Outcome> {
    let scoring = Scoring { primary: settings.primary, virtual_points: &settings.virtual_points };
    let mut field = Field::new(state, round, scoring);
    let mut bye = None;
    if field.contenders.len() % 2 == 1 {
        let place = Table::of(&field, rules, settings, round).bye()?;
        bye = Some(field.contenders[place].number.0);
        field = field.without(place);
    }
    let pairs = Table::of(&field, rules, settings, round).round()?;
    let number = |place: usize| field.contenders[place].number.0;
    Some((pairs.into_iter().map(|(one, other)| (number(one), number(other))).collect(), bye))
}

/// Plays small events, and compares every round.
fn compare(seeds: std::ops::Range<u64>, settings: impl Fn(u64) -> Settings) -> (usize, usize, usize) {
    let (mut rounds_paired, mut refusals, mut with_floats) = (0, 0, 0);
    for seed in seeds {
        let settings = settings(seed);
        let number = 4 + (seed % 7) as u32;
        let rounds = 5 + (seed % 5) as u32;
        let rules = play::rules(rounds, SwissSystem::TeamSwiss(settings.clone()));
        let trouble = if seed % 3 == 0 { play::NONE } else { play::MUCH };
        let mut event = Play::new(seed, number, rounds, trouble);
        for round in 1..=rounds {
            let expected = by_trying(&rules, &settings, &event.state, round);
            match draw(&rules, &event.state, round) {
                Ok(pairing) => {
                    assert_eq!(Some(play::outcome(&pairing)), expected, "seed {seed}, round {round}");
                    rounds_paired += 1;
                    with_floats += usize::from(pairing.matches.iter().any(|pair| !pair.reason.floats.is_empty()));
                    event.play(&pairing);
                }
                Err(_) => {
                    assert_eq!(expected, None, "seed {seed}, round {round}");
                    refusals += 1;
                    break;
                }
            }
        }
    }
    (rounds_paired, refusals, with_floats)
}

fn settings(seed: u64) -> Settings {
    let preferences = [Preferences::TypeA, Preferences::TypeB, Preferences::None];
    Settings {
        primary: if seed % 5 == 4 { ScoreKind::GamePoints } else { ScoreKind::MatchPoints },
        secondary_for_colours: !seed.is_multiple_of(4),
        preferences: preferences[(seed / 7) as usize % 3],
        next_scoregroup: if seed.is_multiple_of(2) {
            NextScoregroup::AtParity
        } else {
            NextScoregroup::AsFewAsPossible
        },
        virtual_points: Vec::new(),
    }
}

#[test]
fn up_to_ten_teams_are_paired_as_by_trying_everything() {
    let (rounds, refusals, with_floats) = compare(0..700, settings);
    assert!(rounds > 2500 && refusals > 100 && with_floats > 1500, "{rounds} {refusals} {with_floats}");
}

#[test]
fn accelerated_events_are_paired_as_by_trying_everything() {
    let accelerated = |seed: u64| {
        let teams: Vec<_> = play::teams(4 + (seed % 7) as u32).iter().map(|team| team.number).collect();
        let virtual_points = team_swiss::baku(5 + (seed % 5) as u32, &teams, 2, 1);
        Settings { primary: ScoreKind::MatchPoints, virtual_points, ..settings(seed) }
    };
    let (rounds, _, with_floats) = compare(10_000..10_150, accelerated);
    assert!(rounds > 500 && with_floats > 300, "{rounds} {with_floats}");
}

//! What must hold in every round of every event: thousands of events by chance, with forfeits, withdrawals, absences,
//! late entries, requested byes and pairs kept apart.

use std::collections::BTreeSet;

use super::chance::Chance;
use super::play::{self, Play};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::judge::judge;
use crate::domain::pairing::state::{ByeKind, TournamentState};
use crate::domain::pairing::team_swiss::{NextScoregroup, Preferences};
use crate::domain::pairing::{ScoreKind, SwissSystem, draw, olympiad, team_swiss};
use crate::domain::violation::Rule;

/// The determinant of Tutte's matrix with entries by chance, modulo a prime: other than nothing only if everybody can
/// be paired, and nothing by accident in one case of many millions.
fn can_be_paired(size: usize, joined: impl Fn(usize, usize) -> bool, chance: &mut Chance) -> bool {
    const PRIME: u64 = (1 << 31) - 1;
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base % PRIME;
            }
            base = base * base % PRIME;
            exponent >>= 1;
        }
        result
    };
    let mut rows = vec![vec![0u64; size]; size];
    for (one, other) in (0..size).flat_map(|one| (0..one).map(move |other| (one, other))) {
        if joined(one, other) {
            rows[one][other] = 1 + chance.below(PRIME as usize - 1) as u64;
            rows[other][one] = PRIME - rows[one][other];
        }
    }
    for column in 0..size {
        let Some(pivot) = (column..size).find(|row| rows[*row][column] != 0) else { return false };
        rows.swap(column, pivot);
        let pivot_row = rows[column].clone();
        let inverse = power(pivot_row[column], PRIME - 2);
        for row in &mut rows[column + 1..] {
            let factor = row[column] * inverse % PRIME;
            for at in column..size {
                row[at] = (row[at] + (PRIME - factor) * pivot_row[at]) % PRIME;
            }
        }
    }
    true
}

/// Whether a legal pairing exists, read from the record alone.
fn legal_pairing_exists(
    state: &TournamentState,
    round: u32,
    late_entries_have_no_bye: bool,
    chance: &mut Chance,
) -> bool {
    let teams: Vec<TeamNumber> = state.to_be_paired(round).into_iter().collect();
    let met: BTreeSet<(TeamNumber, TeamNumber)> = state
        .rounds
        .iter()
        .flat_map(|round| &round.matches)
        .filter(|game| game.is_played())
        .flat_map(|game| [(game.white.team, game.black.team), (game.black.team, game.white.team)])
        .collect();
    let barred = |team: TeamNumber| {
        let late = state.teams.iter().any(|known| known.number == team && known.first_round > 1);
        late && late_entries_have_no_bye
            || state.rounds.iter().any(|round| {
                let unearned = |kind| matches!(kind, ByeKind::PairingAllocated | ByeKind::FullPoint);
                round.matches.iter().any(|game| game.forfeit_winner() == Some(team))
                    || round.byes.iter().any(|bye| bye.team == team && unearned(bye.kind))
            })
    };
    let with_bye = teams.len() + teams.len() % 2;
    let joined = |one: usize, other: usize| match (teams.get(one), teams.get(other)) {
        (Some(one), Some(other)) => !met.contains(&(*one, *other)) && !state.is_forbidden(*one, *other, round),
        (Some(team), None) | (None, Some(team)) => !barred(*team),
        (None, None) => false,
    };
    can_be_paired(with_bye, joined, chance)
}

/// How many events are played by chance; `TEAMCHESS_PAIRING_EVENTS=2000` asks for more than a usual run has time for.
fn events() -> u64 {
    std::env::var("TEAMCHESS_PAIRING_EVENTS").map_or(300, |events| events.parse().unwrap())
}

/// Plays events, and holds each round against the judge; in a refused round there was nothing to be found.
fn hold(system: impl Fn(u64, u32, u32) -> SwissSystem, late_entries_have_no_bye: bool) -> (u64, u64) {
    let (mut rounds_paired, mut refused) = (0, 0);
    for seed in 0..events() {
        let mut chance = Chance::new(seed + 1_000_000);
        let number = if seed % 50 == 0 { 17 + chance.below(44) } else { 4 + chance.below(11) } as u32;
        let rounds = 5 + chance.below(9) as u32;
        let (number, rounds) = if seed % 20 == 3 { (17, 7) } else { (number, rounds) };
        let rules = play::rules(rounds, system(seed, number, rounds));
        let mut event = Play::new(seed, number, rounds, if seed % 8 == 0 { play::NONE } else { play::MUCH });
        for round in 1..=rounds {
            let exists = || legal_pairing_exists(&event.state, round, late_entries_have_no_bye, &mut chance);
            match draw(&rules, &event.state, round) {
                Ok(pairing) => {
                    assert_eq!(judge(&rules, &event.state, &pairing), [], "seed {seed}, round {round}");
                    rounds_paired += 1;
                    event.play(&pairing);
                }
                Err(refusal) => {
                    assert_eq!(refusal.rule, Rule::NoLegalPairing);
                    assert!(!{ exists }(), "seed {seed}, round {round}: a legal pairing was missed");
                    refused += 1;
                    break;
                }
            }
        }
        assert_nobody_unfairly_treated(&event.state);
    }
    (rounds_paired, refused)
}

/// Over a whole event: no second meeting, and at most one bye given by the pairing, none after a forfeit win.
fn assert_nobody_unfairly_treated(state: &TournamentState) {
    let (mut met, mut unearned) = (BTreeSet::new(), BTreeSet::new());
    for round in &state.rounds {
        for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::PairingAllocated) {
            assert!(unearned.insert(bye.team), "team {} has a second bye", bye.team);
        }
        for game in &round.matches {
            let (white, black) = (game.white.team, game.black.team);
            assert!(!game.is_played() || met.insert((white.min(black), white.max(black))), "{white}-{black} again");
            unearned.extend(game.forfeit_winner());
        }
    }
}

#[test]
fn team_swiss_events_keep_the_absolute_rules() {
    let system = |seed: u64, number: u32, rounds: u32| {
        let numbers: Vec<TeamNumber> = (1..=number).map(TeamNumber).collect();
        let accelerated = seed % 6 == 1;
        SwissSystem::TeamSwiss(team_swiss::Settings {
            primary: if seed.is_multiple_of(4) { ScoreKind::GamePoints } else { ScoreKind::MatchPoints },
            secondary_for_colours: !seed.is_multiple_of(3),
            preferences: [Preferences::TypeA, Preferences::TypeB, Preferences::None][seed as usize % 3],
            next_scoregroup: NextScoregroup::AtParity,
            virtual_points: if accelerated { team_swiss::baku(rounds, &numbers, 2, 1) } else { Vec::new() },
        })
    };
    let (rounds, refused) = hold(system, false);
    assert!(rounds > 4 * events() && refused > events() / 8, "{rounds} rounds, {refused} refused");
}

#[test]
fn olympiad_events_keep_the_absolute_rules() {
    let system = |seed: u64, _: u32, _: u32| {
        let settings = if seed.is_multiple_of(2) {
            olympiad::Settings::olympiad_2022()
        } else {
            olympiad::Settings::annex_d_1998()
        };
        SwissSystem::Olympiad(settings)
    };
    let (rounds, refused) = hold(system, true);
    assert!(rounds > 4 * events() && refused > events() / 8, "{rounds} rounds, {refused} refused");
}

#[test]
fn a_pair_fixed_apart_and_a_matrix_agree() {
    let mut chance = Chance::new(9);
    assert!(can_be_paired(6, |one, other| one != other, &mut chance));
    assert!(!can_be_paired(6, |one, other| one.min(other) == 0, &mut chance), "a star");
    assert!(!can_be_paired(6, |one, other| one % 2 == other % 2, &mut chance), "two odd parts");
    assert!(can_be_paired(8, |one, other| one % 2 == other % 2, &mut chance));
}

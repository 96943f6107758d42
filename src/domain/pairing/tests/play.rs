//! Whole events for tests: teams come, leave, stay away; matches are played or not; always the same from a seed.

use std::collections::BTreeSet;

use super::chance::Chance;
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::pairing::state::{
    Bye, ByeKind, Conduct, ForbiddenPair, Match, Points, PreassignedBye, Round, Side, Team, TournamentState,
};
use crate::domain::pairing::{Pairing, SwissRules, SwissSystem};
use crate::domain::points::{GamePoints, MatchPoints};

pub const BOARDS: i32 = 4;

pub fn points(match_points: i32, game_points: i32) -> Points {
    Points { match_points: MatchPoints(match_points), game_points: GamePoints(game_points) }
}

pub fn rules(rounds: u32, system: SwissSystem) -> SwissRules {
    SwissRules { rounds, initial_colour: Colour::White, bye: points(1, BOARDS), article: None, system }
}

pub fn teams(number: u32) -> Vec<Team> {
    (1..=number).map(|number| Team::new(TeamNumber(number))).collect()
}

/// How often something goes wrong, as one in so many.
#[derive(Clone, Copy)]
pub struct Trouble {
    pub forfeit: usize,
    pub withdrawal: usize,
    pub absence: usize,
    pub requested_bye: usize,
    pub late_entry: usize,
    pub forbidden: usize,
}

pub const MUCH: Trouble =
    Trouble { forfeit: 12, withdrawal: 40, absence: 20, requested_bye: 25, late_entry: 10, forbidden: 30 };

pub const NONE: Trouble = Trouble {
    forfeit: usize::MAX,
    withdrawal: usize::MAX,
    absence: usize::MAX,
    requested_bye: usize::MAX,
    late_entry: usize::MAX,
    forbidden: usize::MAX,
};

pub struct Play {
    pub chance: Chance,
    pub state: TournamentState,
    trouble: Trouble,
}

impl Play {
    pub fn new(seed: u64, number: u32, rounds: u32, trouble: Trouble) -> Self {
        let mut chance = Chance::new(seed);
        let mut state = TournamentState { teams: teams(number), ..TournamentState::default() };
        for team in &mut state.teams {
            if chance.one_in(trouble.late_entry) {
                team.first_round = 2 + chance.below(2) as u32;
            }
            if chance.one_in(trouble.withdrawal) {
                team.withdrawn_from = Some(2 + chance.below(rounds as usize) as u32);
            }
            team.absent = (1..=rounds).filter(|_| chance.one_in(trouble.absence)).collect();
        }
        for round in 1..=rounds {
            for number in (1..=number).filter(|_| chance.one_in(trouble.requested_bye)).collect::<Vec<_>>() {
                let (kind, points) = match chance.below(4) {
                    0 => (ByeKind::FullPoint, points(2, 2 * BOARDS)),
                    1 => (ByeKind::ZeroPoint, points(0, 0)),
                    _ => (ByeKind::HalfPoint, points(1, BOARDS)),
                };
                state.preassigned.push(PreassignedBye { round, bye: Bye { team: TeamNumber(number), kind, points } });
            }
        }
        for one in 1..=number {
            let other = 1 + chance.below(number as usize) as u32;
            if other != one && chance.one_in(trouble.forbidden) {
                let teams = (TeamNumber(one), TeamNumber(other));
                state.forbidden.push(ForbiddenPair { teams, first_round: 1, last_round: rounds });
            }
        }
        Self { chance, state, trouble }
    }

    /// Plays what was paired. The better number wins more often.
    pub fn play(&mut self, pairing: &Pairing) {
        let mut round = Round::default();
        for pair in &pairing.matches {
            round.matches.push(self.result(pair.white, pair.black));
        }
        round.byes = pairing.byes.iter().map(|given| given.bye).collect();
        self.state.rounds.push(round);
    }

    fn result(&mut self, white: TeamNumber, black: TeamNumber) -> Match {
        let side = |team, points| Side { team, points };
        if self.chance.one_in(self.trouble.forfeit) {
            let (conduct, white_points, black_points) = match self.chance.below(3) {
                0 => (Conduct::WonByForfeit(Colour::White), points(2, 2 * BOARDS), points(0, 0)),
                1 => (Conduct::WonByForfeit(Colour::Black), points(0, 0), points(2, 2 * BOARDS)),
                _ => (Conduct::LostByBoth, points(0, 0), points(0, 0)),
            };
            return Match { white: side(white, white_points), black: side(black, black_points), conduct };
        }
        let lean = if white < black { 2 } else { -2 };
        let won = (self.chance.below(5) + self.chance.below(5)) as i32;
        let white_games = (won + lean * self.chance.below(2) as i32).clamp(0, 2 * BOARDS);
        let black_games = 2 * BOARDS - white_games;
        let match_points = |own: i32, other: i32| 1 + (own - other).signum();
        Match {
            white: side(white, points(match_points(white_games, black_games), white_games)),
            black: side(black, points(match_points(black_games, white_games), black_games)),
            conduct: Conduct::Played,
        }
    }
}

/// The pairs of a round, without order, and the team with the bye of the pairing.
pub type Outcome = (BTreeSet<(u32, u32)>, Option<u32>);

pub fn outcome(pairing: &Pairing) -> Outcome {
    let bye = pairing.byes.iter().find(|given| given.bye.kind == ByeKind::PairingAllocated);
    (pairs(pairing), bye.map(|given| given.bye.team.0))
}

/// Pairs of numbers, the smaller first, without order.
pub fn pairs(pairing: &Pairing) -> BTreeSet<(u32, u32)> {
    let pair = |(one, other): (u32, u32)| (one.min(other), one.max(other));
    pairing.matches.iter().map(|game| pair((game.white.0, game.black.0))).collect()
}

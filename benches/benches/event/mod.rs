//! Events to measure: 11 rounds with byes, forfeits, absences and withdrawals; always the same ones.

use teamchess::domain::ids::TeamNumber;
use teamchess::domain::pairing::colour::Colour;
use teamchess::domain::pairing::olympiad;
use teamchess::domain::pairing::state::TournamentState;
use teamchess::domain::pairing::state::{Bye, ByeKind, Conduct, Match, Points, PreassignedBye, Round, Side, Team};
use teamchess::domain::pairing::team_swiss::Settings;
use teamchess::domain::pairing::{Pairing, SwissRules, SwissSystem, draw};
use teamchess::domain::points::{GamePoints, MatchPoints};

pub const ROUNDS: u32 = 11;
pub const BOARDS: i32 = 4;
pub const SIZES: [u32; 4] = [50, 200, 1_000, 5_000];

/// The engines by the names of the command line.
pub fn systems() -> [(&'static str, SwissSystem); 3] {
    [
        ("c046", SwissSystem::TeamSwiss(Settings::default())),
        ("olympiad-2022", SwissSystem::Olympiad(olympiad::Settings::olympiad_2022())),
        ("annex-d-1998", SwissSystem::Olympiad(olympiad::Settings::annex_d_1998())),
    ]
}

pub fn rules(system: SwissSystem) -> SwissRules {
    SwissRules { rounds: ROUNDS, initial_colour: Colour::White, bye: points(1, BOARDS), article: None, system }
}

fn points(match_points: i32, game_points: i32) -> Points {
    Points { match_points: MatchPoints(match_points), game_points: GamePoints(game_points) }
}

/// A whole event: what the pairing of each round was made from, and the state after the last.
pub fn played(rules: &SwissRules, teams: u32) -> Vec<TournamentState> {
    let mut chance = Chance(u64::from(teams));
    let mut state = TournamentState::default();
    for number in 1..=teams {
        let mut team = Team::new(TeamNumber(number));
        if chance.one_in(40) {
            team.withdrawn_from = Some(3 + chance.below(u64::from(ROUNDS)) as u32);
        }
        team.absent = (1..=ROUNDS).filter(|_| chance.one_in(100)).collect();
        state.teams.push(team);
        for round in (1..=ROUNDS).filter(|_| chance.one_in(100)).collect::<Vec<_>>() {
            let bye = Bye { team: TeamNumber(number), kind: ByeKind::HalfPoint, points: points(1, BOARDS) };
            state.preassigned.push(PreassignedBye { round, bye });
        }
    }
    let mut states = vec![state.clone()];
    for round in 1..=ROUNDS {
        let pairing = draw(rules, &state, round).expect("a legal pairing");
        state.rounds.push(results(&pairing, &mut chance));
        states.push(state.clone());
    }
    states
}

/// The better number wins more often; one match in fifty is not played.
fn results(pairing: &Pairing, chance: &mut Chance) -> Round {
    let matches = pairing.matches.iter().map(|pair| {
        let side = |team, points| Side { team, points };
        if chance.one_in(50) {
            return Match {
                white: side(pair.white, points(2, 2 * BOARDS)),
                black: side(pair.black, points(0, 0)),
                conduct: Conduct::WonByForfeit(Colour::White),
            };
        }
        let lean = if pair.white < pair.black { 2 } else { -2 };
        let won = (chance.below(5) + chance.below(5)) as i32 + lean * chance.below(2) as i32;
        let white = won.clamp(0, 2 * BOARDS);
        let black = 2 * BOARDS - white;
        let match_points = |own: i32, other: i32| 1 + (own - other).signum();
        Match {
            white: side(pair.white, points(match_points(white, black), white)),
            black: side(pair.black, points(match_points(black, white), black)),
            conduct: Conduct::Played,
        }
    });
    Round { matches: matches.collect(), byes: pairing.byes.iter().map(|given| given.bye).collect() }
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ word >> 31) % bound
    }

    fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}

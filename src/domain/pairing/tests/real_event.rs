//! A real event, round by round: what was paired before is given, and the next round is compared with the real one.

use std::collections::BTreeMap;

use super::golden::round;
use super::play::{points, teams};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::pairing::olympiad::Settings;
use crate::domain::pairing::state::{Bye, ByeKind, Round, TournamentState};
use crate::domain::pairing::{SwissRules, SwissSystem, draw};

const OLYMPIAD_2022: &str = include_str!("../../../../tests/golden/swiss/olympiad_2022_open.txt");

fn read() -> (TournamentState, Vec<Round>) {
    let mut state = TournamentState::default();
    let mut rounds: Vec<Round> = vec![Round::default(); 11];
    for line in OLYMPIAD_2022.lines().skip_while(|line| !line.is_empty()) {
        let Some((key, value)) = line.split_once(": ") else { continue };
        let number = |text: &str| text.parse::<usize>().unwrap();
        match key {
            "teams" => state.teams = teams(value.parse().unwrap()),
            "late" => {
                let (team, round) = value.split_once(" from round ").unwrap();
                state.teams[number(team) - 1].first_round = round.parse().unwrap();
            }
            "absent" => {
                let (team, rounds) = value.split_once(" in ").unwrap();
                let rounds = rounds.split(' ').map(|round| round.parse::<u32>().unwrap());
                state.teams[number(team) - 1].absent.extend(rounds);
            }
            key if key.starts_with("round ") => {
                let at = number(&key["round ".len()..]) - 1;
                let (played, point) = match value.strip_suffix(" point").and_then(|rest| rest.rsplit_once("   ")) {
                    Some((played, team)) => (played, Some(team)),
                    None => (value, None),
                };
                rounds[at].matches.extend(round(played, points(0, 0)).matches);
                let point = point.map(|team| TeamNumber(team.parse().unwrap()));
                rounds[at].byes.extend(point.map(|team| Bye { team, kind: ByeKind::HalfPoint, points: points(1, 4) }));
            }
            _ => {}
        }
    }
    (state, rounds)
}

/// The rules of 2022 pair the Olympiad of 2022 as it was paired: from round 2 on all 926 matches but four of round 9,
/// and the colours of all the same matches but two. (Round 1 was paired by slightly different numbers.)
#[test]
fn the_olympiad_of_2022_is_paired_as_it_was() {
    let (mut state, rounds) = read();
    let settings = Settings::olympiad_2022();
    let rules = SwissRules {
        rounds: 11,
        initial_colour: Colour::Black,
        bye: settings.usual_bye(4),
        article: None,
        system: SwissSystem::Olympiad(settings),
    };
    let (mut other_pairs, mut other_colours, mut matches) = (BTreeMap::new(), Vec::new(), 0);
    for (round, real) in (1..).zip(rounds) {
        if round > 1 {
            let pairing = draw(&rules, &state, round).unwrap();
            assert!(pairing.byes.is_empty());
            assert_eq!(pairing.matches.len(), real.matches.len());
            for game in &real.matches {
                let (white, black) = (game.white.team, game.black.team);
                matches += 1;
                if pairing.matches.iter().any(|pair| (pair.white, pair.black) == (black, white)) {
                    other_colours.push((round, white.0, black.0));
                } else if !pairing.matches.iter().any(|pair| (pair.white, pair.black) == (white, black)) {
                    *other_pairs.entry(round).or_insert(0) += 1;
                }
            }
        }
        state.rounds.push(real);
    }
    assert_eq!(matches, 926);
    assert_eq!(other_pairs, BTreeMap::from([(9, 4)]));
    assert_eq!(other_colours, [(8, 103, 67), (9, 175, 186)]);
}

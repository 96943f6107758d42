//! Cases that an arbiter can read and dispute: `tests/golden/swiss/*.txt`. Match points are 2, 1 and 0.

use super::play::{points, teams};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::pairing::state::{
    Bye, ByeKind, Conduct, ForbiddenPair, Match, Points, PreassignedBye, Round, Side, TournamentState,
};
use crate::domain::pairing::team_swiss::{Preferences, Settings, baku};
use crate::domain::pairing::{Pairing, ScoreKind, SwissRules, SwissSystem, draw};

macro_rules! cases {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                Case::read(include_str!(concat!("../../../../tests/golden/swiss/", stringify!($name), ".txt"))).check();
            }
        )*
    };
}

cases! {
    accelerated
    bye_in_round_1
    bye_not_twice
    bye_to_the_lowest_score
    bye_to_the_most_matches
    first_round_of_six
    floated_before
    floated_before_near_the_end
    game_points_first
    game_points_of_a_bye
    kept_apart
    late_entry_and_withdrawal
    neither_appeared
    next_scoregroup
    no_preferences
    only_preference
    opponent_floated_before
    requested_bye
    same_preference
    strong_preference
    upfloater_with_a_small_number
    upfloaters_of_the_top_scoregroup
    won_by_forfeit
}

struct Case {
    rules: SwissRules,
    state: TournamentState,
    round: u32,
    expected: Vec<(&'static str, String)>,
}

impl Case {
    fn read(text: &'static str) -> Self {
        let mut settings = Settings::default();
        let mut case = Case {
            rules: SwissRules {
                rounds: 0,
                initial_colour: Colour::White,
                bye: points(1, 0),
                article: None,
                system: SwissSystem::TeamSwiss(Settings::default()),
            },
            state: TournamentState::default(),
            round: 0,
            expected: Vec::new(),
        };
        let mut accelerated = false;
        for line in text.lines().skip_while(|line| !line.is_empty()) {
            if let Some(round) = line.strip_prefix("pair round ") {
                case.round = round.parse().unwrap();
            }
            let Some((key, value)) = line.split_once(": ") else { continue };
            let value = value.trim();
            match key {
                "system" => {
                    settings.preferences = match value.strip_prefix("FIDE C.04.6, ").unwrap() {
                        "type A" => Preferences::TypeA,
                        "type B" => Preferences::TypeB,
                        other => {
                            assert_eq!(other, "no colour preferences");
                            Preferences::None
                        }
                    }
                }
                "primary" if value == "game points" => settings.primary = ScoreKind::GamePoints,
                "primary" => assert_eq!(value, "match points"),
                "rounds" => case.rules.rounds = value.parse().unwrap(),
                "initial colour" => assert_eq!(value, "White"),
                "acceleration" => accelerated = value == "Baku",
                "bye" => {
                    let (matches, games) = value.split_once(" match points, ").unwrap();
                    case.rules.bye =
                        points(matches.parse().unwrap(), halves(games.strip_suffix(" game points").unwrap()));
                }
                "teams" => case.state.teams = teams(value.parse().unwrap()),
                "late" => {
                    let (team, round) = case.team(value);
                    team.first_round = round;
                }
                "withdrawn" => {
                    let (team, round) = case.team(value);
                    team.withdrawn_from = Some(round);
                }
                "apart" => {
                    let (one, other) = value.split_once(' ').unwrap();
                    let last_round = case.rules.rounds;
                    case.state.forbidden.push(ForbiddenPair {
                        teams: (team(one), team(other)),
                        first_round: 1,
                        last_round,
                    });
                }
                "fixed" => {
                    let (round, bye) = value.strip_prefix("round ").unwrap().split_once(", ").unwrap();
                    let number = bye.strip_suffix(" half-point").unwrap();
                    let bye = Bye { team: team(number), kind: ByeKind::HalfPoint, points: points(1, 1) };
                    case.state.preassigned.push(PreassignedBye { round: round.parse().unwrap(), bye });
                }
                "expect" | "floats" | "colours" | "clauses" => case.expected.push((key, value.to_owned())),
                key if key.starts_with("round ") => case.state.rounds.push(round(value, case.rules.bye)),
                other => panic!("unknown line {other:?}"),
            }
        }
        if accelerated {
            let numbers: Vec<TeamNumber> = case.state.teams.iter().map(|team| team.number).collect();
            settings.virtual_points = baku(case.rules.rounds, &numbers, 2, 1);
        }
        case.rules.system = SwissSystem::TeamSwiss(settings);
        case
    }

    /// `6 from round 2`
    fn team(&mut self, text: &str) -> (&mut crate::domain::pairing::state::Team, u32) {
        let (number, round) = text.split_once(" from round ").unwrap();
        let number = team(number);
        (self.state.teams.iter_mut().find(|team| team.number == number).unwrap(), round.parse().unwrap())
    }

    fn check(&self) {
        let pairing = draw(&self.rules, &self.state, self.round).unwrap();
        let found = [
            ("expect", shown(&pairing)),
            ("floats", floats(&pairing)),
            ("colours", articles(&pairing, |pair| pair.reason.colour.clause.article)),
            ("clauses", articles(&pairing, |pair| pair.reason.clause.article)),
        ];
        let expected: Vec<(&str, String)> = self.expected.clone();
        assert_eq!(found.to_vec(), expected);
        assert_eq!(crate::domain::pairing::judge::judge(&self.rules, &self.state, &pairing), []);
    }
}

fn team(text: &str) -> TeamNumber {
    TeamNumber(text.parse().unwrap())
}

fn halves(text: &str) -> i32 {
    let whole = text.trim_end_matches('½');
    2 * whole.parse::<i32>().unwrap_or(0) + i32::from(text.ends_with('½'))
}

/// `1-3 2½:1½   2-4 +:-   5 bye`
pub(super) fn round(text: &str, bye: Points) -> Round {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut round = Round::default();
    for pair in words.chunks(2) {
        let [who, result] = pair else { panic!("{text}") };
        if *result == "bye" {
            round.byes.push(Bye { team: team(who), kind: ByeKind::PairingAllocated, points: bye });
            continue;
        }
        let (white, black) = who.split_once('-').unwrap();
        let (conduct, white_points, black_points) = match *result {
            "+:-" => (Conduct::WonByForfeit(Colour::White), points(2, 2), points(0, 0)),
            "-:+" => (Conduct::WonByForfeit(Colour::Black), points(0, 0), points(2, 2)),
            "-:-" => (Conduct::LostByBoth, points(0, 0), points(0, 0)),
            played => {
                let (won, lost) = played.split_once(':').map(|(won, lost)| (halves(won), halves(lost))).unwrap();
                let sign = (won - lost).signum();
                (Conduct::Played, points(1 + sign, won), points(1 - sign, lost))
            }
        };
        let white = Side { team: team(white), points: white_points };
        round.matches.push(Match { white, black: Side { team: team(black), points: black_points }, conduct });
    }
    round
}

fn shown(pairing: &Pairing) -> String {
    let mut words: Vec<String> = pairing.matches.iter().map(|pair| format!("{}-{}", pair.white, pair.black)).collect();
    let byes = pairing.byes.iter().filter(|given| given.bye.kind == ByeKind::PairingAllocated);
    words.extend(byes.map(|given| format!("bye {}", given.bye.team)));
    words.join(" ")
}

fn floats(pairing: &Pairing) -> String {
    let floats = pairing.matches.iter().flat_map(|pair| &pair.reason.floats);
    let words: Vec<String> = floats.map(|float| format!("{} {}", float.team, float.clause.article)).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn articles(pairing: &Pairing, article: impl Fn(&crate::domain::pairing::PairedMatch) -> &'static str) -> String {
    pairing.matches.iter().map(article).collect::<Vec<_>>().join(" ")
}

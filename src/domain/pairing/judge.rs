//! The absolute rules, held against a finished pairing. It reads the record of the event by itself and uses nothing of
//! the engines, so that it can also judge what people paired by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::state::{ByeKind, Conduct, NotPaired, TournamentState};
use crate::domain::pairing::{ByeBar, Pairing, SwissRules, SwissSystem};
use crate::domain::violation::{Rule, Violation};

/// An absolute rule that a pairing breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// It is not the pairing of the round after the last one.
    WrongRound {
        round: u32,
    },
    UnknownTeam {
        team: TeamNumber,
    },
    /// In two matches, or in a match and a bye, or in two byes.
    NamedTwice {
        team: TeamNumber,
    },
    AgainstItself {
        team: TeamNumber,
    },
    /// Has neither an opponent nor a bye.
    LeftOut {
        team: TeamNumber,
    },
    /// Takes no part in this round.
    TakesNoPart {
        team: TeamNumber,
        why: NotPaired,
    },
    MetBefore {
        teams: (TeamNumber, TeamNumber),
        round: u32,
    },
    KeptApart {
        teams: (TeamNumber, TeamNumber),
    },
    /// May not have the bye that a pairing gives.
    ByeBarred {
        team: TeamNumber,
        bar: ByeBar,
    },
    ByeAfterLateEntry {
        team: TeamNumber,
    },
    SecondByeOfRound {
        team: TeamNumber,
    },
    /// All byes that a pairing gives are worth the same.
    ByeWorth {
        team: TeamNumber,
    },
    /// Another kind of bye, which nobody fixed beforehand.
    ByeNotFixed {
        team: TeamNumber,
    },
    /// Was to have a bye fixed beforehand.
    FixedByeMissing {
        team: TeamNumber,
    },
}

impl Breach {
    /// A name for machines.
    pub fn name(&self) -> &'static str {
        match self {
            Breach::WrongRound { .. } => "wrong_round",
            Breach::UnknownTeam { .. } => "unknown_team",
            Breach::NamedTwice { .. } => "named_twice",
            Breach::AgainstItself { .. } => "against_itself",
            Breach::LeftOut { .. } => "left_out",
            Breach::TakesNoPart { .. } => "takes_no_part",
            Breach::MetBefore { .. } => "met_before",
            Breach::KeptApart { .. } => "kept_apart",
            Breach::ByeBarred { .. } => "bye_barred",
            Breach::ByeAfterLateEntry { .. } => "bye_after_late_entry",
            Breach::SecondByeOfRound { .. } => "second_bye_of_round",
            Breach::ByeWorth { .. } => "bye_worth",
            Breach::ByeNotFixed { .. } => "bye_not_fixed",
            Breach::FixedByeMissing { .. } => "fixed_bye_missing",
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::WrongRound { round } => write!(f, "round {round} is not the next one"),
            Breach::UnknownTeam { team } => write!(f, "there is no team {team}"),
            Breach::NamedTwice { team } => write!(f, "team {team} is named twice"),
            Breach::AgainstItself { team } => write!(f, "team {team} meets itself"),
            Breach::LeftOut { team } => write!(f, "team {team} has neither an opponent nor a bye"),
            Breach::TakesNoPart { team, why } => write!(f, "team {team} takes no part: {why}"),
            Breach::MetBefore { teams, round } => write!(f, "teams {} and {} met in round {round}", teams.0, teams.1),
            Breach::KeptApart { teams } => write!(f, "teams {} and {} are kept apart", teams.0, teams.1),
            Breach::ByeBarred { team, bar } => write!(f, "team {team} may not have the bye: {bar}"),
            Breach::ByeAfterLateEntry { team } => write!(f, "team {team} entered late and may not have the bye"),
            Breach::SecondByeOfRound { team } => write!(f, "team {team} has a second bye of the round"),
            Breach::ByeWorth { team } => write!(f, "the bye of team {team} is not worth what every bye is"),
            Breach::ByeNotFixed { team } => write!(f, "no such bye was fixed for team {team}"),
            Breach::FixedByeMissing { team } => write!(f, "the bye fixed for team {team} is missing"),
        }
    }
}

/// The refusal of a pairing that breaks absolute rules.
pub fn refusal(rules: &SwissRules, breaches: &[Breach]) -> Option<Violation> {
    let first = breaches.first()?;
    let list: Vec<String> = breaches.iter().map(Breach::to_string).collect();
    let refusal = Violation::new(Rule::PairingBreaksRule, first.to_string()).fact("breaches", list);
    Some(match &rules.article {
        Some(article) => refusal.article(article.clone()),
        None => refusal,
    })
}

/// Everything absolute that a pairing breaks; nothing if it is legal.
pub fn judge(rules: &SwissRules, state: &TournamentState, pairing: &Pairing) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let round = pairing.round;
    if state.rounds.len() as u64 + 1 != u64::from(round) || round > rules.rounds {
        breaches.push(Breach::WrongRound { round });
    }
    attendance(state, pairing, &mut breaches);
    meetings(state, pairing, &mut breaches);
    byes(rules, state, pairing, &mut breaches);
    breaches
}

/// Everybody who is there is named once, and nobody else.
fn attendance(state: &TournamentState, pairing: &Pairing, breaches: &mut Vec<Breach>) {
    let mut named: BTreeMap<TeamNumber, u32> = BTreeMap::new();
    let at_boards = pairing.matches.iter().flat_map(|pair| [pair.white, pair.black]);
    for team in at_boards.chain(pairing.byes.iter().map(|given| given.bye.team)) {
        *named.entry(team).or_default() += 1;
    }
    let with_bye: BTreeSet<TeamNumber> = pairing.byes.iter().map(|given| given.bye.team).collect();
    for (team, times) in &named {
        match state.teams.iter().find(|known| known.number == *team) {
            None => breaches.push(Breach::UnknownTeam { team: *team }),
            Some(known) => match state.left_out(known, pairing.round) {
                Some(NotPaired::Absent) if with_bye.contains(team) => {}
                Some(why) => breaches.push(Breach::TakesNoPart { team: *team, why }),
                None => {}
            },
        }
        if *times > 1 {
            breaches.push(Breach::NamedTwice { team: *team });
        }
    }
    for team in &state.teams {
        if state.left_out(team, pairing.round).is_none() && !named.contains_key(&team.number) {
            breaches.push(Breach::LeftOut { team: team.number });
        }
    }
}

fn meetings(state: &TournamentState, pairing: &Pairing, breaches: &mut Vec<Breach>) {
    for pair in &pairing.matches {
        let teams = (pair.white.min(pair.black), pair.white.max(pair.black));
        if teams.0 == teams.1 {
            breaches.push(Breach::AgainstItself { team: teams.0 });
        }
        for (round, played) in (1..).zip(&state.rounds) {
            let again = played.matches.iter().any(|game| {
                let (white, black) = (game.white.team, game.black.team);
                game.conduct == Conduct::Played && teams == (white.min(black), white.max(black))
            });
            if again {
                breaches.push(Breach::MetBefore { teams, round });
            }
        }
        if state.is_forbidden(teams.0, teams.1, pairing.round) {
            breaches.push(Breach::KeptApart { teams });
        }
    }
}

fn byes(rules: &SwissRules, state: &TournamentState, pairing: &Pairing, breaches: &mut Vec<Breach>) {
    let given: Vec<_> = pairing.byes.iter().map(|given| given.bye).collect();
    let by_pairing: Vec<_> = given.iter().filter(|bye| bye.kind == ByeKind::PairingAllocated).collect();
    breaches.extend(by_pairing.iter().skip(1).map(|bye| Breach::SecondByeOfRound { team: bye.team }));
    for bye in &by_pairing {
        let team = bye.team;
        if let Some(bar) = bar(state, team) {
            breaches.push(Breach::ByeBarred { team, bar });
        }
        let late = state.teams.iter().any(|known| known.number == team && known.first_round > 1);
        if late && matches!(rules.system, SwissSystem::Olympiad(_)) {
            breaches.push(Breach::ByeAfterLateEntry { team });
        }
        if bye.points != rules.bye {
            breaches.push(Breach::ByeWorth { team });
        }
    }
    for bye in given.iter().filter(|bye| bye.kind != ByeKind::PairingAllocated) {
        if !state.preassigned_in(pairing.round).any(|fixed| fixed == bye) {
            breaches.push(Breach::ByeNotFixed { team: bye.team });
        }
    }
    for fixed in state.preassigned_in(pairing.round).filter(|fixed| !given.contains(fixed)) {
        let takes_part = state.teams.iter().any(|team| {
            let left_out = state.left_out(team, pairing.round);
            team.number == fixed.team && matches!(left_out, None | Some(NotPaired::Absent))
        });
        if takes_part {
            breaches.push(Breach::FixedByeMissing { team: fixed.team });
        }
    }
}

/// What a team had in an earlier round that bars it from the bye.
fn bar(state: &TournamentState, team: TeamNumber) -> Option<ByeBar> {
    (1..).zip(&state.rounds).find_map(|(round, played)| {
        if played.matches.iter().any(|game| game.forfeit_winner() == Some(team)) {
            return Some(ByeBar::WonByForfeit { round });
        }
        played.byes.iter().find(|bye| bye.team == team).and_then(|bye| match bye.kind {
            ByeKind::PairingAllocated => Some(ByeBar::HadBye { round }),
            ByeKind::FullPoint => Some(ByeBar::FullPointBye { round }),
            ByeKind::HalfPoint | ByeKind::ZeroPoint => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Breach, judge, refusal};
    use crate::domain::ids::TeamNumber;
    use crate::domain::pairing::olympiad::Settings;
    use crate::domain::pairing::state::{Bye, ByeKind, Conduct, ForbiddenPair, Match, PreassignedBye, Round, Side};
    use crate::domain::pairing::state::{NotPaired, TournamentState};
    use crate::domain::pairing::tests::play::{self, points};
    use crate::domain::pairing::{ByeBar, Pairing, SwissRules, SwissSystem};
    use crate::domain::violation::Rule;

    fn team(number: u32) -> TeamNumber {
        TeamNumber(number)
    }

    fn rules() -> SwissRules {
        play::rules(5, SwissSystem::Olympiad(Settings::olympiad_2022()))
    }

    fn bye(number: u32, kind: ByeKind, match_points: i32) -> Bye {
        Bye { team: team(number), kind, points: points(match_points, play::BOARDS) }
    }

    fn by_hand(round: u32, matches: &[(u32, u32)], byes: &[Bye]) -> Pairing {
        let matches: Vec<_> = matches.iter().map(|(white, black)| (team(*white), team(*black))).collect();
        Pairing::by_hand(round, &matches, byes)
    }

    /// Seven teams after a round in which 1 met 2, 3 won by forfeit against 4, 5 and 6 did not appear, 7 had the bye.
    fn state() -> TournamentState {
        let game = |white, black, conduct| Match {
            white: Side { team: team(white), points: points(2, 8) },
            black: Side { team: team(black), points: points(0, 0) },
            conduct,
        };
        let first = Round {
            matches: vec![
                game(1, 2, Conduct::Played),
                game(3, 4, Conduct::WonByForfeit(crate::domain::pairing::colour::Colour::White)),
                game(5, 6, Conduct::LostByBoth),
            ],
            byes: vec![bye(7, ByeKind::PairingAllocated, 1)],
        };
        TournamentState { teams: play::teams(7), rounds: vec![first], ..TournamentState::default() }
    }

    #[test]
    fn a_legal_pairing_by_hand_passes_and_teams_that_did_not_play_may_meet() {
        let pairing = by_hand(2, &[(1, 4), (5, 6), (7, 3)], &[bye(2, ByeKind::PairingAllocated, 1)]);
        assert_eq!(judge(&rules(), &state(), &pairing), []);
        assert_eq!(refusal(&rules(), &[]), None);
        let again = by_hand(2, &[(4, 3), (5, 6), (7, 1)], &[bye(2, ByeKind::PairingAllocated, 1)]);
        assert_eq!(judge(&rules(), &state(), &again), []);
    }

    #[test]
    fn every_breach_is_named() {
        let mut state = state();
        state.teams[4].withdrawn_from = Some(2);
        let pairing = by_hand(3, &[(2, 1), (3, 3), (5, 8)], &[bye(7, ByeKind::PairingAllocated, 2)]);
        let breaches = judge(&rules(), &state, &pairing);
        let expected = [
            Breach::WrongRound { round: 3 },
            Breach::NamedTwice { team: team(3) },
            Breach::TakesNoPart { team: team(5), why: NotPaired::Withdrawn },
            Breach::UnknownTeam { team: team(8) },
            Breach::LeftOut { team: team(4) },
            Breach::LeftOut { team: team(6) },
            Breach::MetBefore { teams: (team(1), team(2)), round: 1 },
            Breach::AgainstItself { team: team(3) },
            Breach::ByeBarred { team: team(7), bar: ByeBar::HadBye { round: 1 } },
            Breach::ByeWorth { team: team(7) },
        ];
        assert_eq!(breaches, expected);
        let refused = refusal(&SwissRules { article: Some("4.5".into()), ..rules() }, &breaches).unwrap();
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::PairingBreaksRule, Some("4.5")));
        assert_eq!(breaches[6].to_string(), "teams 1 and 2 met in round 1");
    }

    #[test]
    fn byes_are_one_a_round_and_not_for_everybody() {
        let mut state = state();
        state.teams[1].first_round = 2;
        state.preassigned.push(PreassignedBye { round: 2, bye: bye(6, ByeKind::HalfPoint, 1) });
        state.forbidden.push(ForbiddenPair { teams: (team(4), team(1)), first_round: 1, last_round: 2 });
        let byes =
            [bye(3, ByeKind::PairingAllocated, 1), bye(2, ByeKind::PairingAllocated, 1), bye(5, ByeKind::FullPoint, 2)];
        let breaches = judge(&rules(), &state, &by_hand(2, &[(1, 4), (6, 7)], &byes));
        let expected = [
            Breach::KeptApart { teams: (team(1), team(4)) },
            Breach::SecondByeOfRound { team: team(2) },
            Breach::ByeBarred { team: team(3), bar: ByeBar::WonByForfeit { round: 1 } },
            Breach::ByeAfterLateEntry { team: team(2) },
            Breach::ByeNotFixed { team: team(5) },
            Breach::FixedByeMissing { team: team(6) },
        ];
        assert_eq!(breaches, expected);
    }
}

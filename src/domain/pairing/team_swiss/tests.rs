use std::collections::BTreeSet;

use super::colours::{Preference, preference};
use super::{Event, Preferences, Settings, baku, bye};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, history};
use crate::domain::pairing::field::{ByeBar, Field, ScoreKind, VirtualPoints, by_hand};
use crate::domain::pairing::state::{Bye, ByeKind, Conduct, PreassignedBye, TournamentState};
use crate::domain::pairing::tests::play::{self, points};
use crate::domain::pairing::{SwissRules, SwissSystem, draw};
use crate::domain::violation::{Fact, Rule};

fn rules(settings: Settings) -> SwissRules {
    play::rules(9, SwissSystem::TeamSwiss(settings))
}

/// Upfloaters of the top scoregroup, in the order of 3.5.
fn upfloaters(field: &Field) -> Vec<u32> {
    let settings = Settings::default();
    let event = Event { rules: &rules(settings.clone()), settings: &settings, field, round: 8 };
    let groups = event.scoregroups();
    let found = event.upfloaters(&groups, &mut vec![None; field.contenders.len()]).unwrap();
    found.iter().map(|floater| field.contenders[floater.place].number.0).collect()
}

/// The example of 3.5.4: three upfloaters are needed, two of them with 6 points (2, 6, 8) and one with 5 (1, 3, 5). The
/// residents 4, 7 and 9 have met each other; 10 has met all but the residents and the teams with 6 points, one of whom
/// must therefore stay. Whoever is `out` has met all residents.
fn sets_of_three(out: &[u32]) -> Vec<u32> {
    let scores = [(1, 5), (2, 6), (3, 5), (4, 8), (5, 5), (6, 6), (7, 8), (8, 6), (9, 8), (10, 0)];
    let teams: Vec<(u32, i32, &str)> = scores.iter().map(|(number, score)| (*number, *score, "")).collect();
    let mut met = vec![(4, 7), (4, 9), (7, 9), (10, 1), (10, 3), (10, 5), (10, 4), (10, 7), (10, 9)];
    met.extend(out.iter().flat_map(|team| [4, 7, 9].map(|resident| (*team, resident))));
    upfloaters(&by_hand(&teams, &met))
}

/// C0406.3.5x.
#[test]
fn sets_of_upfloaters_come_in_the_order_of_the_example() {
    let printed: [(&[u32], [u32; 3]); 9] = [
        (&[], [2, 6, 1]),
        (&[1], [2, 6, 3]),
        (&[1, 3], [2, 6, 5]),
        (&[6], [2, 8, 1]),
        (&[6, 1], [2, 8, 3]),
        (&[6, 1, 3], [2, 8, 5]),
        (&[2], [6, 8, 1]),
        (&[2, 1], [6, 8, 3]),
        (&[2, 1, 3], [6, 8, 5]),
    ];
    for (out, set) in printed {
        assert_eq!(sets_of_three(out), set, "without {out:?}");
    }
}

#[test]
fn scores_of_upfloaters_are_compared_from_the_lowest_up() {
    // two residents who have met; 6 has met 4 and 5, so that it is left with 3 or floats with it: 4 and 5 float
    let teams = [(1, 8, ""), (2, 8, ""), (3, 6, ""), (4, 5, ""), (5, 5, ""), (6, 3, "")];
    assert_eq!(upfloaters(&by_hand(&teams, &[(1, 2), (6, 4), (6, 5)])), [4, 5]);
    assert_eq!(upfloaters(&by_hand(&teams, &[(1, 2)])), [3, 4]);
    assert_eq!(upfloaters(&by_hand(&teams, &[])), [] as [u32; 0]);
}

/// White and Black wanted strongly (`W!`, `B!`) or mildly.
fn wish(kind: Preferences, colours: &str, last_round: bool) -> &'static str {
    match preference(kind, &history(colours), last_round) {
        None => "",
        Some(Preference { colour: Colour::White, strong: true }) => "W!",
        Some(Preference { colour: Colour::Black, strong: true }) => "B!",
        Some(Preference { colour: Colour::White, strong: false }) => "W",
        Some(Preference { colour: Colour::Black, strong: false }) => "B",
    }
}

#[test]
fn preferences_of_type_a() {
    let table = [
        ("", ""),
        ("W", ""),
        ("WB", ""),
        ("WW", "B"),
        ("BB", "W"),
        ("BWW", "B"),
        ("BBWW", "B"),
        ("WWBB", "W"),
        ("WBB", "W"),
        ("BBBWW", ""),
        ("WBW", ""),
        ("WW-B-", ""),
        ("W-W", "B"),
        ("WWWB", "B"),
    ];
    for (colours, expected) in table {
        assert_eq!(wish(Preferences::TypeA, colours, false), expected, "{colours}");
        assert_eq!(wish(Preferences::None, colours, false), "", "{colours}");
    }
}

#[test]
fn preferences_of_type_b() {
    let table = [
        ("", "", ""),
        ("W", "B", "B"),
        ("WB", "W", ""),
        ("BW", "B", ""),
        ("WW", "B!", "B!"),
        ("WBB", "W!", "W!"),
        ("WBW", "B", "B"),
        ("WWBB", "W!", "W!"),
        ("BBWW", "B!", "B!"),
        ("--", "", ""),
    ];
    for (colours, before, in_the_last_round) in table {
        assert_eq!(wish(Preferences::TypeB, colours, false), before, "{colours}");
        assert_eq!(wish(Preferences::TypeB, colours, true), in_the_last_round, "{colours}, last round");
    }
}

/// Who has White: the team with more points (1) or the other (2), and by which article.
fn white_of(kind: Preferences, first: &str, second: &str) -> (u32, &'static str) {
    let settings = Settings { preferences: kind, ..Settings::default() };
    let field = by_hand(&[(1, 4, first), (2, 2, second)], &[]);
    let event = Event { rules: &rules(settings.clone()), settings: &settings, field: &field, round: 5 };
    let (white, _, reason) = event.allocate_colours(&field.contenders[1], &field.contenders[0]);
    (white.0, reason.clause.article)
}

#[test]
fn colours_are_allocated_in_the_order_of_4_3() {
    use Preferences::{None as Nobody, TypeA, TypeB};
    assert_eq!(white_of(TypeA, "", "--"), (1, "4.3.1"));
    assert_eq!(white_of(TypeA, "WW", "WB"), (2, "4.3.2"));
    assert_eq!(white_of(TypeA, "WB", "WW"), (1, "4.3.2"));
    assert_eq!(white_of(TypeA, "WW", "BB"), (2, "4.3.3"));
    assert_eq!(white_of(TypeB, "WW", "BW"), (2, "4.3.4"));
    assert_eq!(white_of(TypeB, "BW", "WW"), (1, "4.3.4"));
    assert_eq!(white_of(TypeA, "WWW", "BWW"), (2, "4.3.5"));
    assert_eq!(white_of(Nobody, "WW", "W"), (2, "4.3.5"));
    assert_eq!(white_of(TypeA, "WBWB", "BWWB"), (1, "4.3.6"));
    assert_eq!(white_of(TypeA, "B-W", "WB"), (2, "4.3.6"), "unplayed rounds are moved to the front");
    assert_eq!(white_of(TypeA, "WW", "WW"), (2, "4.3.7"));
    assert_eq!(white_of(Nobody, "WW", "WW"), (2, "4.3.8"));
    assert_eq!(white_of(TypeA, "", "WB"), (2, "4.3.9"));
}

#[test]
fn the_first_team_has_more_points_then_more_of_the_other_score_then_the_smaller_number() {
    let settings = Settings::default();
    let mut field = by_hand(&[(1, 2, "W"), (3, 2, "W")], &[]);
    let white = |field: &Field, settings: &Settings| {
        let event = Event { rules: &rules(settings.clone()), settings, field, round: 5 };
        event.allocate_colours(&field.contenders[0], &field.contenders[1]).0.0
    };
    assert_eq!(white(&field, &settings), 3, "1 is first and alternates");
    field.contenders[1].secondary = 5;
    assert_eq!(white(&field, &settings), 1, "3 is first by the other score and alternates");
    assert_eq!(white(&field, &Settings { secondary_for_colours: false, ..settings.clone() }), 3);
    field.contenders[0].score = 4;
    assert_eq!(white(&field, &settings), 3, "1 is first by the primary score");
}

#[test]
fn a_late_number_counts_from_its_arrival() {
    // 1 and 2 enter in round 2: in round 1 the teams 3, 4, 5, 6 count as first to fourth
    let mut state = TournamentState { teams: play::teams(6), ..TournamentState::default() };
    state.teams[0].first_round = 2;
    state.teams[1].first_round = 2;
    let pairing = draw(&rules(Settings::default()), &state, 1).unwrap();
    let games: Vec<(u32, u32)> = pairing.matches.iter().map(|pair| (pair.white.0, pair.black.0)).collect();
    assert_eq!(games, [(3, 5), (6, 4)]);
    assert_eq!(pairing.not_paired.len(), 2);
}

#[test]
fn the_bye_passes_over_those_who_may_not_have_it_and_says_why() {
    let teams = [(1, 2, "W"), (2, 2, "B"), (3, 0, "W"), (4, 0, "B"), (5, 0, "-")];
    let mut field = by_hand(&teams, &[(1, 2), (1, 3)]);
    field.contenders[3].bye_bar = Some(ByeBar::FullPointBye { round: 1 });
    // 3, 4 and 5 are lowest; 4 is barred, and without 5 there is nobody for 1 but 4, and 2-3 are left
    let (place, passed_over) = bye(&field).unwrap();
    assert_eq!(field.contenders[place].number, TeamNumber(3), "of equal scores the most matches played come first");
    assert_eq!(passed_over.iter().map(|(team, clause)| (team.0, clause.article)).collect::<Vec<_>>(), [(4, "C2")]);
    for bar in [ByeBar::HadBye { round: 1 }, ByeBar::WonByForfeit { round: 1 }] {
        field.contenders.iter_mut().for_each(|team| team.bye_bar = Some(bar));
        assert!(bye(&field).is_none());
    }
}

#[test]
fn one_bye_fixed_for_the_round_is_the_only_one() {
    let mut state = TournamentState { teams: play::teams(9), ..TournamentState::default() };
    let pinned = Bye { team: TeamNumber(4), kind: ByeKind::PairingAllocated, points: points(1, 4) };
    state.preassigned.push(PreassignedBye { round: 1, bye: pinned });
    let pairing = draw(&rules(Settings::default()), &state, 1).unwrap();
    assert_eq!(pairing.byes.iter().map(|given| given.bye).collect::<Vec<_>>(), [pinned]);
    assert_eq!(pairing.matches.len(), 4);
    // with ten teams a second one would be needed
    state.teams = play::teams(10);
    assert_eq!(draw(&rules(Settings::default()), &state, 1).unwrap_err().rule, Rule::PairingBreaksRule);
}

#[test]
fn acceleration_is_the_published_table() {
    let numbers: Vec<TeamNumber> = (1..=50).map(TeamNumber).collect();
    let step = |first_round, last_round, last_team, match_points| VirtualPoints {
        first_round,
        last_round,
        first_team: TeamNumber(1),
        last_team: TeamNumber(last_team),
        match_points,
    };
    assert_eq!(baku(11, &numbers, 2, 1), [step(1, 3, 26, 2), step(4, 6, 26, 1)]);
    assert_eq!(baku(9, &numbers[..48], 2, 1), [step(1, 3, 24, 2), step(4, 5, 24, 1)]);
    assert_eq!(baku(14, &numbers[..49], 2, 1), [step(1, 4, 26, 2), step(5, 7, 26, 1)]);
    assert_eq!(baku(1, &numbers[..2], 2, 1), [step(1, 1, 2, 2)]);
    assert_eq!(baku(9, &[], 2, 1), []);
    let by_games = Settings { primary: ScoreKind::GamePoints, ..Settings::default() };
    let settings = Settings { virtual_points: baku(9, &numbers, 2, 1), ..by_games.clone() };
    let state = TournamentState { teams: play::teams(4), ..TournamentState::default() };
    assert!(draw(&rules(by_games), &state, 1).is_ok());
    assert_eq!(draw(&rules(settings), &state, 1).unwrap_err().rule, Rule::InvalidValue);
}

#[test]
fn teams_that_have_all_met_are_not_paired_but_refused() {
    let rules = play::rules(9, SwissSystem::TeamSwiss(Settings::default()));
    let mut event = play::Play::new(3, 6, 9, play::NONE);
    let mut met = BTreeSet::new();
    for round in 1..=5 {
        let Ok(pairing) = draw(&rules, &event.state, round) else { break };
        met.extend(play::pairs(&pairing));
        event.play(&pairing);
    }
    let round = event.state.rounds.len() as u32 + 1;
    let refused = draw(&rules, &event.state, round).unwrap_err();
    assert_eq!(refused.rule, Rule::NoLegalPairing);
    assert!(refused.detail.contains("chief arbiter decides"));
    assert_eq!(refused.facts["clause"], Fact::Text("3.3.3".into()));
    assert_eq!(refused.facts["teams_to_be_paired"], Fact::Number(6));
    assert!(met.len() >= 9);
}

#[test]
fn only_the_next_round_of_the_event_is_paired() {
    let state = TournamentState { teams: play::teams(4), ..TournamentState::default() };
    for round in [0, 2, 10] {
        assert_eq!(draw(&rules(Settings::default()), &state, round).unwrap_err().rule, Rule::InvalidValue);
    }
    let mut twice = state.clone();
    twice.teams.push(twice.teams[0].clone());
    assert_eq!(draw(&rules(Settings::default()), &twice, 1).unwrap_err().rule, Rule::InvalidValue);
    let nobody = TournamentState::default();
    assert!(draw(&rules(Settings::default()), &nobody, 1).unwrap().matches.is_empty());
}

#[test]
fn a_round_without_a_played_match_gives_no_colour_and_the_reason_shows_it() {
    let rules = play::rules(9, SwissSystem::TeamSwiss(Settings::default()));
    let mut event = play::Play::new(5, 4, 9, play::NONE);
    let first = draw(&rules, &event.state, 1).unwrap();
    event.play(&first);
    event.state.rounds[0].matches[0].conduct = Conduct::LostByBoth;
    let pairing = draw(&rules, &event.state, 2).unwrap();
    let mut shown: Vec<String> = Vec::new();
    for pair in &pairing.matches {
        let colour = &pair.reason.colour;
        shown.push(format!("{} {}", pair.white, colour.white_history));
        shown.push(format!("{} {}", pair.black, colour.black_history));
    }
    shown.sort_unstable();
    assert_eq!(shown, ["1 -", "2 B", "3 -", "4 W"]);
}

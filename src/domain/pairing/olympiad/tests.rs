use std::collections::BTreeSet;

use super::scrutiny::Scrutiny;
use super::{Collisions, Event, OrderInGroup, Profile, Settings, bye, ranking};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, history};
use crate::domain::pairing::field::{ByeBar, Field, ScoreKind, by_hand};
use crate::domain::pairing::matching::graph::Graph;
use crate::domain::pairing::olympiad::colours::Limits;
use crate::domain::pairing::state::{Bye, ByeKind, PreassignedBye, TournamentState};
use crate::domain::pairing::tests::play::{self, points};
use crate::domain::pairing::{PairedMatch, SwissRules, SwissSystem, draw};
use crate::domain::violation::{Fact, Rule};

fn rules(settings: Settings) -> SwissRules {
    play::rules(11, SwissSystem::Olympiad(settings))
}

fn pair(field: &Field) -> Vec<PairedMatch> {
    let settings = Settings::olympiad_2022();
    let event = Event { rules: &rules(settings), settings: &settings, field };
    event.pair_all().unwrap().into_iter().map(|(pair, _)| pair).collect()
}

/// `1-3 2-4`, the better number first, sorted.
fn shown(pairs: &[PairedMatch]) -> String {
    let mut shown: Vec<(u32, u32)> =
        pairs.iter().map(|pair| (pair.white.min(pair.black).0, pair.white.max(pair.black).0)).collect();
    shown.sort_unstable();
    shown.iter().map(|(one, other)| format!("{one}-{other}")).collect::<Vec<_>>().join(" ")
}

/// Teams 1, 2, 3 … with these scores; colours that limit nobody.
fn field(scores: &[i32], met: &[(u32, u32)]) -> Field {
    let colours = ["W", "B"];
    let teams: Vec<(u32, i32, &str)> =
        (1..).zip(scores).map(|(number, score)| (number, *score, colours[number as usize % 2])).collect();
    by_hand(&teams, met)
}

fn float_article(pairs: &[PairedMatch], team: u32) -> &'static str {
    let mut floats = pairs.iter().flat_map(|pair| &pair.reason.floats);
    floats.find(|float| float.team == TeamNumber(team)).unwrap().clause.article
}

/// Olym2022.F1 (8.2.1).
#[test]
fn below_the_median_the_highest_team_floats_up_to_the_lowest_it_has_not_met() {
    let pairs = pair(&field(&[4, 4, 4, 4, 2, 2, 2, 0], &[(7, 8)]));
    assert_eq!(shown(&pairs), "1-3 2-4 5-7 6-8");
    assert_eq!(float_article(&pairs, 8), "8.2.1");
}

/// Olym2022.F2 (8.2.2).
#[test]
fn the_second_highest_floats_if_the_rest_could_not_be_paired() {
    let scores = [6, 6, 6, 6, 6, 4, 4, 2, 2, 2, 0, 0];
    let pairs = pair(&field(&scores, &[(9, 10)]));
    assert_eq!(shown(&pairs), "1-3 2-4 5-6 7-9 8-10 11-12");
    assert_eq!(float_article(&pairs, 9), "8.2.2");
    assert_eq!(float_article(&pairs, 5), "8.3.1");
}

/// Olym2022.F3 (8.2.3).
#[test]
fn a_floater_with_a_possible_opponent_in_the_adjacent_group_is_preferred() {
    let scores = [6, 6, 6, 6, 6, 4, 4, 2, 2, 2, 0, 0];
    let pairs = pair(&field(&scores, &[(6, 8), (7, 8)]));
    assert_eq!(shown(&pairs), "1-3 2-4 5-6 7-9 8-10 11-12");
    assert_eq!(float_article(&pairs, 9), "8.2.3");
}

/// Olym2022.F4 (8.2.4).
#[test]
fn a_floater_without_any_opponent_goes_one_group_further() {
    let met = [(6, 8), (6, 9), (6, 10), (7, 8), (7, 9), (7, 10)];
    let pairs = pair(&field(&[6, 6, 6, 6, 6, 4, 4, 2, 2, 2], &met));
    assert_eq!(shown(&pairs), "1-3 2-4 5-8 6-7 9-10");
}

/// Olym2022.F5 (8.3.1).
#[test]
fn above_the_median_the_lowest_team_floats_down_to_the_highest_it_has_not_met() {
    let pairs = pair(&field(&[6, 6, 6, 4, 4, 4, 4, 0], &[(3, 4)]));
    assert_eq!(shown(&pairs), "1-2 3-5 4-6 7-8");
    assert_eq!(float_article(&pairs, 3), "8.3.1");
}

/// Olym2022.F6 (9.4, 9.5).
#[test]
fn a_team_that_has_met_its_whole_group_floats_and_the_group_keeps_what_it_can() {
    let pairs = pair(&field(&[6, 6, 6, 6, 4, 4, 4, 4], &[(1, 2), (1, 3), (1, 4)]));
    assert_eq!(shown(&pairs), "1-5 2-3 4-6 7-8");
    assert_eq!(float_article(&pairs, 1), "9.4");
    assert_eq!(float_article(&pairs, 4), "8.3.1");
}

/// Olym2022.F7 (7.2).
#[test]
fn in_round_1_odd_numbers_of_the_upper_half_have_the_colour_of_the_lot() {
    for (lot, expected) in
        [(Colour::White, [(1, 5), (6, 2), (3, 7), (8, 4)]), (Colour::Black, [(5, 1), (2, 6), (7, 3), (4, 8)])]
    {
        let rules = SwissRules { initial_colour: lot, ..rules(Settings::olympiad_2022()) };
        let state = TournamentState { teams: play::teams(8), ..TournamentState::default() };
        let pairing = draw(&rules, &state, 1).unwrap();
        let games: Vec<(u32, u32)> = pairing.matches.iter().map(|pair| (pair.white.0, pair.black.0)).collect();
        assert_eq!(games, expected);
        assert!(pairing.matches.iter().all(|pair| pair.reason.colour.clause.article == "7.2"));
    }
}

/// Who gets White, the higher-ranked team (1) or the other (2), and by which article.
fn white_of(higher: &str, lower: &str) -> (u32, &'static str) {
    let settings = Settings::olympiad_2022();
    let field = by_hand(&[(1, 2, higher), (2, 2, lower)], &[]);
    let event = Event { rules: &rules(settings), settings: &settings, field: &field };
    let (white, _, reason) = event.allocate_colours(&field.contenders[0], &field.contenders[1]);
    (white.0, reason.clause.article)
}

/// Olym2022.F8 (7.5) and F9 (7.6).
#[test]
fn colours_are_equalised_first_and_then_alternated() {
    assert_eq!(white_of("WW-B", "BWBW"), (2, "7.5"));
    assert_eq!(white_of("WBWB", "BWWB"), (1, "7.6"));
    assert_eq!(white_of("BW", "BW"), (2, "7.6"));
    assert_eq!(white_of("BBW", "BBW"), (1, "7.6"), "at -1 the higher-ranked team is equalised before it alternates");
    assert_eq!(white_of("WWB", "WWB"), (2, "7.6"));
    assert_eq!(white_of("B-", "-B"), (1, "7.6"), "an unplayed match gives no colour");
    assert_eq!(white_of("", "WB"), (2, "7.6"));
    assert_eq!(white_of("--", ""), (1, "7.2"));
}

#[test]
fn a_third_equal_colour_and_a_difference_of_three_are_avoided_even_against_equalisation() {
    // 1 is at 0 and had White twice, 2 is at +1: equalisation would give 1 a third White
    assert_eq!(white_of("BBWW", "WBW"), (2, "7.3"));
    assert_eq!(white_of("BWW", "WBWBW"), (2, "7.6"), "alternation agrees with the limits here");
    assert!(!Limits::of(&history("WBWW")).agree(Limits::of(&history("WW"))));
    assert!(Limits::of(&history("WBWW")).agree(Limits::of(&history("BB"))));
    assert!(Limits::of(&history("WBW")).agree(Limits::of(&history("WBW"))));
}

/// Olym2022.F10 (7.4).
#[test]
fn the_colour_limits_are_set_aside_where_keeping_them_would_make_more_floaters() {
    let teams = [(1, 4, "WW"), (2, 4, "WW"), (3, 2, "BW"), (4, 2, "WB")];
    assert_eq!(shown(&pair(&by_hand(&teams, &[]))), "1-2 3-4");
    // with a way to keep them and the pairs of the group, they are kept
    let teams = [(1, 4, "WW"), (2, 4, "BW"), (3, 4, "WW"), (4, 4, "WB"), (5, 2, "W"), (6, 2, "B")];
    let pairs = pair(&by_hand(&teams, &[]));
    assert_eq!(shown(&pairs), "1-4 2-3 5-6");
    assert_eq!(pairs.iter().find(|pair| pair.white.0 == 4).unwrap().reason.clause.article, "7.3");
}

fn attempts() -> Vec<&'static str> {
    let published = include_str!("../../../../tests/golden/swiss/olympiad_attempts_of_six.txt");
    published.lines().map(str::trim).filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).collect()
}

fn six(may_meet: Graph, collisions: Collisions) -> Option<String> {
    let scrutiny = Scrutiny { may_meet: may_meet.into(), limits: vec![Limits::of(&history("")); 6], collisions };
    let pairs = scrutiny.pair(Profile::Olympiad2022)?;
    Some(pairs.iter().map(|((one, other), _)| format!("{}-{}", one + 1, other + 1)).collect::<Vec<_>>().join(" "))
}

/// Olym2022.9.3x: whatever two of six teams have met before, the first row of the printed table without a second meeting is taken.
#[test]
fn the_attempts_for_six_teams_are_the_printed_ones() {
    let rows: Vec<&str> = attempts().into_iter().map(|row| row.split_once(' ').unwrap().1.trim()).collect();
    assert_eq!(rows.len(), 15);
    let all: Vec<(usize, usize)> = (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other))).collect();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for met in 0..1u32 << all.len() {
        let mut may_meet = Graph::complete(6);
        let mut allowed: BTreeSet<String> = BTreeSet::new();
        for (index, (one, other)) in all.iter().enumerate() {
            if met >> index & 1 == 1 {
                may_meet.part(*one, *other);
            } else {
                allowed.insert(format!("{}-{}", one + 1, other + 1));
            }
        }
        let first = rows.iter().find(|row| row.split(' ').all(|pair| allowed.contains(pair)));
        assert_eq!(six(may_meet, Collisions::TeamByTeam).as_deref(), first.copied());
        taken.extend(first);
    }
    assert_eq!(taken.len(), 15);
}

#[test]
fn the_annex_exchanges_in_the_lower_half_before_a_half_meets_itself() {
    let mut may_meet = Graph::complete(6);
    [(1, 4), (1, 5), (2, 4)].iter().for_each(|(one, other)| may_meet.part(*one, *other));
    assert_eq!(six(may_meet.clone(), Collisions::TeamByTeam).unwrap(), "1-4 2-3 5-6");
    assert_eq!(six(may_meet, Collisions::LowerHalfFirst).unwrap(), "1-5 2-4 3-6");
}

#[test]
fn the_median_of_88_teams_is_the_45th() {
    let scores: Vec<i32> = (1..=88).map(|place| if place <= 44 { 11 } else { 10 }).collect();
    let pairs = pair(&field(&scores, &[]));
    assert!(pairs.iter().all(|pair| pair.reason.floats.is_empty()));
    // the 44 teams above are even in number: were they the median group, they would be paired last and the same
    let odd: Vec<i32> = (1..=88).map(|place| if place <= 43 { 11 } else { 10 }).collect();
    let pairs = pair(&field(&odd, &[]));
    let floats: Vec<_> = pairs.iter().flat_map(|pair| &pair.reason.floats).collect();
    assert_eq!(floats.len(), 1, "43 teams above the median group give one, and the group takes it");
    assert_eq!((floats[0].team, floats[0].clause.article), (TeamNumber(43), "8.3.1"));
}

#[test]
fn the_bye_goes_to_the_lowest_ranked_team_that_may_have_it() {
    let mut field = field(&[2, 2, 2, 2, 2, 2, 2, 4, 4], &[]);
    field.contenders[6].bye_bar = Some(ByeBar::HadBye { round: 1 });
    field.contenders[5].bye_bar = Some(ByeBar::WonByForfeit { round: 1 });
    field.contenders[4].entered_late = true;
    let (place, passed_over) = bye(&field, &Settings::olympiad_2022()).unwrap();
    assert_eq!(field.contenders[place].number, TeamNumber(4));
    let passed_over: Vec<(u32, &str)> = passed_over.iter().map(|(team, clause)| (team.0, clause.article)).collect();
    assert_eq!(passed_over, [(7, "4.2.1"), (6, "4.2.2"), (5, "4.2.3")]);
}

#[test]
fn the_usual_bye_is_worth_what_the_text_says() {
    assert_eq!(Settings::olympiad_2022().usual_bye(4), points(1, 4));
    assert_eq!(Settings::annex_d_1998().usual_bye(2), points(1, 2));
    assert_eq!(Settings::annex_d_1998().usual_bye(3), points(1, 3));
}

#[test]
fn round_1_is_the_upper_half_against_the_lower_half_in_both_profiles() {
    for settings in [Settings::olympiad_2022(), Settings::annex_d_1998()] {
        let state = TournamentState { teams: play::teams(120), ..TournamentState::default() };
        let pairing = draw(&rules(settings), &state, 1).unwrap();
        assert_eq!(play::pairs(&pairing), (1..=60).map(|number| (number, number + 60)).collect());
    }
}

#[test]
fn the_annex_ranks_by_game_points_and_the_rules_of_2022_by_match_points() {
    let mut state = TournamentState { teams: play::teams(8), ..TournamentState::default() };
    // match points say 1-4 against 5-8, game points say odd against even
    for team in &mut state.teams {
        let number = team.number.0;
        team.adjustment = points(if number <= 4 { 2 } else { 0 }, if number % 2 == 1 { 6 } else { 2 });
    }
    let drawn = |settings| play::pairs(&draw(&rules(settings), &state, 1).unwrap());
    assert_eq!(drawn(Settings::olympiad_2022()), [(1, 3), (2, 4), (5, 7), (6, 8)].into());
    assert_eq!(drawn(Settings::annex_d_1998()), [(1, 5), (2, 6), (3, 7), (4, 8)].into());
    assert_eq!(Settings::annex_d_1998().score, ScoreKind::GamePoints);
}

#[test]
fn the_other_score_may_order_a_group() {
    let mut field = field(&[2, 2, 2, 2], &[]);
    [1, 2, 3, 4].iter().zip(&mut field.contenders).for_each(|(score, team)| team.secondary = *score);
    let order = |order| ranking(&field, &Settings { order, ..Settings::olympiad_2022() });
    assert_eq!(order(OrderInGroup::Number), [0, 1, 2, 3]);
    assert_eq!(order(OrderInGroup::OtherScore), [3, 2, 1, 0]);
}

#[test]
fn matches_are_published_by_the_higher_score_then_the_sum_then_the_better_number() {
    let mut state = TournamentState { teams: play::teams(8), ..TournamentState::default() };
    for (team, score) in state.teams.iter_mut().zip([4, 2, 4, 4, 0, 0, 2, 0]) {
        team.adjustment = points(score, 0);
    }
    let pairing = draw(&rules(Settings::olympiad_2022()), &state, 1).unwrap();
    let shown: Vec<(u32, u32)> =
        pairing.matches.iter().map(|p| (p.white.0.min(p.black.0), p.white.0.max(p.black.0))).collect();
    assert_eq!(shown, [(1, 3), (2, 4), (5, 7), (6, 8)]);
}

#[test]
fn without_a_legal_pairing_the_refusal_says_so() {
    let mut state = TournamentState { teams: play::teams(2), ..TournamentState::default() };
    let rules = SwissRules { article: Some("4.5".into()), ..rules(Settings::annex_d_1998()) };
    let first = draw(&rules, &state, 1).unwrap();
    let mut event = play::Play::new(1, 2, 11, play::NONE);
    event.play(&first);
    state.rounds = event.state.rounds;
    let refused = draw(&rules, &state, 2).unwrap_err();
    assert_eq!((refused.rule, refused.article.as_deref()), (Rule::NoLegalPairing, Some("4.5")));
    assert_eq!(refused.facts["without_opponent"], Fact::List(vec!["1".into(), "2".into()]));
    // a bye fixed for one of them leaves the other one alone, who can have the bye
    let fixed = Bye { team: TeamNumber(1), kind: ByeKind::HalfPoint, points: points(1, 4) };
    state.preassigned.push(PreassignedBye { round: 2, bye: fixed });
    let pairing = draw(&rules, &state, 2).unwrap();
    assert_eq!(pairing.byes.iter().map(|given| given.bye.team.0).collect::<Vec<_>>(), [1, 2]);
}

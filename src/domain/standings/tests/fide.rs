use proptest::prelude::*;

use super::{met, row, with_result};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{BoardResult, Colour, GameResult, MatchPointScale, MatchResult};
use crate::domain::standings::{
    ByeKind, Cut, Edition, GroupBye, GroupMatch, GroupResults, Method, Outcome, PairingMode, RankingRules, Reason,
    Score, Standings, Terms, TieBreak, Value, crosstable, standings,
};
use crate::domain::violation::Rule;

fn terms() -> Terms {
    Terms::of(Edition::Of2026, Score::MatchPoints)
}

fn rules(codes: &str, terms: Terms) -> RankingRules {
    RankingRules::of_codes(codes, MatchPointScale::TWO_ONE_NIL, terms).unwrap()
}

fn swiss(teams: u32, rounds_started: u32, matches: Vec<GroupMatch>) -> GroupResults {
    GroupResults {
        pairing: PairingMode::Swiss,
        teams: (1..=teams).map(TeamNumber).collect(),
        boards: 4,
        rounds_started,
        matches,
        byes: Vec::new(),
        exclusions: Vec::new(),
        adjustments: Vec::new(),
    }
}

fn forfeit(round: u32, winner: u32, loser: u32) -> GroupMatch {
    with_result(round, winner, loser, MatchResult::forfeit_win(true, 4))
}

fn bye(round: u32, team: u32, kind: ByeKind) -> GroupBye {
    let (game_points, match_points) = match kind {
        ByeKind::FullPoint => (GamePoints(8), MatchPoints(2)),
        ByeKind::PairingAllocated | ByeKind::HalfPoint => (GamePoints(4), MatchPoints(1)),
        ByeKind::ZeroPoint | ByeKind::Free => (GamePoints::ZERO, MatchPoints::ZERO),
    };
    GroupBye { round, team: TeamNumber(team), kind, game_points, match_points }
}

fn table(facts: &GroupResults, codes: &str) -> Standings {
    standings(facts, &rules(codes, terms()), None).unwrap()
}

/// The value of the last code of the list.
fn value(facts: &GroupResults, codes: &str, team: u32) -> String {
    row(&table(facts, codes), team).criteria.last().unwrap().outcome.value().map_or("-".to_owned(), Value::to_string)
}

/// What the rounds of a team were worth: `4*` a virtual opponent, `(4)` left out.
fn working(facts: &GroupResults, terms: Terms, code: &str, team: u32) -> String {
    let table = standings(facts, &rules(code, terms), None).unwrap();
    let Outcome::Value { working, .. } = &row(&table, team).criteria[0].outcome else { panic!("applied") };
    let shown = working.iter().map(|part| {
        let points = format!("{}{}", part.points, if part.virtual_opponent { "*" } else { "" });
        if part.left_out { format!("({points})") } else { points }
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn codes_are_read_with_their_modifiers_and_written_in_one_way() {
    for (code, written) in [
        ("bh-c1", "BH/C1"),
        ("BH:GP-C1", "BH:GP/C1"),
        ("BH:MP/C1/P", "BH:MP/C1/P"),
        ("EMGSB/C1/P", "EMGSB/C1/P"),
        ("BH/M2", "BH/M2"),
        ("EDET/P", "EDET/P"),
        ("fb:gp", "FB:GP"),
        ("BH/F/C1", "FB/C1"),
        ("AOB/F", "AOB/F"),
        ("SSSC/K5", "SSSC/K5"),
        ("KS/L+1", "KS/L+1"),
        ("KS:GP/L-2", "KS:GP/L-2"),
        ("GE", "REP"),
        ("MPTS", "MP"),
        ("mpvgp", "MPvGP"),
        ("TPN/R", "TPN/R"),
    ] {
        let read = TieBreak::read(code).unwrap();
        assert_eq!(read.to_string(), written);
        assert_eq!(TieBreak::read(written), Ok(read), "{written}");
    }
    let median = TieBreak::read("BH:GP/M1").unwrap();
    assert_eq!((median.method, median.score, median.cut), (Method::Buchholz, Some(Score::GamePoints), Cut::Both(1)));
}

#[test]
fn what_is_no_tie_break_of_teams_is_refused_by_name() {
    for code in [
        "", "BHX", "BH:XP", "BH/C0", "BH/C", "BH/Q1", "BH/C1/C1", "BH/C1/M1", "BC/C1", "EMMSB:GP", "SSSC/K0", "KS/L1",
        "PS/M1", "EDE/R", "SB/F", "ARO", "TPR", "BPG", "OTHER_X", "BH/½", "½", "MP/C1",
    ] {
        let refusal = TieBreak::read(code).unwrap_err();
        assert_eq!((refusal.rule, &refusal.facts["tie_break"]), (Rule::RulebookInvalid, &code.into()), "{code}");
    }
}

#[test]
fn buchholz_and_what_is_made_of_it_are_refused_in_a_round_robin() {
    let mut facts = swiss(4, 1, vec![met(1, 1, 2, 5), met(1, 3, 4, 4)]);
    facts.pairing = PairingMode::RoundRobin;
    for edition in Edition::ALL {
        for code in ["BH", "BH:GP/C1", "FB", "AOB", "SSSC"] {
            let list = rules(&format!("MP,{code}"), Terms::of(edition, Score::MatchPoints));
            let refusal = standings(&facts, &list, None).unwrap_err();
            assert_eq!((refusal.rule, refusal.article.as_deref()), (Rule::TieBreakNotAllowed, Some(code)));
        }
    }
    assert!(standings(&facts, &rules("MP,GP,EDE,EMMSB,KS,BC,TPN", terms()), None).is_ok());
}

/// Team 1: beat 2, half-point bye, beat 3, then left.
fn left_after_round_3() -> GroupResults {
    let mut facts = swiss(
        6,
        5,
        vec![
            met(1, 1, 2, 6),
            met(1, 3, 4, 4),
            met(1, 5, 6, 4),
            met(2, 2, 3, 5),
            met(2, 4, 5, 5),
            met(3, 1, 3, 5),
            met(3, 2, 4, 4),
            met(3, 5, 6, 8),
            met(4, 2, 5, 5),
            met(4, 3, 6, 8),
            met(5, 2, 6, 8),
            met(5, 3, 5, 6),
        ],
    );
    facts.byes =
        vec![bye(2, 1, ByeKind::HalfPoint), bye(2, 6, ByeKind::PairingAllocated), bye(4, 4, ByeKind::PairingAllocated)];
    facts
}

#[test]
fn opponents_see_the_byes_of_a_team_that_left_as_draws() {
    let facts = left_after_round_3();
    // 1 has 5 match points; rounds 4 and 5 count as draws for 2 and 3, the bye of round 2 with what it brought
    assert_eq!(row(&table(&facts, "MP"), 1).tally.match_points, MatchPoints(5));
    assert_eq!(working(&facts, terms(), "BH", 3).split(' ').nth(2), Some("7"), "round 3, against 1");
    // rounds without a match are shown, against a virtual opponent with the own score, at most five draws
    assert_eq!(working(&facts, terms(), "BH", 1), "7 5* 5 5* 5*");
    assert_eq!(working(&facts, terms(), "EMMSB", 1), "14 5* 10 0* 0*");
}

#[test]
fn the_editions_differ_in_the_limit_of_virtual_opponents() {
    // 1 scores 8 in 4 rounds, one of them without play against 2, whose draws are worth at most 4
    let facts = swiss(
        4,
        4,
        vec![
            forfeit(1, 1, 2),
            met(1, 3, 4, 4),
            met(2, 1, 3, 6),
            met(2, 2, 4, 4),
            met(3, 1, 4, 6),
            met(3, 2, 3, 4),
            met(4, 1, 3, 6),
            met(4, 2, 4, 4),
        ],
    );
    let of = |edition| Terms::of(edition, Score::MatchPoints);
    assert_eq!(working(&facts, of(Edition::Of2023), "BH", 1), "8* 2 3 2");
    assert_eq!(working(&facts, of(Edition::Of2026), "BH", 1), "3* 2 3 2", "the scheduled opponent has 3");
    assert_eq!(working(&facts, of(Edition::Of2026), "BH", 2), "3* 3 2 3", "its own 3, below the 8 of team 1");
    // lost without play, so that it adds less than the weakest opponent: then that one goes (art. 16.5)
    assert_eq!(working(&facts, of(Edition::Of2026), "EMMSB/C1", 2), "0* 3 (2) 3");

    let mut bye_instead = facts;
    bye_instead.matches.remove(0);
    bye_instead.byes = vec![bye(1, 1, ByeKind::FullPoint), bye(1, 2, ByeKind::ZeroPoint)];
    assert_eq!(working(&bye_instead, of(Edition::Of2023), "BH", 1), "8* 2 3 2");
    assert_eq!(working(&bye_instead, of(Edition::Of2026), "BH", 1), "4* 2 3 2", "four draws");
}

#[test]
fn a_cut_takes_a_voluntary_unplayed_round_before_a_weaker_opponent() {
    let facts = left_after_round_3();
    // of the weakest value 5 the first round left unplayed goes, then the other ones
    assert_eq!(working(&facts, terms(), "BH/C1", 1), "7 (5*) 5 5* 5*");
    assert_eq!(working(&facts, terms(), "BH/C3", 1), "7 (5*) 5 (5*) (5*)");
    assert_eq!(working(&facts, terms(), "BH/M1", 1), "(7) (5*) 5 5* 5*");
    // nothing voluntary: the weakest opponent, whatever was scored against it
    assert_eq!(working(&facts, terms(), "BH", 2), "7 5 6 3 2");
    assert_eq!(working(&facts, terms(), "BH/C2", 2), "7 5 6 (3) (2)");
    assert_eq!(working(&facts, terms(), "EMMSB/C1", 1), "14 5* 10 (0*) 0*", "of equal worth the lowest product");
}

#[test]
fn an_encounter_of_a_swiss_ignores_forfeits_unless_the_code_says_otherwise() {
    let facts = swiss(2, 1, vec![forfeit(1, 2, 1)]);
    let without = table(&facts, "DE");
    assert_eq!(row(&without, 1).criteria[0].outcome, Outcome::NotApplied(Reason::NotAllMet));
    let with = table(&facts, "DE/P");
    assert_eq!((row(&with, 2).rank, row(&with, 1).rank), (1, 2));
    let Outcome::Value { working, .. } = &row(&with, 1).criteria[0].outcome else { panic!("applied") };
    assert!(working[0].forfeit);

    let mut round_robin = facts;
    round_robin.pairing = PairingMode::RoundRobin;
    assert_eq!(row(&table(&round_robin, "DE"), 1).rank, 2);
}

#[test]
fn a_team_is_first_in_an_encounter_with_gaps_when_no_missing_match_could_change_it() {
    // 1 beat 2 and 3, who have not met: first whatever they would have done
    let facts = swiss(3, 2, vec![met(1, 1, 2, 5), met(2, 1, 3, 5)]);
    assert_eq!(
        table(&facts, "DE").rows.iter().map(|row| (row.rank, row.team.0)).collect::<Vec<_>>(),
        [(1, 1), (2, 2), (2, 3)]
    );
    // a draw with 3: who would have beaten 2 could have drawn level
    let facts = swiss(3, 2, vec![met(1, 1, 2, 5), met(2, 1, 3, 4)]);
    assert!(table(&facts, "DE").rows.iter().all(|row| row.rank == 1));
}

#[test]
fn own_rounds_are_counted_by_article_7() {
    let facts = left_after_round_3();
    let of = |code, team| value(&facts, code, team);
    assert_eq!(
        (of("WIN", 1), of("WON", 1), of("REP", 1), of("STD", 1)),
        ("2".into(), "2".into(), "2".into(), "2½".into())
    );
    assert_eq!((of("PS", 1), of("PS/C1", 1)), ("20".into(), "18".into()), "2 3 5 5 5");
    assert_eq!((of("REP", 4), of("STD", 4)), ("4".into(), "2½".into()), "left after round 4");
    let by_forfeit = swiss(2, 1, vec![forfeit(1, 1, 2)]);
    assert_eq!((value(&by_forfeit, "WIN", 1), value(&by_forfeit, "WON", 1)), ("1".into(), "0".into()));
    assert_eq!((value(&by_forfeit, "REP", 1), value(&by_forfeit, "REP", 2)), ("1".into(), "0".into()));
    assert_eq!(table(&by_forfeit, "TPN").rows[0].team, TeamNumber(1));
    assert_eq!(table(&by_forfeit, "TPN/R").rows[0].team, TeamNumber(2));
}

#[test]
fn koya_counts_points_against_opponents_with_half_of_the_possible_score() {
    let facts = left_after_round_3();
    // 2 has 7 of 10, 3 has 5, 5 has 3: team 1 met 2 and 3, and itself in the rounds that it missed
    assert_eq!(value(&facts, "KS", 1), "5");
    assert_eq!(value(&facts, "KS/L+1", 1), "2", "3 and its own score no longer reach 5½");
    assert_eq!(value(&facts, "KS", 2), "3", "against 1 nothing, against 3 two, against 4 one");
}

#[test]
fn the_last_round_counts_as_drawn_in_a_fore_buchholz() {
    let facts = swiss(4, 2, vec![met(1, 1, 2, 8), met(1, 3, 4, 8), met(2, 1, 3, 8), met(2, 2, 4, 8)]);
    assert_eq!((value(&facts, "BH", 1), value(&facts, "FB", 1)), ("4".into(), "4".into()));
    assert_eq!((value(&facts, "BH", 4), value(&facts, "FB", 4)), ("4".into(), "4".into()));
    assert_eq!((value(&facts, "BH:GP", 2), value(&facts, "FB:GP", 2)), ("8".into(), "8".into()));
    assert_eq!((value(&facts, "BH", 2), value(&facts, "FB", 2)), ("4".into(), "4".into()));
    assert_eq!((value(&facts, "BH", 3), value(&facts, "FB", 3)), ("4".into(), "4".into()));
    let uneven = swiss(4, 2, vec![met(1, 1, 2, 8), met(1, 3, 4, 8), met(2, 1, 4, 8), met(2, 2, 3, 4)]);
    assert_eq!((value(&uneven, "BH", 1), value(&uneven, "FB", 1)), ("1".into(), "2".into()));
    // a round is still to come: plain Buchholz
    let before_the_last = Terms { rounds: Some(3), ..terms() };
    assert_eq!(working(&uneven, before_the_last, "FB", 1), working(&uneven, terms(), "BH", 1));
}

#[test]
fn the_divisor_of_the_schedule_is_that_of_the_event() {
    // 11 rounds of 4 boards: 22 by 4 makes 5; by game points 9 rounds: 36 by 2 makes 18
    let facts = swiss(2, 1, vec![met(1, 1, 2, 8)]);
    let of = |terms, team: u32| {
        let table = standings(&facts, &rules("SSSC", terms), None).unwrap();
        row(&table, team).criteria[0].outcome.value().unwrap().to_string()
    };
    assert_eq!(of(Terms { rounds: Some(11), ..terms() }, 2), "2/5");
    assert_eq!(of(Terms { rounds: Some(9), ..Terms::of(Edition::Of2026, Score::GamePoints) }, 2), "2/9");
    assert_eq!(value(&facts, "SSSC/K4", 2), "½");
}

#[test]
fn an_unfinished_match_is_no_element_of_a_tie_break() {
    let mut facts = swiss(4, 2, vec![met(1, 1, 2, 5), met(1, 3, 4, 5), met(2, 2, 4, 5)]);
    facts.matches.push(GroupMatch::unfinished(2, TeamNumber(1), TeamNumber(3), Vec::new()));
    assert!(table(&facts, "MP,BH").provisional);
    assert_eq!(working(&facts, terms(), "BH", 1), "2");
    assert_eq!(working(&facts, terms(), "BH", 2), "2 0");
}

#[test]
fn the_average_of_buchholz_is_of_opponents_met_over_the_board() {
    let facts = swiss(4, 2, vec![met(1, 1, 2, 8), met(1, 3, 4, 8), forfeit(2, 1, 3), met(2, 2, 4, 8)]);
    // 2 met 1 (Buchholz 2, and 2 of the forfeit) and 4 (2 and 2)
    assert_eq!(value(&facts, "BH", 1), "4");
    assert_eq!(value(&facts, "BH", 4), "4");
    assert_eq!(value(&facts, "AOB", 2), "4");
    assert_eq!(value(&facts, "AOB", 1), "4", "of team 2 alone: 4 and 0");
}

fn with_boards(round: u32, home: u32, away: u32, results: [GameResult; 4]) -> GroupMatch {
    let games =
        (1..).zip(results).map(|(board, result)| BoardResult { board, game: 1, home_colour: Colour::White, result });
    GroupMatch::with_boards(round, TeamNumber(home), TeamNumber(away), games.collect(), 4).unwrap()
}

#[test]
fn the_lower_board_count_comes_first_between_teams_with_equal_game_points() {
    use GameResult::{BlackForfeitWin, BlackWin, Draw, WhiteForfeitWin, WhiteWin};
    let facts = swiss(
        4,
        1,
        vec![
            with_boards(1, 1, 2, [BlackWin, Draw, Draw, WhiteForfeitWin]),
            with_boards(1, 3, 4, [WhiteWin, Draw, Draw, BlackForfeitWin]),
        ],
    );
    let counted = table(&facts, "MP,GP,BC");
    let shown: Vec<(u32, u32, String)> = counted
        .rows
        .iter()
        .map(|row| (row.rank, row.team.0, row.criteria[2].outcome.value().unwrap().to_string()))
        .collect();
    let line = |rank, team, count: &str| (rank, team, count.to_owned());
    assert_eq!(shown, [line(1, 2, "3½"), line(1, 3, "3½"), line(3, 1, "6½"), line(3, 4, "6½")]);

    // all level on match points of two rounds, not on game points
    let mut unequal = facts.clone();
    (unequal.teams, unequal.matches) = (vec![TeamNumber(1), TeamNumber(2)], vec![met(1, 1, 2, 8), met(2, 2, 1, 6)]);
    unequal.rounds_started = 2;
    let outcome = |code| row(&table(&unequal, code), 1).criteria[1].outcome.clone();
    assert_eq!(outcome("MP,BC"), Outcome::NotApplied(Reason::UnequalGamePoints));
    assert_eq!(outcome("MP,TBR"), Outcome::NotApplied(Reason::BoardsUnknown));
}

#[test]
fn a_bye_is_won_on_every_board_in_article_12() {
    let mut facts = swiss(1, 2, Vec::new());
    facts.byes = vec![bye(1, 1, ByeKind::PairingAllocated), bye(2, 1, ByeKind::ZeroPoint)];
    assert_eq!(value(&facts, "BC", 1), "10");
    assert_eq!(value(&facts, "TBR", 1), "1 1 1 1");
    assert_eq!(value(&facts, "BBE", 1), "3 2 1");
}

#[test]
fn the_lists_of_both_regulations_can_be_read_from_a_rulebook() {
    use crate::domain::rulebook::{self, Cited, Rulebook};
    let mut book: Rulebook = toml::from_str(include_str!("../../../../regulations/wstcc-1960.toml")).unwrap();
    let shown = |rules: &RankingRules| {
        let listed = rules.criteria.iter().map(|listed| format!("{} {}", listed.article, listed.criterion));
        listed.collect::<Vec<_>>().join(", ")
    };
    let of_1960 = RankingRules::of(&book, PairingMode::RoundRobin).unwrap();
    assert_eq!(shown(&of_1960), "10.1 game_points, 10.2 match_points, 10.3 direct_match, 10.4 sonneborn_berger");
    assert_eq!(RankingRules::of(&book, PairingMode::Swiss).unwrap_err().rule, Rule::RulebookInvalid);

    let list = |criteria: &[(&str, rulebook::Criterion)]| -> Vec<Cited<rulebook::Criterion>> {
        let cited = |(article, value): &(&str, rulebook::Criterion)| Cited {
            value: *value,
            article: (*article).to_owned(),
            reading: None,
        };
        criteria.iter().map(cited).collect()
    };
    // the World Junior Team Championship of 1999
    use rulebook::Criterion::{Buchholz, DirectMatch, GamePoints, MatchPoints, MedianBuchholz, SonnebornBerger};
    book.standings.swiss = list(&[
        ("9.1", GamePoints),
        ("9.2", Buchholz),
        ("9.2", MatchPoints),
        ("9.2", DirectMatch),
        ("9.2", MedianBuchholz),
    ]);
    let swiss = RankingRules::of(&book, PairingMode::Swiss).unwrap();
    assert_eq!(shown(&swiss), "9.1 game_points, 9.2 BH:GP, 9.2 match_points, 9.2 direct_match, 9.2 BH:GP/M1");
    assert_eq!(swiss.terms, Terms::of(Edition::Of2026, Score::GamePoints));
    let table = standings(&left_after_round_3(), &swiss, None).unwrap();
    let Outcome::Value { value: whole, working } = &row(&table, 2).criteria[1].outcome else { panic!("applied") };
    let left = row(&table, 2).criteria[4].outcome.value().unwrap();
    let ends = [working.iter().map(|part| part.points).max(), working.iter().map(|part| part.points).min()];
    assert_eq!(
        *left,
        ends.into_iter().flatten().fold(whole.clone(), |sum, end| match sum {
            Value::Number(sum) => Value::Number(sum - end),
            other => other,
        })
    );

    book.standings.round_robin =
        list(&[("9.1", GamePoints), ("9.3", MatchPoints), ("9.3", SonnebornBerger), ("9.3", DirectMatch)]);
    assert!(RankingRules::of(&book, PairingMode::RoundRobin).is_ok());
    book.standings.round_robin = list(&[("9.1", GamePoints), ("9.2", Buchholz)]);
    let refusal = RankingRules::of(&book, PairingMode::RoundRobin).unwrap_err();
    assert_eq!((refusal.rule, refusal.article.as_deref()), (Rule::TieBreakNotAllowed, Some("9.2")));
}

const ALL_CODES: &str = "MP,GP,EDE,EDEBT,DE/P,BH,BH:GP/C1,BH/M1,FB,AOB,EMMSB,EMGSB/C2,EGMSB,EGGSB/M1,SSSC,KS,WIN,WON,PS/C1,REP,STD,BC,TBR,BBE";

/// A Swiss of up to nine teams with any pairings: played, forfeited, byes and absences.
fn any_swiss() -> impl Strategy<Value = (GroupResults, Vec<u32>)> {
    (2u32..10, 1u32..7).prop_flat_map(|(teams, rounds)| {
        let places = (teams * rounds) as usize;
        let fates = prop::collection::vec((any::<u32>(), 0i32..=12), places);
        let shuffle = prop::collection::vec(any::<u32>(), 2 * places + teams as usize);
        (fates, shuffle).prop_map(move |(fates, shuffle)| {
            let mut facts = swiss(teams, rounds, Vec::new());
            for (round, fates) in (1..).zip(fates.chunks(teams as usize)) {
                let mut order: Vec<(u32, u32, i32)> =
                    (1..).zip(fates).map(|(team, &(key, fate))| (key, team, fate)).collect();
                order.sort_unstable();
                for pair in order.chunks(2) {
                    match *pair {
                        [(_, home, halves), (_, away, other)] if other < 10 => facts.matches.push(match halves {
                            0..=8 => met(round, home, away, halves),
                            9 | 10 => forfeit(round, home, away),
                            _ => with_result(round, home, away, MatchResult::double_forfeit()),
                        }),
                        [(_, team, fate), ..] => facts.byes.push(bye(
                            round,
                            team,
                            match fate {
                                0..=4 => ByeKind::PairingAllocated,
                                5..=7 => ByeKind::HalfPoint,
                                8..=9 => ByeKind::FullPoint,
                                _ => ByeKind::ZeroPoint,
                            },
                        )),
                        [] => {}
                    }
                }
            }
            (facts, shuffle)
        })
    })
}

proptest! {
    #[test]
    fn ranking_of_a_swiss_ignores_the_order_of_input((facts, keys) in any_swiss()) {
        let before = table(&facts, ALL_CODES);
        let mut keys = keys.into_iter();
        let mut shuffled = facts.clone();
        shuffled.matches.sort_by_cached_key(|_| keys.next());
        shuffled.byes.sort_by_cached_key(|_| keys.next());
        shuffled.teams.sort_by_cached_key(|_| keys.next());
        for met in &mut shuffled.matches {
            if keys.next().is_some_and(|key| key % 2 == 0) {
                (met.home, met.away) = (met.away, met.home);
                met.result = met.result.map(|result| MatchResult { home: result.away, away: result.home, ..result });
            }
        }
        let after = table(&shuffled, ALL_CODES);
        prop_assert_eq!(&after, &before);
        prop_assert_eq!(crosstable(&shuffled, &after), crosstable(&facts, &before));
    }

    #[test]
    fn every_sum_is_what_its_working_adds_up_to((facts, _) in any_swiss()) {
        for row in table(&facts, ALL_CODES).rows {
            for tried in &row.criteria {
                let Outcome::Value { value: Value::Number(value), working } = &tried.outcome else { continue };
                let sum = working.iter().filter(|part| !part.left_out).map(|part| part.points).sum();
                prop_assert_eq!(*value, sum, "{}", tried.criterion);
                for part in working {
                    prop_assert!(part.factors.is_none_or(|(one, other)| one * other == part.points));
                }
            }
        }
    }

    #[test]
    fn the_limit_of_2026_never_makes_a_virtual_opponent_worth_more((facts, _) in any_swiss()) {
        let codes = "BH,BH:GP,EMMSB,EGGSB";
        let of = |edition| standings(&facts, &rules(codes, Terms::of(edition, Score::MatchPoints)), None).unwrap();
        let (earlier, later) = (of(Edition::Of2023), of(Edition::Of2026));
        for row_of_2026 in &later.rows {
            let row_of_2023 = row(&earlier, row_of_2026.team.0);
            for (new, old) in row_of_2026.criteria.iter().zip(&row_of_2023.criteria) {
                prop_assert!(new.outcome.value() <= old.outcome.value(), "{}", new.criterion);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(code in "\\PC{0,12}") {
        if let Ok(read) = TieBreak::read(&code) {
            prop_assert_eq!(TieBreak::read(&read.to_string()), Ok(read));
        }
    }
}

mod fide;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{
    ByeKind, Criterion, Edition, Exclusion, GroupBye, GroupMatch, GroupResults, ListedCriterion, Outcome, PairingMode,
    RankingRules, Readings, Reason, Row, Score, SeveralTied, SonnebornBerger, Standings, Terms, crosstable, standings,
};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{BoardResult, Colour, GameResult, MatchPointScale, MatchResult};
use crate::domain::violation::Rule;

const DIRECT_MATCH: Criterion = Criterion::DirectMatch(SeveralTied::SeparateTable);
const SONNEBORN_BERGER: Criterion = Criterion::SonnebornBerger(SonnebornBerger::MatchHalves);

fn article_10() -> RankingRules {
    let criteria = ["game_points", "match_points", "direct_match", "sonneborn_berger"];
    RankingRules {
        match_points: MatchPointScale::TWO_ONE_NIL,
        terms: Terms::of(Edition::Of2026, Score::GamePoints),
        criteria: (1..)
            .zip(criteria)
            .map(|(clause, code)| ListedCriterion {
                criterion: Criterion::from_code(code, Readings::default()).unwrap(),
                article: format!("10.{clause}"),
            })
            .collect(),
    }
}

fn group(teams: u32, rounds_started: u32, matches: Vec<GroupMatch>) -> GroupResults {
    GroupResults {
        pairing: PairingMode::RoundRobin,
        teams: (1..=teams).map(TeamNumber).collect(),
        boards: 4,
        rounds_started,
        matches,
        byes: Vec::new(),
        exclusions: Vec::new(),
        adjustments: Vec::new(),
    }
}

/// A played match; points in halves.
fn met(round: u32, home: u32, away: u32, home_halves: i32) -> GroupMatch {
    let result = MatchResult::from_score(GamePoints(home_halves), GamePoints(8 - home_halves), 4, true).unwrap();
    GroupMatch::with_score(round, TeamNumber(home), TeamNumber(away), result)
}

fn with_result(round: u32, home: u32, away: u32, result: MatchResult) -> GroupMatch {
    GroupMatch::with_score(round, TeamNumber(home), TeamNumber(away), result)
}

fn row(table: &Standings, team: u32) -> &Row {
    table.rows.iter().find(|row| row.team == TeamNumber(team)).unwrap()
}

fn order(table: &Standings) -> Vec<(u32, u32)> {
    table.rows.iter().map(|row| (row.rank, row.team.0)).collect()
}

#[test]
fn before_the_first_round_all_share_the_first_place() {
    let table = standings(&group(6, 0, vec![met(1, 1, 2, 8)]), &article_10(), Some(3)).unwrap();
    assert_eq!(table.after_round, 0);
    assert!(!table.provisional);
    for row in &table.rows {
        assert_eq!((row.rank, row.tied, row.tally.played), (1, true, 0));
        assert_eq!((row.tally.game_points, row.tally.match_points), (GamePoints::ZERO, MatchPoints::ZERO));
    }
}

#[test]
fn a_round_not_started_is_never_counted() {
    let facts = group(4, 1, vec![met(1, 1, 2, 5), met(1, 3, 4, 4), met(2, 4, 1, 8), met(2, 2, 3, 8)]);
    let now = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(order(&now), [(1, 1), (2, 3), (2, 4), (4, 2)]);
    assert_eq!(standings(&facts, &article_10(), Some(2)).unwrap(), now);
}

#[test]
fn standings_after_an_earlier_round_are_those_of_that_round() {
    let mut facts = group(4, 1, vec![met(1, 1, 2, 5), met(1, 3, 4, 4)]);
    let then = standings(&facts, &article_10(), None).unwrap();
    facts.rounds_started = 2;
    facts.matches.extend([met(2, 4, 1, 8), met(2, 2, 3, 8)]);
    assert_eq!(standings(&facts, &article_10(), Some(1)).unwrap(), then);
    assert_eq!(order(&standings(&facts, &article_10(), None).unwrap())[0], (1, 4));
}

#[test]
fn an_unfinished_match_makes_the_table_provisional_and_adds_nothing() {
    let (one, two) = (TeamNumber(1), TeamNumber(2));
    let played = BoardResult { board: 1, game: 1, home_colour: Colour::White, result: GameResult::WhiteWin };
    let mut facts = group(
        4,
        2,
        vec![GroupMatch::unfinished(1, one, two, vec![played]), met(1, 3, 4, 5), met(2, 4, 1, 3), met(2, 2, 3, 4)],
    );
    let table = standings(&facts, &article_10(), None).unwrap();
    assert!(table.provisional);
    assert_eq!(row(&table, 1).tally.game_points, GamePoints(5), "of round 2 alone");
    assert_eq!((row(&table, 1).tally.played, row(&table, 1).tally.unfinished), (1, 1));
    // team 4 lost to team 1, whose Sonneborn-Berger share must come from finished matches only
    let Outcome::Value { value, .. } = &row(&table, 1).criteria[3].outcome else { panic!("applied") };
    assert_eq!(value.to_string(), "3", "team 4 has 1½ + 1½");

    facts.matches[0] = met(1, 1, 2, 4);
    assert!(!standings(&facts, &article_10(), None).unwrap().provisional);
}

#[test]
fn an_unfinished_match_of_a_later_round_leaves_an_earlier_table_final() {
    let open = GroupMatch::unfinished(2, TeamNumber(1), TeamNumber(3), Vec::new());
    let facts = group(4, 2, vec![met(1, 1, 2, 4), met(1, 3, 4, 5), open, met(2, 2, 4, 8)]);
    assert!(!standings(&facts, &article_10(), Some(1)).unwrap().provisional);
    assert!(standings(&facts, &article_10(), Some(2)).unwrap().provisional);
}

#[test]
fn a_double_forfeit_is_lost_by_both_and_no_draw() {
    let facts = group(4, 1, vec![with_result(1, 1, 2, MatchResult::double_forfeit()), met(1, 3, 4, 4)]);
    let table = standings(&facts, &article_10(), None).unwrap();
    for team in [1, 2] {
        let tally = row(&table, team).tally;
        assert_eq!((tally.game_points, tally.match_points), (GamePoints(0), MatchPoints(0)));
        assert_eq!((tally.played, tally.drawn, tally.lost), (1, 0, 1));
    }
    assert_eq!(row(&table, 3).tally.drawn, 1);
}

#[test]
fn a_free_round_adds_nothing_to_points_or_tie_breaks() {
    let matches: Vec<GroupMatch> = [(1, 2, 5), (1, 3, 1), (2, 3, 4)]
        .iter()
        .zip(1..)
        .map(|(&(home, away, halves), round)| met(round, home, away, halves))
        .collect();
    let without = group(3, 3, matches);
    let mut with = without.clone();
    with.byes = [(1, 3), (2, 2), (3, 1)]
        .map(|(round, team)| GroupBye {
            round,
            team: TeamNumber(team),
            kind: ByeKind::Free,
            game_points: GamePoints(4),
            match_points: MatchPoints(1),
        })
        .to_vec();
    assert_eq!(standings(&with, &article_10(), None).unwrap(), standings(&without, &article_10(), None).unwrap());
}

#[test]
fn annulled_matches_stay_in_the_cross_table_and_leave_the_standings() {
    let matches = vec![
        met(1, 1, 2, 5),
        met(1, 3, 4, 8),
        met(2, 4, 1, 6),
        met(2, 2, 3, 4),
        with_result(3, 2, 4, MatchResult::forfeit_win(true, 4)),
        met(3, 1, 3, 4),
    ];
    let mut facts = group(4, 3, matches);
    let counted = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(row(&counted, 3).tally.game_points, GamePoints(16));

    let decision = "decision 7 of the council";
    facts.exclusions = vec![Exclusion { team: TeamNumber(4), results_count: false, because: decision.to_owned() }];
    let table = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(order(&table), [(1, 1), (2, 3), (3, 2)]);
    assert_eq!(row(&table, 3).tally.game_points, GamePoints(8), "without the 4-0 over the annulled team");
    assert_eq!((table.outside[0].team, table.outside[0].because.as_str()), (TeamNumber(4), decision));
    for row in &table.rows {
        for criterion in &row.criteria {
            let Outcome::Value { working, .. } = &criterion.outcome else { continue };
            assert!(working.iter().all(|part| part.opponent != Some(TeamNumber(4))), "{:?}", criterion.criterion);
        }
    }
    let cross = crosstable(&facts, &table);
    let cell = &cross.cells[&(TeamNumber(3), TeamNumber(4))][0];
    assert_eq!((cell.game_points, cell.counts), (Some(GamePoints(8)), false));
    assert!(cross.cells[&(TeamNumber(3), TeamNumber(1))][0].counts);
    assert_eq!(cross.order.last(), Some(&TeamNumber(4)));
}

#[test]
fn a_team_outside_the_ranking_can_still_count_for_its_opponents() {
    let mut facts = group(4, 1, vec![met(1, 1, 2, 5), met(1, 3, 4, 1)]);
    facts.exclusions = vec![Exclusion { team: TeamNumber(4), results_count: true, because: "2.2".to_owned() }];
    let table = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(order(&table), [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(row(&table, 3).tally.game_points, GamePoints(1));
    assert_eq!(table.outside[0].tally.game_points, GamePoints(7));
}

#[test]
fn each_row_says_what_was_tried_and_why_something_was_not() {
    // 1 and 2 are level on points and drew; 3 is clear of both
    let facts = group(3, 3, vec![met(1, 1, 2, 4), met(2, 1, 3, 5), met(3, 2, 3, 5)]);
    let table = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(order(&table), [(1, 1), (1, 2), (3, 3)]);
    let first = row(&table, 1);
    assert_eq!(first.criteria.iter().map(|tried| tried.needed).collect::<Vec<_>>(), [true; 4]);
    assert_eq!(first.value(DIRECT_MATCH).unwrap().to_string(), "1 of 2", "level there too");
    let last = row(&table, 3);
    assert_eq!(last.criteria[2].outcome, Outcome::NotApplied(Reason::NotLevel));
    assert_eq!((last.decided_by.above, last.decided_by.below), (Some(Criterion::GamePoints), None));
    assert_eq!(row(&table, 2).decided_by.below, Some(Criterion::GamePoints));
    assert_eq!((first.decided_by.above, first.decided_by.below), (None, Some(Criterion::GamePoints)));

    let Outcome::Value { value, working } = &last.criteria[3].outcome else { panic!("always shown") };
    assert_eq!(value.to_string(), "0");
    let shown: Vec<(u32, u32)> = working.iter().map(|part| (part.round, part.opponent.unwrap().0)).collect();
    assert_eq!(shown, [(2, 1), (3, 2)]);
}

#[test]
fn teams_that_have_not_met_are_not_parted_by_a_direct_match() {
    let facts = group(4, 1, vec![met(1, 1, 2, 5), met(1, 3, 4, 5)]);
    let table = standings(&facts, &article_10(), None).unwrap();
    assert_eq!(row(&table, 1).criteria[2].outcome, Outcome::NotApplied(Reason::NotAllMet));
}

#[test]
fn all_meetings_of_two_teams_count_in_their_direct_match() {
    // 1 beat 2 by 2½-1½, and lost the return by 1½-2½: level; then 1½ against 3½
    let level = group(2, 2, vec![met(1, 1, 2, 5), met(2, 2, 1, 5)]);
    assert_eq!(order(&standings(&level, &article_10(), None).unwrap()), [(1, 1), (1, 2)]);

    let mut rules = article_10();
    rules.criteria.drain(..2);
    let parted = group(2, 2, vec![met(1, 1, 2, 5), met(2, 2, 1, 6)]);
    let table = standings(&parted, &rules, None).unwrap();
    assert_eq!(order(&table), [(1, 2), (2, 1)]);
    let Outcome::Value { working, .. } = &row(&table, 1).criteria[0].outcome else { panic!("applied") };
    assert_eq!(working.iter().map(|part| part.points.to_string()).collect::<Vec<_>>(), ["2½", "1"]);
}

#[test]
fn a_forfeited_match_is_a_direct_match_of_a_round_robin_and_is_marked() {
    let mut rules = article_10();
    rules.criteria.drain(..2);
    let facts = group(2, 1, vec![with_result(1, 1, 2, MatchResult::forfeit_win(false, 4))]);
    let table = standings(&facts, &rules, None).unwrap();
    assert_eq!(order(&table), [(1, 2), (2, 1)]);
    let Outcome::Value { working, .. } = &row(&table, 1).criteria[0].outcome else { panic!("applied") };
    assert!(working[0].forfeit);
}

#[test]
fn facts_that_cannot_stand_together_are_refused() {
    let foreign = group(4, 1, vec![met(1, 1, 5, 4)]);
    assert_eq!(standings(&foreign, &article_10(), None).unwrap_err().rule, Rule::InvalidValue);
    let twice = group(4, 1, vec![met(1, 1, 2, 4), met(1, 2, 3, 4)]);
    assert_eq!(standings(&twice, &article_10(), None).unwrap_err().rule, Rule::InvalidValue);
    let itself = group(4, 1, vec![met(1, 1, 1, 4)]);
    assert_eq!(standings(&itself, &article_10(), None).unwrap_err().rule, Rule::InvalidValue);
    let once = group(4, 2, vec![met(1, 1, 2, 4), met(2, 2, 3, 4)]);
    assert!(standings(&once, &article_10(), None).is_ok());
}

#[test]
fn an_unknown_criterion_is_refused_by_name() {
    let refusal = Criterion::from_code("goal_difference", Readings::default()).unwrap_err();
    assert_eq!(refusal.rule, Rule::RulebookInvalid);
    assert_eq!(refusal.facts["criterion"], "goal_difference".into());
}

#[test]
fn the_cross_table_shows_colours_and_boards_where_they_are_known() {
    use GameResult::{BlackWin, Draw, WhiteForfeitWin, WhiteWin};
    let games: Vec<BoardResult> = (1..)
        .zip([WhiteWin, Draw, BlackWin, WhiteForfeitWin])
        .map(|(board, result)| BoardResult {
            board,
            game: 1,
            home_colour: if board % 2 == 1 { Colour::White } else { Colour::Black },
            result,
        })
        .collect();
    let known = GroupMatch::with_boards(1, TeamNumber(1), TeamNumber(2), games, 4).unwrap();
    let facts = group(3, 3, vec![known, met(2, 1, 3, 8)]);
    let table = standings(&facts, &article_10(), None).unwrap();
    let cross = crosstable(&facts, &table);
    let cell = &cross.cells[&(TeamNumber(2), TeamNumber(1))][0];
    assert_eq!((cell.round, cell.game_points), (1, Some(GamePoints(5))));
    let boards: Vec<(Colour, i32, bool)> =
        cell.boards.iter().map(|board| (board.colour, board.points.0, board.over_the_board)).collect();
    let expected =
        [(Colour::Black, 0, true), (Colour::White, 1, true), (Colour::Black, 2, true), (Colour::White, 2, false)];
    assert_eq!(boards, expected);
    assert!(!cross.cells.contains_key(&(TeamNumber(2), TeamNumber(3))), "no meeting, no cell");
    assert!(cross.cells[&(TeamNumber(1), TeamNumber(3))][0].boards.is_empty());
}

/// A round robin of up to nine teams with any scores, and an order to shuffle its facts by.
fn any_round_robin() -> impl Strategy<Value = (GroupResults, Vec<u32>)> {
    (2u32..9).prop_flat_map(|teams| {
        let pairs: Vec<(u32, u32)> = (1..=teams).flat_map(|a| (a + 1..=teams).map(move |b| (a, b))).collect();
        let scores = prop::collection::vec(2i32..=6, pairs.len());
        let shuffle = prop::collection::vec(any::<u32>(), pairs.len() + teams as usize);
        (scores, shuffle).prop_map(move |(scores, shuffle)| {
            let matches =
                pairs.iter().zip(scores).map(|(&(a, b), score)| met((a + b) % teams + 1, a, b, score)).collect();
            (group(teams, teams, matches), shuffle)
        })
    })
}

proptest! {
    #[test]
    fn ranking_ignores_the_order_of_input((facts, keys) in any_round_robin()) {
        let table = standings(&facts, &article_10(), None).unwrap();
        let mut shuffled = facts.clone();
        let (match_keys, team_keys) = keys.split_at(facts.matches.len());
        let mut matches: Vec<_> = match_keys.iter().zip(&facts.matches).collect();
        matches.sort_by_key(|(key, _)| **key);
        shuffled.matches = matches.into_iter().map(|(_, fixture)| fixture.clone()).collect();
        let mut teams: Vec<_> = team_keys.iter().zip(&facts.teams).collect();
        teams.sort_by_key(|(key, _)| **key);
        shuffled.teams = teams.into_iter().map(|(_, team)| *team).collect();
        prop_assert_eq!(&standings(&shuffled, &article_10(), None).unwrap(), &table);
        prop_assert_eq!(crosstable(&shuffled, &table), crosstable(&facts, &table));
    }

    #[test]
    fn a_team_above_is_never_worse_in_what_decided((facts, _) in any_round_robin()) {
        let table = standings(&facts, &article_10(), None).unwrap();
        let teams: BTreeSet<_> = table.rows.iter().map(|row| row.team).collect();
        prop_assert_eq!(teams.len(), facts.teams.len(), "everybody once");
        for pair in table.rows.windows(2) {
            let (upper, lower) = (&pair[0], &pair[1]);
            if upper.rank == lower.rank {
                prop_assert_eq!(upper.decided_by, lower.decided_by);
                prop_assert!(upper.value(SONNEBORN_BERGER) == lower.value(SONNEBORN_BERGER));
                continue;
            }
            prop_assert!(upper.rank < lower.rank);
            prop_assert_eq!(upper.decided_by.below, lower.decided_by.above);
            let decisive = upper.decided_by.below.unwrap();
            let (above, below) = (upper.value(decisive).unwrap(), lower.value(decisive).unwrap());
            let better = if decisive == DIRECT_MATCH { above < below } else { above > below };
            prop_assert!(better, "{decisive}");
            for earlier in table.criteria.iter().map(|listed| listed.criterion).take_while(|c| *c != decisive) {
                prop_assert!(upper.value(earlier) == lower.value(earlier));
            }
        }
    }

    #[test]
    fn numbering_the_teams_otherwise_changes_no_place((facts, _) in any_round_robin()) {
        let last = u32::try_from(facts.teams.len()).unwrap() + 1;
        let mirror = |team: TeamNumber| TeamNumber(last - team.0);
        let mut renumbered = facts.clone();
        for fixture in &mut renumbered.matches {
            (fixture.home, fixture.away) = (mirror(fixture.home), mirror(fixture.away));
        }
        let (before, after) =
            (standings(&facts, &article_10(), None).unwrap(), standings(&renumbered, &article_10(), None).unwrap());
        for row in &before.rows {
            let other = after.rows.iter().find(|other| other.team == mirror(row.team)).unwrap();
            prop_assert_eq!((row.rank, row.tied), (other.rank, other.tied));
        }
    }
}

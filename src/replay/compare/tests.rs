use std::cmp::Reverse;

use super::{Obtained, ObtainedRow, compare};
use crate::domain::points::{GamePoints, MatchPoints};
use crate::replay::derive::{Board, GameResult, boards};
use crate::replay::format::{Championship, Group};
use crate::replay::published::{all, ordered_pairs, siegen};

const WHITE_ON_ODD: [bool; 4] = [true, false, true, false];

/// Classifies a group from its boards by game points, match points and the direct match; `touch` may change a match.
fn played(championship: &Championship, group: &Group, touch: impl Fn(&str, &str, &mut Vec<Board>)) -> Obtained {
    let mut obtained = Obtained::default();
    for (first, second) in ordered_pairs(group).filter(|(first, second)| first < second) {
        let mut boards = boards(championship, group, first, second, &WHITE_ON_ODD).unwrap();
        touch(first, second, &mut boards);
        let cell = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        obtained.crosstable.insert(cell(first, second), boards.iter().map(Board::first_points).sum());
        obtained.crosstable.insert(cell(second, first), boards.iter().map(Board::second_points).sum());
    }
    let cell = |one: &str, other: &str| obtained.crosstable[&(one.to_owned(), other.to_owned())];
    let mut rows: Vec<ObtainedRow> = Vec::new();
    for code in &group.teams {
        let others = || group.teams.iter().filter(|other| *other != code);
        let match_points = others().map(|other| match cell(code, other).cmp(&cell(other, code)) {
            std::cmp::Ordering::Greater => MatchPoints(2),
            std::cmp::Ordering::Equal => MatchPoints(1),
            std::cmp::Ordering::Less => MatchPoints(0),
        });
        let game_points = others().map(|other| cell(code, other)).sum();
        rows.push(ObtainedRow { rank: 0, code: code.clone(), game_points, match_points: match_points.sum() });
    }
    rows.sort_by(|a, b| {
        let key = |row: &ObtainedRow| Reverse((row.game_points, row.match_points));
        key(a).cmp(&key(b)).then_with(|| cell(&b.code, &a.code).cmp(&cell(&a.code, &b.code)))
    });
    for (rank, row) in (1..).zip(&mut rows) {
        row.rank = rank;
    }
    obtained.rows = rows;
    obtained
}

fn untouched(championship: &Championship, group: &Group) -> Obtained {
    played(championship, group, |_, _, _| {})
}

fn differing_cells(group: &Group, obtained: &Obtained) -> Vec<String> {
    compare(group, obtained).iter().map(ToString::to_string).collect()
}

#[test]
fn both_published_tables_come_out_of_the_derived_boards_to_the_last_cell() {
    for championship in all() {
        for group in championship.groups() {
            assert_eq!(compare(group, &untouched(&championship, group)), [], "{}", championship.id);
        }
    }
}

#[test]
fn one_board_turned_names_every_cell_that_it_changes() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    // Bulgaria won 2½-1½; with one of its wins turned it loses 1½-2½, and Argentina passes Germany too.
    let turned = played(&championship, group, |first, second, boards| {
        if (first, second) == ("ARG", "BUL") {
            let lost = boards.iter_mut().find(|board| board.first_points() == GamePoints::ZERO).unwrap();
            lost.result = if lost.first_has_white { GameResult::WhiteWins } else { GameResult::BlackWins };
        }
    });
    assert_eq!(
        differing_cells(group, &turned),
        [
            "FRG.rank: published 6, obtained 7",
            "BUL.rank: published 7, obtained 8",
            "BUL.game_points: published 21½, obtained 20½",
            "BUL.match_points: published 10, obtained 8",
            "BUL.won: published 3, obtained 2",
            "BUL.lost: published 4, obtained 5",
            "ARG.rank: published 8, obtained 6",
            "ARG.game_points: published 21½, obtained 22½",
            "ARG.match_points: published 10, obtained 12",
            "ARG.won: published 4, obtained 5",
            "ARG.lost: published 5, obtained 4",
            "BUL.ARG: published 2½, obtained 1½",
            "ARG.BUL: published 1½, obtained 2½",
        ]
    );
}

#[test]
fn half_a_point_that_changes_no_match_and_no_rank_still_shows() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    let given = played(&championship, group, |first, second, boards| {
        if (first, second) == ("CAN", "URS") {
            let won = boards.iter_mut().find(|board| board.second_points() == GamePoints::WIN).unwrap();
            won.result = GameResult::Draw;
        }
    });
    assert_eq!(
        differing_cells(group, &given),
        [
            "URS.game_points: published 27½, obtained 27",
            "CAN.game_points: published 17½, obtained 18",
            "URS.CAN: published 3½, obtained 3",
            "CAN.URS: published ½, obtained 1",
        ]
    );
}

#[test]
fn two_teams_in_each_others_place_differ_in_rank_alone() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    let mut obtained = untouched(&championship, group);
    for (row, rank) in obtained.rows.iter_mut().skip(6).zip([8, 7]) {
        row.rank = rank;
    }
    obtained.rows.reverse();
    let expected = ["BUL.rank: published 7, obtained 8", "ARG.rank: published 8, obtained 7"];
    assert_eq!(differing_cells(group, &obtained), expected);
}

#[test]
fn a_team_or_a_match_too_few_or_too_many_is_named() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    let mut obtained = untouched(&championship, group);
    obtained.rows.retain(|row| row.code != "ESP");
    let mut stranger = obtained.rows[0].clone();
    stranger.code = "LUX".into();
    obtained.rows.push(stranger);
    obtained.crosstable.insert(("URS".into(), "LUX".into()), GamePoints(8));
    obtained.crosstable.remove(&("HUN".into(), "URS".into()));
    assert_eq!(
        differing_cells(group, &obtained),
        [
            "URS.drawn: published 4, obtained 3",
            "HUN.drawn: published 2, obtained 1",
            "ESP.rows: published 1, obtained 0",
            "LUX.rows: published 0, obtained 1",
            "URS.LUX: published no match, obtained 4",
            "HUN.URS: published 2, obtained no match",
        ]
    );
}

#[test]
fn what_was_not_published_is_not_compared() {
    let championship = siegen();
    let mut group = championship.group("A").unwrap().clone();
    let mut obtained = untouched(&championship, &group);
    obtained.rows[0].match_points = MatchPoints(0);
    assert_eq!(differing_cells(&group, &obtained), ["URS.match_points: published 18, obtained 0"]);
    for row in group.table.iter_mut().flatten() {
        row.match_points = None;
    }
    assert_eq!(compare(&group, &obtained), []);
    obtained.rows.clear();
    group.table = None;
    assert_eq!(compare(&group, &obtained), []);
}

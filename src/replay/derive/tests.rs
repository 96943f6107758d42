use std::collections::BTreeSet;

use super::{Board, GameResult, boards, roster};
use crate::domain::points::GamePoints;
use crate::replay::format::{Championship, Group, Player, PublishedBoards, Team, read};
use crate::replay::published::{HELSINKI, all, ordered_pairs, siegen};

const WHITE_ON_ODD: [bool; 4] = [true, false, true, false];
const WHITE_ON_EVEN: [bool; 4] = [false, true, false, true];

fn sum(boards: &[Board]) -> (GamePoints, GamePoints) {
    (boards.iter().map(Board::first_points).sum(), boards.iter().map(Board::second_points).sum())
}

fn in_one_line(championship: &Championship, group: &Group, first: &str, second: &str) -> String {
    let boards = boards(championship, group, first, second, &WHITE_ON_ODD).unwrap();
    let results = boards.iter().map(|board| match board.result {
        GameResult::WhiteWins => "1-0",
        GameResult::Draw => "½-½",
        GameResult::BlackWins => "0-1",
    });
    format!("{first}-{second} {}", results.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_boards_of_every_published_match_add_up_to_its_score_whoever_has_white() {
    let mut matches = 0;
    for championship in all() {
        for group in championship.groups() {
            for (first, second) in ordered_pairs(group) {
                for colours in [WHITE_ON_ODD, WHITE_ON_EVEN, [true; 4], [false; 4]] {
                    let boards = boards(&championship, group, first, second, &colours).unwrap();
                    assert_eq!(Some(sum(&boards)), group.score(first, second), "{first}-{second}");
                    assert_eq!(boards.iter().map(|board| board.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
                    assert!(boards.iter().zip(colours).all(|(board, white)| board.first_has_white == white));
                }
                matches += 1;
            }
        }
    }
    assert_eq!(matches, 12 * 11 + 9 * 8);
}

#[test]
fn a_match_is_the_same_from_either_side_and_under_either_colour() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    for (first, second) in ordered_pairs(group) {
        let one = boards(&championship, group, first, second, &WHITE_ON_ODD).unwrap();
        let mirrored = boards(&championship, group, second, first, &WHITE_ON_EVEN).unwrap();
        let results = |boards: &[Board]| boards.iter().map(|board| board.result).collect::<Vec<_>>();
        assert_eq!(results(&one), results(&mirrored), "{first}-{second}");
        let turned = boards(&championship, group, first, second, &WHITE_ON_EVEN).unwrap();
        let points = |boards: &[Board]| boards.iter().map(Board::first_points).collect::<Vec<_>>();
        assert_eq!(points(&one), points(&turned), "{first}-{second}");
    }
}

#[test]
fn white_wins_draws_and_black_wins_appear_on_every_board() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    let seen: BTreeSet<(u16, u8)> = ordered_pairs(group)
        .filter(|(first, second)| first < second)
        .flat_map(|(first, second)| boards(&championship, group, first, second, &WHITE_ON_ODD).unwrap())
        .map(|board| (board.number, board.result as u8))
        .collect();
    assert_eq!(seen.len(), 4 * 3);
}

#[test]
fn the_derivation_stays_what_it_was() {
    let [siegen, helsinki] = all();
    let (final_a, group_1) = (siegen.group("A").unwrap(), helsinki.group("1").unwrap());
    let lines = [
        in_one_line(&siegen, final_a, "URS", "HUN"),
        in_one_line(&siegen, final_a, "URS", "CAN"),
        in_one_line(&siegen, final_a, "BUL", "ARG"),
        in_one_line(&siegen, final_a, "USA", "GDR"),
        in_one_line(&helsinki, group_1, "FRG", "SAA"),
        in_one_line(&helsinki, group_1, "ISL", "LUX"),
    ];
    assert_eq!(
        lines,
        [
            "URS-HUN ½-½ ½-½ ½-½ ½-½",
            "URS-CAN ½-½ 0-1 1-0 0-1",
            "BUL-ARG 1-0 ½-½ ½-½ ½-½",
            "USA-GDR ½-½ ½-½ 0-1 ½-½",
            "FRG-SAA 1-0 0-1 1-0 0-1",
            "ISL-LUX 0-1 1-0 1-0 0-1",
        ]
    );
}

/// A group of two teams over any number of boards.
fn one_match(boards: u16, score: u16) -> Championship {
    let mut championship = read(HELSINKI).unwrap();
    championship.boards = boards;
    let others = boards * 2 - score;
    let text = format!(r#"{{"ARG": {{"FRG": {score}}}, "FRG": {{"ARG": {others}}}}}"#);
    let group = &mut championship.stages[0].groups[0];
    group.teams.truncate(2);
    group.crosstable = serde_json::from_str(&text).unwrap();
    championship
}

#[test]
fn any_score_on_any_number_of_boards_has_its_boards() {
    for count in 1..=10 {
        for score in 0..=count * 2 {
            let championship = one_match(count, score);
            let group = championship.group("1").unwrap();
            let colours = vec![true; usize::from(count)];
            let boards = boards(&championship, group, "ARG", "FRG", &colours).unwrap();
            assert_eq!(boards.len(), usize::from(count));
            assert_eq!(Some(sum(&boards)), group.score("ARG", "FRG"));
        }
    }
}

#[test]
fn teams_that_do_not_meet_and_colours_for_other_boards_give_nothing() {
    let championship = siegen();
    let group = championship.group("A").unwrap();
    assert!(boards(&championship, group, "URS", "URS", &WHITE_ON_ODD).is_none());
    assert!(boards(&championship, group, "URS", "LUX", &WHITE_ON_ODD).is_none());
    assert!(boards(&championship, group, "URS", "HUN", &[true; 3]).is_none());
    assert!(boards(&championship, group, "URS", "HUN", &[true; 5]).is_none());
}

#[test]
fn published_board_results_are_taken_as_they_are() {
    let mut championship = siegen();
    let points = [2, 2, 0, 0].map(GamePoints).to_vec();
    championship.stages[0].groups[0].board_results =
        Some(vec![PublishedBoards { first: "HUN".into(), second: "URS".into(), points }]);
    let group = championship.group("A").unwrap();
    let boards = |first, second| boards(&championship, group, first, second, &WHITE_ON_ODD).unwrap();
    let points = |boards: &[Board]| boards.iter().map(|board| board.first_points().0).collect::<Vec<_>>();
    assert_eq!(points(&boards("HUN", "URS")), [2, 2, 0, 0]);
    assert_eq!(points(&boards("URS", "HUN")), [0, 0, 2, 2]);
    assert!(boards("HUN", "URS").iter().all(|board| !board.derived));
    assert!(boards("HUN", "YUG").iter().all(|board| board.derived));
}

fn entered(team: &Team) -> Vec<(u16, String, bool)> {
    roster(team, 4, 0).into_iter().map(|player| (player.number, player.name, player.derived)).collect()
}

#[test]
fn derived_players_fill_the_boards_and_the_reserves_and_are_named_as_derived() {
    let mut team = siegen().teams[0].clone();
    let fixed = entered(&team);
    assert_eq!(fixed, [1, 2, 3, 4].map(|number| (number, format!("URS player {number}"), true)));
    assert_eq!(roster(&team, 4, 2).len(), 6);

    let player = |number, name: &str| Player { number, name: name.into() };
    team.players = Some(vec![player(None, "Anna"), player(Some(1), "Berta"), player(Some(6), "Clara")]);
    let mixed = entered(&team);
    let expected = [
        (1, "Berta", false),
        (2, "Anna", false),
        (3, "URS player 3", true),
        (4, "URS player 4", true),
        (6, "Clara", false),
    ];
    assert_eq!(mixed, expected.map(|(number, name, derived)| (number, name.to_owned(), derived)));
}

//! What is reported of a match, board by board, and what follows from two reports.

use std::collections::BTreeMap;

use super::result::{BoardResult, Colour, GameResult};
use super::rulebook::{Category, Rulebook};
use super::violation::{Rule, Violation};

/// Where the duty to report stands.
const REPORTING: &str = "23.3";

/// The result of each board, from board 1 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes(Vec<GameResult>);

impl Outcomes {
    /// Reads what was said of the boards of a match: each of them once, and no other.
    pub fn read(said: &[(u32, String)], boards: u32) -> Result<Self, Vec<Violation>> {
        let mut faults = Vec::new();
        let mut results = BTreeMap::new();
        for (index, (board, code)) in said.iter().enumerate() {
            if !(1..=boards).contains(board) {
                faults.push(
                    Violation::new(Rule::NoSuchBoard, format!("the match has boards 1 to {boards}"))
                        .article(REPORTING)
                        .fact("board", i64::from(*board))
                        .at(format!("/boards/{index}/board")),
                );
            }
            match GameResult::from_code(code) {
                Ok(result) => {
                    if results.insert(*board, result).is_some() {
                        faults.push(
                            Violation::new(Rule::BoardTwice, format!("board {board} is named twice"))
                                .article(REPORTING)
                                .fact("board", i64::from(*board))
                                .at(format!("/boards/{index}/board")),
                        );
                    }
                }
                Err(violation) => {
                    results.insert(*board, GameResult::BothLost);
                    faults.push(violation.fact("board", i64::from(*board)).at(format!("/boards/{index}/result")));
                }
            }
        }
        let missing: Vec<String> =
            (1..=boards).filter(|board| !results.contains_key(board)).map(|board| board.to_string()).collect();
        if !missing.is_empty() {
            faults.push(
                Violation::new(Rule::BoardMissing, "every board of the match needs a result")
                    .article(REPORTING)
                    .fact("missing_boards", missing)
                    .at("/boards"),
            );
        }
        if faults.is_empty() { Ok(Self(results.into_values().collect())) } else { Err(faults) }
    }

    /// As kept: the codes from board 1 on.
    pub fn from_codes(codes: &[String]) -> Result<Self, Violation> {
        codes.iter().map(|code| GameResult::from_code(code)).collect::<Result<_, _>>().map(Self)
    }

    pub fn codes(&self) -> Vec<&'static str> {
        self.0.iter().map(|result| result.code()).collect()
    }

    pub fn on(&self, board: u32) -> Option<GameResult> {
        self.0.get(usize::try_from(board).ok()?.checked_sub(1)?).copied()
    }

    /// The games, in the colours of the category.
    pub fn games(&self, category: &Category) -> Vec<BoardResult> {
        (1..)
            .zip(&self.0)
            .map(|(board, result)| BoardResult {
                board,
                game: 1,
                home_colour: category.colour_of_first(board),
                result: *result,
            })
            .collect()
    }

    /// A match to which one team, or neither, came: every board is lost without play, by both where nobody of either
    /// sits at it.
    pub fn walkover(category: &Category, came: impl Fn(u32) -> (bool, bool)) -> Self {
        let lost = |board| match (came(board), category.colour_of_first(board)) {
            ((true, false), Colour::White) | ((false, true), Colour::Black) => GameResult::WhiteForfeitWin,
            ((true, false), Colour::Black) | ((false, true), Colour::White) => GameResult::BlackForfeitWin,
            _ => GameResult::BothForfeit,
        };
        Self((1..=category.boards.value).map(lost).collect())
    }

    /// A board on which a side has nobody is lost by that side without play. All faults at once.
    pub fn check_seats(
        &self,
        rules: &Rulebook,
        category: &Category,
        seated: impl Fn(u32) -> (bool, bool),
    ) -> Result<(), Vec<Violation>> {
        let mut faults = Vec::new();
        for (board, result) in (1..).zip(&self.0) {
            let (first, second) = seated(board);
            let (white, black) = match category.colour_of_first(board) {
                Colour::White => (first, second),
                Colour::Black => (second, first),
            };
            let allowed: &[GameResult] = match (white, black) {
                (true, true) => continue,
                (true, false) => &[GameResult::WhiteForfeitWin, GameResult::BothForfeit],
                (false, true) => &[GameResult::BlackForfeitWin, GameResult::BothForfeit],
                (false, false) => &[GameResult::BothForfeit],
            };
            if !allowed.contains(result) {
                let without = if white {
                    "Black"
                } else if black {
                    "White"
                } else {
                    "either side"
                };
                let allowed: Vec<String> = allowed.iter().map(|result| result.code().to_owned()).collect();
                faults.push(
                    Violation::new(Rule::EmptyBoard, format!("board {board} is without a player for {without}"))
                        .article(&rules.play.line_up_deadline.article)
                        .fact("board", i64::from(board))
                        .fact("result", result.code())
                        .fact("allowed", allowed)
                        .at("/boards"),
                );
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The boards on which the two say different things.
    pub fn differing(&self, other: &Self) -> Vec<u32> {
        let boards = u32::try_from(self.0.len().max(other.0.len())).unwrap_or(u32::MAX);
        (1..=boards).filter(|board| self.on(*board) != other.on(*board)).collect()
    }
}

/// One report of each team, with the team's name for those who read the refusal.
pub struct Reports<'a> {
    pub first: (&'a str, Option<&'a Outcomes>),
    pub second: (&'a str, Option<&'a Outcomes>),
}

impl<'a> Reports<'a> {
    /// What both captains report.
    pub fn agreed(&self) -> Result<&'a Outcomes, Violation> {
        match (self.first.1, self.second.1) {
            (Some(first), Some(second)) if first == second => Ok(first),
            (Some(first), Some(second)) => {
                let boards: Vec<String> = first.differing(second).iter().map(u32::to_string).collect();
                Err(Violation::new(Rule::ReportsDisagree, format!("the reports differ on board {}", boards.join(", ")))
                    .article(REPORTING)
                    .fact("boards", boards))
            }
            _ => {
                let missing: Vec<String> = [self.first, self.second]
                    .into_iter()
                    .filter(|(_, report)| report.is_none())
                    .map(|(team, _)| team.to_owned())
                    .collect();
                Err(Violation::new(Rule::ReportsDisagree, format!("no report from {} yet", missing.join(" and ")))
                    .article(REPORTING)
                    .fact("missing_reports", missing))
            }
        }
    }
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// Its round has not started.
    Scheduled,
    AwaitingReports,
    /// Both captains have reported, and not the same.
    Disagreement,
    /// Both captains have reported the same.
    AwaitingConfirmation,
    /// An arbiter has confirmed or decided the result.
    Confirmed,
}

impl MatchState {
    pub fn of(started: bool, has_result: bool, reports: &Reports<'_>) -> Self {
        match (started, has_result, reports.first.1, reports.second.1) {
            (_, true, ..) => Self::Confirmed,
            (false, ..) => Self::Scheduled,
            (_, _, Some(first), Some(second)) if first == second => Self::AwaitingConfirmation,
            (_, _, Some(_), Some(_)) => Self::Disagreement,
            _ => Self::AwaitingReports,
        }
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::AwaitingReports => "awaiting_reports",
            Self::Disagreement => "disagreement",
            Self::AwaitingConfirmation => "awaiting_confirmation",
            Self::Confirmed => "confirmed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MatchState, Outcomes, Reports};
    use crate::domain::violation::Rule;
    use crate::rulebooks;

    fn said(results: &[(u32, &str)]) -> Vec<(u32, String)> {
        results.iter().map(|(board, code)| (*board, (*code).to_owned())).collect()
    }

    #[test]
    fn every_fault_of_a_report_is_named_with_its_place() {
        let report = said(&[(1, "white_win"), (1, "draw"), (5, "draw"), (2, "one_all")]);
        let faults: Vec<(Rule, String)> = Outcomes::read(&report, 4)
            .unwrap_err()
            .into_iter()
            .map(|fault| (fault.rule, fault.pointer.unwrap_or_default()))
            .collect();
        assert_eq!(
            faults,
            [
                (Rule::BoardTwice, "/boards/1/board".to_owned()),
                (Rule::NoSuchBoard, "/boards/2/board".to_owned()),
                (Rule::ResultOutsideLaws, "/boards/3/result".to_owned()),
                (Rule::BoardMissing, "/boards".to_owned()),
            ]
        );
        let any_order = said(&[(2, "draw"), (1, "white_win")]);
        assert_eq!(Outcomes::read(&any_order, 2).unwrap().codes(), ["white_win", "draw"]);
    }

    #[test]
    fn a_board_without_a_player_is_lost_without_play() {
        let rules = rulebooks::parse(rulebooks::builtin()[0].1).unwrap();
        let category = rules.category("open").unwrap();
        // The first team, White on boards 1 and 3, has nobody on board 3; nobody at all sits at board 4.
        let seated = |board: u32| (board < 3, board < 4);
        let faults = |results: [&str; 4]| {
            let said: Vec<_> = (1..).zip(results).map(|(board, code)| (board, code.to_owned())).collect();
            let checked = Outcomes::read(&said, 4).unwrap().check_seats(&rules, category, seated);
            checked.err().unwrap_or_default().len()
        };
        assert_eq!(faults(["draw", "draw", "black_forfeit_win", "both_forfeit"]), 0);
        assert_eq!(faults(["draw", "draw", "both_forfeit", "both_forfeit"]), 0);
        assert_eq!(faults(["draw", "draw", "black_win", "white_forfeit_win"]), 2);
        assert_eq!(
            Outcomes::walkover(category, |_| (true, false)).codes(),
            ["white_forfeit_win", "black_forfeit_win", "white_forfeit_win", "black_forfeit_win"]
        );
        assert_eq!(Outcomes::walkover(category, |_| (false, false)).codes(), ["both_forfeit"; 4]);
    }

    #[test]
    fn two_reports_agree_or_the_boards_are_named() {
        let one = Outcomes::read(&said(&[(1, "white_win"), (2, "draw"), (3, "draw")]), 3).unwrap();
        let two = Outcomes::read(&said(&[(1, "black_win"), (2, "draw"), (3, "both_lost")]), 3).unwrap();
        let pair = |first, second| Reports { first: ("NED", first), second: ("URS", second) };
        assert_eq!(pair(Some(&one), Some(&one)).agreed().unwrap(), &one);
        let refused = pair(Some(&one), Some(&two)).agreed().unwrap_err();
        assert_eq!(refused.facts["boards"], vec!["1".to_owned(), "3".to_owned()].into());
        let refused = pair(Some(&one), None).agreed().unwrap_err();
        assert_eq!(refused.facts["missing_reports"], vec!["URS".to_owned()].into());
        assert_eq!(MatchState::of(true, false, &pair(Some(&one), Some(&two))), MatchState::Disagreement);
        assert_eq!(MatchState::of(true, false, &pair(Some(&one), Some(&one))), MatchState::AwaitingConfirmation);
        assert_eq!(MatchState::of(true, false, &pair(Some(&one), None)), MatchState::AwaitingReports);
        assert_eq!(MatchState::of(false, false, &pair(None, None)), MatchState::Scheduled);
        assert_eq!(MatchState::of(true, true, &pair(None, None)), MatchState::Confirmed);
    }
}

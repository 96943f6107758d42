//! What is reported of a match, board by board, and what follows from two reports.

use std::collections::BTreeMap;

use super::result::{BoardResult, GameResult};
use super::rulebook::Category;
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

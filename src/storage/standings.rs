//! The facts that the standings of a group are made of.

use std::collections::BTreeMap;

use super::groups::{self, GroupTeam};
use super::matches::{ResultRow, Sheet};
use super::rounds::{self, RoundRow};
use super::{Db, Error, Result, archives, matches};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::MatchResult;
use crate::domain::rulebook::Category;
use crate::domain::standings::{Adjustment, ByeKind, GroupBye, GroupMatch, GroupResults, PairingMode};

/// The facts, and the teams behind the numbers.
#[derive(Debug, Clone)]
pub struct Facts {
    pub results: GroupResults,
    pub teams: Vec<GroupTeam>,
    pub rounds: Vec<RoundRow>,
    /// Matches without a result, of rounds started or not.
    pub open: Vec<String>,
}

impl Facts {
    pub fn team(&self, number: TeamNumber) -> Option<&GroupTeam> {
        self.teams.iter().find(|team| team.number.unsigned_abs() == number.0)
    }
}

/// Loads every round and every result of one group.
pub fn facts(db: &mut Db, group: &str, category: &Category) -> Result<Facts> {
    facts_by(db, group, category, Sheet::result)
}

/// The same with the results that stood at some time.
pub fn facts_by(
    db: &mut Db,
    group: &str,
    category: &Category,
    result_of: impl Fn(&Sheet) -> Option<&ResultRow>,
) -> Result<Facts> {
    let teams = groups::teams(db, group)?;
    let rounds = rounds::all(db, group)?;
    let rows = matches::of_group(db, group)?;
    let sheets = matches::sheets(db, rows, &teams)?;
    let numbers: BTreeMap<&str, TeamNumber> = teams.iter().map(|team| (team.id.as_str(), number(team))).collect();
    let round_numbers: BTreeMap<&str, u32> =
        rounds.iter().map(|round| (round.id.as_str(), round.number.unsigned_abs())).collect();
    let inconsistent = |row: &str| Error::Inconsistent { table: "matches", column: "round_id", row: row.to_owned() };
    let ids: Vec<&str> = sheets.iter().map(|sheet| sheet.row.id.as_str()).collect();
    let scores = archives::scores(db, &ids)?;
    let mut open = Vec::new();
    let mut played = Vec::with_capacity(sheets.len());
    for sheet in &sheets {
        let round = *round_numbers.get(sheet.row.round_id.as_str()).ok_or_else(|| inconsistent(&sheet.row.id))?;
        let (home, away) = (number(&sheet.first), number(&sheet.second));
        played.push(match result_of(sheet) {
            Some(result) => {
                let games = result.outcomes.games(category);
                let by_boards = GroupMatch::with_boards(round, home, away, games, category.boards.value)
                    .map_err(|_| inconsistent(&sheet.row.id))?;
                match scores.get(&sheet.row.id) {
                    Some(score) => with_points_of_their_own(by_boards, score),
                    None => by_boards,
                }
            }
            None => {
                open.push(sheet.row.id.clone());
                GroupMatch::unfinished(round, home, away, Vec::new())
            }
        });
    }
    let mut byes: Vec<GroupBye> = rounds
        .iter()
        .filter_map(|round| Some((round, *numbers.get(round.free_team_id.as_deref()?)?)))
        .map(|(round, team)| GroupBye {
            round: round.number.unsigned_abs(),
            team,
            kind: ByeKind::Free,
            game_points: GamePoints::ZERO,
            match_points: MatchPoints::ZERO,
        })
        .collect();
    let ids: Vec<&str> = rounds.iter().map(|round| round.id.as_str()).collect();
    for bye in archives::byes(db, &ids)? {
        let (Some(round), Some(team)) = (round_numbers.get(bye.round_id.as_str()), numbers.get(bye.team_id.as_str()))
        else {
            return Err(Error::Inconsistent { table: "round_byes", column: "team_id", row: bye.round_id });
        };
        byes.push(GroupBye {
            round: *round,
            team: *team,
            kind: bye.kind()?,
            game_points: GamePoints(bye.game_points),
            match_points: MatchPoints(bye.match_points),
        });
    }
    let adjustments = archives::adjustments(db, group)?;
    let adjustments = adjustments.iter().filter_map(|row| {
        Some(Adjustment {
            team: *numbers.get(row.team_id.as_str())?,
            round: row.round.map(i32::unsigned_abs),
            match_points: MatchPoints(row.match_points),
            game_points: GamePoints(row.game_points),
        })
    });
    let started = rounds.iter().filter(|round| round.state != rounds::SCHEDULED).count();
    let results = GroupResults {
        pairing: if groups::is_swiss(db, group)? { PairingMode::Swiss } else { PairingMode::RoundRobin },
        teams: teams.iter().map(number).collect(),
        boards: category.boards.value,
        rounds_started: u32::try_from(started).unwrap_or(u32::MAX),
        matches: played,
        byes,
        exclusions: Vec::new(),
        adjustments: adjustments.collect(),
    };
    Ok(Facts { results, teams, rounds, open })
}

/// Somebody gave the teams other points than boards and scale do.
fn with_points_of_their_own(game: GroupMatch, score: &archives::ScoreRow) -> GroupMatch {
    let (home, away) = score.game_points();
    let result = game.result.map(|result| MatchResult { home, away, ..result });
    // Boards that do not say what the match says prove nothing.
    let games = if game.result.is_some_and(|by_boards| by_boards.home == home) { game.games } else { Vec::new() };
    GroupMatch { result, games, match_points: Some(score.match_points()), ..game }
}

fn number(team: &GroupTeam) -> TeamNumber {
    TeamNumber(team.number.unsigned_abs())
}

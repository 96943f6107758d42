//! The facts that the standings of a group are made of.

use std::collections::BTreeMap;

use super::groups::{self, GroupTeam};
use super::matches::{ResultRow, Sheet};
use super::rounds::{self, RoundRow};
use super::{Db, Error, Result, matches};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::rulebook::Category;
use crate::domain::standings::{ByeKind, GroupBye, GroupMatch, GroupResults, PairingMode};

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
    let mut open = Vec::new();
    let mut played = Vec::with_capacity(sheets.len());
    for sheet in &sheets {
        let round = *round_numbers.get(sheet.row.round_id.as_str()).ok_or_else(|| inconsistent(&sheet.row.id))?;
        let (home, away) = (number(&sheet.first), number(&sheet.second));
        played.push(match result_of(sheet) {
            Some(result) => {
                let games = result.outcomes.games(category);
                GroupMatch::with_boards(round, home, away, games, category.boards.value)
                    .map_err(|_| inconsistent(&sheet.row.id))?
            }
            None => {
                open.push(sheet.row.id.clone());
                GroupMatch::unfinished(round, home, away, Vec::new())
            }
        });
    }
    let byes = rounds
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
    let started = rounds.iter().filter(|round| round.state != rounds::SCHEDULED).count();
    let results = GroupResults {
        pairing: PairingMode::RoundRobin,
        teams: teams.iter().map(number).collect(),
        boards: category.boards.value,
        rounds_started: u32::try_from(started).unwrap_or(u32::MAX),
        matches: played,
        byes,
        exclusions: Vec::new(),
    };
    Ok(Facts { results, teams, rounds, open })
}

fn number(team: &GroupTeam) -> TeamNumber {
    TeamNumber(team.number.unsigned_abs())
}

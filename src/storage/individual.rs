//! The games of each player, that individual results are made of.

use std::collections::BTreeMap;

use diesel::prelude::*;

use super::groups::{self, GroupTeam};
use super::matches::Sheet;
use super::schema::roster;
use super::{Db, Error, Result, matches, rounds};
use crate::domain::individual::PlayerGame;
use crate::domain::rulebook::Category;

/// The games of one group as far as they have results.
#[derive(Debug, Clone, Default)]
pub struct PlayedGames {
    pub games: Vec<PlayerGame>,
    pub teams: Vec<GroupTeam>,
    /// By person.
    pub names: BTreeMap<String, String>,
    /// A match of a started round has no result yet.
    pub open: bool,
}

/// Every game of the group's matches that have a result, once for each of its players.
pub fn games(db: &mut Db, group: &str, category: &Category) -> Result<PlayedGames> {
    let teams = groups::teams(db, group)?;
    let rounds: BTreeMap<String, (u32, bool)> = rounds::all(db, group)?
        .into_iter()
        .map(|round| (round.id, (round.number.unsigned_abs(), round.state != rounds::SCHEDULED)))
        .collect();
    let numbers = numbers(db, &teams)?;
    let rows = matches::of_group(db, group)?;
    let mut played = PlayedGames::default();
    for sheet in matches::sheets(db, rows, &teams)? {
        let (round, started) = *rounds.get(&sheet.row.round_id).ok_or_else(|| Error::Inconsistent {
            table: "matches",
            column: "round_id",
            row: sheet.row.id.clone(),
        })?;
        played.open |= started && sheet.result().is_none();
        played.games.extend(of_match(&sheet, round, category, &numbers));
        played.names.extend(sheet.players.into_iter().map(|player| (player.person_id, player.name)));
    }
    played.teams = teams;
    Ok(played)
}

fn of_match(
    sheet: &Sheet,
    round: u32,
    category: &Category,
    numbers: &BTreeMap<(String, String), u32>,
) -> Vec<PlayerGame> {
    let Some(result) = sheet.result() else { return Vec::new() };
    let games = result.outcomes.games(category);
    let of_player = |player: &matches::PlayerLine| {
        let game = games.iter().find(|game| game.board == player.board.unsigned_abs())?;
        let home = player.team_id == sheet.row.first_team_id;
        Some(PlayerGame {
            person: player.person_id.clone(),
            team: player.team_id.clone(),
            number: numbers.get(&(player.team_id.clone(), player.person_id.clone())).copied(),
            round,
            group: sheet.row.group_id.clone(),
            board: game.board,
            points: if home { game.home_points() } else { game.away_points() },
            over_the_board: game.result.over_the_board(),
        })
    };
    sheet.players.iter().filter_map(of_player).collect()
}

/// The number of each player in the team.
fn numbers(db: &mut Db, teams: &[GroupTeam]) -> Result<BTreeMap<(String, String), u32>> {
    let ids: Vec<&str> = teams.iter().map(|team| team.id.as_str()).collect();
    let rows: Vec<(String, String, i32)> = roster::table
        .filter(roster::team_id.eq_any(ids))
        .select((roster::team_id, roster::person_id, roster::number))
        .load(db)?;
    Ok(rows.into_iter().map(|(team, person, number)| ((team, person), number.unsigned_abs())).collect())
}

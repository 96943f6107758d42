//! Individual and board results, computed from the games whenever they are asked for.

use std::collections::BTreeMap;

use super::desk::View;
use super::error::{Error, Result};
use crate::domain::ids::GroupId;
use crate::domain::individual::{Line, Scope, individual_results};
use crate::domain::rulebook::Rulebook;
use crate::storage::groups::{self, GroupRow, GroupTeam};
use crate::storage::individual::{PlayedGames, games};

/// The results of one competition, or of one group of it.
pub struct IndividualTable {
    /// Its key among the categories of the regulations.
    pub competition: String,
    /// A match of a started round has no result yet.
    pub provisional: bool,
    pub minimum_percent: u32,
    pub minimum_article: Option<String>,
    pub overall: Vec<Line>,
    /// By board, those who sat there.
    pub boards: Vec<(u32, Vec<Line>)>,
    pub teams: Vec<GroupTeam>,
    /// By person.
    pub names: BTreeMap<String, String>,
}

pub fn get_individual_results(view: &mut View<'_>, group: &GroupId) -> Result<(GroupRow, IndividualTable)> {
    let rules = view.rules()?;
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let competition = groups::competition(view.db, &row)?;
    let played = games(view.db, &row.id, rules.category(&competition.key)?)?;
    let table = table(&rules, competition.key, played)?;
    Ok((row, table))
}

/// One table for each competition, over all its groups.
pub fn get_championship_individual_results(view: &mut View<'_>) -> Result<Vec<IndividualTable>> {
    let rules = view.rules()?;
    let id = view.event()?.id().clone();
    let mut by_competition: BTreeMap<String, PlayedGames> = BTreeMap::new();
    for group in groups::all(view.db, id.as_str())? {
        let competition = groups::competition(view.db, &group)?;
        let played = games(view.db, &group.id, rules.category(&competition.key)?)?;
        let all = by_competition.entry(competition.key).or_default();
        all.games.extend(played.games);
        all.names.extend(played.names);
        all.open |= played.open;
        for team in played.teams {
            if !all.teams.iter().any(|known| known.id == team.id) {
                all.teams.push(team);
            }
        }
    }
    by_competition.into_iter().map(|(competition, played)| table(&rules, competition, played)).collect()
}

fn table(rules: &Rulebook, competition: String, played: PlayedGames) -> Result<IndividualTable> {
    let minimum = &rules.settings.considerable_rounds_percent;
    let boards = 1..=rules.category(&competition)?.boards.value;
    let of = |scope| individual_results(&played.games, scope, minimum.value);
    Ok(IndividualTable {
        overall: of(Scope::Overall),
        boards: boards.map(|board| (board, of(Scope::Board(board)))).collect(),
        competition,
        provisional: played.open,
        minimum_percent: minimum.value,
        minimum_article: minimum.article.clone(),
        teams: played.teams,
        names: played.names,
    })
}

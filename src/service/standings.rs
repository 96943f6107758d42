//! Standings and cross table, computed from the results whenever they are asked for.

use super::desk::View;
use super::error::{Error, Result};
use crate::domain::ids::GroupId;
use crate::domain::standings::{self, Crosstable, RankingRules, Standings};
use crate::domain::violation::{Rule, Violation};
use crate::storage::groups::{self, GroupRow};
use crate::storage::standings::{Facts, facts};

/// The table of a group after a round.
pub struct StandingsSheet {
    pub group: GroupRow,
    pub facts: Facts,
    pub standings: Standings,
}

pub fn get_standings(view: &mut View<'_>, group: &GroupId, after_round: Option<u32>) -> Result<StandingsSheet> {
    let rules = view.rules()?;
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let competition = groups::competition(view.db, &row)?;
    let facts = facts(view.db, group.as_str(), rules.category(&competition.key)?)?;
    let started = facts.results.rounds_started;
    if after_round.is_some_and(|round| round > started) {
        return Err(Violation::new(Rule::InvalidValue, format!("{started} rounds of the group have started"))
            .fact("after_round", i64::from(after_round.unwrap_or_default()))
            .fact("maximum", i64::from(started))
            .into());
    }
    let ranking = RankingRules::of(&rules, facts.results.pairing)?;
    let standings = standings::standings(&facts.results, &ranking, after_round)?;
    Ok(StandingsSheet { group: row, facts, standings })
}

pub fn get_crosstable(
    view: &mut View<'_>,
    group: &GroupId,
    after_round: Option<u32>,
) -> Result<(StandingsSheet, Crosstable)> {
    let sheet = get_standings(view, group, after_round)?;
    let table = standings::crosstable(&sheet.facts.results, &sheet.standings);
    Ok((sheet, table))
}

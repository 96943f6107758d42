//! Groups: who plays whom.

use super::desk::View;
use super::error::{Error, Result};
use crate::domain::ids::{ChampionshipId, GroupId};
use crate::storage::groups;
pub use crate::storage::groups::{CompetitionKey, GroupRow, GroupTeam};

/// A group with its teams, by number; none before the lots are drawn.
pub struct GroupSheet {
    pub row: GroupRow,
    pub competition: CompetitionKey,
    pub teams: Vec<GroupTeam>,
}

pub fn list_groups(
    view: &mut View<'_>,
    championship: &ChampionshipId,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<GroupSheet>> {
    groups::list(view.db, championship.as_str(), after, limit)?.into_iter().map(|row| complete(view, row)).collect()
}

pub fn get_group(view: &mut View<'_>, group: &GroupId) -> Result<GroupSheet> {
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    complete(view, row)
}

fn complete(view: &mut View<'_>, row: GroupRow) -> Result<GroupSheet> {
    let competition = groups::competition(view.db, &row)?;
    let teams = groups::teams(view.db, &row.id)?;
    Ok(GroupSheet { row, competition, teams })
}

//! The moments that the feed has announced, so that it announces each once.

use diesel::prelude::*;

use super::schema::announcements;
use super::{Db, Result};
use crate::domain::ids::ChampionshipId;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Queryable, Insertable)]
#[diesel(table_name = announcements)]
pub struct AnnouncementRow {
    pub championship_id: String,
    pub step: String,
    /// `due_soon` or `deadline_passed`.
    pub moment: String,
    /// The deadline: one that moves is announced anew.
    pub due_at: i64,
    pub announced_at: i64,
}

pub fn insert(db: &mut Db, row: &AnnouncementRow) -> Result<()> {
    diesel::insert_into(announcements::table).values(row).execute(db)?;
    Ok(())
}

pub fn of(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<AnnouncementRow>> {
    Ok(announcements::table.filter(announcements::championship_id.eq(championship.as_str())).load(db)?)
}

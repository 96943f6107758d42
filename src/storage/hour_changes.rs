//! Changes of the hours of rounds, with their reasons.

use diesel::prelude::*;

use super::schema::{hour_changes, officials, rounds};
use super::{Db, Result};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = hour_changes)]
pub struct HourChangeRow {
    pub round_id: String,
    pub ordinal: i32,
    pub from_at: i64,
    pub to_at: i64,
    pub reason: String,
    pub changed_by: String,
    pub changed_at: i64,
}

/// Of these rounds, the first change first.
pub fn of_rounds(db: &mut Db, ids: &[String]) -> Result<Vec<HourChangeRow>> {
    Ok(hour_changes::table
        .filter(hour_changes::round_id.eq_any(ids))
        .order((hour_changes::round_id.asc(), hour_changes::ordinal.asc()))
        .load(db)?)
}

pub fn insert(db: &mut Db, row: &HourChangeRow) -> Result<()> {
    diesel::insert_into(hour_changes::table).values(row).execute(db)?;
    Ok(())
}

/// Account and name of everybody who was nominated in the championship with an account, the last named last.
pub fn names(db: &mut Db, championship: &str) -> Result<Vec<(Option<String>, String)>> {
    Ok(officials::table
        .filter(officials::championship_id.eq(championship))
        .filter(officials::account_id.is_not_null())
        .filter(officials::nominated_at.is_not_null())
        .order(officials::id.asc())
        .select((officials::account_id, officials::name))
        .load(db)?)
}

/// Takes the reason of a change away: the round's new version, if there is such a change.
pub fn redact(db: &mut Db, round_id: &str, ordinal: i32, by: &str) -> Result<Option<i64>> {
    let change = hour_changes::table.find((round_id, ordinal));
    if diesel::update(change).set(hour_changes::reason.eq(by)).execute(db)? == 0 {
        return Ok(None);
    }
    let round = rounds::table.find(round_id);
    diesel::update(round).set(rounds::version.eq(rounds::version + 1_i64)).execute(db)?;
    Ok(Some(round.select(rounds::version).first(db)?))
}

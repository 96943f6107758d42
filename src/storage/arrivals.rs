//! Who came when to a board.

use diesel::prelude::*;

use super::schema::match_arrivals;
use super::{Db, Result};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = match_arrivals, treat_none_as_null = true)]
pub struct ArrivalRow {
    pub match_id: String,
    pub board: i32,
    pub first_arrived_at: Option<i64>,
    pub second_arrived_at: Option<i64>,
    pub clock_started_by: Option<String>,
    pub recorded_by: String,
    pub recorded_at: i64,
    pub version: i64,
}

/// By board; boards of which nothing was recorded are not there.
pub fn of_match(db: &mut Db, match_id: &str) -> Result<Vec<ArrivalRow>> {
    Ok(match_arrivals::table
        .filter(match_arrivals::match_id.eq(match_id))
        .order(match_arrivals::board.asc())
        .load(db)?)
}

pub fn find(db: &mut Db, match_id: &str, board: i32) -> Result<Option<ArrivalRow>> {
    Ok(match_arrivals::table.find((match_id, board)).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &ArrivalRow) -> Result<()> {
    diesel::insert_into(match_arrivals::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &ArrivalRow) -> Result<()> {
    diesel::update(match_arrivals::table.find((&row.match_id, row.board))).set(row).execute(db)?;
    Ok(())
}

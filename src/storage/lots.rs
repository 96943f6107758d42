//! Lots: the secret, its commitment, and the public value.

use diesel::prelude::*;

use super::schema::lots;
use super::{Db, Result};

/// Has no `Debug`: the secret is readable by nobody until the lots are drawn.
#[derive(Clone, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = lots, treat_none_as_null = true)]
pub struct LotsRow {
    pub group_id: String,
    pub commitment: Vec<u8>,
    pub secret: Vec<u8>,
    pub committed_at: i64,
    pub public_value: Option<String>,
    pub drawn_at: Option<i64>,
    pub version: i64,
}

pub fn find(db: &mut Db, group: &str) -> Result<Option<LotsRow>> {
    Ok(lots::table.find(group).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &LotsRow) -> Result<()> {
    diesel::insert_into(lots::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &LotsRow) -> Result<()> {
    diesel::update(lots::table.find(&row.group_id)).set(row).execute(db)?;
    Ok(())
}

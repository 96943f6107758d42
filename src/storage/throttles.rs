//! Failed attempts, counted in windows.

use diesel::prelude::*;

use super::schema::throttles;
use super::{Db, Result};

/// The failures of one bucket since its window began.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = throttles)]
pub struct ThrottleRow {
    pub bucket: String,
    pub window_start: i64,
    pub failures: i32,
}

pub fn find(db: &mut Db, bucket: &str) -> Result<Option<ThrottleRow>> {
    Ok(throttles::table.find(bucket).first(db).optional()?)
}

/// Counts one more failure; a window that began before `oldest` is over, and a new one begins now.
pub fn count(db: &mut Db, bucket: &str, now: i64, oldest: i64) -> Result<()> {
    let row = throttles::table.find(bucket);
    let counted = diesel::update(row.filter(throttles::window_start.gt(oldest)))
        .set(throttles::failures.eq(throttles::failures + 1))
        .execute(db)?;
    if counted > 0 {
        return Ok(());
    }
    let begun = diesel::update(row).set((throttles::window_start.eq(now), throttles::failures.eq(1))).execute(db)?;
    if begun == 0 {
        diesel::insert_into(throttles::table)
            .values(ThrottleRow { bucket: bucket.to_owned(), window_start: now, failures: 1 })
            .execute(db)?;
    }
    Ok(())
}

pub fn forget(db: &mut Db, bucket: &str) -> Result<()> {
    diesel::delete(throttles::table.find(bucket)).execute(db)?;
    Ok(())
}

/// Removes the windows that are over.
pub fn remove_old(db: &mut Db, oldest: i64) -> Result<()> {
    diesel::delete(throttles::table.filter(throttles::window_start.le(oldest))).execute(db)?;
    Ok(())
}

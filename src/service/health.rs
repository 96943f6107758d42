//! Whether this instance can serve, and what it has open. No operation of the API: nobody calls it by right.

use std::time::Duration;

use super::desk::Desk;
use super::error::{Error, Result};
use crate::storage::{journal, migrations};

/// Waiting longer for a connection is not being ready.
const PATIENCE: Duration = Duration::from_millis(900);

/// The database answers, and its schema is the one of this program.
pub fn ready(desk: &Desk) -> Result<()> {
    let mut db = desk.pool.get_within(PATIENCE)?;
    let pending = migrations::pending(&mut db)?;
    if pending.names.is_empty() {
        Ok(())
    } else {
        Err(Error::Unavailable { detail: "the schema of the database is older".to_owned(), retry_after_seconds: 1 })
    }
}

/// Open connections, idle ones, and the position of the last journal entry.
pub fn figures(desk: &Desk) -> Result<(u32, u32, i64)> {
    let (connections, idle) = desk.pool.connections();
    let mut db = desk.pool.get_within(PATIENCE)?;
    Ok((connections, idle, journal::last_position(&mut db)?))
}

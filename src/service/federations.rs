//! Federations: the members of FIDE, present and past.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::storage::federations;
pub use crate::storage::federations::FederationRow;

/// What an administrator says of a federation.
pub struct FederationFacts {
    pub name: String,
    pub continent: Option<String>,
    pub zone: Option<String>,
    pub affiliated_from: Option<String>,
    pub affiliated_to: Option<String>,
    pub successor: Option<String>,
}

/// Creates or replaces a federation; true if it is new.
pub fn put_federation(tx: &mut Tx<'_>, code: String, facts: FederationFacts) -> Result<(FederationRow, bool)> {
    let before = federations::find(tx.db, &code)?;
    let row = FederationRow {
        code,
        name: facts.name,
        continent: facts.continent,
        zone: facts.zone,
        affiliated_from: facts.affiliated_from,
        affiliated_to: facts.affiliated_to,
        successor: facts.successor,
        recognised: true,
        created_at: before.as_ref().map_or(tx.recorded_at.unix_micros(), |before| before.created_at),
        version: before.as_ref().map_or(1, |before| before.version + 1),
    };
    let change = if before.is_some() {
        federations::update(tx.db, &row)?;
        Change::Updated
    } else {
        federations::insert(tx.db, &row)?;
        Change::Created
    };
    tx.changed("federation", &row.code, row.version, change);
    tx.note(json!({"code": row.code, "name": row.name, "affiliated_to": row.affiliated_to}));
    Ok((row, before.is_none()))
}

pub fn get_federation(view: &mut View<'_>, code: &str) -> Result<FederationRow> {
    federations::find(view.db, code)?.ok_or_else(|| Error::not_found("federation", code))
}

pub fn list_federations(view: &mut View<'_>, after: Option<&str>, limit: i64) -> Result<Vec<FederationRow>> {
    Ok(federations::list(view.db, after, limit)?)
}

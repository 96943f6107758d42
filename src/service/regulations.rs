//! Regulations: the texts as data. A stored one is never changed.

use std::sync::Arc;

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::rulebook::Rulebook;
use crate::rulebooks;
use crate::storage::regulations;
pub use crate::storage::regulations::RegulationsRow;

/// Regulations as stored and as read.
pub struct Regulations {
    pub row: RegulationsRow,
    pub rulebook: Arc<Rulebook>,
}

/// Adds regulations; all faults of the text are named.
pub fn add_regulations(tx: &mut Tx<'_>, text: &str) -> Result<Regulations> {
    let rulebook = rulebooks::parse(text)?;
    if regulations::find(tx.db, &rulebook.id)?.is_some() {
        return Err(Error::state("already_exists", format!("there are regulations {} already", rulebook.id)));
    }
    let document = rulebooks::canonical_json(&rulebook)
        .map_err(|cause| Error::Internal(format!("regulations {}: {cause}", rulebook.id)))?;
    let row = RegulationsRow {
        id: rulebook.id.clone(),
        title: rulebook.title.clone(),
        document,
        built_in: false,
        created_at: tx.recorded_at.unix_micros(),
        version: 1,
    };
    regulations::insert(tx.db, &row)?;
    tx.changed("regulations", &row.id, row.version, Change::Created);
    tx.note(json!({"id": row.id, "title": row.title, "edition": rulebook.edition}));
    Ok(Regulations { row, rulebook: Arc::new(rulebook) })
}

pub fn get_regulations(view: &mut View<'_>, id: &str) -> Result<Regulations> {
    let row = regulations::find(view.db, id)?.ok_or_else(|| Error::not_found("regulations", id))?;
    loaded(view, row)
}

pub fn list_regulations(view: &mut View<'_>, after: Option<&str>, limit: i64) -> Result<Vec<Regulations>> {
    let rows = regulations::list(view.db, after, limit)?;
    rows.into_iter().map(|row| loaded(view, row)).collect()
}

fn loaded(view: &mut View<'_>, row: RegulationsRow) -> Result<Regulations> {
    let rulebook =
        view.rulebook(&row.id)?.ok_or_else(|| Error::Internal(format!("the regulations {} are gone", row.id)))?;
    Ok(Regulations { row, rulebook })
}

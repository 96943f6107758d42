//! The journal as its readers see it: everything that its hashes are made of.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::desk::View;
use super::error::{Error, Result};
use super::ledger::{Header, hex};
use crate::storage::journal::{self, ChangeRow, EntryRow, Head};

/// One entry. `header` is hashed as it stands here.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    pub header: Value,
    /// Absent where it was redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    pub payload_digest: String,
    pub prev: String,
    pub hash: String,
    #[serde(skip)]
    pub seq: i64,
}

/// Entries of the target's stream after a seq, oldest first.
pub fn get_journal(view: &mut View<'_>, after: i64, limit: i64) -> Result<Vec<Entry>> {
    let stream = view.target.stream.clone();
    let entries = journal::entries_after(view.db, &stream, after, limit)?;
    let positions: Vec<i64> = entries.iter().map(|entry| entry.position).collect();
    let mut changes: BTreeMap<i64, Vec<ChangeRow>> = BTreeMap::new();
    for change in journal::changes_at(view.db, &positions)? {
        changes.entry(change.position).or_default().push(change);
    }
    entries.iter().map(|entry| shown(entry, changes.get(&entry.position).map_or(&[], Vec::as_slice))).collect()
}

/// The seq of the stream's last entry, and its hash in hexadecimal digits.
pub fn head(view: &mut View<'_>) -> Result<(i64, String)> {
    let stream = view.target.stream.clone();
    let Head { seq, hash } =
        journal::head(view.db, &stream)?.ok_or_else(|| Error::Internal(format!("no stream {stream}")))?;
    Ok((seq, hex(&hash)))
}

fn shown(entry: &EntryRow, changes: &[ChangeRow]) -> Result<Entry> {
    let damaged = |cause: serde_json::Error| Error::Internal(format!("journal at {}: {cause}", entry.position));
    Ok(Entry {
        header: serde_json::to_value(Header::of(entry, changes)?).map_err(damaged)?,
        payload: entry.payload.as_deref().map(serde_json::from_str).transpose().map_err(damaged)?,
        salt: entry.salt.as_deref().map(hex),
        payload_digest: hex(&entry.payload_digest),
        prev: hex(&entry.prev),
        hash: hex(&entry.hash),
        seq: entry.seq,
    })
}

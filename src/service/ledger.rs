//! The format of a journal entry: what is hashed and how.
//!
//! `hash = SHA-256(prev ‖ JCS(header) ‖ payload_digest)`, `payload_digest = SHA-256(salt ‖ JCS(payload))`.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use crate::domain::calendar::Instant;
use crate::storage::journal::{ChangeRow, EntryRow};

/// The part of an entry that stands for ever and is hashed as it is.
#[derive(Debug, Serialize)]
pub struct Header<'a> {
    pub stream: &'a str,
    pub seq: i64,
    pub position: i64,
    pub recorded_at: Instant,
    pub regulation_time: Instant,
    pub actor: &'a str,
    pub action: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_digest: Option<String>,
    pub changes: Vec<Change<'a>>,
}

#[derive(Debug, Serialize)]
pub struct Change<'a> {
    #[serde(rename = "type")]
    pub kind: &'a str,
    pub id: &'a str,
    pub version: i64,
    pub change: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
}

impl<'a> Header<'a> {
    pub fn of(entry: &'a EntryRow, changes: &'a [ChangeRow]) -> Result<Self> {
        Ok(Self {
            stream: &entry.stream,
            seq: entry.seq,
            position: entry.position,
            recorded_at: instant(entry.recorded_at)?,
            regulation_time: instant(entry.regulation_time)?,
            actor: &entry.actor,
            action: &entry.action,
            article: entry.article.as_deref(),
            private_digest: entry.private_digest.as_deref().map(hex),
            changes: changes
                .iter()
                .map(|change| Change {
                    kind: &change.kind,
                    id: &change.resource_id,
                    version: change.version,
                    change: &change.change,
                    reason: change.reason.as_deref(),
                })
                .collect(),
        })
    }
}

fn instant(micros: i64) -> Result<Instant> {
    Instant::from_unix_micros(micros).map_err(|violation| Error::Internal(format!("journal: {violation}")))
}

/// The digest of a payload under its salt.
pub fn payload_digest(salt: &[u8], payload: &Value) -> Result<Vec<u8>> {
    Ok(Sha256::new().chain_update(salt).chain_update(canonical(payload)?).finalize().to_vec())
}

/// The hash of an entry, from the hash before it.
pub fn entry_hash(prev: &[u8], header: &Header<'_>, payload_digest: &[u8]) -> Result<Vec<u8>> {
    Ok(Sha256::new()
        .chain_update(prev)
        .chain_update(canonical(header)?)
        .chain_update(payload_digest)
        .finalize()
        .to_vec())
}

fn canonical<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json_canonicalizer::to_vec(value).map_err(|cause| Error::Internal(format!("canonical JSON: {cause}")))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

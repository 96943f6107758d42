//! Verifies the whole journal from its rows alone: every hash, every chain, nothing missing and nothing added.

use std::collections::BTreeMap;
use std::fmt;

use super::error::{Error, Result};
use super::ledger::{self, Header};
use crate::storage::journal::{self, ChangeRow, EntryRow};
use crate::storage::{Db, Pool};

const AT_ONCE: i64 = 500;

/// What was verified, stream by stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub streams: Vec<StreamCount>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamCount {
    pub stream: String,
    pub entries: i64,
    /// Entries whose payload was taken out; their digests still hold the chain.
    pub redacted: i64,
    /// Hash of the last entry.
    pub head: Vec<u8>,
}

/// Where the journal does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub stream: String,
    pub seq: i64,
    pub reason: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stream {}, entry {}: {}", self.stream, self.seq, self.reason)
    }
}

/// Walks every stream in one unchanging state of the database.
pub fn verify_journal(pool: &Pool) -> Result<std::result::Result<Verified, Broken>> {
    let mut pooled = pool.get()?;
    let db: &mut Db = &mut pooled;
    db.begin_read()?;
    let outcome = all_streams(db);
    let ended = db.rollback();
    let outcome = outcome?;
    ended?;
    Ok(outcome)
}

fn all_streams(db: &mut Db) -> Result<std::result::Result<Verified, Broken>> {
    let mut streams = Vec::new();
    for (stream, seq, head) in journal::streams(db)? {
        match one_stream(db, &stream, seq, &head)? {
            Ok(count) => streams.push(count),
            Err(broken) => return Ok(Err(broken)),
        }
    }
    let entries: i64 = streams.iter().map(|stream| stream.entries).sum();
    let last = journal::last_position(db)?;
    if entries != last {
        let reason = format!("the feed stands at position {last}, and the streams have {entries} entries");
        return Ok(Err(Broken { stream: "(all)".to_owned(), seq: last, reason }));
    }
    Ok(Ok(Verified { streams }))
}

fn one_stream(
    db: &mut Db,
    stream: &str,
    seq_of_head: i64,
    head: &[u8],
) -> Result<std::result::Result<StreamCount, Broken>> {
    let broken = |seq: i64, reason: &str| Broken { stream: stream.to_owned(), seq, reason: reason.to_owned() };
    let (mut seq, mut position, mut prev, mut redacted) = (0, 0, vec![0_u8; 32], 0);
    loop {
        let entries = journal::entries_after(db, stream, seq, AT_ONCE)?;
        let positions: Vec<i64> = entries.iter().map(|entry| entry.position).collect();
        let mut changes: BTreeMap<i64, Vec<ChangeRow>> = BTreeMap::new();
        for change in journal::changes_at(db, &positions)? {
            changes.entry(change.position).or_default().push(change);
        }
        let Some(last) = entries.last() else { break };
        let last = last.seq;
        for entry in &entries {
            if entry.seq != seq + 1 {
                return Ok(Err(broken(seq + 1, "the entry is missing")));
            }
            if entry.position <= position {
                return Ok(Err(broken(entry.seq, "it stands before the entry that it follows")));
            }
            if entry.prev != prev {
                return Ok(Err(broken(entry.seq, "it does not follow from the hash before it")));
            }
            if let Some(reason) = fault(entry, changes.get(&entry.position).map_or(&[], Vec::as_slice))? {
                return Ok(Err(broken(entry.seq, reason)));
            }
            redacted += i64::from(entry.payload.is_none());
            (seq, position, prev) = (entry.seq, entry.position, entry.hash.clone());
        }
        if seq != last {
            return Err(Error::Internal(format!("stream {stream} is not in order")));
        }
    }
    if seq != seq_of_head {
        return Ok(Err(broken(seq + 1, "the entry is missing, and the stream has counted it")));
    }
    if prev != head {
        return Ok(Err(broken(seq, "its hash is not the head of the stream")));
    }
    Ok(Ok(StreamCount { stream: stream.to_owned(), entries: seq, redacted, head: prev }))
}

/// What is wrong with one entry by itself.
fn fault(entry: &EntryRow, changes: &[ChangeRow]) -> Result<Option<&'static str>> {
    match (&entry.payload, &entry.salt) {
        (Some(payload), Some(salt)) => {
            let Ok(payload) = serde_json::from_str(payload) else { return Ok(Some("its payload is not JSON")) };
            if ledger::payload_digest(salt, &payload)? != entry.payload_digest {
                return Ok(Some("its payload does not fit its digest"));
            }
        }
        (None, None) => {}
        _ => return Ok(Some("its payload and its salt must go together")),
    }
    for (ordinal, change) in (0..).zip(changes) {
        if change.ordinal != ordinal {
            return Ok(Some("one of its changes is missing"));
        }
        if change.stream != entry.stream {
            return Ok(Some("one of its changes stands in another stream"));
        }
    }
    let Ok(header) = Header::of(entry, changes) else { return Ok(Some("its time is none")) };
    if ledger::entry_hash(&entry.prev, &header, &entry.payload_digest)? != entry.hash {
        return Ok(Some("its header or changes do not fit its hash"));
    }
    Ok(None)
}

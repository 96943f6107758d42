//! Streams, the journal and its changes.

use diesel::prelude::*;

use super::schema::{championships, feed_head, journal, journal_changes, streams};
use super::{Db, Result};

/// One accepted write, as stored.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = journal)]
pub struct EntryRow {
    pub position: i64,
    pub stream: String,
    pub seq: i64,
    pub recorded_at: i64,
    pub regulation_time: i64,
    pub actor: String,
    pub action: String,
    pub article: Option<String>,
    pub payload: Option<String>,
    pub salt: Option<Vec<u8>>,
    pub payload_digest: Vec<u8>,
    pub private_digest: Option<Vec<u8>>,
    pub prev: Vec<u8>,
    pub hash: Vec<u8>,
}

/// One resource that an entry changed.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = journal_changes)]
pub struct ChangeRow {
    pub position: i64,
    pub ordinal: i32,
    pub stream: String,
    pub kind: String,
    pub resource_id: String,
    pub version: i64,
    pub change: String,
    pub reason: Option<String>,
}

/// A stream and its head, as locked by [`lock`].
#[derive(Debug, Clone)]
pub struct Head {
    pub seq: i64,
    pub hash: Vec<u8>,
}

/// Opens a new stream; its first entry will have seq 1.
pub fn open_stream(db: &mut Db, stream: &str) -> Result<()> {
    diesel::insert_into(streams::table)
        .values((streams::id.eq(stream), streams::seq.eq(0_i64), streams::head.eq(vec![0_u8; 32])))
        .execute(db)?;
    Ok(())
}

/// Raises the stream's seq, which serializes its writers, and returns the new seq with the hash of the entry before.
/// `None`: there is no such stream.
pub fn lock(db: &mut Db, stream: &str) -> Result<Option<Head>> {
    let raised = diesel::update(streams::table.find(stream)).set(streams::seq.eq(streams::seq + 1_i64)).execute(db)?;
    if raised == 0 {
        return Ok(None);
    }
    let (seq, hash) = streams::table.find(stream).select((streams::seq, streams::head)).first::<(i64, Vec<u8>)>(db)?;
    Ok(Some(Head { seq, hash }))
}

/// Holds a stream against its other writers until commit, without an entry of its own: for a write of another stream that
/// adds to what this one keeps.
pub fn hold(db: &mut Db, stream: &str) -> Result<()> {
    diesel::update(streams::table.find(stream)).set(streams::seq.eq(streams::seq)).execute(db)?;
    Ok(())
}

/// Takes the next global position. It must be among the last statements before commit: from here on
/// the writers of all streams wait for each other.
pub fn next_position(db: &mut Db) -> Result<i64> {
    diesel::update(feed_head::table.find(1)).set(feed_head::position.eq(feed_head::position + 1_i64)).execute(db)?;
    Ok(feed_head::table.find(1).select(feed_head::position).first(db)?)
}

pub fn append(db: &mut Db, entry: &EntryRow, changes: &[ChangeRow]) -> Result<()> {
    diesel::insert_into(journal::table).values(entry).execute(db)?;
    for change in changes {
        diesel::insert_into(journal_changes::table).values(change).execute(db)?;
    }
    diesel::update(streams::table.find(&entry.stream)).set(streams::head.eq(&entry.hash)).execute(db)?;
    Ok(())
}

/// The position of the last committed entry; 0 while there is none.
pub fn last_position(db: &mut Db) -> Result<i64> {
    Ok(feed_head::table.find(1).select(feed_head::position).first(db)?)
}

/// The hash of the entry at a position, to check a cursor against.
pub fn hash_at(db: &mut Db, position: i64) -> Result<Option<Vec<u8>>> {
    Ok(journal::table.find(position).select(journal::hash).first(db).optional()?)
}

/// Entries of one stream after a seq, oldest first.
pub fn entries_after(db: &mut Db, stream: &str, seq: i64, limit: i64) -> Result<Vec<EntryRow>> {
    Ok(journal::table
        .filter(journal::stream.eq(stream).and(journal::seq.gt(seq)))
        .order(journal::seq.asc())
        .limit(limit)
        .load(db)?)
}

/// The changes of the entries at these positions, in order.
pub fn changes_at(db: &mut Db, positions: &[i64]) -> Result<Vec<ChangeRow>> {
    Ok(journal_changes::table
        .filter(journal_changes::position.eq_any(positions))
        .order((journal_changes::position.asc(), journal_changes::ordinal.asc()))
        .load(db)?)
}

/// Whose changes a feed shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feed {
    /// Everything but the sandbox championships.
    Public,
    /// One stream.
    Stream(String),
}

/// Changes after a place in the feed, oldest first, of some kinds.
pub fn changes_after(
    db: &mut Db,
    feed: &Feed,
    kinds: &[&str],
    after: (i64, i32),
    limit: i64,
) -> Result<Vec<ChangeRow>> {
    let (position, ordinal) = after;
    let mut query = journal_changes::table
        // The first condition is implied by the second; it lets the index find the place.
        .filter(journal_changes::position.ge(position))
        .filter(journal_changes::position.gt(position).or(journal_changes::ordinal.gt(ordinal)))
        .filter(journal_changes::kind.eq_any(kinds.to_vec()))
        .order((journal_changes::position.asc(), journal_changes::ordinal.asc()))
        .limit(limit)
        .into_boxed();
    query = match feed {
        Feed::Public => {
            let sandboxes = championships::table.filter(championships::sandbox.eq(true)).select(championships::id);
            query.filter(journal_changes::stream.ne_all(sandboxes))
        }
        Feed::Stream(stream) => query.filter(journal_changes::stream.eq(stream.clone())),
    };
    Ok(query.load(db)?)
}

/// The number in its stream of the entry at each of these positions.
pub fn seqs_at(db: &mut Db, positions: &[i64]) -> Result<Vec<(i64, i64)>> {
    Ok(journal::table.filter(journal::position.eq_any(positions)).select((journal::position, journal::seq)).load(db)?)
}

/// All streams, for the verification of the whole journal.
pub fn streams(db: &mut Db) -> Result<Vec<(String, i64, Vec<u8>)>> {
    Ok(streams::table.order(streams::id.asc()).load(db)?)
}

/// The head of one stream without locking it.
pub fn head(db: &mut Db, stream: &str) -> Result<Option<Head>> {
    Ok(streams::table
        .find(stream)
        .select((streams::seq, streams::head))
        .first::<(i64, Vec<u8>)>(db)
        .optional()?
        .map(|(seq, hash)| Head { seq, hash }))
}

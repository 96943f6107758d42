//! Free text taken out of the journal, and out of the resources that an entry of it changed.

use diesel::prelude::*;

use super::journal::EntryRow;
use super::schema::{entries, invitation_drafts, journal, match_results};
use super::{Db, Result};

pub fn entry(db: &mut Db, stream: &str, seq: i64) -> Result<Option<EntryRow>> {
    Ok(journal::table.filter(journal::stream.eq(stream)).filter(journal::seq.eq(seq)).first(db).optional()?)
}

/// Payload and salt go together.
pub fn redact(db: &mut Db, position: i64) -> Result<()> {
    diesel::update(journal::table.find(position))
        .set((journal::payload.eq(None::<String>), journal::salt.eq(None::<Vec<u8>>)))
        .execute(db)?;
    Ok(())
}

/// The reason of a withdrawal, if there is one; true if it was replaced.
pub fn withdrawal_reason(db: &mut Db, championship: &str, federation: &str, by: &str) -> Result<bool> {
    let of_entry = entries::table.find((championship, federation)).filter(entries::withdrawal_reason.is_not_null());
    let replaced = diesel::update(of_entry)
        .set((entries::withdrawal_reason.eq(Some(by)), entries::version.eq(entries::version + 1_i64)))
        .execute(db)?;
    Ok(replaced > 0)
}

/// The President's remarks on a draft.
pub fn remarks(db: &mut Db, draft: &str, by: &str) -> Result<bool> {
    let of_draft = invitation_drafts::table.find(draft).filter(invitation_drafts::remarks.is_not_null());
    let replaced = diesel::update(of_draft)
        .set((
            invitation_drafts::remarks.eq(Some(by)),
            invitation_drafts::version.eq(invitation_drafts::version + 1_i64),
        ))
        .execute(db)?;
    Ok(replaced > 0)
}

/// The reason of a decided or corrected result.
pub fn decision_reason(db: &mut Db, match_id: &str, revision: i32, by: &str) -> Result<bool> {
    let of_result = match_results::table.find((match_id, revision)).filter(match_results::reason.is_not_null());
    Ok(diesel::update(of_result).set(match_results::reason.eq(Some(by))).execute(db)? > 0)
}

pub fn version_of_entry(db: &mut Db, championship: &str, federation: &str) -> Result<i64> {
    Ok(entries::table.find((championship, federation)).select(entries::version).first(db)?)
}

pub fn version_of_draft(db: &mut Db, draft: &str) -> Result<i64> {
    Ok(invitation_drafts::table.find(draft).select(invitation_drafts::version).first(db)?)
}

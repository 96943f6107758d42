//! Free text taken out of the journal, and out of the resources that an entry of it changed.

use diesel::prelude::*;

use super::journal::EntryRow;
use super::schema::{awards, dispensations, eligibility_decisions, entries, invitation_drafts, journal, match_results};
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

/// Reason and evidence of a decision on a player's eligibility: the new version, if it was there.
pub fn eligibility_decision(db: &mut Db, id: &str, by: &str) -> Result<Option<i64>> {
    diesel::update(eligibility_decisions::table.find(id))
        .set((
            eligibility_decisions::reason.eq(Some(by)),
            eligibility_decisions::evidence.eq("[]"),
            eligibility_decisions::version.eq(eligibility_decisions::version + 1_i64),
        ))
        .execute(db)?;
    Ok(eligibility_decisions::table.find(id).select(eligibility_decisions::version).first(db).optional()?)
}

/// All decisions on a player.
pub fn eligibility_decisions_of(db: &mut Db, person: &str) -> Result<Vec<String>> {
    let of = eligibility_decisions::table.filter(eligibility_decisions::person_id.eq(person));
    Ok(of.order(eligibility_decisions::id.asc()).select(eligibility_decisions::id).load(db)?)
}

/// The reason of a dispensation: the new version, if it was there.
pub fn dispensation(db: &mut Db, id: &str, by: &str) -> Result<Option<i64>> {
    diesel::update(dispensations::table.find(id))
        .set((dispensations::reason.eq(by), dispensations::version.eq(dispensations::version + 1_i64)))
        .execute(db)?;
    Ok(dispensations::table.find(id).select(dispensations::version).first(db).optional()?)
}

/// The reason of an award and of its refusal, where there is one: the new version.
pub fn award(db: &mut Db, id: &str, by: &str) -> Result<Option<i64>> {
    let one = || awards::table.find(id);
    let reasons =
        diesel::update(one().filter(awards::reason.is_not_null())).set(awards::reason.eq(Some(by))).execute(db)?;
    let refusals = diesel::update(one().filter(awards::decision_reason.is_not_null()))
        .set(awards::decision_reason.eq(Some(by)))
        .execute(db)?;
    if reasons + refusals == 0 {
        return Ok(None);
    }
    diesel::update(one()).set(awards::version.eq(awards::version + 1_i64)).execute(db)?;
    Ok(Some(one().select(awards::version).first(db)?))
}

pub fn version_of_entry(db: &mut Db, championship: &str, federation: &str) -> Result<i64> {
    Ok(entries::table.find((championship, federation)).select(entries::version).first(db)?)
}

pub fn version_of_draft(db: &mut Db, draft: &str) -> Result<i64> {
    Ok(invitation_drafts::table.find(draft).select(invitation_drafts::version).first(db)?)
}

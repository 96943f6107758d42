//! Draft invitations: written by the organizer, answered by the FIDE President.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::calendar::Instant;
use crate::domain::ids::DraftId;
pub use crate::domain::invitation::{Content, DraftState};
use crate::domain::invitation::{check_complete, check_content};
use crate::domain::notice::{FIDE_PRESIDENT, Kind, ORGANIZER, Recipient};
use crate::domain::rulebook::DRAFT_INVITATION;
use crate::domain::timetable::Timeliness;
use crate::domain::violation::{Rule, Violation};
use crate::storage::invitations;
pub use crate::storage::invitations::DraftRow;

/// Where particulars and modifications stand in a request.
const PARTICULARS: &str = "/particulars";
const MODIFICATIONS: &str = "/modifications";

/// Begins a version of the draft; while one is not answered there is no other.
pub fn create_invitation_draft(tx: &mut Tx<'_>, content: Content) -> Result<DraftRow> {
    let championship = tx.event()?.id().clone();
    check_content(&*tx.rules()?, &content, PARTICULARS)?;
    let last = invitations::last_draft(tx.db, &championship)?;
    if let Some(open) = last.as_ref().filter(|last| last.state.is_open()) {
        let detail =
            format!("version {} is {}; a second one waits for the answer to it", open.number, open.state.code());
        return Err(Error::state("draft_open", detail));
    }
    let row = DraftRow {
        id: tx.new_id(DraftId::new),
        championship,
        number: last.map_or(1, |last| last.number + 1),
        state: DraftState::Draft,
        content,
        submitted_at: None,
        submitted_late: false,
        answered_at: None,
        modifications: Content::default(),
        remarks: None,
        created_at: tx.recorded_at,
        version: 1,
    };
    invitations::insert_draft(tx.db, &row)?;
    tx.changed("invitation_draft", &row.id, row.version, Change::Created);
    tx.note(json!({"draft": row.id, "number": row.number}));
    Ok(row)
}

/// Writes the version anew, as long as the President does not have it.
pub fn update_invitation_draft(tx: &mut Tx<'_>, id: &DraftId, content: Content) -> Result<DraftRow> {
    let mut row = editable(tx, id)?;
    check_content(&*tx.rules()?, &content, PARTICULARS)?;
    row.content = content;
    store(tx, row)
}

/// Gives the version to the President; it must be complete. A late one is recorded as late.
pub fn submit_invitation_draft(tx: &mut Tx<'_>, id: &DraftId) -> Result<DraftRow> {
    let mut row = editable(tx, id)?;
    let rules = tx.rules()?;
    check_complete(&rules, &row.content)?;
    row.submitted_late = tx.in_time(DRAFT_INVITATION, None)?? == Timeliness::Late;
    row.submitted_at = Some(tx.now);
    row.state = DraftState::Submitted;
    let row = store(tx, row)?;
    tx.notify(Kind::DraftInvitation, &Recipient::office(FIDE_PRESIDENT), row.id.as_str())?;
    Ok(row)
}

/// The President approves, perhaps with modifications.
pub fn approve_invitation_draft(
    tx: &mut Tx<'_>,
    id: &DraftId,
    modifications: Content,
    remarks: Option<String>,
) -> Result<DraftRow> {
    let state = if modifications.is_empty() { DraftState::Approved } else { DraftState::ApprovedWithModifications };
    answer(tx, id, state, modifications, remarks)
}

/// The President sends the version back, and says what has to change.
pub fn request_modifications(
    tx: &mut Tx<'_>,
    id: &DraftId,
    modifications: Content,
    remarks: Option<String>,
) -> Result<DraftRow> {
    if modifications.is_empty() {
        let detail = "at least one modification says what has to change";
        return Err(Violation::new(Rule::InvalidValue, detail).at(MODIFICATIONS).into());
    }
    answer(tx, id, DraftState::SentBack, modifications, remarks)
}

fn answer(
    tx: &mut Tx<'_>,
    id: &DraftId,
    state: DraftState,
    modifications: Content,
    remarks: Option<String>,
) -> Result<DraftRow> {
    let mut row = found(tx, id)?;
    if !row.state.is_answerable() {
        let detail = format!("version {} is {}; only a submitted one is answered", row.number, row.state.code());
        return Err(Error::state("draft_not_submitted", detail));
    }
    check_content(&*tx.rules()?, &modifications, MODIFICATIONS)?;
    row.state = state;
    row.modifications = modifications;
    row.remarks = remarks;
    row.answered_at = Some(tx.now);
    let row = store(tx, row)?;
    tx.notify(Kind::DraftAnswer, &Recipient::office(ORGANIZER), row.id.as_str())?;
    Ok(row)
}

fn store(tx: &mut Tx<'_>, mut row: DraftRow) -> Result<DraftRow> {
    row.version += 1;
    invitations::update_draft(tx.db, &row)?;
    tx.changed("invitation_draft", &row.id, row.version, Change::Updated);
    tx.note(json!({
        "draft": row.id,
        "number": row.number,
        "state": row.state.code(),
        "late": row.submitted_late,
        "modified": row.modifications.particulars.keys().collect::<Vec<_>>(),
    }));
    Ok(row)
}

fn editable(tx: &mut Tx<'_>, id: &DraftId) -> Result<DraftRow> {
    let row = found(tx, id)?;
    if row.state.is_editable() {
        Ok(row)
    } else {
        let detail = format!("version {} is {} and stays as it is", row.number, row.state.code());
        Err(Error::state("draft_already_submitted", detail))
    }
}

fn found(tx: &mut Tx<'_>, id: &DraftId) -> Result<DraftRow> {
    invitations::find_draft(tx.db, id)?.ok_or_else(|| Error::not_found("draft", id))
}

pub fn get_invitation_draft(view: &mut View<'_>, id: &DraftId) -> Result<DraftRow> {
    invitations::find_draft(view.db, id)?.ok_or_else(|| Error::not_found("draft", id))
}

pub fn list_invitation_drafts(view: &mut View<'_>, after: i32, limit: i64) -> Result<Vec<DraftRow>> {
    let championship = view.event()?.id().clone();
    Ok(invitations::list_drafts(view.db, &championship, after, limit)?)
}

/// How long the President took.
pub fn answered_after_seconds(row: &DraftRow) -> Option<i64> {
    let seconds = |from: Instant, to: Instant| (to.unix_micros() - from.unix_micros()) / 1_000_000;
    Some(seconds(row.submitted_at?, row.answered_at?))
}

//! The definite invitation: what was approved, to every affiliated federation, with copies.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;
pub use crate::domain::invitation::Content;
use crate::domain::invitation::{LastDraft, approved_content, check_approved, check_content};
use crate::domain::notice::{self, Kind, Recipient};
use crate::domain::rulebook::DEFINITE_INVITATION;
use crate::domain::timetable::Timeliness;
use crate::storage::Db;
use crate::storage::federations::{self, FederationRow};
use crate::storage::invitations;
pub use crate::storage::invitations::InvitationRow;
use crate::storage::notices;

/// The invitation, and what became of it.
pub struct Invitation {
    pub row: InvitationRow,
    pub federations: Vec<String>,
    /// Told, but in no zone: no Vice-President has a copy for them.
    pub without_zone: Vec<String>,
}

/// Sends it: only what the President approved, and to everybody at the same time.
pub fn send_invitation(tx: &mut Tx<'_>, content: Content) -> Result<Invitation> {
    let rules = tx.rules()?;
    let event = tx.event()?.row.clone();
    let calendar = event.calendar()?;
    check_content(&rules, &content, "/particulars")?;
    let draft = invitations::last_submitted_draft(tx.db, &event.id)?;
    let last = draft.as_ref().map(|draft| LastDraft {
        state: draft.state,
        content: &draft.content,
        modifications: &draft.modifications,
    });
    let approved = approved_content(&rules, &calendar, last, tx.now)?;
    check_approved(&rules, &approved, &content)?;
    let draft = draft.ok_or_else(|| Error::Internal("an approval without a draft".to_owned()))?;
    let row = InvitationRow {
        championship: event.id.clone(),
        draft: draft.id,
        content,
        sent_at: tx.now,
        sent_late: tx.in_time(DEFINITE_INVITATION, None)?? == Timeliness::Late,
        version: 1,
    };
    invitations::insert(tx.db, &row)?;
    tx.step_to(Phase::Invited)?;
    tx.changed("invitation", &event.id, row.version, Change::Created);

    let today = calendar.zone.date(tx.now);
    let mut invited = Vec::new();
    for federation in federations::all(tx.db)? {
        if federation.affiliation()?.is_told(today, federation.successor.as_deref()) {
            invited.push(federation);
        }
    }
    for federation in &invited {
        tx.notify(Kind::Invitation, &Recipient::federation(&federation.code), event.id.as_str())?;
    }
    let zones = invited.iter().filter_map(|federation| federation.zone.as_deref());
    let copies = notice::copies(&rules.invitation.copies_to.value, zones);
    for recipient in &copies {
        tx.notify(Kind::Invitation, recipient, event.id.as_str())?;
    }
    tx.note(json!({
        "draft": row.draft,
        "late": row.sent_late,
        "federations": invited.iter().map(|federation| federation.code.as_str()).collect::<Vec<_>>(),
        "copies_to": copies.iter().map(|to| to.office.as_str()).collect::<Vec<_>>(),
    }));
    Ok(told(row, &invited))
}

pub fn get_invitation(view: &mut View<'_>) -> Result<Invitation> {
    let championship = view.event()?.id().clone();
    let row = invitations::find(view.db, &championship)?
        .ok_or_else(|| Error::NotFound(format!("no definite invitation of {championship} has been sent")))?;
    let invited = invited(view.db, &championship)?;
    Ok(told(row, &invited))
}

fn invited(db: &mut Db, championship: &ChampionshipId) -> Result<Vec<FederationRow>> {
    let codes = notices::federations_told(db, championship.as_str(), Kind::Invitation.code())?;
    let all = federations::all(db)?;
    Ok(all.into_iter().filter(|federation| codes.binary_search(&federation.code).is_ok()).collect())
}

fn told(row: InvitationRow, invited: &[FederationRow]) -> Invitation {
    let code = |federation: &FederationRow| federation.code.clone();
    Invitation {
        row,
        federations: invited.iter().map(code).collect(),
        without_zone: invited.iter().filter(|federation| federation.zone.is_none()).map(code).collect(),
    }
}

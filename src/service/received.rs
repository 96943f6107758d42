//! How the operations of an entry learn when it was received: now, or on the day on which it came on paper.

use std::collections::BTreeMap;

use super::desk::Tx;
use super::error::{Denial, Error, Result};
use crate::access::Role;
use crate::domain::calendar::{Instant, Zone};
use crate::domain::entry::Paper;
use crate::storage::entries::{self, ReceiptRow};

impl Tx<'_> {
    /// When the federation did it. A federation does it itself; the organizer records what came on paper.
    pub fn received(&self, federation: &str, paper: Option<&Paper>) -> Result<Instant> {
        let id = self.event()?.id();
        let (allowed, role) = match paper {
            Some(_) => (self.actor.holds(Role::Organizer, Some(id)), Role::Organizer),
            None => (self.actor.acts_for(federation, Some(id)), Role::FederationOfficer),
        };
        if !allowed {
            let detail = "a federation enters itself; the organizer records what came on paper, and says when and how";
            return Err(Error::Denied(Denial::NotAllowed {
                code: "role_not_allowed",
                detail: detail.to_owned(),
                facts: BTreeMap::from([("allowed_roles", vec![role.code().to_owned()])]),
                article: None,
            }));
        }
        match paper {
            Some(paper) => Ok(paper.received(&Zone::named(&self.event()?.row.zone)?, self.now)?),
            None => Ok(self.now),
        }
    }

    /// Keeps the receipt of what was recorded.
    pub fn keep_receipt(&mut self, federation: &str, act: &str, paper: Option<&Paper>) -> Result<()> {
        let Some(paper) = paper else { return Ok(()) };
        let id = self.event()?.id().to_string();
        let before = entries::receipts(self.db, &id, federation)?;
        let row = ReceiptRow {
            championship_id: id,
            federation: federation.to_owned(),
            ordinal: before.last().map_or(1, |last| last.ordinal + 1),
            act: act.to_owned(),
            received_on: paper.received_on.to_string(),
            means: paper.means.clone(),
            received_by: paper.received_by.clone(),
            recorded_by: self.actor.name().to_owned(),
            recorded_at: self.recorded_at.unix_micros(),
        };
        Ok(entries::insert_receipt(self.db, &row)?)
    }
}

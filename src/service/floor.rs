//! Who acts at the boards of a match: the direction and the arbiters at all, a steward at the own.

use std::collections::BTreeMap;

use super::desk::{Tx, View};
use super::error::{Denial, Error, Result};
use crate::access::Actor;
use crate::domain::appointment::Role;
use crate::domain::ids::MatchId;
use crate::storage::stewards::{self, StewardRow};

impl Tx<'_> {
    /// The naming by which the caller acts here; none for the direction and the arbiters.
    pub fn acting_steward(&mut self, id: &MatchId) -> Result<Option<StewardRow>> {
        let championship = self.event()?.id().clone();
        let standing = stewards::standing(self.db, &[id.to_string()])?.pop();
        if let Some(steward) = own(self.actor, standing) {
            return Ok(Some(steward));
        }
        if self.actor.officiates(Some(&championship)) {
            return Ok(None);
        }
        Err(not_your_match())
    }
}

impl View<'_> {
    /// A steward, who has no other of these roles, looks at the own match alone.
    pub fn check_own_match(&mut self, id: &MatchId, roles: &[Role]) -> Result<()> {
        let championship = self.event()?.id().clone();
        let others = roles.iter().filter(|role| **role != Role::Steward);
        if others.into_iter().any(|role| self.actor.holds(*role, Some(&championship))) {
            return Ok(());
        }
        let standing = stewards::standing(self.db, &[id.to_string()])?.pop();
        own(self.actor, standing).map(|_| ()).ok_or_else(not_your_match)
    }
}

fn own(actor: &Actor, steward: Option<StewardRow>) -> Option<StewardRow> {
    let account = actor.account()?;
    steward.filter(|steward| steward.account_id.as_deref() == Some(account.as_str()))
}

fn not_your_match() -> Error {
    Error::Denied(Denial::NotAllowed {
        article: Some("15"),
        code: "not_your_match",
        detail: "a steward acts on the match that the director gave him".to_owned(),
        facts: BTreeMap::new(),
    })
}

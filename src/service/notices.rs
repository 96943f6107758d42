//! Notices: each delivery of a copy, and its acknowledgement.

use std::collections::BTreeMap;

use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Denial, Error, Result};
use crate::access::{Actor, Role};
use crate::domain::ids::{ChampionshipId, NoticeId};
use crate::domain::notice;
use crate::storage::notices;
pub use crate::storage::notices::{Filter, NoticeRow};

/// Those who see every delivery; everybody else sees what goes to the own federation.
const OVERSIGHT: &[Role] = &[Role::FidePresident, Role::Organizer];

pub fn list_notices(
    view: &mut View<'_>,
    kind: Option<String>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<NoticeRow>> {
    let championship = view.event()?.id().clone();
    let all = holds_any(view.actor, OVERSIGHT, Some(&championship));
    let to = (!all).then(|| (federations_of(view.actor, &championship), Vec::new()));
    Ok(notices::list(view.db, championship.as_str(), &Filter { kind, to }, after, limit)?)
}

fn federations_of(actor: &Actor, championship: &ChampionshipId) -> Vec<String> {
    match actor {
        Actor::Account(signed) => signed
            .appointments
            .iter()
            .filter_map(|held| held.federation.clone())
            .filter(|federation| actor.acts_for(federation, Some(championship)))
            .collect(),
        _ => Vec::new(),
    }
}

/// The addressee says that it has arrived.
pub fn acknowledge_notice(tx: &mut Tx<'_>, id: &NoticeId) -> Result<NoticeRow> {
    let mut row = notices::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("notice", id))?;
    let championship = tx.event()?.id().clone();
    let role = notice::addressee(&row.recipient);
    let addressed = tx.actor.holds(role, Some(&championship))
        && (role != Role::FederationOfficer
            || row.federation.as_deref().is_some_and(|code| tx.actor.acts_for(code, Some(&championship))));
    if !addressed {
        return Err(Error::Denied(Denial::NotAllowed {
            article: None,
            code: "not_the_addressee",
            detail: format!("the notice goes to {}", row.recipient),
            facts: BTreeMap::from([("allowed_roles", vec![role.code().to_owned()])]),
        }));
    }
    if row.acknowledged_at.is_some() {
        return Err(Error::state("already_done", "the notice is acknowledged already"));
    }
    row.acknowledged_at = Some(tx.now.unix_micros());
    row.acknowledged_by = tx.actor.account().map(ToString::to_string);
    row.version += 1;
    notices::update(tx.db, &row)?;
    tx.changed("notice", &row.id, row.version, Change::Updated);
    tx.note(json!({"notice": row.id, "kind": row.kind, "recipient": row.recipient, "federation": row.federation}));
    Ok(row)
}

//! Decisions on the eligibility of players.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Denial, Error, Result};
use crate::access::{Actor, Role};
use crate::domain::ids::{EligibilityDecisionId, PersonId};
use crate::domain::ruling::{self, Authority, Ruling};
use crate::domain::violation::{Rule, Violation};
use crate::storage::eligibility_decisions as rows;
pub use crate::storage::eligibility_decisions::{DecisionRow, Filter};

/// What is decided of a player.
pub struct DecisionFacts {
    pub person: PersonId,
    pub ruling: Ruling,
    pub reason: Option<String>,
    pub evidence: Vec<String>,
}

/// Decides, or decides anew: the earlier decision stays readable.
pub fn decide_eligibility(tx: &mut Tx<'_>, facts: DecisionFacts) -> Result<DecisionRow> {
    let (championship, rules) = (tx.event()?.id().clone(), tx.rules()?);
    let before = rows::in_force(tx.db, &championship, &[facts.person.as_str()])?.pop();
    let named_by = rows::federation_on_roster(tx.db, &championship, facts.person.as_str())?;
    let federation = named_by.or_else(|| before.as_ref().map(|before| before.federation.clone())).ok_or_else(|| {
        let detail = format!("no federation has named {} for this championship", facts.person);
        Violation::new(Rule::NotOnRoster, detail).fact("person", facts.person.as_str()).at("/person")
    })?;
    let by = authority(tx)?;
    let standing = before.as_ref().map(DecisionRow::authority).transpose()?;
    ruling::check(&rules, standing, facts.ruling, by, facts.reason.as_deref())?;
    let evidence = serde_json::to_string(&facts.evidence).map_err(|cause| Error::Internal(cause.to_string()))?;
    let row = DecisionRow {
        id: tx.new_id(EligibilityDecisionId::new).to_string(),
        championship_id: championship.to_string(),
        person_id: facts.person.to_string(),
        federation,
        number: before.map_or(1, |before| before.number + 1),
        ruling: facts.ruling.code().to_owned(),
        authority: by.code().to_owned(),
        reason: facts.reason,
        article: ruling::article(&rules).to_owned(),
        evidence,
        decided_by: tx.actor.name().to_owned(),
        decided_at: tx.now.unix_micros(),
        version: 1,
    };
    rows::insert(tx.db, &row)?;
    tx.changed("eligibility_decision", &row.id, row.version, Change::Created);
    tx.cite(row.article.clone());
    tx.note(json!({"person": row.person_id, "federation": row.federation, "ruling": row.ruling, "number": row.number}));
    tx.note_privately(json!({"reason": row.reason, "evidence": row.evidence}));
    Ok(row)
}

fn authority(tx: &Tx<'_>) -> Result<Authority> {
    match tx.acting.as_ref().map(|held| held.role) {
        Some(Role::FidePresident) => Ok(Authority::President),
        Some(Role::ChiefArbiter) => Ok(Authority::ChiefArbiter),
        Some(Role::Organizer) => Ok(Authority::Organizer),
        other => Err(Error::Internal(format!("{other:?} decides on eligibility"))),
    }
}

pub fn get_eligibility_decision(view: &mut View<'_>, id: &EligibilityDecisionId) -> Result<DecisionRow> {
    rows::find(view.db, id)?.ok_or_else(|| Error::not_found("eligibility decision", id))
}

/// Whoever acts for federations alone sees the decisions on their players.
pub fn list_eligibility_decisions(
    view: &mut View<'_>,
    mut filter: Filter,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DecisionRow>> {
    let championship = view.event()?.id().clone();
    let offices = [Role::Organizer, Role::ChiefArbiter, Role::FidePresident];
    if !offices.iter().any(|office| view.actor.holds(*office, Some(&championship))) {
        let Actor::Account(signed) = view.actor else { return Err(Error::Denied(Denial::TokenMissing)) };
        let here = signed.appointments.iter().filter(|held| {
            held.role.is_of_a_federation()
                && (held.championship.is_none() || held.championship.as_ref() == Some(&championship))
        });
        filter.federations = Some(here.filter_map(|held| held.federation.clone()).collect());
    }
    Ok(rows::list(view.db, &championship, &filter, after, limit)?)
}

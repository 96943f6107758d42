//! The financial statement: who bears which costs.

use super::desk::{View, holds_any};
use super::error::Result;
use crate::access::Role;
use crate::domain::entry::EntryState;
pub use crate::domain::finance::{Contribution, Line};
use crate::domain::finance::{borne_by_federation, borne_by_others, tournament_days};
pub use crate::domain::money::Money;
use crate::storage::{entries, invitations, teams};

/// Those who see what falls on everybody.
const OFFICES: [Role; 2] = [Role::FidePresident, Role::Organizer];

pub struct Statement {
    pub days: u32,
    /// What the invitation asks for each player and day.
    pub rate: Option<Money>,
    /// Party and line.
    pub others: Vec<(String, Line)>,
    pub federations: Vec<OfFederation>,
}

pub struct OfFederation {
    pub federation: String,
    pub players: u32,
    pub lines: Vec<Line>,
}

/// Of every standing entry for the organizer and the President, of the own one for a federation.
pub fn get_financial_statement(view: &mut View<'_>) -> Result<Statement> {
    let (row, rules) = (view.event()?.row.clone(), view.rules()?);
    let days = tournament_days(&rules, &row.calendar()?)?;
    let rate = invitations::find(view.db, &row.id)?.and_then(|invitation| invitation.content.contribution);
    let all = holds_any(view.actor, &OFFICES, Some(&row.id));
    let mut federations = Vec::new();
    for entry in entries::list(view.db, &row.id, None, i64::MAX)? {
        let stands = entry.state != EntryState::Withdrawn.code();
        if !stands || !(all || view.actor.acts_for(&entry.federation, Some(&row.id))) {
            continue;
        }
        let named = teams::of_federations(view.db, &row.id, &[entry.federation.as_str()])?;
        let players = named.iter().map(|team| team.players.len()).sum::<usize>();
        let players = u32::try_from(players).unwrap_or(u32::MAX);
        let lines = borne_by_federation(&rules, players, days, rate)?;
        federations.push(OfFederation { federation: entry.federation, players, lines });
    }
    Ok(Statement { days, rate, others: borne_by_others(&rules), federations })
}

//! May this actor do it to this target? The function that reads a row.

use std::collections::BTreeMap;

use super::action::Action;
use super::actor::{Actor, Role};
use super::row::{Reach::*, Row, Who::*};
use super::table::BEFORE_CLOSING;
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;

/// What the decision needs to know of the target.
#[derive(Clone, Debug, Default)]
pub struct Target<'a> {
    pub championship: Option<&'a ChampionshipId>,
    pub phase: Option<Phase>,
    /// The federations whose own thing it is: one for an entry, two for a match.
    pub federations: &'a [String],
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A token is needed and there is none.
    TokenMissing,
    /// Known, but not allowed; the facts say for what the token may act.
    NotAllowed {
        code: &'static str,
        detail: String,
        facts: BTreeMap<&'static str, Vec<String>>,
        article: Option<&'static str>,
    },
    /// The championship is in another phase.
    WrongPhase { phase: Phase, phases: &'static [Phase], article: Option<&'static str> },
}

/// May this actor do it to this target? On yes, the appointment or right by which.
pub fn decide(row: &Row, actor: &Actor, target: &Target<'_>) -> Result<Option<super::Appointment>, Refusal> {
    let by = may(row, actor, target)?;
    match target.phase {
        Some(phase) if !row.phases.is_empty() && !row.phases.contains(&phase) => {
            Err(Refusal::WrongPhase { phase, phases: row.phases, article: row.article })
        }
        // What is written to every championship is not written to an archive, but for what must be forgotten.
        Some(Phase::Archived) if row.write && row.action != Action::RedactJournalEntry && *actor != Actor::System => {
            Err(Refusal::WrongPhase { phase: Phase::Archived, phases: BEFORE_CLOSING, article: row.article })
        }
        _ => Ok(by),
    }
}

fn may(row: &Row, actor: &Actor, target: &Target<'_>) -> Result<Option<super::Appointment>, Refusal> {
    let roles = match (row.who, actor) {
        (_, Actor::System) | (Everyone, _) | (SignedIn, Actor::Account(_)) => return Ok(None),
        (_, Actor::Public) => return Err(Refusal::TokenMissing),
        (Holders(roles), Actor::Account(_)) => roles,
    };
    let Actor::Account(signed) = actor else { return Err(Refusal::TokenMissing) };
    if signed.admin && roles.contains(&Role::Admin) {
        return Ok(None);
    }
    let held: Vec<_> = signed.appointments.iter().filter(|held| roles.contains(&held.role)).collect();
    if held.is_empty() {
        return Err(Refusal::NotAllowed {
            article: row.article,
            code: "role_not_allowed",
            detail: "none of the account's roles may do this".to_owned(),
            facts: BTreeMap::from([("allowed_roles", roles.iter().map(|role| role.code().to_owned()).collect())]),
        });
    }
    let in_championship: Vec<_> = held
        .into_iter()
        .filter(|held| {
            row.reach == Registry && held.role.is_of_a_championship()
                || held.championship.is_none()
                || held.championship.as_ref() == target.championship
        })
        .collect();
    if in_championship.is_empty() {
        return Err(Refusal::NotAllowed {
            article: row.article,
            code: "not_your_championship",
            detail: "the account's appointments are for other championships".to_owned(),
            facts: BTreeMap::new(),
        });
    }
    let own = in_championship.iter().find(|held| {
        row.reach != Federation
            || !held.role.is_of_a_federation()
            || held.federation.as_ref().is_some_and(|federation| target.federations.contains(federation))
    });
    match own {
        Some(held) => Ok(Some((*held).clone())),
        None => Err(Refusal::NotAllowed {
            article: row.article,
            code: "not_your_federation",
            detail: "the account acts for another federation".to_owned(),
            facts: BTreeMap::from([(
                "acts_for",
                in_championship.iter().filter_map(|held| held.federation.clone()).collect(),
            )]),
        }),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Target, decide};
    use crate::access::table::TABLE;
    use crate::access::{Action, Actor, Appointment, Role, Signed, Who};
    use crate::domain::championship::Phase;
    use crate::domain::ids::{AccountId, AppointmentId, ChampionshipId};

    /// An archive is what the file was: only what must be forgotten goes.
    #[test]
    fn nothing_is_written_to_an_archive_but_redactions() {
        let held = |role: Role| Appointment {
            id: AppointmentId::new(Uuid::from_u128(1)),
            role,
            championship: role.is_of_a_championship().then(|| ChampionshipId::new(Uuid::from_u128(2))),
            federation: role.is_of_a_federation().then(|| "URS".to_owned()),
        };
        let appointments = Role::ALL.into_iter().map(held).collect();
        let actor = Actor::Account(Signed { account: AccountId::new(Uuid::from_u128(3)), admin: true, appointments });
        let (championship, federations) = (ChampionshipId::new(Uuid::from_u128(2)), ["URS".to_owned()]);
        let target =
            Target { championship: Some(&championship), phase: Some(Phase::Archived), federations: &federations };
        for row in TABLE.iter().filter(|row| !matches!(row.who, Who::Holders([]))) {
            let may = decide(row, &actor, &target).is_ok();
            assert_eq!(may, !row.write || row.action == Action::RedactJournalEntry, "{:?}", row.action);
        }
    }

    /// Anybody may open a sandbox and be everything in it.
    #[test]
    fn an_office_in_one_championship_opens_nothing_beyond_it() {
        let held = |role| Appointment {
            id: AppointmentId::new(Uuid::from_u128(1)),
            role,
            championship: Some(ChampionshipId::new(Uuid::from_u128(2))),
            federation: role.is_of_a_federation().then(|| "URS".to_owned()),
        };
        let appointments = Role::ALL.into_iter().filter(|role| !role.is_of_a_championship()).map(held).collect();
        let account = AccountId::new(Uuid::from_u128(3));
        let actor = Actor::Account(Signed { account, admin: false, appointments });
        let federations = ["URS".to_owned()];
        let target = Target { federations: &federations, ..Target::default() };
        for row in TABLE.iter().filter(|row| matches!(row.who, Who::Holders(_))) {
            assert!(decide(row, &actor, &target).is_err(), "{:?}", row.action);
        }
    }
}

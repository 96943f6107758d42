//! Who asks: nobody known, a signed-in account with its appointments, or the clockwork.

pub use crate::domain::appointment::{Appointment, Role};
use crate::domain::ids::{AccountId, ChampionshipId};

/// A signed-in account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    pub account: AccountId,
    pub admin: bool,
    pub appointments: Vec<Appointment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A caller without a token: may read what the regulations publish.
    Public,
    Account(Signed),
    /// The server itself, when it announces a due moment or is run from the command line.
    System,
}

impl Actor {
    /// The name under which the journal knows the actor.
    pub fn name(&self) -> &str {
        match self {
            Actor::Public => "public",
            Actor::Account(signed) => signed.account.as_str(),
            Actor::System => "system",
        }
    }

    pub fn account(&self) -> Option<&AccountId> {
        match self {
            Actor::Account(signed) => Some(&signed.account),
            _ => None,
        }
    }

    pub fn is_admin(&self) -> bool {
        match self {
            Actor::Account(signed) => signed.admin,
            Actor::System => true,
            Actor::Public => false,
        }
    }

    /// Holds the role in this championship, or the role reaches beyond championships.
    pub fn holds(&self, role: Role, championship: Option<&ChampionshipId>) -> bool {
        match self {
            Actor::Account(signed) => {
                role == Role::Admin && signed.admin
                    || signed.appointments.iter().any(|held| {
                        held.role == role && (held.championship.is_none() || held.championship.as_ref() == championship)
                    })
            }
            _ => false,
        }
    }

    /// Directs or arbitrates in this championship.
    pub fn officiates(&self, championship: Option<&ChampionshipId>) -> bool {
        [Role::TournamentDirector, Role::ChiefArbiter, Role::Arbiter]
            .into_iter()
            .any(|role| self.holds(role, championship))
    }

    /// Acts for this federation: as its officer everywhere, or in this championship as captain, deputy or chief of delegation.
    pub fn acts_for(&self, federation: &str, championship: Option<&ChampionshipId>) -> bool {
        match self {
            Actor::Account(signed) => signed.appointments.iter().any(|held| {
                held.role.is_of_a_federation()
                    && held.federation.as_deref() == Some(federation)
                    && (held.championship.is_none() || held.championship.as_ref() == championship)
            }),
            _ => false,
        }
    }
}

//! As what people act, and where and for whom an account does.

use super::ids::{AppointmentId, ChampionshipId};

/// As what a person acts. Roles of a championship and roles that reach beyond one are told apart by the appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Admin,
    FidePresident,
    Organizer,
    TournamentDirector,
    ChiefArbiter,
    Arbiter,
    Steward,
    Captain,
    DeputyCaptain,
    ChiefOfDelegation,
    AppealsChairman,
    AppealsMember,
    FederationOfficer,
    Observer,
}

impl Role {
    pub const ALL: [Role; 14] = [
        Role::Admin,
        Role::FidePresident,
        Role::Organizer,
        Role::TournamentDirector,
        Role::ChiefArbiter,
        Role::Arbiter,
        Role::Steward,
        Role::Captain,
        Role::DeputyCaptain,
        Role::ChiefOfDelegation,
        Role::AppealsChairman,
        Role::AppealsMember,
        Role::FederationOfficer,
        Role::Observer,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Role::Admin => "admin",
            Role::FidePresident => "fide_president",
            Role::Organizer => "organizer",
            Role::TournamentDirector => "tournament_director",
            Role::ChiefArbiter => "chief_arbiter",
            Role::Arbiter => "arbiter",
            Role::Steward => "steward",
            Role::Captain => "captain",
            Role::DeputyCaptain => "deputy_captain",
            Role::ChiefOfDelegation => "chief_of_delegation",
            Role::AppealsChairman => "appeals_chairman",
            Role::AppealsMember => "appeals_member",
            Role::FederationOfficer => "federation_officer",
            Role::Observer => "observer",
        }
    }

    pub fn from_code(code: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.code() == code)
    }

    /// The role that a token names: coarser than an appointment.
    pub fn in_token(self) -> &'static str {
        match self {
            Role::Admin => "admin",
            Role::FidePresident => "fide_president",
            Role::Organizer | Role::Observer => "organizer",
            Role::TournamentDirector | Role::ChiefArbiter | Role::Arbiter | Role::Steward => "arbiter",
            Role::Captain | Role::DeputyCaptain | Role::ChiefOfDelegation => "captain",
            Role::AppealsChairman | Role::AppealsMember => "appeals_member",
            Role::FederationOfficer => "federation",
        }
    }

    /// Acts for one federation and its team only.
    pub fn is_of_a_federation(self) -> bool {
        matches!(self, Role::Captain | Role::DeputyCaptain | Role::ChiefOfDelegation | Role::FederationOfficer)
    }

    /// Needs a championship; the others may reach beyond one.
    pub fn is_of_a_championship(self) -> bool {
        !matches!(self, Role::Admin | Role::FidePresident | Role::FederationOfficer)
    }
}

/// Where, for whom and as what an account acts; only those in force are loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    pub id: AppointmentId,
    pub role: Role,
    pub championship: Option<ChampionshipId>,
    pub federation: Option<String>,
}

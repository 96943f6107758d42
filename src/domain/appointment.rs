//! As what people act, and where and for whom an account does.

use super::ids::{AppointmentId, ChampionshipId};
use super::violation::{Rule, Violation};

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

/// What somebody is to become, or no longer to be.
#[derive(Clone, Copy, Debug)]
pub struct Office<'a> {
    pub role: Role,
    pub championship: Option<&'a ChampionshipId>,
    pub federation: Option<&'a str>,
    /// The championship is one to rehearse with.
    pub sandbox: bool,
}

/// Why somebody may not appoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTheirs {
    /// With the roles that they may give here.
    Role(Vec<Role>),
    /// With the federations for which they may give this one.
    Federation(Vec<String>),
}

/// What an organizer gives directly. The director and the arbiters hold an office that is nominated (Art. 13 and 14),
/// the appeals committee is elected, and the federations' officers are for FIDE to recognise.
const OF_AN_ORGANIZER: [Role; 5] =
    [Role::Steward, Role::Captain, Role::DeputyCaptain, Role::ChiefOfDelegation, Role::Observer];

/// Whom a federation sends.
const OF_A_FEDERATION: [Role; 3] = [Role::Captain, Role::DeputyCaptain, Role::ChiefOfDelegation];

impl Office<'_> {
    /// A role of a championship needs one, a role of a federation needs a federation, and no other has one.
    pub fn check(&self) -> Result<(), Vec<Violation>> {
        let role = self.role.code();
        let fault = |pointer: &str, detail: String| Violation::new(Rule::InvalidValue, detail).at(pointer);
        let mut faults = Vec::new();
        if self.role == Role::Admin {
            faults.push(fault("/role", "an account is made an administrator, not appointed one".to_owned()));
        }
        if self.role.is_of_a_championship() && self.championship.is_none() {
            faults.push(fault("/championship", format!("the role {role} is one of a championship")));
        }
        if self.role.is_of_a_federation() && self.federation.is_none() {
            faults.push(fault("/federation", format!("the role {role} is one of a federation")));
        }
        if !self.role.is_of_a_federation() && self.federation.is_some() {
            faults.push(fault("/federation", format!("the role {role} is not one of a federation")));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Whether this appointment lets its holder give the office, or end it.
    fn in_gift_of(&self, held: &Appointment) -> bool {
        self.roles_of(held).contains(&self.role) && self.is_for_federation_of(held)
    }

    /// What the holder of this appointment may give in the office's championship.
    fn roles_of(&self, held: &Appointment) -> Vec<Role> {
        let here = match &held.championship {
            None => true,
            Some(championship) => Some(championship) == self.championship,
        };
        match held.role {
            _ if !here => Vec::new(),
            Role::Organizer if self.championship.is_none() => Vec::new(),
            Role::Organizer if self.sandbox => Role::ALL.into_iter().filter(|role| *role != Role::Admin).collect(),
            Role::Organizer => OF_AN_ORGANIZER.to_vec(),
            Role::FederationOfficer => OF_A_FEDERATION.to_vec(),
            _ => Vec::new(),
        }
    }

    fn is_for_federation_of(&self, held: &Appointment) -> bool {
        !held.role.is_of_a_federation() || held.federation.as_deref() == self.federation && self.federation.is_some()
    }
}

/// Who appoints whom, and ends what they could appoint: an administrator anybody; an organizer the roles of the
/// championship that need no nomination, and every role of a sandbox; a federation's officer its delegation.
pub fn may_appoint(admin: bool, held: &[Appointment], office: &Office<'_>) -> Result<(), NotTheirs> {
    if admin || held.iter().any(|held| office.in_gift_of(held)) {
        return Ok(());
    }
    let by_role: Vec<_> = held.iter().filter(|held| office.roles_of(held).contains(&office.role)).collect();
    if by_role.is_empty() {
        let mut roles: Vec<_> = held.iter().flat_map(|held| office.roles_of(held)).collect();
        roles.sort_unstable();
        roles.dedup();
        return Err(NotTheirs::Role(roles));
    }
    Err(NotTheirs::Federation(by_role.into_iter().filter_map(|held| held.federation.clone()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn championship(number: u128) -> ChampionshipId {
        ChampionshipId::new(Uuid::from_u128(number))
    }

    fn holding(role: Role, championship: Option<ChampionshipId>, federation: Option<&str>) -> Vec<Appointment> {
        let id = AppointmentId::new(Uuid::from_u128(1));
        vec![Appointment { id, role, championship, federation: federation.map(str::to_owned) }]
    }

    /// The roles that may be given in championship 1, for URS.
    fn given(held: &[Appointment], sandbox: bool) -> Vec<Role> {
        let here = championship(1);
        let office = |role| Office { role, championship: Some(&here), federation: Some("URS"), sandbox };
        Role::ALL.into_iter().filter(|role| may_appoint(false, held, &office(*role)).is_ok()).collect()
    }

    #[test]
    fn an_organizer_appoints_in_the_own_championship_what_needs_no_nomination() {
        let organizer = holding(Role::Organizer, Some(championship(1)), None);
        assert_eq!(given(&organizer, false), OF_AN_ORGANIZER);
        let elsewhere = holding(Role::Organizer, Some(championship(2)), None);
        assert_eq!(given(&elsewhere, false), []);
        assert_eq!(given(&elsewhere, true), []);
        let beyond = Office { role: Role::FidePresident, championship: None, federation: None, sandbox: false };
        assert_eq!(may_appoint(false, &organizer, &beyond), Err(NotTheirs::Role(Vec::new())));
        assert_eq!(may_appoint(true, &[], &beyond), Ok(()));
    }

    #[test]
    fn a_sandbox_organizer_appoints_every_role_of_it_but_makes_no_administrator() {
        let organizer = holding(Role::Organizer, Some(championship(1)), None);
        let all_but_admin: Vec<_> = Role::ALL.into_iter().filter(|role| *role != Role::Admin).collect();
        assert_eq!(given(&organizer, true), all_but_admin);
    }

    #[test]
    fn a_federation_officer_appoints_the_own_delegation() {
        for officer in [
            holding(Role::FederationOfficer, None, Some("URS")),
            holding(Role::FederationOfficer, Some(championship(1)), Some("URS")),
        ] {
            assert_eq!(given(&officer, false), OF_A_FEDERATION);
        }
        let other = holding(Role::FederationOfficer, None, Some("USA"));
        assert_eq!(given(&other, false), []);
        let here = championship(1);
        let captain =
            Office { role: Role::Captain, championship: Some(&here), federation: Some("URS"), sandbox: false };
        assert_eq!(may_appoint(false, &other, &captain), Err(NotTheirs::Federation(vec!["USA".to_owned()])));
    }

    #[test]
    fn nobody_else_appoints() {
        for role in Role::ALL {
            if matches!(role, Role::Organizer | Role::FederationOfficer) {
                continue;
            }
            assert_eq!(given(&holding(role, Some(championship(1)), Some("URS")), true), [], "{}", role.code());
        }
    }

    #[test]
    fn a_role_stands_where_it_belongs() {
        let here = championship(1);
        let pointers = |role, championship, federation| {
            let office = Office { role, championship, federation, sandbox: false };
            let faults = office.check().err().unwrap_or_default();
            faults.into_iter().filter_map(|fault| fault.pointer).collect::<Vec<_>>()
        };
        assert_eq!(pointers(Role::Captain, None, None), ["/championship", "/federation"]);
        assert_eq!(pointers(Role::Captain, Some(&here), Some("URS")), [""; 0]);
        assert_eq!(pointers(Role::Organizer, None, None), ["/championship"]);
        assert_eq!(pointers(Role::Organizer, Some(&here), Some("URS")), ["/federation"]);
        assert_eq!(pointers(Role::FidePresident, None, None), [""; 0]);
        assert_eq!(pointers(Role::FederationOfficer, None, None), ["/federation"]);
        assert_eq!(pointers(Role::Admin, None, None), ["/role"]);
    }
}

//! The table: action × role × reach × phases × article. A test prints it as a matrix, the document quotes it.

use std::collections::BTreeMap;

use super::action::Action;
use super::actor::{Actor, Role};
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;

/// The regulations whose articles the table quotes.
pub const QUOTED: &str = "wstcc-1960";

/// Who may, apart from appointments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Also a caller without a token.
    Everyone,
    /// Every signed-in account.
    SignedIn,
    /// Only accounts with one of these roles that reaches the target.
    Holders(&'static [Role]),
}

/// How far a role must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The role is enough; one that can reach beyond championships must do so, for anybody may hold it in a sandbox.
    Registry,
    /// The championship of the target.
    Championship,
    /// In the championship; and a role of a federation must be of the target's own.
    Federation,
}

/// Whether the call must say which version it saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    None,
    /// A PUT: none is needed to create, one to replace.
    IfExists,
    Required,
}

/// What an `Idempotency-Key` is to this operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Reads, and writes that are idempotent by nature.
    None,
    Optional,
    /// A repeat would act twice.
    Required,
}

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub action: Action,
    pub write: bool,
    pub who: Who,
    pub reach: Reach,
    /// To whom it is not allowed, the thing does not exist: 404, not 403.
    pub hidden: bool,
    /// Empty: in every phase.
    pub phases: &'static [Phase],
    pub guard: Guard,
    pub key: Key,
    /// The article of the 1960 regulations that gives the right or the duty, where one does.
    pub article: Option<&'static str>,
}

const fn read(action: Action, who: Who) -> Row {
    Row {
        action,
        write: false,
        who,
        reach: Reach::Championship,
        hidden: false,
        phases: &[],
        guard: Guard::None,
        key: Key::None,
        article: None,
    }
}

const fn write(action: Action, who: Who, reach: Reach) -> Row {
    Row {
        action,
        write: true,
        who,
        reach,
        hidden: false,
        phases: &[],
        guard: Guard::None,
        key: Key::None,
        article: None,
    }
}

impl Row {
    const fn reaching(mut self, reach: Reach) -> Row {
        self.reach = reach;
        self
    }

    const fn hidden(mut self) -> Row {
        self.hidden = true;
        self
    }

    const fn during(mut self, phases: &'static [Phase]) -> Row {
        self.phases = phases;
        self
    }

    const fn guarded(mut self, guard: Guard) -> Row {
        self.guard = guard;
        self
    }

    const fn keyed(mut self, key: Key) -> Row {
        self.key = key;
        self
    }

    const fn by(mut self, article: &'static str) -> Row {
        self.article = Some(article);
        self
    }

    pub fn of(action: Action) -> &'static Row {
        // `every_action_has_one_row` holds that the table is in the order of the actions.
        &TABLE[action as usize]
    }

    pub fn roles(&self) -> &'static [Role] {
        match self.who {
            Who::Holders(roles) => roles,
            _ => &[],
        }
    }
}

use Action::*;
use Guard::{IfExists, Required as IfMatch};
use Key::{Optional as KeyOptional, Required as KeyRequired};
use Phase::*;
use Reach::{Championship, Federation, Registry};
use Who::{Everyone, Holders, SignedIn};

/// Only the server itself: no operation of the API.
const NOBODY: Who = Holders(&[]);
const ADMIN: Who = Holders(&[Role::Admin]);
const ORGANIZER: Who = Holders(&[Role::Organizer]);
const PRESIDENT: Who = Holders(&[Role::FidePresident]);
const SUSPENDERS: Who = Holders(&[Role::Admin, Role::FidePresident]);
const OFFICE: Who = Holders(&[Role::Admin, Role::FidePresident, Role::Organizer]);
const DIRECTION: Who = Holders(&[Role::TournamentDirector, Role::ChiefArbiter]);
const DIRECTOR: Who = Holders(&[Role::TournamentDirector]);
const ARBITERS: Who = Holders(&[Role::ChiefArbiter, Role::Arbiter]);
const DELEGATION: Who = Holders(&[Role::FederationOfficer, Role::ChiefOfDelegation]);
const ELIGIBILITY: Who = Holders(&[Role::FidePresident, Role::Organizer, Role::ChiefArbiter]);
const ELIGIBILITY_READERS: Who = Holders(&[
    Role::FidePresident,
    Role::Organizer,
    Role::ChiefArbiter,
    Role::FederationOfficer,
    Role::ChiefOfDelegation,
    Role::Captain,
    Role::DeputyCaptain,
]);
/// The organizer records what came on paper.
const ENTRANTS: Who = Holders(&[Role::FederationOfficer, Role::ChiefOfDelegation, Role::Organizer]);
/// Who may see personal papers.
const KEEPERS: Who = Holders(&[Role::Organizer, Role::ChiefArbiter, Role::FederationOfficer, Role::ChiefOfDelegation]);
const CAPTAINS: Who = Holders(&[Role::Captain, Role::DeputyCaptain]);
const APPOINTERS: Who = Holders(&[Role::Admin, Role::Organizer, Role::FederationOfficer]);
const REGISTRARS: Who = Holders(&[Role::Admin, Role::Organizer, Role::FederationOfficer, Role::ChiefOfDelegation]);
const INSIDERS: Who = Holders(&[
    Role::Admin,
    Role::FidePresident,
    Role::Organizer,
    Role::TournamentDirector,
    Role::ChiefArbiter,
    Role::Arbiter,
    Role::AppealsChairman,
    Role::AppealsMember,
    Role::FederationOfficer,
    Role::ChiefOfDelegation,
    Role::Captain,
    Role::DeputyCaptain,
    Role::Observer,
]);
/// Each party to the costs.
const PAYERS: Who =
    Holders(&[Role::Admin, Role::FidePresident, Role::Organizer, Role::FederationOfficer, Role::ChiefOfDelegation]);
/// Of notices.
const ADDRESSEES: Who =
    Holders(&[Role::FidePresident, Role::Organizer, Role::FederationOfficer, Role::AppealsChairman]);
const BEFORE_LOTS: &[Phase] = &[Designated, Invited];
const WHILE_IT_LASTS: &[Phase] = &[Invited, Drawn, Playing];
const BEFORE_CLOSING: &[Phase] = &[Designated, Invited, Drawn, Playing, Played];

pub static TABLE: &[Row] = &[
    // accounts
    write(CreateToken, Everyone, Registry),
    read(GetJwks, Everyone),
    read(GetAuthorizationServer, Everyone),
    write(ActivateAccount, Everyone, Registry),
    write(ResetPassword, Everyone, Registry),
    read(GetOwnAccount, SignedIn),
    write(ChangePassword, SignedIn, Registry),
    write(InviteAccount, Holders(&[Role::Admin, Role::Organizer]), Registry).keyed(KeyRequired),
    read(ListAccounts, ADMIN).reaching(Registry),
    read(GetAccount, ADMIN).reaching(Registry),
    write(UpdateAccount, ADMIN, Registry).guarded(IfMatch),
    write(IssueResetCode, ADMIN, Registry).keyed(KeyOptional),
    // appointments
    write(MakeAppointment, APPOINTERS, Championship).keyed(KeyRequired),
    read(ListAppointments, APPOINTERS),
    read(GetAppointment, APPOINTERS).reaching(Federation),
    write(EndAppointment, APPOINTERS, Federation).guarded(IfMatch).keyed(KeyOptional),
    // registry
    read(ListFederations, Everyone),
    read(GetFederation, Everyone),
    write(PutFederation, ADMIN, Registry).guarded(IfExists),
    read(ListFederationRevisions, Everyone),
    write(SuspendFederation, SUSPENDERS, Registry).guarded(IfMatch).keyed(KeyOptional),
    write(LiftSuspension, SUSPENDERS, Registry).guarded(IfMatch).keyed(KeyOptional),
    write(CreatePerson, REGISTRARS, Federation).keyed(KeyRequired),
    read(GetPerson, Everyone),
    read(ListPersons, REGISTRARS).reaching(Registry),
    write(UpdatePerson, REGISTRARS, Federation).guarded(IfMatch),
    read(GetPersonByRef, Everyone),
    write(PutPersonByRef, REGISTRARS, Federation).guarded(IfExists),
    read(SuggestPersons, REGISTRARS).reaching(Registry),
    write(MergePerson, ADMIN, Registry).guarded(IfMatch).keyed(KeyOptional),
    read(ListRegulations, Everyone),
    read(GetRegulations, Everyone),
    write(AddRegulations, ADMIN, Registry).keyed(KeyRequired),
    // championships
    read(ListChampionships, Everyone),
    read(GetChampionship, Everyone),
    read(ListEditions, Everyone).reaching(Registry),
    write(DesignateChampionship, Holders(&[Role::Admin, Role::FidePresident]), Registry).keyed(KeyRequired).by("1"),
    write(OpenSandbox, SignedIn, Registry).keyed(KeyRequired),
    write(UpdateChampionship, ORGANIZER, Championship).during(BEFORE_LOTS).guarded(IfMatch),
    write(AdvanceClock, ORGANIZER, Championship).guarded(IfMatch),
    read(GetTimetable, Everyone),
    read(GetTimetableCalendar, Everyone),
    read(GetFinancialStatement, PAYERS).by("1"),
    read(GetLatenessReport, OFFICE),
    write(GrantDispensation, PRESIDENT, Championship).keyed(KeyRequired),
    read(ListDispensations, INSIDERS),
    read(GetDispensation, INSIDERS),
    write(RevokeDispensation, PRESIDENT, Championship).guarded(IfMatch).keyed(KeyOptional),
    write(CloseChampionship, DIRECTION, Championship).during(&[Played]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    read(GetChampionshipAccess, Everyone),
    // invitation
    read(ListInvitationDrafts, OFFICE),
    read(GetInvitationDraft, OFFICE),
    write(CreateInvitationDraft, ORGANIZER, Championship).during(&[Designated]).keyed(KeyRequired).by("2"),
    write(UpdateInvitationDraft, ORGANIZER, Championship).during(&[Designated]).guarded(IfMatch).by("2"),
    write(SubmitInvitationDraft, ORGANIZER, Championship)
        .during(&[Designated])
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("2"),
    write(ApproveInvitationDraft, PRESIDENT, Championship)
        .during(&[Designated])
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("3"),
    write(RequestModifications, PRESIDENT, Championship)
        .during(&[Designated])
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("3"),
    write(SendInvitation, ORGANIZER, Championship).during(&[Designated]).keyed(KeyRequired).by("4"),
    read(GetInvitation, Everyone),
    read(ListNotices, INSIDERS),
    write(ReceiveNotice, ADDRESSEES, Federation).guarded(IfMatch).keyed(KeyOptional),
    write(AcknowledgeNotice, ADDRESSEES, Federation).guarded(IfMatch).keyed(KeyOptional),
    write(RecordDispatch, ORGANIZER, Championship).keyed(KeyRequired),
    // entries
    read(ListEntries, Everyone),
    read(GetEntry, Everyone),
    write(SubmitPreliminaryEntry, ENTRANTS, Federation).during(&[Invited]).guarded(IfExists).by("5"),
    write(SubmitDefiniteEntry, ENTRANTS, Federation).during(&[Invited]).guarded(IfMatch).keyed(KeyOptional).by("6"),
    write(WithdrawEntry, DELEGATION, Federation).during(WHILE_IT_LASTS).guarded(IfMatch).keyed(KeyOptional).by("6"),
    write(NameChiefOfDelegation, DELEGATION, Federation)
        .during(WHILE_IT_LASTS)
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("6"),
    read(GetEntryRequirements, KEEPERS).reaching(Federation).by("6"),
    read(GetTeam, Everyone),
    write(PutTeam, ENTRANTS, Federation).during(&[Invited]).guarded(IfExists).by("6"),
    write(ReplacePlayer, DELEGATION, Federation).during(&[Invited]).guarded(IfMatch).keyed(KeyOptional).by("6"),
    write(SetBoardOrder, DELEGATION, Federation).during(&[Invited]).guarded(IfMatch).keyed(KeyOptional).by("6"),
    write(NameCaptain, DELEGATION, Federation).during(WHILE_IT_LASTS).guarded(IfMatch).keyed(KeyOptional).by("23"),
    write(NameDeputyCaptain, Holders(&[Role::FederationOfficer, Role::ChiefOfDelegation, Role::Captain]), Federation)
        .during(WHILE_IT_LASTS)
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("23.5"),
    read(GetEntryAccess, Everyone),
    read(ListEligibilityDecisions, ELIGIBILITY_READERS),
    read(GetEligibilityDecision, ELIGIBILITY_READERS).reaching(Federation),
    write(DecideEligibility, ELIGIBILITY, Championship).during(&[Invited, Drawn, Playing]).keyed(KeyRequired).by("1"),
    // documents
    write(UploadDocument, DELEGATION, Federation).hidden().during(&[Invited]).keyed(KeyOptional).by("6"),
    read(ListDocuments, KEEPERS).reaching(Federation).hidden(),
    read(GetDocument, KEEPERS).reaching(Federation).hidden(),
    read(GetDocumentContent, KEEPERS).reaching(Federation).hidden(),
    read(ListDocumentReadings, KEEPERS).reaching(Federation).hidden(),
    write(RemoveDocument, DELEGATION, Federation)
        .hidden()
        .during(&[Invited])
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("6"),
    // personal data
    read(ExportPerson, Holders(&[Role::Admin, Role::FederationOfficer])).reaching(Federation),
    write(ErasePerson, ADMIN, Registry).guarded(IfMatch).keyed(KeyOptional),
    write(RedactJournalEntry, ADMIN, Championship).keyed(KeyOptional),
    // officials
    read(ListOfficials, Everyone),
    read(GetOfficial, Everyone),
    write(ProposeOfficial, ORGANIZER, Championship).during(BEFORE_CLOSING).keyed(KeyRequired).by("13"),
    write(NominateOfficial, PRESIDENT, Championship)
        .during(BEFORE_CLOSING)
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("14"),
    write(EndOfficial, Holders(&[Role::Organizer, Role::FidePresident]), Championship)
        .during(BEFORE_CLOSING)
        .guarded(IfMatch)
        .keyed(KeyOptional),
    // lots, rounds, results
    read(ListGroups, Everyone),
    read(GetGroup, Everyone),
    write(CommitLots, DIRECTOR, Championship).during(&[Invited]).keyed(KeyOptional).by("18"),
    write(DrawLots, DIRECTOR, Championship).during(&[Invited]).guarded(IfMatch).keyed(KeyRequired).by("18"),
    read(GetLots, Everyone),
    read(ListRounds, Everyone),
    read(GetRound, Everyone),
    write(RescheduleRound, DIRECTOR, Championship).during(&[Drawn, Playing]).guarded(IfMatch).by("19"),
    write(StartRound, DIRECTION, Championship).during(&[Drawn, Playing]).guarded(IfMatch).keyed(KeyOptional).by("20"),
    write(CloseRound, DIRECTION, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    read(GetMatch, Everyone),
    write(ReportResult, CAPTAINS, Federation).during(&[Playing]).guarded(IfExists).by("23"),
    // The other captain's report is to be made without looking.
    read(GetReport, INSIDERS).reaching(Federation),
    write(ConfirmResult, ARBITERS, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    write(DecideResult, ARBITERS, Championship).during(&[Playing, Played]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    read(GetStandings, Everyone),
    read(GetCrosstable, Everyone),
    read(ExportTrf, Everyone),
    read(ExportCrosstableCsv, Everyone),
    read(ExportResultsCsv, Everyone),
    read(GetGroupAccess, Everyone),
    read(GetMatchAccess, Everyone),
    // journal and feed
    read(ListChanges, Everyone),
    read(ListChampionshipChanges, Everyone),
    read(GetJournal, INSIDERS),
    read(GetRegistryJournal, ADMIN).reaching(Registry),
    // the server itself
    write(SeedRegistry, NOBODY, Registry),
    write(MakeFirstAdmin, NOBODY, Registry),
    write(AnnounceDueMoments, NOBODY, Championship),
    write(ExpireDocuments, NOBODY, Championship),
];

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

    use super::{Row, TABLE, Target, Who, decide};
    use crate::access::{Action, Actor, Appointment, Role, Signed};
    use crate::domain::ids::{AccountId, AppointmentId, ChampionshipId};

    #[test]
    fn every_action_has_one_row() {
        let rows: Vec<_> = TABLE.iter().map(|row| row.action).collect();
        assert_eq!(rows, Action::ALL);
        assert!(TABLE.iter().all(|row| std::ptr::eq(Row::of(row.action), row)));
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

//! The table: action × role × reach × phases × article. A test prints it as a matrix, the document quotes it.

use super::action::Action;
use super::actor::Role;
use super::row::{Guard, Key, Reach, Row, Who, read, write};
use crate::domain::championship::Phase;

/// The regulations whose articles the table quotes.
pub const QUOTED: &str = "wstcc-1960";

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
/// Who is at the boards while play goes on.
const FLOOR: Who = Holders(&[Role::TournamentDirector, Role::ChiefArbiter, Role::Arbiter, Role::Steward]);
/// Who weighs what a steward reports: no captain and no federation, whose players it speaks of.
const REPORT_READERS: Who = Holders(&[
    Role::Admin,
    Role::FidePresident,
    Role::Organizer,
    Role::TournamentDirector,
    Role::ChiefArbiter,
    Role::Arbiter,
    Role::AppealsChairman,
    Role::AppealsMember,
    Role::Steward,
]);
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
const DIRECTION_AND_ARBITERS: Who = Holders(&[Role::TournamentDirector, Role::ChiefArbiter, Role::Arbiter]);
/// What captains hand in, line-ups and score sheets; officials do so with what came on paper.
const HANDING_IN: Who =
    Holders(&[Role::Captain, Role::DeputyCaptain, Role::TournamentDirector, Role::ChiefArbiter, Role::Arbiter]);
/// Of appeals: its members by appointment.
const COMMITTEE: Who = Holders(&[Role::AppealsChairman, Role::AppealsMember]);
const CHIEF_ARBITER: Who = Holders(&[Role::ChiefArbiter]);
/// To whom a team's sealed things are no secret.
const OWN_SIDE: Who = Holders(&[Role::FederationOfficer, Role::ChiefOfDelegation, Role::Captain, Role::DeputyCaptain]);
const LINEUP_CHANGE_READERS: Who = Holders(&[
    Role::ChiefArbiter,
    Role::FederationOfficer,
    Role::ChiefOfDelegation,
    Role::Captain,
    Role::DeputyCaptain,
]);
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
/// All rounds are closed; papers and prizes may come after the closing too.
const AT_THE_END: &[Phase] = &[Played, Closed];
pub(super) const BEFORE_CLOSING: &[Phase] = &[Designated, Invited, Drawn, Playing, Played];

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
    write(ImportChampionship, ADMIN, Registry).keyed(KeyRequired),
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
    write(ReplaceOfficial, ORGANIZER, Championship).during(BEFORE_CLOSING).guarded(IfMatch).keyed(KeyRequired).by("13"),
    write(NameSteward, DIRECTOR, Championship).during(&[Drawn, Playing]).guarded(IfExists).by("15"),
    read(GetSteward, Everyone).by("15"),
    read(ListRoundStewards, Everyone).by("15"),
    // A steward on the own match alone.
    write(FileStewardReport, FLOOR, Championship).during(&[Playing, Played]).keyed(KeyRequired).by("22"),
    read(ListStewardReports, REPORT_READERS).by("22"),
    write(RecordArrivals, FLOOR, Championship).during(&[Playing]).guarded(IfExists).by("20"),
    read(GetStartSheet, Everyone).by("20"),
    read(GetSchedule, Everyone).by("19"),
    // lots, rounds, results
    read(ListGroups, Everyone),
    read(GetGroup, Everyone),
    write(CommitLots, DIRECTOR, Championship).during(&[Invited]).keyed(KeyOptional).by("18"),
    write(DrawLots, DIRECTOR, Championship).during(&[Invited]).guarded(IfMatch).keyed(KeyRequired).by("18"),
    read(GetLots, Everyone),
    write(AnnulLots, DIRECTOR, Championship).during(&[Drawn]).guarded(IfMatch).keyed(KeyOptional).by("18"),
    read(ListLotsAnnulments, Everyone),
    read(ListRounds, Everyone),
    read(GetRound, Everyone),
    write(RescheduleRound, DIRECTOR, Championship).during(&[Drawn, Playing]).guarded(IfMatch).by("19"),
    write(StartRound, DIRECTION, Championship).during(&[Drawn, Playing]).guarded(IfMatch).keyed(KeyOptional).by("20"),
    write(CloseRound, DIRECTION, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    write(RecallStart, DIRECTION, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("20"),
    write(ReopenRound, DIRECTION, Championship).during(&[Playing, Played]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    // line-ups
    read(GetLineupDraft, OWN_SIDE).reaching(Federation).hidden(),
    write(SaveLineupDraft, OWN_SIDE, Federation).hidden().during(&[Drawn, Playing]).guarded(IfExists),
    write(SubmitLineup, HANDING_IN, Federation).during(&[Drawn, Playing]).keyed(KeyOptional).by("23.1"),
    read(GetLineup, Everyone),
    read(ListTeamLineups, Everyone),
    read(ListLineupChanges, LINEUP_CHANGE_READERS).reaching(Federation).by("23.1"),
    write(RequestLineupChange, CAPTAINS, Federation).during(&[Drawn, Playing]).keyed(KeyRequired).by("23.1"),
    write(AcceptLineupChange, CHIEF_ARBITER, Championship).during(&[Drawn, Playing]).keyed(KeyOptional).by("23.1"),
    write(RejectLineupChange, CHIEF_ARBITER, Championship).during(&[Drawn, Playing]).keyed(KeyOptional).by("23.1"),
    write(AcceptShortLineup, CHIEF_ARBITER, Championship).during(&[Drawn, Playing]).keyed(KeyOptional).by("23.1"),
    // matches
    read(GetMatch, Everyone),
    write(ReportResult, CAPTAINS, Federation).during(&[Playing]).guarded(IfExists).by("23"),
    // The other captain's report is to be made without looking.
    read(GetReport, INSIDERS).reaching(Federation),
    write(ConfirmResult, ARBITERS, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    write(DecideResult, ARBITERS, Championship).during(&[Playing, Played]).guarded(IfMatch).keyed(KeyOptional).by("24"),
    write(ScoreWalkover, ARBITERS, Championship).during(&[Playing]).guarded(IfMatch).keyed(KeyOptional).by("20"),
    read(GetResultEffect, Everyone),
    write(PutScoreSheet, HANDING_IN, Federation).during(&[Playing, Played]).guarded(IfExists).by("23"),
    read(GetScoreSheets, Everyone),
    read(GetScoreSheetContent, INSIDERS),
    write(UploadMatchGames, HANDING_IN, Federation).during(&[Playing, Played]).keyed(KeyOptional).by("23"),
    write(UploadRoundGames, DIRECTION_AND_ARBITERS, Championship)
        .during(&[Playing, Played])
        .keyed(KeyOptional)
        .by("24"),
    read(ListMissingScoreSheets, Everyone),
    read(ExportGames, Everyone),
    read(GetStandings, Everyone),
    read(GetCrosstable, Everyone),
    read(GetIndividualResults, Everyone).by("26"),
    read(GetChampionshipIndividualResults, Everyone).by("26"),
    read(ExportTrf, Everyone),
    read(ExportCrosstableCsv, Everyone),
    read(ExportResultsCsv, Everyone),
    read(GetGroupAccess, Everyone),
    read(GetMatchAccess, Everyone),
    // prizes
    read(GetPrizeList, Everyone).by("26"),
    write(PutPrizeList, ORGANIZER, Championship).during(BEFORE_CLOSING).guarded(IfExists).by("26"),
    write(PublishPrizeList, ORGANIZER, Championship)
        .during(BEFORE_CLOSING)
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("26"),
    write(RecordPrizeDistribution, Holders(&[Role::Organizer, Role::TournamentDirector]), Championship)
        .during(AT_THE_END)
        .guarded(IfMatch)
        .keyed(KeyOptional)
        .by("7"),
    read(ListAwards, Everyone).by("26"),
    read(GetAward, Everyone).by("26"),
    write(ProposeAward, DIRECTION, Championship).during(AT_THE_END).keyed(KeyRequired).by("26"),
    // One act records what the committee decided.
    write(ConfirmAward, COMMITTEE, Championship).during(AT_THE_END).guarded(IfMatch).keyed(KeyOptional).by("26"),
    write(RefuseAward, COMMITTEE, Championship).during(AT_THE_END).guarded(IfMatch).keyed(KeyOptional).by("26"),
    // records
    read(GetRoundRecord, Everyone).by("24"),
    read(PrintRoundRecord, Everyone).by("24"),
    write(DrawUpRoundRecord, Holders(&[Role::ChiefArbiter]), Championship)
        .during(&[Playing, Played, Closed])
        .keyed(KeyOptional)
        .by("24"),
    read(GetFinalRecord, Everyone).by("24"),
    read(PrintFinalRecord, Everyone).by("24"),
    read(GetFinalRecordContent, Everyone).by("24"),
    write(CompileFinalRecord, DIRECTOR, Championship).during(AT_THE_END).keyed(KeyOptional).by("24"),
    write(SignFinalRecord, DIRECTION, Championship).during(AT_THE_END).keyed(KeyOptional).by("24"),
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

#[cfg(test)]
mod tests {
    use super::{Row, TABLE};
    use crate::access::Action;

    #[test]
    fn every_action_has_one_row() {
        let rows: Vec<_> = TABLE.iter().map(|row| row.action).collect();
        assert_eq!(rows, Action::ALL);
        assert!(TABLE.iter().all(|row| std::ptr::eq(Row::of(row.action), row)));
    }
}

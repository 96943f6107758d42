//! Every operation of the API, one line each: the variant and the operation id, which handler and service function share.

macro_rules! actions {
    ($($variant:ident $operation:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($variant,)* }

        impl Action {
            pub const ALL: &'static [Action] = &[$(Action::$variant,)*];

            pub fn operation(self) -> &'static str {
                match self { $(Action::$variant => $operation,)* }
            }
        }
    };
}

actions! {
    // accounts
    CreateToken "create_token";
    GetJwks "get_jwks";
    GetAuthorizationServer "get_authorization_server";
    ActivateAccount "activate_account";
    ResetPassword "reset_password";
    GetOwnAccount "get_own_account";
    ChangePassword "change_password";
    InviteAccount "invite_account";
    ListAccounts "list_accounts";
    GetAccount "get_account";
    UpdateAccount "update_account";
    IssueResetCode "issue_reset_code";
    // appointments
    MakeAppointment "make_appointment";
    ListAppointments "list_appointments";
    GetAppointment "get_appointment";
    EndAppointment "end_appointment";
    // registry
    ListFederations "list_federations";
    GetFederation "get_federation";
    PutFederation "put_federation";
    ListFederationRevisions "list_federation_revisions";
    SuspendFederation "suspend_federation";
    LiftSuspension "lift_suspension";
    CreatePerson "create_person";
    GetPerson "get_person";
    ListPersons "list_persons";
    UpdatePerson "update_person";
    GetPersonByRef "get_person_by_ref";
    PutPersonByRef "put_person_by_ref";
    SuggestPersons "suggest_persons";
    MergePerson "merge_person";
    ListRegulations "list_regulations";
    GetRegulations "get_regulations";
    AddRegulations "add_regulations";
    // championships
    ListChampionships "list_championships";
    GetChampionship "get_championship";
    ListEditions "list_editions";
    DesignateChampionship "designate_championship";
    ImportChampionship "import_championship";
    OpenSandbox "open_sandbox";
    UpdateChampionship "update_championship";
    AdvanceClock "advance_clock";
    GetTimetable "get_timetable";
    GetTimetableCalendar "get_timetable_calendar";
    GetFinancialStatement "get_financial_statement";
    GetLatenessReport "get_lateness_report";
    GrantDispensation "grant_dispensation";
    ListDispensations "list_dispensations";
    GetDispensation "get_dispensation";
    RevokeDispensation "revoke_dispensation";
    CloseChampionship "close_championship";
    GetChampionshipAccess "get_championship_access";
    // invitation
    ListInvitationDrafts "list_invitation_drafts";
    GetInvitationDraft "get_invitation_draft";
    CreateInvitationDraft "create_invitation_draft";
    UpdateInvitationDraft "update_invitation_draft";
    SubmitInvitationDraft "submit_invitation_draft";
    ApproveInvitationDraft "approve_invitation_draft";
    RequestModifications "request_modifications";
    SendInvitation "send_invitation";
    GetInvitation "get_invitation";
    ListNotices "list_notices";
    ReceiveNotice "receive_notice";
    AcknowledgeNotice "acknowledge_notice";
    RecordDispatch "record_dispatch";
    // entries
    ListEntries "list_entries";
    GetEntry "get_entry";
    SubmitPreliminaryEntry "submit_preliminary_entry";
    SubmitDefiniteEntry "submit_definite_entry";
    WithdrawEntry "withdraw_entry";
    NameChiefOfDelegation "name_chief_of_delegation";
    GetEntryRequirements "get_entry_requirements";
    GetTeam "get_team";
    PutTeam "put_team";
    ReplacePlayer "replace_player";
    SetBoardOrder "set_board_order";
    NameCaptain "name_captain";
    NameDeputyCaptain "name_deputy_captain";
    GetEntryAccess "get_entry_access";
    ListEligibilityDecisions "list_eligibility_decisions";
    GetEligibilityDecision "get_eligibility_decision";
    DecideEligibility "decide_eligibility";
    // documents
    UploadDocument "upload_document";
    ListDocuments "list_documents";
    GetDocument "get_document";
    GetDocumentContent "get_document_content";
    ListDocumentReadings "list_document_readings";
    RemoveDocument "remove_document";
    // personal data
    ExportPerson "export_person";
    ErasePerson "erase_person";
    RedactJournalEntry "redact_journal_entry";
    // officials
    ListOfficials "list_officials";
    GetOfficial "get_official";
    ProposeOfficial "propose_official";
    NominateOfficial "nominate_official";
    EndOfficial "end_official";
    ReplaceOfficial "replace_official";
    NameSteward "name_steward";
    GetSteward "get_steward";
    ListRoundStewards "list_round_stewards";
    FileStewardReport "file_steward_report";
    ListStewardReports "list_steward_reports";
    RecordArrivals "record_arrivals";
    GetStartSheet "get_start_sheet";
    GetSchedule "get_schedule";
    // lots, rounds, results
    ListGroups "list_groups";
    GetGroup "get_group";
    CommitLots "commit_lots";
    DrawLots "draw_lots";
    GetLots "get_lots";
    AnnulLots "annul_lots";
    ListLotsAnnulments "list_lots_annulments";
    ListRounds "list_rounds";
    GetRound "get_round";
    RescheduleRound "reschedule_round";
    StartRound "start_round";
    CloseRound "close_round";
    RecallStart "recall_start";
    ReopenRound "reopen_round";
    // line-ups
    GetLineupDraft "get_lineup_draft";
    SaveLineupDraft "save_lineup_draft";
    SubmitLineup "submit_lineup";
    GetLineup "get_lineup";
    ListTeamLineups "list_team_lineups";
    ListLineupChanges "list_lineup_changes";
    RequestLineupChange "request_lineup_change";
    AcceptLineupChange "accept_lineup_change";
    RejectLineupChange "reject_lineup_change";
    AcceptShortLineup "accept_short_lineup";
    // matches
    GetMatch "get_match";
    ReportResult "report_result";
    GetReport "get_report";
    ConfirmResult "confirm_result";
    DecideResult "decide_result";
    ScoreWalkover "score_walkover";
    GetResultEffect "get_result_effect";
    PutScoreSheet "put_score_sheet";
    GetScoreSheets "get_score_sheets";
    GetScoreSheetContent "get_score_sheet_content";
    UploadMatchGames "upload_match_games";
    UploadRoundGames "upload_round_games";
    ListMissingScoreSheets "list_missing_score_sheets";
    ExportGames "export_games";
    GetStandings "get_standings";
    GetCrosstable "get_crosstable";
    GetIndividualResults "get_individual_results";
    GetChampionshipIndividualResults "get_championship_individual_results";
    ExportTrf "export_trf";
    ExportCrosstableCsv "export_crosstable_csv";
    ExportResultsCsv "export_results_csv";
    GetGroupAccess "get_group_access";
    GetMatchAccess "get_match_access";
    // prizes
    GetPrizeList "get_prize_list";
    PutPrizeList "put_prize_list";
    PublishPrizeList "publish_prize_list";
    RecordPrizeDistribution "record_prize_distribution";
    ListAwards "list_awards";
    GetAward "get_award";
    ProposeAward "propose_award";
    ConfirmAward "confirm_award";
    RefuseAward "refuse_award";
    // records
    GetRoundRecord "get_round_record";
    PrintRoundRecord "print_round_record";
    DrawUpRoundRecord "draw_up_round_record";
    GetFinalRecord "get_final_record";
    PrintFinalRecord "print_final_record";
    GetFinalRecordContent "get_final_record_content";
    CompileFinalRecord "compile_final_record";
    SignFinalRecord "sign_final_record";
    // journal and feed
    ListChanges "list_changes";
    ListChampionshipChanges "list_championship_changes";
    GetJournal "get_journal";
    GetRegistryJournal "get_registry_journal";
    // the server itself; no operation of the API
    SeedRegistry "seed_registry";
    MakeFirstAdmin "make_first_admin";
    AnnounceDueMoments "announce_due_moments";
    ExpireDocuments "expire_documents";
}

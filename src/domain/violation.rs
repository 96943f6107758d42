//! What the regulations refuse, and the one table of all rule codes.

use std::collections::BTreeMap;
use std::fmt;

/// A refusal by law: which rule, which article, which facts were compared.
///
/// The article is a bare number (`"23.1"`) of the championship's regulations; a rule of the house
/// (one that no regulation states) has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    pub article: Option<String>,
    pub detail: String,
    pub facts: BTreeMap<&'static str, Fact>,
    /// JSON Pointer into the request body, where the fault lies in one field.
    pub pointer: Option<String>,
}

/// A fact that was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Text(String),
    Number(i64),
    List(Vec<String>),
}

impl Violation {
    pub fn new(rule: Rule, detail: impl Into<String>) -> Self {
        Self { rule, article: None, detail: detail.into(), facts: BTreeMap::new(), pointer: None }
    }

    pub fn article(mut self, article: impl Into<String>) -> Self {
        self.article = Some(article.into());
        self
    }

    pub fn fact(mut self, name: &'static str, value: impl Into<Fact>) -> Self {
        self.facts.insert(name, value.into());
        self
    }

    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.code(), self.detail)?;
        match &self.article {
            Some(article) => write!(f, " (Art. {article})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Violation {}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Fact::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Fact::Text(text)
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Fact::Number(number)
    }
}

impl From<Vec<String>> for Fact {
    fn from(list: Vec<String>) -> Self {
        Fact::List(list)
    }
}

macro_rules! rules {
    ($($variant:ident $code:literal $title:literal;)*) => {
        /// Every rule that can refuse, one line each: variant, public code, title.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule { $($variant,)* }

        impl Rule {
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// The public code, frozen once published.
            pub fn code(self) -> &'static str {
                match self { $(Rule::$variant => $code,)* }
            }

            pub fn title(self) -> &'static str {
                match self { $(Rule::$variant => $title,)* }
            }
        }
    };
}

rules! {
    // values
    InvalidValue "invalid_value" "A value is outside its range";
    InvalidDate "invalid_date" "A date or time does not exist";
    InvalidTimeZone "invalid_time_zone" "The time zone is not known";
    // people and federations
    UnknownFederation "unknown_federation" "The federation is not in the registry";
    UnknownPerson "unknown_person" "There is no such person here";
    ExternalIdTaken "external_id_taken" "The identifier is another person's";
    MergeImpossible "merge_impossible" "The two cannot be one person";
    FederationNotAffiliated "federation_not_affiliated" "The federation is not affiliated";
    FederationSuspended "federation_suspended" "The federation is suspended";
    SpanOrder "span_order" "A span of days ends before it begins, or meets another one";
    SuccessorCycle "successor_cycle" "A federation would come after itself";
    // rulebooks
    RulebookInvalid "rulebook_invalid" "The rulebook is incomplete or contradicts itself";
    // designation and invitation
    ParticularsMissing "particulars_missing" "The invitation lacks a required particular";
    ContributionTooHigh "contribution_too_high" "The contribution asked exceeds the maximum";
    ContentNotApproved "content_not_approved" "The content is not the one that was approved";
    NotApproved "not_approved" "The President has not approved a draft";
    CalendarIncomplete "calendar_incomplete" "The calendar lacks a date that the regulations count from";
    CalendarOrder "calendar_order" "The calendar is not in order";
    CalendarTooLong "calendar_too_long" "The time from the lots to the prizes is too long";
    DispatchOutOfTime "dispatch_out_of_time" "The sending lies before the notice or in the future";
    DispensationPeriod "dispensation_period" "The dispensation does not lie between the deadline and the start";
    // phases
    PhaseStep "phase_step" "The championship does not take this step";
    // entries
    DeadlinePassed "deadline_passed" "The deadline has passed";
    NotPreliminarilyEntered "not_preliminarily_entered" "There is no standing preliminary entry";
    SecondTeam "second_team" "The federation already has its team";
    TeamSize "team_size" "The number of players is not allowed";
    IndicationMissing "indication_missing" "A required indication is missing";
    DocumentMissing "document_missing" "A required document is missing";
    DocumentNotReadable "document_not_readable" "The file is not what it should be";
    DocumentsTooLarge "documents_too_large" "The documents of an entry are too large together";
    PlayerTwice "player_twice" "A player is named twice";
    PlayerLeftOut "player_left_out" "A player of the roster is not named";
    NotInWriting "not_in_writing" "A dated writing is needed";
    NotEligible "not_eligible" "The player is not eligible";
    ReasonMissing "reason_missing" "A reason is missing";
    ClearanceStands "clearance_stands" "The President has decided";
    // officials
    TooManyOfficials "too_many_officials" "All places of this office are filled";
    // lots and pairing
    TooFewTeams "too_few_teams" "There are too few teams";
    TooManyTeams "too_many_teams" "There are too many teams for this format";
    EntriesNotFinal "entries_not_final" "Entries are not final yet";
    NotCommitted "not_committed" "No commitment was made before the lots";
    NewDrawDue "new_draw_due" "Lots have to be drawn anew";
    NoLegalPairing "no_legal_pairing" "No legal pairing exists";
    PairingBreaksRule "pairing_breaks_rule" "The pairing breaks an absolute rule";
    // files
    FileRefused "file_refused" "The file cannot be read in one way only";
    // rounds and results
    RoundNotOpen "round_not_open" "The round has not started";
    RoundNotFinished "round_not_finished" "Results are still missing";
    ResultOutsideLaws "result_outside_laws" "The Laws of Chess know no such result";
    ReportsDisagree "reports_disagree" "The captains' reports disagree";
    BoardMissing "board_missing" "A board has no result";
    BoardTwice "board_twice" "A board is named twice";
    NoSuchBoard "no_such_board" "The match has no such board";
    EmptyBoard "empty_board" "A board without a player is lost by forfeit";
    ForfeitNeeded "forfeit_needed" "On this ground the game is lost without play";
    StillInTime "still_in_time" "Who is awaited may still come in time";
    RulingTooLate "ruling_too_late" "The time for such a ruling has passed";
    GameNotReadable "game_not_readable" "The text is no PGN";
    GameOfOthers "game_of_others" "The game is not of these players";
    GameOutsideRound "game_outside_round" "The game is not of this round";
    GameContradictsResult "game_contradicts_result" "The game ends otherwise than the result that stands";
    NotOnRoster "not_on_roster" "The player is not on the team's roster";
    ArrivalInFuture "arrival_in_future" "The arrival lies in the future";
    LineupDeadlinePassed "lineup_deadline_passed" "The hour for line-ups has passed";
    LineupBinding "lineup_binding" "The line-up binds";
    LineupTooShort "lineup_too_short" "There is not a player for each board";
    LineupOnPaper "lineup_on_paper" "A captain hands in; an official records what came on paper";
    BoardOrder "board_order" "The players do not sit in the order of their numbers";
    // prizes and records
    PrizeConditions "prize_conditions" "The conditions of the prize are incomplete or contradict each other";
    PrizesTooLate "prizes_too_late" "The list of prizes was closed at the start";
    PrizePublished "prize_published" "A published prize does not change";
    PrizesNotAgreed "prizes_not_agreed" "The prizes are not agreed";
    RecipientUnknown "recipient_unknown" "Nobody of that name can receive the prize";
    AwardNotConfirmed "award_not_confirmed" "The committee has not confirmed an award";
    RecordMissing "record_missing" "A record is missing or does not show what stands now";
    NotASigner "not_a_signer" "The regulations do not ask for this signature";
    TieBreakNotAllowed "tie_break_not_allowed" "The tie-break must not be used in this format";
    ClockBackwards "clock_backwards" "A sandbox clock moves forward only";
}

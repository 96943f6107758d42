//! The shape of a set of regulations. What a text says is data; each number and list stands with its article.

mod archived;
mod check;
mod cited;
mod settings;
mod values;

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::money::Money;
use super::pairing::colour::{Colour, colour_of_first};
use super::violation::{Rule, Violation};
pub use archived::{Filed, OPEN};
pub use cited::{Citation, Cited};
use cited::{Cites, sections};
pub use settings::*;
pub use values::*;

/// The deadlines that every rulebook states, in the order in which they fall due.
pub const DRAFT_INVITATION: &str = "draft_invitation";
pub const DEFINITE_INVITATION: &str = "definite_invitation";
pub const PRELIMINARY_ENTRY: &str = "preliminary_entry";
pub const DEFINITE_ENTRY: &str = "definite_entry";
/// Deadlines that a rulebook may state.
pub const DESIGNATION: &str = "designation";
pub const BOOK_NOTICE: &str = "book_notice";

sections! {
    /// A set of regulations.
    pub struct Rulebook {
        /// Short and stable: `wstcc-1960`.
        pub id: String,
        pub title: String,
        /// The date of the edition.
        pub edition: Date,
        /// Article number to summary, in our own words.
        pub articles: BTreeMap<String, String>,
        pub deadlines: BTreeMap<String, Cited<DeadlineRule>>,
        pub invitation: Invitation,
        pub entries: Entries,
        /// One competition each: `open`, or `male` and `female`.
        pub categories: BTreeMap<String, Category>,
        pub finance: Finance,
        pub calendar: CalendarLimits,
        pub format: Format,
        pub play: Play,
        /// On what grounds a result is decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub results: Option<Results>,
        pub standings: Standings,
        pub officials: BTreeMap<String, Cited<Office>>,
        pub appeals_committee: AppealsCommittee,
        pub protests: Protests,
        pub penalties: Penalties,
        pub prizes: Prizes,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub book: Option<Book>,
        pub records: BTreeMap<String, Cited<Record>>,
        pub settings: Settings,
    }

    pub struct Invitation {
        /// What a draft has to say.
        pub particulars: Vec<Cited<Item>>,
        pub approved_by: Cited<Authority>,
        pub copies_to: Cited<Vec<String>>,
    }

    pub struct Entries {
        pub teams_per_federation: Cited<u32>,
        pub preliminary_copies_to: Cited<Vec<String>>,
        /// Who may play for a federation, beyond being of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub players: Option<Cited<Eligibility>>,
        /// How a deputy captain is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub deputy_captain: Option<Cited<Deputy>>,
        /// What a definite entry has to say.
        pub indications: Vec<Cited<Item>>,
        /// What accompanies it for each participant.
        pub documents: Vec<Cited<Document>>,
    }

    pub struct Category {
        pub boards: Cited<u32>,
        pub roster: Cited<Range>,
        /// The colours of the team named first, board by board: `WBWB`.
        pub first_team_colours: Cited<String>,
        /// The numbers of the players who play when no line-up came in time.
        pub default_line_up: Cited<Vec<u32>>,
    }

    pub struct Finance {
        /// The most that an invitation may ask for each player and day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub max_contribution_per_player_and_day: Option<Cited<Money>>,
        /// Which party bears which cost.
        pub costs: Vec<Cited<Cost>>,
    }

    pub struct CalendarLimits {
        pub max_days_inclusive: Cited<u32>,
        /// Who may move the hours of play.
        pub hours_changed_by: Cited<Authority>,
    }

    pub struct Format {
        /// Which system is played for how many teams, without gap from the first to the last.
        pub systems: Vec<Cited<SystemRule>>,
        /// The table of qualifiers, where preparatory groups are played.
        pub qualifiers: Vec<Cited<Qualifiers>>,
        pub rounds: Cited<Rounds>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub swiss: Option<Cited<Swiss>>,
        /// Who draws lots and makes groups, and with whose help.
        pub draw: Cited<Conduct>,
        /// Whether lots are drawn anew for each final group.
        pub new_lots_for_finals: Cited<bool>,
        /// What a withdrawal between the lots and round 1 means for the draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub withdrawal_before_round_1: Option<Cited<Redraw>>,
    }

    pub struct Play {
        pub rate_of_play: Cited<RateOfPlay>,
        /// Who starts a clock at the signal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub clock_start: Option<Cited<ClockStarters>>,
        /// What a steward reports on a match, by kind; empty: the regulations name no kinds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub steward_reports: Vec<Cited<ReportKind>>,
        /// How late a player may appear.
        pub late_arrival: Cited<Margin>,
        /// How long before the round a line-up has to be in.
        pub line_up_deadline: Cited<Margin>,
        pub line_up_changes_by: Cited<Authority>,
        /// What is written on the envelope of a sealed move; empty where games are not adjourned.
        pub sealed_move_inscriptions: Vec<Cited<Item>>,
        /// Whether adjourned games are finished before the last round of each stage.
        pub adjourned_before_last_round: Cited<bool>,
    }

    pub struct Results {
        pub grounds: BTreeMap<String, Cited<GroundRule>>,
    }

    pub struct Standings {
        pub match_points: Cited<MatchScore>,
        pub game_points: Cited<GameScore>,
        /// The criteria of a round robin, the first that differs decides.
        pub round_robin: Vec<Cited<Criterion>>,
        /// The criteria of a Swiss.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub swiss: Vec<Cited<Criterion>>,
        /// A list by FIDE's codes in the place of both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tie_breaks: Option<Cited<TieBreakList>>,
        /// Whether only results of the own group count.
        pub own_group_only: Cited<bool>,
    }

    pub struct AppealsCommittee {
        /// The offices that sit on it without election.
        pub ex_officio: Cited<Vec<Authority>>,
        pub elected: Cited<Election>,
        /// Whether a member speaks but does not vote on a question of the own federation.
        pub no_vote_on_own_federation: Cited<bool>,
    }

    pub struct Protests {
        /// Whose decisions can be protested against.
        pub against: Cited<Vec<Authority>>,
        pub presented_by: Cited<Vec<Authority>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub deposit: Option<Cited<Money>>,
        /// Who may be asked afterwards whether the decision was right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reviewed_by: Option<Cited<Authority>>,
        /// Who decides what becomes of a team that has to leave.
        pub withdrawals_decided_by: Cited<Authority>,
    }

    pub struct Penalties {
        pub kinds: BTreeMap<String, Cited<Penalty>>,
        pub grounds: Cited<Vec<String>>,
    }

    pub struct Prizes {
        pub published_before_start: Cited<bool>,
        pub given_by: Cited<Vec<String>>,
        /// Between whom the prizes are agreed before they are published.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub agreed_between: Option<Cited<Vec<String>>>,
        pub awards_confirmed_by: Cited<Authority>,
        /// Whether best individual results are by percentage of the games played.
        pub individual_by_percentage: Cited<bool>,
        pub given_at_once_after_end: Cited<bool>,
    }

    /// The organizer's tournament book; when its notice is due stands among the deadlines.
    pub struct Book {
        /// How long after the end no other book in the language may appear.
        pub embargo: Cited<Embargo>,
    }
}

impl Category {
    /// The colour that the team named first has on a board.
    pub fn colour_of_first(&self, board: u32) -> Colour {
        let place = usize::try_from(board).unwrap_or(usize::MAX);
        // A rulebook without a colour for each board is refused when it is read.
        colour_of_first(place, &self.first_team_colours.value).unwrap_or(Colour::White)
    }
}

impl Rulebook {
    /// The summary of an article, in our own words.
    pub fn article(&self, number: &str) -> Option<&str> {
        self.articles.get(number).map(String::as_str)
    }

    /// Every place that names an article.
    pub fn citations(&self) -> Vec<Citation<'_>> {
        let mut found = Vec::new();
        self.cites("", &mut found);
        found
    }

    /// The category that a competition plays.
    pub fn category(&self, key: &str) -> Result<&Category, Violation> {
        self.categories
            .get(key)
            .ok_or_else(|| Violation::new(Rule::RulebookInvalid, format!("{} has no category {key}", self.id)))
    }

    /// The system that the regulations name for that many teams.
    pub fn system_for(&self, teams: u32) -> Option<&Cited<SystemRule>> {
        self.format
            .systems
            .iter()
            .find(|system| system.value.min_teams <= teams && system.value.max_teams.is_none_or(|most| teams <= most))
    }

    /// How many teams of each preparatory group go on to the winning group.
    pub fn qualifiers_from(&self, groups: u32) -> Option<&Cited<Qualifiers>> {
        self.format.qualifiers.iter().find(|row| row.value.groups == groups)
    }

    /// Who may impose a penalty of that kind; nobody where the regulations know no such penalty.
    pub fn penalty_authorities(&self, kind: &str) -> Vec<Authority> {
        let Some(penalty) = self.penalties.kinds.get(kind) else { return Vec::new() };
        match penalty.value.by_setting {
            None => penalty.value.by.clone(),
            Some(AuthoritySetting::LossOfGameAuthority) => match self.settings.loss_of_game_authority.value {
                LossOfGameAuthority::ChiefArbiter => vec![Authority::ChiefArbiter],
                LossOfGameAuthority::AppealsCommittee => vec![Authority::AppealsCommittee],
            },
        }
    }
}

//! The values that a rulebook states: what stands beside an article.

use serde::{Deserialize, Serialize};

use crate::domain::calendar::{Period, Unit};
use crate::domain::points::{GamePoints, MatchPoints};

/// When a step has to be done, and what happens to one that comes later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadlineRule {
    pub amount: u32,
    pub unit: Unit,
    pub relation: Relation,
    /// Whether the day that the count arrives at is still in time.
    pub last_day_counts: bool,
    pub late: LatePolicy,
}

impl DeadlineRule {
    pub fn period(&self) -> Period {
        Period { amount: self.amount, unit: self.unit }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    BeforeStart,
    AfterEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LatePolicy {
    Refused,
    Recorded,
}

/// What makes a player of a federation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eligibility {
    /// The grounds of nationality that count.
    pub nationality_by: Vec<NationalityBy>,
    /// Whether every player is a student.
    pub students: bool,
    /// The kinds of document that prove it, among those of the entry; where there is one, it need not be named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub student_proof: Vec<String>,
}

/// How a deputy is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deputy {
    pub in_writing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NationalityBy {
    Birth,
    Naturalization,
}

impl NationalityBy {
    pub fn code(self) -> &'static str {
        match self {
            NationalityBy::Birth => "birth",
            NationalityBy::Naturalization => "naturalization",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [NationalityBy::Birth, NationalityBy::Naturalization].into_iter().find(|ground| ground.code() == code)
    }
}

/// One entry of a list that a text requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub key: String,
    pub description: String,
    pub required: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub key: String,
    pub description: String,
    pub required: bool,
    pub can_follow_later: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    pub min: u32,
    pub max: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    pub item: String,
    pub borne_by: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemRule {
    pub kind: SystemKind,
    pub min_teams: u32,
    /// Missing where there is no upper limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_teams: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemKind {
    /// One group in which everyone meets everyone.
    OneGroup,
    /// Preparatory groups, then final groups.
    Groups,
    Swiss,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qualifiers {
    pub groups: u32,
    pub from_each: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    pub max: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended_min: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swiss {
    pub rounds: u32,
    pub pairing: PairingProfile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairingProfile {
    #[serde(rename = "olympiad_annex_d_1998")]
    OlympiadAnnexD1998,
    #[serde(rename = "olympiad_2022")]
    Olympiad2022,
    #[serde(rename = "fide_team_swiss")]
    FideTeamSwiss,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conduct {
    pub by: Authority,
    pub with: Vec<Authority>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateOfPlay {
    pub periods: Vec<TimePeriod>,
    /// Whether the last period comes again until the game ends.
    pub last_repeats: bool,
    /// What a mechanical clock shows at the start, in minutes after midnight; 210 is half past three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_shows_minutes: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimePeriod {
    /// Missing where the time is for all remaining moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    pub minutes: u32,
    #[serde(default)]
    pub increment_seconds: u32,
}

/// A kind of report that a steward makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportKind {
    pub key: String,
    pub description: String,
}

/// Who starts a clock at the signal. White starts Black's, anybody else White's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockStarters {
    pub black_present: Starter,
    /// White is there and Black is not.
    pub black_absent: Starter,
    pub nobody_present: Starter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    White,
    Black,
    Steward,
}

impl Starter {
    pub const ALL: [Starter; 3] = [Starter::White, Starter::Black, Starter::Steward];

    pub fn code(self) -> &'static str {
        match self {
            Starter::White => "white",
            Starter::Black => "black",
            Starter::Steward => "steward",
        }
    }

    pub fn from_code(code: &str) -> Option<Starter> {
        Starter::ALL.into_iter().find(|starter| starter.code() == code)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    pub minutes: u32,
    /// Whether exactly that many minutes is still in time.
    pub exactly_is_in_time: bool,
}

/// A ground on which a result is decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRule {
    /// The game is not played: its result is one by forfeit.
    pub forfeit: bool,
    /// It holds once the late hour is over.
    #[serde(default)]
    pub after_late_hour: bool,
    /// Until the end of so many days after the day of the round; without it, at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_days: Option<u32>,
}

/// What a withdrawal between the lots and round 1 means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redraw {
    /// Whether lots are drawn anew.
    pub new_draw: bool,
    /// Whether the pairings stay when the highest number of an even field leaves, so that its opponents are free.
    pub except_highest_of_even: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    pub win: MatchPoints,
    pub draw: MatchPoints,
    pub loss: MatchPoints,
}

/// In half points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScore {
    pub win: GamePoints,
    pub draw: GamePoints,
    pub loss: GamePoints,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    GamePoints,
    MatchPoints,
    DirectMatch,
    SonnebornBerger,
    /// The game points of all opponents.
    Buchholz,
    /// The same without the opponent with most and the one with fewest.
    MedianBuchholz,
}

/// A list of FIDE's tie-breaks (C.07), beginning with the points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TieBreakList {
    /// With commas between them: `MPTS,EDE,EMGSB/C1`.
    pub codes: String,
    /// The edition of C.07: `2023` or `2026`.
    pub edition: String,
    /// What codes without a score of their own mean: match points or game points.
    pub primary: Criterion,
}

/// A body or an office that regulations give a power to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Authority {
    Fide,
    FidePresident,
    Congress,
    Organizer,
    TournamentDirector,
    ChiefArbiter,
    AssistantArbiter,
    Steward,
    AppealsCommittee,
    AppealsChairman,
    Captain,
    ChiefOfDelegation,
    Player,
    PairingsCommittee,
}

impl Authority {
    pub fn code(self) -> &'static str {
        match self {
            Authority::Fide => "fide",
            Authority::FidePresident => "fide_president",
            Authority::Congress => "congress",
            Authority::Organizer => "organizer",
            Authority::TournamentDirector => "tournament_director",
            Authority::ChiefArbiter => "chief_arbiter",
            Authority::AssistantArbiter => "assistant_arbiter",
            Authority::Steward => "steward",
            Authority::AppealsCommittee => "appeals_committee",
            Authority::AppealsChairman => "appeals_chairman",
            Authority::Captain => "captain",
            Authority::ChiefOfDelegation => "chief_of_delegation",
            Authority::Player => "player",
            Authority::PairingsCommittee => "pairings_committee",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Office {
    pub min: u32,
    pub max: u32,
    pub per: OfficeReach,
    pub nominated_by: Authority,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_by: Option<Authority>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfficeReach {
    Championship,
    Match,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Election {
    pub members: u32,
    pub electors: Authority,
    pub candidates: Vec<Authority>,
    pub from_different_teams: bool,
}

/// Who may impose a penalty: named authorities, or the one that a setting names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Authority>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_setting: Option<AuthoritySetting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthoritySetting {
    LossOfGameAuthority,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Embargo {
    pub amount: u32,
    pub unit: Unit,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub made_by: Vec<Authority>,
    pub signed_by: Vec<Authority>,
    /// Whether each of its makers keeps an own one.
    pub separate: bool,
}

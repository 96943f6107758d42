//! What is wrong with a file: where, in which record, against which rule.

use std::fmt;

use super::MAX_FAULTS;

/// One fault of a file; a refused file comes with all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfFault {
    /// From 1; none where the fault lies in no single line.
    pub line: Option<usize>,
    /// From 1, counted in characters.
    pub column: Option<usize>,
    /// The record type, columns 1 to 3.
    pub record: String,
    pub round: Option<u32>,
    pub rule: TrfRule,
    pub detail: String,
}

impl TrfFault {
    pub(in crate::exchange) fn new(rule: TrfRule, detail: impl Into<String>) -> Self {
        Self { line: None, column: None, record: String::new(), round: None, rule, detail: detail.into() }
    }

    /// Adds the fault to a list, unless the list has enough of them.
    pub(in crate::exchange) fn note(self, faults: &mut Vec<Self>) {
        if faults.len() < MAX_FAULTS {
            faults.push(self);
        }
    }

    pub(super) fn at(mut self, line: usize, column: usize) -> Self {
        self.column = Some(column);
        self.on_line(line)
    }

    pub(in crate::exchange) fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    pub(in crate::exchange) fn in_record(mut self, record: impl Into<String>) -> Self {
        self.record = record.into();
        self
    }

    pub(in crate::exchange) fn in_round(mut self, round: u32) -> Self {
        self.round = Some(round);
        self
    }
}

impl fmt::Display for TrfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some(column) = self.column {
            write!(f, "column {column}, ")?;
        }
        if !self.record.is_empty() {
            write!(f, "record {}, ", self.record)?;
        }
        if let Some(round) = self.round {
            write!(f, "round {round}, ")?;
        }
        write!(f, "{}: {}", self.rule.code(), self.detail)
    }
}

impl std::error::Error for TrfFault {}

macro_rules! rules {
    ($($variant:ident $code:literal;)*) => {
        /// What a file can be refused for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum TrfRule { $($variant,)* }

        impl TrfRule {
            pub const ALL: &'static [TrfRule] = &[$(TrfRule::$variant,)*];

            /// The public code.
            pub fn code(self) -> &'static str {
                match self { $(TrfRule::$variant => $code,)* }
            }
        }
    };
}

rules! {
    // the file as a whole
    TooLarge "too_large";
    EncodingUnknown "encoding_unknown";
    TooManyFaults "too_many_faults";
    // the form of a record
    ControlCharacter "control_character";
    TextBetweenColumns "text_between_columns";
    ValueMissing "value_missing";
    NotANumber "not_a_number";
    NotPoints "not_points";
    ValueUnknown "value_unknown";
    // what cannot be written
    DoesNotFit "does_not_fit";
    NotReadBack "not_read_back";
    CannotBeStated "cannot_be_stated";
    // what the records say together
    NoTeams "no_teams";
    StatedTwice "stated_twice";
    UnknownPlayer "unknown_player";
    UnknownTeam "unknown_team";
    PlayerOutsideTeams "player_outside_teams";
    TooManyRounds "too_many_rounds";
    PointsNotSupported "points_not_supported";
    RecordsDisagree "records_disagree";
    RoundAmbiguous "round_ambiguous";
    TotalsDisagree "totals_disagree";
}

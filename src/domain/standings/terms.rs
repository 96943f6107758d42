//! How FIDE's tie-break regulations C.07 are applied: the edition, and our answers where a text leaves a question.

use super::criterion::Score;

/// The editions differ in unplayed rounds (art. 16.4) and in the extended direct encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// Its virtual opponents have the team's own score, without a limit.
    Of2023,
    /// In force from 1 March 2026.
    #[default]
    Of2026,
}

/// Where an extended direct encounter goes on for teams that it has just parted from others (art. 13.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterRestart {
    /// With the primary score, as the text of 2026 has it.
    Primary,
    /// With the score that parted them, as FIDE's worked example of 2023 has it.
    Same,
}

/// Which games article 12 reads inside an extended direct encounter (art. 13.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterBoards {
    /// All games of both teams, as it is written.
    All,
    /// Those of their own match, as in FIDE's worked example.
    OwnMatch,
}

/// What the codes of a list leave to the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    pub edition: Edition,
    /// The score that ranks first; codes that name none mean it.
    pub primary: Score,
    pub encounter_restart: EncounterRestart,
    pub encounter_boards: EncounterBoards,
    /// How many rounds are announced; without it the counted rounds are all.
    pub rounds: Option<u32>,
}

impl Edition {
    pub const ALL: [Self; 2] = [Self::Of2023, Self::Of2026];

    pub fn code(self) -> &'static str {
        match self {
            Self::Of2023 => "2023",
            Self::Of2026 => "2026",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.code() == code)
    }
}

impl Terms {
    /// An edition as it is usually read.
    pub fn of(edition: Edition, primary: Score) -> Self {
        Self {
            edition,
            primary,
            encounter_restart: match edition {
                Edition::Of2023 => EncounterRestart::Same,
                Edition::Of2026 => EncounterRestart::Primary,
            },
            encounter_boards: EncounterBoards::All,
            rounds: None,
        }
    }
}

//! Tournament report files (TRF26 and TRF16) of team events.
//!
//! `read` turns bytes into a [`TrfFile`]: one record for each line, in the order of the file, nothing dropped.
//! `write` turns it back, by the columns of TRF26. What the records *mean* is another question: [`event::derive`]
//! answers it, and refuses where the file leaves room for two answers; [`event::compose`] goes the other way.

mod columns;
pub mod encoding;
pub mod event;
mod fault;
mod model;
mod points;
mod read;
mod write;

pub use encoding::Encoding;
pub use fault::{TrfFault, TrfRule};
pub use model::{
    Abnormal, AbnormalKind, Acceleration, Cell, CellResult, Colour, ForbiddenPairs, ForfeitKind, ForfeitedMatch,
    GameSymbol, Header, HeaderKind, LineUp, MatchSymbol, PairingByes, Player, Record, RequestedByeKind, RequestedByes,
    Team, TrfFile, UnnumberedTeam,
};
pub use points::TrfPoints;
pub use read::{TrfReading, read, read_text};
pub use write::{write, write_text};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The most lines of a file.
pub const MAX_LINES: usize = 100_000;
/// The longest line, in characters.
pub const MAX_COLUMNS: usize = 10_000;
/// The most rounds of an event.
pub const MAX_ROUNDS: usize = 100;
/// The most boards of a match.
pub const MAX_BOARDS: usize = 32;
/// The most teams of an event.
pub const MAX_TEAMS: usize = 999;
/// Reading stops after so many faults.
pub const MAX_FAULTS: usize = 1_000;

#[cfg(test)]
mod tests;

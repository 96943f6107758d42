//! PGN, the text of games: tags, moves, comments, variations, annotations and the end. Read strictly by shape, with every
//! fault at once; whether a move is legal is not looked at.

mod read;
mod write;

#[cfg(test)]
mod tests;

pub use read::{MAX_GAMES, read};
pub use write::write;

/// A game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Name and value, in the order of the text; no name twice.
    pub tags: Vec<(String, String)>,
    pub moves: Vec<Element>,
    pub end: End,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// One part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A move of the right shape, such as `Nf3`, `exd8=Q+` or `O-O`.
    Move(String),
    /// The text between braces, or after a semicolon.
    Comment(String),
    /// `$1` to `$255`; `!` is `$1`.
    Annotation(u8),
    /// Other moves in the place of the one before.
    Open,
    Close,
}

/// How a game ends, as its last word says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    WhiteWins,
    BlackWins,
    Draw,
    /// Unfinished, unknown, or lost by both.
    #[default]
    Unknown,
}

impl End {
    pub const ALL: [End; 4] = [End::WhiteWins, End::BlackWins, End::Draw, End::Unknown];

    pub fn code(self) -> &'static str {
        match self {
            End::WhiteWins => "1-0",
            End::BlackWins => "0-1",
            End::Draw => "1/2-1/2",
            End::Unknown => "*",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.code() == code)
    }
}

/// What is wrong, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub reason: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Game {
    /// The value of a tag; `?` and nothing are no value.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name)?;
        Some(found.1.as_str()).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// The moves that were played, without variations.
    pub fn played(&self) -> usize {
        let mut depth = 0_usize;
        self.moves
            .iter()
            .filter(|element| {
                match element {
                    Element::Open => depth += 1,
                    Element::Close => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && matches!(element, Element::Move(_))
            })
            .count()
    }
}

//! Colours: of a team in a match, and of its boards.

use std::fmt;

/// The colour of a team is the colour of its first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub fn opposite(self) -> Self {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    pub fn code(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
        })
    }
}

/// The colour that the team named first has on a board (1, 2, 3 …), by the event's sequence such as `"WBWB"`;
/// nothing for a board that the sequence does not name.
pub fn colour_of_first(board: usize, sequence: &str) -> Option<Colour> {
    match sequence.as_bytes().get(board.checked_sub(1)?)? {
        b'W' => Some(Colour::White),
        b'B' => Some(Colour::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, colour_of_first};

    #[test]
    fn a_board_outside_the_sequence_has_no_colour() {
        assert_eq!(colour_of_first(2, "WB"), Some(Colour::Black));
        assert_eq!(colour_of_first(3, "WB"), None);
        assert_eq!(colour_of_first(0, "WB"), None);
        assert_eq!(colour_of_first(1, "x"), None);
    }
}

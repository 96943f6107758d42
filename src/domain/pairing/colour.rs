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

/// The colours that a team had, round by round. A round without a played match has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColourHistory {
    rounds: Vec<Option<Colour>>,
}

impl ColourHistory {
    pub fn push(&mut self, colour: Option<Colour>) {
        self.rounds.push(colour);
    }

    /// The colours of the played matches, the latest first.
    pub fn latest_first(&self) -> impl Iterator<Item = Colour> {
        self.rounds.iter().rev().copied().flatten()
    }

    pub fn last(&self) -> Option<Colour> {
        self.latest_first().next()
    }

    /// The colour of the last two played matches, if it was the same.
    pub fn last_two(&self) -> Option<Colour> {
        let mut latest = self.latest_first();
        let last = latest.next()?;
        (latest.next()? == last).then_some(last)
    }

    /// Whites minus Blacks.
    pub fn difference(&self) -> i32 {
        self.latest_first().map(|colour| if colour == Colour::White { 1 } else { -1 }).sum()
    }

    pub fn played(&self) -> usize {
        self.latest_first().count()
    }

    /// The latest time when one had White and the other Black, the unplayed rounds of both being moved to the front.
    pub fn latest_difference(&self, other: &ColourHistory) -> Option<(Colour, Colour)> {
        self.latest_first().zip(other.latest_first()).find(|(one, other)| one != other)
    }
}

/// `WB-W`: a hyphen stands for a round that gave no colour.
impl fmt::Display for ColourHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rounds.iter().try_for_each(|colour| {
            f.write_str(match colour {
                Some(Colour::White) => "W",
                Some(Colour::Black) => "B",
                None => "-",
            })
        })
    }
}

#[cfg(test)]
pub(super) fn history(text: &str) -> ColourHistory {
    let colour = |letter| match letter {
        'W' => Some(Colour::White),
        'B' => Some(Colour::Black),
        _ => None,
    };
    ColourHistory { rounds: text.chars().map(colour).collect() }
}

#[cfg(test)]
mod tests {
    use super::{Colour, colour_of_first, history};

    #[test]
    fn unplayed_rounds_count_nowhere_and_are_moved_to_the_front() {
        assert_eq!(history("BW-WW-").difference(), 2);
        assert_eq!(history("BW-W-").last_two(), Some(Colour::White));
        assert_eq!(history("--W").last_two(), None);
        assert_eq!(history("BWBW-").latest_difference(&history("BW-BW")), None);
        let differ = history("BWW-W").latest_difference(&history("-BBWW"));
        assert_eq!(differ, Some((Colour::White, Colour::Black)));
        assert_eq!(history("WB-").to_string(), "WB-");
        let aligned = |text: &str| history(text).latest_first().collect::<Vec<_>>();
        assert_eq!(aligned("BWB-W"), aligned("-BWBW"));
        assert_eq!(aligned("BWW-B-W"), aligned("--BWWBW"));
    }

    #[test]
    fn a_board_outside_the_sequence_has_no_colour() {
        assert_eq!(colour_of_first(2, "WB"), Some(Colour::Black));
        assert_eq!(colour_of_first(3, "WB"), None);
        assert_eq!(colour_of_first(0, "WB"), None);
        assert_eq!(colour_of_first(1, "x"), None);
    }
}

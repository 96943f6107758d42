//! Article 7: the colour of a team is that of its first board.

use super::Event;
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, ColourHistory};
use crate::domain::pairing::field::Contender;
use crate::domain::pairing::{Clause, ColourReason};

/// 7.3: the colours that a team can be given without a difference beyond two or a third equal colour running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    white: bool,
    black: bool,
}

impl Limits {
    pub fn of(history: &ColourHistory) -> Self {
        let (difference, last_two) = (history.difference(), history.last_two());
        Self {
            white: difference < 2 && last_two != Some(Colour::White),
            black: difference > -2 && last_two != Some(Colour::Black),
        }
    }

    fn allow(self, colour: Colour) -> bool {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// Whether two teams can meet within the limits.
    pub fn agree(self, other: Self) -> bool {
        self.white && other.black || self.black && other.white
    }
}

impl Event<'_> {
    /// White, Black, and why.
    pub(super) fn allocate_colours(
        &self,
        higher: &Contender,
        lower: &Contender,
    ) -> (TeamNumber, TeamNumber, ColourReason) {
        let (wanted, wanted_by) = self.colour_of_higher(higher, lower);
        let within = |colour: Colour| {
            Limits::of(&higher.colours).allow(colour) && Limits::of(&lower.colours).allow(colour.opposite())
        };
        let (colour, clause) = if !within(wanted) && within(wanted.opposite()) {
            (wanted.opposite(), self.settings.profile.colour_limits())
        } else {
            (wanted, wanted_by)
        };
        let (white, black) = if colour == Colour::White { (higher, lower) } else { (lower, higher) };
        let reason =
            ColourReason { clause, white_history: white.colours.clone(), black_history: black.colours.clone() };
        (white.number, black.number, reason)
    }

    /// 7.2, 7.5 and 7.6, the limits left aside.
    fn colour_of_higher(&self, higher: &Contender, lower: &Contender) -> (Colour, Clause) {
        let profile = self.settings.profile;
        let (difference, other) = (higher.colours.difference(), lower.colours.difference());
        if difference != other {
            let colour = if difference < other { Colour::White } else { Colour::Black };
            return (colour, profile.equalised());
        }
        if let Some((colour, _)) = higher.colours.latest_difference(&lower.colours) {
            return (colour.opposite(), profile.alternated());
        }
        if difference != 0 {
            let colour = if difference < 0 { Colour::White } else { Colour::Black };
            return (colour, profile.higher_equalised());
        }
        match (higher.colours.last(), lower.colours.last()) {
            (Some(last), _) => (last.opposite(), profile.higher_alternates()),
            (None, Some(last)) => (last, profile.lower_alternates()),
            (None, None) => {
                let lot = self.rules.initial_colour;
                let colour = if higher.arrival_number % 2 == 1 { lot } else { lot.opposite() };
                (colour, profile.lot_colour())
            }
        }
    }
}

//! Colour preferences (1.7) and the allocation of colours (article 4).

use std::cmp::Reverse;

use super::{Event, Preferences, clause};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, ColourHistory};
use crate::domain::pairing::field::Contender;
use crate::domain::pairing::{Clause, ColourReason};

/// A colour that a team should have. Only type B has strong ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub colour: Colour,
    pub strong: bool,
}

pub(super) fn preference(kind: Preferences, history: &ColourHistory, last_round: bool) -> Option<Preference> {
    if kind == Preferences::None {
        return None;
    }
    let lasting = type_a(history).map(|colour| Preference { colour, strong: kind == Preferences::TypeB });
    if kind == Preferences::TypeA || lasting.is_some() {
        return lasting;
    }
    let mild = match history.difference() {
        -1 => Some(Colour::White),
        1 => Some(Colour::Black),
        0 if !last_round => history.last().map(Colour::opposite),
        _ => None,
    };
    mild.map(|colour| Preference { colour, strong: false })
}

/// 1.7.1, and the strong preferences of 1.7.2.
fn type_a(history: &ColourHistory) -> Option<Colour> {
    let last_two = history.last_two();
    match history.difference() {
        ..-1 => Some(Colour::White),
        2.. => Some(Colour::Black),
        -1 | 0 if last_two == Some(Colour::Black) => Some(Colour::White),
        0 | 1 if last_two == Some(Colour::White) => Some(Colour::Black),
        _ => None,
    }
}

impl Event<'_> {
    pub(super) fn preference_of(&self, team: &Contender) -> Option<Preference> {
        preference(self.settings.preferences, &team.colours, self.is_last_round())
    }

    /// 4.2 and 4.3: White, Black, and why.
    pub(super) fn allocate_colours(
        &self,
        one: &Contender,
        other: &Contender,
    ) -> (TeamNumber, TeamNumber, ColourReason) {
        let (first, second) = self.first_team(one, other);
        let (colour, clause) = self.colour_of_first_team(first, second);
        let (white, black) = if colour == Colour::White { (first, second) } else { (second, first) };
        let reason =
            ColourReason { clause, white_history: white.colours.clone(), black_history: black.colours.clone() };
        (white.number, black.number, reason)
    }

    /// 4.2: the higher primary score, else the higher secondary score, else the smaller number.
    fn first_team<'t>(&self, one: &'t Contender, other: &'t Contender) -> (&'t Contender, &'t Contender) {
        let rank = |team: &Contender| {
            let secondary = if self.settings.secondary_for_colours { team.secondary } else { 0 };
            (Reverse(team.score), Reverse(secondary), team.number)
        };
        if rank(one) <= rank(other) { (one, other) } else { (other, one) }
    }

    /// 4.3, in its order.
    fn colour_of_first_team(&self, first: &Contender, second: &Contender) -> (Colour, Clause) {
        if first.colours.played() == 0 && second.colours.played() == 0 {
            let initial = self.rules.initial_colour;
            let colour = if first.arrival_number % 2 == 1 { initial } else { initial.opposite() };
            return (colour, clause::INITIAL_COLOUR);
        }
        let (wish, other_wish) = (self.preference_of(first), self.preference_of(second));
        match (wish, other_wish) {
            (Some(wish), None) => return (wish.colour, clause::ONLY_PREFERENCE),
            (None, Some(other)) => return (other.colour.opposite(), clause::ONLY_PREFERENCE),
            (Some(wish), Some(other)) if wish.colour != other.colour => {
                return (wish.colour, clause::BOTH_PREFERENCES);
            }
            (Some(wish), Some(other)) if wish.strong != other.strong => {
                let colour = if wish.strong { wish.colour } else { wish.colour.opposite() };
                return (colour, clause::STRONG_PREFERENCE);
            }
            _ => {}
        }
        let (difference, other_difference) = (first.colours.difference(), second.colours.difference());
        if difference != other_difference {
            let colour = if difference < other_difference { Colour::White } else { Colour::Black };
            return (colour, clause::LOWER_DIFFERENCE);
        }
        if let Some((colour, _)) = first.colours.latest_difference(&second.colours) {
            return (colour.opposite(), clause::LATEST_DIFFERENCE);
        }
        if let Some(wish) = wish {
            return (wish.colour, clause::FIRST_PREFERENCE);
        }
        match (first.colours.last(), second.colours.last()) {
            (Some(last), _) => (last.opposite(), clause::FIRST_ALTERNATES),
            (None, Some(last)) => (last, clause::OTHER_ALTERNATES),
            (None, None) => (self.rules.initial_colour, clause::INITIAL_COLOUR),
        }
    }
}

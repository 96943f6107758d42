//! The articles that decide a pairing, numbered as in the text of 2022.

use super::group::Direction;
use crate::domain::pairing::Clause;

/// The text that an event is paired by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Olympiad2022,
    /// Its own articles on pairing are lost, so that the numbers are those of 2022.
    AnnexD1998,
}

impl Profile {
    pub const fn regulation(self) -> &'static str {
        match self {
            Profile::Olympiad2022 => "FIDE D.02 (2022)",
            Profile::AnnexD1998 => "FIDE D.II.07 Annex D (1998), read by D.02 (2022)",
        }
    }

    const fn clause(self, article: &'static str, meaning: &'static str) -> Clause {
        Clause { regulation: self.regulation(), article, meaning }
    }

    pub(super) const fn no_legal_pairing(self) -> Clause {
        self.clause("6.1", "no team meets another twice")
    }

    pub(super) const fn bye(self) -> Clause {
        self.clause("4.1", "the lowest-ranked eligible team")
    }

    pub(super) const fn had_bye(self) -> Clause {
        self.clause("4.2.1", "has had a bye")
    }

    pub(super) const fn won_by_default(self) -> Clause {
        self.clause("4.2.2", "has won a match by default")
    }

    pub(super) const fn entered_late(self) -> Clause {
        self.clause("4.2.3", "entered after round 1 had been paired")
    }

    pub(super) const fn bye_leaves_others_unpaired(self) -> Clause {
        self.clause("6.1", "the others could not all be paired without it")
    }

    /// The floater whose turn it is.
    pub(super) const fn floats_first(self, direction: Direction) -> Clause {
        match direction {
            Direction::Down => self.clause("8.3.1", "the lowest-ranked team of the group floats down"),
            Direction::Up => self.clause("8.2.1", "the highest-ranked team of the group floats up"),
        }
    }

    /// With the floaters before it, the rest could not be paired.
    pub(super) const fn floats_for_the_rest(self, direction: Direction) -> Clause {
        let meaning = "the rest could not be paired if a team before it floated";
        match direction {
            Direction::Down => self.clause("8.3.2", meaning),
            Direction::Up => self.clause("8.2.2", meaning),
        }
    }

    pub(super) const fn floats_for_an_opponent(self, direction: Direction) -> Clause {
        let meaning = "a team with a possible opponent in the adjacent group is preferred";
        match direction {
            Direction::Down => self.clause("8.3.3", meaning),
            Direction::Up => self.clause("8.2.3", meaning),
        }
    }

    pub(super) const fn has_met_its_group(self) -> Clause {
        self.clause("9.4", "has met every team of its group")
    }

    /// The opponent of a floater.
    pub(super) const fn meets_floater(self, direction: Direction) -> Clause {
        match direction {
            Direction::Down => self.clause("8.3.1", "the highest-ranked team that the floater has not met"),
            Direction::Up => self.clause("8.2.1", "the lowest-ranked team that the floater has not met"),
        }
    }

    pub(super) const fn meets_floater_for_colours(self) -> Clause {
        self.clause("7.3", "the nearest opponent of the floater with whom the colour limits can be kept")
    }

    pub(super) const fn meets_floater_for_the_rest(self) -> Clause {
        self.clause("8.4", "the nearest opponent of the floater that lets the rest be paired")
    }

    pub(super) const fn halves_meet(self) -> Clause {
        self.clause("9.1", "the upper half meets the lower half")
    }

    pub(super) const fn halves_meet_unmet(self) -> Clause {
        self.clause("9.3", "first attempt without a second meeting")
    }

    pub(super) const fn halves_meet_for_colours(self) -> Clause {
        self.clause("7.3", "first attempt that keeps the colour limits")
    }

    pub(super) const fn lower_half_exchanged(self) -> Clause {
        self.clause("9.3", "exchanges in the lower half come before pairs inside a half")
    }

    pub(super) const fn lot_colour(self) -> Clause {
        self.clause("7.2", "by the lot and the number of the higher-ranked team")
    }

    pub(super) const fn colour_limits(self) -> Clause {
        self.clause("7.3", "a difference beyond two, or a third equal colour running, is avoided")
    }

    pub(super) const fn equalised(self) -> Clause {
        self.clause("7.5", "the difference is equalised")
    }

    pub(super) const fn alternated(self) -> Clause {
        self.clause("7.6", "alternates from the latest round with different colours")
    }

    pub(super) const fn higher_equalised(self) -> Clause {
        self.clause("7.6", "the colours were always the same: the higher-ranked team's difference is equalised")
    }

    pub(super) const fn higher_alternates(self) -> Clause {
        self.clause("7.6", "the colours were always the same: the higher-ranked team alternates")
    }

    pub(super) const fn lower_alternates(self) -> Clause {
        self.clause("7.6", "the lower-ranked team alternates, the other has had no colour")
    }
}

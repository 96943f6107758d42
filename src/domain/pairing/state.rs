//! What a pairing is made from: the teams, and everything that happened in the rounds before.

use std::collections::BTreeSet;
use std::fmt;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::points::{GamePoints, MatchPoints};

/// Match points and game points of one team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    pub match_points: MatchPoints,
    pub game_points: GamePoints,
}

/// Everything that the pairing of the next round depends on. Ratings are not among it: the numbers of the teams say
/// who is stronger.
#[derive(Clone, Debug, Default)]
pub struct TournamentState {
    pub teams: Vec<Team>,
    /// The rounds that were paired so far, round 1 first. An adjourned game counts as a draw in them.
    pub rounds: Vec<Round>,
    /// Byes fixed beforehand, by request or by the arbiter.
    pub preassigned: Vec<PreassignedBye>,
    pub forbidden: Vec<ForbiddenPair>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    pub number: TeamNumber,
    /// The first round that it can be paired in: 1, or a later one for a late entry.
    pub first_round: u32,
    /// The first round that it is out of, if it has withdrawn.
    pub withdrawn_from: Option<u32>,
    /// Rounds for which it has announced its absence.
    pub absent: BTreeSet<u32>,
    /// Points added or taken away by a decision.
    pub adjustment: Points,
}

impl Team {
    /// A team that is there from the first round to the last.
    pub fn new(number: TeamNumber) -> Self {
        Self { number, first_round: 1, withdrawn_from: None, absent: BTreeSet::new(), adjustment: Points::default() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub matches: Vec<Match>,
    /// A team without match and bye was absent, without points.
    pub byes: Vec<Bye>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The team with White on the first board.
    pub white: Side,
    pub black: Side,
    pub conduct: Conduct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub team: TeamNumber,
    pub points: Points,
}

/// Whether a match took place. It did if at least one of its games was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    Played,
    /// The team of this colour won because its opponent did not appear.
    WonByForfeit(Colour),
    LostByBoth,
}

/// What a bye is, which says nothing about its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByeKind {
    /// Given by the pairing because the number of teams was odd.
    PairingAllocated,
    FullPoint,
    HalfPoint,
    ZeroPoint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    pub team: TeamNumber,
    pub kind: ByeKind,
    pub points: Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreassignedBye {
    pub round: u32,
    pub bye: Bye,
}

/// Two teams that are kept apart from one round to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenPair {
    pub teams: (TeamNumber, TeamNumber),
    pub first_round: u32,
    pub last_round: u32,
}

/// Why a team takes no part in the pairing of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotPaired {
    NotYetEntered,
    Withdrawn,
    Absent,
}

impl fmt::Display for NotPaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotPaired::NotYetEntered => "it enters in a later round",
            NotPaired::Withdrawn => "it has withdrawn",
            NotPaired::Absent => "it announced its absence",
        })
    }
}

impl TournamentState {
    /// Why a team is left out of a round; nothing if it is to be paired or has a bye fixed beforehand.
    pub fn left_out(&self, team: &Team, round: u32) -> Option<NotPaired> {
        if round < team.first_round {
            Some(NotPaired::NotYetEntered)
        } else if team.withdrawn_from.is_some_and(|from| from <= round) {
            Some(NotPaired::Withdrawn)
        } else if team.absent.contains(&round) {
            Some(NotPaired::Absent)
        } else {
            None
        }
    }

    pub fn preassigned_in(&self, round: u32) -> impl Iterator<Item = &Bye> {
        self.preassigned.iter().filter(move |fixed| fixed.round == round).map(|fixed| &fixed.bye)
    }

    /// The numbers of the teams to be paired, rising.
    pub fn to_be_paired(&self, round: u32) -> BTreeSet<TeamNumber> {
        let fixed: BTreeSet<TeamNumber> = self.preassigned_in(round).map(|bye| bye.team).collect();
        let present = self.teams.iter().filter(|team| self.left_out(team, round).is_none());
        present.map(|team| team.number).filter(|number| !fixed.contains(number)).collect()
    }

    pub fn is_forbidden(&self, one: TeamNumber, other: TeamNumber, round: u32) -> bool {
        self.forbidden.iter().any(|pair| {
            (pair.teams == (one, other) || pair.teams == (other, one))
                && (pair.first_round..=pair.last_round).contains(&round)
        })
    }
}

impl Match {
    pub fn is_played(&self) -> bool {
        self.conduct == Conduct::Played
    }

    /// The team that won because its opponent did not appear.
    pub fn forfeit_winner(&self) -> Option<TeamNumber> {
        match self.conduct {
            Conduct::WonByForfeit(Colour::White) => Some(self.white.team),
            Conduct::WonByForfeit(Colour::Black) => Some(self.black.team),
            _ => None,
        }
    }
}

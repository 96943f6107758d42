//! What happened, as far as the records of a file say it together.
//!
//! Who met whom follows from the players' records (whose opponents belong to which team), from line-ups (300) and
//! forfeited matches (330); who had a bye from records 320 and 240 or the letters in the players' records. Boards follow
//! from the line-ups, or else from the order of the players in their team. Where two readings are left, the file is
//! refused and the round named; points that the file states are compared with the points that follow.

mod abnormal;
mod boards;
mod book;
mod compose;
mod derive;
mod meetings;
mod roster;
mod totals;

pub(in crate::exchange) use book::forfeit_of;
pub use compose::{Particulars, compose};
pub use derive::derive;

use super::model::{AbnormalKind, Acceleration, Colour, ForbiddenPairs, ForfeitKind, RequestedByeKind};
use super::points::TrfPoints;
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};

/// A team event up to its last paired round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub rounds_announced: Option<u32>,
    pub initial_colour: Option<Colour>,
    /// The colours of a match's first team, board by board.
    pub board_colours: Vec<Colour>,
    pub scoring: Scoring,
    /// What a pairing bye is worth.
    pub pairing_bye: Score,
    /// In the order of the file.
    pub teams: Vec<EventTeam>,
    pub rounds: Vec<EventRound>,
    /// Byes asked for in rounds that are not paired yet.
    pub requested_byes: Vec<RequestedBye>,
    pub adjustments: Vec<Adjustment>,
    pub accelerations: Vec<Acceleration>,
    pub forbidden_pairs: Vec<ForbiddenPairs>,
}

/// What results are worth. Defaults: match 2, 1, 0; game 1, ½, 0, and 0 for who does not appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    pub match_win: MatchPoints,
    pub match_draw: MatchPoints,
    pub match_loss: MatchPoints,
    pub game_win: GamePoints,
    pub game_draw: GamePoints,
    pub game_loss: GamePoints,
    pub game_absence: GamePoints,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            match_win: MatchPoints(2),
            match_draw: MatchPoints(1),
            match_loss: MatchPoints::ZERO,
            game_win: GamePoints::WIN,
            game_draw: GamePoints::DRAW,
            game_loss: GamePoints::ZERO,
            game_absence: GamePoints::ZERO,
        }
    }
}

impl Scoring {
    /// What a game is worth to one side.
    pub fn game(&self, outcome: Outcome) -> GamePoints {
        match outcome {
            Outcome::Win | Outcome::ForfeitWin => self.game_win,
            Outcome::Draw => self.game_draw,
            Outcome::Loss => self.game_loss,
            Outcome::ForfeitLoss => self.game_absence,
        }
    }

    /// What a bye is usually worth.
    pub(in crate::exchange) fn bye(&self, kind: ByeKind, boards: usize, pairing_bye: Score) -> Score {
        let score = |match_points, game| Score { match_points, game_points: on_all_boards(game, boards) };
        match kind {
            ByeKind::Pairing => pairing_bye,
            ByeKind::FullPoint => score(self.match_win, self.game_win),
            ByeKind::HalfPoint => score(self.match_draw, self.game_draw),
            ByeKind::ZeroPoint => Score::default(),
        }
    }
}

fn on_all_boards(points: GamePoints, boards: usize) -> GamePoints {
    (0..boards).map(|_| points).sum()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub match_points: MatchPoints,
    pub game_points: GamePoints,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventTeam {
    pub number: TeamNumber,
    pub name: String,
    pub short_name: String,
    pub strength: Option<TrfPoints>,
    pub rank: Option<u32>,
    /// Player numbers in board order.
    pub members: Vec<u32>,
    /// The total of rounds and adjustments; the same as the file states, if it states one.
    pub score: Score,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRound {
    pub number: u32,
    /// By the smaller team number of each match.
    pub matches: Vec<EventMatch>,
    /// By team number.
    pub byes: Vec<EventBye>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventMatch {
    pub round: u32,
    /// The team with White on the first board.
    pub first: TeamNumber,
    pub second: TeamNumber,
    pub boards: Vec<EventBoard>,
    /// A match that nobody of one team, or of both, came to; White stands for the first team.
    pub forfeit: Option<ForfeitKind>,
    /// None while a board has no result.
    pub score: Option<MatchScore>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    pub first: Score,
    pub second: Score,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventBoard {
    /// From 1.
    pub number: u32,
    /// The colour of the first team.
    pub first_has: Colour,
    /// The player with White; none where the board was empty.
    pub white: Option<u32>,
    pub black: Option<u32>,
    /// None while the game goes on.
    pub result: Option<BoardResult>,
}

impl EventBoard {
    /// The player of the first team.
    pub fn first_player(&self) -> Option<u32> {
        if self.first_has == Colour::White { self.white } else { self.black }
    }

    pub fn second_player(&self) -> Option<u32> {
        if self.first_has == Colour::White { self.black } else { self.white }
    }

    /// The outcome for the first team.
    pub fn first_outcome(&self) -> Option<Outcome> {
        self.result.map(|result| if self.first_has == Colour::White { result.white } else { result.black })
    }

    pub fn second_outcome(&self) -> Option<Outcome> {
        self.result.map(|result| if self.first_has == Colour::White { result.black } else { result.white })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardResult {
    pub white: Outcome,
    pub black: Outcome,
    /// A game that is not rated, because it ended before each side had moved.
    pub unrated: bool,
}

/// A game from one player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
}

impl Outcome {
    pub fn was_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventBye {
    pub team: TeamNumber,
    pub kind: ByeKind,
    pub score: Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByeKind {
    /// Given by the pairing.
    Pairing,
    FullPoint,
    HalfPoint,
    /// An absence.
    ZeroPoint,
}

impl From<RequestedByeKind> for ByeKind {
    fn from(kind: RequestedByeKind) -> Self {
        match kind {
            RequestedByeKind::Full => Self::FullPoint,
            RequestedByeKind::Half => Self::HalfPoint,
            RequestedByeKind::Zero => Self::ZeroPoint,
        }
    }
}

impl ByeKind {
    /// The kind of abnormal points that can replace those of the bye.
    fn abnormal(self) -> Option<AbnormalKind> {
        match self {
            Self::Pairing => None,
            Self::FullPoint => Some(AbnormalKind::FullPointBye),
            Self::HalfPoint => Some(AbnormalKind::HalfPointBye),
            Self::ZeroPoint => Some(AbnormalKind::ZeroPointBye),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedBye {
    pub round: u32,
    pub team: TeamNumber,
    pub kind: RequestedByeKind,
}

/// A penalty or a bonus; without a round it counts once, for the whole event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    pub team: TeamNumber,
    pub round: Option<u32>,
    pub score: Score,
}

/// Answers to what a file may leave open. Without an answer the file is refused where one is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// What a team had in a round that no record says anything about. Files in the older format cannot say it. A file
    /// that states the team's points needs no answer: such a round brought nothing, and the sum proves it.
    pub unpaired: Option<ByeKind>,
    /// Whom abnormal points (299) without a team number are for.
    pub unnamed_abnormal: Option<Unnamed>,
    /// Accepts players' points that do not follow from their rounds; those of the teams must follow in any case.
    pub pass_over_player_points: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    Everybody,
    Nobody,
}

//! Results of games, as the Laws of Chess know them, and of the matches that they add up to.

use std::collections::BTreeMap;

pub use crate::domain::pairing::colour::Colour;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::violation::{Rule, Violation};

const LAWS_APPLY: &str = "17";

/// How a game ended. Nobody can share more than one point, and nobody has scored only when both have lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    WhiteWin,
    Draw,
    BlackWin,
    /// Black did not appear in time.
    WhiteForfeitWin,
    /// White did not appear in time.
    BlackForfeitWin,
    /// Neither appeared in time.
    BothForfeit,
    /// Played, and declared lost for both.
    BothLost,
}

impl GameResult {
    pub const ALL: [Self; 7] = [
        Self::WhiteWin,
        Self::Draw,
        Self::BlackWin,
        Self::WhiteForfeitWin,
        Self::BlackForfeitWin,
        Self::BothForfeit,
        Self::BothLost,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Self::WhiteWin => "white_win",
            Self::Draw => "draw",
            Self::BlackWin => "black_win",
            Self::WhiteForfeitWin => "white_forfeit_win",
            Self::BlackForfeitWin => "black_forfeit_win",
            Self::BothForfeit => "both_forfeit",
            Self::BothLost => "both_lost",
        }
    }

    /// Reads the API's code of a result; what the Laws do not know is refused.
    pub fn from_code(code: &str) -> Result<Self, Violation> {
        Self::ALL.into_iter().find(|result| result.code() == code).ok_or_else(|| {
            let known: Vec<String> = Self::ALL.iter().map(|result| result.code().to_owned()).collect();
            Violation::new(Rule::ResultOutsideLaws, "a game is won, drawn, or lost by both; nothing else")
                .article(LAWS_APPLY)
                .fact("result", code)
                .fact("allowed", known)
        })
    }

    pub fn points(self, of: Colour) -> GamePoints {
        match (self, of) {
            (Self::WhiteWin | Self::WhiteForfeitWin, Colour::White) => GamePoints::WIN,
            (Self::BlackWin | Self::BlackForfeitWin, Colour::Black) => GamePoints::WIN,
            (Self::Draw, _) => GamePoints::DRAW,
            _ => GamePoints::ZERO,
        }
    }

    pub fn over_the_board(self) -> bool {
        !matches!(self, Self::WhiteForfeitWin | Self::BlackForfeitWin | Self::BothForfeit)
    }
}

/// A game of a match, seen from the team named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardResult {
    pub board: u32,
    /// 1 for the game of the match; 2, 3 … for tie-break games on the same board.
    pub game: u32,
    pub home_colour: Colour,
    pub result: GameResult,
}

impl BoardResult {
    pub fn home_points(&self) -> GamePoints {
        self.result.points(self.home_colour)
    }

    pub fn away_points(&self) -> GamePoints {
        self.result.points(self.home_colour.opposite())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchOutcome {
    HomeWin,
    Draw,
    AwayWin,
    /// Nobody scored on any board: lost by both teams, and no draw.
    BothLost,
}

/// What a finished match brought to both teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchResult {
    pub home: GamePoints,
    pub away: GamePoints,
    /// At least one game was played over the board.
    pub over_the_board: bool,
}

impl MatchResult {
    /// Adds up the games; each of the boards `1..=boards` must have its result, and a result reported again counts once.
    pub fn from_boards(games: &[BoardResult], boards: u32) -> Result<Self, Violation> {
        let mut reported: BTreeMap<(u32, u32), &BoardResult> = BTreeMap::new();
        for game in games {
            if game.board == 0 || game.board > boards || game.game == 0 {
                return Err(Violation::new(Rule::InvalidValue, "the match has no such board or game")
                    .fact("board", i64::from(game.board))
                    .fact("game", i64::from(game.game))
                    .fact("boards", i64::from(boards)));
            }
            if reported.insert((game.board, game.game), game).is_some_and(|earlier| earlier != game) {
                return Err(Violation::new(Rule::ReportsDisagree, "two results are given for one game")
                    .fact("board", i64::from(game.board))
                    .fact("game", i64::from(game.game)));
            }
        }
        let missing: Vec<String> =
            (1..=boards).filter(|&board| !reported.contains_key(&(board, 1))).map(|board| board.to_string()).collect();
        if !missing.is_empty() {
            return Err(Violation::new(Rule::BoardMissing, "every board of the match needs a result")
                .fact("missing_boards", missing));
        }
        Ok(Self {
            home: reported.values().map(|game| game.home_points()).sum(),
            away: reported.values().map(|game| game.away_points()).sum(),
            over_the_board: reported.values().any(|game| game.result.over_the_board()),
        })
    }

    /// A match of which only the score is known; both teams together cannot have more points than there are boards.
    pub fn from_score(
        home: GamePoints,
        away: GamePoints,
        boards: u32,
        over_the_board: bool,
    ) -> Result<Self, Violation> {
        let at_stake = i64::from(boards) * i64::from(GamePoints::WIN.0);
        let shared = i64::from(home.0) + i64::from(away.0);
        if home < GamePoints::ZERO || away < GamePoints::ZERO || shared > at_stake {
            return Err(Violation::new(Rule::ResultOutsideLaws, "the score has more points than the match has boards")
                .article(LAWS_APPLY)
                .fact("home", home.to_string())
                .fact("away", away.to_string())
                .fact("boards", i64::from(boards)));
        }
        Ok(Self { home, away, over_the_board })
    }

    /// The team that did not appear loses on every board.
    pub fn forfeit_win(home_wins: bool, boards: u32) -> Self {
        let all = GamePoints(i32::try_from(boards).unwrap_or(i32::MAX).saturating_mul(GamePoints::WIN.0));
        let (home, away) = if home_wins { (all, GamePoints::ZERO) } else { (GamePoints::ZERO, all) };
        Self { home, away, over_the_board: false }
    }

    /// Neither team appeared: nothing for anybody.
    pub fn double_forfeit() -> Self {
        Self { home: GamePoints::ZERO, away: GamePoints::ZERO, over_the_board: false }
    }

    pub fn outcome(&self) -> MatchOutcome {
        match self.home.cmp(&self.away) {
            std::cmp::Ordering::Greater => MatchOutcome::HomeWin,
            std::cmp::Ordering::Less => MatchOutcome::AwayWin,
            std::cmp::Ordering::Equal if self.home == GamePoints::ZERO => MatchOutcome::BothLost,
            std::cmp::Ordering::Equal => MatchOutcome::Draw,
        }
    }

    /// Match points of the team named first and of the other one.
    pub fn match_points(&self, scale: &MatchPointScale) -> (MatchPoints, MatchPoints) {
        match self.outcome() {
            MatchOutcome::HomeWin => (scale.win, scale.loss),
            MatchOutcome::Draw => (scale.draw, scale.draw),
            MatchOutcome::AwayWin => (scale.loss, scale.win),
            MatchOutcome::BothLost => (MatchPoints::ZERO, MatchPoints::ZERO),
        }
    }
}

/// What a match is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchPointScale {
    pub win: MatchPoints,
    pub draw: MatchPoints,
    pub loss: MatchPoints,
}

impl MatchPointScale {
    pub const TWO_ONE_NIL: Self = Self { win: MatchPoints(2), draw: MatchPoints(1), loss: MatchPoints(0) };
}

#[cfg(test)]
mod tests {
    use super::{BoardResult, Colour, GameResult, MatchOutcome, MatchPointScale, MatchResult};
    use crate::domain::points::{GamePoints, MatchPoints};
    use crate::domain::violation::Rule;

    /// White for the home team on boards 1 and 3.
    fn games(results: [GameResult; 4]) -> Vec<BoardResult> {
        (1..)
            .zip(results)
            .map(|(board, result)| BoardResult {
                board,
                game: 1,
                home_colour: if board % 2 == 1 { Colour::White } else { Colour::Black },
                result,
            })
            .collect()
    }

    /// norm: WSTCC.17.1
    #[test]
    fn only_results_of_the_laws_are_read() {
        let points = |code: &str| {
            GameResult::from_code(code).map(|result| (result.points(Colour::White).0, result.points(Colour::Black).0))
        };
        assert_eq!(points("white_win"), Ok((2, 0)));
        assert_eq!(points("draw"), Ok((1, 1)));
        assert_eq!(points("black_win"), Ok((0, 2)));
        assert_eq!(points("white_forfeit_win"), Ok((2, 0)));
        assert_eq!(points("black_forfeit_win"), Ok((0, 2)));
        assert_eq!(points("both_forfeit"), Ok((0, 0)));
        assert_eq!(points("both_lost"), Ok((0, 0)), "0-0 stands as a game lost by both");
        for outside in ["1-1", "both_win", "0-0", "", "DRAW", "draw ", "½-½"] {
            let refusal = GameResult::from_code(outside).unwrap_err();
            assert_eq!((refusal.rule, refusal.article.as_deref()), (Rule::ResultOutsideLaws, Some("17")), "{outside}");
        }
    }

    #[test]
    fn a_game_never_brings_more_than_one_point() {
        for result in GameResult::ALL {
            let total = result.points(Colour::White) + result.points(Colour::Black);
            assert!(total == GamePoints::WIN || total == GamePoints::ZERO, "{result:?}");
        }
    }

    #[test]
    fn boards_add_up_by_the_colour_of_the_home_team() {
        use GameResult::{BlackForfeitWin, BlackWin, Draw, WhiteWin};
        // home: white wins on 1, draws on 2, loses on 3, wins on 4 with Black by forfeit
        let result = MatchResult::from_boards(&games([WhiteWin, Draw, BlackWin, BlackForfeitWin]), 4).unwrap();
        assert_eq!((result.home.to_string(), result.away.to_string()), ("2½".to_owned(), "1½".to_owned()));
        assert_eq!(result.outcome(), MatchOutcome::HomeWin);
        assert_eq!(result.match_points(&MatchPointScale::TWO_ONE_NIL), (MatchPoints(2), MatchPoints(0)));
        assert!(result.over_the_board);
    }

    #[test]
    fn a_board_without_result_leaves_the_match_open() {
        let mut played = games([GameResult::Draw; 4]);
        played.remove(2);
        let refusal = MatchResult::from_boards(&played, 4).unwrap_err();
        assert_eq!(refusal.rule, Rule::BoardMissing);
        assert_eq!(refusal.facts["missing_boards"], vec!["3".to_owned()].into());
    }

    #[test]
    fn a_result_sent_again_counts_once_and_a_second_game_counts_too() {
        let mut reported = games([GameResult::Draw; 4]);
        reported.push(reported[0]);
        assert_eq!(MatchResult::from_boards(&reported, 4).unwrap().home, GamePoints(4));

        let second = BoardResult { game: 2, result: GameResult::BlackWin, ..reported[0] };
        reported.push(second);
        let result = MatchResult::from_boards(&reported, 4).unwrap();
        assert_eq!((result.home, result.away), (GamePoints(4), GamePoints(6)));

        reported.push(BoardResult { result: GameResult::WhiteWin, ..reported[0] });
        assert_eq!(MatchResult::from_boards(&reported, 4).unwrap_err().rule, Rule::ReportsDisagree);
    }

    #[test]
    fn a_match_that_nobody_came_to_is_no_draw() {
        let result = MatchResult::from_boards(&games([GameResult::BothForfeit; 4]), 4).unwrap();
        assert_eq!(result, MatchResult::double_forfeit());
        assert_eq!(result.outcome(), MatchOutcome::BothLost);
        assert_eq!(result.match_points(&MatchPointScale::TWO_ONE_NIL), (MatchPoints(0), MatchPoints(0)));

        let drawn = MatchResult::from_score(GamePoints(4), GamePoints(4), 4, true).unwrap();
        assert_eq!(drawn.match_points(&MatchPointScale::TWO_ONE_NIL), (MatchPoints(1), MatchPoints(1)));
    }

    #[test]
    fn a_score_beyond_the_boards_is_refused() {
        assert!(MatchResult::from_score(GamePoints(5), GamePoints(3), 4, true).is_ok());
        let refusal = MatchResult::from_score(GamePoints(5), GamePoints(4), 4, true).unwrap_err();
        assert_eq!((refusal.rule, refusal.article.as_deref()), (Rule::ResultOutsideLaws, Some("17")));
        assert!(MatchResult::from_score(GamePoints(-1), GamePoints(4), 4, true).is_err());
    }
}

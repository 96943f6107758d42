//! Score sheets: of what kind, and whether a game in PGN is the one that was played at a board: its players and their
//! colours, its round and day, and its end beside the result that stands.

use super::document::{self, MediaType};
use super::result::{Colour, GameResult};
use super::violation::{Rule, Violation};

/// The media type of a game in PGN.
pub const PGN: &str = "application/vnd.chess-pgn";

/// What is handed in for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture of the sheet.
    Scan(MediaType),
    /// The game itself.
    Game,
}

impl Kind {
    pub fn code(self) -> &'static str {
        match self {
            Kind::Scan(media) => media.code(),
            Kind::Game => PGN,
        }
    }

    pub fn extension(code: &str) -> &'static str {
        MediaType::from_code(code).map_or("pgn", MediaType::extension)
    }

    /// What the bytes are: what is no picture is read as PGN. What was said must agree.
    pub fn of(content: &[u8], said: Option<Kind>) -> Result<Kind, Violation> {
        match said {
            Some(Kind::Game) => Ok(Kind::Game),
            Some(Kind::Scan(media)) => document::judge(content, Some(media)).map(Kind::Scan),
            None => Ok(MediaType::of(content).map_or(Kind::Game, Kind::Scan)),
        }
    }
}

/// Who plays one colour, as other programs may write the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub person: String,
    /// As the registry has it.
    pub name: String,
    /// That name and the other ones, folded: without letter case and marks.
    pub folded: Vec<String>,
    /// FIDE's number, if it is known.
    pub fide: Option<String>,
}

/// A board of a match as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub round: u32,
    /// Place of the match in the round.
    pub place: u32,
    pub number: u32,
    pub white: Player,
    pub black: Player,
    /// The days on which the round began, as dates of the format: `2027.04.10`.
    pub days: Vec<String>,
    /// The result that stands.
    pub result: Option<GameResult>,
}

/// What the tags of a game say of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub name: Option<String>,
    pub folded: String,
    pub fide: Option<String>,
    pub person: Option<String>,
}

/// What a game says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub line: usize,
    pub white: Named,
    pub black: Named,
    pub round: Option<String>,
    pub board: Option<String>,
    pub date: Option<String>,
    /// The last word of the text: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub end: String,
    pub moves: usize,
}

impl Named {
    fn shown(&self) -> &str {
        self.name.as_deref().or(self.fide.as_deref()).or(self.person.as_deref()).unwrap_or("nobody")
    }

    /// By an identifier where there is one, else by the name.
    pub fn is(&self, player: &Player) -> bool {
        match (&self.person, &self.fide, &player.fide) {
            (Some(person), ..) => *person == player.person,
            (None, Some(said), Some(known)) => said == known,
            _ => player.folded.iter().any(|name| same_name(&self.folded, name)),
        }
    }
}

/// Every word of the one is a word of the other, or the first letter of one, each of them once; and one word at least is
/// whole: `Tal, M` is Mikhail Tal.
fn same_name(said: &str, known: &str) -> bool {
    let mut left: Vec<&str> = known.split(' ').collect();
    let (initials, words): (Vec<&str>, Vec<&str>) = said.split(' ').partition(|word| word.chars().count() == 1);
    let mut take =
        |fits: &dyn Fn(&str) -> bool| left.iter().position(|word| fits(word)).map(|place| left.remove(place));
    let whole = words.iter().all(|word| !word.is_empty() && take(&|known| known == *word).is_some());
    let first = initials.iter().all(|letter| take(&|known| known.starts_with(letter)).is_some());
    whole && first && (!words.is_empty() || said == known)
}

impl Board {
    fn words(&self) -> String {
        format!("board {} of match {}.{}", self.number, self.round, self.place)
    }

    pub fn is_of(&self, said: &Said) -> bool {
        said.white.is(&self.white) && said.black.is(&self.black)
    }

    fn is_of_exchanged(&self, said: &Said) -> bool {
        said.white.is(&self.black) && said.black.is(&self.white)
    }
}

/// The board of which a game is: by its players; by what it says of match and board where they alone do not decide.
pub fn board_of<'a>(said: &Said, boards: &'a [Board], article: &str) -> Result<&'a Board, Violation> {
    let of_players: Vec<&Board> = boards.iter().filter(|board| board.is_of(said)).collect();
    let named = |board: &&&Board| {
        let number = said.board.as_deref().is_none_or(|text| text == board.number.to_string());
        let place = said.round.as_deref().and_then(|round| round.split_once('.')).map(|(_, rest)| rest);
        let place = place.is_none_or(|place| place.split('.').next() == Some(board.place.to_string().as_str()));
        number && place
    };
    let mut chosen = of_players.iter().filter(named);
    match (of_players.as_slice(), chosen.next(), chosen.next()) {
        ([only], ..) => Ok(only),
        (_, Some(board), None) => Ok(board),
        _ => {
            let exchanged = boards.iter().find(|board| board.is_of_exchanged(said));
            let (white, black) = (said.white.shown(), said.black.shown());
            let detail = match (exchanged, boards) {
                (Some(board), _) => {
                    format!("{} is {white} with Black against {black}: the colours are exchanged", board.words())
                }
                (None, [board]) => {
                    let (expected, other) = (&board.white.name, &board.black.name);
                    format!("{} is {expected} against {other}, not {white} against {black}", board.words())
                }
                _ if of_players.is_empty() => format!("no board has {white} against {black}"),
                _ => format!("more than one board has {white} against {black}: the game must say which"),
            };
            let violation = Violation::new(Rule::GameOfOthers, at_line(said, &detail))
                .article(article)
                .fact("line", line(said))
                .fact("white", white)
                .fact("black", black);
            Err(match boards {
                [board] => violation
                    .fact("board", i64::from(board.number))
                    .fact("expected_white", board.white.name.as_str())
                    .fact("expected_black", board.black.name.as_str()),
                _ => violation,
            })
        }
    }
}

/// What stands against keeping the game for that board. All at once.
pub fn check(said: &Said, board: &Board, article: &str) -> Vec<Violation> {
    let mut faults = Vec::new();
    let refusal = |rule: Rule, detail: String| {
        Violation::new(rule, at_line(said, &detail))
            .article(article)
            .fact("board", i64::from(board.number))
            .fact("line", line(said))
    };
    let outside = |what: &str, given: &str, expected: String| {
        refusal(
            Rule::GameOutsideRound,
            format!("{} has the {what} {expected}, and the game says {given}", board.words()),
        )
        .fact("given", given)
        .fact("expected", expected)
    };
    if let Some(round) = &said.round {
        let mut parts = round.split('.');
        let (number, place, third) = (parts.next(), parts.next(), parts.next());
        let fits = number == Some(board.round.to_string().as_str())
            && place.is_none_or(|place| place == board.place.to_string())
            && third.is_none_or(|third| third == board.number.to_string());
        if !fits {
            faults.push(outside("round", round, format!("{}.{}", board.round, board.place)));
        }
    }
    if let Some(given) = said.board.as_ref().filter(|given| **given != board.number.to_string()) {
        faults.push(outside("number", given, board.number.to_string()));
    }
    if let Some(date) = said.date.as_ref().filter(|date| !board.days.iter().any(|day| is_day(date, day))) {
        faults.push(outside("date", date, board.days.join(" or ")));
    }
    if let Some(result) = board.result {
        let expected = end_of(result);
        if said.end != expected {
            let detail = format!(
                "{} stands at {}, which is {expected}, and the game ends with {}",
                board.words(),
                result.code(),
                said.end
            );
            faults.push(
                refusal(Rule::GameContradictsResult, detail)
                    .fact("given", said.end.as_str())
                    .fact("expected", expected),
            );
        }
        if !result.over_the_board() && said.moves > 0 {
            let detail = format!("{} was lost without play, and the game has {} moves", board.words(), said.moves);
            faults.push(
                refusal(Rule::GameContradictsResult, detail)
                    .fact("expected", result.code())
                    .fact("given", said.end.as_str()),
            );
        }
    }
    faults
}

/// How the format writes a result; for one lost by both it has no word.
pub fn end_of(result: GameResult) -> &'static str {
    let points = (result.points(Colour::White).0, result.points(Colour::Black).0);
    match points {
        (2, 0) => "1-0",
        (0, 2) => "0-1",
        (1, 1) => "1/2-1/2",
        _ => "*",
    }
}

/// `2027.04.??` is any day of April.
fn is_day(given: &str, day: &str) -> bool {
    given.chars().count() == day.chars().count()
        && given.chars().zip(day.chars()).all(|(given, known)| given == '?' || given == known)
}

fn line(said: &Said) -> i64 {
    i64::try_from(said.line).unwrap_or(i64::MAX)
}

fn at_line(said: &Said, detail: &str) -> String {
    format!("line {}: {detail}", said.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, fide: Option<&str>) -> Player {
        let folded = vec![name.to_lowercase()];
        Player { person: format!("per_{name}"), name: name.to_owned(), folded, fide: fide.map(str::to_owned) }
    }

    fn named(name: &str) -> Named {
        Named { name: Some(name.to_owned()), folded: name.to_lowercase(), ..Named::default() }
    }

    fn board(number: u32, white: &str, black: &str) -> Board {
        let (white, black) = (player(white, Some("7")), player(black, None));
        Board { round: 3, place: 2, number, white, black, days: vec!["2027.04.10".to_owned()], result: None }
    }

    fn said(white: &str, black: &str) -> Said {
        Said { white: named(white), black: named(black), end: "*".to_owned(), ..Said::default() }
    }

    #[test]
    fn names_are_the_same_in_any_order_and_with_initials() {
        for (said, known) in [
            ("tal mikhail", "mikhail tal"),
            ("tal m", "mikhail tal"),
            ("tal", "mikhail tal"),
            ("de la cruz j", "juan de la cruz"),
        ] {
            assert!(same_name(said, known), "{said}");
        }
        for (said, known) in
            [("m", "mikhail tal"), ("tal k", "mikhail tal"), ("tal tal", "mikhail tal"), ("", "tal"), ("talmi", "tal")]
        {
            assert!(!same_name(said, known), "{said}");
        }
    }

    #[test]
    fn an_identifier_stands_above_the_name() {
        let ours = player("Mikhail Tal", Some("7"));
        assert!(Named { fide: Some("7".to_owned()), ..named("Somebody Else") }.is(&ours));
        assert!(!Named { fide: Some("8".to_owned()), ..named("Mikhail Tal") }.is(&ours));
        assert!(!Named { person: Some("per_x".to_owned()), ..named("Mikhail Tal") }.is(&ours));
        // Whose number is not known is known by the name.
        assert!(Named { fide: Some("8".to_owned()), ..named("Mikhail Tal") }.is(&player("Mikhail Tal", None)));
    }

    #[test]
    fn a_game_is_of_the_board_of_its_players() {
        let boards = [
            board(1, "Mikhail Tal", "Bent Larsen"),
            board(2, "Klaus Darga", "Bent Larsen"),
            board(3, "Mikhail Tal", "Bent Larsen"),
        ];
        assert_eq!(board_of(&said("Darga K", "Larsen"), &boards, "23.3").unwrap().number, 2);
        let which = |number: Option<&str>| {
            let said = Said { board: number.map(str::to_owned), ..said("Tal", "Larsen") };
            board_of(&said, &boards, "23.3").map(|board| board.number).map_err(|refused| refused.rule)
        };
        assert_eq!((which(Some("3")), which(None)), (Ok(3), Err(Rule::GameOfOthers)));
        let exchanged = board_of(&said("Larsen", "Darga"), &boards[1..2], "23.3").unwrap_err();
        assert!(exchanged.detail.contains("colours are exchanged"), "{}", exchanged.detail);
        assert_eq!(
            (exchanged.article.as_deref(), exchanged.facts["expected_white"].clone()),
            (Some("23.3"), "Klaus Darga".into())
        );
    }

    #[test]
    fn round_board_day_and_end_are_those_of_the_board() {
        let rules = |said: Said, result: Option<GameResult>| -> Vec<Rule> {
            let board = Board { result, ..board(2, "Tal", "Larsen") };
            check(&said, &board, "23.3").into_iter().map(|fault| fault.rule).collect()
        };
        let with = |round: &str, number: &str, date: &str| Said {
            round: Some(round.to_owned()),
            board: Some(number.to_owned()),
            date: Some(date.to_owned()),
            ..said("Tal", "Larsen")
        };
        assert_eq!(rules(with("3.2", "2", "2027.04.10"), None), []);
        assert_eq!(rules(with("3", "2", "2027.??.??"), None), []);
        assert_eq!(rules(with("3.1", "1", "2027.04.11"), None), [Rule::GameOutsideRound; 3]);
        assert_eq!(rules(with("4", "2", "2027.04.09"), None), [Rule::GameOutsideRound; 2]);
        let ends = |end: &str, moves: usize| Said { end: end.to_owned(), moves, ..said("Tal", "Larsen") };
        assert_eq!(rules(ends("1-0", 5), Some(GameResult::WhiteWin)), []);
        assert_eq!(rules(ends("1/2-1/2", 5), Some(GameResult::WhiteWin)), [Rule::GameContradictsResult]);
        assert_eq!(rules(ends("*", 5), Some(GameResult::BothLost)), []);
        assert_eq!(rules(ends("1-0", 0), Some(GameResult::WhiteForfeitWin)), []);
        assert_eq!(rules(ends("1-0", 1), Some(GameResult::WhiteForfeitWin)), [Rule::GameContradictsResult]);
    }

    #[test]
    fn what_is_no_picture_is_read_as_a_game() {
        assert_eq!(Kind::of(b"[White \"A\"] *", None), Ok(Kind::Game));
        assert_eq!(Kind::of(b"*", Some(Kind::Scan(MediaType::Pdf))).unwrap_err().rule, Rule::DocumentNotReadable);
        assert_eq!(Kind::extension(PGN), "pgn");
        assert_eq!(Kind::extension("image/jpeg"), "jpg");
    }
}

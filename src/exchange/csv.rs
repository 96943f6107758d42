//! Crosstables and results as comma-separated values: RFC 4180, UTF-8 without a mark, a header line, points as decimals
//! with a point.
//!
//! Spreadsheets run a text as a formula if it starts with `=`, `+`, `-` or `@` (also in their wide forms), with a tab or
//! with a line break, and some of them look past leading blanks. Whatever came from people is therefore written with an
//! apostrophe in front where it starts so; a text that starts with an apostrophe gets one more, so that
//! [`without_guard`] gives every text back. Our own columns hold numbers and words that start with a letter: scores are
//! never joined to a text such as `2-2`, which a spreadsheet takes for a date.

use super::trf::Colour;
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};

/// A team's line of a crosstable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableRow {
    /// None while ranks are not settled.
    pub rank: Option<u32>,
    pub number: TeamNumber,
    pub team: String,
    pub federation: String,
    pub match_points: MatchPoints,
    pub game_points: GamePoints,
    /// One for each round; none for a round without an entry.
    pub rounds: Vec<Option<CrosstableEntry>>,
}

/// What a team did in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableEntry {
    pub kind: EntryKind,
    /// None for a bye.
    pub opponent: Option<TeamNumber>,
    /// On the first board.
    pub colour: Option<Colour>,
    pub match_points: MatchPoints,
    pub game_points: GamePoints,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Match,
    Forfeit,
    PairingBye,
    FullPointBye,
    HalfPointBye,
    ZeroPointBye,
}

impl EntryKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Forfeit => "forfeit",
            Self::PairingBye => "pairing_bye",
            Self::FullPointBye => "full_point_bye",
            Self::HalfPointBye => "half_point_bye",
            Self::ZeroPointBye => "zero_point_bye",
        }
    }
}

/// One board of a match; a player or points are none where there are none (yet).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultRow {
    pub round: u32,
    pub table: u32,
    pub board: u32,
    pub white_team: String,
    pub white_player: Option<String>,
    pub white_points: Option<GamePoints>,
    pub black_points: Option<GamePoints>,
    pub black_player: Option<String>,
    pub black_team: String,
    pub forfeit: bool,
}

/// A crosstable with five columns for each round: opponent, colour, match points, game points, kind.
pub fn crosstable_by_round(rows: &[CrosstableRow]) -> Result<Vec<u8>, csv::Error> {
    let rounds = rows.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
    let mut table = Table::new();
    let columns = (1..=rounds).flat_map(|round| {
        ["opponent", "colour", "match_points", "game_points", "kind"].map(|column| format!("round_{round}_{column}"))
    });
    table.line(HEAD.map(str::to_owned).into_iter().chain(columns))?;
    for row in rows {
        let entries = (0..rounds).flat_map(|round| match row.rounds.get(round).and_then(Option::as_ref) {
            Some(entry) => [
                entry.opponent.map(|opponent| opponent.to_string()).unwrap_or_default(),
                entry.colour.map(|colour| colour.code().to_owned()).unwrap_or_default(),
                entry.match_points.to_string(),
                decimal(entry.game_points),
                entry.kind.word().to_owned(),
            ],
            None => Default::default(),
        });
        table.line(head(row).into_iter().chain(entries))?;
    }
    table.finish()
}

/// A crosstable with one column for each team: the game points against it, all meetings together.
pub fn crosstable_by_opponent(rows: &[CrosstableRow]) -> Result<Vec<u8>, csv::Error> {
    let mut opponents: Vec<TeamNumber> = rows.iter().map(|row| row.number).collect();
    opponents.sort_unstable();
    let mut table = Table::new();
    let columns = opponents.iter().map(|opponent| format!("against_{opponent}"));
    table.line(HEAD.map(str::to_owned).into_iter().chain(columns))?;
    for row in rows {
        let points = opponents.iter().map(|opponent| {
            let meetings = row.rounds.iter().flatten().filter(|entry| entry.opponent == Some(*opponent));
            let points: Vec<GamePoints> = meetings.map(|entry| entry.game_points).collect();
            if points.is_empty() { String::new() } else { decimal(points.into_iter().sum()) }
        });
        table.line(head(row).into_iter().chain(points))?;
    }
    table.finish()
}

/// All boards, one a line.
pub fn results(rows: &[ResultRow]) -> Result<Vec<u8>, csv::Error> {
    let mut table = Table::new();
    let head = [
        "round",
        "table",
        "board",
        "white_team",
        "white_player",
        "white_points",
        "black_points",
        "black_player",
        "black_team",
        "forfeit",
    ];
    table.line(head.map(str::to_owned))?;
    let player = |name: &Option<String>| with_guard(name.as_deref().unwrap_or_default());
    let points = |points: Option<GamePoints>| points.map(decimal).unwrap_or_default();
    for row in rows {
        table.line([
            row.round.to_string(),
            row.table.to_string(),
            row.board.to_string(),
            with_guard(&row.white_team),
            player(&row.white_player),
            points(row.white_points),
            points(row.black_points),
            player(&row.black_player),
            with_guard(&row.black_team),
            if row.forfeit { "yes" } else { "no" }.to_owned(),
        ])?;
    }
    table.finish()
}

const HEAD: [&str; 6] = ["rank", "number", "team", "federation", "match_points", "game_points"];

fn head(row: &CrosstableRow) -> [String; 6] {
    [
        row.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        row.number.to_string(),
        with_guard(&row.team),
        with_guard(&row.federation),
        row.match_points.to_string(),
        decimal(row.game_points),
    ]
}

/// A text as it may stand in a cell.
pub fn with_guard(text: &str) -> String {
    if needs_guard(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text of a guarded cell.
pub fn without_guard(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_guard(text)).unwrap_or(cell)
}

fn needs_guard(text: &str) -> bool {
    let breaks = text.starts_with(['\t', '\r', '\n', '\'']);
    let starts = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u{2212}']);
    breaks || starts
}

fn decimal(points: GamePoints) -> String {
    let sign = if points.0 < 0 { "-" } else { "" };
    let halves = points.0.unsigned_abs();
    format!("{sign}{}.{}", halves / 2, if halves % 2 == 1 { 5 } else { 0 })
}

struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new() -> Self {
        Self(csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new()))
    }

    fn line(&mut self, cells: impl IntoIterator<Item = String>) -> Result<(), csv::Error> {
        self.0.write_record(cells)
    }

    fn finish(self) -> Result<Vec<u8>, csv::Error> {
        self.0.into_inner().map_err(|error| csv::Error::from(error.into_error()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        CrosstableEntry, CrosstableRow, EntryKind, ResultRow, crosstable_by_opponent, crosstable_by_round, results,
        with_guard, without_guard,
    };
    use crate::domain::ids::TeamNumber;
    use crate::domain::points::{GamePoints, MatchPoints};
    use crate::exchange::trf::Colour;

    fn met(opponent: u32, colour: Colour, match_points: i32, halves: i32) -> Option<CrosstableEntry> {
        Some(CrosstableEntry {
            kind: EntryKind::Match,
            opponent: Some(TeamNumber(opponent)),
            colour: Some(colour),
            match_points: MatchPoints(match_points),
            game_points: GamePoints(halves),
        })
    }

    fn rows() -> Vec<CrosstableRow> {
        let row = |number, team: &str, match_points, halves, rounds| CrosstableRow {
            rank: Some(number),
            number: TeamNumber(number),
            team: team.to_owned(),
            federation: "ENG".to_owned(),
            match_points: MatchPoints(match_points),
            game_points: GamePoints(halves),
            rounds,
        };
        vec![
            row(1, "Bath, \"Royals\"", 3, 9, vec![met(2, Colour::White, 2, 5), met(2, Colour::Black, 1, 4)]),
            row(2, "=1+1", 1, 7, vec![met(1, Colour::Black, 0, 3), met(1, Colour::White, 1, 4)]),
        ]
    }

    fn text(table: Result<Vec<u8>, csv::Error>) -> String {
        String::from_utf8(table.expect("a table")).expect("UTF-8")
    }

    #[test]
    fn a_crosstable_is_quoted_and_guarded() {
        assert_eq!(
            text(crosstable_by_opponent(&rows())),
            "rank,number,team,federation,match_points,game_points,against_1,against_2\r\n\
             1,1,\"Bath, \"\"Royals\"\"\",ENG,3,4.5,,4.5\r\n\
             2,2,'=1+1,ENG,1,3.5,3.5,\r\n"
        );
        assert_eq!(
            text(crosstable_by_round(&rows()[1..])).lines().last(),
            Some("2,2,'=1+1,ENG,1,3.5,1,b,0,1.5,match,1,w,1,2.0,match")
        );
    }

    #[test]
    fn an_open_board_has_blank_points_and_a_forfeit_says_so() {
        let open = ResultRow {
            round: 3,
            table: 1,
            board: 2,
            white_team: "Cork".to_owned(),
            white_player: Some("@Home, Al".to_owned()),
            black_player: Some("O'Neill, Una".to_owned()),
            black_team: "-Delft".to_owned(),
            ..ResultRow::default()
        };
        let points = |halves| Some(GamePoints(halves));
        let forfeit = ResultRow {
            black_player: None,
            white_points: points(2),
            black_points: points(0),
            forfeit: true,
            ..open.clone()
        };
        let written = text(results(&[open, forfeit]));
        let lines: Vec<&str> = written.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "3,1,2,Cork,\"'@Home, Al\",,,\"O'Neill, Una\",'-Delft,no",
                "3,1,2,Cork,\"'@Home, Al\",1.0,0.0,,'-Delft,yes"
            ]
        );
    }

    #[test]
    fn what_a_spreadsheet_would_run_is_guarded_and_nothing_else() {
        for formula in ["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\rx", "\nx", "  =1", "＝1", "\u{a0}=1", "'quoted"] {
            assert_eq!(with_guard(formula), format!("'{formula}"));
        }
        for harmless in ["", "Bath", "O'Neill", "1=1", "½", "a@b", " Bath"] {
            assert_eq!(with_guard(harmless), harmless);
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back_from_its_cell(text in "[=+@'\\t\\-a ,\"\\r\\n]{0,8}|.{0,12}") {
            let row = ResultRow { white_team: text.clone(), ..ResultRow::default() };
            let bytes = results(&[row]).expect("a table");
            let mut reader = csv::Reader::from_reader(bytes.as_slice());
            let record = reader.records().next().expect("a line").expect("a record");
            let cell = record.get(3).expect("a cell");
            prop_assert!(!cell.trim_start().starts_with(['=', '+', '-', '@']));
            prop_assert_eq!(without_guard(cell), text);
        }
    }
}

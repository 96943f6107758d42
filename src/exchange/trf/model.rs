//! The records of a tournament report file, one value for each line.

use super::points::TrfPoints;

/// A file: its lines in order. Record number `n` (from 0) stands on line `n + 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfFile {
    pub records: Vec<Record>,
}

impl TrfFile {
    pub fn players(&self) -> impl Iterator<Item = &Player> {
        self.records.iter().filter_map(|record| if let Record::Player(player) = record { Some(player) } else { None })
    }

    pub fn teams(&self) -> impl Iterator<Item = &Team> {
        self.records.iter().filter_map(|record| if let Record::Team(team) = record { Some(team) } else { None })
    }

    /// The first header of this kind.
    pub fn header(&self, kind: HeaderKind) -> Option<&str> {
        self.headers(kind).next()
    }

    pub fn headers(&self, kind: HeaderKind) -> impl Iterator<Item = &str> {
        self.records.iter().filter_map(move |record| match record {
            Record::Header(header) if header.kind == kind => Some(header.text.as_str()),
            _ => None,
        })
    }

    /// The codes of record 202, or else of record 212.
    pub fn tie_breaks(&self) -> Vec<&str> {
        let list = self.header(HeaderKind::TieBreaks).or_else(|| self.header(HeaderKind::StandingsOrder));
        list.into_iter().flat_map(|list| list.split(',')).map(str::trim).filter(|code| !code.is_empty()).collect()
    }
}

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// 012 … 122, 172 … 222: a text.
    Header(Header),
    /// 132, in the spelling of the file (`YY/MM/DD`).
    RoundDates(Vec<Option<String>>),
    /// 142: rounds of the whole event.
    Rounds(u32),
    /// 152
    InitialColour(Colour),
    /// 162
    GameScores(Vec<(GameSymbol, TrfPoints)>),
    /// 352: the colours of the team with White on the first board.
    BoardColours(Vec<Colour>),
    /// 362
    MatchScores(Vec<(MatchSymbol, TrfPoints)>),
    /// 001
    Player(Player),
    /// 013
    UnnumberedTeam(UnnumberedTeam),
    /// 310
    Team(Team),
    /// 240
    RequestedByes(RequestedByes),
    /// 250
    Acceleration(Acceleration),
    /// 260
    ForbiddenPairs(ForbiddenPairs),
    /// 299
    Abnormal(Abnormal),
    /// 300
    LineUp(LineUp),
    /// 320
    PairingByes(PairingByes),
    /// 330
    ForfeitedMatch(ForfeitedMatch),
    /// Everything that is kept but not understood: comments, blank lines, the informative 801 and 802, national
    /// rating records, unknown types.
    Verbatim(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: HeaderKind,
    pub text: String,
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $variant:ident $code:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$note])* $variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            pub fn code(self) -> &'static str {
                match self { $($name::$variant => $code,)* }
            }

            pub fn of(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.code().eq_ignore_ascii_case(code))
            }
        }
    };
}

codes! {
    /// The headers that hold a text.
    HeaderKind {
        Name "012",
        City "022",
        Federation "032",
        StartDate "042",
        EndDate "052",
        PlayerCount "062",
        RatedPlayerCount "072",
        TeamCount "082",
        Type "092",
        ChiefArbiter "102",
        DeputyChiefArbiter "112",
        RateOfPlay "122",
        StartingRankMethod "172",
        PairingController "182",
        TypeCode "192",
        TieBreaks "202",
        StandingsOrder "212",
        TimeControl "222",
    }
}

codes! {
    /// Colours; also the letters of records 152 and 352.
    Colour {
        White "w",
        Black "b",
    }
}

impl Colour {
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

codes! {
    /// What the points of record 162 are given for.
    GameSymbol {
        Win "W",
        Draw "D",
        Loss "L",
        Absence "A",
        PairingBye "P",
        Unknown "X",
    }
}

codes! {
    /// What the points of record 362 are given for.
    MatchSymbol {
        Win "TW",
        Draw "TD",
        Loss "TL",
    }
}

codes! {
    /// The result of one round in a player record.
    CellResult {
        Win "1",
        Draw "=",
        Loss "0",
        UnratedWin "W",
        UnratedDraw "D",
        UnratedLoss "L",
        ForfeitWin "+",
        ForfeitLoss "-",
        HalfPointBye "H",
        FullPointBye "F",
        PairingBye "U",
        ZeroPointBye "Z",
    }
}

codes! {
    /// Byes that are not given by the pairing.
    RequestedByeKind {
        Full "F",
        Half "H",
        Zero "Z",
    }
}

codes! {
    /// Who won a forfeited match.
    ForfeitKind {
        WhiteWins "+-",
        BlackWins "-+",
        BothLose "--",
    }
}

codes! {
    /// What abnormal points are given for.
    AbnormalKind {
        Win "W",
        Draw "D",
        Loss "L",
        FullPointBye "F",
        HalfPointBye "H",
        ZeroPointBye "Z",
        ForfeitWin "+",
        ForfeitLoss "-",
        /// A penalty or a bonus: added, where the others replace.
        Adjustment " ",
    }
}

/// A player. The last of `rounds` is never `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub number: u32,
    pub sex: Option<char>,
    pub title: String,
    pub name: String,
    pub rating: Option<u32>,
    pub federation: String,
    pub fide_id: String,
    pub birth: String,
    pub points: Option<TrfPoints>,
    pub rank: Option<u32>,
    pub rounds: Vec<Option<Cell>>,
}

/// One round of a player; no opponent is written `0000`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub opponent: Option<u32>,
    pub colour: Option<Colour>,
    pub result: Option<CellResult>,
}

/// A team of the older format, numbered by its place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnnumberedTeam {
    pub name: String,
    pub members: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    pub number: u32,
    pub name: String,
    pub short_name: String,
    pub strength: Option<TrfPoints>,
    pub match_points: Option<TrfPoints>,
    pub game_points: Option<TrfPoints>,
    pub rank: Option<u32>,
    pub members: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedByes {
    pub kind: RequestedByeKind,
    pub round: u32,
    pub teams: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acceleration {
    pub match_points: Option<TrfPoints>,
    pub game_points: Option<TrfPoints>,
    pub first_round: u32,
    pub last_round: u32,
    pub first_team: u32,
    pub last_team: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForbiddenPairs {
    pub first_round: u32,
    pub last_round: u32,
    pub teams: Vec<u32>,
}

/// Points given against the usual scoring; no round means all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abnormal {
    pub kind: AbnormalKind,
    pub match_points: Option<TrfPoints>,
    pub game_points: Option<TrfPoints>,
    pub round: Option<u32>,
    pub teams: Vec<u32>,
}

/// Who sat where, board by board; none for an empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineUp {
    pub round: u32,
    pub team: u32,
    pub opponent: u32,
    pub boards: Vec<Option<u32>>,
}

/// What a pairing bye is worth, and who had it, round by round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingByes {
    pub match_points: Option<TrfPoints>,
    pub game_points: Option<TrfPoints>,
    pub teams: Vec<Option<u32>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForfeitedMatch {
    pub kind: ForfeitKind,
    pub round: u32,
    pub white: u32,
    pub black: u32,
}

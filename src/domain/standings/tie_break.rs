//! FIDE's codes of tie-breaks with their modifiers, as regulations and TRF files write them: `BH:GP/C1`, `EMMSB-C1`.

use std::fmt;

use self::{AfterEncounter as After, Method as M};
use super::criterion::Score::{self, GamePoints as GP, MatchPoints as MP};
use crate::domain::violation::{Rule, Violation};

/// A tie-break of C.07 for teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TieBreak {
    pub method: Method,
    /// `:MP` or `:GP`; without it the primary score is meant (art. 13).
    pub score: Option<Score>,
    pub cut: Cut,
    /// `/L+n` or `/L-n`: half points by which the threshold of Koya moves.
    pub limit: i8,
    /// `/Kn`: the divisor of SSSC where the event names one.
    pub divisor: Option<u32>,
    /// `/P`: forfeited matches are encounters like others.
    pub forfeits_played: bool,
    /// `/F`, or FB: the paired matches of the last round count as draws.
    pub fore: bool,
    /// `/R`: the lower value comes first, or the higher one where the lower is better.
    pub reversed: bool,
}

/// What is counted, by article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// 6
    DirectEncounter,
    /// 7.1
    RoundsWon,
    /// 7.2
    WonOverTheBoard,
    /// 7.5
    Progressive,
    /// 7.6
    RoundsPlayed,
    /// 7.7
    StandardScore,
    /// 7.8
    PairingNumber,
    /// 8.1, 8.3
    Buchholz,
    /// 8.2
    AverageOfBuchholz,
    /// 9.1
    SonnebornBerger,
    /// 9.2
    Koya,
    /// 11.1
    Primary,
    /// 11.1
    Points(Score),
    /// 13.1
    Secondary,
    /// 12.1
    BoardCount,
    /// 12.2
    TopBoards,
    /// 12.3
    BottomElimination,
    /// 13.2
    Extended { theirs: Score, own: Score },
    /// 13.3
    ExtendedEncounter(AfterEncounter),
    /// 13.4
    ScoreAndSchedule,
}

/// What parts two teams that are level in both scores of an extended direct encounter (art. 13.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterEncounter {
    Nothing,
    BoardCountThenTop,
    BoardCountThenBottom,
    Top,
    Bottom,
}

/// Values left out of a sum (art. 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    #[default]
    Nothing,
    /// `/Cn`: so many of the least.
    Least(u8),
    /// `/Mn`: so many of the least, then as many of the most.
    Both(u8),
}

/// The first name of a method is the one that we write.
const NAMES: [(&str, Method); 32] = [
    ("DE", M::DirectEncounter),
    ("WIN", M::RoundsWon),
    ("WON", M::WonOverTheBoard),
    ("PS", M::Progressive),
    ("REP", M::RoundsPlayed),
    ("GE", M::RoundsPlayed),
    ("STD", M::StandardScore),
    ("TPN", M::PairingNumber),
    ("BH", M::Buchholz),
    ("AOB", M::AverageOfBuchholz),
    ("SB", M::SonnebornBerger),
    ("KS", M::Koya),
    ("PTS", M::Primary),
    ("MP", M::Points(MP)),
    ("MPTS", M::Points(MP)),
    ("GP", M::Points(GP)),
    ("GPTS", M::Points(GP)),
    ("MPVGP", M::Secondary),
    ("BC", M::BoardCount),
    ("TBR", M::TopBoards),
    ("BBE", M::BottomElimination),
    ("EMMSB", M::Extended { theirs: MP, own: MP }),
    ("EMGSB", M::Extended { theirs: MP, own: GP }),
    ("EGMSB", M::Extended { theirs: GP, own: MP }),
    ("EGGSB", M::Extended { theirs: GP, own: GP }),
    ("EDE", M::ExtendedEncounter(After::Nothing)),
    ("EDEBT", M::ExtendedEncounter(After::BoardCountThenTop)),
    ("EDEBB", M::ExtendedEncounter(After::BoardCountThenBottom)),
    ("EDET", M::ExtendedEncounter(After::Top)),
    ("EDEB", M::ExtendedEncounter(After::Bottom)),
    ("SSSC", M::ScoreAndSchedule),
    ("FB", M::Buchholz),
];

/// Of players: they ask for ratings, or for a colour of the whole match.
const NOT_OF_TEAMS: [&str; 8] = ["BPG", "BWG", "ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"];

impl TieBreak {
    /// A method as it stands, without modifiers.
    pub fn plain(method: Method) -> Self {
        Self {
            method,
            score: None,
            cut: Cut::Nothing,
            limit: 0,
            divisor: None,
            forfeits_played: false,
            fore: false,
            reversed: false,
        }
    }

    /// Reads a code: `NAME[:MP|:GP]`, then modifiers behind slashes; `-C1` and `-M1` are read like `/C1` and `/M1`.
    pub fn read(code: &str) -> Result<Self, Violation> {
        let upper = code.trim().to_ascii_uppercase().replace("-C", "/C").replace("-M", "/M");
        let mut words = upper.split('/');
        let (name, score) = match words.next().unwrap_or_default().split_once(':') {
            Some((name, score)) => (name, Some(score)),
            None => (upper.split('/').next().unwrap_or_default(), None),
        };
        if NOT_OF_TEAMS.contains(&name) {
            return Err(refused(code, "the tie-break is one of players, not of teams"));
        }
        let Some(&(_, method)) = NAMES.iter().find(|(known, _)| *known == name) else {
            let known: Vec<String> = NAMES.iter().map(|(known, _)| (*known).to_owned()).collect();
            return Err(refused(code, "there is no such tie-break").fact("known", known));
        };
        let mut read = Self { fore: name == "FB", ..Self::plain(method) };
        read.score = match score {
            None => None,
            Some("MP") => Some(MP),
            Some("GP") => Some(GP),
            Some(_) => return Err(refused(code, "a tie-break of teams is taken on MP or GP")),
        };
        if read.score.is_some() && !method.takes_score() {
            return Err(refused(code, "the tie-break is not taken on one of the two scores"));
        }
        for word in words {
            read =
                read.modified(word).ok_or_else(|| refused(code, "the modifier does not fit").fact("modifier", word))?;
        }
        Ok(read)
    }

    fn modified(mut self, word: &str) -> Option<Self> {
        let (letter, rest) = word.split_at_checked(1)?;
        let before = self;
        match (letter, rest) {
            ("C", _) if self.method.takes_cut() && self.cut == Cut::Nothing => self.cut = Cut::Least(small(rest)?),
            ("M", _) if self.method.takes_median() && self.cut == Cut::Nothing => self.cut = Cut::Both(small(rest)?),
            ("L", _) if self.method == M::Koya && (rest.starts_with('+') || rest.starts_with('-')) => {
                self.limit = rest.parse().ok()?;
            }
            ("K", _) if self.method == M::ScoreAndSchedule => {
                self.divisor = Some(rest.parse().ok().filter(|&divisor: &u32| (1..=10_000).contains(&divisor))?);
            }
            ("P", "") => self.forfeits_played = true,
            ("F", "") if matches!(self.method, M::Buchholz | M::AverageOfBuchholz | M::ScoreAndSchedule) => {
                self.fore = true;
            }
            ("R", "") if !self.method.is_encounter() => self.reversed = true,
            _ => return None,
        }
        (self != before).then_some(self)
    }

    pub(super) fn score_or(self, primary: Score) -> Score {
        self.score.unwrap_or(primary)
    }

    pub(super) fn lower_is_better(self) -> bool {
        matches!(self.method, M::BoardCount | M::PairingNumber) != self.reversed
    }

    /// Article 8 forbids Buchholz and what is made of it where everyone meets everyone.
    pub(super) fn is_of_the_swiss_only(self) -> bool {
        matches!(self.method, M::Buchholz | M::AverageOfBuchholz | M::ScoreAndSchedule)
    }
}

impl Method {
    fn is_encounter(self) -> bool {
        matches!(self, M::DirectEncounter | M::ExtendedEncounter(_))
    }

    fn takes_score(self) -> bool {
        matches!(
            self,
            M::DirectEncounter
                | M::RoundsWon
                | M::WonOverTheBoard
                | M::Progressive
                | M::RoundsPlayed
                | M::StandardScore
                | M::Buchholz
                | M::AverageOfBuchholz
                | M::SonnebornBerger
                | M::Koya
        )
    }

    fn takes_median(self) -> bool {
        matches!(self, M::Buchholz | M::SonnebornBerger | M::Extended { .. } | M::ScoreAndSchedule)
    }

    fn takes_cut(self) -> bool {
        self.takes_median() || self == M::Progressive
    }
}

fn small(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&number| (1..=99).contains(&number))
}

fn refused(code: &str, detail: &str) -> Violation {
    Violation::new(Rule::RulebookInvalid, detail).fact("tie_break", code)
}

/// The code as FIDE writes it, modifiers in one order.
impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fore_in_name = self.fore && self.method == M::Buchholz;
        let name = if fore_in_name {
            "FB"
        } else {
            NAMES.iter().find(|(_, method)| *method == self.method).map_or("", |(name, _)| name)
        };
        f.write_str(if self.method == M::Secondary { "MPvGP" } else { name })?;
        match self.score {
            Some(MP) => f.write_str(":MP")?,
            Some(GP) => f.write_str(":GP")?,
            None => {}
        }
        match self.cut {
            Cut::Nothing => {}
            Cut::Least(number) => write!(f, "/C{number}")?,
            Cut::Both(number) => write!(f, "/M{number}")?,
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        if let Some(divisor) = self.divisor {
            write!(f, "/K{divisor}")?;
        }
        for (set, letter) in [(self.forfeits_played, "/P"), (self.fore && !fore_in_name, "/F"), (self.reversed, "/R")] {
            if set {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

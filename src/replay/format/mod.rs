//! The file format `teamchess-championship/1`: what was published about a championship, and nothing else.
//!
//! What is not known is `null` and must be written as `null`: a key left out is a mistake, not an unknown fact.

mod structure;

use std::fmt;

use jiff::civil::Date;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::domain::points::{GamePoints, MatchPoints};

/// One championship, or the part of one that the sources cover.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Championship {
    pub format: Version,
    /// Name of the file without its ending; it also enters the derivation of board results.
    pub id: String,
    pub name: String,
    pub year: i16,
    #[serde(deserialize_with = "known_or_null")]
    pub city: Option<String>,
    #[serde(deserialize_with = "known_or_null")]
    pub country: Option<String>,
    /// Code of the organizing federation.
    pub organizer: String,
    /// IANA time zone of the venue.
    pub zone: String,
    #[serde(deserialize_with = "known_or_null")]
    pub dates: Option<Dates>,
    pub kind: Kind,
    /// Id of the rulebook under which the championship is replayed.
    pub regulations: String,
    pub boards: u16,
    #[serde(deserialize_with = "known_or_null")]
    pub officials: Option<Officials>,
    pub sources: Vec<String>,
    pub derived: Vec<Derived>,
    pub missing: Vec<String>,
    pub notes: Vec<String>,
    pub teams: Vec<Team>,
    pub stages: Vec<Stage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    #[serde(rename = "teamchess-championship/1")]
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Played before the regulations and codes of today.
    HistoricalEvent,
    RealEvent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    pub covers: Covers,
    pub start: Date,
    pub end: Date,
}

/// What the first and the last day belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// Exactly the stages of the file.
    Stages,
    /// The event of which the stages are a part.
    WholeEvent,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Officials {
    #[serde(deserialize_with = "known_or_null")]
    pub tournament_director: Option<String>,
    #[serde(deserialize_with = "known_or_null")]
    pub chief_arbiter: Option<String>,
}

/// What `replay` makes because no source has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Derived {
    Players,
    BoardResults,
    RoundOrder,
    Colours,
    Calendar,
    Officials,
}

/// The name under which it stands in a file.
impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Derived::Players => "players",
            Derived::BoardResults => "board_results",
            Derived::RoundOrder => "round_order",
            Derived::Colours => "colours",
            Derived::Calendar => "calendar",
            Derived::Officials => "officials",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    pub code: String,
    pub name: String,
    #[serde(deserialize_with = "known_or_null")]
    pub players: Option<Vec<Player>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The player's number in the order of boards, reserves after the last board.
    #[serde(deserialize_with = "known_or_null")]
    pub number: Option<u16>,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub key: String,
    pub name: String,
    pub groups: Vec<Group>,
}

/// One cross table and the classification printed with it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Unique within the championship.
    pub key: String,
    pub name: String,
    pub format: GroupFormat,
    pub teams: Vec<String>,
    #[serde(deserialize_with = "known_or_null")]
    pub crosstable_source: Option<String>,
    /// Half points of the row's team against the column's team.
    pub crosstable: ByCode<ByCode<Option<GamePoints>>>,
    #[serde(deserialize_with = "known_or_null")]
    pub board_results: Option<Vec<PublishedBoards>>,
    #[serde(deserialize_with = "known_or_null")]
    pub table: Option<Vec<TableRow>>,
    pub ties: Vec<Tie>,
    #[serde(deserialize_with = "known_or_null")]
    pub advances: Option<Vec<Advance>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupFormat {
    SingleRoundRobin,
}

/// The published results of one match, board by board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedBoards {
    pub first: String,
    pub second: String,
    /// Half points of the first team on boards 1, 2, 3 …
    pub points: Vec<GamePoints>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    pub rank: u32,
    pub code: String,
    #[serde(deserialize_with = "known_or_null")]
    pub game_points: Option<GamePoints>,
    #[serde(deserialize_with = "known_or_null")]
    pub match_points: Option<MatchPoints>,
    #[serde(deserialize_with = "known_or_null")]
    pub won: Option<u32>,
    #[serde(deserialize_with = "known_or_null")]
    pub drawn: Option<u32>,
    #[serde(deserialize_with = "known_or_null")]
    pub lost: Option<u32>,
}

/// Teams equal on game points and match points, and what the published order followed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tie {
    pub codes: Vec<String>,
    #[serde(deserialize_with = "known_or_null")]
    pub decided_by: Option<TieBreak>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    DirectMatch,
    SonnebornBerger,
}

/// The ranks that went on to a group of the next stage, whether the file holds that group or not.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    pub to: String,
    pub ranks: Vec<u32>,
}

/// A fault of a file: where it is, as a JSON Pointer, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{pointer}: {message}")]
pub struct FormatFault {
    pub pointer: String,
    pub message: String,
}

/// Reads a championship file; a file of the wrong shape gives its first fault, one of the right shape all of them.
pub fn read(bytes: &[u8]) -> Result<Championship, Vec<FormatFault>> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let championship: Championship = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        vec![FormatFault { pointer: pointer_of(error.path()), message: error.into_inner().to_string() }]
    })?;
    json.end().map_err(|error| vec![FormatFault { pointer: String::new(), message: error.to_string() }])?;
    let faults = structure::faults(&championship);
    if faults.is_empty() { Ok(championship) } else { Err(faults) }
}

impl Championship {
    /// The team of this code.
    pub fn team(&self, code: &str) -> Option<&Team> {
        self.teams.iter().find(|team| team.code == code)
    }

    /// The groups of all stages in order.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.stages.iter().flat_map(|stage| &stage.groups)
    }

    /// The group of this key, whichever its stage.
    pub fn group(&self, key: &str) -> Option<&Group> {
        self.groups().find(|group| group.key == key)
    }
}

impl Group {
    /// The published score of a match, the first team's half points first; none if the two do not meet in this group.
    pub fn score(&self, first: &str, second: &str) -> Option<(GamePoints, GamePoints)> {
        Some((self.cell(first, second)?, self.cell(second, first)?))
    }

    fn cell(&self, team: &str, opponent: &str) -> Option<GamePoints> {
        *self.crosstable.get(team)?.get(opponent)?
    }
}

/// The entries of a JSON object in the order written, so that a code written twice is found and not overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByCode<T>(pub Vec<(String, T)>);

impl<T> ByCode<T> {
    pub fn get(&self, code: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == code).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByCode<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByCode<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with team codes as keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByCode<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(ByCode(entries))
            }
        }

        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

/// An `Option` for which serde does not accept a key left out.
fn known_or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

fn pointer_of(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", escaped(key)),
            Segment::Enum { variant } => format!("/{}", escaped(variant)),
            Segment::Unknown => String::new(),
        })
        .collect()
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests;

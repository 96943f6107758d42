//! The classification that a replay obtained against the one that was published, cell by cell.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::format::{Group, TableRow};
use crate::domain::points::{GamePoints, MatchPoints};

/// The classification of one group as the system computed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obtained {
    pub rows: Vec<ObtainedRow>,
    /// Game points of the first team of the key against the second.
    pub crosstable: BTreeMap<(String, String), GamePoints>,
}

/// One row of a classification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObtainedRow {
    pub rank: u32,
    pub code: String,
    pub game_points: GamePoints,
    pub match_points: MatchPoints,
}

/// One cell that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// `URS.rank`, `URS.game_points`, `URS.match_points`, `URS.won`, `URS.drawn`, `URS.lost`; `URS.rows` for how
    /// often the team stands in the table; `URS.HUN` for a cell of the cross table.
    pub cell: String,
    pub published: String,
    pub obtained: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: published {}, obtained {}", self.cell, self.published, self.obtained)
    }
}

/// Every cell in which the two differ, the published table's rows first, then the cross table; none if they agree.
///
/// A cell that was not published is not compared.
pub fn compare(published: &Group, obtained: &Obtained) -> Vec<Difference> {
    let mut differences = Differences(Vec::new());
    for row in published.table.iter().flatten() {
        compare_row(row, obtained, &mut differences);
    }
    for code in unexpected(published, obtained) {
        differences.note(code, "rows", 0, rows_of(code, obtained).count());
    }
    compare_crosstables(published, obtained, &mut differences);
    differences.0
}

struct Differences(Vec<Difference>);

impl Differences {
    fn note<T: PartialEq + fmt::Display>(&mut self, team: &str, column: &str, published: T, obtained: T) {
        if published != obtained {
            self.0.push(Difference {
                cell: format!("{team}.{column}"),
                published: published.to_string(),
                obtained: obtained.to_string(),
            });
        }
    }

    fn note_if_published<T: PartialEq + fmt::Display>(
        &mut self,
        team: &str,
        column: &str,
        published: Option<T>,
        obtained: T,
    ) {
        if let Some(published) = published {
            self.note(team, column, published, obtained);
        }
    }
}

fn rows_of<'a>(code: &'a str, obtained: &'a Obtained) -> impl Iterator<Item = &'a ObtainedRow> {
    obtained.rows.iter().filter(move |row| row.code == code)
}

/// The teams that were classified and do not belong to the group.
fn unexpected<'a>(published: &Group, obtained: &'a Obtained) -> BTreeSet<&'a str> {
    let classified = obtained.rows.iter().map(|row| row.code.as_str());
    classified.filter(|code| !published.teams.iter().any(|team| team == code)).collect()
}

fn compare_row(row: &TableRow, obtained: &Obtained, differences: &mut Differences) {
    let code = row.code.as_str();
    differences.note(code, "rows", 1, rows_of(code, obtained).count());
    for other in rows_of(code, obtained) {
        differences.note(code, "rank", row.rank, other.rank);
        differences.note_if_published(code, "game_points", row.game_points, other.game_points);
        differences.note_if_published(code, "match_points", row.match_points, other.match_points);
    }
    let matches = Matches::of(code, obtained);
    differences.note_if_published(code, "won", row.won, matches.won);
    differences.note_if_published(code, "drawn", row.drawn, matches.drawn);
    differences.note_if_published(code, "lost", row.lost, matches.lost);
}

/// Matches won, drawn and lost, counted from the cross table.
#[derive(Default)]
struct Matches {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Matches {
    fn of(code: &str, obtained: &Obtained) -> Self {
        let mut matches = Matches::default();
        for ((team, opponent), points) in &obtained.crosstable {
            if team != code {
                continue;
            }
            let Some(others) = obtained.crosstable.get(&(opponent.clone(), team.clone())) else { continue };
            match points.cmp(others) {
                std::cmp::Ordering::Greater => matches.won += 1,
                std::cmp::Ordering::Equal => matches.drawn += 1,
                std::cmp::Ordering::Less => matches.lost += 1,
            }
        }
        matches
    }
}

fn compare_crosstables(published: &Group, obtained: &Obtained, differences: &mut Differences) {
    let mut cells = BTreeMap::new();
    for (team, row) in &published.crosstable.0 {
        for (opponent, points) in &row.0 {
            cells.insert((team.clone(), opponent.clone()), *points);
        }
    }
    let order = |code: &String| published.teams.iter().position(|team| team == code).unwrap_or(usize::MAX);
    let mut keys: Vec<&(String, String)> =
        cells.keys().chain(obtained.crosstable.keys()).collect::<BTreeSet<_>>().into_iter().collect();
    keys.sort_by_key(|(team, opponent)| (order(team), order(opponent)));
    for key in keys {
        let (team, opponent) = key;
        match (cells.get(key), obtained.crosstable.get(key)) {
            (Some(None), _) | (None, None) => {}
            (Some(Some(points)), Some(others)) => differences.note(team, opponent, *points, *others),
            (Some(Some(points)), None) => differences.note(team, opponent, points.to_string(), "no match".into()),
            (None, Some(others)) => differences.note(team, opponent, "no match".into(), others.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;

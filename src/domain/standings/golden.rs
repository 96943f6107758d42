//! Published tables and worked examples, read from the plain text files under `tests/golden/tiebreaks`.

use std::collections::BTreeMap;

use super::{
    Criterion, Edition, GroupMatch, GroupResults, ListedCriterion, PairingMode, RankingRules, Readings, Row, Score,
    SeveralTied, SonnebornBerger, Standings, Terms, crosstable, standings,
};
use crate::domain::ids::TeamNumber;
use crate::domain::points::GamePoints;
use crate::domain::result::{MatchPointScale, MatchResult};

/// One file: results, printed columns, and the decisions that it claims.
struct Table {
    results: GroupResults,
    rules: RankingRules,
    /// In the printed order.
    teams: Vec<(String, TeamNumber)>,
    cells: BTreeMap<(TeamNumber, TeamNumber), GamePoints>,
    printed: Vec<BTreeMap<String, String>>,
    decided: Vec<(String, String, String)>,
    tied: Vec<Vec<String>>,
}

pub(super) fn half_points(text: &str) -> Option<GamePoints> {
    let (whole, half) = text.strip_suffix('½').map_or((text, 0), |whole| (whole, 1));
    let whole: i32 = if whole.is_empty() && half == 1 { 0 } else { whole.parse().ok()? };
    Some(GamePoints(whole * 2 + half))
}

impl Table {
    fn read(text: &str) -> Self {
        let setting =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
        assert!(setting("source").is_some(), "a table names its source");
        let boards: u32 = setting("boards").unwrap().parse().unwrap();
        let readings = Readings {
            several_tied: setting("direct match of several")
                .map_or(SeveralTied::SeparateTable, |code| SeveralTied::from_code(code).unwrap()),
            sonneborn_berger: setting("sonneborn-berger")
                .map_or(SonnebornBerger::MatchHalves, |code| SonnebornBerger::from_code(code).unwrap()),
        };
        let criteria = setting("order").unwrap().split_whitespace().map(|code| ListedCriterion {
            criterion: Criterion::from_code(code, readings).unwrap(),
            article: "10".to_owned(),
        });
        let criteria = criteria.collect();

        let mut lines = text.lines().skip_while(|line| !line.starts_with("team ")).take_while(|line| !line.is_empty());
        let (names, columns) = lines.next().unwrap().split_once('|').unwrap();
        let names: Vec<&str> = names.split_whitespace().skip(1).collect();
        let columns: Vec<&str> = columns.split_whitespace().collect();
        let rows: Vec<(&str, &str)> = lines.map(|line| line.split_once('|').unwrap()).collect();
        assert_eq!(rows.len(), names.len());

        // numbers run against the printed order, so that no order of input can pass for a ranking
        let number = |index: usize| TeamNumber(u32::try_from(names.len() - index).unwrap());
        let mut cells = BTreeMap::new();
        let mut printed = Vec::new();
        for (row, (left, right)) in rows.iter().enumerate() {
            let mut left = left.split_whitespace();
            assert_eq!(left.next(), Some(names[row]));
            for (column, cell) in left.enumerate() {
                if let Some(points) = half_points(cell) {
                    cells.insert((number(row), number(column)), points);
                }
            }
            let values = right.split_whitespace().map(str::to_owned);
            printed.push(columns.iter().map(|&name| name.to_owned()).zip(values).collect());
        }
        let rounds = u32::try_from(names.len()).unwrap();
        let mut matches = Vec::new();
        for (&(home, away), &points) in cells.iter().filter(|((home, away), _)| home < away) {
            let result = MatchResult::from_score(points, cells[&(away, home)], boards, true).unwrap();
            matches.push(GroupMatch::with_score((home.0 + away.0) % rounds + 1, home, away, result));
        }
        let words = |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        Self {
            results: GroupResults {
                pairing: PairingMode::RoundRobin,
                teams: (0..names.len()).map(number).collect(),
                boards,
                rounds_started: rounds,
                matches,
                byes: Vec::new(),
                exclusions: Vec::new(),
                adjustments: Vec::new(),
            },
            rules: RankingRules {
                match_points: MatchPointScale::TWO_ONE_NIL,
                terms: Terms::of(Edition::Of2026, Score::GamePoints),
                criteria,
            },
            teams: names.iter().enumerate().map(|(index, &name)| (name.to_owned(), number(index))).collect(),
            cells,
            printed,
            decided: text
                .lines()
                .filter_map(|line| line.strip_prefix("decided: "))
                .map(|line| match words(line).as_slice() {
                    [above, over, below, by, code] if over == "over" && by == "by" => {
                        (above.clone(), below.clone(), code.clone())
                    }
                    other => panic!("{other:?}"),
                })
                .collect(),
            tied: text.lines().filter_map(|line| line.strip_prefix("tied: ")).map(words).collect(),
        }
    }

    fn row<'s>(&self, standings: &'s Standings, name: &str) -> &'s Row {
        let (_, number) = self.teams.iter().find(|(team, _)| team == name).unwrap();
        standings.rows.iter().find(|row| row.team == *number).unwrap()
    }

    /// Every printed figure, the order, the cells and the claimed decisions.
    fn holds(&self) -> Standings {
        let table = standings(&self.results, &self.rules, None).unwrap();
        assert!(!table.provisional);
        assert!(table.outside.is_empty());
        for ((name, _), printed) in self.teams.iter().zip(&self.printed) {
            let row = self.row(&table, name);
            for (column, figure) in printed.iter().filter(|(_, figure)| *figure != "-") {
                let found = match column.as_str() {
                    "place" => format!("{}{}", row.rank, if row.tied { "=" } else { "" }),
                    "gp" => row.tally.game_points.to_string(),
                    "mp" => row.tally.match_points.to_string(),
                    "w" => row.tally.won.to_string(),
                    "d" => row.tally.drawn.to_string(),
                    "l" => row.tally.lost.to_string(),
                    "sb" => self.sonneborn_berger(row),
                    other => panic!("no such column: {other}"),
                };
                assert_eq!(&found, figure, "{column} of {name}");
            }
        }
        for (above, below, code) in &self.decided {
            let (upper, lower) = (self.row(&table, above), self.row(&table, below));
            assert_eq!(upper.decided_by.below.map(|c| c.to_string()).as_ref(), Some(code), "{above} over {below}");
            assert_eq!(lower.decided_by.above, upper.decided_by.below, "{above} over {below}");
            assert!(upper.rank < lower.rank);
        }
        for names in &self.tied {
            let ranks: Vec<u32> = names.iter().map(|name| self.row(&table, name).rank).collect();
            assert!(ranks.iter().all(|rank| *rank == ranks[0]), "{names:?}");
        }
        let level: usize = self.tied.iter().map(Vec::len).sum();
        assert_eq!(table.rows.iter().filter(|row| row.tied).count(), level, "teams that share a place");

        let cross = crosstable(&self.results, &table);
        assert_eq!(cross.order, table.rows.iter().map(|row| row.team).collect::<Vec<_>>());
        let found: BTreeMap<_, _> =
            cross.cells.iter().map(|(pair, meetings)| (*pair, meetings[0].game_points.unwrap())).collect();
        assert_eq!(found, self.cells);
        table
    }

    /// Printed also where the rulebook's list does not ask for it.
    fn sonneborn_berger(&self, row: &Row) -> String {
        let listed = self.rules.criteria.iter().map(|listed| listed.criterion);
        let criterion = listed.clone().find(|criterion| matches!(criterion, Criterion::SonnebornBerger(_)));
        if let Some(criterion) = criterion {
            return row.value(criterion).unwrap().to_string();
        }
        let criterion = Criterion::SonnebornBerger(SonnebornBerger::MatchHalves);
        let rules = RankingRules {
            criteria: listed
                .chain([criterion])
                .map(|criterion| ListedCriterion { criterion, article: String::new() })
                .collect(),
            ..self.rules.clone()
        };
        let table = standings(&self.results, &rules, None).unwrap();
        table.rows.iter().find(|other| other.team == row.team).unwrap().value(criterion).unwrap().to_string()
    }
}

macro_rules! golden {
    ($file:literal) => {
        Table::read(include_str!(concat!("../../../tests/golden/tiebreaks/", $file)))
    };
}

/// norm: WSTCC.10.1
#[test]
fn game_points_come_first() {
    golden!("art-10-1-game-points.txt").holds();
}

/// norm: WSTCC.10.1
#[test]
fn helsinki_1952_is_ordered_by_game_points_before_match_points() {
    golden!("helsinki-1952-group-1.txt").holds();
}

/// norm: WSTCC.10.2
#[test]
fn match_points_come_second() {
    golden!("art-10-2-match-points.txt").holds();
}

/// norm: WSTCC.10.3
#[test]
fn the_direct_match_comes_third() {
    golden!("art-10-3-direct-match-of-two.txt").holds();
}

/// norm: WSTCC.10.3
#[test]
fn siegen_1970_final_a_is_reproduced() {
    golden!("siegen-1970-final-a.txt").holds();
}

/// norm: WSTCC.10.3
#[test]
fn three_level_teams_are_parted_by_their_separate_table_or_not_at_all() {
    golden!("art-10-3-separate-table-of-three.txt").holds();
    golden!("art-10-3-separate-table-restarts.txt").holds();
    golden!("art-10-3-no-decision-for-three.txt").holds();
}

/// norm: WSTCC.10.4
#[test]
fn sonneborn_berger_comes_last_in_the_variant_of_the_rulebook() {
    golden!("art-10-4-sonneborn-berger.txt").holds();
    golden!("art-10-4-sonneborn-berger-emmsb.txt").holds();
    golden!("art-10-4-sonneborn-berger-eggsb.txt").holds();
}

/// norm: WSTCC.10.4
#[test]
fn teams_level_after_everything_share_the_place() {
    golden!("art-10-4-three-share-the-place.txt").holds();
}

/// norm: WSTCC.10.2, WSTCC.10.4
#[test]
fn emmen_1957_is_reproduced_with_its_sonneborn_berger() {
    golden!("emmen-1957-group-1.txt").holds();
    golden!("emmen-1957-group-2.txt").holds();
    golden!("emmen-1957-group-3.txt").holds();
    golden!("emmen-1957-final-a.txt").holds();
}

/// norm: WSTCC.10.4
#[test]
fn skopje_1972_is_reproduced_and_its_open_tie_stays_open() {
    golden!("skopje-1972-group-1.txt").holds();
    golden!("skopje-1972-group-2.txt").holds();
    golden!("skopje-1972-group-3.txt").holds();
    golden!("skopje-1972-group-4.txt").holds();
}

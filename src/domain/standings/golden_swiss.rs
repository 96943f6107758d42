//! Published tie-breaks of team Swisses, read from the plain text files under `tests/golden/tiebreaks`.

use std::collections::BTreeMap;

use super::golden::half_points;
use super::{
    ByeKind, Criterion, Edition, EncounterBoards, Fraction, GroupBye, GroupMatch, GroupResults, PairingMode,
    RankingRules, Row, Score, Standings, Terms, TieBreak, Value, standings,
};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{BoardResult, Colour, GameResult, MatchPointScale, MatchResult};

/// Team, code, and the figure as it is printed.
type Figures = BTreeMap<(String, String), String>;

struct Event {
    results: GroupResults,
    names: Vec<String>,
    editions: BTreeMap<String, Figures>,
    rankings: Vec<Ranking>,
}

struct Ranking {
    terms: Terms,
    codes: String,
    order: String,
}

fn terms(words: &str) -> Terms {
    let mut words = words.split_whitespace();
    let edition = Edition::from_code(words.next().unwrap()).unwrap();
    let terms = Terms::of(edition, Score::MatchPoints);
    match words.next() {
        Some("own_match") => Terms { encounter_boards: EncounterBoards::OwnMatch, ..terms },
        Some(other) => panic!("{other}"),
        None => terms,
    }
}

/// The lines below one that starts so, up to an empty one.
fn block<'t>(text: &'t str, first: &'t str) -> impl Iterator<Item = Vec<&'t str>> {
    let lines = text.lines().skip_while(move |line| !line.starts_with(first)).skip(1);
    lines.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().collect())
}

impl Event {
    fn read(text: &str) -> Self {
        let setting = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        assert!(setting("source: ").is_some(), "a table names its source");
        let boards: u32 = setting("boards: ").unwrap().parse().unwrap();
        let rows: Vec<Vec<&str>> = block(text, "team r1").collect();
        let names: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
        let number = |name: &str| {
            let place = names.iter().position(|known| known == name).unwrap();
            TeamNumber(u32::try_from(place + 1).unwrap())
        };
        let cell = |team: TeamNumber, round: u32| rows[team.0 as usize - 1][round as usize];
        let mut results = GroupResults {
            pairing: PairingMode::Swiss,
            teams: names.iter().map(|name| number(name)).collect(),
            boards,
            rounds_started: u32::try_from(rows[0].len() - 1).unwrap(),
            matches: Vec::new(),
            byes: Vec::new(),
            exclusions: Vec::new(),
            adjustments: Vec::new(),
        };
        let draw = GamePoints(i32::try_from(boards).unwrap());
        for team in results.teams.clone() {
            for round in 1..=results.rounds_started {
                let text = cell(team, round);
                let bye = |kind, game_points, match_points| GroupBye { round, team, kind, game_points, match_points };
                match text {
                    "PAB" => results.byes.push(bye(ByeKind::PairingAllocated, draw, MatchPoints(1))),
                    "HPB" => results.byes.push(bye(ByeKind::HalfPoint, draw, MatchPoints(1))),
                    "ZPB" => results.byes.push(bye(ByeKind::ZeroPoint, GamePoints::ZERO, MatchPoints::ZERO)),
                    _ => {
                        let (opponent, result) = if let Some(opponent) = text.strip_prefix(['+', '-']) {
                            (number(opponent), MatchResult::forfeit_win(text.starts_with('+'), boards))
                        } else {
                            let (opponent, points) = text.split_once(':').unwrap();
                            let theirs = cell(number(opponent), round).split_once(':').unwrap().1;
                            let points = [points, theirs].map(|points| half_points(points).unwrap());
                            let result = MatchResult::from_score(points[0], points[1], boards, true).unwrap();
                            (number(opponent), result)
                        };
                        if team < opponent {
                            results.matches.push(GroupMatch::with_score(round, team, opponent, result));
                        }
                    }
                }
            }
        }
        if let Some(line) = setting("boards of ") {
            let words: Vec<&str> = line.split([' ', ':']).filter(|word| !word.is_empty()).collect();
            let [home, "against", away, "in", "round", round, games @ ..] = words.as_slice() else { panic!("{line}") };
            let round: u32 = round.parse().unwrap();
            let home = (number(home), number(away), round);
            let fixture = results.matches.iter_mut().find(|met| (met.home, met.away, met.round) == home).unwrap();
            fixture.games = (1..).zip(games).map(|(board, points)| game(board, points)).collect();
        }
        let edition = |code: &str| {
            let first = format!("edition {code}");
            let mut lines = block(text, &first);
            let header = lines.next()?;
            let figures = lines.flat_map(|row| {
                let of =
                    |(code, figure): (&&str, &&str)| ((row[0].to_owned(), (*code).to_owned()), (*figure).to_owned());
                header.iter().zip(&row).skip(1).map(of).collect::<Vec<_>>()
            });
            Some((code.to_owned(), figures.collect()))
        };
        let rankings = text.lines().filter_map(|line| line.strip_prefix("ranking ")).map(|line| {
            let [words, codes, order] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            Ranking { terms: terms(words), codes: codes.replace(' ', ","), order: order.to_owned() }
        });
        Self {
            editions: ["2023", "2026"].into_iter().filter_map(edition).collect(),
            rankings: rankings.collect(),
            results,
            names,
        }
    }

    fn table(&self, codes: &str, terms: Terms) -> Standings {
        let rules = RankingRules::of_codes(codes, MatchPointScale::TWO_ONE_NIL, terms).unwrap();
        standings(&self.results, &rules, None).unwrap()
    }

    fn name(&self, team: TeamNumber) -> &str {
        &self.names[team.0 as usize - 1]
    }

    /// Every printed figure of an edition, and every ranking.
    fn holds(&self) {
        for (edition, figures) in &self.editions {
            for ((team, column), figure) in figures.iter().filter(|(_, figure)| *figure != "-") {
                let found = self.figure(team, column, terms(edition), figure);
                assert_eq!(&found, figure, "{column} of {team}, {edition}");
            }
        }
        for ranking in &self.rankings {
            let table = self.table(&ranking.codes, ranking.terms);
            let places: Vec<String> = table
                .rows
                .chunk_by(|a, b| a.rank == b.rank)
                .map(|level| level.iter().map(|row| self.name(row.team)).collect::<Vec<_>>().join("="))
                .collect();
            assert_eq!(places.join(" "), ranking.order, "{} {:?}", ranking.codes, ranking.terms);
        }
    }

    /// As it is printed: decimals where the figure has some.
    fn figure(&self, team: &str, column: &str, terms: Terms, printed: &str) -> String {
        let list = if TieBreak::read(column).is_ok() { column } else { "MP,GP" };
        let table = self.table(list, terms);
        let row: &Row = table.rows.iter().find(|row| self.name(row.team) == team).unwrap();
        match column {
            "place" => row.rank.to_string(),
            "w" => row.tally.won.to_string(),
            "d" => row.tally.drawn.to_string(),
            "l" => row.tally.lost.to_string(),
            code => {
                let value = row.value(Criterion::Fide(TieBreak::read(code).unwrap())).unwrap();
                match value {
                    Value::Number(number) if printed.contains('.') => decimals(*number),
                    value => value.to_string(),
                }
            }
        }
    }
}

/// A game of the team named first, which has White.
fn game(board: u32, points: &str) -> BoardResult {
    let result = match points {
        "1" => GameResult::WhiteWin,
        "½" => GameResult::Draw,
        "0" => GameResult::BlackWin,
        other => panic!("{other}"),
    };
    BoardResult { board, game: 1, home_colour: Colour::White, result }
}

/// Rounded to two places.
fn decimals(number: Fraction) -> String {
    let hundredths = (200 * number.numerator() + number.denominator()) / (2 * number.denominator());
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

macro_rules! golden {
    ($file:literal) => {
        Event::read(include_str!(concat!("../../../tests/golden/tiebreaks/", $file)))
    };
}

#[test]
fn fides_exercise_is_reproduced_in_both_editions() {
    golden!("c07-exercise.txt").holds();
}

#[test]
fn the_edition_of_2026_changes_the_team_that_won_without_play_alone() {
    let event = golden!("c07-exercise.txt");
    let codes = "BH,BH/C1,BH:GP,BH:GP/C1,EMMSB,EMMSB/C1,EGMSB,EMGSB,EGGSB,SSSC";
    let values = |edition: &str| {
        let table = event.table(codes, terms(edition));
        let of = |row: &Row| row.criteria.iter().map(|tried| tried.outcome.value().cloned()).collect::<Vec<_>>();
        table.rows.iter().map(|row| (row.team, of(row))).collect::<BTreeMap<_, _>>()
    };
    let (earlier, later) = (values("2023"), values("2026"));
    let changed: Vec<u32> = earlier.keys().filter(|team| earlier[team] != later[team]).map(|team| team.0).collect();
    assert_eq!(changed, [1]);
}

#[test]
fn the_friendship_cup_is_reproduced() {
    golden!("friendship-cup-2024.txt").holds();
}

#[test]
fn boards_part_two_teams_by_all_their_games_or_by_their_own_match() {
    let event = golden!("c07-exercise.txt");
    // all games are what the text asks for; most are not known here
    let as_written = event.table("MP,EDEBT", terms("2023"));
    let rank = |table: &Standings, name: &str| table.rows.iter().find(|row| event.name(row.team) == name).unwrap().rank;
    assert_eq!(rank(&as_written, "11"), rank(&as_written, "14"));
    let own_match = event.table("MP,EDEBT", terms("2023 own_match"));
    assert_eq!(rank(&own_match, "11") + 1, rank(&own_match, "14"));

    // their match alone: 3½ and 6½, lower first; 1 and 0; 2 and 1
    let mut alone = event.results.clone();
    alone.matches.retain(|met| (met.home, met.away) == (TeamNumber(11), TeamNumber(14)));
    alone.matches[0].round = 1;
    alone.byes.clear();
    (alone.teams, alone.rounds_started) = (vec![TeamNumber(11), TeamNumber(14)], 1);
    for (code, ours, theirs) in [("BC", "3½", "6½"), ("TBR", "1 ½ ½ 0", "0 ½ ½ 1"), ("BBE", "2 1½ 1", "1 ½ 0")]
    {
        let rules = RankingRules::of_codes(code, MatchPointScale::TWO_ONE_NIL, terms("2026")).unwrap();
        let table = standings(&alone, &rules, None).unwrap();
        let shown: Vec<(u32, String)> =
            table.rows.iter().map(|row| (row.team.0, row.criteria[0].outcome.value().unwrap().to_string())).collect();
        assert_eq!(shown, [(11, ours.to_owned()), (14, theirs.to_owned())], "{code}");
    }
}

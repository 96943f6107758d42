//! Individual results: what each player scored in games played over the board, best percentage first.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::points::GamePoints;
use super::standings::Fraction;

/// A game, seen from one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGame {
    pub person: String,
    pub team: String,
    /// The player's number in the team.
    pub number: Option<u32>,
    /// In which match of the team; each is a round of it.
    pub round: u32,
    pub group: String,
    pub board: u32,
    pub points: GamePoints,
    /// False: won or lost because somebody did not appear.
    pub over_the_board: bool,
}

/// Which games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Overall,
    /// All games of the players with this number in their teams.
    PlayerNumber(u32),
    /// The games at this board, whoever sat there.
    Board(u32),
}

impl Scope {
    pub fn takes(self, game: &PlayerGame) -> bool {
        match self {
            Scope::Overall => true,
            Scope::PlayerNumber(number) => game.number == Some(number),
            Scope::Board(board) => game.board == board,
        }
    }
}

/// A game without play: it enters neither the percentage nor the rounds that the player played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walkover {
    pub group: String,
    pub round: u32,
    pub board: u32,
    pub points: GamePoints,
}

/// What a player scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub person: String,
    pub team: String,
    pub number: Option<u32>,
    /// Games played over the board: as many rounds.
    pub games: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub points: GamePoints,
    pub walkovers: Vec<Walkover>,
    /// Matches of the own team in which anything was played over the board.
    pub team_rounds: u32,
    /// So many rounds as the prizes ask for.
    pub minimum_reached: bool,
    /// Among those who reached the minimum.
    pub rank: Option<u32>,
    /// The place is shared.
    pub tied: bool,
}

impl Line {
    fn new(game: &PlayerGame, team_rounds: u32) -> Self {
        Self {
            person: game.person.clone(),
            team: game.team.clone(),
            number: game.number,
            games: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            points: GamePoints::ZERO,
            walkovers: Vec::new(),
            team_rounds,
            minimum_reached: false,
            rank: None,
            tied: false,
        }
    }

    fn add(&mut self, game: &PlayerGame) {
        if !game.over_the_board {
            self.walkovers.push(Walkover {
                group: game.group.clone(),
                round: game.round,
                board: game.board,
                points: game.points,
            });
            return;
        }
        self.games += 1;
        self.points += game.points;
        match game.points {
            GamePoints::WIN => self.won += 1,
            GamePoints::DRAW => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    /// The part of the points at stake in the games played; none without a game.
    pub fn share(&self) -> Option<Fraction> {
        (self.games > 0).then(|| Fraction::new(i64::from(self.points.0), 2 * i64::from(self.games)))
    }

    /// Better first.
    fn compare(&self, other: &Self) -> Ordering {
        other.share().cmp(&self.share())
    }
}

/// A share in per cent with one decimal, halves of the last rounded up: for people, nothing is decided by it.
pub fn in_per_cent(share: Fraction) -> String {
    let tenths = (share.numerator() * 2000 + share.denominator()) / (2 * share.denominator());
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Whether so many rounds of so many are so many per cent of them at least.
pub fn reaches(rounds: u32, of: u32, percent: u32) -> bool {
    rounds > 0 && u64::from(rounds) * 100 >= u64::from(of) * u64::from(percent)
}

/// Every player with a game in the scope: first those who reached the minimum, by percentage and ranked; then the others.
pub fn individual_results(games: &[PlayerGame], scope: Scope, minimum_percent: u32) -> Vec<Line> {
    let team_rounds = rounds_of_teams(games);
    let mut lines: BTreeMap<(&str, &str), Line> = BTreeMap::new();
    for game in games.iter().filter(|game| scope.takes(game)) {
        let rounds = team_rounds.get(game.team.as_str()).copied().unwrap_or_default();
        lines.entry((&game.team, &game.person)).or_insert_with(|| Line::new(game, rounds)).add(game);
    }
    let mut lines: Vec<Line> = lines.into_values().collect();
    for line in &mut lines {
        line.minimum_reached = reaches(line.games, line.team_rounds, minimum_percent);
    }
    lines.sort_by(|one, other| {
        other
            .minimum_reached
            .cmp(&one.minimum_reached)
            .then_with(|| one.compare(other))
            .then_with(|| (other.games, &one.team, &one.person).cmp(&(one.games, &other.team, &other.person)))
    });
    rank(&mut lines);
    lines
}

/// Those level share the place, and the next places are left out.
fn rank(lines: &mut [Line]) {
    let qualified = lines.iter().take_while(|line| line.minimum_reached).count();
    let mut place = 0;
    for index in 0..qualified {
        let level = |one: usize, other: usize| lines[one].compare(&lines[other]) == Ordering::Equal;
        let with_above = index > 0 && level(index, index - 1);
        let with_below = index + 1 < qualified && level(index, index + 1);
        if !with_above {
            place = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
        lines[index].rank = Some(place);
        lines[index].tied = with_above || with_below;
    }
}

/// In how many of its matches each team had a game over the board.
fn rounds_of_teams(games: &[PlayerGame]) -> BTreeMap<&str, u32> {
    let played: BTreeSet<(&str, &str, u32)> = games
        .iter()
        .filter(|game| game.over_the_board)
        .map(|game| (game.team.as_str(), game.group.as_str(), game.round))
        .collect();
    let mut rounds = BTreeMap::new();
    for (team, ..) in played {
        *rounds.entry(team).or_default() += 1;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::{Line, PlayerGame, Scope, in_per_cent, individual_results, reaches};
    use crate::domain::points::GamePoints;
    use crate::domain::standings::Fraction;

    fn game(team: &str, number: u32, round: u32, board: u32, halves: i32) -> PlayerGame {
        PlayerGame {
            person: format!("{team} {number}"),
            team: team.to_owned(),
            number: Some(number),
            round,
            group: "A".to_owned(),
            board,
            points: GamePoints(halves),
            over_the_board: true,
        }
    }

    fn of<'a>(lines: &'a [Line], person: &str) -> &'a Line {
        lines.iter().find(|line| line.person == person).unwrap()
    }

    fn golden() -> (Vec<PlayerGame>, Vec<(u32, String, String)>) {
        let text = include_str!("../../tests/golden/individual/olympiad-2022-board-prizes.txt");
        let (mut games, mut published) = (Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((number, rest)) = line.strip_prefix("published ").and_then(|line| line.split_once(' ')) {
                let (name, figures) = rest.split_once(" = ").unwrap();
                published.push((number.parse().unwrap(), name.to_owned(), figures.to_owned()));
                continue;
            }
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            for (round, cell) in (1..).zip(cells[3].split(' ')).filter(|(_, cell)| *cell != "..") {
                let halves = match &cell[1..] {
                    "+" => 2,
                    "=" => 1,
                    _ => 0,
                };
                let mut one = game(cells[0], cells[1].parse().unwrap(), round, cell[..1].parse().unwrap(), halves);
                one.person = cells[2].to_owned();
                games.push(one);
            }
        }
        (games, published)
    }

    #[test]
    fn points_and_games_are_those_published_with_the_board_prizes_of_2022() {
        let (games, published) = golden();
        assert_eq!((games.len(), published.len()), (176, 5));
        for (number, name, figures) in published {
            let lines = individual_results(&games, Scope::PlayerNumber(number), 50);
            let line = of(&lines, &name);
            assert_eq!(format!("{}/{}", line.points.0, line.games), figures, "{name}");
            assert_eq!((line.team_rounds, line.minimum_reached), (11, true));
            assert_eq!(line.games, line.won + line.drawn + line.lost);
        }
        // By percentage the first of all is the third board of England, who left three rounds out.
        let all = individual_results(&games, Scope::Overall, 50);
        assert_eq!((all[0].person.as_str(), all[0].rank), ("Howell, David W L", Some(1)));
        assert_eq!(in_per_cent(all[0].share().unwrap()), "93.8");
        // He played at boards 2 and 3; at board 3 alone he sat six times.
        assert_eq!(of(&individual_results(&games, Scope::Board(3), 50), "Howell, David W L").games, 6);
        // Four rounds of eleven are too few, and the percentage earns no place.
        let few = of(&all, "Vokhidov, Shamsiddin");
        assert_eq!((few.games, few.minimum_reached, few.rank), (4, false, None));
    }

    #[test]
    fn half_of_the_rounds_is_reached_exactly_and_not_by_one_less() {
        assert!(reaches(5, 10, 50) && !reaches(4, 10, 50));
        assert!(reaches(6, 11, 50) && !reaches(5, 11, 50), "five of eleven are less than half");
        assert!(!reaches(0, 0, 50));
    }

    #[test]
    fn equal_shares_of_different_games_share_the_place() {
        let mut games: Vec<_> =
            (1..=4).flat_map(|round| [game("A", 1, round, 1, 2), game("B", 1, round, 1, 1)]).collect();
        games.extend([game("B", 2, 1, 2, 2), game("B", 2, 2, 2, 0)]);
        games.extend([game("A", 2, 1, 2, 0), game("A", 2, 2, 2, 0)]);
        let lines = individual_results(&games, Scope::Overall, 50);
        let places: Vec<_> = lines.iter().map(|line| (line.person.as_str(), line.rank, line.tied)).collect();
        assert_eq!(
            places,
            [("A 1", Some(1), false), ("B 1", Some(2), true), ("B 2", Some(2), true), ("A 2", Some(4), false)]
        );
    }

    #[test]
    fn a_walkover_is_listed_and_counts_neither_as_a_game_nor_as_a_round_of_anybody() {
        let absent = PlayerGame { over_the_board: false, ..game("A", 1, 2, 1, 2) };
        let nobody_came = PlayerGame { over_the_board: false, ..game("A", 1, 3, 1, 2) };
        let games = [game("A", 1, 1, 1, 0), absent, game("A", 2, 2, 2, 1), nobody_came];
        let lines = individual_results(&games, Scope::Overall, 50);
        let line = of(&lines, "A 1");
        assert_eq!((line.games, line.lost, line.points), (1, 1, GamePoints::ZERO));
        assert_eq!(line.walkovers.iter().map(|game| game.round).collect::<Vec<_>>(), [2, 3]);
        assert_eq!((line.team_rounds, line.minimum_reached), (2, true), "a match without a game is no round");
        let without = individual_results(&games[1..2], Scope::Overall, 50);
        assert_eq!((without[0].share(), without[0].rank), (None, None));
    }

    #[test]
    fn percentages_read_as_they_were_printed() {
        // Women's Olympiad 1957: 12 of 14, printed as 85.7; and 9 of 11.
        assert_eq!(in_per_cent(Fraction::new(24, 28)), "85.7");
        assert_eq!(in_per_cent(Fraction::new(18, 22)), "81.8");
        assert_eq!(in_per_cent(Fraction::new(1, 1)), "100.0");
        assert_eq!(in_per_cent(Fraction::new(1, 16)), "6.3");
        assert_eq!(in_per_cent(Fraction::ZERO), "0.0");
    }
}

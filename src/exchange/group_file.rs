//! A group of a championship as files show it: TRF26, and the results as CSV.

use std::collections::BTreeMap;

use super::csv::ResultRow;
use super::trf::event::{
    BoardResult, ByeKind, Event, EventBoard, EventBye, EventMatch, EventRound, EventTeam, MatchScore, Outcome,
    Particulars, Score, Scoring, compose, forfeit_of,
};
use super::trf::{Colour as Letter, Header, HeaderKind, Player, TrfFault, write};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{self, GameResult, MatchPointScale, MatchResult};

/// The columns that the format has for a name of a person, of a team, and a team's short name.
const PERSON: usize = 33;
const TEAM: usize = 32;
const SHORT: usize = 5;
/// A text of the head has no width; this is enough for every title.
const HEAD: usize = 200;

/// A group, as far as it has been played.
#[derive(Clone, Debug)]
pub struct GroupFile {
    pub title: String,
    pub city: String,
    /// Code of the federation that organizes.
    pub federation: String,
    /// ISO dates.
    pub starts_on: String,
    pub ends_on: String,
    /// How many rounds the group plays, and the dates of all of them.
    pub round_dates: Vec<String>,
    pub scale: MatchPointScale,
    /// Of the team named first, board by board.
    pub board_colours: Vec<Colour>,
    pub teams: Vec<FileTeam>,
    /// The rounds that have started.
    pub rounds: Vec<FileRound>,
}

#[derive(Clone, Debug)]
pub struct FileTeam {
    pub number: TeamNumber,
    pub name: String,
    pub federation: String,
    pub rank: Option<u32>,
    /// In the order of the boards.
    pub players: Vec<FilePlayer>,
}

#[derive(Clone, Debug)]
pub struct FilePlayer {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct FileRound {
    pub number: u32,
    pub matches: Vec<FileMatch>,
    /// The team that the tables of rounds leave without an opponent.
    pub free: Option<TeamNumber>,
}

#[derive(Clone, Debug)]
pub struct FileMatch {
    pub table: u32,
    pub first: FileSide,
    pub second: FileSide,
    /// Board by board; none before the result is confirmed.
    pub results: Option<Vec<GameResult>>,
}

#[derive(Clone, Debug)]
pub struct FileSide {
    pub team: TeamNumber,
    /// Ids of the players by board.
    pub line_up: BTreeMap<u32, String>,
}

impl GroupFile {
    /// The bytes of a TRF26 file. Names are cut where the format has no more room for them.
    pub fn trf(&self) -> Result<Vec<u8>, Vec<TrfFault>> {
        let numbers = self.player_numbers();
        let particulars = Particulars {
            headers: self.headers(numbers.len()),
            round_dates: self.round_dates.iter().map(|date| date.get(2..).map(|date| date.replace('-', "/"))).collect(),
            players: self.players(&numbers),
        };
        write(&compose(&self.event(&numbers), &particulars)?)
    }

    /// Every board of every started round.
    pub fn results(&self) -> Vec<ResultRow> {
        let names: BTreeMap<&str, &str> = self
            .teams
            .iter()
            .flat_map(|team| &team.players)
            .map(|player| (player.id.as_str(), player.name.as_str()))
            .collect();
        let name =
            |player: Option<&String>| player.and_then(|id| names.get(id.as_str())).map(|name| (*name).to_owned());
        let team = |number| self.teams.iter().find(|team| team.number == number);
        let named = |number| team(number).map(|team| team.name.clone()).unwrap_or_default();
        let mut rows = Vec::new();
        for round in &self.rounds {
            for game in &round.matches {
                for (board, colour) in (1..).zip(&self.board_colours) {
                    let (white, black) = if *colour == Colour::White {
                        (&game.first, &game.second)
                    } else {
                        (&game.second, &game.first)
                    };
                    let result = game.results.as_ref().and_then(|results| results.get(board as usize - 1));
                    rows.push(ResultRow {
                        round: round.number,
                        table: game.table,
                        board,
                        white_team: named(white.team),
                        white_player: name(white.line_up.get(&board)),
                        white_points: result.map(|result| result.points(Colour::White)),
                        black_points: result.map(|result| result.points(Colour::Black)),
                        black_player: name(black.line_up.get(&board)),
                        black_team: named(black.team),
                        forfeit: result.is_some_and(|result| !result.over_the_board()),
                    });
                }
            }
        }
        rows
    }

    /// From 1, team by team.
    fn player_numbers(&self) -> BTreeMap<&str, u32> {
        self.teams.iter().flat_map(|team| &team.players).map(|player| player.id.as_str()).zip(1..).collect()
    }

    fn headers(&self, players: usize) -> Vec<Header> {
        let slashes = |date: &str| date.replace('-', "/");
        let texts = [
            (HeaderKind::Name, self.title.clone()),
            (HeaderKind::City, self.city.clone()),
            (HeaderKind::Federation, self.federation.clone()),
            (HeaderKind::StartDate, slashes(&self.starts_on)),
            (HeaderKind::EndDate, slashes(&self.ends_on)),
            (HeaderKind::PlayerCount, players.to_string()),
            (HeaderKind::TeamCount, self.teams.len().to_string()),
            (HeaderKind::Type, "Round robin for teams (Berger)".to_owned()),
            (HeaderKind::TypeCode, "BERGER_TEAM_ROUNDROBIN_G1".to_owned()),
        ];
        texts.into_iter().map(|(kind, text)| Header { kind, text: fitted(&text, HEAD) }).collect()
    }

    fn players(&self, numbers: &BTreeMap<&str, u32>) -> Vec<Player> {
        let of_team = |team: &FileTeam| {
            let federation = fitted(&team.federation, 3);
            let players = team.players.iter().filter_map(move |player| {
                let number = *numbers.get(player.id.as_str())?;
                let (name, federation) = (fitted(&player.name, PERSON), federation.clone());
                Some(Player { number, name, federation, ..Player::default() })
            });
            players.collect::<Vec<_>>()
        };
        self.teams.iter().flat_map(of_team).collect()
    }

    fn event(&self, numbers: &BTreeMap<&str, u32>) -> Event {
        let mut scores: BTreeMap<TeamNumber, Score> = BTreeMap::new();
        let rounds: Vec<EventRound> = self.rounds.iter().map(|round| self.round(round, numbers, &mut scores)).collect();
        Event {
            rounds_announced: u32::try_from(self.round_dates.len()).ok().filter(|rounds| *rounds > 0),
            initial_colour: None,
            board_colours: self.board_colours.iter().copied().map(letter).collect(),
            scoring: Scoring {
                match_win: self.scale.win,
                match_draw: self.scale.draw,
                match_loss: self.scale.loss,
                ..Scoring::default()
            },
            pairing_bye: Score::default(),
            teams: self
                .teams
                .iter()
                .map(|team| EventTeam {
                    number: team.number,
                    name: fitted(&team.name, TEAM),
                    short_name: fitted(&team.federation, SHORT),
                    strength: None,
                    rank: team.rank,
                    members: team
                        .players
                        .iter()
                        .filter_map(|player| numbers.get(player.id.as_str()).copied())
                        .collect(),
                    score: scores.get(&team.number).copied().unwrap_or_default(),
                })
                .collect(),
            rounds,
            requested_byes: Vec::new(),
            adjustments: Vec::new(),
            accelerations: Vec::new(),
            forbidden_pairs: Vec::new(),
        }
    }

    fn round(
        &self,
        round: &FileRound,
        numbers: &BTreeMap<&str, u32>,
        scores: &mut BTreeMap<TeamNumber, Score>,
    ) -> EventRound {
        let mut matches: Vec<EventMatch> =
            round.matches.iter().map(|game| self.match_of(round.number, game, numbers)).collect();
        matches.sort_by_key(|entry| entry.first.min(entry.second));
        for entry in &matches {
            let Some(score) = entry.score else { continue };
            for (team, score) in [(entry.first, score.first), (entry.second, score.second)] {
                let sum = scores.entry(team).or_default();
                sum.match_points += score.match_points;
                sum.game_points += score.game_points;
            }
        }
        let byes = round.free.map(|team| EventBye { team, kind: ByeKind::Pairing, score: Score::default() });
        EventRound { number: round.number, matches, byes: byes.into_iter().collect() }
    }

    fn match_of(&self, round: u32, game: &FileMatch, numbers: &BTreeMap<&str, u32>) -> EventMatch {
        let player =
            |side: &FileSide, board: u32| side.line_up.get(&board).and_then(|id| numbers.get(id.as_str())).copied();
        let boards: Vec<EventBoard> = (1..)
            .zip(&self.board_colours)
            .map(|(number, colour)| {
                let (white, black) =
                    if *colour == Colour::White { (&game.first, &game.second) } else { (&game.second, &game.first) };
                let result = game.results.as_ref().and_then(|results| results.get(number as usize - 1));
                EventBoard {
                    number,
                    first_has: letter(*colour),
                    white: player(white, number),
                    black: player(black, number),
                    result: result.map(|result| board_result(*result)),
                }
            })
            .collect();
        let score = game.results.as_ref().and_then(|results| self.score(results));
        let forfeit = forfeit_of(&boards);
        EventMatch { round, first: game.first.team, second: game.second.team, boards, forfeit, score }
    }

    fn score(&self, results: &[GameResult]) -> Option<MatchScore> {
        let games = (1..).zip(results).zip(&self.board_colours).map(|((board, result), colour)| result::BoardResult {
            board,
            game: 1,
            home_colour: *colour,
            result: *result,
        });
        let games: Vec<_> = games.collect();
        let result = MatchResult::from_boards(&games, u32::try_from(self.board_colours.len()).ok()?).ok()?;
        let (first, second) = result.match_points(&self.scale);
        let score = |match_points: MatchPoints, game_points: GamePoints| Score { match_points, game_points };
        Some(MatchScore { first: score(first, result.home), second: score(second, result.away) })
    }
}

fn letter(colour: Colour) -> Letter {
    match colour {
        Colour::White => Letter::White,
        Colour::Black => Letter::Black,
    }
}

fn board_result(result: GameResult) -> BoardResult {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    let (white, black) = match result {
        GameResult::WhiteWin => (Win, Loss),
        GameResult::Draw => (Draw, Draw),
        GameResult::BlackWin => (Loss, Win),
        GameResult::WhiteForfeitWin => (ForfeitWin, ForfeitLoss),
        GameResult::BlackForfeitWin => (ForfeitLoss, ForfeitWin),
        GameResult::BothForfeit => (ForfeitLoss, ForfeitLoss),
        GameResult::BothLost => (Loss, Loss),
    };
    BoardResult { white, black, unrated: false }
}

/// A text as it can stand in so many columns: in one line, without blanks around it, cut if it must be.
fn fitted(text: &str, columns: usize) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let text: String = text.chars().filter(|letter| *letter != '\u{feff}').map(plain).collect();
    let cut: String = text.trim().chars().take(columns).collect();
    cut.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::csv;
    use crate::exchange::trf::event::{Readings, derive};
    use crate::exchange::trf::read;

    const BOARDS: [Colour; 4] = [Colour::White, Colour::Black, Colour::White, Colour::Black];

    /// Three teams of five; in round 2 one board stays empty, in round 3 neither team comes.
    fn group() -> GroupFile {
        let player = |team: u32, place: u32| FilePlayer {
            id: format!("per_{team}{place}"),
            name: format!("Team {team}'s player {place}, with a name that the format has no room for"),
        };
        let team = |number: u32, federation: &str| FileTeam {
            number: TeamNumber(number),
            name: format!("=Land {number}\r\n"),
            federation: federation.to_owned(),
            rank: Some(number),
            players: (1..=5).map(|place| player(number, place)).collect(),
        };
        let side = |team: u32, line_up: &[(u32, u32)]| FileSide {
            team: TeamNumber(team),
            line_up: line_up.iter().map(|(board, place)| (*board, format!("per_{team}{place}"))).collect(),
        };
        let usual = [(1, 1), (2, 2), (3, 3), (4, 4)];
        use GameResult::{BlackForfeitWin, BlackWin, BothForfeit, BothLost, Draw, WhiteForfeitWin, WhiteWin};
        let round = |number, free, first, second, results: Option<[GameResult; 4]>| FileRound {
            number,
            free: Some(TeamNumber(free)),
            matches: vec![FileMatch { table: 1, first, second, results: results.map(Vec::from) }],
        };
        GroupFile {
            title: "Cup\nof 1960".to_owned(),
            city: "Leipzig".to_owned(),
            federation: "GDR".to_owned(),
            starts_on: "1960-07-16".to_owned(),
            ends_on: "1960-07-31".to_owned(),
            round_dates: ["1960-07-17", "1960-07-18", "1960-07-19"].map(str::to_owned).to_vec(),
            scale: MatchPointScale::TWO_ONE_NIL,
            board_colours: BOARDS.to_vec(),
            teams: vec![team(1, "GDR"), team(2, "URS"), team(3, "USA")],
            rounds: vec![
                round(1, 3, side(2, &usual), side(1, &usual), Some([WhiteWin, Draw, BothLost, BlackWin])),
                round(
                    2,
                    1,
                    side(3, &usual),
                    side(2, &[(1, 1), (2, 3), (4, 5)]),
                    Some([BlackWin, Draw, WhiteForfeitWin, BlackForfeitWin]),
                ),
                round(3, 2, side(1, &usual), side(3, &usual), Some([BothForfeit; 4])),
            ],
        }
    }

    #[test]
    fn a_group_comes_back_from_its_file() {
        let group = group();
        let bytes = group.trf().expect("can be written");
        let file = read(&bytes).expect("can be read").file;
        assert_eq!(file.header(HeaderKind::Name), Some("Cup of 1960"));
        let event = derive(&file, &Readings::default()).expect("in one way only");
        assert_eq!(event, group.event(&group.player_numbers()));
        let scores: Vec<_> =
            event.teams.iter().map(|team| (team.score.match_points.0, team.score.game_points.0)).collect();
        // 2 beats 1 by 2½:½ and loses to 3 by 1½:2½; of 1 and 3 nobody comes
        assert_eq!(scores, [(0, 1), (2, 5 + 3), (2, 5)]);
        assert_eq!(file.players().map(|player| player.name.chars().count()).max(), Some(PERSON));
    }

    #[test]
    fn an_open_match_is_open_in_the_file_too() {
        let mut group = group();
        group.rounds.truncate(1);
        group.rounds[0].matches[0].results = None;
        let event = derive(&read(&group.trf().expect("a file")).expect("readable").file, &Readings::default());
        let event = event.expect("in one way only");
        assert_eq!(event.rounds[0].matches[0].score, None);
        assert_eq!(event, group.event(&group.player_numbers()));
        assert_eq!(group.results()[0].white_points, None);
    }

    #[test]
    fn results_go_board_by_board_in_the_colours_of_the_boards() {
        let text = String::from_utf8(csv::results(&group().results()).expect("a table")).expect("UTF-8");
        assert_eq!(group().results().len(), 12);
        let name =
            |team, place| format!("\"Team {team}'s player {place}, with a name that the format has no room for\"");
        let teams = |number| format!("\"'=Land {number}\r\n\"");
        assert!(
            text.contains(&format!("1,1,2,{},{},0.5,0.5,{},{},no", teams(1), name(1, 2), name(2, 2), teams(2))),
            "{text}"
        );
        assert!(text.contains(&format!("2,1,3,{},{},1.0,0.0,,{},yes", teams(3), name(3, 3), teams(2))), "{text}");
    }
}

//! From an event in a file to the facts that its standings are made of.

use super::trf::event::{self, Event, EventMatch, Score};
use super::trf::{Colour as Letter, HeaderKind, TrfFile};
use crate::domain::pairing::ScoreKind;
use crate::domain::pairing::colour::Colour;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{BoardResult, GameResult, MatchPointScale, MatchResult};
use crate::domain::standings::{self, ByeKind, Edition, GroupBye, GroupMatch, GroupResults, PairingMode, Terms};
use crate::exchange::swiss::type_code::TypeCode;

/// The list that is used where neither the file nor anybody else names one.
pub const USUAL_LIST: &str = "PTS,MPvGP";

/// The facts of an event. Match points against the usual scoring (record 299) stand beside the result of the match;
/// penalties and bonuses beside the rounds.
pub fn facts(file: &TrfFile, event: &Event) -> GroupResults {
    let pairing = pairing(file);
    let scale = scale(event);
    let mut facts = GroupResults {
        pairing,
        teams: event.teams.iter().map(|team| team.number).collect(),
        boards: u32::try_from(event.board_colours.len()).unwrap_or(u32::MAX),
        rounds_started: u32::try_from(event.rounds.len()).unwrap_or(u32::MAX),
        matches: Vec::new(),
        byes: Vec::new(),
        exclusions: Vec::new(),
        adjustments: event.adjustments.iter().map(adjustment).collect(),
    };
    for round in &event.rounds {
        for entry in &round.matches {
            let game = group_match(entry);
            let usual = game.result.map(|result| result.match_points(&scale));
            let stated = entry.score.map(|score| (score.first.match_points, score.second.match_points));
            facts.matches.push(GroupMatch { match_points: stated.filter(|_| stated != usual), ..game });
        }
        facts.byes.extend(round.byes.iter().map(|bye| group_bye(round.number, bye, pairing)));
    }
    facts
}

fn adjustment(given: &event::Adjustment) -> standings::Adjustment {
    let Score { match_points, game_points } = given.score;
    standings::Adjustment { team: given.team, round: given.round, match_points, game_points }
}

/// What a match is worth in the file.
pub fn scale(event: &Event) -> MatchPointScale {
    MatchPointScale { win: event.scoring.match_win, draw: event.scoring.match_draw, loss: event.scoring.match_loss }
}

/// The codes of record 212, or those of record 202 after the points, or else [`USUAL_LIST`].
pub fn list(file: &TrfFile) -> String {
    match (file.header(HeaderKind::StandingsOrder), file.header(HeaderKind::TieBreaks)) {
        (Some(whole), _) if !whole.trim().is_empty() => whole.to_owned(),
        (_, Some(after_points)) if !after_points.trim().is_empty() => format!("PTS,{after_points}"),
        _ => USUAL_LIST.to_owned(),
    }
}

/// How the codes of a list are applied: the primary score is the one that stands first in the list, or else that of the
/// type of the event.
pub fn terms(file: &TrfFile, list: &str, edition: Edition) -> Terms {
    let first = list.split(',').next().unwrap_or_default().trim().to_ascii_uppercase();
    let of_the_type = || file.header(HeaderKind::TypeCode).map_or(TypeCode::USUAL, TypeCode::read).primary;
    let primary = match first.as_str() {
        "GP" | "GPTS" => standings::Score::GamePoints,
        "MP" | "MPTS" => standings::Score::MatchPoints,
        _ if of_the_type() == ScoreKind::GamePoints => standings::Score::GamePoints,
        _ => standings::Score::MatchPoints,
    };
    Terms::of(edition, primary)
}

/// Whether everybody meets everybody, by the type of the event.
pub fn pairing(file: &TrfFile) -> PairingMode {
    let code = file.header(HeaderKind::TypeCode).unwrap_or_default().to_ascii_uppercase();
    if code.contains("ROUNDROBIN") { PairingMode::RoundRobin } else { PairingMode::Swiss }
}

fn group_match(entry: &EventMatch) -> GroupMatch {
    let games: Vec<BoardResult> = entry
        .boards
        .iter()
        .filter_map(|board| {
            let home_colour = if board.first_has == Letter::White { Colour::White } else { Colour::Black };
            Some(BoardResult { board: board.number, game: 1, home_colour, result: game_result(board.result?)? })
        })
        .collect();
    let played = entry.boards.iter().any(|board| board.first_outcome().is_some_and(event::Outcome::was_played));
    let result = entry.score.map(|score| MatchResult {
        home: score.first.game_points,
        away: score.second.game_points,
        over_the_board: played,
    });
    // Boards that do not say what the match says (record 299) prove nothing.
    let sum: GamePoints = games.iter().map(BoardResult::home_points).sum();
    let games = if result.is_none_or(|result| result.home == sum) { games } else { Vec::new() };
    GroupMatch { round: entry.round, home: entry.first, away: entry.second, result, games, match_points: None }
}

/// A game as the Laws know it; nothing for ½-0, which they do not.
pub(super) fn game_result(result: event::BoardResult) -> Option<GameResult> {
    use event::Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    Some(match (result.white, result.black) {
        (Win, Loss) => GameResult::WhiteWin,
        (Draw, Draw) => GameResult::Draw,
        (Loss, Win) => GameResult::BlackWin,
        (ForfeitWin, ForfeitLoss) => GameResult::WhiteForfeitWin,
        (ForfeitLoss, ForfeitWin) => GameResult::BlackForfeitWin,
        (ForfeitLoss, ForfeitLoss) => GameResult::BothForfeit,
        (Loss, Loss) => GameResult::BothLost,
        _ => return None,
    })
}

fn group_bye(round: u32, bye: &event::EventBye, pairing: PairingMode) -> GroupBye {
    let Score { match_points, game_points } = bye.score;
    GroupBye { round, team: bye.team, kind: bye_kind(bye, pairing), game_points, match_points }
}

/// A round off of a round robin that was worth nothing is no bye.
pub fn bye_kind(bye: &event::EventBye, pairing: PairingMode) -> ByeKind {
    let Score { match_points, game_points } = bye.score;
    let is_nothing = match_points == MatchPoints::ZERO && game_points == GamePoints::ZERO;
    match bye.kind {
        event::ByeKind::Pairing | event::ByeKind::ZeroPoint if pairing == PairingMode::RoundRobin && is_nothing => {
            ByeKind::Free
        }
        event::ByeKind::Pairing => ByeKind::PairingAllocated,
        event::ByeKind::FullPoint => ByeKind::FullPoint,
        event::ByeKind::HalfPoint => ByeKind::HalfPoint,
        event::ByeKind::ZeroPoint => ByeKind::ZeroPoint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::TeamNumber;
    use crate::domain::standings::{RankingRules, standings};
    use crate::exchange::trf::event::{Readings, derive};
    use crate::exchange::trf::read_text;

    fn read(text: &str) -> (TrfFile, Event) {
        let file = read_text(text).expect("a file");
        let event =
            derive(&file, &Readings { pass_over_player_points: true, ..Readings::default() }).expect("an event");
        (file, event)
    }

    const LATE: &str = include_str!("../../tests/golden/trf/pair/bye_not_twice.trf");

    #[test]
    fn the_table_has_the_points_of_the_file() {
        let (file, event) = read(LATE);
        let facts = facts(&file, &event);
        assert_eq!((facts.pairing, facts.matches.len(), facts.byes.len()), (PairingMode::Swiss, 4, 2));
        let list = "PTS,BH,EMMSB";
        let rules = RankingRules::of_codes(list, scale(&event), terms(&file, list, Edition::Of2026)).expect("codes");
        let table = standings(&facts, &rules, None).expect("a table");
        for row in &table.rows {
            let team = event.teams.iter().find(|team| team.number == row.team).expect("known");
            assert_eq!(
                (row.tally.match_points, row.tally.game_points),
                (team.score.match_points, team.score.game_points)
            );
        }
        // 1 has 4 points against 2 and 3, who have 2 each; 2, 3, 4 and 5 follow by the points of their opponents
        let told: Vec<String> = table
            .rows
            .iter()
            .map(|row| {
                let values = row.criteria.iter().map(|tried| tried.outcome.value().map(ToString::to_string));
                format!("{} {}: {}", row.rank, row.team, values.flatten().collect::<Vec<_>>().join(" "))
            })
            .collect();
        assert_eq!(told[0], "1 1: 4 4 8");
    }

    #[test]
    fn lists_and_scores_are_those_of_the_file() {
        let (file, _) = read(&format!("202 BH:MP/C1,MPvGP\n{LATE}"));
        assert_eq!(list(&file), "PTS,BH:MP/C1,MPvGP");
        let (file, _) = read(&format!("212 GP,DE\n202 BH\n{LATE}"));
        assert_eq!(list(&file), "GP,DE");
        assert_eq!(terms(&file, "GP,DE", Edition::Of2023).primary, standings::Score::GamePoints);
        assert_eq!(terms(&file, "PTS", Edition::Of2026).primary, standings::Score::MatchPoints);
        let (file, _) = read(include_str!("../../tests/golden/trf/pair/game_points_first.trf"));
        assert_eq!(list(&file), USUAL_LIST);
        assert_eq!(terms(&file, USUAL_LIST, Edition::Of2026).primary, standings::Score::GamePoints);
    }

    #[test]
    fn a_round_off_in_a_round_robin_is_no_bye() {
        let (file, event) = read(&LATE.replace("FIDE_TEAM_TYPEA_MP_GP", "BERGER_TEAM_ROUNDROBIN_G1"));
        let facts = facts(&file, &event);
        assert_eq!(facts.pairing, PairingMode::RoundRobin);
        assert!(facts.byes.iter().all(|bye| bye.kind == ByeKind::PairingAllocated), "it was worth something");
        let (file, event) = read(&format!(
            "{}320  0.0  0.0   5   4\r\n",
            LATE.replace("FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_ROUNDROBIN").replace("0000 - U", "0000 - Z")
        ));
        let facts = super::facts(&file, &event);
        assert!(facts.byes.iter().all(|bye| bye.kind == ByeKind::Free), "{:?}", facts.byes);
    }

    /// Three points for the win of round 1, and a point less for the event: 4 + 1 - 1, and the opponents feel it.
    #[test]
    fn points_of_record_299_count_in_the_table() {
        let plain = facts_of(LATE);
        let (file, event) = read(&format!("{LATE}299   -1.0  0.0        1\r\n299 W   3.0   1.0    1    1\r\n"));
        let facts = facts(&file, &event);
        assert_eq!((facts.adjustments.len(), facts.adjustments[0].team), (1, TeamNumber(1)));
        let list = "PTS,BH";
        let rules = RankingRules::of_codes(list, scale(&event), terms(&file, list, Edition::Of2026)).expect("codes");
        let values = |facts: &GroupResults| -> Vec<(u32, String)> {
            let table = standings(facts, &rules, None).expect("a table");
            let told = table.rows.iter().map(|row| {
                let values = row.criteria.iter().filter_map(|tried| tried.outcome.value().map(ToString::to_string));
                (row.team.0, values.collect::<Vec<_>>().join(" "))
            });
            let mut told: Vec<_> = told.collect();
            told.sort();
            told
        };
        let stated: Vec<_> = event.teams.iter().map(|team| team.score.match_points.0.to_string()).collect();
        let (before, after) = (values(&plain), values(&facts));
        let points: Vec<_> = after.iter().map(|(_, values)| values.split(' ').next().unwrap().to_owned()).collect();
        assert_eq!(points, stated);
        assert_eq!((before[0].1.as_str(), after[0].1.as_str()), ("4 4", "4 4"));
    }

    fn facts_of(text: &str) -> GroupResults {
        let (file, event) = read(text);
        facts(&file, &event)
    }
}

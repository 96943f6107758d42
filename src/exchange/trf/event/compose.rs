//! From an event to records: the reverse of `derive`.

use std::collections::BTreeMap;

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{
    Abnormal, AbnormalKind, Cell, CellResult, Colour, ForfeitKind, ForfeitedMatch, GameSymbol, Header, LineUp,
    MatchSymbol, PairingByes, Player, Record, RequestedByeKind, RequestedByes, Team, TrfFile,
};
use super::super::points::TrfPoints;
use super::{ByeKind, Event, EventBoard, EventMatch, EventRound, Outcome, Score, Scoring};
use crate::domain::points::{GamePoints, MatchPoints};

/// What an event does not know: the headers, and who the players are. The players' rounds and points are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Particulars {
    pub headers: Vec<Header>,
    pub round_dates: Vec<Option<String>>,
    pub players: Vec<Player>,
}

/// The records of an event, all that TRF26 asks for; reading them gives the event again.
pub fn compose(event: &Event, particulars: &Particulars) -> Result<TrfFile, Vec<TrfFault>> {
    let mut faults = Vec::new();
    let mut records: Vec<Record> = particulars.headers.iter().cloned().map(Record::Header).collect();
    if !particulars.round_dates.is_empty() {
        records.push(Record::RoundDates(particulars.round_dates.clone()));
    }
    records.extend(event.rounds_announced.map(Record::Rounds));
    records.extend(event.initial_colour.map(Record::InitialColour));
    records.extend(scores(&event.scoring));
    if !event.board_colours.is_empty() {
        records.push(Record::BoardColours(event.board_colours.clone()));
    }
    let mut cells = Cells::default();
    let mut of_rounds = Vec::new();
    for round in &event.rounds {
        for entry in &round.matches {
            cells.add(entry, &mut faults);
            of_rounds.extend(match_records(event, entry));
        }
    }
    records.extend(players(event, particulars, &mut cells, &mut faults).into_iter().map(Record::Player));
    records.extend(event.teams.iter().map(|team| {
        Record::Team(Team {
            number: team.number.0,
            name: team.name.clone(),
            short_name: team.short_name.clone(),
            strength: team.strength,
            match_points: Some(TrfPoints::of_whole(team.score.match_points.0)),
            game_points: Some(TrfPoints::of_halves(team.score.game_points.0)),
            rank: team.rank,
            members: team.members.clone(),
        })
    }));
    records.extend(byes(event).into_iter().map(Record::RequestedByes));
    records.extend(event.accelerations.iter().cloned().map(Record::Acceleration));
    records.extend(event.forbidden_pairs.iter().cloned().map(Record::ForbiddenPairs));
    records.extend(abnormals(event).into_iter().map(Record::Abnormal));
    records.extend(of_rounds);
    records.push(Record::PairingByes(pairing_byes(event)));
    if faults.is_empty() { Ok(TrfFile { records }) } else { Err(faults) }
}

/// Records 162 and 362, where the values are not the usual ones.
fn scores(scoring: &Scoring) -> Vec<Record> {
    let usual = Scoring::default();
    let of = |points: GamePoints| TrfPoints::of_halves(points.0);
    let games = vec![
        (GameSymbol::Win, of(scoring.game_win)),
        (GameSymbol::Draw, of(scoring.game_draw)),
        (GameSymbol::Loss, of(scoring.game_loss)),
        (GameSymbol::Absence, of(scoring.game_absence)),
    ];
    let of = |points: MatchPoints| TrfPoints::of_whole(points.0);
    let matches = vec![
        (MatchSymbol::Win, of(scoring.match_win)),
        (MatchSymbol::Draw, of(scoring.match_draw)),
        (MatchSymbol::Loss, of(scoring.match_loss)),
    ];
    let games_differ = [scoring.game_win, scoring.game_draw, scoring.game_loss, scoring.game_absence]
        != [usual.game_win, usual.game_draw, usual.game_loss, usual.game_absence];
    let games = games_differ.then_some(Record::GameScores(games));
    games.into_iter().chain([Record::MatchScores(matches)]).collect()
}

/// The rounds of the players, by player and round.
#[derive(Default)]
struct Cells {
    by_player: BTreeMap<(u32, u32), (Cell, Option<Outcome>)>,
}

impl Cells {
    fn add(&mut self, entry: &EventMatch, faults: &mut Vec<TrfFault>) {
        let mut cannot = |detail: String| {
            faults.push(TrfFault::new(TrfRule::CannotBeStated, detail).in_round(entry.round));
        };
        let paired = |board: &EventBoard| board.white.is_some() && board.black.is_some();
        let shows_no_colour = entry.forfeit.is_none() && !entry.boards.iter().any(paired);
        for board in &entry.boards {
            let seats = [(board.white, board.black, Colour::White), (board.black, board.white, Colour::Black)];
            if board.result.is_none() && (board.white.is_none() || board.black.is_none()) {
                cannot(format!(
                    "board {} of teams {} and {} has no players yet",
                    board.number, entry.first, entry.second
                ));
            }
            for (player, opponent, colour) in seats {
                let Some(player) = player else { continue };
                let outcome = board.result.map(|it| if colour == Colour::White { it.white } else { it.black });
                let unrated = board.result.is_some_and(|result| result.unrated);
                let cell = match (opponent, outcome) {
                    (Some(opponent), _) => Cell {
                        opponent: Some(opponent),
                        colour: Some(colour),
                        result: outcome.map(|outcome| letter(outcome, unrated)),
                    },
                    (None, Some(outcome @ (Outcome::ForfeitWin | Outcome::ForfeitLoss))) => {
                        let scheduled = shows_no_colour && outcome == Outcome::ForfeitWin;
                        let colour = scheduled.then_some(colour);
                        Cell { opponent: None, colour, result: Some(letter(outcome, false)) }
                    }
                    (None, _) => {
                        cannot(format!("player {player} has a game but no opponent"));
                        continue;
                    }
                };
                if self.by_player.insert((player, entry.round), (cell, outcome)).is_some() {
                    cannot(format!("player {player} sits at two boards"));
                }
            }
        }
    }
}

fn letter(outcome: Outcome, unrated: bool) -> CellResult {
    match (outcome, unrated) {
        (Outcome::Win, false) => CellResult::Win,
        (Outcome::Draw, false) => CellResult::Draw,
        (Outcome::Loss, false) => CellResult::Loss,
        (Outcome::Win, true) => CellResult::UnratedWin,
        (Outcome::Draw, true) => CellResult::UnratedDraw,
        (Outcome::Loss, true) => CellResult::UnratedLoss,
        (Outcome::ForfeitWin, _) => CellResult::ForfeitWin,
        (Outcome::ForfeitLoss, _) => CellResult::ForfeitLoss,
    }
}

fn players(event: &Event, particulars: &Particulars, cells: &mut Cells, faults: &mut Vec<TrfFault>) -> Vec<Player> {
    let resting = Cell { opponent: None, colour: None, result: Some(CellResult::ZeroPointBye) };
    let players = particulars.players.iter().map(|player| {
        let mut points = GamePoints::ZERO;
        let rounds = event.rounds.iter().map(|round| {
            let (cell, outcome) = cells.by_player.remove(&(player.number, round.number)).unwrap_or((resting, None));
            points += outcome.map_or(GamePoints::ZERO, |outcome| match outcome {
                Outcome::ForfeitLoss if cell.opponent.is_none() => GamePoints::ZERO,
                outcome => event.scoring.game(outcome),
            });
            Some(cell)
        });
        let rounds = rounds.collect();
        Player { rounds, points: Some(TrfPoints::of_halves(points.0)), ..player.clone() }
    });
    let players: Vec<Player> = players.collect();
    for (player, round) in cells.by_player.keys() {
        let detail = format!("nothing is known about player {player}");
        faults.push(TrfFault::new(TrfRule::UnknownPlayer, detail).in_record("001").in_round(*round));
    }
    players
}

/// Record 330 for a match that was not played; record 300 for a side that did not sit in the order of its team, or left
/// a board empty.
fn match_records(event: &Event, entry: &EventMatch) -> Vec<Record> {
    let mut records = Vec::new();
    if let Some(kind) = entry.forfeit {
        let (white, black) = (entry.first.0, entry.second.0);
        records.push(Record::ForfeitedMatch(ForfeitedMatch { kind, round: entry.round, white, black }));
    }
    let first: Vec<Option<u32>> = entry.boards.iter().map(|board| board.first_player()).collect();
    let second: Vec<Option<u32>> = entry.boards.iter().map(|board| board.second_player()).collect();
    for (team, opponent, boards) in [(entry.first, entry.second, first), (entry.second, entry.first, second)] {
        let members = event.teams.iter().find(|known| known.number == team).map(|known| known.members.as_slice());
        let seat =
            |player: &Option<u32>| player.and_then(|player| members?.iter().position(|&member| member == player));
        let in_order = boards.iter().all(Option::is_some) && boards.is_sorted_by_key(seat);
        let nobody = boards.iter().all(Option::is_none);
        let is_shown = |player: u32| {
            entry.boards.iter().any(|board| match (board.first_player(), board.second_player()) {
                (Some(first), Some(second)) => first == player || second == player,
                (Some(first), None) => first == player && board.first_outcome() == Some(Outcome::ForfeitWin),
                (None, Some(second)) => second == player && board.second_outcome() == Some(Outcome::ForfeitWin),
                (None, None) => false,
            })
        };
        let follows = in_order && boards.iter().flatten().all(|&player| is_shown(player));
        if !nobody && !follows {
            let line_up = LineUp { round: entry.round, team: team.0, opponent: opponent.0, boards };
            records.push(Record::LineUp(line_up));
        }
    }
    records
}

fn byes(event: &Event) -> Vec<RequestedByes> {
    let mut byes: BTreeMap<(u32, RequestedByeKind), Vec<u32>> = BTreeMap::new();
    for round in &event.rounds {
        for bye in &round.byes {
            let kind = match bye.kind {
                ByeKind::Pairing => continue,
                ByeKind::FullPoint => RequestedByeKind::Full,
                ByeKind::HalfPoint => RequestedByeKind::Half,
                ByeKind::ZeroPoint => RequestedByeKind::Zero,
            };
            byes.entry((round.number, kind)).or_default().push(bye.team.0);
        }
    }
    for bye in &event.requested_byes {
        byes.entry((bye.round, bye.kind)).or_default().push(bye.team.0);
    }
    byes.into_iter().map(|((round, kind), teams)| RequestedByes { kind, round, teams }).collect()
}

/// Record 320; a bye is never written as a full-point bye, so that nobody is given a second one.
fn pairing_byes(event: &Event) -> PairingByes {
    let team = |round: &EventRound| round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.team.0);
    let mut teams: Vec<Option<u32>> = event.rounds.iter().map(team).collect();
    while teams.last() == Some(&None) {
        teams.pop();
    }
    PairingByes {
        match_points: Some(TrfPoints::of_whole(event.pairing_bye.match_points.0)),
        game_points: Some(TrfPoints::of_halves(event.pairing_bye.game_points.0)),
        teams,
    }
}

/// Record 299 wherever the points are not those that the scoring gives.
fn abnormals(event: &Event) -> Vec<Abnormal> {
    type Case = (u32, AbnormalKind, MatchPoints, GamePoints);
    let mut cases: BTreeMap<Case, Vec<u32>> = BTreeMap::new();
    let mut compare = |round: u32, kind: AbnormalKind, team: u32, usual: Score, score: Score| {
        if usual != score {
            cases.entry((round, kind, score.match_points, score.game_points)).or_default().push(team);
        }
    };
    let scoring = &event.scoring;
    let boards = event.board_colours.len();
    for round in &event.rounds {
        for bye in &round.byes {
            let Some(kind) = bye.kind.abnormal() else { continue };
            let usual = scoring.bye(bye.kind, boards, event.pairing_bye);
            compare(round.number, kind, bye.team.0, usual, bye.score);
        }
        for entry in &round.matches {
            let (Some(score), Some(usual)) = (entry.score, entry.usual_score(scoring)) else { continue };
            compare(round.number, usual[0].0, entry.first.0, usual[0].1, score.first);
            compare(round.number, usual[1].0, entry.second.0, usual[1].1, score.second);
        }
    }
    let typed = cases.into_iter().map(|((round, kind, match_points, game_points), teams)| Abnormal {
        kind,
        match_points: Some(TrfPoints::of_whole(match_points.0)),
        game_points: Some(TrfPoints::of_halves(game_points.0)),
        round: Some(round),
        teams,
    });
    let adjustments = event.adjustments.iter().map(|adjustment| Abnormal {
        kind: AbnormalKind::Adjustment,
        match_points: Some(TrfPoints::of_whole(adjustment.score.match_points.0)),
        game_points: Some(TrfPoints::of_halves(adjustment.score.game_points.0)),
        round: adjustment.round,
        teams: vec![adjustment.team.0],
    });
    typed.chain(adjustments).collect()
}

impl EventMatch {
    /// For the first and the second team: what the match was, and the points that the scoring gives for it. None while a
    /// board has no result.
    pub(in crate::exchange) fn usual_score(&self, scoring: &Scoring) -> Option<[(AbnormalKind, Score); 2]> {
        let mut points = [GamePoints::ZERO; 2];
        for board in &self.boards {
            points[0] += scoring.game(board.first_outcome()?);
            points[1] += scoring.game(board.second_outcome()?);
        }
        let [first, second] = points;
        let kinds = match self.forfeit {
            Some(ForfeitKind::WhiteWins) => [AbnormalKind::ForfeitWin, AbnormalKind::ForfeitLoss],
            Some(ForfeitKind::BlackWins) => [AbnormalKind::ForfeitLoss, AbnormalKind::ForfeitWin],
            Some(ForfeitKind::BothLose) => [AbnormalKind::ForfeitLoss, AbnormalKind::ForfeitLoss],
            None if first > second => [AbnormalKind::Win, AbnormalKind::Loss],
            None if first < second => [AbnormalKind::Loss, AbnormalKind::Win],
            None => [AbnormalKind::Draw, AbnormalKind::Draw],
        };
        let score = |side: usize| {
            let match_points = match kinds[side] {
                AbnormalKind::Win | AbnormalKind::ForfeitWin => scoring.match_win,
                AbnormalKind::Draw => scoring.match_draw,
                _ => scoring.match_loss,
            };
            (kinds[side], Score { match_points, game_points: points[side] })
        };
        Some([score(0), score(1)])
    }
}

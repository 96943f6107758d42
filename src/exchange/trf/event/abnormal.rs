//! Points against the usual scoring (record 299), and what results are worth (162, 362, 320).

use std::collections::BTreeMap;

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{Abnormal, AbnormalKind, GameSymbol, MatchSymbol, Record, TrfFile};
use super::super::points::TrfPoints;
use super::roster::Roster;
use super::{Adjustment, Readings, Score, Scoring, Unnamed, on_all_boards};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};

/// Beyond this nobody counts: sums stay far from the limits of their type.
const MOST_POINTS: TrfPoints = TrfPoints(100_000);

const MOST_ADJUSTMENTS: usize = 10_000;

/// The typed records of 299, by kind, team and round; round 0 stands for all rounds.
pub(super) struct Abnormals {
    by_case: BTreeMap<(AbnormalKind, u32, u32), GivenPoints>,
    pub(super) adjustments: Vec<Adjustment>,
}

type GivenPoints = (Option<MatchPoints>, Option<GamePoints>);

impl Abnormals {
    pub(super) fn of(file: &TrfFile, roster: &Roster<'_>, readings: &Readings, faults: &mut Vec<TrfFault>) -> Self {
        let mut abnormals = Self { by_case: BTreeMap::new(), adjustments: Vec::new() };
        for (place, record) in file.records.iter().enumerate() {
            if let Record::Abnormal(abnormal) = record
                && let Err(fault) = abnormals.add(abnormal, roster, readings)
            {
                fault.on_line(place + 1).in_record("299").note(faults);
            }
        }
        abnormals
    }

    fn add(&mut self, abnormal: &Abnormal, roster: &Roster<'_>, readings: &Readings) -> Result<(), TrfFault> {
        let match_points = abnormal.match_points.map(match_points).transpose()?;
        let game_points = abnormal.game_points.map(game_points).transpose()?;
        for team in named(abnormal, roster, readings)? {
            if roster.team(team).is_none() {
                return Err(TrfFault::new(TrfRule::UnknownTeam, format!("there is no team {team}")));
            }
            if abnormal.kind == AbnormalKind::Adjustment {
                if self.adjustments.len() >= MOST_ADJUSTMENTS {
                    let detail = format!("no event has more than {MOST_ADJUSTMENTS} penalties here");
                    return Err(TrfFault::new(TrfRule::TooLarge, detail));
                }
                let score = Score {
                    match_points: match_points.unwrap_or_default(),
                    game_points: game_points.unwrap_or_default(),
                };
                self.adjustments.push(Adjustment { team: TeamNumber(team), round: abnormal.round, score });
                continue;
            }
            let case = (abnormal.kind, team, abnormal.round.unwrap_or(0));
            if self.by_case.insert(case, (match_points, game_points)).is_some() {
                let detail = format!("team {team} has abnormal points for the same case already");
                return Err(TrfFault::new(TrfRule::StatedTwice, detail));
            }
        }
        Ok(())
    }

    /// The points of a case, or else the usual ones; a record for the round goes before one for all rounds.
    pub(super) fn apply(&self, kind: AbnormalKind, team: u32, round: u32, usual: Score) -> Score {
        let case = |round| self.by_case.get(&(kind, team, round));
        let (match_points, game_points) = case(round).or_else(|| case(0)).copied().unwrap_or_default();
        Score {
            match_points: match_points.unwrap_or(usual.match_points),
            game_points: game_points.unwrap_or(usual.game_points),
        }
    }
}

/// Whom a record is for. If it names nobody, the stated totals of the teams prove that it is for nobody.
fn named(abnormal: &Abnormal, roster: &Roster<'_>, readings: &Readings) -> Result<Vec<u32>, TrfFault> {
    if !abnormal.teams.is_empty() {
        return Ok(abnormal.teams.clone());
    }
    match readings.unnamed_abnormal {
        Some(Unnamed::Everybody) => Ok(roster.teams.iter().map(|team| team.number).collect()),
        Some(Unnamed::Nobody) => Ok(Vec::new()),
        None if roster.teams.iter().all(|team| team.states_points()) => Ok(Vec::new()),
        None => {
            let detail = "the record names no team, and no totals show whether it is for all of them or for none";
            Err(TrfFault::new(TrfRule::ValueMissing, detail))
        }
    }
}

pub(super) fn match_points(points: TrfPoints) -> Result<MatchPoints, TrfFault> {
    let whole = points.whole().filter(|_| points.0.unsigned_abs() <= MOST_POINTS.0.unsigned_abs());
    whole.map(MatchPoints).ok_or_else(|| not_supported(points, "match points are counted in whole points"))
}

pub(super) fn game_points(points: TrfPoints) -> Result<GamePoints, TrfFault> {
    let halves = points.halves().filter(|_| points.0.unsigned_abs() <= MOST_POINTS.0.unsigned_abs());
    halves.map(GamePoints).ok_or_else(|| not_supported(points, "game points are counted in half points"))
}

fn not_supported(points: TrfPoints, how: &str) -> TrfFault {
    let detail = format!("{how}, up to {MOST_POINTS}; not {points}");
    TrfFault::new(TrfRule::PointsNotSupported, detail)
}

/// What the file says results are worth; also what a pairing bye gives to an individual player.
pub(super) fn scoring(file: &TrfFile, faults: &mut Vec<TrfFault>) -> (Scoring, GamePoints) {
    let mut scoring = Scoring::default();
    let mut player_bye = None;
    for (place, record) in file.records.iter().enumerate() {
        let mut note = |fault: TrfFault, code: &str| faults.push(fault.on_line(place + 1).in_record(code));
        match record {
            Record::GameScores(scores) => {
                for &(symbol, points) in scores {
                    match (game_points(points), symbol) {
                        (Ok(points), GameSymbol::Win) => scoring.game_win = points,
                        (Ok(points), GameSymbol::Draw) => scoring.game_draw = points,
                        (Ok(points), GameSymbol::Loss) => scoring.game_loss = points,
                        (Ok(points), GameSymbol::Absence) => scoring.game_absence = points,
                        (Ok(points), GameSymbol::PairingBye) => player_bye = Some(points),
                        (Ok(_), GameSymbol::Unknown) => {}
                        (Err(fault), _) => note(fault, "162"),
                    }
                }
            }
            Record::MatchScores(scores) => {
                for &(symbol, points) in scores {
                    match (match_points(points), symbol) {
                        (Ok(points), MatchSymbol::Win) => scoring.match_win = points,
                        (Ok(points), MatchSymbol::Draw) => scoring.match_draw = points,
                        (Ok(points), MatchSymbol::Loss) => scoring.match_loss = points,
                        (Err(fault), _) => note(fault, "362"),
                    }
                }
            }
            _ => {}
        }
    }
    (scoring, player_bye.unwrap_or(scoring.game_win))
}

/// What a pairing bye gives to a team: record 320, or else the points of a draw.
pub(super) fn pairing_bye(file: &TrfFile, scoring: &Scoring, boards: usize, faults: &mut Vec<TrfFault>) -> Score {
    let mut score = Score { match_points: scoring.match_draw, game_points: on_all_boards(scoring.game_draw, boards) };
    let mut is_stated = false;
    for (place, record) in file.records.iter().enumerate() {
        let Record::PairingByes(byes) = record else { continue };
        if std::mem::replace(&mut is_stated, true) {
            let fault = TrfFault::new(TrfRule::StatedTwice, "there is such a record already");
            fault.on_line(place + 1).in_record("320").note(faults);
        }
        let mut note = |fault: TrfFault| faults.push(fault.on_line(place + 1).in_record("320"));
        match byes.match_points.map(match_points).transpose() {
            Ok(points) => score.match_points = points.unwrap_or(score.match_points),
            Err(fault) => note(fault),
        }
        match byes.game_points.map(game_points).transpose() {
            Ok(points) => score.game_points = points.unwrap_or(score.game_points),
            Err(fault) => note(fault),
        }
    }
    score
}

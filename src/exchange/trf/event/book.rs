//! The entries of an event: matches with their boards and points, byes with their points.

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{Colour, ForfeitKind};
use super::abnormal::Abnormals;
use super::boards::{Meeting, Row, Seat};
use super::meetings::Statements;
use super::roster::Roster;
use super::{BoardResult, ByeKind, EventBoard, EventBye, EventMatch, MatchScore, Outcome, Score, Scoring};
use crate::domain::ids::TeamNumber;

/// Boards of which nothing is known take the other colour than the board before.
pub(super) fn alternating(pattern: &[Option<Colour>]) -> Vec<Colour> {
    let mut colours: Vec<Colour> = Vec::with_capacity(pattern.len());
    for colour in pattern {
        let next = colours.last().map_or(Colour::White, |last| last.other());
        colours.push(colour.unwrap_or(next));
    }
    colours
}

pub(super) struct Book<'a> {
    pub(super) statements: &'a Statements<'a>,
    pub(super) roster: &'a Roster<'a>,
    pub(super) scoring: Scoring,
    pub(super) pairing_bye: Score,
    pub(super) abnormals: &'a Abnormals,
    pub(super) colours: Vec<Colour>,
    pub(super) pattern: Vec<Option<Colour>>,
}

impl Book<'_> {
    pub(super) fn entry(&self, meeting: &Meeting<'_>) -> Result<EventMatch, TrfFault> {
        let rows = meeting.seated(self.roster, self.pattern.len(), &self.pattern)?;
        let stated = self.statements.forfeits.get(&(meeting.round, meeting.left)).map(|(_, forfeited)| *forfeited);
        let left_is_first = match stated {
            Some(forfeited) => forfeited.white == meeting.left,
            None => self.left_is_first(meeting, &rows)?,
        };
        let entries: Vec<EventBoard> = (1..)
            .zip(&rows)
            .zip(&self.colours)
            .map(|((number, row), &colour)| {
                let first = if left_is_first { row.left } else { row.right };
                let second = if left_is_first { row.right } else { row.left };
                let usual = row.left_colour().map(|left| if left_is_first { left } else { left.other() });
                let first_has = usual.unwrap_or(colour);
                let (white, black) = if first_has == Colour::White { (first, second) } else { (second, first) };
                let outcome = |seat: Option<Seat>| match seat {
                    Some(seat) => seat.outcome,
                    None => Some(Outcome::ForfeitLoss),
                };
                let result = outcome(white).zip(outcome(black)).map(|(white_outcome, black_outcome)| BoardResult {
                    white: white_outcome,
                    black: black_outcome,
                    unrated: white.is_some_and(|seat| seat.unrated),
                });
                let player = |seat: Option<Seat>| seat.map(|seat| seat.player);
                EventBoard { number, first_has, white: player(white), black: player(black), result }
            })
            .collect();
        let (first, second) = if left_is_first { (meeting.left, meeting.right) } else { (meeting.right, meeting.left) };
        let forfeit = forfeit_of(&entries);
        if let Some(forfeited) = stated.filter(|forfeited| forfeit != Some(forfeited.kind)) {
            let what = format!("record 330 says {}, which the players' records do not show", forfeited.kind.code());
            return Err(meeting.fault(TrfRule::RecordsDisagree, &what).in_record("330"));
        }
        let [first, second] = [first, second].map(TeamNumber);
        let entry = EventMatch { round: meeting.round, first, second, boards: entries, forfeit, score: None };
        Ok(EventMatch { score: self.score(&entry), ..entry })
    }

    /// The first team has White on the first board; the other boards tell it where that one cannot.
    fn left_is_first(&self, meeting: &Meeting<'_>, rows: &[Row]) -> Result<bool, TrfFault> {
        if let Some(colour) = rows.first().and_then(Row::left_colour) {
            return Ok(colour == Colour::White);
        }
        let told = rows.iter().zip(&self.pattern).filter_map(|(row, of_first)| {
            row.left_colour().zip(*of_first).map(|(colour, of_first)| colour == of_first)
        });
        let told: Vec<bool> = told.collect();
        match told.first() {
            Some(&first) if told.iter().all(|&other| other == first) => Ok(first),
            _ => Err(meeting.fault(TrfRule::RoundAmbiguous, "no record says which team had White on the first board")),
        }
    }

    pub(super) fn bye(&self, round: u32, team: u32, kind: ByeKind) -> EventBye {
        let usual = self.scoring.bye(kind, self.colours.len(), self.pairing_bye);
        let score = kind.abnormal().map_or(usual, |letter| self.abnormals.apply(letter, team, round, usual));
        EventBye { team: TeamNumber(team), kind, score }
    }

    fn score(&self, entry: &EventMatch) -> Option<MatchScore> {
        let [first, second] = entry.usual_score(&self.scoring)?;
        let apply = |(kind, usual), team: TeamNumber| self.abnormals.apply(kind, team.0, entry.round, usual);
        Some(MatchScore { first: apply(first, entry.first), second: apply(second, entry.second) })
    }
}

/// A team is present if one player is: no board was played, and of a team nobody is shown to have come.
pub(in crate::exchange) fn forfeit_of(boards: &[EventBoard]) -> Option<ForfeitKind> {
    let (mut first_came, mut second_came) = (false, false);
    for board in boards {
        let (first, second) = (board.first_outcome()?, board.second_outcome()?);
        if first.was_played() || second.was_played() {
            return None;
        }
        first_came |= first == Outcome::ForfeitWin;
        second_came |= second == Outcome::ForfeitWin;
    }
    match (first_came, second_came) {
        (true, true) => None,
        (true, false) => Some(ForfeitKind::WhiteWins),
        (false, true) => Some(ForfeitKind::BlackWins),
        (false, false) => Some(ForfeitKind::BothLose),
    }
}

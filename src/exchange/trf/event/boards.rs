//! Who sat at which board of a match.
//!
//! A side with a line-up (300) sits by it; a side without one sits in the order of its team. Players who met sit at the
//! same board. What is then still open (a team one short, with no line-up) is closed by the colours of the games, if
//! they leave one way only.

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{Cell, CellResult, Colour};
use super::Outcome;
use super::meetings::Statements;
use super::roster::Roster;

/// A player at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) player: u32,
    pub(super) colour: Option<Colour>,
    /// None while the game goes on.
    pub(super) outcome: Option<Outcome>,
    pub(super) unrated: bool,
}

/// One board: the left team's player, the right team's player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) left: Option<Seat>,
    pub(super) right: Option<Seat>,
}

impl Row {
    pub(super) fn left_colour(&self) -> Option<Colour> {
        let of_right = || self.right.and_then(|seat| seat.colour).map(Colour::other);
        self.left.and_then(|seat| seat.colour).or_else(of_right)
    }

    fn mirrored(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}

/// A match whose games are known, while the boards may not be.
#[derive(Clone, Debug)]
pub(super) struct Meeting<'a> {
    pub(super) round: u32,
    pub(super) left: u32,
    pub(super) right: u32,
    rows: Vec<Row>,
    left_line_up: Option<&'a [Option<u32>]>,
    right_line_up: Option<&'a [Option<u32>]>,
}

impl<'a> Meeting<'a> {
    /// Gathers the games of two teams in a round.
    pub(super) fn of(
        roster: &Roster<'_>,
        statements: &Statements<'a>,
        (round, left, right): (u32, u32, u32),
        faults: &mut Vec<TrfFault>,
    ) -> Self {
        let line_up = |team| statements.line_ups.get(&(round, team)).map(|(_, line_up)| line_up.boards.as_slice());
        let mut meeting =
            Self { round, left, right, rows: Vec::new(), left_line_up: line_up(left), right_line_up: line_up(right) };
        for &member in members(roster, left) {
            let cell = roster.cell(member, round);
            match cell.opponent {
                Some(opponent) => match game(roster, round, (member, cell), opponent) {
                    Ok(row) => meeting.rows.push(row),
                    Err(fault) => faults.push(fault),
                },
                None if cell.result == Some(CellResult::ForfeitWin) => {
                    meeting.rows.push(Row { left: Some(seat(member, cell)), right: None });
                }
                None => {}
            }
        }
        for &member in members(roster, right) {
            let cell = roster.cell(member, round);
            let points_back = |opponent| roster.cell(opponent, round).opponent == Some(member);
            match cell.opponent {
                Some(opponent) if points_back(opponent) => {}
                Some(opponent) => match game(roster, round, (member, cell), opponent) {
                    Ok(row) => meeting.rows.push(row.mirrored()),
                    Err(fault) => faults.push(fault),
                },
                None if cell.result == Some(CellResult::ForfeitWin) => {
                    meeting.rows.push(Row { left: None, right: Some(seat(member, cell)) });
                }
                None => {}
            }
        }
        meeting
    }

    /// The fewest boards that this match needs.
    pub(super) fn boards_needed(&self) -> usize {
        let lists = [self.left_line_up, self.right_line_up].into_iter().flatten().map(<[_]>::len);
        lists.max().unwrap_or(0).max(self.rows.len())
    }

    /// The boards, if one order of them only is possible.
    pub(super) fn seated(
        &self,
        roster: &Roster<'_>,
        boards: usize,
        pattern: &[Option<Colour>],
    ) -> Result<Vec<Row>, TrfFault> {
        if self.boards_needed() > boards {
            let needed = self.boards_needed();
            return Err(self.ambiguous(format!("shows {needed} boards, but matches have {boards}")));
        }
        let players = || self.rows.iter().flat_map(|row| [row.left, row.right]).flatten().map(|seat| seat.player);
        if let Some(player) = players().find(|&player| players().filter(|&other| other == player).count() > 1) {
            return Err(self.disagree(format!("player {player} has two opponents")));
        }
        match (self.left_line_up, self.right_line_up) {
            (None, None) => self.seat_by_team_order(roster, boards, pattern),
            (Some(list), _) => self.seat_by_line_up(roster, boards, pattern, list),
            (None, Some(list)) => {
                let mirrored = Meeting {
                    left: self.right,
                    right: self.left,
                    rows: self.rows.iter().map(|row| row.mirrored()).collect(),
                    left_line_up: self.right_line_up,
                    right_line_up: self.left_line_up,
                    ..*self
                };
                let rows = mirrored.seat_by_line_up(roster, boards, pattern, list)?;
                Ok(rows.into_iter().map(Row::mirrored).collect())
            }
        }
    }

    fn seat_by_team_order(
        &self,
        roster: &Roster<'_>,
        boards: usize,
        pattern: &[Option<Colour>],
    ) -> Result<Vec<Row>, TrfFault> {
        let place = |seat: Option<Seat>| seat.and_then(|seat| roster.seat_of(seat.player)).unwrap_or(0);
        let mut games: Vec<Row> =
            self.rows.iter().filter(|row| row.left.is_some() && row.right.is_some()).copied().collect();
        games.sort_by_key(|row| place(row.left));
        if !games.is_sorted_by_key(|row| place(row.right)) {
            return Err(self.ambiguous("has line-ups out of the order of the teams, and no record 300 states one"));
        }
        let mut order = Vec::with_capacity(self.rows.len());
        for gap in 0..=games.len() {
            let before = |row: &Row, bound: Option<&Row>| match (row.left, row.right, bound) {
                (_, _, None) => true,
                (Some(_), _, Some(bound)) => place(row.left) < place(bound.left),
                (None, _, Some(bound)) => place(row.right) < place(bound.right),
            };
            let (lower, upper) = (gap.checked_sub(1).and_then(|last| games.get(last)), games.get(gap));
            let alone = |row: &&Row| {
                let single = row.left.is_none() || row.right.is_none();
                single && before(row, upper) && !lower.is_some_and(|lower| before(row, Some(lower)))
            };
            let mut singles: Vec<Row> = self.rows.iter().filter(alone).copied().collect();
            if singles.iter().any(|row| row.left.is_some()) && singles.iter().any(|row| row.right.is_some()) {
                return Err(self.ambiguous("has players of both teams without an opponent, and no record 300"));
            }
            singles.sort_by_key(|row| place(row.left).max(place(row.right)));
            order.extend(singles);
            order.extend(upper);
        }
        let everywhere = vec![mask(0..boards); order.len()];
        let places = match placements(&everywhere, boards) {
            Places::One(places) => places,
            _ => self.places_by_colour(&order, &everywhere, boards, pattern)?,
        };
        let mut rows = vec![Row::default(); boards];
        for (row, board) in order.into_iter().zip(places) {
            rows[board] = row;
        }
        Ok(rows)
    }

    /// The left team sits by its list; the right team by its own, or in its order at the boards that are left.
    fn seat_by_line_up(
        &self,
        roster: &Roster<'_>,
        boards: usize,
        pattern: &[Option<Colour>],
        list: &[Option<u32>],
    ) -> Result<Vec<Row>, TrfFault> {
        let mut rows = vec![Row::default(); boards];
        for (board, player) in list.iter().enumerate() {
            let Some(player) = *player else { continue };
            if roster.team_of(player) != Some(self.left) {
                return Err(self.disagree(format!("player {player} is in a line-up of team {}", self.left)));
            }
            if list[..board].contains(&Some(player)) {
                return Err(self.disagree(format!("player {player} sits at two boards")));
            }
            let stated = self.rows.iter().find(|row| row.left.is_some_and(|seat| seat.player == player));
            rows[board] = stated.copied().unwrap_or(Row { left: Some(absent(player)), right: None });
        }
        let listed = |row: &&Row| row.left.is_some_and(|seat| !list.contains(&Some(seat.player)));
        if let Some(Seat { player, .. }) = self.rows.iter().find(listed).and_then(|row| row.left) {
            return Err(self.disagree(format!("player {player} took part but is not in the line-up of the team")));
        }
        let mut right: Vec<Row> = self.rows.iter().filter(|row| row.right.is_some()).copied().collect();
        let fixed = |row: &Row| rows.iter().position(|seated| seated.right.is_some() && seated.right == row.right);
        let open = mask((0..boards).filter(|&board| {
            let left = rows[board].left;
            rows[board].right.is_none() && left.is_none_or(|seat| seat.outcome == Some(Outcome::ForfeitLoss))
        }));
        let places = if let Some(list) = self.right_line_up {
            let mut places = Vec::with_capacity(right.len());
            for row in &right {
                let player = row.right.map(|seat| seat.player);
                let Some(board) = list.iter().position(|listed| *listed == player) else {
                    return Err(self.disagree(format!(
                        "a player of team {} took part but is not in the line-up of the team",
                        self.right
                    )));
                };
                let agrees = match fixed(row) {
                    Some(seated) => seated == board,
                    None => open & (1 << board) != 0,
                };
                if !agrees {
                    return Err(self.disagree(format!("the line-ups differ at board {}", board + 1)));
                }
                places.push(board);
            }
            places
        } else {
            right.sort_by_key(|row| row.right.and_then(|seat| roster.seat_of(seat.player)));
            let opponents: Option<Vec<usize>> = right.iter().map(fixed).collect();
            let allowed: Vec<u64> = right.iter().map(|row| fixed(row).map_or(open, |board| 1 << board)).collect();
            match opponents.map_or_else(|| placements(&allowed, boards), Places::One) {
                Places::One(places) => places,
                Places::None => {
                    return Err(self.ambiguous(format!(
                        "has team {} out of its order, and no record 300 states its line-up",
                        self.right
                    )));
                }
                Places::Several => self.places_by_colour(&right, &allowed, boards, pattern)?,
            }
        };
        for (row, board) in right.iter().zip(places) {
            rows[board].right = row.right;
        }
        for (board, player) in self.right_line_up.unwrap_or_default().iter().enumerate() {
            if let (Some(player), None) = (*player, rows[board].right) {
                if roster.team_of(player) != Some(self.right) {
                    return Err(self.disagree(format!("player {player} is in a line-up of team {}", self.right)));
                }
                if rows[board].left.is_some_and(|seat| seat.outcome.is_none_or(Outcome::was_played)) {
                    return Err(self.disagree(format!("the line-ups differ at board {}", board + 1)));
                }
                rows[board].right = Some(absent(player));
            }
        }
        Ok(rows)
    }

    /// Tries both colours for the left team at the first board.
    fn places_by_colour(
        &self,
        order: &[Row],
        allowed: &[u64],
        boards: usize,
        pattern: &[Option<Colour>],
    ) -> Result<Vec<usize>, TrfFault> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for first in [Colour::White, Colour::Black] {
            let fits = |row: &Row, board: usize| match (row.left_colour(), pattern.get(board).copied().flatten()) {
                (Some(colour), Some(of_first)) => (colour == of_first) == (first == Colour::White),
                _ => true,
            };
            let narrowed: Vec<u64> = order
                .iter()
                .zip(allowed)
                .map(|(row, allowed)| allowed & mask((0..boards).filter(|&board| fits(row, board))))
                .collect();
            match placements(&narrowed, boards) {
                Places::None => {}
                Places::One(places) if found.contains(&places) => {}
                Places::One(places) => found.push(places),
                Places::Several => found.extend([Vec::new(), Vec::new()]),
            }
        }
        match (found.pop(), found.pop()) {
            (Some(places), None) => Ok(places),
            _ => Err(self.ambiguous("has an empty board, and no record 300 says which")),
        }
    }

    fn ambiguous(&self, what: impl AsRef<str>) -> TrfFault {
        self.fault(TrfRule::RoundAmbiguous, what.as_ref())
    }

    fn disagree(&self, what: impl AsRef<str>) -> TrfFault {
        self.fault(TrfRule::RecordsDisagree, what.as_ref())
    }

    pub(super) fn fault(&self, rule: TrfRule, what: &str) -> TrfFault {
        let (one, other) = (self.left.min(self.right), self.left.max(self.right));
        TrfFault::new(rule, format!("the match of teams {one} and {other}: {what}")).in_round(self.round)
    }
}

/// The colours of the first team, learnt from matches whose boards are certain. Matches that contradict each other at
/// a board leave it open.
pub(super) fn pattern_of(roster: &Roster<'_>, meetings: &[Meeting<'_>], boards: usize) -> Vec<Option<Colour>> {
    let mut seen = vec![(false, false); boards];
    for meeting in meetings {
        let Ok(rows) = meeting.seated(roster, boards, &[]) else { continue };
        let Some(first) = rows.first().and_then(Row::left_colour) else { continue };
        for (row, (white, black)) in rows.iter().zip(&mut seen) {
            match row.left_colour() {
                Some(colour) if colour == first => *white = true,
                Some(_) => *black = true,
                None => {}
            }
        }
    }
    seen.into_iter()
        .map(|board| match board {
            (true, false) => Some(Colour::White),
            (false, true) => Some(Colour::Black),
            _ => None,
        })
        .collect()
}

fn members<'a>(roster: &Roster<'a>, team: u32) -> &'a [u32] {
    roster.team(team).map(|team| team.members).unwrap_or_default()
}

fn absent(player: u32) -> Seat {
    Seat { player, colour: None, outcome: Some(Outcome::ForfeitLoss), unrated: false }
}

fn seat(player: u32, cell: Cell) -> Seat {
    let outcome = match cell.result {
        Some(CellResult::Win | CellResult::UnratedWin) => Some(Outcome::Win),
        Some(CellResult::Draw | CellResult::UnratedDraw) => Some(Outcome::Draw),
        Some(CellResult::Loss | CellResult::UnratedLoss) => Some(Outcome::Loss),
        Some(CellResult::ForfeitWin) => Some(Outcome::ForfeitWin),
        Some(CellResult::ForfeitLoss) => Some(Outcome::ForfeitLoss),
        _ => None,
    };
    let unrated =
        matches!(cell.result, Some(CellResult::UnratedWin | CellResult::UnratedDraw | CellResult::UnratedLoss));
    Seat { player, colour: cell.colour, outcome, unrated }
}

/// A game as both players' records tell it. Somebody who won against an absent opponent may name that opponent, whose
/// own record then shows nothing.
fn game(roster: &Roster<'_>, round: u32, (player, cell): (u32, Cell), opponent: u32) -> Result<Row, TrfFault> {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    let fault = |detail: String| {
        let fault = TrfFault::new(TrfRule::RecordsDisagree, detail).in_record("001").in_round(round);
        Err(fault.at(roster.line_of(player), 82 + 10 * round as usize))
    };
    let answer = roster.cell(opponent, round);
    let (mine, mut theirs) = (seat(player, cell), seat(opponent, answer));
    if answer.opponent.is_none() {
        let shows_nothing = matches!(answer.result, None | Some(CellResult::ForfeitLoss | CellResult::ZeroPointBye));
        if cell.result != Some(CellResult::ForfeitWin) || !shows_nothing {
            return fault(format!("player {player} met player {opponent}, whose record does not say so"));
        }
        theirs = absent(opponent);
    } else if answer.opponent != Some(player) {
        return fault(format!("player {player} met player {opponent}, whose record shows another opponent"));
    }
    if mine.colour.is_some() && mine.colour == theirs.colour {
        return fault(format!("players {player} and {opponent} have the same colour"));
    }
    let agrees = match (mine.outcome, theirs.outcome) {
        (None, None) => cell.result.is_none() && answer.result.is_none(),
        (Some(one), Some(other)) => matches!(
            (one, other),
            (Win, Loss)
                | (Loss, Win)
                | (Draw, Draw)
                | (Loss, Loss)
                | (Draw, Loss)
                | (Loss, Draw)
                | (ForfeitWin, ForfeitLoss)
                | (ForfeitLoss, ForfeitWin)
                | (ForfeitLoss, ForfeitLoss)
        ),
        _ => false,
    };
    if !agrees || mine.unrated != theirs.unrated {
        return fault(format!("the results of players {player} and {opponent} against each other do not agree"));
    }
    Ok(Row { left: Some(mine), right: Some(theirs) })
}

fn mask(boards: impl Iterator<Item = usize>) -> u64 {
    boards.fold(0, |mask, board| mask | 1 << board)
}

enum Places {
    None,
    One(Vec<usize>),
    Several,
}

/// Seats a sequence at rising boards, each item at an allowed one. The earliest and the latest seating are the same
/// exactly if there is one only.
fn placements(allowed: &[u64], boards: usize) -> Places {
    let mut earliest = Vec::with_capacity(allowed.len());
    let mut next = 0;
    for mask in allowed {
        let Some(board) = (next..boards).find(|board| mask & (1 << board) != 0) else { return Places::None };
        earliest.push(board);
        next = board + 1;
    }
    let mut end = boards;
    let mut is_only = true;
    for (mask, first) in allowed.iter().zip(&earliest).rev() {
        let Some(board) = (0..end).rev().find(|board| mask & (1 << board) != 0) else { return Places::None };
        is_only &= board == *first;
        end = board;
    }
    if is_only { Places::One(earliest) } else { Places::Several }
}

//! What counts, team by team and round by round: the one reading of the facts that all criteria share.

use std::collections::BTreeMap;

use super::results::{ByeKind, GroupResults};
use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{MatchOutcome, MatchPointScale};

/// A team's place in the ledger; teams stand in the order of their numbers.
pub(super) type Seat = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// At least one game over the board.
    Played,
    ForfeitWin,
    ForfeitLoss,
    DoubleForfeit,
    Bye(ByeKind),
    Unfinished,
}

/// One counted round of one team.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub round: u32,
    pub kind: EntryKind,
    pub opponent: Option<Seat>,
    pub game_points: GamePoints,
    pub match_points: MatchPoints,
    /// Won, drawn or lost, for a finished match.
    pub verdict: Option<Verdict>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Won,
    Drawn,
    Lost,
}

impl Entry {
    /// Free rounds and unfinished matches are part of no sum.
    pub fn is_counted(&self) -> bool {
        !matches!(self.kind, EntryKind::Unfinished | EntryKind::Bye(ByeKind::Free))
    }

    pub fn is_forfeit(&self) -> bool {
        matches!(self.kind, EntryKind::ForfeitWin | EntryKind::ForfeitLoss | EntryKind::DoubleForfeit)
    }
}

/// Sums of a team over the counted rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Finished matches, forfeited ones included; byes are none.
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub unfinished: u32,
    pub game_points: GamePoints,
    pub match_points: MatchPoints,
}

pub(super) struct Ledger<'a> {
    pub facts: &'a GroupResults,
    pub scale: MatchPointScale,
    /// Rounds counted.
    pub rounds: u32,
    pub teams: Vec<TeamNumber>,
    /// In the order of the rounds.
    pub entries: Vec<Vec<Entry>>,
    pub tallies: Vec<Tally>,
}

impl<'a> Ledger<'a> {
    pub fn open(facts: &'a GroupResults, scale: MatchPointScale, after_round: Option<u32>) -> Self {
        let rounds = after_round.map_or(facts.rounds_started, |round| round.min(facts.rounds_started));
        let mut teams = facts.teams.clone();
        teams.sort_unstable();
        let seats: BTreeMap<TeamNumber, Seat> = teams.iter().copied().zip(0..).collect();
        let mut ledger = Self {
            facts,
            scale,
            rounds,
            entries: vec![Vec::new(); teams.len()],
            tallies: vec![Tally::default(); teams.len()],
            teams,
        };
        for (index, fixture) in facts.matches.iter().enumerate() {
            let (Some(&home), Some(&away)) = (seats.get(&fixture.home), seats.get(&fixture.away)) else { continue };
            if fixture.round <= rounds && !annulled(facts, fixture.home) && !annulled(facts, fixture.away) {
                ledger.enter_match(index, home, away);
            }
        }
        for bye in &facts.byes {
            let Some(&seat) = seats.get(&bye.team) else { continue };
            if bye.round <= rounds && !annulled(facts, bye.team) {
                ledger.entries[seat].push(Entry {
                    round: bye.round,
                    kind: EntryKind::Bye(bye.kind),
                    opponent: None,
                    game_points: if bye.kind == ByeKind::Free { GamePoints::ZERO } else { bye.game_points },
                    match_points: if bye.kind == ByeKind::Free { MatchPoints::ZERO } else { bye.match_points },
                    verdict: None,
                });
            }
        }
        for (entries, tally) in ledger.entries.iter_mut().zip(&mut ledger.tallies) {
            entries.sort_by_key(|entry| entry.round);
            *tally = add_up(entries);
        }
        ledger
    }

    fn enter_match(&mut self, index: usize, home: Seat, away: Seat) {
        let fixture = &self.facts.matches[index];
        let blank = Entry {
            round: fixture.round,
            kind: EntryKind::Unfinished,
            opponent: Some(away),
            game_points: GamePoints::ZERO,
            match_points: MatchPoints::ZERO,
            verdict: None,
        };
        let Some(result) = fixture.result else {
            self.entries[away].push(Entry { opponent: Some(home), ..blank.clone() });
            self.entries[home].push(blank);
            return;
        };
        let (home_match_points, away_match_points) = result.match_points(&self.scale);
        let (home_verdict, away_verdict) = match result.outcome() {
            MatchOutcome::HomeWin => (Verdict::Won, Verdict::Lost),
            MatchOutcome::Draw => (Verdict::Drawn, Verdict::Drawn),
            MatchOutcome::AwayWin => (Verdict::Lost, Verdict::Won),
            MatchOutcome::BothLost => (Verdict::Lost, Verdict::Lost),
        };
        let kind = |verdict: Verdict| match (result.over_the_board, result.outcome(), verdict) {
            (true, ..) => EntryKind::Played,
            (false, MatchOutcome::BothLost | MatchOutcome::Draw, _) => EntryKind::DoubleForfeit,
            (false, _, Verdict::Won) => EntryKind::ForfeitWin,
            (false, ..) => EntryKind::ForfeitLoss,
        };
        self.entries[away].push(Entry {
            kind: kind(away_verdict),
            opponent: Some(home),
            game_points: result.away,
            match_points: away_match_points,
            verdict: Some(away_verdict),
            ..blank.clone()
        });
        self.entries[home].push(Entry {
            kind: kind(home_verdict),
            game_points: result.home,
            match_points: home_match_points,
            verdict: Some(home_verdict),
            ..blank
        });
    }

    /// Finished matches of a team against opponents, in the order of the rounds.
    pub fn meetings(&self, seat: Seat) -> impl Iterator<Item = (&Entry, Seat)> {
        self.entries[seat]
            .iter()
            .filter(|entry| entry.verdict.is_some())
            .filter_map(|entry| Some((entry, entry.opponent?)))
    }
}

fn add_up(entries: &[Entry]) -> Tally {
    let count = |verdict: Verdict| {
        u32::try_from(entries.iter().filter(|entry| entry.verdict == Some(verdict)).count()).unwrap_or(u32::MAX)
    };
    let (won, drawn, lost) = (count(Verdict::Won), count(Verdict::Drawn), count(Verdict::Lost));
    Tally {
        played: won + drawn + lost,
        won,
        drawn,
        lost,
        unfinished: u32::try_from(entries.iter().filter(|entry| entry.kind == EntryKind::Unfinished).count())
            .unwrap_or(u32::MAX),
        game_points: entries.iter().map(|entry| entry.game_points).sum(),
        match_points: entries.iter().map(|entry| entry.match_points).sum(),
    }
}

pub(super) fn annulled(facts: &GroupResults, team: TeamNumber) -> bool {
    facts.exclusions.iter().any(|exclusion| exclusion.team == team && !exclusion.results_count)
}

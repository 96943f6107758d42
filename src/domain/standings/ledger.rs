//! What counts, team by team and round by round: the one reading of the facts that all criteria share.

use super::RankingRules;
use super::results::{Adjustment, ByeKind, GroupMatch, GroupResults, PairingMode};
use super::terms::Terms;
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
    /// Taken out of the standings by a decision.
    Annulled,
}

/// One counted round of one team.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub round: u32,
    pub kind: EntryKind,
    pub opponent: Option<Seat>,
    /// The match among the facts, and whether the team is named first in it.
    pub source: Option<(usize, bool)>,
    pub game_points: GamePoints,
    pub match_points: MatchPoints,
    /// What the opponent got.
    pub their_game_points: GamePoints,
    pub their_match_points: MatchPoints,
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
    fn without_points(round: u32, kind: EntryKind) -> Self {
        Self {
            round,
            kind,
            opponent: None,
            source: None,
            game_points: GamePoints::ZERO,
            match_points: MatchPoints::ZERO,
            their_game_points: GamePoints::ZERO,
            their_match_points: MatchPoints::ZERO,
            verdict: None,
        }
    }

    /// Free rounds and unfinished or annulled matches are part of no sum.
    pub fn is_counted(&self) -> bool {
        !matches!(self.kind, EntryKind::Unfinished | EntryKind::Annulled | EntryKind::Bye(ByeKind::Free))
    }

    pub fn is_requested_bye(&self) -> bool {
        matches!(self.kind, EntryKind::Bye(ByeKind::HalfPoint | ByeKind::ZeroPoint))
    }

    /// A voluntary unplayed round of C.07, art. 16.1.
    pub fn is_voluntary(&self) -> bool {
        self.is_requested_bye() || matches!(self.kind, EntryKind::ForfeitLoss | EntryKind::DoubleForfeit)
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
    pub terms: Terms,
    /// Rounds counted.
    pub rounds: u32,
    pub teams: Vec<TeamNumber>,
    /// In the order of the rounds.
    pub entries: Vec<Vec<Entry>>,
    /// Penalties and bonuses that count.
    pub adjustments: Vec<Vec<Adjustment>>,
    pub tallies: Vec<Tally>,
    /// Teams that take no place.
    pub excluded: Vec<bool>,
}

impl<'a> Ledger<'a> {
    pub fn open(facts: &'a GroupResults, rules: &RankingRules, after_round: Option<u32>) -> Self {
        let rounds = after_round.map_or(facts.rounds_started, |round| round.min(facts.rounds_started));
        let mut teams = facts.teams.clone();
        teams.sort_unstable();
        let seat_of = |team: TeamNumber| teams.binary_search(&team).ok();
        let mut excluded = vec![false; teams.len()];
        let mut annulled = vec![false; teams.len()];
        for exclusion in &facts.exclusions {
            let Some(seat) = seat_of(exclusion.team) else { continue };
            excluded[seat] = true;
            annulled[seat] |= !exclusion.results_count;
        }
        let mut entries = vec![Vec::new(); teams.len()];
        for (index, fixture) in facts.matches.iter().enumerate() {
            let (Some(home), Some(away)) = (seat_of(fixture.home), seat_of(fixture.away)) else { continue };
            if fixture.round > rounds {
                continue;
            }
            if annulled[home] || annulled[away] {
                let entry = Entry::without_points(fixture.round, EntryKind::Annulled);
                entries[home].push(Entry { opponent: Some(away), ..entry.clone() });
                entries[away].push(Entry { opponent: Some(home), ..entry });
                continue;
            }
            let (of_home, of_away) = both_sides(fixture, index, &rules.match_points);
            entries[home].push(Entry { opponent: Some(away), ..of_home });
            entries[away].push(Entry { opponent: Some(home), ..of_away });
        }
        for bye in &facts.byes {
            let Some(seat) = seat_of(bye.team) else { continue };
            if bye.round <= rounds && !annulled[seat] {
                let entry = Entry::without_points(bye.round, EntryKind::Bye(bye.kind));
                entries[seat].push(match bye.kind {
                    ByeKind::Free => entry,
                    _ => Entry { game_points: bye.game_points, match_points: bye.match_points, ..entry },
                });
            }
        }
        for entries in &mut entries {
            entries.sort_unstable_by_key(|entry| entry.round);
        }
        if facts.pairing == PairingMode::Swiss {
            fill_absences(&mut entries, &annulled);
        }
        let mut tallies: Vec<Tally> = entries.iter().map(|entries| add_up(entries)).collect();
        let counted =
            facts.adjustments.iter().filter(|adjustment| adjustment.round.is_none_or(|round| round <= rounds));
        let mut adjustments = vec![Vec::new(); teams.len()];
        for adjustment in counted {
            let Some(seat) = seat_of(adjustment.team) else { continue };
            tallies[seat].match_points += adjustment.match_points;
            tallies[seat].game_points += adjustment.game_points;
            adjustments[seat].push(*adjustment);
        }
        let scale = rules.match_points;
        Self { facts, scale, terms: rules.terms, rounds, teams, entries, adjustments, tallies, excluded }
    }

    /// Finished matches of a team against opponents, in the order of the rounds.
    pub fn meetings(&self, seat: Seat) -> impl Iterator<Item = (&Entry, Seat)> {
        self.entries[seat]
            .iter()
            .filter(|entry| entry.verdict.is_some())
            .filter_map(|entry| Some((entry, entry.opponent?)))
    }
}

/// A match as its two teams see it.
fn both_sides(fixture: &GroupMatch, index: usize, scale: &MatchPointScale) -> (Entry, Entry) {
    let blank = Entry::without_points(fixture.round, EntryKind::Unfinished);
    let home = Entry { source: Some((index, true)), ..blank.clone() };
    let away = Entry { source: Some((index, false)), ..blank };
    let Some(result) = fixture.result else { return (home, away) };
    let (home_match_points, away_match_points) = fixture.match_points.unwrap_or_else(|| result.match_points(scale));
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
    let home = Entry {
        kind: kind(home_verdict),
        game_points: result.home,
        match_points: home_match_points,
        their_game_points: result.away,
        their_match_points: away_match_points,
        verdict: Some(home_verdict),
        ..home
    };
    let away = Entry {
        kind: kind(away_verdict),
        game_points: result.away,
        match_points: away_match_points,
        their_game_points: result.home,
        their_match_points: home_match_points,
        verdict: Some(away_verdict),
        ..away
    };
    (home, away)
}

/// In a Swiss, a round before a team came or after it left is a zero-point bye.
fn fill_absences(entries: &mut [Vec<Entry>], annulled: &[bool]) {
    let last = entries.iter().filter_map(|entries| entries.last()).map(|entry| entry.round).max().unwrap_or(0);
    for (entries, _) in entries.iter_mut().zip(annulled).filter(|(_, annulled)| !**annulled) {
        if usize::try_from(last).is_ok_and(|last| entries.len() == last) {
            continue;
        }
        let present = std::mem::take(entries);
        let mut present = present.into_iter().peekable();
        for round in 1..=last {
            let absence = Entry::without_points(round, EntryKind::Bye(ByeKind::ZeroPoint));
            entries.push(present.next_if(|entry| entry.round == round).unwrap_or(absence));
        }
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

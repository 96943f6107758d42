//! The encounters of the level teams with each other: a table of their matches alone.

use std::cmp::Ordering;

use super::boards::BoardMethod;
use super::criterion::{Score, SeveralTied};
use super::ledger::{Entry, EntryKind, Ledger, Seat};
use super::results::PairingMode;
use super::terms::{EncounterBoards, EncounterRestart};
use super::tie_break::{AfterEncounter, Method, TieBreak};
use super::value::Fraction;
use super::{Contribution, Outcome, Reason};

/// A way to read the encounters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encounter {
    /// Compared in this order; a later one only where the earlier ones part nobody.
    scores: &'static [Score],
    several: SeveralTied,
    /// Whether forfeited matches are encounters.
    forfeits: bool,
    /// Whether a team can be placed though not all have met (a Swiss), when no missing match could change it.
    gaps: bool,
    restart: EncounterRestart,
    /// For two teams that are level in all scores.
    boards: &'static [BoardMethod],
    boards_of: EncounterBoards,
}

const GAMES_FIRST: &[Score] = &[Score::GamePoints, Score::MatchPoints];
const MATCHES_FIRST: &[Score] = &[Score::MatchPoints, Score::GamePoints];

/// The direct match of a rulebook: every meeting counts, forfeits included.
pub(super) fn direct_match(ledger: &Ledger<'_>, several: SeveralTied) -> Encounter {
    Encounter {
        scores: GAMES_FIRST,
        several,
        forfeits: true,
        gaps: ledger.facts.pairing == PairingMode::Swiss,
        restart: EncounterRestart::Primary,
        boards: &[],
        boards_of: EncounterBoards::All,
    }
}

/// C.07, art. 6 and 13.3.
pub(super) fn of_fide(ledger: &Ledger<'_>, tie_break: TieBreak) -> Encounter {
    let swiss = ledger.facts.pairing == PairingMode::Swiss;
    let both = match tie_break.score_or(ledger.terms.primary) {
        Score::GamePoints => GAMES_FIRST,
        Score::MatchPoints => MATCHES_FIRST,
    };
    let (scores, after) = match tie_break.method {
        Method::ExtendedEncounter(after) => (both, after),
        _ => (&both[..1], AfterEncounter::Nothing),
    };
    Encounter {
        scores,
        several: SeveralTied::SeparateTable,
        forfeits: !swiss || tie_break.forfeits_played,
        gaps: swiss,
        restart: ledger.terms.encounter_restart,
        boards: match after {
            AfterEncounter::Nothing => &[],
            AfterEncounter::BoardCountThenTop => &[BoardMethod::Count, BoardMethod::Top],
            AfterEncounter::BoardCountThenBottom => &[BoardMethod::Count, BoardMethod::Bottom],
            AfterEncounter::Top => &[BoardMethod::Top],
            AfterEncounter::Bottom => &[BoardMethod::Bottom],
        },
        boards_of: ledger.terms.encounter_boards,
    }
}

/// A team's line in the separate table.
struct Line {
    seat: Seat,
    score: Fraction,
    missing: usize,
}

/// The teams whose encounters are looked at.
struct Circle(Vec<bool>);

impl Circle {
    fn of(ledger: &Ledger<'_>, level: &[Seat]) -> Self {
        let mut members = vec![false; ledger.teams.len()];
        for &seat in level {
            members[seat] = true;
        }
        Self(members)
    }
}

impl Encounter {
    /// The level teams in order, those not separated together, and what each one's place is made of.
    pub fn order(&self, ledger: &Ledger<'_>, level: &[Seat]) -> Result<Vec<Vec<Seat>>, Reason> {
        if level.len() > 2 && self.several == SeveralTied::NoDecision {
            return Err(Reason::SeveralTied);
        }
        let missing = self.table(ledger, level, self.scores[0]).iter().any(|line| line.missing > 0);
        if missing && !self.gaps {
            return Err(Reason::NotAllMet);
        }
        let parts = self.parts(ledger, level);
        if missing && parts.len() == 1 { Err(Reason::NotAllMet) } else { Ok(parts) }
    }

    /// The meetings of each of the level teams with the others.
    pub fn working(&self, ledger: &Ledger<'_>, level: &[Seat]) -> Vec<(Seat, Vec<Contribution>)> {
        let circle = Circle::of(ledger, level);
        let of = |seat| {
            let met = self.meetings(ledger, &circle, seat);
            met.map(|(entry, _)| Contribution::of(ledger, entry, self.scores[0].of(entry))).collect()
        };
        level.iter().map(|&seat| (seat, of(seat))).collect()
    }

    fn parts(&self, ledger: &Ledger<'_>, level: &[Seat]) -> Vec<Vec<Seat>> {
        let mut placed = Vec::new();
        let mut waiting = vec![(level.to_vec(), self.scores)];
        while let Some((mut group, scores)) = waiting.pop() {
            match self.divide(ledger, &group, scores) {
                Some((parts, next)) => waiting.extend(parts.into_iter().rev().map(|part| (part, next))),
                None => {
                    group.sort_unstable();
                    placed.push(group);
                }
            }
        }
        placed
    }

    /// By the first score that parts them, and the scores that its parts start with.
    fn divide(
        &self,
        ledger: &Ledger<'_>,
        group: &[Seat],
        scores: &'static [Score],
    ) -> Option<(Vec<Vec<Seat>>, &'static [Score])> {
        if group.len() < 2 {
            return None;
        }
        for (at, &score) in scores.iter().enumerate() {
            let parts = self.split(ledger, group, score);
            if parts.len() > 1 {
                let next = match self.restart {
                    EncounterRestart::Primary => self.scores,
                    EncounterRestart::Same => &scores[at..],
                };
                return Some((parts, next));
            }
        }
        let [one, other] = *group else { return None };
        let (first, second) = match self.by_boards(ledger, one, other) {
            Ordering::Less => (other, one),
            Ordering::Equal => return None,
            Ordering::Greater => (one, other),
        };
        Some((vec![vec![first], vec![second]], self.scores))
    }

    fn split(&self, ledger: &Ledger<'_>, level: &[Seat], score: Score) -> Vec<Vec<Seat>> {
        let mut ranked = self.table(ledger, level, score);
        ranked.sort_by_key(|line| std::cmp::Reverse(line.score));
        if ranked.iter().all(|line| line.missing == 0) {
            return ranked
                .chunk_by(|a, b| a.score == b.score)
                .map(|part| part.iter().map(|line| line.seat).collect())
                .collect();
        }
        alone_on_top(&ranked, score.of_a_win(ledger))
    }

    fn table(&self, ledger: &Ledger<'_>, level: &[Seat], score: Score) -> Vec<Line> {
        let circle = Circle::of(ledger, level);
        let mut met: Vec<(Seat, Fraction)> = Vec::new();
        let line = |&seat: &Seat| {
            met.clear();
            met.extend(self.meetings(ledger, &circle, seat).map(|(entry, opponent)| (opponent, score.of(entry))));
            met.sort_by_key(|(opponent, _)| *opponent);
            let (opponents, score) = met
                .chunk_by(|a, b| a.0 == b.0)
                .fold((0, Fraction::ZERO), |(opponents, sum), meetings| (opponents + 1, sum + average(meetings)));
            Line { seat, score, missing: level.len() - 1 - opponents }
        };
        level.iter().map(line).collect()
    }

    fn meetings<'l>(
        &'l self,
        ledger: &'l Ledger<'_>,
        circle: &'l Circle,
        seat: Seat,
    ) -> impl Iterator<Item = (&'l Entry, Seat)> {
        ledger
            .meetings(seat)
            .filter(move |(entry, opponent)| (self.forfeits || entry.kind == EntryKind::Played) && circle.0[*opponent])
    }

    /// Article 12 between two teams; the greater one comes first.
    fn by_boards(&self, ledger: &Ledger<'_>, one: Seat, other: Seat) -> Ordering {
        let figures = |method: BoardMethod, seat: Seat| match self.boards_of {
            EncounterBoards::All => method.of(ledger, ledger.entries[seat].iter()),
            EncounterBoards::OwnMatch => {
                let circle = Circle::of(ledger, &[one, other]);
                method.of(ledger, self.meetings(ledger, &circle, seat).map(|(entry, _)| entry))
            }
        };
        let comparable = self.boards_of == EncounterBoards::OwnMatch
            || ledger.tallies[one].game_points == ledger.tallies[other].game_points;
        for &method in self.boards {
            let (Outcome::Value { value: ours, .. }, Outcome::Value { value: theirs, .. }) =
                (figures(method, one), figures(method, other))
            else {
                continue;
            };
            let order = match method {
                BoardMethod::Count if !comparable => Ordering::Equal,
                BoardMethod::Count => theirs.cmp(&ours),
                BoardMethod::Top | BoardMethod::Bottom => ours.cmp(&theirs),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

fn average(meetings: &[(Seat, Fraction)]) -> Fraction {
    let total: Fraction = meetings.iter().map(|(_, points)| *points).sum();
    match meetings.len() {
        1 => total,
        several => total / Fraction::whole(i64::try_from(several).unwrap_or(i64::MAX)),
    }
}

/// Places team after team from the top, as long as nobody below could draw level by winning all missing matches.
fn alone_on_top(ranked: &[Line], win: Fraction) -> Vec<Vec<Seat>> {
    let reachable = |line: &Line| line.score + win * Fraction::whole(i64::try_from(line.missing).unwrap_or(i64::MAX));
    // the most that any team below could reach, from the bottom up
    let mut below: Vec<Option<Fraction>> = Vec::with_capacity(ranked.len());
    let mut most = None;
    for line in ranked.iter().rev() {
        below.push(most);
        most = most.max(Some(reachable(line)));
    }
    below.reverse();
    let above = ranked.iter().zip(below).take_while(|(line, below)| below.is_none_or(|most| most < line.score)).count();
    let (first, together) = ranked.split_at(above);
    let mut placed: Vec<Vec<Seat>> = first.iter().map(|line| vec![line.seat]).collect();
    if !together.is_empty() {
        placed.push(together.iter().map(|line| line.seat).collect());
    }
    placed
}

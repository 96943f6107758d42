//! Who met whom, and who met nobody.

use std::collections::{BTreeMap, BTreeSet};

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{CellResult, ForfeitedMatch, LineUp, Record, RequestedByeKind, TrfFile};
use super::roster::Roster;
use super::{ByeKind, Readings};

/// What a team did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Met(u32),
    Bye(ByeKind),
    /// Nothing is recorded; the team's stated points will show whether it was an absence.
    Unrecorded,
}

/// The records that speak of rounds, by round and team.
#[derive(Default)]
pub(super) struct Statements<'a> {
    pub(super) line_ups: BTreeMap<(u32, u32), (usize, &'a LineUp)>,
    pub(super) forfeits: BTreeMap<(u32, u32), (usize, &'a ForfeitedMatch)>,
    pairing_byes: BTreeMap<u32, (usize, u32)>,
    pub(super) requested: BTreeMap<(u32, u32), RequestedByeKind>,
}

impl<'a> Statements<'a> {
    pub(super) fn of(file: &'a TrfFile, roster: &Roster<'_>, faults: &mut Vec<TrfFault>) -> Self {
        let mut statements = Self::default();
        for (place, record) in file.records.iter().enumerate() {
            let line = place + 1;
            let mut twice = |code: &str, round: u32, is_twice: bool, team: u32| {
                let fault =
                    |rule, detail: String| TrfFault::new(rule, detail).on_line(line).in_record(code).in_round(round);
                if is_twice {
                    fault(TrfRule::StatedTwice, format!("team {team} has such a record already")).note(faults);
                }
                if roster.team(team).is_none() {
                    fault(TrfRule::UnknownTeam, format!("there is no team {team}")).note(faults);
                }
            };
            match record {
                Record::LineUp(line_up) => {
                    let key = (line_up.round, line_up.team);
                    let old = statements.line_ups.insert(key, (line, line_up));
                    twice("300", line_up.round, old.is_some(), line_up.team);
                    twice("300", line_up.round, false, line_up.opponent);
                }
                Record::ForfeitedMatch(forfeited) => {
                    for team in [forfeited.white, forfeited.black] {
                        let old = statements.forfeits.insert((forfeited.round, team), (line, forfeited));
                        twice("330", forfeited.round, old.is_some(), team);
                    }
                }
                Record::PairingByes(byes) => {
                    for (round, &team) in (1..).zip(&byes.teams) {
                        if let Some(team) = team {
                            let old = statements.pairing_byes.insert(round, (line, team));
                            twice("320", round, old.is_some(), team);
                        }
                    }
                }
                Record::RequestedByes(byes) => {
                    for &team in &byes.teams {
                        let old = statements.requested.insert((byes.round, team), byes.kind);
                        twice("240", byes.round, old.is_some(), team);
                    }
                }
                _ => {}
            }
        }
        statements
    }

    /// The last round that somebody was paired in.
    pub(super) fn last_round(&self, roster: &Roster<'_>) -> u32 {
        let in_cells = roster.players.values().flat_map(|entry| {
            (1..).zip(&entry.player.rounds).filter_map(|(round, cell)| {
                let cell = cell.as_ref()?;
                let paired = cell.opponent.is_some()
                    || matches!(cell.result, Some(CellResult::ForfeitWin | CellResult::PairingBye));
                paired.then_some(round)
            })
        });
        let in_records = self.line_ups.keys().chain(self.forfeits.keys()).map(|&(round, _)| round);
        in_cells.chain(in_records).chain(self.pairing_byes.keys().copied()).max().unwrap_or(0)
    }

    /// The fates of all teams in a round; each round that leaves a choice is a fault.
    pub(super) fn fates(
        &self,
        roster: &Roster<'_>,
        readings: &Readings,
        round: u32,
        faults: &mut Vec<TrfFault>,
    ) -> BTreeMap<u32, Fate> {
        let opponents = self.opponents(roster, round, faults);
        let mut fates = BTreeMap::new();
        for team in &roster.teams {
            let none = BTreeSet::new();
            let met = opponents.get(&team.number).unwrap_or(&none);
            match self.fate(roster, readings, round, team.number, met) {
                Ok(fate) => {
                    fates.insert(team.number, fate);
                }
                Err(fault) => faults.push(fault.on_line(team.line).in_record(team.record).in_round(round)),
            }
        }
        let byes: Vec<u32> =
            fates.iter().filter(|(_, fate)| **fate == Fate::Bye(ByeKind::Pairing)).map(|(team, _)| *team).collect();
        if byes.len() > 1 {
            let detail = format!("the pairing gives one bye a round, but teams {byes:?} have one");
            faults.push(TrfFault::new(TrfRule::RecordsDisagree, detail).in_round(round));
        }
        fates
    }

    /// For each team, the teams that some record says it met.
    fn opponents(&self, roster: &Roster<'_>, round: u32, faults: &mut Vec<TrfFault>) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut opponents: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut meet = |one: u32, other: u32| {
            opponents.entry(one).or_default().insert(other);
            opponents.entry(other).or_default().insert(one);
        };
        for team in &roster.teams {
            for &member in team.members {
                let Some(opponent) = roster.cell(member, round).opponent else { continue };
                let fault = |rule, detail: String| {
                    TrfFault::new(rule, detail)
                        .at(roster.line_of(member), 82 + 10 * round as usize)
                        .in_record("001")
                        .in_round(round)
                };
                match roster.team_of(opponent) {
                    Some(other) if other == team.number => {
                        let detail = format!("players {member} and {opponent} are in the same team");
                        faults.push(fault(TrfRule::RecordsDisagree, detail));
                    }
                    Some(other) => meet(team.number, other),
                    None if roster.players.contains_key(&opponent) => {
                        let detail = format!("the opponent {opponent} is in no team");
                        faults.push(fault(TrfRule::PlayerOutsideTeams, detail));
                    }
                    None => {
                        faults.push(fault(TrfRule::UnknownPlayer, format!("there is no player {opponent}")));
                    }
                }
            }
        }
        for (_, line_up) in self.line_ups.range((round, 0)..=(round, u32::MAX)).map(|(_, statement)| *statement) {
            meet(line_up.team, line_up.opponent);
        }
        for (_, forfeited) in self.forfeits.range((round, 0)..=(round, u32::MAX)).map(|(_, statement)| *statement) {
            meet(forfeited.white, forfeited.black);
        }
        opponents
    }

    fn fate(
        &self,
        roster: &Roster<'_>,
        readings: &Readings,
        round: u32,
        team: u32,
        met: &BTreeSet<u32>,
    ) -> Result<Fate, TrfFault> {
        let disagree = |detail: String| Err(TrfFault::new(TrfRule::RecordsDisagree, detail));
        let ambiguous = |detail: String| Err(TrfFault::new(TrfRule::RoundAmbiguous, detail));
        let letters = letters(roster, round, team);
        let pairing = self.pairing_byes.get(&round).is_some_and(|&(_, with_bye)| with_bye == team);
        let requested = self.requested.get(&(round, team)).map(|kind| ByeKind::from(*kind));
        let stated = match (pairing, requested) {
            (true, Some(_)) => return disagree(format!("team {team} has a bye by record 320 and one by record 240")),
            (true, None) => Some(ByeKind::Pairing),
            (false, requested) => requested,
        };
        let in_letters: Vec<ByeKind> = [
            (CellResult::PairingBye, ByeKind::Pairing),
            (CellResult::FullPointBye, ByeKind::FullPoint),
            (CellResult::HalfPointBye, ByeKind::HalfPoint),
        ]
        .into_iter()
        .filter_map(|(letter, kind)| letters.contains(&letter).then_some(kind))
        .collect();
        if let (Some(&opponent), true) = (met.first(), met.len() == 1) {
            return match (stated, in_letters.first()) {
                (Some(_), _) | (_, Some(_)) => {
                    disagree(format!("team {team} met team {opponent} and has a bye in the same round"))
                }
                _ if opponent == team => disagree(format!("team {team} cannot meet itself")),
                _ => Ok(Fate::Met(opponent)),
            };
        }
        if met.len() > 1 {
            return ambiguous(format!("team {team} seems to have met the teams {met:?}"));
        }
        match (stated, in_letters.as_slice()) {
            (Some(stated), letters) if letters.iter().any(|&letter| letter != stated) => {
                disagree(format!("the records of the players of team {team} show another bye than record 320 or 240"))
            }
            (Some(stated), _) => Ok(Fate::Bye(stated)),
            (None, [one]) => Ok(Fate::Bye(*one)),
            (None, [_, ..]) => disagree(format!("the players of team {team} have different byes")),
            (None, []) if letters.contains(&CellResult::ForfeitWin) => {
                ambiguous(format!("players of team {team} won without play, but no record says against which team"))
            }
            (None, []) if letters.contains(&CellResult::ZeroPointBye) => Ok(Fate::Bye(ByeKind::ZeroPoint)),
            (None, []) => match (readings.unpaired, roster.team(team)) {
                (_, Some(team)) if team.states_points() => Ok(Fate::Unrecorded),
                (Some(kind), _) => Ok(Fate::Bye(kind)),
                _ => ambiguous(format!(
                    "nothing says whether team {team} had a bye, was absent, or what its match was; state it in record \
                     320, 240 or 330"
                )),
            },
        }
    }
}

/// The results without an opponent in the records of a team's players.
fn letters(roster: &Roster<'_>, round: u32, team: u32) -> Vec<CellResult> {
    let members = roster.team(team).map(|team| team.members).unwrap_or_default();
    let cells = members.iter().map(|&member| roster.cell(member, round));
    cells.filter(|cell| cell.opponent.is_none()).filter_map(|cell| cell.result).collect()
}

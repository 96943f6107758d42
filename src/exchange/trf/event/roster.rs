//! Players and teams of a file, each once, each in its place.

use std::collections::BTreeMap;

use super::super::MAX_TEAMS;
use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{Cell, Player, Record, TrfFile};
use super::super::points::TrfPoints;

pub(super) struct Roster<'a> {
    /// In the order of the file.
    pub(super) teams: Vec<RosterTeam<'a>>,
    pub(super) players: BTreeMap<u32, RosterPlayer<'a>>,
    by_number: BTreeMap<u32, usize>,
}

pub(super) struct RosterTeam<'a> {
    pub(super) number: u32,
    pub(super) name: &'a str,
    pub(super) short_name: &'a str,
    pub(super) strength: Option<TrfPoints>,
    pub(super) match_points: Option<TrfPoints>,
    pub(super) game_points: Option<TrfPoints>,
    pub(super) rank: Option<u32>,
    pub(super) members: &'a [u32],
    pub(super) line: usize,
    pub(super) record: &'static str,
}

impl RosterTeam<'_> {
    pub(super) fn states_points(&self) -> bool {
        self.match_points.is_some() && self.game_points.is_some()
    }
}

pub(super) struct RosterPlayer<'a> {
    pub(super) player: &'a Player,
    pub(super) line: usize,
    /// The number of the team, and the place in it.
    pub(super) team: Option<(u32, usize)>,
}

impl<'a> Roster<'a> {
    pub(super) fn of(file: &'a TrfFile, faults: &mut Vec<TrfFault>) -> Self {
        let mut roster = Self { teams: teams(file), players: BTreeMap::new(), by_number: BTreeMap::new() };
        if roster.teams.is_empty() {
            faults.push(TrfFault::new(TrfRule::NoTeams, "the file has no team, neither as 310 nor as 013"));
        }
        if roster.teams.len() > MAX_TEAMS {
            faults.push(TrfFault::new(TrfRule::TooLarge, format!("the file has more than {MAX_TEAMS} teams")));
            roster.teams.truncate(MAX_TEAMS);
        }
        for (place, record) in file.records.iter().enumerate() {
            let Record::Player(player) = record else { continue };
            let entry = RosterPlayer { player, line: place + 1, team: None };
            if let Some(first) = roster.players.insert(player.number, entry) {
                let detail = format!("player {} stands on line {} too", player.number, first.line);
                faults.push(TrfFault::new(TrfRule::StatedTwice, detail).at(place + 1, 5).in_record("001"));
            }
        }
        roster.seat_members(faults);
        for entry in roster.players.values() {
            let took_part = entry.player.rounds.iter().flatten().any(|cell| cell.opponent.is_some());
            if entry.team.is_none() && took_part {
                let detail = format!("player {} has games but is in no team", entry.player.number);
                let fault = TrfFault::new(TrfRule::PlayerOutsideTeams, detail);
                faults.push(fault.at(entry.line, 5).in_record("001"));
            }
        }
        roster
    }

    fn seat_members(&mut self, faults: &mut Vec<TrfFault>) {
        for (place, team) in self.teams.iter().enumerate() {
            let mut fault = |rule, detail: String| {
                TrfFault::new(rule, detail).on_line(team.line).in_record(team.record).note(faults);
            };
            if self.by_number.insert(team.number, place).is_some() {
                fault(TrfRule::StatedTwice, format!("team {} stands twice", team.number));
            }
            for (seat, member) in team.members.iter().enumerate() {
                match self.players.get_mut(member) {
                    None => fault(TrfRule::UnknownPlayer, format!("player {member} has no record 001")),
                    Some(RosterPlayer { team: Some((other, _)), .. }) => {
                        fault(TrfRule::StatedTwice, format!("player {member} is a member of team {other} already"));
                    }
                    Some(player) => player.team = Some((team.number, seat)),
                }
            }
        }
    }

    pub(super) fn team(&self, number: u32) -> Option<&RosterTeam<'a>> {
        self.by_number.get(&number).and_then(|&place| self.teams.get(place))
    }

    pub(super) fn team_of(&self, player: u32) -> Option<u32> {
        self.players.get(&player).and_then(|entry| entry.team).map(|(team, _)| team)
    }

    /// The place of a player in the board order of the team.
    pub(super) fn seat_of(&self, player: u32) -> Option<usize> {
        self.players.get(&player).and_then(|entry| entry.team).map(|(_, seat)| seat)
    }

    pub(super) fn line_of(&self, player: u32) -> usize {
        self.players.get(&player).map_or(0, |entry| entry.line)
    }

    /// What a player's record says about a round (from 1).
    pub(super) fn cell(&self, player: u32, round: u32) -> Cell {
        let entry = self.players.get(&player);
        let cell = entry.and_then(|entry| entry.player.rounds.get((round as usize).wrapping_sub(1)).copied().flatten());
        cell.unwrap_or_default()
    }
}

/// The teams of record 310; without any, those of record 013, numbered in the order of their lines.
fn teams(file: &TrfFile) -> Vec<RosterTeam<'_>> {
    let lines = || file.records.iter().enumerate().map(|(place, record)| (place + 1, record));
    let numbered: Vec<RosterTeam<'_>> = lines()
        .filter_map(|(line, record)| match record {
            Record::Team(team) => Some(RosterTeam {
                number: team.number,
                name: &team.name,
                short_name: &team.short_name,
                strength: team.strength,
                match_points: team.match_points,
                game_points: team.game_points,
                rank: team.rank,
                members: &team.members,
                line,
                record: "310",
            }),
            _ => None,
        })
        .collect();
    if !numbered.is_empty() {
        return numbered;
    }
    let unnumbered = lines().filter_map(|(line, record)| match record {
        Record::UnnumberedTeam(team) => Some((line, team)),
        _ => None,
    });
    (1..)
        .zip(unnumbered)
        .map(|(number, (line, team))| RosterTeam {
            number,
            name: &team.name,
            short_name: "",
            strength: None,
            match_points: None,
            game_points: None,
            rank: None,
            members: &team.members,
            line,
            record: "013",
        })
        .collect()
}

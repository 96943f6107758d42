//! From an event in a file to what the pairing engines and the judge ask for.
//!
//! Where a file leaves something open, these readings are used. A zero-point bye is an absence announced beforehand; under
//! the Olympiad rules, a team that had nothing else from round 1 on has entered late (a file cannot say it otherwise).
//! A board without a result counts as a draw (C.04.2 3.1). Virtual points in the game-point columns of record 250 are
//! match points if the match-point columns are blank, as in the format's own example. Without record 152 the colour of
//! the lot is seen in round 1.

pub mod report;
#[cfg(test)]
mod tests;
pub mod type_code;

use std::collections::{BTreeMap, BTreeSet};

use super::trf::event::{self, BoardResult, Event, EventMatch, EventRound, Outcome, Score};
use super::trf::{Acceleration, Colour as Letter, ForfeitKind, HeaderKind, Record, TrfFault, TrfFile, TrfRule};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::Colour;
use crate::domain::pairing::state::{
    Bye, ByeKind, Conduct, ForbiddenPair, Match, Points, PreassignedBye, Round, Side, Team, TournamentState,
};
use crate::domain::pairing::team_swiss::{self, NextScoregroup};
use crate::domain::pairing::{Pairing, SwissRules, SwissSystem, VirtualPoints, olympiad};
use type_code::{Family, TypeCode};

/// The most pairs that a file can keep apart.
pub const MAX_FORBIDDEN_PAIRS: usize = 100_000;

/// The systems that can pair a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    TeamSwiss,
    Olympiad2022,
    AnnexD1998,
}

/// A file with its event, ready to be paired or judged.
#[derive(Debug)]
pub struct SwissEvent<'a> {
    event: &'a Event,
    system: System,
    rules: SwissRules,
    forbidden: Vec<ForbiddenPair>,
}

impl<'a> SwissEvent<'a> {
    /// Without a system, record 192 decides, and without that one C.04.6 is used. `to_judge` asks for less: what is
    /// already paired needs neither the number of rounds nor the lot.
    pub fn new(
        file: &TrfFile,
        event: &'a Event,
        system: Option<System>,
        to_judge: bool,
    ) -> Result<Self, Vec<TrfFault>> {
        let mut faults = Vec::new();
        let code = type_code(file, system, &mut faults);
        let system = system.unwrap_or(System::TeamSwiss);
        let played = event.rounds.len() as u32;
        let rounds = event.rounds_announced.or(to_judge.then_some(played)).unwrap_or_else(|| {
            let detail = "the number of rounds is needed: some rules change in the last two";
            TrfFault::new(TrfRule::ValueMissing, detail).in_record("142").note(&mut faults);
            0
        });
        let lot = initial_colour(event).or(to_judge.then_some(Colour::White)).unwrap_or_else(|| {
            let detail = "the colour that was drawn by lot is needed, and no match of round 1 shows it";
            TrfFault::new(TrfRule::ValueMissing, detail).in_record("152").note(&mut faults);
            Colour::White
        });
        let forbidden = forbidden_pairs(file, event, &mut faults);
        let system_with_settings = match system {
            System::TeamSwiss => SwissSystem::TeamSwiss(team_swiss::Settings {
                primary: code.primary,
                secondary_for_colours: code.secondary_for_colours,
                preferences: code.preferences,
                next_scoregroup: NextScoregroup::AtParity,
                virtual_points: virtual_points(file, event, code, rounds, &mut faults),
            }),
            System::Olympiad2022 => SwissSystem::Olympiad(olympiad::Settings::olympiad_2022()),
            System::AnnexD1998 => SwissSystem::Olympiad(olympiad::Settings::annex_d_1998()),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let rules = SwissRules {
            rounds,
            initial_colour: lot,
            bye: points(event.pairing_bye),
            article: None,
            system: system_with_settings,
        };
        Ok(Self { event, system, rules, forbidden })
    }

    pub fn rules(&self) -> &SwissRules {
        &self.rules
    }

    /// The round after the last paired one.
    pub fn next_round(&self) -> u32 {
        self.event.rounds.len() as u32 + 1
    }

    /// Everything that the pairing of a round depends on: the rounds before it, and the byes fixed for it. The byes of
    /// a round that is paired already count as fixed, except those that the pairing gave.
    pub fn before(&self, round: u32) -> TournamentState {
        let earlier = &self.event.rounds[..self.event.rounds.len().min(round.saturating_sub(1) as usize)];
        TournamentState {
            teams: self.teams(earlier, round),
            rounds: earlier.iter().map(|round| self.round(round)).collect(),
            preassigned: self.preassigned(round),
            forbidden: self.forbidden.clone(),
        }
    }

    /// A round of the file as it was paired.
    pub fn paired(&self, round: u32) -> Option<Pairing> {
        let paired = self.event.rounds.get((round as usize).checked_sub(1)?)?;
        let matches: Vec<_> = paired.matches.iter().map(|entry| (entry.first, entry.second)).collect();
        let byes: Vec<Bye> = paired.byes.iter().map(bye).collect();
        Some(Pairing::by_hand(round, &matches, &byes))
    }

    fn teams(&self, earlier: &[EventRound], round: u32) -> Vec<Team> {
        let mut adjustments: BTreeMap<TeamNumber, Points> = BTreeMap::new();
        let counts = |of: Option<u32>| of.is_none_or(|of| of < round);
        for adjustment in self.event.adjustments.iter().filter(|adjustment| counts(adjustment.round)) {
            let sum = adjustments.entry(adjustment.team).or_default();
            sum.match_points += adjustment.score.match_points;
            sum.game_points += adjustment.score.game_points;
        }
        let away = |team: TeamNumber, round: &EventRound| {
            round.byes.iter().any(|bye| bye.team == team && bye.kind == event::ByeKind::ZeroPoint)
        };
        let mut teams: Vec<Team> = self.event.teams.iter().map(|team| Team::new(team.number)).collect();
        for team in &mut teams {
            team.adjustment = adjustments.remove(&team.number).unwrap_or_default();
            if self.system != System::TeamSwiss {
                team.first_round = 1 + earlier.iter().take_while(|round| away(team.number, round)).count() as u32;
            }
        }
        teams
    }

    fn preassigned(&self, round: u32) -> Vec<PreassignedBye> {
        let boards = self.event.board_colours.len();
        let fixed: Vec<Bye> = match self.event.rounds.iter().find(|paired| paired.number == round) {
            Some(paired) => paired.byes.iter().filter(|given| given.kind != event::ByeKind::Pairing).map(bye).collect(),
            None => {
                let requested = self.event.requested_byes.iter().filter(|bye| bye.round == round);
                requested
                    .map(|asked| {
                        let kind = asked.kind.into();
                        let score = self.event.scoring.bye(kind, boards, self.event.pairing_bye);
                        bye(&event::EventBye { team: asked.team, kind, score })
                    })
                    .collect()
            }
        };
        fixed.into_iter().map(|bye| PreassignedBye { round, bye }).collect()
    }

    fn round(&self, round: &EventRound) -> Round {
        Round {
            matches: round.matches.iter().map(|entry| self.match_of(entry)).collect(),
            byes: round.byes.iter().map(bye).collect(),
        }
    }

    fn match_of(&self, entry: &EventMatch) -> Match {
        let score = entry.score.unwrap_or_else(|| self.as_if_drawn(entry));
        let [white, black] = [score.first, score.second].map(points);
        Match {
            white: Side { team: entry.first, points: white },
            black: Side { team: entry.second, points: black },
            conduct: conduct(entry, white, black),
        }
    }

    /// The score of a match in which games go on: they count as draws.
    fn as_if_drawn(&self, entry: &EventMatch) -> event::MatchScore {
        let drawn = BoardResult { white: Outcome::Draw, black: Outcome::Draw, unrated: false };
        let mut entry = entry.clone();
        entry.boards.iter_mut().for_each(|board| board.result = board.result.or(Some(drawn)));
        let [first, second] =
            entry.usual_score(&self.event.scoring).map_or_else(Default::default, |both| both.map(|it| it.1));
        event::MatchScore { first, second }
    }
}

fn points(score: Score) -> Points {
    Points { match_points: score.match_points, game_points: score.game_points }
}

fn bye(given: &event::EventBye) -> Bye {
    let kind = match given.kind {
        event::ByeKind::Pairing => ByeKind::PairingAllocated,
        event::ByeKind::FullPoint => ByeKind::FullPoint,
        event::ByeKind::HalfPoint => ByeKind::HalfPoint,
        event::ByeKind::ZeroPoint => ByeKind::ZeroPoint,
    };
    Bye { team: given.team, kind, points: points(given.score) }
}

/// A match took place if a game was played in it. Where both teams came and yet none was played, whoever has more points
/// counts as the winner by forfeit.
fn conduct(entry: &EventMatch, white: Points, black: Points) -> Conduct {
    let goes_on = entry.boards.iter().any(|board| board.result.is_none());
    let outcomes = || entry.boards.iter().flat_map(|board| [board.first_outcome(), board.second_outcome()]).flatten();
    match entry.forfeit {
        Some(ForfeitKind::WhiteWins) => Conduct::WonByForfeit(Colour::White),
        Some(ForfeitKind::BlackWins) => Conduct::WonByForfeit(Colour::Black),
        Some(ForfeitKind::BothLose) => Conduct::LostByBoth,
        None if goes_on || outcomes().any(Outcome::was_played) => Conduct::Played,
        None if white.match_points > black.match_points => Conduct::WonByForfeit(Colour::White),
        None if white.match_points < black.match_points => Conduct::WonByForfeit(Colour::Black),
        None => Conduct::LostByBoth,
    }
}

fn type_code(file: &TrfFile, system: Option<System>, faults: &mut Vec<TrfFault>) -> TypeCode {
    let Some(text) = file.header(HeaderKind::TypeCode) else { return TypeCode::USUAL };
    let code = TypeCode::read(text);
    if system.is_none() && code.family != Family::TeamSwiss {
        let detail = match code.family {
            Family::CustomTeamSwiss => format!("{text} is a Swiss by rules of its own: name the system"),
            _ => format!("{text} is no Swiss for teams"),
        };
        TrfFault::new(TrfRule::ValueUnknown, detail).on_line(line_of(file, "192")).in_record("192").note(faults);
    }
    code
}

/// The line of the first header of this type.
fn line_of(file: &TrfFile, code: &str) -> usize {
    let is_it = |record: &Record| matches!(record, Record::Header(header) if header.kind.code() == code);
    file.records.iter().position(is_it).map_or(0, |place| place + 1)
}

/// Record 152, or what round 1 shows: the first-team is the one with the smaller number, and has the colour of the lot
/// if that number is odd.
fn initial_colour(event: &Event) -> Option<Colour> {
    let stated = event.initial_colour.map(|letter| match letter {
        Letter::White => Colour::White,
        Letter::Black => Colour::Black,
    });
    stated.or_else(|| {
        let entry = event.rounds.first()?.matches.iter().min_by_key(|entry| entry.first.min(entry.second))?;
        let colour = if entry.first < entry.second { Colour::White } else { Colour::Black };
        let is_odd = entry.first.min(entry.second).0 % 2 == 1;
        Some(if is_odd { colour } else { colour.opposite() })
    })
}

/// Record 250, or the usual acceleration if the type of the event has one.
fn virtual_points(
    file: &TrfFile,
    event: &Event,
    code: TypeCode,
    rounds: u32,
    faults: &mut Vec<TrfFault>,
) -> Vec<VirtualPoints> {
    let stated = file.records.iter().enumerate().filter_map(|(place, record)| match record {
        Record::Acceleration(acceleration) => Some((place + 1, acceleration)),
        _ => None,
    });
    let mut steps = Vec::new();
    for (line, acceleration) in stated {
        match virtual_match_points(acceleration) {
            Some(match_points) => steps.push(VirtualPoints {
                first_round: acceleration.first_round,
                last_round: acceleration.last_round,
                first_team: TeamNumber(acceleration.first_team),
                last_team: TeamNumber(acceleration.last_team),
                match_points,
            }),
            None => {
                let fault = TrfFault::new(TrfRule::PointsNotSupported, "virtual points are whole match points");
                fault.on_line(line).in_record("250").note(faults);
            }
        }
    }
    if steps.is_empty() && code.baku {
        let mut teams: Vec<TeamNumber> = event.teams.iter().map(|team| team.number).collect();
        teams.sort_unstable();
        return team_swiss::baku(rounds, &teams, event.scoring.match_win.0, event.scoring.match_draw.0);
    }
    steps
}

fn virtual_match_points(acceleration: &Acceleration) -> Option<i32> {
    let points = acceleration.match_points.or(acceleration.game_points)?;
    points.whole().filter(|whole| (0..=1000).contains(whole))
}

fn forbidden_pairs(file: &TrfFile, event: &Event, faults: &mut Vec<TrfFault>) -> Vec<ForbiddenPair> {
    let known: BTreeSet<u32> = event.teams.iter().map(|team| team.number.0).collect();
    let mut pairs = Vec::new();
    for (place, record) in file.records.iter().enumerate() {
        let Record::ForbiddenPairs(group) = record else { continue };
        let mut note = |rule, detail: String| {
            TrfFault::new(rule, detail).on_line(place + 1).in_record("260").note(faults);
        };
        let teams: BTreeSet<u32> = group.teams.iter().copied().collect();
        for unknown in teams.difference(&known) {
            note(TrfRule::UnknownTeam, format!("there is no team {unknown}"));
        }
        for (index, one) in teams.iter().enumerate() {
            for other in teams.iter().skip(index + 1) {
                if pairs.len() == MAX_FORBIDDEN_PAIRS {
                    note(TrfRule::TooLarge, format!("more than {MAX_FORBIDDEN_PAIRS} pairs are kept apart"));
                    return pairs;
                }
                pairs.push(ForbiddenPair {
                    teams: (TeamNumber(*one), TeamNumber(*other)),
                    first_round: group.first_round,
                    last_round: group.last_round,
                });
            }
        }
    }
    pairs
}

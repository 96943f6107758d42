//! The field of one round as the engines see it: each team to be paired with what its record amounts to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, ColourHistory};
use crate::domain::pairing::matching::graph::Graph;
use crate::domain::pairing::state::{ByeKind, Points, TournamentState};

/// Which of the two scores decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    MatchPoints,
    GamePoints,
}

impl ScoreKind {
    pub fn of(self, points: Points) -> i32 {
        match self {
            ScoreKind::MatchPoints => points.match_points.0,
            ScoreKind::GamePoints => points.game_points.0,
        }
    }

    pub fn other(self) -> Self {
        match self {
            ScoreKind::MatchPoints => ScoreKind::GamePoints,
            ScoreKind::GamePoints => ScoreKind::MatchPoints,
        }
    }
}

/// Match points that count for the pairing only: acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualPoints {
    pub first_round: u32,
    pub last_round: u32,
    pub first_team: TeamNumber,
    pub last_team: TeamNumber,
    pub match_points: i32,
}

/// How the score for the pairing is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scoring<'a> {
    pub primary: ScoreKind,
    pub virtual_points: &'a [VirtualPoints],
}

impl Scoring<'_> {
    fn score(&self, team: TeamNumber, points: Points, round: u32) -> i32 {
        let counts = |extra: &&VirtualPoints| {
            (extra.first_round..=extra.last_round).contains(&round)
                && (extra.first_team..=extra.last_team).contains(&team)
        };
        let extra: i32 = self.virtual_points.iter().filter(counts).map(|extra| extra.match_points).sum();
        self.primary.of(points) + extra
    }
}

/// What keeps a team from getting the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByeBar {
    HadBye { round: u32 },
    FullPointBye { round: u32 },
    WonByForfeit { round: u32 },
}

impl fmt::Display for ByeBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ByeBar::HadBye { round } => write!(f, "it had the bye in round {round}"),
            ByeBar::FullPointBye { round } => write!(f, "it had a full-point bye in round {round}"),
            ByeBar::WonByForfeit { round } => write!(f, "it won by forfeit in round {round}"),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub number: TeamNumber,
    /// Its place among the teams that have arrived so far, by number: what is odd or even when a lot decides.
    pub arrival_number: u32,
    pub points: Points,
    /// The primary score, virtual points included.
    pub score: i32,
    pub secondary: i32,
    pub colours: ColourHistory,
    /// Met an opponent with a different score in the round before.
    pub floated: bool,
    pub bye_bar: Option<ByeBar>,
    pub entered_late: bool,
}

/// The teams to be paired, by rising number, and who may still meet whom.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub contenders: Vec<Contender>,
    pub may_meet: Rc<Graph>,
}

impl Field {
    pub fn new(state: &TournamentState, round: u32, scoring: Scoring<'_>) -> Self {
        let records = records(state, scoring);
        let arrived: BTreeSet<TeamNumber> =
            state.teams.iter().filter(|team| team.first_round <= round).map(|team| team.number).collect();
        let mut contenders: Vec<Contender> = Vec::new();
        for number in state.to_be_paired(round) {
            if let Some(mut contender) = records.get(&number).cloned() {
                contender.score = scoring.score(number, contender.points, round);
                contender.arrival_number = arrived.range(..=number).count() as u32;
                contenders.push(contender);
            }
        }
        let may_meet = Rc::new(may_meet(state, round, &contenders));
        Self { contenders, may_meet }
    }

    /// The field without one team.
    pub fn without(&self, place: usize) -> Self {
        let rest: Vec<usize> = (0..self.contenders.len()).filter(|other| *other != place).collect();
        Self {
            contenders: rest.iter().map(|other| self.contenders[*other].clone()).collect(),
            may_meet: Rc::new(self.may_meet.among(&rest)),
        }
    }
}

fn records(state: &TournamentState, scoring: Scoring<'_>) -> BTreeMap<TeamNumber, Contender> {
    let start = |number: TeamNumber, points: Points, first_round: u32| Contender {
        number,
        arrival_number: 0,
        points,
        score: 0,
        secondary: 0,
        colours: ColourHistory::default(),
        floated: false,
        bye_bar: None,
        entered_late: first_round > 1,
    };
    let mut records: BTreeMap<TeamNumber, Contender> =
        state.teams.iter().map(|team| (team.number, start(team.number, team.adjustment, team.first_round))).collect();

    for (round, results) in (1..).zip(&state.rounds) {
        let before: BTreeMap<TeamNumber, i32> =
            records.iter().map(|(number, record)| (*number, scoring.score(*number, record.points, round))).collect();
        let mut colours: BTreeMap<TeamNumber, Colour> = BTreeMap::new();
        records.values_mut().for_each(|record| record.floated = false);
        for game in &results.matches {
            let sides = [(&game.white, &game.black, Colour::White), (&game.black, &game.white, Colour::Black)];
            for (side, opponent, colour) in sides {
                let Some(record) = records.get_mut(&side.team) else { continue };
                record.add(side.points);
                if game.is_played() {
                    colours.insert(side.team, colour);
                    record.floated = before.get(&side.team) != before.get(&opponent.team);
                }
                if game.forfeit_winner() == Some(side.team) {
                    record.bar(ByeBar::WonByForfeit { round });
                }
            }
        }
        for bye in &results.byes {
            let Some(record) = records.get_mut(&bye.team) else { continue };
            record.add(bye.points);
            match bye.kind {
                ByeKind::PairingAllocated => record.bar(ByeBar::HadBye { round }),
                ByeKind::FullPoint => record.bar(ByeBar::FullPointBye { round }),
                ByeKind::HalfPoint | ByeKind::ZeroPoint => {}
            }
        }
        for (number, record) in &mut records {
            record.colours.push(colours.get(number).copied());
        }
    }
    for record in records.values_mut() {
        record.secondary = scoring.primary.other().of(record.points);
    }
    records
}

impl Contender {
    fn add(&mut self, points: Points) {
        self.points.match_points += points.match_points;
        self.points.game_points += points.game_points;
    }

    fn bar(&mut self, bar: ByeBar) {
        self.bye_bar.get_or_insert(bar);
    }
}

fn may_meet(state: &TournamentState, round: u32, contenders: &[Contender]) -> Graph {
    let places: BTreeMap<TeamNumber, usize> =
        contenders.iter().enumerate().map(|(place, contender)| (contender.number, place)).collect();
    let mut graph = Graph::complete(contenders.len());
    let met = state.rounds.iter().flat_map(|round| &round.matches).filter(|game| game.is_played());
    let forbidden = state.forbidden.iter().filter(|pair| (pair.first_round..=pair.last_round).contains(&round));
    for (one, other) in met.map(|game| (game.white.team, game.black.team)).chain(forbidden.map(|pair| pair.teams)) {
        if let (Some(one), Some(other)) = (places.get(&one), places.get(&other)) {
            graph.part(*one, *other);
        }
    }
    graph
}

/// A field by hand: number, score and colours of each team, and who has met whom.
#[cfg(test)]
pub(super) fn by_hand(teams: &[(u32, i32, &str)], met: &[(u32, u32)]) -> Field {
    let contender = |(number, score, colours): &(u32, i32, &str)| Contender {
        number: TeamNumber(*number),
        arrival_number: *number,
        points: Points::default(),
        score: *score,
        secondary: 0,
        colours: crate::domain::pairing::colour::history(colours),
        floated: false,
        bye_bar: None,
        entered_late: false,
    };
    let mut may_meet = Graph::complete(teams.len());
    let place = |number: u32| teams.iter().position(|team| team.0 == number).unwrap_or(0);
    met.iter().for_each(|(one, other)| may_meet.part(place(*one), place(*other)));
    Field { contenders: teams.iter().map(contender).collect(), may_meet: Rc::new(may_meet) }
}

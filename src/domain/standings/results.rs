//! The facts of one group that its standings are made of.

use crate::domain::ids::TeamNumber;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::result::{BoardResult, MatchResult};
use crate::domain::violation::{Rule, Violation};

/// Who meets whom: known beforehand, or found round by round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairingMode {
    RoundRobin,
    Swiss,
}

/// All results of one group, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupResults {
    pub pairing: PairingMode,
    pub teams: Vec<TeamNumber>,
    /// Boards of a match.
    pub boards: u32,
    /// Rounds 1 to this one have started; nothing of a later one is counted.
    pub rounds_started: u32,
    pub matches: Vec<GroupMatch>,
    pub byes: Vec<GroupBye>,
    pub exclusions: Vec<Exclusion>,
    pub adjustments: Vec<Adjustment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMatch {
    pub round: u32,
    pub home: TeamNumber,
    pub away: TeamNumber,
    /// None while a game of the match is unfinished.
    pub result: Option<MatchResult>,
    /// The finished games, where they are known.
    pub games: Vec<BoardResult>,
    /// Match points of both, where somebody gave others than the result brings.
    pub match_points: Option<(MatchPoints, MatchPoints)>,
}

impl GroupMatch {
    /// Not played yet, or with games unfinished; nothing of it counts.
    pub fn unfinished(round: u32, home: TeamNumber, away: TeamNumber, games: Vec<BoardResult>) -> Self {
        Self { round, home, away, result: None, games, match_points: None }
    }

    /// A match of which only the score is known.
    pub fn with_score(round: u32, home: TeamNumber, away: TeamNumber, result: MatchResult) -> Self {
        Self { round, home, away, result: Some(result), games: Vec::new(), match_points: None }
    }

    /// A finished match with the result of each of its boards.
    pub fn with_boards(
        round: u32,
        home: TeamNumber,
        away: TeamNumber,
        games: Vec<BoardResult>,
        boards: u32,
    ) -> Result<Self, Violation> {
        let result = MatchResult::from_boards(&games, boards)?;
        Ok(Self { round, home, away, result: Some(result), games, match_points: None })
    }
}

/// A round in which a team had no opponent, and what it was given for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupBye {
    pub round: u32,
    pub team: TeamNumber,
    pub kind: ByeKind,
    pub game_points: GamePoints,
    pub match_points: MatchPoints,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByeKind {
    /// The round off of a round robin with an odd number of teams: no part of any sum.
    Free,
    PairingAllocated,
    FullPoint,
    HalfPoint,
    ZeroPoint,
}

/// A penalty or a bonus. It is part of what the team has, and so of what it is worth to its opponents, and of no round's
/// result (our reading: C.07 says nothing of it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustment {
    pub team: TeamNumber,
    /// From which round on; `None`: from the beginning.
    pub round: Option<u32>,
    pub match_points: MatchPoints,
    pub game_points: GamePoints,
}

/// A team that stands outside the ranking, by a decision or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    pub team: TeamNumber,
    /// Whether its matches still count for those who met it.
    pub results_count: bool,
    /// The decision or article, so that every effect can be traced to it.
    pub because: String,
}

impl GroupResults {
    /// Facts that cannot stand together are refused before anything is counted.
    pub fn check(&self) -> Result<(), Violation> {
        let mut teams = self.teams.clone();
        teams.sort_unstable();
        if teams.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Violation::new(Rule::InvalidValue, "a team number stands for two teams of the group"));
        }
        let known = |team: TeamNumber| {
            if teams.binary_search(&team).is_ok() {
                return Ok(());
            }
            Err(Violation::new(Rule::InvalidValue, "the team is not in this group").fact("team", i64::from(team.0)))
        };
        let sides = self.matches.iter().flat_map(|met| [(met.round, met.home), (met.round, met.away)]);
        let mut engaged: Vec<(u32, TeamNumber)> =
            sides.chain(self.byes.iter().map(|bye| (bye.round, bye.team))).collect();
        engaged.iter().try_for_each(|&(_, team)| known(team))?;
        engaged.sort_unstable();
        let twice = engaged.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some((round, team)) = engaged.first().copied().filter(|&(round, _)| round == 0).or(twice) {
            return Err(Violation::new(
                Rule::InvalidValue,
                "a team has at most one match or bye in each round, from round 1",
            )
            .fact("round", i64::from(round))
            .fact("team", i64::from(team.0)));
        }
        self.exclusions.iter().try_for_each(|exclusion| known(exclusion.team))?;
        self.adjustments.iter().try_for_each(|adjustment| known(adjustment.team))
    }
}

//! The pairing rules of the Chess Olympiads: the text of 2022 (D.02), and Annex D of D.II.07 as approved in 1998,
//! whose lost articles are read by the later texts. What the two differ in is [`Settings`].
//!
//! Groups of equal score are paired from the top down to the median group, then from the bottom up to it, the median
//! group last (6.4). What is left of a group floats towards the median group (in `group`); inside a group the upper
//! half meets the lower half (in `scrutiny`). Where the texts leave a choice, these readings are used: no floater
//! passes the median group; incoming floaters are paired before the residents; the colour limits of 7.3 are set
//! aside for as few pairs as possible; odd and even in 7.2 count the teams that have arrived; two teams whose colours
//! were always the same follow 7.5 in 7.6 too, so that the higher-ranked one is equalised before it alternates (as in
//! all nine matches of the Olympiad of 2022 in which it makes a difference).

mod clause;
mod colours;
#[cfg(test)]
mod exhaustive;
mod group;
mod scrutiny;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::field::{ByeBar, Contender, Field, ScoreKind, Scoring};
use crate::domain::pairing::matching::Matcher;
use crate::domain::pairing::matching::graph::Graph;
use crate::domain::pairing::state::{Bye, ByeKind, Points, TournamentState};
use crate::domain::pairing::{
    AssignedBye, Clause, Drawn, Float, PairReason, PairedMatch, SwissRules, no_legal_pairing, publish,
};
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::violation::Violation;
pub use clause::Profile;
use group::{Direction, Pool};

/// The readings under which the rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The text that reasons and refusals name.
    pub profile: Profile,
    /// What groups and differences are measured by.
    pub score: ScoreKind,
    pub order: OrderInGroup,
    pub collisions: Collisions,
}

/// The order of teams with the same score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderInGroup {
    Number,
    /// The other score, then the number.
    OtherScore,
}

/// What is tried when the upper half can't meet the lower half as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collisions {
    /// The order of 9.3, team by team: the rest of the lower half, then the own half.
    TeamByTeam,
    /// Exchanges in the lower half for all teams, before any team meets its own half.
    LowerHalfFirst,
}

impl Settings {
    /// D.02, in force from 1 January 2022.
    pub const fn olympiad_2022() -> Self {
        Self {
            profile: Profile::Olympiad2022,
            score: ScoreKind::MatchPoints,
            order: OrderInGroup::Number,
            collisions: Collisions::TeamByTeam,
        }
    }

    /// D.II.07 Annex D of 1998, as far as it is known, completed by later practice.
    pub const fn annex_d_1998() -> Self {
        Self {
            profile: Profile::AnnexD1998,
            score: ScoreKind::GamePoints,
            order: OrderInGroup::Number,
            collisions: Collisions::LowerHalfFirst,
        }
    }

    /// What the bye is worth if the event says nothing: one match point, and two game points (2022) or a draw on each
    /// board (1998).
    pub const fn usual_bye(&self, boards: i32) -> Points {
        let halves = match self.profile {
            Profile::Olympiad2022 => 4,
            Profile::AnnexD1998 => boards,
        };
        Points { match_points: MatchPoints(1), game_points: GamePoints(halves) }
    }
}

pub(super) fn draw(
    rules: &SwissRules,
    settings: &Settings,
    state: &TournamentState,
    round: u32,
) -> Result<Drawn, Violation> {
    let everybody = Field::new(state, round, Scoring { primary: settings.score, virtual_points: &[] });
    let impossible = |field: &Field| no_legal_pairing(rules, round, field, settings.profile.no_legal_pairing());

    let (field, bye) = if everybody.contenders.len() % 2 == 1 {
        let (place, passed_over) = bye(&everybody, settings).ok_or_else(|| impossible(&everybody))?;
        let team = everybody.contenders[place].number;
        let bye = Bye { team, kind: ByeKind::PairingAllocated, points: rules.bye };
        (everybody.without(place), Some(AssignedBye { bye, clause: settings.profile.bye(), passed_over }))
    } else {
        (everybody, None)
    };
    let event = Event { rules, settings, field: &field };
    let pairs = event.pair_all().ok_or_else(|| impossible(&field))?;
    Ok(Drawn { matches: publish(pairs), bye })
}

/// 3.2: the places of a field, the highest-ranked team first.
fn ranking(field: &Field, settings: &Settings) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..field.contenders.len()).collect();
    ranking.sort_by_key(|place| {
        let team = &field.contenders[*place];
        let other = if settings.order == OrderInGroup::OtherScore { team.secondary } else { 0 };
        (Reverse(team.score), Reverse(other), team.number)
    });
    ranking
}

/// Article 4: the lowest-ranked eligible team, if the others can be paired.
fn bye(field: &Field, settings: &Settings) -> Option<(usize, Vec<(TeamNumber, Clause)>)> {
    let size = field.contenders.len();
    let mut graph = Graph::empty(size + 1);
    for (place, team) in field.contenders.iter().enumerate() {
        field.may_meet.neighbours(place).iter().for_each(|other| graph.join(place, other));
        if team.bye_bar.is_none() && !team.entered_late {
            graph.join(place, size);
        }
    }
    let mut matcher = Matcher::plain(graph);
    matcher.solve()?;
    let mut passed_over = Vec::new();
    for place in ranking(field, settings).into_iter().rev() {
        if matcher.pair(place, size) {
            return Some((place, passed_over));
        }
        let team = &field.contenders[place];
        let clause = match team.bye_bar {
            Some(ByeBar::WonByForfeit { .. }) => settings.profile.won_by_default(),
            Some(_) => settings.profile.had_bye(),
            None if team.entered_late => settings.profile.entered_late(),
            None => settings.profile.bye_leaves_others_unpaired(),
        };
        passed_over.push((team.number, clause));
    }
    None
}

/// One round of one event.
struct Event<'a> {
    rules: &'a SwissRules,
    settings: &'a Settings,
    /// Teams by rising number; places in it stand for teams.
    field: &'a Field,
}

/// Two places that meet, in the group of this score, and why.
struct Paired {
    teams: (usize, usize),
    score_group: i32,
    clause: Clause,
}

impl Event<'_> {
    fn team(&self, place: usize) -> &Contender {
        &self.field.contenders[place]
    }

    /// 6.4: from the top down, from the bottom up, the median group last.
    fn pair_all(&self) -> Option<Vec<(PairedMatch, [i32; 2])>> {
        let ranking = ranking(self.field, self.settings);
        let Some(median) = ranking.get(ranking.len() / 2).map(|place| self.team(*place).score) else {
            return Some(Vec::new());
        };
        let groups: Vec<&[usize]> =
            ranking.chunk_by(|one, other| self.team(*one).score == self.team(*other).score).collect();
        let middle = groups.iter().position(|group| self.team(group[0]).score == median)?;
        let mut pool = Pool::new(self, &ranking);
        let mut paired = Vec::new();

        let (mut from_above, mut from_below) = (Vec::new(), Vec::new());
        for index in 0..middle {
            let (group, next) = (groups[index], groups[index + 1]);
            from_above = pool.pair_group(Direction::Down, &from_above, group, next, &mut paired)?;
        }
        for index in (middle + 1..groups.len()).rev() {
            let (group, next) = (groups[index], groups[index - 1]);
            from_below = pool.pair_group(Direction::Up, &from_below, group, next, &mut paired)?;
        }
        pool.pair_median(&from_above, &from_below, groups[middle], &mut paired)?;
        Some(paired.into_iter().map(|pair| self.with_colours(pair, &pool)).collect())
    }

    fn with_colours(&self, pair: Paired, pool: &Pool<'_>) -> (PairedMatch, [i32; 2]) {
        let (one, other) = (self.team(pair.teams.0), self.team(pair.teams.1));
        let floats = [pair.teams.0, pair.teams.1].into_iter().filter_map(|place| {
            let team = self.team(place);
            let clause = pool.float_clause(place)?;
            Some(Float { team: team.number, from: team.score, to: pair.score_group, clause })
        });
        let (higher, lower) =
            if pool.rank(pair.teams.0) < pool.rank(pair.teams.1) { (one, other) } else { (other, one) };
        let (white, black, colour) = self.allocate_colours(higher, lower);
        let reason =
            PairReason { score_group: pair.score_group, floats: floats.collect(), clause: pair.clause, colour };
        (PairedMatch { white, black, reason }, [one.score, other.score])
    }
}

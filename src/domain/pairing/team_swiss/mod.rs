//! The FIDE Swiss Team Pairing System, C.04.6, in force from 1 February 2026.
//!
//! Bye (3.4), then bracket by bracket from the top: upfloaters (3.5, in `upfloaters`), pairs (3.6, in `bracket`);
//! last the colours (article 4, in `colours`). Where the text leaves a choice, these readings are used:
//! acceleration changes the score for groups, floats and the first-team alike; a match that was not played makes no
//! floater; odd and even in 4.3.1 count the teams that have arrived.

mod bracket;
mod clause;
mod colours;
#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod tests;
mod upfloaters;

use std::cmp::Reverse;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::field::{ByeBar, Contender, Field, ScoreKind, Scoring, VirtualPoints};
use crate::domain::pairing::matching::Matcher;
use crate::domain::pairing::matching::graph::Graph;
use crate::domain::pairing::state::{Bye, ByeKind, TournamentState};
use crate::domain::pairing::{
    AssignedBye, Clause, Drawn, Float, PairReason, PairedMatch, SwissRules, no_legal_pairing, publish, refusal,
};
use crate::domain::violation::{Rule, Violation};
use upfloaters::Upfloater;

/// What an event announces about the system (1.1.2, 1.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub primary: ScoreKind,
    /// Whether the other score decides who is the first-team when the primary scores are equal (4.2.2).
    pub secondary_for_colours: bool,
    pub preferences: Preferences,
    pub next_scoregroup: NextScoregroup,
    /// Acceleration; see [`baku`].
    pub virtual_points: Vec<VirtualPoints>,
}

impl Default for Settings {
    /// What holds if the event announces nothing.
    fn default() -> Self {
        Self {
            primary: ScoreKind::MatchPoints,
            secondary_for_colours: true,
            preferences: Preferences::TypeA,
            next_scoregroup: NextScoregroup::AtParity,
            virtual_points: Vec::new(),
        }
    }
}

/// When a team has a colour preference (1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preferences {
    TypeA,
    TypeB,
    None,
}

/// How C6 looks at the bracket of the next scoregroup; the text allows both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextScoregroup {
    /// It must need no more upfloaters than an odd number of teams does; if that is impossible, C6 has no say.
    AtParity,
    /// It must need as few upfloaters as possible.
    AsFewAsPossible,
}

/// The virtual points of the Baku acceleration (C.04.7) for the teams known when round 1 is paired, numbers rising.
///
/// The upper half, rounded up to an even number, has the points of a won match for the first half of the accelerated
/// rounds and those of a drawn one for the rest; half of all rounds are accelerated, both halves rounded up.
pub fn baku(rounds: u32, teams: &[TeamNumber], win: i32, draw: i32) -> Vec<VirtualPoints> {
    let group = 2 * teams.len().div_ceil(4);
    let (Some(first), Some(last)) = (teams.first(), teams.get(group.min(teams.len()).wrapping_sub(1))) else {
        return Vec::new();
    };
    let accelerated = rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let step = |first_round, last_round, match_points| VirtualPoints {
        first_round,
        last_round,
        first_team: *first,
        last_team: *last,
        match_points,
    };
    let steps = [step(1, full, win), step(full + 1, accelerated, draw)];
    steps.into_iter().filter(|step| step.first_round <= step.last_round).collect()
}

pub(super) fn draw(
    rules: &SwissRules,
    settings: &Settings,
    state: &TournamentState,
    round: u32,
) -> Result<Drawn, Violation> {
    if settings.primary == ScoreKind::GamePoints && !settings.virtual_points.is_empty() {
        let detail = "acceleration is not available with game points as primary score";
        return Err(refusal(rules, Rule::InvalidValue, detail, round));
    }
    let scoring = Scoring { primary: settings.primary, virtual_points: &settings.virtual_points };
    let everybody = Field::new(state, round, scoring);
    let impossible = |field: &Field| no_legal_pairing(rules, round, field, clause::NO_LEGAL_PAIRING);

    let (field, bye) = if everybody.contenders.len() % 2 == 1 {
        let (place, passed_over) = bye(&everybody).ok_or_else(|| impossible(&everybody))?;
        let team = everybody.contenders[place].number;
        let bye = Bye { team, kind: ByeKind::PairingAllocated, points: rules.bye };
        (everybody.without(place), Some(AssignedBye { bye, clause: clause::BYE, passed_over }))
    } else {
        (everybody, None)
    };

    let event = Event { rules, settings, field: &field, round };
    let pairs = event.pair_all().ok_or_else(|| impossible(&field))?;
    Ok(Drawn { matches: publish(pairs), bye })
}

/// 3.4: the lowest score, then the most matches played, then the largest number, if the others can be paired.
fn bye(field: &Field) -> Option<(usize, Vec<(TeamNumber, Clause)>)> {
    let size = field.contenders.len();
    let mut graph = Graph::empty(size + 1);
    for place in 0..size {
        field.may_meet.neighbours(place).iter().for_each(|other| graph.join(place, other));
        if field.contenders[place].bye_bar.is_none() {
            graph.join(place, size);
        }
    }
    let mut matcher = Matcher::plain(graph);
    matcher.solve()?;

    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by_key(|place| {
        let team = &field.contenders[*place];
        (team.score, Reverse(team.colours.played()), Reverse(team.number))
    });
    let mut passed_over = Vec::new();
    for place in order {
        if matcher.pair(place, size) {
            return Some((place, passed_over));
        }
        let team = &field.contenders[place];
        let clause = match team.bye_bar {
            Some(ByeBar::HadBye { .. }) => clause::HAD_BYE,
            Some(ByeBar::FullPointBye { .. }) => clause::FULL_POINT_BYE,
            Some(ByeBar::WonByForfeit { .. }) => clause::WON_BY_FORFEIT,
            None => clause::REST_UNPAIRABLE,
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
    round: u32,
}

impl Event<'_> {
    fn team(&self, place: usize) -> &Contender {
        &self.field.contenders[place]
    }

    /// C7 and C10 do not count in the last two rounds.
    fn floats_matter(&self) -> bool {
        self.round + 2 <= self.rules.rounds
    }

    fn is_last_round(&self) -> bool {
        self.round == self.rules.rounds
    }

    /// 3.3: the top scoregroup with its upfloaters is a bracket; the teams left form the next groups.
    fn pair_all(&self) -> Option<Vec<(PairedMatch, [i32; 2])>> {
        let mut groups = self.scoregroups();
        let mut witness = vec![None; self.field.contenders.len()];
        let mut pairs = Vec::new();
        while !groups.is_empty() {
            let upfloaters = self.upfloaters(&groups, &mut witness)?;
            let residents = groups.remove(0);
            for group in &mut groups {
                group.retain(|place| !upfloaters.iter().any(|floater| floater.place == *place));
            }
            groups.retain(|group| !group.is_empty());
            for pair in self.pair_bracket(&residents, &upfloaters)? {
                pairs.push(self.with_colours(pair, &residents, &upfloaters));
            }
        }
        Some(pairs)
    }

    /// Falling scores; in each group rising numbers.
    fn scoregroups(&self) -> Vec<Vec<usize>> {
        let mut places: Vec<usize> = (0..self.field.contenders.len()).collect();
        places.sort_by_key(|place| Reverse(self.team(*place).score));
        places.chunk_by(|one, other| self.team(*one).score == self.team(*other).score).map(<[usize]>::to_vec).collect()
    }

    fn with_colours(
        &self,
        (one, other, clause): (usize, usize, Clause),
        residents: &[usize],
        upfloaters: &[Upfloater],
    ) -> (PairedMatch, [i32; 2]) {
        let score_group = self.team(residents[0]).score;
        let floats = upfloaters.iter().filter(|floater| floater.place == one || floater.place == other);
        let floats = floats.map(|floater| Float {
            team: self.team(floater.place).number,
            from: self.team(floater.place).score,
            to: score_group,
            clause: floater.clause,
        });
        let (white, black, colour) = self.allocate_colours(self.team(one), self.team(other));
        let reason = PairReason { score_group, floats: floats.collect(), clause, colour };
        (PairedMatch { white, black, reason }, [self.team(one).score, self.team(other).score])
    }
}

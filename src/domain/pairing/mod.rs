//! Who plays whom: the tables of a round robin, the two systems for a Swiss, and a judge who trusts neither.

pub mod berger;
pub mod colour;
mod deciding;
mod field;
pub mod judge;
mod matching;
pub mod olympiad;
pub mod state;
pub mod team_swiss;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use crate::domain::ids::TeamNumber;
use crate::domain::pairing::colour::{Colour, ColourHistory};
use crate::domain::pairing::field::Field;
pub use crate::domain::pairing::field::{ByeBar, ScoreKind, VirtualPoints};
use crate::domain::pairing::state::{Bye, ByeKind, NotPaired, Points, TournamentState};
use crate::domain::violation::{Rule, Violation};

/// How a Swiss event pairs.
#[derive(Clone, Debug)]
pub struct SwissRules {
    /// The number of rounds of the whole event.
    pub rounds: u32,
    /// Drawn by lot before round 1.
    pub initial_colour: Colour,
    /// What a pairing-allocated bye is worth; the same for all of them.
    pub bye: Points,
    /// The article of the championship's regulations that prescribes the system, for refusals.
    pub article: Option<String>,
    pub system: SwissSystem,
}

#[derive(Clone, Debug)]
pub enum SwissSystem {
    /// FIDE C.04.6.
    TeamSwiss(team_swiss::Settings),
    /// The pairing rules of the Chess Olympiads.
    Olympiad(olympiad::Settings),
}

/// An article of a pairing system, and what it decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    pub regulation: &'static str,
    pub article: &'static str,
    pub meaning: &'static str,
}

impl Clause {
    pub const BY_HAND: Clause = Clause { regulation: "", article: "", meaning: "paired by hand" };
    pub const FIXED_BEFOREHAND: Clause = Clause { regulation: "", article: "", meaning: "fixed before the pairing" };
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.regulation, self.article, self.meaning)
    }
}

/// The pairing of a round, in the order of publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub round: u32,
    pub matches: Vec<PairedMatch>,
    pub byes: Vec<AssignedBye>,
    pub not_paired: Vec<(TeamNumber, NotPaired)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedMatch {
    /// The team with White on the first board.
    pub white: TeamNumber,
    pub black: TeamNumber,
    pub reason: PairReason,
}

/// Why two teams meet, and with these colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairReason {
    /// The score of the group in which they were paired, virtual points included.
    pub score_group: i32,
    /// Those of the two that came from another group.
    pub floats: Vec<Float>,
    pub clause: Clause,
    pub colour: ColourReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    pub team: TeamNumber,
    pub from: i32,
    pub to: i32,
    pub clause: Clause,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourReason {
    pub clause: Clause,
    /// Round by round; a round without a played match has no colour and was skipped.
    pub white_history: ColourHistory,
    pub black_history: ColourHistory,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignedBye {
    pub bye: Bye,
    pub clause: Clause,
    /// Teams that stood nearer to the bye, and what kept each from it.
    pub passed_over: Vec<(TeamNumber, Clause)>,
}

impl Pairing {
    /// A pairing that people made, for [`judge::judge`].
    pub fn by_hand(round: u32, matches: &[(TeamNumber, TeamNumber)], byes: &[Bye]) -> Self {
        let colour = ColourReason {
            clause: Clause::BY_HAND,
            white_history: ColourHistory::default(),
            black_history: ColourHistory::default(),
        };
        let reason = PairReason { score_group: 0, floats: Vec::new(), clause: Clause::BY_HAND, colour };
        let matches =
            matches.iter().map(|(white, black)| PairedMatch { white: *white, black: *black, reason: reason.clone() });
        let byes = byes.iter().map(|bye| AssignedBye { bye: *bye, clause: Clause::BY_HAND, passed_over: Vec::new() });
        Self { round, matches: matches.collect(), byes: byes.collect(), not_paired: Vec::new() }
    }
}

/// Pairs a round; `state` holds the rounds before it and no other.
pub fn draw(rules: &SwissRules, state: &TournamentState, round: u32) -> Result<Pairing, Violation> {
    check(rules, state, round)?;
    let mut byes = Vec::new();
    let mut not_paired = Vec::new();
    for team in &state.teams {
        let fixed = state.preassigned_in(round).find(|bye| bye.team == team.number);
        match (fixed, state.left_out(team, round)) {
            (Some(bye), None | Some(NotPaired::Absent)) => {
                byes.push(AssignedBye { bye: *bye, clause: Clause::FIXED_BEFOREHAND, passed_over: Vec::new() });
            }
            (_, Some(left_out)) => not_paired.push((team.number, left_out)),
            (None, None) => {}
        }
    }
    if byes.iter().any(|given| given.bye.kind == ByeKind::PairingAllocated) && state.to_be_paired(round).len() % 2 == 1
    {
        return Err(refusal(rules, Rule::PairingBreaksRule, "a second team would need the bye of the round", round));
    }
    let drawn = match &rules.system {
        SwissSystem::TeamSwiss(settings) => team_swiss::draw(rules, settings, state, round),
        SwissSystem::Olympiad(settings) => olympiad::draw(rules, settings, state, round),
    }?;
    byes.extend(drawn.bye);
    Ok(Pairing { round, matches: drawn.matches, byes, not_paired })
}

/// What an engine hands back.
struct Drawn {
    matches: Vec<PairedMatch>,
    bye: Option<AssignedBye>,
}

/// The order in which pairings are published: the score of the higher team, the sum of both, the better number.
fn publish(mut paired: Vec<(PairedMatch, [i32; 2])>) -> Vec<PairedMatch> {
    paired.sort_by_key(|(pair, scores)| {
        let [one, other] = *scores;
        let (white, black) = (pair.white, pair.black);
        let higher = if one == other {
            white.min(black)
        } else if one > other {
            white
        } else {
            black
        };
        (Reverse(one.max(other)), Reverse(one + other), higher)
    });
    paired.into_iter().map(|(pair, _)| pair).collect()
}

fn refusal(rules: &SwissRules, rule: Rule, detail: &str, round: u32) -> Violation {
    let refusal = Violation::new(rule, detail).fact("round", i64::from(round));
    match &rules.article {
        Some(article) => refusal.article(article.clone()),
        None => refusal,
    }
}

/// The refusal of an engine that found that the teams can't all be paired.
fn no_legal_pairing(rules: &SwissRules, round: u32, field: &Field, clause: Clause) -> Violation {
    let alone = |place: &usize| field.may_meet.neighbours(*place).is_empty();
    let without_opponent: Vec<String> =
        (0..field.contenders.len()).filter(alone).map(|place| field.contenders[place].number.to_string()).collect();
    let detail = "no pairing of all teams is within the rules; the chief arbiter decides";
    refusal(rules, Rule::NoLegalPairing, detail, round)
        .fact("teams_to_be_paired", field.contenders.len() as i64)
        .fact("without_opponent", without_opponent)
        .fact("system", clause.regulation)
        .fact("clause", clause.article)
}

/// What no pairing can be made from.
fn check(rules: &SwissRules, state: &TournamentState, round: u32) -> Result<(), Violation> {
    let invalid = |detail: &str| Err(refusal(rules, Rule::InvalidValue, detail, round));
    if round == 0 || round > rules.rounds {
        return invalid("the event has no such round");
    }
    if state.rounds.len() as u64 + 1 != u64::from(round) {
        return invalid("only the round after the last one can be paired");
    }
    let mut known = BTreeSet::new();
    if !state.teams.iter().all(|team| known.insert(team.number)) {
        return invalid("two teams have the same number");
    }
    let played = state.rounds.iter().flat_map(|round| {
        let at_boards = round.matches.iter().flat_map(|game| [game.white.team, game.black.team]);
        at_boards.chain(round.byes.iter().map(|bye| bye.team))
    });
    let fixed = state.preassigned.iter().map(|fixed| fixed.bye.team);
    let apart = state.forbidden.iter().flat_map(|pair| [pair.teams.0, pair.teams.1]);
    if !played.chain(fixed).chain(apart).all(|team| known.contains(&team)) {
        return invalid("a team is named that does not take part");
    }
    let mut fixed_once = BTreeSet::new();
    if !state.preassigned_in(round).all(|bye| fixed_once.insert(bye.team)) {
        return invalid("a team has two byes fixed for the same round");
    }
    Ok(())
}

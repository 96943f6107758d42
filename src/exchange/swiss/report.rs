//! What pairing engines print, and what an arbiter wants to know besides.

use std::fmt::{self, Write};

use super::SwissEvent;
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::state::{Bye, ByeKind};
use crate::domain::pairing::{AssignedBye, PairedMatch, Pairing, ScoreKind, SwissSystem};
use crate::exchange::trf::TrfPoints;

/// The number of pairs, then `white black` a line; 0 is the opponent of the team with the bye.
pub fn pairs(pairing: &Pairing) -> String {
    let lines: Vec<String> = lines(pairing).map(|(line, _)| line).collect();
    format!("{}\n{}", lines.len(), lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// The same lines, each with its reasons below it, then those who take no part.
pub fn explained(event: &SwissEvent<'_>, pairing: &Pairing) -> String {
    let mut text = format!("{}\n", lines(pairing).count());
    let report = Report { event };
    for (line, about) in lines(pairing) {
        let written = match about {
            About::Pair(pair) => report.pair(&mut text, &line, pair),
            About::Bye(given) => report.bye(&mut text, &line, given),
        };
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    for given in pairing.byes.iter().filter(|given| !is_of_the_pairing(&given.bye)) {
        text.push_str(&format!(
            "{}: {}, fixed before the pairing\n",
            report.team(given.bye.team),
            kind(given.bye.kind)
        ));
    }
    for (team, why) in &pairing.not_paired {
        text.push_str(&format!("{}: {why}\n", report.team(*team)));
    }
    text
}

enum About<'a> {
    Pair(&'a PairedMatch),
    Bye(&'a AssignedBye),
}

fn lines(pairing: &Pairing) -> impl Iterator<Item = (String, About<'_>)> {
    let pairs = pairing.matches.iter().map(|pair| (format!("{} {}", pair.white, pair.black), About::Pair(pair)));
    let byes = pairing.byes.iter().filter(|given| is_of_the_pairing(&given.bye));
    pairs.chain(byes.map(|given| (format!("{} 0", given.bye.team), About::Bye(given))))
}

fn is_of_the_pairing(bye: &Bye) -> bool {
    bye.kind == ByeKind::PairingAllocated
}

fn kind(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "the bye",
        ByeKind::FullPoint => "a full-point bye",
        ByeKind::HalfPoint => "a half-point bye",
        ByeKind::ZeroPoint => "a zero-point bye",
    }
}

struct Report<'a> {
    event: &'a SwissEvent<'a>,
}

impl Report<'_> {
    fn team(&self, number: TeamNumber) -> String {
        let known = self.event.event.teams.iter().find(|team| team.number == number);
        known.map_or_else(|| number.to_string(), |team| format!("{number} {}", team.name).trim_end().to_owned())
    }

    /// Scores are whole match points or half game points.
    fn score(&self, score: i32) -> String {
        match self.primary() {
            ScoreKind::MatchPoints => score.to_string(),
            ScoreKind::GamePoints => TrfPoints::of_halves(score).to_string(),
        }
    }

    fn unit(&self) -> &'static str {
        match self.primary() {
            ScoreKind::MatchPoints => "match points",
            ScoreKind::GamePoints => "game points",
        }
    }

    fn primary(&self) -> ScoreKind {
        match &self.event.rules.system {
            SwissSystem::TeamSwiss(settings) => settings.primary,
            SwissSystem::Olympiad(settings) => settings.score,
        }
    }

    fn pair(&self, text: &mut String, line: &str, pair: &PairedMatch) -> fmt::Result {
        let reason = &pair.reason;
        let (group, unit) = (self.score(reason.score_group), self.unit());
        let (white, black) = (self.team(pair.white), self.team(pair.black));
        writeln!(text, "{line}\n    {white} - {black}, score group {group} ({unit})")?;
        for float in &reason.floats {
            let (from, to) = (self.score(float.from), self.score(float.to));
            writeln!(text, "    float: {} from {from} to {to} {unit}; {}", self.team(float.team), float.clause)?;
        }
        writeln!(text, "    pair: {}", reason.clause)?;
        let colour = &reason.colour;
        writeln!(text, "    colours: {}; {}", colour.clause, histories(colour))
    }

    fn bye(&self, text: &mut String, line: &str, given: &AssignedBye) -> fmt::Result {
        writeln!(text, "{line}\n    {}: the bye\n    bye: {}", self.team(given.bye.team), given.clause)?;
        given
            .passed_over
            .iter()
            .try_for_each(|(team, clause)| writeln!(text, "    passed over: {}; {clause}", self.team(*team)))
    }
}

fn histories(colour: &crate::domain::pairing::ColourReason) -> String {
    let [white, black] = [&colour.white_history, &colour.black_history].map(ToString::to_string);
    if white.is_empty() && black.is_empty() {
        "no round was played".to_owned()
    } else {
        format!("White had {white}, Black had {black}")
    }
}

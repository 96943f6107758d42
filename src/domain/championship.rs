//! The life of a championship, from designation to closing.

use std::fmt;

use super::violation::{Rule, Violation};

/// Where a championship stands. The order of the variants is the order of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The organizer prepares the invitation and the FIDE President answers.
    Designated,
    /// The definite invitation is out: federations enter.
    Invited,
    /// Lots are drawn; round 1 has not started.
    Drawn,
    /// Round 1 has started.
    Playing,
    /// All rounds are closed.
    Played,
    /// The final table stands.
    Closed,
    /// Read from a file of an event that was played elsewhere: nothing of it is written any more.
    Archived,
}

impl Phase {
    pub const ALL: [Phase; 7] = [
        Phase::Designated,
        Phase::Invited,
        Phase::Drawn,
        Phase::Playing,
        Phase::Played,
        Phase::Closed,
        Phase::Archived,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Phase::Designated => "designated",
            Phase::Invited => "invited",
            Phase::Drawn => "drawn",
            Phase::Playing => "playing",
            Phase::Played => "played",
            Phase::Closed => "closed",
            Phase::Archived => "archived",
        }
    }

    pub fn from_code(code: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.code() == code)
    }

    /// The phases that may follow: one step forward, or the way back while nothing public depends on it
    /// (lots annulled before round 1; its start recalled before a result; the last round reopened before the closing).
    pub fn followers(self) -> &'static [Phase] {
        match self {
            Phase::Designated => &[Phase::Invited],
            Phase::Invited => &[Phase::Drawn],
            Phase::Drawn => &[Phase::Playing, Phase::Invited],
            Phase::Playing => &[Phase::Played, Phase::Drawn],
            Phase::Played => &[Phase::Closed, Phase::Playing],
            Phase::Closed | Phase::Archived => &[],
        }
    }

    /// Moves on to another phase, if it may follow this one.
    pub fn step(self, to: Phase) -> Result<Phase, Violation> {
        if self.followers().contains(&to) {
            Ok(to)
        } else {
            Err(Violation::new(Rule::PhaseStep, format!("a championship does not go from {self} to {to}"))
                .fact("from", self.code())
                .fact("to", to.code()))
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Phase;

    #[test]
    fn no_phase_is_skipped() {
        for from in Phase::ALL {
            for to in Phase::ALL {
                let allowed = from.step(to).is_ok();
                let next = to as usize == from as usize + 1 && to != Phase::Archived;
                let back =
                    [(Phase::Drawn, Phase::Invited), (Phase::Playing, Phase::Drawn), (Phase::Played, Phase::Playing)]
                        .contains(&(from, to));
                assert_eq!(allowed, next || back, "{from} to {to}");
            }
        }
    }
}

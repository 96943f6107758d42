//! Until when lists are handed in, and from when they are open.

use crate::domain::calendar::Instant;
use crate::domain::rulebook::Rulebook;
use crate::domain::sealed::Opening;
use crate::domain::violation::{Rule, Violation};

/// The hours of one round's lists.
///
/// They follow the start of the round when it is moved, and what was handed in stays. Once the lists were opened they stay
/// open and binding whatever becomes of the hour: nobody hands one in who has seen the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// So many minutes before the round; of the hour that it had when the lists were opened, where that was moved later.
    pub deadline: Instant,
    pub opening: Opening,
}

impl Hours {
    /// Of a round that starts then; `opened_at` if its lists were opened before its hour was moved.
    pub fn of(rules: &Rulebook, starts_at: Instant, opened_at: Option<Instant>) -> Result<Self, Violation> {
        let margin = &rules.play.line_up_deadline.value;
        let deadline = match opened_at {
            Some(opened_at) => opened_at,
            None => starts_at.minutes_before(margin.minutes)?,
        };
        let last = if margin.exactly_is_in_time { deadline } else { deadline.just_before() };
        Ok(Self { deadline, opening: Opening { closed_until: last, opened: opened_at.is_some() } })
    }

    /// The fact to keep when the round's hour is moved: since when its lists are open, if they are.
    pub fn opened_by(&self, now: Instant) -> Option<Instant> {
        self.opening.has_come(now).then_some(self.deadline)
    }

    /// A list is in time up to the deadline.
    pub fn check_in_time(&self, rules: &Rulebook, received: Instant) -> Result<(), Violation> {
        if received <= self.opening.closed_until {
            return Ok(());
        }
        let detail = format!("line-ups were taken until {}; this one was received at {received}", self.deadline);
        Err(Violation::new(Rule::LineupDeadlinePassed, detail)
            .article(&rules.play.line_up_deadline.article)
            .fact("deadline", self.deadline.to_string())
            .fact("received", received.to_string()))
    }
}

/// A list on paper was received after its round was known, and not in the future.
pub fn check_paper(rules: &Rulebook, received: Instant, known_since: Instant, now: Instant) -> Result<(), Violation> {
    let detail = if received > now {
        format!("{received} lies in the future")
    } else if received < known_since {
        format!("the round is known since {known_since}, later than {received}")
    } else {
        return Ok(());
    };
    Err(Violation::new(Rule::InvalidValue, detail)
        .article(&rules.play.line_up_deadline.article)
        .fact("known_since", known_since.to_string())
        .fact("now", now.to_string())
        .at("/paper/received_at"))
}

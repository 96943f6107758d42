//! Dispensations: the FIDE President lets one federation, or the organizer, be later than a deadline.

use super::calendar::Instant;
use super::rulebook::{
    BOOK_NOTICE, DEFINITE_ENTRY, DEFINITE_INVITATION, DRAFT_INVITATION, PRELIMINARY_ENTRY, Relation, Rulebook,
};
use super::timetable::{Calendar, deadline_named};
use super::violation::{Rule, Violation};

/// Until when its holder is in time; `None`: excused, no moment is too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispensation {
    pub until: Option<Instant>,
}

impl Dispensation {
    pub fn covers(self, now: Instant) -> bool {
        self.until.is_none_or(|until| now <= until)
    }
}

/// The steps that each federation does for itself.
pub const BY_FEDERATIONS: [&str; 2] = [PRELIMINARY_ENTRY, DEFINITE_ENTRY];
/// The steps of the organizer.
const BY_ORGANIZER: [&str; 3] = [DRAFT_INVITATION, DEFINITE_INVITATION, BOOK_NOTICE];

/// A step of these regulations and of the one who is let off it, and a new end after the deadline that still lies before
/// the start, where the deadline does.
pub fn check_grant(
    rules: &Rulebook,
    calendar: &Calendar,
    step: &str,
    federation: Option<&str>,
    until: Option<Instant>,
    now: Instant,
) -> Result<(), Violation> {
    let steps: &[&str] = if federation.is_some() { &BY_FEDERATIONS } else { &BY_ORGANIZER };
    let possible: Vec<String> =
        steps.iter().filter(|step| rules.deadlines.contains_key(**step)).map(|step| (*step).to_owned()).collect();
    let rule = rules.deadlines.get(step).filter(|_| possible.iter().any(|known| known == step));
    let Some(rule) = rule else {
        let whose = if federation.is_some() { "a federation" } else { "the organizer" };
        let detail = format!("{step:?} is no step with a deadline for {whose}");
        return Err(Violation::new(Rule::InvalidValue, detail).fact("possible", possible).at("/step"));
    };
    let Some(until) = until else { return Ok(()) };
    let due = match deadline_named(rules, calendar, step, now) {
        Ok(deadline) => deadline.due,
        // It is not known before the end of the championship.
        Err(_) => return Ok(()),
    };
    let start = calendar.commencement(rules)?;
    let zone = &calendar.zone;
    let detail = if until <= due {
        format!("{} is no later than the deadline, {}", zone.local(until), zone.local(due))
    } else if rule.value.relation == Relation::BeforeStart && until > start {
        format!("{} lies after the start, {}", zone.local(until), zone.local(start))
    } else {
        return Ok(());
    };
    Err(Violation::new(Rule::DispensationPeriod, detail)
        .article(&rule.article)
        .fact("until", until.to_string())
        .fact("deadline", due.to_string())
        .fact("start", start.to_string())
        .at("/until"))
}

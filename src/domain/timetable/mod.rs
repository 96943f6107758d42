//! What is due when: the deadlines of a championship, reckoned from its calendar.

use std::collections::BTreeMap;

use super::calendar::{Instant, Zone, days_inclusive};
use super::dispensation::Dispensation;
use super::rulebook::{Cited, Commencement, DeadlineRule, LatePolicy, Relation, Rulebook};
use super::violation::{Rule, Violation};

/// How many days before its last day a deadline is announced as due soon.
const DUE_SOON_DAYS: i64 = 14;

/// The dates of a championship from which its deadlines count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    pub zone: Zone,
    pub first_round: Instant,
    pub drawing_of_lots: Option<Instant>,
    pub opening: Option<Instant>,
    pub prize_distribution: Option<Instant>,
    pub end: Option<Instant>,
}

impl Calendar {
    /// The moment that these regulations call the commencement.
    pub fn commencement(&self, rules: &Rulebook) -> Result<Instant, Violation> {
        let (instant, field) = match rules.settings.commencement.value {
            Commencement::FirstRound => (Some(self.first_round), "starts_at"),
            Commencement::DrawingOfLots => (self.drawing_of_lots, "lots_at"),
            Commencement::Opening => (self.opening, "opening_at"),
        };
        instant.ok_or_else(|| {
            let detail = format!("deadlines count from {field}, which the calendar does not give");
            Violation::new(Rule::CalendarIncomplete, detail).at(format!("/{field}"))
        })
    }

    /// Lots and prizes must not lie further apart than the regulations allow, both days counted in the own zone.
    pub fn check_length(&self, rules: &Rulebook) -> Result<(), Violation> {
        let (Some(lots), Some(prizes)) = (self.drawing_of_lots, self.prize_distribution) else { return Ok(()) };
        let limit = &rules.calendar.max_days_inclusive;
        let (lots, prizes) = (self.zone.date(lots), self.zone.date(prizes));
        let days = days_inclusive(lots, prizes);
        if days <= i64::from(limit.value) {
            return Ok(());
        }
        let detail = format!("{days} days from the drawing of lots to the prizes; {} are allowed", limit.value);
        Err(Violation::new(Rule::CalendarTooLong, detail)
            .article(&limit.article)
            .fact("drawing_of_lots", lots.to_string())
            .fact("prize_distribution", prizes.to_string())
            .fact("days", days)
            .fact("max_days", i64::from(limit.value))
            .at("/prizes_on"))
    }
}

/// A deadline as anyone may check it: the instant, the wall clock, the article, and how it was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadline {
    pub key: String,
    pub article: String,
    /// The last instant that is still in time.
    pub due: Instant,
    pub due_local: String,
    pub zone: Zone,
    pub derivation: String,
    /// What we read into the text, where it is silent.
    pub reading: Option<String>,
    pub late: LatePolicy,
    pub done: Option<Instant>,
    /// What its holder is granted beyond it.
    pub dispensation: Option<Dispensation>,
    pub state: DeadlineState,
}

impl Deadline {
    /// The same for somebody who holds a dispensation.
    pub fn dispensed(self, dispensation: Option<Dispensation>, now: Instant) -> Self {
        let state = state(&self.zone, self.due, dispensation, self.done, now);
        Self { dispensation, state, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlineState {
    Upcoming,
    DueSoon,
    Met,
    MetLate,
    Missed,
}

impl DeadlineState {
    pub fn code(self) -> &'static str {
        match self {
            DeadlineState::Upcoming => "upcoming",
            DeadlineState::DueSoon => "due_soon",
            DeadlineState::Met => "met",
            DeadlineState::MetLate => "met_late",
            DeadlineState::Missed => "missed",
        }
    }
}

/// Whether something that may still be done comes in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeliness {
    InTime,
    /// Later than the deadline, and in time for its holder.
    ByDispensation,
    Late,
}

/// All deadlines in the order in which they fall due; those after the end appear once the end is known.
pub fn timetable(
    rules: &Rulebook,
    calendar: &Calendar,
    done: &BTreeMap<String, Instant>,
    now: Instant,
) -> Result<Vec<Deadline>, Violation> {
    let mut deadlines = Vec::new();
    for (key, rule) in &rules.deadlines {
        deadlines.extend(deadline(rules, calendar, key, rule, done.get(key).copied(), now)?);
    }
    deadlines.sort_by_key(|deadline| deadline.due);
    Ok(deadlines)
}

/// The deadline of that name, for something that is not done yet.
pub fn deadline_named(rules: &Rulebook, calendar: &Calendar, key: &str, now: Instant) -> Result<Deadline, Violation> {
    let missing = || Violation::new(Rule::RulebookInvalid, format!("{} has no deadline {key}", rules.id));
    let rule = rules.deadlines.get(key).ok_or_else(missing)?;
    deadline(rules, calendar, key, rule, None, now)?.ok_or_else(missing)
}

fn deadline(
    rules: &Rulebook,
    calendar: &Calendar,
    key: &str,
    rule: &Cited<DeadlineRule>,
    done: Option<Instant>,
    now: Instant,
) -> Result<Option<Deadline>, Violation> {
    let zone = &calendar.zone;
    let period = rule.value.period();
    let (day, counted) = match rule.value.relation {
        Relation::BeforeStart => {
            let start = zone.date(calendar.commencement(rules)?);
            (period.before(start)?, format!("{period} before {start}"))
        }
        Relation::AfterEnd => {
            let Some(end) = calendar.end.map(|end| zone.date(end)) else { return Ok(None) };
            (period.after(end)?, format!("{period} after {end}"))
        }
    };
    let (last_day, said) = if rule.value.last_day_counts {
        (day, "last day counts")
    } else {
        let before = day.yesterday().map_err(|_| Violation::new(Rule::InvalidDate, format!("no day before {day}")))?;
        (before, "last day does not count")
    };
    let due = zone.end_of_day(last_day)?.just_before();
    Ok(Some(Deadline {
        key: key.to_owned(),
        article: rule.article.clone(),
        due,
        due_local: zone.local(due),
        zone: zone.clone(),
        derivation: format!("{counted}, {said}"),
        reading: rule.reading.clone(),
        late: rule.value.late,
        done,
        dispensation: None,
        state: state(zone, due, None, done, now),
    }))
}

fn state(
    zone: &Zone,
    due: Instant,
    dispensation: Option<Dispensation>,
    done: Option<Instant>,
    now: Instant,
) -> DeadlineState {
    let in_time = |at: Instant| at <= due || dispensation.is_some_and(|held| held.covers(at));
    // Somebody excused has no last day.
    let last = dispensation.map_or(Some(due), |held| held.until.map(|until| until.max(due)));
    let soon = |last: Instant| days_inclusive(zone.date(now), zone.date(last)) <= DUE_SOON_DAYS + 1;
    match done {
        Some(done) if in_time(done) => DeadlineState::Met,
        Some(_) => DeadlineState::MetLate,
        None if !in_time(now) => DeadlineState::Missed,
        None if last.is_some_and(soon) => DeadlineState::DueSoon,
        None => DeadlineState::Upcoming,
    }
}

/// A moment that the feed announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    pub step: String,
    /// `due_soon` or `deadline_passed`.
    pub code: &'static str,
    pub due: Instant,
}

/// What has come by now of each deadline, whatever was done about it.
pub fn moments(rules: &Rulebook, calendar: &Calendar, now: Instant) -> Result<Vec<Moment>, Violation> {
    let deadlines = timetable(rules, calendar, &BTreeMap::new(), now)?;
    let announced = deadlines.into_iter().filter_map(|deadline| {
        let code = match deadline.state {
            DeadlineState::DueSoon => "due_soon",
            DeadlineState::Missed => "deadline_passed",
            _ => return None,
        };
        Some(Moment { step: deadline.key, code, due: deadline.due })
    });
    Ok(announced.collect())
}

/// Whether a step that is done now comes in time for the holder of a dispensation, or for anybody.
pub fn in_time(
    rules: &Rulebook,
    calendar: &Calendar,
    step: &str,
    dispensation: Option<Dispensation>,
    now: Instant,
) -> Result<Timeliness, Violation> {
    deadline_guard(&deadline_named(rules, calendar, step, now)?.dispensed(dispensation, now), now)
}

/// Whether what arrives now is in time; late is refused where the regulations' deadline closes the door.
pub fn deadline_guard(deadline: &Deadline, now: Instant) -> Result<Timeliness, Violation> {
    if now <= deadline.due {
        return Ok(Timeliness::InTime);
    }
    if deadline.dispensation.is_some_and(|held| held.covers(now)) {
        return Ok(Timeliness::ByDispensation);
    }
    match deadline.late {
        LatePolicy::Recorded => Ok(Timeliness::Late),
        LatePolicy::Refused => {
            let detail = format!("received after {} ({})", deadline.due_local, deadline.derivation);
            let mut refusal = Violation::new(Rule::DeadlinePassed, detail)
                .article(&deadline.article)
                .fact("step", deadline.key.as_str())
                .fact("deadline", deadline.due.to_string())
                .fact("deadline_local", deadline.due_local.as_str())
                .fact("zone", deadline.zone.name())
                .fact("received", now.to_string());
            if let Some(until) = deadline.dispensation.and_then(|held| held.until) {
                refusal = refusal.fact("dispensation_until", until.to_string());
            }
            Err(refusal)
        }
    }
}

/// A deadline that has passed, and closes the door, does not come back because the start is moved.
pub fn stays_passed(rules: &Rulebook, before: &Calendar, after: &Calendar, now: Instant) -> Result<(), Vec<Violation>> {
    let mut faults = Vec::new();
    for (key, rule) in rules.deadlines.iter().filter(|(_, rule)| rule.value.late == LatePolicy::Refused) {
        let due = |calendar| Ok(deadline(rules, calendar, key, rule, None, now)?.map(|deadline| deadline.due));
        match (due(before), due(after)) {
            (Ok(Some(was)), Ok(Some(becomes))) if was < now && now <= becomes => {
                let detail =
                    format!("{key} was due at {was}, and would be due again at {becomes}: that takes a dispensation");
                faults.push(
                    Violation::new(Rule::DeadlinePassed, detail)
                        .article(&rule.article)
                        .fact("step", key.as_str())
                        .fact("deadline", was.to_string())
                        .fact("moved_to", becomes.to_string()),
                );
            }
            (Err(fault), _) | (_, Err(fault)) => faults.push(fault),
            _ => {}
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

#[cfg(test)]
mod tests;

//! The report of what came late, by whom and how much.

use super::desk::View;
use super::error::Result;
use crate::domain::calendar::Instant;
use crate::domain::dispensation::BY_FEDERATIONS;
use crate::domain::entry::EntryState;
use crate::domain::rulebook::{BOOK_NOTICE, DEFINITE_ENTRY, PRELIMINARY_ENTRY};
use crate::domain::timetable::{Deadline, deadline_named, timetable};
use crate::storage::championships::instant;
use crate::storage::dispensations::DispensationRow;
use crate::storage::entries::{self, EntryRow};
use crate::storage::{dispensations, steps};

/// A step that was not done when it was due.
pub struct Late {
    pub deadline: Deadline,
    /// Absent: of the organizer.
    pub federation: Option<String>,
    /// The dispensation that covers it.
    pub dispensation: Option<String>,
}

impl Late {
    /// How much later than the deadline of the regulations, up to now where it is still not done.
    pub fn seconds(&self, now: Instant) -> i64 {
        (self.deadline.done.unwrap_or(now).unix_micros() - self.deadline.due.unix_micros()) / 1_000_000
    }
}

/// What came late or has not come, in the order of the deadlines. A federation that never entered owes nothing.
pub fn get_lateness_report(view: &mut View<'_>) -> Result<(Vec<Late>, Instant)> {
    let (row, rules, now) = (view.event()?.row.clone(), view.rules()?, view.now);
    let calendar = row.calendar()?;
    let granted = dispensations::standing(view.db, &row.id)?;
    let held = |step: &str, federation: Option<&str>| {
        granted.iter().rev().find(|one| one.step == step && one.federation.as_deref() == federation)
    };
    let mut late = Vec::new();
    let done = steps::of_the_organizer(view.db, &row)?;
    for deadline in timetable(&rules, &calendar, &done, now)? {
        // To announce a book is a right, not a duty.
        if !BY_FEDERATIONS.contains(&deadline.key.as_str()) && deadline.key != BOOK_NOTICE {
            let dispensation = held(&deadline.key, None);
            late.extend(judged(deadline, None, dispensation, now)?);
        }
    }
    for step in BY_FEDERATIONS.into_iter().filter(|step| rules.deadlines.contains_key(*step)) {
        for entry in entries::list(view.db, &row.id, None, i64::MAX)? {
            let Some(done) = done_at(step, &entry)? else { continue };
            let deadline = deadline_named(&rules, &calendar, step, now)?;
            let dispensation = held(step, Some(&entry.federation));
            late.extend(judged(Deadline { done, ..deadline }, Some(entry.federation), dispensation, now)?);
        }
    }
    late.sort_by_key(|late| late.deadline.due);
    Ok((late, now))
}

/// When the federation did the step; `None`: it is not expected of it.
fn done_at(step: &str, entry: &EntryRow) -> Result<Option<Option<Instant>>> {
    let at = |micros: i64| instant(micros, "entries", "definite_at");
    Ok(match step {
        PRELIMINARY_ENTRY => Some(Some(at(entry.preliminary_at)?)),
        DEFINITE_ENTRY if entry.definite_at.is_some() => Some(entry.definite_at.map(at).transpose()?),
        DEFINITE_ENTRY if entry.state == EntryState::Preliminary.code() => Some(None),
        _ => None,
    })
}

fn judged(
    deadline: Deadline,
    federation: Option<String>,
    held: Option<&DispensationRow>,
    now: Instant,
) -> Result<Option<Late>> {
    if deadline.done.unwrap_or(now) <= deadline.due {
        return Ok(None);
    }
    let dispensation = held.map(DispensationRow::dispensation).transpose()?;
    Ok(Some(Late {
        deadline: deadline.dispensed(dispensation, now),
        federation,
        dispensation: held.map(|row| row.id.clone()),
    }))
}

//! The timetable: the calendar, and every deadline with what was done about it.

use std::collections::BTreeMap;

use super::desk::View;
use super::error::Result;
use crate::domain::calendar::Instant;
use crate::domain::dispensation::BY_FEDERATIONS;
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY, Rulebook};
use crate::domain::timetable::timetable;
pub use crate::domain::timetable::{Calendar, Deadline};
use crate::storage::championships::{ChampionshipRow, instant};
use crate::storage::dispensations;
pub use crate::storage::dispensations::DispensationRow;
use crate::storage::entries;
use crate::storage::steps::{self, Received};

pub struct Timetable {
    pub championship: ChampionshipRow,
    pub calendar: Calendar,
    pub now: Instant,
    pub deadlines: Vec<Deadline>,
    /// How many federations did a step that each does for itself.
    pub received: BTreeMap<String, i64>,
    /// Those that stand, the newest last; for one federation only its own and the organizer's.
    pub dispensations: Vec<DispensationRow>,
}

/// Computed from stored facts and the present moment: for everybody, or for one federation with its own dispensations and
/// what it has done itself.
pub fn get_timetable(view: &mut View<'_>, federation: Option<&str>) -> Result<Timetable> {
    let (row, rules, now) = (view.event()?.row.clone(), view.rules()?, view.now);
    let calendar = row.calendar()?;
    let mut done = steps::of_the_organizer(view.db, &row)?;
    let mut received = BTreeMap::new();
    if let Some(federation) = federation {
        if let Some(entry) = entries::find(view.db, &row.id, federation)? {
            let at = |micros| instant(micros, "entries", "definite_at");
            done.insert(PRELIMINARY_ENTRY.to_owned(), at(entry.preliminary_at)?);
            if let Some(micros) = entry.definite_at {
                done.insert(DEFINITE_ENTRY.to_owned(), at(micros)?);
            }
        }
    } else {
        let entries = [
            (PRELIMINARY_ENTRY, steps::preliminary_entries(view.db, &row.id)?),
            (DEFINITE_ENTRY, steps::definite_entries(view.db, &row.id)?),
        ];
        done.extend(closed(&rules, &calendar, &entries, now)?);
        received.extend(entries.iter().map(|(step, received)| ((*step).to_owned(), received.count)));
    }
    let mut granted = dispensations::standing(view.db, &row.id)?;
    if let Some(federation) = federation {
        granted.retain(|one| one.federation.as_deref().is_none_or(|holder| holder == federation));
    }
    let mut deadlines = Vec::new();
    for deadline in timetable(&rules, &calendar, &done, now)? {
        let holder = federation.filter(|_| BY_FEDERATIONS.contains(&deadline.key.as_str()));
        let held = granted.iter().rev().find(|one| one.step == deadline.key && one.federation.as_deref() == holder);
        let held = held.map(DispensationRow::dispensation).transpose()?;
        deadlines.push(deadline.dispensed(held, now));
    }
    Ok(Timetable { deadlines, received, dispensations: granted, championship: row, calendar, now })
}

/// What many do is done when the time for it is over: until then somebody may still come.
fn closed(
    rules: &Rulebook,
    calendar: &Calendar,
    entries: &[(&str, Received)],
    now: Instant,
) -> Result<BTreeMap<String, Instant>> {
    let open = timetable(rules, calendar, &BTreeMap::new(), now)?;
    let over = |step: &str| open.iter().any(|deadline| deadline.key == step && deadline.due < now);
    let closed = entries.iter().filter(|(step, _)| over(step));
    Ok(closed.filter_map(|(step, received)| Some(((*step).to_owned(), received.first?))).collect())
}

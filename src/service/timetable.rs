//! The timetable: the calendar, and every deadline with what was done about it.

use std::collections::BTreeMap;

use super::desk::View;
use super::error::Result;
use crate::domain::calendar::Instant;
use crate::domain::rulebook::{DEFINITE_ENTRY, DEFINITE_INVITATION, DESIGNATION, DRAFT_INVITATION, PRELIMINARY_ENTRY};
use crate::domain::timetable::timetable;
pub use crate::domain::timetable::{Calendar, Deadline};
use crate::storage::championships::ChampionshipRow;
use crate::storage::steps::{self, Received};

pub struct Timetable {
    pub championship: ChampionshipRow,
    pub calendar: Calendar,
    pub now: Instant,
    pub deadlines: Vec<Deadline>,
    /// How many federations did a step that each does for itself.
    pub received: BTreeMap<String, i64>,
}

/// Computed from stored facts and the present moment.
pub fn get_timetable(view: &mut View<'_>) -> Result<Timetable> {
    let (row, rules, now) = (view.event()?.row.clone(), view.rules()?, view.now);
    let calendar = row.calendar()?;
    let entries = [
        (PRELIMINARY_ENTRY, steps::preliminary_entries(view.db, &row.id)?),
        (DEFINITE_ENTRY, steps::definite_entries(view.db, &row.id)?),
    ];
    let mut done = BTreeMap::new();
    if let Ok(before) = row.designation_date()?.yesterday() {
        done.insert(DESIGNATION.to_owned(), calendar.zone.end_of_day(before)?);
    }
    let single = [
        (DRAFT_INVITATION, steps::draft_submitted(view.db, &row.id)?),
        (DEFINITE_INVITATION, steps::invitation_sent(view.db, &row.id)?),
    ];
    done.extend(single.into_iter().filter_map(|(step, at)| Some((step.to_owned(), at?))));
    let open = timetable(&rules, &calendar, &done, now)?;
    // What many do is done when the time for it is over: until then somebody may still come.
    let over = |step: &str| open.iter().any(|deadline| deadline.key == step && deadline.due < now);
    let closed = entries.iter().filter(|(step, _)| over(step));
    done.extend(closed.filter_map(|(step, Received { first, .. })| Some(((*step).to_owned(), (*first)?))));
    Ok(Timetable {
        deadlines: timetable(&rules, &calendar, &done, now)?,
        received: entries.iter().map(|(step, received)| ((*step).to_owned(), received.count)).collect(),
        championship: row,
        calendar,
        now,
    })
}

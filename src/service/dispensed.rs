//! How any operation asks whether its step is in time, dispensations included.

use super::desk::{Change, Tx};
use super::error::Result;
use crate::domain::calendar::Instant;
use crate::domain::timetable::{Timeliness, in_time};
use crate::domain::violation::Violation;
use crate::storage::dispensations;

impl Tx<'_> {
    /// Whether a step of a federation, or of the organizer, comes in time; the dispensation that made it so is used by it.
    pub fn in_time(
        &mut self,
        step: &str,
        federation: Option<&str>,
    ) -> Result<std::result::Result<Timeliness, Violation>> {
        self.in_time_at(step, federation, self.now)
    }

    /// The same of what was received then.
    pub fn in_time_at(
        &mut self,
        step: &str,
        federation: Option<&str>,
        received: Instant,
    ) -> Result<std::result::Result<Timeliness, Violation>> {
        let event = self.event()?;
        let (id, rules, calendar, now) = (event.id().clone(), event.rules.clone(), event.row.calendar()?, self.now);
        let held = dispensations::standing_for(self.db, &id, step, federation)?;
        let dispensation = held.as_ref().map(|row| row.dispensation()).transpose()?;
        let timeliness = in_time(&rules, &calendar, step, dispensation, received);
        if let (Ok(Timeliness::ByDispensation), Some(mut row)) = (&timeliness, held)
            && row.used_at.is_none()
        {
            row.used_at = Some(now.unix_micros());
            row.version += 1;
            dispensations::update(self.db, &row)?;
            self.changed("dispensation", &row.id, row.version, Change::Updated);
        }
        Ok(timeliness)
    }
}

//! The schedule of a championship: every sitting on the day on which it begins, lots and prizes included.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::desk::View;
use super::error::Result;
use crate::domain::calendar::{Instant, Zone, days_inclusive};
use crate::domain::schedule::overlaps;
use crate::storage::championships::instant;
use crate::storage::{groups, lots, rounds};

pub struct Schedule {
    pub zone: Zone,
    pub days: BTreeMap<Date, Vec<Sitting>>,
    pub prizes_on: Date,
    /// From the lots to the prizes, both counted.
    pub length: i64,
    pub at_most: u32,
    pub article: String,
}

pub struct Sitting {
    pub kind: &'static str,
    pub at: Instant,
    pub group: Option<String>,
    pub round: Option<i32>,
    pub state: Option<String>,
    /// It begins while both players of a game of the round before may still be in their first period.
    pub overlaps: bool,
}

pub fn get_schedule(view: &mut View<'_>) -> Result<Schedule> {
    let row = view.event()?.row.clone();
    let rules = view.rules()?;
    let zone = Zone::named(&row.zone)?;
    let mut sittings = Vec::new();
    let other = |kind, at, group| Sitting { kind, at, group, round: None, state: None, overlaps: false };
    sittings.extend(row.opening_at.map(|at| other("opening", at, None)));
    let mut drawn = Vec::new();
    for group in groups::all(view.db, row.id.as_str())? {
        let at = lots::find(view.db, &group.id)?.and_then(|lots| lots.drawn_at);
        if let Some(at) = at {
            let at = instant(at, "lots", "drawn_at")?;
            drawn.push(at);
            sittings.push(other("drawing_of_lots", at, Some(group.id.clone())));
        }
        let mut before = None;
        for round in rounds::all(view.db, &group.id)? {
            // A session belongs to the day on which it began, however late it ends.
            let at = instant(round.started_at.unwrap_or(round.starts_at), "rounds", "starts_at")?;
            sittings.push(Sitting {
                kind: "round",
                at,
                group: Some(group.id.clone()),
                round: Some(round.number),
                state: Some(round.state),
                overlaps: before.is_some_and(|before| overlaps(&rules, before, at)),
            });
            before = Some(at);
        }
    }
    if drawn.is_empty() {
        sittings.push(other("drawing_of_lots", row.lots_at, None));
    }
    let (first_lots, prizes_on) = (drawn.into_iter().min().unwrap_or(row.lots_at), row.prizes_date()?);
    sittings.sort_by(|one, two| (one.at, &one.group, one.round).cmp(&(two.at, &two.group, two.round)));
    let mut days: BTreeMap<Date, Vec<Sitting>> = BTreeMap::new();
    for sitting in sittings {
        days.entry(zone.date(sitting.at)).or_default().push(sitting);
    }
    let limit = &rules.calendar.max_days_inclusive;
    Ok(Schedule {
        length: days_inclusive(zone.date(first_lots), prizes_on),
        zone,
        days,
        prizes_on,
        at_most: limit.value,
        article: limit.article.clone(),
    })
}

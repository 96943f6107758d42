//! Designation: who organizes which edition, how far ahead, and what is noted about it.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::calendar::Instant;
use super::rulebook::{DESIGNATION, Rulebook, SystemKind};
use super::timetable::{Calendar, timetable};
use super::violation::{Rule, Violation};

/// The article that the calendar's own order follows from.
const CALENDAR_ARTICLE: &str = "7";

/// Something worth knowing about a designation that never stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// The Congress designated later than the regulations ask for.
    DesignatedLate,
    /// The year has another edition under these regulations.
    SecondEdition,
    /// There are earlier editions, and none in the year before.
    GapBefore,
}

impl Flag {
    pub fn code(self) -> &'static str {
        match self {
            Flag::DesignatedLate => "designated_late",
            Flag::SecondEdition => "second_edition",
            Flag::GapBefore => "gap_before",
        }
    }
}

/// What is flagged about an edition, given the years of all other editions under the same regulations.
pub fn flags(year: i32, designated_late: bool, others: &[i32]) -> Vec<Flag> {
    let second = others.contains(&year);
    let earlier = others.iter().any(|&other| other < year);
    let gap = earlier && !others.contains(&(year - 1));
    [(designated_late, Flag::DesignatedLate), (second, Flag::SecondEdition), (gap, Flag::GapBefore)]
        .into_iter()
        .filter_map(|(applies, flag)| applies.then_some(flag))
        .collect()
}

/// A year with editions, in the register of a set of regulations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionYear {
    pub regulations: String,
    pub year: i32,
    /// How many; one if things go as the regulations wish.
    pub editions: usize,
    /// The years since the edition before this one that had none.
    pub gap: Vec<i32>,
}

/// The register: by regulations, the newest year first. `editions` has regulations and year of each.
pub fn register<'a>(editions: impl IntoIterator<Item = (&'a str, i32)>) -> Vec<EditionYear> {
    let mut counted: BTreeMap<(&str, i32), usize> = BTreeMap::new();
    for edition in editions {
        *counted.entry(edition).or_default() += 1;
    }
    let mut register: Vec<EditionYear> = Vec::new();
    let mut before: Option<(&str, i32)> = None;
    for ((regulations, year), editions) in counted {
        let gap = match before {
            Some((same, earlier)) if same == regulations => (earlier + 1..year).collect(),
            _ => Vec::new(),
        };
        register.push(EditionYear { regulations: regulations.to_owned(), year, editions, gap });
        before = Some((regulations, year));
    }
    register.sort_by(|one, other| (&one.regulations, other.year).cmp(&(&other.regulations, one.year)));
    register
}

/// Whether the designation came later than the regulations' last day for it.
pub fn designated_late(
    rules: &Rulebook,
    calendar: &Calendar,
    designated_on: Date,
    now: Instant,
) -> Result<bool, Violation> {
    let deadlines = timetable(rules, calendar, &Default::default(), now)?;
    let last_day = deadlines.iter().find(|deadline| deadline.key == DESIGNATION);
    Ok(last_day.is_some_and(|deadline| designated_on > calendar.zone.date(deadline.due)))
}

/// Lots, start and prizes come in this order, not too far apart, and every deadline can be reckoned from them.
pub fn check_calendar(
    rules: &Rulebook,
    calendar: &Calendar,
    prizes_on: Date,
    now: Instant,
) -> Result<(), Vec<Violation>> {
    let zone = &calendar.zone;
    let start = calendar.first_round;
    let out_of_order = |detail: String, pointer: &str| {
        Violation::new(Rule::CalendarOrder, detail).article(CALENDAR_ARTICLE).at(pointer)
    };
    let mut faults = Vec::new();
    if let Some(lots) = calendar.drawing_of_lots.filter(|lots| *lots >= start) {
        let detail =
            format!("the lots at {} are not drawn before the start at {}", zone.local(lots), zone.local(start));
        faults.push(out_of_order(detail, "/lots_at"));
    }
    if let Some(opening) = calendar.opening.filter(|opening| *opening > start) {
        let detail = format!("the opening at {} comes after the start at {}", zone.local(opening), zone.local(start));
        faults.push(out_of_order(detail, "/opening_at"));
    }
    if prizes_on < zone.date(start) {
        let detail = format!("the prizes on {prizes_on} are given before the start on {}", zone.date(start));
        faults.push(out_of_order(detail, "/prizes_on"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    calendar.check_length(rules).map_err(|fault| vec![fault])?;
    timetable(rules, calendar, &Default::default(), now).map(|_| ()).map_err(|fault| vec![fault])
}

/// How the first stage is played before the number of teams is known: one group, unless it is a Swiss.
pub fn first_stage(rules: &Rulebook) -> &'static str {
    match rules.format.systems.first().map(|system| system.value.kind) {
        Some(SystemKind::Swiss) => "swiss",
        _ => "one_group",
    }
}

#[cfg(test)]
mod tests {
    use super::{Flag, flags, register};

    /// norm: WSTCC.1.9
    #[test]
    fn a_gap_and_a_second_edition_are_flagged() {
        assert_eq!(flags(1960, false, &[]), []);
        assert_eq!(flags(1960, false, &[1959, 1961]), []);
        assert_eq!(flags(1960, false, &[1958]), [Flag::GapBefore]);
        assert_eq!(flags(1960, false, &[1959, 1960]), [Flag::SecondEdition]);
        assert_eq!(flags(1960, true, &[1958, 1960]), [Flag::DesignatedLate, Flag::SecondEdition, Flag::GapBefore]);
        assert_eq!(flags(1960, false, &[1962]), []);
    }

    #[test]
    fn the_register_knows_the_years_without_an_edition() {
        let held = [("b", 1960), ("a", 1958), ("a", 1954), ("a", 1955), ("a", 1958)];
        let register = register(held);
        let shown: Vec<_> =
            register.iter().map(|one| (one.regulations.as_str(), one.year, one.editions, one.gap.as_slice())).collect();
        let expected: [(_, _, _, &[i32]); 4] =
            [("a", 1958, 2, &[1956, 1957]), ("a", 1955, 1, &[]), ("a", 1954, 1, &[]), ("b", 1960, 1, &[])];
        assert_eq!(shown, expected);
    }
}

//! Instants, zones, and the two ways in which regulations count: "not less than N months before", and days inclusive.

use std::fmt;
use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use super::violation::{Rule, Violation};

/// A moment, exact to the microsecond, that is written in RFC 3339 and UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Instant(Timestamp);

impl Instant {
    /// The instant that many microseconds after 1970 began in UTC.
    pub fn from_unix_micros(micros: i64) -> Result<Self, Violation> {
        let timestamp = Timestamp::from_microsecond(micros).map_err(|_| no_such_moment(&micros.to_string()))?;
        if YEARS.contains(&TimeZone::UTC.to_datetime(timestamp).year()) {
            Ok(Self(timestamp))
        } else {
            Err(no_such_moment(&micros.to_string()))
        }
    }

    /// The microseconds since 1970 began in UTC.
    pub fn unix_micros(self) -> i64 {
        self.0.as_microsecond()
    }

    /// The instant written in RFC 3339 with an offset; what is finer than a microsecond is dropped.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let timestamp: Timestamp = text.parse().map_err(|_| no_such_moment(text))?;
        let micros = timestamp.as_nanosecond().div_euclid(1000);
        i64::try_from(micros).map_err(|_| no_such_moment(text)).and_then(Self::from_unix_micros)
    }

    /// The instant so many minutes earlier.
    pub fn minutes_before(self, minutes: u32) -> Result<Self, Violation> {
        Self::from_unix_micros(self.unix_micros().saturating_sub(i64::from(minutes) * MICROS_PER_MINUTE))
    }

    /// The instant so many minutes later.
    pub fn minutes_after(self, minutes: u32) -> Result<Self, Violation> {
        Self::from_unix_micros(self.unix_micros().saturating_add(i64::from(minutes) * MICROS_PER_MINUTE))
    }

    /// The last microsecond before this instant: what an exclusive end still accepts.
    pub fn just_before(self) -> Self {
        Self::from_unix_micros(self.unix_micros() - 1).unwrap_or(self)
    }
}

const MICROS_PER_MINUTE: i64 = 60_000_000;

/// The years that RFC 3339 can write, less one at each end for the offsets.
const YEARS: std::ops::RangeInclusive<i16> = 1..=9998;

/// Cut to the microsecond.
impl From<Timestamp> for Instant {
    fn from(timestamp: Timestamp) -> Self {
        Self(Timestamp::from_microsecond(timestamp.as_microsecond()).unwrap_or(timestamp))
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Instant> for String {
    fn from(instant: Instant) -> String {
        instant.to_string()
    }
}

impl TryFrom<String> for Instant {
    type Error = Violation;
    fn try_from(text: String) -> Result<Self, Violation> {
        Self::parse(&text)
    }
}

// The bundled database, whatever the machine has: the same deadline everywhere, and no file is read.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// A time zone of the IANA database, by name.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

impl Zone {
    /// The zone of that name, such as `Europe/Madrid`, in any letter case.
    pub fn named(name: &str) -> Result<Self, Violation> {
        let unknown = || Violation::new(Rule::InvalidTimeZone, format!("{name:?} is not a zone of the IANA database"));
        let rules = ZONES.get(name).map_err(|_| unknown())?;
        let name = rules.iana_name().filter(|name| *name != "Etc/Unknown").ok_or_else(unknown)?.to_owned();
        Ok(Self { name, rules })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The date on the wall calendar at that instant.
    pub fn date(&self, instant: Instant) -> Date {
        self.rules.to_datetime(instant.0).date()
    }

    /// The date and time on the wall with its offset, in RFC 3339.
    pub fn local(&self, instant: Instant) -> String {
        instant.0.display_with_offset(self.rules.to_offset(instant.0)).to_string()
    }

    /// The same time on the wall that many days later; a time that the clocks skip moves forward.
    pub fn days_later(&self, instant: Instant, days: u32) -> Result<Instant, Violation> {
        let there = self.rules.to_datetime(instant.0);
        let late = || no_such_moment(&instant.to_string());
        let span = Span::new().try_days(days).map_err(|_| late())?;
        let then = there.checked_add(span).map_err(|_| late())?;
        let timestamp = self.rules.to_timestamp(then).map_err(|_| late())?;
        Instant::from_unix_micros(timestamp.as_microsecond())
    }

    /// The first instant after that day: the exclusive end of a deadline whose last day it is.
    pub fn end_of_day(&self, date: Date) -> Result<Instant, Violation> {
        let next = date.tomorrow().map_err(|_| no_such_moment(&date.to_string()))?;
        let midnight = self.rules.to_timestamp(next.at(0, 0, 0, 0)).map_err(|_| no_such_moment(&next.to_string()))?;
        Instant::from_unix_micros(midnight.as_microsecond())
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Zone").field(&self.name).finish()
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> String {
        zone.name
    }
}

impl TryFrom<String> for Zone {
    type Error = Violation;
    fn try_from(name: String) -> Result<Self, Violation> {
        Self::named(&name)
    }
}

/// What a period is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Days,
    Weeks,
    Months,
    Years,
}

/// A number of calendar days, weeks, months or years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub amount: u32,
    pub unit: Unit,
}

impl Period {
    /// The date that much earlier; a day that its month lacks becomes the month's last.
    pub fn before(self, date: Date) -> Result<Date, Violation> {
        self.span().and_then(|span| date.checked_sub(span).ok()).ok_or_else(|| no_such_moment(&date.to_string()))
    }

    /// The date that much later; a day that its month lacks becomes the month's last.
    pub fn after(self, date: Date) -> Result<Date, Violation> {
        self.span().and_then(|span| date.checked_add(span).ok()).ok_or_else(|| no_such_moment(&date.to_string()))
    }

    fn span(self) -> Option<Span> {
        match self.unit {
            Unit::Days => Span::new().try_days(self.amount),
            Unit::Weeks => Span::new().try_weeks(self.amount),
            Unit::Months => Span::new().try_months(self.amount),
            Unit::Years => Span::new().try_years(self.amount),
        }
        .ok()
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Days => "day",
            Unit::Weeks => "week",
            Unit::Months => "calendar month",
            Unit::Years => "calendar year",
        };
        write!(f, "{} {unit}{}", self.amount, if self.amount == 1 { "" } else { "s" })
    }
}

/// The days from one date to another, both counted; none when the second is the earlier.
pub fn days_inclusive(from: Date, to: Date) -> i64 {
    (to.duration_since(from).as_hours() / 24 + 1).max(0)
}

fn no_such_moment(text: &str) -> Violation {
    Violation::new(
        Rule::InvalidDate,
        format!("{text:?} is not a date and time with an offset that can be reckoned with"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn instant(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    fn zone(name: &str) -> Zone {
        Zone::named(name).unwrap()
    }

    fn end(zone: &Zone, start: Instant, amount: u32, unit: Unit) -> Instant {
        zone.end_of_day(Period { amount, unit }.before(zone.date(start)).unwrap()).unwrap()
    }

    #[test]
    fn five_months_before_is_the_end_of_that_day_in_the_zone_of_the_championship() {
        let madrid = zone("Europe/Madrid");
        let end = end(&madrid, instant("2027-07-10T09:00:00+02:00"), 5, Unit::Months);
        assert_eq!(end.to_string(), "2027-02-10T23:00:00Z");
        assert_eq!(madrid.local(end.just_before()), "2027-02-10T23:59:59.999999+01:00");
        assert_eq!(madrid.date(end.just_before()), date(2027, 2, 10));
    }

    #[test]
    fn a_day_that_the_month_lacks_is_its_last() {
        let six_months = Period { amount: 6, unit: Unit::Months };
        assert_eq!(six_months.before(date(2027, 8, 31)), Ok(date(2027, 2, 28)));
        assert_eq!(six_months.before(date(2028, 8, 31)), Ok(date(2028, 2, 29)));
        assert_eq!(six_months.after(date(2027, 8, 31)), Ok(date(2028, 2, 29)));
        assert_eq!(Period { amount: 1, unit: Unit::Years }.before(date(2028, 2, 29)), Ok(date(2027, 2, 28)));
        assert_eq!(Period { amount: 3, unit: Unit::Weeks }.before(date(2027, 3, 10)), Ok(date(2027, 2, 17)));
    }

    #[test]
    fn the_end_of_the_day_follows_summer_time_in_both_directions() {
        let madrid = zone("Europe/Madrid");
        let (winter, summer) = (instant("2027-01-15T09:00:00+01:00"), instant("2027-07-15T09:00:00+02:00"));
        assert_eq!(madrid.local(end(&madrid, winter, 5, Unit::Months)), "2026-08-16T00:00:00+02:00");
        assert_eq!(madrid.local(end(&madrid, summer, 5, Unit::Months)), "2027-02-16T00:00:00+01:00");
        // The day on which the clocks change is 23 or 25 hours long, and ends at its own midnight.
        assert_eq!(madrid.end_of_day(date(2027, 3, 28)).unwrap(), instant("2027-03-28T22:00:00Z"));
        assert_eq!(madrid.end_of_day(date(2027, 10, 31)).unwrap(), instant("2027-10-31T23:00:00Z"));
        // Midnight itself does not exist, or comes twice: the day ends when the next one begins.
        assert_eq!(zone("America/Sao_Paulo").end_of_day(date(2018, 11, 3)).unwrap(), instant("2018-11-04T03:00:00Z"));
        assert_eq!(zone("America/Havana").end_of_day(date(2026, 10, 31)).unwrap(), instant("2026-11-01T04:00:00Z"));
        // 30 December 2011 was left out in Samoa.
        assert_eq!(zone("Pacific/Apia").end_of_day(date(2011, 12, 29)).unwrap(), instant("2011-12-30T10:00:00Z"));
    }

    #[test]
    fn the_date_is_that_of_the_zone_not_that_of_utc() {
        let early_in_utc = instant("2027-07-09T20:00:00Z");
        assert_eq!(zone("Pacific/Kiritimati").date(early_in_utc), date(2027, 7, 10));
        assert_eq!(zone("America/Los_Angeles").date(early_in_utc), date(2027, 7, 9));
    }

    #[test]
    fn both_days_are_counted() {
        assert_eq!(days_inclusive(date(2027, 7, 10), date(2027, 7, 10)), 1);
        assert_eq!(days_inclusive(date(2027, 2, 20), date(2027, 3, 9)), 18);
        assert_eq!(days_inclusive(date(2027, 7, 10), date(2027, 7, 9)), 0);
        assert_eq!(days_inclusive(date(2027, 7, 10), date(2027, 7, 1)), 0);
    }

    #[test]
    fn an_instant_keeps_microseconds_and_needs_an_offset() {
        assert_eq!(instant("1969-12-31T23:59:59.9999994Z").unix_micros(), -1);
        assert_eq!(instant("2027-07-10T09:00:00+02:00"), instant("2027-07-10T07:00:00Z"));
        for refused in ["2027-07-10T09:00:00", "2027-07-10", "2027-02-30T09:00:00Z", "", "-000004-01-01T00:00:00Z"] {
            assert_eq!(Instant::parse(refused).unwrap_err().rule, Rule::InvalidDate, "{refused}");
        }
        assert!(Instant::from_unix_micros(i64::MAX).is_err());
        let json = serde_json::to_string(&instant("2027-07-10T09:00:00+02:00")).unwrap();
        assert_eq!(json, r#""2027-07-10T07:00:00Z""#);
        assert_eq!(serde_json::from_str::<Instant>(&json).unwrap(), instant("2027-07-10T07:00:00Z"));
    }

    #[test]
    fn a_zone_is_a_name_of_the_iana_database() {
        assert_eq!(zone("europe/madrid").name(), "Europe/Madrid");
        assert_eq!(zone("UTC").name(), "UTC");
        for refused in ["Europe/Atlantis", "CEST", "+02:00", "", "Etc/Unknown", "../etc/passwd"] {
            assert_eq!(Zone::named(refused).unwrap_err().rule, Rule::InvalidTimeZone, "{refused}");
        }
        assert_eq!(serde_json::from_str::<Zone>(r#""Asia/Tokyo""#).unwrap(), zone("Asia/Tokyo"));
    }

    #[test]
    fn reckoning_past_the_calendar_is_refused() {
        let far = Period { amount: u32::MAX, unit: Unit::Months };
        assert_eq!(far.before(date(2027, 7, 10)).unwrap_err().rule, Rule::InvalidDate);
        assert!(Period { amount: 30_000, unit: Unit::Years }.after(date(2027, 7, 10)).is_err());
        assert!(zone("UTC").end_of_day(Date::MAX).is_err());
    }

    const ZONES_OF_THE_TEST: [&str; 7] = [
        "Europe/Madrid",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "America/Havana",
        "Pacific/Apia",
        "UTC",
    ];

    proptest! {
        #[test]
        fn a_deadline_never_moves_earlier_when_the_start_moves_later(
            name in prop::sample::select(ZONES_OF_THE_TEST.to_vec()),
            first in -500_000_000_000_000_i64..2_500_000_000_000_000,
            later in prop_oneof![0..7_200_000_000_i64, 0..40_000_000_000_000_i64],
            amount in 0..40_u32,
            unit in prop::sample::select(vec![Unit::Days, Unit::Weeks, Unit::Months, Unit::Years]),
        ) {
            let zone = zone(name);
            let first = Instant::from_unix_micros(first).unwrap();
            let second = Instant::from_unix_micros(first.unix_micros() + later).unwrap();
            prop_assert!(end(&zone, first, amount, unit) <= end(&zone, second, amount, unit));
        }

        #[test]
        fn a_day_ends_after_each_of_its_instants(
            name in prop::sample::select(ZONES_OF_THE_TEST.to_vec()),
            micros in -500_000_000_000_000_i64..2_500_000_000_000_000,
        ) {
            let (zone, instant) = (zone(name), Instant::from_unix_micros(micros).unwrap());
            prop_assert!(zone.end_of_day(zone.date(instant)).unwrap() > instant);
        }
    }
}

//! What came to the organizer on paper: the day of its receipt decides whether it was in time.

use jiff::civil::Date;

use crate::domain::calendar::{Instant, Zone};
use crate::domain::notice::MEANS;
use crate::domain::violation::{Rule, Violation};

/// A receipt, as the organizer's office states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    pub received_on: Date,
    pub means: String,
    /// Who in the organizer's office received it.
    pub received_by: String,
    /// Whether every required document of every player came with it.
    pub documents_enclosed: bool,
}

impl Paper {
    /// The last instant at which it can have come: of the day stated, which is not still to come.
    pub fn received(&self, zone: &Zone, now: Instant) -> Result<Instant, Violation> {
        if !MEANS.contains(&self.means.as_str()) {
            let detail = format!("{:?} is no way in which an entry comes", self.means);
            let known = MEANS.map(str::to_owned).to_vec();
            return Err(Violation::new(Rule::InvalidValue, detail).fact("known", known).at("/paper/means"));
        }
        let today = zone.date(now);
        if self.received_on > today {
            let detail = format!("{} is still to come: today is {today}", self.received_on);
            return Err(Violation::new(Rule::InvalidDate, detail)
                .fact("received_on", self.received_on.to_string())
                .fact("today", today.to_string())
                .at("/paper/received_on"));
        }
        let end = zone.end_of_day(self.received_on)?.just_before();
        Ok(end.min(now))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::Paper;
    use crate::domain::calendar::{Instant, Zone};
    use crate::domain::violation::Rule;

    #[test]
    fn a_day_counts_to_its_end_and_none_that_is_to_come() {
        let zone = Zone::named("Europe/Oslo").expect("a zone");
        let now = Instant::parse("2027-01-11T08:00:00Z").expect("an instant");
        let received = |day| {
            let paper = Paper {
                received_on: day,
                means: "telegram".to_owned(),
                received_by: "Lie".to_owned(),
                documents_enclosed: false,
            };
            paper.received(&zone, now).map(|instant| instant.to_string()).map_err(|refused| refused.rule)
        };
        assert_eq!(received(date(2027, 1, 10)), Ok("2027-01-10T22:59:59.999999Z".to_owned()));
        assert_eq!(received(date(2027, 1, 11)), Ok("2027-01-11T08:00:00Z".to_owned()));
        assert_eq!(received(date(2027, 1, 12)), Err(Rule::InvalidDate));
    }
}

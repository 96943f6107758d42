//! Federations: who belongs to FIDE, and when.

use jiff::civil::Date;

use super::violation::{Rule, Violation};

/// From when to when a federation belongs to FIDE, both days included; an end that is not known is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affiliation {
    pub from: Option<Date>,
    pub to: Option<Date>,
    /// False for a code that only appeared in somebody's data.
    pub recognised: bool,
}

impl Affiliation {
    pub fn covers(&self, day: Date) -> bool {
        self.recognised && self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    /// Whether what goes to all affiliated federations goes to this code. One with a successor and no known end is an older
    /// code of a federation that has a newer one, and would be told twice.
    pub fn is_told(&self, day: Date, successor: Option<&str>) -> bool {
        self.covers(day) && (successor.is_none() || self.to.is_some())
    }
}

/// Only a federation that is affiliated on that day may take this part; `None` is one that nobody knows.
pub fn require_affiliated(
    code: &str,
    affiliation: Option<Affiliation>,
    day: Date,
    article: &str,
) -> Result<(), Violation> {
    match affiliation {
        Some(affiliation) if affiliation.covers(day) => Ok(()),
        _ => {
            let mut refusal =
                Violation::new(Rule::FederationNotAffiliated, format!("{code} is not affiliated to FIDE on {day}"))
                    .article(article)
                    .fact("federation", code)
                    .fact("on", day.to_string());
            for (name, date) in [
                ("affiliated_from", affiliation.and_then(|affiliation| affiliation.from)),
                ("affiliated_to", affiliation.and_then(|affiliation| affiliation.to)),
            ] {
                if let Some(date) = date {
                    refusal = refusal.fact(name, date.to_string());
                }
            }
            Err(refusal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Affiliation, require_affiliated};
    use jiff::civil::date;

    #[test]
    fn both_days_of_an_affiliation_belong_to_it() {
        let gdr = Affiliation { from: Some(date(1949, 10, 7)), to: Some(date(1990, 10, 2)), recognised: true };
        assert!(!gdr.covers(date(1949, 10, 6)) && gdr.covers(date(1949, 10, 7)));
        assert!(gdr.covers(date(1990, 10, 2)) && !gdr.covers(date(1990, 10, 3)));
        assert!(!Affiliation { recognised: false, ..gdr }.covers(date(1960, 1, 1)));
        assert!(Affiliation { from: None, to: None, recognised: true }.covers(date(1960, 1, 1)));
        let old_code = Affiliation { from: None, to: None, recognised: true };
        assert!(old_code.is_told(date(1960, 1, 1), None) && !old_code.is_told(date(1960, 1, 1), Some("ROU")));
        assert!(gdr.is_told(date(1960, 1, 1), Some("GER")));
        let refused = require_affiliated("GDR", Some(gdr), date(1990, 10, 3), "1").unwrap_err();
        assert_eq!(refused.article.as_deref(), Some("1"));
        assert!(require_affiliated("XXX", None, date(1960, 1, 1), "1").is_err());
    }
}

//! Federations: who belongs to FIDE, when, and who is suspended.

pub mod record;
mod span;

use jiff::civil::Date;

pub use self::span::{Span, on};
use super::violation::{Rule, Violation};

/// When a federation belongs to FIDE, and when it is suspended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affiliation {
    /// The present or last membership.
    pub membership: Span,
    pub former: Vec<Span>,
    pub suspensions: Vec<Span>,
    /// False for a code that only appeared in somebody's data.
    pub recognised: bool,
}

/// Where a federation stands on some day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Affiliated,
    Suspended,
    NotAffiliated,
    Unrecognised,
}

impl Standing {
    pub fn code(self) -> &'static str {
        match self {
            Standing::Affiliated => "affiliated",
            Standing::Suspended => "suspended",
            Standing::NotAffiliated => "not_affiliated",
            Standing::Unrecognised => "unrecognised",
        }
    }
}

impl Affiliation {
    /// A suspended federation still belongs to FIDE.
    pub fn covers(&self, day: Date) -> bool {
        self.recognised && (self.membership.covers(day) || self.former.iter().any(|span| span.covers(day)))
    }

    pub fn suspended(&self, day: Date) -> Option<Span> {
        self.suspensions.iter().copied().find(|span| span.covers(day))
    }

    pub fn standing(&self, day: Date) -> Standing {
        match (self.recognised, self.covers(day), self.suspended(day)) {
            (false, ..) => Standing::Unrecognised,
            (true, false, _) => Standing::NotAffiliated,
            (true, true, Some(_)) => Standing::Suspended,
            (true, true, None) => Standing::Affiliated,
        }
    }

    /// Whether what goes to all affiliated federations goes to this code. One with a successor and no known end is an older
    /// code of a federation that has a newer one, and would be told twice.
    pub fn is_told(&self, day: Date, successor: Option<&str>) -> bool {
        self.covers(day) && (successor.is_none() || self.membership.to.is_some())
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
        affiliation => {
            let mut refusal =
                Violation::new(Rule::FederationNotAffiliated, format!("{code} is not affiliated to FIDE on {day}"))
                    .article(article)
                    .fact("federation", code)
                    .fact("on", day.to_string());
            let membership = affiliation.map(|affiliation| affiliation.membership).unwrap_or_default();
            for (name, date) in [("affiliated_from", membership.from), ("affiliated_to", membership.to)] {
                if let Some(date) = date {
                    refusal = refusal.fact(name, date.to_string());
                }
            }
            Err(refusal)
        }
    }
}

/// A suspended federation takes no new part from the first day of its suspension to the last.
pub fn require_not_suspended(
    code: &str,
    affiliation: Option<&Affiliation>,
    day: Date,
    article: &str,
) -> Result<(), Violation> {
    let Some(span) = affiliation.and_then(|affiliation| affiliation.suspended(day)) else { return Ok(()) };
    let mut refusal = Violation::new(Rule::FederationSuspended, format!("{code} is suspended on {day}"))
        .article(article)
        .fact("federation", code)
        .fact("on", day.to_string());
    for (name, date) in [("suspended_from", span.from), ("suspended_to", span.to)] {
        if let Some(date) = date {
            refusal = refusal.fact(name, date.to_string());
        }
    }
    Err(refusal)
}

/// A new suspension is in order, and meets no other one.
pub fn check_suspension(before: &[Span], new: Span) -> Result<(), Vec<Violation>> {
    let before = before.iter().enumerate().map(|(index, span)| (*span, format!("suspension {}", index + 1)));
    let spans: Vec<_> = before.chain([(new, "/from".to_owned())]).collect();
    let faults = span::check_apart(&spans);
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::{Affiliation, Span, Standing, check_suspension, require_affiliated, require_not_suspended};
    use jiff::civil::date;

    fn gdr() -> Affiliation {
        let membership = Span { from: Some(date(1949, 10, 7)), to: Some(date(1990, 10, 2)) };
        Affiliation { membership, recognised: true, ..Affiliation::default() }
    }

    #[test]
    fn both_days_of_an_affiliation_belong_to_it() {
        let gdr = gdr();
        assert!(!gdr.covers(date(1949, 10, 6)) && gdr.covers(date(1949, 10, 7)));
        assert!(gdr.covers(date(1990, 10, 2)) && !gdr.covers(date(1990, 10, 3)));
        assert!(!Affiliation { recognised: false, ..gdr.clone() }.covers(date(1960, 1, 1)));
        let old_code = Affiliation { recognised: true, ..Affiliation::default() };
        assert!(old_code.covers(date(1960, 1, 1)));
        assert!(old_code.is_told(date(1960, 1, 1), None) && !old_code.is_told(date(1960, 1, 1), Some("ROU")));
        assert!(gdr.is_told(date(1960, 1, 1), Some("GER")));
        let refused = require_affiliated("GDR", Some(gdr), date(1990, 10, 3), "1").unwrap_err();
        assert_eq!(refused.article.as_deref(), Some("1"));
        assert!(require_affiliated("XXX", None, date(1960, 1, 1), "1").is_err());
    }

    #[test]
    fn an_earlier_membership_counts_for_its_days() {
        let former = vec![Span { from: Some(date(1924, 7, 20)), to: Some(date(1939, 9, 1)) }];
        let back = Affiliation { former, ..gdr() };
        assert!(back.covers(date(1939, 9, 1)) && !back.covers(date(1939, 9, 2)));
    }

    #[test]
    fn a_suspension_holds_from_its_first_day_to_its_last() {
        let span = Span { from: Some(date(1960, 3, 1)), to: Some(date(1960, 5, 31)) };
        let gdr = Affiliation { suspensions: vec![span], ..gdr() };
        let standing = |month, day| gdr.standing(date(1960, month, day));
        assert_eq!([standing(2, 29), standing(3, 1)], [Standing::Affiliated, Standing::Suspended]);
        assert_eq!([standing(5, 31), standing(6, 1)], [Standing::Suspended, Standing::Affiliated]);
        assert!(require_not_suspended("GDR", Some(&gdr), date(1960, 2, 29), "1").is_ok());
        let refused = require_not_suspended("GDR", Some(&gdr), date(1960, 3, 1), "1").unwrap_err();
        assert_eq!((refused.rule.code(), refused.article.as_deref()), ("federation_suspended", Some("1")));
        let open = |from| Span { from: Some(from), to: None };
        assert!(check_suspension(&[span], open(date(1960, 6, 1))).is_ok());
        assert!(check_suspension(&[span], open(date(1960, 5, 31))).is_err());
    }
}

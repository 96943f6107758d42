//! Spans of days, and values that held for one.

use jiff::civil::Date;

use crate::domain::violation::{Rule, Violation};

/// From when to when, both days included; an end that is not known is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub from: Option<Date>,
    pub to: Option<Date>,
}

impl Span {
    pub fn covers(self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    fn meets(self, other: Span) -> bool {
        let starts_in_time = |one: Span, two: Span| one.from.is_none_or(|from| two.to.is_none_or(|to| from <= to));
        starts_in_time(self, other) && starts_in_time(other, self)
    }

    /// An end is not before its beginning; `at` is the place of the span in the body.
    pub fn check(self, at: &str) -> Result<(), Violation> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if to < from => {
                Err(Violation::new(Rule::SpanOrder, format!("{to} is before {from}"))
                    .fact("from", from.to_string())
                    .fact("to", to.to_string())
                    .at(at))
            }
            _ => Ok(()),
        }
    }
}

/// Spans of one thing do not meet; each is given with its place in the body.
pub fn check_apart(spans: &[(Span, String)]) -> Vec<Violation> {
    let mut faults: Vec<Violation> = spans.iter().filter_map(|(span, at)| span.check(at).err()).collect();
    for (index, (span, at)) in spans.iter().enumerate() {
        if let Some((_, other)) = spans[..index].iter().find(|(earlier, _)| earlier.meets(*span)) {
            let detail = format!("it has days in common with {other}");
            faults.push(Violation::new(Rule::SpanOrder, detail).at(at.clone()));
        }
    }
    faults
}

/// What held on that day: the former value whose span covers it, or the present one.
pub fn on<'a, T>(day: Date, former: impl IntoIterator<Item = (Span, &'a T)>, present: &'a T) -> &'a T {
    former.into_iter().find(|(span, _)| span.covers(day)).map_or(present, |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::{Span, check_apart, on};
    use jiff::civil::date;

    #[test]
    fn spans_that_share_a_day_are_refused_and_neighbours_are_not() {
        let to = Some(date(1956, 12, 31));
        let first = Span { from: None, to };
        let second = |from| Span { from: Some(from), to: None };
        let at = |span, place: &str| (span, place.to_owned());
        assert!(check_apart(&[at(first, "/a"), at(second(date(1957, 1, 1)), "/b")]).is_empty());
        let faults = check_apart(&[at(first, "/a"), at(second(date(1956, 12, 31)), "/b")]);
        assert_eq!(faults[0].pointer.as_deref(), Some("/b"));
        assert_eq!(check_apart(&[at(Span { from: Some(date(1957, 1, 1)), to }, "/c")]).len(), 1);
    }

    #[test]
    fn a_former_value_holds_for_its_span_alone() {
        let span = Span { from: Some(date(1950, 1, 1)), to: Some(date(1956, 12, 31)) };
        let (old, new) = ("Saar", "Saarland");
        let held = |day| *on(day, [(span, &old)], &new);
        assert_eq!([held(date(1956, 12, 31)), held(date(1957, 1, 1)), held(date(1949, 12, 31))], [old, new, new]);
    }
}

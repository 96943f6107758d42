//! What nobody may read before its time.

use std::fmt;

use super::calendar::Instant;

/// Something sealed: it is not printed, not written out, and opens for a clearance only.
#[derive(Clone)]
pub struct Sealed<T>(T);

impl<T> Sealed<T> {
    pub fn new(content: T) -> Self {
        Self(content)
    }

    pub fn open(&self, _: &Clearance) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sealed)")
    }
}

/// The moment at which something sealed is opened for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Until when, this moment included, it stays closed.
    pub closed_until: Instant,
    /// It was opened before: it cannot be closed again.
    pub opened: bool,
}

impl Opening {
    pub fn has_come(&self, now: Instant) -> bool {
        self.opened || now > self.closed_until
    }
}

/// That somebody may look. There is no other way to get one than these three.
#[derive(Clone, Debug)]
pub struct Clearance(());

impl Clearance {
    /// One's own is no secret.
    pub fn of_the_own_side(acts_for_it: bool) -> Option<Self> {
        acts_for_it.then_some(Self(()))
    }

    /// For everybody, once the moment has come.
    pub fn of_the_hour(opening: &Opening, now: Instant) -> Option<Self> {
        opening.has_come(now).then_some(Self(()))
    }

    /// For writing it down: storage alone names this (`tests/it/architecture.rs`).
    pub fn to_keep() -> Self {
        Self(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Clearance, Opening, Sealed};
    use crate::domain::calendar::Instant;

    #[test]
    fn it_opens_after_the_moment_and_never_closes_again() {
        let at = |text: &str| Instant::parse(text).unwrap();
        let opening = Opening { closed_until: at("2027-04-10T11:00:00Z"), opened: false };
        assert!(Clearance::of_the_hour(&opening, at("2027-04-10T11:00:00Z")).is_none());
        let clearance = Clearance::of_the_hour(&opening, at("2027-04-10T11:00:00.000001Z")).unwrap();
        let sealed = Sealed::new("per_7");
        assert_eq!((*sealed.open(&clearance), format!("{sealed:?}")), ("per_7", "(sealed)".to_owned()));
        let opened = Opening { opened: true, ..opening };
        assert!(Clearance::of_the_hour(&opened, at("2027-04-10T10:00:00Z")).is_some());
        assert!(Clearance::of_the_own_side(false).is_none());
    }
}

//! The only file that asks the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::domain::calendar::Instant;

/// The system's clock, or one that stands until it is moved (for tests).
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(at: Instant) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(at.unix_micros())))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks")]
    pub fn now(&self) -> Instant {
        match self {
            Self::System => jiff::Timestamp::now().into(),
            Self::Fixed(micros) => Instant::from_unix_micros(micros.load(Ordering::SeqCst))
                .unwrap_or_else(|_| jiff::Timestamp::UNIX_EPOCH.into()),
        }
    }

    /// Moves a fixed clock; the system's cannot be moved.
    pub fn set(&self, to: Instant) {
        if let Self::Fixed(micros) = self {
            micros.store(to.unix_micros(), Ordering::SeqCst);
        }
    }
}

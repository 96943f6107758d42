//! The only file that makes randomness: secrets, salts and the random part of identifiers.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::{OsRng, StdRng};
use rand::{RngCore, SeedableRng, TryRngCore};
use uuid::Uuid;

use crate::domain::calendar::Instant;

/// The operating system's randomness, or a seeded sequence (for tests and the replay of recorded examples).
#[derive(Clone, Debug)]
pub enum Entropy {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl Entropy {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that makes randomness")]
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    pub fn fill(&self, bytes: &mut [u8]) {
        match self {
            // The operating system's generator fails only where the machine cannot run at all.
            Self::System => OsRng.unwrap_err().fill_bytes(bytes),
            Self::Seeded(sequence) => sequence.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes),
        }
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A UUIDv7 of that moment.
    pub fn uuid(&self, now: Instant) -> Uuid {
        let millis = u64::try_from(now.unix_micros() / 1000).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid()
    }
}

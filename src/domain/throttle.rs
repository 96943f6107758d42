//! How often somebody may fail before having to wait. A wait ends with its window, whatever is tried meanwhile, and an
//! account is never shut to everybody: what counts is who tries, from where.

use super::calendar::Instant;

/// So many failures within a window that begins with the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub failures: i32,
    pub window_seconds: i64,
}

/// All attempts from one address.
pub const ADDRESS: Limit = Limit { failures: 20, window_seconds: 300 };

/// Attempts on one account from one address.
pub const ACCOUNT_AT_ADDRESS: Limit = Limit { failures: 5, window_seconds: 300 };

const MICROS: i64 = 1_000_000;

impl Limit {
    /// Microseconds since 1970: a window that began then or earlier is over.
    pub fn oldest(self, now: Instant) -> i64 {
        now.unix_micros().saturating_sub(self.window_seconds.saturating_mul(MICROS))
    }

    /// The whole seconds to wait after so many failures in a window that began then; `None`: go on.
    pub fn wait(self, window_start: i64, failures: i32, now: Instant) -> Option<u32> {
        let left = window_start.saturating_sub(self.oldest(now));
        if failures < self.failures || left <= 0 {
            return None;
        }
        Some(u32::try_from(left.saturating_add(MICROS - 1) / MICROS).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_begins_with_the_last_failure_allowed_and_ends_with_the_window() {
        let limit = Limit { failures: 5, window_seconds: 300 };
        let at = |seconds: i64, micros: i64| Instant::from_unix_micros(seconds * MICROS + micros).unwrap();
        let start = 1_000 * MICROS;
        assert_eq!(limit.wait(start, 4, at(1_000, 0)), None);
        assert_eq!(limit.wait(start, 5, at(1_000, 0)), Some(300));
        assert_eq!(limit.wait(start, 5, at(1_299, 0)), Some(1));
        assert_eq!(limit.wait(start, 500, at(1_299, 999_999)), Some(1));
        assert_eq!(limit.wait(start, 500, at(1_300, 0)), None);
    }
}

//! Counts failed attempts by address, and by account at that address, outside the desk and unjournalled.

use sha2::{Digest, Sha256};

use crate::domain::throttle::{ACCOUNT_AT_ADDRESS, ADDRESS, Limit};
use crate::service::desk::Desk;
use crate::service::error::{Denial, Error, Result};
use crate::service::ledger::hex;
use crate::storage::{self, throttles};

/// The attempts of one caller. Neither addresses nor logins are kept, only their digests.
pub struct Attempts<'a> {
    desk: &'a Desk,
    address: String,
    account: Option<String>,
}

impl<'a> Attempts<'a> {
    /// At something that many accounts share, such as codes.
    pub fn from(desk: &'a Desk, address: &str) -> Self {
        Self { desk, address: bucket(&["address", address]), account: None }
    }

    /// At one account, which need not exist.
    pub fn on_account(desk: &'a Desk, address: &str, login: &str) -> Self {
        Self { account: Some(bucket(&["account", address, login])), ..Self::from(desk, address) }
    }

    fn buckets(&self) -> impl Iterator<Item = (&str, Limit)> {
        let account = self.account.iter().map(|bucket| (bucket.as_str(), ACCOUNT_AT_ADDRESS));
        std::iter::once((self.address.as_str(), ADDRESS)).chain(account)
    }

    /// Refuses who failed too often, with the seconds to wait.
    pub fn allowed(&self) -> Result<()> {
        let now = self.desk.clock.now();
        let mut pooled = self.desk.pool.get()?;
        let mut wait = None;
        for (bucket, limit) in self.buckets() {
            if let Some(seen) = throttles::find(&mut pooled, bucket)? {
                wait = wait.max(limit.wait(seen.window_start, seen.failures, now));
            }
        }
        match wait {
            Some(retry_after_seconds) => Err(Error::Denied(Denial::TooFast { retry_after_seconds })),
            None => Ok(()),
        }
    }

    /// Counts a failure, each bucket in a transaction of its own: none waits for another with one in hand.
    pub fn failed(&self) -> Result<()> {
        let now = self.desk.clock.now();
        let mut pooled = self.desk.pool.get()?;
        for (bucket, limit) in self.buckets() {
            let mut count = || pooled.writing(|db| throttles::count(db, bucket, now.unix_micros(), limit.oldest(now)));
            match count() {
                // Another call has just begun the same window.
                Err(storage::Error::Constraint(_)) => count()?,
                other => other?,
            }
        }
        Ok(pooled.writing(|db| throttles::remove_old(db, ADDRESS.oldest(now)))?)
    }

    /// The account's own failures are forgotten; those of the address are not, or one good account would open all.
    pub fn succeeded(&self) -> Result<()> {
        let Some(bucket) = &self.account else { return Ok(()) };
        let mut pooled = self.desk.pool.get()?;
        if throttles::find(&mut pooled, bucket)?.is_some() {
            pooled.writing(|db| throttles::forget(db, bucket))?;
        }
        Ok(())
    }
}

fn bucket(parts: &[&str]) -> String {
    hex(&Sha256::digest(parts.join("\n")))
}

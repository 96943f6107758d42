//! How any operation tells somebody of what it did: a notice, written in the transaction of the fact.

use super::desk::{Change, Tx};
use super::error::Result;
use crate::domain::ids::NoticeId;
use crate::domain::notice::{Kind, Recipient};
use crate::storage::notices::{self, NoticeRow};

impl Tx<'_> {
    /// Lays a notice into an inbox. `subject` is what it is about, as the feed names it.
    pub fn notify(&mut self, kind: Kind, to: &Recipient, subject: &str) -> Result<()> {
        let row = NoticeRow {
            id: self.new_id(NoticeId::new).to_string(),
            championship_id: self.event()?.id().to_string(),
            kind: kind.code().to_owned(),
            recipient: to.office.clone(),
            federation: to.federation.clone(),
            subject_id: subject.to_owned(),
            issued_at: self.now.unix_micros(),
            undeliverable: to.undeliverable.map(str::to_owned),
            fetched_at: None,
            fetched_by: None,
            acknowledged_at: None,
            acknowledged_by: None,
            version: 1,
        };
        notices::insert(self.db, &row)?;
        self.changed("notice", &row.id, row.version, Change::Created);
        Ok(())
    }
}

//! What was answered to a write with an `Idempotency-Key`.

use diesel::prelude::*;

use super::schema::idempotency_keys;
use super::{Db, Result};

/// One remembered call. `status` is absent while the call that made the row is still running.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = idempotency_keys)]
pub struct Remembered {
    pub scope: String,
    pub fingerprint: Vec<u8>,
    pub stream: String,
    pub created_at: i64,
    pub secret: bool,
    pub status: Option<i32>,
    pub etag: Option<String>,
    pub location: Option<String>,
    pub body: Option<Vec<u8>>,
}

pub fn find(db: &mut Db, scope: &str) -> Result<Option<Remembered>> {
    Ok(idempotency_keys::table.find(scope).first::<Remembered>(db).optional()?)
}

/// The first insert of the transaction: a second call with the same scope waits here, or is refused as a duplicate.
pub fn claim(db: &mut Db, row: &Remembered) -> Result<()> {
    diesel::insert_into(idempotency_keys::table).values(row).execute(db)?;
    Ok(())
}

/// Completes the claimed row with the answer; a secret answer leaves only its status.
pub fn complete(db: &mut Db, row: &Remembered) -> Result<()> {
    diesel::update(idempotency_keys::table.find(&row.scope))
        .set((
            idempotency_keys::secret.eq(row.secret),
            idempotency_keys::status.eq(row.status),
            idempotency_keys::etag.eq(&row.etag),
            idempotency_keys::location.eq(&row.location),
            idempotency_keys::body.eq(&row.body),
        ))
        .execute(db)?;
    Ok(())
}

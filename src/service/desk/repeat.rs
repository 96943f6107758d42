//! A call made again under the same `Idempotency-Key` acts once.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use super::{Desk, Outcome};
use crate::access::{Actor, Key, Row};
use crate::service::call::{Answer, Bearer, Call};
use crate::service::error::{Conflict, Error, Result};
use crate::service::ledger;
use crate::storage::idempotency::{self, Remembered};
use crate::storage::targets::Resolved;
use crate::storage::{self, Db};

pub(super) enum Recall {
    Fresh(Option<Remembered>),
    Done(Box<Remembered>),
}

impl Desk {
    /// Whether this call was made before. The record is the first insert of the transaction.
    pub(super) fn recall(
        &self,
        db: &mut Db,
        call: &Call,
        row: &Row,
        actor: &Actor,
        found: &Resolved,
    ) -> Result<Recall> {
        let Some(key) = &call.idempotency_key else {
            return if row.key == Key::Required && call.bearer != Bearer::System {
                // Who may not even call it hears that first.
                self.authorize(db, row, actor, found, false)?;
                Err(Error::Conflict(Conflict::KeyMissing))
            } else {
                Ok(Recall::Fresh(None))
            };
        };
        if row.key == Key::None || call.validate_only {
            return Ok(Recall::Fresh(None));
        }
        let operation = row.action.operation();
        let scope = ledger::hex(&Sha256::digest(format!("{}\n{operation}\n{}\n{key}", actor.name(), call.path)));
        let mut fingerprint = <Hmac<Sha256> as Mac>::new_from_slice(&self.fingerprint_key)
            .map_err(|cause| Error::Internal(format!("fingerprint key: {cause}")))?;
        fingerprint.update(&call.body);
        let fingerprint = fingerprint.finalize().into_bytes().to_vec();
        if let Some(before) = idempotency::find(db, &scope)? {
            return if before.fingerprint == fingerprint {
                Ok(Recall::Done(Box::new(before)))
            } else {
                Err(Error::Conflict(Conflict::KeyReused))
            };
        }
        let record = Remembered {
            scope,
            fingerprint,
            stream: found.stream.clone(),
            created_at: self.clock.now().unix_micros(),
            secret: false,
            status: None,
            etag: None,
            location: None,
            body: None,
        };
        match idempotency::claim(db, &record) {
            Ok(()) => Ok(Recall::Fresh(Some(record))),
            // The same call ran meanwhile on another connection and has just committed: the retry finds its answer.
            Err(storage::Error::Constraint(detail)) => Err(Error::Unavailable { detail, retry_after_seconds: 1 }),
            Err(error) => Err(error.into()),
        }
    }
}

pub(super) fn remember(record: &mut Remembered, answer: &Answer) {
    record.secret = answer.secret;
    record.status = Some(if answer.created { 201 } else { 200 });
    if !answer.secret {
        record.etag = answer.etag.clone();
        record.location = answer.location.clone();
        record.body = Some(answer.body.clone());
    }
}

pub(super) fn replay(record: Remembered) -> Result<Outcome> {
    match (record.status, record.secret) {
        (Some(_), true) => Err(Error::Conflict(Conflict::SecretAlreadyShown)),
        (Some(status), false) => Ok(Outcome {
            answer: Answer {
                created: status == 201,
                body: record.body.unwrap_or_default(),
                etag: record.etag,
                location: record.location,
                secret: false,
                file: None,
            },
            replayed: true,
        }),
        (None, _) => {
            Err(Error::Unavailable { detail: "the first call is still running".to_owned(), retry_after_seconds: 1 })
        }
    }
}

//! The keys that sign access tokens: one signs, the one before it is still accepted while its tokens live.

use crate::domain::calendar::Instant;
use crate::entropy::Entropy;
use crate::secrets::master_key::MasterKey;
use crate::secrets::signing::{PublicKey, SigningKey};
use crate::storage::signing_keys::{self, SigningKeyRow};
use crate::storage::{Db, Pool};

use super::error::{Error, Result};

const PURPOSE: &str = "signing key";

/// Tokens live an hour at most; a retired key is published that long and a little more.
const PUBLISHED_AFTER_RETIREMENT_MICROS: i64 = 2 * 3600 * 1_000_000;

/// The keys in use.
pub struct Keyring {
    pub signing: SigningKey,
    /// The signing key first, then those still accepted.
    pub accepted: Vec<PublicKey>,
}

/// Loads the keys, and makes the first one on a new database.
pub fn load(pool: &Pool, master: &MasterKey, entropy: &Entropy, now: Instant) -> Result<Keyring> {
    let mut pooled = pool.get()?;
    let db: &mut Db = &mut pooled;
    db.begin_write()?;
    let outcome = load_or_make(db, master, entropy, now);
    match outcome {
        Ok(keyring) => {
            db.commit()?;
            Ok(keyring)
        }
        Err(error) => {
            let _ = db.rollback();
            Err(error)
        }
    }
}

fn load_or_make(db: &mut Db, master: &MasterKey, entropy: &Entropy, now: Instant) -> Result<Keyring> {
    signing_keys::lock(db)?;
    let rows = signing_keys::published(db, now.unix_micros() - PUBLISHED_AFTER_RETIREMENT_MICROS)?;
    if !rows.iter().any(|row| row.retired_at.is_none()) {
        make(db, master, entropy, now)?;
        let rows = signing_keys::published(db, now.unix_micros() - PUBLISHED_AFTER_RETIREMENT_MICROS)?;
        return keyring(&rows, master);
    }
    keyring(&rows, master)
}

fn keyring(rows: &[SigningKeyRow], master: &MasterKey) -> Result<Keyring> {
    let open = |row: &SigningKeyRow| -> Result<SigningKey> {
        let secret = master.decrypt(PURPOSE, &row.secret).map_err(|_| {
            Error::Internal("the master key does not open the signing keys of this database".to_owned())
        })?;
        let secret: [u8; 32] =
            secret.try_into().map_err(|_| Error::Internal(format!("signing key {} is damaged", row.kid)))?;
        Ok(SigningKey::from_secret_bytes(&secret))
    };
    let current =
        rows.iter().find(|row| row.retired_at.is_none()).ok_or_else(|| Error::Internal("no signing key".to_owned()))?;
    let signing = open(current)?;
    let mut accepted = vec![signing.public_key()];
    for row in rows.iter().filter(|row| row.retired_at.is_some()) {
        accepted.push(open(row)?.public_key());
    }
    Ok(Keyring { signing, accepted })
}

/// Whether the database holds keys already, which only the master key of their making opens.
pub fn any(pool: &Pool) -> Result<bool> {
    Ok(signing_keys::any(&mut *pool.get()?)?)
}

/// Retires the signing key and makes a new one.
pub fn rotate(pool: &Pool, master: &MasterKey, entropy: &Entropy, now: Instant) -> Result<String> {
    let mut pooled = pool.get()?;
    let db: &mut Db = &mut pooled;
    db.begin_write()?;
    let outcome = signing_keys::lock(db)
        .and_then(|()| signing_keys::retire_all(db, now.unix_micros()))
        .map_err(Error::from)
        .and_then(|()| make(db, master, entropy, now));
    match outcome {
        Ok(kid) => {
            db.commit()?;
            Ok(kid)
        }
        Err(error) => {
            let _ = db.rollback();
            Err(error)
        }
    }
}

fn make(db: &mut Db, master: &MasterKey, entropy: &Entropy, now: Instant) -> Result<String> {
    let mut random = |bytes: &mut [u8]| entropy.fill(bytes);
    let key = SigningKey::generate(&mut random);
    let row = SigningKeyRow {
        kid: key.kid(),
        secret: master.encrypt(PURPOSE, &key.to_secret_bytes(), &mut random),
        created_at: now.unix_micros(),
        retired_at: None,
    };
    signing_keys::insert(db, &row)?;
    Ok(row.kid)
}

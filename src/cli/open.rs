//! What several commands open: the database, the master key, the desk.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use teamchess::clock::Clock;
use teamchess::config::{Config, MasterKeySource};
use teamchess::entropy::Entropy;
use teamchess::secrets::master_key::MasterKey;
use teamchess::service::desk::Desk;
use teamchess::service::keys;
use teamchess::storage::{DatabaseUrl, Pool};

use super::Failure;

pub fn pool(config: &Config) -> Result<Pool, Failure> {
    Pool::open(config.database_url.clone(), config.database_pool).map_err(|cause| {
        let tls = matches!(&config.database_url, DatabaseUrl::Postgres(url)
            if ["require", "verify-ca", "verify-full"].iter().any(|mode| url.contains(&format!("sslmode={mode}"))));
        let hint = if tls && !cfg!(feature = "postgres-tls") {
            " (this program was built without TLS to PostgreSQL: build it with --features postgres-tls)"
        } else {
            ""
        };
        Failure::new(format!("{cause}{hint}"))
    })
}

/// The database that a command only looks into: it must be there already.
pub fn existing_pool(config: &Config) -> Result<Pool, Failure> {
    if let DatabaseUrl::Sqlite(path) = &config.database_url
        && !Path::new(path).exists()
    {
        return Err(Failure::new(format!("there is no database {path}: is this the right directory?")));
    }
    pool(config)
}

/// The master key; on a SQLite database that holds no keys yet, a new one is made beside it.
pub fn master_key(config: &Config, pool: &Pool) -> Result<MasterKey, Failure> {
    match &config.master_key {
        MasterKeySource::Given(text) => Ok(MasterKey::from_base64(text)?),
        MasterKeySource::File(path) => Ok(MasterKey::from_file(path)?),
        MasterKeySource::Beside(path) if path.exists() => Ok(MasterKey::from_file(path)?),
        MasterKeySource::Beside(path) if keys::any(pool)? => Err(Failure::new(format!(
            "{} is gone, and the database holds keys that only it opens: put it back, or name it in master_key_file",
            path.display()
        ))),
        MasterKeySource::Beside(path) => make_master_key(path),
        MasterKeySource::Missing => Err(Failure::new(
            "PostgreSQL needs a master key: set master_key_file (or TEAMCHESS_MASTER_KEY) to what \
             `teamchess key generate-master` prints",
        )),
    }
}

fn make_master_key(path: &Path) -> Result<MasterKey, Failure> {
    let entropy = Entropy::System;
    let key = MasterKey::generate(&mut |bytes| entropy.fill(bytes));
    let written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).and_then(|mut file| {
        writeln!(file, "{}", key.to_base64())?;
        file.sync_all()
    });
    written.map_err(|cause| Failure::new(format!("master key {}: {cause}", path.display())))?;
    tracing::warn!(path = %path.display(), "a master key was made: keep it, apart from the backups");
    Ok(key)
}

pub fn desk(pool: Pool, master: &MasterKey) -> Desk {
    Desk::new(pool, Clock::System, Entropy::System, master.derive("idempotency fingerprint"))
}

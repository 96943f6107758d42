//! Brings a database to the schema of this program, and refuses one that is newer.

use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connection::{DatabaseUrl, Db};
use super::error::{Error, Result};

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// Any number: the same for all instances of this program.
const ADVISORY_LOCK: i64 = 7_205_759_403_792_794;

/// What stands between a database and this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Names of the migrations still to run, in order.
    pub names: Vec<String>,
    /// The database holds nothing at all yet.
    pub empty: bool,
}

/// What would have to run; a schema newer than this program is refused.
pub fn pending(db: &mut Db) -> Result<Pending> {
    let (known, applied) = match db {
        Db::Sqlite(inner) => (names::<diesel::sqlite::Sqlite>(&SQLITE)?, applied(inner)?),
        Db::Postgres(inner) => (names::<diesel::pg::Pg>(&POSTGRES)?, applied(inner)?),
    };
    if let Some(newer) = applied.iter().find(|version| !known.iter().any(|(known, _)| known == *version)) {
        return Err(Error::Unreachable(format!(
            "the database has a newer schema (migration {newer}) than this program: run the newer program"
        )));
    }
    let names =
        known.into_iter().filter(|(version, _)| !applied.contains(version)).map(|(_, name)| name).collect::<Vec<_>>();
    Ok(Pending { names, empty: applied.is_empty() })
}

/// Runs what is pending and says what ran: on PostgreSQL under an advisory lock, on SQLite after a backup
/// beside the file (unless it was empty).
pub fn run(url: &DatabaseUrl, db: &mut Db) -> Result<Vec<String>> {
    if let Db::Postgres(inner) = db {
        diesel::sql_query(format!("SELECT pg_advisory_lock({ADVISORY_LOCK})")).execute(inner)?;
    }
    let outcome = run_locked(url, db);
    if let Db::Postgres(inner) = db {
        diesel::sql_query(format!("SELECT pg_advisory_unlock({ADVISORY_LOCK})")).execute(inner)?;
    }
    outcome
}

fn run_locked(url: &DatabaseUrl, db: &mut Db) -> Result<Vec<String>> {
    let pending = pending(db)?;
    if pending.names.is_empty() {
        return Ok(Vec::new());
    }
    let failed = |cause: Box<dyn std::error::Error + Send + Sync>| Error::Unreachable(format!("migration: {cause}"));
    match db {
        Db::Sqlite(inner) => {
            if let (DatabaseUrl::Sqlite(path), false) = (url, pending.empty) {
                let copy = format!("{path}.before-{}", pending.names.first().map(String::as_str).unwrap_or_default());
                if !std::path::Path::new(&copy).exists() {
                    diesel::sql_query("VACUUM INTO ?").bind::<diesel::sql_types::Text, _>(copy).execute(inner)?;
                }
            }
            inner.run_pending_migrations(SQLITE).map_err(failed)?;
        }
        Db::Postgres(inner) => {
            inner.run_pending_migrations(POSTGRES).map_err(failed)?;
        }
    }
    Ok(pending.names)
}

fn names<D: diesel::backend::Backend>(source: &EmbeddedMigrations) -> Result<Vec<(String, String)>> {
    let migrations: Vec<Box<dyn Migration<D>>> =
        source.migrations().map_err(|cause| Error::Unreachable(format!("migration: {cause}")))?;
    let mut names: Vec<(String, String)> = migrations
        .iter()
        .map(|migration| (migration.name().version().to_string(), migration.name().to_string()))
        .collect();
    names.sort();
    Ok(names)
}

fn applied<C>(connection: &mut C) -> Result<Vec<String>>
where
    C: MigrationHarness<C::Backend> + diesel::Connection,
{
    let versions =
        connection.applied_migrations().map_err(|cause| Error::Unreachable(format!("migration table: {cause}")))?;
    Ok(versions.iter().map(ToString::to_string).collect())
}

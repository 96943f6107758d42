//! One connection type for both databases, and the pool that hands it out.

use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sqlite::SqliteConnection;

use super::error::Error;

/// The one connection enum: all Rust code above it is the same for both databases.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Which database a URL names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The path of the database file.
    Sqlite(String),
    Postgres(String),
}

impl DatabaseUrl {
    /// Reads `sqlite:PATH`, `postgres://…` or `postgresql://…`; anything else is refused, never taken for a file name.
    pub fn parse(url: &str) -> Result<Self, String> {
        match url.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::Sqlite(path.trim_start_matches("//").to_owned())),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Ok(Self::Postgres(url.to_owned())),
            _ => Err("a database URL begins with sqlite:, postgres:// or postgresql://".to_owned()),
        }
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }

    /// Opens one connection, ready for use, and keeps the cause of a failure.
    pub fn connect(&self) -> Result<Db, Error> {
        let refused = |cause: ConnectionError| Error::Unreachable(cause.to_string());
        match self {
            Self::Sqlite(path) => {
                let mut connection = SqliteConnection::establish(path).map_err(refused)?;
                connection.batch_execute(
                    "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
                )?;
                Ok(Db::Sqlite(connection))
            }
            Self::Postgres(url) => {
                let mut connection = PgConnection::establish(url).map_err(refused)?;
                connection
                    .batch_execute("SET TIME ZONE 'UTC'; SET lock_timeout = '10s'; SET client_encoding = 'UTF8'")?;
                Ok(Db::Postgres(connection))
            }
        }
    }
}

impl Db {
    /// Begins a transaction that will write.
    ///
    /// On SQLite it takes the write lock at once: a deferred one that reads first fails with
    /// "database is locked", whatever the timeout, as soon as another has written meanwhile.
    pub fn begin_write(&mut self) -> Result<(), Error> {
        match self {
            Self::Sqlite(inner) => AnsiTransactionManager::begin_transaction_sql(inner, "BEGIN IMMEDIATE")?,
            Self::Postgres(inner) => AnsiTransactionManager::begin_transaction(inner)?,
        }
        Ok(())
    }

    /// Begins a transaction that reads one unchanging state.
    pub fn begin_read(&mut self) -> Result<(), Error> {
        match self {
            Self::Sqlite(inner) => AnsiTransactionManager::begin_transaction(inner)?,
            Self::Postgres(inner) => {
                AnsiTransactionManager::begin_transaction_sql(inner, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?
            }
        }
        Ok(())
    }

    /// Does one short write in a transaction of its own; an error rolls it back.
    pub fn writing<T, E: From<Error>>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        self.begin_write()?;
        match work(self) {
            Ok(done) => match self.commit() {
                Ok(()) => Ok(done),
                Err(error) => {
                    let _ = self.rollback();
                    Err(error.into())
                }
            },
            Err(error) => {
                let _ = self.rollback();
                Err(error)
            }
        }
    }

    pub fn commit(&mut self) -> Result<(), Error> {
        Ok(<Self as Connection>::TransactionManager::commit_transaction(self)?)
    }

    pub fn rollback(&mut self) -> Result<(), Error> {
        Ok(<Self as Connection>::TransactionManager::rollback_transaction(self)?)
    }
}

/// Makes connections for the pool.
#[derive(Debug)]
pub struct Manager {
    url: DatabaseUrl,
}

impl r2d2::ManageConnection for Manager {
    type Connection = Db;
    type Error = Error;

    fn connect(&self) -> Result<Db, Error> {
        self.url.connect()
    }

    fn is_valid(&self, connection: &mut Db) -> Result<(), Error> {
        Ok(connection.batch_execute("SELECT 1")?)
    }

    fn has_broken(&self, connection: &mut Db) -> bool {
        <Db as Connection>::TransactionManager::is_broken_transaction_manager(connection)
    }
}

pub type Pooled = r2d2::PooledConnection<Manager>;

/// The connections of one instance.
#[derive(Clone)]
pub struct Pool {
    inner: r2d2::Pool<Manager>,
    url: DatabaseUrl,
}

impl Pool {
    /// Opens the pool and its first connection; the error keeps the database's own words.
    pub fn open(url: DatabaseUrl, size: u32) -> Result<Self, Error> {
        url.connect()?;
        let inner = r2d2::Pool::builder()
            .max_size(size)
            .min_idle(Some(1))
            .test_on_check_out(matches!(url, DatabaseUrl::Postgres(_)))
            .connection_timeout(Duration::from_secs(5))
            .build_unchecked(Manager { url: url.clone() });
        Ok(Self { inner, url })
    }

    pub fn get(&self) -> Result<Pooled, Error> {
        self.inner.get().map_err(|cause| Error::Unreachable(cause.to_string()))
    }

    /// The same, with less patience.
    pub fn get_within(&self, patience: Duration) -> Result<Pooled, Error> {
        self.inner.get_timeout(patience).map_err(|cause| Error::Unreachable(cause.to_string()))
    }

    /// Open connections, and how many of them nobody uses.
    pub fn connections(&self) -> (u32, u32) {
        let state = self.inner.state();
        (state.connections, state.idle_connections)
    }

    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }
}

#[cfg(test)]
mod tests {
    use super::DatabaseUrl;

    #[test]
    fn a_misspelt_url_is_no_file_name() {
        assert_eq!(DatabaseUrl::parse("sqlite:a.db"), Ok(DatabaseUrl::Sqlite("a.db".to_owned())));
        assert_eq!(DatabaseUrl::parse("sqlite:///a.db"), Ok(DatabaseUrl::Sqlite("/a.db".to_owned())));
        assert_eq!(DatabaseUrl::parse("postgres://h/d").map(|url| url.kind()), Ok("postgres"));
        for wrong in ["", "sqlite:", "a.db", "postgre://h/d", "postgres:h", "mysql://h/d"] {
            assert!(DatabaseUrl::parse(wrong).is_err(), "{wrong}");
        }
    }
}

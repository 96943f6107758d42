//! Fresh databases: a file that is deleted, or a PostgreSQL database that is dropped.

use teamchess::storage::DatabaseUrl;
use tempfile::TempDir;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// The databases to test on: PostgreSQL too where a server answers, or where it is required;
    /// `TEAMCHESS_TEST_ON=postgres` leaves SQLite out.
    pub fn all() -> Vec<Kind> {
        match Self::usual() {
            Kind::Postgres => vec![Kind::Postgres],
            Kind::Sqlite if postgres_server().is_some() => vec![Kind::Sqlite, Kind::Postgres],
            Kind::Sqlite => vec![Kind::Sqlite],
        }
    }

    /// Where a test runs to which the database makes no difference.
    pub fn usual() -> Kind {
        match std::env::var("TEAMCHESS_TEST_ON").as_deref() {
            Ok("postgres") => Kind::Postgres,
            _ => Kind::Sqlite,
        }
    }
}

/// The PostgreSQL server of the tests, without a database name; `None` if there is none and none is required.
pub fn postgres_server() -> Option<&'static str> {
    static SERVER: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    SERVER
        .get_or_init(|| {
            let url = std::env::var("TEST_DATABASE_URL")
                .unwrap_or_else(|_| "postgres://postgres@127.0.0.1:5432/postgres".to_owned());
            let server = url.rsplit_once('/').map(|(server, _)| server.to_owned()).unwrap_or(url);
            let answers = DatabaseUrl::Postgres(format!("{server}/postgres")).connect().is_ok();
            let required = std::env::var("TEAMCHESS_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
            assert!(answers || !required, "PostgreSQL is required, and none answers at {server}");
            println!("PostgreSQL: {}", if answers { "tested too" } else { "NOT tested, no server answers" });
            answers.then_some(server)
        })
        .as_deref()
}

/// A database of one test, gone when dropped.
pub struct Fresh {
    pub kind: Kind,
    pub url: DatabaseUrl,
    name: String,
    directory: Option<TempDir>,
}

impl Fresh {
    pub fn empty(kind: Kind) -> Self {
        match kind {
            Kind::Sqlite => {
                let directory = TempDir::new().unwrap();
                let path = directory.path().join("test.sqlite").display().to_string();
                Self { kind, url: DatabaseUrl::Sqlite(path.clone()), name: path, directory: Some(directory) }
            }
            Kind::Postgres => {
                let name = random_name();
                administer(&format!("CREATE DATABASE {name}"));
                Self::postgres(name)
            }
        }
    }

    fn postgres(name: String) -> Self {
        let server = postgres_server().expect("a PostgreSQL server");
        Self { kind: Kind::Postgres, url: DatabaseUrl::Postgres(format!("{server}/{name}")), name, directory: None }
    }

    pub fn copy_of(template: &Fresh) -> Self {
        match template.kind {
            Kind::Sqlite => {
                let fresh = Self::empty(Kind::Sqlite);
                std::fs::copy(&template.name, &fresh.name).unwrap();
                fresh
            }
            Kind::Postgres => {
                let name = random_name();
                // PostgreSQL copies a template that nobody is connected to, one at a time.
                static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
                let _one = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                administer(&format!("CREATE DATABASE {name} TEMPLATE {}", template.name));
                Self::postgres(name)
            }
        }
    }

    /// Brings everything into the one file, and lets nobody stay connected.
    pub fn seal(&self) {
        if self.kind == Kind::Sqlite {
            let mut db = self.url.connect().unwrap();
            use diesel::connection::SimpleConnection;
            db.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        }
    }

    /// The path of the SQLite file.
    pub fn path(&self) -> &str {
        &self.name
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if self.directory.is_none() {
            administer(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        }
    }
}

fn administer(sql: &str) {
    use diesel::connection::SimpleConnection;
    let server = postgres_server().expect("a PostgreSQL server");
    let mut db = DatabaseUrl::Postgres(format!("{server}/postgres")).connect().unwrap();
    db.batch_execute(sql).unwrap();
}

fn random_name() -> String {
    format!("teamchess_test_{:032x}", rand::Rng::random::<u128>(&mut rand::rngs::ThreadRng::default()))
}

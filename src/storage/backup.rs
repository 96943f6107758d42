//! Copies of a SQLite database: made while it is in use, checked before they count, put back whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::sqlite::SqliteConnection;

use super::connection::Db;
use super::error::{Error, Result};
use super::migrations;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Copies the database into a new file, which appears only when it is complete, checked and on the disk.
pub fn copy_out(db: &mut Db, file: &Path) -> Result<()> {
    let Db::Sqlite(inner) = db else {
        return Err(Error::Copy("only a SQLite database is copied by this program itself".to_owned()));
    };
    if file.exists() {
        return Err(Error::Copy(format!("{} exists already", file.display())));
    }
    let partial = beside(file, "partial");
    let copied = private(&partial).map_err(|cause| io_fault(&partial, &cause)).and_then(|()| {
        diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(partial.display().to_string()).execute(inner)?;
        check(&partial)?;
        to_disk(&partial, file)
    });
    if copied.is_err() {
        let _ = fs::remove_file(&partial);
    }
    copied
}

/// Puts a copy in the place of a database. Over a database that holds anything only if `force`, and never while
/// somebody has it open.
pub fn copy_in(file: &Path, database: &Path, force: bool) -> Result<()> {
    check(file)?;
    match database.metadata() {
        Ok(there) if there.len() > 0 => {
            if !force {
                return Err(Error::Copy(format!(
                    "{} holds a database: --force puts the backup in its place",
                    database.display()
                )));
            }
            close(database)?;
        }
        _ => {}
    }
    let partial = beside(database, "restoring");
    let copied = private(&partial)
        .and_then(|()| fs::copy(file, &partial).map(|_| ()))
        .map_err(|cause| io_fault(&partial, &cause))
        .and_then(|()| check(&partial))
        .and_then(|()| to_disk(&partial, database));
    if copied.is_err() {
        let _ = fs::remove_file(&partial);
    }
    copied
}

/// A sound SQLite file, with a schema that this program knows.
fn check(file: &Path) -> Result<()> {
    if !file.is_file() {
        return Err(Error::Copy(format!("there is no file {}", file.display())));
    }
    let unsound = |what: String| Error::Copy(format!("{} is no sound database: {what}", file.display()));
    let mut db = Db::Sqlite(open(file)?);
    let Db::Sqlite(inner) = &mut db else { return Ok(()) };
    let found: Vec<Line> =
        diesel::sql_query("SELECT integrity_check AS line FROM pragma_integrity_check").load(inner).map_err(words)?;
    if let Some(fault) = found.iter().find(|found| found.line != "ok") {
        return Err(unsound(fault.line.clone()));
    }
    let orphans: Vec<Line> =
        diesel::sql_query("SELECT \"table\" AS line FROM pragma_foreign_key_check").load(inner).map_err(words)?;
    if let Some(orphan) = orphans.first() {
        return Err(unsound(format!("a row of {} refers to nothing", orphan.line)));
    }
    let tables: Vec<Line> =
        diesel::sql_query("SELECT name AS line FROM sqlite_master WHERE name IN ('journal', 'streams')")
            .load(inner)
            .map_err(words)?;
    if tables.len() != 2 {
        return Err(unsound("it has no journal".to_owned()));
    }
    migrations::pending(&mut db)?;
    return Ok(());

    fn words(cause: diesel::result::Error) -> Error {
        Error::Copy(format!("the file cannot be read as a database: {cause}"))
    }
}

/// Brings everything into the one file, which works only while nobody else has it open.
fn close(database: &Path) -> Result<()> {
    let mut connection = open(database)?;
    let mode: std::result::Result<Vec<Line>, _> =
        diesel::sql_query("PRAGMA journal_mode = DELETE").load(&mut connection);
    drop(connection);
    let left = [beside(database, "wal"), beside(database, "shm")].into_iter().any(|path| path.exists());
    match mode {
        Err(cause) if !matches!(cause, diesel::result::Error::DeserializationError(_)) => {
            Err(Error::Busy(format!("{} is in use: stop the server first ({cause})", database.display())))
        }
        _ if left => Err(Error::Busy(format!("{} is in use: stop the server first", database.display()))),
        _ => Ok(()),
    }
}

fn open(file: &Path) -> Result<SqliteConnection> {
    let unreachable = |cause: ConnectionError| Error::Copy(format!("{}: {cause}", file.display()));
    let mut connection = SqliteConnection::establish(&file.display().to_string()).map_err(unreachable)?;
    connection.batch_execute("PRAGMA busy_timeout = 1000")?;
    Ok(connection)
}

/// Nobody else may read what is not complete yet, nor after.
fn private(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(file).map(|_| ())
}

fn to_disk(partial: &Path, file: &Path) -> Result<()> {
    let directory = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    File::open(partial)
        .and_then(|partial| partial.sync_all())
        .and_then(|()| fs::rename(partial, file))
        .and_then(|()| File::open(directory)?.sync_all())
        .map_err(|cause| io_fault(file, &cause))
}

fn io_fault(file: &Path, cause: &io::Error) -> Error {
    Error::Copy(format!("{}: {cause}", file.display()))
}

/// `x.sqlite` and `wal` give `x.sqlite-wal`.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-");
    name.push(ending);
    PathBuf::from(name)
}

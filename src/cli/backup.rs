//! `backup` and `restore`. SQLite is copied by this program, PostgreSQL by its own pg_dump and pg_restore.

use std::path::Path;
use std::process::Command;

use teamchess::config::Config;
use teamchess::storage::{DatabaseUrl, backup as sqlite};

use super::{Failure, Outcome, open};

const APART: &str = "the master key is not part of the backup: keep its file, and keep it apart";

pub fn backup(config: &Config, file: &Path) -> Outcome {
    match &config.database_url {
        DatabaseUrl::Sqlite(_) => sqlite::copy_out(&mut *open::existing_pool(config)?.get()?, file)?,
        DatabaseUrl::Postgres(url) => {
            if file.exists() {
                return Err(Failure::new(format!("{} exists already", file.display())));
            }
            let mut command = Command::new("pg_dump");
            command.args(["--format=custom", "--no-owner", "--no-privileges", "--file"]).arg(file);
            run(command, url)?;
        }
    }
    println!("{}", file.display());
    eprintln!("teamchess: {APART}");
    Ok(())
}

pub fn restore(config: &Config, file: &Path, force: bool) -> Outcome {
    match &config.database_url {
        DatabaseUrl::Sqlite(path) => sqlite::copy_in(file, Path::new(path), force)?,
        DatabaseUrl::Postgres(url) => {
            let empty = teamchess::storage::migrations::pending(&mut *open::pool(config)?.get()?)?.empty;
            if !empty && !force {
                return Err(Failure::new("the database is not empty: --force puts the backup in its place"));
            }
            let mut command = Command::new("pg_restore");
            command.args(["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"]);
            // An empty database has the table of its migrations already.
            command.args(["--clean", "--if-exists"]);
            run(command.arg(file), url)?;
        }
    }
    eprintln!("teamchess: restored; now run `teamchess verify-journal`, with the master key of that database in place");
    Ok(())
}

/// The password goes by the environment, where other users of the machine do not see it.
fn run(mut command: impl std::borrow::BorrowMut<Command>, url: &str) -> Outcome {
    let command = command.borrow_mut();
    let (url, password) = without_password(url);
    command.arg("--dbname").arg(url);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.status().map_err(|cause| {
        Failure::new(format!(
            "{name}: {cause}; PostgreSQL is backed up by pg_dump and restored by pg_restore, which come with it"
        ))
    })?;
    if ended.success() { Ok(()) } else { Err(Failure::new(format!("{name} failed"))) }
}

fn without_password(url: &str) -> (String, Option<String>) {
    let (place, parameters) = url.split_once('?').map_or((url, None), |(place, parameters)| (place, Some(parameters)));
    let parts = place.split_once("://").and_then(|(scheme, rest)| {
        let (user, host) = rest.rsplit_once('@')?;
        let (user, password) = user.split_once(':')?;
        Some((format!("{scheme}://{user}@{host}"), decoded(password)))
    });
    match parts {
        None => (url.to_owned(), None),
        Some((place, password)) => {
            (parameters.map_or(place.clone(), |parameters| format!("{place}?{parameters}")), Some(password))
        }
    }
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn the_password_is_taken_out_of_the_url() {
        let (url, password) = without_password("postgres://ann:p%40ss@db:5432/x?sslmode=require");
        assert_eq!((url.as_str(), password.as_deref()), ("postgres://ann@db:5432/x?sslmode=require", Some("p@ss")));
        assert_eq!(without_password("postgres://ann@db/x"), ("postgres://ann@db/x".to_owned(), None));
    }
}

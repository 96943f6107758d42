//! `migrate`.

use teamchess::config::Config;
use teamchess::storage::migrations;

use super::{Failure, Outcome, open};

pub fn run(config: &Config, check: bool) -> Outcome {
    let pool = open::pool(config)?;
    let mut db = pool.get()?;
    if !check {
        for name in migrations::run(pool.url(), &mut db)? {
            println!("{name}");
        }
        return Ok(());
    }
    let pending = migrations::pending(&mut db)?;
    for name in &pending.names {
        println!("{name}");
    }
    match pending.names.len() {
        0 => Ok(()),
        count => Err(Failure::new(format!("migrations still to run: {count}"))),
    }
}

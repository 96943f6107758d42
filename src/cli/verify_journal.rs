//! `verify-journal`.

use teamchess::config::Config;
use teamchess::service::ledger::hex;
use teamchess::service::verify;

use super::{Failure, Outcome, open};

pub fn run(config: &Config) -> Outcome {
    let pool = open::existing_pool(config)?;
    match verify::verify_journal(&pool)? {
        Ok(verified) => {
            for stream in &verified.streams {
                let head = hex(&stream.head);
                println!("{}: {} entries, {} redacted, head {head}", stream.stream, stream.entries, stream.redacted);
            }
            let entries: i64 = verified.streams.iter().map(|stream| stream.entries).sum();
            let redacted: i64 = verified.streams.iter().map(|stream| stream.redacted).sum();
            println!("{} streams, {entries} entries, {redacted} redacted: the journal holds", verified.streams.len());
            Ok(())
        }
        Err(broken) => Err(Failure::new(format!("the journal does not hold: {broken}"))),
    }
}

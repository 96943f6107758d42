//! `key rotate` and `key generate-master`.

use teamchess::clock::Clock;
use teamchess::config::Config;
use teamchess::entropy::Entropy;
use teamchess::secrets::master_key::MasterKey;
use teamchess::service::keys;

use super::{Outcome, open};

pub fn rotate(config: &Config) -> Outcome {
    let pool = open::existing_pool(config)?;
    let master = open::master_key(config, &pool)?;
    println!("{}", keys::rotate(&pool, &master, &Entropy::System, Clock::System.now())?);
    Ok(())
}

pub fn generate_master() -> Outcome {
    let entropy = Entropy::System;
    println!("{}", MasterKey::generate(&mut |bytes| entropy.fill(bytes)).to_base64());
    Ok(())
}

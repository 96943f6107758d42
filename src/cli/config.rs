//! `config check`.

use teamchess::config::{Config, Fault};

use super::{Failure, Outcome};

pub fn check(settings: Result<Config, Vec<Fault>>) -> Outcome {
    match settings {
        Ok(config) => {
            for (name, value) in config.effective() {
                println!("{name} = {value}");
            }
            Ok(())
        }
        Err(faults) => {
            for fault in &faults {
                println!("{fault}");
            }
            Err(Failure::new(format!("{} of the settings are not usable", faults.len())))
        }
    }
}

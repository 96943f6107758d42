//! `account`: codes for those who cannot sign in yet.

use teamchess::config::Config;
use teamchess::service::accounts::{self, Issued};
use teamchess::service::setup;
use teamchess::storage::migrations;

use super::{AccountCommand, Failure, Outcome, open};

pub fn run(config: &Config, command: AccountCommand) -> Outcome {
    let pool = open::pool(config)?;
    migrations::run(pool.url(), &mut *pool.get()?)?;
    let master = open::master_key(config, &pool)?;
    let desk = open::desk(pool, &master);
    setup::seed(&desk)?;
    let issued = match command {
        AccountCommand::FirstAdmin { login, name, force } => accounts::make_first_admin(&desk, &login, &name, force)?,
        AccountCommand::Reset { login } => accounts::issue_reset_code_by_system(&desk, &login)?,
    };
    show(&issued, &config.public_url)
}

fn show(issued: &Issued, public_url: &str) -> Outcome {
    let code = issued.code.as_deref().ok_or_else(|| Failure::new("no code was made"))?;
    let purpose = issued.purpose.code();
    println!("{code}");
    eprintln!(
        "teamchess: this code ({purpose}) lets {} choose a password once, until {}, at {public_url}/v1/{}",
        issued.account.login,
        issued.expires_at,
        if purpose == "reset" { "password-resets" } else { "account-activations" },
    );
    Ok(())
}

//! `serve --demo`: a real championship in mid-play, in a sandbox, and accounts to look at it with. They are printed on
//! standard error: standard output has the log.

use teamchess::replay::client::Client;
use teamchess::replay::format;
use teamchess::replay::play::{Until, play};

use super::{Failure, Outcome};

const FILE: &[u8] = include_bytes!("../../data/siegen-1970-final-a.json");

/// Rounds that are closed when the visitor comes.
const ROUNDS_PLAYED: usize = 5;

/// Plays the demo championship into a running, empty server and prints the accounts, this once.
pub fn fill(url: &str, admin_code: &str) -> Outcome {
    let run = super::replay::new_run();
    let client = Client::new(url, &run);
    let failed = |cause: String| Failure::new(format!("the demo: {cause}"));
    let championship = format::read(FILE).map_err(|faults| failed(format!("{} faults in the file", faults.len())))?;
    let admin_password = format!("look around {run}");
    client.activate(admin_code, &admin_password).map_err(|cause| failed(cause.to_string()))?;
    let played = play(
        &championship,
        &client,
        &run,
        (super::replay::ADMIN, &admin_password),
        Until::MidRound(ROUNDS_PLAYED),
        &mut |_| {},
    )
    .map_err(failed)?;
    eprintln!("A sandbox championship in mid-play: {}/v1/championships/{}", url, played.championship);
    eprintln!("Standings in round {}: {url}/v1/groups/{}/standings", ROUNDS_PLAYED + 1, played.group);
    eprintln!("The API to try out: {url}/docs/");
    eprintln!("\nAccounts, shown this once:");
    eprintln!("  {:<34} {:<30} password", "who", "login");
    eprintln!("  {:<34} {:<30} {admin_password}", "administrator", super::replay::ADMIN);
    for account in &played.accounts {
        eprintln!("  {:<34} {:<30} {}", account.role, account.login, played.password);
    }
    Ok(())
}

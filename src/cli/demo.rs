//! `serve --demo`: an administrator for a try, whose password stands in the log.

use teamchess::access::Action;
use teamchess::service::accounts::passwords::{activate_account, prepare_redemption};
use teamchess::service::accounts::{Purpose, make_first_admin};
use teamchess::service::call::{Answer, Call};
use teamchess::service::desk::{Desk, Target};
use teamchess::service::ledger::hex;
use teamchess::service::setup;

use super::{Failure, Outcome};

const LOGIN: &str = "admin";

pub fn prepare(desk: &Desk) -> Outcome {
    if setup::has_admin(desk)? {
        tracing::warn!("demo: there is an administrator already");
        return Ok(());
    }
    let issued = make_first_admin(desk, LOGIN, "Administrator of the demo", false)?;
    let code = issued.code.ok_or_else(|| Failure::new("no code was made"))?;
    let password = hex(&desk.entropy.bytes::<12>());
    let redemption = prepare_redemption(desk, "demo", Purpose::Activation, &code, &password)?;
    desk.write(
        &Call::by_system("/"),
        Action::ActivateAccount,
        &Target::Registry,
        Box::new(|tx| {
            activate_account(tx, redemption)?;
            Answer::ok(&())
        }),
    )?;
    tracing::warn!(login = LOGIN, password, "demo: sign in as this administrator");
    Ok(())
}

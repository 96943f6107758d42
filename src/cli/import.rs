//! `import FILE`: an event that was played elsewhere becomes an archive of this database.

use clap::Args;
use jiff::civil::Date;
use teamchess::access::Action;
use teamchess::config::Config;
use teamchess::domain::ids::ChampionshipId;
use teamchess::exchange::archive::Said;
use teamchess::service::call::{Answer, Call};
use teamchess::service::desk::{Target, Tx};
use teamchess::service::error::Error;
use teamchess::service::imports::{Import, Imported, import_championship};
use teamchess::service::setup;
use teamchess::storage::migrations;

use super::trf_file::TrfArguments;
use super::{Failure, Outcome, open};

#[derive(Args)]
pub struct ImportArguments {
    #[command(flatten)]
    trf: TrfArguments,
    /// In the place of record 012
    #[arg(long)]
    title: Option<String>,
    /// In the place of record 022
    #[arg(long)]
    city: Option<String>,
    /// Code of the organizing federation, in the place of record 032
    #[arg(long)]
    organizer: Option<String>,
    /// The first day, in the place of record 042
    #[arg(long, value_name = "DATE")]
    starts_on: Option<Date>,
    /// The last day, in the place of record 052
    #[arg(long, value_name = "DATE")]
    ends_on: Option<Date>,
    /// IANA name of the zone at the place of play
    #[arg(long, default_value = "UTC")]
    zone: String,
    /// Regulations whose list ranks the teams; without them, record 212 or 202 of the file decides
    #[arg(long, conflicts_with = "list")]
    regulations: Option<String>,
    /// FIDE's codes, in the place of the file's list
    #[arg(long, value_name = "CODES")]
    list: Option<String>,
    /// Only say what would be imported, or every fault
    #[arg(long)]
    check: bool,
}

pub fn run(config: &Config, arguments: ImportArguments) -> Outcome {
    let (name, bytes) = arguments.trf.read()?;
    let pool = open::pool(config)?;
    migrations::run(pool.url(), &mut *pool.get()?)?;
    let master = open::master_key(config, &pool)?;
    let desk = open::desk(pool, &master);
    setup::seed(&desk)?;
    let import = Import {
        bytes,
        readings: arguments.trf.readings(),
        zone: arguments.zone,
        said: Said {
            title: arguments.title,
            city: arguments.city,
            organizer: arguments.organizer,
            starts_on: arguments.starts_on,
            ends_on: arguments.ends_on,
            tie_breaks: arguments.list,
            edition: None,
            by_regulations: arguments.regulations.is_some(),
        },
        regulations: arguments.regulations,
    };
    let id = ChampionshipId::new(desk.entropy.uuid(desk.clock.now()));
    let call = Call { validate_only: arguments.check, ..Call::by_system("import") };
    let mut imported = None;
    let target = Target::NewChampionship(id.clone());
    let operation = |tx: &mut Tx<'_>| {
        imported = Some(import_championship(tx, id, import)?);
        Answer::ok(&())
    };
    match desk.write(&call, Action::ImportChampionship, &target, Box::new(operation)) {
        Ok(_) => {}
        Err(Error::Violation { violations, .. }) => {
            let reasons = violations.iter().map(|violation| format!("{name}: {}", violation.detail));
            return Err(Failure::asked(reasons.collect()));
        }
        Err(other) => return Err(other.into()),
    }
    let imported = imported.ok_or_else(|| Failure::new("nothing was imported"))?;
    show(&imported, &name);
    Ok(())
}

fn show(imported: &Imported, name: &str) {
    if !imported.encoding_certain {
        eprintln!("teamchess: {name}: read as {}; names deserve a look", imported.encoding);
    }
    for left in &imported.left_out {
        eprintln!("teamchess: {name}: line {} ({}) is not kept: it {}", left.line, left.record, left.reason);
    }
    println!(
        "{}: {} teams, {} rounds, {} matches; {} persons found, {} made",
        imported.championship.id,
        imported.teams,
        imported.rounds,
        imported.matches,
        imported.persons_found,
        imported.persons_created
    );
}

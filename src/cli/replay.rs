//! `replay FILE`: plays a real championship through the API and compares the final table with the published one.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use actix_web::rt::System;
use actix_web::web::Data;
use indicatif::{ProgressBar, ProgressStyle};
use teamchess::clock::Clock;
use teamchess::config::Config;
use teamchess::entropy::Entropy;
use teamchess::http::token::Tokens;
use teamchess::http::{self, App};
use teamchess::replay::client::Client;
use teamchess::replay::format::{self, Championship, Group};
use teamchess::replay::play::{Played, Until, play, steps};
use teamchess::replay::{compare, compare::Obtained};
use teamchess::secrets::master_key::MasterKey;
use teamchess::service::desk::Desk;
use teamchess::service::{accounts, setup};
use teamchess::storage::{DatabaseUrl, Pool, migrations};

use super::{Failure, Outcome};

/// Where to play: a throwaway server, or one that runs, with an administrator of it.
pub enum Where {
    Throwaway,
    At { url: String, login: String, password: String },
}

pub fn run(file: &Path, place: Where) -> Outcome {
    let bytes = std::fs::read(file).map_err(|cause| Failure::new(format!("{}: {cause}", file.display())))?;
    let championship = format::read(&bytes).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::new(format!("{}: {}", file.display(), faults.join("; ")))
    })?;
    let played = match place {
        Where::At { url, login, password } => over(&championship, &url, (&login, &password))?,
        Where::Throwaway => {
            let server = Throwaway::start()?;
            over(&championship, &server.url, (ADMIN, &server.password))?
        }
    };
    let Some(group) = championship.groups().next() else { return Err(Failure::new("the file has no group")) };
    print_table(&championship, group, &played.obtained);
    let differences = compare::compare(group, &played.obtained);
    if differences.is_empty() {
        println!("final table: identical to the published one");
        return Ok(());
    }
    for difference in &differences {
        println!("{difference}");
    }
    Err(Failure::new(format!("the final table differs from the published one in {} cells", differences.len())))
}

/// One run, with a progress bar where somebody watches.
fn over(championship: &Championship, url: &str, admin: (&str, &str)) -> Result<Played, Failure> {
    let bar = ProgressBar::new(championship.groups().next().map_or(0, steps));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let run = new_run();
    let client = Client::new(url, &run);
    let mut tell = |step: &str| {
        bar.set_message(step.to_owned());
        bar.inc(1);
    };
    let played = play(championship, &client, &run, admin, Until::Closed, &mut tell).map_err(Failure::new)?;
    bar.finish_and_clear();
    Ok(played)
}

/// Tells the accounts and keys of this run from those of others.
pub fn new_run() -> String {
    Entropy::System.bytes::<4>().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn print_table(championship: &Championship, group: &Group, obtained: &Obtained) {
    println!("{}, {}", championship.name, championship.year);
    for row in &obtained.rows {
        let name = championship.team(&row.code).map_or("", |team| team.name.as_str());
        let cells: Vec<String> = obtained
            .rows
            .iter()
            .map(|other| obtained.crosstable.get(&(row.code.clone(), other.code.clone())))
            .map(|points| points.map_or("*".to_owned(), ToString::to_string))
            .collect();
        let cells: String = cells.iter().map(|cell| format!("{cell:>4}")).collect();
        println!("{:>3} {} {name:<32}{cells}  {:>5} {:>3}", row.rank, row.code, row.game_points, row.match_points);
    }
    if group.table.is_none() {
        println!("no final table was published");
    }
}

pub const ADMIN: &str = "admin";

/// A server over a fresh database that is deleted at the end.
struct Throwaway {
    url: String,
    password: String,
    directory: PathBuf,
}

impl Throwaway {
    fn start() -> Result<Self, Failure> {
        let directory = std::env::temp_dir().join(format!("teamchess-replay-{}", new_run()));
        std::fs::create_dir(&directory)?;
        let mut server = Self { url: String::new(), password: String::new(), directory };
        let path = server.directory.join("replay.sqlite").display().to_string();
        let pool = Pool::open(DatabaseUrl::Sqlite(path), 4)?;
        migrations::run(pool.url(), &mut *pool.get()?)?;
        let random = Entropy::System;
        let master = MasterKey::generate(&mut |bytes| random.fill(bytes));
        let desk = Arc::new(Desk::new(pool, Clock::System, Entropy::System, master.derive("idempotency fingerprint")));
        setup::seed(&desk)?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        server.url = format!("http://{}", listener.local_addr()?);
        let config = Config::load(None, std::iter::empty())
            .map_err(|faults| Failure::new(format!("settings: {} faults", faults.len())))?;
        let config = Config { issuer: server.url.clone(), ..config };
        let tokens = Tokens::open(&desk, master, config.issuer.clone())?;
        server.password = format!("replay {}", new_run());
        let code = accounts::make_first_admin(&desk, ADMIN, "Administrator", false)?.code.unwrap_or_default();
        let app = Data::new(App::new(desk, tokens, config)?);
        std::thread::spawn(move || {
            System::new().block_on(async move {
                if let Ok(running) = http::serve(app, listener) {
                    let _ = running.await;
                }
            });
        });
        Client::new(&server.url, "throwaway")
            .activate(&code, &server.password)
            .map_err(|cause| Failure::new(cause.to_string()))?;
        Ok(server)
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

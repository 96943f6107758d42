//! The subcommands, one file each. Each fault is one line on standard error: 1 says that it failed, 2 that it was asked
//! wrongly.

mod account;
mod backup;
mod config;
mod demo;
mod healthcheck;
mod import;
mod key;
mod migrate;
mod open;
mod openapi;
mod pair;
mod replay;
mod serve;
mod standings;
mod trf_file;
mod verify_journal;

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use teamchess::config::Config;

/// Runs international team chess championships under their formal regulations.
#[derive(Parser)]
#[command(name = "teamchess", version)]
struct Arguments {
    /// The TOML file of settings; docs/settings.md lists them
    #[arg(long, global = true, env = "TEAMCHESS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API
    Serve {
        /// Play a real championship into an empty database first, and print accounts to look at it with
        #[arg(long)]
        demo: bool,
    },
    /// Play a real championship through the API and compare its final table with the published one
    Replay {
        /// A file of data/
        file: PathBuf,
        /// A running server; without one, a throwaway server with a fresh database is used
        #[arg(long, requires = "login")]
        url: Option<String>,
        /// An administrator of that server; the password is read from TEAMCHESS_REPLAY_PASSWORD
        #[arg(long)]
        login: Option<String>,
    },
    /// Pair the next round of a Swiss for teams, and print it as pairing engines do
    Pair(pair::PairArguments),
    /// Hold every round of a Swiss for teams against the absolute rules; exit code 1 if one is broken
    Judge(pair::JudgeArguments),
    /// Make an archive championship of a team event from its file
    Import(import::ImportArguments),
    /// The table of a team event from its file, with every tie-break value
    Standings(standings::StandingsArguments),
    /// Bring the database to the schema of this program
    Migrate {
        /// Only say what would run; exit code 1 if something would
        #[arg(long)]
        check: bool,
    },
    /// Write the OpenAPI documents
    Openapi {
        /// Only compare them with the files; exit code 1 if they differ
        #[arg(long)]
        check: bool,
        /// Where the files are
        #[arg(long, value_name = "DIR", default_value = "openapi")]
        out: PathBuf,
    },
    /// The settings
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Accounts, for those who cannot sign in yet
    Account {
        #[command(subcommand)]
        command: AccountCommand,
    },
    /// The keys
    Key {
        #[command(subcommand)]
        command: KeyCommand,
    },
    /// Recompute every hash of the journal; exit code 1 where it does not hold
    VerifyJournal,
    /// Copy the database into a new file, while it is in use
    Backup { file: PathBuf },
    /// Put a backup in the place of the database; the server must be stopped
    Restore {
        file: PathBuf,
        /// Also over a database that holds something
        #[arg(long)]
        force: bool,
    },
    /// Ask the running instance whether it is ready
    Healthcheck,
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Print the settings in force, without secrets, or every fault
    Check,
}

#[derive(Subcommand)]
enum AccountCommand {
    /// Make the first administrator, and print the code that activates the account
    FirstAdmin {
        login: String,
        /// How people know them
        #[arg(long)]
        name: String,
        /// Also when there is an administrator already
        #[arg(long)]
        force: bool,
    },
    /// Print a code with which that account gets a new password
    Reset { login: String },
}

#[derive(Subcommand)]
enum KeyCommand {
    /// Make a new signing key; tokens signed before stay valid while they live
    Rotate,
    /// Print a new master key
    GenerateMaster,
}

/// Why a command failed, a line for each reason.
pub struct Failure {
    reasons: Vec<String>,
    code: u8,
}

impl Failure {
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reasons: vec![reason.into()], code: 1 }
    }

    /// It was asked wrongly, or for a file that cannot be read.
    pub fn asked(reasons: Vec<String>) -> Self {
        Self { reasons, code: 2 }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reasons.iter().try_for_each(|reason| {
            let words: Vec<&str> = reason.split_whitespace().collect();
            writeln!(f, "teamchess: {}", words.join(" "))
        })
    }
}

type Outcome = Result<(), Failure>;

pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprint!("{failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn execute(Arguments { config, command }: Arguments) -> Outcome {
    let settings = || Config::load(config.as_deref(), variables());
    let in_force = || {
        settings().map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Failure::new(format!("settings: {}", faults.join("; ")))
        })
    };
    match command {
        Command::Serve { demo } => serve::run(in_force()?, demo),
        Command::Replay { file, url, login } => {
            let place = match (url, login) {
                (Some(url), Some(login)) => {
                    let password = std::env::var("TEAMCHESS_REPLAY_PASSWORD")
                        .map_err(|_| Failure::new("put the password into TEAMCHESS_REPLAY_PASSWORD"))?;
                    replay::Where::At { url, login, password }
                }
                _ => replay::Where::Throwaway,
            };
            replay::run(&file, place)
        }
        Command::Pair(arguments) => pair::pair(&arguments),
        Command::Judge(arguments) => pair::judge(&arguments),
        Command::Import(arguments) => import::run(&in_force()?, arguments),
        Command::Standings(arguments) => standings::run(&arguments),
        Command::Migrate { check } => migrate::run(&in_force()?, check),
        Command::Openapi { check, out } => openapi::run(check, &out),
        Command::Config { command: ConfigCommand::Check } => config::check(settings()),
        Command::Account { command } => account::run(&in_force()?, command),
        Command::Key { command: KeyCommand::Rotate } => key::rotate(&in_force()?),
        Command::Key { command: KeyCommand::GenerateMaster } => key::generate_master(),
        Command::VerifyJournal => verify_journal::run(&in_force()?),
        Command::Backup { file } => backup::backup(&in_force()?, &file),
        Command::Restore { file, force } => backup::restore(&in_force()?, &file, force),
        Command::Healthcheck => healthcheck::run(&in_force()?),
    }
}

fn variables() -> impl Iterator<Item = (String, String)> {
    let text = |value: std::ffi::OsString| value.to_string_lossy().into_owned();
    std::env::vars_os().map(move |(name, value)| (text(name), text(value)))
}

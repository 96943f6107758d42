//! Every setting, read once into one struct: from a TOML file, and from environment variables, which win.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use crate::storage::DatabaseUrl;

/// What every variable of ours begins with.
const PREFIX: &str = "TEAMCHESS_";

/// Variables that are no settings: the path of the file, switches of the test suite, the password of a replay.
const NO_SETTINGS: &[&str] =
    &["TEAMCHESS_CONFIG", "TEAMCHESS_REQUIRE_POSTGRES", "TEAMCHESS_TEST_ON", "TEAMCHESS_REPLAY_PASSWORD"];

/// One setting, as file and environment name it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// In the file; the variable is `TEAMCHESS_` and the same in capitals.
    pub name: &'static str,
    /// As the documentation shows it; empty where there is none.
    pub default: &'static str,
}

macro_rules! settings {
    ($($name:literal $default:literal;)*) => {
        pub const SETTINGS: &[Setting] = &[$(Setting { name: $name, default: $default },)*];
    };
}

settings! {
    "listen" "127.0.0.1:8080";
    "metrics_listen" "127.0.0.1:9090";
    "public_url" "http://127.0.0.1:8080";
    "issuer" "";
    "database_url" "sqlite:teamchess.sqlite";
    "database_url_file" "";
    "database_pool" "10";
    "workers" "2";
    "master_key" "";
    "master_key_file" "";
    "trusted_proxies" "";
    "log_level" "info";
    "log_format" "json";
    "drain_seconds" "0";
    "shutdown_seconds" "20";
    "body_stall_seconds" "10";
    "documents_keep_days" "90";
}

/// Where the master key comes from.
#[derive(Clone, PartialEq, Eq)]
pub enum MasterKeySource {
    /// The key itself, as text.
    Given(String),
    File(PathBuf),
    /// Beside the SQLite file, made at the first start.
    Beside(PathBuf),
    /// None was given, and PostgreSQL has no place beside it.
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Json,
    /// For people.
    Plain,
}

/// The settings of one instance.
#[derive(Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// `None`: no metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// Base of absolute links, without a slash at its end.
    pub public_url: String,
    /// `iss` of the tokens.
    pub issuer: String,
    pub database_url: DatabaseUrl,
    /// Where the URL was read from, if from a file.
    pub database_url_file: Option<PathBuf>,
    pub database_pool: u32,
    /// Threads that take requests.
    pub workers: usize,
    pub master_key: MasterKeySource,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    pub log_level: String,
    pub log_format: LogFormat,
    /// How long it says that it is stopping before it takes no more connections.
    pub drain_seconds: u64,
    /// How long requests under way may take to end.
    pub shutdown_seconds: u64,
    /// How long a body may stand still while it arrives.
    pub body_stall_seconds: u64,
    /// How many days after the closing of a championship the contents of its documents are deleted.
    pub documents_keep_days: u32,
}

/// A setting that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Fault {
    /// The key in the file, or the variable.
    pub place: String,
    pub reason: String,
}

/// What was said of one setting, and where.
struct Said {
    text: String,
    place: String,
    from_file: bool,
}

impl Config {
    /// Reads the file, if one is named, and the variables; all faults at once.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Vec<Fault>> {
        let text = match file {
            None => String::new(),
            Some(path) => std::fs::read_to_string(path).map_err(|cause| {
                vec![Fault { place: path.display().to_string(), reason: format!("cannot be read: {cause}") }]
            })?,
        };
        Self::read(&text, environment)
    }

    fn read(file: &str, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut said = read_file(file, &mut faults);
        read_environment(environment, &mut said, &mut faults);
        let mut reader = Reader { said, faults };
        let config = reader.config();
        match config {
            Some(config) if reader.faults.is_empty() => Ok(config),
            _ => Err(reader.faults),
        }
    }

    /// A configuration for tests: nothing listens, nothing is stored.
    pub fn for_tests() -> Self {
        let nowhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self {
            listen: nowhere,
            metrics_listen: None,
            public_url: "http://localhost".to_owned(),
            issuer: "http://localhost".to_owned(),
            database_url: DatabaseUrl::Sqlite(":memory:".to_owned()),
            database_url_file: None,
            database_pool: 8,
            workers: 2,
            master_key: MasterKeySource::Missing,
            trusted_proxies: Vec::new(),
            log_level: "off".to_owned(),
            log_format: LogFormat::Json,
            drain_seconds: 0,
            shutdown_seconds: 20,
            body_stall_seconds: 10,
            documents_keep_days: 90,
        }
    }

    /// Every setting as it is in force, without secrets.
    pub fn effective(&self) -> Vec<(&'static str, String)> {
        let Self {
            listen,
            metrics_listen,
            public_url,
            issuer,
            database_url,
            database_url_file,
            database_pool,
            workers,
            master_key,
            trusted_proxies,
            log_level,
            log_format,
            drain_seconds,
            shutdown_seconds,
            body_stall_seconds,
            documents_keep_days,
        } = self;
        let (key, key_file) = match master_key {
            MasterKeySource::Given(_) => ("(given)".to_owned(), String::new()),
            MasterKeySource::File(path) | MasterKeySource::Beside(path) => (String::new(), path.display().to_string()),
            MasterKeySource::Missing => (String::new(), String::new()),
        };
        let proxies: Vec<String> = trusted_proxies.iter().map(Network::to_string).collect();
        vec![
            ("listen", listen.to_string()),
            ("metrics_listen", metrics_listen.map(|address| address.to_string()).unwrap_or_default()),
            ("public_url", public_url.clone()),
            ("issuer", issuer.clone()),
            ("database_url", without_password(database_url)),
            (
                "database_url_file",
                database_url_file.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
            ),
            ("database_pool", database_pool.to_string()),
            ("workers", workers.to_string()),
            ("master_key", key),
            ("master_key_file", key_file),
            ("trusted_proxies", proxies.join(",")),
            ("log_level", log_level.clone()),
            (
                "log_format",
                match log_format {
                    LogFormat::Json => "json",
                    LogFormat::Plain => "plain",
                }
                .to_owned(),
            ),
            ("drain_seconds", drain_seconds.to_string()),
            ("shutdown_seconds", shutdown_seconds.to_string()),
            ("body_stall_seconds", body_stall_seconds.to_string()),
            ("documents_keep_days", documents_keep_days.to_string()),
        ]
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.effective()).finish()
    }
}

fn read_file(text: &str, faults: &mut Vec<Fault>) -> BTreeMap<&'static str, Said> {
    let mut said = BTreeMap::new();
    let table = match text.parse::<toml::Table>() {
        Ok(table) => table,
        Err(cause) => {
            let line = cause.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            faults.push(Fault { place: format!("line {line} of the file"), reason: cause.message().to_owned() });
            return said;
        }
    };
    for (key, value) in table {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == key) else {
            faults.push(Fault { place: key, reason: "there is no such setting".to_owned() });
            continue;
        };
        match flat(&value) {
            Some(text) => {
                said.insert(setting.name, Said { text, place: key, from_file: true });
            }
            None => faults.push(Fault { place: key, reason: "a text, a number or a list of texts".to_owned() }),
        }
    }
    said
}

fn flat(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Array(list) => {
            let texts: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            texts.map(|texts| texts.join(","))
        }
        _ => None,
    }
}

fn read_environment(
    environment: impl IntoIterator<Item = (String, String)>,
    said: &mut BTreeMap<&'static str, Said>,
    faults: &mut Vec<Fault>,
) {
    for (variable, text) in environment {
        let Some(name) = variable.strip_prefix(PREFIX) else { continue };
        if NO_SETTINGS.contains(&variable.as_str()) {
            continue;
        }
        match SETTINGS.iter().find(|setting| setting.name.to_ascii_uppercase() == name) {
            Some(setting) => {
                said.insert(setting.name, Said { text, place: variable, from_file: false });
            }
            None => faults.push(Fault { place: variable, reason: "there is no such setting".to_owned() }),
        }
    }
}

struct Reader {
    said: BTreeMap<&'static str, Said>,
    faults: Vec<Fault>,
}

impl Reader {
    fn config(&mut self) -> Option<Config> {
        let listen = self.value("listen", |text| text.parse().map_err(|_| "an address and port, as 127.0.0.1:8080"));
        let metrics_listen = self.value("metrics_listen", |text| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| "an address and port, or empty for none"),
        });
        let public_url = self.value("public_url", web_address);
        let issuer = match self.text("issuer").is_empty() {
            true => public_url.clone(),
            false => self.value("issuer", web_address),
        };
        let (database_url, database_url_file) = self.database();
        let database_pool = self.number("database_pool", 1..=1000);
        let workers = self.number("workers", 1..=256);
        let master_key = self.master_key(database_url.as_ref());
        let trusted_proxies = self.value("trusted_proxies", |text| {
            let networks: Option<Vec<Network>> =
                text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(Network::parse).collect();
            networks.ok_or("addresses or networks, as 10.0.0.0/8")
        });
        let log_level = self.value("log_level", |text| {
            tracing_subscriber::EnvFilter::try_new(text)
                .map(|_| text.to_owned())
                .map_err(|_| "off, error, warn, info, debug or trace, or a list of target=level")
        });
        let log_format = self.value("log_format", |text| match text {
            "json" => Ok(LogFormat::Json),
            "plain" => Ok(LogFormat::Plain),
            _ => Err("json or plain"),
        });
        let drain_seconds = self.number("drain_seconds", 0..=300);
        let shutdown_seconds = self.number("shutdown_seconds", 1..=600);
        let body_stall_seconds = self.number("body_stall_seconds", 1..=300);
        let documents_keep_days = self.number("documents_keep_days", 0..=36500);
        Some(Config {
            listen: listen?,
            metrics_listen: metrics_listen?,
            public_url: public_url?,
            issuer: issuer?,
            database_url: database_url?,
            database_url_file,
            database_pool: u32::try_from(database_pool?).ok()?,
            workers: usize::try_from(workers?).ok()?,
            master_key: master_key?,
            trusted_proxies: trusted_proxies?,
            log_level: log_level?,
            log_format: log_format?,
            drain_seconds: drain_seconds?,
            shutdown_seconds: shutdown_seconds?,
            body_stall_seconds: body_stall_seconds?,
            documents_keep_days: u32::try_from(documents_keep_days?).ok()?,
        })
    }

    fn text(&self, name: &str) -> &str {
        let default = SETTINGS.iter().find(|setting| setting.name == name).map_or("", |setting| setting.default);
        self.said.get(name).map_or(default, |said| &said.text)
    }

    fn place(&self, name: &str) -> String {
        self.said.get(name).map_or(name, |said| &said.place).to_owned()
    }

    fn fault(&mut self, name: &str, reason: impl Into<String>) {
        self.faults.push(Fault { place: self.place(name), reason: reason.into() });
    }

    fn value<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, &'static str>) -> Option<T> {
        match read(self.text(name)) {
            Ok(value) => Some(value),
            Err(wanted) => {
                self.fault(name, format!("must be {wanted}"));
                None
            }
        }
    }

    fn number(&mut self, name: &str, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
        match self.text(name).parse().ok().filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => {
                self.fault(name, format!("must be a number from {} to {}", range.start(), range.end()));
                None
            }
        }
    }

    fn database(&mut self) -> (Option<DatabaseUrl>, Option<PathBuf>) {
        let file = self.text("database_url_file").to_owned();
        if file.is_empty() {
            let url = DatabaseUrl::parse(self.text("database_url"));
            return (url.map_err(|reason| self.fault("database_url", reason)).ok(), None);
        }
        if self.said.contains_key("database_url") {
            self.fault("database_url_file", "stands beside database_url: give one of them");
            return (None, None);
        }
        let path = PathBuf::from(file);
        let url = std::fs::read_to_string(&path)
            .map_err(|cause| format!("{} cannot be read: {cause}", path.display()))
            .and_then(|text| DatabaseUrl::parse(text.trim()));
        (url.map_err(|reason| self.fault("database_url_file", reason)).ok(), Some(path))
    }

    fn master_key(&mut self, database: Option<&DatabaseUrl>) -> Option<MasterKeySource> {
        let (key, file) = (self.text("master_key").to_owned(), self.text("master_key_file").to_owned());
        if self.said.get("master_key").is_some_and(|said| said.from_file) {
            self.fault("master_key", "belongs in the environment or in a file of its own, not in the settings file");
            return None;
        }
        Some(match (key.is_empty(), file.is_empty(), database) {
            (false, false, _) => {
                self.fault("master_key_file", "stands beside master_key: give one of them");
                return None;
            }
            (false, true, _) => MasterKeySource::Given(key),
            (true, false, _) => MasterKeySource::File(PathBuf::from(file)),
            (true, true, Some(DatabaseUrl::Sqlite(path))) => {
                MasterKeySource::Beside(Path::new(path).with_extension("key"))
            }
            (true, true, _) => MasterKeySource::Missing,
        })
    }
}

fn web_address(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.trim_matches('/').is_empty() && !rest.contains(['?', '#', ' ']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err("an address that begins with https:// or http://"),
    }
}

fn without_password(url: &DatabaseUrl) -> String {
    match url {
        DatabaseUrl::Sqlite(path) => format!("sqlite:{path}"),
        DatabaseUrl::Postgres(url) => {
            // A password may also stand among the parameters; none of them is shown.
            let shown = url.split('?').next().unwrap_or_default();
            match shown.rsplit_once('@') {
                Some((before, host)) => {
                    let (scheme, user) = before.split_once("://").unwrap_or(("postgres", before));
                    let user = user.split(':').next().unwrap_or_default();
                    format!("{scheme}://{user}@{host}")
                }
                None => shown.to_owned(),
            }
        }
    }
}

/// An address, or all that share its first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Reads `10.0.0.0/8`, or one address.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(longest);
        (bits <= longest).then_some(Self { address, bits })
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        let shift = |longest: u8| u32::from(longest - self.bits);
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(mine), IpAddr::V4(other)) => {
                (mine.to_bits() ^ other.to_bits()).checked_shr(shift(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(mine), IpAddr::V6(other)) => {
                (mine.to_bits() ^ other.to_bits()).checked_shr(shift(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, MasterKeySource, Network, SETTINGS};

    fn read(file: &str, environment: &[(&str, &str)]) -> Result<Config, Vec<String>> {
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::read(file, environment).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn nothing_said_gives_a_working_instance_on_sqlite() {
        let config = read("", &[("HOME", "/"), ("TEAMCHESS_REQUIRE_POSTGRES", "1")]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.issuer, "http://127.0.0.1:8080");
        assert!(matches!(config.master_key, MasterKeySource::Beside(path) if path.ends_with("teamchess.key")));
    }

    #[test]
    fn the_environment_wins_over_the_file() {
        let file = "workers = 3\ndatabase_pool = 7\ntrusted_proxies = ['10.0.0.0/8', '::1']";
        let config = read(file, &[("TEAMCHESS_WORKERS", "5"), ("TEAMCHESS_METRICS_LISTEN", "")]).unwrap();
        assert_eq!((config.workers, config.database_pool, config.metrics_listen), (5, 7, None));
        assert_eq!(config.trusted_proxies.len(), 2);
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let faults = read("lissen = 'x'\nworkers = 0", &[("TEAMCHESS_LOGLEVEL", "x"), ("TEAMCHESS_LOG_FORMAT", "xml")]);
        assert_eq!(
            faults.unwrap_err(),
            [
                "lissen: there is no such setting",
                "TEAMCHESS_LOGLEVEL: there is no such setting",
                "workers: must be a number from 1 to 256",
                "TEAMCHESS_LOG_FORMAT: must be json or plain",
            ]
        );
        assert!(read("listen = ", &[]).unwrap_err()[0].starts_with("line 1 of the file: "));
        assert_eq!(
            read("database_url = 'mysql://h/d'", &[]).unwrap_err(),
            ["database_url: a database URL begins with sqlite:, postgres:// or postgresql://"]
        );
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = read(
            "database_url = 'postgres://ann:pass@word@db:5432/x?sslmode=require&password=hidden'",
            &[("TEAMCHESS_MASTER_KEY", "c2VjcmV0")],
        )
        .unwrap();
        let shown = format!("{config:?}");
        for secret in ["pass", "word@", "hidden", "c2VjcmV0"] {
            assert!(!shown.contains(secret), "{shown}");
        }
        assert!(shown.contains("postgres://ann@db:5432/x"), "{shown}");
    }

    #[test]
    fn the_master_key_never_stands_in_the_settings_file() {
        assert!(read("master_key = 'c2VjcmV0'", &[]).is_err());
        let both = [("TEAMCHESS_MASTER_KEY", "x"), ("TEAMCHESS_MASTER_KEY_FILE", "y")];
        assert!(read("", &both).is_err());
        let postgres = read("database_url = 'postgres://h/d'", &[]).unwrap();
        assert!(postgres.master_key == MasterKeySource::Missing);
    }

    #[test]
    fn every_setting_is_shown_and_documented() {
        let shown: Vec<_> = Config::for_tests().effective().into_iter().map(|(name, _)| name).collect();
        let known: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(shown, known);
        let rows: Vec<_> = include_str!("../docs/settings.md")
            .lines()
            .filter_map(|line| line.strip_prefix("| `"))
            .map(|row| {
                let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
                (cells[0].clone(), cells[1].clone(), cells[2].clone())
            })
            .collect();
        let expected: Vec<_> = SETTINGS
            .iter()
            .map(|setting| {
                let variable = format!("TEAMCHESS_{}", setting.name.to_ascii_uppercase());
                (setting.name.to_owned(), variable, setting.default.to_owned())
            })
            .collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_network_is_an_address_or_all_that_share_its_first_bits() {
        let at = |text: &str| text.parse().unwrap();
        let network = |text: &str| Network::parse(text).unwrap();
        assert!(network("10.0.0.0/8").contains(at("10.255.1.2")) && !network("10.0.0.0/8").contains(at("11.0.0.0")));
        assert!(network("::1").contains(at("::1")) && !network("::1").contains(at("::2")));
        assert!(Network::parse("10.0.0.0/33").is_none());
        assert!(Network::parse("0.0.0.0/0").unwrap().contains(at("9.9.9.9")));
    }
}

//! A whole server per test, on its own fresh database, and people who speak to it.

pub mod championship;
pub mod database;
pub mod delegation;
pub mod fixtures;
pub mod http;
pub mod invitation;
pub mod papers;
pub mod people;
pub mod process;
pub mod sign_in;

use std::net::TcpListener;
use std::sync::{Arc, OnceLock};

use actix_web::web::Data;
use teamchess::clock::Clock;
use teamchess::config::{Config, Network};
use teamchess::domain::calendar::Instant;
use teamchess::domain::championship::Phase;
use teamchess::domain::ids::{AccountId, AppointmentId, ChampionshipId};
use teamchess::entropy::Entropy;
use teamchess::http::App;
use teamchess::http::token::{AUDIENCE, Tokens};
use teamchess::secrets::master_key::MasterKey;
use teamchess::secrets::signing::AccessClaims;
use teamchess::service::desk::Desk;
use teamchess::service::setup;
use teamchess::storage::accounts::{self, AccountRow};
use teamchess::storage::appointments::{self, AppointmentRow};
use teamchess::storage::championships;
use teamchess::storage::{DatabaseUrl, Pool, migrations};

pub use championship::Championship;
use database::Fresh;
pub use database::Kind;
pub use delegation::Delegation;
pub use http::Response;
pub use people::Person;

/// The moment at which tests begin, unless they say otherwise.
pub const START: &str = "2026-01-15T12:00:00Z";

/// A running server with a clock that stands until the test moves it.
pub struct TestApp {
    pub base: String,
    pub clock: Clock,
    pub desk: Arc<Desk>,
    pub database: Fresh,
    tokens: Tokens,
    handle: actix_web::dev::ServerHandle,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl TestApp {
    /// On the usual database.
    pub fn new() -> Self {
        Self::on(Kind::usual())
    }

    pub fn on(kind: Kind) -> Self {
        Self::over(Fresh::copy_of(template(kind)))
    }

    /// On SQLite, with the same identifiers and secrets each time: for what is recorded.
    pub fn seeded() -> Self {
        Self::with(Fresh::copy_of(template(Kind::Sqlite)), Entropy::seeded(1))
    }

    /// A server over an existing database.
    pub fn over(database: Fresh) -> Self {
        Self::with(database, Entropy::System)
    }

    fn with(database: Fresh, entropy: Entropy) -> Self {
        let clock = Clock::fixed(Instant::parse(START).unwrap());
        let desk = Arc::new(desk(&database.url, clock.clone(), entropy));
        let tokens = Tokens::open(&desk, master_key(), "http://localhost".to_owned()).unwrap();
        let tokens_of_the_server = Tokens::open(&desk, master_key(), "http://localhost".to_owned()).unwrap();
        // Tests say from which address they come, as a proxy on this machine would.
        let trusted_proxies = vec![Network::parse("127.0.0.1").unwrap()];
        let config = Config { trusted_proxies, ..Config::for_tests() };
        let app = App::new(desk.clone(), tokens_of_the_server, config).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (send, receive) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let server = teamchess::http::serve(Data::new(app), listener).unwrap();
                send.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        let handle = receive.recv().unwrap();
        Self { base, clock, desk, database, tokens, handle, thread: Some(thread) }
    }

    pub fn set_time(&self, rfc3339: &str) {
        self.clock.set(Instant::parse(rfc3339).unwrap());
    }

    /// Puts the championship into a phase directly: tests of the phases themselves use the API.
    pub fn set_phase(&self, championship: &str, phase: &str) {
        let mut db = self.desk.pool.get().unwrap();
        let id: ChampionshipId = championship.parse().unwrap();
        let version = championships::find(&mut db, &id).unwrap().unwrap().version;
        championships::set_phase(&mut db, &id, Phase::from_code(phase).unwrap(), version + 1).unwrap();
    }

    /// Somebody without a token.
    pub fn public(&self) -> Person {
        Person::new(&self.base, None, None)
    }

    /// An administrator.
    pub fn admin(&self) -> Person {
        self.account("admin", true)
    }

    /// A signed-in account without any appointment.
    pub fn somebody(&self, login: &str) -> Person {
        self.account(login, false)
    }

    /// An account with one appointment, made directly: tests of appointments themselves use the API.
    pub fn appointed(&self, role: &str, championship: Option<&str>, federation: Option<&str>) -> Person {
        let login = format!("{role}-{}-{}", championship.unwrap_or("any"), federation.unwrap_or("any"));
        let person = self.account(&login, false);
        self.appoint(&person, role, championship, federation);
        person
    }

    pub fn appoint(&self, person: &Person, role: &str, championship: Option<&str>, federation: Option<&str>) {
        let mut db = self.desk.pool.get().unwrap();
        let now = self.desk.clock.now();
        let row = AppointmentRow {
            id: AppointmentId::new(self.desk.entropy.uuid(now)).to_string(),
            account_id: person.account.clone().unwrap(),
            role: role.to_owned(),
            championship_id: championship.map(|id| id.parse::<ChampionshipId>().unwrap().to_string()),
            federation: federation.map(str::to_owned),
            starts_at: 0,
            ends_at: None,
            created_at: now.unix_micros(),
            version: 1,
        };
        appointments::insert(&mut db, &row).unwrap();
    }

    /// A minted token: only the tests of signing in sign in.
    fn account(&self, login: &str, admin: bool) -> Person {
        let now = self.desk.clock.now();
        let id = AccountId::new(self.desk.entropy.uuid(now));
        let mut db = self.desk.pool.get().unwrap();
        let unique = format!("{login}-{}", &id.as_str()[28..]);
        let row = AccountRow {
            id: id.to_string(),
            login: unique,
            name: login.to_owned(),
            state: "active".to_owned(),
            admin,
            password: None,
            token_version: 1,
            created_at: now.unix_micros(),
            version: 1,
        };
        accounts::insert(&mut db, &row).unwrap();
        Person::new(&self.base, Some(self.mint(id.as_str())), Some(id.to_string()))
    }

    /// A token for that account, valid for ten years around the test's clock.
    pub fn mint(&self, account: &str) -> String {
        let now = self.desk.clock.now().unix_micros() / 1_000_000;
        let years = 10 * 365 * 86_400;
        self.tokens.sign(&AccessClaims {
            iss: "http://localhost".to_owned(),
            sub: account.to_owned(),
            aud: AUDIENCE.to_owned(),
            client_id: "tests".to_owned(),
            iat: now,
            nbf: now - years,
            exp: now + years,
            jti: format!("test-{account}"),
            token_version: 1,
            roles: Vec::new(),
            scope: String::new(),
        })
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub fn master_key() -> MasterKey {
    MasterKey::generate(&mut |bytes| bytes.fill(7))
}

fn desk(url: &DatabaseUrl, clock: Clock, entropy: Entropy) -> Desk {
    let pool = Pool::open(url.clone(), 8).unwrap();
    Desk::new(pool, clock, entropy, master_key().derive("idempotency fingerprint"))
}

/// A migrated and seeded database that every test copies.
fn template(kind: Kind) -> &'static Fresh {
    static SQLITE: OnceLock<Fresh> = OnceLock::new();
    static POSTGRES: OnceLock<Fresh> = OnceLock::new();
    let cell = match kind {
        Kind::Sqlite => &SQLITE,
        Kind::Postgres => &POSTGRES,
    };
    cell.get_or_init(|| {
        let fresh = Fresh::empty(kind);
        let mut db = fresh.url.connect().unwrap();
        migrations::run(&fresh.url, &mut db).unwrap();
        drop(db);
        let desk = desk(&fresh.url, Clock::fixed(Instant::parse(START).unwrap()), Entropy::seeded(0));
        setup::seed(&desk).unwrap();
        Tokens::open(&desk, master_key(), "http://localhost".to_owned()).unwrap();
        fresh.seal();
        fresh
    })
}

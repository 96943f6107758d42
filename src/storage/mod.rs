//! How it is kept. Alone knows diesel; one file an aggregate.

pub mod account_codes;
pub mod accounts;
pub mod appointments;
pub mod backup;
pub mod championships;
pub mod competitions;
pub mod connection;
pub mod documents;
pub mod eligibility_decisions;
pub mod entries;
pub mod error;
pub mod federations;
pub mod groups;
pub mod idempotency;
pub mod invitations;
pub mod journal;
pub mod lots;
pub mod matches;
pub mod migrations;
pub mod notices;
pub mod officials;
pub mod person_facts;
pub mod persons;
pub mod refresh_tokens;
pub mod regulations;
pub mod rounds;
pub mod schema;
pub mod signing_keys;
pub mod standings;
pub mod steps;
pub mod targets;
pub mod teams;
pub mod throttles;

pub use connection::{DatabaseUrl, Db, Pool};
pub use error::{Error, Result};

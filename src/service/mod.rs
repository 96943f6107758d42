//! What happens: one function per operation, which loads, asks the rules and stores.

pub mod call;
pub mod championships;
pub mod desk;
pub mod entries;
pub mod error;
pub mod federations;
pub mod health;
pub mod keys;
pub mod ledger;
pub mod persons;
pub mod rights;
pub mod setup;
pub mod teams;

//! What happens: one function per operation, which loads, asks the rules and stores.

pub mod accounts;
pub mod appointments;
pub mod call;
pub mod championships;
pub mod changes;
pub mod desk;
pub mod entries;
pub mod error;
pub mod federations;
pub mod health;
pub mod invitation;
pub mod invitation_drafts;
pub mod journal;
pub mod keys;
pub mod ledger;
pub mod notices;
pub mod officials;
pub mod persons;
pub mod regulations;
pub mod rights;
pub mod setup;
pub mod teams;
pub mod timetable;
pub mod verify;

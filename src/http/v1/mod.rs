//! The collections of the API: one file each, request and answer types, then handlers.

pub mod access;
pub mod championships;
pub mod entries;
pub mod federations;
pub mod persons;
pub mod teams;

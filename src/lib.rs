//! teamchess runs the whole life of an international team chess championship under its formal regulations.
//!
//! Who may import whom (`tests/it/architecture.rs` holds it; the command line, in `main`, wires everything):
//!
//! - `http`: how it is asked. Names `service`, `access`, `domain`, never `storage`; alone knows actix and utoipa.
//! - `service`: what happens, one function an operation; `service::desk` is the one door for writes and reads.
//! - `storage`: how it is kept. Names `domain` alone, and alone knows diesel.
//! - `access`, `rulebooks`, `exchange`: who may act, the texts as data, files of the field. Each names `domain` alone.
//! - `domain`: what is right. Pure, and names nothing of the crate.
//! - `secrets`, `clock`, `entropy`, `config`, `telemetry`: keys, the time, randomness, settings, logs and metrics.
//! - `replay`: plays the championships of `data/` through the API.

pub mod access;
pub mod clock;
pub mod config;
pub mod domain;
pub mod entropy;
pub mod exchange;
pub mod http;
pub mod replay;
pub mod rulebooks;
pub mod secrets;
pub mod service;
pub mod storage;
pub mod telemetry;

//! teamchess runs the whole life of an international team chess championship under its formal regulations.

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

//! What is right: the rules, pure. No I/O, no clock, no randomness; values in, a value or a [`violation::Violation`] out.
//!
//! # Glossary
//!
//! | 1960 | 1999 | here |
//! |---|---|---|
//! | draft invitation | draft invitation | draft invitation |
//! | definite invitation | invitation | (definite) invitation |
//! | preliminary engagement | preliminary registration | preliminary entry |
//! | definite engagement | final registration | definite entry |
//! | chief referee | chief arbiter | chief arbiter |
//! | assistant referee | assistant arbiter | assistant arbiter |
//! | council of arbitration | appeals committee | appeals committee |
//! | written list of players | line-up | line-up |
//! | points of the games | game points | game points |
//! | points of the matches | match points | match points |
//! | preparatory group | preliminary group | preparatory group |

#![deny(clippy::float_arithmetic)]

pub mod account;
pub mod appointment;
pub mod arrival;
pub mod calendar;
pub mod championship;
pub mod designation;
pub mod dispensation;
pub mod document;
pub mod eligibility;
pub mod entry;
pub mod federation;
pub mod finance;
pub mod format;
pub mod ground;
pub mod ids;
pub mod individual;
pub mod invitation;
pub mod lineup;
pub mod lots;
pub mod money;
pub mod notice;
pub mod official;
pub mod pairing;
pub mod person;
pub mod points;
pub mod prize;
pub mod record;
pub mod report;
pub mod result;
pub mod rulebook;
pub mod ruling;
pub mod schedule;
pub mod score_sheet;
pub mod sealed;
pub mod standings;
pub mod team;
pub mod throttle;
pub mod timetable;
pub mod violation;
pub mod way_back;

//! All tests that go through the public API, in one binary.

mod access;
mod architecture;
mod every_operation;
mod norms;
mod odd_input;
mod openapi;
mod ops;
mod personal_data;
mod races;
mod schema;
mod sealed;
mod storage;
mod story_replay;
mod story_year;
mod support;
mod trf_commands;
mod v1;

//! All tests that go through the public API, in one binary.

mod support;
mod v1;

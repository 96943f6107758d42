//! Who plays whom.

pub mod berger;
pub mod colour;

//! What both systems have to stand: cases by hand, events by chance, a real event.

pub mod chance;
mod golden;
pub mod play;
mod properties;
mod real_event;

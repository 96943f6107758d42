//! Who may act: one table, pure data, and the function that reads it.

pub mod action;
pub mod actor;
pub mod decision;
pub mod personal;
pub mod row;
pub mod table;

pub use action::Action;
pub use actor::{Actor, Appointment, Role, Signed};
pub use decision::decide;
pub use row::{Guard, Key, Reach, Row, Who};

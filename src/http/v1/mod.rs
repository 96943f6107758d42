//! The collections of the API: one file each, request and answer types, then handlers.

pub mod access;
pub mod accounts;
pub mod appointments;
pub mod championships;
pub mod changes;
pub mod closings;
pub mod documents;
pub mod editions;
pub mod entries;
pub mod federations;
pub mod groups;
pub mod invitation;
pub mod invitation_drafts;
pub mod journal;
pub mod lots;
pub mod matches;
pub mod me;
pub mod notices;
pub mod officials;
pub mod persons;
pub mod regulations;
pub mod rounds;
pub mod standings;
pub mod suspensions;
pub mod teams;
pub mod timetable;

//! Files of the field: pure readers and writers. Bytes in, values out, and back; no file system, no clock.

pub mod archive;
pub mod csv;
pub mod group_file;
pub mod ics;
pub mod paper;
pub mod pgn;
pub mod swiss;
pub mod table;
pub mod trf;

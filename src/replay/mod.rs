//! Real championships, read from `data/`, prepared for being played again through the API, and compared with what was
//! published. The format is described in `data/README.md`.
//!
//! `format` reads a file, `derive` makes what no source knows, `compare` finds the cells in which a table differs.

pub mod client;
pub mod compare;
pub mod derive;
pub mod format;
pub mod play;

/// The championships of `data/`, for the tests of this module.
#[cfg(test)]
mod published {
    use super::format::{Championship, Group, read};

    pub const SIEGEN: &[u8] = include_bytes!("../../data/siegen-1970-final-a.json");
    pub const HELSINKI: &[u8] = include_bytes!("../../data/helsinki-1952-group-1.json");

    pub fn all() -> [Championship; 2] {
        [SIEGEN, HELSINKI].map(|bytes| read(bytes).unwrap_or_else(|faults| panic!("{faults:?}")))
    }

    pub fn siegen() -> Championship {
        let [siegen, _] = all();
        siegen
    }

    /// Every ordered pair of the group's teams.
    pub fn ordered_pairs(group: &Group) -> impl Iterator<Item = (&str, &str)> {
        let codes = || group.teams.iter().map(String::as_str);
        codes().flat_map(move |first| codes().filter(move |second| *second != first).map(move |second| (first, second)))
    }
}

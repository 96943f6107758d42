//! The articles of C.04.6 that decide a pairing.

use crate::domain::pairing::Clause;

const fn clause(article: &'static str, meaning: &'static str) -> Clause {
    Clause { regulation: "FIDE C.04.6", article, meaning }
}

pub const NO_LEGAL_PAIRING: Clause = clause("3.3.3", "the chief arbiter decides if no complete pairing exists");

pub const BYE: Clause = clause("3.4", "lowest score, most matches played, largest number");
pub const HAD_BYE: Clause = clause("C2", "has had the bye");
pub const FULL_POINT_BYE: Clause = clause("C2", "has had a full-point bye");
pub const WON_BY_FORFEIT: Clause = clause("C2", "has won a match by forfeit");
pub const REST_UNPAIRABLE: Clause = clause("C3", "the others could not all be paired without it");

pub const FLOATS_FIRST: Clause = clause("3.5", "first in the order of upfloaters");
pub const FLOATS_TO_COMPLETE: Clause = clause("C3", "with teams before it in the order the others could not be paired");
pub const FLOATS_FOR_NEXT: Clause = clause("C6", "with teams before it in the order the next scoregroup would suffer");
pub const FLOATED_LESS: Clause = clause("C7", "teams before it in the order floated in the round before");

pub const PAIRED_FIRST: Clause = clause("3.6", "first pairing in the order of identifiers");
pub const PAIRED_UNMET: Clause = clause("C1", "first pairing without a second meeting or a pair kept apart");
pub const PAIRED_FOR_COLOURS: Clause = clause("C8", "first pairing with the fewest colour preferences not granted");
pub const PAIRED_FOR_STRONG: Clause = clause("C9", "first pairing with the fewest strong preferences not granted");
pub const PAIRED_FOR_FLOATS: Clause =
    clause("C10", "first pairing with the fewest opponents of upfloaters that floated in the round before");

pub const INITIAL_COLOUR: Clause = clause("4.3.1", "neither has played: by the lot and the first-team's number");
pub const ONLY_PREFERENCE: Clause = clause("4.3.2", "only one has a preference");
pub const BOTH_PREFERENCES: Clause = clause("4.3.3", "opposite preferences");
pub const STRONG_PREFERENCE: Clause = clause("4.3.4", "only one has a strong preference");
pub const LOWER_DIFFERENCE: Clause = clause("4.3.5", "White to the lower colour difference");
pub const LATEST_DIFFERENCE: Clause = clause("4.3.6", "alternates from the latest time when their colours differed");
pub const FIRST_PREFERENCE: Clause = clause("4.3.7", "the first-team's preference");
pub const FIRST_ALTERNATES: Clause = clause("4.3.8", "the first-team alternates");
pub const OTHER_ALTERNATES: Clause = clause("4.3.9", "the other team alternates");

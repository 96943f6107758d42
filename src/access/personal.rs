//! Personal data: field × who × how long. docs/personal-data.md shows this table, a test walks the API with it.

use super::actor::Role;

/// Who sees a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seer {
    /// Whoever acts for the person's or the entry's own federation: officer, chief of delegation, captain, deputy.
    OwnFederation,
    /// Its officer and its chief of delegation alone.
    OwnDelegation,
    /// Somebody with this role, in the championship where the role is of one.
    Holder(Role),
}

impl Seer {
    pub fn words(self) -> &'static str {
        match self {
            Seer::OwnFederation => "own federation",
            Seer::OwnDelegation => "own officer and chief of delegation",
            Seer::Holder(role) => role.code(),
        }
    }
}

/// One personal field of one resource.
#[derive(Clone, Copy, Debug)]
pub struct PersonalField {
    pub resource: &'static str,
    pub field: &'static str,
    pub seen_by: &'static [Seer],
    /// Until when it is kept.
    pub kept: &'static str,
}

use Seer::{Holder, OwnDelegation, OwnFederation};

const ORGANIZER: Seer = Holder(Role::Organizer);
const CHIEF_ARBITER: Seer = Holder(Role::ChiefArbiter);
const ADMIN: Seer = Holder(Role::Admin);

const OF_AN_ENTRY: &[Seer] = &[OwnFederation, ORGANIZER, CHIEF_ARBITER];
/// The President gives clearances.
const OF_A_PLAYER: &[Seer] = &[OwnFederation, ORGANIZER, CHIEF_ARBITER, Holder(Role::FidePresident)];

/// Who weighs what a steward reports; the steward reads it on the own match.
const OF_THE_DIRECTION: &[Seer] = &[
    ADMIN,
    Holder(Role::FidePresident),
    ORGANIZER,
    Holder(Role::TournamentDirector),
    CHIEF_ARBITER,
    Holder(Role::Arbiter),
    Holder(Role::AppealsChairman),
    Holder(Role::AppealsMember),
    Holder(Role::Steward),
];

const OF_A_LINEUP: &[Seer] = &[OwnFederation, CHIEF_ARBITER];
const UNTIL_REDACTED: &str = "until its redaction, or the erasure of a person of the team";

/// Every field that is personal. Never in the feed, in a payload of the journal or in the log.
pub const PERSONAL: &[PersonalField] = &[
    PersonalField {
        resource: "person",
        field: "birth_date",
        seen_by: &[OwnFederation, ORGANIZER, CHIEF_ARBITER, ADMIN],
        kept: "until the erasure of the person",
    },
    PersonalField { resource: "entry", field: "chief_of_delegation", seen_by: OF_AN_ENTRY, kept: "with the entry" },
    PersonalField { resource: "entry", field: "contact", seen_by: OF_AN_ENTRY, kept: "with the entry" },
    PersonalField { resource: "entry", field: "indications", seen_by: OF_AN_ENTRY, kept: "with the entry" },
    PersonalField {
        resource: "entry",
        field: "withdrawal_reason",
        seen_by: OF_AN_ENTRY,
        kept: "with the entry, or until its redaction",
    },
    PersonalField {
        resource: "eligibility_decision",
        field: "reason",
        seen_by: OF_A_PLAYER,
        kept: "until its redaction, or the erasure of the person",
    },
    PersonalField {
        resource: "eligibility_decision",
        field: "evidence",
        seen_by: OF_A_PLAYER,
        kept: "until its redaction, or the erasure of the person",
    },
    PersonalField { resource: "lineup_change", field: "reason", seen_by: OF_A_LINEUP, kept: UNTIL_REDACTED },
    PersonalField { resource: "lineup_change", field: "decision_reason", seen_by: OF_A_LINEUP, kept: UNTIL_REDACTED },
    PersonalField { resource: "short_lineup", field: "reason", seen_by: OF_A_LINEUP, kept: UNTIL_REDACTED },
    PersonalField {
        resource: "steward_report",
        field: "text",
        seen_by: OF_THE_DIRECTION,
        kept: "with the match, or until its redaction",
    },
    PersonalField {
        resource: "document",
        field: "content",
        seen_by: &[OwnDelegation, ORGANIZER, CHIEF_ARBITER],
        kept: "until it is replaced or removed, its person is erased, or documents_keep_days have passed after the closing",
    },
    PersonalField {
        resource: "document",
        field: "sha256",
        seen_by: &[OwnDelegation, ORGANIZER, CHIEF_ARBITER, ADMIN],
        kept: "for good: it proves what was handed in",
    },
];

#[cfg(test)]
mod tests {
    use super::PERSONAL;

    #[test]
    fn the_documentation_shows_the_table() {
        let rows: Vec<String> = PERSONAL
            .iter()
            .map(|row| {
                let who: Vec<_> = row.seen_by.iter().map(|seer| seer.words()).collect();
                format!("| {} | `{}` | {} | {} |", row.resource, row.field, who.join(", "), row.kept)
            })
            .collect();
        let shown: Vec<_> = include_str!("../../docs/personal-data.md")
            .lines()
            .filter(|line| line.starts_with("| ") && line.contains('`'))
            .collect();
        assert_eq!(shown, rows);
    }
}

//! Notices: who is told of what.

use std::collections::BTreeSet;

use super::appointment::Role;

/// Receives as a federation; which one stands beside it.
pub const FEDERATION: &str = "federation";
pub const ORGANIZER: &str = "organizer";
pub const FIDE_PRESIDENT: &str = "fide_president";
/// How regulations call all Vice-Presidents together; each presides over a zone.
const ALL_VICE_PRESIDENTS: &str = "fide_vice_presidents";

/// The offices that receive a copy: one Vice-President for each zone that has federations.
pub fn copies<'a>(copies_to: &[String], zones: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let zones: BTreeSet<&str> = zones.into_iter().collect();
    copies_to
        .iter()
        .flat_map(|office| match office.as_str() {
            ALL_VICE_PRESIDENTS => zones.iter().map(|zone| format!("fide_vice_president:{zone}")).collect(),
            office => vec![office.to_owned()],
        })
        .collect()
}

/// As what a notice is acknowledged. What goes to an office of FIDE is acknowledged by its President's.
pub fn addressee(recipient: &str) -> Role {
    match recipient {
        FEDERATION => Role::FederationOfficer,
        ORGANIZER => Role::Organizer,
        _ => Role::FidePresident,
    }
}

#[cfg(test)]
mod tests {
    use super::copies;

    #[test]
    fn each_zone_has_one_vice_president() {
        let offices = ["fide_president", "fide_vice_presidents", "chief_editor"].map(str::to_owned);
        assert_eq!(
            copies(&offices, ["2.1", "1.2a", "2.1"]),
            ["fide_president", "fide_vice_president:1.2a", "fide_vice_president:2.1", "chief_editor"]
        );
    }
}

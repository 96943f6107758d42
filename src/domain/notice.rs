//! Notices: who is told of what, and what became of each delivery.

use jiff::civil::Date;
use std::collections::BTreeSet;

use super::appointment::Role;
use super::calendar::{Instant, Zone};
use super::rulebook::{DEFINITE_ENTRY, DRAFT_INVITATION, Rulebook};
use super::violation::{Rule, Violation};

/// Receives as a federation; which one stands beside it.
pub const FEDERATION: &str = "federation";
pub const ORGANIZER: &str = "organizer";
/// Its chairman receives for it.
pub const APPEALS_COMMITTEE: &str = "appeals_committee";
pub const FIDE_PRESIDENT: &str = "fide_president";
/// How regulations call all Vice-Presidents together; each presides over a zone.
const ALL_VICE_PRESIDENTS: &str = "fide_vice_presidents";
const VICE_PRESIDENT_OF_ZONE: &str = "fide_vice_president_of_zone";

/// What a notice brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    DraftInvitation,
    DraftAnswer,
    Invitation,
    PreliminaryEntry,
    DefiniteEntry,
    Withdrawal,
    /// Granted or revoked.
    Dispensation,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::DraftInvitation,
        Kind::DraftAnswer,
        Kind::Invitation,
        Kind::PreliminaryEntry,
        Kind::DefiniteEntry,
        Kind::Withdrawal,
        Kind::Dispensation,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Kind::DraftInvitation => "draft_invitation",
            Kind::DraftAnswer => "draft_answer",
            Kind::Invitation => "invitation",
            Kind::PreliminaryEntry => "preliminary_entry",
            Kind::DefiniteEntry => "definite_entry",
            Kind::Withdrawal => "withdrawal",
            Kind::Dispensation => "dispensation",
        }
    }

    pub fn from_code(code: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The article by which it goes out.
    pub fn article(self, rules: &Rulebook) -> Option<&str> {
        let of_step = |step| rules.deadlines.get(step).map(|rule| rule.article.as_str());
        match self {
            Kind::DraftInvitation => of_step(DRAFT_INVITATION),
            Kind::DraftAnswer => Some(&rules.invitation.approved_by.article),
            Kind::Invitation => Some(&rules.invitation.copies_to.article),
            Kind::PreliminaryEntry => Some(&rules.entries.preliminary_copies_to.article),
            Kind::DefiniteEntry | Kind::Withdrawal => of_step(DEFINITE_ENTRY),
            Kind::Dispensation => None,
        }
    }
}

/// How far a delivery has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Issued,
    /// Nobody is known who would receive it.
    Undeliverable,
    Fetched,
    Acknowledged,
}

impl State {
    pub const ALL: [State; 4] = [State::Issued, State::Undeliverable, State::Fetched, State::Acknowledged];

    pub fn code(self) -> &'static str {
        match self {
            State::Issued => "issued",
            State::Undeliverable => "undeliverable",
            State::Fetched => "fetched",
            State::Acknowledged => "acknowledged",
        }
    }

    pub fn from_code(code: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.code() == code)
    }

    pub fn of(undeliverable: bool, fetched: bool, acknowledged: bool) -> State {
        match (acknowledged, fetched, undeliverable) {
            (true, ..) => State::Acknowledged,
            (_, true, _) => State::Fetched,
            (.., true) => State::Undeliverable,
            _ => State::Issued,
        }
    }
}

/// Why nobody receives it: the federation is in no zone, so no Vice-President presides over it.
pub const NO_ZONE: &str = "no_zone";

/// Into whose inbox a notice goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    pub office: String,
    /// Which federation, where one receives it as such.
    pub federation: Option<String>,
    pub undeliverable: Option<&'static str>,
}

impl Recipient {
    pub fn office(office: impl Into<String>) -> Self {
        Self { office: office.into(), federation: None, undeliverable: None }
    }

    pub fn federation(code: &str) -> Self {
        Self { federation: Some(code.to_owned()), ..Self::office(FEDERATION) }
    }
}

/// The offices that receive a copy of the invitation: one Vice-President for each zone that has federations.
pub fn copies<'a>(copies_to: &[String], zones: impl IntoIterator<Item = &'a str>) -> Vec<Recipient> {
    let zones: BTreeSet<&str> = zones.into_iter().collect();
    copies_to
        .iter()
        .flat_map(|office| match office.as_str() {
            ALL_VICE_PRESIDENTS => zones.iter().map(|zone| vice_president(zone)).collect(),
            office => vec![Recipient::office(office)],
        })
        .collect()
}

/// Who has a preliminary entry: the organizer, and those who have a copy. A federation without a zone has no
/// Vice-President; that is said and stops nothing.
pub fn told_of_preliminary_entry(rules: &Rulebook, zone: Option<&str>) -> Vec<Recipient> {
    let copies = rules.entries.preliminary_copies_to.value.iter().map(|office| match (office.as_str(), zone) {
        (VICE_PRESIDENT_OF_ZONE, Some(zone)) => vice_president(zone),
        (VICE_PRESIDENT_OF_ZONE, None) => Recipient { undeliverable: Some(NO_ZONE), ..Recipient::office(office) },
        (office, _) => Recipient::office(office),
    });
    std::iter::once(Recipient::office(ORGANIZER)).chain(copies).collect()
}

fn vice_president(zone: &str) -> Recipient {
    Recipient::office(format!("fide_vice_president:{zone}"))
}

/// As what a notice is acknowledged. What goes to an office of FIDE is acknowledged by its President's.
pub fn addressee(recipient: &str) -> Role {
    match recipient {
        FEDERATION => Role::FederationOfficer,
        ORGANIZER => Role::Organizer,
        APPEALS_COMMITTEE => Role::AppealsChairman,
        _ => Role::FidePresident,
    }
}

/// The ways in which something is sent outside this system.
pub const MEANS: [&str; 4] = ["by_hand", "e_mail", "paper", "telegram"];

/// A sending outside lies between the day of the notice and today, both included, in the zone of the championship.
pub fn check_dispatch(
    rules: &Rulebook,
    kind: &str,
    zone: &Zone,
    issued_at: Instant,
    sent_on: Date,
    now: Instant,
) -> Result<(), Violation> {
    let (issued, today) = (zone.date(issued_at), zone.date(now));
    let detail = if sent_on < issued {
        format!("nothing is sent on {sent_on} of what was issued on {issued}")
    } else if sent_on > today {
        format!("{sent_on} is still to come: today is {today}")
    } else {
        return Ok(());
    };
    let mut refusal = Violation::new(Rule::DispatchOutOfTime, detail)
        .fact("issued_on", issued.to_string())
        .fact("sent_on", sent_on.to_string())
        .fact("today", today.to_string())
        .at("/sent_on");
    if let Some(article) = Kind::from_code(kind).and_then(|kind| kind.article(rules)) {
        refusal = refusal.article(article);
    }
    Err(refusal)
}

#[cfg(test)]
mod tests {
    use super::{State, copies};

    #[test]
    fn each_zone_has_one_vice_president() {
        let offices = ["fide_president", "fide_vice_presidents", "chief_editor"].map(str::to_owned);
        let told: Vec<_> = copies(&offices, ["2.1", "1.2a", "2.1"]).into_iter().map(|to| to.office).collect();
        assert_eq!(told, ["fide_president", "fide_vice_president:1.2a", "fide_vice_president:2.1", "chief_editor"]);
    }

    #[test]
    fn a_delivery_stands_where_it_has_come_furthest() {
        assert_eq!(State::of(false, false, false), State::Issued);
        assert_eq!(State::of(true, false, false), State::Undeliverable);
        assert_eq!(State::of(true, true, false), State::Fetched);
        assert_eq!(State::of(false, true, true), State::Acknowledged);
    }
}

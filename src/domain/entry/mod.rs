//! Entries: preliminary, then definite, and withdrawn in between or after.

use std::collections::{BTreeMap, BTreeSet};

pub mod paper;
pub mod requirements;
pub mod withdrawal;

pub use paper::Paper;

use super::rulebook::{DEFINITE_ENTRY, Rulebook};
use super::violation::{Rule, Violation};

/// Where an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    Preliminary,
    Definite,
    Withdrawn,
}

impl EntryState {
    pub const ALL: [EntryState; 3] = [EntryState::Preliminary, EntryState::Definite, EntryState::Withdrawn];

    pub fn code(self) -> &'static str {
        match self {
            EntryState::Preliminary => "preliminary",
            EntryState::Definite => "definite",
            EntryState::Withdrawn => "withdrawn",
        }
    }

    pub fn from_code(code: &str) -> Option<EntryState> {
        EntryState::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// Only a federation that entered preliminarily and has not withdrawn goes on.
pub fn standing(rules: &Rulebook, federation: &str, state: Option<EntryState>) -> Result<EntryState, Violation> {
    let detail = match state {
        Some(state @ (EntryState::Preliminary | EntryState::Definite)) => return Ok(state),
        Some(EntryState::Withdrawn) => format!("{federation} has withdrawn its entry"),
        None => format!("{federation} has not entered preliminarily"),
    };
    let mut violation = Violation::new(Rule::NotPreliminarilyEntered, detail).fact("federation", federation);
    if let Some(rule) = rules.deadlines.get(DEFINITE_ENTRY) {
        violation = violation.article(&rule.article);
    }
    Err(violation)
}

/// Indications that stand in the entry and its team themselves, and need no text of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FromTheTeam(BTreeSet<&'static str>);

/// What a team and its entry say already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    pub players: bool,
    pub captain: bool,
    pub birth_dates: bool,
    pub chief_of_delegation: bool,
}

impl FromTheTeam {
    pub fn of(declared: Declared) -> Self {
        let Declared { players, captain, birth_dates, chief_of_delegation } = declared;
        let said = [
            ("players", players),
            // A roster cannot leave it out.
            ("nationality_basis", players),
            ("captain", captain),
            ("birth_dates", players && birth_dates),
            ("chief_of_delegation", chief_of_delegation),
        ];
        Self(said.into_iter().filter(|(_, said)| *said).map(|(key, _)| key).collect())
    }
}

/// Only a roster names the players: a text in its place would be no team.
const ONLY_FROM_THE_TEAM: [&str; 2] = ["players", "nationality_basis"];

/// Every indication that the regulations require is there, and none that they do not know. All faults at once.
pub fn check_indications(
    rules: &Rulebook,
    given: &BTreeMap<String, String>,
    from_the_team: &FromTheTeam,
) -> Vec<Violation> {
    let mut faults = Vec::new();
    for item in &rules.entries.indications {
        let key = item.value.key.as_str();
        let written = given.contains_key(key) && !ONLY_FROM_THE_TEAM.contains(&key);
        if item.value.required && !written && !from_the_team.0.contains(key) {
            let detail = format!("missing: {}", item.value.description);
            let violation = Violation::new(Rule::IndicationMissing, detail).article(&item.article);
            faults.push(violation.fact("indication", key).at(format!("/indications/{key}")));
        }
    }
    for key in given.keys().filter(|key| !rules.entries.indications.iter().any(|item| item.value.key == **key)) {
        let detail = format!("the regulations ask for no indication {key:?}");
        let key = key.replace('~', "~0").replace('/', "~1");
        faults.push(Violation::new(Rule::InvalidValue, detail).at(format!("/indications/{key}")));
    }
    faults
}

#[cfg(test)]
mod tests;

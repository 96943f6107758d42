//! What a definite entry needs: everything that is missing, at once.

use std::collections::BTreeMap;

use super::{Declared, FromTheTeam, check_indications};
use crate::domain::rulebook::{Category, Cited, Document, Rulebook};
use crate::domain::team::{Completeness, Named, check_roster};
use crate::domain::violation::{Rule, Violation};

/// A player of the team as far as papers go, in the order of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    pub person: String,
    pub birth_date: bool,
    /// The kinds of document that are there.
    pub documents: Vec<String>,
}

/// A team of the entry.
#[derive(Clone, Debug)]
pub struct TeamSheet<'a> {
    pub category: &'a Category,
    pub captain: bool,
    pub players: Vec<Named>,
    pub participants: Vec<Participant>,
}

/// What is missing for a definite entry, and what is wrong with it. What lies in a team points into the entry.
pub fn missing(
    rules: &Rulebook,
    federation: &str,
    given: &BTreeMap<String, String>,
    chief_of_delegation: bool,
    teams: &[TeamSheet<'_>],
) -> Vec<Violation> {
    let all = |of: fn(&TeamSheet<'_>) -> bool| !teams.is_empty() && teams.iter().all(of);
    let players = all(|team| !team.players.is_empty());
    let from_the_team = FromTheTeam::of(Declared {
        players,
        captain: all(|team| team.captain),
        // Whose is missing is said player by player.
        birth_dates: true,
        chief_of_delegation,
    });
    let mut faults = check_indications(rules, given, &from_the_team);
    for (index, team) in teams.iter().enumerate() {
        let at = format!("/teams/{index}");
        let found = check_roster(rules, team.category, federation, &team.players, Completeness::Complete);
        faults.extend(
            found
                .err()
                .unwrap_or_default()
                .into_iter()
                .map(|fault| Violation { pointer: fault.pointer.map(|pointer| format!("{at}{pointer}")), ..fault }),
        );
        if !given.contains_key(BIRTH_DATES) {
            faults.extend(missing_birth_dates(rules, &team.participants, &at));
        }
        let now = |document: &Document| !document.can_follow_later;
        faults.extend(missing_documents(rules, &team.participants, &at, now));
    }
    faults
}

/// Required documents that are not there and may still follow the definite entry.
pub fn may_follow(rules: &Rulebook, teams: &[TeamSheet<'_>]) -> Vec<Violation> {
    let of = |(index, team): (usize, &TeamSheet<'_>)| {
        missing_documents(rules, &team.participants, &format!("/teams/{index}"), |document| document.can_follow_later)
    };
    teams.iter().enumerate().flat_map(of).collect()
}

const BIRTH_DATES: &str = "birth_dates";

fn missing_birth_dates(rules: &Rulebook, participants: &[Participant], at: &str) -> Vec<Violation> {
    let required = |item: &&Cited<crate::domain::rulebook::Item>| item.value.key == BIRTH_DATES && item.value.required;
    let Some(item) = rules.entries.indications.iter().find(required) else { return Vec::new() };
    let without = participants.iter().enumerate().filter(|(_, player)| !player.birth_date);
    without
        .map(|(place, player)| {
            let detail = format!("missing of number {}: {}", place + 1, item.value.description);
            Violation::new(Rule::IndicationMissing, detail)
                .article(&item.article)
                .fact("indication", BIRTH_DATES)
                .fact("person", player.person.as_str())
                .at(format!("{at}/players/{place}/birth_date"))
        })
        .collect()
}

/// Documents that have to be there when the entry is definite, by player and document.
pub fn missing_now(rules: &Rulebook, participants: &[Participant]) -> Vec<Violation> {
    missing_documents(rules, participants, "", |document| !document.can_follow_later)
}

/// By player and document: required ones, as far as they are of the sort asked about.
fn missing_documents(
    rules: &Rulebook,
    participants: &[Participant],
    at: &str,
    of_sort: impl Fn(&Document) -> bool,
) -> Vec<Violation> {
    let mut faults = Vec::new();
    for (place, player) in participants.iter().enumerate() {
        for document in &rules.entries.documents {
            let kind = document.value.key.as_str();
            let asked = document.value.required && of_sort(&document.value);
            if !asked || player.documents.iter().any(|there| there == kind) {
                continue;
            }
            let detail = format!("missing of number {}: {}", place + 1, document.value.description);
            faults.push(
                Violation::new(Rule::DocumentMissing, detail)
                    .article(&document.article)
                    .fact("document", kind)
                    .fact("person", player.person.as_str())
                    .at(format!("{at}/players/{place}/documents/{kind}")),
            );
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::rules;
    use super::{Participant, TeamSheet, may_follow, missing};
    use crate::domain::eligibility::Candidate;
    use crate::domain::ids::PersonId;
    use crate::domain::rulebook::{NationalityBy, Rulebook};
    use crate::domain::team::Named;
    use uuid::Uuid;

    fn team(rules: &Rulebook, documents: &[&str], players: u128) -> TeamSheet<'static> {
        // Leaked: a test has nobody else who would own it.
        let category = Box::leak(Box::new(rules.categories["open"].clone()));
        let named = |number| Named {
            person: PersonId::new(Uuid::from_u128(number)),
            candidate: Some(Candidate {
                federation: "NOR".to_owned(),
                nationality_by: NationalityBy::Birth,
                student: true,
                student_proof: None,
            }),
            refused_by: None,
            elsewhere: None,
        };
        let participant = |number: u128| Participant {
            person: format!("p{number}"),
            birth_date: number != 2,
            documents: documents.iter().map(|kind| (*kind).to_owned()).collect(),
        };
        TeamSheet {
            category,
            captain: true,
            players: (1..=players).map(named).collect(),
            participants: (1..=players).map(participant).collect(),
        }
    }

    fn pointers(faults: Vec<crate::domain::violation::Violation>) -> Vec<String> {
        assert!(faults.iter().all(|fault| fault.article.is_some()));
        faults.into_iter().filter_map(|fault| fault.pointer).collect()
    }

    /// norm: WSTCC.6.4
    #[test]
    fn what_is_missing_is_named_by_player_and_document() {
        let rules = rules();
        let given: BTreeMap<_, _> =
            ["places_of_study", "travel"].iter().map(|key| ((*key).to_owned(), "x".to_owned())).collect();
        let teams = [team(&rules, &["proof_of_studies"], 3)];
        assert_eq!(
            pointers(missing(&rules, "NOR", &given, true, &teams)),
            [
                "/teams/0/players",
                "/teams/0/players/1/birth_date",
                "/teams/0/players/0/documents/proof_of_nationality",
                "/teams/0/players/1/documents/proof_of_nationality",
                "/teams/0/players/2/documents/proof_of_nationality",
            ]
        );
        assert_eq!(pointers(may_follow(&rules, &teams))[0], "/teams/0/players/0/documents/photograph");
        let mut complete = team(&rules, &["proof_of_studies", "proof_of_nationality"], 4);
        complete.participants[1].birth_date = true;
        assert_eq!(pointers(missing(&rules, "NOR", &given, true, &[complete])), Vec::<String>::new());
    }

    #[test]
    fn without_a_team_players_and_captain_are_missing() {
        let rules = rules();
        let found = pointers(missing(&rules, "NOR", &BTreeMap::new(), true, &[]));
        assert_eq!(
            found,
            ["players", "captain", "birth_dates", "places_of_study", "nationality_basis", "travel"]
                .map(|key| format!("/indications/{key}"))
        );
    }
}

//! The team of a federation: how many, of how many players, and nobody twice.

use super::eligibility::{Candidate, check_player};
use super::ids::{PersonId, TeamId};
use super::rulebook::{Category, Rulebook};
use super::ruling;
use super::violation::{Rule, Violation};

/// A player as named for a team, in the order of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub person: PersonId,
    /// `None`: no such person can play in this championship.
    pub candidate: Option<Candidate>,
    /// The decision in force by which the player is refused.
    pub refused_by: Option<String>,
    /// Another team of the championship on whose roster the person stands.
    pub elsewhere: Option<TeamId>,
}

/// Whether a roster may still be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Before the definite entry a team may still lack players.
    Growing,
    Complete,
}

/// A federation enters no more teams than the regulations allow; `others` are those that it has already.
pub fn check_number_of_teams(rules: &Rulebook, federation: &str, others: &[String]) -> Result<(), Violation> {
    let limit = &rules.entries.teams_per_federation;
    if others.len() < limit.value as usize {
        return Ok(());
    }
    let detail = format!("{federation} has its team already; {} may be entered", limit.value);
    Err(Violation::new(Rule::SecondTeam, detail)
        .article(&limit.article)
        .fact("federation", federation)
        .fact("teams", others.to_vec())
        .fact("max_teams", i64::from(limit.value)))
}

/// A roster as the regulations want it: its size, each player once, each player eligible. All faults at once.
pub fn check_roster(
    rules: &Rulebook,
    category: &Category,
    federation: &str,
    players: &[Named],
    completeness: Completeness,
) -> Result<(), Vec<Violation>> {
    let mut faults: Vec<Violation> = check_size(category, players.len(), completeness).err().into_iter().collect();
    for (index, player) in players.iter().enumerate() {
        let at = format!("/players/{index}");
        faults.extend(named_before(players, index).map(|violation| violation.at(format!("{at}/person"))));
        if let Some(decision) = player.refused_by.as_ref().filter(|_| completeness == Completeness::Complete) {
            faults.push(ruling::refused(rules, player.person.as_str(), decision, &at));
        }
        match &player.candidate {
            Some(candidate) => faults.extend(check_player(rules, federation, candidate, &at)),
            None => {
                let detail = format!("{} is no person of this championship", player.person);
                faults.push(Violation::new(Rule::UnknownPerson, detail).at(format!("{at}/person")));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn check_size(category: &Category, players: usize, completeness: Completeness) -> Result<(), Violation> {
    let (limits, article) = (&category.roster.value, &category.roster.article);
    let enough = completeness == Completeness::Growing || players >= limits.min as usize;
    if enough && players <= limits.max as usize {
        return Ok(());
    }
    let detail = format!("{players} players; a team has {} to {}", limits.min, limits.max);
    Err(Violation::new(Rule::TeamSize, detail)
        .article(article)
        .fact("players", i64::try_from(players).unwrap_or(i64::MAX))
        .fact("min", i64::from(limits.min))
        .fact("max", i64::from(limits.max))
        .at("/players"))
}

/// A person named at another place of this roster, or on another one.
fn named_before(players: &[Named], index: usize) -> Option<Violation> {
    let player = &players[index];
    let places = players.iter().filter(|other| other.person == player.person).count();
    if places > 1 {
        let detail = format!("{} is named {places} times", player.person);
        return Some(Violation::new(Rule::PlayerTwice, detail).fact("person", player.person.as_str()));
    }
    player.elsewhere.as_ref().map(|team| {
        let detail = format!("{} plays for another team", player.person);
        Violation::new(Rule::PlayerTwice, detail).fact("person", player.person.as_str()).fact("team", team.as_str())
    })
}

#[cfg(test)]
mod tests;

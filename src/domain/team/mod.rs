//! The team of a federation: how many, of how many players, and nobody twice.

use jiff::civil::Date;

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
    /// Where the person stands on the roster of another team of the championship.
    pub elsewhere: Option<Place>,
}

/// A place on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub team: TeamId,
    pub federation: String,
    pub letter: String,
    pub number: i64,
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
    player.elsewhere.as_ref().map(|place| {
        let Place { team, federation, letter, number } = place;
        let detail = format!("{} is number {number} of team {letter} of {federation}", player.person);
        Violation::new(Rule::PlayerTwice, detail)
            .fact("person", player.person.as_str())
            .fact("team", team.as_str())
            .fact("team_federation", federation.as_str())
            .fact("team_letter", letter.as_str())
            .fact("number", *number)
    })
}

/// Where on the roster he stands who is to go.
pub fn place_of(category: &Category, roster: &[PersonId], person: &PersonId) -> Result<usize, Violation> {
    let place = roster.iter().position(|other| other == person);
    place.ok_or_else(|| not_on_roster(category, person).at("/out"))
}

fn not_on_roster(category: &Category, person: &PersonId) -> Violation {
    Violation::new(Rule::NotOnRoster, format!("{person} is not on the roster of this team"))
        .article(&category.roster.article)
        .fact("person", person.as_str())
}

/// The same players in another order: for each new number the place on the roster before. All faults at once.
pub fn reordered(category: &Category, roster: &[PersonId], order: &[PersonId]) -> Result<Vec<usize>, Vec<Violation>> {
    let mut faults = Vec::new();
    let mut places = Vec::new();
    for (index, person) in order.iter().enumerate() {
        let at = format!("/players/{index}");
        match roster.iter().position(|other| other == person) {
            None => faults.push(not_on_roster(category, person).at(at)),
            Some(place) if places.contains(&place) => {
                let detail = format!("{person} is named more than once");
                faults.push(Violation::new(Rule::PlayerTwice, detail).fact("person", person.as_str()).at(at));
            }
            Some(place) => places.push(place),
        }
    }
    let left_out: Vec<String> =
        roster.iter().filter(|person| !order.contains(person)).map(|person| person.to_string()).collect();
    if !left_out.is_empty() {
        let detail = "an order names every player of the roster";
        faults.push(
            Violation::new(Rule::PlayerLeftOut, detail)
                .article(&category.default_line_up.article)
                .fact("left_out", left_out)
                .at("/players"),
        );
    }
    if faults.is_empty() { Ok(places) } else { Err(faults) }
}

/// The writing in which a deputy is named: its text, and its date of today or before. All faults at once.
pub fn check_writing(
    rules: &Rulebook,
    text: Option<&str>,
    written_on: Option<Date>,
    today: Date,
) -> Result<(), Vec<Violation>> {
    let Some(deputy) = &rules.entries.deputy_captain else { return Ok(()) };
    let mut faults = Vec::new();
    if deputy.value.in_writing {
        for (field, given) in [("writing", text.is_some()), ("written_on", written_on.is_some())] {
            if !given {
                let detail = "a deputy captain is named in a dated writing";
                faults.push(Violation::new(Rule::NotInWriting, detail).at(format!("/{field}")));
            }
        }
    }
    if let Some(date) = written_on.filter(|date| *date > today) {
        let detail = format!("{date} is still to come: today is {today}");
        let refusal = Violation::new(Rule::NotInWriting, detail).at("/written_on");
        faults.push(refusal.fact("written_on", date.to_string()).fact("today", today.to_string()));
    }
    let faults: Vec<_> = faults.into_iter().map(|fault| fault.article(&deputy.article)).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

#[cfg(test)]
mod tests;

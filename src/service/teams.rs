//! Teams of federations and their rosters.

use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Error, Result};
use crate::access::Role;
use crate::domain::entry::{self, EntryState};
use crate::domain::ids::{ChampionshipId, TeamId};
use crate::domain::rulebook::DEFINITE_ENTRY;
use crate::domain::team::{Completeness, check_number_of_teams, check_roster};
use crate::domain::violation::{Rule, Violation};
use crate::storage::competitions::{self, CompetitionRow};
use crate::storage::{Db, entries, teams};

pub use crate::storage::teams::{RosterLine, RosterRow, TeamRow, TeamWithPlayers};

/// What is said of a team.
pub struct TeamFacts {
    /// The category; may be left out where there is only one.
    pub competition: Option<String>,
    pub name: String,
    pub captain: Option<String>,
    /// In the order of the boards, reserves last.
    pub players: Vec<RosterLine>,
}

/// Names a team and its players, or others in their place, until the definite entries are due; true if it is new.
pub fn put_team(tx: &mut Tx<'_>, federation: &str, letter: &str, facts: TeamFacts) -> Result<(TeamWithPlayers, bool)> {
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let id = championship.id.clone();
    let entered = entries::find(tx.db, &id, federation)?;
    let state = entered.as_ref().and_then(|entered| EntryState::from_code(&entered.state));
    let state = entry::standing(&rules, federation, state)?;
    tx.in_time(DEFINITE_ENTRY, Some(federation))??;
    let competition = competition(tx, facts.competition.as_deref())?;
    let own = teams::of_federations(tx.db, &id, &[federation])?;
    let others: Vec<String> = own
        .iter()
        .filter(|team| team.row.letter != letter && team.row.competition_id == competition.id)
        .map(|team| team.row.letter.clone())
        .collect();
    check_number_of_teams(&rules, federation, &others)?;
    let before = own.into_iter().find(|team| team.row.letter == letter);
    let completeness = if state == EntryState::Definite { Completeness::Complete } else { Completeness::Growing };
    let named = teams::named(tx.db, &championship, before.as_ref().map(|team| team.row.id.as_str()), &facts.players)?;
    check_roster(&rules, rules.category(&competition.key)?, federation, &named, completeness)?;
    let row = TeamRow {
        id: before.as_ref().map_or_else(|| tx.new_id(TeamId::new).to_string(), |team| team.row.id.clone()),
        championship_id: id.to_string(),
        federation: federation.to_owned(),
        letter: letter.to_owned(),
        competition_id: competition.id,
        name: facts.name,
        captain: facts.captain,
        created_at: before.as_ref().map_or(tx.recorded_at.unix_micros(), |team| team.row.created_at),
        version: before.as_ref().map_or(1, |team| team.row.version + 1),
    };
    let change = if before.is_some() {
        teams::update(tx.db, &row)?;
        Change::Updated
    } else {
        teams::insert(tx.db, &row)?;
        Change::Created
    };
    let roster: Vec<RosterRow> = (1..)
        .zip(&facts.players)
        .map(|(number, line)| RosterRow {
            team_id: row.id.clone(),
            number,
            championship_id: id.to_string(),
            person_id: line.person.clone(),
            nationality_by: line.nationality_by.code().to_owned(),
            student: line.student,
        })
        .collect();
    teams::replace_roster(tx.db, &row.id, &roster)?;
    tx.changed("team", &row.id, row.version, change);
    let persons: Vec<&String> = facts.players.iter().map(|line| &line.person).collect();
    tx.note(json!({"federation": federation, "letter": letter, "name": row.name, "players": persons}));
    let stored = find(tx.db, &id, federation, letter)?;
    Ok((stored, before.is_none()))
}

/// The team, and whether the caller sees what is not published of it.
pub fn get_team(view: &mut View<'_>, federation: &str, letter: &str) -> Result<(TeamWithPlayers, bool)> {
    const OFFICES: [Role; 4] = [Role::FidePresident, Role::Organizer, Role::TournamentDirector, Role::ChiefArbiter];
    let id = view.event()?.id().clone();
    let team = find(view.db, &id, federation, letter)?;
    let own = view.actor.acts_for(federation, Some(&id)) || holds_any(view.actor, &OFFICES, Some(&id));
    Ok((team, own))
}

fn find(db: &mut Db, id: &ChampionshipId, federation: &str, letter: &str) -> Result<TeamWithPlayers> {
    let own = teams::of_federations(db, id, &[federation])?;
    own.into_iter()
        .find(|team| team.row.letter == letter)
        .ok_or_else(|| Error::not_found("team", format!("{letter} of {federation}")))
}

fn competition(tx: &mut Tx<'_>, key: Option<&str>) -> Result<CompetitionRow> {
    let id = tx.event()?.id().clone();
    let mut all = competitions::of_championship(tx.db, &id)?;
    match key {
        None if all.len() == 1 => Ok(all.remove(0)),
        _ => {
            let keys: Vec<String> = all.iter().map(|competition| competition.key.clone()).collect();
            all.into_iter().find(|competition| Some(competition.key.as_str()) == key).ok_or_else(|| {
                Violation::new(Rule::InvalidValue, "name one of the championship's competitions")
                    .fact("competitions", keys)
                    .at("/competition")
                    .into()
            })
        }
    }
}

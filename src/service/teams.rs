//! Teams of federations and their rosters.

use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Error, Result};
use crate::access::Role;
use crate::domain::entry::requirements::{Participant, missing_now};
use crate::domain::entry::{self, EntryState, Paper};
use crate::domain::ids::{ChampionshipId, PersonId, TeamId};
use crate::domain::rulebook::{DEFINITE_ENTRY, Rulebook};
use crate::domain::team::{Completeness, check_number_of_teams, check_roster, place_of, reordered};
use crate::domain::violation::{Rule, Violation};
use crate::storage::competitions::{self, CompetitionRow};
use crate::storage::{self, Db, documents, entries, teams};

pub use crate::storage::teams::{CaptaincyRow, RosterLine, RosterRow, TeamRow, TeamWithPlayers};

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
pub fn put_team(
    tx: &mut Tx<'_>,
    federation: &str,
    letter: &str,
    facts: TeamFacts,
    paper: Option<&Paper>,
) -> Result<(TeamWithPlayers, bool)> {
    let received = tx.received(federation, paper)?;
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let id = championship.id.clone();
    let entered = entries::find(tx.db, &id, federation)?;
    let state = entered.as_ref().and_then(|entered| EntryState::from_code(&entered.state));
    let state = entry::standing(&rules, federation, state)?;
    tx.in_time_at(DEFINITE_ENTRY, Some(federation), received)??;
    let competition = competition(tx, facts.competition.as_deref())?;
    let own = teams::of_federations(tx.db, &id, &[federation])?;
    let others: Vec<String> = own
        .iter()
        .filter(|team| team.row.letter != letter && team.row.competition_id == competition.id)
        .map(|team| team.row.letter.clone())
        .collect();
    check_number_of_teams(&rules, federation, &others)?;
    let facts = TeamFacts { players: proved(&rules, facts.players), ..facts };
    let before = own.into_iter().find(|team| team.row.letter == letter);
    let completeness = if state == EntryState::Definite { Completeness::Complete } else { Completeness::Growing };
    let named = teams::named(tx.db, &championship, before.as_ref().map(|team| team.row.id.as_str()), &facts.players)?;
    check_roster(&rules, rules.category(&competition.key)?, federation, &named, completeness)?;
    if state == EntryState::Definite && paper.is_none_or(|paper| !paper.documents_enclosed) {
        let lacking = missing_now(&rules, &participants(tx, &facts.players)?);
        if !lacking.is_empty() {
            return Err(lacking.into());
        }
    }
    let row = TeamRow {
        id: before.as_ref().map_or_else(|| tx.new_id(TeamId::new).to_string(), |team| team.row.id.clone()),
        championship_id: id.to_string(),
        federation: federation.to_owned(),
        letter: letter.to_owned(),
        competition_id: competition.id,
        name: facts.name,
        captain_person_id: before
            .as_ref()
            .filter(|team| team.row.captain == facts.captain)
            .and_then(|team| team.row.captain_person_id.clone()),
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
    store_roster(tx, &row, &facts.players)?;
    tx.keep_receipt(federation, "team", paper)?;
    tx.changed("team", &row.id, row.version, change);
    let persons: Vec<&String> = facts.players.iter().map(|line| &line.person).collect();
    tx.note(json!({"federation": federation, "letter": letter, "name": row.name, "players": persons}));
    let stored = find(tx.db, &id, federation, letter)?;
    Ok((stored, before.is_none()))
}

/// Where a rulebook leaves no choice of proofs, a student has the one that there is.
fn proved(rules: &Rulebook, mut lines: Vec<RosterLine>) -> Vec<RosterLine> {
    let proofs = rules.entries.players.as_ref().map(|players| players.value.student_proof.as_slice());
    if let Some([only]) = proofs {
        for line in lines.iter_mut().filter(|line| line.student) {
            line.student_proof.get_or_insert_with(|| only.clone());
        }
    }
    lines
}

/// The players as far as papers go; dates of birth are no matter here.
fn participants(tx: &mut Tx<'_>, lines: &[RosterLine]) -> Result<Vec<Participant>> {
    let ids: Vec<String> = lines.iter().map(|line| line.person.clone()).collect();
    let id = tx.event()?.id().clone();
    let present = documents::present(tx.db, &id, &ids)?;
    let of = |person: String| Participant {
        birth_date: true,
        documents: present.iter().filter(|(whose, _)| *whose == person).map(|(_, kind)| kind.clone()).collect(),
        person,
    };
    Ok(ids.into_iter().map(of).collect())
}

fn store_roster(tx: &mut Tx<'_>, team: &TeamRow, players: &[RosterLine]) -> Result<()> {
    let roster: Vec<RosterRow> = (1..)
        .zip(players)
        .map(|(number, line)| RosterRow {
            team_id: team.id.clone(),
            number,
            championship_id: team.championship_id.clone(),
            person_id: line.person.clone(),
            nationality_by: line.nationality_by.code().to_owned(),
            student: line.student,
            student_proof: line.student_proof.clone(),
        })
        .collect();
    Ok(teams::replace_roster(tx.db, &team.id, &roster)?)
}

/// A team whose players may still change: its federation's entry stands, and the definite entries are not due yet.
fn changeable(tx: &mut Tx<'_>, federation: &str, letter: &str) -> Result<(TeamWithPlayers, EntryState)> {
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let entered = entries::find(tx.db, &championship.id, federation)?;
    let state = entered.as_ref().and_then(|entered| EntryState::from_code(&entered.state));
    let state = entry::standing(&rules, federation, state)?;
    tx.in_time(DEFINITE_ENTRY, Some(federation))??;
    Ok((find(tx.db, &championship.id, federation, letter)?, state))
}

fn on_roster(team: &TeamWithPlayers) -> Result<Vec<PersonId>> {
    let id = |person: &str| {
        PersonId::try_from(person.to_owned()).map_err(|cause| Error::Internal(format!("person of a roster: {cause}")))
    };
    team.players.iter().map(|(player, _)| id(&player.person_id)).collect()
}

/// Takes one player out and puts another on the same number.
pub fn replace_player(
    tx: &mut Tx<'_>,
    federation: &str,
    letter: &str,
    out: &PersonId,
    newcomer: RosterLine,
) -> Result<TeamWithPlayers> {
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let (mut team, state) = changeable(tx, federation, letter)?;
    let category = rules.category(&team.category)?;
    let place = place_of(category, &on_roster(&team)?, out)?;
    let mut lines: Vec<_> = team.players.iter().map(|(player, _)| player.line()).collect::<storage::Result<_>>()?;
    lines[place] = newcomer;
    let lines = proved(&rules, lines);
    let completeness = if state == EntryState::Definite { Completeness::Complete } else { Completeness::Growing };
    let named = teams::named(tx.db, &championship, Some(&team.row.id), &lines)?;
    check_roster(&rules, category, federation, &named, completeness).map_err(|faults| {
        let of_newcomer = format!("/players/{place}/");
        let at = |pointer: String| pointer.strip_prefix(&of_newcomer).map(|field| format!("/in/{field}"));
        faults.into_iter().map(|fault| Violation { pointer: fault.pointer.and_then(at), ..fault }).collect::<Vec<_>>()
    })?;
    if state == EntryState::Definite {
        let lacking = missing_now(&rules, &participants(tx, &lines[place..=place])?).into_iter();
        let into_body = |pointer: String| pointer.replacen("/players/0/", "/in/", 1);
        let lacking: Vec<_> =
            lacking.map(|fault| Violation { pointer: fault.pointer.map(into_body), ..fault }).collect();
        if !lacking.is_empty() {
            return Err(lacking.into());
        }
    }
    team.row.version += 1;
    teams::update(tx.db, &team.row)?;
    store_roster(tx, &team.row, &lines)?;
    tx.changed("team", &team.row.id, team.row.version, Change::Updated);
    let (newcomer, number) = (&lines[place].person, place + 1);
    tx.note(json!({"federation": federation, "letter": letter, "out": out, "in": newcomer, "number": number}));
    find(tx.db, &championship.id, federation, letter)
}

/// Gives the players of a team other numbers.
pub fn set_board_order(tx: &mut Tx<'_>, federation: &str, letter: &str, order: &[PersonId]) -> Result<TeamWithPlayers> {
    let (championship, rules) = (tx.event()?.row.clone(), tx.rules()?);
    let (mut team, _) = changeable(tx, federation, letter)?;
    let places = reordered(rules.category(&team.category)?, &on_roster(&team)?, order)?;
    let lines: Vec<_> = places.into_iter().map(|place| team.players[place].0.line()).collect::<storage::Result<_>>()?;
    team.row.version += 1;
    teams::update(tx.db, &team.row)?;
    store_roster(tx, &team.row, &lines)?;
    tx.changed("team", &team.row.id, team.row.version, Change::Updated);
    tx.note(json!({"federation": federation, "letter": letter, "players": order}));
    find(tx.db, &championship.id, federation, letter)
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
    teams::find(db, id, federation, letter)?
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

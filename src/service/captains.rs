//! Captains and deputy captains, each named by an act of its own.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx};
use super::error::{Denial, Error, Result};
use crate::domain::appointment::Role;
use crate::domain::calendar::Zone;
use crate::domain::championship::Phase;
use crate::domain::ids::PersonId;
use crate::domain::team::check_writing;
use crate::domain::violation::{Rule, Violation};
use crate::storage::appointments::{self, Filter};
use crate::storage::persons;
use crate::storage::teams::{self, CaptaincyRow, TeamWithPlayers};

/// Somebody by name, or a person of the registry.
pub enum Somebody {
    Named(String),
    Person(PersonId),
}

/// The writing in which a deputy is named.
pub struct Writing {
    pub text: Option<String>,
    pub written_on: Option<Date>,
}

/// Names the captain, or another in his place.
pub fn name_captain(
    tx: &mut Tx<'_>,
    federation: &str,
    letter: &str,
    captain: Somebody,
    reason: Option<String>,
) -> Result<TeamWithPlayers> {
    chief_goes_before_federation(tx, federation)?;
    let mut team = team(tx, federation, letter)?;
    let (name, person) = identify(tx, captain)?;
    team.row.captain = Some(name.clone());
    team.row.captain_person_id.clone_from(&person);
    name_to(tx, team, "captain", name, person, reason, None)
}

/// Once lots are drawn a missing captain is named by the chief of delegation, and by the federation where nobody is chief.
fn chief_goes_before_federation(tx: &mut Tx<'_>, federation: &str) -> Result<()> {
    let by_federation = tx.acting.as_ref().is_some_and(|acting| acting.role == Role::FederationOfficer);
    if !by_federation || tx.event()?.phase < Phase::Drawn {
        return Ok(());
    }
    let championship = tx.event()?.id().to_string();
    let now = tx.recorded_at.unix_micros();
    let of_federation = [federation.to_owned()];
    let filter = Filter {
        championship: Some(&championship),
        account: None,
        federations: Some(&of_federation),
        standing_at: Some(now),
    };
    let held = appointments::list(tx.db, &filter, None, i64::from(i32::MAX))?;
    if !held.iter().any(|held| held.role == Role::ChiefOfDelegation.code() && held.starts_at <= now) {
        return Ok(());
    }
    Err(Error::Denied(Denial::NotAllowed {
        article: None,
        code: "role_not_allowed",
        detail: "while a chief of delegation acts, the chief names the captain".to_owned(),
        facts: BTreeMap::from([("allowed_roles", vec![Role::ChiefOfDelegation.code().to_owned()])]),
    }))
}

/// Names the deputy captain, or another in his place, as it stands in a writing.
pub fn name_deputy_captain(
    tx: &mut Tx<'_>,
    federation: &str,
    letter: &str,
    deputy: Somebody,
    writing: Writing,
) -> Result<TeamWithPlayers> {
    let today = Zone::named(&tx.event()?.row.zone)?.date(tx.now);
    check_writing(&*tx.rules()?, writing.text.as_deref(), writing.written_on, today)?;
    let team = team(tx, federation, letter)?;
    let (name, person) = identify(tx, deputy)?;
    name_to(tx, team, "deputy_captain", name, person, writing.text, writing.written_on)
}

fn team(tx: &mut Tx<'_>, federation: &str, letter: &str) -> Result<TeamWithPlayers> {
    let id = tx.event()?.id().clone();
    teams::find(tx.db, &id, federation, letter)?
        .ok_or_else(|| Error::not_found("team", format!("{letter} of {federation}")))
}

/// Name and person of somebody; a sandbox has its own persons.
fn identify(tx: &mut Tx<'_>, somebody: Somebody) -> Result<(String, Option<String>)> {
    let person = match somebody {
        Somebody::Named(name) => return Ok((name, None)),
        Somebody::Person(person) => person,
    };
    let championship = &tx.event()?.row;
    let home = championship.sandbox().then(|| championship.id.to_string());
    match persons::find(tx.db, person.as_str())?.filter(|found| found.championship_id == home) {
        Some(found) => Ok((found.name, Some(found.id))),
        None => {
            let detail = format!("{person} is no person of this championship");
            Err(Violation::new(Rule::UnknownPerson, detail).at("/person").into())
        }
    }
}

fn name_to(
    tx: &mut Tx<'_>,
    mut team: TeamWithPlayers,
    office: &'static str,
    name: String,
    person: Option<String>,
    words: Option<String>,
    written_on: Option<Date>,
) -> Result<TeamWithPlayers> {
    let ordinal = team.captaincies.last().map_or(1, |last| last.ordinal + 1);
    let captaincy = CaptaincyRow {
        team_id: team.row.id.clone(),
        ordinal,
        office: office.to_owned(),
        name,
        person_id: person,
        words,
        written_on: written_on.map(|date| date.to_string()),
        named_by: tx.actor.name().to_owned(),
        named_at: tx.now.unix_micros(),
    };
    team.row.version += 1;
    teams::update(tx.db, &team.row)?;
    teams::name_captain(tx.db, &captaincy)?;
    tx.changed("team", &team.row.id, team.row.version, Change::Updated);
    tx.note(json!({
        "federation": team.row.federation,
        "letter": team.row.letter,
        "office": office,
        "person": captaincy.person_id,
        "written_on": captaincy.written_on,
    }));
    team.captaincies.push(captaincy);
    Ok(team)
}

//! What a database needs before it can serve: the built-in regulations and the federations.

use serde::Deserialize;
use serde_json::json;

use super::call::{Answer, Call};
use super::desk::{Change, Desk, Target};
use super::error::{Error, Result};
use crate::access::Action;
use crate::rulebooks;
use crate::storage::accounts;
use crate::storage::championships;
use crate::storage::federations::{self, FederationRow};
use crate::storage::regulations::{self, RegulationsRow};

const FEDERATIONS: &str = include_str!("../../data/federations.json");

#[derive(Deserialize)]
struct Directory {
    federations: Vec<Member>,
    historical: Vec<Past>,
}

#[derive(Deserialize)]
struct Member {
    code: String,
    name: String,
    continent: Option<String>,
    zone: Option<String>,
}

#[derive(Deserialize)]
struct Past {
    code: String,
    name: String,
    valid_from: Option<String>,
    valid_to: Option<String>,
    successors: Vec<String>,
}

/// Installs what is missing; what is there stays as it is.
pub fn seed(desk: &Desk) -> Result<()> {
    let call = Call::by_system("/");
    let mut missing = false;
    desk.read(
        &call,
        Action::ListRegulations,
        &Target::Registry,
        Box::new(|view| {
            for (id, _) in rulebooks::builtin() {
                missing |= regulations::find(view.db, id)?.is_none();
            }
            missing |= federations::list(view.db, None, 1)?.is_empty();
            Answer::ok(&())
        }),
    )?;
    if !missing {
        return Ok(());
    }
    desk.write(
        &call,
        Action::SeedRegistry,
        &Target::Registry,
        Box::new(|tx| {
            let now = tx.recorded_at.unix_micros();
            for (id, text) in rulebooks::builtin() {
                if regulations::find(tx.db, id)?.is_some() {
                    continue;
                }
                let rules = rulebooks::parse(text)?;
                let document = rulebooks::canonical_json(&rules)
                    .map_err(|cause| Error::Internal(format!("built-in regulations {id}: {cause}")))?;
                regulations::insert(
                    tx.db,
                    &RegulationsRow {
                        id: rules.id,
                        title: rules.title,
                        document,
                        built_in: true,
                        created_at: now,
                        version: 1,
                    },
                )?;
                tx.changed("regulations", id, 1, Change::Created);
            }
            if federations::list(tx.db, None, 1)?.is_empty() {
                for row in directory(now)? {
                    federations::insert(tx.db, &row)?;
                    tx.changed("federation", &row.code, 1, Change::Created);
                }
            }
            tx.note(json!({"source": "data/federations.json and the built-in regulations"}));
            Answer::ok(&())
        }),
    )?;
    Ok(())
}

fn directory(now: i64) -> Result<Vec<FederationRow>> {
    let directory: Directory = serde_json::from_str(FEDERATIONS)
        .map_err(|cause| Error::Internal(format!("data/federations.json: {cause}")))?;
    let members = directory.federations.into_iter().map(|member| FederationRow {
        continent: member.continent,
        zone: member.zone,
        ..FederationRow::named(member.code, member.name, true, now)
    });
    let past = directory.historical.into_iter().map(|past| FederationRow {
        affiliated_from: past.valid_from,
        affiliated_to: past.valid_to,
        // Only an only successor is one; a state that broke up has none.
        successor: match past.successors.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        },
        ..FederationRow::named(past.code, past.name, true, now)
    });
    Ok(members.chain(past).collect())
}

/// Whether anybody could make the first appointments.
pub fn has_admin(desk: &Desk) -> Result<bool> {
    Ok(accounts::any_admin(&mut *desk.pool.get()?)?)
}

/// What a database is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Neither an administrator nor a championship: the demo may be played into it.
    Nothing,
    /// Sandboxes alone.
    Sandboxes,
    /// A real championship, or an administrator who prepares one.
    RealData,
}

pub fn holds(desk: &Desk) -> Result<Holds> {
    let mut db = desk.pool.get()?;
    let of = |sandbox| championships::Filter { sandbox, ..championships::Filter::default() };
    let real = !championships::list(&mut db, &of(false), None, 1)?.is_empty();
    let sandboxes = !championships::list(&mut db, &of(true), None, 1)?.is_empty();
    let admin = accounts::any_admin(&mut db)?;
    Ok(match (real, sandboxes, admin) {
        (false, false, false) => Holds::Nothing,
        (false, true, _) => Holds::Sandboxes,
        _ => Holds::RealData,
    })
}

//! What is held about a person: shown whole, and erased.

use serde_json::json;

use super::call::{Answer, Call};
use super::desk::{Change, Desk, Target, Tx, View};
use super::error::{Error, Result};
use crate::access::Action;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::domain::person::WITHHELD;
use crate::storage::documents::{self, DocumentRow, ReadingRow};
pub use crate::storage::person_facts::PersonFacts;
use crate::storage::persons::{self, PersonRow, name_key};
pub use crate::storage::teams::{RosterRow, TeamRow};
use crate::storage::{lineups, person_facts, personal_data, redactions};

/// Everything that is held about a person.
pub struct Held {
    pub person: PersonRow,
    pub facts: PersonFacts,
    /// Decisions on the person's eligibility, by their ids.
    pub decisions: Vec<String>,
    pub rosters: Vec<(RosterRow, TeamRow)>,
    pub documents: Vec<DocumentRow>,
    pub readings: Vec<ReadingRow>,
    /// Match and board.
    pub boards: Vec<(String, i32)>,
}

/// Under which name the results of an erased person stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Keep,
    Withhold,
}

pub fn export_person(view: &mut View<'_>, id: &PersonId) -> Result<Held> {
    let person = persons::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    Ok(Held {
        person,
        facts: person_facts::of(view.db, id.as_str())?,
        decisions: personal_data::decisions(view.db, id.as_str())?,
        rosters: personal_data::rosters(view.db, id.as_str())?,
        documents: personal_data::documents(view.db, id.as_str())?,
        readings: personal_data::readings(view.db, id.as_str())?,
        boards: personal_data::boards(view.db, id.as_str())?,
    })
}

/// Birth date and documents go; what was played stays, under the name or without it.
pub fn erase_person(tx: &mut Tx<'_>, id: &PersonId, name: Name, reason: &str) -> Result<(PersonRow, PersonFacts)> {
    let row = persons::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("person", id))?;
    let open = personal_data::open_championships(tx.db, id.as_str())?;
    if let Some(championship) = open.first() {
        let detail = format!("the person stands on a roster of {championship}, which is not closed");
        return Err(Error::state("on_open_roster", detail));
    }
    for document in personal_data::documents(tx.db, id.as_str())? {
        if document.state == documents::PRESENT {
            end(tx, document, "erased")?;
        }
    }
    for decision in redactions::eligibility_decisions_of(tx.db, id.as_str())? {
        if let Some(version) = redactions::eligibility_decision(tx.db, &decision, WITHHELD)? {
            tx.changed("eligibility_decision", &decision, version, Change::Updated);
        }
    }
    lineups::redact_of_person(tx.db, id.as_str(), WITHHELD)?;
    // Second records of the same person hold the same.
    for second in personal_data::merged_into(tx.db, &row.id)? {
        forget(tx, second, name)?;
    }
    let (row, facts) = forget(tx, row, name)?;
    tx.note(json!({"person": row.id, "name_withheld": name == Name::Withhold, "reason": reason}));
    Ok((row, facts))
}

/// Birth date and identifiers elsewhere go, and with the name all names.
fn forget(tx: &mut Tx<'_>, mut row: PersonRow, name: Name) -> Result<(PersonRow, PersonFacts)> {
    let mut facts = PersonFacts { refs: Vec::new(), ..person_facts::of(tx.db, &row.id)? };
    row.birth_date = None;
    if name == Name::Withhold {
        row.name = WITHHELD.to_owned();
        row.name_key = name_key(WITHHELD);
        facts.names.clear();
    }
    row.version += 1;
    persons::update(tx.db, &row)?;
    person_facts::store(tx.db, &row, &facts)?;
    tx.changed("person", &row.id, row.version, Change::Updated);
    Ok((row, facts))
}

/// Deletes the contents of documents so many days after the closing of their championship; how many went.
pub fn expire_documents(desk: &Desk, keep_days: u32) -> Result<usize> {
    let kept = i64::from(keep_days) * 86_400_000_000;
    let (now, mut gone) = (desk.clock.now().unix_micros(), 0);
    let closed = personal_data::closed_with_documents(&mut *desk.pool.get()?)?;
    for (championship, closed_at, sandbox_now) in closed {
        if closed_at.is_none_or(|closed_at| closed_at + kept > sandbox_now.unwrap_or(now)) {
            continue;
        }
        let id = ChampionshipId::try_from(championship)
            .map_err(|cause| Error::Internal(format!("championship of a document: {cause}")))?;
        let target = Target::Championship(id.clone());
        let operation = |tx: &mut Tx<'_>| {
            let rows = personal_data::documents_present(tx.db, id.as_str())?;
            tx.note(json!({"documents": rows.len()}));
            for row in rows {
                end(tx, row, "expired")?;
                gone += 1;
            }
            Answer::ok(&())
        };
        desk.write(&Call::by_system("documents"), Action::ExpireDocuments, &target, Box::new(operation))?;
    }
    Ok(gone)
}

/// The content goes, the digest stays.
fn end(tx: &mut Tx<'_>, row: DocumentRow, state: &str) -> Result<()> {
    let row =
        DocumentRow { state: state.to_owned(), ended_at: Some(tx.now.unix_micros()), version: row.version + 1, ..row };
    documents::end(tx.db, &row)?;
    tx.changed("document", &row.id, row.version, Change::Updated);
    Ok(())
}

//! Documents of players: seen by the own federation, the organizer and the chief arbiter alone.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::call::{Answer, FileHead};
use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use super::ledger::hex;
use crate::access::Role;
use crate::domain::document::{self, MediaType};
use crate::domain::entry::{self, EntryState};
use crate::domain::ids::{DocumentId, PersonId, ReadingId};
use crate::domain::rulebook::DEFINITE_ENTRY;
use crate::domain::violation::{Rule, Violation};
pub use crate::storage::documents::{DocumentRow, ReadingRow};
use crate::storage::{documents, entries, persons, teams};

/// A document as handed in.
pub struct NewDocument {
    pub person: PersonId,
    pub kind: String,
    pub said: Option<MediaType>,
    pub content: Vec<u8>,
}

/// Takes a document in, in the place of the one before; true if it is new. The same bytes again are the same document.
pub fn upload_document(tx: &mut Tx<'_>, federation: &str, new: NewDocument) -> Result<(DocumentRow, bool)> {
    let (id, rules) = (tx.event()?.id().clone(), tx.rules()?);
    let before = entries::find(tx.db, &id, federation)?;
    let state = before.and_then(|entry| EntryState::from_code(&entry.state));
    entry::standing(&rules, federation, state)?;
    let kind = document::of_kind(&rules, &new.kind)?;
    check_person(tx, federation, &new.person)?;
    let media = document::judge(&new.content, new.said)?;
    let digest = hex(&Sha256::digest(&new.content));
    let present = documents::present_one(tx.db, &id, new.person.as_str(), &new.kind)?;
    if let Some(same) = present.as_ref().filter(|present| present.digest == digest) {
        tx.note(json!({"federation": federation}));
        return Ok((same.clone(), false));
    }
    if document::is_due_with_the_entry(kind) {
        tx.in_time(DEFINITE_ENTRY, Some(federation))??;
    }
    let size = i64::try_from(new.content.len()).map_err(|cause| Error::Internal(cause.to_string()))?;
    let replaced = present.as_ref().filter(|present| present.federation == federation).map_or(0, |before| before.size);
    document::fits(documents::held(tx.db, &id, federation)? - replaced, size)?;
    if let Some(before) = present {
        end(tx, before, "replaced")?;
    }
    let row = DocumentRow {
        id: tx.new_id(DocumentId::new).to_string(),
        championship_id: id.to_string(),
        federation: federation.to_owned(),
        person_id: new.person.to_string(),
        kind: new.kind,
        media_type: media.code().to_owned(),
        size,
        digest,
        state: documents::PRESENT.to_owned(),
        uploaded_by: tx.actor.name().to_owned(),
        uploaded_at: tx.now.unix_micros(),
        ended_at: None,
        version: 1,
    };
    documents::insert(tx.db, &row, &new.content)?;
    tx.changed("document", &row.id, row.version, Change::Created);
    note(tx, &row);
    Ok((row, true))
}

/// The delegation takes a document back.
pub fn remove_document(tx: &mut Tx<'_>, document: &DocumentId) -> Result<DocumentRow> {
    let row = found(documents::find(tx.db, document.as_str())?, document)?;
    if row.state != documents::PRESENT {
        return Err(Error::state("already_done", format!("the document is {}", row.state)));
    }
    let rules = tx.rules()?;
    // A kind that was handed in stands in the regulations, which never change.
    let kind = document::of_kind(&rules, &row.kind)?;
    if document::is_due_with_the_entry(kind) {
        tx.in_time(DEFINITE_ENTRY, Some(&row.federation))??;
    }
    let row = end(tx, row, "removed")?;
    note(tx, &row);
    Ok(row)
}

pub fn list_documents(
    view: &mut View<'_>,
    federation: &str,
    person: Option<&str>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<DocumentRow>> {
    let id = view.event()?.id().clone();
    if entries::find(view.db, &id, federation)?.is_none() {
        return Err(Error::not_found("entry of", federation));
    }
    Ok(documents::list(view.db, &id, federation, person, after, limit)?)
}

pub fn get_document(view: &mut View<'_>, document: &DocumentId) -> Result<DocumentRow> {
    found(documents::find(view.db, document.as_str())?, document)
}

/// The content; that it was read, by whom and when, is written down in the same transaction.
pub fn get_document_content(view: &mut View<'_>, document: &DocumentId) -> Result<Answer> {
    let row = get_document(view, document)?;
    let content = documents::content(view.db, &row.id)?
        .ok_or_else(|| Error::NotFound(format!("the content of {document} is gone: it is {}", row.state)))?;
    let media = MediaType::from_code(&row.media_type)
        .ok_or_else(|| Error::Internal(format!("{document} has the type {}", row.media_type)))?;
    let reading = ReadingRow {
        id: view.new_id(ReadingId::new).to_string(),
        document_id: row.id.clone(),
        account_id: view.actor.name().to_owned(),
        role: role_of(view, &row.federation).to_owned(),
        read_at: view.recorded_at.unix_micros(),
    };
    documents::add_reading(view.db, &reading)?;
    let name = format!("{}-{}.{}", row.kind, row.id, media.extension());
    Ok(Answer::file(content, FileHead { media_type: media.code(), name }))
}

pub fn list_document_readings(
    view: &mut View<'_>,
    document: &DocumentId,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<ReadingRow>> {
    Ok(documents::readings(view.db, document.as_str(), after, limit)?)
}

/// As what the reader reads.
fn role_of(view: &View<'_>, federation: &str) -> &'static str {
    let place = view.target.championship.as_ref();
    let office = [Role::Organizer, Role::ChiefArbiter].into_iter().find(|role| view.actor.holds(*role, place));
    match office {
        Some(role) => role.code(),
        None if view.actor.acts_for(federation, place) => "own_federation",
        None => "other",
    }
}

/// A person of the entry's federation, or on its roster; a sandbox has its own persons.
fn check_person(tx: &mut Tx<'_>, federation: &str, person: &PersonId) -> Result<()> {
    let event = &tx.event()?.row;
    let (id, home) = (event.id.clone(), event.sandbox().then(|| event.id.to_string()));
    let known = persons::find(tx.db, person.as_str())?.filter(|known| known.championship_id == home);
    let plays = |teams: Vec<teams::TeamWithPlayers>| {
        teams.iter().any(|team| team.players.iter().any(|(player, _)| player.person_id == person.as_str()))
    };
    match known {
        Some(known) if known.federation == federation => Ok(()),
        Some(_) if plays(teams::of_federations(tx.db, &id, &[federation])?) => Ok(()),
        _ => {
            let detail = format!("{federation} has no such person");
            Err(Violation::new(Rule::UnknownPerson, detail).fact("person", person.to_string()).into())
        }
    }
}

/// The content goes, the digest stays.
fn end(tx: &mut Tx<'_>, row: DocumentRow, state: &str) -> Result<DocumentRow> {
    let row =
        DocumentRow { state: state.to_owned(), ended_at: Some(tx.now.unix_micros()), version: row.version + 1, ..row };
    documents::end(tx.db, &row)?;
    tx.changed("document", &row.id, row.version, Change::Updated);
    Ok(row)
}

/// Whose and of which kind is for those who may see it: readers of the journal learn only that there is one.
fn note(tx: &mut Tx<'_>, row: &DocumentRow) {
    tx.note(json!({"federation": row.federation}));
    tx.note_privately(json!({"person": row.person_id, "kind": row.kind, "sha256": row.digest}));
}

fn found(row: Option<DocumentRow>, id: &DocumentId) -> Result<DocumentRow> {
    row.ok_or_else(|| Error::not_found("document", id))
}

//! The journals, with everything that is needed to verify them. docs/journal.md says how.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::journal::{self, Entry};

/// One accepted act. `hash` is SHA-256 over `prev`, the header as canonical JSON, and `payload_digest`.
#[derive(Debug, Serialize, ToSchema)]
pub struct JournalEntry {
    /// Stream, seq, position, times, actor, action, article and changes, as they are hashed.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub header: Value,
    /// What was done. Absent where it was redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub payload: Option<Value>,
    /// Hexadecimal; goes with the payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// Hexadecimal SHA-256 over salt and payload.
    pub payload_digest: String,
    /// Hash of the entry before it in the stream; zeros for the first.
    pub prev: String,
    pub hash: String,
}

/// The last entry of a stream.
#[derive(Debug, Serialize, ToSchema)]
pub struct JournalHead {
    pub seq: i64,
    pub hash: String,
}

/// Entries of one stream, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct JournalPage {
    pub data: Vec<JournalEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    pub head: JournalHead,
}

impl From<Entry> for JournalEntry {
    fn from(entry: Entry) -> Self {
        Self {
            header: entry.header,
            payload: entry.payload,
            salt: entry.salt,
            payload_digest: entry.payload_digest,
            prev: entry.prev,
            hash: entry.hash,
        }
    }
}

/// Read a championship's journal
///
/// Every accepted act of the championship with the hashes that chain them.
#[utoipa::path(tag = "changes", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = JournalPage)))]
#[get("/v1/championships/{championship}/journal")]
pub async fn get_journal(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    entries(&caller, Action::GetJournal, Target::Championship(id)).await
}

/// Read the registry's journal
///
/// Every accepted act outside championships: federations, persons, regulations, accounts, appointments.
#[utoipa::path(tag = "changes", params(("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = JournalPage)))]
#[get("/v1/registry/journal")]
pub async fn get_registry_journal(caller: Caller) -> Result<HttpResponse, Problem> {
    entries(&caller, Action::GetRegistryJournal, Target::Registry).await
}

async fn entries(caller: &Caller, action: Action, target: Target) -> Result<HttpResponse, Problem> {
    let page = Page::of(caller, &[])?;
    let after = match page.after.as_deref() {
        None => 0,
        Some([seq]) => seq.parse().map_err(|_| Problem::bad_request("the cursor is not one of ours"))?,
        Some(_) => return Err(Problem::bad_request("the cursor is not one of ours")),
    };
    caller
        .read(action, target, Keep::Nothing, move |view| {
            let (seq, hash) = journal::head(view)?;
            let entries = journal::get_journal(view, after, page.fetch())?;
            let page = page.answer(entries, |entry| vec![entry.seq.to_string()], JournalEntry::from);
            Answer::ok(&JournalPage { data: page.data, next_cursor: page.next_cursor, head: JournalHead { seq, hash } })
        })
        .await
}

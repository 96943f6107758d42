//! `/v1/championships/{championship}/entries/{federation}/documents`: papers of the players, for few eyes.

use actix_web::{HttpResponse, get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, DocumentId, PersonId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{NoInput, path_federation, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::upload::Upload;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::documents::{self, DocumentRow, NewDocument, ReadingRow};
use crate::service::error::Result as Done;

/// A document of a player. Only the own federation, the organizer and the chief arbiter know of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Document {
    #[schema(example = "doc_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    #[schema(example = "NOR")]
    pub federation: String,
    pub person: String,
    /// A key of the regulations' list of documents.
    #[schema(example = "proof_of_studies")]
    pub kind: String,
    /// Judged by the content: `application/pdf`, `image/jpeg` or `image/png`.
    #[schema(example = "application/pdf")]
    pub media_type: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the content in hexadecimal digits; it stays when the content goes.
    pub sha256: String,
    /// `present`, `replaced`, `removed`, `expired` (deleted after the championship) or `erased`; new values may appear.
    #[schema(example = "present")]
    pub state: String,
    /// The account that handed it in.
    pub uploaded_by: String,
    #[schema(value_type = String, format = DateTime)]
    pub uploaded_at: Instant,
    /// When the content went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Instant>,
    pub version: i64,
}

/// A list of documents.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentPage {
    pub data: Vec<Document>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One handing out of a document's content.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentReading {
    #[schema(example = "rdg_0198c0ffee007000800000000000abcd")]
    pub id: String,
    /// The account that read it.
    pub account: String,
    /// As what: `organizer`, `chief_arbiter` or `own_federation`; new values may appear.
    #[schema(example = "chief_arbiter")]
    pub role: String,
    #[schema(value_type = String, format = DateTime)]
    pub read_at: Instant,
}

/// A list of readings, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentReadingPage {
    pub data: Vec<DocumentReading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl Document {
    pub fn of(row: DocumentRow) -> Done<Self> {
        Ok(Self {
            id: row.id,
            championship: row.championship_id,
            federation: row.federation,
            person: row.person_id,
            kind: row.kind,
            media_type: row.media_type,
            size: row.size,
            sha256: row.digest,
            state: row.state,
            uploaded_by: row.uploaded_by,
            uploaded_at: Instant::from_unix_micros(row.uploaded_at)?,
            ended_at: row.ended_at.map(Instant::from_unix_micros).transpose()?,
            version: row.version,
        })
    }
}

impl DocumentReading {
    pub fn of(row: ReadingRow) -> Done<Self> {
        Ok(Self {
            id: row.id,
            account: row.account_id,
            role: row.role,
            read_at: Instant::from_unix_micros(row.read_at)?,
        })
    }
}

/// The entry that the path names.
fn entry_of(caller: &Caller) -> Result<(ChampionshipId, String), Problem> {
    Ok((path_id(caller.path("championship"), "championship")?, path_federation(caller.path("federation"))?))
}

/// The document that the path names, and its target.
fn document_of(caller: &Caller) -> Result<(DocumentId, Target), Problem> {
    let (championship, federation) = entry_of(caller)?;
    let id: DocumentId = path_id(caller.path("document"), "document")?;
    Ok((id.clone(), Target::Document(championship, federation, id)))
}

/// Hand in a document
///
/// The body is the file itself, of at most 5 mebibytes: PDF, JPEG or PNG, as its content says; a `Content-Type` of
/// `application/pdf`, `image/jpeg` or `image/png` must agree with it (422 `document_not_readable`),
/// `application/octet-stream` says nothing. `Content-Digest` with `sha-256` is checked (400). All documents of an entry
/// have at most 20 mebibytes (422 `documents_too_large`). The person is of the federation or on its roster (422
/// `unknown_person`), the kind stands in the regulations. It takes the place of the one of the same person and kind; the
/// same bytes again are the same document (200). In time with the definite entry (422 `deadline_passed`), or until the
/// lots where the regulations let the kind follow later.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("person" = String, Query), ("kind" = String, Query), ("Content-Digest" = Option<String>, Header, description = "`sha-256=:…:` of the body (RFC 9530).")), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, description = "It is there already", body = Document), (status = 201, description = "Taken in", body = Document)))]
#[post("/v1/championships/{championship}/entries/{federation}/documents")]
pub async fn upload_document(caller: Caller, upload: Upload) -> Result<HttpResponse, Problem> {
    let (championship, federation) = entry_of(&caller)?;
    let mut query = caller.query(&["person", "kind", "validate_only"])?;
    let mut required =
        |name: &str| query.remove(name).ok_or_else(|| Problem::bad_request(format!("the query must name the {name}")));
    let person: PersonId =
        required("person")?.parse().map_err(|cause| Problem::bad_request(format!("person in the query is {cause}")))?;
    let new = NewDocument { person, kind: required("kind")?, said: upload.said, content: upload.content };
    let target = Target::Entry(championship.clone(), federation.clone());
    caller
        .write_asked(Action::UploadDocument, target, &["person", "kind"], move |tx| {
            let (row, created) = documents::upload_document(tx, &federation, new)?;
            let location = format!("/v1/championships/{championship}/entries/{federation}/documents/{}", row.id);
            let version = row.version;
            Ok(Answer::put(&Document::of(row)?, created, location)?.version(version))
        })
        .await
}

/// List documents
///
/// In the order of their arrival, those that are gone too.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("person" = Option<String>, Query), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = DocumentPage)))]
#[get("/v1/championships/{championship}/entries/{federation}/documents")]
pub async fn list_documents(caller: Caller) -> Result<HttpResponse, Problem> {
    let (championship, federation) = entry_of(&caller)?;
    let page = Page::of(&caller, &["person"])?;
    let person = page.filter.get("person").map(|person| path_id::<PersonId>(person, "person")).transpose()?;
    let target = Target::Entry(championship, federation.clone());
    caller
        .read(Action::ListDocuments, target, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let person = person.as_ref().map(PersonId::as_str);
            let rows = documents::list_documents(view, &federation, person, after, page.fetch())?;
            let shown = rows.into_iter().map(Document::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(shown, |document| vec![document.id.clone()], |document| document))
        })
        .await
}

/// Read what is known of a document
///
/// All but its content.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("document" = String, Path)), responses((status = 200, description = "The document", body = Document)))]
#[get("/v1/championships/{championship}/entries/{federation}/documents/{document}")]
pub async fn get_document(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, target) = document_of(&caller)?;
    caller
        .read(Action::GetDocument, target, Keep::Nothing, move |view| {
            let row = documents::get_document(view, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Document::of(row)?)?.version(version))
        })
        .await
}

/// Read the content of a document
///
/// As an attachment. Who read it and when is written down before it is given out.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("document" = String, Path)), responses((status = 200, description = "The file", content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png")))))]
#[get("/v1/championships/{championship}/entries/{federation}/documents/{document}/content")]
pub async fn get_document_content(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, target) = document_of(&caller)?;
    caller.download(Action::GetDocumentContent, target, move |view| documents::get_document_content(view, &id)).await
}

/// List who read a document
///
/// Every handing out of its content, oldest first.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("document" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = DocumentReadingPage)))]
#[get("/v1/championships/{championship}/entries/{federation}/documents/{document}/readings")]
pub async fn list_document_readings(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, target) = document_of(&caller)?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListDocumentReadings, target, Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = documents::list_document_readings(view, &id, after, page.fetch())?;
            let shown = rows.into_iter().map(DocumentReading::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(shown, |reading| vec![reading.id.clone()], |reading| reading))
        })
        .await
}

/// Remove a document
///
/// Its content goes at once, its digest stays. As long as it could be replaced (422 `deadline_passed`); gone already: 409
/// `already_done`.
#[utoipa::path(tag = "documents", params(("championship" = String, Path), ("federation" = String, Path), ("document" = String, Path)), responses((status = 200, description = "Removed", body = Document)))]
#[post("/v1/championships/{championship}/entries/{federation}/documents/{document}/removal")]
pub async fn remove_document(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (id, target) = document_of(&caller)?;
    caller
        .write(Action::RemoveDocument, target, move |tx| {
            let row = documents::remove_document(tx, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Document::of(row)?)?.version(version))
        })
        .await
}

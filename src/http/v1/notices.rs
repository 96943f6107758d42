//! `/v1/championships/{championship}/notices`: each delivery of a copy, traceable.

use actix_web::{HttpResponse, get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, NoticeId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{NoInput, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::notices::{self, NoticeRow};

/// One delivery to one addressee.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notice {
    #[schema(example = "ntc_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// What it brings; new values may appear.
    #[schema(example = "invitation")]
    pub kind: String,
    /// The office that receives it: `federation`, `fide_president`, `fide_vice_president:` and a zone …
    #[schema(example = "fide_vice_president:2.1")]
    pub recipient: String,
    /// The federation that receives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
    /// What it is about.
    pub subject: String,
    #[schema(value_type = String, format = DateTime)]
    pub issued_at: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub acknowledged_at: Option<Instant>,
    /// The account that acknowledged it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acknowledged_by: Option<String>,
    pub version: i64,
}

/// A list of notices.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticePage {
    pub data: Vec<Notice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl Notice {
    fn of(row: NoticeRow) -> Done<Self> {
        Ok(Self {
            id: row.id,
            championship: row.championship_id,
            kind: row.kind,
            recipient: row.recipient,
            federation: row.federation,
            subject: row.subject_id,
            issued_at: Instant::from_unix_micros(row.issued_at)?,
            acknowledged_at: row.acknowledged_at.map(Instant::from_unix_micros).transpose()?,
            acknowledged_by: row.acknowledged_by,
            version: row.version,
        })
    }
}

/// List notices
///
/// The organizer and the FIDE President see every delivery, others those to their own federation.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("kind" = Option<String>, Query), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = NoticePage)))]
#[get("/v1/championships/{championship}/notices")]
pub async fn list_notices(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let page = Page::of(&caller, &["kind"])?;
    let kind = page.filter.get("kind").cloned();
    if kind.as_deref().is_some_and(|kind| !kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')) {
        return Err(Problem::bad_request("kind is named in small letters and _"));
    }
    caller
        .read(Action::ListNotices, Target::Championship(id), Keep::Revalidate, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = notices::list_notices(view, kind, after, page.fetch())?;
            let found = rows.into_iter().map(Notice::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(found, |notice| vec![notice.id.clone()], |notice| notice))
        })
        .await
}

/// Acknowledge a notice
///
/// By its addressee: the federation's officer, the organizer, or the FIDE President's office for every office of FIDE. Once
/// only: then 409 `already_done`.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("notice" = String, Path)), responses((status = 200, description = "Acknowledged", body = Notice)))]
#[post("/v1/championships/{championship}/notices/{notice}/acknowledgement")]
pub async fn acknowledge_notice(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let championship: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let id: NoticeId = path_id(caller.path("notice"), "the notice")?;
    caller
        .write(Action::AcknowledgeNotice, Target::Notice(championship, id.clone()), move |tx| {
            let row = notices::acknowledge_notice(tx, &id)?;
            let version = row.version;
            Ok(Answer::ok(&Notice::of(row)?)?.version(version))
        })
        .await
}

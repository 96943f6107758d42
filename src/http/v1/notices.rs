//! `/v1/championships/{championship}/notices`: each delivery, traceable.

use actix_web::{HttpResponse, get, post};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, NoticeId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, is_federation_code, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::notices::{self, DispatchRow, Filter, MEANS, State};

/// One delivery to one addressee.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notice {
    #[schema(example = "ntc_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// What it brings: `draft_invitation`, `draft_answer`, `invitation`, `preliminary_entry`, `definite_entry`,
    /// `withdrawal`, `dispensation`; new values may appear.
    #[schema(example = "invitation")]
    pub kind: String,
    /// The office that receives it: `federation`, `organizer`, `fide_president`, `fide_vice_president:` and a zone …
    #[schema(example = "fide_vice_president:2.1")]
    pub recipient: String,
    /// The federation that receives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
    /// What it is about.
    pub subject: String,
    /// How far the delivery has come: `issued`, `undeliverable`, `fetched`, `acknowledged`.
    #[schema(example = "fetched")]
    pub state: String,
    #[schema(value_type = String, format = DateTime)]
    pub issued_at: Instant,
    /// Why nobody receives it: `no_zone` (a federation in no zone has no Vice-President); new values may appear.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "no_zone")]
    pub undeliverable: Option<String>,
    /// When its addressee took it out of the inbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub fetched_at: Option<Instant>,
    /// The account that fetched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub acknowledged_at: Option<Instant>,
    /// The account that acknowledged it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acknowledged_by: Option<String>,
    /// What the organizer sent outside this system.
    pub dispatches: Vec<Dispatch>,
    pub version: i64,
}

/// A sending outside this system, as the organizer recorded it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dispatch {
    /// `by_hand`, `e_mail`, `paper` or `telegram`; new values may appear.
    #[schema(example = "paper")]
    pub means: String,
    #[schema(value_type = String, format = Date)]
    pub sent_on: String,
    #[schema(value_type = String, format = DateTime)]
    pub recorded_at: Instant,
    /// The account that recorded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_by: Option<String>,
}

/// What was sent, how and when.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DispatchInput {
    /// `by_hand`, `e_mail`, `paper` or `telegram`.
    #[validate(custom(function = known_means))]
    #[schema(example = "paper")]
    pub means: String,
    /// Not before the day of the notice, and not in the future, in the zone of the championship.
    #[schema(value_type = String, format = Date, example = "2026-11-12")]
    pub sent_on: Date,
}

fn known_means(means: &str) -> Result<(), ValidationError> {
    if MEANS.contains(&means) {
        return Ok(());
    }
    let mut error = ValidationError::new("means");
    error.message = Some(format!("one of {}", MEANS.join(", ")).into());
    Err(error)
}

/// A list of notices.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticePage {
    pub data: Vec<Notice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl Notice {
    fn of(notices::Notice { row, dispatches }: notices::Notice) -> Done<Self> {
        let instant = |micros: Option<i64>| micros.map(Instant::from_unix_micros).transpose();
        Ok(Self {
            state: row.state().code().to_owned(),
            id: row.id,
            championship: row.championship_id,
            kind: row.kind,
            recipient: row.recipient,
            federation: row.federation,
            subject: row.subject_id,
            issued_at: Instant::from_unix_micros(row.issued_at)?,
            undeliverable: row.undeliverable,
            fetched_at: instant(row.fetched_at)?,
            fetched_by: row.fetched_by,
            acknowledged_at: instant(row.acknowledged_at)?,
            acknowledged_by: row.acknowledged_by,
            dispatches: dispatches.into_iter().map(Dispatch::of).collect::<Done<_>>()?,
            version: row.version,
        })
    }
}

impl Dispatch {
    fn of(row: DispatchRow) -> Done<Self> {
        let recorded_at = Instant::from_unix_micros(row.recorded_at)?;
        Ok(Self { means: row.means, sent_on: row.sent_on, recorded_at, recorded_by: row.recorded_by })
    }
}

/// List notices
///
/// The organizer and the FIDE President see every delivery, others those to their own federation. `recipient` is an office
/// or `federation`; `state` is `issued`, `undeliverable`, `fetched` or `acknowledged`.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("kind" = Option<String>, Query, example = "invitation"), ("recipient" = Option<String>, Query, example = "fide_president"), ("federation" = Option<String>, Query, example = "NOR"), ("state" = Option<String>, Query, example = "issued"), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = NoticePage)))]
#[get("/v1/championships/{championship}/notices")]
pub async fn list_notices(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let page = Page::of(&caller, &["kind", "recipient", "federation", "state"])?;
    let filter = read_filter(&page)?;
    caller
        .read(Action::ListNotices, Target::Championship(id), Keep::Revalidate, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let found = notices::list_notices(view, filter, after, page.fetch())?;
            let found = found.into_iter().map(Notice::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(found, |notice| vec![notice.id.clone()], |notice| notice))
        })
        .await
}

fn read_filter(page: &Page) -> Result<Filter, Problem> {
    let named = |name: &str| page.filter.get(name).cloned();
    let kind = named("kind");
    if kind.as_deref().is_some_and(|kind| !kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')) {
        return Err(Problem::bad_request("kind is named in small letters and _"));
    }
    let federation = named("federation");
    if federation.as_deref().is_some_and(|code| !is_federation_code(code)) {
        return Err(Problem::bad_request("federation is three capital letters"));
    }
    let state = named("state")
        .map(|state| {
            let known = State::ALL.map(State::code).join(", ");
            State::from_code(&state).ok_or_else(|| Problem::bad_request(format!("state is one of {known}")))
        })
        .transpose()?;
    Ok(Filter { kind, recipient: named("recipient"), federation, state, to: None })
}

/// Say that a notice was fetched
///
/// By its addressee, as for the acknowledgement. Once only: then 409 `already_done`. Reading the list is no receipt.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("notice" = String, Path)), responses((status = 200, description = "Fetched", body = Notice)))]
#[post("/v1/championships/{championship}/notices/{notice}/receipt")]
pub async fn receive_notice(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (championship, id) = path(&caller)?;
    caller
        .write(Action::ReceiveNotice, Target::Notice(championship, id.clone()), move |tx| {
            answer(notices::receive_notice(tx, &id)?)
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
    let (championship, id) = path(&caller)?;
    caller
        .write(Action::AcknowledgeNotice, Target::Notice(championship, id.clone()), move |tx| {
            answer(notices::acknowledge_notice(tx, &id)?)
        })
        .await
}

/// Record a sending outside
///
/// What the organizer sent by hand, e-mail, paper or telegram, on which day. Each sending is kept; a day before the notice
/// or in the future is refused.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("notice" = String, Path)), request_body = DispatchInput, responses((status = 200, description = "Recorded", body = Notice)))]
#[post("/v1/championships/{championship}/notices/{notice}/dispatches")]
pub async fn record_dispatch(caller: Caller, input: Input<DispatchInput>) -> Result<HttpResponse, Problem> {
    let (championship, id) = path(&caller)?;
    let Input(DispatchInput { means, sent_on }) = input;
    caller
        .write(Action::RecordDispatch, Target::Notice(championship, id.clone()), move |tx| {
            answer(notices::record_dispatch(tx, &id, means, sent_on)?)
        })
        .await
}

fn path(caller: &Caller) -> Result<(ChampionshipId, NoticeId), Problem> {
    let championship = path_id(caller.path("championship"), "the championship")?;
    Ok((championship, path_id(caller.path("notice"), "the notice")?))
}

fn answer(notice: notices::Notice) -> Done<Answer> {
    let version = notice.row.version;
    Ok(Answer::ok(&Notice::of(notice)?)?.version(version))
}

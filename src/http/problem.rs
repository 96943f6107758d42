//! The only map from what can go wrong to a status. The body is RFC 9457.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::access::table::QUOTED;
use crate::domain::rulebook::Rulebook;
use crate::domain::violation::{Fact, Rule, Violation};
use crate::service::error::{Conflict, Denial, Error};

/// What went wrong (RFC 9457). `code` is what programs compare; `detail` is for people.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Address of a page about this code.
    #[schema(rename = "type", example = "/problems/deadline_passed")]
    #[serde(rename = "type")]
    pub kind: String,
    #[schema(example = "The deadline has passed")]
    pub title: String,
    #[schema(example = 422)]
    pub status: u16,
    /// What is so in this case.
    pub detail: String,
    /// The path of the request.
    pub instance: String,
    /// Frozen once published; new codes may appear.
    #[schema(example = "deadline_passed")]
    pub code: String,
    /// Where the refusal comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regulation: Option<Regulation>,
    /// What was compared.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub facts: BTreeMap<String, Value>,
    /// Every fault of the body, with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
    /// Quote it to the operator.
    pub request_id: String,
}

/// The article that was applied.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Regulation {
    /// Id of the regulations.
    #[schema(example = "wstcc-1960")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[schema(example = "Art. 6")]
    pub article: String,
    /// The article in our words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// One fault in the body.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON Pointer into the request body.
    #[schema(example = "/roster/0/person")]
    pub pointer: String,
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// Line of a file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 12)]
    pub line: Option<i64>,
    /// Column of that line, from 1, counted in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 92)]
    pub column: Option<i64>,
    /// Type of the record of a tournament report file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "001")]
    pub record: Option<String>,
}

impl FieldError {
    pub fn new(pointer: &str, code: &str, message: &str) -> Self {
        Self {
            pointer: pointer.to_owned(),
            code: code.to_owned(),
            message: message.to_owned(),
            article: None,
            line: None,
            column: None,
            record: None,
        }
    }
}

/// A problem on its way out.
#[derive(Debug, Clone)]
pub struct Problem {
    pub status: StatusCode,
    pub code: String,
    pub title: String,
    pub detail: String,
    pub regulation: Option<Regulation>,
    pub facts: BTreeMap<String, Value>,
    pub errors: Vec<FieldError>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// For the log alone.
    pub cause: Option<String>,
    pub instance: String,
    pub request_id: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.status.as_u16(), self.code, self.detail)
    }
}

macro_rules! house_codes {
    ($($code:literal $status:literal $title:literal;)*) => {
        /// The codes of the house, that no regulation states: code, status, title.
        pub const HOUSE_CODES: &[(&str, u16, &str)] = &[$(($code, $status, $title),)*];
    };
}

house_codes! {
    "invalid_request" 400 "The request cannot be read";
    "idempotency_key_missing" 400 "This operation needs an Idempotency-Key";
    "token_missing" 401 "A token is needed";
    "token_invalid" 401 "The token is not valid";
    "token_expired" 401 "The token has expired";
    "token_revoked" 401 "The token has been revoked";
    "role_not_allowed" 403 "None of your roles may do this";
    "not_your_championship" 403 "Your appointments are for other championships";
    "not_your_federation" 403 "You act for another federation";
    "not_your_match" 403 "You are not the steward of this match";
    "not_your_team" 403 "You act for another team";
    "not_the_addressee" 403 "The notice goes to somebody else";
    "not_found" 404 "There is no such thing";
    "method_not_allowed" 405 "The method does not exist here";
    "body_stalled" 408 "The body did not arrive";
    "wrong_phase" 409 "Not in this phase";
    "secret_already_shown" 409 "The answer showed a secret and was not kept";
    "already_exists" 409 "It exists already";
    "already_done" 409 "It is done already";
    "no_way_back" 409 "Something public depends on it already";
    "already_imported" 409 "The file is in the archive already";
    "not_a_sandbox" 409 "The championship goes by the real time";
    "draft_open" 409 "Another version of the draft is not answered yet";
    "draft_already_submitted" 409 "The President has this version already";
    "draft_not_submitted" 409 "Only a submitted version is answered";
    "in_use" 409 "It is in use";
    "merged" 409 "The record was merged into another one";
    "on_open_roster" 409 "The person stands on an open roster";
    "cannot_be_exported" 409 "The format cannot state it";
    "prizes_not_published" 409 "The list of prizes is not published";
    "last_admin" 409 "One administrator must remain";
    "account_disabled" 409 "The account is disabled";
    "cursor_gone" 410 "The cursor does not fit this database";
    "digest_differs" 409 "The record has another digest";
    "record_outdated" 409 "The record does not show what stands now";
    "award_outdated" 409 "The results have changed since the award";
    "stale_version" 412 "It has changed meanwhile";
    "body_too_large" 413 "The body is too large";
    "unsupported_media_type" 415 "The body has the wrong type";
    "idempotency_key_reused" 422 "The key was used for another request";
    "precondition_missing" 428 "If-Match is needed here";
    "too_many_attempts" 429 "Too many attempts";
    "internal_error" 500 "Something broke on our side";
    "try_again" 503 "Busy, try again";
}

/// Title of any public code.
pub fn title_of(code: &str) -> &'static str {
    HOUSE_CODES
        .iter()
        .find(|(known, ..)| *known == code)
        .map(|(_, _, title)| *title)
        .or_else(|| Rule::ALL.iter().find(|rule| rule.code() == code).map(|rule| rule.title()))
        .unwrap_or("Not possible in the present state")
}

impl Problem {
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code: code.to_owned(),
            title: title_of(code).to_owned(),
            detail: detail.into(),
            regulation: None,
            facts: BTreeMap::new(),
            errors: Vec::new(),
            headers: Vec::new(),
            cause: None,
            instance: String::new(),
            request_id: String::new(),
        }
    }

    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", detail)
    }

    pub fn internal(cause: impl Into<String>) -> Self {
        let mut problem =
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", "quote the request id to the operator");
        problem.cause = Some(cause.into());
        problem
    }

    pub fn at(mut self, pointer: &str, code: &str, message: &str) -> Self {
        self.errors.push(FieldError::new(pointer, code, message));
        self
    }

    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    /// The one map from an error of the service to a status.
    pub fn of(error: Error) -> Self {
        match error {
            Error::Denied(denial) => denied(denial),
            Error::NotFound(detail) => Self::new(StatusCode::NOT_FOUND, "not_found", detail),
            Error::Conflict(conflict) => conflicting(conflict),
            Error::Violation { violations, rules } => violated(violations, rules.as_deref()),
            Error::Unavailable { detail, retry_after_seconds } => {
                let mut problem =
                    Self::new(StatusCode::SERVICE_UNAVAILABLE, "try_again", "the database is busy or away")
                        .header(header::RETRY_AFTER, &retry_after_seconds.to_string());
                problem.cause = Some(detail);
                problem
            }
            Error::Internal(cause) => Self::internal(cause),
        }
    }

    pub fn body(&self) -> ProblemBody {
        ProblemBody {
            kind: format!("/problems/{}", self.code),
            title: self.title.clone(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            instance: self.instance.clone(),
            code: self.code.clone(),
            regulation: self.regulation.clone(),
            facts: self.facts.clone(),
            errors: self.errors.clone(),
            request_id: self.request_id.clone(),
        }
    }
}

/// An article that the access table quotes.
fn quoted(article: &str) -> Regulation {
    Regulation { id: Some(QUOTED.to_owned()), article: format!("Art. {article}"), summary: None }
}

fn denied(denial: Denial) -> Problem {
    match denial {
        Denial::TokenMissing => {
            Problem::new(StatusCode::UNAUTHORIZED, "token_missing", "send a token: Authorization: Bearer …")
                .header(header::WWW_AUTHENTICATE, "Bearer")
        }
        Denial::TokenBad(code) => Problem::new(StatusCode::UNAUTHORIZED, code, "sign in again, or refresh the token")
            .header(header::WWW_AUTHENTICATE, &format!("Bearer error=\"invalid_token\", error_description=\"{code}\"")),
        Denial::NotAllowed { code, detail, facts, article } => {
            let mut problem = Problem::new(StatusCode::FORBIDDEN, code, detail);
            problem.facts = facts.into_iter().map(|(name, values)| (name.to_owned(), json!(values))).collect();
            problem.regulation = article.map(quoted);
            problem
        }
        Denial::TooFast { retry_after_seconds } => {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", "wait before the next attempt")
                .header(header::RETRY_AFTER, &retry_after_seconds.to_string())
        }
    }
}

fn conflicting(conflict: Conflict) -> Problem {
    match conflict {
        Conflict::WrongPhase { phase, allowed_in, article } => {
            let mut problem = Problem::new(
                StatusCode::CONFLICT,
                "wrong_phase",
                format!("the championship is {phase}; this is possible while it is {}", allowed_in.join(" or ")),
            );
            problem.facts =
                BTreeMap::from([("phase".to_owned(), json!(phase)), ("allowed_in".to_owned(), json!(allowed_in))]);
            problem.regulation = article.map(quoted);
            problem
        }
        Conflict::State { code: "cursor_gone", detail } => Problem::new(StatusCode::GONE, "cursor_gone", detail),
        Conflict::OtherDigest { current } => {
            let detail = format!("the record has the digest {current}");
            let mut problem = Problem::new(StatusCode::CONFLICT, "digest_differs", detail);
            problem.facts.insert("current_digest".to_owned(), json!(current));
            problem
        }
        Conflict::State { code, detail } => Problem::new(StatusCode::CONFLICT, code, detail),
        Conflict::NoWayBack { detail, allowed, regulations, article } => {
            let mut problem = Problem::new(StatusCode::CONFLICT, "no_way_back", detail);
            problem.facts.insert("allowed".to_owned(), json!(allowed));
            let article = format!("Art. {article}");
            problem.regulation = Some(Regulation { id: Some(regulations), article, summary: None });
            problem
        }
        Conflict::Stale { current_version } => {
            let detail = match current_version {
                Some(version) => format!("the present version is {version}"),
                None => "there is no such resource yet".to_owned(),
            };
            let mut problem = Problem::new(StatusCode::PRECONDITION_FAILED, "stale_version", detail);
            if let Some(version) = current_version {
                problem.facts.insert("current_etag".to_owned(), json!(format!("\"{version}\"")));
            }
            problem
        }
        Conflict::PreconditionMissing { current_version } => {
            let mut problem = Problem::new(
                StatusCode::PRECONDITION_REQUIRED,
                "precondition_missing",
                "send If-Match with the ETag that you saw",
            );
            problem.facts.insert("current_etag".to_owned(), json!(format!("\"{current_version}\"")));
            problem
        }
        Conflict::KeyMissing => Problem::new(
            StatusCode::BAD_REQUEST,
            "idempotency_key_missing",
            "a repeat would act twice: send an Idempotency-Key header, and the same one when you try again",
        ),
        Conflict::KeyReused => Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "idempotency_key_reused",
            "this Idempotency-Key was used with another body",
        ),
        Conflict::SecretAlreadyShown => {
            Problem::new(StatusCode::CONFLICT, "secret_already_shown", "it was done; what it showed is shown once")
        }
    }
}

/// The first violation gives code, title and article; all of them stand in `errors` where they point into the body.
fn violated(violations: Vec<Violation>, rules: Option<&Rulebook>) -> Problem {
    let Some(first) = violations.first() else { return Problem::internal("a refusal without a violation") };
    let mut problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, first.rule.code(), first.detail.clone());
    problem.regulation = first.article.as_ref().map(|article| Regulation {
        id: rules.map(|rules| rules.id.clone()),
        article: format!("Art. {article}"),
        summary: rules.and_then(|rules| rules.article(article)).map(str::to_owned),
    });
    problem.facts = first.facts.iter().map(|(name, fact)| ((*name).to_owned(), fact_value(fact))).collect();
    problem.errors = violations
        .iter()
        .filter(|violation| violation.pointer.is_some() || violations.len() > 1)
        .map(|violation| FieldError {
            article: violation.article.as_ref().map(|article| format!("Art. {article}")),
            line: number_of(violation, "line"),
            column: number_of(violation, "column"),
            record: match violation.facts.get("record") {
                Some(Fact::Text(record)) => Some(record.clone()),
                _ => None,
            },
            ..FieldError::new(
                violation.pointer.as_deref().unwrap_or_default(),
                violation.rule.code(),
                &violation.detail,
            )
        })
        .collect();
    problem
}

fn number_of(violation: &Violation, name: &str) -> Option<i64> {
    match violation.facts.get(name) {
        Some(Fact::Number(number)) => Some(*number),
        _ => None,
    }
}

fn fact_value(fact: &Fact) -> Value {
    match fact {
        Fact::Text(text) => json!(text),
        Fact::Number(number) => json!(number),
        Fact::List(list) => json!(list),
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if matches!(self.status, StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE) {
            // The rest of the body is not wanted.
            response.force_close();
        }
        for (name, value) in &self.headers {
            response.insert_header((name.clone(), value.clone()));
        }
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        response.content_type("application/problem+json");
        response.body(serde_json::to_vec(&self.body()).unwrap_or_default())
    }
}

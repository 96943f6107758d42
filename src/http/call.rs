//! One request on its way to the desk and back.

use std::collections::BTreeMap;
use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, web};

use super::App;
use super::client_address;
use super::input::RawBody;
use super::problem::Problem;
use super::upload::{CONTENT_DIGEST, digest_header, source_digest};
use crate::access::Action;
use crate::exchange::paper;
use crate::service::call::{Answer, Bearer, Call, IfMatch};
use crate::service::desk::{Desk, Read, Target, Tx, View, Write};
use crate::service::error::{Error, Result};

pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
pub const REQUEST_ID: &str = "x-request-id";

/// How long others may keep an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Published: a few seconds, for everyone.
    Shared,
    /// Revalidate each time.
    Revalidate,
    /// Personal, sealed or a secret.
    Nothing,
}

/// The caller of one request. Every handler has one, and reaches the service only through it.
pub struct Caller {
    request: HttpRequest,
    app: web::Data<App>,
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<std::result::Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match request.app_data::<web::Data<App>>() {
            Some(app) => Ok(Caller { request: request.clone(), app: app.clone() }),
            None => Err(Problem::internal("the server was built without its state")),
        })
    }
}

impl Caller {
    pub fn app(&self) -> &App {
        &self.app
    }

    pub fn request(&self) -> &HttpRequest {
        &self.request
    }

    /// Does a write through the desk.
    pub async fn write<F>(
        &self,
        action: Action,
        target: Target,
        operation: F,
    ) -> std::result::Result<HttpResponse, Problem>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<Answer> + Send + 'static,
    {
        self.write_asked(action, target, &[], operation).await
    }

    /// Does a write whose query holds more than `validate_only`, for the body is no JSON.
    pub async fn write_asked<F>(
        &self,
        action: Action,
        target: Target,
        asked: &[&str],
        operation: F,
    ) -> std::result::Result<HttpResponse, Problem>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<Answer> + Send + 'static,
    {
        let call = self.call_with(asked)?;
        self.note(action);
        let desk = self.app.desk.clone();
        let dry_run = call.validate_only;
        let operation: Write<'_> = Box::new(operation);
        let outcome = blocking(move || desk.write(&call, action, &target, operation)).await?;
        let mut response = respond(&outcome.answer, if dry_run { StatusCode::OK } else { status(&outcome.answer) });
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if outcome.replayed {
            response.insert_header(("Idempotency-Replayed", "true"));
        }
        if let (Some(location), false) = (&outcome.answer.location, dry_run) {
            response.insert_header((header::LOCATION, location.as_str()));
        }
        Ok(response.body(outcome.answer.body))
    }

    /// Does a write after something slow that must not happen within its transaction, such as hashing a password.
    pub async fn write_prepared<P, G, F>(
        &self,
        action: Action,
        target: Target,
        prepare: G,
        operation: F,
    ) -> std::result::Result<HttpResponse, Problem>
    where
        P: Send + 'static,
        G: FnOnce(&Desk, &Call) -> Result<P> + Send + 'static,
        F: FnOnce(&mut Tx<'_>, P) -> Result<Answer> + Send + 'static,
    {
        let call = self.call()?;
        let desk = self.app.desk.clone();
        let prepared = blocking(move || prepare(&desk, &call)).await?;
        self.write(action, target, move |tx| operation(tx, prepared)).await
    }

    /// From where the request came, as far as that can be believed.
    pub fn address(&self) -> String {
        client_address::of(&self.request, &self.app.config.trusted_proxies)
    }

    /// Does a read through the desk.
    pub async fn read<F>(
        &self,
        action: Action,
        target: Target,
        keep: Keep,
        operation: F,
    ) -> std::result::Result<HttpResponse, Problem>
    where
        F: FnOnce(&mut View<'_>) -> Result<Answer> + Send + 'static,
    {
        let call = self.call()?;
        self.note(action);
        let desk = self.app.desk.clone();
        let operation: Read<'_> = Box::new(operation);
        let answer = blocking(move || desk.read(&call, action, &target, operation)).await?;
        let unchanged = answer.etag.as_ref().is_some_and(|etag| self.has_seen(etag));
        let mut response = respond(&answer, if unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
        response.insert_header((
            header::CACHE_CONTROL,
            match keep {
                Keep::Shared => "public, max-age=15",
                Keep::Revalidate => "no-cache",
                Keep::Nothing => "no-store",
            },
        ));
        if keep != Keep::Shared {
            response.insert_header((header::VARY, "Accept, Authorization"));
        }
        Ok(if unchanged { response.finish() } else { response.body(answer.body) })
    }

    /// Hands out a personal file: to be stored, never shown by a browser, kept by nobody on the way. The reading
    /// leaves a trace.
    pub async fn download<F>(
        &self,
        action: Action,
        target: Target,
        operation: F,
    ) -> std::result::Result<HttpResponse, Problem>
    where
        F: FnOnce(&mut View<'_>) -> Result<Answer> + Send + 'static,
    {
        let call = self.call()?;
        self.note(action);
        let desk = self.app.desk.clone();
        let answer = blocking(move || desk.read_with_trace(&call, action, &target, Box::new(operation))).await?;
        let head = answer.file.ok_or_else(|| Problem::internal("a download without a file"))?;
        Ok(HttpResponse::Ok()
            .content_type(head.media_type)
            .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", head.name)))
            .insert_header((header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header(("Cross-Origin-Resource-Policy", "same-origin"))
            .insert_header((CONTENT_DIGEST, digest_header(&answer.body)))
            .body(answer.body))
    }

    /// Runs something of the service that is not done through the desk: sign-in, refresh.
    pub async fn outside<T, F>(&self, action: Action, operation: F) -> std::result::Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Desk) -> Result<T> + Send + 'static,
    {
        self.note(action);
        let desk = self.app.desk.clone();
        blocking(move || operation(&desk)).await
    }

    /// The one path parameter of that name.
    pub fn path(&self, name: &str) -> &str {
        self.request.match_info().get(name).unwrap_or_default()
    }

    /// The query, strictly: unknown or repeated parameters are 400.
    pub fn query(&self, known: &[&str]) -> std::result::Result<BTreeMap<String, String>, Problem> {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(self.request.query_string())
            .map_err(|cause| Problem::bad_request(format!("query: {cause}")))?
            .into_inner();
        let mut query = BTreeMap::new();
        for (name, value) in pairs {
            if value.contains('\0') {
                return Err(Problem::bad_request(format!("query parameter {name} holds the character U+0000")));
            }
            if !known.contains(&name.as_str()) {
                return Err(Problem::bad_request(format!("unknown query parameter {name}")));
            }
            if query.insert(name.clone(), value).is_some() {
                return Err(Problem::bad_request(format!("query parameter {name} is given twice")));
            }
        }
        Ok(query)
    }

    /// A new identifier for something that the path cannot name yet.
    pub fn new_id<I>(&self, make: impl FnOnce(uuid::Uuid) -> I) -> I {
        make(self.app.desk.entropy.uuid(self.app.desk.clock.now()))
    }

    fn note(&self, action: Action) {
        self.request.extensions_mut().insert(action);
    }

    fn header(&self, name: &str) -> std::result::Result<Option<&str>, Problem> {
        match self.request.headers().get(name) {
            None => Ok(None),
            Some(value) => value
                .to_str()
                .map(|text| Some(text.trim()))
                .map_err(|_| Problem::bad_request(format!("header {name} is not readable text"))),
        }
    }

    fn call(&self) -> std::result::Result<Call, Problem> {
        self.call_with(&[])
    }

    fn call_with(&self, asked: &[&str]) -> std::result::Result<Call, Problem> {
        let known = [&["validate_only"], asked].concat();
        let reads = matches!(*self.request.method(), Method::GET | Method::HEAD);
        let validate_only = !reads
            && match self.query(&known)?.get("validate_only").map(String::as_str) {
                None | Some("false") => false,
                Some("true") => true,
                Some(_) => return Err(Problem::bad_request("validate_only is true or false")),
            };
        let idempotency_key = match self.header(IDEMPOTENCY_KEY)? {
            None => None,
            Some(key) if (1..=255).contains(&key.len()) => Some(key.to_owned()),
            Some(_) => return Err(Problem::bad_request("an Idempotency-Key has 1 to 255 characters")),
        };
        let if_none_match = self.header("if-none-match")?;
        Ok(Call {
            bearer: self.bearer()?,
            request_id: request_id(&self.request),
            path: self.request.path().to_owned(),
            idempotency_key,
            body: self.request.extensions().get::<RawBody>().map(|body| body.0.to_vec()).unwrap_or_default(),
            if_match: self.header("if-match")?.map(read_if_match).transpose()?,
            create_only: !reads && if_none_match == Some("*"),
            validate_only,
        })
    }

    /// Who the token says that the caller is; a bad token is never taken for none.
    pub fn bearer(&self) -> std::result::Result<Bearer, Problem> {
        match self.header("authorization")? {
            None => Ok(Bearer::Nobody),
            Some(value) => self.app.tokens.bearer(&self.app.desk, value),
        }
    }

    fn has_seen(&self, etag: &str) -> bool {
        let Ok(Some(seen)) = self.header("if-none-match") else { return false };
        seen == "*" || seen.split(',').any(|tag| tag.trim().trim_start_matches("W/").trim_matches('"') == etag)
    }
}

/// The id of this request: the caller's own where it is harmless, else ours.
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default()
}

/// Put beside the request by the outermost middleware.
#[derive(Clone)]
pub struct RequestId(pub String);

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> std::result::Result<T, Problem> {
    // The work is done on another thread, and its log lines belong to this request.
    let span = tracing::Span::current();
    match web::block(move || span.in_scope(work)).await {
        Ok(done) => done.map_err(Problem::of),
        Err(_) => {
            Err(Problem::of(Error::Unavailable { detail: "the server is stopping".to_owned(), retry_after_seconds: 1 }))
        }
    }
}

fn status(answer: &Answer) -> StatusCode {
    if answer.created { StatusCode::CREATED } else { StatusCode::OK }
}

fn respond(answer: &Answer, status: StatusCode) -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    match &answer.file {
        None => {
            response.content_type("application/json");
        }
        Some(head) => {
            // A page is read and printed in place, with nothing but its own style.
            let page = head.media_type.starts_with("text/html");
            if page {
                let policy = format!(
                    "default-src 'none'; style-src '{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    source_digest(paper::STYLE.as_bytes())
                );
                response.insert_header((header::CONTENT_SECURITY_POLICY, policy));
            }
            let place = if page { "inline" } else { "attachment" };
            response
                .content_type(head.media_type)
                .insert_header((header::CONTENT_DISPOSITION, format!("{place}; filename=\"{}\"", head.name)))
                .insert_header((CONTENT_DIGEST, digest_header(&answer.body)));
        }
    }
    if let Some(etag) = &answer.etag {
        response.insert_header((header::ETAG, format!("\"{etag}\"")));
    }
    response
}

/// `"17-own-open", "18"`: the version parts. A weak tag matches nothing, as RFC 9110 has it.
fn read_if_match(value: &str) -> std::result::Result<IfMatch, Problem> {
    if value == "*" {
        return Ok(IfMatch::Any);
    }
    let mut versions = Vec::new();
    for tag in value.split(',').map(str::trim) {
        if tag.starts_with("W/") {
            continue;
        }
        let inner = tag
            .strip_prefix('"')
            .and_then(|tag| tag.strip_suffix('"'))
            .ok_or_else(|| Problem::bad_request("If-Match is * or a list of quoted entity tags"))?;
        versions.extend(inner.split('-').next().and_then(|version| version.parse::<i64>().ok()));
    }
    Ok(IfMatch::Versions(versions))
}

/// Keeps the desk shareable between the workers.
pub type SharedDesk = Arc<Desk>;

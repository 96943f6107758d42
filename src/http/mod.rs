//! How it is asked. Alone knows actix and utoipa.

pub mod call;
pub mod client_address;
pub mod health;
pub mod input;
pub mod oauth;
pub mod openapi;
pub mod page;
pub mod pages;
pub mod problem;
pub mod routes;
pub mod time;
pub mod token;
pub mod upload;
pub mod v1;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::HeaderValue;
use actix_web::http::header::{self, HeaderName};
use actix_web::middleware::{Next, from_fn};
use actix_web::{App as Actix, HttpMessage, HttpRequest, HttpResponse, HttpServer, web};
use tracing::Instrument;
use tracing::field::Empty;
use utoipa_actix_web::AppExt;

use self::call::{REQUEST_ID, RequestId};
use self::problem::Problem;
use self::token::Tokens;
use crate::access::Action;
use crate::config::Config;
use crate::service::desk::Desk;
use crate::telemetry::{Metrics, Stopwatch};

/// What every handler can reach.
pub struct App {
    pub desk: Arc<Desk>,
    pub tokens: Tokens,
    pub config: Config,
    pub metrics: Metrics,
    pub draining: Draining,
}

impl App {
    pub fn new(desk: Arc<Desk>, tokens: Tokens, config: Config) -> std::io::Result<Self> {
        let metrics = Metrics::new().map_err(std::io::Error::other)?;
        Ok(Self { desk, tokens, config, metrics, draining: Draining::default() })
    }
}

/// Set once, when the instance begins to stop: from then on it says that it is not ready.
#[derive(Clone, Debug, Default)]
pub struct Draining(Arc<AtomicBool>);

impl Draining {
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Serves on a listener until told to stop; then answers what is under way.
pub fn serve(app: web::Data<App>, listener: TcpListener) -> std::io::Result<Server> {
    let (workers, shutdown) = (app.config.workers, app.config.shutdown_seconds);
    let server = HttpServer::new(move || {
        Actix::new()
            .into_utoipa_app()
            .configure(routes::routes)
            .into_app()
            .configure(pages::routes)
            .configure(health::routes)
            .app_data(app.clone())
            .default_service(web::route().to(no_such_route))
            .wrap(from_fn(frame))
    })
    .workers(workers)
    .disable_signals()
    .shutdown_timeout(shutdown)
    .listen(listener)?
    .run();
    Ok(server)
}

/// The outermost step of every request: its id, its line in the log, the problem's last fields, headers that every
/// answer has.
async fn frame(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let watch = Stopwatch::start();
    // The same answer as to a GET; the connection leaves the body out.
    if *request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let id = request_id(&request);
    request.extensions_mut().insert(RequestId(id.clone()));
    let app = request.app_data::<web::Data<App>>().cloned();
    let span = tracing::info_span!("request", request_id = %id, operation = Empty, role = Empty, championship = Empty);
    span.in_scope(|| tracing::debug!("taken"));
    let mut response = next.call(request).instrument(span.clone()).await?.map_into_boxed_body();
    let _inside = span.enter();
    let operation = response.request().extensions().get::<Action>().map(|action| action.operation());
    if let Some(operation) = operation {
        span.record("operation", operation);
    }
    if let Some(mut problem) = problem_of(&response) {
        problem.instance = response.request().path().to_owned();
        problem.request_id = id.clone();
        if let Some(cause) = &problem.cause {
            tracing::error!(code = %problem.code, %cause, "the request failed");
        }
        let answered = actix_web::ResponseError::error_response(&problem);
        response = ServiceResponse::new(response.request().clone(), answered);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(REQUEST_ID), value);
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (status, took) = (response.status().as_u16(), watch.elapsed());
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if response.request().path().starts_with("/health/") {
        tracing::debug!(status, ms, "answered");
    } else {
        tracing::info!(status, ms, "answered");
    }
    if let Some(app) = app {
        app.metrics.answered(operation.unwrap_or("other"), status, took);
    }
    Ok(response)
}

/// The problem that an error answer carries; errors that actix made itself become one.
fn problem_of(response: &ServiceResponse<BoxBody>) -> Option<Problem> {
    let status = response.status();
    if let Some(error) = response.response().error() {
        if let Some(problem) = error.as_error::<Problem>() {
            return Some(problem.clone());
        }
        return Some(match status.as_u16() {
            413 => Problem::new(status, "body_too_large", error.to_string()),
            404 => Problem::new(status, "not_found", "there is no such path"),
            400..=499 => Problem::new(actix_web::http::StatusCode::BAD_REQUEST, "invalid_request", error.to_string()),
            _ => Problem::internal(error.to_string()),
        });
    }
    None
}

fn request_id(request: &ServiceRequest) -> String {
    let given = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    match given {
        Some(given)
            if (1..=64).contains(&given.len())
                && given.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) =>
        {
            given.to_owned()
        }
        _ => match request.app_data::<web::Data<App>>() {
            Some(app) => format!("req_{}", app.desk.entropy.uuid(app.desk.clock.now()).simple()),
            None => "req_0".to_owned(),
        },
    }
}

/// No route took it: another method of a known path, or nothing of ours.
async fn no_such_route(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let allowed = openapi::methods_of(request.path());
    if allowed.is_empty() {
        return Err(Problem::new(actix_web::http::StatusCode::NOT_FOUND, "not_found", "there is no such path"));
    }
    let allowed = allowed.join(", ");
    Err(Problem::new(
        actix_web::http::StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        format!("allowed here: {allowed}"),
    )
    .header(header::ALLOW, &allowed))
}

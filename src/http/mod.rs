//! How it is asked. Alone knows actix and utoipa.

pub mod call;
pub mod input;
pub mod openapi;
pub mod page;
pub mod pages;
pub mod problem;
pub mod routes;
pub mod token;
pub mod v1;

use std::net::TcpListener;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderValue;
use actix_web::http::header::{self, HeaderName};
use actix_web::middleware::{Next, from_fn};
use actix_web::{App as Actix, HttpMessage, HttpRequest, HttpResponse, HttpServer, web};
use utoipa_actix_web::AppExt;

use self::call::{REQUEST_ID, RequestId};
use self::problem::Problem;
use self::token::Tokens;
use crate::config::Config;
use crate::service::desk::Desk;

/// What every handler can reach.
pub struct App {
    pub desk: Arc<Desk>,
    pub tokens: Tokens,
    pub config: Config,
}

/// Serves on a listener until told to stop; then answers what is under way.
pub fn serve(app: App, listener: TcpListener, workers: usize) -> std::io::Result<Server> {
    let app = web::Data::new(app);
    let server = HttpServer::new(move || {
        Actix::new()
            .into_utoipa_app()
            .configure(routes::routes)
            .into_app()
            .configure(pages::routes)
            .app_data(app.clone())
            .default_service(web::route().to(no_such_route))
            .wrap(from_fn(frame))
    })
    .workers(workers)
    .shutdown_timeout(20)
    .listen(listener)?
    .run();
    Ok(server)
}

/// The outermost step of every request: its id, the problem's last fields, headers that every answer has.
async fn frame(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let id = request_id(&request);
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.call(request).await?.map_into_boxed_body();
    if let Some(mut problem) = problem_of(&response) {
        problem.instance = response.request().path().to_owned();
        problem.request_id = id.clone();
        if let Some(cause) = &problem.cause {
            tracing::error!(request_id = %id, code = %problem.code, %cause, "the request failed");
        }
        let answered = actix_web::ResponseError::error_response(&problem);
        response = ServiceResponse::new(response.request().clone(), answered);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(REQUEST_ID), value);
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
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

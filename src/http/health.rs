//! `/health/live` and `/health/ready` for whoever watches the instance, and `/metrics` on a port of its own.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::http::header;
use actix_web::{App as Actix, HttpResponse, HttpServer, web};

use super::App;
use super::pages::only_get;
use super::problem::Problem;
use crate::service::error::Error;
use crate::service::health;
use crate::telemetry::Figures;

const READY_WITHIN: Duration = Duration::from_secs(1);

pub fn routes(config: &mut web::ServiceConfig) {
    let page = |path: &str| web::resource(path).default_service(web::route().to(only_get));
    config
        .service(page("/health/live").route(web::get().to(live)))
        .service(page("/health/ready").route(web::get().to(ready)));
}

/// Serves `/metrics`, and nothing else.
pub fn serve_metrics(app: web::Data<App>, listener: TcpListener) -> std::io::Result<Server> {
    let server = HttpServer::new(move || {
        Actix::new().app_data(app.clone()).service(web::resource("/metrics").route(web::get().to(metrics)))
    });
    Ok(server.workers(1).disable_signals().shutdown_timeout(1).listen(listener)?.run())
}

fn is(state: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(std::collections::BTreeMap::from([("status", state)]))
}

async fn live() -> HttpResponse {
    is("live")
}

async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let unavailable =
        |detail: &str| Problem::of(Error::Unavailable { detail: detail.to_owned(), retry_after_seconds: 1 });
    if app.draining.is_set() {
        return Err(unavailable("the server is stopping"));
    }
    let desk = app.desk.clone();
    match actix_web::rt::time::timeout(READY_WITHIN, web::block(move || health::ready(&desk))).await {
        Ok(Ok(Ok(()))) => Ok(is("ready")),
        Ok(Ok(Err(error @ Error::Unavailable { .. }))) => Err(Problem::of(error)),
        Ok(Ok(Err(error))) => {
            let mut problem = unavailable("the database is not ready");
            problem.cause = Some(error.to_string());
            Err(problem)
        }
        Ok(Err(_)) => Err(unavailable("the server is stopping")),
        Err(_) => Err(unavailable("the database did not answer within a second")),
    }
}

async fn metrics(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let desk = app.desk.clone();
    let figures = match web::block(move || health::figures(&desk)).await {
        Ok(Ok((connections, idle, position))) => Some(Figures { connections, idle, position }),
        _ => None,
    };
    let text = app.metrics.text(figures).map_err(Problem::internal)?;
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text))
}

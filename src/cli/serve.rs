//! `serve`.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::rt::signal::unix::{SignalKind, signal};
use actix_web::rt::{System, spawn, time};
use actix_web::web::Data;
use teamchess::config::Config;
use teamchess::http::token::Tokens;
use teamchess::http::{self, App, Draining};
use teamchess::service::desk::Desk;
use teamchess::service::setup::Holds;
use teamchess::service::{accounts, clockwork, personal_data, setup};
use teamchess::storage::migrations;
use teamchess::telemetry;

use super::{Failure, Outcome, open};

pub fn run(config: Config, demo: bool) -> Outcome {
    telemetry::log_to_stdout(&config).map_err(Failure::new)?;
    let pool = open::pool(&config)?;
    for name in migrations::run(pool.url(), &mut *pool.get()?)? {
        tracing::info!(migration = name, "the schema was brought up to date");
    }
    let master = open::master_key(&config, &pool)?;
    let desk = Arc::new(open::desk(pool, &master));
    setup::seed(&desk)?;
    let demo_code = if demo { begin_demo(&desk)? } else { None };
    if !setup::has_admin(&desk)? {
        tracing::warn!(
            "nobody is administrator yet: make the first one with `teamchess account first-admin LOGIN --name NAME`"
        );
    }
    let tokens = Tokens::open(&desk, master, config.issuer.clone())?;
    let api = bind("listen", config.listen)?;
    let metrics = config.metrics_listen.map(|address| bind("metrics_listen", address)).transpose()?;
    let app = Data::new(App::new(desk, tokens, config)?);
    if let Some(code) = demo_code {
        play_demo(format!("http://{}", api.local_addr()?), code);
    }
    System::new().block_on(until_stopped(app, api, metrics))
}

/// The activation code of the demo's administrator; none if the demo has been played into this database before.
fn begin_demo(desk: &Desk) -> Result<Option<String>, Failure> {
    match setup::holds(desk)? {
        Holds::Nothing => Ok(accounts::make_first_admin(desk, super::replay::ADMIN, "Administrator", false)?.code),
        Holds::Sandboxes => {
            eprintln!(
                "This database is not empty, so no demo was played into it. Accounts of an earlier demo were printed when it was made; for a new one, name another database."
            );
            Ok(None)
        }
        Holds::RealData => Err(Failure::new("this database holds real data: the demo is for an empty one")),
    }
}

/// Beside the server, which it fills through the API.
fn play_demo(url: String, code: String) {
    std::thread::spawn(move || {
        if let Err(failure) = super::demo::fill(&url, &code) {
            eprint!("{failure}");
        }
    });
}

fn bind(setting: &str, address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).map_err(|cause| Failure::new(format!("{setting} {address}: {cause}")))
}

async fn until_stopped(app: Data<App>, api: TcpListener, metrics: Option<TcpListener>) -> Outcome {
    let address = api.local_addr()?;
    if let Some(listener) = metrics {
        let metrics_address = listener.local_addr()?;
        spawn(http::health::serve_metrics(app.clone(), listener)?);
        tracing::info!(address = %metrics_address, "metrics");
    }
    let (draining, lead) = (app.draining.clone(), Duration::from_secs(app.config.drain_seconds));
    spawn(wind_the_clockwork(app.clone()));
    spawn(forget_documents(app.clone()));
    let server = http::serve(app, api)?;
    stop_when_told(server.handle(), draining, lead)?;
    tracing::info!(address = %address, "listening");
    server.await?;
    tracing::info!("stopped");
    Ok(())
}

/// Once a minute: what falls due is announced, and a new signing key is taken up.
async fn wind_the_clockwork(app: Data<App>) {
    let mut minute = time::interval(Duration::from_secs(60));
    loop {
        minute.tick().await;
        let app = app.clone();
        let turn = move || app.tokens.refresh(&app.desk).and(clockwork::announce_due_moments(&app.desk));
        match actix_web::web::block(turn).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the clockwork"),
            Err(_) => return,
        }
    }
}

/// Once an hour: contents of documents that are kept no longer are deleted.
async fn forget_documents(app: Data<App>) {
    let mut hour = time::interval(Duration::from_secs(3600));
    loop {
        hour.tick().await;
        let (desk, keep_days) = (app.desk.clone(), app.config.documents_keep_days);
        match actix_web::web::block(move || personal_data::expire_documents(&desk, keep_days)).await {
            Ok(Ok(0)) => {}
            Ok(Ok(documents)) => tracing::info!(documents, "contents deleted"),
            Ok(Err(error)) => tracing::warn!(%error, "documents"),
            Err(_) => return,
        }
    }
}

/// SIGTERM and SIGINT: say that we are not ready, take no more connections, answer what is under way. Once more: stop
/// at once.
fn stop_when_told(server: ServerHandle, draining: Draining, lead: Duration) -> Outcome {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    spawn(async move {
        first_of(&mut terminate, &mut interrupt).await;
        draining.set();
        tracing::info!("stopping");
        let gentle = server.clone();
        spawn(async move {
            time::sleep(lead).await;
            gentle.stop(true).await;
        });
        first_of(&mut terminate, &mut interrupt).await;
        server.stop(false).await;
    });
    Ok(())
}

async fn first_of(one: &mut actix_web::rt::signal::unix::Signal, other: &mut actix_web::rt::signal::unix::Signal) {
    futures_util::future::select(Box::pin(one.recv()), Box::pin(other.recv())).await;
}

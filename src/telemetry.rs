//! What the operator sees: logs to standard output, and the metrics registry.

use std::time::{Duration, Instant};

use prometheus::{Encoder, HistogramOpts, HistogramVec, IntGauge, Opts, Registry, TextEncoder};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::time::SystemTime;

use crate::config::{Config, LogFormat};

/// Sends the log to standard output from now on: JSON, one object a line, or plain lines for people.
pub fn log_to_stdout(config: &Config) -> Result<(), String> {
    // The server's own life is told by us; actix tells it again, for every worker.
    let directives = match config.log_level.as_str() {
        "info" => "info,actix_server=warn",
        other => other,
    };
    let filter = EnvFilter::try_new(directives).map_err(|cause| format!("log_level: {cause}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_timer(SystemTime);
    match config.log_format {
        LogFormat::Json => {
            log.json().flatten_event(true).with_current_span(true).with_span_list(false).with_target(false).try_init()
        }
        LogFormat::Plain => log.compact().with_target(false).try_init(),
    }
    .map_err(|cause| format!("log: {cause}"))
}

/// Runs from its making; the clock of the law is another.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "a duration for logs and metrics; nothing is decided by it")]
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// What is measured between two looks at the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    pub connections: u32,
    pub idle: u32,
    /// Of the last journal entry.
    pub position: i64,
}

/// The metrics of one instance.
pub struct Metrics {
    registry: Registry,
    requests: HistogramVec,
    connections: IntGauge,
    idle: IntGauge,
    position: IntGauge,
}

impl Metrics {
    pub fn new() -> prometheus::Result<Self> {
        let requests = HistogramVec::new(
            HistogramOpts::new("teamchess_request_duration_seconds", "Requests answered, by operation and status")
                .buckets(vec![0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0]),
            &["operation", "status"],
        )?;
        let gauge = |name: &str, help: &str| IntGauge::with_opts(Opts::new(name, help));
        let metrics = Self {
            registry: Registry::new(),
            requests,
            connections: gauge("teamchess_database_connections", "Open connections to the database")?,
            idle: gauge("teamchess_database_connections_idle", "Open connections that nobody uses")?,
            position: gauge("teamchess_journal_position", "Position of the last journal entry")?,
        };
        metrics.registry.register(Box::new(metrics.requests.clone()))?;
        for gauge in [&metrics.connections, &metrics.idle, &metrics.position] {
            metrics.registry.register(Box::new(gauge.clone()))?;
        }
        Ok(metrics)
    }

    /// Counts one answered request; `operation` is an operation id, never a path.
    pub fn answered(&self, operation: &str, status: u16, took: Duration) {
        let class = match status {
            100..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        self.requests.with_label_values(&[operation, class]).observe(took.as_secs_f64());
    }

    /// The registry in Prometheus' text format. `None`: the database did not answer, and its figures stay as they were.
    pub fn text(&self, figures: Option<Figures>) -> Result<String, String> {
        if let Some(figures) = figures {
            self.connections.set(i64::from(figures.connections));
            self.idle.set(i64::from(figures.idle));
            self.position.set(figures.position);
        }
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text).map_err(|cause| cause.to_string())?;
        String::from_utf8(text).map_err(|cause| cause.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Figures, Metrics};

    #[test]
    fn requests_are_counted_by_operation_and_class() {
        let metrics = Metrics::new().unwrap();
        metrics.answered("draw_lots", 201, Duration::from_millis(3));
        metrics.answered("draw_lots", 200, Duration::from_millis(3));
        metrics.answered("draw_lots", 409, Duration::from_millis(3));
        let text = metrics.text(Some(Figures { connections: 4, idle: 3, position: 17 })).unwrap();
        for line in [
            "teamchess_request_duration_seconds_count{operation=\"draw_lots\",status=\"2xx\"} 2",
            "teamchess_request_duration_seconds_count{operation=\"draw_lots\",status=\"4xx\"} 1",
            "teamchess_request_duration_seconds_bucket{operation=\"draw_lots\",status=\"2xx\",le=\"0.0025\"} 0",
            "teamchess_request_duration_seconds_bucket{operation=\"draw_lots\",status=\"2xx\",le=\"0.005\"} 2",
            "teamchess_database_connections_idle 3",
            "teamchess_journal_position 17",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}

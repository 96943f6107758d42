//! The program itself, as an operator runs it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;
use teamchess::storage::DatabaseUrl;

use super::master_key;

/// The program with the settings of the tests; nothing of the environment's own settings.
pub fn teamchess(database: &DatabaseUrl) -> Command {
    let url = match database {
        DatabaseUrl::Sqlite(path) => format!("sqlite:{path}"),
        DatabaseUrl::Postgres(url) => url.clone(),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_teamchess"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TEAMCHESS_") {
            command.env_remove(name);
        }
    }
    command
        .env("TEAMCHESS_DATABASE_URL", url)
        .env("TEAMCHESS_MASTER_KEY", master_key().to_base64())
        .env("TEAMCHESS_ISSUER", "http://localhost")
        .env("TEAMCHESS_LISTEN", "127.0.0.1:0")
        .env("TEAMCHESS_METRICS_LISTEN", "127.0.0.1:0")
        .env("TEAMCHESS_LOG_LEVEL", "warn,teamchess=debug");
    command
}

/// What it said and how it ended.
pub fn ended(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// A running `serve`, killed when dropped.
pub struct Process {
    pub child: Child,
    pub base: String,
    pub metrics: String,
    lines: Receiver<String>,
    /// The log so far.
    pub log: Vec<String>,
}

impl Process {
    pub fn serve(mut command: Command) -> Self {
        command.arg("serve");
        Self::started(command)
    }

    pub fn started(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let (send, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Self { child, base: String::new(), metrics: String::new(), lines, log: Vec::new() };
        let address = |line: Value| format!("http://{}", line["address"].as_str().unwrap());
        process.metrics = address(process.wait_for("metrics"));
        process.base = address(process.wait_for("listening"));
        process
    }

    /// Reads the log up to that message.
    pub fn wait_for(&mut self, message: &str) -> Value {
        loop {
            let line = self.lines.recv().unwrap_or_else(|_| panic!("no {message} in {:#?}", self.log));
            let value: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line}"));
            self.log.push(line);
            if value["message"] == message {
                return value;
            }
        }
    }

    pub fn terminate(&self) {
        let told = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status().unwrap();
        assert!(told.success());
    }

    /// Waits for its end, and reads the rest of the log.
    pub fn end(mut self) -> (ExitStatus, Vec<String>) {
        let status = self.child.wait().unwrap();
        self.log.extend(self.lines.iter());
        (status, std::mem::take(&mut self.log))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

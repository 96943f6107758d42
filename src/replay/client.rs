//! People who speak to a server over HTTP, and try again when it asks them to.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// A server and the run that speaks to it.
pub struct Client {
    agent: ureq::Agent,
    base: String,
    /// Makes the idempotency keys of this run its own.
    run: String,
    next_key: AtomicU64,
    watcher: Option<Watcher>,
}

/// One request, and what was answered to it.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub token: Option<String>,
    pub method: &'static str,
    pub path: String,
    pub key: Option<String>,
    pub if_match: Option<String>,
    pub request: Option<Value>,
    /// Absent before the answer is there.
    pub answer: Option<(u16, Value)>,
}

/// Is told of every exchange, before it and after it.
pub type Watcher = Box<dyn Fn(&Exchange) + Send + Sync>;

/// Somebody with an account.
pub struct Person<'a> {
    client: &'a Client,
    pub name: String,
    pub account: String,
    token: String,
}

/// What a server answered to a request that it accepted.
#[derive(Debug, Clone)]
pub struct Answer {
    pub body: Value,
    pub etag: String,
}

/// Why a step of the play did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The server refused, with its own words.
    Refused { who: String, method: &'static str, path: String, status: u16, body: String },
    /// The server does not answer.
    Unreachable { path: String, cause: String },
    /// The answer lacks what every such answer has.
    Unexpected { path: String, what: String },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused { who, method, path, status, body } => {
                let problem: Value = serde_json::from_str(body).unwrap_or(Value::Null);
                let code = problem["code"].as_str().unwrap_or_default();
                let detail = problem["detail"].as_str().unwrap_or(body);
                write!(f, "{who} was refused: {method} {path} answered {status} {code}: {detail}")
            }
            Failure::Unreachable { path, cause } => write!(f, "no answer to {path}: {cause}"),
            Failure::Unexpected { path, what } => write!(f, "the answer to {path} has no {what}"),
        }
    }
}

impl std::error::Error for Failure {}

pub type Result<T> = std::result::Result<T, Failure>;

/// How often a request is sent at most, to a server that is busy, or that stops and comes back.
const TRIES: u32 = 40;

impl Client {
    pub fn new(base: &str, run: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .into();
        Self {
            agent,
            base: base.trim_end_matches('/').to_owned(),
            run: run.to_owned(),
            next_key: AtomicU64::new(1),
            watcher: None,
        }
    }

    /// Tells somebody of every exchange: how the examples of the document are recorded.
    pub fn watched_by(mut self, watcher: Watcher) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// Signs in with a password.
    pub fn sign_in(&self, login: &str, password: &str) -> Result<Person<'_>> {
        const PATH: &str = "/oauth/token";
        let form =
            [("grant_type", "password"), ("client_id", "teamchess"), ("username", login), ("password", password)];
        let (status, text, ..) =
            self.retrying(PATH, || self.agent.post(format!("{}{PATH}", self.base)).send_form(form))?;
        let body = accepted(login, "POST", PATH, status, text)?;
        let token = text_of(&body, PATH, "access_token")?;
        let mut person = Person { client: self, name: login.to_owned(), account: String::new(), token };
        person.account = text_of(&person.get("/v1/me")?.body, "/v1/me", "account.id")?;
        Ok(person)
    }

    /// Chooses the password of an invited account.
    pub fn activate(&self, code: &str, password: &str) -> Result<()> {
        self.send(
            "the invited",
            None,
            "POST",
            "/v1/account-activations",
            None,
            Some(json!({"code": code, "password": password})),
        )
        .map(|_| ())
    }

    fn send(
        &self,
        who: &str,
        token: Option<&str>,
        method: &'static str,
        path: &str,
        etag: Option<&str>,
        body: Option<Value>,
    ) -> Result<Answer> {
        // The same key for each retry: what was done before an answer was lost is not done twice.
        let key = format!("{}-{}", self.run, self.next_key.fetch_add(1, Ordering::Relaxed));
        // A text alone is the content of a file, and is sent as it is.
        let (bytes, content_type) = match &body {
            Some(Value::String(file)) => (file.clone().into_bytes(), "application/pdf"),
            Some(json) => (json.to_string().into_bytes(), "application/json"),
            None => (Vec::new(), "application/json"),
        };
        let mut exchange = Exchange {
            token: token.map(str::to_owned),
            method,
            path: path.to_owned(),
            key: (method == "POST").then(|| key.clone()),
            if_match: etag.map(str::to_owned),
            request: body,
            answer: None,
        };
        if let Some(watcher) = &self.watcher {
            watcher(&exchange);
        }
        let (status, text, etag, tries) = self.retrying(path, || {
            let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
            if let Some(token) = token {
                request = request.header("Authorization", format!("Bearer {token}"));
            }
            if let Some(etag) = etag {
                request = request.header("If-Match", etag);
            }
            if method == "POST" {
                request = request.header("Idempotency-Key", &key);
            }

            if method == "GET" {
                self.agent.run(request.body(())?)
            } else {
                self.agent.run(request.header("Content-Type", content_type).body(bytes.clone())?)
            }
        })?;
        if let Some(watcher) = &self.watcher {
            exchange.answer = Some((status, serde_json::from_str(&text).unwrap_or(Value::Null)));
            watcher(&exchange);
        }
        if method == "PUT" && status == 428 && tries > 1 {
            // The first try was stored and its answer lost: what stands there is what was sent.
            return self.send(who, token, "GET", path, None, None);
        }
        Ok(Answer { body: accepted(who, method, path, status, text)?, etag })
    }

    /// Sends until the server no longer says that it is busy; waits as long as it asks.
    fn retrying(
        &self,
        path: &str,
        send: impl Fn() -> std::result::Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<(u16, String, String, u32)> {
        let unreachable = |cause: ureq::Error| Failure::Unreachable { path: path.to_owned(), cause: cause.to_string() };
        let mut tries = 0;
        loop {
            tries += 1;
            let mut response = match send() {
                Ok(response) => response,
                Err(_) if tries < TRIES => {
                    std::thread::sleep(Duration::from_millis(500));
                    continue;
                }
                Err(cause) => return Err(unreachable(cause)),
            };
            let status = response.status().as_u16();
            let header = |name: &str| {
                response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
            };
            let (etag, retry_after) = (header("etag"), header("retry-after"));
            if matches!(status, 429 | 503) && tries < TRIES {
                std::thread::sleep(Duration::from_secs(retry_after.parse().unwrap_or(1).clamp(1, 60)));
                continue;
            }
            match response.body_mut().read_to_string() {
                Ok(text) => return Ok((status, text, etag, tries)),
                // The connection broke within the answer: the same request again.
                Err(_) if tries < TRIES => {}
                Err(cause) => return Err(unreachable(cause)),
            }
        }
    }
}

impl Person<'_> {
    pub fn get(&self, path: &str) -> Result<Answer> {
        self.send("GET", path, None, None)
    }

    pub fn post(&self, path: &str, body: Value) -> Result<Answer> {
        self.send("POST", path, None, Some(body))
    }

    /// A file that is all text.
    pub fn upload(&self, path: &str, file: String) -> Result<Answer> {
        self.send("POST", path, None, Some(Value::String(file)))
    }

    /// Of something that was seen in that version.
    pub fn post_if(&self, path: &str, etag: &str, body: Value) -> Result<Answer> {
        self.send("POST", path, Some(etag), Some(body))
    }

    pub fn put(&self, path: &str, body: Value) -> Result<Answer> {
        self.send("PUT", path, None, Some(body))
    }

    fn send(&self, method: &'static str, path: &str, etag: Option<&str>, body: Option<Value>) -> Result<Answer> {
        self.client.send(&self.name, Some(&self.token), method, path, etag, body)
    }
}

fn accepted(who: &str, method: &'static str, path: &str, status: u16, text: String) -> Result<Value> {
    if (200..300).contains(&status) {
        serde_json::from_str(&text)
            .map_err(|_| Failure::Unexpected { path: path.to_owned(), what: "readable JSON".to_owned() })
    } else {
        Err(Failure::Refused { who: who.to_owned(), method, path: path.to_owned(), status, body: text })
    }
}

/// A text field that the answer always has.
pub fn text_of(body: &Value, path: &str, field: &str) -> Result<String> {
    body.pointer(&format!("/{}", field.replace('.', "/")))
        .and_then(Value::as_str)
        .map(str::to_owned)
        .ok_or_else(|| Failure::Unexpected { path: path.to_owned(), what: field.to_owned() })
}

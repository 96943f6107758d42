//! A person who speaks to the server, with a token or without.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::http::Response;

#[derive(Clone, Debug)]
pub struct Person {
    base: String,
    pub token: Option<String>,
    pub account: Option<String>,
}

/// A fresh `Idempotency-Key`.
pub fn key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("key-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Person {
    pub fn new(base: &str, token: Option<String>, account: Option<String>) -> Self {
        Self { base: base.to_owned(), token, account }
    }

    pub fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], None)
    }

    /// With a fresh key.
    pub fn post(&self, path: &str, body: Value) -> Response {
        self.send("POST", path, &[("Idempotency-Key", &key())], Some(body.to_string().as_bytes()))
    }

    /// With a fresh key and the version seen.
    pub fn post_if(&self, path: &str, etag: &str, body: Value) -> Response {
        self.send("POST", path, &[("Idempotency-Key", &key()), ("If-Match", etag)], Some(body.to_string().as_bytes()))
    }

    pub fn put(&self, path: &str, body: Value) -> Response {
        self.send("PUT", path, &[], Some(body.to_string().as_bytes()))
    }

    pub fn put_if(&self, path: &str, etag: &str, body: Value) -> Response {
        self.send("PUT", path, &[("If-Match", etag)], Some(body.to_string().as_bytes()))
    }

    pub fn patch_if(&self, path: &str, etag: &str, body: Value) -> Response {
        self.send("PATCH", path, &[("If-Match", etag)], Some(body.to_string().as_bytes()))
    }

    /// Anything, with headers and a raw body as they are.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Response {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).build().into();
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        if body.is_some() && !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
            request = request.header("Content-Type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = match body {
            Some(body) => agent.run(request.body(body.to_vec()).unwrap()).unwrap(),
            None => agent.run(request.body(()).unwrap()).unwrap(),
        };
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec().unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Response { status: response.status().as_u16(), headers, text, body }
    }
}

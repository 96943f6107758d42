//! Signing in as people do: with a form, from an address.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Person, Response, TestApp};

pub const PASSWORD: &str = "correct horse battery";

/// Where people are unless the test says otherwise.
pub const HOME: &str = "198.51.100.7";

impl TestApp {
    /// The token endpoint, asked from an address with these parameters.
    pub fn asks_for_token(&self, address: &str, form: &[(&str, &str)]) -> Response {
        let body = form.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&");
        let headers = [("Content-Type", "application/x-www-form-urlencoded"), ("X-Forwarded-For", address)];
        self.public().send("POST", "/oauth/token", &headers, Some(body.as_bytes()))
    }

    pub fn signs_in_from(&self, address: &str, login: &str, password: &str) -> Response {
        let form =
            [("grant_type", "password"), ("client_id", "teamchess"), ("username", login), ("password", password)];
        self.asks_for_token(address, &form)
    }

    pub fn signs_in(&self, login: &str, password: &str) -> Response {
        self.signs_in_from(HOME, login, password)
    }

    pub fn refreshes(&self, token: &str) -> Response {
        let form = [("grant_type", "refresh_token"), ("client_id", "teamchess"), ("refresh_token", token)];
        self.asks_for_token(HOME, &form)
    }

    /// Somebody with this access token.
    pub fn with_token(&self, token: &str) -> Person {
        Person::new(&self.base, Some(token.to_owned()), None)
    }

    /// Invites an account and activates it; its id.
    pub fn has_account(&self, admin: &Person, login: &str) -> String {
        let invited = admin.post("/v1/accounts", json!({"login": login, "name": login})).expect(201);
        let code = invited["code"].as_str().unwrap();
        self.activates(code, PASSWORD).expect(200);
        invited["account"]["id"].as_str().unwrap().to_owned()
    }

    pub fn activates(&self, code: &str, password: &str) -> Response {
        self.sends_from(HOME, "/v1/account-activations", json!({"code": code, "password": password}))
    }

    pub fn sends_from(&self, address: &str, path: &str, body: Value) -> Response {
        self.public().send("POST", path, &[("X-Forwarded-For", address)], Some(body.to_string().as_bytes()))
    }
}

fn encoded(value: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").unwrap();
        }
        text
    })
}

//! What came back.

use serde_json::Value;

/// An answer of the server; its body is JSON or null.
#[derive(Debug, Clone)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
    pub body: Value,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The entity tag, quotes included.
    pub fn etag(&self) -> String {
        self.header("etag").unwrap_or_else(|| panic!("no ETag in {self:?}")).to_owned()
    }

    /// Asserts the status and returns the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.body
    }

    /// Asserts a problem: status, code, and article where one is given (`"Art. 6"`).
    #[track_caller]
    pub fn refused(self, status: u16, code: &str, article: Option<&str>) -> Value {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{}", self.text);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        if let Some(article) = article {
            assert_eq!(self.body["regulation"]["article"].as_str(), Some(article), "{}", self.text);
        }
        self.body
    }
}

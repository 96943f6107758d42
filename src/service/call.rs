//! What a caller sends beside the body, and what comes back, free of HTTP.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use crate::domain::ids::AccountId;

/// Who the verified token says that the caller is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bearer {
    Nobody,
    Account {
        id: AccountId,
        /// Must equal the account's own, so that a revocation is immediate.
        token_version: i64,
    },
    /// The server itself.
    System,
}

/// `If-Match`, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// `*`: whatever is there.
    Any,
    /// The version parts of the tags named. A weak tag has none.
    Versions(Vec<i64>),
}

/// One request, as the desk sees it.
#[derive(Clone, Debug)]
pub struct Call {
    pub bearer: Bearer,
    pub request_id: String,
    pub path: String,
    pub idempotency_key: Option<String>,
    /// The exact body, for the fingerprint of the idempotency record.
    pub body: Vec<u8>,
    pub if_match: Option<IfMatch>,
    /// `If-None-Match: *`: create only.
    pub create_only: bool,
    pub validate_only: bool,
}

impl Call {
    /// A call that the server makes itself, without token, key or precondition.
    pub fn by_system(path: &str) -> Self {
        Self {
            bearer: Bearer::System,
            request_id: "system".to_owned(),
            path: path.to_owned(),
            idempotency_key: None,
            body: Vec::new(),
            if_match: Some(IfMatch::Any),
            create_only: false,
            validate_only: false,
        }
    }
}

/// What an operation answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub created: bool,
    /// JSON, or empty.
    pub body: Vec<u8>,
    /// The entity tag without quotes: version, then view and derived state where a resource has several.
    pub etag: Option<String>,
    pub location: Option<String>,
    /// Shows something that is shown once: not kept for replays.
    pub secret: bool,
    /// The body is a file, not JSON.
    pub file: Option<FileHead>,
}

/// What is said of a file that is handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHead {
    pub media_type: &'static str,
    pub name: String,
}

impl Answer {
    pub fn ok<T: Serialize>(value: &T) -> Result<Self> {
        Ok(Self { created: false, body: json(value)?, etag: None, location: None, secret: false, file: None })
    }

    pub fn created<T: Serialize>(value: &T, location: impl Into<String>) -> Result<Self> {
        Ok(Self {
            created: true,
            body: json(value)?,
            etag: None,
            location: Some(location.into()),
            secret: false,
            file: None,
        })
    }

    pub fn file(content: Vec<u8>, head: FileHead) -> Self {
        Self { created: false, body: content, etag: None, location: None, secret: false, file: Some(head) }
    }

    /// 201 if it is new, else 200.
    pub fn put<T: Serialize>(value: &T, created: bool, location: impl Into<String>) -> Result<Self> {
        if created { Self::created(value, location) } else { Self::ok(value) }
    }

    /// Of a resource with one view.
    pub fn version(mut self, version: i64) -> Self {
        self.etag = Some(version.to_string());
        self
    }

    /// Of a resource with several views: version, view and derived state, such as `17-own-open`.
    pub fn view(mut self, version: i64, view: &str) -> Self {
        self.etag = Some(format!("{version}-{view}"));
        self
    }

    /// Of a view that also shows parts of other resources: the tag follows whatever it shows.
    pub fn view_of_parts(self, version: i64, view: &str) -> Self {
        let digest: String = Sha256::digest(&self.body).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        self.view(version, &format!("{view}-{digest}"))
    }

    pub fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

fn json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|cause| Error::Internal(format!("answer: {cause}")))
}

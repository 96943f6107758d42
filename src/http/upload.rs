//! Files as they are, not as JSON: their own limit, their type, and their digest.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::input::{MAX_BODY, RawBody, read_limited};
use super::problem::Problem;
use crate::domain::document::{MAX_DOCUMENT, MediaType};
use crate::domain::score_sheet::Kind;

/// What a score sheet may come as, beside pictures.
const GAMES: [&str; 3] = ["application/vnd.chess-pgn", "application/x-chess-pgn", "text/plain"];

/// The bytes of a score sheet, and what the caller says that they are.
pub struct SheetUpload {
    pub content: Vec<u8>,
    pub said: Option<Kind>,
}

/// Games in PGN.
pub struct GamesUpload(pub Vec<u8>);

impl FromRequest for SheetUpload {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let said = if GAMES.contains(&essence(&request).as_str()) {
                Some(Kind::Game)
            } else {
                media_type(&request)?.map(Kind::Scan)
            };
            let content = read_file(&request, &mut payload, MAX_DOCUMENT).await?;
            Ok(SheetUpload { content, said })
        })
    }
}

impl FromRequest for GamesUpload {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let said = essence(&request);
            if !GAMES.contains(&said.as_str()) && said != BYTES {
                return Err(Problem::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "unsupported_media_type",
                    "the body must be application/vnd.chess-pgn, application/x-chess-pgn or text/plain",
                ));
            }
            Ok(GamesUpload(read_file(&request, &mut payload, MAX_BODY).await?))
        })
    }
}

/// A body within its limit that is what its digest says.
async fn read_file(request: &HttpRequest, payload: &mut Payload, limit: usize) -> Result<Vec<u8>, Problem> {
    let content = read_limited(request, payload, limit).await?;
    check_digest(request, &content)?;
    request.extensions_mut().insert(RawBody(content.clone()));
    Ok(content.to_vec())
}

/// The media type that the caller names, without its parameters.
fn essence(request: &HttpRequest) -> String {
    let said = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// RFC 9530.
pub const CONTENT_DIGEST: &str = "content-digest";
/// What the caller says who does not say what the bytes are.
const BYTES: &str = "application/octet-stream";

/// The bytes of a document, and what the caller says that they are.
pub struct Upload {
    pub content: Vec<u8>,
    pub said: Option<MediaType>,
}

impl FromRequest for Upload {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let said = media_type(&request)?;
            Ok(Upload { content: read_file(&request, &mut payload, MAX_DOCUMENT).await?, said })
        })
    }
}

fn media_type(request: &HttpRequest) -> Result<Option<MediaType>, Problem> {
    let essence = essence(request);
    match MediaType::from_code(&essence) {
        None if essence == BYTES => Ok(None),
        None => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "the body must be application/pdf, image/jpeg or image/png, or application/octet-stream and one of these",
        )),
        found => Ok(found),
    }
}

/// `sha-256=:…:`, among others that we do not know.
fn check_digest(request: &HttpRequest, content: &[u8]) -> Result<(), Problem> {
    let Some(value) = request.headers().get(CONTENT_DIGEST) else { return Ok(()) };
    let members = value.to_str().unwrap_or_default().split(',').map(str::trim);
    match members.filter_map(|member| member.strip_prefix("sha-256=")).next() {
        None => Err(Problem::bad_request("Content-Digest must have a sha-256")),
        Some(_) if value.to_str().unwrap_or_default().contains(&digest_header(content)) => Ok(()),
        Some(said) => Err(Problem::bad_request(format!(
            "the body's sha-256 is {}, and Content-Digest says {said}",
            digest_header(content).trim_start_matches("sha-256=")
        ))),
    }
}

/// The value of `Content-Digest` for these bytes.
pub fn digest_header(content: &[u8]) -> String {
    format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(content)))
}

/// The bytes of a style or a script, as a content security policy names them.
pub fn source_digest(source: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(source)))
}

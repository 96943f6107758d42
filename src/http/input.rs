//! Bodies and path parts, read strictly: the first fault of shape is named with its place.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::rt::time::timeout;
use actix_web::web::{self, Bytes, BytesMut};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use super::App;
use super::problem::{FieldError, Problem};
use crate::domain::violation::Rule;

pub const MAX_BODY: usize = 1 << 20;

/// A JSON body of the right shape and within its ranges.
pub struct Input<T>(pub T);

/// The exact bytes of the body, kept beside the request for the idempotency fingerprint.
#[derive(Clone)]
pub struct RawBody(pub Bytes);

impl<T: DeserializeOwned + Validate + 'static> FromRequest for Input<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let bytes = read_body(&request, &mut payload).await?;
            request.extensions_mut().insert(RawBody(bytes.clone()));
            let value = parse::<T>(&bytes)?;
            value.validate().map_err(|errors| out_of_range(&errors))?;
            Ok(Input(value))
        })
    }
}

async fn read_body(request: &HttpRequest, payload: &mut Payload) -> Result<Bytes, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let patch = request.method() == actix_web::http::Method::PATCH && essence == "application/merge-patch+json";
    if essence != "application/json" && !patch {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "the body must be application/json",
        ));
    }
    read_limited(request, payload, MAX_BODY).await
}

/// A body of at most so many bytes, refused by its announced length before a byte is read, and not waited for for ever.
pub async fn read_limited(request: &HttpRequest, payload: &mut Payload, limit: usize) -> Result<Bytes, Problem> {
    if request.headers().get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "the body must come without a Content-Encoding",
        ));
    }
    let too_large = || {
        let detail = format!("a body has at most {limit} bytes here");
        let mut problem = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", detail);
        problem.facts.insert("maximum".to_owned(), limit.into());
        problem
    };
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    let patience = request.app_data::<web::Data<App>>().map_or(10, |app| app.config.body_stall_seconds);
    let mut body = BytesMut::new();
    loop {
        let Ok(next) = timeout(Duration::from_secs(patience), payload.next()).await else {
            let detail = format!("nothing more of the body came for {patience} seconds");
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "body_stalled", detail));
        };
        let Some(chunk) = next else { return Ok(body.freeze()) };
        let chunk = chunk.map_err(|cause| Problem::bad_request(format!("the body broke off: {cause}")))?;
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::bad_request("the body is not valid UTF-8"))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let Object(value) = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let message = error.inner().to_string();
        let pointer = pointer(&error.path().to_string(), &message);
        Problem::bad_request(format!("{}: {message}", if pointer.is_empty() { "the body" } else { &pointer })).at(
            &pointer,
            "invalid_request",
            &message,
        )
    })?;
    json.end().map_err(|_| Problem::bad_request("something follows the JSON value"))?;
    Ok(value)
}

/// `roster[0].person` as a JSON Pointer; a field that is missing or unknown is named by the message alone.
fn pointer(path: &str, message: &str) -> String {
    let named = ["missing field `", "unknown field `"].iter().find_map(|start| message.strip_prefix(start));
    let field = named.and_then(|rest| rest.split('`').next());
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).filter(|part| !part.is_empty());
    let mut parts: Vec<&str> = parts.collect();
    if let Some(field) = field.filter(|field| parts.last() != Some(field)) {
        parts.push(field);
    }
    parts.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

fn out_of_range(errors: &ValidationErrors) -> Problem {
    let mut problem = Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        Rule::InvalidValue.code(),
        "one or more values are outside their range",
    );
    collect(errors, "", &mut problem);
    problem.errors.sort_by(|one, other| one.pointer.cmp(&other.pointer));
    problem
}

fn collect(errors: &ValidationErrors, prefix: &str, problem: &mut Problem) {
    for (field, kind) in errors.errors() {
        let place = format!("{prefix}/{field}");
        match kind {
            ValidationErrorsKind::Field(faults) => {
                for fault in faults {
                    let message = fault.message.clone().unwrap_or_else(|| describe(fault).into());
                    problem.errors.push(FieldError::new(&place, Rule::InvalidValue.code(), &message));
                }
            }
            ValidationErrorsKind::Struct(inner) => collect(inner, &place, problem),
            ValidationErrorsKind::List(items) => {
                for (index, inner) in items {
                    collect(inner, &format!("{place}/{index}"), problem);
                }
            }
        }
    }
}

fn describe(fault: &validator::ValidationError) -> String {
    let limits: Vec<String> = fault
        .params
        .iter()
        .filter(|(name, _)| matches!(name.as_ref(), "min" | "max" | "equal"))
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    if limits.is_empty() {
        fault.code.to_string()
    } else {
        format!("{} must be within {}", fault.code, limits.join(", "))
    }
}

/// For a PATCH: absent leaves the value (`None`), null removes it (`Some(None)`).
pub fn absent_or_null<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    serde::Deserialize::deserialize(deserializer).map(Some)
}

/// For a PATCH: absent leaves the value, and null is no value.
pub fn not_null<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// A JSON object read as `T`: serde alone would also take a list of the fields in their order.
struct Object<T>(T);

impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Object<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(std::marker::PhantomData<T>);

        impl<'de, T: serde::Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(serde::de::value::MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Fields(std::marker::PhantomData)).map(Object)
    }
}

/// For a field that is an object or absent.
pub fn object<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let object: Option<Object<T>> = serde::Deserialize::deserialize(deserializer)?;
    Ok(object.map(|Object(value)| value))
}

/// For a field that is an object.
pub fn whole_object<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let Object(value) = serde::Deserialize::deserialize(deserializer)?;
    Ok(value)
}

/// For a field that is a list of objects.
pub fn objects<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let objects: Vec<Object<T>> = serde::Deserialize::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(value)| value).collect())
}

/// For a field of texts by key; no key twice.
pub fn texts<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    struct Texts;

    impl<'de> Visitor<'de> for Texts {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a JSON object of texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut texts = BTreeMap::new();
            while let Some((key, text)) = map.next_entry::<String, String>()? {
                if texts.contains_key(&key) {
                    return Err(serde::de::Error::custom(format!("the key {key:?} stands twice")));
                }
                texts.insert(key, text);
            }
            Ok(texts)
        }
    }

    deserializer.deserialize_map(Texts)
}

/// An empty body, or none: for operations that take no content. `{}` is taken too.
pub struct NoInput;

impl FromRequest for NoInput {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let body = read_limited(&request, &mut payload, MAX_BODY).await?;
            let text = String::from_utf8_lossy(&body);
            if !text.trim().is_empty() && text.trim() != "{}" {
                return Err(Problem::bad_request("this operation takes no body"));
            }
            request.extensions_mut().insert(RawBody(Bytes::new()));
            Ok(NoInput)
        })
    }
}

/// For `validator`: a text that people read, without control characters and not blank.
pub fn clean_text(text: &str) -> Result<(), validator::ValidationError> {
    let fault = |message: &'static str| {
        let mut error = validator::ValidationError::new("text");
        error.message = Some(message.into());
        Err(error)
    };
    if text.chars().any(char::is_control) {
        fault("control characters are not allowed")
    } else if text.trim().is_empty() {
        fault("must not be blank")
    } else {
        Ok(())
    }
}

/// For `validator`: like [`clean_text`], with line breaks and tabs.
pub fn clean_lines(text: &str) -> Result<(), validator::ValidationError> {
    clean_text(&text.replace(['\n', '\r', '\t'], " "))
}

/// For `validator`: texts by key, each like [`clean_lines`] and of at most 4000 characters.
pub fn clean_texts(texts: &BTreeMap<String, String>) -> Result<(), validator::ValidationError> {
    let fault = |message: String| {
        let mut error = validator::ValidationError::new("texts");
        error.message = Some(message.into());
        error
    };
    for (key, text) in texts {
        if text.chars().count() > 4000 {
            return Err(fault(format!("{key} has at most 4000 characters")));
        }
        clean_lines(text).map_err(|_| fault(format!("{key} is blank or has control characters")))?;
    }
    Ok(())
}

/// For `validator`: a date that chess is played on.
pub fn known_year(date: &jiff::civil::Date) -> Result<(), validator::ValidationError> {
    if (1800..=2200).contains(&date.year()) {
        return Ok(());
    }
    let mut error = validator::ValidationError::new("date");
    error.message = Some("a date from 1800 to 2200".into());
    Err(error)
}

/// For `validator`: a federation code of the form ABC.
pub fn federation_code(text: &str) -> Result<(), validator::ValidationError> {
    if is_federation_code(text) {
        Ok(())
    } else {
        let mut error = validator::ValidationError::new("federation_code");
        error.message = Some("three capital letters".into());
        Err(error)
    }
}

pub fn is_federation_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A part of the path as an identifier; another shape is 400.
pub fn path_id<I: std::str::FromStr>(text: &str, name: &str) -> Result<I, Problem>
where
    I::Err: std::fmt::Display,
{
    text.parse().map_err(|cause: I::Err| Problem::bad_request(format!("{name} in the path is {cause}")))
}

/// A date in the query.
pub fn query_date(text: &str, name: &str) -> Result<jiff::civil::Date, Problem> {
    text.parse().ok().filter(|date| known_year(date).is_ok()).ok_or_else(|| {
        Problem::bad_request(format!("{name} in the query is a date such as 1990-10-02, from 1800 to 2200"))
    })
}

/// A federation code in the path.
pub fn path_federation(text: &str) -> Result<String, Problem> {
    if is_federation_code(text) {
        Ok(text.to_owned())
    } else {
        Err(Problem::bad_request("the federation in the path must be three capital letters"))
    }
}

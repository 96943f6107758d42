//! Lists: `limit`, an opaque `cursor`, `{data, next_cursor}`.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

use super::call::Caller;
use super::problem::Problem;

pub const DEFAULT_LIMIT: i64 = 50;
pub const MAX_LIMIT: i64 = 200;

/// What a list request asks for. The cursor holds the sort key of the last row seen, bound to the filter.
#[derive(Debug, Clone)]
pub struct Page {
    pub limit: i64,
    pub after: Option<Vec<String>>,
    pub filter: BTreeMap<String, String>,
}

impl Page {
    /// Reads `limit`, `cursor` and the filters that the list knows.
    pub fn of(caller: &Caller, filters: &[&str]) -> Result<Self, Problem> {
        let known: Vec<&str> = filters.iter().copied().chain(["limit", "cursor"]).collect();
        let mut query = caller.query(&known)?;
        let limit = take_limit(&mut query)?;
        let cursor = query.remove("cursor");
        let after = cursor.map(|cursor| read_cursor(&cursor, &query)).transpose()?;
        Ok(Self { limit, after, filter: query })
    }

    /// One more row than the limit is loaded, to know whether there is a next page.
    pub fn fetch(&self) -> i64 {
        self.limit + 1
    }

    /// The page of these rows, with a cursor after the last one if there are more.
    pub fn answer<R, T: Serialize>(
        &self,
        mut rows: Vec<R>,
        key: impl Fn(&R) -> Vec<String>,
        show: impl Fn(R) -> T,
    ) -> PageOf<T> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = if more { rows.last().map(|row| write_cursor(&key(row), &self.filter)) } else { None };
        PageOf { data: rows.into_iter().map(show).collect(), next_cursor }
    }
}

/// Takes `limit` out of a query.
pub fn take_limit(query: &mut BTreeMap<String, String>) -> Result<i64, Problem> {
    match query.remove("limit") {
        None => Ok(DEFAULT_LIMIT),
        Some(text) => text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit)).ok_or_else(|| {
            let mut problem = Problem::new(
                actix_web::http::StatusCode::UNPROCESSABLE_ENTITY,
                "invalid_value",
                format!("limit is a number from 1 to {MAX_LIMIT}"),
            );
            problem.facts.insert("maximum".to_owned(), MAX_LIMIT.into());
            problem
        }),
    }
}

/// The envelope of every list.
#[derive(Debug, Clone, Serialize)]
pub struct PageOf<T> {
    pub data: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

fn write_cursor(key: &[String], filter: &BTreeMap<String, String>) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::json!([key, filter]).to_string())
}

fn read_cursor(cursor: &str, filter: &BTreeMap<String, String>) -> Result<Vec<String>, Problem> {
    let (key, bound): (Vec<String>, BTreeMap<String, String>) = URL_SAFE_NO_PAD
        .decode(cursor)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .filter(|(key, _): &(Vec<String>, BTreeMap<String, String>)| !key.iter().any(|part| part.contains('\0')))
        .ok_or_else(|| Problem::bad_request("the cursor is not one of ours"))?;
    if bound == *filter { Ok(key) } else { Err(Problem::bad_request("the cursor belongs to another filter")) }
}

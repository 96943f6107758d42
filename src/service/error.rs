//! The six ways in which an operation can fail.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::access::decision::Refusal;
use crate::access::table::QUOTED;
use crate::domain::rulebook::Rulebook;
use crate::domain::violation::Violation;
use crate::storage;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Who asks may not, or is not known.
    #[error("denied: {0:?}")]
    Denied(Denial),
    /// There is no such thing, or the caller may not even know that there is.
    #[error("not found: {0}")]
    NotFound(String),
    /// It does not fit the state that things are in.
    #[error("{}", what_is_so(.0))]
    Conflict(Conflict),
    /// The law forbids it; the desk adds under which regulations.
    #[error("{}", in_words(violations))]
    Violation { violations: Vec<Violation>, rules: Option<Arc<Rulebook>> },
    /// Later it may succeed.
    #[error("unavailable: {detail}")]
    Unavailable { detail: String, retry_after_seconds: u32 },
    /// Our own fault. The cause is for the log alone.
    #[error("internal: {0}")]
    Internal(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denial {
    TokenMissing,
    /// With the public code of what is wrong with it.
    TokenBad(&'static str),
    NotAllowed {
        code: &'static str,
        detail: String,
        facts: BTreeMap<&'static str, Vec<String>>,
        article: Option<&'static str>,
    },
    /// Too many failed tries.
    TooFast {
        retry_after_seconds: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// With the phases in which it is allowed.
    WrongPhase { phase: &'static str, allowed_in: Vec<String>, article: Option<&'static str> },
    /// Something else stands in the way: a public code and what is so.
    State { code: &'static str, detail: String },
    /// Something public depends on it already: what is so, what is possible now, the regulations and their article.
    NoWayBack { detail: String, allowed: Vec<String>, regulations: String, article: String },
    /// A signature for another content than the present record's.
    OtherDigest { current: String },
    /// `If-Match` names another version than the present one (none: there is no such resource yet).
    Stale { current_version: Option<i64> },
    /// `If-Match` is needed here.
    PreconditionMissing { current_version: i64 },
    /// `Idempotency-Key` is needed here.
    KeyMissing,
    /// The key was used for another request.
    KeyReused,
    /// The first answer showed a secret and was not kept.
    SecretAlreadyShown,
}

impl Error {
    pub fn state(code: &'static str, detail: impl Into<String>) -> Self {
        Error::Conflict(Conflict::State { code, detail: detail.into() })
    }

    /// Something public depends on it already; what is possible now, by operation.
    pub fn no_way_back(rules: &Rulebook, article: &str, detail: String, allowed: &[&str]) -> Self {
        Error::Conflict(Conflict::NoWayBack {
            detail,
            allowed: allowed.iter().map(|action| (*action).to_owned()).collect(),
            regulations: rules.id.clone(),
            article: article.to_owned(),
        })
    }

    /// Says under which regulations a refusal was made.
    pub fn under(self, regulations: Option<Arc<Rulebook>>) -> Self {
        match self {
            Error::Violation { violations, rules: None } => Error::Violation { violations, rules: regulations },
            other => other,
        }
    }

    pub fn not_found(what: &str, id: impl std::fmt::Display) -> Self {
        Error::NotFound(format!("there is no {what} {id}"))
    }
}

impl From<Violation> for Error {
    fn from(violation: Violation) -> Self {
        Error::Violation { violations: vec![violation], rules: None }
    }
}

impl From<Vec<Violation>> for Error {
    fn from(violations: Vec<Violation>) -> Self {
        Error::Violation { violations, rules: None }
    }
}

impl Refusal {
    /// The same without its article, where the championship is held under other regulations than the table quotes.
    pub fn under(mut self, regulations: Option<&str>) -> Self {
        if let Refusal::NotAllowed { article, .. } | Refusal::WrongPhase { article, .. } = &mut self
            && regulations != Some(QUOTED)
        {
            *article = None;
        }
        self
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TokenMissing => Error::Denied(Denial::TokenMissing),
            Refusal::NotAllowed { code, detail, facts, article } => {
                Error::Denied(Denial::NotAllowed { code, detail, facts, article })
            }
            Refusal::WrongPhase { phase, phases, article } => Error::Conflict(Conflict::WrongPhase {
                article,
                phase: phase.code(),
                allowed_in: phases.iter().map(|phase| phase.code().to_owned()).collect(),
            }),
        }
    }
}

impl From<storage::Error> for Error {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::Busy(detail) | storage::Error::Unreachable(detail) => {
                Error::Unavailable { detail, retry_after_seconds: 1 }
            }
            other => Error::Internal(other.to_string()),
        }
    }
}

/// For the command line and the log; the API words each conflict itself.
fn what_is_so(conflict: &Conflict) -> String {
    match conflict {
        Conflict::State { detail, .. } => detail.clone(),
        other => format!("conflict: {other:?}"),
    }
}

fn in_words(violations: &[Violation]) -> String {
    violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

pub type Result<T> = std::result::Result<T, Error>;

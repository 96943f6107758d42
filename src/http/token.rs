//! Access tokens as they come in the `Authorization` header.

use std::sync::{Arc, PoisonError, RwLock};

use actix_web::http::StatusCode;

use super::problem::Problem;
use crate::domain::calendar::Instant;
use crate::secrets::master_key::MasterKey;
use crate::secrets::signing::{AccessClaims, TokenFault, Verifier};
use crate::service::call::Bearer;
use crate::service::desk::Desk;
use crate::service::error::{Denial, Error, Result};
use crate::service::keys::{self, Keyring};

/// Whom tokens are for.
pub const AUDIENCE: &str = "teamchess";

/// The keys of this instance, loaded again when a token names one that another instance has made.
pub struct Tokens {
    pub issuer: String,
    master: MasterKey,
    state: RwLock<Arc<State>>,
}

struct State {
    keyring: Keyring,
    verifier: Verifier,
    loaded_at: Instant,
}

impl Tokens {
    pub fn open(desk: &Desk, master: MasterKey, issuer: String) -> Result<Self> {
        let state = RwLock::new(Arc::new(load(desk, &master, &issuer)?));
        Ok(Self { issuer, master, state })
    }

    fn state(&self) -> Arc<State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the keys again, at most once in ten seconds: an unknown key id costs no query each time.
    fn reload(&self, desk: &Desk) -> Result<()> {
        let now = desk.clock.now();
        if now.unix_micros() - self.state().loaded_at.unix_micros() < 10_000_000 {
            return Ok(());
        }
        self.refresh(desk)
    }

    /// Takes up a key that was made since, by the command line or by another instance.
    pub fn refresh(&self, desk: &Desk) -> Result<()> {
        let fresh = load(desk, &self.master, &self.issuer)?;
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        Ok(())
    }

    pub fn sign(&self, claims: &AccessClaims) -> String {
        self.state().keyring.signing.sign(claims)
    }

    pub fn jwks(&self) -> serde_json::Value {
        self.state().verifier.jwks()
    }

    /// Who the header says that the caller is.
    pub fn bearer(&self, desk: &Desk, header: &str) -> std::result::Result<Bearer, Problem> {
        let token = header
            .split_once(' ')
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or_else(|| bad("token_invalid"))?;
        let now = desk.clock.now().unix_micros().div_euclid(1_000_000);
        let claims = match self.state().verifier.verify(token, now) {
            Err(TokenFault::UnknownKey) => {
                self.reload(desk).map_err(Problem::of)?;
                self.state().verifier.verify(token, now)
            }
            other => other,
        };
        match claims {
            Ok(claims) => Ok(Bearer::Account {
                id: claims.sub.parse().map_err(|_| bad("token_invalid"))?,
                token_version: claims.token_version,
            }),
            Err(TokenFault::Expired) => Err(bad("token_expired")),
            Err(_) => Err(bad("token_invalid")),
        }
    }
}

fn load(desk: &Desk, master: &MasterKey, issuer: &str) -> Result<State> {
    let loaded_at = desk.clock.now();
    let keyring = keys::load(&desk.pool, master, &desk.entropy, loaded_at)?;
    let verifier = Verifier::new(issuer, AUDIENCE, keyring.accepted.iter().copied());
    Ok(State { keyring, verifier, loaded_at })
}

fn bad(code: &'static str) -> Problem {
    let problem = Problem::of(Error::Denied(Denial::TokenBad(code)));
    debug_assert_eq!(problem.status, StatusCode::UNAUTHORIZED);
    problem
}

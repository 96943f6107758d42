//! Passwords: what may be one, how it is kept, and how many may be computed at once.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, PoisonError};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Params, Version};
use unicode_normalization::UnicodeNormalization;

/// Argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
pub const MEMORY_KIB: u32 = 19_456;
pub const PASSES: u32 = 2;
pub const LANES: u32 = 1;

/// A password has 12 to 128 characters.
pub const SHORTEST: usize = 12;
pub const LONGEST: usize = 128;

/// How many passwords are computed at once unless told otherwise: 76 MiB, and no flood of sign-ins takes every core.
pub const AT_ONCE: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// Why a text may not become a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    #[error("the password has {characters} characters, at least {SHORTEST} are needed")]
    TooShort { characters: usize },
    #[error("the password has {characters} characters, at most {LONGEST} are allowed")]
    TooLong { characters: usize },
    #[error("the password contains a control character")]
    ControlCharacter,
}

/// Says whether a text may become a password; characters are counted as [`hash`] sees them, composed.
pub fn check(password: &str) -> Result<(), PasswordRefusal> {
    let characters = composed(password).chars().count();
    if characters < SHORTEST {
        return Err(PasswordRefusal::TooShort { characters });
    }
    if characters > LONGEST {
        return Err(PasswordRefusal::TooLong { characters });
    }
    if password.chars().any(char::is_control) {
        return Err(PasswordRefusal::ControlCharacter);
    }
    Ok(())
}

/// The password's Argon2id hash as a PHC string, which carries salt and parameters.
pub fn hash(password: &str, salt: [u8; 16]) -> String {
    let salt = SaltString::encode_b64(&salt).expect("16 bytes are within the lengths of a salt");
    argon2id()
        .hash_password(composed(password).as_bytes(), &salt)
        .expect("Argon2 refuses only passwords beyond 4 GiB")
        .to_string()
}

/// Whether the password is the one that was hashed; an unreadable hash or one that is not Argon2id fits no password.
pub fn verify(password: &str, phc: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(phc) else {
        return false;
    };
    parsed.algorithm == ARGON2ID_IDENT && argon2id().verify_password(composed(password).as_bytes(), &parsed).is_ok()
}

/// A hash that no password is known to fit: verifying against it takes an unknown account as long as a known one.
pub fn dummy_hash() -> String {
    let salt = "A".repeat(22);
    let output = "A".repeat(43);
    format!("$argon2id$v={}$m={MEMORY_KIB},t={PASSES},p={LANES}${salt}${output}", Version::V0x13 as u32)
}

fn argon2id() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the constants are within Argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Keyboards disagree on whether é is one character or two; composed (NFC) both type the same password.
fn composed(password: &str) -> String {
    password.nfc().collect()
}

/// Lets only so many password computations run at once; the others wait their turn.
#[derive(Debug)]
pub struct PasswordGate {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Default for PasswordGate {
    fn default() -> Self {
        PasswordGate::new(AT_ONCE)
    }
}

impl PasswordGate {
    pub fn new(at_once: NonZeroUsize) -> PasswordGate {
        PasswordGate { free: Mutex::new(at_once.get()), freed: Condvar::new() }
    }

    /// Waits for a free place and holds it until the pass is dropped.
    pub fn enter(&self) -> PasswordPass<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        PasswordPass { gate: self }
    }
}

/// A place inside the [`PasswordGate`], given back when dropped.
#[must_use = "the place is given back as soon as the pass is dropped"]
#[derive(Debug)]
pub struct PasswordPass<'gate> {
    gate: &'gate PasswordGate,
}

impl Drop for PasswordPass<'_> {
    fn drop(&mut self) {
        *self.gate.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.gate.freed.notify_one();
    }
}

#[cfg(test)]
mod tests;

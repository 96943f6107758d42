//! Secrets that are given out once and kept only as digests: codes that a person types, and opaque tokens that a
//! program sends back.
//!
//! Each holds at least 100 random bits, so one SHA-256 is digest enough: nobody can try them all.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Crockford's base32: no I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const CODE_CHARACTERS: usize = 20;
const CODE_GROUP: usize = 5;
const TOKEN_BYTES: usize = 32;

/// A code for one use, such as `7K3QX-0M9TB-…`: 20 characters, 100 random bits.
#[derive(Clone)]
pub struct OneTimeCode {
    characters: [u8; CODE_CHARACTERS],
}

impl fmt::Debug for OneTimeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneTimeCode(hidden)")
    }
}

impl OneTimeCode {
    /// A new code out of the given source of random bytes.
    pub fn generate(random: &mut dyn FnMut(&mut [u8])) -> OneTimeCode {
        let mut characters = [0; CODE_CHARACTERS];
        random(&mut characters);
        OneTimeCode { characters: characters.map(|byte| ALPHABET[usize::from(byte % 32)]) }
    }

    /// Reads a code as people type it: either case, with or without hyphens and blanks, O for 0, I or L for 1.
    pub fn parse(typed: &str) -> Option<OneTimeCode> {
        let mut characters = [0; CODE_CHARACTERS];
        let mut places = characters.iter_mut();
        for typed in typed.chars().filter(|typed| *typed != '-' && !typed.is_whitespace()) {
            *places.next()? = meant(typed)?;
        }
        places.next().is_none().then_some(OneTimeCode { characters })
    }

    /// The code in groups of five, as it is shown the one time.
    pub fn reveal(&self) -> String {
        let groups = self.characters.chunks(CODE_GROUP).map(|group| group.iter().copied().map(char::from));
        groups.map(String::from_iter).collect::<Vec<_>>().join("-")
    }

    /// What is stored in place of the code: the same however it was typed.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.characters).into()
    }
}

/// The character of the alphabet that was meant, if any.
fn meant(typed: char) -> Option<u8> {
    let meant = match typed.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    ALPHABET.iter().copied().find(|&character| char::from(character) == meant)
}

/// 32 random bytes as a program holds them: a refresh token, or the secret of a machine client.
#[derive(Clone)]
pub struct OpaqueToken {
    bytes: [u8; TOKEN_BYTES],
}

impl fmt::Debug for OpaqueToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpaqueToken(hidden)")
    }
}

impl OpaqueToken {
    /// A new token out of the given source of random bytes.
    pub fn generate(random: &mut dyn FnMut(&mut [u8])) -> OpaqueToken {
        let mut bytes = [0; TOKEN_BYTES];
        random(&mut bytes);
        OpaqueToken { bytes }
    }

    /// Reads a token that was sent back; anything but 43 characters of base64url is none.
    pub fn parse(text: &str) -> Option<OpaqueToken> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        Some(OpaqueToken { bytes })
    }

    /// The token as base64url without padding, as it is sent the one time.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    /// What is stored in place of the token.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.bytes).into()
    }
}

/// Compares a stored digest with that of what was sent, in a time that tells nothing of where they differ.
pub fn same_digest(stored: &[u8], sent: &[u8; 32]) -> bool {
    stored.ct_eq(sent).into()
}

#[cfg(test)]
mod tests;

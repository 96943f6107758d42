//! The one key that the operator keeps: it encrypts what the database holds in secret, and every other symmetric key
//! is derived from it.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::alphabet;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// First byte of everything encrypted, so that another cipher can follow without guessing.
const FORMAT: u8 = 1;

/// A key file holds 44 characters; a path that leads to something endless must not be read to its end.
const LONGEST_FILE: u64 = 1024;

/// What [`MasterKey::derive`] and the encryption key put before their purpose, so that no purpose reaches the other's key.
const DERIVED: &[u8] = b"teamchess derived key\0";
const ENCRYPTION: &[u8] = b"teamchess encryption key\0";

/// Base64 with or without its padding, as different tools print it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Why a master key was not taken; never shows what was given.
#[derive(Debug, thiserror::Error)]
pub enum MasterKeyFault {
    #[error("the master key file {} cannot be read: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("the master key is not base64")]
    NotBase64,
    #[error("the master key has {found} bytes, it must have 32")]
    WrongLength { found: usize },
}

/// The bytes are not what [`MasterKey::encrypt`] made with this key for this purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot be decrypted: another key, another purpose, or changed bytes")]
pub struct DecryptFault;

/// 32 secret bytes from which all symmetric keys come.
#[derive(Clone)]
pub struct MasterKey {
    bytes: [u8; KEY_BYTES],
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(hidden)")
    }
}

impl MasterKey {
    /// A new key out of the given source of random bytes.
    pub fn generate(random: &mut dyn FnMut(&mut [u8])) -> MasterKey {
        let mut bytes = [0; KEY_BYTES];
        random(&mut bytes);
        MasterKey { bytes }
    }

    /// Reads the key as an operator sets it: base64 of 32 bytes, white space around it ignored.
    pub fn from_base64(text: &str) -> Result<MasterKey, MasterKeyFault> {
        let decoded = BASE64.decode(text.trim()).map_err(|_| MasterKeyFault::NotBase64)?;
        let found = decoded.len();
        let bytes = decoded.try_into().map_err(|_| MasterKeyFault::WrongLength { found })?;
        Ok(MasterKey { bytes })
    }

    /// Reads the key from a file that holds the same base64 text.
    pub fn from_file(path: &Path) -> Result<MasterKey, MasterKeyFault> {
        let unreadable = |cause| MasterKeyFault::Unreadable { path: path.to_owned(), cause };
        let mut text = Vec::new();
        File::open(path).and_then(|file| file.take(LONGEST_FILE).read_to_end(&mut text)).map_err(unreadable)?;
        let text = String::from_utf8(text).map_err(|_| MasterKeyFault::NotBase64)?;
        MasterKey::from_base64(&text)
    }

    /// The text that [`MasterKey::from_base64`] reads: for the command that makes a key, and nowhere else.
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.bytes)
    }

    /// Encrypts with XChaCha20-Poly1305; only the same purpose decrypts.
    ///
    /// The layout is one format byte, 24 bytes of nonce, then ciphertext and tag.
    pub fn encrypt(&self, purpose: &str, plaintext: &[u8], random: &mut dyn FnMut(&mut [u8])) -> Vec<u8> {
        let mut nonce = [0; NONCE_BYTES];
        random(&mut nonce);
        let sealed = self
            .cipher()
            .encrypt(XNonce::from_slice(&nonce), Payload { msg: plaintext, aad: purpose.as_bytes() })
            .expect("the cipher refuses only texts beyond 256 GiB");
        [&[FORMAT], nonce.as_slice(), sealed.as_slice()].concat()
    }

    /// Gives back what was encrypted for the same purpose with the same key.
    pub fn decrypt(&self, purpose: &str, bytes: &[u8]) -> Result<Vec<u8>, DecryptFault> {
        let (&format, rest) = bytes.split_first().ok_or(DecryptFault)?;
        let (nonce, sealed) = rest.split_at_checked(NONCE_BYTES).ok_or(DecryptFault)?;
        if format != FORMAT {
            return Err(DecryptFault);
        }
        self.cipher()
            .decrypt(XNonce::from_slice(nonce), Payload { msg: sealed, aad: purpose.as_bytes() })
            .map_err(|_| DecryptFault)
    }

    /// A key of its own for one purpose (HMAC-SHA256); the same purpose always gives the same key.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        self.keyed(DERIVED, purpose)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.keyed(ENCRYPTION, "").into())
    }

    fn keyed(&self, family: &[u8], purpose: &str) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.bytes).expect("HMAC takes keys of every length");
        mac.update(family);
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests;

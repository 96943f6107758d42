//! Access tokens: signed with one Ed25519 key, accepted under every key that is still published.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::VerifyingKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The media type of an access token (RFC 9068), which no other kind of token carries.
pub const ACCESS_TOKEN_TYPE: &str = "at+jwt";

/// How far the clocks of two instances may differ: a token is taken this many seconds before `nbf` and after `exp`.
pub const LEEWAY_SECONDS: i64 = 5;

/// The one algorithm of the tokens, as their header names it.
const ALGORITHM: &str = "EdDSA";

/// Ours have some hundred bytes; more is refused unread.
const LONGEST_TOKEN: usize = 8 * 1024;

/// What an access token says (RFC 9068); times are seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessClaims {
    pub iss: String,
    /// The account.
    pub sub: String,
    pub aud: String,
    pub client_id: String,
    pub iat: i64,
    /// First second at which the token counts.
    pub nbf: i64,
    /// First second at which the token no longer counts.
    pub exp: i64,
    pub jti: String,
    /// Must equal the account's own number: raising that one revokes every token of the account.
    pub token_version: i64,
    pub roles: Vec<String>,
    /// Scopes, separated by one space; empty when the token has none.
    pub scope: String,
}

/// Why a token was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    #[error("the token has expired")]
    Expired,
    #[error("the token is not valid yet")]
    NotYetValid,
    /// Also every algorithm other than EdDSA, `none` included.
    #[error("the token's signature is not one of ours")]
    BadSignature,
    #[error("the token names no key that is in use")]
    UnknownKey,
    #[error("this is not an access token")]
    WrongType,
    #[error("the token was issued by somebody else")]
    WrongIssuer,
    #[error("the token is meant for somebody else")]
    WrongAudience,
    #[error("the token cannot be read")]
    Malformed,
}

/// The bytes are no Ed25519 public key, or one under which forged signatures are easy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a usable Ed25519 public key")]
pub struct PublicKeyFault;

/// The half of a signing key that everybody may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey {
    bytes: [u8; 32],
}

impl PublicKey {
    /// Takes the 32 bytes of a public key, refusing those that are none.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<PublicKey, PublicKeyFault> {
        match VerifyingKey::from_bytes(&bytes) {
            Ok(key) if !key.is_weak() => Ok(PublicKey { bytes }),
            _ => Err(PublicKeyFault),
        }
    }

    pub fn to_bytes(&self) -> [u8; 32] {
        self.bytes
    }

    /// The key's name in tokens and in the JWKS: its thumbprint by RFC 7638 (members of RFC 8037).
    pub fn kid(&self) -> String {
        let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, self.x());
        URL_SAFE_NO_PAD.encode(Sha256::digest(members))
    }

    fn x(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    fn jwk(&self) -> Value {
        json!({ "kty": "OKP", "crv": "Ed25519", "x": self.x(), "kid": self.kid(), "alg": ALGORITHM, "use": "sig" })
    }
}

/// An Ed25519 key that signs access tokens.
pub struct SigningKey {
    key: ed25519_dalek::SigningKey,
    header: Header,
    encoding: EncodingKey,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({}, hidden)", self.kid())
    }
}

impl SigningKey {
    /// A new key out of the given source of random bytes.
    pub fn generate(random: &mut dyn FnMut(&mut [u8])) -> SigningKey {
        let mut secret = [0; 32];
        random(&mut secret);
        SigningKey::from_secret_bytes(&secret)
    }

    /// The key that [`SigningKey::to_secret_bytes`] gave out; any 32 bytes are a key.
    pub fn from_secret_bytes(secret: &[u8; 32]) -> SigningKey {
        let key = ed25519_dalek::SigningKey::from_bytes(secret);
        let der = key.to_pkcs8_der().expect("32 bytes always fit the PKCS #8 frame");
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(ACCESS_TOKEN_TYPE.to_owned());
        header.kid = Some(PublicKey { bytes: key.verifying_key().to_bytes() }.kid());
        SigningKey { key, header, encoding: EncodingKey::from_ed_der(der.as_bytes()) }
    }

    /// The secret itself: to be stored encrypted, nowhere else.
    pub fn to_secret_bytes(&self) -> [u8; 32] {
        self.key.to_bytes()
    }

    pub fn public_key(&self) -> PublicKey {
        PublicKey { bytes: self.key.verifying_key().to_bytes() }
    }

    pub fn kid(&self) -> String {
        self.public_key().kid()
    }

    /// The claims as a compact JWS of type `at+jwt`.
    pub fn sign(&self, claims: &AccessClaims) -> String {
        jsonwebtoken::encode(&self.header, claims, &self.encoding)
            .expect("strings and integers are always JSON, and the key was framed by from_secret_bytes")
    }
}

/// What the protected header must say; keys that a token brings along (`jwk`, `jku`, `x5c`) are not even read.
#[derive(Deserialize)]
struct ProtectedHeader {
    alg: String,
    typ: Option<String>,
    kid: Option<String>,
    crit: Option<Value>,
}

/// Accepts the tokens of one issuer for one audience, under any of several public keys.
#[derive(Debug, Clone)]
pub struct Verifier {
    issuer: String,
    audience: String,
    keys: Vec<PublishedKey>,
}

#[derive(Debug, Clone)]
struct PublishedKey {
    kid: String,
    public: PublicKey,
    decoding: DecodingKey,
}

impl Verifier {
    /// The first key is the one that signs; the others are accepted while they are rotated in or out.
    pub fn new(
        issuer: impl Into<String>,
        audience: impl Into<String>,
        keys: impl IntoIterator<Item = PublicKey>,
    ) -> Verifier {
        let mut published: Vec<PublishedKey> = Vec::new();
        for public in keys {
            if published.iter().all(|key| key.public != public) {
                let decoding = DecodingKey::from_ed_der(&public.bytes);
                published.push(PublishedKey { kid: public.kid(), public, decoding });
            }
        }
        Verifier { issuer: issuer.into(), audience: audience.into(), keys: published }
    }

    /// The claims of a token that is ours, for us, and valid at `now_unix` give or take [`LEEWAY_SECONDS`].
    ///
    /// Nothing of the claims is judged before the signature has held. The account's `token_version` stays the caller's
    /// to compare.
    pub fn verify(&self, token: &str, now_unix: i64) -> Result<AccessClaims, TokenFault> {
        let Parts { header, payload, signed, signature } = take_apart(token)?;
        if header.alg != ALGORITHM {
            return Err(TokenFault::BadSignature);
        }
        let key = self.keys.iter().find(|key| Some(&key.kid) == header.kid.as_ref()).ok_or(TokenFault::UnknownKey)?;
        match jsonwebtoken::crypto::verify(signature, signed.as_bytes(), &key.decoding, Algorithm::EdDSA) {
            Ok(true) => {}
            Ok(false) => return Err(TokenFault::BadSignature),
            Err(_) => return Err(TokenFault::Malformed),
        }
        if !is_access_token(header.typ.as_deref()) {
            return Err(TokenFault::WrongType);
        }
        let claims: AccessClaims = read_part(payload)?;
        if claims.iss != self.issuer {
            return Err(TokenFault::WrongIssuer);
        }
        if claims.aud != self.audience {
            return Err(TokenFault::WrongAudience);
        }
        if now_unix < claims.nbf.saturating_sub(LEEWAY_SECONDS) {
            return Err(TokenFault::NotYetValid);
        }
        if now_unix >= claims.exp.saturating_add(LEEWAY_SECONDS) {
            return Err(TokenFault::Expired);
        }
        Ok(claims)
    }

    /// The accepted keys as a JWK Set (RFC 7517), in the order in which they were given.
    pub fn jwks(&self) -> Value {
        json!({ "keys": self.keys.iter().map(|key| key.public.jwk()).collect::<Vec<_>>() })
    }
}

/// A token in its parts, nothing of it believed yet.
struct Parts<'token> {
    header: ProtectedHeader,
    payload: &'token str,
    signed: &'token str,
    signature: &'token str,
}

/// Refuses a header that asks for extensions (`crit`): we understand none, and RFC 7515 forbids to ignore them.
fn take_apart(token: &str) -> Result<Parts<'_>, TokenFault> {
    if token.len() > LONGEST_TOKEN {
        return Err(TokenFault::Malformed);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(TokenFault::Malformed)?;
    let (header, payload) = signed.split_once('.').ok_or(TokenFault::Malformed)?;
    if payload.contains('.') {
        return Err(TokenFault::Malformed);
    }
    let header: ProtectedHeader = read_part(header)?;
    if header.crit.is_some() {
        return Err(TokenFault::Malformed);
    }
    Ok(Parts { header, payload, signed, signature })
}

fn read_part<T: serde::de::DeserializeOwned>(part: &str) -> Result<T, TokenFault> {
    let json = URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenFault::Malformed)?;
    serde_json::from_slice(&json).map_err(|_| TokenFault::Malformed)
}

/// RFC 9068 lets the type be written with or without its `application/`, and media types ignore case.
fn is_access_token(typ: Option<&str>) -> bool {
    typ.is_some_and(|typ| {
        let typ = typ.to_ascii_lowercase();
        typ.strip_prefix("application/").unwrap_or(&typ) == ACCESS_TOKEN_TYPE
    })
}

#[cfg(test)]
mod tests;

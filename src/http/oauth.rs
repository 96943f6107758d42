//! `/oauth/token` and what tells others of it. The form, and the errors of RFC 6749.

use std::collections::BTreeMap;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::Caller;
use super::input::read_limited;
use super::problem::Problem;
use super::token::AUDIENCE;
use crate::access::Action;
use crate::secrets::signing::AccessClaims;
use crate::service::accounts::sign_in::{self, Grant};

/// The client that people sign in with; it has no secret.
pub const FIRST_PARTY_CLIENT: &str = "teamchess";

/// An access token counts for a quarter of an hour.
const ACCESS_SECONDS: i64 = 900;

/// A form is small.
const MAX_FORM: usize = 16 * 1024;

/// What the token endpoint is asked (RFC 6749, sections 4.3.2 and 6). Parameters that it does not know are ignored.
#[derive(Deserialize, ToSchema)]
pub struct TokenRequest {
    /// `password` or `refresh_token`.
    #[schema(example = "password")]
    pub grant_type: String,
    #[schema(example = "teamchess")]
    pub client_id: String,
    /// The login; with `password`.
    #[schema(example = "anna")]
    pub username: Option<String>,
    /// With `password`.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// With `refresh_token`.
    pub refresh_token: Option<String>,
}

/// A pair of tokens (RFC 6749, section 5.1).
#[derive(Serialize, ToSchema)]
pub struct TokenAnswer {
    /// Send it as `Authorization: Bearer …`.
    pub access_token: String,
    #[schema(example = "Bearer")]
    pub token_type: String,
    /// Seconds.
    #[schema(example = 900)]
    pub expires_in: i64,
    /// Good for one exchange within 30 days.
    pub refresh_token: String,
}

/// Why there is no token (RFC 6749, section 5.2).
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenError {
    /// `invalid_request`, `invalid_client`, `invalid_grant`, `unsupported_grant_type`; beyond the RFC `slow_down` with
    /// 429, `temporarily_unavailable` with 503 and `server_error` with 500.
    #[schema(example = "invalid_grant")]
    pub error: String,
    pub error_description: String,
}

/// The keys under which access tokens are signed (RFC 7517).
#[derive(Serialize, ToSchema)]
pub struct JsonWebKeys {
    /// The key that signs now, then those still accepted.
    pub keys: Vec<JsonWebKey>,
}

/// One public key (RFC 8037).
#[derive(Serialize, Deserialize, ToSchema)]
pub struct JsonWebKey {
    #[schema(example = "OKP")]
    pub kty: String,
    #[schema(example = "Ed25519")]
    pub crv: String,
    pub x: String,
    /// As `kid` names it in the header of a token.
    pub kid: String,
    #[schema(example = "EdDSA")]
    pub alg: String,
    #[serde(rename = "use")]
    #[schema(rename = "use", example = "sig")]
    pub usage: String,
}

/// What a client needs to know of this authorization server (RFC 8414).
#[derive(Serialize, ToSchema)]
pub struct AuthorizationServer {
    pub issuer: String,
    pub token_endpoint: String,
    pub jwks_uri: String,
    pub grant_types_supported: Vec<String>,
    /// There is no authorization endpoint.
    pub response_types_supported: Vec<String>,
    pub token_endpoint_auth_methods_supported: Vec<String>,
}

/// Get a token
///
/// With login and password, or with a refresh token. Each refresh token is good for one exchange; sent again within 60
/// seconds it still gets a fresh pair, for the first answer may have been lost; sent again later it is taken for
/// stolen, and all tokens of that sign-in are revoked. After too many failures the answer is 429 with `Retry-After`.
#[utoipa::path(tag = "oauth",
    request_body(content = TokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The tokens", body = TokenAnswer),
        (status = 400, description = "The request or what it shows is not accepted", body = TokenError),
        (status = 401, description = "The client is not known", body = TokenError),
        (status = 429, description = "Too many failures; `Retry-After` says how long to wait", body = TokenError),
        (status = 500, description = "Our fault", body = TokenError),
        (status = 503, description = "Busy; `Retry-After` says how long to wait", body = TokenError)))]
#[post("/oauth/token")]
pub async fn create_token(caller: Caller, payload: web::Payload) -> HttpResponse {
    match token(&caller, payload).await {
        Ok(answer) => HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::PRAGMA, "no-cache"))
            .json(answer),
        Err(refusal) => refusal.response(),
    }
}

async fn token(caller: &Caller, payload: web::Payload) -> Result<TokenAnswer, Refusal> {
    let form = Form::read(caller.request(), payload).await?;
    let grant_type = form.required("grant_type")?;
    let client = client(caller.request(), &form)?;
    let granted = match grant_type {
        "password" => {
            let (login, password) = (form.required("username")?.to_owned(), form.required("password")?.to_owned());
            let address = caller.address();
            caller
                .outside(Action::CreateToken, move |desk| {
                    sign_in::with_password(desk, &address, client, &login, &password)
                })
                .await?
        }
        "refresh_token" => {
            let token = form.required("refresh_token")?.to_owned();
            caller.outside(Action::CreateToken, move |desk| sign_in::with_refresh_token(desk, client, &token)).await?
        }
        _ => return Err(Refusal::bad("unsupported_grant_type", "the grant types here are password and refresh_token")),
    };
    let grant = granted.ok_or_else(|| match grant_type {
        "password" => Refusal::bad("invalid_grant", "login and password do not fit"),
        _ => Refusal::bad("invalid_grant", "the refresh token is not valid"),
    })?;
    Ok(answer(caller, client, grant))
}

fn answer(caller: &Caller, client: &str, grant: Grant) -> TokenAnswer {
    let app = caller.app();
    let issued_at = grant.issued_at.unix_micros().div_euclid(1_000_000);
    let access_token = app.tokens.sign(&AccessClaims {
        iss: app.tokens.issuer.clone(),
        sub: grant.account,
        aud: AUDIENCE.to_owned(),
        client_id: client.to_owned(),
        iat: issued_at,
        nbf: issued_at,
        exp: issued_at + ACCESS_SECONDS,
        jti: app.desk.entropy.uuid(grant.issued_at).simple().to_string(),
        token_version: grant.token_version,
        roles: grant.roles,
        scope: String::new(),
    });
    TokenAnswer {
        access_token,
        token_type: "Bearer".to_owned(),
        expires_in: ACCESS_SECONDS,
        refresh_token: grant.refresh_token,
    }
}

/// The one client that there is. It may name itself in the form, or in a Basic header with an empty secret.
fn client(request: &HttpRequest, form: &Form) -> Result<&'static str, Refusal> {
    let named = form.optional("client_id");
    let by_header = match request.headers().get(header::AUTHORIZATION) {
        None => None,
        Some(value) => {
            let pair = value.to_str().ok().and_then(basic).filter(|(_, secret)| secret.is_empty());
            let (name, _) = pair.ok_or_else(Refusal::client_by_header)?;
            if named.is_some_and(|named| named != name) {
                return Err(Refusal::client_by_header());
            }
            Some(name)
        }
    };
    match (named, &by_header) {
        (Some(FIRST_PARTY_CLIENT), _) => Ok(FIRST_PARTY_CLIENT),
        (_, Some(name)) if name == FIRST_PARTY_CLIENT => Ok(FIRST_PARTY_CLIENT),
        (_, Some(_)) => Err(Refusal::client_by_header()),
        (Some(_), None) => Err(Refusal::new(StatusCode::UNAUTHORIZED, "invalid_client", "the client is not known")),
        (None, None) => Err(Refusal::bad("invalid_request", "client_id is missing")),
    }
}

/// Name and secret of a Basic header.
fn basic(header: &str) -> Option<(String, String)> {
    let (scheme, encoded) = header.split_once(' ')?;
    let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (name, secret) = text.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| (name.to_owned(), secret.to_owned()))
}

/// The parameters of the form; an empty one counts as left out (RFC 6749, section 3.2).
struct Form(BTreeMap<String, String>);

impl Form {
    async fn read(request: &HttpRequest, payload: web::Payload) -> Result<Self, Refusal> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(Refusal::bad("invalid_request", "the body must be application/x-www-form-urlencoded"));
        }
        let body = read_limited(request, &mut payload.into_inner(), MAX_FORM)
            .await
            .map_err(|_| Refusal::bad("invalid_request", "the body is too large or broke off"))?;
        let text = std::str::from_utf8(&body).map_err(|_| Refusal::bad("invalid_request", "the body is no text"))?;
        let pairs = web::Query::<Vec<(String, String)>>::from_query(text)
            .map_err(|_| Refusal::bad("invalid_request", "the form cannot be read"))?
            .into_inner();
        let mut parameters = BTreeMap::new();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            if value.contains('\0') {
                return Err(Refusal::bad("invalid_request", "a parameter holds the character U+0000"));
            }
            if parameters.insert(name, value).is_some() {
                return Err(Refusal::bad("invalid_request", "a parameter is given twice"));
            }
        }
        Ok(Self(parameters))
    }

    fn optional(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn required(&self, name: &'static str) -> Result<&str, Refusal> {
        self.optional(name).ok_or_else(|| Refusal::bad("invalid_request", format!("{name} is missing")))
    }
}

struct Refusal {
    status: StatusCode,
    error: TokenError,
    headers: Vec<(header::HeaderName, header::HeaderValue)>,
}

impl Refusal {
    fn new(status: StatusCode, error: &str, description: impl Into<String>) -> Self {
        let error = TokenError { error: error.to_owned(), error_description: description.into() };
        Self { status, error, headers: Vec::new() }
    }

    fn bad(error: &str, description: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, description)
    }

    fn client_by_header() -> Self {
        let mut refusal = Self::new(StatusCode::UNAUTHORIZED, "invalid_client", "the client is not known");
        refusal.headers.push((header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Basic realm=\"teamchess\"")));
        refusal
    }

    fn response(self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        self.headers.into_iter().for_each(|header| {
            response.insert_header(header);
        });
        response.insert_header((header::CACHE_CONTROL, "no-store")).insert_header((header::PRAGMA, "no-cache"));
        response.json(self.error)
    }
}

/// What the house says, in the words of the token endpoint.
impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        if let Some(cause) = &problem.cause {
            tracing::error!(code = %problem.code, %cause, "no token could be given");
        }
        let error = match problem.status.as_u16() {
            429 => "slow_down",
            503 => "temporarily_unavailable",
            500.. => "server_error",
            _ => "invalid_request",
        };
        let mut refusal = Self::new(problem.status, error, problem.detail);
        refusal.headers = problem.headers;
        refusal
    }
}

/// Read the signing keys
///
/// The public keys under which access tokens are accepted, for programs that verify them themselves. They cannot see
/// from the token that it was revoked.
#[utoipa::path(tag = "oauth", responses((status = 200, description = "The keys", body = JsonWebKeys)))]
#[get("/.well-known/jwks.json")]
pub async fn get_jwks(caller: Caller) -> Result<HttpResponse, Problem> {
    caller.bearer()?;
    let mut jwks = caller.app().tokens.jwks();
    let keys = serde_json::from_value(jwks["keys"].take()).map_err(|cause| Problem::internal(cause.to_string()))?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "public, max-age=300")).json(JsonWebKeys { keys }))
}

/// Read the authorization server's metadata
///
/// Where tokens are given, and how.
#[utoipa::path(tag = "oauth", responses((status = 200, description = "The metadata", body = AuthorizationServer)))]
#[get("/.well-known/oauth-authorization-server")]
pub async fn get_authorization_server(caller: Caller) -> Result<HttpResponse, Problem> {
    caller.bearer()?;
    let issuer = &caller.app().tokens.issuer;
    let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let base = issuer.trim_end_matches('/');
    let metadata = AuthorizationServer {
        issuer: issuer.clone(),
        token_endpoint: format!("{base}/oauth/token"),
        jwks_uri: format!("{base}/.well-known/jwks.json"),
        grant_types_supported: list(&["password", "refresh_token"]),
        response_types_supported: list(&["none"]),
        token_endpoint_auth_methods_supported: list(&["none"]),
    };
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "public, max-age=300")).json(metadata))
}

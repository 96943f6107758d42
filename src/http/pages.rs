//! What a browser may open: the document, Swagger UI from bundled files, and a page for every problem code.

use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa_swagger_ui::Config;

use super::openapi;
use super::problem::{HOUSE_CODES, Problem};
use crate::domain::violation::Rule;

/// Scripts and styles from here only. Swagger UI sets styles of elements, which no file could carry.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                   connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub fn routes(config: &mut web::ServiceConfig) {
    let page = |path: &str| web::resource(path).default_service(web::route().to(only_get));
    config
        .service(page("/").route(web::get().to(home)))
        .service(page("/openapi/v1.json").route(web::get().to(document)))
        .service(page("/openapi/v1-3.0.json").route(web::get().to(document_3_0)))
        .service(page("/docs").route(web::get().to(to_docs)))
        .service(page("/docs/{file:.*}").route(web::get().to(docs)))
        .service(page("/problems/").route(web::get().to(problems)))
        .service(page("/problems/{code}").route(web::get().to(problem)));
}

pub async fn only_get() -> Result<HttpResponse, Problem> {
    Err(Problem::new(actix_web::http::StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "allowed here: GET")
        .header(header::ALLOW, "GET"))
}

async fn home() -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn document() -> HttpResponse {
    served(openapi::served_3_1())
}

async fn document_3_0() -> HttpResponse {
    served(openapi::served_3_0())
}

fn served(document: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "public, max-age=60"))
        .body(document)
}

async fn docs(request: HttpRequest) -> Result<HttpResponse, Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/openapi/v1.json")));
    let file = match request.match_info().get("file") {
        None | Some("") => "index.html",
        Some(file) => file,
    };
    match utoipa_swagger_ui::serve(file, CONFIG.clone()) {
        Ok(Some(found)) => Ok(HttpResponse::Ok()
            .content_type(found.content_type)
            .insert_header((header::CONTENT_SECURITY_POLICY, CSP))
            .body(found.bytes.into_owned())),
        Ok(None) => Err(Problem::new(actix_web::http::StatusCode::NOT_FOUND, "not_found", "there is no such page")),
        Err(cause) => Err(Problem::internal(format!("swagger ui: {cause}"))),
    }
}

/// Every code that a problem can have.
async fn problems() -> HttpResponse {
    let house = HOUSE_CODES.iter().map(|(code, status, title)| (*code, *status, *title));
    let law = Rule::ALL.iter().map(|rule| (rule.code(), 422, rule.title()));
    let mut all: Vec<_> = house.chain(law).collect();
    all.sort_unstable();
    all.dedup_by_key(|(code, ..)| *code);
    let row = |(code, status, title): &(&str, u16, &str)| {
        format!("<tr><td><a href=\"/problems/{code}\"><code>{code}</code></a><td>{status}<td>{title}")
    };
    let rows: String = all.iter().map(row).collect();
    html("Problems", &format!("<table><tr><th>code<th>status<th>what is so{rows}</table>"))
}

/// What a code means. The codes and titles are ours: nothing of the request is written into the page.
async fn problem(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let code = request.match_info().get("code").unwrap_or_default();
    let house =
        HOUSE_CODES.iter().find(|(known, ..)| *known == code).map(|(code, status, title)| (*code, *status, *title));
    let law = Rule::ALL.iter().find(|rule| rule.code() == code).map(|rule| (rule.code(), 422, rule.title()));
    let Some((code, status, title)) = house.or(law) else {
        return Err(Problem::new(actix_web::http::StatusCode::NOT_FOUND, "not_found", "there is no such problem code"));
    };
    let advice = match status {
        400 | 405 | 413 | 415 => "The request itself must change before it is sent again.",
        401 => "Sign in, or refresh the token.",
        403 => "Another account or another appointment is needed: <code>GET …/access</code> says what yours may do.",
        404 => "Check the path; what you may not know of looks the same.",
        409 => "The state of things must change first: <code>GET …/access</code> says what is possible now.",
        410 => "Take the cursor of `since=latest`, read the full lists again, then follow the feed from that cursor.",
        412 => "Read it again, look at what changed, and send your change with the new ETag.",
        428 => "Read it first and send its ETag in <code>If-Match</code>.",
        429 | 503 => "Wait as long as <code>Retry-After</code> says and send the same request again.",
        500 => "Tell the operator the <code>request_id</code>.",
        _ => {
            "<code>regulation</code> names the article, <code>facts</code> what was compared, <code>errors</code> each place."
        }
    };
    Ok(html(title, &format!("<p>Code <code>{code}</code>, status {status}.</p><p>{advice}</p>")))
}

fn html(title: &str, body: &str) -> HttpResponse {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head><body>\
         <h1>{title}</h1>{body}</body></html>"
    );
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .body(page)
}

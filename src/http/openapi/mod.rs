//! The document: what the handlers say of themselves, and what every operation has.

mod complete;
mod derive_3_0;
mod examples;

use std::sync::LazyLock;

use actix_web::App as Actix;
use actix_web::dev::ResourceDef;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa_actix_web::AppExt;

use super::problem::{FieldError, ProblemBody, Regulation};
use super::routes;

pub use derive_3_0::derive_3_0;
pub use examples::{Example, recorded};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "teamchess",
        description = "Runs the whole life of an international team chess championship under its formal regulations: \
                       invitation, entries, lots, rounds, results, standings.\n\n\
                       Every write can be repeated safely, tried with `validate_only=true`, and is refused with the article \
                       that forbids it. Unknown values in open lists of answers must be tolerated.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    components(schemas(ProblemBody, Regulation, FieldError))
)]
struct Base;

/// The primary document, OpenAPI 3.1: keys in a fixed order, one a line.
pub fn document() -> Value {
    let (_, document) =
        Actix::new().into_utoipa_app().openapi(Base::openapi()).configure(routes::routes).split_for_parts();
    complete::complete(serde_json::to_value(document).unwrap_or_default())
}

/// As the committed files and the served ones have it.
pub fn printed(document: &Value) -> String {
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

static SERVED: LazyLock<(String, String)> = LazyLock::new(|| {
    let document = document();
    (printed(&document), printed(&derive_3_0(document)))
});

/// The 3.1 document as served.
pub fn served_3_1() -> &'static str {
    &SERVED.0
}

/// The 3.0 document as served.
pub fn served_3_0() -> &'static str {
    &SERVED.1
}

pub const METHODS: [&str; 5] = ["get", "put", "post", "patch", "delete"];

static METHODS_OF: LazyLock<Vec<(ResourceDef, Vec<String>)>> = LazyLock::new(|| {
    let document = document();
    let paths = document["paths"].as_object().cloned().unwrap_or_default();
    paths
        .iter()
        .map(|(path, item)| {
            let methods = METHODS.iter().filter(|method| item.get(**method).is_some());
            (ResourceDef::new(path.as_str()), methods.map(|method| method.to_uppercase()).collect())
        })
        .collect()
});

/// The operation that a request is for.
pub fn operation_of(document: &Value, method: &str, path: &str) -> Option<String> {
    let paths = document["paths"].as_object()?;
    let exact = paths.iter().find(|(template, _)| template.as_str() == path);
    let found = exact.or_else(|| {
        paths.iter().find(|(template, item)| {
            ResourceDef::new(template.as_str()).is_match(path) && item.get(method.to_lowercase()).is_some()
        })
    });
    found?.1[method.to_lowercase()]["operationId"].as_str().map(str::to_owned)
}

/// The methods that a path of ours has; none if it is not ours.
pub fn methods_of(path: &str) -> Vec<&'static str> {
    METHODS_OF
        .iter()
        .filter(|(pattern, _)| pattern.is_match(path))
        .flat_map(|(_, methods)| methods.iter().map(String::as_str))
        .collect()
}

//! The document: what the handlers say of themselves, and what every operation has.

use std::sync::LazyLock;

use actix_web::App as Actix;
use actix_web::dev::ResourceDef;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_actix_web::AppExt;

use super::problem::{FieldError, ProblemBody, Regulation};
use super::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "teamchess",
        description = "Runs the whole life of an international team chess championship under its regulations.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    components(schemas(ProblemBody, Regulation, FieldError))
)]
struct Base;

/// The OpenAPI 3.1 document.
pub fn document() -> Document {
    let (_, document) =
        Actix::new().into_utoipa_app().openapi(Base::openapi()).configure(routes::routes).split_for_parts();
    document
}

static METHODS: LazyLock<Vec<(ResourceDef, Vec<&'static str>)>> = LazyLock::new(|| {
    document()
        .paths
        .paths
        .iter()
        .map(|(path, item)| {
            let methods = [
                ("GET", &item.get),
                ("PUT", &item.put),
                ("POST", &item.post),
                ("DELETE", &item.delete),
                ("PATCH", &item.patch),
            ];
            let methods = methods.into_iter().filter(|(_, operation)| operation.is_some()).map(|(name, _)| name);
            (ResourceDef::new(path.as_str()), methods.collect())
        })
        .collect()
});

/// The methods that a path of ours has; none if it is not ours.
pub fn methods_of(path: &str) -> Vec<&'static str> {
    METHODS.iter().filter(|(pattern, _)| pattern.is_match(path)).flat_map(|(_, methods)| methods.clone()).collect()
}

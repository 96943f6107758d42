//! Examples for every operation, recorded from a story (`tests/it/examples.rs` keeps them true).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const RECORDED: &str = include_str!("../../../openapi/examples.json");

/// What was sent and answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<Value>,
    pub status: u16,
    pub response: Value,
}

/// By operation id.
pub fn recorded() -> BTreeMap<String, Example> {
    serde_json::from_str(RECORDED).unwrap_or_default()
}

/// Puts an example beside the schemas that it is of.
pub fn add(example: &Example, operation: &mut Map<String, Value>) {
    if let (Some(request), Some(body)) = (&example.request, operation.get_mut("requestBody"))
        && let Some(media) = body.pointer_mut("/content/application~1json").and_then(Value::as_object_mut)
    {
        media.insert("example".to_owned(), request.clone());
    }
    let place = format!("/{}/content", example.status);
    let content = operation.get_mut("responses").and_then(|responses| responses.pointer_mut(&place));
    let shown = |kind: &str| kind == "application/json" || kind.starts_with("text/");
    let media = content.and_then(Value::as_object_mut).into_iter().flatten().find(|(kind, _)| shown(kind));
    if let Some(media) = media.and_then(|(_, media)| media.as_object_mut()) {
        media.insert("example".to_owned(), example.response.clone());
    }
}

//! The document: up to date, complete, and of the kind that generators take.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use teamchess::access::{Action, Row, Who};
use teamchess::http::openapi::{METHODS, derive_3_0, document, printed};

use crate::support::TestApp;

/// A person with a problem before him finds its page, and every other one from there.
#[test]
fn every_problem_code_has_a_page_that_the_list_leads_to() {
    let app = TestApp::new();
    let list = app.public().get("/problems/");
    assert_eq!((list.status, list.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let links: Vec<&str> = list.text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for known in ["/problems/deadline_passed", "/problems/already_done", "/problems/invalid_value"] {
        assert!(links.contains(&known), "{known}");
    }
    for link in links {
        let page = app.public().get(link);
        assert_eq!(page.status, 200, "{link}");
        assert!(page.text.contains(link.trim_start_matches("/problems/")), "{link}");
    }
    app.public().get("/problems/no_such_code").refused(404, "not_found", None);
}

/// Path, method, operation.
fn operations(document: &Value) -> Vec<(String, &'static str, Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                found.push((path.clone(), method, operation.clone()));
            }
        }
    }
    found
}

/// What the server does by itself is no operation.
fn public_actions() -> BTreeSet<&'static str> {
    let of_the_server = |action: &&Action| Row::of(**action).who == Who::Holders(&[]);
    Action::ALL.iter().filter(|action| !of_the_server(action)).map(|action| action.operation()).collect()
}

#[test]
fn the_committed_documents_are_up_to_date() {
    let now = document();
    for (file, text) in [("v1.json", printed(&now)), ("v1-3.0.json", printed(&derive_3_0(now.clone())))] {
        let committed = std::fs::read_to_string(format!("openapi/{file}")).unwrap_or_default();
        assert!(committed == text, "openapi/{file} is not up to date: run `cargo run -- openapi`");
    }
}

#[test]
fn every_operation_has_a_row_and_every_row_an_operation() {
    let document = document();
    let ids: Vec<String> = operations(&document)
        .iter()
        .map(|(path, method, operation)| {
            operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no operationId")).to_owned()
        })
        .collect();
    let unique: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    assert_eq!(unique.len(), ids.len(), "an operation id is used twice");
    assert_eq!(unique, public_actions());
}

#[test]
fn every_operation_says_what_generators_and_people_need() {
    let document = document();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().unwrap().iter().filter_map(|tag| tag["name"].as_str()).collect();
    let mut faults = Vec::new();
    for (path, method, operation) in operations(&document) {
        let mut fault = |what: String| faults.push(format!("{method} {path}: {what}"));
        match operation["tags"].as_array().map(Vec::as_slice) {
            Some([tag]) if tags.contains(tag.as_str().unwrap_or_default()) => {}
            other => fault(format!("one described tag, not {other:?}")),
        }
        for text in ["summary", "description"] {
            if operation[text].as_str().is_none_or(str::is_empty) {
                fault(format!("no {text}"));
            }
        }
        let responses = operation["responses"].as_object().unwrap();
        if responses.contains_key("default") {
            fault("a default response".to_owned());
        }
        if !responses.keys().any(|status| status.starts_with('2')) {
            fault("no success".to_owned());
        }
        for (status, response) in responses {
            if response.get("$ref").is_none() && response["description"].as_str().is_none_or(str::is_empty) {
                fault(format!("response {status} has no description"));
            }
            if let Some(content) = response["content"].as_object() {
                for (kind, media) in content {
                    if kind == "application/json" && media["schema"].get("$ref").is_none() {
                        fault(format!("response {status} has an inline schema"));
                    }
                }
            }
        }
        let named: BTreeSet<(String, String)> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| {
                (parameter["in"].as_str().unwrap().to_owned(), parameter["name"].as_str().unwrap().to_owned())
            })
            .collect();
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')) {
            let name = part.trim_end_matches('}').to_owned();
            if !named.contains(&("path".to_owned(), name.clone())) {
                fault(format!("path parameter {name} is not declared"));
            }
        }
        if path.starts_with("/v1/") {
            for status in ["400", "401", "403", "404", "405", "422", "429", "500", "503"] {
                if !responses.contains_key(status) {
                    fault(format!("no response {status}"));
                }
            }
        }
        if operation["security"].as_array().is_none() {
            fault("no security".to_owned());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Closed enumerations and discriminators break clients when a value is added.
#[test]
fn schemas_are_of_the_kind_that_generators_take() {
    let document = document();
    let mut faults = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        if schema["description"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{name} has no description"));
        }
        if schema.get("oneOf").is_some() && schema.get("discriminator").is_none() {
            faults.push(format!("{name} is a union without a discriminator"));
        }
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let nullable = property["type"].as_array().is_some_and(|types| types.iter().any(|kind| kind == "null"))
                || property["oneOf"]
                    .as_array()
                    .is_some_and(|options| options.iter().any(|kind| kind["type"] == "null"));
            if nullable && required.contains(field.as_str()) {
                faults.push(format!("{name}.{field} is required and nullable: prefer absent"));
            }
            if property["type"] == "object" && property.get("properties").is_some() {
                faults.push(format!("{name}.{field} is an inline object"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_references_lead_somewhere_and_no_schema_is_unused() {
    fn references(value: &Value, found: &mut BTreeMap<String, usize>) {
        match value {
            Value::Object(object) => {
                if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
                    *found.entry(reference.to_owned()).or_default() += 1;
                }
                object.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let document = document();
    let mut found = BTreeMap::new();
    references(&document, &mut found);
    for reference in found.keys() {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference} leads nowhere");
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(found.contains_key(&format!("#/components/schemas/{name}")), "schema {name} is not used");
    }
}

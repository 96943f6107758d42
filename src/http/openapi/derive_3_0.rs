//! The same document for tools that know OpenAPI 3.0 only.

use serde_json::{Map, Value, json};

/// Derives a 3.0.3 document from the 3.1 one: what 3.0 cannot say is said in its older words.
pub fn derive_3_0(mut document: Value) -> Value {
    document["openapi"] = json!("3.0.3");
    document["info"]["license"] = json!({"name": "MIT OR Apache-2.0", "url": "https://spdx.org/licenses/MIT.html"});
    if let Some(document) = document.as_object_mut() {
        document.remove("webhooks");
        document.remove("jsonSchemaDialect");
    }
    lower(&mut document);
    document
}

fn lower(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(lower),
        Value::Object(object) => {
            if is_schema(object) {
                lower_schema(object);
            }
            object.values_mut().for_each(lower);
        }
        _ => {}
    }
}

/// Only schemas have these keys in the places where they are lowered.
fn is_schema(object: &Map<String, Value>) -> bool {
    ["type", "oneOf", "anyOf", "allOf", "const", "enum", "propertyNames", "$ref"]
        .iter()
        .any(|key| object.contains_key(*key))
        && !object.contains_key("in")
}

fn lower_schema(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get("type").cloned() {
        let named: Vec<Value> = types.into_iter().filter(|kind| kind != "null").collect();
        match named.as_slice() {
            [only] => schema.insert("type".to_owned(), only.clone()),
            _ => schema.remove("type"),
        };
        schema.insert("nullable".to_owned(), json!(true));
    }
    for union in ["oneOf", "anyOf"] {
        let Some(Value::Array(options)) = schema.get(union).cloned() else { continue };
        let others: Vec<Value> = options.iter().filter(|option| option["type"] != "null").cloned().collect();
        if others.len() == options.len() {
            continue;
        }
        schema.insert("nullable".to_owned(), json!(true));
        if others.len() == 1 {
            schema.remove(union);
            schema.insert("allOf".to_owned(), Value::Array(others));
        } else {
            schema.insert(union.to_owned(), Value::Array(others));
        }
    }
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(examples)) = schema.remove("examples")
        && let Some(first) = examples.into_iter().next()
    {
        schema.entry("example").or_insert(first);
    }
    for (exclusive, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if let Some(limit @ Value::Number(_)) = schema.get(exclusive).cloned() {
            schema.insert(inclusive.to_owned(), limit);
            schema.insert(exclusive.to_owned(), json!(true));
        }
    }
    schema.remove("propertyNames");
    schema.remove("contentMediaType");
    schema.remove("contentEncoding");
}

#[cfg(test)]
mod tests {
    use super::derive_3_0;
    use serde_json::json;

    #[test]
    fn what_3_0_cannot_say_is_said_in_older_words() {
        let derived = derive_3_0(json!({"openapi": "3.1.0", "info": {"title": "x"}, "components": {"schemas": {
            "A": {"type": ["string", "null"], "examples": ["a", "b"]},
            "B": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/A"}]},
            "C": {"const": "c"},
            "D": {"type": "integer", "exclusiveMinimum": 3}
        }}}));
        assert_eq!(derived["openapi"], "3.0.3");
        assert_eq!(
            derived["components"]["schemas"],
            json!({
                "A": {"type": "string", "nullable": true, "example": "a"},
                "B": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/A"}]},
                "C": {"enum": ["c"]},
                "D": {"type": "integer", "minimum": 3, "exclusiveMinimum": true}
            })
        );
    }
}

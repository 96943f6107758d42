//! Adds to every operation what the access table and the house say of it.

use serde_json::{Map, Value, json};

use super::{METHODS, examples};
use crate::access::{Action, Guard, Key, Reach, Row, Who};

const TAGS: &[(&str, &str)] = &[
    ("accounts", "Accounts, invited by code; no mail is sent."),
    ("appointments", "As what an account acts, where, for whom, from when to when."),
    ("changes", "The change feed and the journal behind it."),
    ("championships", "A championship from designation to closing, its calendar and its sandbox clock."),
    ("score-sheets", "Score sheets as pictures and games in PGN: the captains' duty after play (Art. 23.3)."),
    ("documents", "Papers of the players, for the own federation, the organizer and the chief arbiter (Art. 6)."),
    ("entries", "Preliminary and definite entries, teams and rosters (Art. 5 and 6)."),
    ("federations", "The members of FIDE, present and past."),
    ("groups", "Groups and the drawing of lots (Art. 7 to 9 and 18)."),
    ("invitation", "Draft, the FIDE President's answer, the definite invitation and its copies (Art. 2 to 4)."),
    ("matches", "Matches, captains' reports and their confirmation (Art. 23 and 24)."),
    ("oauth", "Tokens."),
    ("officials", "Who conducts the championship (Art. 13 to 15)."),
    ("persons", "Players and other persons."),
    ("prizes", "The list of prizes with its conditions, and the awards that the committee confirms (Art. 26)."),
    ("records", "Records of the rounds, and the final record with its signatures (Art. 24)."),
    ("regulations", "The rulebooks, with an article for every number."),
    ("rounds", "Rounds by the Berger tables (Art. 19)."),
    ("standings", "Tables with every tie-break value and what decided (Art. 10)."),
];

/// What can go wrong, whatever the operation: status, name of the shared response, description.
const PROBLEMS: &[(&str, &str, &str)] = &[
    ("400", "BadRequest", "The request cannot be read: not JSON, an unknown field, a bad path, query or header."),
    ("401", "Unauthorized", "No token where one is needed, or a bad one."),
    ("403", "Forbidden", "Known, but not allowed."),
    ("404", "NotFound", "There is no such thing, or you may not know that there is."),
    ("405", "MethodNotAllowed", "The method does not exist here; `Allow` names those that do."),
    ("408", "RequestTimeout", "The body stood still for too long while it arrived."),
    ("409", "Conflict", "The championship is in another phase, or it is done already."),
    ("410", "Gone", "The cursor does not fit this database: start again from the full list."),
    ("412", "PreconditionFailed", "It has changed since the version that `If-Match` names."),
    ("413", "ContentTooLarge", "The body has more than one mebibyte, or a document more than five."),
    ("415", "UnsupportedMediaType", "The body is of another type than the operation takes."),
    ("422", "UnprocessableContent", "A value is out of range, or the regulations forbid it: the article says why."),
    ("428", "PreconditionRequired", "`If-Match` is needed here."),
    ("429", "TooManyRequests", "Too fast; `Retry-After` says how long to wait."),
    ("500", "InternalServerError", "Our fault; quote the request id to the operator."),
    ("503", "ServiceUnavailable", "The database is busy or away; `Retry-After` says how long to wait."),
];

pub fn complete(mut document: Value) -> Value {
    document["info"]["license"] = json!({"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"});
    document["tags"] =
        TAGS.iter().map(|(name, description)| json!({"name": name, "description": description})).collect();
    components(&mut document["components"]);
    let examples = examples::recorded();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for method in METHODS {
                if let Some(operation) = item.get_mut(method).and_then(Value::as_object_mut) {
                    complete_operation(path, method, operation);
                    files(operation);
                    let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default();
                    if let Some(example) = examples.get(id) {
                        examples::add(example, operation);
                    }
                }
            }
        }
    }
    document
}

fn components(components: &mut Value) {
    let header = |description: &str, example: &str| json!({"description": description, "schema": {"type": "string", "examples": [example]}});
    components["headers"] = json!({
        "ETag": header("Strong entity tag of this representation; send it in `If-Match`.", "\"17\""),
        "Location": header("Path of what was created.", "/v1/federations/URS"),
        "XRequestId": header("Id of this request, also in problems and logs.", "req_019b2f5c3d3a7c6c8d0f1a2b3c4d5e6f"),
        "IdempotencyReplayed": header("`true` when this answer is a replay of the first one.", "true"),
        "RetryAfter": header("Seconds to wait.", "1"),
        "ContentDigest": header("SHA-256 of the content (RFC 9530).", "sha-256=:…:"),
        "ContentDisposition": header("Always an attachment.", "attachment; filename=\"photograph-doc_….png\""),
        "Allow": header("The methods that exist here.", "GET, PUT"),
    });
    components["securitySchemes"] = json!({
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "An access token of `POST /oauth/token`."
        }
    });
    let mut responses = Map::new();
    for (status, name, description) in PROBLEMS {
        let mut headers = json!({"X-Request-Id": {"$ref": "#/components/headers/XRequestId"}});
        if matches!(*status, "429" | "503") {
            headers["Retry-After"] = json!({"$ref": "#/components/headers/RetryAfter"});
        }
        if *status == "405" {
            headers["Allow"] = json!({"$ref": "#/components/headers/Allow"});
        }
        let response = json!({
            "description": description,
            "headers": headers,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        });
        responses.insert((*name).to_owned(), response);
    }
    components["responses"] = Value::Object(responses);
}

fn complete_operation(path: &str, method: &str, operation: &mut Map<String, Value>) {
    let Some(row) = operation
        .get("operationId")
        .and_then(Value::as_str)
        .and_then(|id| Action::ALL.iter().find(|action| action.operation() == id))
        .map(|action| Row::of(*action))
    else {
        return;
    };
    parameters(path, method, row, operation);
    responses(path, row, operation);
    security(row, operation);
}

/// A body that is no JSON is bytes.
fn files(operation: &mut Map<String, Value>) {
    fn as_bytes(holder: &mut Value) {
        for (kind, media) in holder.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
            if kind == "application/octet-stream" || kind == "application/pdf" || kind.starts_with("image/") {
                media["schema"] = json!({"type": "string", "format": "binary"});
            }
        }
    }
    operation.get_mut("requestBody").into_iter().for_each(as_bytes);
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    responses.into_iter().flat_map(|responses| responses.values_mut()).for_each(as_bytes);
}

/// A parameter is left out; it is never null.
fn absent_not_null(schema: &mut Value) {
    let types: Option<Vec<Value>> = schema["type"].as_array().map(|types| {
        let some = types.iter().filter(|kind| **kind != "null");
        some.cloned().collect()
    });
    if let Some([one]) = types.as_deref() {
        schema["type"] = one.clone();
    }
}

fn parameters(path: &str, method: &str, row: &Row, operation: &mut Map<String, Value>) {
    let mut added = Vec::new();
    let header = |name: &str, required: bool, description: &str, example: &str| {
        json!({"name": name, "in": "header", "required": required, "description": description,
               "schema": {"type": "string", "examples": [example]}})
    };
    if row.write && path.starts_with("/v1/") {
        added.push(json!({"name": "validate_only", "in": "query", "required": false,
            "description": "Same checks and answer, but nothing is stored.", "schema": {"type": "boolean"}}));
    }
    if row.key != Key::None {
        added.push(header(
            "Idempotency-Key",
            row.key == Key::Required,
            "Any text of 1 to 255 characters, fresh for each act and the same for each retry of it.",
            "6e1f7e0c-entry-urs",
        ));
    }
    if row.guard != Guard::None {
        let description = match row.guard {
            Guard::Required => "The `ETag` that you saw.",
            _ => "The `ETag` that you saw; none is needed to create.",
        };
        added.push(header("If-Match", row.guard == Guard::Required, description, "\"17\""));
    }
    if method == "put" {
        added.push(header("If-None-Match", false, "`*`: create only, never replace.", "*"));
    }
    if method == "get" && row.action != Action::GetDocumentContent {
        added.push(header("If-None-Match", false, "The `ETag` that you have: 304 if it is still right.", "\"17\""));
    }
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        absent_not_null(&mut parameter["schema"]);
    }
    if !added.is_empty() {
        match operation.entry("parameters").or_insert_with(|| json!([])) {
            Value::Array(parameters) => parameters.extend(added),
            other => *other = Value::Array(added),
        }
    }
}

fn responses(path: &str, row: &Row, operation: &mut Map<String, Value>) {
    let is_list = operation.get("parameters").is_some_and(|parameters| {
        let parameters = parameters.to_string();
        parameters.contains("\"cursor\"") || parameters.contains("\"since\"")
    });
    let is_file = row.action == Action::GetDocumentContent;
    let is_export = matches!(
        row.action,
        Action::PrintRoundRecord
            | Action::PrintFinalRecord
            | Action::GetFinalRecordContent
            | Action::ExportTrf
            | Action::ExportCrosstableCsv
            | Action::ExportResultsCsv
    );
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, response) in responses.iter_mut() {
        if status.starts_with('2') {
            let mut headers = json!({"X-Request-Id": {"$ref": "#/components/headers/XRequestId"}});
            if is_file {
                headers["Content-Digest"] = json!({"$ref": "#/components/headers/ContentDigest"});
                headers["Content-Disposition"] = json!({"$ref": "#/components/headers/ContentDisposition"});
            } else if !is_list && path.starts_with("/v1/") {
                if is_export {
                    headers["Content-Digest"] = json!({"$ref": "#/components/headers/ContentDigest"});
                    headers["Content-Disposition"] = json!({"$ref": "#/components/headers/ContentDisposition"});
                }
                headers["ETag"] = json!({"$ref": "#/components/headers/ETag"});
            }
            if status == "201" {
                headers["Location"] = json!({"$ref": "#/components/headers/Location"});
            }
            if row.key != Key::None {
                headers["Idempotency-Replayed"] = json!({"$ref": "#/components/headers/IdempotencyReplayed"});
            }
            response["headers"] = headers;
        }
    }
    // RFC 6749 has its own errors at the token endpoint.
    if !path.starts_with("/v1/") {
        return;
    }
    if !row.write && !is_list && !is_file {
        responses.insert("304".to_owned(), json!({"description": "It is still what you have."}));
    }
    if row.write && responses.contains_key("201") && !responses.contains_key("200") {
        let mut dry_run = responses["201"].clone();
        dry_run["description"] = json!("What would be created (`validate_only=true`).");
        if let Some(headers) = dry_run["headers"].as_object_mut() {
            headers.remove("Location");
        }
        responses.insert("200".to_owned(), dry_run);
    }
    let applies = |status: &str| match status {
        "409" => row.write || row.action == Action::ExportTrf,
        "410" => is_list,
        "412" => row.guard != Guard::None || path.contains("entries"),
        "408" | "413" | "415" => row.write,
        "428" => row.guard != Guard::None,
        _ => true,
    };
    for (status, name, _) in PROBLEMS.iter().filter(|(status, ..)| applies(status)) {
        responses.insert((*status).to_owned(), json!({"$ref": format!("#/components/responses/{name}")}));
    }
    responses.sort_keys();
}

fn security(row: &Row, operation: &mut Map<String, Value>) {
    let (security, who) = match row.who {
        Who::Everyone => (json!([{}, {"bearer": []}]), "everyone, without a token too".to_owned()),
        Who::SignedIn => (json!([{"bearer": []}]), "every signed-in account".to_owned()),
        Who::Holders(roles) => {
            let roles: Vec<&str> = roles.iter().map(|role| role.code()).collect();
            let reach = match row.reach {
                Reach::Registry => "",
                Reach::Championship => ", in this championship",
                Reach::Federation => ", in this championship and, where the role is a federation's, for their own",
            };
            (json!([{"bearer": []}]), format!("{}{reach}", roles.join(", ")))
        }
    };
    operation.insert("security".to_owned(), security);
    let mut words = vec![format!("May: {who}.")];
    if !row.phases.is_empty() {
        let phases: Vec<&str> = row.phases.iter().map(|phase| phase.code()).collect();
        words.push(format!("While the championship is {}.", phases.join(" or ")));
    }
    if let Some(article) = row.article {
        words.push(format!("WSTCC Art. {article}."));
    }
    let said = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{said}\n\n{}", words.join(" ")).trim().to_owned();
    operation.insert("description".to_owned(), json!(description));
}

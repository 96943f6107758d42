//! Reads regulations from TOML into [`Rulebook`], and refuses a bad one by field and reason.

use crate::domain::rulebook::Rulebook;
use crate::domain::violation::{Rule, Violation};

/// The rulebooks that the program ships, each with its id.
pub fn builtin() -> &'static [(&'static str, &'static str)] {
    &[("wstcc-1960", include_str!("../../regulations/wstcc-1960.toml"))]
}

/// Reads a rulebook and checks it: a fault of form is given alone, faults of content all at once.
pub fn parse(text: &str) -> Result<Rulebook, Vec<Violation>> {
    let table: toml::Table = toml::from_str(text).map_err(|error| vec![not_toml(text, &error)])?;
    let rulebook: Rulebook = serde_path_to_error::deserialize(table).map_err(|error| vec![wrong_shape(&error)])?;
    rulebook.check()?;
    if canonical_json(&rulebook).is_ok_and(|json| json.contains("\\u0000")) {
        return Err(vec![Violation::new(Rule::RulebookInvalid, "a text holds the character U+0000")]);
    }
    Ok(rulebook)
}

/// The one spelling of a rulebook under which it is stored and digested (RFC 8785).
pub fn canonical_json(rulebook: &Rulebook) -> Result<String, serde_json::Error> {
    serde_json_canonicalizer::to_string(rulebook)
}

fn not_toml(text: &str, error: &toml::de::Error) -> Violation {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    Violation::new(Rule::RulebookInvalid, format!("not TOML, line {line}: {}", error.message()))
        .fact("line", line as i64)
}

fn wrong_shape(error: &serde_path_to_error::Error<toml::de::Error>) -> Violation {
    use serde_path_to_error::Segment;
    let reason = error.inner().message();
    let mut pointer = String::new();
    for segment in error.path() {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => pointer.push_str(&format!("/{key}")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    // The path ends at the table that lacks the field; the field itself stands in the message only.
    if let Some(field) = reason.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        pointer.push_str(&format!("/{field}"));
    }
    Violation::new(Rule::RulebookInvalid, format!("{pointer}: {reason}")).at(pointer)
}

#[cfg(test)]
mod tests;

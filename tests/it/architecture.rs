//! Who may import whom, read from every `use` and every path of the crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What each part may name of the crate; `main` and the command line wire everything together.
const MAY: &[(&str, &[&str])] = &[
    ("domain", &["domain"]),
    ("rulebooks", &["domain", "rulebooks"]),
    ("access", &["domain", "access"]),
    ("exchange", &["domain", "exchange"]),
    ("secrets", &["secrets"]),
    ("clock", &["domain", "clock"]),
    ("entropy", &["domain", "entropy"]),
    // The database URL is refused where it is read, by the one that will open it.
    ("config", &["config", "storage"]),
    ("telemetry", &["telemetry", "config"]),
    ("storage", &["domain", "storage"]),
    ("service", &["domain", "rulebooks", "access", "storage", "exchange", "secrets", "clock", "entropy", "service"]),
    (
        "http",
        &["service", "access", "domain", "exchange", "secrets", "clock", "entropy", "config", "telemetry", "http"],
    ),
    ("replay", &["domain", "replay"]),
];

/// External crates that only some parts may know.
const ALONE: &[(&str, &[&str])] = &[
    ("diesel", &["storage"]),
    ("diesel_migrations", &["storage"]),
    ("r2d2", &["storage"]),
    ("actix_web", &["http"]),
    ("utoipa", &["http"]),
    ("jsonwebtoken", &["secrets"]),
    ("argon2", &["secrets"]),
    ("rand", &["entropy"]),
];

/// What `domain` may know of the world.
const DOMAIN_KNOWS: &[&str] = &["jiff", "thiserror", "serde", "uuid", "sha2"];

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without its tests and comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn parts() -> BTreeMap<PathBuf, String> {
    let mut found = Vec::new();
    files(Path::new("src"), &mut found);
    found
        .into_iter()
        .filter(|path| !path.ends_with("tests.rs") && !path.iter().any(|part| part == "tests"))
        .filter_map(|path| {
            let part = path.strip_prefix("src").unwrap().iter().next()?.to_str()?.trim_end_matches(".rs").to_owned();
            (part != "main" && part != "lib" && part != "cli").then_some((path, part))
        })
        .collect()
}

#[test]
fn each_part_names_only_those_below_it() {
    let mut faults = Vec::new();
    for (path, part) in parts() {
        let may = MAY
            .iter()
            .find(|(known, _)| *known == part)
            .unwrap_or_else(|| panic!("{part} has no line in the import rule"))
            .1;
        for named in code(&path).split("crate::").skip(1) {
            let named: String = named.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !named.is_empty() && !may.contains(&named.as_str()) {
                faults.push(format!("{} names {named}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_one_part_knows_each_foreign_crate() {
    let mut faults = Vec::new();
    for (path, part) in parts() {
        let code = code(&path);
        for (foreign, at_home) in ALONE {
            let names =
                [format!("use {foreign}"), format!(" {foreign}::"), format!("({foreign}::"), format!("<{foreign}::")];
            if !at_home.contains(&part.as_str()) && names.iter().any(|name| code.contains(name.as_str())) {
                faults.push(format!("{} knows {foreign}", path.display()));
            }
        }
        if part == "domain" {
            for line in code.lines().filter_map(|line| line.trim().strip_prefix("use ")) {
                let root: String = line.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if !["std", "core", "super", "crate", "self"].contains(&root.as_str())
                    && !DOMAIN_KNOWS.contains(&root.as_str())
                    && !code.contains(&format!("mod {root}"))
                {
                    faults.push(format!("{} knows {root}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whoever has this clearance reads every sealed thing.
#[test]
fn only_storage_opens_something_sealed_to_keep_it() {
    let namers: Vec<_> = parts()
        .into_iter()
        .filter(|(path, _)| code(path).contains("Clearance::to_keep"))
        .map(|(_, part)| part)
        .collect();
    assert_eq!(namers, ["storage"]);
}

#[test]
fn files_of_the_service_do_not_call_each_other() {
    // The frame that every operation stands in.
    const FRAME: &[&str] = &["call", "desk", "error", "ledger", "keys"];
    let mut faults = Vec::new();
    for (path, part) in parts() {
        if part != "service" {
            continue;
        }
        let code = code(&path);
        for named in code.split("crate::service::").skip(1).chain(code.split("use super::").skip(1)) {
            let named: String = named.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let itself = path.to_string_lossy().contains(&format!("service/{named}"));
            let module = named.starts_with(|c: char| c.is_ascii_lowercase());
            if module && !itself && !FRAME.contains(&named.as_str()) && named != "super" {
                faults.push(format!("{} calls {named}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

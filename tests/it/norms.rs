//! Which norms of the regulations are proved by a test: `norm: WSTCC.6.3` in the doc comment of a `#[test]`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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

/// The ids of the norms, one a line in regulations/norms.txt.
fn known() -> BTreeSet<String> {
    fs::read_to_string("regulations/norms.txt")
        .unwrap()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_tag_names_a_norm_and_stands_on_a_test() {
    let mut paths = Vec::new();
    files(Path::new("src"), &mut paths);
    files(Path::new("tests"), &mut paths);
    let known = known();
    let mut proved: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for path in paths {
        if path.ends_with("norms.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let mut pending: Vec<String> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            if let Some(tags) = line.strip_prefix("///").and_then(|doc| doc.split_once("norm:")).map(|(_, tags)| tags) {
                pending.extend(
                    tags.split([',', ' ']).map(|tag| tag.trim_matches('.').to_owned()).filter(|tag| tag.contains('.')),
                );
                continue;
            }
            if pending.is_empty() || line.starts_with("///") || (line.starts_with("#[") && *line != "#[test]") {
                continue;
            }
            let place = format!("{}:{}", path.display(), number + 1);
            // `proptest!` puts its `#[test]` after the comment all the same.
            if *line != "#[test]" {
                faults.push(format!("{place}: {pending:?} does not stand on a #[test]"));
            }
            if pending.len() > 3 {
                faults.push(format!("{place}: {} norms on one test, at most three", pending.len()));
            }
            for norm in pending.drain(..) {
                if known.contains(&norm) {
                    *proved.entry(norm).or_default() += 1;
                } else {
                    faults.push(format!("{place}: there is no norm {norm}"));
                }
            }
        }
    }
    for regulations in ["WSTCC", "WJTC"] {
        let of = |norm: &&String| norm.split('.').next() == Some(regulations);
        let open: Vec<&String> = known.iter().filter(of).filter(|norm| !proved.contains_key(*norm)).collect();
        println!(
            "norms of {regulations}: {} proved / {} in all; open: {}",
            proved.keys().filter(of).count(),
            known.iter().filter(of).count(),
            open.iter().map(|norm| norm.as_str()).collect::<Vec<_>>().join(" ")
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

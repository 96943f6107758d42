//! `openapi`: the committed documents.

use std::path::Path;

use teamchess::http::openapi::{served_3_0, served_3_1};

use super::{Failure, Outcome};

pub fn run(check: bool, directory: &Path) -> Outcome {
    let mut stale = Vec::new();
    for (file, text) in [("v1.json", served_3_1()), ("v1-3.0.json", served_3_0())] {
        let path = directory.join(file);
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        if check {
            stale.push(path.display().to_string());
            continue;
        }
        let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(&path, text));
        written.map_err(|cause| Failure::new(format!("{}: {cause}", path.display())))?;
        println!("{}", path.display());
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!("not up to date: {}; run `teamchess openapi`", stale.join(", "))))
    }
}

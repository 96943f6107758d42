//! The access table: printed as a matrix, and held against the document and the running server.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use teamchess::access::table::TABLE;
use teamchess::access::{Guard, Key, Reach, Role, Who};

/// A committed file that a test keeps true; `UPDATE_SNAPSHOTS=1` writes it.
pub fn snapshot(name: &str, text: &str) {
    let path = format!("tests/it/snapshots/{name}");
    if std::env::var("UPDATE_SNAPSHOTS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{path} differs: look at the change, then UPDATE_SNAPSHOTS=1 cargo test\n{text}");
}

#[test]
fn the_matrix_is_the_one_that_was_agreed() {
    const SHORT: [&str; 14] =
        ["adm", "pre", "org", "dir", "chf", "arb", "stw", "cap", "dep", "cod", "apc", "apm", "fed", "obs"];
    let mut text = String::from("Who may do what: role by operation. ● may, in the reach named; · may not.\n\n");
    for (role, short) in Role::ALL.iter().zip(SHORT) {
        writeln!(text, "{short}  {}", role.code()).unwrap();
    }
    writeln!(text, "\n{:<28} {:<9} {} {:<13} phases, article", "operation", "who", SHORT.join(" "), "reach").unwrap();
    for row in TABLE {
        let who = match row.who {
            Who::Everyone => "everyone",
            Who::SignedIn => "signed in",
            Who::Holders([]) => "server",
            Who::Holders(_) => "roles",
        };
        let marks: Vec<&str> =
            Role::ALL.iter().map(|role| if row.roles().contains(role) { " ● " } else { " · " }).collect();
        let reach = match row.reach {
            Reach::Registry => "registry",
            Reach::Championship => "championship",
            Reach::Federation => "federation",
        };
        let mut rest: Vec<String> = row.phases.iter().map(|phase| phase.code().to_owned()).collect();
        rest.extend(row.article.map(|article| format!("Art. {article}")));
        rest.extend((row.guard == Guard::Required).then(|| "If-Match".to_owned()));
        rest.extend((row.guard == Guard::IfExists).then(|| "If-Match if it exists".to_owned()));
        rest.extend((row.key == Key::Required).then(|| "Idempotency-Key".to_owned()));
        let line =
            format!("{:<28} {who:<9} {} {reach:<13} {}", row.action.operation(), marks.join(" "), rest.join(", "));
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    snapshot("access-matrix.txt", &text);
}

#[test]
fn a_phase_of_the_table_can_be_reached_and_left() {
    for row in TABLE.iter().filter(|row| row.write) {
        let unique: BTreeSet<_> = row.phases.iter().collect();
        assert_eq!(unique.len(), row.phases.len(), "{}", row.action.operation());
        assert!(row.key != Key::Required || row.guard != Guard::IfExists, "{}", row.action.operation());
    }
}

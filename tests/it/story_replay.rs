//! Real championships, from designation to closing, each act by its person; and what happens when a board is turned.

use std::process::{Command, Output};

use serde_json::{Value, json};
use teamchess::replay::client::Client;
use teamchess::replay::play::{Until, play};
use teamchess::replay::{compare, format};
use teamchess::service::accounts;

use crate::support::{Kind, TestApp};

const FILES: [&str; 2] = ["data/siegen-1970-final-a.json", "data/helsinki-1952-group-1.json"];

#[test]
fn real_championships_end_with_the_published_table_on_every_database() {
    for kind in Kind::all() {
        for (number, file) in FILES.iter().enumerate() {
            let app = TestApp::on(kind);
            let run = format!("story{number}");
            let password = "only for this story";
            let client = Client::new(&app.base, &run);
            let issued = accounts::make_first_admin(&app.desk, "root", "Root", false).unwrap();
            client.activate(&issued.code.unwrap(), password).unwrap();
            let championship = format::read(&std::fs::read(file).unwrap()).unwrap();
            let played = play(&championship, &client, &run, ("root", password), Until::Closed, &mut |_| {}).unwrap();

            let group = championship.groups().next().unwrap();
            assert_eq!(compare::compare(group, &played.obtained), [], "{file} on {kind:?}");
            let closed = app.public().get(&format!("/v1/championships/{}", played.championship)).expect(200);
            assert_eq!(closed["phase"], "closed");
            // Every act is in the journal of the championship, without a gap.
            let organizer = app.appointed("organizer", Some(&played.championship), None);
            let mut seqs = Vec::new();
            let mut path = format!("/v1/championships/{}/journal?limit=200", played.championship);
            loop {
                let page = organizer.get(&path).expect(200);
                seqs.extend(
                    page["data"].as_array().unwrap().iter().map(|entry| entry["header"]["seq"].as_i64().unwrap()),
                );
                let Some(cursor) = page["next_cursor"].as_str() else { break };
                path = format!("/v1/championships/{}/journal?limit=200&cursor={cursor}", played.championship);
            }
            let expected: Vec<i64> = (1..=i64::try_from(seqs.len()).unwrap()).collect();
            assert_eq!(seqs, expected);
        }
    }
}

fn replay(file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_teamchess")).args(["replay", file]).output().unwrap()
}

/// Turns half a point of one match from the first team to the second, as one board would.
fn turn_a_board(file: &str, first: &str, second: &str) -> Value {
    let mut championship: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let table = championship.pointer_mut("/stages/0/groups/0/crosstable").unwrap();
    let points = |cell: &Value| cell.as_i64().unwrap();
    let (ours, theirs) = (points(&table[first][second]), points(&table[second][first]));
    table[first][second] = json!(ours - 2);
    table[second][first] = json!(theirs + 2);
    championship
}

#[test]
fn a_turned_board_is_found_and_its_cells_are_named() {
    let directory = tempfile::TempDir::new().unwrap();
    for (file, first, second) in [(FILES[0], "URS", "ESP"), (FILES[1], "ARG", "LUX")] {
        let turned = directory.path().join(std::path::Path::new(file).file_name().unwrap());
        std::fs::write(&turned, turn_a_board(file, first, second).to_string()).unwrap();
        let output = replay(turned.to_str().unwrap());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said} {}", String::from_utf8_lossy(&output.stderr));
        for cell in [format!("{first}.game_points"), format!("{second}.game_points")] {
            assert!(said.contains(&format!("{cell}: published ")), "{cell} is not named in\n{said}");
        }
        assert!(!said.contains("identical"));
    }
}

#[test]
fn the_command_says_that_the_table_is_identical() {
    let output = replay(FILES[1]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said} {}", String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with("final table: identical to the published one\n"), "{said}");
}

#[test]
fn a_file_that_is_none_is_refused_with_every_fault() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("broken.json");
    std::fs::write(&path, b"{\"format\": \"teamchess-championship/1\"}").unwrap();
    let output = replay(path.to_str().unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("broken.json"));
}

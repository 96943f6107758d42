//! `pair`, `judge`, `standings` and `import`, as an arbiter uses them at the table: a file or standard input in, lines out.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::support::Kind;
use crate::support::database::Fresh;
use crate::support::process::{ended, teamchess};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/trf/pair");

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_teamchess"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn case(name: &str) -> String {
    std::fs::read_to_string(format!("{CASES}/{name}")).unwrap()
}

#[test]
fn pair_prints_what_pairing_engines_print() {
    let file = format!("{CASES}/bye_to_the_lowest_score.trf");
    let printed = (0, case("bye_to_the_lowest_score.pairs.txt"), String::new());
    assert_eq!(run(&["pair", &file], ""), printed);
    assert_eq!(run(&["pair", "-", "--system", "c046"], &case("bye_to_the_lowest_score.trf")), printed);
    let explained = case("bye_to_the_lowest_score.explained.txt");
    assert_eq!(run(&["pair", &file, "--explain"], ""), (0, explained, String::new()));
    assert_eq!(run(&["pair", &file, "--round", "1"], "").1, "3\n1 3\n4 2\n5 0\n");
}

#[test]
fn each_system_pairs_in_its_own_way() {
    // seven teams in round 1: the Olympiad rules give the bye to the lowest-ranked team too, and colours by 7.2
    let pairs = |system| run(&["pair", "-", "--system", system], &case("bye_in_round_1.trf")).1;
    assert_eq!(pairs("olympiad-2022"), "4\n1 4\n5 2\n3 6\n7 0\n");
    assert_eq!(pairs("annex-d-1998"), pairs("olympiad-2022"));
}

#[test]
fn what_is_wrong_with_a_file_is_said_at_once() {
    let faulty = case("four_teams.trf").replace("142 3", "142 x").replace("352 WB", "352 WX");
    let (code, printed, said) = run(&["pair", "-"], &faulty);
    assert_eq!((code, printed.as_str()), (2, ""));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("teamchess: standard input: line 2, column 5, record 142, not_a_number: "), "{said}");
    assert!(lines[1].starts_with("teamchess: standard input: line 5, column 6, record 352, value_unknown: "), "{said}");

    let unfinished = case("four_teams.trf").replace("142 3\r\n", "").replace("152 W\r\n", "");
    let (code, _, said) = run(&["pair", "-"], &unfinished);
    assert_eq!((code, said.lines().count()), (2, 2), "{said}");
    assert!(said.contains("record 142, value_missing") && said.contains("record 152, value_missing"), "{said}");

    let (code, _, said) = run(&["pair", "nowhere.trf"], "");
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    let (code, _, said) = run(&["pair", "-", "--round", "3"], &case("four_teams.trf"));
    assert_eq!(code, 2);
    assert!(said.contains("round 3 cannot be paired yet; the next one is 1"), "{said}");
}

#[test]
fn where_no_pairing_is_legal_pair_says_so() {
    let apart = format!("{}260   1   3    1    2    3    4\r\n", case("four_teams.trf"));
    let (code, printed, said) = run(&["pair", "-"], &apart);
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(said.starts_with("teamchess: no_legal_pairing: "), "{said}");
}

#[test]
fn judge_names_every_breach() {
    let file = format!("{CASES}/bye_not_twice.trf");
    assert_eq!(run(&["judge", &file], ""), (0, "2 rounds, 0 breaches\n".to_owned(), String::new()));
    // the same team has the bye again, and 1 meets 2 again
    let again = case("bye_not_twice.trf")
        .replace("     2 w 1     3 w 1", "     2 w 1     2 w 1")
        .replace("     1 b 0     5 w 1", "     1 b 0     1 b 0")
        .replace("     4 w 1     1 b 0", "     4 w 1     4 w 0")
        .replace("     3 b 0  0000 - U", "     3 b 0     3 b 1")
        .replace("  0000 - U     2 b 0", "  0000 - U  0000 - U");
    let points = ["2.0", "0.0", "1.0", "1.0", "2.0"];
    let mut players = points.iter();
    let again: String = again
        .lines()
        .map(|line| match line.starts_with("001").then(|| players.next()).flatten() {
            Some(points) => format!("{}{points}{}\r\n", &line[..81], &line[84..]),
            None => format!("{line}\r\n"),
        })
        .collect();
    let (code, printed, said) = run(&["judge", "-"], &again);
    assert_eq!(
        printed,
        "round 2: met_before: teams 1 and 2 met in round 1\n\
         round 2: met_before: teams 3 and 4 met in round 1\n\
         round 2: bye_barred: team 5 may not have the bye: it had the bye in round 1\n\
         2 rounds, 3 breaches\n"
    );
    assert_eq!((code, said.lines().count()), (1, 1), "{said}");
}

#[test]
fn standings_prints_every_value_and_what_it_is_made_of() {
    let file = format!("{CASES}/bye_not_twice.trf");
    let (code, printed, said) = run(&["standings", &file, "--list", "PTS, BH, EMMSB"], "");
    assert_eq!((code, said.as_str()), (0, ""));
    let cells: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(cells[0], ["rank", "team", "name", "PTS", "BH", "EMMSB"]);
    assert_eq!(cells[1], ["1", "1", "Ålesund", "4", "4", "8"]);
    assert_eq!(cells.len(), 7);
    assert_eq!(printed.lines().last(), Some("after round 2, C.07 of 2026"));

    let (_, explained, _) = run(&["standings", &file, "--list", "PTS,BH", "--explain", "--edition", "2023"], "");
    assert!(explained.contains("round 1 v 2: 2; round 2 v 3: 2"), "{explained}");
    assert!(explained.ends_with("after round 2, C.07 of 2023\n"), "{explained}");
    let (_, earlier, _) = run(&["standings", &file, "--round", "1"], "");
    assert!(earlier.ends_with("after round 1, C.07 of 2026\n"), "{earlier}");
}

#[test]
fn a_list_that_cannot_be_applied_is_refused() {
    let file = format!("{CASES}/bye_not_twice.trf");
    for (list, reason) in [("PTS,XYZ", "XYZ"), ("PTS,ARO", "ARO")] {
        let (code, printed, said) = run(&["standings", &file, "--list", list], "");
        assert_eq!((code, printed.as_str(), said.lines().count()), (2, "", 1), "{said}");
        assert!(said.contains(reason), "{said}");
    }
    let all_play_all = case("bye_not_twice.trf").replace("FIDE_TEAM_TYPEA_MP_GP", "BERGER_TEAM_ROUNDROBIN_G1");
    let (code, _, said) = run(&["standings", "-", "--list", "PTS,BH"], &all_play_all);
    assert_eq!(code, 2);
    assert!(said.contains("tie_break_not_allowed"), "{said}");
    let (code, _, said) = run(&["standings", &file, "--round", "3"], "");
    assert_eq!(code, 2);
    assert!(said.contains("only 2 rounds"), "{said}");
}

/// A point less: the leader has three, before 3 with two.
#[test]
fn a_penalty_counts_in_the_table() {
    let penalty = format!("{}299   -1.0  0.0               1\r\n", case("bye_not_twice.trf"));
    let (code, printed, said) = run(&["standings", "-", "--explain", "--list", "PTS"], &penalty);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(printed.lines().nth(1).is_some_and(|line| line.ends_with(" 3")), "{printed}");
    assert!(printed.contains("round 0: -1"), "{printed}");
}

#[test]
fn an_event_is_imported_once() {
    for kind in Kind::all() {
        let database = Fresh::empty(kind);
        let import = |arguments: &[&str]| ended(teamchess(&database.url).arg("import").args(arguments));
        let (code, said, _) = import(&["tests/golden/trf/five-ports.trf", "--check"]);
        assert!(code == Some(0) && said.contains("5 teams, 3 rounds, 6 matches"), "{said}");
        let (code, said, left) = import(&["tests/golden/trf/five-ports.trf"]);
        assert!(code == Some(0) && said.contains("0 persons found, 15 made"), "{said}");
        assert!(left.contains("line 11 (102) is not kept"), "{left}");
        let (code, _, said) = import(&["tests/golden/trf/five-ports.trf"]);
        assert!(code == Some(1) && said.contains("the file is /v1/championships/chp_"), "{said}");
        let (code, _, said) = import(&[&format!("{CASES}/bye_not_twice.trf")]);
        assert_eq!((code, said.lines().count()), (Some(2), 3), "{said}");
    }
}

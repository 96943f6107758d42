use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Championship, Covers, Derived, FormatFault, read};
use crate::domain::points::GamePoints;
use crate::replay::published::{SIEGEN, all};

const GROUP: &str = "/stages/0/groups/0";

/// The Siegen file with one change.
fn changed(change: impl FnOnce(&mut Value)) -> Result<Championship, Vec<FormatFault>> {
    let mut file: Value = serde_json::from_slice(SIEGEN).unwrap();
    change(&mut file);
    read(file.to_string().as_bytes())
}

fn pointers(read: Result<Championship, Vec<FormatFault>>) -> Vec<String> {
    read.err().unwrap_or_default().into_iter().map(|fault| fault.pointer).collect()
}

/// Where the faults lie after the value at this pointer was replaced.
fn faults_with(pointer: &str, value: Value) -> Vec<String> {
    pointers(changed(|file| *file.pointer_mut(pointer).unwrap() = value))
}

fn in_group(pointer: &str) -> String {
    format!("{GROUP}{pointer}")
}

#[test]
fn the_published_championships_are_read_with_every_score_known() {
    let [siegen, helsinki] = all();
    assert_eq!((siegen.year, siegen.teams.len(), siegen.boards), (1970, 12, 4));
    assert_eq!(siegen.dates.map(|dates| (dates.covers, dates.start.to_string(), dates.end.to_string())), {
        Some((Covers::WholeEvent, "1970-09-05".to_owned(), "1970-09-27".to_owned()))
    });
    assert_eq!((helsinki.year, helsinki.teams.len(), helsinki.dates), (1952, 9, None));
    assert!(helsinki.derived.contains(&Derived::Officials) && !siegen.derived.contains(&Derived::Officials));

    let (final_a, group_1) = (siegen.group("A").unwrap(), helsinki.group("1").unwrap());
    assert_eq!(final_a.score("BUL", "ARG"), Some((GamePoints(5), GamePoints(3))));
    assert_eq!(final_a.score("ARG", "BUL"), Some((GamePoints(3), GamePoints(5))));
    assert_eq!(group_1.score("SAA", "FRG"), Some((GamePoints(0), GamePoints(8))));
    assert_eq!(final_a.score("URS", "URS"), None);
    assert_eq!(final_a.score("URS", "LUX"), None);
    assert!(siegen.group("B").is_none());
}

#[test]
fn published_totals_follow_from_the_published_scores() {
    for championship in all() {
        for group in championship.groups() {
            for row in group.table.iter().flatten() {
                let scores: Vec<_> = group.teams.iter().filter_map(|other| group.score(&row.code, other)).collect();
                let count = |order| Some(scores.iter().filter(|(own, other)| own.cmp(other) == order).count() as u32);
                assert_eq!(row.game_points, Some(scores.iter().map(|(own, _)| *own).sum()), "{}", row.code);
                assert_eq!(row.won, count(std::cmp::Ordering::Greater), "{}", row.code);
                assert_eq!(row.drawn, count(std::cmp::Ordering::Equal), "{}", row.code);
                assert_eq!(row.lost, count(std::cmp::Ordering::Less), "{}", row.code);
            }
        }
    }
}

#[test]
fn a_file_of_the_wrong_shape_is_refused_where_it_is_wrong() {
    assert_eq!(faults_with("/format", json!("teamchess-championship/2")), ["/format"]);
    assert_eq!(faults_with("/boards", json!(-4)), ["/boards"]);
    assert_eq!(faults_with(&in_group("/crosstable/URS/HUN"), json!(2.5)), [in_group("/crosstable/URS/HUN")]);
    assert_eq!(faults_with("/dates/start", json!("1970-09-31")), ["/dates/start"]);
    let unknown = changed(|file| file["teams"][3]["captain"] = json!("Nobody"));
    assert_eq!(pointers(unknown), ["/teams/3/captain"]);
    let left_out = changed(|file| drop(file["teams"][3].as_object_mut().unwrap().remove("players")));
    let fault = &left_out.unwrap_err()[0];
    assert_eq!(fault.pointer, "/teams/3");
    assert!(fault.message.contains("`players`"), "{fault}");
    assert_eq!(pointers(read(b"{}  {}")).len(), 1);
    assert_eq!(pointers(read(&[SIEGEN, b"{}"].concat())), [""]);
    assert_eq!(pointers(read(&SIEGEN[..SIEGEN.len() / 2])).len(), 1);
}

#[test]
fn cells_must_add_up_to_the_points_of_all_boards() {
    let cell = in_group("/crosstable/HUN/URS");
    let faults = changed(|file| *file.pointer_mut(&cell).unwrap() = json!(5)).unwrap_err();
    let expected = "4 and 5 half points add up to 9, not to 8 on 4 boards";
    assert_eq!(faults, [FormatFault { pointer: in_group("/crosstable/URS/HUN"), message: expected.into() }]);
    assert_eq!(faults_with(&cell, json!(9)), [cell.as_str()]);
    assert_eq!(faults_with(&cell, json!(-1)), [cell.as_str()]);
    assert_eq!(faults_with(&cell, Value::Null), [cell.as_str()]);
    assert_eq!(faults_with("/boards", json!(5)).len(), 66);
    assert!(faults_with("/boards", json!(0)).contains(&"/boards".to_owned()));
}

#[test]
fn a_pair_or_a_row_left_out_is_named() {
    let pair = changed(|file| {
        let row = file.pointer_mut(&in_group("/crosstable/URS")).unwrap();
        row.as_object_mut().unwrap().remove("HUN");
    });
    assert_eq!(pointers(pair), [in_group("/crosstable/URS/HUN")]);
    let row = changed(|file| {
        let table = file.pointer_mut(&in_group("/crosstable")).unwrap();
        table.as_object_mut().unwrap().remove("URS");
    });
    let message = "the row of URS is missing".to_owned();
    assert_eq!(row.unwrap_err(), [FormatFault { pointer: in_group("/crosstable"), message }]);
}

#[test]
fn a_code_written_twice_in_the_cross_table_does_not_hide_the_first() {
    let text = String::from_utf8(SIEGEN.to_vec()).unwrap();
    let twice = text.replace(r#""URS": {"HUN": 4, "#, r#""URS": {"HUN": 4, "HUN": 4, "#);
    assert_eq!(pointers(read(twice.as_bytes())), [in_group("/crosstable/URS/HUN")]);
}

#[test]
fn teams_must_be_known_once_and_play() {
    assert_eq!(faults_with("/teams/1/name", json!("Magyarország")), [""; 0]);
    let twice = faults_with("/teams/11/code", json!("URS"));
    assert_eq!(twice, ["/teams/11/code".to_owned(), in_group("/teams/11")]);
    let idle = changed(|file| {
        let lux = json!({"code": "LUX", "name": "Luxembourg", "players": null});
        file["teams"].as_array_mut().unwrap().push(lux);
    });
    assert_eq!(pointers(idle), ["/teams/12"]);
    assert!(faults_with("/teams/11/code", json!("Esp")).contains(&"/teams/11/code".to_owned()));
    let stranger = faults_with(&in_group("/table/11/code"), json!("LUX"));
    assert_eq!(stranger, [in_group("/table/11/code"), in_group("/table")]);
    let row_twice = faults_with(&in_group("/table/11/code"), json!("URS"));
    assert_eq!(row_twice, [in_group("/table/11/code"), in_group("/table")]);
    assert_eq!(faults_with(&in_group("/ties/0/codes"), json!(["BUL", "LUX"])), [in_group("/ties/0/codes/1")]);
    assert!(faults_with(&in_group("/teams/11"), json!("URS")).contains(&in_group("/teams/11")));
}

#[test]
fn ranks_run_from_one_and_shared_ranks_leave_the_next_ones_out() {
    let rank = |row: usize| in_group(&format!("/table/{row}/rank"));
    assert_eq!(faults_with(&rank(7), json!(7)), [""; 0], "7, 7, 9 is a shared seventh place");
    assert_eq!(faults_with(&rank(11), json!(13)), [rank(11)]);
    assert_eq!(faults_with(&rank(11), json!(10)), [rank(10)], "10, 11, 10: two share the tenth place");
    assert!(faults_with(&rank(0), json!(0)).contains(&rank(0)));
    assert_eq!(faults_with(&rank(11), json!(u32::MAX)), [rank(11)]);
}

#[test]
fn totals_that_contradict_the_cross_table_are_left_to_the_comparison() {
    assert_eq!(faults_with(&in_group("/table/0/game_points"), json!(56)), [""; 0]);
    assert_eq!(faults_with(&in_group("/table/0/match_points"), Value::Null), [""; 0]);
    assert_eq!(faults_with(&in_group("/table"), Value::Null), [""; 0]);
}

#[test]
fn what_is_derived_is_said_exactly() {
    let unsaid = changed(|file| file["derived"] = json!(["board_results", "round_order", "colours", "calendar"]));
    let message = "players is missing here, and the file does not know all of it".to_owned();
    assert_eq!(unsaid.unwrap_err(), [FormatFault { pointer: "/derived".into(), message }]);
    let all = json!(["players", "board_results", "round_order", "colours", "calendar", "officials", "colours"]);
    assert_eq!(faults_with("/derived", all), ["/derived/5", "/derived/6"]);
    assert_eq!(faults_with("/officials", Value::Null), ["/derived"]);
    assert_eq!(faults_with("/officials/chief_arbiter", Value::Null), ["/derived"]);
}

#[test]
fn players_are_numbered_once_and_named_once() {
    let players = json!([
        {"number": 1, "name": "Anna"}, {"number": 1, "name": "Berta"}, {"number": null, "name": "Anna"},
        {"number": 0, "name": "Clara"}
    ]);
    let at = |end: &str| format!("/teams/0/players/{end}");
    assert_eq!(faults_with("/teams/0/players", players), [at("2/name"), at("1/number"), at("3/number")]);
    let players = json!([{"number": 1, "name": "Anna"}, {"number": null, "name": "Berta"}]);
    assert_eq!(faults_with("/teams/0/players", players), [""; 0]);
}

#[test]
fn board_results_must_fit_their_match() {
    let with = |first: &str, second: &str, points: &[i32]| {
        let results = json!([{"first": first, "second": second, "points": points}]);
        faults_with(&in_group("/board_results"), results)
    };
    let at = |end: &str| in_group(&format!("/board_results/0{end}"));
    assert_eq!(with("URS", "HUN", &[1, 1, 1, 1]), [""; 0]);
    assert_eq!(with("ARG", "BUL", &[2, 0, 0, 1]), [""; 0]);
    assert_eq!(with("ARG", "BUL", &[2, 0, 1, 1]), [at("/points")]);
    assert_eq!(with("URS", "HUN", &[2, 1, 1]), [at("/points")]);
    assert_eq!(with("URS", "HUN", &[3, 1, 0, 0]), [at("/points/0")]);
    assert_eq!(with("URS", "LUX", &[1, 1, 1, 1]), [at("")]);
    let match_of = |first: &str, second: &str| json!({"first": first, "second": second, "points": [1, 1, 1, 1]});
    let twice = json!([match_of("URS", "HUN"), match_of("HUN", "URS")]);
    assert_eq!(faults_with(&in_group("/board_results"), twice), [in_group("/board_results/1")]);
}

#[test]
fn groups_and_ranks_that_advance_are_kept_apart() {
    let second_group = changed(|file| {
        let group = file["stages"][0]["groups"][0].clone();
        file["stages"][0]["groups"].as_array_mut().unwrap().push(group);
    });
    let faults = pointers(second_group);
    assert_eq!(faults.len(), 13, "the key, and each of the twelve teams");
    assert_eq!(faults[0], "/stages/0/groups/1/key");
    let advances = json!([{"to": "A", "ranks": [1, 12]}, {"to": "B", "ranks": [12, 13, 0]}]);
    let at = |place: &str| in_group(&format!("/advances/1/ranks/{place}"));
    assert_eq!(faults_with(&in_group("/advances"), advances), [at("0"), at("1"), at("2")]);
    assert!(faults_with("/stages", json!([])).contains(&"/stages".to_owned()));
    assert!(faults_with("/stages/0/groups", json!([])).contains(&"/stages/0/groups".to_owned()));
}

#[test]
fn all_faults_are_given_at_once() {
    let faults = changed(|file| {
        file["sources"] = json!([]);
        file["dates"]["end"] = json!("1970-09-04");
        *file.pointer_mut(&in_group("/crosstable/URS/HUN")).unwrap() = json!(5);
        *file.pointer_mut(&in_group("/crosstable/CAN/ESP")).unwrap() = Value::Null;
        *file.pointer_mut(&in_group("/table/11/rank")).unwrap() = json!(20);
    });
    let in_order = ["/dates/end", "/sources"]
        .map(str::to_owned)
        .into_iter()
        .chain(["/crosstable/URS/HUN", "/crosstable/CAN/ESP", "/table/11/rank"].map(in_group));
    assert_eq!(pointers(faults), in_order.collect::<Vec<_>>());
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the shape of the file is read")]
struct Federations {
    format: String,
    sources: Vec<String>,
    missing: Vec<String>,
    notes: Vec<String>,
    federations: Vec<Federation>,
    historical: Vec<Historical>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the shape of the file is read")]
struct Federation {
    code: String,
    name: String,
    continent: Option<String>,
    zone: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the shape of the file is read")]
struct Historical {
    code: String,
    name: String,
    valid_from: Option<jiff::civil::Date>,
    valid_to: Option<jiff::civil::Date>,
    successors: Vec<String>,
    note: String,
    sources: Vec<String>,
}

#[test]
fn every_team_of_every_championship_is_a_federation_valid_in_its_year() {
    let list: Federations = serde_json::from_slice(include_bytes!("../../../data/federations.json")).unwrap();
    assert_eq!(list.format, "teamchess-federations/1");
    let current: BTreeSet<&str> = list.federations.iter().map(|federation| federation.code.as_str()).collect();
    assert_eq!((current.len(), list.federations.len()), (207, 207));
    let historical: BTreeMap<&str, &Historical> =
        list.historical.iter().map(|federation| (federation.code.as_str(), federation)).collect();
    assert_eq!(historical.len(), list.historical.len());
    for (code, federation) in &historical {
        assert!(!current.contains(code), "{code} is in both lists");
        assert!(federation.successors.iter().all(|successor| current.contains(successor.as_str())), "{code}");
        assert!(!federation.sources.is_empty(), "{code}");
    }
    for championship in all() {
        for team in &championship.teams {
            let in_year = historical.get(team.code.as_str()).is_some_and(|federation| {
                federation.valid_from.is_none_or(|day| day.year() <= championship.year)
                    && federation.valid_to.is_none_or(|day| day.year() >= championship.year)
            });
            assert!(current.contains(team.code.as_str()) || in_year, "{} in {}", team.code, championship.year);
        }
    }
}

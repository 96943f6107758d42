use super::{Hours, Length, Numbered, applicable, check_players, digest, listing};
use crate::domain::calendar::Instant;
use crate::domain::rulebook::{LineUpOrder, Rulebook};

fn rules() -> Rulebook {
    crate::rulebooks::parse(crate::rulebooks::builtin()[0].1).unwrap()
}

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn roster() -> Vec<Numbered> {
    (1..=6).map(|number| Numbered { number, person: format!("p{number}") }).collect()
}

fn players(numbers: &[u8]) -> Vec<String> {
    numbers.iter().map(|number| format!("p{number}")).collect()
}

/// The code of each fault and where it lies.
fn faults(rules: &Rulebook, numbers: &[u8], length: Length) -> Vec<String> {
    let found = check_players(rules, &rules.categories["open"], &roster(), &players(numbers), length).err();
    let word = |fault: &crate::domain::violation::Violation| {
        format!("{} {}", fault.rule.code(), fault.pointer.as_deref().unwrap_or_default())
    };
    found.unwrap_or_default().iter().map(word).collect()
}

#[test]
fn a_list_names_four_different_players_of_the_team_by_their_numbers() {
    let mut rules = rules();
    assert_eq!(faults(&rules, &[1, 3, 5, 6], Length::Full), [""; 0]);
    assert_eq!(faults(&rules, &[1, 3, 6, 5], Length::Full), ["board_order /players/3"]);
    assert_eq!(
        faults(&rules, &[1, 2, 2, 7], Length::Full),
        ["player_twice /players/1", "player_twice /players/2", "not_on_roster /players/3"]
    );
    assert_eq!(faults(&rules, &[1, 2, 3], Length::Full), ["lineup_too_short /players"]);
    assert_eq!(faults(&rules, &[1, 2, 3], Length::Shorter), [""; 0]);
    assert_eq!(faults(&rules, &[1, 2, 3, 4, 5], Length::Shorter), ["no_such_board /players"]);
    // A draft is free, but for what could never be right.
    assert_eq!(faults(&rules, &[6, 1], Length::Growing), [""; 0]);
    assert_eq!(faults(&rules, &[6, 6], Length::Growing), ["player_twice /players/0", "player_twice /players/1"]);
    rules.settings.line_up_order.value = LineUpOrder::Free;
    assert_eq!(faults(&rules, &[1, 3, 6, 5], Length::Full), [""; 0]);
}

#[test]
fn without_a_list_the_numbers_of_the_regulations_sit() {
    let rules = rules();
    let category = &rules.categories["open"];
    let seats = |list: Option<&[String]>| -> Vec<String> {
        applicable(category, &roster(), list).iter().map(|(board, person)| format!("{board}{person}")).collect()
    };
    assert_eq!(seats(None), ["1p1", "2p2", "3p3", "4p4"]);
    assert_eq!(seats(Some(&players(&[2, 5, 6]))), ["1p2", "2p5", "3p6"]);
    // One who is not there is replaced by nobody.
    let without_two: Vec<Numbered> = roster().into_iter().filter(|place| place.number != 2).collect();
    assert_eq!(applicable(category, &without_two, None).len(), 3);
}

#[test]
fn lists_that_were_opened_stay_open_when_the_hour_is_moved() {
    let rules = rules();
    let hours = Hours::of(&rules, at("2027-04-10T12:00:00Z"), None).unwrap();
    assert_eq!(hours.deadline, at("2027-04-10T11:00:00Z"));
    assert!(hours.check_in_time(&rules, at("2027-04-10T11:00:00Z")).is_ok());
    assert!(hours.check_in_time(&rules, at("2027-04-10T11:00:00.000001Z")).is_err());
    assert_eq!(hours.opened_by(at("2027-04-10T11:00:00Z")), None);
    let opened = hours.opened_by(at("2027-04-10T11:00:00.000001Z"));
    // Moved to the next day, before and after the opening.
    let later = Hours::of(&rules, at("2027-04-11T12:00:00Z"), None).unwrap();
    assert!(later.check_in_time(&rules, at("2027-04-10T11:30:00Z")).is_ok());
    let kept = Hours::of(&rules, at("2027-04-11T12:00:00Z"), opened).unwrap();
    assert!(kept.opening.has_come(at("2027-04-10T11:30:00Z")));
    assert!(kept.check_in_time(&rules, at("2027-04-10T11:30:00Z")).is_err());
}

#[test]
fn a_digest_is_of_the_secret_and_the_whole_list() {
    let list = listing("mtc_1", "team_1", &players(&[1, 2]));
    assert_eq!(list, "match mtc_1\nteam team_1\n1 p1\n2 p2\n");
    assert_ne!(digest(&[0; 16], &list), digest(&[1; 16], &list));
    assert_ne!(digest(&[0; 16], &list), digest(&[0; 16], &listing("mtc_1", "team_2", &players(&[1, 2]))));
}

/// What a reader of `docs/lineups.md` computes is what we seal with.
#[test]
fn the_digest_is_the_one_that_the_published_program_prints() {
    let secret = std::array::from_fn(|index| u8::try_from(index).unwrap());
    let players = ["per_1", "per_3", "per_4", "per_6"].map(str::to_owned);
    let digest: String = digest(&secret, &listing("mtc_example", "team_example", &players))
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut published = include_str!("../../../docs/lineups.md").lines().skip_while(|line| *line != "It prints:");
    assert_eq!(published.nth(3), Some(digest.as_str()));
}

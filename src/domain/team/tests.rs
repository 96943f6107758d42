use super::{Completeness, Named, Place, check_number_of_teams, check_roster, place_of, reordered};
use crate::domain::eligibility::Candidate;
use crate::domain::ids::{PersonId, TeamId};
use crate::domain::rulebook::{NationalityBy, Rulebook};
use crate::domain::violation::{Rule, Violation};
use uuid::Uuid;

fn rules() -> Rulebook {
    crate::rulebooks::parse(include_str!("../../../regulations/wstcc-1960.toml")).expect("the rulebook")
}

fn player(number: u128) -> Named {
    let candidate = Candidate {
        federation: "NOR".to_owned(),
        nationality_by: NationalityBy::Naturalization,
        student: true,
        student_proof: None,
    };
    Named {
        person: PersonId::new(Uuid::from_u128(number)),
        candidate: Some(candidate),
        refused_by: None,
        elsewhere: None,
    }
}

fn faults(players: &[Named], completeness: Completeness) -> Vec<(Rule, Option<String>, Option<String>)> {
    let rules = rules();
    let checked = check_roster(&rules, &rules.categories["open"], "NOR", players, completeness);
    let list = |violation: Violation| (violation.rule, violation.article, violation.pointer);
    checked.err().unwrap_or_default().into_iter().map(list).collect()
}

fn fault(rule: Rule, article: Option<&str>, pointer: &str) -> (Rule, Option<String>, Option<String>) {
    (rule, article.map(str::to_owned), Some(pointer.to_owned()))
}

/// norm: WSTCC.6.3
#[test]
fn a_team_has_four_to_six_players() {
    let size = |players: u128| faults(&(1..=players).map(player).collect::<Vec<_>>(), Completeness::Complete);
    let refused = [fault(Rule::TeamSize, Some("6"), "/players")];
    assert_eq!(size(3), refused);
    assert_eq!((size(4), size(5), size(6)), (vec![], vec![], vec![]));
    assert_eq!(size(7), refused);
    let growing = |players: u128| faults(&(1..=players).map(player).collect::<Vec<_>>(), Completeness::Growing);
    assert_eq!((growing(0), growing(6)), (vec![], vec![]));
    assert_eq!(growing(7), refused);
}

#[test]
fn a_player_is_named_once_in_the_team_and_in_one_team() {
    let twice = faults(&[player(1), player(2), player(3), player(1)], Completeness::Complete);
    assert_eq!(
        twice,
        [fault(Rule::PlayerTwice, None, "/players/0/person"), fault(Rule::PlayerTwice, None, "/players/3/person")]
    );
    let place = Place {
        team: TeamId::new(Uuid::from_u128(9)),
        federation: "SWE".to_owned(),
        letter: "A".to_owned(),
        number: 3,
    };
    let elsewhere = Named { elsewhere: Some(place), ..player(2) };
    assert_eq!(
        faults(&[player(1), elsewhere], Completeness::Growing),
        [fault(Rule::PlayerTwice, None, "/players/1/person")]
    );
}

/// norm: WSTCC.1.4, WSTCC.1.8
#[test]
fn players_are_nationals_and_students() {
    let changed = |change: &dyn Fn(&mut Candidate)| {
        let mut named = player(1);
        named.candidate.iter_mut().for_each(change);
        faults(&[named], Completeness::Growing)
    };
    assert_eq!(changed(&|player| player.nationality_by = NationalityBy::Birth), []);
    assert_eq!(
        changed(&|player| player.federation = "SWE".to_owned()),
        [fault(Rule::NotEligible, Some("1"), "/players/0/person")]
    );
    assert_eq!(changed(&|player| player.student = false), [fault(Rule::NotEligible, Some("1"), "/players/0/student")]);
    let proved = |by: &str| changed(&|player| player.student_proof = Some(by.to_owned()));
    assert_eq!(proved("proof_of_studies"), []);
    assert_eq!(proved("photograph"), [fault(Rule::NotEligible, Some("1"), "/players/0/student_proof")]);
    let unknown = Named { candidate: None, ..player(1) };
    assert_eq!(faults(&[unknown], Completeness::Growing), [fault(Rule::UnknownPerson, None, "/players/0/person")]);
}

/// norm: WSTCC.1.3
#[test]
fn a_federation_has_one_team() {
    let rules = rules();
    assert_eq!(check_number_of_teams(&rules, "NOR", &[]), Ok(()));
    let second = check_number_of_teams(&rules, "NOR", &["A".to_owned()]).expect_err("a second team");
    assert_eq!((second.rule, second.article.as_deref()), (Rule::SecondTeam, Some("1")));
}

#[test]
fn players_move_among_the_numbers_and_nobody_comes_or_goes_by_that() {
    let rules = rules();
    let category = &rules.categories["open"];
    let person = |number: u128| PersonId::new(Uuid::from_u128(number));
    let roster = [1, 2, 3, 4].map(person);
    assert_eq!(reordered(category, &roster, &[4, 1, 2, 3].map(person)), Ok(vec![3, 0, 1, 2]));
    let refused = reordered(category, &roster, &[4, 1, 9, 4].map(person)).expect_err("a stranger, one twice");
    let faults: Vec<_> = refused.into_iter().map(|fault| fault.rule).collect();
    assert_eq!(faults, [Rule::NotOnRoster, Rule::PlayerTwice, Rule::PlayerLeftOut]);
    assert_eq!(place_of(category, &roster, &person(3)), Ok(2));
    let stranger = place_of(category, &roster, &person(9)).expect_err("a stranger");
    assert_eq!((stranger.rule, stranger.article.as_deref()), (Rule::NotOnRoster, Some("6")));
}

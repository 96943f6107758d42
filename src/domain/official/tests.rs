use super::*;
use crate::rulebooks;

fn rules() -> Rulebook {
    rulebooks::parse(rulebooks::builtin()[0].1).unwrap()
}

#[test]
fn one_director_two_assistants_two_assistant_arbiters() {
    let rules = rules();
    for (key, max, article) in [
        ("tournament_director", 1, "13"),
        ("assistant_tournament_director", 2, "13"),
        ("chief_arbiter", 1, "14"),
        ("assistant_arbiter", 2, "14"),
    ] {
        assert!(propose(&rules, key, max - 1).is_ok(), "{key}");
        let refused = propose(&rules, key, max).unwrap_err();
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::TooManyOfficials, Some(article)), "{key}");
    }
}

#[test]
fn fide_nominates_the_chief_arbiter_and_the_organizer_all_others() {
    let rules = rules();
    assert_eq!(propose(&rules, "chief_arbiter", 0), Ok(OfficialState::Proposed));
    assert_eq!(propose(&rules, "assistant_arbiter", 0), Ok(OfficialState::Nominated));
    assert_eq!(may_end(&rules, "chief_arbiter", OfficialState::Nominated), Ok(&[Role::FidePresident][..]));
    assert_eq!(may_end(&rules, "tournament_director", OfficialState::Nominated), Ok(&[Role::Organizer][..]));
    assert_eq!(may_end(&rules, "chief_arbiter", OfficialState::Proposed).unwrap().len(), 2);
    // A steward belongs to a match.
    assert_eq!(propose(&rules, "steward", 0).unwrap_err().pointer.as_deref(), Some("/office"));
}

#[test]
fn offices_that_lack_somebody_are_named() {
    let some = BTreeMap::from([("tournament_director".to_owned(), 1), ("chief_arbiter".to_owned(), 1)]);
    let vacancies = vacancies(&rules(), &some);
    assert_eq!(vacancies.len(), 1);
    assert_eq!((vacancies[0].office.as_str(), vacancies[0].article.as_str()), ("assistant_arbiter", "14"));
}

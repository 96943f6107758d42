use super::*;
use crate::domain::calendar::Zone;
use crate::domain::money::Currency;
use crate::rulebooks;

fn rules() -> Rulebook {
    rulebooks::parse(rulebooks::builtin()[0].1).unwrap()
}

fn calendar() -> Calendar {
    Calendar {
        zone: Zone::named("Europe/Berlin").unwrap(),
        first_round: Instant::parse("2027-04-10T12:00:00Z").unwrap(),
        drawing_of_lots: None,
        opening: None,
        prize_distribution: None,
        end: None,
    }
}

fn usd(minor_units: i64) -> Option<Money> {
    Some(Money { minor_units, currency: Currency::of("USD").unwrap() })
}

fn complete() -> Content {
    let particulars = rules().invitation.particulars;
    Content {
        particulars: particulars.into_iter().map(|item| (item.value.key.clone(), item.value.key)).collect(),
        contribution: usd(300),
    }
}

fn changes(key: &str, text: &str) -> Content {
    Content { particulars: BTreeMap::from([(key.to_owned(), text.to_owned())]), contribution: None }
}

#[test]
fn three_dollars_are_allowed_and_a_cent_more_is_not() {
    let with = |contribution| check_content(&rules(), &Content { contribution, ..complete() }, "/particulars");
    assert!(with(usd(300)).is_ok() && with(usd(0)).is_ok());
    let refused = with(usd(301)).unwrap_err();
    assert_eq!((refused[0].rule, refused[0].article.as_deref()), (Rule::ContributionTooHigh, Some("1")));
    let francs = with(Some(Money { minor_units: 1, currency: Currency::of("CHF").unwrap() })).unwrap_err();
    assert_eq!(francs[0].rule, Rule::ContributionTooHigh);
}

#[test]
fn each_missing_particular_is_named() {
    assert!(check_complete(&rules(), &complete()).is_ok());
    let mut content = complete();
    content.particulars.remove("lodging");
    content.particulars.remove("prizes");
    content.contribution = None;
    let missing = check_complete(&rules(), &content).unwrap_err();
    let pointers: Vec<_> = missing.iter().map(|fault| fault.pointer.as_deref().unwrap()).collect();
    assert_eq!(pointers, ["/particulars/lodging", "/particulars/prizes", "/contribution"]);
    assert!(missing.iter().all(|fault| fault.article.as_deref() == Some("2")));
}

#[test]
fn what_the_regulations_do_not_know_is_refused() {
    let refused = check_content(&rules(), &changes("lod/ging", "x"), "/modifications").unwrap_err();
    assert_eq!(refused[0].pointer.as_deref(), Some("/modifications/lod~1ging"));
}

#[test]
fn only_an_approval_opens_the_way_and_its_modifications_count() {
    let (content, wanted) = (complete(), changes("lodging", "two to a room"));
    let now = Instant::parse("2026-11-01T00:00:00Z").unwrap();
    let ask = |rules: &Rulebook, state, now| {
        approved_content(rules, &calendar(), Some(LastDraft { state, content: &content, modifications: &wanted }), now)
    };
    for state in [DraftState::Draft, DraftState::Submitted, DraftState::SentBack] {
        let refused = ask(&rules(), state, now).unwrap_err();
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::NotApproved, Some("3")));
    }
    assert!(approved_content(&rules(), &calendar(), None, now).is_err());
    let approved = ask(&rules(), DraftState::ApprovedWithModifications, now).unwrap();
    assert_eq!(approved.particulars["lodging"], "two to a room");
    assert!(check_approved(&rules(), &approved, &content.modified(&wanted)).is_ok());
    let refused = check_approved(&rules(), &approved, &content).unwrap_err();
    assert_eq!((refused.len(), refused[0].article.as_deref()), (1, Some("4")));
    assert_eq!(refused[0].pointer.as_deref(), Some("/particulars/lodging"));
    let cheaper = Content { contribution: usd(200), ..approved.clone() };
    assert_eq!(check_approved(&rules(), &approved, &cheaper).unwrap_err()[0].pointer.as_deref(), Some("/contribution"));
}

#[test]
fn silence_stands_for_an_answer_only_where_the_setting_says_so_and_after_the_deadline() {
    let mut rules = rules();
    let (content, none) = (complete(), Content::default());
    let ask = |rules: &Rulebook, now: &str| {
        let last = LastDraft { state: DraftState::Submitted, content: &content, modifications: &none };
        approved_content(rules, &calendar(), Some(last), Instant::parse(now).unwrap()).is_ok()
    };
    // Four months before 10 April: the whole of 10 December in Berlin.
    let (last, after) = ("2026-12-10T22:59:59Z", "2026-12-10T23:00:00Z");
    assert!(!ask(&rules, after));
    rules.settings.choose("silent_president", "deemed_approved_at_deadline").unwrap();
    assert!(!ask(&rules, last) && ask(&rules, after));
}

use std::collections::BTreeMap;

use super::{Declared, EntryState, FromTheTeam, check_indications, standing};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY, Rulebook};
use crate::domain::timetable::{Calendar, Timeliness, in_time};
use crate::domain::violation::Rule;

pub(super) fn rules() -> Rulebook {
    crate::rulebooks::parse(include_str!("../../../regulations/wstcc-1960.toml")).expect("the rulebook")
}

pub(super) fn instant(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

/// Starts on 31 May 1961 in Helsinki, two hours ahead of UTC.
pub(super) fn calendar() -> Calendar {
    Calendar {
        zone: Zone::named("Europe/Helsinki").expect("a zone"),
        first_round: instant("1961-05-31T14:00:00Z"),
        drawing_of_lots: None,
        opening: None,
        prize_distribution: None,
        end: None,
    }
}

#[test]
fn the_last_instant_is_in_time_and_the_next_is_late() {
    // Three months before 31 May is 28 February; three weeks before it 10 May.
    let cases = [
        (PRELIMINARY_ENTRY, "1961-02-28T21:59:59.999999Z", "1961-02-28T22:00:00Z", "5"),
        (DEFINITE_ENTRY, "1961-05-10T21:59:59.999999Z", "1961-05-10T22:00:00Z", "6"),
    ];
    for (step, last, first_late, article) in cases {
        assert_eq!(in_time(&rules(), &calendar(), step, None, instant(last)), Ok(Timeliness::InTime));
        let late = in_time(&rules(), &calendar(), step, None, instant(first_late)).expect_err("late");
        assert_eq!((late.rule, late.article.as_deref()), (Rule::DeadlinePassed, Some(article)));
    }
}

#[test]
fn only_a_standing_entry_goes_on() {
    for (state, goes_on) in [
        (None, false),
        (Some(EntryState::Preliminary), true),
        (Some(EntryState::Definite), true),
        (Some(EntryState::Withdrawn), false),
    ] {
        let checked = standing(&rules(), "NOR", state);
        assert_eq!(checked.is_ok(), goes_on, "{state:?}");
        if let Err(refused) = checked {
            assert_eq!((refused.rule, refused.article.as_deref()), (Rule::NotPreliminarilyEntered, Some("6")));
        }
    }
}

#[test]
fn every_missing_indication_is_named() {
    let nothing = Declared { players: false, captain: false, birth_dates: true, chief_of_delegation: false };
    let everything = Declared { players: true, captain: true, birth_dates: true, chief_of_delegation: true };
    let missing = |declared, given: &[&str]| {
        let given: BTreeMap<_, _> = given.iter().map(|key| ((*key).to_owned(), "x".to_owned())).collect();
        check_indications(&rules(), &given, &FromTheTeam::of(declared))
            .into_iter()
            .map(|fault| fault.pointer.unwrap_or_default().replace("/indications/", ""))
            .collect::<Vec<_>>()
    };
    let all =
        ["players", "captain", "birth_dates", "places_of_study", "nationality_basis", "chief_of_delegation", "travel"];
    assert_eq!(missing(nothing, &[]), all);
    assert_eq!(missing(everything, &[]), ["places_of_study", "travel"]);
    assert_eq!(missing(everything, &["places_of_study", "travel"]), Vec::<String>::new());
    assert_eq!(missing(nothing, &all), ["players", "nationality_basis"]);
    assert_eq!(missing(everything, &["places_of_study", "travel", "horoscope"]), ["horoscope"]);
}

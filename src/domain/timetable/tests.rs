use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::domain::rulebook::{BOOK_NOTICE, DEFINITE_ENTRY, DEFINITE_INVITATION, DRAFT_INVITATION, PRELIMINARY_ENTRY};
use crate::domain::violation::Fact;

fn rules() -> Rulebook {
    static WSTCC: LazyLock<Rulebook> =
        LazyLock::new(|| toml::from_str(include_str!("../../../regulations/wstcc-1960.toml")).unwrap());
    WSTCC.clone()
}

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn calendar(zone: &str, first_round: &str) -> Calendar {
    Calendar {
        zone: Zone::named(zone).unwrap(),
        first_round: at(first_round),
        drawing_of_lots: None,
        opening: None,
        prize_distribution: None,
        end: None,
    }
}

fn madrid() -> Calendar {
    calendar("Europe/Madrid", "2027-07-10T09:00:00+02:00")
}

fn find(calendar: &Calendar, key: &str, done: Option<&str>, now: &str) -> Deadline {
    let done = done.map(|done| (key.to_owned(), at(done))).into_iter().collect();
    let all = timetable(&rules(), calendar, &done, at(now)).unwrap();
    all.into_iter().find(|deadline| deadline.key == key).unwrap()
}

#[test]
fn the_deadlines_of_a_championship_in_madrid() {
    let all = timetable(&rules(), &madrid(), &BTreeMap::new(), at("2026-01-01T00:00:00Z")).unwrap();
    let shown: Vec<_> = all.iter().map(|d| (d.key.as_str(), d.article.as_str(), d.due_local.as_str())).collect();
    let expected = [
        ("designation", "1", "2026-07-10T23:59:59.999999+02:00"),
        ("draft_invitation", "2", "2027-02-10T23:59:59.999999+01:00"),
        ("definite_invitation", "4", "2027-03-10T23:59:59.999999+01:00"),
        ("preliminary_entry", "5", "2027-04-10T23:59:59.999999+02:00"),
        ("definite_entry", "6", "2027-06-19T23:59:59.999999+02:00"),
    ];
    assert_eq!(shown, expected);
    assert_eq!(all[1].due, at("2027-02-10T22:59:59.999999Z"));
    assert_eq!(all[1].zone.name(), "Europe/Madrid");
    assert_eq!(all[1].derivation, "5 calendar months before 2027-07-10, last day counts");
    assert_eq!(all[4].derivation, "3 weeks before 2027-07-10, last day counts");
}

/// norm: WSTCC.2.1
#[test]
fn a_draft_after_its_five_months_is_recorded_as_late() {
    let draft = find(&madrid(), DRAFT_INVITATION, None, "2027-01-01T00:00:00Z");
    assert_eq!(draft.article, "2");
    assert_eq!(deadline_guard(&draft, at("2027-02-10T23:59:59.999999+01:00")), Ok(Timeliness::InTime));
    assert_eq!(deadline_guard(&draft, at("2027-02-11T00:00:00+01:00")), Ok(Timeliness::Late));
    let late = find(&madrid(), DRAFT_INVITATION, Some("2027-02-11T00:00:00+01:00"), "2027-03-01T00:00:00Z");
    assert_eq!(late.state, DeadlineState::MetLate);
}

#[test]
fn the_definite_invitation_is_due_four_months_before_and_late_from_the_next_day() {
    let invitation = find(&madrid(), DEFINITE_INVITATION, None, "2027-01-01T00:00:00Z");
    assert_eq!(invitation.article, "4");
    assert_eq!(deadline_guard(&invitation, at("2027-03-10T23:59:59.999999+01:00")), Ok(Timeliness::InTime));
    assert_eq!(deadline_guard(&invitation, at("2027-03-11T00:00:00+01:00")), Ok(Timeliness::Late));
}

/// norm: WSTCC.5.1
#[test]
fn a_preliminary_entry_is_refused_from_the_day_after_its_three_months() {
    let entry = find(&madrid(), PRELIMINARY_ENTRY, None, "2027-01-01T00:00:00Z");
    assert_eq!(deadline_guard(&entry, at("2027-04-10T23:59:59.999999+02:00")), Ok(Timeliness::InTime));
    let refused = deadline_guard(&entry, at("2027-04-11T00:00:00+02:00")).unwrap_err();
    assert_eq!((refused.rule, refused.article.as_deref()), (Rule::DeadlinePassed, Some("5")));
    assert_eq!(refused.facts["deadline"], Fact::Text("2027-04-10T21:59:59.999999Z".to_owned()));
    assert_eq!(refused.facts["received"], Fact::Text("2027-04-10T22:00:00Z".to_owned()));
}

#[test]
fn a_definite_entry_is_refused_from_the_day_after_its_three_weeks() {
    let entry = find(&madrid(), DEFINITE_ENTRY, None, "2027-01-01T00:00:00Z");
    assert_eq!(deadline_guard(&entry, at("2027-06-19T23:59:59.999999+02:00")), Ok(Timeliness::InTime));
    let refused = deadline_guard(&entry, at("2027-06-20T00:00:00+02:00")).unwrap_err();
    assert_eq!((refused.rule, refused.article.as_deref()), (Rule::DeadlinePassed, Some("6")));
}

#[test]
fn a_dispensation_moves_the_end_for_its_holder_or_takes_it_away() {
    let entry = || find(&madrid(), PRELIMINARY_ENTRY, None, "2027-01-01T00:00:00Z");
    let until = Dispensation { until: Some(at("2027-04-20T12:00:00Z")) };
    let guard = |held, now| deadline_guard(&entry().dispensed(Some(held), at(now)), at(now));
    assert_eq!(guard(until, "2027-04-10T21:59:59.999999Z"), Ok(Timeliness::InTime));
    assert_eq!(guard(until, "2027-04-10T22:00:00Z"), Ok(Timeliness::ByDispensation));
    assert_eq!(guard(until, "2027-04-20T12:00:00Z"), Ok(Timeliness::ByDispensation));
    let refused = guard(until, "2027-04-20T12:00:00.000001Z").unwrap_err();
    assert_eq!((refused.rule, refused.article.as_deref()), (Rule::DeadlinePassed, Some("5")));
    assert_eq!(refused.facts["dispensation_until"], Fact::Text("2027-04-20T12:00:00Z".to_owned()));
    let excused = Dispensation { until: None };
    assert_eq!(guard(excused, "2027-07-01T00:00:00Z"), Ok(Timeliness::ByDispensation));

    let state = |held, done: Option<&str>, now| {
        find(&madrid(), PRELIMINARY_ENTRY, done, now).dispensed(Some(held), at(now)).state
    };
    assert_eq!(state(until, None, "2027-04-11T00:00:00Z"), DeadlineState::DueSoon);
    assert_eq!(state(until, None, "2027-04-20T12:00:00.000001Z"), DeadlineState::Missed);
    assert_eq!(state(until, Some("2027-04-20T12:00:00Z"), "2027-05-01T00:00:00Z"), DeadlineState::Met);
    assert_eq!(state(excused, None, "2027-05-01T00:00:00Z"), DeadlineState::Upcoming);
    assert_eq!(state(excused, Some("2027-05-01T00:00:00Z"), "2027-05-01T00:00:00Z"), DeadlineState::Met);
}

#[test]
fn a_deadline_is_announced_fourteen_days_before_and_when_it_has_passed() {
    let codes = |now: &str| -> Vec<_> {
        let all = moments(&rules(), &madrid(), at(now)).unwrap();
        all.into_iter().filter(|one| one.step == DRAFT_INVITATION).map(|one| one.code).collect()
    };
    assert_eq!(codes("2027-01-26T22:59:59Z"), Vec::<&str>::new());
    assert_eq!(codes("2027-01-26T23:00:00Z"), ["due_soon"]);
    assert_eq!(codes("2027-02-10T22:59:59.999999Z"), ["due_soon"]);
    assert_eq!(codes("2027-02-10T23:00:00Z"), ["deadline_passed"]);
}

#[test]
fn a_rule_may_leave_out_its_last_day() {
    let mut rules = rules();
    rules.deadlines.get_mut(PRELIMINARY_ENTRY).unwrap().value.last_day_counts = false;
    let all = timetable(&rules, &madrid(), &BTreeMap::new(), at("2027-01-01T00:00:00Z")).unwrap();
    let entry = all.iter().find(|deadline| deadline.key == PRELIMINARY_ENTRY).unwrap();
    assert_eq!(entry.due_local, "2027-04-09T23:59:59.999999+02:00");
    assert_eq!(entry.derivation, "3 calendar months before 2027-07-10, last day does not count");
}

#[test]
fn a_state_follows_what_was_done_and_the_time() {
    let state = |done, now| find(&madrid(), PRELIMINARY_ENTRY, done, now).state;
    assert_eq!(state(None, "2027-03-26T23:59:59.999999+01:00"), DeadlineState::Upcoming);
    assert_eq!(state(None, "2027-03-27T00:00:00+01:00"), DeadlineState::DueSoon);
    assert_eq!(state(None, "2027-04-10T23:59:59.999999+02:00"), DeadlineState::DueSoon);
    assert_eq!(state(None, "2027-04-11T00:00:00+02:00"), DeadlineState::Missed);
    assert_eq!(state(Some("2027-04-10T23:59:59.999999+02:00"), "2027-05-01T00:00:00Z"), DeadlineState::Met);
    assert_eq!(state(Some("2027-04-11T00:00:00+02:00"), "2027-05-01T00:00:00Z"), DeadlineState::MetLate);
}

#[test]
fn the_book_notice_is_due_thirty_days_after_the_end_once_that_is_known() {
    let mut calendar = madrid();
    let now = "2027-07-25T00:00:00Z";
    let all = timetable(&rules(), &calendar, &BTreeMap::new(), at(now)).unwrap();
    assert!(all.iter().all(|deadline| deadline.key != BOOK_NOTICE));
    calendar.end = Some(at("2027-07-25T20:00:00+02:00"));
    let notice = find(&calendar, BOOK_NOTICE, None, now);
    assert_eq!((notice.article.as_str(), notice.due_local.as_str()), ("12", "2027-08-24T23:59:59.999999+02:00"));
    assert_eq!(notice.derivation, "30 days after 2027-07-25, last day counts");
}

#[test]
fn the_commencement_is_what_the_setting_says() {
    let mut rules = rules();
    let mut calendar = madrid();
    rules.settings.choose("commencement", "drawing_of_lots").unwrap();
    let missing = timetable(&rules, &calendar, &BTreeMap::new(), at("2027-01-01T00:00:00Z")).unwrap_err();
    assert_eq!((missing.rule, missing.pointer.as_deref()), (Rule::CalendarIncomplete, Some("/lots_at")));
    calendar.drawing_of_lots = Some(at("2027-07-09T18:00:00+02:00"));
    let all = timetable(&rules, &calendar, &BTreeMap::new(), at("2027-01-01T00:00:00Z")).unwrap();
    let entry = all.iter().find(|deadline| deadline.key == DEFINITE_ENTRY).unwrap();
    assert_eq!(entry.due_local, "2027-06-18T23:59:59.999999+02:00");
}

/// norm: WSTCC.7.3
#[test]
fn from_lots_to_prizes_eighteen_days_both_counted_are_the_most() {
    // 9 July in Tokyo is still 8 July in UTC: the days are those of the zone.
    let mut calendar = calendar("Asia/Tokyo", "2027-07-09T14:00:00+09:00");
    calendar.drawing_of_lots = Some(at("2027-07-09T08:00:00+09:00"));
    calendar.prize_distribution = Some(at("2027-07-26T23:30:00+09:00"));
    assert_eq!(calendar.check_length(&rules()), Ok(()));
    calendar.prize_distribution = Some(at("2027-07-27T00:00:00+09:00"));
    let refused = calendar.check_length(&rules()).unwrap_err();
    assert_eq!((refused.rule, refused.article.as_deref()), (Rule::CalendarTooLong, Some("7")));
    assert_eq!((&refused.facts["days"], &refused.facts["max_days"]), (&Fact::Number(19), &Fact::Number(18)));
}

proptest! {
    #[test]
    fn no_deadline_moves_earlier_when_the_start_moves_later(
        first in 0..2_000_000_000_i64,
        later in prop_oneof![0..90_000_i64, 0..40_000_000_i64],
    ) {
        let rules = rules();
        let mut calendar = madrid();
        let mut due = |seconds: i64| {
            calendar.first_round = Instant::from_unix_micros(seconds * 1_000_000).unwrap();
            let all = timetable(&rules, &calendar, &BTreeMap::new(), calendar.first_round).unwrap();
            all.into_iter().map(|deadline| (deadline.key, deadline.due)).collect::<BTreeMap<_, _>>()
        };
        let (before, after) = (due(first), due(first + later));
        for (key, due) in &before {
            prop_assert!(due <= &after[key], "{key}");
        }
    }
}

//! Who was at the board when: whose clock is started by whom, and what follows for a game whose player comes too late.

use super::calendar::Instant;
use super::pairing::colour::Colour;
use super::result::GameResult;
use super::rulebook::{Cited, Margin, Rulebook, Starter};
use super::violation::{Rule, Violation};

/// How a player stands towards the late hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    InTime,
    /// Not there, and still in time.
    Awaited,
    /// Came later than allowed, or has not come by then.
    TooLate,
}

impl Presence {
    pub fn code(self) -> &'static str {
        match self {
            Presence::InTime => "in_time",
            Presence::Awaited => "awaited",
            Presence::TooLate => "too_late",
        }
    }
}

/// What follows from the arrivals at one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    pub white: Presence,
    pub black: Presence,
    /// The last moment that is still in time.
    pub last_in_time: Instant,
    /// The game that is lost without play; `None` while both may still play it.
    pub result: Option<GameResult>,
    /// Of the late hour.
    pub article: String,
}

/// The late hour counts from the signal: no clock runs before it. A player without arrival has not come by `now`.
pub fn consequence(
    rules: &Rulebook,
    signal: Instant,
    white_arrived: Option<Instant>,
    black_arrived: Option<Instant>,
    now: Instant,
) -> Result<Consequence, Violation> {
    let Cited { value: margin, article, .. } = &rules.play.late_arrival;
    let last_in_time = last_in_time(signal, margin)?;
    let presence = |arrived: Option<Instant>| match arrived {
        Some(arrived) if arrived <= last_in_time => Presence::InTime,
        None if now <= last_in_time => Presence::Awaited,
        _ => Presence::TooLate,
    };
    let (white, black) = (presence(white_arrived), presence(black_arrived));
    let result = match (white, black) {
        (Presence::TooLate, Presence::TooLate) => Some(GameResult::BothForfeit),
        (Presence::TooLate, _) => Some(GameResult::BlackForfeitWin),
        (_, Presence::TooLate) => Some(GameResult::WhiteForfeitWin),
        _ => None,
    };
    Ok(Consequence { white, black, last_in_time, result, article: article.clone() })
}

fn last_in_time(signal: Instant, margin: &Margin) -> Result<Instant, Violation> {
    let full = signal.minutes_after(margin.minutes)?;
    Ok(if margin.exactly_is_in_time { full } else { full.just_before() })
}

/// Who starts a clock at the signal, and whose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockStart {
    pub by: Starter,
    pub clock: Colour,
    /// White has started Black's clock without moving: Black, arriving, starts White's, and only then White moves.
    pub white_waits: bool,
    pub article: String,
}

/// By who was there at the signal; nothing where the regulations do not say.
pub fn clock_start(
    rules: &Rulebook,
    signal: Instant,
    white_arrived: Option<Instant>,
    black_arrived: Option<Instant>,
) -> Option<ClockStart> {
    let Cited { value: rule, article, .. } = rules.play.clock_start.as_ref()?;
    let there = |arrived: Option<Instant>| arrived.is_some_and(|arrived| arrived <= signal);
    let by = match (there(white_arrived), there(black_arrived)) {
        (_, true) => rule.black_present,
        (true, false) => rule.black_absent,
        (false, false) => rule.nobody_present,
    };
    let clock = if by == Starter::White { Colour::Black } else { Colour::White };
    Some(ClockStart { by, clock, white_waits: by == Starter::White, article: article.clone() })
}

/// Nobody arrives later than it is.
pub fn check_arrival(
    rules: &Rulebook,
    arrived: Option<Instant>,
    now: Instant,
    pointer: String,
) -> Result<(), Violation> {
    match arrived {
        Some(arrived) if arrived > now => {
            Err(Violation::new(Rule::ArrivalInFuture, format!("an arrival at {arrived} is later than now, {now}"))
                .article(&rules.play.late_arrival.article)
                .fact("arrived_at", arrived.to_string())
                .fact("now", now.to_string())
                .at(pointer))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebooks;

    const SIGNAL: &str = "2027-04-10T12:00:00Z";
    const LAST: &str = "2027-04-10T13:00:00Z";
    const TOO_LATE: &str = "2027-04-10T13:00:00.000001Z";

    fn rules() -> Rulebook {
        rulebooks::parse(rulebooks::builtin()[0].1).unwrap()
    }

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    fn result(white: Option<&str>, black: Option<&str>, now: &str) -> Option<GameResult> {
        consequence(&rules(), at(SIGNAL), white.map(at), black.map(at), at(now)).unwrap().result
    }

    #[test]
    fn exactly_an_hour_is_in_time_and_a_moment_more_is_lost() {
        for (white, black, expected) in [
            (LAST, LAST, None),
            (TOO_LATE, LAST, Some(GameResult::BlackForfeitWin)),
            (SIGNAL, TOO_LATE, Some(GameResult::WhiteForfeitWin)),
            (TOO_LATE, TOO_LATE, Some(GameResult::BothForfeit)),
        ] {
            assert_eq!(result(Some(white), Some(black), TOO_LATE), expected, "{white} {black}");
        }
        let found = consequence(&rules(), at(SIGNAL), None, Some(at(SIGNAL)), at(LAST)).unwrap();
        assert_eq!((found.white, found.black), (Presence::Awaited, Presence::InTime));
        assert_eq!((found.last_in_time, found.article.as_str()), (at(LAST), "20"));
    }

    #[test]
    fn who_does_not_come_has_lost_once_the_hour_is_over() {
        assert_eq!(result(None, Some(SIGNAL), LAST), None);
        assert_eq!(result(None, Some(SIGNAL), TOO_LATE), Some(GameResult::BlackForfeitWin));
        assert_eq!(result(Some(LAST), None, TOO_LATE), Some(GameResult::WhiteForfeitWin));
        assert_eq!(result(None, None, TOO_LATE), Some(GameResult::BothForfeit));
    }

    #[test]
    fn where_exactly_an_hour_is_too_late_the_moment_before_is_not() {
        let mut rules = rules();
        rules.play.late_arrival.value.exactly_is_in_time = false;
        let white = |arrived: &str| {
            let (signal, there) = (at(SIGNAL), Some(at(SIGNAL)));
            consequence(&rules, signal, Some(at(arrived)), there, at(TOO_LATE)).unwrap().white
        };
        assert_eq!(white("2027-04-10T12:59:59.999999Z"), Presence::InTime);
        assert_eq!(white(LAST), Presence::TooLate);
    }

    #[test]
    fn the_clock_is_started_by_whom_the_article_names() {
        let late = Some("2027-04-10T12:00:00.000001Z");
        for (white, black, by, clock, waits) in [
            (Some(SIGNAL), Some(SIGNAL), Starter::Black, Colour::White, false),
            (None, Some(SIGNAL), Starter::Black, Colour::White, false),
            (Some(SIGNAL), late, Starter::White, Colour::Black, true),
            (late, late, Starter::Steward, Colour::White, false),
            (None, None, Starter::Steward, Colour::White, false),
        ] {
            let found = clock_start(&rules(), at(SIGNAL), white.map(at), black.map(at)).unwrap();
            assert_eq!((found.by, found.clock, found.white_waits), (by, clock, waits), "{white:?} {black:?}");
            assert_eq!(found.article, "20");
        }
    }

    #[test]
    fn nobody_arrives_in_the_future() {
        let check = |arrived: &str| check_arrival(&rules(), Some(at(arrived)), at(LAST), "/x".to_owned());
        assert_eq!(check(LAST), Ok(()));
        let refused = check(TOO_LATE).unwrap_err();
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::ArrivalInFuture, Some("20")));
    }
}

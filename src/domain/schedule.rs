//! When the rounds begin, and what must be so before one does.

use jiff::civil::Date;

use super::calendar::{Instant, Zone};
use super::lineup::Hours;
use super::rulebook::Rulebook;
use super::timetable::Deadline;
use super::violation::{Rule, Violation};

/// Lots are for the teams that take part: no entry may become definite any more.
pub fn check_entries_final(rules: &Rulebook, definite: &Deadline, now: Instant) -> Result<(), Violation> {
    if now > definite.due {
        return Ok(());
    }
    let detail = format!("definite entries are taken until {} ({})", definite.due_local, definite.derivation);
    // The article that sets the day of the lots.
    Err(Violation::new(Rule::EntriesNotFinal, detail)
        .article(&rules.calendar.max_days_inclusive.article)
        .fact("deadline", definite.due.to_string())
        .fact("deadline_article", format!("Art. {}", definite.article))
        .fact("received", now.to_string()))
}

/// Nor while a federation may still come by a dispensation that has an end: federation and last moment of each.
pub fn check_dispensations_over(
    rules: &Rulebook,
    definite: &Deadline,
    granted: &[(String, Instant)],
    now: Instant,
) -> Result<(), Violation> {
    let Some((federation, until)) = granted.iter().filter(|(_, until)| now <= *until).max_by_key(|(_, until)| *until)
    else {
        return Ok(());
    };
    let local = definite.zone.local(*until);
    let detail = format!("{federation} may enter definitely until {local}, by dispensation");
    Err(Violation::new(Rule::EntriesNotFinal, detail)
        .article(&rules.calendar.max_days_inclusive.article)
        .fact("federation", federation.as_str())
        .fact("deadline", until.to_string())
        .fact("deadline_article", format!("Art. {}", definite.article))
        .fact("received", now.to_string()))
}

/// One round a day at the same time on the wall, from the first.
pub fn daily(first: Instant, zone: &Zone, rounds: u32) -> Result<Vec<Instant>, Violation> {
    (0..rounds).map(|day| zone.days_later(first, day)).collect()
}

/// The chosen starts: one for each round, each later than the one before, and none before the lots.
pub fn check_starts(
    rules: &Rulebook,
    starts: &[Instant],
    rounds: u32,
    lots_drawn: Instant,
) -> Result<(), Vec<Violation>> {
    let article = &rules.calendar.hours_changed_by.article;
    if u32::try_from(starts.len()) != Ok(rounds) {
        return Err(vec![
            Violation::new(Rule::InvalidValue, format!("there are {rounds} rounds, and {} starts", starts.len()))
                .article(article)
                .fact("rounds", i64::from(rounds))
                .at("/round_starts"),
        ]);
    }
    let mut before = lots_drawn;
    let mut faults = Vec::new();
    for (index, &start) in starts.iter().enumerate() {
        if start <= before {
            faults.push(out_of_order(article, start, before, "later than").at(format!("/round_starts/{index}")));
        }
        before = start;
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// No round is later than the day of the prizes (Art. 7).
pub fn check_before_prizes(rules: &Rulebook, zone: &Zone, start: Instant, prizes_on: Date) -> Result<(), Violation> {
    let day = zone.date(start);
    if day <= prizes_on {
        return Ok(());
    }
    Err(Violation::new(Rule::CalendarOrder, format!("a round on {day} is later than the prizes on {prizes_on}"))
        .article(&rules.calendar.max_days_inclusive.article)
        .fact("round", day.to_string())
        .fact("prize_distribution", prizes_on.to_string()))
}

/// A round keeps its place in the order of play: after the round before it, before the one after it, and not in the past.
pub fn check_new_start(
    rules: &Rulebook,
    start: Instant,
    previous: Option<Instant>,
    next: Option<Instant>,
    now: Instant,
) -> Result<(), Violation> {
    let article = &rules.calendar.hours_changed_by.article;
    let earliest = previous.map_or(now, |previous| previous.max(now));
    if start <= earliest {
        return Err(out_of_order(article, start, earliest, "later than").at("/starts_at"));
    }
    match next {
        Some(next) if start >= next => Err(out_of_order(article, start, next, "earlier than").at("/starts_at")),
        _ => Ok(()),
    }
}

/// Why a change of the hour comes late: the line-ups for the old hour, or for the new one, are due already.
pub fn late_change(
    rules: &Rulebook,
    from: Instant,
    to: Instant,
    changed_at: Instant,
) -> Result<Vec<&'static str>, Violation> {
    let due = |starts_at| Ok::<_, Violation>(Hours::of(rules, starts_at, None)?.opening.has_come(changed_at));
    let mut warnings = Vec::new();
    if due(from)? {
        warnings.push("line_ups_were_due");
    }
    if due(to)? {
        warnings.push("line_ups_are_due_at_once");
    }
    Ok(warnings)
}

/// Whether a round begins while games of the one before may still be in the first period of their players: both periods
/// one after the other. An order of play, and no law: the text sets no length of a session.
pub fn overlaps(rules: &Rulebook, before: Instant, next: Instant) -> bool {
    let first = rules.play.rate_of_play.value.periods.first().map_or(0, |period| period.minutes);
    before.minutes_after(first.saturating_mul(2)).is_ok_and(|over| next < over)
}

fn out_of_order(article: &str, start: Instant, limit: Instant, how: &str) -> Violation {
    Violation::new(Rule::InvalidValue, format!("the round has to start {how} {limit}"))
        .article(article)
        .fact("starts_at", start.to_string())
        .fact("limit", limit.to_string())
}

/// Nothing is played, recorded or decided before the signal.
pub fn check_started(rules: &Rulebook, round: i32, started: bool) -> Result<(), Violation> {
    if started {
        return Ok(());
    }
    Err(Violation::new(Rule::RoundNotOpen, format!("round {round} has not started"))
        .article(&rules.play.rate_of_play.article)
        .fact("round", i64::from(round)))
}

/// The signal for the start is not given before the hour.
pub fn check_signal(rules: &Rulebook, starts_at: Instant, now: Instant) -> Result<(), Violation> {
    if now >= starts_at {
        return Ok(());
    }
    Err(Violation::new(Rule::RoundNotOpen, format!("the round starts at {starts_at}"))
        .article(&rules.play.rate_of_play.article)
        .fact("starts_at", starts_at.to_string())
        .fact("received", now.to_string()))
}

#[cfg(test)]
mod tests {
    use super::daily;
    use crate::domain::calendar::{Instant, Zone};

    #[test]
    fn rounds_keep_their_hour_on_the_wall_when_the_clocks_change() {
        let zone = Zone::named("Europe/Helsinki").unwrap();
        let first = Instant::parse("2026-03-28T15:00:00+02:00").unwrap();
        let starts: Vec<String> = daily(first, &zone, 3).unwrap().iter().map(|start| zone.local(*start)).collect();
        assert_eq!(starts, ["2026-03-28T15:00:00+02:00", "2026-03-29T15:00:00+03:00", "2026-03-30T15:00:00+03:00"]);
    }
}

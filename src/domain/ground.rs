//! On what ground an arbiter decides a result: which grounds the regulations know, and what each of them asks for.

use std::collections::BTreeMap;

use super::calendar::{Instant, Zone};
use super::report::Outcomes;
use super::rulebook::{Cited, GroundRule, Rulebook};
use super::violation::{Rule, Violation};

/// The grounds that stand when none is named.
pub const SCORE_SHEETS: &str = "score_sheets";
pub const CORRECTION: &str = "correction";
/// Those of a match to which somebody did not come.
pub const DID_NOT_APPEAR: &str = "did_not_appear";
pub const DOUBLE_FORFEIT: &str = "double_forfeit";
pub const WITHDRAWAL: &str = "withdrawal";

/// The ground of a match, and those of the boards that have another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    pub of_match: String,
    pub of_boards: BTreeMap<u32, String>,
}

impl Grounds {
    pub fn on(&self, board: u32) -> &str {
        self.of_boards.get(&board).unwrap_or(&self.of_match)
    }
}

/// What a caller names: nothing where the usual ground is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub of_match: Option<String>,
    /// Board and ground, in the order of the request.
    pub of_boards: Vec<(u32, Option<String>)>,
}

/// When the round began, and when it is decided.
pub struct Moment<'a> {
    pub signal: Instant,
    pub zone: &'a Zone,
    pub now: Instant,
}

/// The article of a ground; nothing where the regulations do not know it.
pub fn article<'a>(rules: &'a Rulebook, ground: &str) -> Option<&'a str> {
    rules.results.as_ref()?.grounds.get(ground).map(|known| known.article.as_str())
}

/// The grounds of a decision, each known and fitting what it decides. All faults at once. `None`: the regulations state
/// no grounds.
pub fn read(
    rules: &Rulebook,
    named: &Named,
    first: bool,
    outcomes: &Outcomes,
    moment: &Moment<'_>,
) -> Result<Option<Grounds>, Vec<Violation>> {
    let asked = named.of_match.iter().chain(named.of_boards.iter().filter_map(|(_, ground)| ground.as_ref()));
    if rules.results.is_none() {
        let faults: Vec<Violation> =
            asked.map(|ground| Violation::new(Rule::InvalidValue, format!("no ground {ground:?} is known"))).collect();
        return if faults.is_empty() { Ok(None) } else { Err(faults) };
    }
    let usual = if first { SCORE_SHEETS } else { CORRECTION };
    let grounds = Grounds {
        of_match: named.of_match.clone().unwrap_or_else(|| usual.to_owned()),
        of_boards: named.of_boards.iter().filter_map(|(board, ground)| Some((*board, ground.clone()?))).collect(),
    };
    let mut faults = Vec::new();
    faults.extend(fault(rules, &grounds.of_match, moment).map(|fault| fault.at("/ground")));
    for (index, (board, ground)) in named.of_boards.iter().enumerate() {
        if let Some(ground) = ground {
            let found = fault(rules, ground, moment).map(|fault| fault.at(format!("/boards/{index}/ground")));
            faults.extend(found.map(|fault| fault.fact("board", i64::from(*board))));
        }
        faults.extend(unfit(rules, grounds.on(*board), *board, outcomes, index));
    }
    if faults.is_empty() { Ok(Some(grounds)) } else { Err(faults) }
}

fn known<'a>(rules: &'a Rulebook, ground: &str) -> Option<&'a Cited<GroundRule>> {
    rules.results.as_ref()?.grounds.get(ground)
}

/// What stands against the ground itself at that moment.
fn fault(rules: &Rulebook, ground: &str, moment: &Moment<'_>) -> Option<Violation> {
    let Some(Cited { value, article, .. }) = known(rules, ground) else {
        let known: Vec<String> = rules.results.iter().flat_map(|results| results.grounds.keys().cloned()).collect();
        let detail = format!("the regulations know no ground {ground:?}");
        return Some(Violation::new(Rule::InvalidValue, detail).fact("grounds", known));
    };
    if value.after_late_hour
        && let Err(violation) = after_late_hour(rules, moment.signal, moment.now)
    {
        return Some(violation);
    }
    let days = value.within_days?;
    match last_moment(moment.zone, moment.signal, days) {
        Ok(last) if moment.now <= last => None,
        Ok(last) => {
            let detail = format!("a ruling on {ground} was possible until {}", moment.zone.local(last));
            Some(
                Violation::new(Rule::RulingTooLate, detail)
                    .article(article)
                    .fact("last_moment", last.to_string())
                    .fact("received", moment.now.to_string()),
            )
        }
        Err(violation) => Some(violation),
    }
}

/// A session belongs to the day on which it began.
fn last_moment(zone: &Zone, signal: Instant, days: u32) -> Result<Instant, Violation> {
    Ok(zone.end_of_day(zone.date(zone.days_later(signal, days)?))?.just_before())
}

/// Whoever is awaited has not lost yet: the late hour counts from the signal.
pub fn after_late_hour(rules: &Rulebook, signal: Instant, now: Instant) -> Result<(), Violation> {
    let Cited { value: margin, article, .. } = &rules.play.late_arrival;
    let full = signal.minutes_after(margin.minutes)?;
    let last = if margin.exactly_is_in_time { full } else { full.just_before() };
    if now > last {
        return Ok(());
    }
    Err(Violation::new(Rule::StillInTime, format!("whoever comes until {last} is in time"))
        .article(article)
        .fact("last_in_time", last.to_string())
        .fact("received", now.to_string()))
}

/// A ground that says that a game was not played, beside a result of play.
fn unfit(rules: &Rulebook, ground: &str, board: u32, outcomes: &Outcomes, index: usize) -> Option<Violation> {
    let Cited { value, article, .. } = known(rules, ground)?;
    let result = outcomes.on(board)?;
    (value.forfeit && result.over_the_board()).then(|| {
        let detail = format!("board {board} is decided as {ground}, and {} is a result of play", result.code());
        Violation::new(Rule::ForfeitNeeded, detail)
            .article(article)
            .fact("board", i64::from(board))
            .fact("ground", ground)
            .fact("result", result.code())
            .at(format!("/boards/{index}/result"))
    })
}

#[cfg(test)]
mod tests {
    use super::{Moment, Named, article, read};
    use crate::domain::calendar::{Instant, Zone};
    use crate::domain::report::Outcomes;
    use crate::domain::rulebook::Rulebook;
    use crate::domain::violation::Rule;
    use crate::rulebooks;

    /// Two in the afternoon in Hamburg.
    const SIGNAL: &str = "2027-04-10T12:00:00Z";

    fn rules() -> Rulebook {
        rulebooks::parse(rulebooks::builtin()[0].1).unwrap()
    }

    fn refused(ground: &str, result: &str, now: &str) -> Option<(Rule, Option<String>)> {
        let said: Vec<(u32, String)> = (1..=4).map(|board| (board, result.to_owned())).collect();
        let outcomes = Outcomes::read(&said, 4).unwrap();
        let zone = Zone::named("Europe/Berlin").unwrap();
        let at = |text: &str| Instant::parse(text).unwrap();
        let moment = Moment { signal: at(SIGNAL), zone: &zone, now: at(now) };
        let of_boards = (1..=4).map(|board| (board, None)).collect();
        let named = Named { of_match: Some(ground.to_owned()), of_boards };
        let refused = read(&rules(), &named, true, &outcomes, &moment).err()?.remove(0);
        Some((refused.rule, refused.article))
    }

    #[test]
    fn the_late_hour_is_over_a_moment_after_the_hour() {
        for ground in ["late_arrival", "did_not_appear", "double_forfeit"] {
            let still = Some((Rule::StillInTime, Some("20".to_owned())));
            assert_eq!(refused(ground, "both_forfeit", "2027-04-10T13:00:00Z"), still, "{ground}");
            assert_eq!(refused(ground, "both_forfeit", "2027-04-10T13:00:00.000001Z"), None, "{ground}");
        }
    }

    /// To the end of the next day in Hamburg.
    #[test]
    fn a_wrong_order_is_scored_the_same_or_the_next_day() {
        for ground in ["wrong_board_order", "not_on_the_list"] {
            assert_eq!(refused(ground, "white_win", "2027-04-11T21:59:59.999999Z"), None, "{ground}");
            let late = Some((Rule::RulingTooLate, Some("23.1".to_owned())));
            assert_eq!(refused(ground, "white_win", "2027-04-11T22:00:00Z"), late, "{ground}");
        }
    }

    #[test]
    fn a_game_that_was_not_played_has_no_result_of_play() {
        let needed = Some((Rule::ForfeitNeeded, Some("11".to_owned())));
        assert_eq!(refused("withdrawal", "white_win", SIGNAL), needed);
        assert_eq!(refused("withdrawal", "white_forfeit_win", SIGNAL), None);
        assert_eq!(refused("penalty", "white_win", SIGNAL), None);
        assert_eq!(refused("whim", "white_win", SIGNAL), Some((Rule::InvalidValue, None)));
        assert_eq!(article(&rules(), "penalty"), Some("25"));
    }
}

//! Who bears which costs, and what each federation contributes.

use super::calendar::days_inclusive;
use super::money::Money;
use super::rulebook::{Cost, Rulebook};
use super::timetable::Calendar;
use super::violation::{Rule, Violation};

/// How rulebooks name the parties and the one cost that can be reckoned.
const FEDERATION: &str = "participating_federation";
const CONTRIBUTION: &str = "contribution_to_board_and_lodging";

/// One cost and the article that lays it on somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub item: String,
    pub article: String,
    /// Where it can be reckoned.
    pub contribution: Option<Contribution>,
}

/// So many players, so many days, so much for each player and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub players: u32,
    pub days: u32,
    pub rate: Money,
    pub amount: Money,
}

/// What falls on one participating federation with that many players; the contribution has no amount before the
/// invitation says what it asks.
pub fn borne_by_federation(
    rules: &Rulebook,
    players: u32,
    days: u32,
    rate: Option<Money>,
) -> Result<Vec<Line>, Violation> {
    let reckoned = rate
        .map(|rate| {
            let amount = rate.times(players).and_then(|amount| amount.times(days));
            let too_large = || Violation::new(Rule::InvalidValue, "the contribution is too large to be reckoned");
            amount.map(|amount| Contribution { players, days, rate, amount }).ok_or_else(too_large)
        })
        .transpose()?;
    let line = |cost: &Cost, article: &str| Line {
        item: cost.item.clone(),
        article: article.to_owned(),
        contribution: reckoned.filter(|_| cost.item == CONTRIBUTION),
    };
    Ok(costs(rules, |party| party == FEDERATION, line))
}

/// What falls on others: party and lines.
pub fn borne_by_others(rules: &Rulebook) -> Vec<(String, Line)> {
    let line = |cost: &Cost, article: &str| {
        let line = Line { item: cost.item.clone(), article: article.to_owned(), contribution: None };
        (cost.borne_by.clone(), line)
    };
    costs(rules, |party| party != FEDERATION, line)
}

fn costs<T>(rules: &Rulebook, of: impl Fn(&str) -> bool, line: impl Fn(&Cost, &str) -> T) -> Vec<T> {
    let costs = rules.finance.costs.iter().filter(|cost| of(&cost.value.borne_by));
    costs.map(|cost| line(&cost.value, &cost.article)).collect()
}

/// The days of the tournament: from its commencement to the prizes, both counted where it is played.
pub fn tournament_days(rules: &Rulebook, calendar: &Calendar) -> Result<u32, Violation> {
    let start = calendar.zone.date(calendar.commencement(rules)?);
    let end = calendar.prize_distribution.map_or(start, |prizes| calendar.zone.date(prizes));
    Ok(u32::try_from(days_inclusive(start, end)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{borne_by_federation, borne_by_others};
    use crate::domain::money::{Currency, Money};
    use crate::domain::rulebook::Rulebook;

    fn rules() -> Rulebook {
        toml::from_str(include_str!("../../regulations/wstcc-1960.toml")).unwrap()
    }

    /// norm: WSTCC.1.6, WSTCC.1.7
    #[test]
    fn a_federation_bears_its_travel_and_its_contribution_and_the_organizer_the_rest() {
        let rate = Money { minor_units: 300, currency: Currency::of("USD").unwrap() };
        let lines = borne_by_federation(&rules(), 6, 15, Some(rate)).unwrap();
        let shown: Vec<_> = lines.iter().map(|line| (line.item.as_str(), line.article.as_str())).collect();
        assert_eq!(shown, [("travel_of_participants", "1"), ("contribution_to_board_and_lodging", "1")]);
        assert_eq!(lines[0].contribution, None);
        assert_eq!(lines[1].contribution.unwrap().amount, Money { minor_units: 27_000, ..rate });
        assert_eq!(borne_by_federation(&rules(), 6, 15, None).unwrap()[1].contribution, None);
        let huge = Money { minor_units: i64::MAX, ..rate };
        assert!(borne_by_federation(&rules(), 1, 2, Some(huge)).is_err());
        let others = borne_by_others(&rules());
        assert!(others.iter().all(|(party, line)| party == "organizer" && line.article == "1"));
        let items: Vec<_> = others.iter().map(|(_, line)| line.item.as_str()).collect();
        let expected =
            ["remaining_board_and_lodging", "organization", "travel_of_chief_arbiter", "hospitality_for_chief_arbiter"];
        assert_eq!(items, expected);
    }
}

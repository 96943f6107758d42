//! Who plays: the list that a captain hands in sealed, what it must be, and who sits where none came in time.

mod hours;
mod seal;
#[cfg(test)]
mod tests;

use super::rulebook::{Category, LineUpOrder, Rulebook};
use super::violation::{Rule, Violation};
pub use hours::{Hours, check_paper};
pub use seal::{Lineup, Secret, digest, listing};

/// A player of the team's roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub number: i32,
    pub person: String,
}

/// Whether there may be fewer players than boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A draft: what is not there yet may come.
    Growing,
    /// A player for each board.
    Full,
    /// The chief arbiter has accepted fewer: the last boards stay empty.
    Shorter,
}

/// Different players of the team's own roster, board after board, in the order of their numbers where that is fixed.
/// All faults at once; a player named twice is pointed at on both boards.
pub fn check_players(
    rules: &Rulebook,
    category: &Category,
    roster: &[Numbered],
    players: &[String],
    length: Length,
) -> Result<(), Vec<Violation>> {
    let article = &rules.play.line_up_deadline.article;
    let mut faults: Vec<Violation> = check_length(category, players.len(), length).err().into_iter().collect();
    for (index, player) in players.iter().enumerate() {
        let at = format!("/players/{index}");
        let boards: Vec<String> = (1..)
            .zip(players)
            .filter(|(_, other)| *other == player)
            .map(|(board, _): (u32, _)| board.to_string())
            .collect();
        if boards.len() > 1 {
            let detail = format!("{player} is named on boards {}", boards.join(" and "));
            let twice = Violation::new(Rule::PlayerTwice, detail).article(article);
            faults.push(twice.fact("person", player.as_str()).fact("boards", boards).at(&at));
        }
        if !roster.iter().any(|place| place.person == *player) {
            let detail = format!("{player} is no player of the team");
            let foreign = Violation::new(Rule::NotOnRoster, detail).article(article);
            faults.push(foreign.fact("person", player.as_str()).at(at));
        }
    }
    if faults.is_empty() && length != Length::Growing {
        faults.extend(check_order(rules, roster, players));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn check_length(category: &Category, players: usize, length: Length) -> Result<(), Violation> {
    let boards = category.boards.value as usize;
    let rule = match length {
        _ if players > boards => Rule::NoSuchBoard,
        Length::Full if players < boards => Rule::LineupTooShort,
        _ => return Ok(()),
    };
    let detail = format!("{players} players for {boards} boards");
    Err(Violation::new(rule, detail)
        .article(&category.boards.article)
        .fact("players", i64::try_from(players).unwrap_or(i64::MAX))
        .fact("boards", i64::from(category.boards.value))
        .at("/players"))
}

/// Each player has a higher number than the one at the board before.
fn check_order(rules: &Rulebook, roster: &[Numbered], players: &[String]) -> Option<Violation> {
    let order = &rules.settings.line_up_order;
    if order.value == LineUpOrder::Free {
        return None;
    }
    let number = |player: &String| roster.iter().find(|place| place.person == *player).map(|place| place.number);
    let numbers: Vec<i32> = players.iter().filter_map(number).collect();
    let index = (1..numbers.len()).find(|index| numbers[*index] < numbers[index - 1])?;
    let detail = format!(
        "number {} sits on board {} below number {}: the boards follow the numbers",
        numbers[index],
        index + 1,
        numbers[index - 1]
    );
    let violation = Violation::new(Rule::BoardOrder, detail)
        .fact("numbers", numbers.iter().map(ToString::to_string).collect::<Vec<_>>())
        .at(format!("/players/{index}"));
    Some(match &order.article {
        Some(article) => violation.article(article),
        None => violation,
    })
}

/// Who sits at which board: the players of the list that stands; without one those with the numbers of the regulations.
/// Nobody else takes the board of one who is absent.
pub fn applicable(category: &Category, roster: &[Numbered], list: Option<&[String]>) -> Vec<(i32, String)> {
    match list {
        Some(players) => (1..).zip(players.iter().cloned()).collect(),
        None => (1..)
            .zip(&category.default_line_up.value)
            .filter_map(|(board, number)| {
                let place = roster.iter().find(|place| place.number.unsigned_abs() == *number)?;
                Some((board, place.person.clone()))
            })
            .collect(),
    }
}

/// A list that was handed in binds; only circumstances beyond the team's control change it.
pub fn binding(rules: &Rulebook, handed_in_at: &str) -> Violation {
    let changes = &rules.play.line_up_changes_by;
    let detail = format!(
        "the line-up was handed in at {handed_in_at} and binds; the {} accepts a change for circumstances beyond the team's control",
        changes.value.code().replace('_', " ")
    );
    Violation::new(Rule::LineupBinding, detail).article(&changes.article).fact("handed_in_at", handed_in_at)
}

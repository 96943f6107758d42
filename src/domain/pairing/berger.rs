//! The international tables of rounds (J. Berger): a single round robin, each team meets every other once.

use crate::domain::ids::TeamNumber;
use crate::domain::violation::{Rule, Violation};

/// One line of the table. In each match the team named first has White on the first board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BergerRound {
    /// 1, 2, 3 …
    pub number: u32,
    /// In the published order of the tables.
    pub matches: Vec<(TeamNumber, TeamNumber)>,
    /// With an odd number of teams, the one without an opponent.
    pub free: Option<TeamNumber>,
}

/// The whole table for the numbers 1 to `teams`.
///
/// An odd field plays the table of the next even number, whose highest number stands for the free round.
pub fn schedule(teams: u32) -> Result<Vec<BergerRound>, Violation> {
    if teams < 2 {
        return Err(Violation::new(Rule::TooFewTeams, "a round robin needs at least two teams")
            .fact("teams", i64::from(teams))
            .fact("minimum", 2));
    }
    let places = teams.checked_add(teams % 2).ok_or_else(|| {
        Violation::new(Rule::TooManyTeams, "the table has no such size").fact("teams", i64::from(teams))
    })?;
    Ok((1..places).map(|number| round(number, teams, places)).collect())
}

fn round(number: u32, teams: u32, places: u32) -> BergerRound {
    let (number_wide, circle) = (u64::from(number), u64::from(places) - 1);
    let hinge = (number_wide - 1) * u64::from(places / 2) % circle + 1;
    let place = |position: u64| TeamNumber(((position + circle - 1) % circle + 1) as u32);

    let against_the_last =
        if number % 2 == 1 { (place(hinge), TeamNumber(places)) } else { (TeamNumber(places), place(hinge)) };
    let others = (1..u64::from(places / 2)).map(|step| (place(hinge + step), place(hinge + circle - step)));

    if teams == places {
        BergerRound { number, matches: std::iter::once(against_the_last).chain(others).collect(), free: None }
    } else {
        BergerRound { number, matches: others.collect(), free: Some(place(hinge)) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{BergerRound, schedule};
    use crate::domain::ids::TeamNumber;
    use crate::domain::pairing::colour::{Colour, colour_of_first};
    use crate::domain::violation::Rule;

    const PUBLISHED: [(u32, &str); 13] = [
        (4, include_str!("../../../tests/golden/berger/04.txt")),
        (5, include_str!("../../../tests/golden/berger/05.txt")),
        (6, include_str!("../../../tests/golden/berger/06.txt")),
        (7, include_str!("../../../tests/golden/berger/07.txt")),
        (8, include_str!("../../../tests/golden/berger/08.txt")),
        (9, include_str!("../../../tests/golden/berger/09.txt")),
        (10, include_str!("../../../tests/golden/berger/10.txt")),
        (11, include_str!("../../../tests/golden/berger/11.txt")),
        (12, include_str!("../../../tests/golden/berger/12.txt")),
        (13, include_str!("../../../tests/golden/berger/13.txt")),
        (14, include_str!("../../../tests/golden/berger/14.txt")),
        (15, include_str!("../../../tests/golden/berger/15.txt")),
        (16, include_str!("../../../tests/golden/berger/16.txt")),
    ];

    fn as_printed(round: &BergerRound) -> String {
        let matches: Vec<String> = round.matches.iter().map(|(first, second)| format!("{first}-{second}")).collect();
        let free = round.free.map(|team| format!(" free: {team}")).unwrap_or_default();
        format!("Round {}: {}{free}", round.number, matches.join(" "))
    }

    /// norm: WSTCC.19.1
    #[test]
    fn the_schedule_is_the_published_table_and_the_team_named_first_has_white_on_boards_1_and_3() {
        for (teams, table) in PUBLISHED {
            let published: Vec<String> = table
                .lines()
                .filter(|line| line.starts_with("Round"))
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            let made: Vec<String> = schedule(teams).unwrap().iter().map(as_printed).collect();
            assert_eq!(made, published, "{teams} teams");
        }
        let boards: Vec<Option<Colour>> = (1..=5).map(|board| colour_of_first(board, "WBWB")).collect();
        let (white, black) = (Some(Colour::White), Some(Colour::Black));
        assert_eq!(boards, [white, black, white, black, None]);
    }

    /// norm: WSTCC.8.1
    #[test]
    fn in_one_group_of_up_to_14_teams_every_team_meets_every_other_exactly_once() {
        for teams in 2..=14 {
            assert_each_pair_once(teams);
        }
    }

    #[test]
    fn larger_fields_are_complete_too() {
        for teams in (15..=64).chain([187, 500]) {
            assert_each_pair_once(teams);
        }
    }

    fn assert_each_pair_once(teams: u32) {
        let rounds = schedule(teams).unwrap();
        assert_eq!(rounds.len() as u32, teams + teams % 2 - 1, "{teams} teams");
        let mut met = BTreeSet::new();
        for (index, round) in rounds.iter().enumerate() {
            assert_eq!(round.number as usize, index + 1);
            let mut at_work: Vec<u32> = round.matches.iter().flat_map(|(first, second)| [first.0, second.0]).collect();
            at_work.extend(round.free.map(|team| team.0));
            at_work.sort_unstable();
            assert_eq!(at_work, (1..=teams).collect::<Vec<_>>(), "{teams} teams, round {}", round.number);
            for (first, second) in &round.matches {
                assert!(
                    met.insert((first.min(second).0, first.max(second).0)),
                    "{first}-{second} twice, {teams} teams"
                );
            }
        }
        assert_eq!(met.len() as u32, teams * (teams - 1) / 2, "{teams} teams");
    }

    #[test]
    fn colours_are_shared_out_as_evenly_as_the_field_allows() {
        for teams in 3..=32u32 {
            let rounds = schedule(teams).unwrap();
            let mut whites: BTreeMap<TeamNumber, u32> = BTreeMap::new();
            for (first, _) in rounds.iter().flat_map(|round| &round.matches) {
                *whites.entry(*first).or_default() += 1;
            }
            for number in 1..=teams {
                let expected = if teams % 2 == 0 && number > teams / 2 { teams / 2 - 1 } else { teams / 2 };
                assert_eq!(whites[&TeamNumber(number)], expected, "team {number} of {teams}");
            }
        }
    }

    #[test]
    fn in_an_odd_field_each_team_is_free_exactly_once() {
        for teams in (3..=31).step_by(2) {
            let mut free: Vec<u32> =
                schedule(teams).unwrap().iter().filter_map(|r| r.free).map(|team| team.0).collect();
            free.sort_unstable();
            assert_eq!(free, (1..=teams).collect::<Vec<_>>());
        }
        assert!(schedule(6).unwrap().iter().all(|round| round.free.is_none()));
    }

    #[test]
    fn two_teams_are_a_group_and_one_is_none() {
        assert_eq!(schedule(2).unwrap()[0].matches, [(TeamNumber(1), TeamNumber(2))]);
        let refused = schedule(1).unwrap_err();
        assert_eq!(refused.rule, Rule::TooFewTeams);
        assert_eq!(schedule(0).unwrap_err().rule, Rule::TooFewTeams);
    }
}

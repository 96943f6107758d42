//! Which system is played for how many teams.

use super::rulebook::{Rulebook, SystemKind};
use super::violation::{Rule, Violation};

/// Whether that many teams play in one group in which everyone meets everyone once.
pub fn check_one_group(rules: &Rulebook, teams: u32) -> Result<(), Violation> {
    let system = rules.format.systems.iter().find(|system| system.value.kind == SystemKind::OneGroup);
    let Some(system) = system else {
        return Err(Violation::new(Rule::TooManyTeams, "the regulations know no single group")
            .article(&rules.format.rounds.article)
            .fact("teams", i64::from(teams)));
    };
    if teams < system.value.min_teams {
        let detail = format!("{teams} teams have entered definitely; a group has at least {}", system.value.min_teams);
        return Err(Violation::new(Rule::TooFewTeams, detail)
            .article(&system.article)
            .fact("teams", i64::from(teams))
            .fact("minimum", i64::from(system.value.min_teams)));
    }
    match system.value.max_teams {
        Some(most) if teams > most => {
            Err(Violation::new(Rule::TooManyTeams, format!("{teams} teams; one group has at most {most}"))
                .article(&system.article)
                .fact("teams", i64::from(teams))
                .fact("maximum", i64::from(most)))
        }
        _ => Ok(()),
    }
}

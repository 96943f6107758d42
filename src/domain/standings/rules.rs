//! What a rulebook says of ranking, in the terms of the standings.

use super::{Criterion, ListedCriterion, RankingRules, SeveralTied, SonnebornBerger};
use crate::domain::result::MatchPointScale;
use crate::domain::rulebook::{self, Cited, DirectMatchOfSeveral, Rulebook};
use crate::domain::violation::{Rule, Violation};

impl RankingRules {
    /// How the regulations rank the teams of a round robin, their open questions answered.
    pub fn of_round_robin(rules: &Rulebook) -> Result<Self, Violation> {
        let scale = &rules.standings.match_points.value;
        let criteria =
            rules.standings.round_robin.iter().map(|listed| read(rules, listed)).collect::<Result<_, _>>()?;
        Ok(Self { match_points: MatchPointScale { win: scale.win, draw: scale.draw, loss: scale.loss }, criteria })
    }
}

fn read(rules: &Rulebook, listed: &Cited<rulebook::Criterion>) -> Result<ListedCriterion, Violation> {
    let criterion = match listed.value {
        rulebook::Criterion::GamePoints => Criterion::GamePoints,
        rulebook::Criterion::MatchPoints => Criterion::MatchPoints,
        rulebook::Criterion::DirectMatch => {
            Criterion::DirectMatch(match rules.settings.direct_match_of_several.value {
                DirectMatchOfSeveral::SeparateTable => SeveralTied::SeparateTable,
                DirectMatchOfSeveral::NoDecision => SeveralTied::NoDecision,
            })
        }
        rulebook::Criterion::SonnebornBerger => {
            Criterion::SonnebornBerger(match rules.settings.sonneborn_berger_variant.value {
                rulebook::SonnebornBerger::MatchHalves => SonnebornBerger::MatchHalves,
                rulebook::SonnebornBerger::Eggsb => SonnebornBerger::Eggsb,
                rulebook::SonnebornBerger::Emmsb => SonnebornBerger::Emmsb,
            })
        }
        // Where everyone meets everyone, the opponents' points are all points less the own ones.
        rulebook::Criterion::Buchholz | rulebook::Criterion::MedianBuchholz => {
            return Err(Violation::new(Rule::TieBreakNotAllowed, "Buchholz says nothing in a round robin")
                .article(&listed.article));
        }
    };
    Ok(ListedCriterion { criterion, article: listed.article.clone() })
}

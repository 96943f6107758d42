//! What a rulebook, or a list of FIDE's codes, says of ranking, in the terms of the standings.

use super::criterion::Score;
use super::results::PairingMode;
use super::terms::{Edition, Terms};
use super::tie_break::{Cut, Method, TieBreak};
use super::{Criterion, ListedCriterion, RankingRules, SeveralTied, SonnebornBerger};
use crate::domain::result::MatchPointScale;
use crate::domain::rulebook::{self, Cited, DirectMatchOfSeveral, Rulebook};
use crate::domain::violation::{Rule, Violation};

impl RankingRules {
    /// How the regulations rank the teams of a group.
    pub fn of(rules: &Rulebook, pairing: PairingMode) -> Result<Self, Violation> {
        match pairing {
            PairingMode::RoundRobin => Self::of_round_robin(rules),
            PairingMode::Swiss => Self::of_swiss(rules),
        }
    }

    /// How the regulations rank the teams of a round robin, their open questions answered.
    pub fn of_round_robin(rules: &Rulebook) -> Result<Self, Violation> {
        let read = match Self::of_fide(rules)? {
            Some(read) => read,
            None => Self::of_list(rules, &rules.standings.round_robin),
        };
        read.check_for(PairingMode::RoundRobin)?;
        Ok(read)
    }

    /// How the regulations rank the teams of a Swiss.
    pub fn of_swiss(rules: &Rulebook) -> Result<Self, Violation> {
        if let Some(read) = Self::of_fide(rules)? {
            return Ok(read);
        }
        if rules.standings.swiss.is_empty() {
            let detail = format!("{} has no list of criteria for a Swiss", rules.id);
            return Err(Violation::new(Rule::RulebookInvalid, detail));
        }
        Ok(Self::of_list(rules, &rules.standings.swiss))
    }

    /// The list of FIDE's codes, where the rulebook has one.
    fn of_fide(rules: &Rulebook) -> Result<Option<Self>, Violation> {
        let Some(list) = &rules.standings.tie_breaks else { return Ok(None) };
        let rulebook::TieBreakList { codes, edition, primary } = &list.value;
        let unknown = || {
            let detail = format!("{edition} is no edition of C.07 that is known here");
            Violation::new(Rule::RulebookInvalid, detail).at("/standings/tie_breaks/value/edition")
        };
        let edition = Edition::from_code(edition).ok_or_else(unknown)?;
        let primary = match primary {
            rulebook::Criterion::GamePoints => Score::GamePoints,
            _ => Score::MatchPoints,
        };
        Self::of_codes(codes, scale(rules), Terms::of(edition, primary)).map(Some)
    }

    fn of_list(rules: &Rulebook, list: &[Cited<rulebook::Criterion>]) -> Self {
        let primary = match list.first().map(|listed| listed.value) {
            Some(rulebook::Criterion::MatchPoints) => Score::MatchPoints,
            _ => Score::GamePoints,
        };
        Self {
            match_points: scale(rules),
            terms: Terms::of(Edition::default(), primary),
            criteria: list.iter().map(|listed| read(rules, listed)).collect(),
        }
    }

    /// FIDE's codes with commas between them, as record 212 of a TRF file has them. Each stands under its own code.
    pub fn of_codes(codes: &str, match_points: MatchPointScale, terms: Terms) -> Result<Self, Violation> {
        let codes = codes.split(',').map(str::trim).filter(|code| !code.is_empty());
        let listed = codes.map(|code| {
            let criterion = Criterion::Fide(TieBreak::read(code)?);
            Ok(ListedCriterion { criterion, article: criterion.to_string() })
        });
        Ok(Self { match_points, terms, criteria: listed.collect::<Result<_, Violation>>()? })
    }

    /// Where everyone meets everyone, the opponents' points are all points less the own ones.
    pub(super) fn check_for(&self, pairing: PairingMode) -> Result<(), Violation> {
        let of_the_swiss = |listed: &&ListedCriterion| matches!(listed.criterion, Criterion::Fide(tie_break) if tie_break.is_of_the_swiss_only());
        match self.criteria.iter().find(of_the_swiss) {
            Some(listed) if pairing == PairingMode::RoundRobin => Err(Violation::new(
                Rule::TieBreakNotAllowed,
                "Buchholz says nothing in a round robin (FIDE C.07, art. 8)",
            )
            .article(&listed.article)
            .fact("tie_break", listed.criterion.to_string())),
            _ => Ok(()),
        }
    }
}

fn scale(rules: &Rulebook) -> MatchPointScale {
    let rulebook::MatchScore { win, draw, loss } = rules.standings.match_points.value;
    MatchPointScale { win, draw, loss }
}

fn read(rules: &Rulebook, listed: &Cited<rulebook::Criterion>) -> ListedCriterion {
    let buchholz = TieBreak { score: Some(Score::GamePoints), ..TieBreak::plain(Method::Buchholz) };
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
        rulebook::Criterion::Buchholz => Criterion::Fide(buchholz),
        // One opponent at each end goes, also where several have as many (our reading).
        rulebook::Criterion::MedianBuchholz => Criterion::Fide(TieBreak { cut: Cut::Both(1), ..buchholz }),
    };
    ListedCriterion { criterion, article: listed.article.clone() }
}

//! The questions that a text leaves open: which answers we allow, which one stands, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Rulebook;
use super::cited::{Citation, Cites, sections};
use crate::domain::violation::{Rule, Violation};

/// An open question. `article` is missing where the regulations do not touch it at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting<T> {
    /// The answer that stands: the file's default, or what a championship chose.
    #[serde(rename = "default")]
    pub value: T,
    pub allowed: Vec<T>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    pub reason: String,
}

/// An open question whose answer is a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberSetting {
    /// The answer that stands: the file's default, or what a championship chose.
    #[serde(rename = "default")]
    pub value: u32,
    pub min: u32,
    pub max: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    pub reason: String,
}

impl<T> Cites for Setting<T> {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        found.extend(cited(self.article.as_deref(), at));
    }
}

impl Cites for NumberSetting {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        found.extend(cited(self.article.as_deref(), at));
    }
}

fn cited<'a>(article: Option<&'a str>, at: &str) -> Option<Citation<'a>> {
    article.map(|article| Citation { article, reading: None, pointer: at.to_owned() })
}

/// An answer as a championship writes it.
pub trait Answer: Copy + PartialEq {
    fn code(self) -> &'static str;
}

macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$about])* #[serde(rename = $text)] $variant,)* }

        impl $name {
            fn read(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl Answer for $name {
            fn code(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    )*};
}

answers! {
    /// What an opponent is worth in the Sonneborn-Berger of teams.
    SonnebornBerger {
        /// All game points of beaten opponents and half of those of drawn ones.
        MatchHalves "match_halves",
        /// The opponent's game points times the own game points against it.
        Eggsb "eggsb",
        /// The opponent's match points times the own match points against it.
        Emmsb "emmsb",
    }
    /// How the direct match decides among more than two teams.
    DirectMatchOfSeveral {
        /// A table of the matches among them, restarted for what stays level.
        SeparateTable "separate_table",
        /// It does not.
        NoDecision "no_decision",
    }
    /// What "commencement" is, from which deadlines count back.
    Commencement { FirstRound "first_round", DrawingOfLots "drawing_of_lots", Opening "opening", }
    /// Whether a line-up follows the players' numbers.
    LineUpOrder { Fixed "fixed", Free "free", }
    /// Whether a free round counts towards the rounds that a team plays.
    RoundsCounted { OwnMatches "own_matches", WithFreeRounds "with_free_rounds", }
    /// Who may declare a game lost as a penalty.
    LossOfGameAuthority { ChiefArbiter "chief_arbiter", AppealsCommittee "appeals_committee", }
    /// Who presides over the appeals committee.
    CommitteeChairman {
        ElectedByCommittee "elected_by_committee",
        TournamentDirector "tournament_director",
        ChiefArbiter "chief_arbiter",
    }
    /// What follows when the President does not answer a draft.
    SilentPresident { Blocks "blocks", DeemedApprovedAtDeadline "deemed_approved_at_deadline", }
}

sections! {
    /// Every open question of a set of regulations.
    pub struct Settings {
        pub sonneborn_berger_variant: Setting<SonnebornBerger>,
        pub direct_match_of_several: Setting<DirectMatchOfSeveral>,
        pub commencement: Setting<Commencement>,
        pub line_up_order: Setting<LineUpOrder>,
        pub rounds_counted: Setting<RoundsCounted>,
        pub loss_of_game_authority: Setting<LossOfGameAuthority>,
        pub committee_chairman: Setting<CommitteeChairman>,
        pub silent_president: Setting<SilentPresident>,
        /// How much of the rounds a player has to play for an individual prize, in per cent.
        pub considerable_rounds_percent: NumberSetting,
    }
}

impl Rulebook {
    /// These regulations with a championship's own answers to their open questions; all faults at once.
    pub fn answering(&self, answers: &BTreeMap<String, String>) -> Result<Rulebook, Vec<Violation>> {
        let mut rules = self.clone();
        let chosen = answers.iter().map(|(name, answer)| rules.settings.choose(name, answer));
        let faults: Vec<Violation> = chosen.filter_map(Result::err).collect();
        if faults.is_empty() { Ok(rules) } else { Err(faults) }
    }
}

impl Settings {
    /// Takes a championship's answer to one open question, if the regulations allow it.
    pub fn choose(&mut self, name: &str, answer: &str) -> Result<(), Violation> {
        match name {
            "sonneborn_berger_variant" => self.sonneborn_berger_variant.choose(SonnebornBerger::read(answer)),
            "direct_match_of_several" => self.direct_match_of_several.choose(DirectMatchOfSeveral::read(answer)),
            "commencement" => self.commencement.choose(Commencement::read(answer)),
            "line_up_order" => self.line_up_order.choose(LineUpOrder::read(answer)),
            "rounds_counted" => self.rounds_counted.choose(RoundsCounted::read(answer)),
            "loss_of_game_authority" => self.loss_of_game_authority.choose(LossOfGameAuthority::read(answer)),
            "committee_chairman" => self.committee_chairman.choose(CommitteeChairman::read(answer)),
            "silent_president" => self.silent_president.choose(SilentPresident::read(answer)),
            "considerable_rounds_percent" => self.considerable_rounds_percent.choose(answer.parse().ok()),
            _ => return Err(refused(name, format!("there is no open question {name:?}"))),
        }
        .map_err(|allowed| {
            let detail = format!("{answer:?} is not one of the answers allowed for {name}: {}", allowed.join(", "));
            refused(name, detail).fact("allowed", allowed)
        })
    }
}

impl<T: Answer> Setting<T> {
    /// Takes the answer, or says which ones are allowed.
    fn choose(&mut self, answer: Option<T>) -> Result<(), Vec<String>> {
        let allowed = || -> Vec<String> { self.allowed.iter().map(|answer| answer.code().to_owned()).collect() };
        self.value = answer.filter(|answer| self.allowed.contains(answer)).ok_or_else(allowed)?;
        Ok(())
    }
}

impl NumberSetting {
    /// Takes the answer, or says within which limits it lies.
    fn choose(&mut self, answer: Option<u32>) -> Result<(), Vec<String>> {
        let (min, max) = (self.min, self.max);
        self.value =
            answer.filter(|answer| (min..=max).contains(answer)).ok_or_else(|| vec![format!("{min} to {max}")])?;
        Ok(())
    }
}

fn refused(name: &str, detail: String) -> Violation {
    Violation::new(Rule::InvalidValue, detail).at(format!("/settings/{name}"))
}

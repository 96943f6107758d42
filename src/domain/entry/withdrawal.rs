//! Withdrawals: at which stage a federation leaves, and what follows.

use super::EntryState;
use crate::domain::calendar::Instant;
use crate::domain::championship::Phase;
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY, Rulebook};
use crate::domain::timetable::{Calendar, deadline_named};
use crate::domain::violation::{Rule, Violation};
use crate::domain::way_back::Draw;

/// How far the federation had come when it withdrew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    BeforeDefiniteEntry,
    BeforeLots,
    AfterLots,
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::BeforeDefiniteEntry, Stage::BeforeLots, Stage::AfterLots];

    pub fn code(self) -> &'static str {
        match self {
            Stage::BeforeDefiniteEntry => "before_definite_entry",
            Stage::BeforeLots => "before_lots",
            Stage::AfterLots => "after_lots",
        }
    }

    pub fn from_code(code: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.code() == code)
    }

    /// An entry that never became definite has no team in the lots.
    pub fn of(entry: EntryState, phase: Phase) -> Stage {
        match (entry, phase) {
            (EntryState::Preliminary | EntryState::Withdrawn, _) => Stage::BeforeDefiniteEntry,
            (EntryState::Definite, Phase::Designated | Phase::Invited) => Stage::BeforeLots,
            (EntryState::Definite, _) => Stage::AfterLots,
        }
    }
}

/// A team whose number is drawn does not leave at will: the reasons go to those who decide what follows.
pub fn check_reason(rules: &Rulebook, stage: Stage, reason: Option<&str>) -> Result<(), Violation> {
    if stage != Stage::AfterLots || reason.is_some() {
        return Ok(());
    }
    let decider = &rules.protests.withdrawals_decided_by;
    let detail = "after the lots a team leaves only for reasons that are stated";
    Err(Violation::new(Rule::ReasonMissing, detail).article(&decider.article).at("/reason"))
}

/// The matches of the teams that leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affected {
    pub with_result: Vec<String>,
    pub without_result: Vec<String>,
}

/// What follows from a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    pub code: &'static str,
    pub article: String,
    pub detail: String,
    pub matches: Vec<String>,
    pub until: Option<Instant>,
}

/// What follows, as things stand now.
pub fn consequences(
    rules: &Rulebook,
    calendar: &Calendar,
    stage: Stage,
    affected: &Affected,
    drawn: &Draw,
    now: Instant,
) -> Result<Vec<Consequence>, Violation> {
    let of = |code: &'static str, article: &str, detail: String| Consequence {
        code,
        article: article.to_owned(),
        detail,
        matches: Vec::new(),
        until: None,
    };
    if stage == Stage::AfterLots {
        let (draw, decider) = (&rules.format.draw.article, &rules.protests.withdrawals_decided_by);
        let who = decider.value.code();
        let decision = of("decision_needed", &decider.article, format!("{who} decides what follows"));
        let before_round_1 = match drawn {
            Draw::Stands => None,
            Draw::Anew { article } => Some(("new_draw_due", article, "round 1 waits until lots are drawn anew")),
            Draw::HighestLeft { article } => {
                Some(("pairings_stay", article, "the pairings stay, its opponents are free"))
            }
            Draw::Annulled { article } => {
                Some(("drawn_anew", article, "its draw is annulled, it takes no part in the next"))
            }
        };
        if let Some((code, article, detail)) = before_round_1 {
            let matches = affected.without_result.clone();
            return Ok(vec![Consequence { matches, ..of(code, article, detail.to_owned()) }, decision]);
        }
        let mut found = vec![of("stays_in_the_draw", draw, "the lots and the order of play stay as drawn".to_owned())];
        if !affected.with_result.is_empty() {
            let played = of("results_stand", &decider.article, "what was played stays as it is".to_owned());
            found.push(Consequence { matches: affected.with_result.clone(), ..played });
        }
        let waits = "matches without a result wait for a decision".to_owned();
        let waiting = of("matches_wait", &decider.article, waits);
        found.push(Consequence { matches: affected.without_result.clone(), ..waiting });
        found.push(decision);
        return Ok(found);
    }
    let mut found = Vec::new();
    if stage == Stage::BeforeLots {
        let draw = &rules.format.draw.article;
        found.push(of("not_in_the_lots", draw, "the team takes no part in the drawing of lots".to_owned()));
    } else {
        let definite = deadline_named(rules, calendar, DEFINITE_ENTRY, now)?;
        found.push(of("no_definite_entry", &definite.article, "the federation does not enter definitely".to_owned()));
    }
    let again = deadline_named(rules, calendar, PRELIMINARY_ENTRY, now)?;
    found.push(if now <= again.due {
        let may = of("may_enter_again", &again.article, format!("it may enter again until {}", again.due_local));
        Consequence { until: Some(again.due), ..may }
    } else {
        of("too_late_to_enter_again", &again.article, format!("entries were due on {}", again.due_local))
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{calendar, instant, rules};
    use super::{Affected, Stage, check_reason, consequences};
    use crate::domain::championship::Phase;
    use crate::domain::entry::EntryState;
    use crate::domain::violation::Rule;
    use crate::domain::way_back::Draw;

    fn codes(stage: Stage, affected: &Affected, now: &str) -> Vec<(&'static str, String)> {
        let found =
            consequences(&rules(), &calendar(), stage, affected, &Draw::Stands, instant(now)).expect("consequences");
        found.into_iter().map(|consequence| (consequence.code, consequence.article)).collect()
    }

    #[test]
    fn before_the_lots_the_federation_may_come_again_while_entries_are_not_due() {
        let (last, late) = ("1961-02-28T21:59:59.999999Z", "1961-02-28T22:00:00Z");
        let none = Affected::default();
        let said = |list: &[(&'static str, &str)]| -> Vec<_> {
            list.iter().map(|(code, article)| (*code, (*article).to_owned())).collect()
        };
        assert_eq!(
            codes(Stage::BeforeDefiniteEntry, &none, last),
            said(&[("no_definite_entry", "6"), ("may_enter_again", "5")])
        );
        assert_eq!(
            codes(Stage::BeforeLots, &none, late),
            said(&[("not_in_the_lots", "18"), ("too_late_to_enter_again", "5")])
        );
    }

    #[test]
    fn after_the_lots_matches_wait_and_results_stand() {
        let affected = Affected { with_result: vec!["m1".to_owned()], without_result: vec!["m2".to_owned()] };
        let found = |drawn: &Draw| -> Vec<_> {
            let now = instant("1961-05-31T14:00:00Z");
            let found = consequences(&rules(), &calendar(), Stage::AfterLots, &affected, drawn, now);
            found.expect("consequences").into_iter().map(|one| (one.code, one.matches)).collect()
        };
        assert_eq!(
            found(&Draw::Anew { article: "18".to_owned() }),
            [("new_draw_due", vec!["m2".to_owned()]), ("decision_needed", vec![])]
        );
        assert_eq!(
            found(&Draw::Stands),
            [
                ("stays_in_the_draw", vec![]),
                ("results_stand", vec!["m1".to_owned()]),
                ("matches_wait", vec!["m2".to_owned()]),
                ("decision_needed", vec![]),
            ]
        );
    }

    #[test]
    fn a_reason_is_needed_once_the_lots_are_drawn() {
        assert_eq!(Stage::of(EntryState::Definite, Phase::Invited), Stage::BeforeLots);
        assert_eq!(Stage::of(EntryState::Definite, Phase::Drawn), Stage::AfterLots);
        assert_eq!(Stage::of(EntryState::Preliminary, Phase::Playing), Stage::BeforeDefiniteEntry);
        assert_eq!(check_reason(&rules(), Stage::BeforeLots, None), Ok(()));
        assert_eq!(check_reason(&rules(), Stage::AfterLots, Some("No visas")), Ok(()));
        let refused = check_reason(&rules(), Stage::AfterLots, None).expect_err("no reason");
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::ReasonMissing, Some("11")));
    }
}

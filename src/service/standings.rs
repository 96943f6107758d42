//! Standings and cross table, computed from the results whenever they are asked for; and what a decision on a result did to
//! them.

use super::desk::View;
use super::error::{Error, Result};
use crate::domain::ground;
use crate::domain::ids::{GroupId, MatchId};
use crate::domain::standings::{self, Crosstable, RankingRules, Standings};
use crate::domain::violation::{Rule, Violation};
use crate::storage::Db;
use crate::storage::groups::{self, GroupRow};
use crate::storage::matches::{self, ResultRow, Sheet};
use crate::storage::rounds::{self, CLOSED, RoundRow};
use crate::storage::standings::{Facts, facts, facts_by};

/// The table of a group after a round.
pub struct StandingsSheet {
    pub group: GroupRow,
    pub facts: Facts,
    pub standings: Standings,
}

pub fn get_standings(view: &mut View<'_>, group: &GroupId, after_round: Option<u32>) -> Result<StandingsSheet> {
    let rules = view.rules()?;
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let competition = groups::competition(view.db, &row)?;
    let facts = facts(view.db, group.as_str(), rules.category(&competition.key)?)?;
    let started = facts.results.rounds_started;
    if after_round.is_some_and(|round| round > started) {
        return Err(Violation::new(Rule::InvalidValue, format!("{started} rounds of the group have started"))
            .fact("after_round", i64::from(after_round.unwrap_or_default()))
            .fact("maximum", i64::from(started))
            .into());
    }
    let ranking = RankingRules::of(&rules, facts.results.pairing)?;
    let standings = standings::standings(&facts.results, &ranking, after_round)?;
    Ok(StandingsSheet { group: row, facts, standings })
}

pub fn get_crosstable(
    view: &mut View<'_>,
    group: &GroupId,
    after_round: Option<u32>,
) -> Result<(StandingsSheet, Crosstable)> {
    let sheet = get_standings(view, group, after_round)?;
    let table = standings::crosstable(&sheet.facts.results, &sheet.standings);
    Ok((sheet, table))
}

/// One revision of a result, and both tables.
pub struct EffectSheet {
    pub revision: ResultRow,
    /// The article of its ground.
    pub article: Option<String>,
    /// The revision before it.
    pub replaced: Option<ResultRow>,
    pub round: RoundRow,
    pub after_closing: bool,
    pub before: StandingsSheet,
    pub after: StandingsSheet,
}

/// Both tables count the rounds that had started when it was decided, and of every other match what stood then.
pub fn get_result_effect(view: &mut View<'_>, id: &MatchId, revision: i32) -> Result<EffectSheet> {
    let rules = view.rules()?;
    let row = matches::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let group = groups::find(view.db, &row.group_id)?.ok_or_else(|| Error::not_found("group", &row.group_id))?;
    let competition = groups::competition(view.db, &group)?;
    let category = rules.category(&competition.key)?.clone();
    let teams = groups::teams(view.db, &group.id)?;
    let round = rounds::by_id(view.db, &row.round_id)?;
    let sheet = matches::sheets(view.db, vec![row], &teams)?
        .pop()
        .ok_or_else(|| Error::Internal("a match went missing".to_owned()))?;
    let of = |number: i32| sheet.results.iter().find(|result| result.revision == number).cloned();
    let decided =
        of(revision).ok_or_else(|| Error::NotFound(format!("match {id} has no revision {revision} of its result")))?;
    let started = rounds_started_at(view.db, &group.id, decided.decided_at)?;
    let ranking = RankingRules::of_round_robin(&rules)?;
    let mut table = |which: Which| -> Result<StandingsSheet> {
        let facts = facts_by(view.db, &group.id, &category, |sheet| stood(sheet, &decided, which))?;
        let counted = started.min(facts.results.rounds_started);
        let standings = standings::standings(&facts.results, &ranking, Some(counted))?;
        Ok(StandingsSheet { group: group.clone(), facts, standings })
    };
    let (before, after) = (table(Which::Before)?, table(Which::After)?);
    let article = decided.grounds.as_ref().and_then(|grounds| ground::article(&rules, &grounds.of_match));
    Ok(EffectSheet {
        article: article.map(str::to_owned),
        replaced: of(revision - 1),
        after_closing: round.state == CLOSED && round.closed_at.is_some_and(|closed| closed <= decided.decided_at),
        revision: decided,
        round,
        before,
        after,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Before,
    After,
}

/// The result of a match just before or just after the decision, in the order of the journal. What an older program
/// wrote down has no number there: it stood before everything that has one.
fn stood<'a>(sheet: &'a Sheet, decided: &ResultRow, which: Which) -> Option<&'a ResultRow> {
    if sheet.row.id == decided.match_id {
        let wanted = if which == Which::Before { decided.revision - 1 } else { decided.revision };
        return sheet.results.iter().find(|result| result.revision == wanted);
    }
    match decided.seq {
        Some(seq) => sheet.results.iter().rfind(|result| result.seq.unwrap_or_default() < seq),
        None => sheet.results.iter().rfind(|result| result.seq.is_none() && result.decided_at <= decided.decided_at),
    }
}

fn rounds_started_at(db: &mut Db, group: &str, moment: i64) -> Result<u32> {
    let rounds = rounds::all(db, group)?;
    let started = rounds.iter().filter(|round| round.started_at.is_some_and(|at| at <= moment)).count();
    Ok(u32::try_from(started).unwrap_or(u32::MAX))
}

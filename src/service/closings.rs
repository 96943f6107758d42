//! Closing a championship: the final table stands.

use serde_json::json;

use super::desk::{Change, Tx};
use super::error::Result;
use crate::domain::championship::Phase;
use crate::domain::record::signers;
use crate::domain::rulebook::Rulebook;
use crate::domain::standings::{RankingRules, Standings, standings};
use crate::domain::violation::{Rule, Violation};
use crate::storage::championships::{self, ChampionshipRow};
use crate::storage::groups::{self, GroupRow};
use crate::storage::records;
use crate::storage::standings::{Facts, facts};

/// The final table of one group.
pub struct FinalTable {
    pub group: GroupRow,
    pub facts: Facts,
    pub standings: Standings,
}

pub fn close_championship(tx: &mut Tx<'_>) -> Result<(ChampionshipRow, Vec<FinalTable>, &'static str)> {
    let rules = tx.rules()?;
    let id = tx.event()?.row.id.to_string();
    let mut tables = Vec::new();
    for group in groups::all(tx.db, &id)? {
        let competition = groups::competition(tx.db, &group)?;
        let facts = facts(tx.db, &group.id, rules.category(&competition.key)?)?;
        if !facts.open.is_empty() {
            let mut violation = Violation::new(Rule::RoundNotFinished, "no final table while a result is missing")
                .fact("matches", facts.open);
            if let Some(record) = rules.records.get("final_record") {
                violation = violation.article(&record.article);
            }
            return Err(violation.into());
        }
        let ranking = RankingRules::of(&rules, facts.results.pairing)?;
        let standings = standings(&facts.results, &ranking, None)?;
        tables.push(FinalTable { group, facts, standings });
    }
    tx.step_to(Phase::Closed)?;
    let mut row = tx.event()?.row.clone();
    row.closed_at = Some(tx.now);
    championships::update(tx.db, &row)?;
    for table in &tables {
        tx.changed("standings", &table.group.id, table.group.version, Change::Announced);
    }
    let snapshot: Vec<_> = tables.iter().map(snapshot).collect();
    tx.note(json!({"tables": snapshot}));
    let paper = final_record(tx, &rules)?;
    Ok((row, tables, paper))
}

/// How far the final record is: the closing does not wait for it, for its signatures may follow.
fn final_record(tx: &mut Tx<'_>, rules: &Rulebook) -> Result<&'static str> {
    let id = tx.event()?.id().to_string();
    let Some(record) = records::newest(tx.db, &id, records::FINAL, &id)? else { return Ok("missing") };
    let signed = records::signatures(tx.db, &record.id)?;
    let all = signers(rules).iter().all(|office| signed.iter().any(|signature| signature.office == office.code()));
    Ok(if all { "signed" } else { "unsigned" })
}

fn snapshot(table: &FinalTable) -> serde_json::Value {
    let rows: Vec<_> = table
        .standings
        .rows
        .iter()
        .map(|row| {
            let team = table.facts.team(row.team).map(|team| team.id.as_str());
            json!({
                "rank": row.rank,
                "team": team,
                "game_half_points": row.tally.game_points,
                "match_points": row.tally.match_points,
            })
        })
        .collect();
    json!({"group": table.group.id, "rows": rows})
}

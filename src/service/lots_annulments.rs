//! A draw is annulled while nothing public depends on it, and lots can be drawn anew; what was drawn stays readable.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use super::ledger::hex;
use crate::domain::championship::Phase;
use crate::domain::ids::GroupId;
pub use crate::storage::draws::AnnulledDrawRow;
use crate::storage::rounds::RoundRow;
use crate::storage::{draws, entries, groups, lots, matches, rounds};

pub fn list_lots_annulments(
    view: &mut View<'_>,
    group: &GroupId,
    after: i32,
    limit: i64,
) -> Result<Vec<AnnulledDrawRow>> {
    Ok(draws::annulled(view.db, group.as_str(), after, limit)?)
}

/// Until the line-ups of the first round are opened; later only where a team has left and lots must be drawn anew.
pub fn annul_lots(tx: &mut Tx<'_>, group: &GroupId, reason: String) -> Result<AnnulledDrawRow> {
    let rules = tx.rules()?;
    let article = &rules.format.draw.article;
    let kept = lots::find(tx.db, group.as_str())?.ok_or_else(|| Error::not_found("lots of group", group))?;
    let (Some(drawn_at), Some(public_value)) = (kept.drawn_at, kept.public_value) else {
        return Err(Error::no_way_back(&rules, article, "the lots are not drawn yet".to_owned(), &["draw_lots"]));
    };
    let all_rounds = rounds::all(tx.db, group.as_str())?;
    let championship = tx.event()?.row.id.to_string();
    let teams = groups::teams(tx.db, group.as_str())?;
    let withdrawn = entries::withdrawn(tx.db, &championship)?;
    let new_draw_due = teams.iter().any(|team| withdrawn.contains(&team.federation));
    if let Some(first) = all_rounds.first() {
        let opening = first.hours(&rules)?.opening;
        if all_rounds.iter().any(RoundRow::started) {
            let detail = "a round of the group has started".to_owned();
            return Err(Error::no_way_back(&rules, article, detail, &["recall_start", "decide_result"]));
        }
        if opening.has_come(tx.now) && !new_draw_due {
            let detail = format!("the line-ups of round {} were opened after {}", first.number, opening.closed_until);
            return Err(Error::no_way_back(&rules, article, detail, &["start_round", "reschedule_round"]));
        }
    }
    let numbers: Vec<&String> = teams.iter().map(|team| &team.id).collect();
    let number = draws::last_annulled(tx.db, group.as_str())?.map_or(1, |(number, _)| number + 1);
    let row = AnnulledDrawRow {
        group_id: group.to_string(),
        number,
        commitment: kept.commitment,
        secret: kept.secret,
        committed_at: kept.committed_at,
        public_value,
        drawn_at,
        teams: json!(numbers).to_string(),
        reason,
        annulled_by: tx.actor.name().to_owned(),
        annulled_at: tx.now.unix_micros(),
        version: kept.version + 1,
    };
    let games = matches::of_group(tx.db, group.as_str())?;
    let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
    draws::remove_matches(tx.db, &ids)?;
    draws::annul(tx.db, &row)?;
    tx.changed_because("lots", group, row.version, Change::Removed, "annulled");
    for game in &games {
        tx.changed_because("match", &game.id, game.version + 1, Change::Removed, "draw_annulled");
    }
    for round in &all_rounds {
        let place = format!("{group}/{}", round.number);
        tx.changed_because("round", place, round.version + 1, Change::Removed, "draw_annulled");
    }
    let version = groups::raise_version(tx.db, group.as_str())?;
    tx.changed_because("group", group, version, Change::Updated, "draw_annulled");
    tx.note(json!({
        "group": group,
        "drawing": row.number,
        "commitment": hex(&row.commitment),
        "public_value": row.public_value,
        "secret": hex(&row.secret),
        "numbers": numbers,
        "matches": ids,
        "reason": row.reason,
    }));
    if tx.event()?.phase == Phase::Drawn {
        tx.step_to(Phase::Invited)?;
    }
    Ok(row)
}

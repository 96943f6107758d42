//! Free text that must be forgotten: it goes from the journal and from the resource, and the chain still holds.

use serde_json::{Value, json};

use super::desk::{Change, Tx};
use super::error::{Error, Result};
use crate::access::Action;
use crate::storage::{draws, hour_changes, journal, lineups, redactions, score_sheets, stewards};

/// What stands where a text was.
const WITHHELD: &str = "(redacted)";

/// Takes the payload of an entry of the championship's journal away, and the free text of the act it tells of.
pub fn redact_journal_entry(tx: &mut Tx<'_>, seq: i64, reason: &str) -> Result<()> {
    let stream = tx.target.stream.clone();
    let entry = redactions::entry(tx.db, &stream, seq)?.ok_or_else(|| Error::not_found("entry of the journal", seq))?;
    let Some(payload) = &entry.payload else {
        return Err(Error::state("already_done", format!("entry {seq} is redacted already")));
    };
    let payload: Value = serde_json::from_str(payload).map_err(|cause| Error::Internal(cause.to_string()))?;
    for change in journal::changes_at(tx.db, &[entry.position])? {
        let id = change.resource_id.as_str();
        match change.kind.as_str() {
            "entry" => {
                let Some((championship, federation)) = id.split_once('/') else { continue };
                if redactions::withdrawal_reason(tx.db, championship, federation, WITHHELD)? {
                    let version = redactions::version_of_entry(tx.db, championship, federation)?;
                    tx.changed("entry", id, version, Change::Updated);
                }
            }
            "invitation_draft" if redactions::remarks(tx.db, id, WITHHELD)? => {
                let version = redactions::version_of_draft(tx.db, id)?;
                tx.changed("invitation_draft", id, version, Change::Updated);
            }
            "eligibility_decision" => {
                if let Some(version) = redactions::eligibility_decision(tx.db, id, WITHHELD)? {
                    tx.changed("eligibility_decision", id, version, Change::Updated);
                }
            }
            "dispensation" => {
                if let Some(version) = redactions::dispensation(tx.db, id, WITHHELD)? {
                    tx.changed("dispensation", id, version, Change::Updated);
                }
            }
            "lots" => {
                let drawing = payload["drawing"].as_i64().and_then(|number| i32::try_from(number).ok());
                if let Some(drawing) = drawing {
                    draws::redact_reason(tx.db, id, drawing, WITHHELD)?;
                }
            }
            "score_sheet" => {
                let of = |sheet: &&Value| {
                    format!("{}/{}", sheet["match"].as_str().unwrap_or_default(), sheet["board"]) == id
                };
                let sheet = payload["sheets"].as_array().into_iter().flatten().find(of);
                let numbers = sheet.and_then(|sheet| Some((sheet["board"].as_i64()?, sheet["revision"].as_i64()?)));
                if let (Some((board, revision)), Some((game, _))) = (numbers, id.split_once('/')) {
                    let number = |value: i64| i32::try_from(value).unwrap_or_default();
                    score_sheets::redact(tx.db, game, number(board), number(revision))?;
                }
            }
            "steward_report" => {
                let Some((game, number)) = id.split_once('/') else { continue };
                let Ok(number) = number.parse() else { continue };
                if let Some(version) = stewards::redact_report(tx.db, game, number, WITHHELD)? {
                    tx.changed("steward_report", id, version, Change::Updated);
                }
            }
            "round" => {
                let number = payload["hour_change"].as_i64().and_then(|number| i32::try_from(number).ok());
                if let (Some(round), Some(number)) = (payload["round_id"].as_str(), number)
                    && let Some(version) = hour_changes::redact(tx.db, round, number, WITHHELD)?
                {
                    tx.changed("round", id, version, Change::Updated);
                }
            }
            "award" => {
                if let Some(version) = redactions::award(tx.db, id, WITHHELD)? {
                    tx.changed("award", id, version, Change::Updated);
                }
            }
            "match" => {
                let revision = payload["revision"].as_i64().and_then(|revision| i32::try_from(revision).ok());
                if let Some(revision) = revision {
                    redactions::decision_reason(tx.db, id, revision, WITHHELD)?;
                }
            }
            _ => {}
        }
    }
    redact_lineup(tx, &entry.action, &payload)?;
    redactions::redact(tx.db, entry.position)?;
    tx.note(json!({"seq": seq, "reason": reason}));
    Ok(())
}

/// The acts about a line-up name no resource to the feed: the payload does.
fn redact_lineup(tx: &mut Tx<'_>, action: &str, payload: &Value) -> Result<()> {
    const OF_CHANGES: [Action; 3] =
        [Action::RequestLineupChange, Action::AcceptLineupChange, Action::RejectLineupChange];
    let (Some(game), Some(team)) = (payload["match"].as_str(), payload["team"].as_str()) else { return Ok(()) };
    let change = payload["change"].as_i64().and_then(|number| i32::try_from(number).ok());
    if OF_CHANGES.iter().any(|known| known.operation() == action) && change.is_some()
        || Action::AcceptShortLineup.operation() == action
    {
        lineups::redact(tx.db, game, team, change, WITHHELD)?;
    }
    Ok(())
}

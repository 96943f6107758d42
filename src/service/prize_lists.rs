//! The list of prizes: a draft of the organizer, agreed, and published before the start.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Error, Result};
use crate::access::Role;
use crate::domain::calendar::Instant;
use crate::domain::prize::{self, Prize, SaidPrize};
use crate::domain::rulebook::Commencement;
use crate::domain::violation::{Rule, Violation};
use crate::storage::prizes;
pub use crate::storage::prizes::{ListedPrize, PrizeListRow};

/// Who sees the list before it is published.
const DRAFTERS: [Role; 6] = [
    Role::FidePresident,
    Role::Organizer,
    Role::TournamentDirector,
    Role::ChiefArbiter,
    Role::AppealsChairman,
    Role::AppealsMember,
];

/// The list, and when the championship ended, once it has.
pub struct PrizeListSheet {
    pub row: PrizeListRow,
    pub ended_on: Option<Date>,
    pub at_once_article: String,
}

pub fn get_prize_list(view: &mut View<'_>) -> Result<PrizeListSheet> {
    let id = view.event()?.id().clone();
    let none = || Error::NotFound("there is no list of prizes, or it is not published".to_owned());
    let row = prizes::find(view.db, id.as_str())?.ok_or_else(none)?;
    if row.published_at.is_none() && !holds_any(view.actor, &DRAFTERS, Some(&id)) {
        return Err(none());
    }
    let zone = view.event()?.row.calendar()?.zone;
    let ended_on = prizes::last_closing(view.db, id.as_str())?.map(|end| zone.date(end));
    Ok(PrizeListSheet { row, ended_on, at_once_article: view.rules()?.prizes.given_at_once_after_end.article.clone() })
}

/// Writes the whole list. Of a published one nothing changes any more, but until the start more prizes may come.
pub fn put_prize_list(
    tx: &mut Tx<'_>,
    agreements: BTreeMap<String, Date>,
    said: &[SaidPrize],
) -> Result<(PrizeListSheet, bool)> {
    let (rules, id) = (tx.rules()?, tx.event()?.id().clone());
    let zone = tx.event()?.row.calendar()?.zone;
    tx.cite(&rules.prizes.published_before_start.article);
    check_before_start(tx)?;
    prize::check_agreements(&rules, &agreements, zone.date(tx.now))?;
    let listed = prize::read_list(&rules, said)?;
    let before = prizes::find(tx.db, id.as_str())?;
    let published_at = before.as_ref().and_then(|row| row.published_at);
    if let Some(before) = before.as_ref().filter(|row| row.published_at.is_some()) {
        let standing: Vec<Prize> = before.prizes.iter().map(|listed| listed.prize.clone()).collect();
        prize::check_published_stand(&rules, &standing, &listed)?;
        prize::check_agreed(&rules, &agreements)?;
    }
    let known =
        |prize: &Prize| before.iter().flat_map(|row| &row.prizes).find(|old| old.prize.key == prize.key)?.published_at;
    let row = PrizeListRow {
        championship_id: id.to_string(),
        agreements,
        published_at,
        distributed_on: None,
        created_at: before.as_ref().map_or(tx.now.unix_micros(), |row| row.created_at),
        version: before.as_ref().map_or(1, |row| row.version + 1),
        prizes: listed
            .into_iter()
            .map(|prize| {
                let at_once = published_at.map(|_| tx.now.unix_micros());
                ListedPrize { published_at: known(&prize).or(at_once), prize }
            })
            .collect(),
    };
    store(tx, &row, if before.is_some() { Change::Updated } else { Change::Created })?;
    Ok((sheet(tx, row)?, before.is_none()))
}

pub fn publish_prize_list(tx: &mut Tx<'_>) -> Result<PrizeListSheet> {
    let (rules, id) = (tx.rules()?, tx.event()?.id().clone());
    tx.cite(&rules.prizes.published_before_start.article);
    let mut row =
        prizes::find(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("list of prizes of championship", &id))?;
    if row.published_at.is_some() {
        return Err(Error::state(
            "already_done",
            "the list is published; more prizes may be put to it until the start",
        ));
    }
    check_before_start(tx)?;
    prize::check_agreed(&rules, &row.agreements)?;
    if row.prizes.is_empty() {
        return Err(Violation::new(Rule::PrizeConditions, "the list names no prize")
            .article(&rules.prizes.published_before_start.article)
            .into());
    }
    row.published_at = Some(tx.now.unix_micros());
    for listed in &mut row.prizes {
        listed.published_at = row.published_at;
    }
    row.version += 1;
    store(tx, &row, Change::Updated)?;
    sheet(tx, row)
}

/// The start is the commencement by the championship's setting; where that is the first round, as its hour now stands.
fn check_before_start(tx: &mut Tx<'_>) -> Result<()> {
    let rules = tx.rules()?;
    let event = tx.event()?;
    let (id, calendar) = (event.id().clone(), event.row.calendar()?);
    let mut start: Instant = calendar.commencement(&rules)?;
    if rules.settings.commencement.value == Commencement::FirstRound
        && let Some(first) = prizes::first_start(tx.db, id.as_str())?
    {
        start = first;
    }
    Ok(prize::check_before_start(&rules, &calendar.zone, start, tx.now)?)
}

fn store(tx: &mut Tx<'_>, row: &PrizeListRow, change: Change) -> Result<()> {
    prizes::store(tx.db, row)?;
    prizes::store_prizes(tx.db, row)?;
    tx.changed("prize_list", &row.championship_id, row.version, change);
    let listed: Vec<_> = row
        .prizes
        .iter()
        .map(|listed| json!({"key": listed.prize.key, "kind": listed.prize.kind().code(), "given_by": listed.prize.given_by}))
        .collect();
    let days: BTreeMap<&String, String> = row.agreements.iter().map(|(party, day)| (party, day.to_string())).collect();
    tx.note(json!({"prizes": listed, "agreements": days, "published": row.published_at.is_some()}));
    Ok(())
}

fn sheet(tx: &Tx<'_>, row: PrizeListRow) -> Result<PrizeListSheet> {
    let at_once_article = tx.rules()?.prizes.given_at_once_after_end.article.clone();
    Ok(PrizeListSheet { row, ended_on: None, at_once_article })
}

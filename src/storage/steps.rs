//! When the steps that have a deadline were done.

use std::collections::BTreeMap;

use diesel::dsl::{count_star, min};
use diesel::prelude::*;

use super::championships::{ChampionshipRow, instant};
use super::schema::{entries, invitation_drafts, invitations};
use super::{Db, Result};
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::{DEFINITE_INVITATION, DESIGNATION, DRAFT_INVITATION};

/// When each step that is no federation's was done; of the designation the day is known, and it counts from its beginning.
pub fn of_the_organizer(db: &mut Db, row: &ChampionshipRow) -> Result<BTreeMap<String, Instant>> {
    let mut done = BTreeMap::new();
    if let Ok(before) = row.designation_date()?.yesterday()
        && let Ok(began) = row.calendar()?.zone.end_of_day(before)
    {
        done.insert(DESIGNATION.to_owned(), began);
    }
    let single =
        [(DRAFT_INVITATION, draft_submitted(db, &row.id)?), (DEFINITE_INVITATION, invitation_sent(db, &row.id)?)];
    done.extend(single.into_iter().filter_map(|(step, at)| Some((step.to_owned(), at?))));
    Ok(done)
}

/// When a draft first reached the President.
pub fn draft_submitted(db: &mut Db, championship: &ChampionshipId) -> Result<Option<Instant>> {
    let first: Option<i64> = invitation_drafts::table
        .filter(invitation_drafts::championship_id.eq(championship.as_str()))
        .select(min(invitation_drafts::submitted_at))
        .first(db)?;
    first.map(|micros| instant(micros, "invitation_drafts", "submitted_at")).transpose()
}

/// When the definite invitation went out.
pub fn invitation_sent(db: &mut Db, championship: &ChampionshipId) -> Result<Option<Instant>> {
    let sent: Option<i64> =
        invitations::table.find(championship.as_str()).select(invitations::sent_at).first(db).optional()?;
    sent.map(|micros| instant(micros, "invitations", "sent_at")).transpose()
}

/// How many there are of something that many federations do, and when the first came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Received {
    pub count: i64,
    pub first: Option<Instant>,
}

/// Preliminary entries, whatever became of them.
pub fn preliminary_entries(db: &mut Db, championship: &ChampionshipId) -> Result<Received> {
    let (count, first): (i64, Option<i64>) = entries::table
        .filter(entries::championship_id.eq(championship.as_str()))
        .select((count_star(), min(entries::preliminary_at)))
        .first(db)?;
    let first = first.map(|micros| instant(micros, "entries", "preliminary_at")).transpose()?;
    Ok(Received { count, first })
}

/// Definite entries, whatever became of them.
pub fn definite_entries(db: &mut Db, championship: &ChampionshipId) -> Result<Received> {
    let (count, first): (i64, Option<i64>) = entries::table
        .filter(entries::championship_id.eq(championship.as_str()))
        .filter(entries::definite_at.is_not_null())
        .select((count_star(), min(entries::definite_at)))
        .first(db)?;
    let first = first.map(|micros| instant(micros, "entries", "definite_at")).transpose()?;
    Ok(Received { count, first })
}

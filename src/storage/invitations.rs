//! Draft invitations and the definite one.

use std::collections::BTreeMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};

use super::championships::instant;
use super::schema::{invitation_drafts, invitations};
use super::targets::id;
use super::{Db, Error, Result};
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, DraftId};
use crate::domain::invitation::{Content, DraftState};
use crate::domain::money::Money;

/// How content is kept in one column.
#[derive(Serialize, Deserialize)]
struct Document {
    particulars: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contribution: Option<Money>,
}

fn write(content: &Content) -> String {
    let document = Document { particulars: content.particulars.clone(), contribution: content.contribution };
    serde_json::json!(document).to_string()
}

fn read(text: &str, table: &'static str, column: &'static str) -> Result<Content> {
    let document: Document =
        serde_json::from_str(text).map_err(|_| Error::Inconsistent { table, column, row: text.to_owned() })?;
    Ok(Content { particulars: document.particulars, contribution: document.contribution })
}

#[derive(Debug, Clone, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = invitation_drafts, treat_none_as_null = true)]
struct DraftColumns {
    id: String,
    championship_id: String,
    number: i32,
    state: String,
    particulars: String,
    submitted_at: Option<i64>,
    submitted_late: Option<bool>,
    answered_at: Option<i64>,
    modifications: Option<String>,
    remarks: Option<String>,
    created_at: i64,
    version: i64,
}

/// One version of the draft, with the President's answer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    pub id: DraftId,
    pub championship: ChampionshipId,
    /// 1 for the first version.
    pub number: i32,
    pub state: DraftState,
    pub content: Content,
    pub submitted_at: Option<Instant>,
    pub submitted_late: bool,
    pub answered_at: Option<Instant>,
    pub modifications: Content,
    pub remarks: Option<String>,
    pub created_at: Instant,
    pub version: i64,
}

fn draft_from(columns: DraftColumns) -> Result<DraftRow> {
    const TABLE: &str = "invitation_drafts";
    let optional = |micros: Option<i64>, column| micros.map(|micros| instant(micros, TABLE, column)).transpose();
    Ok(DraftRow {
        state: DraftState::from_code(&columns.state).ok_or_else(|| Error::Inconsistent {
            table: TABLE,
            column: "state",
            row: columns.id.clone(),
        })?,
        id: id(columns.id, TABLE, "id")?,
        championship: id(columns.championship_id, TABLE, "championship_id")?,
        number: columns.number,
        content: read(&columns.particulars, TABLE, "particulars")?,
        submitted_at: optional(columns.submitted_at, "submitted_at")?,
        submitted_late: columns.submitted_late.unwrap_or(false),
        answered_at: optional(columns.answered_at, "answered_at")?,
        modifications: match &columns.modifications {
            Some(text) => read(text, TABLE, "modifications")?,
            None => Content::default(),
        },
        remarks: columns.remarks,
        created_at: instant(columns.created_at, TABLE, "created_at")?,
        version: columns.version,
    })
}

fn draft_to(row: &DraftRow) -> DraftColumns {
    DraftColumns {
        id: row.id.to_string(),
        championship_id: row.championship.to_string(),
        number: row.number,
        state: row.state.code().to_owned(),
        particulars: write(&row.content),
        submitted_at: row.submitted_at.map(Instant::unix_micros),
        submitted_late: row.submitted_at.map(|_| row.submitted_late),
        answered_at: row.answered_at.map(Instant::unix_micros),
        modifications: (!row.modifications.is_empty()).then(|| write(&row.modifications)),
        remarks: row.remarks.clone(),
        created_at: row.created_at.unix_micros(),
        version: row.version,
    }
}

pub fn find_draft(db: &mut Db, id: &DraftId) -> Result<Option<DraftRow>> {
    invitation_drafts::table.find(id.as_str()).first::<DraftColumns>(db).optional()?.map(draft_from).transpose()
}

pub fn insert_draft(db: &mut Db, row: &DraftRow) -> Result<()> {
    diesel::insert_into(invitation_drafts::table).values(draft_to(row)).execute(db)?;
    Ok(())
}

pub fn update_draft(db: &mut Db, row: &DraftRow) -> Result<()> {
    diesel::update(invitation_drafts::table.find(row.id.as_str())).set(draft_to(row)).execute(db)?;
    Ok(())
}

/// Of a championship, the first version first, after a version.
pub fn list_drafts(db: &mut Db, championship: &ChampionshipId, after: i32, limit: i64) -> Result<Vec<DraftRow>> {
    invitation_drafts::table
        .filter(invitation_drafts::championship_id.eq(championship.as_str()))
        .filter(invitation_drafts::number.gt(after))
        .order(invitation_drafts::number.asc())
        .limit(limit)
        .load::<DraftColumns>(db)?
        .into_iter()
        .map(draft_from)
        .collect()
}

/// The newest version, submitted or not.
pub fn last_draft(db: &mut Db, championship: &ChampionshipId) -> Result<Option<DraftRow>> {
    invitation_drafts::table
        .filter(invitation_drafts::championship_id.eq(championship.as_str()))
        .order(invitation_drafts::number.desc())
        .first::<DraftColumns>(db)
        .optional()?
        .map(draft_from)
        .transpose()
}

/// The newest version that the President received.
pub fn last_submitted_draft(db: &mut Db, championship: &ChampionshipId) -> Result<Option<DraftRow>> {
    invitation_drafts::table
        .filter(invitation_drafts::championship_id.eq(championship.as_str()))
        .filter(invitation_drafts::submitted_at.is_not_null())
        .order(invitation_drafts::number.desc())
        .first::<DraftColumns>(db)
        .optional()?
        .map(draft_from)
        .transpose()
}

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = invitations)]
struct InvitationColumns {
    championship_id: String,
    draft_id: String,
    particulars: String,
    sent_at: i64,
    sent_late: bool,
    version: i64,
}

/// The definite invitation, as it went out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    pub championship: ChampionshipId,
    pub draft: DraftId,
    pub content: Content,
    pub sent_at: Instant,
    pub sent_late: bool,
    pub version: i64,
}

pub fn find(db: &mut Db, championship: &ChampionshipId) -> Result<Option<InvitationRow>> {
    const TABLE: &str = "invitations";
    let columns: Option<InvitationColumns> = invitations::table.find(championship.as_str()).first(db).optional()?;
    columns
        .map(|columns| {
            Ok(InvitationRow {
                championship: id(columns.championship_id, TABLE, "championship_id")?,
                draft: id(columns.draft_id, TABLE, "draft_id")?,
                content: read(&columns.particulars, TABLE, "particulars")?,
                sent_at: instant(columns.sent_at, TABLE, "sent_at")?,
                sent_late: columns.sent_late,
                version: columns.version,
            })
        })
        .transpose()
}

pub fn insert(db: &mut Db, row: &InvitationRow) -> Result<()> {
    let columns = InvitationColumns {
        championship_id: row.championship.to_string(),
        draft_id: row.draft.to_string(),
        particulars: write(&row.content),
        sent_at: row.sent_at.unix_micros(),
        sent_late: row.sent_late,
        version: row.version,
    };
    diesel::insert_into(invitations::table).values(columns).execute(db)?;
    Ok(())
}

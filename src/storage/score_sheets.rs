//! Score sheets and games of boards: every revision of them.

use diesel::prelude::*;

use super::schema::{score_sheet_contents, score_sheets};
use super::{Db, Result};

/// One handing in for a board.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = score_sheets)]
pub struct ScoreSheetRow {
    pub match_id: String,
    pub board: i32,
    pub revision: i32,
    pub media_type: String,
    pub size: i64,
    /// SHA-256 in hexadecimal digits.
    pub digest: String,
    /// How a game ends, in its own words.
    pub result: Option<String>,
    pub uploaded_by: String,
    pub uploaded_at: i64,
}

pub fn insert(db: &mut Db, row: &ScoreSheetRow, content: &[u8]) -> Result<()> {
    diesel::insert_into(score_sheets::table).values(row).execute(db)?;
    diesel::insert_into(score_sheet_contents::table)
        .values((
            score_sheet_contents::match_id.eq(&row.match_id),
            score_sheet_contents::board.eq(row.board),
            score_sheet_contents::revision.eq(row.revision),
            score_sheet_contents::content.eq(content),
        ))
        .execute(db)?;
    Ok(())
}

/// Of these matches, by match, board and revision.
pub fn of_matches(db: &mut Db, ids: &[String]) -> Result<Vec<ScoreSheetRow>> {
    Ok(score_sheets::table
        .filter(score_sheets::match_id.eq_any(ids))
        .order((score_sheets::match_id.asc(), score_sheets::board.asc(), score_sheets::revision.asc()))
        .load(db)?)
}

pub fn of_board(db: &mut Db, match_id: &str, board: i32) -> Result<Vec<ScoreSheetRow>> {
    Ok(score_sheets::table
        .filter(score_sheets::match_id.eq(match_id))
        .filter(score_sheets::board.eq(board))
        .order(score_sheets::revision.asc())
        .load(db)?)
}

/// Nothing where it was redacted.
pub fn content(db: &mut Db, row: &ScoreSheetRow) -> Result<Option<Vec<u8>>> {
    Ok(score_sheet_contents::table
        .find((&row.match_id, row.board, row.revision))
        .select(score_sheet_contents::content)
        .first(db)
        .optional()?)
}

/// The content goes, its digest stays.
pub fn redact(db: &mut Db, match_id: &str, board: i32, revision: i32) -> Result<()> {
    diesel::delete(score_sheet_contents::table.find((match_id, board, revision))).execute(db)?;
    Ok(())
}

//! Archives: championships that were read from a file, and what only their groups have.

use std::collections::BTreeMap;

use diesel::prelude::*;

use super::schema::{archives, match_scores, point_adjustments, round_byes};
use super::{Db, Error, Result};
use crate::domain::ids::ChampionshipId;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::rulebook::Filed;
use crate::domain::standings::ByeKind;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = archives)]
pub struct ArchiveRow {
    pub championship_id: String,
    /// SHA-256 of the file, in hexadecimal digits.
    pub digest: String,
    /// In which the file was read.
    pub encoding: String,
    /// JSON: see [`Filed`].
    pub filed: String,
    /// The text of the file without what is personal.
    pub records: String,
    /// The account.
    pub imported_by: String,
    pub imported_at: i64,
}

impl ArchiveRow {
    pub fn filed(&self) -> Result<Filed> {
        let broken = |_| Error::Inconsistent { table: "archives", column: "filed", row: self.championship_id.clone() };
        serde_json::from_str(&self.filed).map_err(broken)
    }
}

/// Where an archive came from.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Origin {
    pub championship_id: String,
    pub digest: String,
    pub imported_by: String,
    pub imported_at: i64,
}

pub fn insert(db: &mut Db, row: &ArchiveRow) -> Result<()> {
    diesel::insert_into(archives::table).values(row).execute(db)?;
    Ok(())
}

pub fn find(db: &mut Db, championship: &ChampionshipId) -> Result<Option<ArchiveRow>> {
    Ok(archives::table.find(championship.as_str()).first(db).optional()?)
}

/// The archive that was made of a file.
pub fn by_digest(db: &mut Db, digest: &str) -> Result<Option<String>> {
    Ok(archives::table.filter(archives::digest.eq(digest)).select(archives::championship_id).first(db).optional()?)
}

/// Those among the championships that are archives.
pub fn origins(db: &mut Db, championships: &[&str]) -> Result<BTreeMap<String, Origin>> {
    let rows: Vec<Origin> = archives::table
        .filter(archives::championship_id.eq_any(championships))
        .select((archives::championship_id, archives::digest, archives::imported_by, archives::imported_at))
        .load(db)?;
    Ok(rows.into_iter().map(|row| (row.championship_id.clone(), row)).collect())
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = round_byes)]
pub struct ByeRow {
    pub round_id: String,
    pub team_id: String,
    pub kind: String,
    pub match_points: i32,
    /// In half points.
    pub game_points: i32,
}

impl ByeRow {
    pub fn kind(&self) -> Result<ByeKind> {
        let broken = || Error::Inconsistent { table: "round_byes", column: "kind", row: self.round_id.clone() };
        KINDS.into_iter().find(|kind| kind_code(*kind) == self.kind).ok_or_else(broken)
    }
}

const KINDS: [ByeKind; 5] =
    [ByeKind::Free, ByeKind::PairingAllocated, ByeKind::FullPoint, ByeKind::HalfPoint, ByeKind::ZeroPoint];

pub fn kind_code(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::Free => "free",
        ByeKind::PairingAllocated => "pairing",
        ByeKind::FullPoint => "full_point",
        ByeKind::HalfPoint => "half_point",
        ByeKind::ZeroPoint => "zero_point",
    }
}

pub fn insert_bye(db: &mut Db, row: &ByeRow) -> Result<()> {
    diesel::insert_into(round_byes::table).values(row).execute(db)?;
    Ok(())
}

/// By round and team.
pub fn byes(db: &mut Db, rounds: &[&str]) -> Result<Vec<ByeRow>> {
    Ok(round_byes::table
        .filter(round_byes::round_id.eq_any(rounds))
        .order((round_byes::round_id.asc(), round_byes::team_id.asc()))
        .load(db)?)
}

/// Points of a match against boards and scale.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = match_scores)]
pub struct ScoreRow {
    pub match_id: String,
    pub first_match_points: i32,
    pub first_game_points: i32,
    pub second_match_points: i32,
    pub second_game_points: i32,
}

impl ScoreRow {
    pub fn match_points(&self) -> (MatchPoints, MatchPoints) {
        (MatchPoints(self.first_match_points), MatchPoints(self.second_match_points))
    }

    pub fn game_points(&self) -> (GamePoints, GamePoints) {
        (GamePoints(self.first_game_points), GamePoints(self.second_game_points))
    }
}

pub fn insert_score(db: &mut Db, row: &ScoreRow) -> Result<()> {
    diesel::insert_into(match_scores::table).values(row).execute(db)?;
    Ok(())
}

pub fn scores(db: &mut Db, matches: &[&str]) -> Result<BTreeMap<String, ScoreRow>> {
    let rows: Vec<ScoreRow> = match_scores::table.filter(match_scores::match_id.eq_any(matches)).load(db)?;
    Ok(rows.into_iter().map(|row| (row.match_id.clone(), row)).collect())
}

/// A penalty or a bonus.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = point_adjustments)]
pub struct AdjustmentRow {
    pub group_id: String,
    pub ordinal: i32,
    pub team_id: String,
    pub round: Option<i32>,
    pub match_points: i32,
    pub game_points: i32,
}

pub fn insert_adjustment(db: &mut Db, row: &AdjustmentRow) -> Result<()> {
    diesel::insert_into(point_adjustments::table).values(row).execute(db)?;
    Ok(())
}

pub fn adjustments(db: &mut Db, group: &str) -> Result<Vec<AdjustmentRow>> {
    Ok(point_adjustments::table
        .filter(point_adjustments::group_id.eq(group))
        .order(point_adjustments::ordinal.asc())
        .load(db)?)
}

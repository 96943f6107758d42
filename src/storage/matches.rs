//! Matches: who sits at the boards, what was reported, and which results stood.

use std::collections::BTreeMap;

use diesel::prelude::*;

use super::groups::GroupTeam;
use super::schema::{match_players, match_reports, match_results, matches, persons, roster, score_sheets};
use super::{Db, Error, Result};
use crate::domain::ground::Grounds;
use crate::domain::report::{Outcomes, Reports};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = matches, treat_none_as_null = true)]
pub struct MatchRow {
    pub id: String,
    pub round_id: String,
    pub group_id: String,
    pub championship_id: String,
    pub number: i32,
    pub first_team_id: String,
    pub second_team_id: String,
    pub revision: i32,
    pub version: i64,
}

/// A player at a board.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct PlayerLine {
    pub match_id: String,
    pub team_id: String,
    pub board: i32,
    pub person_id: String,
    pub name: String,
}

#[derive(Queryable, Insertable, AsChangeset)]
#[diesel(table_name = match_reports)]
struct ReportColumns {
    match_id: String,
    team_id: String,
    outcomes: String,
    reported_by: String,
    reported_at: i64,
    version: i64,
}

/// What one captain reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    pub match_id: String,
    pub team_id: String,
    pub outcomes: Outcomes,
    pub reported_by: String,
    pub reported_at: i64,
    pub version: i64,
}

#[derive(Queryable, Insertable)]
#[diesel(table_name = match_results)]
struct ResultColumns {
    match_id: String,
    revision: i32,
    outcomes: String,
    kind: String,
    reason: Option<String>,
    decided_by: String,
    decided_at: i64,
    ground: Option<String>,
    board_grounds: Option<String>,
    seq: Option<i64>,
}

/// A result that stands or stood: old revisions stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultRow {
    pub match_id: String,
    pub revision: i32,
    pub outcomes: Outcomes,
    pub kind: String,
    pub reason: Option<String>,
    pub decided_by: String,
    pub decided_at: i64,
    /// Of a decision, under regulations that state grounds.
    pub grounds: Option<Grounds>,
    /// The number of the act in the championship's journal; absent in results of an older program.
    pub seq: Option<i64>,
}

/// A match with everything that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub row: MatchRow,
    pub first: GroupTeam,
    pub second: GroupTeam,
    pub players: Vec<PlayerLine>,
    pub reports: Vec<ReportRow>,
    /// By revision, the one that counts last.
    pub results: Vec<ResultRow>,
}

impl Sheet {
    /// The result that counts.
    pub fn result(&self) -> Option<&ResultRow> {
        self.results.iter().find(|result| result.revision == self.row.revision)
    }

    /// Whether the first and the second team have somebody at the board.
    pub fn seated(&self, board: u32) -> (bool, bool) {
        let sits = |team: &str| {
            self.players.iter().any(|player| player.team_id == team && player.board.unsigned_abs() == board)
        };
        (sits(&self.first.id), sits(&self.second.id))
    }

    pub fn report_of(&self, team: &str) -> Option<&ReportRow> {
        self.reports.iter().find(|report| report.team_id == team)
    }

    pub fn both_reports(&self) -> Reports<'_> {
        let of = |team: &str| self.report_of(team).map(|report| &report.outcomes);
        Reports {
            first: (&self.first.federation, of(&self.first.id)),
            second: (&self.second.federation, of(&self.second.id)),
        }
    }

    /// Grows with every report, which leaves the match's own version alone.
    pub fn report_versions(&self) -> i64 {
        self.reports.iter().map(|report| report.version).sum()
    }
}

pub fn insert(db: &mut Db, row: &MatchRow) -> Result<()> {
    diesel::insert_into(matches::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &MatchRow) -> Result<()> {
    diesel::update(matches::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

pub fn find(db: &mut Db, id: &str) -> Result<Option<MatchRow>> {
    Ok(matches::table.find(id).first(db).optional()?)
}

pub fn of_round(db: &mut Db, round: &str) -> Result<Vec<MatchRow>> {
    Ok(matches::table.filter(matches::round_id.eq(round)).order(matches::number.asc()).load(db)?)
}

pub fn of_rounds(db: &mut Db, rounds: &[String]) -> Result<Vec<MatchRow>> {
    Ok(matches::table
        .filter(matches::round_id.eq_any(rounds))
        .order((matches::round_id.asc(), matches::number.asc()))
        .load(db)?)
}

/// In which one of these teams plays, in the order of play.
pub fn of_teams(db: &mut Db, teams: &[String]) -> Result<Vec<MatchRow>> {
    Ok(matches::table
        .filter(matches::first_team_id.eq_any(teams).or(matches::second_team_id.eq_any(teams)))
        .order(matches::id.asc())
        .load(db)?)
}

pub fn of_group(db: &mut Db, group: &str) -> Result<Vec<MatchRow>> {
    Ok(matches::table.filter(matches::group_id.eq(group)).order(matches::id.asc()).load(db)?)
}

/// Completes matches of one group whose teams are given.
pub fn sheets(db: &mut Db, rows: Vec<MatchRow>, teams: &[GroupTeam]) -> Result<Vec<Sheet>> {
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let mut players = by_match(players_of(db, &ids)?, |player| &player.match_id);
    let mut reports = by_match(reports_of(db, &ids)?, |report| &report.match_id);
    let mut results = by_match(results_of(db, &ids)?, |result| &result.match_id);
    rows.into_iter()
        .map(|row| {
            Ok(Sheet {
                first: team(teams, &row.first_team_id, &row)?,
                second: team(teams, &row.second_team_id, &row)?,
                players: players.remove(&row.id).unwrap_or_default(),
                reports: reports.remove(&row.id).unwrap_or_default(),
                results: results.remove(&row.id).unwrap_or_default(),
                row,
            })
        })
        .collect()
}

fn team(teams: &[GroupTeam], id: &str, row: &MatchRow) -> Result<GroupTeam> {
    teams.iter().find(|team| team.id == id).cloned().ok_or_else(|| Error::Inconsistent {
        table: "matches",
        column: "first_team_id or second_team_id",
        row: row.id.clone(),
    })
}

fn by_match<T>(rows: Vec<T>, id: impl Fn(&T) -> &String) -> BTreeMap<String, Vec<T>> {
    let mut grouped: BTreeMap<String, Vec<T>> = BTreeMap::new();
    for row in rows {
        grouped.entry(id(&row).clone()).or_default().push(row);
    }
    grouped
}

fn players_of(db: &mut Db, ids: &[String]) -> Result<Vec<PlayerLine>> {
    Ok(match_players::table
        .inner_join(persons::table.on(persons::id.eq(match_players::person_id)))
        .filter(match_players::match_id.eq_any(ids))
        .order((match_players::match_id.asc(), match_players::board.asc()))
        .select((
            match_players::match_id,
            match_players::team_id,
            match_players::board,
            match_players::person_id,
            persons::name,
        ))
        .load(db)?)
}

fn reports_of(db: &mut Db, ids: &[String]) -> Result<Vec<ReportRow>> {
    match_reports::table
        .filter(match_reports::match_id.eq_any(ids))
        .order((match_reports::match_id.asc(), match_reports::team_id.asc()))
        .load::<ReportColumns>(db)?
        .into_iter()
        .map(read_report)
        .collect()
}

pub fn report(db: &mut Db, match_id: &str, team: &str) -> Result<Option<ReportRow>> {
    match_reports::table.find((match_id, team)).first::<ReportColumns>(db).optional()?.map(read_report).transpose()
}

pub fn insert_report(db: &mut Db, row: &ReportRow) -> Result<()> {
    diesel::insert_into(match_reports::table).values(report_columns(row)).execute(db)?;
    Ok(())
}

pub fn update_report(db: &mut Db, row: &ReportRow) -> Result<()> {
    diesel::update(match_reports::table.find((&row.match_id, &row.team_id))).set(report_columns(row)).execute(db)?;
    Ok(())
}

fn results_of(db: &mut Db, ids: &[String]) -> Result<Vec<ResultRow>> {
    match_results::table
        .filter(match_results::match_id.eq_any(ids))
        .order((match_results::match_id.asc(), match_results::revision.asc()))
        .load::<ResultColumns>(db)?
        .into_iter()
        .map(|columns| {
            let outcomes = read_outcomes(&columns.outcomes, "match_results", &columns.match_id)?;
            let inconsistent = || Error::Inconsistent {
                table: "match_results",
                column: "board_grounds",
                row: columns.match_id.clone(),
            };
            let of_boards = columns.board_grounds.as_deref().map(serde_json::from_str).transpose();
            let of_boards = of_boards.map_err(|_| inconsistent())?.unwrap_or_default();
            Ok(ResultRow {
                outcomes,
                grounds: columns.ground.map(|of_match| Grounds { of_match, of_boards }),
                match_id: columns.match_id,
                revision: columns.revision,
                kind: columns.kind,
                reason: columns.reason,
                decided_by: columns.decided_by,
                decided_at: columns.decided_at,
                seq: columns.seq,
            })
        })
        .collect()
}

pub fn insert_result(db: &mut Db, row: &ResultRow) -> Result<()> {
    let columns = ResultColumns {
        match_id: row.match_id.clone(),
        revision: row.revision,
        outcomes: write_outcomes(&row.outcomes),
        kind: row.kind.clone(),
        reason: row.reason.clone(),
        decided_by: row.decided_by.clone(),
        decided_at: row.decided_at,
        ground: row.grounds.as_ref().map(|grounds| grounds.of_match.clone()),
        board_grounds: row
            .grounds
            .as_ref()
            .filter(|grounds| !grounds.of_boards.is_empty())
            .map(|grounds| serde_json::json!(grounds.of_boards).to_string()),
        seq: row.seq,
    };
    diesel::insert_into(match_results::table).values(columns).execute(db)?;
    Ok(())
}

/// Those of the matches of which something was reported, decided or handed in.
pub fn answered(db: &mut Db, ids: &[String]) -> Result<Vec<String>> {
    let mut found: Vec<String> =
        matches::table.filter(matches::id.eq_any(ids)).filter(matches::revision.gt(0)).select(matches::id).load(db)?;
    let reports = match_reports::table.filter(match_reports::match_id.eq_any(ids));
    found.extend(reports.select(match_reports::match_id).load::<String>(db)?);
    let sheets = score_sheets::table.filter(score_sheets::match_id.eq_any(ids));
    found.extend(sheets.select(score_sheets::match_id).load::<String>(db)?);
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The person with that number in the team.
pub fn numbered_player(db: &mut Db, team: &str, number: i32) -> Result<Option<String>> {
    Ok(roster::table.find((team, number)).select(roster::person_id).first(db).optional()?)
}

pub fn seat_player(db: &mut Db, match_id: &str, team: &str, board: i32, person: &str) -> Result<()> {
    diesel::insert_into(match_players::table)
        .values((
            match_players::match_id.eq(match_id),
            match_players::team_id.eq(team),
            match_players::board.eq(board),
            match_players::person_id.eq(person),
        ))
        .execute(db)?;
    Ok(())
}

fn read_report(columns: ReportColumns) -> Result<ReportRow> {
    Ok(ReportRow {
        outcomes: read_outcomes(&columns.outcomes, "match_reports", &columns.match_id)?,
        match_id: columns.match_id,
        team_id: columns.team_id,
        reported_by: columns.reported_by,
        reported_at: columns.reported_at,
        version: columns.version,
    })
}

fn report_columns(row: &ReportRow) -> ReportColumns {
    ReportColumns {
        match_id: row.match_id.clone(),
        team_id: row.team_id.clone(),
        outcomes: write_outcomes(&row.outcomes),
        reported_by: row.reported_by.clone(),
        reported_at: row.reported_at,
        version: row.version,
    }
}

/// Kept as a JSON list of codes, from board 1 on.
fn write_outcomes(outcomes: &Outcomes) -> String {
    serde_json::json!(outcomes.codes()).to_string()
}

fn read_outcomes(text: &str, table: &'static str, row: &str) -> Result<Outcomes> {
    let inconsistent = || Error::Inconsistent { table, column: "outcomes", row: row.to_owned() };
    let codes: Vec<String> = serde_json::from_str(text).map_err(|_| inconsistent())?;
    Outcomes::from_codes(&codes).map_err(|_| inconsistent())
}

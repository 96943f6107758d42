//! Line-ups: drafts, sealed lists, changes asked for, and shorter lists accepted.

use diesel::prelude::*;

use super::matches::{MatchRow, PlayerLine, Sheet};
use super::rounds::RoundRow;
use super::schema::{
    competitions, groups, lineup_changes, lineup_draft_players, lineup_drafts, lineup_players, lineups, lots, matches,
    persons, roster, rounds, short_lineups, stages, teams,
};
use super::{Db, Error, Result};
use crate::domain::lineup::{Lineup, Numbered, Secret, applicable};
use crate::domain::rulebook::Category;
use crate::domain::sealed::{Clearance, Sealed};

/// One team in one match, with what the rules need to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    pub game: MatchRow,
    pub round: RoundRow,
    pub team: String,
    pub federation: String,
    /// The key of the category in the regulations.
    pub category: String,
    pub roster: Vec<Numbered>,
    /// When the lots were drawn, and so the round known.
    pub known_since: i64,
}

/// A sealed list: 0 as it was handed in, a higher number as that change would have it.
#[derive(Debug, Clone)]
pub struct ListRow {
    pub match_id: String,
    pub team_id: String,
    pub number: i32,
    pub digest: Vec<u8>,
    pub content: Sealed<Lineup>,
    pub made_by: String,
    pub made_at: i64,
    /// When and by whom a list on paper was taken.
    pub paper: Option<(i64, String)>,
}

#[derive(Queryable, Insertable)]
#[diesel(table_name = lineups)]
struct ListColumns {
    match_id: String,
    team_id: String,
    number: i32,
    digest: Vec<u8>,
    secret: Vec<u8>,
    made_by: String,
    made_at: i64,
    received_at: Option<i64>,
    received_by: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = lineup_drafts)]
pub struct DraftRow {
    pub match_id: String,
    pub team_id: String,
    pub saved_by: String,
    pub saved_at: i64,
    pub version: i64,
}

/// A change asked for; the list that it wants has the same number.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = lineup_changes, treat_none_as_null = true)]
pub struct ChangeRow {
    pub match_id: String,
    pub team_id: String,
    pub number: i32,
    pub state: String,
    pub reason: String,
    pub requested_by: String,
    pub requested_at: i64,
    pub decision_reason: Option<String>,
    pub decided_by: Option<String>,
    pub decided_at: Option<i64>,
}

pub const REQUESTED: &str = "requested";
pub const ACCEPTED: &str = "accepted";
pub const REJECTED: &str = "rejected";

/// That the chief arbiter accepts a list with empty boards.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = short_lineups)]
pub struct ShortRow {
    pub match_id: String,
    pub team_id: String,
    pub reason: String,
    pub accepted_by: String,
    pub accepted_at: i64,
}

/// The team's side of the match; `None` if it does not play in it.
pub fn side(db: &mut Db, match_id: &str, team: &str) -> Result<Option<Side>> {
    let found: Option<(MatchRow, RoundRow, String, i64)> = matches::table
        .inner_join(rounds::table.on(rounds::id.eq(matches::round_id)))
        .inner_join(groups::table.on(groups::id.eq(matches::group_id)))
        .inner_join(stages::table.on(stages::id.eq(groups::stage_id)))
        .inner_join(competitions::table.on(competitions::id.eq(stages::competition_id)))
        .inner_join(lots::table.on(lots::group_id.eq(matches::group_id)))
        .filter(matches::id.eq(match_id))
        .filter(matches::first_team_id.eq(team).or(matches::second_team_id.eq(team)))
        .select((matches::all_columns, rounds::all_columns, competitions::key, lots::committed_at))
        .first(db)
        .optional()?;
    let Some((game, round, category, committed_at)) = found else { return Ok(None) };
    let drawn_at: Option<i64> = lots::table.find(&game.group_id).select(lots::drawn_at).first(db)?;
    Ok(Some(Side {
        federation: teams::table.find(team).select(teams::federation).first(db)?,
        team: team.to_owned(),
        roster: numbered(db, team)?,
        known_since: drawn_at.unwrap_or(committed_at),
        game,
        round,
        category,
    }))
}

/// The matches of a team, in the order in which their rounds start.
pub fn matches_of(db: &mut Db, team: &str) -> Result<Vec<(MatchRow, RoundRow)>> {
    Ok(matches::table
        .inner_join(rounds::table.on(rounds::id.eq(matches::round_id)))
        .filter(matches::first_team_id.eq(team).or(matches::second_team_id.eq(team)))
        .order((rounds::starts_at.asc(), rounds::id.asc()))
        .select((matches::all_columns, rounds::all_columns))
        .load(db)?)
}

fn numbered(db: &mut Db, team: &str) -> Result<Vec<Numbered>> {
    let rows: Vec<(i32, String)> = roster::table
        .filter(roster::team_id.eq(team))
        .order(roster::number.asc())
        .select((roster::number, roster::person_id))
        .load(db)?;
    Ok(rows.into_iter().map(|(number, person)| Numbered { number, person }).collect())
}

pub fn draft(db: &mut Db, match_id: &str, team: &str) -> Result<Option<(DraftRow, Vec<String>)>> {
    let Some(row) = lineup_drafts::table.find((match_id, team)).first::<DraftRow>(db).optional()? else {
        return Ok(None);
    };
    let players = lineup_draft_players::table
        .filter(lineup_draft_players::match_id.eq(match_id))
        .filter(lineup_draft_players::team_id.eq(team))
        .order(lineup_draft_players::board.asc())
        .select(lineup_draft_players::person_id)
        .load(db)?;
    Ok(Some((row, players)))
}

/// In the place of the one before.
pub fn save_draft(db: &mut Db, row: &DraftRow, players: &[String]) -> Result<()> {
    diesel::delete(lineup_drafts::table.find((&row.match_id, &row.team_id))).execute(db)?;
    diesel::insert_into(lineup_drafts::table).values(row).execute(db)?;
    for (board, person) in (1..).zip(players) {
        diesel::insert_into(lineup_draft_players::table)
            .values((
                lineup_draft_players::match_id.eq(&row.match_id),
                lineup_draft_players::team_id.eq(&row.team_id),
                lineup_draft_players::board.eq::<i32>(board),
                lineup_draft_players::person_id.eq(person),
            ))
            .execute(db)?;
    }
    Ok(())
}

pub fn insert(db: &mut Db, row: &ListRow) -> Result<()> {
    let Lineup { secret, players } = row.content.open(&Clearance::to_keep());
    let (received_at, received_by) = row.paper.clone().unzip();
    diesel::insert_into(lineups::table)
        .values(ListColumns {
            match_id: row.match_id.clone(),
            team_id: row.team_id.clone(),
            number: row.number,
            digest: row.digest.clone(),
            secret: secret.to_vec(),
            made_by: row.made_by.clone(),
            made_at: row.made_at,
            received_at,
            received_by,
        })
        .execute(db)?;
    for (board, person) in (1..).zip(players) {
        diesel::insert_into(lineup_players::table)
            .values((
                lineup_players::match_id.eq(&row.match_id),
                lineup_players::team_id.eq(&row.team_id),
                lineup_players::number.eq(row.number),
                lineup_players::board.eq::<i32>(board),
                lineup_players::person_id.eq(person),
            ))
            .execute(db)?;
    }
    Ok(())
}

/// Every list of the side, by number.
pub fn lists(db: &mut Db, match_id: &str, team: &str) -> Result<Vec<ListRow>> {
    let rows: Vec<ListColumns> = lineups::table
        .filter(lineups::match_id.eq(match_id))
        .filter(lineups::team_id.eq(team))
        .order(lineups::number.asc())
        .load(db)?;
    let players: Vec<(i32, String)> = lineup_players::table
        .filter(lineup_players::match_id.eq(match_id))
        .filter(lineup_players::team_id.eq(team))
        .order((lineup_players::number.asc(), lineup_players::board.asc()))
        .select((lineup_players::number, lineup_players::person_id))
        .load(db)?;
    rows.into_iter()
        .map(|row| {
            let own = players.iter().filter(|(number, _)| *number == row.number);
            let secret = Secret::try_from(row.secret).map_err(|_| Error::Inconsistent {
                table: "lineups",
                column: "secret",
                row: row.match_id.clone(),
            })?;
            Ok(ListRow {
                content: Sealed::new(Lineup { secret, players: own.map(|(_, person)| person.clone()).collect() }),
                match_id: row.match_id,
                team_id: row.team_id,
                number: row.number,
                digest: row.digest,
                made_by: row.made_by,
                made_at: row.made_at,
                paper: row.received_at.zip(row.received_by),
            })
        })
        .collect()
}

/// The list that stands: as handed in, or as the last accepted change has it.
pub fn standing(db: &mut Db, match_id: &str, team: &str) -> Result<Option<ListRow>> {
    let accepted: Option<i32> = lineup_changes::table
        .filter(lineup_changes::match_id.eq(match_id))
        .filter(lineup_changes::team_id.eq(team))
        .filter(lineup_changes::state.eq(ACCEPTED))
        .order(lineup_changes::number.desc())
        .select(lineup_changes::number)
        .first(db)
        .optional()?;
    let number = accepted.unwrap_or(0);
    Ok(lists(db, match_id, team)?.into_iter().find(|list| list.number == number))
}

/// Who sits for a team, as far as it may be known. A player who was merged into another is that other now.
pub fn seats(
    db: &mut Db,
    match_id: &str,
    team: &str,
    category: &Category,
    clearance: &Clearance,
) -> Result<Vec<PlayerLine>> {
    let list = standing(db, match_id, team)?;
    let players = list.as_ref().map(|list| list.content.open(clearance).players.as_slice());
    let roster = numbered(db, team)?;
    applicable(category, &roster, players)
        .into_iter()
        .map(|(board, person)| {
            let (person_id, name) = now_known_as(db, person)?;
            Ok(PlayerLine { match_id: match_id.to_owned(), team_id: team.to_owned(), board, person_id, name })
        })
        .collect()
}

/// Seats both teams of a match that has not started, as far as it may be known.
pub fn seat_opened(db: &mut Db, sheet: &mut Sheet, category: &Category, clearance: &Clearance) -> Result<()> {
    for team in [&sheet.row.first_team_id, &sheet.row.second_team_id] {
        sheet.players.extend(seats(db, &sheet.row.id, team, category, clearance)?);
    }
    Ok(())
}

fn now_known_as(db: &mut Db, person: String) -> Result<(String, String)> {
    let of = |db: &mut Db, id: &str| -> Result<(Option<String>, String)> {
        Ok(persons::table.find(id).select((persons::merged_into, persons::name)).first(db)?)
    };
    Ok(match of(db, &person)? {
        (Some(survivor), _) => {
            let (_, name) = of(db, &survivor)?;
            (survivor, name)
        }
        (None, name) => (person, name),
    })
}

/// By number.
pub fn changes(db: &mut Db, match_id: &str, team: &str) -> Result<Vec<ChangeRow>> {
    Ok(lineup_changes::table
        .filter(lineup_changes::match_id.eq(match_id))
        .filter(lineup_changes::team_id.eq(team))
        .order(lineup_changes::number.asc())
        .load(db)?)
}

pub fn insert_change(db: &mut Db, row: &ChangeRow) -> Result<()> {
    diesel::insert_into(lineup_changes::table).values(row).execute(db)?;
    Ok(())
}

pub fn update_change(db: &mut Db, row: &ChangeRow) -> Result<()> {
    diesel::update(lineup_changes::table.find((&row.match_id, &row.team_id, row.number))).set(row).execute(db)?;
    Ok(())
}

pub fn short(db: &mut Db, match_id: &str, team: &str) -> Result<Option<ShortRow>> {
    Ok(short_lineups::table.find((match_id, team)).first(db).optional()?)
}

pub fn insert_short(db: &mut Db, row: &ShortRow) -> Result<()> {
    diesel::insert_into(short_lineups::table).values(row).execute(db)?;
    Ok(())
}

/// Takes the free text of a change and of its decision away; `None`: of the acceptance of a shorter list.
pub fn redact(db: &mut Db, match_id: &str, team: &str, change: Option<i32>, by: &str) -> Result<()> {
    let Some(number) = change else {
        diesel::update(short_lineups::table.find((match_id, team))).set(short_lineups::reason.eq(by)).execute(db)?;
        return Ok(());
    };
    let of_change = lineup_changes::table.find((match_id, team, number));
    diesel::update(of_change).set(lineup_changes::reason.eq(by)).execute(db)?;
    let decided = of_change.filter(lineup_changes::decision_reason.is_not_null());
    diesel::update(decided).set(lineup_changes::decision_reason.eq(Some(by))).execute(db)?;
    Ok(())
}

/// The same of every team on whose roster the person stands.
pub fn redact_of_person(db: &mut Db, person: &str, by: &str) -> Result<()> {
    let teams: Vec<String> = roster::table.filter(roster::person_id.eq(person)).select(roster::team_id).load(db)?;
    let shorter = short_lineups::table.filter(short_lineups::team_id.eq_any(&teams));
    diesel::update(shorter).set(short_lineups::reason.eq(by)).execute(db)?;
    let of_teams = lineup_changes::table.filter(lineup_changes::team_id.eq_any(&teams));
    diesel::update(of_teams).set(lineup_changes::reason.eq(by)).execute(db)?;
    let decided = lineup_changes::table
        .filter(lineup_changes::team_id.eq_any(&teams))
        .filter(lineup_changes::decision_reason.is_not_null());
    diesel::update(decided).set(lineup_changes::decision_reason.eq(Some(by))).execute(db)?;
    Ok(())
}

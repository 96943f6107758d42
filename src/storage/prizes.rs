//! The list of prizes of a championship, and the awards that followed.

use std::collections::BTreeMap;

use diesel::prelude::*;
use jiff::civil::Date;

use super::championships::instant;
use super::schema::{awards, prize_lists, prizes, rounds};
use super::{Db, Error, Result};
use crate::domain::calendar::Instant;
use crate::domain::individual::Scope;
use crate::domain::prize::{Condition, NextCriterion, Prize, Ties};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = prize_lists, treat_none_as_null = true)]
struct ListColumns {
    championship_id: String,
    agreements: String,
    published_at: Option<i64>,
    distributed_on: Option<String>,
    created_at: i64,
    version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = prizes)]
struct PrizeColumns {
    championship_id: String,
    key: String,
    ordinal: i32,
    kind: String,
    title: String,
    given_by: String,
    donor: Option<String>,
    competition: String,
    place: Option<i32>,
    scope: Option<String>,
    scope_number: Option<i32>,
    minimum_percent: Option<i32>,
    next_criteria: String,
    ties: Option<String>,
    published_at: Option<i64>,
}

/// A prize, and when it was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPrize {
    pub prize: Prize,
    pub published_at: Option<i64>,
}

/// The list as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizeListRow {
    pub championship_id: String,
    /// The day of the agreement by party.
    pub agreements: BTreeMap<String, Date>,
    pub published_at: Option<i64>,
    pub distributed_on: Option<Date>,
    pub created_at: i64,
    pub version: i64,
    pub prizes: Vec<ListedPrize>,
}

pub const PROPOSED: &str = "proposed";
pub const CONFIRMED: &str = "confirmed";
pub const REFUSED: &str = "refused";
pub const SUPERSEDED: &str = "superseded";

/// An award as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = awards, treat_none_as_null = true)]
pub struct AwardRow {
    pub id: String,
    pub championship_id: String,
    pub prize_key: String,
    pub number: i32,
    pub state: String,
    /// JSON: recipients with the figures that were the ground.
    pub recipients: String,
    pub reason: Option<String>,
    pub proposed_by: String,
    pub proposed_at: i64,
    pub decided_by: Option<String>,
    pub decided_at: Option<i64>,
    pub decision_reason: Option<String>,
    pub confirmed_at: Option<i64>,
    pub version: i64,
}

fn inconsistent(table: &'static str, column: &'static str, row: &str) -> Error {
    Error::Inconsistent { table, column, row: row.to_owned() }
}

pub fn find(db: &mut Db, championship: &str) -> Result<Option<PrizeListRow>> {
    let Some(list) = prize_lists::table.find(championship).first::<ListColumns>(db).optional()? else {
        return Ok(None);
    };
    let bad = |column| inconsistent("prize_lists", column, championship);
    let agreements: BTreeMap<String, String> = serde_json::from_str(&list.agreements).map_err(|_| bad("agreements"))?;
    let days = agreements.into_iter().map(|(party, day)| Ok((party, day.parse().map_err(|_| bad("agreements"))?)));
    let rows: Vec<PrizeColumns> =
        prizes::table.filter(prizes::championship_id.eq(championship)).order(prizes::ordinal.asc()).load(db)?;
    Ok(Some(PrizeListRow {
        agreements: days.collect::<Result<_>>()?,
        distributed_on: list.distributed_on.map(|day| day.parse().map_err(|_| bad("distributed_on"))).transpose()?,
        championship_id: list.championship_id,
        published_at: list.published_at,
        created_at: list.created_at,
        version: list.version,
        prizes: rows.into_iter().map(read_prize).collect::<Result<_>>()?,
    }))
}

/// Stores the list with all its prizes; a prize that an award names stays.
pub fn store(db: &mut Db, row: &PrizeListRow) -> Result<()> {
    let days: BTreeMap<&String, String> = row.agreements.iter().map(|(party, day)| (party, day.to_string())).collect();
    let columns = ListColumns {
        championship_id: row.championship_id.clone(),
        agreements: serde_json::json!(days).to_string(),
        published_at: row.published_at,
        distributed_on: row.distributed_on.map(|day| day.to_string()),
        created_at: row.created_at,
        version: row.version,
    };
    let of_list = prize_lists::table.find(&row.championship_id);
    if diesel::update(of_list).set(&columns).execute(db)? == 0 {
        diesel::insert_into(prize_lists::table).values(&columns).execute(db)?;
    }
    Ok(())
}

/// Puts all prizes of the list in the place of those before. There are no awards before the end.
pub fn store_prizes(db: &mut Db, row: &PrizeListRow) -> Result<()> {
    diesel::delete(prizes::table.filter(prizes::championship_id.eq(&row.championship_id))).execute(db)?;
    for (ordinal, listed) in (1..).zip(&row.prizes) {
        let columns = prize_columns(&row.championship_id, ordinal, listed);
        diesel::insert_into(prizes::table).values(columns).execute(db)?;
    }
    Ok(())
}

fn prize_columns(championship: &str, ordinal: i32, listed: &ListedPrize) -> PrizeColumns {
    let number = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    let prize = &listed.prize;
    let mut columns = PrizeColumns {
        championship_id: championship.to_owned(),
        key: prize.key.clone(),
        ordinal,
        kind: prize.kind().code().to_owned(),
        title: prize.title.clone(),
        given_by: prize.given_by.clone(),
        donor: prize.donor.clone(),
        competition: prize.competition.clone(),
        place: None,
        scope: None,
        scope_number: None,
        minimum_percent: None,
        next_criteria: "[]".to_owned(),
        ties: None,
        published_at: listed.published_at,
    };
    match &prize.condition {
        Condition::Team { place, ties } => {
            (columns.place, columns.ties) = (Some(number(*place)), Some(ties.code().to_owned()));
        }
        Condition::Individual { scope, place, minimum_percent, next, ties } => {
            let (code, of) = match scope {
                Scope::Overall => ("overall", None),
                Scope::PlayerNumber(of) => ("player_number", Some(number(*of))),
                Scope::Board(of) => ("board", Some(number(*of))),
            };
            (columns.scope, columns.scope_number) = (Some(code.to_owned()), of);
            (columns.place, columns.ties) = (Some(number(*place)), Some(ties.code().to_owned()));
            columns.minimum_percent = Some(number(*minimum_percent));
            let codes: Vec<&str> = next.iter().map(|criterion| criterion.code()).collect();
            columns.next_criteria = serde_json::json!(codes).to_string();
        }
        Condition::Decision => {}
    }
    columns
}

fn read_prize(columns: PrizeColumns) -> Result<ListedPrize> {
    let bad = |column| inconsistent("prizes", column, &columns.key);
    let place = || columns.place.map(i32::unsigned_abs).ok_or_else(|| bad("place"));
    let ties = || columns.ties.as_deref().and_then(Ties::from_code).ok_or_else(|| bad("ties"));
    let condition = match columns.kind.as_str() {
        "team" => Condition::Team { place: place()?, ties: ties()? },
        "individual" => {
            let of = columns.scope_number.map(i32::unsigned_abs);
            let scope = match (columns.scope.as_deref(), of) {
                (Some("overall"), None) => Scope::Overall,
                (Some("player_number"), Some(of)) => Scope::PlayerNumber(of),
                (Some("board"), Some(of)) => Scope::Board(of),
                _ => return Err(bad("scope")),
            };
            let codes: Vec<String> = serde_json::from_str(&columns.next_criteria).map_err(|_| bad("next_criteria"))?;
            let next = codes.iter().map(|code| NextCriterion::from_code(code)).collect::<Option<_>>();
            Condition::Individual {
                scope,
                place: place()?,
                minimum_percent: columns
                    .minimum_percent
                    .map(i32::unsigned_abs)
                    .ok_or_else(|| bad("minimum_percent"))?,
                next: next.ok_or_else(|| bad("next_criteria"))?,
                ties: ties()?,
            }
        }
        _ => Condition::Decision,
    };
    Ok(ListedPrize {
        prize: Prize {
            key: columns.key,
            title: columns.title,
            given_by: columns.given_by,
            donor: columns.donor,
            competition: columns.competition,
            condition,
        },
        published_at: columns.published_at,
    })
}

pub fn insert_award(db: &mut Db, row: &AwardRow) -> Result<()> {
    diesel::insert_into(awards::table).values(row).execute(db)?;
    Ok(())
}

pub fn update_award(db: &mut Db, row: &AwardRow) -> Result<()> {
    diesel::update(awards::table.find(&row.id)).set(row).execute(db)?;
    Ok(())
}

pub fn award(db: &mut Db, id: &str) -> Result<Option<AwardRow>> {
    Ok(awards::table.find(id).first(db).optional()?)
}

/// Of a championship by id, after an id; only those that were confirmed once, or all.
pub fn awards_of(db: &mut Db, championship: &str, all: bool, after: Option<&str>, limit: i64) -> Result<Vec<AwardRow>> {
    let mut query = awards::table
        .filter(awards::championship_id.eq(championship.to_owned()))
        .order(awards::id.asc())
        .limit(limit)
        .into_boxed();
    if !all {
        query = query.filter(awards::confirmed_at.is_not_null());
    }
    if let Some(id) = after {
        query = query.filter(awards::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// The newest of each prize.
pub fn newest_awards(db: &mut Db, championship: &str) -> Result<BTreeMap<String, AwardRow>> {
    let rows: Vec<AwardRow> =
        awards::table.filter(awards::championship_id.eq(championship)).order(awards::number.asc()).load(db)?;
    Ok(rows.into_iter().map(|row| (row.prize_key.clone(), row)).collect())
}

/// When the last of the closed rounds of a championship was closed.
pub fn last_closing(db: &mut Db, championship: &str) -> Result<Option<Instant>> {
    let last: Option<i64> = rounds::table
        .filter(rounds::championship_id.eq(championship))
        .select(diesel::dsl::max(rounds::closed_at))
        .first(db)?;
    last.map(|micros| instant(micros, "rounds", "closed_at")).transpose()
}

/// When the first round of the championship begins, as it now stands.
pub fn first_start(db: &mut Db, championship: &str) -> Result<Option<Instant>> {
    let first: Option<i64> = rounds::table
        .filter(rounds::championship_id.eq(championship))
        .filter(rounds::number.eq(1))
        .select(diesel::dsl::min(rounds::starts_at))
        .first(db)?;
    first.map(|micros| instant(micros, "rounds", "starts_at")).transpose()
}

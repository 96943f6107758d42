//! Championships.

use std::collections::BTreeMap;

use diesel::prelude::*;
use jiff::civil::Date;

use super::schema::championships;
use super::targets::id;
use super::{Db, Error, Result};
use crate::domain::calendar::{Instant, Zone};
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;
use crate::domain::timetable::Calendar;

/// The columns as stored.
#[derive(Debug, Clone, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = championships, treat_none_as_null = true)]
struct Columns {
    id: String,
    title: String,
    year: i32,
    regulations: String,
    organizer: String,
    city: String,
    zone: String,
    designated_on: String,
    designated_late: bool,
    starts_at: i64,
    lots_at: i64,
    opening_at: Option<i64>,
    prizes_on: String,
    phase: String,
    closed_at: Option<i64>,
    sandbox: bool,
    sandbox_now: Option<i64>,
    created_at: i64,
    version: i64,
    settings: String,
}

/// One championship. Dates are ISO texts, `zone` is an IANA name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChampionshipRow {
    pub id: ChampionshipId,
    pub title: String,
    pub year: i32,
    pub regulations: String,
    pub organizer: String,
    pub city: String,
    pub zone: String,
    pub designated_on: String,
    pub designated_late: bool,
    pub starts_at: Instant,
    pub lots_at: Instant,
    pub opening_at: Option<Instant>,
    pub prizes_on: String,
    pub phase: String,
    pub closed_at: Option<Instant>,
    /// The sandbox's own clock, where it is one.
    pub sandbox_now: Option<Instant>,
    pub created_at: Instant,
    pub version: i64,
    /// Its answers to questions that the regulations leave open, where they differ from the defaults.
    pub settings: BTreeMap<String, String>,
}

impl ChampionshipRow {
    pub fn sandbox(&self) -> bool {
        self.sandbox_now.is_some()
    }

    /// The dates from which the deadlines count.
    pub fn calendar(&self) -> Result<Calendar> {
        let broken = |column| move |_| Error::Inconsistent { table: "championships", column, row: self.id.to_string() };
        let zone = Zone::named(&self.zone).map_err(broken("zone"))?;
        let prizes = zone.end_of_day(self.prizes_date()?).map_err(broken("prizes_on"))?.just_before();
        Ok(Calendar {
            zone,
            first_round: self.starts_at,
            drawing_of_lots: Some(self.lots_at),
            opening: self.opening_at,
            prize_distribution: Some(prizes),
            end: self.closed_at,
        })
    }

    pub fn prizes_date(&self) -> Result<Date> {
        date(&self.prizes_on, "championships", "prizes_on")
    }

    pub fn designation_date(&self) -> Result<Date> {
        date(&self.designated_on, "championships", "designated_on")
    }
}

/// Reads a time column; a value out of range is an inconsistent row.
pub fn instant(micros: i64, table: &'static str, column: &'static str) -> Result<Instant> {
    Instant::from_unix_micros(micros).map_err(|_| Error::Inconsistent { table, column, row: micros.to_string() })
}

fn date(text: &str, table: &'static str, column: &'static str) -> Result<Date> {
    text.parse().map_err(|_| Error::Inconsistent { table, column, row: text.to_owned() })
}

fn from_columns(columns: Columns) -> Result<ChampionshipRow> {
    const TABLE: &str = "championships";
    let settings = serde_json::from_str(&columns.settings).map_err(|_| Error::Inconsistent {
        table: TABLE,
        column: "settings",
        row: columns.id.clone(),
    })?;
    Ok(ChampionshipRow {
        id: id(columns.id, TABLE, "id")?,
        title: columns.title,
        year: columns.year,
        regulations: columns.regulations,
        organizer: columns.organizer,
        city: columns.city,
        zone: columns.zone,
        designated_on: columns.designated_on,
        designated_late: columns.designated_late,
        starts_at: instant(columns.starts_at, TABLE, "starts_at")?,
        lots_at: instant(columns.lots_at, TABLE, "lots_at")?,
        opening_at: columns.opening_at.map(|micros| instant(micros, TABLE, "opening_at")).transpose()?,
        prizes_on: columns.prizes_on,
        phase: columns.phase,
        closed_at: columns.closed_at.map(|micros| instant(micros, TABLE, "closed_at")).transpose()?,
        sandbox_now: columns.sandbox_now.map(|micros| instant(micros, TABLE, "sandbox_now")).transpose()?,
        created_at: instant(columns.created_at, TABLE, "created_at")?,
        version: columns.version,
        settings,
    })
}

fn to_columns(row: &ChampionshipRow) -> Columns {
    Columns {
        id: row.id.to_string(),
        title: row.title.clone(),
        year: row.year,
        regulations: row.regulations.clone(),
        organizer: row.organizer.clone(),
        city: row.city.clone(),
        zone: row.zone.clone(),
        designated_on: row.designated_on.clone(),
        designated_late: row.designated_late,
        starts_at: row.starts_at.unix_micros(),
        lots_at: row.lots_at.unix_micros(),
        opening_at: row.opening_at.map(Instant::unix_micros),
        prizes_on: row.prizes_on.clone(),
        phase: row.phase.clone(),
        closed_at: row.closed_at.map(Instant::unix_micros),
        sandbox: row.sandbox(),
        sandbox_now: row.sandbox_now.map(Instant::unix_micros),
        created_at: row.created_at.unix_micros(),
        version: row.version,
        settings: serde_json::json!(row.settings).to_string(),
    }
}

pub fn find(db: &mut Db, id: &ChampionshipId) -> Result<Option<ChampionshipRow>> {
    championships::table.find(id.as_str()).first::<Columns>(db).optional()?.map(from_columns).transpose()
}

pub fn insert(db: &mut Db, row: &ChampionshipRow) -> Result<()> {
    diesel::insert_into(championships::table).values(to_columns(row)).execute(db)?;
    Ok(())
}

/// Stores all columns of the row; the desk has checked its version.
pub fn update(db: &mut Db, row: &ChampionshipRow) -> Result<()> {
    diesel::update(championships::table.find(row.id.as_str())).set(to_columns(row)).execute(db)?;
    Ok(())
}

pub fn set_phase(db: &mut Db, id: &ChampionshipId, phase: Phase, version: i64) -> Result<()> {
    diesel::update(championships::table.find(id.as_str()))
        .set((championships::phase.eq(phase.code()), championships::version.eq(version)))
        .execute(db)?;
    Ok(())
}

/// Which championships a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub sandbox: bool,
    pub year: Option<i32>,
    pub organizer: Option<String>,
}

/// Newest year first, then by id, after a place in that order.
pub fn list(db: &mut Db, filter: &Filter, after: Option<(i32, &str)>, limit: i64) -> Result<Vec<ChampionshipRow>> {
    let mut query = championships::table
        .filter(championships::sandbox.eq(filter.sandbox))
        .order((championships::year.desc(), championships::id.asc()))
        .limit(limit)
        .into_boxed();
    if let Some(year) = filter.year {
        query = query.filter(championships::year.eq(year));
    }
    if let Some(organizer) = &filter.organizer {
        query = query.filter(championships::organizer.eq(organizer.clone()));
    }
    if let Some((year, id)) = after {
        query = query.filter(
            championships::year.lt(year).or(championships::year.eq(year).and(championships::id.gt(id.to_owned()))),
        );
    }
    query.load::<Columns>(db)?.into_iter().map(from_columns).collect()
}

/// An edition that counts: regulations, year and which championship it is. Sandboxes and archives are none.
pub fn editions(db: &mut Db) -> Result<Vec<(String, i32, String)>> {
    Ok(championships::table
        .filter(championships::sandbox.eq(false))
        .filter(championships::phase.ne(Phase::Archived.code()))
        .order((championships::year.desc(), championships::id.asc()))
        .select((championships::regulations, championships::year, championships::id))
        .load(db)?)
}

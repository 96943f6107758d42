//! Appointments: who acts as what, where, for whom, from when to when.

use diesel::prelude::*;

use super::schema::appointments;
use super::targets::id;
use super::{Db, Error, Result};
use crate::domain::appointment::{Appointment, Role};
use crate::domain::calendar::Instant;
use crate::domain::ids::{AccountId, AppointmentId};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = appointments)]
pub struct AppointmentRow {
    pub id: String,
    pub account_id: String,
    pub role: String,
    pub championship_id: Option<String>,
    pub federation: Option<String>,
    pub starts_at: i64,
    pub ends_at: Option<i64>,
    pub created_at: i64,
    pub version: i64,
}

pub fn insert(db: &mut Db, row: &AppointmentRow) -> Result<()> {
    diesel::insert_into(appointments::table).values(row).execute(db)?;
    Ok(())
}

pub fn find(db: &mut Db, id: &AppointmentId) -> Result<Option<AppointmentRow>> {
    Ok(appointments::table.find(id.as_str()).first(db).optional()?)
}

pub fn set_end(db: &mut Db, id: &str, ends_at: i64, version: i64) -> Result<()> {
    diesel::update(appointments::table.find(id))
        .set((appointments::ends_at.eq(ends_at), appointments::version.eq(version)))
        .execute(db)?;
    Ok(())
}

/// Which appointments a list shows; an absent part filters nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter<'a> {
    pub championship: Option<&'a str>,
    pub account: Option<&'a str>,
    pub federations: Option<&'a [String]>,
    /// Not ended at that moment.
    pub standing_at: Option<i64>,
}

/// By id, after an id.
pub fn list(db: &mut Db, filter: &Filter<'_>, after: Option<&str>, limit: i64) -> Result<Vec<AppointmentRow>> {
    let mut query = appointments::table.order(appointments::id.asc()).limit(limit).into_boxed();
    if let Some(championship) = filter.championship {
        query = query.filter(appointments::championship_id.eq(championship.to_owned()));
    }
    if let Some(account) = filter.account {
        query = query.filter(appointments::account_id.eq(account.to_owned()));
    }
    if let Some(federations) = filter.federations {
        query = query.filter(appointments::federation.eq_any(federations.to_vec()));
    }
    if let Some(moment) = filter.standing_at {
        query = query.filter(appointments::ends_at.is_null().or(appointments::ends_at.gt(moment)));
    }
    if let Some(id) = after {
        query = query.filter(appointments::id.gt(id.to_owned()));
    }
    Ok(query.load(db)?)
}

/// The account's appointments that are in force at that moment.
pub fn in_force(db: &mut Db, account: &AccountId, now: Instant) -> Result<Vec<Appointment>> {
    let micros = now.unix_micros();
    let rows: Vec<AppointmentRow> = appointments::table
        .filter(appointments::account_id.eq(account.as_str()))
        .filter(appointments::starts_at.le(micros))
        .filter(appointments::ends_at.is_null().or(appointments::ends_at.gt(micros)))
        .order(appointments::id.asc())
        .load(db)?;
    rows.into_iter()
        .map(|row| {
            let role = Role::from_code(&row.role).ok_or(Error::Inconsistent {
                table: "appointments",
                column: "role",
                row: row.id.clone(),
            })?;
            Ok(Appointment {
                id: id(row.id, "appointments", "id")?,
                role,
                championship: row
                    .championship_id
                    .map(|championship| id(championship, "appointments", "championship_id"))
                    .transpose()?,
                federation: row.federation,
            })
        })
        .collect()
}

/// Ends an appointment that has not ended yet; its new version if there was one to end.
pub fn end(db: &mut Db, id: &str, now: Instant) -> Result<Option<i64>> {
    let standing: Option<(i64, i64)> = appointments::table
        .find(id)
        .filter(appointments::ends_at.is_null().or(appointments::ends_at.gt(now.unix_micros())))
        .select((appointments::starts_at, appointments::version))
        .first(db)
        .optional()?;
    let Some((starts_at, version)) = standing else { return Ok(None) };
    diesel::update(appointments::table.find(id))
        .set((appointments::ends_at.eq(Some(now.unix_micros().max(starts_at))), appointments::version.eq(version + 1)))
        .execute(db)?;
    Ok(Some(version + 1))
}

//! Federations.

use diesel::prelude::*;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::schema::{federation_revisions, federations};
use super::{Db, Error, Result};
use crate::domain::federation::{Affiliation, Span};

/// A federation as stored; dates are ISO texts.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset, Serialize, Deserialize)]
#[diesel(table_name = federations, treat_none_as_null = true)]
pub struct FederationRow {
    pub code: String,
    pub name: String,
    pub continent: Option<String>,
    pub zone: Option<String>,
    pub affiliated_from: Option<String>,
    pub affiliated_to: Option<String>,
    pub successor: Option<String>,
    pub recognised: bool,
    pub created_at: i64,
    pub version: i64,
    /// JSON: see [`Former`].
    pub former: Option<String>,
    /// JSON: a list of [`Suspension`].
    pub suspensions: Option<String>,
}

/// What held before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    pub memberships: Vec<Days>,
    pub names: Vec<FormerName>,
    pub zones: Vec<FormerZone>,
}

/// Both days included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    pub from: Option<Date>,
    pub to: Option<Date>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerName {
    pub name: String,
    pub days: Days,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerZone {
    pub continent: Option<String>,
    pub zone: Option<String>,
    pub days: Days,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspension {
    pub days: Days,
    pub reason: String,
}

impl From<Days> for Span {
    fn from(days: Days) -> Self {
        Span { from: days.from, to: days.to }
    }
}

impl FederationRow {
    /// A federation with that code and name, of which nothing else is known.
    pub fn named(code: String, name: String, recognised: bool, created_at: i64) -> Self {
        Self {
            code,
            name,
            continent: None,
            zone: None,
            affiliated_from: None,
            affiliated_to: None,
            successor: None,
            recognised,
            created_at,
            version: 1,
            former: None,
            suspensions: None,
        }
    }

    pub fn affiliation(&self) -> Result<Affiliation> {
        Ok(Affiliation {
            membership: self.membership()?.into(),
            former: self.former()?.memberships.into_iter().map(Span::from).collect(),
            suspensions: self.suspensions()?.into_iter().map(|suspension| suspension.days.into()).collect(),
            recognised: self.recognised,
        })
    }

    fn membership(&self) -> Result<Days> {
        let read = |date: &Option<String>, column| {
            date.as_deref().map(str::parse).transpose().map_err(|_| self.inconsistent(column))
        };
        Ok(Days {
            from: read(&self.affiliated_from, "affiliated_from")?,
            to: read(&self.affiliated_to, "affiliated_to")?,
        })
    }

    pub fn former(&self) -> Result<Former> {
        let read = |json: &String| serde_json::from_str(json).map_err(|_| self.inconsistent("former"));
        Ok(self.former.as_ref().map(read).transpose()?.unwrap_or_default())
    }

    pub fn suspensions(&self) -> Result<Vec<Suspension>> {
        let read = |json: &String| serde_json::from_str(json).map_err(|_| self.inconsistent("suspensions"));
        Ok(self.suspensions.as_ref().map(read).transpose()?.unwrap_or_default())
    }

    pub fn set_former(&mut self, former: &Former) -> Result<()> {
        let json = serde_json::to_string(former).map_err(|_| self.inconsistent("former"))?;
        self.former = (*former != Former::default()).then_some(json);
        Ok(())
    }

    pub fn set_suspensions(&mut self, suspensions: &[Suspension]) -> Result<()> {
        let json = serde_json::to_string(suspensions).map_err(|_| self.inconsistent("suspensions"))?;
        self.suspensions = (!suspensions.is_empty()).then_some(json);
        Ok(())
    }

    fn inconsistent(&self, column: &'static str) -> Error {
        Error::Inconsistent { table: "federations", column, row: self.code.clone() }
    }
}

pub fn find(db: &mut Db, code: &str) -> Result<Option<FederationRow>> {
    Ok(federations::table.find(code).first(db).optional()?)
}

pub fn find_all(db: &mut Db, codes: &[&str]) -> Result<Vec<FederationRow>> {
    Ok(federations::table.filter(federations::code.eq_any(codes)).load(db)?)
}

pub fn insert(db: &mut Db, row: &FederationRow) -> Result<()> {
    diesel::insert_into(federations::table).values(row).execute(db)?;
    Ok(())
}

/// Keeps what was said before.
pub fn replace(db: &mut Db, before: &FederationRow, row: &FederationRow, replaced_at: i64) -> Result<()> {
    let document = serde_json::to_string(before).map_err(|_| before.inconsistent("code"))?;
    diesel::insert_into(federation_revisions::table)
        .values((
            federation_revisions::code.eq(&before.code),
            federation_revisions::version.eq(before.version),
            federation_revisions::document.eq(document),
            federation_revisions::replaced_at.eq(replaced_at),
        ))
        .execute(db)?;
    diesel::update(federations::table.find(&row.code)).set(row).execute(db)?;
    Ok(())
}

/// What was said before, and until when; by version, after a version.
pub fn revisions(db: &mut Db, code: &str, after: Option<i64>, limit: i64) -> Result<Vec<(FederationRow, i64)>> {
    let rows: Vec<(String, i64)> = federation_revisions::table
        .filter(federation_revisions::code.eq(code))
        .filter(federation_revisions::version.gt(after.unwrap_or(0)))
        .order(federation_revisions::version.asc())
        .limit(limit)
        .select((federation_revisions::document, federation_revisions::replaced_at))
        .load(db)?;
    rows.into_iter()
        .map(|(document, replaced_at)| {
            let row = serde_json::from_str(&document).map_err(|_| Error::Inconsistent {
                table: "federation_revisions",
                column: "document",
                row: code.to_owned(),
            })?;
            Ok((row, replaced_at))
        })
        .collect()
}

/// By code, after a code.
pub fn list(db: &mut Db, after: Option<&str>, limit: i64) -> Result<Vec<FederationRow>> {
    let mut query = federations::table.order(federations::code.asc()).limit(limit).into_boxed();
    if let Some(code) = after {
        query = query.filter(federations::code.gt(code.to_owned()));
    }
    Ok(query.load(db)?)
}

pub fn all(db: &mut Db) -> Result<Vec<FederationRow>> {
    Ok(federations::table.order(federations::code.asc()).load(db)?)
}

/// Who comes after whom.
pub fn successors(db: &mut Db) -> Result<Vec<(String, Option<String>)>> {
    Ok(federations::table.select((federations::code, federations::successor)).load(db)?)
}

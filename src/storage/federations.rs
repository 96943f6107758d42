//! Federations.

use diesel::prelude::*;

use super::schema::federations;
use super::{Db, Error, Result};
use crate::domain::federation::Affiliation;

/// A federation as stored; dates are ISO texts.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
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
}

impl FederationRow {
    pub fn affiliation(&self) -> Result<Affiliation> {
        let read = |date: &Option<String>, column: &'static str| {
            date.as_deref().map(str::parse).transpose().map_err(|_| Error::Inconsistent {
                table: "federations",
                column,
                row: self.code.clone(),
            })
        };
        Ok(Affiliation {
            from: read(&self.affiliated_from, "affiliated_from")?,
            to: read(&self.affiliated_to, "affiliated_to")?,
            recognised: self.recognised,
        })
    }
}

pub fn find(db: &mut Db, code: &str) -> Result<Option<FederationRow>> {
    Ok(federations::table.find(code).first(db).optional()?)
}

pub fn insert(db: &mut Db, row: &FederationRow) -> Result<()> {
    diesel::insert_into(federations::table).values(row).execute(db)?;
    Ok(())
}

pub fn update(db: &mut Db, row: &FederationRow) -> Result<()> {
    diesel::update(federations::table.find(&row.code)).set(row).execute(db)?;
    Ok(())
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

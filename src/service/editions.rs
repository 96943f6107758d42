//! The register of editions: which were held under which regulations in which year. Sandboxes and archives
//! are none.

use super::desk::View;
use super::error::Result;
use crate::domain::championship::Phase;
pub use crate::domain::designation::EditionYear;
use crate::domain::designation::register;
pub use crate::storage::championships::ChampionshipRow;
use crate::storage::championships::{self, Filter};

/// A year of the register with its championships.
pub struct Year {
    pub edition: EditionYear,
    pub championships: Vec<ChampionshipRow>,
}

/// By regulations, the newest year first, after a place in that order.
pub fn list_editions(
    view: &mut View<'_>,
    regulations: Option<&str>,
    year: Option<i32>,
    after: Option<(&str, i32)>,
    limit: usize,
) -> Result<Vec<Year>> {
    let mut all = championships::list(view.db, &Filter::default(), None, i64::MAX)?;
    all.retain(|row| row.phase != Phase::Archived.code());
    let years = register(all.iter().map(|row| (row.regulations.as_str(), row.year)));
    let wanted = years
        .into_iter()
        .filter(|one| regulations.is_none_or(|regulations| one.regulations == regulations))
        .filter(|one| year.is_none_or(|year| one.year == year))
        .filter(|one| {
            after.is_none_or(|(regulations, year)| {
                (one.regulations.as_str(), -i64::from(one.year)) > (regulations, -i64::from(year))
            })
        })
        .take(limit);
    let held_in = |one: &EditionYear| {
        let same = |row: &&ChampionshipRow| row.regulations == one.regulations && row.year == one.year;
        all.iter().filter(same).cloned().collect()
    };
    Ok(wanted.map(|edition| Year { championships: held_in(&edition), edition }).collect())
}

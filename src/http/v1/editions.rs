//! `/v1/editions`: the register of what was held under which regulations in which year.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::http::call::{Caller, Keep};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::editions::{self, ChampionshipRow, Year};

/// A year in which championships are held under one set of regulations.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditionYear {
    #[schema(example = "wstcc-1960")]
    pub regulations: String,
    #[schema(example = 2027)]
    pub year: i32,
    /// What is noted and stops nothing: `second_edition` (more than one in the year), `gap_before` (years without one
    /// before it).
    #[schema(example = json!(["gap_before"]))]
    pub flags: Vec<String>,
    /// The years since the edition before this one that had none.
    #[schema(example = json!([2025, 2026]))]
    pub gap: Vec<i32>,
    pub championships: Vec<Edition>,
}

/// A championship, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct Edition {
    #[schema(example = "chp_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub title: String,
    /// Code of the organizing federation.
    #[schema(example = "GER")]
    pub organizer: String,
    pub city: String,
    /// Where it stands; new values may appear.
    #[schema(example = "designated")]
    pub phase: String,
}

/// A part of the register.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditionPage {
    pub data: Vec<EditionYear>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl From<Year> for EditionYear {
    fn from(Year { edition, championships }: Year) -> Self {
        let flags = [(edition.editions > 1, "second_edition"), (!edition.gap.is_empty(), "gap_before")];
        Self {
            regulations: edition.regulations,
            year: edition.year,
            flags: flags.into_iter().filter(|(so, _)| *so).map(|(_, flag)| flag.to_owned()).collect(),
            gap: edition.gap,
            championships: championships.into_iter().map(Edition::from).collect(),
        }
    }
}

impl From<ChampionshipRow> for Edition {
    fn from(row: ChampionshipRow) -> Self {
        let ChampionshipRow { id, title, organizer, city, phase, .. } = row;
        Self { id: id.to_string(), title, organizer, city, phase }
    }
}

/// List editions
///
/// The register by regulations, the newest year first: the championships of each year, with gaps and second editions
/// flagged. Sandboxes and archives are no editions.
#[utoipa::path(tag = "championships", params(("regulations" = Option<String>, Query, example = "wstcc-1960"), ("year" = Option<i32>, Query), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = EditionPage)))]
#[get("/v1/editions")]
pub async fn list_editions(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["regulations", "year"])?;
    let year = page
        .filter
        .get("year")
        .map(|year| year.parse::<i32>().map_err(|_| Problem::bad_request("year is a whole number")))
        .transpose()?;
    let after = match page.after.as_deref() {
        None => None,
        Some([regulations, year]) => {
            let year = year.parse().map_err(|_| Problem::bad_request("the cursor is not one of ours"))?;
            Some((regulations.clone(), year))
        }
        Some(_) => return Err(Problem::bad_request("the cursor is not one of ours")),
    };
    caller
        .read(Action::ListEditions, Target::Registry, Keep::Revalidate, move |view| {
            let regulations = page.filter.get("regulations").map(String::as_str);
            let after = after.as_ref().map(|(regulations, year)| (regulations.as_str(), *year));
            let limit = usize::try_from(page.fetch()).unwrap_or(usize::MAX);
            let found = editions::list_editions(view, regulations, year, after, limit)?;
            let key = |one: &Year| vec![one.edition.regulations.clone(), one.edition.year.to_string()];
            Answer::ok(&page.answer(found, key, EditionYear::from))
        })
        .await
}

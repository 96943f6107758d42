//! `/v1/championships`: designation and calendar.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, patch, post};
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use super::imports::ArchiveOrigin;
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{
    Input, absent_or_null, clean_text, clean_texts, federation_code, is_federation_code, not_null, path_id, texts,
};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::championships::{self, Changes, Designation, Filter};
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::imports::Origin;

/// One edition, from its designation to its closing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Championship {
    #[schema(example = "chp_0198c0ffee007000800000000000abcd")]
    pub id: String,
    #[schema(example = "24th World Student Team Chess Championship")]
    pub title: String,
    #[schema(example = 2027)]
    pub year: i32,
    /// Id of the regulations under which it is held.
    #[schema(example = "wstcc-1960")]
    pub regulations: String,
    /// Code of the organizing federation.
    #[schema(example = "GER")]
    pub organizer: String,
    pub city: String,
    /// IANA name of the zone in which its days are counted.
    #[schema(example = "Europe/Berlin")]
    pub zone: String,
    /// Day of the designation.
    #[schema(value_type = String, format = Date)]
    pub designated_on: String,
    /// Whether the designation came later than the regulations ask for.
    pub designated_late: bool,
    /// Start of the first round: the commencement from which deadlines count.
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Instant,
    /// Drawing of lots.
    #[schema(value_type = String, format = DateTime)]
    pub lots_at: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub opening_at: Option<Instant>,
    /// Day of the prize distribution.
    #[schema(value_type = String, format = Date)]
    pub prizes_on: String,
    /// Where it stands; new values may appear.
    #[schema(example = "designated")]
    pub phase: String,
    /// The phases that may follow. Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = json!(["invited"]))]
    pub next_phases: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closed_at: Option<Instant>,
    /// Whether it only tries things out.
    pub sandbox: bool,
    /// Where a sandbox's own clock stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub clock: Option<Instant>,
    /// Its answers to questions that the regulations leave open, where they differ from the defaults: name to answer.
    #[schema(example = json!({"commencement": "drawing_of_lots"}))]
    pub settings: BTreeMap<String, String>,
    /// What is noted and stops nothing: `designated_late`, `second_edition` (another one in the year, under the same
    /// regulations), `gap_before` (none in the year before, though there are earlier ones).
    #[schema(example = json!(["gap_before"]))]
    pub flags: Vec<String>,
    /// Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub competitions: Option<Vec<Competition>>,
    /// The file that it was read from; absent where it is no archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<ArchiveOrigin>,
    pub version: i64,
}

/// A category of a championship: `open`, or `male` and `female`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Competition {
    pub id: String,
    #[schema(example = "open")]
    pub key: String,
    #[schema(example = "Open")]
    pub name: String,
    pub stages: Vec<Stage>,
}

/// A part of a competition, played in one or more groups.
#[derive(Debug, Serialize, ToSchema)]
pub struct Stage {
    pub id: String,
    /// 1 for the first.
    pub ordinal: i32,
    /// How it is played; new values may appear.
    #[schema(example = "one_group")]
    pub kind: String,
    pub groups: Vec<StageGroup>,
}

/// A group, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct StageGroup {
    pub id: String,
    #[schema(example = "A")]
    pub name: String,
}

/// A list of championships.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChampionshipPage {
    pub data: Vec<Championship>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What the Congress decided, and the calendar.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DesignationInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "24th World Student Team Chess Championship")]
    pub title: String,
    #[validate(range(min = 1800, max = 2999))]
    #[schema(minimum = 1800, maximum = 2999, example = 2027)]
    pub year: i32,
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "wstcc-1960")]
    pub regulations: String,
    /// Code of the organizing federation, which must be affiliated on the day of the start.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "GER")]
    pub organizer: String,
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "Hamburg")]
    pub city: String,
    /// IANA name.
    #[validate(length(min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64, example = "Europe/Berlin")]
    pub zone: String,
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = String, format = Date, example = "2026-03-01")]
    pub designated_on: Date,
    /// Start of the first round.
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "2027-07-10T13:00:00Z")]
    pub starts_at: Instant,
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, format = DateTime, example = "2027-07-09T16:00:00Z")]
    pub lots_at: Instant,
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-07-09T17:00:00Z")]
    pub opening_at: Option<Instant>,
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = String, format = Date, example = "2027-07-24")]
    pub prizes_on: Date,
    /// Answers to questions that the regulations leave open; `GET /v1/regulations/{id}` lists them with their defaults.
    #[serde(default, deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    #[schema(example = json!({"commencement": "drawing_of_lots"}))]
    pub settings: BTreeMap<String, String>,
}

impl From<DesignationInput> for Designation {
    fn from(input: DesignationInput) -> Self {
        Designation {
            title: input.title,
            year: input.year,
            regulations: input.regulations,
            organizer: input.organizer,
            city: input.city,
            zone: input.zone,
            designated_on: input.designated_on,
            starts_at: input.starts_at,
            lots_at: input.lots_at,
            opening_at: input.opening_at,
            prizes_on: input.prizes_on,
            settings: input.settings,
        }
    }
}

/// What changes; a field that is left out stays. Only `opening_at` can be taken away, by `null`.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChampionshipPatch {
    #[serde(default, deserialize_with = "not_null")]
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 200)]
    pub title: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(custom(function = federation_code))]
    #[schema(value_type = String, required = false, pattern = "^[A-Z]{3}$")]
    pub organizer: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 100)]
    pub city: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(length(min = 1, max = 64))]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 64)]
    pub zone: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, required = false, format = DateTime)]
    pub starts_at: Option<Instant>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = String, required = false, format = DateTime)]
    pub lots_at: Option<Instant>,
    #[serde(default, deserialize_with = "absent_or_null")]
    #[validate(custom(function = instant_in_range))]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub opening_at: Option<Option<Instant>>,
    #[serde(default, deserialize_with = "not_null")]
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = String, required = false, format = Date)]
    pub prizes_on: Option<Date>,
    /// All answers to open questions, in the place of those before; until the definite invitation is sent.
    #[serde(default, deserialize_with = "given_texts")]
    #[validate(custom(function = clean_texts))]
    #[schema(value_type = BTreeMap<String, String>, required = false)]
    pub settings: Option<BTreeMap<String, String>>,
}

fn given_texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BTreeMap<String, String>>, D::Error> {
    texts(deserializer).map(Some)
}

pub(super) fn date_in_range(date: &Date) -> Result<(), ValidationError> {
    if (1800..=2999).contains(&date.year()) { Ok(()) } else { Err(out_of_range()) }
}

pub(super) fn instant_in_range(instant: &Instant) -> Result<(), ValidationError> {
    // From the first moment of 1800 to the last of 2999.
    const RANGE: std::ops::Range<i64> = -5_364_662_400_000_000..32_503_680_000_000_000;
    if RANGE.contains(&instant.unix_micros()) { Ok(()) } else { Err(out_of_range()) }
}

fn out_of_range() -> ValidationError {
    let mut error = ValidationError::new("year");
    error.message = Some("the year must be within 1800 and 2999".into());
    error
}

impl Championship {
    fn whole(found: championships::Championship) -> Done<Self> {
        let next_phases = found.next_phases.iter().map(|phase| phase.code().to_owned()).collect();
        let competitions = found
            .competitions
            .into_iter()
            .map(|competition| Competition {
                id: competition.row.id,
                key: competition.row.key,
                name: competition.row.name,
                stages: competition
                    .stages
                    .into_iter()
                    .map(|(stage, groups)| Stage {
                        id: stage.id,
                        ordinal: stage.ordinal,
                        kind: stage.kind,
                        groups: groups.into_iter().map(|row| StageGroup { id: row.id, name: row.name }).collect(),
                    })
                    .collect(),
            })
            .collect();
        Ok(Self {
            next_phases: Some(next_phases),
            competitions: Some(competitions),
            ..Self::short(found.row, &found.flags, found.origin.as_ref())?
        })
    }

    fn short(
        row: championships::ChampionshipRow,
        flags: &[championships::Flag],
        origin: Option<&Origin>,
    ) -> Done<Self> {
        Ok(Self {
            archive: origin.map(ArchiveOrigin::of).transpose()?,
            sandbox: row.sandbox(),
            id: row.id.to_string(),
            title: row.title,
            year: row.year,
            regulations: row.regulations,
            organizer: row.organizer,
            city: row.city,
            zone: row.zone,
            designated_on: row.designated_on,
            designated_late: row.designated_late,
            starts_at: row.starts_at,
            lots_at: row.lots_at,
            opening_at: row.opening_at,
            prizes_on: row.prizes_on,
            phase: row.phase,
            next_phases: None,
            closed_at: row.closed_at,
            clock: row.sandbox_now,
            settings: row.settings,
            flags: flags.iter().map(|flag| flag.code().to_owned()).collect(),
            competitions: None,
            version: row.version,
        })
    }
}

/// Flags depend on other editions, so they are part of the tag.
pub(super) fn answer(found: championships::Championship, location: Option<String>) -> Done<Answer> {
    let version = found.row.version;
    let flags: Vec<&str> = found.flags.iter().map(|flag| flag.code()).collect();
    let view = flags.join(".");
    let body = Championship::whole(found)?;
    let answer = match location {
        Some(location) => Answer::created(&body, location)?,
        None => Answer::ok(&body)?,
    };
    Ok(if view.is_empty() { answer.version(version) } else { answer.view(version, &view) })
}

fn filter_of(page: &Page) -> Result<Filter, Problem> {
    let year = page.filter.get("year").map(|text| text.parse::<i32>());
    let organizer = page.filter.get("organizer").cloned();
    if organizer.as_deref().is_some_and(|code| !is_federation_code(code)) {
        return Err(Problem::bad_request("organizer is a federation code of three capital letters"));
    }
    Ok(Filter {
        sandbox: match page.filter.get("sandbox").map(String::as_str) {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(Problem::bad_request("sandbox is true or false")),
        },
        year: year.transpose().map_err(|_| Problem::bad_request("year is a whole number"))?,
        organizer,
    })
}

/// List championships
///
/// Newest year first, archives among them (phase `archived`). Sandboxes are shown with `sandbox=true` only, and then alone.
#[utoipa::path(tag = "championships", params(("year" = Option<i32>, Query), ("organizer" = Option<String>, Query, pattern = "^[A-Z]{3}$"), ("sandbox" = Option<bool>, Query), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = ChampionshipPage)))]
#[get("/v1/championships")]
pub async fn list_championships(caller: Caller) -> Result<HttpResponse, Problem> {
    let page = Page::of(&caller, &["year", "organizer", "sandbox"])?;
    let filter = filter_of(&page)?;
    let after = match page.after.as_deref() {
        None => None,
        Some([year, id]) => {
            let year = year.parse::<i32>().map_err(|_| Problem::bad_request("the cursor is not one of ours"))?;
            Some((year, id.clone()))
        }
        Some(_) => return Err(Problem::bad_request("the cursor is not one of ours")),
    };
    caller
        .read(Action::ListChampionships, Target::Registry, Keep::Shared, move |view| {
            let after = after.as_ref().map(|(year, id)| (*year, id.as_str()));
            let found = championships::list_championships(view, &filter, after, page.fetch())?;
            let found: Vec<Championship> = found
                .into_iter()
                .map(|one| Championship::short(one.row, &one.flags, one.origin.as_ref()))
                .collect::<Done<_>>()?;
            Answer::ok(&page.answer(found, |one| vec![one.year.to_string(), one.id.clone()], |one| one))
        })
        .await
}

/// Read a championship
///
/// With its phase, the phases that may follow, and its competitions down to the groups.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "The championship", body = Championship)))]
#[get("/v1/championships/{championship}")]
pub async fn get_championship(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetChampionship, Target::Championship(id), Keep::Revalidate, move |view| {
            answer(championships::get_championship(view)?, None)
        })
        .await
}

/// Designate a championship
///
/// Records the decision of the Congress (Art. 1) and makes the competitions with a first group each. The organizer
/// must be affiliated on the day of the start, or `federation_not_affiliated`. A designation less than a year ahead,
/// a second edition in a year and a gap are flagged, never refused. From the drawing of lots to the prizes no more
/// days than the regulations allow, or `calendar_too_long` (Art. 7).
#[utoipa::path(tag = "championships", request_body = DesignationInput, responses((status = 201, description = "Designated", body = Championship)))]
#[post("/v1/championships")]
pub async fn designate_championship(caller: Caller, input: Input<DesignationInput>) -> Result<HttpResponse, Problem> {
    let id = caller.new_id(ChampionshipId::new);
    let Input(input) = input;
    caller
        .write(Action::DesignateChampionship, Target::NewChampionship(id.clone()), move |tx| {
            let location = format!("/v1/championships/{id}");
            answer(championships::designate_championship(tx, id, input.into())?, Some(location))
        })
        .await
}

/// Update a championship
///
/// Title, organizer, city and calendar, until lots are drawn. The same checks as at the designation. The settings
/// only until the definite invitation is sent (409 `already_done`); from then on the calendar moves only as far as no
/// deadline that has passed opens again (422 `deadline_passed`).
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), request_body = ChampionshipPatch, responses((status = 200, description = "Updated", body = Championship)))]
#[patch("/v1/championships/{championship}")]
pub async fn update_championship(caller: Caller, input: Input<ChampionshipPatch>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let Input(input) = input;
    caller
        .write(Action::UpdateChampionship, Target::Championship(id), move |tx| {
            let changes = Changes {
                title: input.title,
                organizer: input.organizer,
                city: input.city,
                zone: input.zone,
                starts_at: input.starts_at,
                lots_at: input.lots_at,
                opening_at: input.opening_at,
                prizes_on: input.prizes_on,
                settings: input.settings,
            };
            answer(championships::update_championship(tx, changes)?, None)
        })
        .await
}

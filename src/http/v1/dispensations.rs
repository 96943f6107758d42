//! `/v1/championships/{championship}/dispensations`: who may be later than a deadline, and why.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, DispensationId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_lines, clean_text, federation_code, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::dispensations::{self, DispensationRow, Grant};
use crate::service::error::Result as Done;

/// A deadline that the FIDE President extended, or from which he excused, for one federation or for the organizer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dispensation {
    #[schema(example = "dsp_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// The step of the timetable.
    #[schema(example = "preliminary_entry")]
    pub step: String,
    /// Absent where it is for the organizer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
    /// The last instant that is in time; absent where its holder is excused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
    pub reason: String,
    /// `granted`, `used` (somebody came after the deadline and in time by it) or `revoked`.
    #[schema(example = "granted")]
    pub state: String,
    #[schema(value_type = String, format = DateTime)]
    pub granted_at: Instant,
    /// The account that granted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granted_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub used_at: Option<Instant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub revoked_at: Option<Instant>,
    pub version: i64,
}

/// A list of dispensations.
#[derive(Debug, Serialize, ToSchema)]
pub struct DispensationPage {
    pub data: Vec<Dispensation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// From which deadline, for whom, until when and why.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DispensationInput {
    /// `preliminary_entry` or `definite_entry` of a federation; `draft_invitation`, `definite_invitation` or `book_notice`
    /// of the organizer.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "preliminary_entry")]
    pub step: String,
    /// Absent: for the organizer.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "NOR")]
    pub federation: Option<String>,
    /// The new last instant, after the deadline and before the start. Absent: excused.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-20T22:59:59Z")]
    pub until: Option<Instant>,
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The invitation reached Oslo only in January")]
    pub reason: String,
}

impl Dispensation {
    fn of(row: DispensationRow) -> Done<Self> {
        let instant = |micros: Option<i64>| micros.map(Instant::from_unix_micros).transpose();
        let state = match (row.revoked_at, row.used_at) {
            (Some(_), _) => "revoked",
            (_, Some(_)) => "used",
            _ => "granted",
        };
        Ok(Self {
            id: row.id,
            championship: row.championship_id,
            step: row.step,
            federation: row.federation,
            until: instant(row.until_at)?,
            reason: row.reason,
            state: state.to_owned(),
            granted_at: Instant::from_unix_micros(row.granted_at)?,
            granted_by: row.granted_by,
            used_at: instant(row.used_at)?,
            revoked_at: instant(row.revoked_at)?,
            version: row.version,
        })
    }
}

fn path(caller: &Caller) -> Result<(ChampionshipId, DispensationId), Problem> {
    let championship = path_id(caller.path("championship"), "the championship")?;
    Ok((championship, path_id(caller.path("dispensation"), "the dispensation")?))
}

/// Grant a dispensation
///
/// The FIDE President extends a deadline for one federation or for the organizer, or excuses from it, with a reason. Its
/// holder and the organizer find it in their inboxes. One for each step and holder until it is used or revoked.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), request_body = DispensationInput, responses((status = 201, description = "Granted", body = Dispensation)))]
#[post("/v1/championships/{championship}/dispensations")]
pub async fn grant_dispensation(caller: Caller, input: Input<DispensationInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let Input(DispensationInput { step, federation, until, reason }) = input;
    caller
        .write(Action::GrantDispensation, Target::Championship(id.clone()), move |tx| {
            let row = dispensations::grant_dispensation(tx, Grant { step, federation, until, reason })?;
            let (location, version) = (format!("/v1/championships/{id}/dispensations/{}", row.id), row.version);
            Ok(Answer::created(&Dispensation::of(row)?, location)?.version(version))
        })
        .await
}

/// List dispensations
///
/// All of the championship, revoked ones too.
#[utoipa::path(tag = "championships", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = DispensationPage)))]
#[get("/v1/championships/{championship}/dispensations")]
pub async fn list_dispensations(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListDispensations, Target::Championship(id), Keep::Revalidate, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = dispensations::list_dispensations(view, after, page.fetch())?;
            let found = rows.into_iter().map(Dispensation::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(found, |one| vec![one.id.clone()], |one| one))
        })
        .await
}

/// Read a dispensation
///
/// As it was granted, and whether it was used or revoked.
#[utoipa::path(tag = "championships", params(("championship" = String, Path), ("dispensation" = String, Path)), responses((status = 200, description = "The dispensation", body = Dispensation)))]
#[get("/v1/championships/{championship}/dispensations/{dispensation}")]
pub async fn get_dispensation(caller: Caller) -> Result<HttpResponse, Problem> {
    let (championship, id) = path(&caller)?;
    caller
        .read(Action::GetDispensation, Target::Dispensation(championship, id.clone()), Keep::Revalidate, move |view| {
            answer(dispensations::get_dispensation(view, &id)?)
        })
        .await
}

/// Revoke a dispensation
///
/// As long as nobody has come late by it; then 409 `dispensation_used`.
#[utoipa::path(tag = "championships", params(("championship" = String, Path), ("dispensation" = String, Path)), responses((status = 200, description = "Revoked", body = Dispensation)))]
#[post("/v1/championships/{championship}/dispensations/{dispensation}/revocation")]
pub async fn revoke_dispensation(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (championship, id) = path(&caller)?;
    caller
        .write(Action::RevokeDispensation, Target::Dispensation(championship, id.clone()), move |tx| {
            answer(dispensations::revoke_dispensation(tx, &id)?)
        })
        .await
}

fn answer(row: DispensationRow) -> Done<Answer> {
    let version = row.version;
    Ok(Answer::ok(&Dispensation::of(row)?)?.version(version))
}

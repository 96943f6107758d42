//! `/v1/championships/{championship}/officials`: tournament director, chief arbiter and their assistants.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{AccountId, ChampionshipId, OfficialId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_text, federation_code, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::officials::{self, OfficialRow, Proposal, Successor, Vacancy};

/// Somebody who holds an office of the championship, or is proposed for one.
#[derive(Debug, Serialize, ToSchema)]
pub struct Official {
    #[schema(example = "off_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// As the regulations name it; new values may appear.
    #[schema(example = "chief_arbiter")]
    pub office: String,
    #[schema(example = "Ana Peric")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CRO")]
    pub federation: Option<String>,
    /// `proposed`, `nominated` or `ended`; new values may appear.
    #[schema(example = "proposed")]
    pub state: String,
    /// Whether an account acts as this official.
    pub has_account: bool,
    /// The appointment that the nomination made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appointment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub nominated_at: Option<Instant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Instant>,
    /// The official in whose place this one comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    pub version: i64,
}

/// An office for which fewer are nominated than the regulations ask for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfficeVacancy {
    #[schema(example = "assistant_arbiter")]
    pub office: String,
    #[schema(example = "Art. 14")]
    pub article: String,
    pub at_least: u32,
    pub nominated: u32,
}

/// A list of officials.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfficialPage {
    pub data: Vec<Official>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Offices that lack somebody: noted, and nothing stops.
    pub vacancies: Vec<OfficeVacancy>,
}

/// Whom the organizer names.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfficialInput {
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "chief_arbiter")]
    pub office: String,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Ana Peric")]
    pub name: String,
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "CRO")]
    pub federation: Option<String>,
    /// The account that acts as this official; the nomination appoints it.
    #[schema(value_type = Option<String>)]
    pub account: Option<AccountId>,
}

/// Who comes in an official's place.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuccessorInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Bo Ek")]
    pub name: String,
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "SWE")]
    pub federation: Option<String>,
    /// The account that acts as this official; the nomination appoints it.
    #[schema(value_type = Option<String>)]
    pub account: Option<AccountId>,
}

impl Official {
    fn of(row: OfficialRow) -> Done<Self> {
        Ok(Self {
            id: row.id,
            championship: row.championship_id,
            office: row.office,
            name: row.name,
            federation: row.federation,
            state: row.state,
            has_account: row.account_id.is_some(),
            appointment: row.appointment_id,
            nominated_at: row.nominated_at.map(Instant::from_unix_micros).transpose()?,
            ended_at: row.ended_at.map(Instant::from_unix_micros).transpose()?,
            replaces: row.replaces,
            version: row.version,
        })
    }
}

impl From<Vacancy> for OfficeVacancy {
    fn from(vacancy: Vacancy) -> Self {
        Self {
            office: vacancy.office,
            article: format!("Art. {}", vacancy.article),
            at_least: vacancy.at_least,
            nominated: vacancy.nominated,
        }
    }
}

fn answer(row: OfficialRow) -> Done<Answer> {
    let version = row.version;
    Ok(Answer::ok(&Official::of(row)?)?.version(version))
}

fn path_championship(caller: &Caller) -> Result<ChampionshipId, Problem> {
    path_id(caller.path("championship"), "the championship")
}

fn path_official(caller: &Caller) -> Result<(Target, OfficialId), Problem> {
    let official: OfficialId = path_id(caller.path("official"), "the official")?;
    Ok((Target::Official(path_championship(caller)?, official.clone()), official))
}

/// List officials
///
/// All of them by id, ended ones included. `vacancies` says which office lacks somebody.
#[utoipa::path(tag = "officials", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = OfficialPage)))]
#[get("/v1/championships/{championship}/officials")]
pub async fn list_officials(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = path_championship(&caller)?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListOfficials, Target::Championship(id), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let (rows, vacancies) = officials::list_officials(view, after, page.fetch())?;
            let found = rows.into_iter().map(Official::of).collect::<Done<Vec<_>>>()?;
            let page = page.answer(found, |official| vec![official.id.clone()], |official| official);
            Answer::ok(&OfficialPage {
                data: page.data,
                next_cursor: page.next_cursor,
                vacancies: vacancies.into_iter().map(OfficeVacancy::from).collect(),
            })
        })
        .await
}

/// Read an official
///
/// One official, ended or not.
#[utoipa::path(tag = "officials", params(("championship" = String, Path), ("official" = String, Path)), responses((status = 200, description = "The official", body = Official)))]
#[get("/v1/championships/{championship}/officials/{official}")]
pub async fn get_official(caller: Caller) -> Result<HttpResponse, Problem> {
    let (target, id) = path_official(&caller)?;
    caller
        .read(Action::GetOfficial, target, Keep::Shared, move |view| answer(officials::get_official(view, &id)?))
        .await
}

/// Propose an official
///
/// Tournament director, assistants and assistant arbiters are nominated with it (Art. 13, 14); a chief arbiter is proposed
/// to FIDE. One more than the regulations allow is `too_many_officials`. With an account, the nomination makes its
/// appointment.
#[utoipa::path(tag = "officials", params(("championship" = String, Path)), request_body = OfficialInput, responses((status = 201, description = "Proposed or nominated", body = Official)))]
#[post("/v1/championships/{championship}/officials")]
pub async fn propose_official(caller: Caller, input: Input<OfficialInput>) -> Result<HttpResponse, Problem> {
    let id = path_championship(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ProposeOfficial, Target::Championship(id.clone()), move |tx| {
            let proposal = Proposal {
                office: input.office,
                name: input.name,
                federation: input.federation,
                account: input.account,
            };
            let row = officials::propose_official(tx, proposal)?;
            let (location, version) = (format!("/v1/championships/{id}/officials/{}", row.id), row.version);
            Ok(Answer::created(&Official::of(row)?, location)?.version(version))
        })
        .await
}

/// Nominate an official
///
/// FIDE, by its President, nominates whom the organizer proposed (Art. 14).
#[utoipa::path(tag = "officials", params(("championship" = String, Path), ("official" = String, Path)), responses((status = 200, description = "Nominated", body = Official)))]
#[post("/v1/championships/{championship}/officials/{official}/nomination")]
pub async fn nominate_official(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (target, id) = path_official(&caller)?;
    caller.write(Action::NominateOfficial, target, move |tx| answer(officials::nominate_official(tx, &id)?)).await
}

/// End an official's office
///
/// Takes a proposal back, or ends a nomination and with it the appointment. A nomination is ended by who made it.
#[utoipa::path(tag = "officials", params(("championship" = String, Path), ("official" = String, Path)), responses((status = 200, description = "Ended", body = Official)))]
#[post("/v1/championships/{championship}/officials/{official}/end")]
pub async fn end_official(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (target, id) = path_official(&caller)?;
    caller.write(Action::EndOfficial, target, move |tx| answer(officials::end_official(tx, &id)?)).await
}

/// Put another in an official's place
///
/// Also in mid-event, and in one step: the successor begins as the one before ends, with the appointments of both
/// (Art. 13, 14). A chief arbiter is FIDE's to nominate: the successor is proposed, the one in office stays until the
/// nomination and leaves with it. What was done stays under the name of who did it; what is open is the successor's.
#[utoipa::path(tag = "officials", params(("championship" = String, Path), ("official" = String, Path)), request_body = SuccessorInput, responses((status = 201, description = "The successor", body = Official)))]
#[post("/v1/championships/{championship}/officials/{official}/replacement")]
pub async fn replace_official(caller: Caller, input: Input<SuccessorInput>) -> Result<HttpResponse, Problem> {
    let (target, id) = path_official(&caller)?;
    let championship = path_championship(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ReplaceOfficial, target, move |tx| {
            let successor = Successor { name: input.name, federation: input.federation, account: input.account };
            let row = officials::replace_official(tx, &id, successor)?;
            let (location, version) = (format!("/v1/championships/{championship}/officials/{}", row.id), row.version);
            Ok(Answer::created(&Official::of(row)?, location)?.version(version))
        })
        .await
}

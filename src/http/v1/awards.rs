//! `/v1/championships/{championship}/awards`: who receives which prize, on what ground, and whether the committee confirmed it.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::groups::NumberedTeam;
use crate::access::Action;
use crate::domain::ids::{AwardId, ChampionshipId, PersonId, TeamId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_lines, clean_text, objects, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::awards::{self, AwardSheet, Named, Recipient};
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::{Error, Result as Done};

/// An award of a prize: it never changes silently, another one takes its place.
#[derive(Debug, Serialize, ToSchema)]
pub struct Award {
    #[schema(example = "awd_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// The key of the prize in the list.
    #[schema(example = "best_on_board_1")]
    pub prize: String,
    #[schema(example = "Best result on the first board")]
    pub title: String,
    /// 1, 2, 3 … of this prize.
    #[schema(example = 1)]
    pub number: i32,
    /// `proposed`, `confirmed`, `refused` by the committee, or `superseded`: another was proposed, or the results have changed
    /// and its conditions now give something else. New values may appear.
    #[schema(example = "confirmed")]
    pub state: String,
    /// The results have changed since: it is to be proposed and confirmed anew.
    pub outdated: bool,
    /// Empty where nobody fulfils the conditions: the prize is not awarded.
    pub recipients: Vec<AwardRecipient>,
    /// Why, of a special prize.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[schema(format = DateTime)]
    pub proposed_at: String,
    /// When the appeals committee confirmed it (Art. 26).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub confirmed_at: Option<String>,
    /// Why the committee refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal_reason: Option<String>,
    pub version: i64,
}

/// Who receives a prize.
#[derive(Debug, Serialize, ToSchema)]
pub struct AwardRecipient {
    pub team: NumberedTeam,
    /// Absent where the team receives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "per_0197a0c2d5f07000800000000000000c")]
    pub person: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Nora Nilsen")]
    pub name: Option<String>,
    /// Absent where a decision is the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<AwardGround>,
}

/// The figures for which a prize is awarded.
#[derive(Debug, Serialize, ToSchema)]
pub struct AwardGround {
    /// By the criteria of the prize.
    #[schema(example = 1)]
    pub rank: u32,
    #[schema(example = 12)]
    pub half_points: i32,
    /// Of a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<i32>,
    /// Games over the board of a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 7)]
    pub games: Option<u32>,
    /// Rounds that the player's team played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 9)]
    pub team_rounds: Option<u32>,
}

/// A list of awards.
#[derive(Debug, Serialize, ToSchema)]
pub struct AwardPage {
    pub data: Vec<Award>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Which prize, and for a special one who receives it and why.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AwardInput {
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "best_on_board_1")]
    pub prize: String,
    /// Of a special prize alone: the others follow from their conditions.
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 100), nested)]
    #[schema(max_items = 100)]
    pub recipients: Vec<RecipientInput>,
    /// Of a special prize alone.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "For the most beautiful game, in round 3")]
    pub reason: Option<String>,
}

/// A team, or a player.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecipientInput {
    #[schema(value_type = Option<String>, example = "team_0197a0c2d5f07000800000000000000a")]
    pub team: Option<TeamId>,
    #[schema(value_type = Option<String>, example = "per_0197a0c2d5f07000800000000000000c")]
    pub person: Option<PersonId>,
}

/// Why the committee refuses it.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AwardRefusal {
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The prize is for a game that was won")]
    pub reason: String,
}

impl Award {
    fn of(sheet: &AwardSheet) -> Done<Self> {
        let row = &sheet.row;
        let state = if sheet.outdated { "superseded" } else { &row.state };
        Ok(Self {
            id: row.id.clone(),
            championship: row.championship_id.clone(),
            prize: row.prize_key.clone(),
            title: sheet.prize.title.clone(),
            number: row.number,
            state: state.to_owned(),
            outdated: sheet.outdated,
            recipients: sheet.recipients.iter().map(|one| recipient(sheet, one)).collect::<Done<_>>()?,
            reason: row.reason.clone(),
            proposed_at: moment(row.proposed_at)?,
            confirmed_at: row.confirmed_at.map(moment).transpose()?,
            refusal_reason: row.decision_reason.clone(),
            version: row.version,
        })
    }
}

fn recipient(sheet: &AwardSheet, one: &Recipient) -> Done<AwardRecipient> {
    let team = sheet.teams.get(&one.team).map(NumberedTeam::from);
    Ok(AwardRecipient {
        team: team.ok_or_else(|| Error::Internal(format!("team {} is in no group", one.team)))?,
        name: one.person.as_ref().and_then(|person| sheet.names.get(person)).cloned(),
        person: one.person.clone(),
        ground: one.figures.as_ref().map(|figures| AwardGround {
            rank: figures.rank,
            half_points: figures.half_points,
            match_points: figures.match_points,
            games: figures.games,
            team_rounds: figures.team_rounds,
        }),
    })
}

/// The tag follows the names, and whether the results have changed.
fn answer(sheet: &AwardSheet) -> Done<Answer> {
    Ok(Answer::ok(&Award::of(sheet)?)?.view_of_parts(sheet.row.version, "award"))
}

fn path(caller: &Caller) -> Result<(Target, AwardId), Problem> {
    let championship: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let id: AwardId = path_id(caller.path("award"), "the award")?;
    Ok((Target::Award(championship, id.clone()), id))
}

/// List awards
///
/// Those that the committee confirmed, superseded ones too. The organizer, the direction and the committee also see the rest.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = AwardPage)))]
#[get("/v1/championships/{championship}/awards")]
pub async fn list_awards(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListAwards, Target::Championship(id), Keep::Revalidate, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let sheets = awards::list_awards(view, after, page.fetch())?;
            let found = sheets.iter().map(Award::of).collect::<Done<Vec<_>>>()?;
            Answer::ok(&page.answer(found, |one| vec![one.id.clone()], |one| one))
        })
        .await
}

/// Read an award
///
/// With the figures that are its ground, and whether it still holds.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path), ("award" = String, Path)), responses((status = 200, description = "The award", body = Award)))]
#[get("/v1/championships/{championship}/awards/{award}")]
pub async fn get_award(caller: Caller) -> Result<HttpResponse, Problem> {
    let (target, id) = path(&caller)?;
    caller.read(Action::GetAward, target, Keep::Revalidate, move |view| answer(&awards::get_award(view, &id)?)).await
}

/// Propose an award
///
/// Who receives a prize for teams or players follows from its published conditions, ties by the conditions; a special prize
/// names its recipients and a reason. It takes the place of the award of the same prize before it.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path)), request_body = AwardInput, responses((status = 201, description = "Proposed", body = Award)))]
#[post("/v1/championships/{championship}/awards")]
pub async fn propose_award(caller: Caller, input: Input<AwardInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let Input(AwardInput { prize, recipients, reason }) = input;
    caller
        .write(Action::ProposeAward, Target::Championship(id.clone()), move |tx| {
            let named: Vec<Named> =
                recipients.into_iter().map(|one| Named { team: one.team, person: one.person }).collect();
            let sheet = awards::propose_award(tx, &prize, &named, reason)?;
            let location = format!("/v1/championships/{id}/awards/{}", sheet.row.id);
            Ok(Answer::created(&Award::of(&sheet)?, location)?.view_of_parts(sheet.row.version, "award"))
        })
        .await
}

/// Confirm an award
///
/// The appeals committee sees to it that the conditions are observed (Art. 26). Its chairman or a member records its decision;
/// a proposal that the results have overtaken is 409 `award_outdated`.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path), ("award" = String, Path)), responses((status = 200, description = "Confirmed", body = Award)))]
#[post("/v1/championships/{championship}/awards/{award}/confirmation")]
pub async fn confirm_award(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (target, id) = path(&caller)?;
    caller.write(Action::ConfirmAward, target, move |tx| answer(&awards::confirm_award(tx, &id)?)).await
}

/// Refuse an award
///
/// The appeals committee does not confirm it, with a reason; the direction may propose another.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path), ("award" = String, Path)), request_body = AwardRefusal, responses((status = 200, description = "Refused", body = Award)))]
#[post("/v1/championships/{championship}/awards/{award}/refusal")]
pub async fn refuse_award(caller: Caller, input: Input<AwardRefusal>) -> Result<HttpResponse, Problem> {
    let (target, id) = path(&caller)?;
    let Input(AwardRefusal { reason }) = input;
    caller.write(Action::RefuseAward, target, move |tx| answer(&awards::refuse_award(tx, &id, reason)?)).await
}

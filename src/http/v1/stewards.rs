//! `/v1/matches/{match}/steward` and `/v1/groups/{group}/rounds/{number}/stewards`: who follows which match.

use actix_web::{HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::rounds::path as round_in_path;
use crate::access::Action;
use crate::domain::ids::{AccountId, MatchId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::stewards::{self, Naming, StewardRow, Stewards};

/// Somebody who is or was steward of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct Steward {
    /// 1 for the first steward of the match.
    #[schema(example = 1)]
    pub ordinal: i32,
    #[schema(example = "Olga Petrova")]
    pub name: String,
    /// Whether an account acts as this steward.
    pub has_account: bool,
    #[schema(format = DateTime)]
    pub named_at: String,
    /// When another came in this one's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
}

/// The stewards of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchStewards {
    #[serde(rename = "match")]
    pub match_id: String,
    /// The one who follows the match now; absent where the director has named nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steward: Option<Steward>,
    /// Those before, the first named first.
    pub earlier: Vec<Steward>,
    /// Under which each match has one.
    #[schema(example = "Art. 15")]
    pub article: String,
    /// How many were named.
    pub version: i64,
}

/// A match of a round with its steward.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedMatch {
    #[serde(rename = "match")]
    pub match_id: String,
    /// Place in the round.
    #[schema(example = 1)]
    pub number: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steward: Option<Steward>,
}

/// A match that has no steward.
#[derive(Debug, Serialize, ToSchema)]
pub struct StewardVacancy {
    #[serde(rename = "match")]
    pub match_id: String,
    #[schema(example = "Art. 15")]
    pub article: String,
}

/// The matches of a round with their stewards.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundStewards {
    pub data: Vec<WatchedMatch>,
    /// Matches that lack a steward: noted, and nothing stops.
    pub vacancies: Vec<StewardVacancy>,
}

/// Whom the tournament director names.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StewardInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Olga Petrova")]
    pub name: String,
    /// The account that acts as the steward of this match.
    #[schema(value_type = Option<String>)]
    pub account: Option<AccountId>,
}

impl Steward {
    fn of(row: &StewardRow) -> Result<Self, Error> {
        Ok(Self {
            ordinal: row.ordinal,
            name: row.name.clone(),
            has_account: row.account_id.is_some(),
            named_at: moment(row.named_at)?,
            ended_at: row.ended_at.map(moment).transpose()?,
        })
    }
}

impl MatchStewards {
    fn of(found: &Stewards) -> Result<Self, Error> {
        let earlier = found.named.iter().filter(|steward| steward.ended_at.is_some());
        Ok(Self {
            match_id: found.match_id.clone(),
            steward: found.now().map(Steward::of).transpose()?,
            earlier: earlier.map(Steward::of).collect::<Result<_, _>>()?,
            article: format!("Art. {}", found.article),
            version: found.version(),
        })
    }
}

fn match_in_path(caller: &Caller) -> Result<MatchId, Problem> {
    path_id(caller.path("match"), "the match")
}

/// Name the steward of a match
///
/// By the tournament director, under whose orders the steward is (Art. 15). 201 the first time; to put another in his
/// place, also in mid-play, name the version in `If-Match`: what the earlier one recorded and reported stays. With an
/// account, it acts as steward of this match alone.
#[utoipa::path(tag = "officials", params(("match" = String, Path)), request_body = StewardInput, responses((status = 200, description = "Another named", body = MatchStewards), (status = 201, description = "Named", body = MatchStewards)))]
#[put("/v1/matches/{match}/steward")]
pub async fn name_steward(caller: Caller, input: Input<StewardInput>) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::NameSteward, Target::Steward(id.clone()), move |tx| {
            let naming = Naming { name: input.name, account: input.account };
            let (found, created) = stewards::name_steward(tx, &id, naming)?;
            let location = format!("/v1/matches/{id}/steward");
            Ok(Answer::put(&MatchStewards::of(&found)?, created, location)?.version(found.version()))
        })
        .await
}

/// Read the stewards of a match
///
/// The one who follows it now, and those before. A match without one is no fault here: it is shown (Art. 15).
#[utoipa::path(tag = "officials", params(("match" = String, Path)), responses((status = 200, description = "The stewards", body = MatchStewards)))]
#[get("/v1/matches/{match}/steward")]
pub async fn get_steward(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .read(Action::GetSteward, Target::Steward(id.clone()), Keep::Revalidate, move |view| {
            let found = stewards::get_steward(view, &id)?;
            Ok(Answer::ok(&MatchStewards::of(&found)?)?.version(found.version()))
        })
        .await
}

/// List the stewards of a round
///
/// Each match with its steward; `vacancies` names the matches without one, with the article that wants one (Art. 15).
#[utoipa::path(tag = "officials", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), responses((status = 200, description = "The stewards", body = RoundStewards)))]
#[get("/v1/groups/{group}/rounds/{number}/stewards")]
pub async fn list_round_stewards(caller: Caller) -> Result<HttpResponse, Problem> {
    let (group, number) = round_in_path(&caller)?;
    caller
        .read(Action::ListRoundStewards, Target::Round(group.clone(), number), Keep::Revalidate, move |view| {
            let (watched, article) = stewards::list_round_stewards(view, &group, number)?;
            let article = format!("Art. {article}");
            let lacking = watched.iter().filter(|game| game.steward.is_none());
            let vacancies = lacking
                .map(|game| StewardVacancy { match_id: game.match_id.clone(), article: article.clone() })
                .collect();
            let data = watched
                .iter()
                .map(|game| {
                    Ok(WatchedMatch {
                        match_id: game.match_id.clone(),
                        number: game.number,
                        steward: game.steward.as_ref().map(Steward::of).transpose()?,
                    })
                })
                .collect::<Result<_, Error>>()?;
            Answer::ok(&RoundStewards { data, vacancies })
        })
        .await
}

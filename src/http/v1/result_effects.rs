//! `/v1/matches/{match}/results/{revision}/effect`: the table before and after a decision.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::groups::NumberedTeam;
use super::matches::{BoardOutcome, outcomes};
use super::standings::{Standings, StandingsRow};
use crate::access::Action;
use crate::domain::ids::MatchId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::standings::{self, EffectSheet};

/// What a result, decided or corrected, did to the table of its group.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultEffect {
    #[serde(rename = "match")]
    pub match_id: String,
    #[schema(example = 2)]
    pub revision: i32,
    /// `confirmed`, `decided` or `corrected`.
    #[schema(example = "corrected")]
    pub kind: String,
    /// The ground of a decision, one of the regulations' own; new values may appear.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "correction")]
    pub ground: Option<String>,
    /// Where the ground stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Art. 24")]
    pub article: Option<String>,
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// Number of the match's round.
    pub round: i32,
    /// The round was closed already.
    pub after_closing: bool,
    /// The result that stood before; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards_before: Option<Vec<BoardOutcome>>,
    pub boards_after: Vec<BoardOutcome>,
    /// The teams whose place or points it changed, in the order of the new table.
    pub changed: Vec<ChangedPlace>,
    /// The table of the rounds that had started by then, as it stood just before.
    pub before: Standings,
    /// The same just after.
    pub after: Standings,
}

/// A team whose place or points changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedPlace {
    pub team: NumberedTeam,
    pub before: Place,
    pub after: Place,
}

/// Where a team stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Place {
    #[schema(example = 3)]
    pub rank: u32,
    /// The place is shared.
    pub tied: bool,
    pub game_half_points: i32,
    pub match_points: i32,
}

impl From<&StandingsRow> for Place {
    fn from(row: &StandingsRow) -> Self {
        Self { rank: row.rank, tied: row.tied, game_half_points: row.game_half_points, match_points: row.match_points }
    }
}

impl ResultEffect {
    fn of(sheet: EffectSheet) -> Result<Self, Error> {
        let (before, after) = (Standings::of(&sheet.before)?, Standings::of(&sheet.after)?);
        let was: BTreeMap<&str, Place> =
            before.rows.iter().map(|row| (row.team.id.as_str(), Place::from(row))).collect();
        let mut changed = Vec::new();
        for row in &after.rows {
            let (before, after) = (was.get(row.team.id.as_str()), Place::from(row));
            if let Some(before) = before.filter(|before| **before != after) {
                changed.push(ChangedPlace { team: row.team.clone(), before: before.clone(), after });
            }
        }
        let revision = sheet.revision;
        Ok(Self {
            kind: revision.kind,
            ground: revision.grounds.map(|grounds| grounds.of_match),
            article: sheet.article.map(|article| format!("Art. {article}")),
            decided_at: moment(revision.decided_at)?,
            round: sheet.round.number,
            after_closing: sheet.after_closing,
            boards_before: sheet.replaced.map(|replaced| outcomes(&replaced.outcomes.codes())),
            boards_after: outcomes(&revision.outcomes.codes()),
            match_id: revision.match_id,
            revision: revision.revision,
            changed,
            before,
            after,
        })
    }
}

/// Read what a result did to the table
///
/// The standings just before and just after that revision of the match's result: of every other match the result that
/// stood then, over the rounds that had started. A correction of an old round shows both tables in the same way (Art. 10,
/// 24). A revision never changes, and neither does its effect.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("revision" = i32, Path, minimum = 1)), responses((status = 200, description = "Both tables", body = ResultEffect)))]
#[get("/v1/matches/{match}/results/{revision}/effect")]
pub async fn get_result_effect(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: MatchId = path_id(caller.path("match"), "the match")?;
    let text = caller.path("revision");
    let revision = text.parse().ok().filter(|number: &i32| *number >= 1 && number.to_string() == text);
    let revision =
        revision.ok_or_else(|| Problem::bad_request("the revision in the path must be a number from 1 on"))?;
    caller
        .read(Action::GetResultEffect, Target::Match(id.clone()), Keep::Revalidate, move |view| {
            Answer::ok(&ResultEffect::of(standings::get_result_effect(view, &id, revision)?)?)
        })
        .await
}

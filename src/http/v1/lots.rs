//! `/v1/groups/{group}/lots`: lots that anybody can repeat.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::GroupId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_text, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::lots::{self, DrawnTeam, LotsSheet};

/// The lots of a group. With what is published here anybody can repeat the drawing; `docs/lots.md` says how.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lots {
    pub group: String,
    /// SHA-256 of the server's secret, in hexadecimal: published before the public value was known.
    #[schema(example = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")]
    pub commitment: String,
    #[schema(format = DateTime)]
    pub committed_at: String,
    /// Absent until the lots are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    pub version: i64,
}

/// What was drawn, and from what.
#[derive(Debug, Serialize, ToSchema)]
pub struct Drawing {
    #[schema(format = DateTime)]
    pub drawn_at: String,
    #[schema(example = "drawn from the urn before the captains: 4 8 15 16 23 42")]
    pub public_value: String,
    /// The secret that the commitment was made to, in hexadecimal.
    pub secret: String,
    /// By number.
    pub teams: Vec<LotTeam>,
}

/// A team and the number that it drew.
#[derive(Debug, Serialize, ToSchema)]
pub struct LotTeam {
    /// The key under which the team was drawn.
    #[schema(example = "URS-A")]
    pub key: String,
    pub id: String,
    #[schema(example = "URS")]
    pub federation: String,
    pub letter: String,
    pub name: String,
    #[schema(example = 3)]
    pub number: i32,
}

/// The value that nobody could know when the server committed itself.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawInput {
    #[validate(length(min = 1, max = 500), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 500, example = "drawn from the urn before the captains: 4 8 15 16 23 42")]
    pub public_value: String,
    /// One start for each round, each later than the one before. Left out: one round a day at the hour of the first.
    #[validate(length(min = 1, max = 200))]
    #[schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 200)]
    pub round_starts: Option<Vec<Instant>>,
}

impl From<DrawnTeam> for LotTeam {
    fn from(team: DrawnTeam) -> Self {
        Self {
            key: team.key,
            id: team.id,
            federation: team.federation,
            letter: team.letter,
            name: team.name,
            number: team.number,
        }
    }
}

impl Lots {
    fn of(sheet: LotsSheet) -> Result<Self, Error> {
        let drawing = sheet.drawn.map(|drawn| {
            Ok::<_, Error>(Drawing {
                drawn_at: moment(drawn.at)?,
                public_value: drawn.public_value,
                secret: drawn.secret,
                teams: drawn.teams.into_iter().map(LotTeam::from).collect(),
            })
        });
        Ok(Self {
            group: sheet.group,
            commitment: sheet.commitment,
            committed_at: moment(sheet.committed_at)?,
            drawing: drawing.transpose()?,
            version: sheet.version,
        })
    }
}

/// Commit to the lots
///
/// The server makes a secret of 32 random bytes and publishes its digest. Afterwards a public value is given, and the
/// order follows from both. A group has one commitment: 409 `already_done` for a second (Art. 18).
#[utoipa::path(tag = "groups", params(("group" = String, Path)), responses((status = 201, description = "Committed", body = Lots)))]
#[post("/v1/groups/{group}/lots-commitment")]
pub async fn commit_lots(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .write(Action::CommitLots, Target::Lots(group.clone()), move |tx| {
            let sheet = lots::commit_lots(tx, &group)?;
            let version = sheet.version;
            Ok(Answer::created(&Lots::of(sheet)?, format!("/v1/groups/{group}/lots"))?.version(version))
        })
        .await
}

/// Draw the lots
///
/// Gives each definitely entered team its number and lays out all rounds of the Berger tables (Art. 7, 8, 18, 19).
/// Refused before entries are final (422 `entries_not_final`), without a commitment (422 `not_committed`), with fewer
/// than two teams or more than one group holds (422 `too_few_teams`, `too_many_teams`). `If-Match` names the version of
/// the lots. With `validate_only` the answer shows the lots as they stand and no number.
#[utoipa::path(tag = "groups", params(("group" = String, Path)), request_body = DrawInput, responses((status = 200, description = "Drawn", body = Lots)))]
#[post("/v1/groups/{group}/lots")]
pub async fn draw_lots(caller: Caller, input: Input<DrawInput>) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let Input(input) = input;
    caller
        .write(Action::DrawLots, Target::Lots(group.clone()), move |tx| {
            let sheet = lots::draw_lots(tx, &group, input.public_value, input.round_starts)?;
            let version = sheet.version;
            Ok(Answer::ok(&Lots::of(sheet)?)?.version(version))
        })
        .await
}

/// Read the lots
///
/// The commitment; once drawn, also the public value, the secret and the numbers, so that anybody can repeat it.
#[utoipa::path(tag = "groups", params(("group" = String, Path)), responses((status = 200, description = "The lots", body = Lots)))]
#[get("/v1/groups/{group}/lots")]
pub async fn get_lots(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .read(Action::GetLots, Target::Lots(group.clone()), Keep::Revalidate, move |view| {
            let sheet = lots::get_lots(view, &group)?;
            let version = sheet.version;
            Ok(Answer::ok(&Lots::of(sheet)?)?.version(version))
        })
        .await
}

//! `/v1/groups/{group}/lots/annulment(s)`: a draw that does not count any more.

use actix_web::{HttpResponse, get, post};
use serde::Serialize;
use utoipa::ToSchema;

use super::rounds::WayBackInput;
use crate::access::Action;
use crate::domain::ids::GroupId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::ledger::hex;
use crate::service::lots_annulments::{self, AnnulledDrawRow};

/// A draw that was annulled before anything public depended on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnulledDraw {
    pub group: String,
    /// 1 for the first draw of the group.
    #[schema(example = 1)]
    pub number: i32,
    /// SHA-256 of the secret, in hexadecimal.
    pub commitment: String,
    #[schema(format = DateTime)]
    pub committed_at: String,
    #[schema(example = "drawn from the urn before the captains: 4 8 15 16 23 42")]
    pub public_value: String,
    /// In hexadecimal.
    pub secret: String,
    #[schema(format = DateTime)]
    pub drawn_at: String,
    /// The teams in the order of the numbers that they had drawn, by their ids.
    pub teams: Vec<String>,
    #[schema(example = "A team withdrew before round 1.")]
    pub reason: String,
    #[schema(format = DateTime)]
    pub annulled_at: String,
}

/// A list of annulled draws, the first one first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnulledDrawPage {
    pub data: Vec<AnnulledDraw>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl AnnulledDraw {
    fn of(row: AnnulledDrawRow) -> Result<Self, Error> {
        Ok(Self {
            group: row.group_id,
            number: row.number,
            commitment: hex(&row.commitment),
            committed_at: moment(row.committed_at)?,
            public_value: row.public_value,
            secret: hex(&row.secret),
            drawn_at: moment(row.drawn_at)?,
            teams: serde_json::from_str(&row.teams).map_err(|cause| Error::Internal(format!("draw: {cause}")))?,
            reason: row.reason,
            annulled_at: moment(row.annulled_at)?,
        })
    }
}

/// Annul the lots
///
/// By the director with a reason, until the line-ups of the first round are opened (409 `no_way_back`); and until round 1
/// starts where a team has withdrawn after the lots, for then they have to be drawn anew (Art. 18). Numbers, rounds and
/// matches go, the feed says so of each, entries are open to the director's new commitment, and ids of the old matches
/// answer 404: nothing that belongs to an old pairing can reach a new one. What was drawn stays in the list of annulled
/// draws. `If-Match` names the version of the lots.
#[utoipa::path(tag = "groups", params(("group" = String, Path)), request_body = WayBackInput, responses((status = 200, description = "Annulled", body = AnnulledDraw)))]
#[post("/v1/groups/{group}/lots/annulment")]
pub async fn annul_lots(caller: Caller, input: Input<WayBackInput>) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let Input(input) = input;
    caller
        .write(Action::AnnulLots, Target::Lots(group.clone()), move |tx| {
            Answer::ok(&AnnulledDraw::of(lots_annulments::annul_lots(tx, &group, input.reason)?)?)
        })
        .await
}

/// List annulled draws
///
/// Everything that was drawn and does not count any more, so that anybody can still repeat it; empty as a rule.
#[utoipa::path(tag = "groups", params(("group" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = AnnulledDrawPage)))]
#[get("/v1/groups/{group}/lots/annulments")]
pub async fn list_lots_annulments(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListLotsAnnulments, Target::Group(group.clone()), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).and_then(|number| number.parse().ok());
            let rows = lots_annulments::list_lots_annulments(view, &group, after.unwrap_or(0), page.fetch())?;
            let shown = rows.into_iter().map(AnnulledDraw::of).collect::<Result<Vec<_>, _>>()?;
            Answer::ok(&page.answer(shown, |draw| vec![draw.number.to_string()], |draw| draw))
        })
        .await
}

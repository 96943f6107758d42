//! `/v1/championships/{championship}/lateness-report`: what was met late, and what was missed.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::timetable::{Moment, moment};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::lateness::{self, Late};

/// Everything that was not done when it was due, in the order of the deadlines.
#[derive(Debug, Serialize, ToSchema)]
pub struct LatenessReport {
    pub championship: String,
    pub late: Vec<LateStep>,
}

/// A step that came after its deadline, or has not come.
#[derive(Debug, Serialize, ToSchema)]
pub struct LateStep {
    #[schema(example = "draft_invitation")]
    pub step: String,
    #[schema(example = "Art. 2")]
    pub article: String,
    /// Absent where the step is the organizer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
    /// The deadline of the regulations.
    pub due: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<Moment>,
    /// How much later than the deadline; up to now where it is not done.
    #[schema(example = 3600)]
    pub late_by_seconds: i64,
    /// As in the timetable: `met` (in time by a dispensation), `met_late`, `missed`, or `upcoming` and `due_soon` while a
    /// dispensation lasts.
    #[schema(example = "met_late")]
    pub state: String,
    /// The dispensation that the holder has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "dsp_0198c0ffee007000800000000000abcd")]
    pub dispensation: Option<String>,
}

fn shown(late: Late, now: Instant) -> LateStep {
    let seconds = late.seconds(now);
    let Late { deadline, federation, dispensation } = late;
    LateStep {
        article: format!("Art. {}", deadline.article),
        federation,
        due: moment(&deadline.zone, deadline.due),
        done: deadline.done.map(|done| moment(&deadline.zone, done)),
        late_by_seconds: seconds,
        state: deadline.state.code().to_owned(),
        dispensation,
        step: deadline.key,
    }
}

/// Read the report on lateness
///
/// What the organizer and the federations did after the deadline, by how much, and by which dispensation; and what they
/// have not done.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "The report", body = LatenessReport)))]
#[get("/v1/championships/{championship}/lateness-report")]
pub async fn get_lateness_report(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetLatenessReport, Target::Championship(id.clone()), Keep::Revalidate, move |view| {
            let (late, now) = lateness::get_lateness_report(view)?;
            let late = late.into_iter().map(|late| shown(late, now)).collect();
            Answer::ok(&LatenessReport { championship: id.to_string(), late })
        })
        .await
}

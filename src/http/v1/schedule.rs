//! `/v1/championships/{championship}/schedule`: what is when, day by day.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::schedule::{self, Schedule as Found};

/// The sittings of a championship.
#[derive(Debug, Serialize, ToSchema)]
pub struct Schedule {
    /// IANA time zone of the place of play, in which days are counted.
    #[schema(example = "Europe/Berlin")]
    pub zone: String,
    pub days: Vec<ScheduleDay>,
    #[schema(format = Date, example = "2027-04-24")]
    pub prizes_on: String,
    /// From the day of the first lots to that of the prizes, both counted.
    #[schema(example = 16)]
    pub days_from_lots_to_prizes: i64,
    #[schema(example = 18)]
    pub at_most: u32,
    /// Where the limit stands.
    #[schema(example = "Art. 7")]
    pub article: String,
}

/// A day, and everything that begins on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduleDay {
    #[schema(format = Date, example = "2027-04-10")]
    pub day: String,
    /// Two rounds or more of one group begin on it.
    pub double_day: bool,
    pub sittings: Vec<Sitting>,
}

/// Something that begins at an hour; it belongs to the day on which it begins, also when it lasts beyond midnight.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sitting {
    /// `opening`, `drawing_of_lots` or `round`; new values may appear.
    #[schema(example = "round")]
    pub kind: String,
    /// The signal where it was given, else the hour set.
    #[schema(format = DateTime)]
    pub at: String,
    #[schema(format = DateTime)]
    pub at_local: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Number of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 3)]
    pub round: Option<i32>,
    /// Of a round: `scheduled`, `started` or `closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "scheduled")]
    pub state: Option<String>,
    /// The first period of both players of a game of the round before may not be over yet. Noted, and nothing stops.
    pub overlaps_the_round_before: bool,
}

impl From<Found> for Schedule {
    fn from(found: Found) -> Self {
        let zone = found.zone;
        let days = found.days.into_iter().map(|(day, sittings)| ScheduleDay {
            day: day.to_string(),
            double_day: sittings.iter().enumerate().any(|(index, one)| {
                one.round.is_some()
                    && sittings[..index].iter().any(|other| other.round.is_some() && other.group == one.group)
            }),
            sittings: sittings
                .into_iter()
                .map(|sitting| Sitting {
                    kind: sitting.kind.to_owned(),
                    at: sitting.at.to_string(),
                    at_local: zone.local(sitting.at),
                    group: sitting.group,
                    round: sitting.round,
                    state: sitting.state,
                    overlaps_the_round_before: sitting.overlaps,
                })
                .collect(),
        });
        Self {
            days: days.collect(),
            prizes_on: found.prizes_on.to_string(),
            days_from_lots_to_prizes: found.length,
            at_most: found.at_most,
            article: format!("Art. {}", found.article),
            zone: zone.name().to_owned(),
        }
    }
}

/// Read the schedule
///
/// Opening, lots and rounds of all groups by the days on which they begin, and the days from the lots to the prizes
/// against the most that are allowed (Art. 7, 19).
#[utoipa::path(tag = "rounds", params(("championship" = String, Path)), responses((status = 200, description = "The schedule", body = Schedule)))]
#[get("/v1/championships/{championship}/schedule")]
pub async fn get_schedule(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetSchedule, Target::Championship(id), Keep::Shared, move |view| {
            Answer::ok(&Schedule::from(schedule::get_schedule(view)?))
        })
        .await
}

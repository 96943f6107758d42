//! `/v1/championships/{championship}/timetable`: the calendar and every deadline.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::calendar::{Instant, Zone};
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::LatePolicy;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::timetable::{self, Deadline};

/// What is due when, computed from what is stored and the present moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct Timetable {
    pub championship: String,
    /// IANA name of the zone in which days are counted.
    #[schema(example = "Europe/Berlin")]
    pub zone: String,
    /// The moment for which the states are given; in a sandbox that of its own clock.
    pub now: Moment,
    /// Start of the first round.
    pub starts_at: Moment,
    /// Drawing of lots.
    pub lots_at: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_at: Option<Moment>,
    /// Day of the prize distribution.
    #[schema(value_type = String, format = Date)]
    pub prizes_on: String,
    /// In the order in which they fall due.
    pub deadlines: Vec<TimetableDeadline>,
}

/// A moment, and what the clocks on the spot show.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moment {
    #[schema(value_type = String, format = DateTime)]
    pub instant: Instant,
    #[schema(format = DateTime, example = "2027-04-10T14:00:00+02:00")]
    pub local: String,
}

/// One deadline, as anyone may check it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimetableDeadline {
    /// The step that is due; new values may appear.
    #[schema(example = "draft_invitation")]
    pub step: String,
    #[schema(example = "Art. 2")]
    pub article: String,
    /// The last instant that is in time.
    pub due: Moment,
    #[schema(example = "Europe/Berlin")]
    pub zone: String,
    /// How it was computed.
    #[schema(example = "5 calendar months before 2027-04-10, last day counts")]
    pub derivation: String,
    /// What was read into the text where it is silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// What becomes of a later one: `recorded` or `refused`.
    #[schema(example = "recorded")]
    pub late: String,
    /// `upcoming`, `due_soon`, `met`, `met_late` or `missed`. Entries are met or missed once their time is over.
    #[schema(example = "met")]
    pub state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<Moment>,
    /// How many federations have done it, where each does it for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
}

fn moment(zone: &Zone, instant: Instant) -> Moment {
    Moment { instant, local: zone.local(instant) }
}

fn shown(deadline: Deadline, received: Option<i64>) -> TimetableDeadline {
    TimetableDeadline {
        step: deadline.key,
        article: format!("Art. {}", deadline.article),
        due: Moment { instant: deadline.due, local: deadline.due_local },
        zone: deadline.zone.name().to_owned(),
        derivation: deadline.derivation,
        reading: deadline.reading,
        late: match deadline.late {
            LatePolicy::Recorded => "recorded",
            LatePolicy::Refused => "refused",
        }
        .to_owned(),
        state: deadline.state.code().to_owned(),
        done: deadline.done.map(|done| moment(&deadline.zone, done)),
        received,
    }
}

impl From<timetable::Timetable> for Timetable {
    fn from(found: timetable::Timetable) -> Self {
        let (row, zone) = (found.championship, found.calendar.zone);
        Self {
            championship: row.id.to_string(),
            zone: zone.name().to_owned(),
            now: moment(&zone, found.now),
            starts_at: moment(&zone, row.starts_at),
            lots_at: moment(&zone, row.lots_at),
            opening_at: row.opening_at.map(|opening| moment(&zone, opening)),
            prizes_on: row.prizes_on,
            deadlines: found
                .deadlines
                .into_iter()
                .map(|deadline| {
                    let received = found.received.get(&deadline.key).copied();
                    shown(deadline, received)
                })
                .collect(),
        }
    }
}

/// Read the timetable
///
/// The calendar, and every deadline of the regulations with its instant, local time, zone, article, derivation and state.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "The timetable", body = Timetable)))]
#[get("/v1/championships/{championship}/timetable")]
pub async fn get_timetable(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetTimetable, Target::Championship(id), Keep::Revalidate, move |view| {
            Answer::ok(&Timetable::from(timetable::get_timetable(view)?))
        })
        .await
}

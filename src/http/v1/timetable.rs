//! `/v1/championships/{championship}/timetable`: the calendar and every deadline.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Action;
use crate::domain::calendar::{Instant, Zone};
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::LatePolicy;
use crate::exchange::ics;
use crate::http::call::{Caller, Keep};
use crate::http::input::{is_federation_code, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::timetable::{self, Deadline, DispensationRow};

/// What is due when, computed from what is stored and the present moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct Timetable {
    pub championship: String,
    /// The federation for which it is; absent where it is for everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
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
    /// Who may be later, by dispensation of the FIDE President.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dispensations: Vec<TimetableDispensation>,
}

/// A dispensation, in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimetableDispensation {
    #[schema(example = "dsp_0198c0ffee007000800000000000abcd")]
    pub id: String,
    /// Absent where it is the organizer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "NOR")]
    pub federation: Option<String>,
    /// Absent where its holder is excused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

pub fn moment(zone: &Zone, instant: Instant) -> Moment {
    Moment { instant, local: zone.local(instant) }
}

fn shown(deadline: Deadline, received: Option<i64>, granted: &[DispensationRow]) -> Done<TimetableDeadline> {
    let own = granted.iter().filter(|one| one.step == deadline.key);
    let dispensations = own.map(|one| {
        let until = one.dispensation()?.until.map(|until| moment(&deadline.zone, until));
        Ok(TimetableDispensation { id: one.id.clone(), federation: one.federation.clone(), until })
    });
    Ok(TimetableDeadline {
        dispensations: dispensations.collect::<Done<_>>()?,
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
    })
}

impl Timetable {
    fn of(found: timetable::Timetable, federation: Option<String>) -> Done<Self> {
        let (row, zone) = (found.championship, found.calendar.zone);
        let deadlines = found.deadlines.into_iter().map(|deadline| {
            let received = found.received.get(&deadline.key).copied();
            shown(deadline, received, &found.dispensations)
        });
        Ok(Self {
            championship: row.id.to_string(),
            federation,
            zone: zone.name().to_owned(),
            now: moment(&zone, found.now),
            starts_at: moment(&zone, row.starts_at),
            lots_at: moment(&zone, row.lots_at),
            opening_at: row.opening_at.map(|opening| moment(&zone, opening)),
            prizes_on: row.prizes_on,
            deadlines: deadlines.collect::<Done<_>>()?,
        })
    }
}

fn asked(caller: &Caller) -> Result<(ChampionshipId, Option<String>), Problem> {
    let id = path_id(caller.path("championship"), "the championship")?;
    let federation = caller.query(&["federation"])?.remove("federation");
    if federation.as_deref().is_some_and(|code| !is_federation_code(code)) {
        return Err(Problem::bad_request("federation is three capital letters"));
    }
    Ok((id, federation))
}

/// Read the timetable
///
/// The calendar, and every deadline of the regulations with its instant, local time, zone, article, derivation and state.
/// With `federation` as it is for that one: what it has done itself, and its own dispensations.
#[utoipa::path(tag = "championships", params(("championship" = String, Path), ("federation" = Option<String>, Query, example = "NOR")), responses((status = 200, description = "The timetable", body = Timetable)))]
#[get("/v1/championships/{championship}/timetable")]
pub async fn get_timetable(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, federation) = asked(&caller)?;
    caller
        .read(Action::GetTimetable, Target::Championship(id), Keep::Revalidate, move |view| {
            let found = timetable::get_timetable(view, federation.as_deref())?;
            Answer::ok(&Timetable::of(found, federation)?)
        })
        .await
}

/// Read the timetable as a calendar
///
/// The same as iCalendar (RFC 5545), to be subscribed to: deadlines, lots, opening, first round, prizes. With `federation`
/// as it is for that one, its dispensations included.
#[utoipa::path(tag = "championships", params(("championship" = String, Path), ("federation" = Option<String>, Query, example = "NOR")), responses((status = 200, description = "The calendar", body = String, content_type = "text/calendar")))]
#[get("/v1/championships/{championship}/timetable.ics")]
pub async fn get_timetable_calendar(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, federation) = asked(&caller)?;
    let mut response = caller
        .read(Action::GetTimetableCalendar, Target::Championship(id), Keep::Revalidate, move |view| {
            let found = timetable::get_timetable(view, federation.as_deref())?;
            let body = calendar(&found, federation.as_deref())?.into_bytes();
            Ok(Answer { created: false, body, etag: None, location: None, secret: false, file: None })
        })
        .await?;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8"));
    Ok(response)
}

fn calendar(found: &timetable::Timetable, federation: Option<&str>) -> Done<String> {
    let row = &found.championship;
    let whose = federation.map(|code| format!("-{code}")).unwrap_or_default();
    let event = |key: &str, when: ics::When, description: String| ics::Event {
        uid: format!("{}-{key}{whose}@teamchess", row.id),
        when,
        summary: format!("{}: {}", row.title, key.replace('_', " ")),
        description,
    };
    let mut events: Vec<_> = found
        .deadlines
        .iter()
        .map(|deadline| {
            let extended = deadline.dispensation.and_then(|held| held.until).filter(|until| *until > deadline.due);
            let by = if deadline.dispensation.is_some() { "; by dispensation" } else { "" };
            let description = format!(
                "Art. {}: {}\n{} ({}){by}\n{}",
                deadline.article,
                deadline.derivation,
                deadline.due_local,
                deadline.zone.name(),
                deadline.state.code()
            );
            event(&deadline.key, ics::When::Moment(extended.unwrap_or(deadline.due)), description)
        })
        .collect();
    let mut at = |key: &str, instant: Instant| {
        events.push(event(key, ics::When::Moment(instant), found.calendar.zone.local(instant)));
    };
    at("drawing_of_lots", row.lots_at);
    if let Some(opening) = row.opening_at {
        at("opening", opening);
    }
    at("first_round", row.starts_at);
    events.push(event("prizes", ics::When::Day(row.prizes_date()?), row.city.clone()));
    Ok(ics::Calendar { name: &row.title, events }.write(found.now))
}

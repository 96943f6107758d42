//! Championships: designation, sandboxes, the calendar and the sandbox's clock.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::access::Role;
use crate::domain::calendar::{Instant, Zone};
use crate::domain::championship::Phase;
use crate::domain::designation;
pub use crate::domain::designation::Flag;
use crate::domain::federation::{require_affiliated, require_not_suspended};
use crate::domain::ids::{AppointmentId, ChampionshipId, CompetitionId, GroupId, StageId};
use crate::domain::rulebook::Rulebook;
use crate::domain::timetable::stays_passed;
use crate::domain::violation::{Rule, Violation};
use crate::storage::appointments::{self, AppointmentRow};
use crate::storage::archives::{self, Origin};
use crate::storage::championships as rows;
pub use crate::storage::championships::{ChampionshipRow, Filter};
use crate::storage::competitions::{self, CompetitionRow, GroupRow, StageRow};
use crate::storage::{Db, federations};

/// The article under which only affiliated federations organize.
const ORGANIZER_ARTICLE: &str = "1";

/// What is decided at the designation.
pub struct Designation {
    pub title: String,
    pub year: i32,
    pub regulations: String,
    pub organizer: String,
    pub city: String,
    pub zone: String,
    pub designated_on: Date,
    pub starts_at: Instant,
    pub lots_at: Instant,
    pub opening_at: Option<Instant>,
    pub prizes_on: Date,
    pub settings: BTreeMap<String, String>,
}

/// What an organizer changes of it; `None` leaves a value as it is.
#[derive(Default)]
pub struct Changes {
    pub title: Option<String>,
    pub organizer: Option<String>,
    pub city: Option<String>,
    pub zone: Option<String>,
    pub starts_at: Option<Instant>,
    pub lots_at: Option<Instant>,
    pub opening_at: Option<Option<Instant>>,
    pub prizes_on: Option<Date>,
    pub settings: Option<BTreeMap<String, String>>,
}

/// A championship with what is derived and what belongs to it.
pub struct Championship {
    pub row: ChampionshipRow,
    pub flags: Vec<Flag>,
    /// Phases that may follow; none in a list.
    pub next_phases: Vec<Phase>,
    pub competitions: Vec<Competition>,
    /// Where an archive came from.
    pub origin: Option<Origin>,
}

pub struct Competition {
    pub row: CompetitionRow,
    pub stages: Vec<(StageRow, Vec<GroupRow>)>,
}

/// Records what the Congress decided.
pub fn designate_championship(tx: &mut Tx<'_>, id: ChampionshipId, facts: Designation) -> Result<Championship> {
    create(tx, id, facts, None)
}

/// Opens a championship for trying things out: it has its own clock, and whoever opens it organizes it.
pub fn open_sandbox(tx: &mut Tx<'_>, id: ChampionshipId, facts: Designation, clock: Instant) -> Result<Championship> {
    let championship = create(tx, id.clone(), facts, Some(clock))?;
    if let Some(account) = tx.actor.account() {
        let row = AppointmentRow {
            id: tx.new_id(AppointmentId::new).to_string(),
            account_id: account.to_string(),
            role: Role::Organizer.code().to_owned(),
            championship_id: Some(id.to_string()),
            federation: None,
            starts_at: tx.recorded_at.unix_micros(),
            ends_at: None,
            created_at: tx.recorded_at.unix_micros(),
            version: 1,
        };
        appointments::insert(tx.db, &row)?;
        tx.changed("appointment", &row.id, 1, Change::Created);
    }
    Ok(championship)
}

fn create(
    tx: &mut Tx<'_>,
    id: ChampionshipId,
    facts: Designation,
    sandbox_now: Option<Instant>,
) -> Result<Championship> {
    let Some(rules) = tx.rulebook(&facts.regulations)? else {
        let detail = format!("there are no regulations {}", facts.regulations);
        return Err(Violation::new(Rule::InvalidValue, detail).at("/regulations").into());
    };
    let rules = rules.answering(&facts.settings)?;
    let zone = Zone::named(&facts.zone).map_err(|fault| fault.at("/zone"))?;
    let mut row = ChampionshipRow {
        id,
        title: facts.title,
        year: facts.year,
        regulations: facts.regulations,
        organizer: facts.organizer,
        city: facts.city,
        zone: zone.name().to_owned(),
        designated_on: facts.designated_on.to_string(),
        designated_late: false,
        starts_at: facts.starts_at,
        lots_at: facts.lots_at,
        opening_at: facts.opening_at,
        prizes_on: facts.prizes_on.to_string(),
        phase: Phase::Designated.code().to_owned(),
        closed_at: None,
        sandbox_now,
        created_at: tx.recorded_at,
        version: 1,
        settings: facts.settings,
    };
    settle(tx, &mut row, &rules).map_err(|error| error.under(Some(Arc::new(rules.clone()))))?;
    rows::insert(tx.db, &row)?;
    tx.changed("championship", &row.id, row.version, Change::Created);
    add_competitions(tx, &row.id, &rules)?;
    tx.note(json!({
        "year": row.year,
        "regulations": row.regulations,
        "organizer": row.organizer,
        "designated_on": row.designated_on,
        "designated_late": row.designated_late,
        "starts_at": row.starts_at,
        "sandbox": row.sandbox(),
        "settings": row.settings,
    }));
    complete(tx.db, row)
}

/// Changes title, organizer, place or calendar; what a decision rested on is checked again.
pub fn update_championship(tx: &mut Tx<'_>, changes: Changes) -> Result<Championship> {
    let mut rules = tx.rules()?;
    let mut row = tx.event()?.row.clone();
    if let Some(settings) = changes.settings {
        // Federations entered under the answers that stood when they were invited.
        if settings != row.settings && tx.event()?.phase != Phase::Designated {
            return Err(Error::state("already_done", "the invitation was sent under the settings as they stand"));
        }
        let text = tx.rulebook(&row.regulations)?.ok_or_else(|| Error::not_found("regulations", &row.regulations))?;
        rules = Arc::new(text.answering(&settings)?);
        row.settings = settings;
    }
    if let Some(zone) = changes.zone {
        row.zone = Zone::named(&zone).map_err(|fault| fault.at("/zone"))?.name().to_owned();
    }
    row.title = changes.title.unwrap_or(row.title);
    row.organizer = changes.organizer.unwrap_or(row.organizer);
    row.city = changes.city.unwrap_or(row.city);
    row.starts_at = changes.starts_at.unwrap_or(row.starts_at);
    row.lots_at = changes.lots_at.unwrap_or(row.lots_at);
    row.opening_at = changes.opening_at.unwrap_or(row.opening_at);
    row.prizes_on = changes.prizes_on.map_or(row.prizes_on, |date| date.to_string());
    let moved = row.calendar()?;
    if tx.event()?.phase != Phase::Designated {
        stays_passed(&*tx.rules()?, &tx.event()?.row.calendar()?, &moved, tx.now)?;
    }
    settle(tx, &mut row, &rules)?;
    row.version += 1;
    rows::update(tx.db, &row)?;
    tx.changed("championship", &row.id, row.version, Change::Updated);
    tx.note(json!({
        "title": row.title,
        "organizer": row.organizer,
        "city": row.city,
        "zone": row.zone,
        "starts_at": row.starts_at,
        "lots_at": row.lots_at,
        "opening_at": row.opening_at,
        "prizes_on": row.prizes_on,
        "settings": row.settings,
    }));
    complete(tx.db, row)
}

/// Moves a sandbox's clock forward; the real clock is nobody's to move.
pub fn advance_clock(tx: &mut Tx<'_>, to: Instant) -> Result<Championship> {
    let mut row = tx.event()?.row.clone();
    let Some(now) = row.sandbox_now else {
        return Err(Error::state("not_a_sandbox", "this championship goes by the real time"));
    };
    if to < now {
        let detail = format!("the sandbox's clock stands at {now} and does not go back to {to}");
        return Err(Violation::new(Rule::ClockBackwards, detail)
            .fact("now", now.to_string())
            .fact("to", to.to_string())
            .at("/to")
            .into());
    }
    row.sandbox_now = Some(to);
    row.version += 1;
    rows::update(tx.db, &row)?;
    tx.changed("championship", &row.id, row.version, Change::Updated);
    let announced = tx.announce(to)?.len();
    tx.note(json!({"from": now, "to": to, "announced": announced}));
    complete(tx.db, row)
}

pub fn get_championship(view: &mut View<'_>) -> Result<Championship> {
    let row = view.event()?.row.clone();
    complete(view.db, row)
}

pub fn list_championships(
    view: &mut View<'_>,
    filter: &Filter,
    after: Option<(i32, &str)>,
    limit: i64,
) -> Result<Vec<Championship>> {
    let editions = rows::editions(view.db)?;
    let found = rows::list(view.db, filter, after, limit)?;
    let ids: Vec<&str> = found.iter().map(|row| row.id.as_str()).collect();
    let mut origins = archives::origins(view.db, &ids)?;
    Ok(found
        .into_iter()
        .map(|row| Championship {
            origin: origins.remove(row.id.as_str()),
            flags: flags(&row, &editions),
            next_phases: Vec::new(),
            competitions: Vec::new(),
            row,
        })
        .collect())
}

/// What every state of the row must satisfy; sets what follows from its dates.
fn settle(tx: &mut Tx<'_>, row: &mut ChampionshipRow, rules: &Rulebook) -> Result<()> {
    let now = tx.now;
    let fault = |_| Error::Internal(format!("the calendar of {} cannot be read", row.id));
    let calendar = row.calendar().map_err(fault)?;
    designation::check_calendar(rules, &calendar, row.prizes_date()?, now)?;
    row.designated_late = designation::designated_late(rules, &calendar, row.designation_date()?, now)?;
    let affiliation =
        federations::find(tx.db, &row.organizer)?.map(|federation| federation.affiliation()).transpose()?;
    let (start, today) = (calendar.zone.date(row.starts_at), calendar.zone.date(now));
    require_not_suspended(&row.organizer, affiliation.as_ref(), today, ORGANIZER_ARTICLE)
        .and_then(|()| require_affiliated(&row.organizer, affiliation, start, ORGANIZER_ARTICLE))
        .map_err(|refusal| refusal.at("/organizer"))?;
    Ok(())
}

/// Each category is a competition of one stage with one group, until the number of teams asks for more.
fn add_competitions(tx: &mut Tx<'_>, championship: &ChampionshipId, rules: &Rulebook) -> Result<()> {
    for key in rules.categories.keys() {
        let competition = CompetitionRow {
            id: tx.new_id(CompetitionId::new).to_string(),
            championship_id: championship.to_string(),
            key: key.clone(),
            name: capitalized(key),
            version: 1,
        };
        competitions::insert(tx.db, &competition)?;
        let stage = StageRow {
            id: tx.new_id(StageId::new).to_string(),
            competition_id: competition.id,
            ordinal: 1,
            kind: designation::first_stage(rules).to_owned(),
            version: 1,
        };
        competitions::insert_stage(tx.db, &stage)?;
        let group = GroupRow {
            id: tx.new_id(GroupId::new).to_string(),
            stage_id: stage.id,
            championship_id: championship.to_string(),
            ordinal: 1,
            name: "A".to_owned(),
            version: 1,
        };
        competitions::insert_group(tx.db, &group)?;
        tx.changed("group", &group.id, 1, Change::Created);
    }
    Ok(())
}

fn capitalized(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn complete(db: &mut Db, row: ChampionshipRow) -> Result<Championship> {
    let phase = Phase::from_code(&row.phase).ok_or_else(|| Error::Internal(format!("phase {}", row.phase)))?;
    let editions = rows::editions(db)?;
    let mut groups: BTreeMap<String, Vec<GroupRow>> = BTreeMap::new();
    for group in competitions::groups_of(db, &row.id)? {
        groups.entry(group.stage_id.clone()).or_default().push(group);
    }
    let mut stages: BTreeMap<String, Vec<(StageRow, Vec<GroupRow>)>> = BTreeMap::new();
    for stage in competitions::stages_of(db, &row.id)? {
        let own = groups.remove(&stage.id).unwrap_or_default();
        stages.entry(stage.competition_id.clone()).or_default().push((stage, own));
    }
    let competitions = competitions::of_championship(db, &row.id)?
        .into_iter()
        .map(|row| Competition { stages: stages.remove(&row.id).unwrap_or_default(), row })
        .collect();
    let origin = archives::origins(db, &[row.id.as_str()])?.remove(row.id.as_str());
    let (flags, next_phases) = (flags(&row, &editions), phase.followers().to_vec());
    Ok(Championship { flags, next_phases, competitions, origin, row })
}

fn flags(row: &ChampionshipRow, editions: &[(String, i32, String)]) -> Vec<Flag> {
    let others: Vec<i32> = if row.sandbox() || row.phase == Phase::Archived.code() {
        Vec::new()
    } else {
        let series = editions.iter().filter(|(rules, _, id)| *rules == row.regulations && id != row.id.as_str());
        series.map(|(_, year, _)| *year).collect()
    };
    designation::flags(row.year, row.designated_late, &others)
}

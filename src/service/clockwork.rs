//! The clockwork: announces deadlines in the feed, each once. No answer of the API depends on it.

use serde_json::json;

use super::call::{Answer, Call};
use super::desk::{Change, Desk, Target, Tx, View};
use super::error::{Error, Result};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::Rulebook;
use crate::domain::timetable::{Calendar, Moment, moments};
use crate::storage::Db;
use crate::storage::announcements::{self, AnnouncementRow};
use crate::storage::championships::{self, Filter};
use crate::storage::matches;
use crate::storage::rounds::{self, CLOSED, RoundRow};

/// That the line-ups of a round are open.
pub const LINEUPS_OPENED: &str = "lineups_opened";

impl Tx<'_> {
    /// Announces the moments that have come by `now` and were not announced before.
    pub fn announce(&mut self, now: Instant) -> Result<Vec<Announced>> {
        let event = self.event()?;
        let (id, rules, calendar) = (event.id().clone(), event.rules.clone(), event.row.calendar()?);
        let due = unannounced(self.db, &id, &rules, &calendar, now)?;
        for moment in &due {
            let row = AnnouncementRow {
                championship_id: id.to_string(),
                step: moment.step.clone(),
                moment: moment.code.to_owned(),
                due_at: moment.due.unix_micros(),
                announced_at: now.unix_micros(),
            };
            announcements::insert(self.db, &row)?;
            self.changed_because("deadline", format!("{id}/{}", moment.step), 1, Change::Announced, moment.code);
        }
        let mut announced: Vec<Announced> =
            due.into_iter().map(|moment| Announced { step: moment.step, code: moment.code }).collect();
        for (round, opened_at) in opened_lineups(self.db, &id, &rules, now)? {
            announced.push(self.announce_lineups(&id, &round, opened_at, now)?);
        }
        Ok(announced)
    }

    /// The round and its matches show from now on who plays.
    fn announce_lineups(
        &mut self,
        id: &ChampionshipId,
        round: &RoundRow,
        opened_at: Instant,
        now: Instant,
    ) -> Result<Announced> {
        let row = AnnouncementRow {
            championship_id: id.to_string(),
            step: place(round),
            moment: LINEUPS_OPENED.to_owned(),
            due_at: opened_at.unix_micros(),
            announced_at: now.unix_micros(),
        };
        announcements::insert(self.db, &row)?;
        self.changed_because("round", &row.step, round.version, Change::Announced, LINEUPS_OPENED);
        for game in matches::of_round(self.db, &round.id)? {
            self.changed_because("match", &game.id, game.version, Change::Announced, LINEUPS_OPENED);
        }
        Ok(Announced { step: row.step, code: LINEUPS_OPENED })
    }
}

/// What was announced: a step of the timetable or a round, and what came of it.
pub struct Announced {
    pub step: String,
    pub code: &'static str,
}

/// How the journal names a round.
fn place(round: &RoundRow) -> String {
    format!("{}/{}", round.group_id, round.number)
}

/// The rounds not closed whose line-ups were opened by `now`, and not announced before.
fn opened_lineups(
    db: &mut Db,
    id: &ChampionshipId,
    rules: &Rulebook,
    now: Instant,
) -> Result<Vec<(RoundRow, Instant)>> {
    let before = announcements::of(db, id)?;
    let mut found = Vec::new();
    for round in rounds::of_championship(db, id.as_str())? {
        let Some(opened_at) = round.hours(rules)?.opened_by(now).filter(|_| round.state != CLOSED) else { continue };
        let announced = before.iter().any(|row| {
            row.step == place(&round) && row.moment == LINEUPS_OPENED && row.due_at == opened_at.unix_micros()
        });
        if !announced {
            found.push((round, opened_at));
        }
    }
    Ok(found)
}

fn unannounced(
    db: &mut Db,
    id: &ChampionshipId,
    rules: &Rulebook,
    calendar: &Calendar,
    now: Instant,
) -> Result<Vec<Moment>> {
    let before = announcements::of(db, id)?;
    let is_new = |moment: &Moment| {
        !before
            .iter()
            .any(|row| row.step == moment.step && row.moment == moment.code && row.due_at == moment.due.unix_micros())
    };
    Ok(moments(rules, calendar, now)?.into_iter().filter(is_new).collect())
}

/// One turn of the clockwork over all real championships; a sandbox announces when its own clock is moved.
pub fn announce_due_moments(desk: &Desk) -> Result<()> {
    let call = Call::by_system("/");
    let championships = championships::list(&mut *desk.pool.get()?, &Filter::default(), None, i64::MAX)?;
    let (mut waiting, mut failed) = (Vec::new(), None);
    for id in championships.into_iter().map(|row| row.id) {
        let look = |view: &mut View<'_>| {
            let event = view.event()?;
            let (rules, calendar) = (event.rules.clone(), event.row.calendar()?);
            if !unannounced(view.db, &id, &rules, &calendar, view.now)?.is_empty()
                || !opened_lineups(view.db, &id, &rules, view.now)?.is_empty()
            {
                waiting.push(id.clone());
            }
            Answer::ok(&())
        };
        // One that cannot be read does not silence the others.
        if let Err(error) = desk.read(&call, Action::GetTimetable, &Target::Championship(id.clone()), Box::new(look)) {
            failed.get_or_insert(error);
        }
    }
    for id in waiting {
        let announce = |tx: &mut Tx<'_>| {
            let announced = tx.announce(tx.now)?;
            if announced.is_empty() {
                // Another instance was faster: nothing is written.
                return Err(Error::state("already_done", "nothing is left to announce"));
            }
            let names = announced.iter().map(|moment| json!({"step": moment.step, "moment": moment.code}));
            tx.note(json!({"announced": names.collect::<Vec<_>>()}));
            Answer::ok(&())
        };
        match desk.write(&call, Action::AnnounceDueMoments, &Target::Championship(id), Box::new(announce)) {
            Ok(_) | Err(Error::Conflict(_)) => {}
            Err(error) => {
                failed.get_or_insert(error);
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

//! What an operation has in hand: the championship as it stands, a write or a read under way, what it tells the journal.

use std::sync::Arc;

use serde_json::Value;

use super::Desk;
use crate::access::{self, Action, Actor, Appointment, Row};
use crate::domain::calendar::Instant;
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::Rulebook;
use crate::entropy::Entropy;
use crate::service::error::{Error, Result};
use crate::storage::Db;
use crate::storage::championships::{self, ChampionshipRow};
use crate::storage::targets::Resolved;

/// A championship as the operation finds it, after the lock.
pub struct Event {
    pub row: ChampionshipRow,
    pub phase: Phase,
    pub rules: Arc<Rulebook>,
}

impl Event {
    pub fn id(&self) -> &ChampionshipId {
        &self.row.id
    }
}

/// A change of one resource, for the journal and the feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Created,
    Updated,
    Removed,
    Announced,
}

impl Change {
    pub fn code(self) -> &'static str {
        match self {
            Change::Created => "created",
            Change::Updated => "updated",
            Change::Removed => "removed",
            Change::Announced => "announced",
        }
    }
}

/// A write under way: the transaction, the moment, who acts, and what will stand in the journal.
pub struct Tx<'a> {
    pub db: &'a mut Db,
    /// Regulation time: the sandbox's own where there is one.
    pub now: Instant,
    /// System time: for tokens, appointments and the journal.
    pub recorded_at: Instant,
    pub actor: &'a Actor,
    /// By which appointment the actor acts here.
    pub acting: Option<Appointment>,
    pub action: Action,
    /// The resource that the path names, as it is after the lock.
    pub target: Resolved,
    pub entropy: &'a Entropy,
    pub dry_run: bool,
    pub(super) event: Option<Event>,
    pub(super) desk: &'a Desk,
    pub(super) changes: Vec<(&'static str, String, i64, Change, Option<String>)>,
    pub(super) payload: Value,
    pub(super) private: Option<Value>,
    pub(super) article: Option<String>,
}

impl Tx<'_> {
    /// The championship of the target.
    pub fn event(&self) -> Result<&Event> {
        self.event.as_ref().ok_or_else(|| Error::Internal(format!("{:?} has no championship", self.action)))
    }

    pub fn rules(&self) -> Result<Arc<Rulebook>> {
        Ok(self.event()?.rules.clone())
    }

    pub fn rulebook(&mut self, id: &str) -> Result<Option<Arc<Rulebook>>> {
        self.desk.rulebook(self.db, id)
    }

    /// A new identifier of that kind.
    pub fn new_id<I>(&self, make: impl FnOnce(uuid::Uuid) -> I) -> I {
        make(self.entropy.uuid(self.recorded_at))
    }

    /// Tells journal and feed that a resource changed.
    pub fn changed(&mut self, kind: &'static str, id: impl ToString, version: i64, change: Change) {
        self.changes.push((kind, id.to_string(), version, change, None));
    }

    /// The same, with a reason that readers of the feed see.
    pub fn changed_because(&mut self, kind: &'static str, id: impl ToString, version: i64, change: Change, why: &str) {
        self.changes.push((kind, id.to_string(), version, change, Some(why.to_owned())));
    }

    /// What the journal keeps of the act. Persons by id only; nothing sealed, nothing secret.
    pub fn note(&mut self, payload: Value) {
        self.payload = payload;
    }

    /// Facts of which the journal keeps only a salted digest.
    pub fn note_privately(&mut self, facts: Value) {
        self.private = Some(facts);
    }

    pub fn cite(&mut self, article: impl Into<String>) {
        self.article = Some(article.into());
    }

    /// Moves the championship to another phase.
    pub fn step_to(&mut self, phase: Phase) -> Result<()> {
        let event = self.event.as_mut().ok_or_else(|| Error::Internal("no championship".to_owned()))?;
        event.phase = event.phase.step(phase)?;
        event.row.phase = phase.code().to_owned();
        event.row.version += 1;
        let (id, version) = (event.row.id.clone(), event.row.version);
        championships::set_phase(self.db, &id, phase, version)?;
        self.changed("championship", id, version, Change::Updated);
        Ok(())
    }
}

/// A read under way: one unchanging state, the moment, and who looks.
pub struct View<'a> {
    pub db: &'a mut Db,
    pub now: Instant,
    pub recorded_at: Instant,
    pub actor: &'a Actor,
    pub target: Resolved,
    pub(super) event: Option<Event>,
    pub(super) desk: &'a Desk,
}

impl View<'_> {
    /// May the caller do this to the target now, as far as roles and phase say?
    pub fn may(&self, action: Action) -> std::result::Result<(), access::decision::Refusal> {
        let target = access::decision::Target {
            championship: self.target.championship.as_ref(),
            phase: self.event.as_ref().map(|event| event.phase),
            federations: &self.target.federations,
        };
        access::decide(Row::of(action), self.actor, &target).map(|_| ())
    }

    pub fn event(&self) -> Result<&Event> {
        self.event.as_ref().ok_or_else(|| Error::Internal("the target has no championship".to_owned()))
    }

    pub fn rules(&self) -> Result<Arc<Rulebook>> {
        Ok(self.event()?.rules.clone())
    }

    pub fn rulebook(&mut self, id: &str) -> Result<Option<Arc<Rulebook>>> {
        self.desk.rulebook(self.db, id)
    }

    /// A new identifier, for the trace of a reading.
    pub fn new_id<I>(&self, make: impl FnOnce(uuid::Uuid) -> I) -> I {
        make(self.desk.entropy.uuid(self.recorded_at))
    }
}

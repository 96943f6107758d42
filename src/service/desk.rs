//! The one door for a write and the one door for a read. No operation can forget what they do.

mod repeat;
mod under_way;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::call::{Answer, Bearer, Call, IfMatch};
use super::error::{Conflict, Denial, Error, Result};
use super::ledger;
use crate::access::decision::Refusal;
use crate::access::{self, Action, Actor, Appointment, Guard, Role, Row, Signed};
use crate::clock::Clock;
use crate::domain::calendar::Instant;
use crate::domain::championship::Phase;
use crate::domain::ids::ChampionshipId;
use crate::domain::rulebook::Rulebook;

use crate::entropy::Entropy;
use crate::secrets::password::PasswordGate;
use crate::storage::championships::ChampionshipRow;
use crate::storage::idempotency;
use crate::storage::journal::{self, ChangeRow, EntryRow};
use crate::storage::targets::{self, Resolved};
use crate::storage::{self, Db, Pool};

pub use self::under_way::{Change, Event, Tx, View};
pub use crate::storage::targets::Target;

use self::repeat::{Recall, remember, replay};

/// What every operation is done through.
pub struct Desk {
    pub pool: Pool,
    pub clock: Clock,
    pub entropy: Entropy,
    /// Entered before any transaction: nobody waits for a password with the database in hand.
    pub gate: PasswordGate,
    /// Keys the fingerprints of bodies in idempotency records.
    fingerprint_key: [u8; 32],
    /// Regulations never change once added, so a loaded one stays true.
    rulebooks: Mutex<HashMap<String, Arc<Rulebook>>>,
}

/// What came of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub answer: Answer,
    /// It was done before, under the same key.
    pub replayed: bool,
}

/// What a write does between lock and commit.
pub type Write<'a> = Box<dyn FnOnce(&mut Tx<'_>) -> Result<Answer> + Send + 'a>;
/// What a read does.
pub type Read<'a> = Box<dyn FnOnce(&mut View<'_>) -> Result<Answer> + Send + 'a>;

impl Desk {
    pub fn new(pool: Pool, clock: Clock, entropy: Entropy, fingerprint_key: [u8; 32]) -> Self {
        let (gate, rulebooks) = (PasswordGate::default(), Mutex::new(HashMap::new()));
        Self { pool, clock, entropy, gate, fingerprint_key, rulebooks }
    }

    /// Does a write, or replays one: idempotency record, lock, now, who may, precondition, phase, the operation itself,
    /// journal, commit; for a dry run everything but the commit.
    pub fn write(&self, call: &Call, action: Action, target: &Target, operation: Write<'_>) -> Result<Outcome> {
        let row = Row::of(action);
        let mut pooled = self.pool.get()?;
        let db: &mut Db = &mut pooled;
        let mut tries = 3;
        let opened = loop {
            db.begin_write()?;
            match self.open(db, call, row, target) {
                // The same call ran meanwhile and has just committed: look again and find its answer.
                Err(Error::Unavailable { .. }) if call.idempotency_key.is_some() && tries > 1 => {
                    tries -= 1;
                    db.rollback()?;
                }
                opened => break opened,
            }
        };
        let outcome = opened.and_then(|opened| self.act(db, call, row, target, opened, operation));
        match outcome {
            Ok(outcome) if !outcome.replayed && !call.validate_only => match db.commit() {
                Ok(()) => Ok(outcome),
                Err(error) => {
                    let _ = db.rollback();
                    Err(error.into())
                }
            },
            other => {
                let rolled_back = db.rollback();
                let outcome = other?;
                rolled_back?;
                Ok(outcome)
            }
        }
    }

    /// Who calls, which stream, and whether it was done before.
    fn open(&self, db: &mut Db, call: &Call, row: &Row, target: &Target) -> Result<Opened> {
        let found = targets::resolve(db, target)?.ok_or_else(|| not_found(target))?;
        let actor = self.actor(db, &call.bearer, self.clock.now())?;
        let recall = self.recall(db, call, row, &actor, &found)?;
        Ok(Opened { found, actor, recall })
    }

    fn act(
        &self,
        db: &mut Db,
        call: &Call,
        row: &Row,
        target: &Target,
        opened: Opened,
        operation: Write<'_>,
    ) -> Result<Outcome> {
        let Opened { found, actor, recall } = opened;
        let mut record = match recall {
            Recall::Fresh(record) => record,
            Recall::Done(record) => {
                // The right to read the result is checked before it is shown again; the phase may have moved on.
                self.authorize(db, row, &actor, &found, false)?;
                return replay(*record);
            }
        };
        if let Target::NewChampionship(id) = target {
            journal::open_stream(db, id.as_str())?;
        }
        let head = journal::lock(db, &found.stream)?.ok_or_else(|| not_found(target))?;
        let recorded_at = self.clock.now();
        let resolved = targets::resolve(db, target)?.ok_or_else(|| not_found(target))?;
        let (acting, event) = self.authorize(db, row, &actor, &resolved, true)?;
        check_precondition(row, call, &resolved)?;
        let now = event.as_ref().and_then(|event| event.row.sandbox_now).unwrap_or(recorded_at);
        let mut tx = Tx {
            db,
            now,
            recorded_at,
            actor: &actor,
            acting,
            action: row.action,
            target: resolved,
            entropy: &self.entropy,
            dry_run: call.validate_only,
            event,
            desk: self,
            changes: Vec::new(),
            payload: json!({}),
            private: None,
            article: row.article.map(str::to_owned),
        };
        let answer =
            operation(&mut tx).map_err(|error| error.under(tx.event.as_ref().map(|event| event.rules.clone())))?;
        let Tx { changes, payload, private, article, .. } = tx;
        if let Some(record) = &mut record {
            remember(record, &answer);
            idempotency::complete(db, record)?;
        }
        if !call.validate_only {
            let entry = Draft { stream: found.stream, head, recorded_at, now, actor: &actor, row, article };
            self.enter(db, entry, payload, private, changes)?;
        }
        Ok(Outcome { answer, replayed: false })
    }

    /// Does a read in one unchanging state of the database.
    pub fn read(&self, call: &Call, action: Action, target: &Target, operation: Read<'_>) -> Result<Answer> {
        let row = Row::of(action);
        let mut pooled = self.pool.get()?;
        let db: &mut Db = &mut pooled;
        db.begin_read()?;
        let answer = self.read_in_transaction(db, call, row, target, operation);
        let ended = db.rollback();
        let answer = answer?;
        ended?;
        Ok(answer)
    }

    /// Does a read that leaves a trace of itself outside the journal: what is shown and the trace stand or fall together.
    pub fn read_with_trace(&self, call: &Call, action: Action, target: &Target, operation: Read<'_>) -> Result<Answer> {
        let row = Row::of(action);
        let mut pooled = self.pool.get()?;
        let db: &mut Db = &mut pooled;
        db.writing(|db| self.read_in_transaction(db, call, row, target, operation))
    }

    fn read_in_transaction(
        &self,
        db: &mut Db,
        call: &Call,
        row: &Row,
        target: &Target,
        operation: Read<'_>,
    ) -> Result<Answer> {
        let recorded_at = self.clock.now();
        let actor = self.actor(db, &call.bearer, recorded_at)?;
        let resolved = targets::resolve(db, target)?.ok_or_else(|| not_found(target))?;
        let (_, event) = self.authorize(db, row, &actor, &resolved, false)?;
        let now = event.as_ref().and_then(|event| event.row.sandbox_now).unwrap_or(recorded_at);
        let rules = event.as_ref().map(|event| event.rules.clone());
        operation(&mut View { db, now, recorded_at, actor: &actor, target: resolved, event, desk: self })
            .map_err(|error| error.under(rules))
    }

    /// The regulations with that id, read once and kept.
    pub fn rulebook(&self, db: &mut Db, id: &str) -> Result<Option<Arc<Rulebook>>> {
        if let Some(known) = self.rulebooks.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(Some(known.clone()));
        }
        let Some(row) = storage::regulations::find(db, id)? else { return Ok(None) };
        let rules: Rulebook = serde_json::from_str(&row.document)
            .map_err(|cause| Error::Internal(format!("stored regulations {id}: {cause}")))?;
        let rules = Arc::new(rules);
        self.rulebooks.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), rules.clone());
        Ok(Some(rules))
    }

    /// The account behind a verified token, with the appointments in force.
    fn actor(&self, db: &mut Db, bearer: &Bearer, now: Instant) -> Result<Actor> {
        let (id, token_version) = match bearer {
            Bearer::Nobody => return Ok(Actor::Public),
            Bearer::System => return Ok(Actor::System),
            Bearer::Account { id, token_version } => (id, *token_version),
        };
        let account = storage::accounts::find(db, id)?.ok_or(Error::Denied(Denial::TokenBad("token_revoked")))?;
        if account.token_version != token_version || account.state != "active" {
            return Err(Error::Denied(Denial::TokenBad("token_revoked")));
        }
        let appointments = storage::appointments::in_force(db, id, now)?;
        Ok(Actor::Account(Signed { account: id.clone(), admin: account.admin, appointments }))
    }

    fn authorize(
        &self,
        db: &mut Db,
        row: &Row,
        actor: &Actor,
        resolved: &Resolved,
        with_phase: bool,
    ) -> Result<(Option<Appointment>, Option<Event>)> {
        let event = match &resolved.championship {
            None => None,
            Some(id) => {
                let found = storage::championships::find(db, id)?;
                match found {
                    Some(row) => Some(self.event(db, row)?),
                    // It is being made by this very call.
                    None => None,
                }
            }
        };
        let target = access::decision::Target {
            championship: resolved.championship.as_ref(),
            phase: event.as_ref().filter(|_| with_phase).map(|event| event.phase),
            federations: &resolved.federations,
        };
        let regulations = event.as_ref().map(|event| event.row.regulations.as_str());
        let acting = access::decide(row, actor, &target).map_err(|refusal| match refusal {
            Refusal::NotAllowed { .. } if row.hidden => Error::NotFound("there is no such thing".to_owned()),
            refusal => refusal.under(regulations).into(),
        })?;
        let span = tracing::Span::current();
        span.record("role", words_of(actor, acting.as_ref()));
        if let Some(championship) = &resolved.championship {
            span.record("championship", championship.as_str());
        }
        Ok((acting, event))
    }

    fn event(&self, db: &mut Db, row: ChampionshipRow) -> Result<Event> {
        let phase = Phase::from_code(&row.phase).ok_or_else(|| storage::Error::Inconsistent {
            table: "championships",
            column: "phase",
            row: row.id.to_string(),
        })?;
        let rules = self
            .rulebook(db, &row.regulations)?
            .ok_or_else(|| Error::Internal(format!("the regulations of {} are gone", row.id)))?;
        let rules = if row.settings.is_empty() { rules } else { Arc::new(rules.answering(&row.settings)?) };
        let rules = match phase {
            Phase::Archived => {
                let archive = storage::archives::find(db, &row.id)?;
                let archive = archive.ok_or_else(|| Error::Internal(format!("the file of {} is gone", row.id)))?;
                Arc::new(Rulebook::clone(&rules).archived(&archive.filed()?))
            }
            _ => rules,
        };
        Ok(Event { row, phase, rules })
    }

    fn enter(
        &self,
        db: &mut Db,
        draft: Draft<'_>,
        payload: Value,
        private: Option<Value>,
        changes: Vec<(&'static str, String, i64, Change, Option<String>)>,
    ) -> Result<()> {
        let Draft { stream, head, recorded_at, now, actor, row, article } = draft;
        let salt = self.entropy.bytes::<16>().to_vec();
        let payload_digest = ledger::payload_digest(&salt, &payload)?;
        let private_digest = match private {
            Some(facts) => Some(ledger::payload_digest(&self.entropy.bytes::<16>(), &facts)?),
            None => None,
        };
        let position = journal::next_position(db)?;
        let rows: Vec<ChangeRow> = (0..)
            .zip(changes)
            .map(|(ordinal, (kind, resource_id, version, change, reason))| ChangeRow {
                position,
                ordinal,
                stream: stream.clone(),
                kind: kind.to_owned(),
                resource_id,
                version,
                change: change.code().to_owned(),
                reason,
            })
            .collect();
        let mut entry = EntryRow {
            position,
            stream,
            seq: head.seq,
            recorded_at: recorded_at.unix_micros(),
            regulation_time: now.unix_micros(),
            actor: actor.name().to_owned(),
            action: row.action.operation().to_owned(),
            article,
            payload: Some(payload.to_string()),
            salt: Some(salt),
            payload_digest,
            private_digest,
            prev: head.hash,
            hash: Vec::new(),
        };
        entry.hash = ledger::entry_hash(&entry.prev, &ledger::Header::of(&entry, &rows)?, &entry.payload_digest)?;
        Ok(journal::append(db, &entry, &rows)?)
    }
}

struct Opened {
    found: Resolved,
    actor: Actor,
    recall: Recall,
}

struct Draft<'a> {
    stream: String,
    head: journal::Head,
    recorded_at: Instant,
    now: Instant,
    actor: &'a Actor,
    row: &'a Row,
    article: Option<String>,
}

/// As what somebody acts, for the log.
fn words_of(actor: &Actor, acting: Option<&Appointment>) -> &'static str {
    match (acting, actor) {
        (Some(appointment), _) => appointment.role.code(),
        (None, Actor::Account(signed)) if signed.admin => Role::Admin.code(),
        (None, Actor::Account(_)) => "account",
        (None, Actor::Public) => "public",
        (None, Actor::System) => "system",
    }
}

fn not_found(target: &Target) -> Error {
    Error::NotFound(format!("there is no {}", target.words()))
}

/// `If-Match` and `If-None-Match: *` against the resource that the path names.
fn check_precondition(row: &Row, call: &Call, resolved: &Resolved) -> Result<()> {
    let current = resolved.version;
    if call.create_only && current.is_some() {
        return Err(Error::Conflict(Conflict::Stale { current_version: current }));
    }
    match (&call.if_match, current) {
        (Some(IfMatch::Any), Some(_)) => Ok(()),
        (Some(IfMatch::Versions(seen)), Some(version)) if seen.contains(&version) => Ok(()),
        (Some(IfMatch::Any), None) if call.bearer == Bearer::System => Ok(()),
        (Some(_), current) if row.guard != Guard::None => {
            Err(Error::Conflict(Conflict::Stale { current_version: current }))
        }
        (None, Some(current_version)) if row.guard != Guard::None => {
            Err(Error::Conflict(Conflict::PreconditionMissing { current_version }))
        }
        _ => Ok(()),
    }
}

/// A role that the actor holds here, for the choice between views.
pub fn holds_any(actor: &Actor, roles: &[Role], championship: Option<&ChampionshipId>) -> bool {
    actor.is_admin() || roles.iter().any(|role| actor.holds(*role, championship))
}

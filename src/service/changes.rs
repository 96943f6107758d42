//! The change feeds, from which federations keep their own copy in step: everything once, in the order of commits.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::desk::View;
use super::error::{Error, Result};
use super::ledger::hex;
use crate::access::decision::Target;
use crate::access::{self, Action, Actor, Row};
use crate::domain::ids::ChampionshipId;
use crate::storage::journal;
pub use crate::storage::journal::{ChangeRow, Feed};

/// Who sees that a resource of some kind has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Everyone,
    Administrators,
    /// By whoever may read it.
    ReadersOf(Action),
}

/// Every kind of resource that the journal names.
const KINDS: &[(&str, Seen)] = &[
    ("account", Seen::Administrators),
    ("appointment", Seen::Administrators),
    ("arrival", Seen::Everyone),
    ("award", Seen::Everyone),
    ("championship", Seen::Everyone),
    ("deadline", Seen::Everyone),
    ("dispensation", Seen::ReadersOf(Action::ListDispensations)),
    ("document", Seen::ReadersOf(Action::GetDocument)),
    ("eligibility_decision", Seen::ReadersOf(Action::ListEligibilityDecisions)),
    ("entry", Seen::Everyone),
    ("federation", Seen::Everyone),
    ("final_record", Seen::Everyone),
    ("group", Seen::Everyone),
    ("invitation", Seen::Everyone),
    ("invitation_draft", Seen::ReadersOf(Action::GetInvitationDraft)),
    ("lots", Seen::Everyone),
    ("match", Seen::Everyone),
    ("notice", Seen::ReadersOf(Action::ListNotices)),
    ("official", Seen::Everyone),
    ("person", Seen::Everyone),
    ("prize_list", Seen::Everyone),
    ("regulations", Seen::Everyone),
    ("report", Seen::ReadersOf(Action::GetReport)),
    ("round", Seen::Everyone),
    ("round_record", Seen::Everyone),
    ("score_sheet", Seen::Everyone),
    ("standings", Seen::Everyone),
    ("steward", Seen::Everyone),
    ("steward_report", Seen::ReadersOf(Action::ListStewardReports)),
    ("team", Seen::Everyone),
];

/// The kinds that a feed can be asked for.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| *kind)
}

/// A place in a feed, and the entry that stood there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    position: i64,
    ordinal: i32,
    /// Of the entry at that position: no other database has it.
    hash: String,
    /// The feed and the kinds it was made for.
    feed: String,
}

impl Cursor {
    pub fn read(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok())
    }

    pub fn written(&self) -> Result<String> {
        let json = serde_json::to_vec(self).map_err(|cause| Error::Internal(format!("cursor: {cause}")))?;
        Ok(URL_SAFE_NO_PAD.encode(json))
    }

    pub fn belongs_to(&self, asked: &Asked) -> bool {
        self.feed == asked.name()
    }
}

/// From where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    Beginning,
    /// Nothing of the past, only where the feed stands now.
    Latest,
    Cursor(Cursor),
}

/// One look at a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// `None`: the feed of everything.
    pub championship: Option<ChampionshipId>,
    /// Empty: every kind.
    pub kinds: Vec<&'static str>,
    pub limit: i64,
}

impl Asked {
    fn name(&self) -> String {
        let feed = self.championship.as_ref().map_or("all", ChampionshipId::as_str);
        format!("{feed} {}", self.kinds.join(","))
    }

    fn cursor(&self, (position, ordinal): (i64, i32), hash: &[u8]) -> Result<String> {
        Cursor { position, ordinal, hash: hex(hash), feed: self.name() }.written()
    }
}

/// What the feed holds after the place asked for.
#[derive(Debug, Clone)]
pub struct Changes {
    /// With the number of the entry in its stream.
    pub changes: Vec<(ChangeRow, i64)>,
    /// There is more after this place.
    pub next: Option<String>,
    /// There was no more; changes to come will stand after this place.
    pub delta: Option<String>,
}

pub fn list_changes(view: &mut View<'_>, asked: &Asked, since: &Since) -> Result<Changes> {
    let head = journal::last_position(view.db)?;
    let after = match since {
        Since::Beginning => (0, i32::MAX),
        Since::Latest => (head, i32::MAX),
        Since::Cursor(cursor) => {
            if hash_at(view, cursor.position)?.map(|hash| hex(&hash)).as_ref() != Some(&cursor.hash) {
                return Err(Error::state(
                    "cursor_gone",
                    "the cursor comes from another database or from after the backup that this one was restored from: \
                     take the cursor of since=latest, read the lists again, then follow from it",
                ));
            }
            (cursor.position, cursor.ordinal)
        }
    };
    let feed = match &asked.championship {
        Some(id) => Feed::Stream(id.to_string()),
        None => Feed::Public,
    };
    let visible: Vec<&str> = KINDS
        .iter()
        .filter(|(kind, _)| asked.kinds.is_empty() || asked.kinds.contains(kind))
        .filter(|(_, seen)| sees(view.actor, *seen, asked.championship.as_ref()))
        .map(|(kind, _)| *kind)
        .collect();
    let mut rows = journal::changes_after(view.db, &feed, &visible, after, asked.limit + 1)?;
    let limit = usize::try_from(asked.limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let place = match rows.last() {
        Some(last) if more => (last.position, last.ordinal),
        _ => (head, i32::MAX),
    };
    let hash = hash_at(view, place.0)?
        .ok_or_else(|| Error::Internal(format!("the journal has no entry at position {}", place.0)))?;
    let cursor = asked.cursor(place, &hash)?;
    let positions: Vec<i64> = rows.iter().map(|row| row.position).collect();
    let seqs: BTreeMap<i64, i64> = journal::seqs_at(view.db, &positions)?.into_iter().collect();
    let changes = rows
        .into_iter()
        .map(|row| match seqs.get(&row.position) {
            Some(seq) => Ok((row, *seq)),
            None => Err(Error::Internal(format!("the journal has no entry at position {}", row.position))),
        })
        .collect::<Result<_>>()?;
    Ok(if more {
        Changes { changes, next: Some(cursor), delta: None }
    } else {
        Changes { changes, next: None, delta: Some(cursor) }
    })
}

/// Before the first entry there is nothing to remember.
fn hash_at(view: &mut View<'_>, position: i64) -> Result<Option<Vec<u8>>> {
    if position == 0 { Ok(Some(Vec::new())) } else { Ok(journal::hash_at(view.db, position)?) }
}

fn sees(actor: &Actor, seen: Seen, championship: Option<&ChampionshipId>) -> bool {
    match seen {
        Seen::Everyone => true,
        Seen::Administrators => actor.is_admin(),
        Seen::ReadersOf(action) => {
            let target = Target { championship, phase: None, federations: &[] };
            access::decide(Row::of(action), actor, &target).is_ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KINDS;

    /// A kind that the feed does not know would reach nobody.
    #[test]
    fn every_kind_that_an_operation_writes_is_in_the_feed() {
        fn visit(directory: &std::path::Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    visit(&path, found);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let text = text.split("#[cfg(test)]").next().unwrap();
                    for call in ["changed(", "changed_because("] {
                        found.extend(text.split(call).skip(1).filter_map(|rest| {
                            let literal = rest.trim_start().strip_prefix('"')?;
                            Some(literal.split('"').next()?.to_owned())
                        }));
                    }
                }
            }
        }
        let mut written = Vec::new();
        visit(std::path::Path::new("src/service"), &mut written);
        assert!(written.len() > 5, "{written:?}");
        let unknown: Vec<_> = written.iter().filter(|kind| !KINDS.iter().any(|(known, _)| known == kind)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

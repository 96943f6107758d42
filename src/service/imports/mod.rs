//! Archives: championships that were played elsewhere, and come from a file.

mod keeper;

use serde_json::json;
use sha2::{Digest, Sha256};

use self::keeper::{Keeper, Kept};
use super::desk::{Change, Tx};
use super::error::{Error, Result};
use super::ledger;
use crate::domain::calendar::Zone;
use crate::domain::ids::ChampionshipId;
use crate::domain::result::MatchPointScale;
use crate::domain::rulebook::Rulebook;
use crate::domain::standings::{self, RankingRules};
use crate::domain::violation::{Rule, Violation};
use crate::exchange::archive::{self, Archive, Gap, LeftOut, Said};
use crate::exchange::table;
use crate::exchange::trf::event::{Event, Readings, derive};
use crate::exchange::trf::{self, TrfFault, TrfFile};
use crate::rulebooks;
pub use crate::storage::archives::Origin;
use crate::storage::archives::{self, ArchiveRow};
use crate::storage::championships::{self, ChampionshipRow};
use crate::storage::regulations::{self, RegulationsRow};
use crate::storage::targets::REGISTRY;
use crate::storage::{groups, journal};

/// The frame of regulations for an event of which no regulations are named.
pub const AS_FILED: &str = "as-filed";

/// What is imported, and how.
pub struct Import {
    pub bytes: Vec<u8>,
    pub readings: Readings,
    pub regulations: Option<String>,
    pub zone: String,
    pub said: Said,
}

/// What came of it.
pub struct Imported {
    pub championship: ChampionshipRow,
    pub group: String,
    pub digest: String,
    pub encoding: &'static str,
    pub encoding_certain: bool,
    pub left_out: Vec<LeftOut>,
    /// Persons that were known by their FIDE id, and new ones.
    pub persons_found: usize,
    pub persons_created: usize,
    /// Codes that the registry did not know.
    pub federations_created: Vec<String>,
    pub teams: usize,
    pub rounds: usize,
    pub matches: usize,
}

/// Makes a championship of a file. All of it or nothing, and everything that is wrong at once.
pub fn import_championship(tx: &mut Tx<'_>, id: ChampionshipId, import: Import) -> Result<Imported> {
    // Persons and federations of the registry come to be here.
    journal::hold(tx.db, REGISTRY)?;
    let digest = ledger::hex(&Sha256::digest(&import.bytes));
    if let Some(before) = archives::by_digest(tx.db, &digest)? {
        return Err(Error::state("already_imported", format!("the file is /v1/championships/{before}")));
    }
    let zone = Zone::named(&import.zone).map_err(|fault| fault.at("/zone"))?;
    let (rules, regulations) = rulebook(tx, import.regulations.as_deref())?;
    let reading = trf::read(&import.bytes).map_err(refused)?;
    let event = derive(&reading.file, &import.readings).map_err(refused)?;
    let scale = regulations.is_some().then(|| rules.standings.match_points.value.clone());
    let scale = scale.map(|scale| MatchPointScale { win: scale.win, draw: scale.draw, loss: scale.loss });
    let archive = archive::archive(&reading.file, &event, &import.said, scale).map_err(incomplete)?;
    check_ranking(&rules, &archive, &reading.file, &event, regulations.is_some())?;
    let records = trf::write_text(&archive.records).map_err(refused)?;
    let regulations = match regulations {
        Some(id) => id,
        None => frame(tx, &rules)?,
    };
    let Kept { found, created, federations } = Keeper::new(tx, id.clone(), &zone).keep(&archive, regulations)?;
    let row = ArchiveRow {
        championship_id: id.to_string(),
        digest: digest.clone(),
        encoding: reading.encoding.name().to_owned(),
        filed: serde_json::to_string(&archive.filed).map_err(|cause| Error::Internal(cause.to_string()))?,
        records,
        imported_by: tx.actor.name().to_owned(),
        imported_at: tx.recorded_at.unix_micros(),
    };
    archives::insert(tx.db, &row)?;
    let championship = championships::find(tx.db, &id)?.ok_or_else(|| Error::not_found("championship", &id))?;
    let group = groups::all(tx.db, id.as_str())?.pop().ok_or_else(|| Error::Internal("no group".to_owned()))?.id;
    let matches = archive.rounds.iter().map(|round| round.matches.len()).sum();
    tx.changed("championship", &id, 1, Change::Created);
    tx.changed("group", &group, 1, Change::Created);
    tx.note(json!({
        "file": {"sha256": digest, "encoding": row.encoding},
        "regulations": championship.regulations,
        "year": championship.year,
        "organizer": championship.organizer,
        "teams": archive.teams.len(),
        "rounds": archive.rounds.len(),
        "matches": matches,
        "persons": {"found": found, "created": created},
    }));
    Ok(Imported {
        championship,
        group,
        digest,
        encoding: reading.encoding.name(),
        encoding_certain: reading.encoding.is_certain(),
        left_out: archive.left_out,
        persons_found: found,
        persons_created: created,
        federations_created: federations.into_iter().collect(),
        teams: archive.teams.len(),
        rounds: archive.rounds.len(),
        matches,
    })
}

/// The rulebook, and the id of the regulations that were named.
fn rulebook(tx: &mut Tx<'_>, named: Option<&str>) -> Result<(Rulebook, Option<String>)> {
    if let Some(id) = named {
        let rules = tx.rulebook(id)?.ok_or_else(|| {
            Violation::new(Rule::InvalidValue, format!("there are no regulations {id}")).at("/regulations")
        })?;
        return Ok((Rulebook::clone(&rules), Some(id.to_owned())));
    }
    let (_, text) =
        rulebooks::builtin().first().ok_or_else(|| Error::Internal("no built-in regulations".to_owned()))?;
    let frame = rulebooks::parse(text)?.unknown(AS_FILED, "Unknown: what the file of the event says");
    Ok((frame, None))
}

/// Stores the frame, the first time that it is needed.
fn frame(tx: &mut Tx<'_>, rules: &Rulebook) -> Result<String> {
    if regulations::find(tx.db, AS_FILED)?.is_none() {
        let document = rulebooks::canonical_json(rules).map_err(|cause| Error::Internal(cause.to_string()))?;
        let row = RegulationsRow {
            id: AS_FILED.to_owned(),
            title: rules.title.clone(),
            document,
            built_in: true,
            created_at: tx.recorded_at.unix_micros(),
            version: 1,
        };
        regulations::insert(tx.db, &row)?;
        tx.changed("regulations", AS_FILED, 1, Change::Created);
    }
    Ok(AS_FILED.to_owned())
}

/// The list can rank the event.
fn check_ranking(rules: &Rulebook, archive: &Archive, file: &TrfFile, event: &Event, named: bool) -> Result<()> {
    let facts = table::facts(file, event);
    let rules = rules.clone().archived(&archive.filed);
    let ranked =
        RankingRules::of(&rules, facts.pairing).and_then(|ranking| standings::standings(&facts, &ranking, None));
    ranked.map(|_| ()).map_err(|fault| fault.at(if named { "/regulations" } else { "/tie_breaks" }).into())
}

fn refused(faults: Vec<TrfFault>) -> Error {
    let violations = faults.into_iter().map(|fault| {
        let number = |place: Option<usize>| place.and_then(|place| i64::try_from(place).ok());
        let mut violation =
            Violation::new(Rule::FileRefused, fault.to_string()).at("/file").fact("reason", fault.rule.code());
        for (name, place) in
            [("line", number(fault.line)), ("column", number(fault.column)), ("round", fault.round.map(i64::from))]
        {
            if let Some(place) = place {
                violation = violation.fact(name, place);
            }
        }
        if fault.record.is_empty() { violation } else { violation.fact("record", fault.record) }
    });
    Error::from(violations.collect::<Vec<_>>())
}

fn incomplete(gaps: Vec<Gap>) -> Error {
    let violations = gaps.into_iter().map(|gap| {
        let mut violation = Violation::new(Rule::FileRefused, gap.detail).at(gap.pointer);
        if let Some(round) = gap.round {
            violation = violation.fact("round", i64::from(round));
        }
        if gap.record.is_empty() { violation } else { violation.fact("record", gap.record) }
    });
    Error::from(violations.collect::<Vec<_>>())
}

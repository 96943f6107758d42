//! The papers: a record of each round by the chief arbiter, and the final record, compiled from them and signed.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::desk::{Change, Tx, View};
use super::error::{Conflict, Error, Result};
use super::ledger::hex;
use crate::domain::calendar::Instant;
use crate::domain::ids::{GroupId, RecordId};
use crate::domain::points::GamePoints;
use crate::domain::record;
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::standings::{RankingRules, standings};
use crate::exchange::paper::{self, Content, Head};
use crate::storage::championships::ChampionshipRow;
use crate::storage::groups::{self, GroupRow, GroupTeam};
use crate::storage::matches::{self, Sheet};
use crate::storage::records::{self, FINAL, ROUND};
pub use crate::storage::records::{RecordRow, SignatureRow};
use crate::storage::rounds::{self, CLOSED, RoundRow};
use crate::storage::standings::facts;
use crate::storage::{Db, journal, persons};

/// A record with what is shown beside its content.
pub struct RecordSheet {
    pub row: RecordRow,
    /// Another one took its place, or what stands now is something else.
    pub superseded: bool,
    /// Each with the name of the official, where it is known.
    pub signatures: Vec<(SignatureRow, Option<String>)>,
    /// Offices that have not signed.
    pub missing_signatures: Vec<&'static str>,
    /// The names of the players, by person: as they are now, and none that was withheld.
    pub names: BTreeMap<String, String>,
}

/// What a record tells of one round now; none while the round is open.
fn round_facts(db: &mut Db, rules: &Rulebook, group: &GroupRow, round: &RoundRow) -> Result<Option<paper::Round>> {
    let (Some(started_at), Some(closed_at)) = (round.started_at, round.closed_at) else { return Ok(None) };
    if round.state != CLOSED {
        return Ok(None);
    }
    let competition = groups::competition(db, group)?;
    let category = rules.category(&competition.key)?;
    let teams = groups::teams(db, &group.id)?;
    let played = matches::of_round(db, &round.id)?;
    let sheets = matches::sheets(db, played, &teams)?;
    Ok(Some(paper::Round {
        group: group.id.clone(),
        group_name: group.name.clone(),
        number: round.number.unsigned_abs(),
        started_at: Instant::from_unix_micros(started_at)?.to_string(),
        closed_at: Instant::from_unix_micros(closed_at)?.to_string(),
        free_team: teams.iter().find(|team| Some(&team.id) == round.free_team_id.as_ref()).map(team),
        record: None,
        matches: sheets.iter().map(|sheet| match_facts(sheet, category)).collect::<Result<_>>()?,
    }))
}

fn match_facts(sheet: &Sheet, category: &Category) -> Result<paper::Match> {
    let result = sheet.result().ok_or_else(|| Error::Internal("a closed round with an open match".to_owned()))?;
    let player = |team: &GroupTeam, board: u32| {
        let sits = |line: &&matches::PlayerLine| line.team_id == team.id && line.board.unsigned_abs() == board;
        sheet.players.iter().find(sits).map(|line| line.person_id.clone())
    };
    let boards: Vec<paper::Board> = result
        .outcomes
        .games(category)
        .iter()
        .map(|game| paper::Board {
            board: game.board,
            first_player: player(&sheet.first, game.board),
            second_player: player(&sheet.second, game.board),
            first_colour: game.home_colour.code().to_owned(),
            result: game.result.code().to_owned(),
            first_half_points: game.home_points().0,
            second_half_points: game.away_points().0,
        })
        .collect();
    let total = |points: fn(&paper::Board) -> i32| boards.iter().map(points).map(GamePoints).sum::<GamePoints>().0;
    let earlier = sheet.results.iter().filter(|earlier| earlier.revision < result.revision);
    Ok(paper::Match {
        id: sheet.row.id.clone(),
        number: sheet.row.number,
        first_team: team(&sheet.first),
        second_team: team(&sheet.second),
        first_half_points: total(|board| board.first_half_points),
        second_half_points: total(|board| board.second_half_points),
        revision: result.revision,
        earlier: earlier
            .map(|earlier| {
                Ok(paper::Earlier {
                    revision: earlier.revision,
                    kind: earlier.kind.clone(),
                    decided_at: Instant::from_unix_micros(earlier.decided_at)?.to_string(),
                    results: earlier.outcomes.codes().into_iter().map(str::to_owned).collect(),
                })
            })
            .collect::<Result<_>>()?,
        boards,
    })
}

fn team(team: &GroupTeam) -> paper::Team {
    paper::Team {
        id: team.id.clone(),
        federation: team.federation.clone(),
        name: team.name.clone(),
        number: team.number,
    }
}

/// What the final record tells now, from the records of all rounds; the rounds that lack one.
fn final_facts(
    db: &mut Db,
    rules: &Rulebook,
    event: &ChampionshipRow,
) -> Result<(Vec<paper::Round>, Vec<paper::Table>, Vec<String>)> {
    let championship = event.id.as_str();
    let (mut found, mut tables, mut lacking) = (Vec::new(), Vec::new(), Vec::new());
    for group in groups::all(db, championship)? {
        for round in rounds::all(db, &group.id)? {
            let newest = records::newest(db, championship, ROUND, &place(&round))?;
            match (round_facts(db, rules, &group, &round)?, newest) {
                (Some(facts), Some(row))
                    if facts_digest(event, ROUND, std::slice::from_ref(&facts), &[])? == row.facts_digest =>
                {
                    let record = paper::Reference { id: row.id, number: row.number, digest: row.digest };
                    found.push(paper::Round { record: Some(record), ..facts });
                }
                _ => lacking.push(place(&round)),
            }
        }
        let competition = groups::competition(db, &group)?;
        let facts = facts(db, &group.id, rules.category(&competition.key)?)?;
        let table = standings(&facts.results, &RankingRules::of(rules, facts.results.pairing)?, None)?;
        let rows = table.rows.iter().filter_map(|row| {
            Some(paper::Row {
                rank: row.rank,
                tied: row.tied,
                team: team(facts.team(row.team)?),
                won: row.tally.won,
                drawn: row.tally.drawn,
                lost: row.tally.lost,
                half_points: row.tally.game_points.0,
                match_points: row.tally.match_points.0,
            })
        });
        tables.push(paper::Table { rows: rows.collect(), group: group.id, group_name: group.name });
    }
    Ok((found, tables, lacking))
}

/// How feed and storage name a round.
fn place(round: &RoundRow) -> String {
    format!("{}/{}", round.group_id, round.number)
}

/// Of everything that does not tell which record it is, who made it and when.
fn facts_digest(
    event: &ChampionshipRow,
    kind: &str,
    rounds: &[paper::Round],
    tables: &[paper::Table],
) -> Result<String> {
    let row = event;
    let facts = json!({
        "kind": kind, "championship": row.id, "title": row.title, "organizer": row.organizer, "city": row.city,
        "regulations": row.regulations, "rounds": rounds, "tables": tables,
    });
    Ok(hex(&Sha256::digest(canonical(&facts)?)))
}

fn canonical<T: serde::Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json_canonicalizer::to_vec(value).map_err(|cause| Error::Internal(format!("record: {cause}")))
}

/// Makes the next record of a subject, unless the last one still shows what stands.
fn make(
    tx: &mut Tx<'_>,
    kind: &str,
    subject: &str,
    rounds: Vec<paper::Round>,
    tables: Vec<paper::Table>,
) -> Result<RecordSheet> {
    let row = tx.event()?.row.clone();
    let facts_digest = facts_digest(&row, kind, &rounds, &tables)?;
    let before = records::newest(tx.db, row.id.as_str(), kind, subject)?;
    if let Some(before) = before.as_ref().filter(|before| before.facts_digest == facts_digest) {
        return Err(Error::state("already_done", format!("record {} shows what stands now", before.id)));
    }
    let stream = tx.target.stream.clone();
    let head = journal::head(tx.db, &stream)?.ok_or_else(|| Error::Internal(format!("no stream {stream}")))?;
    let number = before.map_or(1, |before| before.number + 1);
    let content = Content {
        kind: kind.to_owned(),
        number,
        made_at: tx.now.to_string(),
        championship: row.id.to_string(),
        title: row.title,
        organizer: row.organizer,
        city: row.city,
        regulations: row.regulations,
        rounds,
        tables,
        // The lock has raised the number of the stream for the entry that tells of this record.
        journal_head: Head { seq: head.seq - 1, hash: hex(&head.hash) },
    };
    let content = canonical(&content)?;
    let made = RecordRow {
        id: tx.new_id(RecordId::new).to_string(),
        championship_id: row.id.to_string(),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        number,
        digest: hex(&Sha256::digest(&content)),
        content: String::from_utf8(content).map_err(|cause| Error::Internal(cause.to_string()))?,
        facts_digest,
        made_by: tx.actor.name().to_owned(),
        made_at: tx.now.unix_micros(),
        version: 1,
    };
    records::insert(tx.db, &made)?;
    let feed = if kind == FINAL { "final_record" } else { "round_record" };
    tx.changed(feed, subject, i64::from(number), Change::Created);
    tx.note(json!({"record": made.id, "number": number, "digest": made.digest}));
    let rules = tx.rules()?;
    sheet(tx.db, &rules, made, false)
}

pub fn draw_up_round_record(tx: &mut Tx<'_>, group: &GroupId, number: i32) -> Result<RecordSheet> {
    let rules = tx.rules()?;
    if let Some(article) = record::article(&rules, record::ROUND_RECORD) {
        tx.cite(article);
    }
    let (row, round) = found(tx.db, group, number)?;
    let facts = round_facts(tx.db, &rules, &row, &round)?;
    record::check_closed(&rules, number, facts.is_some())?;
    make(tx, ROUND, &place(&round), facts.into_iter().collect(), Vec::new())
}

pub fn compile_final_record(tx: &mut Tx<'_>) -> Result<RecordSheet> {
    let rules = tx.rules()?;
    if let Some(article) = record::article(&rules, record::FINAL_RECORD) {
        tx.cite(article);
    }
    let event = tx.event()?.row.clone();
    let (rounds, tables, lacking) = final_facts(tx.db, &rules, &event)?;
    record::check_complete(&rules, lacking)?;
    make(tx, FINAL, event.id.as_str(), rounds, tables)
}

/// Somebody who has to sign it signs the content with that digest, and no other.
pub fn sign_final_record(tx: &mut Tx<'_>, digest: &str) -> Result<RecordSheet> {
    let rules = tx.rules()?;
    if let Some(article) = record::article(&rules, record::FINAL_RECORD) {
        tx.cite(article);
    }
    let id = tx.event()?.id().clone();
    let row = records::newest(tx.db, id.as_str(), FINAL, id.as_str())?.ok_or_else(no_record)?;
    let signed = records::signatures(tx.db, &row.id)?;
    let signed: Vec<&str> = signed.iter().map(|signature| signature.office.as_str()).collect();
    let held: Vec<&str> = record::signers(&rules)
        .iter()
        .filter(|office| {
            crate::access::Role::from_code(office.code()).is_some_and(|role| tx.actor.holds(role, Some(&id)))
        })
        .map(|office| office.code())
        .collect();
    let Some(office) = record::signs_as(&rules, &held, &signed)? else {
        return Err(Error::state("already_done", "the record has this signature"));
    };
    if row.digest != digest {
        return Err(Error::Conflict(Conflict::OtherDigest { current: row.digest }));
    }
    let event = tx.event()?.row.clone();
    if !final_stands(tx.db, &rules, &event, &row)? {
        let detail = "a result or a record of a round has changed since: compile the record anew";
        return Err(Error::state("record_outdated", detail));
    }
    let signature = SignatureRow {
        record_id: row.id.clone(),
        office: office.to_owned(),
        account_id: tx.actor.name().to_owned(),
        digest: digest.to_owned(),
        signed_at: tx.now.unix_micros(),
    };
    let version = records::sign(tx.db, &signature)?;
    tx.changed_because("final_record", &row.subject, i64::from(row.number), Change::Updated, "signed");
    tx.note(json!({"record": row.id, "number": row.number, "office": office, "digest": digest}));
    sheet(tx.db, &rules, RecordRow { version, ..row }, false)
}

/// Whether the newest final record tells what stands now.
fn final_stands(db: &mut Db, rules: &Rulebook, event: &ChampionshipRow, row: &RecordRow) -> Result<bool> {
    let (rounds, tables, lacking) = final_facts(db, rules, event)?;
    Ok(lacking.is_empty() && facts_digest(event, FINAL, &rounds, &tables)? == row.facts_digest)
}

pub fn get_round_record(view: &mut View<'_>, group: &GroupId, number: i32, which: Option<i32>) -> Result<RecordSheet> {
    let rules = view.rules()?;
    let (group, round) = found(view.db, group, number)?;
    let event = view.event()?.row.clone();
    let row = stored(view.db, event.id.as_str(), ROUND, &place(&round), which)?;
    let now = round_facts(view.db, &rules, &group, &round)?;
    let stands = match now {
        Some(facts) => facts_digest(&event, ROUND, &[facts], &[])? == row.facts_digest,
        None => false,
    };
    let newest = records::newest(view.db, event.id.as_str(), ROUND, &place(&round))?;
    let superseded = !stands || newest.is_some_and(|newest| newest.number > row.number);
    sheet(view.db, &rules, row, superseded)
}

pub fn get_final_record(view: &mut View<'_>, which: Option<i32>) -> Result<RecordSheet> {
    let rules = view.rules()?;
    let event = view.event()?.row.clone();
    let id = event.id.as_str();
    let row = stored(view.db, id, FINAL, id, which)?;
    let stands = final_stands(view.db, &rules, &event, &row)?;
    let newest = records::newest(view.db, id, FINAL, id)?;
    let superseded = !stands || newest.is_some_and(|newest| newest.number > row.number);
    sheet(view.db, &rules, row, superseded)
}

/// The page to print.
pub fn print(sheet: &RecordSheet) -> Result<Vec<u8>> {
    let content = content(&sheet.row)?;
    let signed = sheet.signatures.iter().map(|(signature, name)| {
        Ok(paper::Signature {
            office: signature.office.clone(),
            name: name.clone(),
            signed_at: Some(Instant::from_unix_micros(signature.signed_at)?.to_string()),
        })
    });
    let open = sheet.missing_signatures.iter();
    let open = open.map(|office| Ok(paper::Signature { office: (*office).to_owned(), name: None, signed_at: None }));
    let signatures: Vec<paper::Signature> = signed.chain(open).collect::<Result<_>>()?;
    let paper = paper::Paper {
        content: &content,
        digest: &sheet.row.digest,
        superseded: sheet.superseded,
        signatures: &signatures,
        names: &sheet.names,
    };
    Ok(paper::html(&paper).into_bytes())
}

/// The content as JSON, just as it was signed.
pub fn content_value(row: &RecordRow) -> Result<Value> {
    serde_json::from_str(&row.content).map_err(|cause| Error::Internal(format!("record {}: {cause}", row.id)))
}

fn content(row: &RecordRow) -> Result<Content> {
    serde_json::from_str(&row.content).map_err(|cause| Error::Internal(format!("record {}: {cause}", row.id)))
}

fn no_record() -> Error {
    Error::NotFound("there is no such record yet".to_owned())
}

fn stored(db: &mut Db, championship: &str, kind: &str, subject: &str, which: Option<i32>) -> Result<RecordRow> {
    let row = match which {
        None => records::newest(db, championship, kind, subject)?,
        Some(number) => records::numbered(db, championship, kind, subject, number)?,
    };
    row.ok_or_else(no_record)
}

fn found(db: &mut Db, group: &GroupId, number: i32) -> Result<(GroupRow, RoundRow)> {
    let row = groups::find(db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let round = rounds::find(db, group.as_str(), number)?.ok_or_else(|| Error::not_found("round", number))?;
    Ok((row, round))
}

fn sheet(db: &mut Db, rules: &Rulebook, row: RecordRow, superseded: bool) -> Result<RecordSheet> {
    let mut names = BTreeMap::new();
    let content = content(&row)?;
    let boards = content.rounds.iter().flat_map(|round| &round.matches).flat_map(|game| &game.boards);
    for person in boards.flat_map(|board| [&board.first_player, &board.second_player]).flatten() {
        if !names.contains_key(person)
            && let Some(found) = persons::find(db, person)?
        {
            names.insert(person.clone(), found.name);
        }
    }
    let mut signatures = Vec::new();
    for signature in records::signatures(db, &row.id)? {
        let name = records::name_of_official(db, &row.championship_id, &signature.office, &signature.account_id)?;
        signatures.push((signature, name));
    }
    let has_signed = |office: &str| signatures.iter().any(|(signature, _)| signature.office == office);
    let asked = if row.kind == FINAL { record::signers(rules) } else { &[] };
    let missing_signatures = asked.iter().map(|office| office.code()).filter(|office| !has_signed(office)).collect();
    Ok(RecordSheet { row, superseded, signatures, missing_signatures, names })
}

//! Lots: first the commitment, then the public value and the drawing, and with it the whole order of play.

use std::collections::BTreeMap;

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use super::ledger::hex;
use crate::domain::calendar::{Instant, Zone};
use crate::domain::championship::Phase;
use crate::domain::ids::{ChampionshipId, GroupId, MatchId, RoundId};
use crate::domain::lots::{self, LotsSecret};
use crate::domain::pairing::berger::{self, BergerRound};
use crate::domain::rulebook::DEFINITE_ENTRY;
use crate::domain::timetable::{Calendar, timetable};
use crate::domain::violation::{Rule, Violation};
use crate::domain::{format, schedule};
use crate::storage::groups::{self, GroupRow};
use crate::storage::lots as kept;
use crate::storage::matches::{self, MatchRow};
use crate::storage::rounds::{self, RoundRow};
use crate::storage::{dispensations, draws};

/// What may be known of the lots: the secret only once they are drawn.
pub struct LotsSheet {
    pub group: String,
    pub commitment: String,
    pub committed_at: i64,
    pub drawn: Option<Drawn>,
    pub version: i64,
}

pub struct Drawn {
    pub at: i64,
    pub public_value: String,
    pub secret: String,
    /// By number.
    pub teams: Vec<DrawnTeam>,
}

pub struct DrawnTeam {
    pub key: String,
    pub id: String,
    pub federation: String,
    pub letter: String,
    pub name: String,
    pub number: i32,
}

/// The key under which a team lies in the urn.
fn key(federation: &str, letter: &str) -> String {
    format!("{federation}-{letter}")
}

pub fn commit_lots(tx: &mut Tx<'_>, group: &GroupId) -> Result<LotsSheet> {
    if kept::find(tx.db, group.as_str())?.is_some() {
        return Err(Error::state("already_done", "a commitment stands; another secret would be a choice"));
    }
    let secret: LotsSecret = tx.entropy.bytes();
    let row = kept::LotsRow {
        group_id: group.to_string(),
        commitment: lots::commitment(&secret).to_vec(),
        secret: secret.to_vec(),
        committed_at: tx.now.unix_micros(),
        public_value: None,
        drawn_at: None,
        // Nobody draws with what was seen of lots that were annulled.
        version: draws::last_annulled(tx.db, group.as_str())?.map_or(1, |(_, version)| version + 1),
    };
    kept::insert(tx.db, &row)?;
    tx.changed("lots", group, row.version, Change::Created);
    tx.note(json!({"group": group, "commitment": hex(&row.commitment)}));
    Ok(sheet(row, Vec::new()))
}

pub fn get_lots(view: &mut View<'_>, group: &GroupId) -> Result<LotsSheet> {
    let row = kept::find(view.db, group.as_str())?
        .ok_or_else(|| Error::NotFound(format!("no lots of group {group} were committed to yet")))?;
    let teams = groups::teams(view.db, group.as_str())?;
    Ok(sheet(row, teams))
}

fn sheet(row: kept::LotsRow, teams: Vec<groups::GroupTeam>) -> LotsSheet {
    let drawn = match (row.drawn_at, row.public_value) {
        (Some(at), Some(public_value)) => {
            let teams = teams
                .into_iter()
                .map(|team| DrawnTeam {
                    key: key(&team.federation, &team.letter),
                    id: team.id,
                    federation: team.federation,
                    letter: team.letter,
                    name: team.name,
                    number: team.number,
                })
                .collect();
            Some(Drawn { at, public_value, secret: hex(&row.secret), teams })
        }
        _ => None,
    };
    LotsSheet {
        group: row.group_id,
        commitment: hex(&row.commitment),
        committed_at: row.committed_at,
        drawn,
        version: row.version,
    }
}

/// Who has a dispensation for the definite entry and has not used it, and until when.
fn still_expected(tx: &mut Tx<'_>, championship: &ChampionshipId) -> Result<Vec<(String, Instant)>> {
    let mut expected = Vec::new();
    for row in dispensations::standing(tx.db, championship)? {
        if row.step == DEFINITE_ENTRY
            && row.used_at.is_none()
            && let (Some(until), Some(federation)) = (row.dispensation()?.until, row.federation)
        {
            expected.push((federation, until));
        }
    }
    Ok(expected)
}

/// Draws the lots and lays out every round. A dry run answers with the lots as they stand: no number before the drawing.
pub fn draw_lots(
    tx: &mut Tx<'_>,
    group: &GroupId,
    public_value: String,
    round_starts: Option<Vec<Instant>>,
) -> Result<LotsSheet> {
    let rules = tx.rules()?;
    let Some(mut row) = kept::find(tx.db, group.as_str())? else {
        return Err(Violation::new(
            Rule::NotCommitted,
            "the server has to commit itself before the public value is given",
        )
        .article(&rules.format.draw.article)
        .into());
    };
    if row.drawn_at.is_some() {
        return Err(Error::state("already_done", "the lots of this group are drawn"));
    }
    let group_row = groups::find(tx.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let championship = tx.event()?.row.clone();
    let zone = Zone::named(&championship.zone)?;
    let calendar = championship.calendar()?;
    let deadlines = timetable(&rules, &calendar, &BTreeMap::new(), tx.now)?;
    if let Some(definite) = deadlines.iter().find(|deadline| deadline.key == DEFINITE_ENTRY) {
        schedule::check_entries_final(&rules, definite, tx.now)?;
        schedule::check_dispensations_over(&rules, definite, &still_expected(tx, &championship.id)?, tx.now)?;
    }
    // Drawn now, not when the calendar said: the days to the prizes count from here.
    Calendar { drawing_of_lots: Some(tx.now), ..calendar }
        .check_length(&rules)
        .map_err(|violation| Violation { pointer: None, ..violation })?;
    let competition = groups::competition(tx.db, &group_row)?;
    let teams = groups::entered_teams(tx.db, &competition.id)?;
    let count = u32::try_from(teams.len()).unwrap_or(u32::MAX);
    format::check_one_group(&rules, count)?;
    let table = berger::schedule(count)?;
    let length = u32::try_from(table.len()).unwrap_or(u32::MAX);
    let starts = match round_starts {
        Some(starts) => starts,
        None => schedule::daily(championship.starts_at, &zone, length)?,
    };
    schedule::check_starts(&rules, &starts, length, tx.now)?;
    for start in &starts {
        schedule::check_before_prizes(&rules, &zone, *start, championship.prizes_date()?)?;
    }
    if tx.dry_run {
        return Ok(sheet(row, Vec::new()));
    }

    let secret: LotsSecret = row.secret.as_slice().try_into().map_err(|_| Error::Internal("lots secret".to_owned()))?;
    let ids: BTreeMap<String, String> =
        teams.into_iter().map(|team| (key(&team.federation, &team.letter), team.id)).collect();
    let keys: Vec<&String> = ids.keys().collect();
    let drawn = lots::draw(&keys, &secret, &public_value, group.as_str());
    let by_number: Vec<String> = drawn.iter().filter_map(|(key, _)| ids.get(key).cloned()).collect();
    for (number, team) in (1..).zip(&by_number) {
        groups::number_team(tx.db, group.as_str(), team, number)?;
    }
    for (round, start) in table.iter().zip(&starts) {
        lay_out(tx, &group_row, round, *start, &by_number)?;
    }
    row.public_value = Some(public_value.clone());
    row.drawn_at = Some(tx.now.unix_micros());
    row.version += 1;
    kept::update(tx.db, &row)?;
    tx.changed("lots", group, row.version, Change::Updated);
    let version = groups::raise_version(tx.db, group.as_str())?;
    tx.changed("group", group, version, Change::Updated);
    tx.note(json!({
        "group": group,
        "commitment": hex(&row.commitment),
        "public_value": public_value,
        "secret": hex(&row.secret),
        "numbers": by_number,
    }));
    if all_drawn(tx, &group_row)? {
        tx.step_to(Phase::Drawn)?;
    }
    let teams = groups::teams(tx.db, group.as_str())?;
    Ok(sheet(row, teams))
}

fn all_drawn(tx: &mut Tx<'_>, group: &GroupRow) -> Result<bool> {
    for other in groups::all(tx.db, &group.championship_id)? {
        if kept::find(tx.db, &other.id)?.is_none_or(|lots| lots.drawn_at.is_none()) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn lay_out(
    tx: &mut Tx<'_>,
    group: &GroupRow,
    round: &BergerRound,
    starts_at: Instant,
    by_number: &[String],
) -> Result<()> {
    let team = |number: u32| {
        number
            .checked_sub(1)
            .and_then(|place| by_number.get(usize::try_from(place).ok()?))
            .cloned()
            .ok_or_else(|| Error::Internal(format!("the table names team {number}")))
    };
    let id = tx.new_id(RoundId::new);
    let number = i32::try_from(round.number).unwrap_or(i32::MAX);
    let row = RoundRow {
        id: id.to_string(),
        group_id: group.id.clone(),
        championship_id: group.championship_id.clone(),
        number,
        state: rounds::SCHEDULED.to_owned(),
        starts_at: starts_at.unix_micros(),
        started_at: None,
        closed_at: None,
        free_team_id: round.free.map(|free| team(free.0)).transpose()?,
        version: 1,
        lineups_opened_at: None,
    };
    rounds::insert(tx.db, &row)?;
    tx.changed("round", format!("{}/{number}", group.id), row.version, Change::Created);
    for (place, (first, second)) in (1..).zip(&round.matches) {
        let row = MatchRow {
            id: tx.new_id(MatchId::new).to_string(),
            round_id: id.to_string(),
            group_id: group.id.clone(),
            championship_id: group.championship_id.clone(),
            number: place,
            first_team_id: team(first.0)?,
            second_team_id: team(second.0)?,
            revision: 0,
            version: 1,
        };
        matches::insert(tx.db, &row)?;
        tx.changed("match", row.id, row.version, Change::Created);
    }
    Ok(())
}

//! Awards: computed by the published conditions, proposed by the direction, confirmed by the appeals committee.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::desk::{Change, Tx, View, holds_any};
use super::error::{Error, Result};
use crate::access::Role;
use crate::domain::ids::{AwardId, ChampionshipId, PersonId, TeamId};
use crate::domain::individual::{PlayerGame, individual_results};
use crate::domain::prize::{self, Condition, Prize};
use crate::domain::rulebook::Rulebook;
use crate::domain::standings::{RankingRules, standings};
use crate::domain::violation::{Rule, Violation};
use crate::storage::groups::{self, GroupTeam};
use crate::storage::prizes::{self, CONFIRMED, PROPOSED, REFUSED, SUPERSEDED};
pub use crate::storage::prizes::{AwardRow, PrizeListRow};
use crate::storage::{Db, individual, persons, standings as tables};

/// Who sees what is not confirmed yet.
const CONCERNED: [Role; 5] =
    [Role::Organizer, Role::TournamentDirector, Role::ChiefArbiter, Role::AppealsChairman, Role::AppealsMember];

/// Who receives a prize, and the figures that are the ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipient {
    pub team: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// None where a decision is the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// By the criteria of the prize.
    pub rank: u32,
    pub half_points: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_rounds: Option<u32>,
}

/// Whom the direction names for a special prize.
#[derive(Debug, Clone)]
pub struct Named {
    pub team: Option<TeamId>,
    pub person: Option<PersonId>,
}

/// An award with what is shown beside it.
pub struct AwardSheet {
    pub row: AwardRow,
    pub prize: Prize,
    pub recipients: Vec<Recipient>,
    /// The results have changed since: what the conditions give now is something else.
    pub outdated: bool,
    pub teams: BTreeMap<String, GroupTeam>,
    /// By person.
    pub names: BTreeMap<String, String>,
}

/// The final tables and games of each competition, as they stand now.
struct Ground {
    tables: BTreeMap<String, Vec<(u32, Recipient)>>,
    games: BTreeMap<String, Vec<PlayerGame>>,
    teams: BTreeMap<String, GroupTeam>,
}

fn ground(db: &mut Db, rules: &Rulebook, championship: &ChampionshipId) -> Result<Ground> {
    let mut ground = Ground { tables: BTreeMap::new(), games: BTreeMap::new(), teams: BTreeMap::new() };
    for group in groups::all(db, championship.as_str())? {
        let competition = groups::competition(db, &group)?;
        let category = rules.category(&competition.key)?;
        let facts = tables::facts(db, &group.id, category)?;
        let played = individual::games(db, &group.id, category)?;
        let table = standings(&facts.results, &RankingRules::of(rules, facts.results.pairing)?, None)?;
        let rows = table.rows.iter().filter_map(|row| {
            let figures = Figures {
                rank: row.rank,
                half_points: row.tally.game_points.0,
                match_points: Some(row.tally.match_points.0),
                games: None,
                team_rounds: None,
            };
            let team = facts.team(row.team)?.id.clone();
            Some((row.rank, Recipient { team, person: None, figures: Some(figures) }))
        });
        // A competition has one group, and its table is the final one.
        ground.tables.entry(competition.key.clone()).or_insert_with(|| rows.collect());
        ground.games.entry(competition.key).or_default().extend(played.games);
        ground.teams.extend(facts.teams.into_iter().map(|team| (team.id.clone(), team)));
    }
    Ok(ground)
}

impl Ground {
    /// Who receives the prize by its conditions; none for one that is decided.
    fn recipients(&self, prize: &Prize) -> Option<Vec<Recipient>> {
        match &prize.condition {
            Condition::Decision => None,
            Condition::Team { place, ties } => {
                let table = self.tables.get(&prize.competition).map_or(&[][..], Vec::as_slice);
                Some(prize::holders(table, *place, *ties).into_iter().cloned().collect())
            }
            Condition::Individual { scope, place, minimum_percent, next, ties } => {
                let games = self.games.get(&prize.competition).map_or(&[][..], Vec::as_slice);
                let ranked = prize::ranked(individual_results(games, *scope, *minimum_percent), next);
                let ranked: Vec<(u32, Recipient)> = ranked
                    .into_iter()
                    .map(|(rank, line)| {
                        let figures = Figures {
                            rank,
                            half_points: line.points.0,
                            match_points: None,
                            games: Some(line.games),
                            team_rounds: Some(line.team_rounds),
                        };
                        (rank, Recipient { team: line.team, person: Some(line.person), figures: Some(figures) })
                    })
                    .collect();
                Some(prize::holders(&ranked, *place, *ties).into_iter().cloned().collect())
            }
        }
    }
}

/// The award of one prize: by its conditions, or for a special one by the decision that is given.
pub fn propose_award(tx: &mut Tx<'_>, key: &str, named: &[Named], reason: Option<String>) -> Result<AwardSheet> {
    let (rules, id) = (tx.rules()?, tx.event()?.id().clone());
    tx.cite(&rules.prizes.awards_confirmed_by.article);
    let list = published(tx.db, &id)?;
    let prize = find_prize(&list, key)
        .ok_or_else(|| Violation::new(Rule::InvalidValue, format!("no prize {key:?} was published")).at("/prize"))?;
    let ground = ground(tx.db, &rules, &id)?;
    let recipients = match ground.recipients(&prize) {
        Some(_) if !named.is_empty() || reason.is_some() => {
            return Err(Violation::new(Rule::PrizeConditions, "this prize goes by its published conditions alone")
                .article(&rules.prizes.awards_confirmed_by.article)
                .at(if named.is_empty() { "/reason" } else { "/recipients" })
                .into());
        }
        Some(computed) => computed,
        None => decided(tx.db, &rules, &ground, named, reason.as_deref())?,
    };
    let written = written(&recipients)?;
    let before = prizes::newest_awards(tx.db, id.as_str())?.remove(key);
    if let Some(mut before) = before.clone().filter(|row| [PROPOSED, CONFIRMED].contains(&row.state.as_str())) {
        if before.recipients == written && before.reason == reason {
            return Err(Error::state("already_done", format!("award {} of this prize says the same", before.id)));
        }
        before.state = SUPERSEDED.to_owned();
        before.version += 1;
        prizes::update_award(tx.db, &before)?;
        tx.changed_because("award", &before.id, before.version, Change::Updated, SUPERSEDED);
    }
    let row = AwardRow {
        id: tx.new_id(AwardId::new).to_string(),
        championship_id: id.to_string(),
        prize_key: key.to_owned(),
        number: before.map_or(1, |before| before.number + 1),
        state: PROPOSED.to_owned(),
        recipients: written,
        reason,
        proposed_by: tx.actor.name().to_owned(),
        proposed_at: tx.now.unix_micros(),
        decided_by: None,
        decided_at: None,
        decision_reason: None,
        confirmed_at: None,
        version: 1,
    };
    prizes::insert_award(tx.db, &row)?;
    tx.changed("award", &row.id, row.version, Change::Created);
    tx.note(json!({"award": row.id, "prize": key, "number": row.number, "recipients": recipients}));
    sheet(tx.db, &list, &ground, row)
}

/// Teams of the championship, or players of them, and why.
fn decided(
    db: &mut Db,
    rules: &Rulebook,
    ground: &Ground,
    named: &[Named],
    reason: Option<&str>,
) -> Result<Vec<Recipient>> {
    let article = &rules.prizes.awards_confirmed_by.article;
    let mut faults = Vec::new();
    if reason.is_none() {
        let detail = "a special prize is awarded with a reason";
        faults.push(Violation::new(Rule::ReasonMissing, detail).article(article).at("/reason"));
    }
    let mut recipients = Vec::new();
    for (index, one) in named.iter().enumerate() {
        let team = match (&one.team, &one.person) {
            (Some(team), None) => ground.teams.contains_key(team.as_str()).then(|| team.to_string()),
            (None, Some(person)) => team_of(db, ground, person)?,
            _ => None,
        };
        match team {
            Some(team) => {
                let person = one.person.as_ref().map(ToString::to_string);
                recipients.push(Recipient { team, person, figures: None });
            }
            None => {
                let detail = "a recipient is one team of the championship, or one player of them";
                faults.push(
                    Violation::new(Rule::RecipientUnknown, detail).article(article).at(format!("/recipients/{index}")),
                );
            }
        }
    }
    if named.is_empty() {
        let detail = "a special prize names who receives it";
        faults.push(Violation::new(Rule::RecipientUnknown, detail).article(article).at("/recipients"));
    }
    if faults.is_empty() { Ok(recipients) } else { Err(faults.into()) }
}

/// The team of the championship on whose roster the person stands.
fn team_of(db: &mut Db, ground: &Ground, person: &PersonId) -> Result<Option<String>> {
    let rosters = crate::storage::personal_data::rosters(db, person.as_str())?;
    Ok(rosters.into_iter().map(|(_, team)| team.id).find(|team| ground.teams.contains_key(team)))
}

/// The committee confirms what the conditions give.
pub fn confirm_award(tx: &mut Tx<'_>, id: &AwardId) -> Result<AwardSheet> {
    let (mut row, list, ground) = open_award(tx, id)?;
    let prize = find_prize(&list, &row.prize_key).ok_or_else(|| Error::Internal("a prize went missing".to_owned()))?;
    if outdated(&ground, &prize, &row)? {
        let detail = "the results have changed since the proposal: propose the award anew";
        return Err(Error::state("award_outdated", detail));
    }
    row.state = CONFIRMED.to_owned();
    row.confirmed_at = Some(tx.now.unix_micros());
    decide(tx, row, &list, &ground)
}

/// The committee does not confirm it: the direction may propose another.
pub fn refuse_award(tx: &mut Tx<'_>, id: &AwardId, reason: String) -> Result<AwardSheet> {
    let (mut row, list, ground) = open_award(tx, id)?;
    row.state = REFUSED.to_owned();
    row.decision_reason = Some(reason);
    decide(tx, row, &list, &ground)
}

fn open_award(tx: &mut Tx<'_>, id: &AwardId) -> Result<(AwardRow, PrizeListRow, Ground)> {
    let (rules, championship) = (tx.rules()?, tx.event()?.id().clone());
    tx.cite(&rules.prizes.awards_confirmed_by.article);
    let row = prizes::award(tx.db, id.as_str())?.ok_or_else(|| Error::not_found("award", id))?;
    if row.state != PROPOSED {
        return Err(Error::state("already_done", format!("the award is {}", row.state)));
    }
    Ok((row, published(tx.db, &championship)?, ground(tx.db, &rules, &championship)?))
}

fn decide(tx: &mut Tx<'_>, mut row: AwardRow, list: &PrizeListRow, ground: &Ground) -> Result<AwardSheet> {
    row.decided_by = Some(tx.actor.name().to_owned());
    row.decided_at = Some(tx.now.unix_micros());
    row.version += 1;
    prizes::update_award(tx.db, &row)?;
    tx.changed("award", &row.id, row.version, Change::Updated);
    tx.note(json!({"award": row.id, "prize": row.prize_key, "state": row.state}));
    sheet(tx.db, list, ground, row)
}

/// The day of the prizes is recorded, once every prize has an award that the committee confirmed and that still holds.
pub fn record_prize_distribution(tx: &mut Tx<'_>, distributed_on: Date) -> Result<(PrizeListRow, Date)> {
    let (rules, id) = (tx.rules()?, tx.event()?.id().clone());
    let zone = tx.event()?.row.calendar()?.zone;
    tx.cite(&rules.prizes.given_at_once_after_end.article);
    let mut list = published(tx.db, &id)?;
    if list.distributed_on.is_some() {
        return Err(Error::state("already_done", "the day of the prizes is recorded"));
    }
    let ended =
        prizes::last_closing(tx.db, id.as_str())?.ok_or_else(|| Error::state("wrong_phase", "nothing was played"))?;
    let ended_on = zone.date(ended);
    let days = prize::days_after_end(&rules, ended_on, distributed_on, zone.date(tx.now))?;
    let (ground, newest) = (ground(tx.db, &rules, &id)?, prizes::newest_awards(tx.db, id.as_str())?);
    let mut lacking = Vec::new();
    for listed in &list.prizes {
        let stands = match newest.get(&listed.prize.key) {
            Some(row) => row.state == CONFIRMED && !outdated(&ground, &listed.prize, row)?,
            None => false,
        };
        if !stands {
            lacking.push(listed.prize.key.clone());
        }
    }
    if !lacking.is_empty() {
        let detail = format!("no confirmed award that still holds for {}", lacking.join(", "));
        return Err(Violation::new(Rule::AwardNotConfirmed, detail)
            .article(&rules.prizes.awards_confirmed_by.article)
            .fact("prizes", lacking)
            .into());
    }
    list.distributed_on = Some(distributed_on);
    list.version += 1;
    prizes::store(tx.db, &list)?;
    tx.changed("prize_list", &list.championship_id, list.version, Change::Updated);
    tx.note(json!({"distributed_on": distributed_on.to_string(), "days_after_end": days}));
    Ok((list, ended_on))
}

pub fn get_award(view: &mut View<'_>, id: &AwardId) -> Result<AwardSheet> {
    let (rules, championship) = (view.rules()?, view.event()?.id().clone());
    let all = holds_any(view.actor, &CONCERNED, Some(&championship));
    let row = prizes::award(view.db, id.as_str())?
        .filter(|row| all || row.confirmed_at.is_some())
        .ok_or_else(|| Error::not_found("award", id))?;
    let (list, ground) = (published(view.db, &championship)?, ground(view.db, &rules, &championship)?);
    sheet(view.db, &list, &ground, row)
}

/// Of those who are not concerned with them, only what was confirmed is seen.
pub fn list_awards(view: &mut View<'_>, after: Option<&str>, limit: i64) -> Result<Vec<AwardSheet>> {
    let (rules, championship) = (view.rules()?, view.event()?.id().clone());
    let all = holds_any(view.actor, &CONCERNED, Some(&championship));
    let rows = prizes::awards_of(view.db, championship.as_str(), all, after, limit)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let (list, ground) = (published(view.db, &championship)?, ground(view.db, &rules, &championship)?);
    rows.into_iter().map(|row| sheet(view.db, &list, &ground, row)).collect()
}

fn published(db: &mut Db, championship: &ChampionshipId) -> Result<PrizeListRow> {
    prizes::find(db, championship.as_str())?
        .filter(|list| list.published_at.is_some())
        .ok_or_else(|| Error::state("prizes_not_published", "no list of prizes was published before the start"))
}

fn find_prize(list: &PrizeListRow, key: &str) -> Option<Prize> {
    list.prizes.iter().find(|listed| listed.prize.key == key).map(|listed| listed.prize.clone())
}

/// A standing award is outdated where its conditions now give something else.
fn outdated(ground: &Ground, prize: &Prize, row: &AwardRow) -> Result<bool> {
    if ![PROPOSED, CONFIRMED].contains(&row.state.as_str()) {
        return Ok(false);
    }
    match ground.recipients(prize) {
        None => Ok(false),
        Some(now) => Ok(written(&now)? != row.recipients),
    }
}

fn written(recipients: &[Recipient]) -> Result<String> {
    serde_json::to_string(recipients).map_err(|cause| Error::Internal(format!("award: {cause}")))
}

fn sheet(db: &mut Db, list: &PrizeListRow, ground: &Ground, row: AwardRow) -> Result<AwardSheet> {
    let prize = find_prize(list, &row.prize_key).ok_or_else(|| Error::Internal("a prize went missing".to_owned()))?;
    let recipients: Vec<Recipient> =
        serde_json::from_str(&row.recipients).map_err(|cause| Error::Internal(format!("award {}: {cause}", row.id)))?;
    let (mut names, mut teams) = (BTreeMap::new(), BTreeMap::new());
    for recipient in &recipients {
        if let Some(person) = &recipient.person
            && let Some(found) = persons::find(db, person)?
        {
            names.insert(person.clone(), found.name);
        }
        if let Some(team) = ground.teams.get(&recipient.team) {
            teams.insert(team.id.clone(), team.clone());
        }
    }
    Ok(AwardSheet { outdated: outdated(ground, &prize, &row)?, row, prize, recipients, teams, names })
}

//! Stewards: whom the tournament director names for each match, and which matches lack one.

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use crate::domain::appointment::Role;
use crate::domain::ids::{AccountId, AppointmentId, GroupId, MatchId};
use crate::domain::official;
use crate::domain::violation::{Rule, Violation};
use crate::storage::appointments::{self, AppointmentRow, Filter};
pub use crate::storage::stewards::StewardRow;
use crate::storage::{accounts, matches, rounds, stewards};

/// Whom the director names.
pub struct Naming {
    pub name: String,
    pub account: Option<AccountId>,
}

/// The stewards of a match, the first named first.
pub struct Stewards {
    pub match_id: String,
    pub named: Vec<StewardRow>,
    /// Of the duty to name one.
    pub article: String,
}

impl Stewards {
    pub fn version(&self) -> i64 {
        i64::try_from(self.named.len()).unwrap_or(i64::MAX)
    }

    pub fn now(&self) -> Option<&StewardRow> {
        self.named.last().filter(|steward| steward.ended_at.is_none())
    }
}

/// A match of a round, and who is its steward.
pub struct Watched {
    pub match_id: String,
    pub number: i32,
    pub steward: Option<StewardRow>,
}

/// Names the steward, or another in his place; what the earlier one did stays under his name. True if it is the first.
pub fn name_steward(tx: &mut Tx<'_>, id: &MatchId, naming: Naming) -> Result<(Stewards, bool)> {
    let article = official::of_matches(&*tx.rules()?)?.article.clone();
    tx.cite(&article);
    let before = stewards::of_match(tx.db, id.as_str())?;
    if let Some(account) = &naming.account
        && accounts::find(tx.db, account)?.is_none()
    {
        return Err(Violation::new(Rule::InvalidValue, format!("there is no account {account}"))
            .article(&article)
            .at("/account")
            .into());
    }
    let earlier = before.last().filter(|steward| steward.ended_at.is_none());
    if let Some(earlier) = earlier {
        stewards::end(tx.db, id.as_str(), earlier.ordinal, tx.now.unix_micros())?;
        end_appointment(tx, earlier)?;
    }
    let appointment_id = match &naming.account {
        Some(account) => appoint(tx, account)?,
        None => None,
    };
    let row = StewardRow {
        match_id: id.to_string(),
        ordinal: before.last().map_or(1, |last| last.ordinal + 1),
        name: naming.name,
        account_id: naming.account.map(|account| account.to_string()),
        appointment_id,
        named_by: tx.actor.name().to_owned(),
        named_at: tx.now.unix_micros(),
        ended_at: None,
    };
    stewards::insert(tx.db, &row)?;
    let change = if before.is_empty() { Change::Created } else { Change::Updated };
    tx.changed("steward", id, i64::from(row.ordinal), change);
    tx.note(json!({"match": id, "ordinal": row.ordinal, "account": row.account_id, "appointment": row.appointment_id}));
    let named = stewards::of_match(tx.db, id.as_str())?;
    Ok((Stewards { match_id: id.to_string(), named, article }, before.is_empty()))
}

/// The account acts as a steward from now on, unless it does already.
fn appoint(tx: &mut Tx<'_>, account: &AccountId) -> Result<Option<String>> {
    let championship = tx.event()?.id().to_string();
    let now = tx.recorded_at.unix_micros();
    let filter = Filter {
        championship: Some(&championship),
        account: Some(account.as_str()),
        federations: None,
        standing_at: Some(now),
    };
    let held = appointments::list(tx.db, &filter, None, i64::from(i32::MAX))?;
    if held.iter().any(|held| held.role == Role::Steward.code() && held.starts_at <= now && held.ends_at.is_none()) {
        return Ok(None);
    }
    let row = AppointmentRow {
        id: tx.new_id(AppointmentId::new).to_string(),
        account_id: account.to_string(),
        role: Role::Steward.code().to_owned(),
        championship_id: Some(championship),
        federation: None,
        starts_at: now,
        ends_at: None,
        created_at: now,
        version: 1,
    };
    appointments::insert(tx.db, &row)?;
    tx.changed("appointment", &row.id, 1, Change::Created);
    Ok(Some(row.id))
}

/// Whoever is steward of no match any more acts as none, where a naming made the appointment.
fn end_appointment(tx: &mut Tx<'_>, ended: &StewardRow) -> Result<()> {
    let Some(account) = &ended.account_id else { return Ok(()) };
    let championship = tx.event()?.id().to_string();
    let all = stewards::of_account(tx.db, &championship, account)?;
    if all.iter().any(|naming| naming.ended_at.is_none()) {
        return Ok(());
    }
    for appointment in all.iter().filter_map(|naming| naming.appointment_id.as_ref()) {
        if let Some(version) = appointments::end(tx.db, appointment, tx.recorded_at)? {
            tx.changed("appointment", appointment, version, Change::Updated);
        }
    }
    Ok(())
}

pub fn get_steward(view: &mut View<'_>, id: &MatchId) -> Result<Stewards> {
    let article = official::of_matches(&*view.rules()?)?.article.clone();
    Ok(Stewards { match_id: id.to_string(), named: stewards::of_match(view.db, id.as_str())?, article })
}

/// Every match of a round with its steward, and the article that wants one for each.
pub fn list_round_stewards(view: &mut View<'_>, group: &GroupId, number: i32) -> Result<(Vec<Watched>, String)> {
    let article = official::of_matches(&*view.rules()?)?.article.clone();
    let round = rounds::find(view.db, group.as_str(), number)?.ok_or_else(|| Error::not_found("round", number))?;
    let games = matches::of_round(view.db, &round.id)?;
    let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
    let standing = stewards::standing(view.db, &ids)?;
    let watched = games.into_iter().map(|game| Watched {
        steward: standing.iter().find(|steward| steward.match_id == game.id).cloned(),
        match_id: game.id,
        number: game.number,
    });
    Ok((watched.collect(), article))
}

//! Line-ups: handed in sealed, opened for everybody when the hour has passed.

pub mod changes;
pub mod drafts;

use std::sync::Arc;

use serde_json::json;

use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use super::ledger::hex;
use crate::access::Role;
use crate::domain::calendar::Instant;
use crate::domain::ids::{MatchId, PersonId, TeamId};
use crate::domain::lineup::{self, Hours, Length, Lineup};
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::sealed::{Clearance, Opening, Sealed};
use crate::domain::violation::{Rule, Violation};
use crate::storage::Db;
use crate::storage::championships::instant;
use crate::storage::lineups::{self, ACCEPTED, Side};
pub use crate::storage::lineups::{ChangeRow, DraftRow, ListRow, ShortRow};
pub use crate::storage::matches::PlayerLine;
use crate::storage::matches::{self, MatchRow};
use crate::storage::teams;

/// When and by whom a list on paper was taken.
pub struct Paper {
    pub received_at: Instant,
    pub received_by: String,
}

/// A team's list as it may be read.
pub struct LineupSheet {
    pub match_id: String,
    pub team_id: String,
    pub round: i32,
    pub hours: Hours,
    pub opened: bool,
    pub seats: Vec<PlayerLine>,
    /// Every list of the side, as far as it may be opened; 0 is the one handed in.
    pub lists: Vec<ListRow>,
    pub changes: Vec<ChangeRow>,
    pub short: Option<ShortRow>,
    /// Whether the reader may see why a change was asked for and decided.
    pub with_reasons: bool,
    clearance: Clearance,
}

impl LineupSheet {
    pub fn list(&self, number: i32) -> Option<&ListRow> {
        self.lists.iter().find(|list| list.number == number)
    }

    /// Secret and listing of a list that stood, once the lists are open: what was only proposed stays sealed.
    pub fn unsealed(&self, list: &ListRow) -> Option<(String, String)> {
        let accepted = |change: &ChangeRow| change.number == list.number && change.state == ACCEPTED;
        if !self.opened || list.number != 0 && !self.changes.iter().any(accepted) {
            return None;
        }
        let Lineup { secret, players } = list.content.open(&self.clearance);
        Some((hex(secret), lineup::listing(&list.match_id, &list.team_id, players)))
    }
}

/// A round of a team, and how its list stands as far as the reader may know.
pub struct TeamLineup {
    pub game: MatchRow,
    pub round: i32,
    pub starts_at: i64,
    pub deadline: Instant,
    pub status: &'static str,
}

/// A team's side of a match under its championship's rules.
struct Place {
    side: Side,
    rules: Arc<Rulebook>,
    category: Category,
    hours: Hours,
}

fn place(db: &mut Db, rules: Arc<Rulebook>, id: &MatchId, team: &TeamId) -> Result<Place> {
    let side = lineups::side(db, id.as_str(), team.as_str())?
        .ok_or_else(|| Error::not_found("team", format!("{team} in match {id}")))?;
    let category = rules.category(&side.category)?.clone();
    let hours = side.round.hours(&rules)?;
    Ok(Place { side, rules, category, hours })
}

impl Place {
    fn not_yet_started(&self) -> Result<()> {
        if !self.side.round.started() {
            return Ok(());
        }
        Err(Error::state("round_started", format!("round {} has started", self.side.round.number)))
    }

    fn check(&self, db: &mut Db, players: &[String]) -> Result<()> {
        let length = match lineups::short(db, &self.side.game.id, &self.side.team)? {
            Some(_) => Length::Shorter,
            None => Length::Full,
        };
        Ok(lineup::check_players(&self.rules, &self.category, &self.side.roster, players, length)?)
    }
}

impl View<'_> {
    /// Whether the caller may look into something sealed of that federation.
    pub fn clearance(&self, federation: &str, opening: &Opening) -> Option<Clearance> {
        let championship = self.target.championship.as_ref();
        Clearance::of_the_own_side(self.actor.acts_for(federation, championship))
            .or_else(|| Clearance::of_the_hour(opening, self.now))
    }
}

/// Hands a list in: it binds at once. A captain before the deadline; an official what came on paper before it.
pub fn submit_lineup(
    tx: &mut Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    players: &[PersonId],
    paper: Option<Paper>,
) -> Result<(ListRow, Hours)> {
    let rules = tx.rules()?;
    let place = place(tx.db, rules.clone(), id, team)?;
    check_bringer(tx, &rules, &place.side.federation, paper.is_some())?;
    place.not_yet_started()?;
    if let Some(before) = lineups::lists(tx.db, id.as_str(), team.as_str())?.first() {
        let at = instant(before.made_at, "lineups", "made_at")?;
        return Err(lineup::binding(&rules, &at.to_string()).into());
    }
    let received = paper.as_ref().map_or(tx.now, |paper| paper.received_at);
    if paper.is_some() {
        let known_since = instant(place.side.known_since, "lots", "drawn_at")?;
        lineup::check_paper(&rules, received, known_since, tx.now)?;
    }
    place.hours.check_in_time(&rules, received)?;
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    place.check(tx.db, &players)?;
    let row = sealed(tx, id, team, 0, players, paper.map(|paper| (paper.received_at, paper.received_by)));
    lineups::insert(tx.db, &row)?;
    tx.cite(&rules.play.line_up_deadline.article);
    let on_paper = row.paper.is_some().then_some(received);
    tx.note(json!({"match": id, "team": team, "digest": hex(&row.digest), "received_on_paper_at": on_paper}));
    tell_if_open(tx, &place, "lineup_on_paper")?;
    Ok((row, place.hours))
}

/// A captain hands in the own list; an official says when and by whom one on paper was taken.
fn check_bringer(tx: &Tx<'_>, rules: &Rulebook, federation: &str, on_paper: bool) -> Result<()> {
    let championship = Some(tx.event()?.id());
    let captain = [Role::Captain, Role::DeputyCaptain].iter().any(|role| tx.actor.holds(*role, championship))
        && tx.actor.acts_for(federation, championship);
    let official = tx.actor.officiates(championship);
    let detail = match (on_paper, captain, official) {
        (false, true, _) | (true, _, true) => return Ok(()),
        (false, ..) => "an official records what came on paper, and says when and by whom it was taken",
        (true, ..) => "a captain hands in the list itself; the officials record what came on paper",
    };
    let violation = Violation::new(Rule::LineupOnPaper, detail).article(&rules.play.line_up_deadline.article);
    Err(violation.at("/paper").into())
}

fn sealed(
    tx: &Tx<'_>,
    id: &MatchId,
    team: &TeamId,
    number: i32,
    players: Vec<String>,
    paper: Option<(Instant, String)>,
) -> ListRow {
    let secret = tx.entropy.bytes();
    let listing = lineup::listing(id.as_str(), team.as_str(), &players);
    ListRow {
        match_id: id.to_string(),
        team_id: team.to_string(),
        number,
        digest: lineup::digest(&secret, &listing).to_vec(),
        content: Sealed::new(Lineup { secret, players }),
        made_by: tx.actor.name().to_owned(),
        made_at: tx.now.unix_micros(),
        paper: paper.map(|(at, by)| (at.unix_micros(), by)),
    }
}

/// The match shows its players from the opening on: only from then on a list that changes is a change of the match.
fn tell_if_open(tx: &mut Tx<'_>, place: &Place, why: &str) -> Result<()> {
    if place.hours.opening.has_come(tx.now) {
        let mut game = place.side.game.clone();
        game.version += 1;
        matches::update(tx.db, &game)?;
        tx.changed_because("match", &game.id, game.version, Change::Updated, why);
    }
    Ok(())
}

/// The own side's at any time, everybody else's once the lists are open. Before, it is as if there were nothing.
pub fn get_lineup(view: &mut View<'_>, id: &MatchId, team: &TeamId) -> Result<LineupSheet> {
    let nothing = || Error::NotFound(format!("no line-up of team {team} in match {id} is open"));
    let rules = view.rules()?;
    let Place { side, category, hours, .. } = place(view.db, rules, id, team)?;
    let clearance = view.clearance(&side.federation, &hours.opening).ok_or_else(nothing)?;
    let lists = lineups::lists(view.db, id.as_str(), team.as_str())?;
    let opened = hours.opening.has_come(view.now);
    if lists.is_empty() && !opened {
        return Err(nothing());
    }
    let championship = view.target.championship.clone();
    let own = view.actor.acts_for(&side.federation, championship.as_ref());
    Ok(LineupSheet {
        match_id: id.to_string(),
        team_id: team.to_string(),
        round: side.round.number,
        hours,
        opened,
        seats: lineups::seats(view.db, id.as_str(), team.as_str(), &category, &clearance)?,
        lists,
        changes: lineups::changes(view.db, id.as_str(), team.as_str())?,
        short: lineups::short(view.db, id.as_str(), team.as_str())?,
        with_reasons: own || view.actor.holds(Role::ChiefArbiter, championship.as_ref()),
        clearance,
    })
}

/// The team and its rounds: `open` until its list is known to the reader.
pub fn list_team_lineups(view: &mut View<'_>, federation: &str, letter: &str) -> Result<(String, Vec<TeamLineup>)> {
    let (id, rules) = (view.event()?.id().clone(), view.rules()?);
    let team = teams::find(view.db, &id, federation, letter)?
        .ok_or_else(|| Error::not_found("team", format!("{letter} of {federation}")))?;
    let mut found = Vec::new();
    for (game, round) in lineups::matches_of(view.db, &team.row.id)? {
        let hours = round.hours(&rules)?;
        let opened = hours.opening.has_come(view.now);
        // Who may not know does not even cause a look.
        let handed_in = match view.clearance(federation, &hours.opening) {
            Some(_) => lineups::standing(view.db, &game.id, &team.row.id)?.is_some(),
            None => false,
        };
        let status = match (opened, handed_in) {
            (true, true) => "opened",
            (true, false) => "default",
            (false, true) => "handed_in",
            (false, false) => "open",
        };
        found.push(TeamLineup {
            game,
            round: round.number,
            starts_at: round.starts_at,
            deadline: hours.deadline,
            status,
        });
    }
    Ok((team.row.id, found))
}

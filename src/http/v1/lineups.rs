//! `/v1/matches/{match}/lineups`: handed in sealed, opened for everybody when the hour has passed.

use actix_web::{HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::lineup_changes::{LineupChange, ShortLineup};
use super::teams::path_letter;
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, MatchId, PersonId, TeamId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, object, path_federation, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::ledger::hex;
use crate::service::lineups::{self, LineupSheet, ListRow, Paper, TeamLineup};

/// A list of players as a captain hands it in, or as an official records it from paper.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineupInput {
    /// The players by id, board after board from the first; in the order of their numbers unless the championship's settings
    /// leave it free. Fewer than boards only where the chief arbiter has accepted it: then the last boards stay empty.
    #[validate(length(min = 1, max = 100))]
    #[schema(value_type = Vec<String>, min_items = 1, max_items = 100, example = json!(["per_0198c0ffee007000800000000000abcd"]))]
    pub players: Vec<PersonId>,
    /// Of a list that came on paper; only officials record one, and always with this.
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub paper: Option<LineupPaperInput>,
}

/// When and by whom a list on paper was taken.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineupPaperInput {
    /// Decides whether it was in time. Neither in the future nor before the round was known.
    #[schema(value_type = String, format = DateTime, example = "2027-04-10T10:40:00Z")]
    pub received_at: Instant,
    /// Who took it: the tournament director or a delegate.
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "B. Arbiter")]
    pub received_by: String,
}

/// That a list was handed in: who plays stands in the line-up alone, for those who may read it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupReceipt {
    #[serde(rename = "match")]
    pub match_id: String,
    pub team: String,
    #[schema(format = DateTime)]
    pub handed_in_at: String,
    /// After this moment the list is open for everybody.
    #[schema(value_type = String, format = DateTime)]
    pub opens_after: Instant,
    /// SHA-256 over a random secret and the list, in hexadecimal digits; the secret is shown with the opened list.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub digest: String,
}

/// The seal of a list, and what opens it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupSeal {
    /// SHA-256 of the bytes of the secret and the text of the listing, in hexadecimal digits.
    pub digest: String,
    /// 128 random bits in hexadecimal digits; absent until the lists are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// What was digested: match, team, and the players by board, a line each. Absent until the lists are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listing: Option<String>,
}

/// A list as it was handed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandedInLineup {
    #[schema(format = DateTime)]
    pub at: String,
    /// When a list on paper was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub received_on_paper_at: Option<String>,
    /// Who took a list on paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_by: Option<String>,
    pub seal: LineupSeal,
}

/// A player at a board.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineupSeat {
    #[schema(example = 1)]
    pub board: i32,
    pub person: String,
    pub name: String,
}

/// Who plays for a team in a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lineup {
    #[serde(rename = "match")]
    pub match_id: String,
    pub team: String,
    /// Number of the round.
    pub round: i32,
    /// `handed_in`, or `default`: no list came in time, and the numbers of the regulations play (Art. 23.1).
    #[schema(example = "handed_in")]
    pub source: String,
    /// After this moment the lists are open for everybody.
    #[schema(value_type = String, format = DateTime)]
    pub opens_after: Instant,
    pub opened: bool,
    /// Who sits where, the last accepted change included. A board that stays empty is left out.
    pub boards: Vec<LineupSeat>,
    /// Absent where no list came in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<HandedInLineup>,
    /// Changes asked for, by number.
    pub changes: Vec<LineupChange>,
    /// That the chief arbiter has accepted fewer players than boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewer_accepted: Option<ShortLineup>,
}

/// The line-ups of a team, one for each of its rounds.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamLineups {
    /// By the hour at which the rounds start; all of them.
    pub data: Vec<TeamLineupLine>,
}

/// How the line-up of one round stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamLineupLine {
    pub group: String,
    /// Number of the round.
    pub round: i32,
    #[serde(rename = "match")]
    pub match_id: String,
    pub team: String,
    pub opponent: String,
    #[schema(format = DateTime)]
    pub starts_at: String,
    #[schema(value_type = String, format = DateTime)]
    pub deadline: Instant,
    /// `open`, `handed_in` (the own side alone is told), `opened`, or `default` (none came in time). New values may appear.
    #[schema(example = "open")]
    pub status: String,
}

impl LineupSeal {
    pub fn of(sheet: &LineupSheet, list: &ListRow) -> Self {
        let (secret, listing) = sheet.unsealed(list).unzip();
        Self { digest: hex(&list.digest), secret, listing }
    }

    pub fn closed(list: &ListRow) -> Self {
        Self { digest: hex(&list.digest), secret: None, listing: None }
    }
}

impl Lineup {
    fn of(sheet: LineupSheet) -> Result<Self, Error> {
        let handed_in = sheet
            .list(0)
            .map(|list| {
                let (at, by) = list.paper.clone().unzip();
                Ok::<_, Error>(HandedInLineup {
                    at: moment(list.made_at)?,
                    received_on_paper_at: at.map(moment).transpose()?,
                    received_by: by,
                    seal: LineupSeal::of(&sheet, list),
                })
            })
            .transpose()?;
        let changes = sheet.changes.iter().filter_map(|change| {
            let list = sheet.list(change.number)?;
            Some(LineupChange::of(change, LineupSeal::of(&sheet, list), sheet.with_reasons))
        });
        Ok(Self {
            source: if handed_in.is_some() { "handed_in" } else { "default" }.to_owned(),
            opens_after: sheet.hours.deadline,
            opened: sheet.opened,
            changes: changes.collect::<Result<_, _>>()?,
            fewer_accepted: sheet.short.as_ref().map(|short| ShortLineup::of(short, sheet.with_reasons)).transpose()?,
            handed_in,
            match_id: sheet.match_id,
            team: sheet.team_id,
            round: sheet.round,
            boards: sheet
                .seats
                .into_iter()
                .map(|seat| LineupSeat { board: seat.board, person: seat.person_id, name: seat.name })
                .collect(),
        })
    }
}

impl TeamLineupLine {
    fn of(line: TeamLineup, team: &str) -> Result<Self, Error> {
        let (first, second) = (line.game.first_team_id, line.game.second_team_id);
        let (team, opponent) = if first == team { (first, second) } else { (second, first) };
        Ok(Self {
            group: line.game.group_id,
            round: line.round,
            match_id: line.game.id,
            team,
            opponent,
            starts_at: moment(line.starts_at)?,
            deadline: line.deadline,
            status: line.status.to_owned(),
        })
    }
}

pub(super) fn side_in_path(caller: &Caller) -> Result<(MatchId, TeamId), Problem> {
    Ok((path_id(caller.path("match"), "the match")?, path_id(caller.path("team"), "the team")?))
}

/// Hand in a line-up
///
/// By the captain or the deputy, sealed, up to 60 minutes before the round (422 `lineup_deadline_passed`): it binds at once,
/// and a second one is refused (422 `lineup_binding`); a change needs circumstances beyond the team's control. Four different
/// players of the team's own roster in the order of their numbers (Art. 23.1). An official records with `paper` a list that
/// came on paper, until the signal; when it was taken decides whether it was in time. The answer names no player.
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), request_body = LineupInput, responses((status = 201, description = "Handed in", body = LineupReceipt)))]
#[put("/v1/matches/{match}/lineups/{team}")]
pub async fn submit_lineup(caller: Caller, input: Input<LineupInput>) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    let Input(LineupInput { players, paper }) = input;
    let paper = paper.map(|paper| Paper { received_at: paper.received_at, received_by: paper.received_by });
    caller
        .write(Action::SubmitLineup, Target::Lineup(id.clone(), team.clone()), move |tx| {
            let (row, hours) = lineups::submit_lineup(tx, &id, &team, &players, paper)?;
            let receipt = LineupReceipt {
                handed_in_at: moment(row.made_at)?,
                opens_after: hours.deadline,
                digest: hex(&row.digest),
                match_id: row.match_id,
                team: row.team_id,
            };
            Answer::created(&receipt, format!("/v1/matches/{id}/lineups/{team}"))
        })
        .await
}

/// Read a line-up
///
/// The own side's at any time once it is handed in; everybody else's from the opening on, with the secret by which anybody
/// can verify its digest. Before, it is 404 for everybody else, administrators and arbiters included, whether there is one or
/// not. Where no list came in time, the numbers that play by default (Art. 23.1).
#[utoipa::path(tag = "matches", params(("match" = String, Path), ("team" = String, Path)), responses((status = 200, description = "The line-up", body = Lineup)))]
#[get("/v1/matches/{match}/lineups/{team}")]
pub async fn get_lineup(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, team) = side_in_path(&caller)?;
    caller
        .read(Action::GetLineup, Target::Lineup(id.clone(), team.clone()), Keep::Revalidate, move |view| {
            let shown = Lineup::of(lineups::get_lineup(view, &id, &team)?)?;
            let state = if shown.opened { "opened" } else { "own" };
            Ok(Answer::ok(&shown)?.view_of_parts(1, state))
        })
        .await
}

/// List a team's line-ups
///
/// Every round on one view: until when the list is handed in, and how it stands. Before the opening only the own side is
/// told that one was handed in.
#[utoipa::path(tag = "matches", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), responses((status = 200, description = "The rounds", body = TeamLineups)))]
#[get("/v1/championships/{championship}/entries/{federation}/teams/{letter}/lineups")]
pub async fn list_team_lineups(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let federation = path_federation(caller.path("federation"))?;
    let letter = path_letter(caller.path("letter"))?;
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .read(Action::ListTeamLineups, target, Keep::Revalidate, move |view| {
            let (team, lines) = lineups::list_team_lineups(view, &federation, &letter)?;
            let data = lines.into_iter().map(|line| TeamLineupLine::of(line, &team)).collect::<Result<_, _>>()?;
            Ok(Answer::ok(&TeamLineups { data })?.view_of_parts(1, "rounds"))
        })
        .await
}

//! `/v1/championships/{championship}/entries/{federation}/teams/{letter}`.

use actix_web::{HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::domain::rulebook::NationalityBy;
use crate::domain::ruling::Ruling;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, objects, path_federation, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::teams::{self, RosterLine, RosterRow, TeamFacts, TeamWithPlayers};

/// A team. What its players are nationals by, and that they are students, is shown to those concerned alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct Team {
    #[schema(example = "team_01890a5d000070008000000000000001")]
    pub id: String,
    #[schema(example = "NOR")]
    pub federation: String,
    #[schema(example = "A")]
    pub letter: String,
    /// The competition that it plays in.
    #[schema(example = "open")]
    pub competition: String,
    #[schema(example = "Norway")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captain: Option<String>,
    /// In the order of the boards, reserves last.
    pub players: Vec<Player>,
    pub version: i64,
}

/// A player of a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct Player {
    /// From 1, in the order of the boards.
    pub number: i32,
    pub person: String,
    pub name: String,
    /// `birth` or `naturalization`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "birth")]
    pub nationality_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub student: Option<bool>,
    /// `claimed` until it is decided, then `accepted` or `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "claimed")]
    pub eligibility: Option<String>,
}

/// What is said of a team.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamInput {
    /// The key of the competition; may be left out where there is only one.
    #[validate(length(min = 1, max = 50), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 50, example = "open")]
    pub competition: Option<String>,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Norway")]
    pub name: String,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200)]
    pub captain: Option<String>,
    /// In the order of the boards, reserves last.
    #[serde(deserialize_with = "objects")]
    #[validate(nested)]
    pub players: Vec<PlayerInput>,
}

/// A player named for a team.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerInput {
    #[schema(value_type = String, example = "per_01890a5d000070008000000000000001")]
    pub person: PersonId,
    #[schema(inline)]
    pub nationality_by: NationalityInput,
    pub student: bool,
}

/// How somebody came to a nationality.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NationalityInput {
    Birth,
    Naturalization,
}

impl From<NationalityInput> for NationalityBy {
    fn from(ground: NationalityInput) -> Self {
        match ground {
            NationalityInput::Birth => NationalityBy::Birth,
            NationalityInput::Naturalization => NationalityBy::Naturalization,
        }
    }
}

/// What a federation states of its players, before anybody has decided.
const CLAIMED: &str = "claimed";

impl Team {
    /// The whole team, or what is published of it: a refused player is not.
    pub fn of(team: TeamWithPlayers, own: bool) -> Self {
        Self {
            id: team.row.id,
            federation: team.row.federation,
            letter: team.row.letter,
            competition: team.category,
            name: team.row.name,
            captain: team.row.captain,
            players: team
                .players
                .into_iter()
                .map(|(row, name)| {
                    let ruling = team.rulings.get(&row.person_id).map_or(CLAIMED, String::as_str);
                    (ruling, row, name)
                })
                .filter(|(ruling, ..)| own || *ruling != Ruling::Refused.code())
                .map(|(ruling, row, name)| Player::of(row, name, own.then_some(ruling)))
                .collect(),
            version: team.row.version,
        }
    }
}

impl Player {
    fn of(row: RosterRow, name: String, ruling: Option<&str>) -> Self {
        let own = ruling.is_some();
        Self {
            number: row.number,
            person: row.person_id,
            name,
            nationality_by: own.then_some(row.nationality_by),
            student: own.then_some(row.student),
            eligibility: ruling.map(str::to_owned),
        }
    }
}

/// A team's letter in the path: one capital letter.
fn path_letter(text: &str) -> Result<String, Problem> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Ok(text.to_owned()),
        _ => Err(Problem::bad_request("the letter in the path is one of A to Z")),
    }
}

fn tagged(answer: Answer, version: i64, own: bool) -> Answer {
    answer.view_of_parts(version, if own { "own" } else { "public" })
}

/// Read a team
///
/// Names of team, captain and players are public; who acts for the federation or the organizer sees the grounds of
/// eligibility too. The tag also follows the players' names.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), responses((status = 200, description = "The team", body = Team)))]
#[get("/v1/championships/{championship}/entries/{federation}/teams/{letter}")]
pub async fn get_team(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .read(Action::GetTeam, target, Keep::Revalidate, move |view| {
            let (team, own) = teams::get_team(view, &federation, &letter)?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, own))?, version, own))
        })
        .await
}

/// Name a team and its players
///
/// The whole roster in the order of the boards: players come and go in one request. It may grow while the entry is
/// preliminary, up to the most that the regulations allow; a definite one stays complete (422 `team_size`). Possible
/// until the definite entries are due (422 `deadline_passed`), for a federation whose entry stands
/// (422 `not_preliminarily_entered`). Art. 1 and 6 of the 1960 regulations.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), request_body = TeamInput, responses((status = 200, description = "Replaced", body = Team), (status = 201, description = "Created", body = Team)))]
#[put("/v1/championships/{championship}/entries/{federation}/teams/{letter}")]
pub async fn put_team(caller: Caller, input: Input<TeamInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let Input(input) = input;
    let location = format!("/v1/championships/{id}/entries/{federation}/teams/{letter}");
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .write(Action::PutTeam, target, move |tx| {
            let players = input.players.into_iter().map(|player| RosterLine {
                person: player.person.to_string(),
                nationality_by: player.nationality_by.into(),
                student: player.student,
            });
            let facts = TeamFacts {
                competition: input.competition,
                name: input.name,
                captain: input.captain,
                players: players.collect(),
            };
            let (team, created) = teams::put_team(tx, &federation, &letter, facts)?;
            let version = team.row.version;
            Ok(tagged(Answer::put(&Team::of(team, true), created, location)?, version, true))
        })
        .await
}

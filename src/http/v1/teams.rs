//! `/v1/championships/{championship}/entries/{federation}/teams/{letter}`.

use actix_web::{HttpResponse, get, post, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::captains::{Captaincy, DeputyCaptain};
use super::entries::PaperInput;
use crate::access::Action;
use crate::domain::entry::Paper;
use crate::domain::ids::{ChampionshipId, PersonId};
use crate::domain::rulebook::NationalityBy;
use crate::domain::ruling::Ruling;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_text, object, objects, path_federation, path_id, whole_object};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as ServiceResult;
use crate::service::teams::{self, RosterLine, RosterRow, TeamFacts, TeamWithPlayers};

/// A team. What its players are nationals by, that they are students and by what that is proved, and the writings that
/// name captains are shown to those concerned alone.
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
    /// The captain's id, where the captain is named as a person of the registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captain_person: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deputy_captain: Option<DeputyCaptain>,
    /// Every act that named a captain or a deputy, the last one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub captaincies: Vec<Captaincy>,
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
    /// The kind of document that proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "proof_of_studies")]
    pub student_proof: Option<String>,
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
    /// By the organizer alone: the team came on paper.
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub paper: Option<PaperInput>,
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
    /// The kind of document that proves it, one of those that the regulations name; may be left out where there is one.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "proof_of_studies")]
    pub student_proof: Option<String>,
}

/// One player out, another in on the same number.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplacementInput {
    /// Who goes.
    #[schema(value_type = String, example = "per_01890a5d000070008000000000000001")]
    pub out: PersonId,
    /// Who comes.
    #[serde(rename = "in", deserialize_with = "whole_object")]
    #[validate(nested)]
    pub newcomer: PlayerInput,
}

/// The players of a team in a new order.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardOrderInput {
    /// Every player of the roster: number 1 first.
    #[validate(length(max = 100))]
    #[schema(value_type = Vec<String>)]
    pub players: Vec<PersonId>,
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

impl From<PlayerInput> for RosterLine {
    fn from(player: PlayerInput) -> Self {
        Self {
            person: player.person.to_string(),
            nationality_by: player.nationality_by.into(),
            student: player.student,
            student_proof: player.student_proof,
        }
    }
}

impl Team {
    /// The whole team, or what is published of it: a refused player is not.
    pub fn of(team: TeamWithPlayers, own: bool) -> ServiceResult<Self> {
        let deputy = team.captaincies.iter().rfind(|captaincy| captaincy.office == "deputy_captain");
        let deputy_captain = deputy.map(DeputyCaptain::of);
        let captaincies: Vec<Captaincy> = match own {
            true => team.captaincies.iter().map(Captaincy::of).collect::<ServiceResult<_>>()?,
            false => Vec::new(),
        };
        Ok(Self {
            id: team.row.id,
            federation: team.row.federation,
            letter: team.row.letter,
            competition: team.category,
            name: team.row.name,
            captain: team.row.captain,
            captain_person: team.row.captain_person_id,
            deputy_captain,
            captaincies,
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
        })
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
            student_proof: row.student_proof.filter(|_| own),
        }
    }
}

/// A team's letter in the path: one capital letter.
pub(super) fn path_letter(text: &str) -> Result<String, Problem> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Ok(text.to_owned()),
        _ => Err(Problem::bad_request("the letter in the path is one of A to Z")),
    }
}

/// An archive may have more teams of a federation than the alphabet has letters.
fn any_letter(text: &str) -> Result<String, Problem> {
    if (2..=3).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return Ok(text.to_owned());
    }
    path_letter(text)
}

pub(super) fn tagged(answer: Answer, version: i64, own: bool) -> Answer {
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
    let (federation, letter) = (path_federation(caller.path("federation"))?, any_letter(caller.path("letter"))?);
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .read(Action::GetTeam, target, Keep::Revalidate, move |view| {
            let (team, own) = teams::get_team(view, &federation, &letter)?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, own)?)?, version, own))
        })
        .await
}

/// Name a team and its players
///
/// The whole roster in the order of the boards: players come and go in one request. It may grow while the entry is
/// preliminary, up to the most that the regulations allow; a definite one stays complete (422 `team_size`). Possible
/// until the definite entries are due (422 `deadline_passed`), for a federation whose entry stands
/// (422 `not_preliminarily_entered`). The organizer records with `paper` a team that came on paper: the day of its
/// receipt decides. Art. 1 and 6 of the 1960 regulations.
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
            let players = input.players.into_iter().map(RosterLine::from);
            let facts = TeamFacts {
                competition: input.competition,
                name: input.name,
                captain: input.captain,
                players: players.collect(),
            };
            let paper = input.paper.map(Paper::from);
            let (team, created) = teams::put_team(tx, &federation, &letter, facts, paper.as_ref())?;
            let version = team.row.version;
            Ok(tagged(Answer::put(&Team::of(team, true)?, created, location)?, version, true))
        })
        .await
}

/// Replace a player
///
/// One out and one in, in one act: the newcomer has the number of who goes. Whoever is not on the roster does not go
/// (422 `not_on_roster`); the newcomer is checked like every other player (422 `not_eligible`; `player_twice` says on
/// which roster he stands). Possible until the definite entries are due (422 `deadline_passed`), also after the
/// definite entry. Art. 6 of the 1960 regulations.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), request_body = ReplacementInput, responses((status = 200, description = "Replaced", body = Team)))]
#[post("/v1/championships/{championship}/entries/{federation}/teams/{letter}/replacement")]
pub async fn replace_player(caller: Caller, input: Input<ReplacementInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let Input(input) = input;
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .write(Action::ReplacePlayer, target, move |tx| {
            let team = teams::replace_player(tx, &federation, &letter, &input.out, input.newcomer.into())?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, true)?)?, version, true))
        })
        .await
}

/// Put a team's players in another order
///
/// Every player of the roster once (422 `not_on_roster`, `player_twice`, `player_left_out`); their numbers follow the
/// order. Possible until the definite entries are due (422 `deadline_passed`). Art. 6 and 23.1 of the 1960 regulations.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path), ("letter" = String, Path)), request_body = BoardOrderInput, responses((status = 200, description = "In the new order", body = Team)))]
#[post("/v1/championships/{championship}/entries/{federation}/teams/{letter}/board-order")]
pub async fn set_board_order(caller: Caller, input: Input<BoardOrderInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let (federation, letter) = (path_federation(caller.path("federation"))?, path_letter(caller.path("letter"))?);
    let Input(input) = input;
    let target = Target::Team(id, federation.clone(), letter.clone());
    caller
        .write(Action::SetBoardOrder, target, move |tx| {
            let team = teams::set_board_order(tx, &federation, &letter, &input.players)?;
            let version = team.row.version;
            Ok(tagged(Answer::ok(&Team::of(team, true)?)?, version, true))
        })
        .await
}

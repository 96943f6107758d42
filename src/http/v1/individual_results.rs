//! `…/individual-results` of a group and of a championship: who scored what, by percentage of the games played.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::groups::NumberedTeam;
use super::standings::Fraction;
use crate::access::Action;
use crate::domain::ids::{ChampionshipId, GroupId};
use crate::domain::individual::{Line, in_per_cent};
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::individual_results::{self, IndividualTable};

/// Individual results, one table for each competition. There are no ratings here, and so no performance.
#[derive(Debug, Serialize, ToSchema)]
pub struct IndividualResults {
    pub championship: String,
    /// Absent where all groups of the championship count together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    pub tables: Vec<IndividualResultsTable>,
}

/// The individual results of one competition.
#[derive(Debug, Serialize, ToSchema)]
pub struct IndividualResultsTable {
    /// Category of the competition.
    #[schema(example = "open")]
    pub competition: String,
    /// A match of a started round has no result yet: nothing of it is counted.
    pub provisional: bool,
    pub minimum: RoundsMinimum,
    /// By percentage; first all who reached the minimum, ranked, then the others without a place.
    pub rows: Vec<IndividualRow>,
    /// The same by the board at which the games were played.
    pub boards: Vec<BoardResults>,
}

/// How many rounds are considerable.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundsMinimum {
    /// In per cent of the rounds that the player's own team played; compared exactly, and reached by just so many.
    #[schema(example = 50)]
    pub percent: u32,
    /// Where the regulations ask for it (Art. 26).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Art. 26")]
    pub article: Option<String>,
}

/// The results at one board, of all teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardResults {
    #[schema(example = 1)]
    pub board: u32,
    pub rows: Vec<IndividualRow>,
}

/// What a player scored.
#[derive(Debug, Serialize, ToSchema)]
pub struct IndividualRow {
    /// Among those who reached the minimum; absent for the others. Level players share it, and the next ones are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub rank: Option<u32>,
    /// The place is shared.
    pub tied: bool,
    #[schema(example = "per_0197a0c2d5f07000800000000000000c")]
    pub person: String,
    #[schema(example = "Nora Nilsen")]
    pub name: String,
    pub team: NumberedTeam,
    /// The player's number in the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub number: Option<u32>,
    /// Games played over the board, each in another round.
    #[schema(example = 7)]
    pub games: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    #[schema(example = 12)]
    pub half_points: i32,
    #[schema(example = "6")]
    pub points_display: String,
    /// The exact part of the points at stake in these games: 12 of 14 half points are 6/7. Absent without a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Fraction>,
    /// The same in per cent with one decimal, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "85.7")]
    pub percentage_display: Option<String>,
    /// Rounds that the own team played: its matches with a game over the board.
    #[schema(example = 9)]
    pub team_rounds: u32,
    /// The published minimum of rounds is reached.
    pub minimum_reached: bool,
    /// Games won or lost because somebody did not appear: in no percentage, and no rounds played.
    pub walkovers: Vec<WalkoverGame>,
}

/// A game that was not played.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalkoverGame {
    #[schema(example = "grp_0197a0c2d5f07000800000000000000b")]
    pub group: String,
    #[schema(example = 3)]
    pub round: u32,
    #[schema(example = 2)]
    pub board: u32,
    /// 2 where the other side did not appear, else 0.
    #[schema(example = 2)]
    pub half_points: i32,
}

impl IndividualResultsTable {
    fn of(table: &IndividualTable) -> Result<Self, Error> {
        let rows = |lines: &[Line]| lines.iter().map(|line| row(table, line)).collect::<Result<Vec<_>, Error>>();
        Ok(Self {
            competition: table.competition.clone(),
            provisional: table.provisional,
            minimum: RoundsMinimum {
                percent: table.minimum_percent,
                article: table.minimum_article.as_ref().map(|article| format!("Art. {article}")),
            },
            rows: rows(&table.overall)?,
            boards: table
                .boards
                .iter()
                .map(|(board, lines)| Ok(BoardResults { board: *board, rows: rows(lines)? }))
                .collect::<Result<_, Error>>()?,
        })
    }
}

fn row(table: &IndividualTable, line: &Line) -> Result<IndividualRow, Error> {
    let team = table.teams.iter().find(|team| team.id == line.team).map(NumberedTeam::from);
    let share = line.share();
    Ok(IndividualRow {
        rank: line.rank,
        tied: line.tied,
        name: table.names.get(&line.person).cloned().unwrap_or_default(),
        person: line.person.clone(),
        team: team.ok_or_else(|| Error::Internal(format!("team {} is in no group", line.team)))?,
        number: line.number,
        games: line.games,
        won: line.won,
        drawn: line.drawn,
        lost: line.lost,
        half_points: line.points.0,
        points_display: line.points.to_string(),
        share: share.map(|share| Fraction { numerator: share.numerator(), denominator: share.denominator() }),
        percentage_display: share.map(in_per_cent),
        team_rounds: line.team_rounds,
        minimum_reached: line.minimum_reached,
        walkovers: line
            .walkovers
            .iter()
            .map(|game| WalkoverGame {
                group: game.group.clone(),
                round: game.round,
                board: game.board,
                half_points: game.points.0,
            })
            .collect(),
    })
}

/// Read the individual results of a group
///
/// Each player's games, points and exact percentage of the games played over the board; walkovers are listed apart. A place
/// is for those who played a considerable number of rounds (Art. 26): in per cent of the rounds of their own team, as the
/// championship's setting `considerable_rounds_percent` has it. `boards` has the same by the board sat at.
#[utoipa::path(tag = "standings", params(("group" = String, Path)), responses((status = 200, description = "The results", body = IndividualResults)))]
#[get("/v1/groups/{group}/individual-results")]
pub async fn get_individual_results(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .read(Action::GetIndividualResults, Target::Group(group.clone()), Keep::Shared, move |view| {
            let (row, table) = individual_results::get_individual_results(view, &group)?;
            let results = IndividualResults {
                championship: row.championship_id,
                group: Some(row.id),
                tables: vec![IndividualResultsTable::of(&table)?],
            };
            // Names may change without the group.
            Ok(Answer::ok(&results)?.view_of_parts(row.version, "individual"))
        })
        .await
}

/// Read the individual results of a championship
///
/// As for a group, over all groups of each competition.
#[utoipa::path(tag = "standings", params(("championship" = String, Path)), responses((status = 200, description = "The results", body = IndividualResults)))]
#[get("/v1/championships/{championship}/individual-results")]
pub async fn get_championship_individual_results(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetChampionshipIndividualResults, Target::Championship(id.clone()), Keep::Shared, move |view| {
            let tables = individual_results::get_championship_individual_results(view)?;
            let version = view.event()?.row.version;
            let results = IndividualResults {
                championship: id.to_string(),
                group: None,
                tables: tables.iter().map(IndividualResultsTable::of).collect::<Result<_, _>>()?,
            };
            Ok(Answer::ok(&results)?.view_of_parts(version, "individual"))
        })
        .await
}

//! `/v1/groups/{group}/standings` and the cross table: every value, and what decided.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::groups::NumberedTeam;
use crate::access::Action;
use crate::domain::ids::{GroupId, TeamNumber};
use crate::domain::standings::{
    Cell, Contribution, CriterionResult, Crosstable as Table, ListedCriterion, Outcome, Row, Tally, Value,
};
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Error;
use crate::service::standings::{self, StandingsSheet};

/// The table of a group after a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Standings {
    pub group: String,
    /// The last round counted; a round not started is never counted.
    #[schema(example = 3)]
    pub after_round: u32,
    /// How many rounds the group plays.
    #[schema(example = 13)]
    pub rounds: u32,
    /// A match of the counted rounds has no result yet: nothing of it is counted.
    pub provisional: bool,
    /// In the order in which they are asked; the first that differs decides.
    pub criteria: Vec<RankingCriterion>,
    pub rows: Vec<StandingsRow>,
}

/// A criterion of the ranking.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankingCriterion {
    #[schema(example = "game_points")]
    pub criterion: String,
    #[schema(example = "Art. 10.1")]
    pub article: String,
}

/// A team's place.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingsRow {
    #[schema(example = 1)]
    pub rank: u32,
    /// The place is shared.
    pub tied: bool,
    pub team: NumberedTeam,
    /// Finished matches; free rounds are none.
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Matches of the counted rounds without a result.
    pub unfinished: u32,
    pub match_points: i32,
    pub game_half_points: i32,
    #[schema(example = "27½")]
    pub game_points_display: String,
    /// One for each criterion of the list.
    pub criteria: Vec<CriterionValue>,
    pub decided_by: Decided,
}

/// What separated a team from the places next to its own; absent at the ends of the table.
#[derive(Debug, Serialize, ToSchema)]
pub struct Decided {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "match_points")]
    pub from_the_place_above: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "game_points")]
    pub from_the_place_below: Option<String>,
}

/// What a criterion gave a team, or why it was not applied.
#[derive(Debug, Serialize, ToSchema)]
pub struct CriterionValue {
    #[schema(example = "sonneborn_berger")]
    pub criterion: String,
    /// The team was level with another when this criterion came.
    pub needed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "19¾")]
    pub value: Option<String>,
    /// The exact value, where it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<Fraction>,
    /// Why it was not applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_applied: Option<NotApplied>,
    /// Round by round, what the value is made of.
    pub working: Vec<WorkingLine>,
}

/// An exact number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Fraction {
    #[schema(example = 79)]
    pub numerator: i64,
    #[schema(example = 4)]
    pub denominator: i64,
}

/// Why a criterion was not applied.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotApplied {
    #[schema(example = "not_level")]
    pub code: String,
    pub detail: String,
}

/// What one round added.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkingLine {
    pub round: u32,
    /// Number of the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<u32>,
    pub forfeit: bool,
    /// The round was not played: it counts as one against a virtual opponent.
    pub virtual_opponent: bool,
    /// A cut took it out of the value.
    pub left_out: bool,
    #[schema(example = "5½")]
    pub points: String,
    /// What was multiplied: the opponent's points, and the weight of the own result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub factors: Vec<String>,
}

/// The cross table of a group, in the order of its standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct Crosstable {
    pub group: String,
    pub after_round: u32,
    pub provisional: bool,
    pub rows: Vec<CrosstableRow>,
}

/// A team's meetings with the others.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrosstableRow {
    pub rank: u32,
    pub team: NumberedTeam,
    pub match_points: i32,
    pub game_half_points: i32,
    /// In the order of the rows; the own column and pairs that have not met are left out.
    pub meetings: Vec<Meeting>,
}

/// A meeting, seen from the team of the row.
#[derive(Debug, Serialize, ToSchema)]
pub struct Meeting {
    /// Number of the opponent.
    pub opponent: u32,
    pub round: u32,
    /// Absent while there is no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2½")]
    pub display: Option<String>,
    /// False where no game was played over the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_the_board: Option<bool>,
    pub boards: Vec<MeetingBoard>,
}

/// A game of a meeting, seen from the team of the row.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeetingBoard {
    pub board: u32,
    /// `white` or `black`.
    #[schema(example = "white")]
    pub colour: String,
    pub half_points: i32,
    pub over_the_board: bool,
}

/// The teams behind the numbers.
struct Teams<'a>(&'a StandingsSheet);

impl Teams<'_> {
    fn named(&self, number: TeamNumber) -> Result<NumberedTeam, Error> {
        let team = self.0.facts.team(number).map(NumberedTeam::from);
        team.ok_or_else(|| Error::Internal(format!("no team has number {number}")))
    }
}

impl Standings {
    pub fn of(sheet: &StandingsSheet) -> Result<Self, Error> {
        let teams = Teams(sheet);
        Ok(Self {
            group: sheet.group.id.clone(),
            after_round: sheet.standings.after_round,
            rounds: u32::try_from(sheet.facts.rounds.len()).unwrap_or(u32::MAX),
            provisional: sheet.standings.provisional,
            criteria: sheet.standings.criteria.iter().map(RankingCriterion::from).collect(),
            rows: sheet.standings.rows.iter().map(|row| standings_row(row, &teams)).collect::<Result<_, _>>()?,
        })
    }
}

impl From<&ListedCriterion> for RankingCriterion {
    fn from(listed: &ListedCriterion) -> Self {
        Self { criterion: listed.criterion.to_string(), article: format!("Art. {}", listed.article) }
    }
}

fn standings_row(row: &Row, teams: &Teams<'_>) -> Result<StandingsRow, Error> {
    let Tally { played, won, drawn, lost, unfinished, game_points, match_points } = row.tally;
    Ok(StandingsRow {
        rank: row.rank,
        tied: row.tied,
        team: teams.named(row.team)?,
        played,
        won,
        drawn,
        lost,
        unfinished,
        match_points: match_points.0,
        game_half_points: game_points.0,
        game_points_display: game_points.to_string(),
        criteria: row.criteria.iter().map(CriterionValue::from).collect(),
        decided_by: Decided {
            from_the_place_above: row.decided_by.above.map(|criterion| criterion.to_string()),
            from_the_place_below: row.decided_by.below.map(|criterion| criterion.to_string()),
        },
    })
}

impl From<&CriterionResult> for CriterionValue {
    fn from(tried: &CriterionResult) -> Self {
        let (value, working, not_applied) = match &tried.outcome {
            Outcome::Value { value, working } => (Some(value), working.iter().map(WorkingLine::from).collect(), None),
            Outcome::NotApplied(reason) => {
                let why = NotApplied { code: reason.code().to_owned(), detail: reason.to_string() };
                (None, Vec::new(), Some(why))
            }
        };
        Self {
            criterion: tried.criterion.to_string(),
            needed: tried.needed,
            value: value.map(Value::to_string),
            fraction: match value {
                Some(Value::Number(number)) => {
                    Some(Fraction { numerator: number.numerator(), denominator: number.denominator() })
                }
                _ => None,
            },
            not_applied,
            working,
        }
    }
}

impl From<&Contribution> for WorkingLine {
    fn from(line: &Contribution) -> Self {
        Self {
            round: line.round,
            opponent: line.opponent.map(|number| number.0),
            forfeit: line.forfeit,
            virtual_opponent: line.virtual_opponent,
            left_out: line.left_out,
            points: line.points.to_string(),
            factors: line.factors.map(|(one, other)| vec![one.to_string(), other.to_string()]).unwrap_or_default(),
        }
    }
}

impl Crosstable {
    fn of(sheet: &StandingsSheet, table: &Table) -> Result<Self, Error> {
        let teams = Teams(sheet);
        let rows = sheet.standings.rows.iter().map(|row| {
            let meetings = table.order.iter().flat_map(|&opponent| {
                let cells = table.cells.get(&(row.team, opponent)).into_iter().flatten();
                cells.map(move |cell| meeting(opponent, cell))
            });
            Ok::<_, Error>(CrosstableRow {
                rank: row.rank,
                team: teams.named(row.team)?,
                match_points: row.tally.match_points.0,
                game_half_points: row.tally.game_points.0,
                meetings: meetings.collect(),
            })
        });
        Ok(Self {
            group: sheet.group.id.clone(),
            after_round: sheet.standings.after_round,
            provisional: sheet.standings.provisional,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }
}

fn meeting(opponent: TeamNumber, cell: &Cell) -> Meeting {
    Meeting {
        opponent: opponent.0,
        round: cell.round,
        half_points: cell.game_points.map(|points| points.0),
        display: cell.game_points.map(|points| points.to_string()),
        over_the_board: cell.over_the_board,
        boards: cell
            .boards
            .iter()
            .map(|game| MeetingBoard {
                board: game.board,
                colour: game.colour.code().to_owned(),
                half_points: game.points.0,
                over_the_board: game.over_the_board,
            })
            .collect(),
    }
}

/// `after_round`, where it is given.
fn after_round(caller: &Caller) -> Result<Option<u32>, Problem> {
    let query = caller.query(&["after_round"])?;
    let read = |text: &String| text.parse().map_err(|_| Problem::bad_request("after_round is a number from 0 on"));
    query.get("after_round").map(read).transpose()
}

/// Read the standings of a group
///
/// By the regulations' list (Art. 10): game points, match points, the direct match, Sonneborn-Berger. Each row shows
/// every value with its working, and what decided. `after_round` looks back; without it all started rounds count.
#[utoipa::path(tag = "standings", params(("group" = String, Path), ("after_round" = Option<u32>, Query, minimum = 0)), responses((status = 200, description = "The standings", body = Standings)))]
#[get("/v1/groups/{group}/standings")]
pub async fn get_standings(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let after_round = after_round(&caller)?;
    caller
        .read(Action::GetStandings, Target::Group(group.clone()), Keep::Shared, move |view| {
            let sheet = standings::get_standings(view, &group, after_round)?;
            Ok(Answer::ok(&Standings::of(&sheet)?)?.version(sheet.group.version))
        })
        .await
}

/// Read the cross table of a group
///
/// Who scored what against whom, board by board, in the order of the standings after the same round.
#[utoipa::path(tag = "standings", params(("group" = String, Path), ("after_round" = Option<u32>, Query, minimum = 0)), responses((status = 200, description = "The cross table", body = Crosstable)))]
#[get("/v1/groups/{group}/crosstable")]
pub async fn get_crosstable(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let after_round = after_round(&caller)?;
    caller
        .read(Action::GetCrosstable, Target::Group(group.clone()), Keep::Shared, move |view| {
            let (sheet, table) = standings::get_crosstable(view, &group, after_round)?;
            Ok(Answer::ok(&Crosstable::of(&sheet, &table)?)?.version(sheet.group.version))
        })
        .await
}

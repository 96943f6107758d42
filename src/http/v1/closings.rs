//! `/v1/championships/{championship}/closing`: the final table stands.

use actix_web::{HttpResponse, post};
use serde::Serialize;
use utoipa::ToSchema;

use super::groups::NumberedTeam;
use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::http::call::Caller;
use crate::http::input::{NoInput, path_id};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::closings::{self, FinalTable};
use crate::service::desk::Target;
use crate::service::error::Error;

/// A closed championship and its final tables.
#[derive(Debug, Serialize, ToSchema)]
pub struct Closing {
    pub championship: String,
    #[schema(example = "closed")]
    pub phase: String,
    #[schema(format = DateTime)]
    pub closed_at: String,
    /// `missing`, `unsigned` or `signed` at the moment of the closing; new values may appear.
    #[schema(example = "signed")]
    pub final_record: String,
    pub tables: Vec<ClosingTable>,
    /// Of the championship.
    pub version: i64,
}

/// The final table of one group.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosingTable {
    pub group: String,
    pub rows: Vec<ClosingRow>,
}

/// A team's final place.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosingRow {
    #[schema(example = 1)]
    pub rank: u32,
    /// The place is shared.
    pub tied: bool,
    pub team: NumberedTeam,
    pub game_half_points: i32,
    pub match_points: i32,
}

fn table(table: &FinalTable) -> Result<ClosingTable, Error> {
    let rows = table.standings.rows.iter().map(|row| {
        let team = table.facts.team(row.team).map(NumberedTeam::from);
        Ok(ClosingRow {
            rank: row.rank,
            tied: row.tied,
            team: team.ok_or_else(|| Error::Internal(format!("no team has number {}", row.team)))?,
            game_half_points: row.tally.game_points.0,
            match_points: row.tally.match_points.0,
        })
    });
    Ok(ClosingTable { group: table.group.id.clone(), rows: rows.collect::<Result<_, Error>>()? })
}

/// Close a championship
///
/// Once every round is closed: the final tables stand, and nothing is corrected any more (Art. 24). The final record may be
/// compiled and signed before and after it; `final_record` says how far it is.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "Closed", body = Closing)))]
#[post("/v1/championships/{championship}/closing")]
pub async fn close_championship(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .write(Action::CloseChampionship, Target::Championship(id), move |tx| {
            let (row, tables, final_record) = closings::close_championship(tx)?;
            let closing = Closing {
                championship: row.id.to_string(),
                phase: row.phase,
                closed_at: tx.now.to_string(),
                final_record: final_record.to_owned(),
                tables: tables.iter().map(table).collect::<Result<_, _>>()?,
                version: row.version,
            };
            Ok(Answer::ok(&closing)?.version(row.version))
        })
        .await
}

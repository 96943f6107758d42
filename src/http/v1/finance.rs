//! `/v1/championships/{championship}/financial-statement`: who bears which costs.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::invitation::Contribution;
use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::finance::{self, Line, OfFederation, Statement};

/// Who bears which costs, each with the article that says so.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinancialStatement {
    pub championship: String,
    /// From the commencement to the prize distribution, both counted.
    #[schema(example = 15)]
    pub days: u32,
    /// What the definite invitation asks for each player and day; absent before it is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contribution_per_player_and_day: Option<Contribution>,
    /// Each participating federation: all for the organizer and the FIDE President, the own one for others.
    pub federations: Vec<FederationCosts>,
    /// What falls on other parties.
    pub others: Vec<PartyCosts>,
}

/// What falls on one participating federation.
#[derive(Debug, Serialize, ToSchema)]
pub struct FederationCosts {
    #[schema(example = "NOR")]
    pub federation: String,
    /// How many it has named.
    #[schema(example = 6)]
    pub players: u32,
    pub costs: Vec<Cost>,
}

/// What falls on a party that is no participating federation.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartyCosts {
    /// New values may appear.
    #[schema(example = "organizer")]
    pub party: String,
    pub costs: Vec<Cost>,
}

/// One cost.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cost {
    /// New values may appear.
    #[schema(example = "contribution_to_board_and_lodging")]
    pub item: String,
    #[schema(example = "Art. 1")]
    pub article: String,
    /// Where it can be reckoned; absent for what is paid as it comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reckoning: Option<Reckoning>,
}

/// Players times days times the contribution for each.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reckoning {
    #[schema(example = 6)]
    pub players: u32,
    #[schema(example = 15)]
    pub days: u32,
    pub for_each: Contribution,
    pub amount: Contribution,
}

impl From<Line> for Cost {
    fn from(line: Line) -> Self {
        Self {
            item: line.item,
            article: format!("Art. {}", line.article),
            reckoning: line.contribution.map(|reckoned| Reckoning {
                players: reckoned.players,
                days: reckoned.days,
                for_each: reckoned.rate.into(),
                amount: reckoned.amount.into(),
            }),
        }
    }
}

impl From<OfFederation> for FederationCosts {
    fn from(found: OfFederation) -> Self {
        let costs = found.lines.into_iter().map(Cost::from).collect();
        Self { federation: found.federation, players: found.players, costs }
    }
}

fn shown(championship: &ChampionshipId, found: Statement) -> FinancialStatement {
    let mut others: BTreeMap<String, Vec<Cost>> = BTreeMap::new();
    for (party, line) in found.others {
        others.entry(party).or_default().push(line.into());
    }
    FinancialStatement {
        championship: championship.to_string(),
        days: found.days,
        contribution_per_player_and_day: found.rate.map(Contribution::from),
        federations: found.federations.into_iter().map(FederationCosts::from).collect(),
        others: others.into_iter().map(|(party, costs)| PartyCosts { party, costs }).collect(),
    }
}

/// Read the financial statement
///
/// Which party bears which costs, each with its article: for every federation that takes part the contribution of its players
/// (players times days), and its travel; for the organizer the rest. Whole amounts of the smallest unit.
#[utoipa::path(tag = "championships", params(("championship" = String, Path)), responses((status = 200, description = "The statement", body = FinancialStatement)))]
#[get("/v1/championships/{championship}/financial-statement")]
pub async fn get_financial_statement(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetFinancialStatement, Target::Championship(id.clone()), Keep::Revalidate, move |view| {
            Answer::ok(&shown(&id, finance::get_financial_statement(view)?))
        })
        .await
}

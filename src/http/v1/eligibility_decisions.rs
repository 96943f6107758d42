//! `/v1/championships/{championship}/eligibility-decisions`: whether a player may play for a federation.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, EligibilityDecisionId, PersonId};
use crate::domain::ruling::Ruling;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_lines, clean_text, path_id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::eligibility_decisions::{self, DecisionFacts, DecisionRow, Filter};
use crate::service::error::Result as Done;

/// A decision on the eligibility of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct EligibilityDecision {
    #[schema(example = "eld_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    pub person: String,
    /// For which the player was named.
    #[schema(example = "NOR")]
    pub federation: String,
    /// From 1; the highest number of a player is in force.
    pub number: i32,
    /// `accepted` or `refused`; new values may appear.
    #[schema(example = "refused")]
    pub decision: String,
    /// As what it was made: `organizer`, `chief_arbiter`, or `fide_president` for a clearance.
    #[schema(example = "chief_arbiter")]
    pub decided_as: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The article that says who is eligible.
    #[schema(example = "Art. 1")]
    pub article: String,
    /// Documents and other proof that were looked at.
    pub evidence: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub decided_at: Instant,
    pub version: i64,
}

/// A list of decisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct EligibilityDecisionPage {
    pub data: Vec<EligibilityDecision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What is decided.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EligibilityDecisionInput {
    #[schema(value_type = String, example = "per_01890a5d000070008000000000000001")]
    pub person: PersonId,
    #[schema(inline)]
    pub decision: RulingInput,
    /// A refusal has one.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000, example = "The certificate is of another person")]
    pub reason: Option<String>,
    /// Identifiers of documents, or what else was looked at.
    #[serde(default)]
    #[validate(length(max = 20), custom(function = clean_evidence))]
    #[schema(max_items = 20, example = json!(["Certificate of studies, Oslo, 3 March 1960"]))]
    pub evidence: Vec<String>,
}

/// What can be decided of a player.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulingInput {
    Accepted,
    Refused,
}

impl From<RulingInput> for Ruling {
    fn from(ruling: RulingInput) -> Self {
        match ruling {
            RulingInput::Accepted => Ruling::Accepted,
            RulingInput::Refused => Ruling::Refused,
        }
    }
}

fn clean_evidence(evidence: &[String]) -> Result<(), ValidationError> {
    for text in evidence {
        clean_text(text)?;
        if text.chars().count() > 200 {
            let mut error = ValidationError::new("evidence");
            error.message = Some("each has at most 200 characters".into());
            return Err(error);
        }
    }
    Ok(())
}

impl EligibilityDecision {
    fn of(row: DecisionRow) -> Done<Self> {
        Ok(Self {
            evidence: row.evidence()?,
            id: row.id,
            championship: row.championship_id,
            person: row.person_id,
            federation: row.federation,
            number: row.number,
            decision: row.ruling,
            decided_as: row.authority,
            reason: row.reason,
            article: format!("Art. {}", row.article),
            decided_at: Instant::from_unix_micros(row.decided_at)?,
            version: row.version,
        })
    }
}

/// Decide on a player's eligibility
///
/// By the organizer or the chief arbiter, or by the FIDE President, on whose clearance only the President goes back
/// (422 `clearance_stands`). A refusal has a reason (422 `reason_missing`). A new decision takes the place of an earlier
/// one, which stays readable. A refused player is on no definite roster (422 `not_eligible`). Art. 1 of the 1960
/// regulations.
#[utoipa::path(tag = "entries", params(("championship" = String, Path)), request_body = EligibilityDecisionInput, responses((status = 201, description = "Decided", body = EligibilityDecision)))]
#[post("/v1/championships/{championship}/eligibility-decisions")]
pub async fn decide_eligibility(
    caller: Caller,
    input: Input<EligibilityDecisionInput>,
) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let Input(input) = input;
    caller
        .write(Action::DecideEligibility, Target::Championship(id.clone()), move |tx| {
            let facts = DecisionFacts {
                person: input.person,
                ruling: input.decision.into(),
                reason: input.reason,
                evidence: input.evidence,
            };
            let row = eligibility_decisions::decide_eligibility(tx, facts)?;
            let location = format!("/v1/championships/{id}/eligibility-decisions/{}", row.id);
            let version = row.version;
            Ok(Answer::created(&EligibilityDecision::of(row)?, location)?.version(version))
        })
        .await
}

/// Read a decision on eligibility
///
/// By the organizer, the chief arbiter, the FIDE President and who acts for the federation.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("decision" = String, Path)), responses((status = 200, description = "The decision", body = EligibilityDecision)))]
#[get("/v1/championships/{championship}/eligibility-decisions/{decision}")]
pub async fn get_eligibility_decision(caller: Caller) -> Result<HttpResponse, Problem> {
    let championship: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let id: EligibilityDecisionId = path_id(caller.path("decision"), "decision")?;
    let target = Target::EligibilityDecision(championship, id.clone());
    caller
        .read(Action::GetEligibilityDecision, target, Keep::Nothing, move |view| {
            let row = eligibility_decisions::get_eligibility_decision(view, &id)?;
            let version = row.version;
            Ok(Answer::ok(&EligibilityDecision::of(row)?)?.version(version))
        })
        .await
}

/// List decisions on eligibility
///
/// By id, all of them, superseded ones too. Who acts for a federation sees those on its players.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query), ("person" = Option<String>, Query)), responses((status = 200, description = "The page", body = EligibilityDecisionPage)))]
#[get("/v1/championships/{championship}/eligibility-decisions")]
pub async fn list_eligibility_decisions(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let page = Page::of(&caller, &["person"])?;
    let filter = Filter { person: page.filter.get("person").cloned(), federations: None };
    caller
        .read(Action::ListEligibilityDecisions, Target::Championship(id), Keep::Nothing, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let rows = eligibility_decisions::list_eligibility_decisions(view, filter, after, page.fetch())?;
            let shown: Vec<_> = rows.into_iter().map(EligibilityDecision::of).collect::<Done<_>>()?;
            Answer::ok(&page.answer(shown, |decision| vec![decision.id.clone()], |decision| decision))
        })
        .await
}

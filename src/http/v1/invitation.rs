//! `/v1/championships/{championship}/invitation`: the definite invitation.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::ChampionshipId;
use crate::domain::money::{Currency, Money};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_texts, object, path_id, texts};
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::invitation::{self, Content};

/// What each federation pays for each of its players and each day.
#[derive(Debug, Serialize, ToSchema)]
pub struct Contribution {
    /// Minor units: 3 US dollars are 300.
    #[schema(example = 300)]
    pub amount_minor_units: i64,
    /// ISO 4217.
    #[schema(example = "USD")]
    pub currency: String,
}

/// What each federation shall pay for each of its players and each day.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContributionInput {
    /// Minor units: 3 US dollars are 300.
    #[validate(range(min = 0, max = 1_000_000_000))]
    #[schema(minimum = 0, maximum = 1_000_000_000, example = 300)]
    pub amount_minor_units: i64,
    /// ISO 4217.
    #[validate(custom(function = currency_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "USD")]
    pub currency: String,
}

/// The definite invitation, as it went out.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    pub championship: String,
    /// The version of the draft that was approved.
    pub draft: String,
    /// Key of the particular to its text.
    pub particulars: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contribution: Option<Contribution>,
    #[schema(value_type = String, format = DateTime)]
    pub sent_at: Instant,
    /// Whether it went out after the deadline.
    pub late: bool,
    /// The federations to which it went: all that were affiliated that day.
    #[schema(example = json!(["GER", "NOR"]))]
    pub federations: Vec<String>,
    /// Those of them that are in no zone, so that no Vice-President has a copy for them.
    pub federations_without_zone: Vec<String>,
    pub version: i64,
}

/// The content of the definite invitation: what was approved, required modifications included.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationInput {
    /// Key of the particular to its text.
    #[serde(deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    pub particulars: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub contribution: Option<ContributionInput>,
}

impl From<Money> for Contribution {
    fn from(money: Money) -> Self {
        Self { amount_minor_units: money.minor_units, currency: money.currency.to_string() }
    }
}

fn currency_code(text: &str) -> Result<(), ValidationError> {
    Currency::of(text).map(|_| ()).map_err(|fault| {
        let mut error = ValidationError::new("currency");
        error.message = Some(fault.detail.into());
        error
    })
}

/// What a request says, as the rules read it.
pub fn content(particulars: BTreeMap<String, String>, contribution: Option<ContributionInput>) -> Done<Content> {
    let contribution = match contribution {
        Some(ContributionInput { amount_minor_units, currency }) => {
            Some(Money { minor_units: amount_minor_units, currency: Currency::of(&currency)? })
        }
        None => None,
    };
    Ok(Content { particulars, contribution })
}

impl From<invitation::Invitation> for Invitation {
    fn from(found: invitation::Invitation) -> Self {
        let row = found.row;
        Self {
            championship: row.championship.to_string(),
            draft: row.draft.to_string(),
            particulars: row.content.particulars,
            contribution: row.content.contribution.map(Contribution::from),
            sent_at: row.sent_at,
            late: row.sent_late,
            federations: found.federations,
            federations_without_zone: found.without_zone,
            version: row.version,
        }
    }
}

/// Zones of federations can change, so their number is part of the tag.
fn answer(found: invitation::Invitation, location: Option<String>) -> Done<Answer> {
    let (version, view) = (found.row.version, found.without_zone.len().to_string());
    let body = Invitation::from(found);
    let answer = match location {
        Some(location) => Answer::created(&body, location)?,
        None => Answer::ok(&body)?,
    };
    Ok(answer.view(version, &view))
}

/// Send the definite invitation
///
/// To all federations affiliated today, with copies at the same time to the FIDE President, the Vice-President of each
/// zone and the Chief Editor (Art. 4); each delivery is a notice. Before the President's approval it is `not_approved`
/// (Art. 3). The content is the approved one with the required modifications, or `content_not_approved` names what
/// differs. One that goes out after the deadline is marked `late`, whenever the President answered.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path)), request_body = InvitationInput, responses((status = 201, description = "Sent", body = Invitation)))]
#[post("/v1/championships/{championship}/invitation")]
pub async fn send_invitation(caller: Caller, input: Input<InvitationInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    let Input(input) = input;
    caller
        .write(Action::SendInvitation, Target::Invitation(id.clone()), move |tx| {
            let sent = invitation::send_invitation(tx, content(input.particulars, input.contribution)?)?;
            answer(sent, Some(format!("/v1/championships/{id}/invitation")))
        })
        .await
}

/// Read the definite invitation
///
/// As it went out; 404 until then.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path)), responses((status = 200, description = "The invitation", body = Invitation)))]
#[get("/v1/championships/{championship}/invitation")]
pub async fn get_invitation(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "the championship")?;
    caller
        .read(Action::GetInvitation, Target::Invitation(id), Keep::Revalidate, move |view| {
            answer(invitation::get_invitation(view)?, None)
        })
        .await
}

//! `/v1/championships/{championship}/invitation-drafts`: versions of the draft invitation, and the President's answers.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::invitation::{Contribution, ContributionInput, content};
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::ids::{ChampionshipId, DraftId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_lines, clean_texts, object, path_id, texts};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::invitation_drafts::{self as drafts, DraftRow};

/// One version of the draft invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationDraft {
    #[schema(example = "drf_0198c0ffee007000800000000000abcd")]
    pub id: String,
    pub championship: String,
    /// 1 for the first version.
    pub number: i32,
    /// `draft`, `submitted`, `approved`, `approved_with_modifications` or `sent_back`; new values may appear.
    #[schema(example = "submitted")]
    pub state: String,
    /// Key of the particular to its text.
    pub particulars: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contribution: Option<Contribution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub submitted_at: Option<Instant>,
    /// Whether it reached the President after the deadline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub answered_at: Option<Instant>,
    /// How long the President took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_after_seconds: Option<i64>,
    /// What the President requires to read otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifications: Option<BTreeMap<String, String>>,
    /// The contribution that the President requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified_contribution: Option<Contribution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<String>,
    pub version: i64,
}

/// The versions of the draft invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationDraftPage {
    pub data: Vec<InvitationDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What the draft says. It can be incomplete until it is submitted.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationDraftInput {
    /// Key of the particular, as the regulations list them, to its text of up to 4000 characters.
    #[serde(deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    #[schema(example = json!({"lodging": "Student hostel, two to a room; one companion for each team is lodged too"}))]
    pub particulars: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub contribution: Option<ContributionInput>,
}

/// The President's approval, with the modifications that it depends on.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalInput {
    /// Key of the particular to the text that it must have.
    #[serde(default, deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    pub modifications: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub contribution: Option<ContributionInput>,
    #[validate(length(max = 4000), custom(function = clean_lines))]
    #[schema(max_length = 4000)]
    pub remarks: Option<String>,
}

/// What has to change before the President can approve: at least one modification.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ModificationRequestInput {
    /// Key of the particular to the text that it must have.
    #[serde(deserialize_with = "texts")]
    #[validate(custom(function = clean_texts))]
    #[schema(example = json!({"lodging": "Reserves are lodged too"}))]
    pub modifications: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub contribution: Option<ContributionInput>,
    #[validate(length(max = 4000), custom(function = clean_lines))]
    #[schema(max_length = 4000)]
    pub remarks: Option<String>,
}

impl From<DraftRow> for InvitationDraft {
    fn from(row: DraftRow) -> Self {
        Self {
            answered_after_seconds: drafts::answered_after_seconds(&row),
            id: row.id.to_string(),
            championship: row.championship.to_string(),
            number: row.number,
            state: row.state.code().to_owned(),
            particulars: row.content.particulars,
            contribution: row.content.contribution.map(Contribution::from),
            late: row.submitted_at.map(|_| row.submitted_late),
            submitted_at: row.submitted_at,
            modifications: row.answered_at.map(|_| row.modifications.particulars),
            answered_at: row.answered_at,
            modified_contribution: row.modifications.contribution.map(Contribution::from),
            remarks: row.remarks,
            version: row.version,
        }
    }
}

fn answer(row: DraftRow) -> Done<Answer> {
    let version = row.version;
    Ok(Answer::ok(&InvitationDraft::from(row))?.version(version))
}

fn path_championship(caller: &Caller) -> Result<ChampionshipId, Problem> {
    path_id(caller.path("championship"), "the championship")
}

fn path_draft(caller: &Caller) -> Result<(Target, DraftId), Problem> {
    let draft: DraftId = path_id(caller.path("draft"), "the draft")?;
    Ok((Target::Draft(path_championship(caller)?, draft.clone()), draft))
}

/// List the versions of the draft invitation
///
/// The first one first, each with the President's answer. For the organizer and the FIDE President.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = InvitationDraftPage)))]
#[get("/v1/championships/{championship}/invitation-drafts")]
pub async fn list_invitation_drafts(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = path_championship(&caller)?;
    let page = Page::of(&caller, &[])?;
    let after = match page.after.as_ref().and_then(|key| key.first()) {
        None => 0,
        Some(number) => number.parse().map_err(|_| Problem::bad_request("the cursor is not one of ours"))?,
    };
    caller
        .read(Action::ListInvitationDrafts, Target::Championship(id), Keep::Revalidate, move |view| {
            let rows = drafts::list_invitation_drafts(view, after, page.fetch())?;
            Answer::ok(&page.answer(rows, |row| vec![row.number.to_string()], InvitationDraft::from))
        })
        .await
}

/// Read a version of the draft invitation
///
/// With the President's answer and the time it took (Art. 3).
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("draft" = String, Path)), responses((status = 200, description = "The version", body = InvitationDraft)))]
#[get("/v1/championships/{championship}/invitation-drafts/{draft}")]
pub async fn get_invitation_draft(caller: Caller) -> Result<HttpResponse, Problem> {
    let (target, id) = path_draft(&caller)?;
    caller
        .read(Action::GetInvitationDraft, target, Keep::Revalidate, move |view| {
            answer(drafts::get_invitation_draft(view, &id)?)
        })
        .await
}

/// Begin a version of the draft invitation
///
/// The next version, which can be incomplete. While another one is unanswered: 409 `draft_open`. Contribution in minor
/// units for each player and day; more than the regulations allow is `contribution_too_high` (Art. 1).
#[utoipa::path(tag = "invitation", params(("championship" = String, Path)), request_body = InvitationDraftInput, responses((status = 201, description = "Begun", body = InvitationDraft)))]
#[post("/v1/championships/{championship}/invitation-drafts")]
pub async fn create_invitation_draft(
    caller: Caller,
    input: Input<InvitationDraftInput>,
) -> Result<HttpResponse, Problem> {
    let id = path_championship(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::CreateInvitationDraft, Target::Championship(id), move |tx| {
            let row = drafts::create_invitation_draft(tx, content(input.particulars, input.contribution)?)?;
            let location = format!("/v1/championships/{}/invitation-drafts/{}", row.championship, row.id);
            let version = row.version;
            Ok(Answer::created(&InvitationDraft::from(row), location)?.version(version))
        })
        .await
}

/// Update a version of the draft invitation
///
/// Replaces its whole content, as long as it is not submitted; after that 409 `draft_already_submitted`.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("draft" = String, Path)), request_body = InvitationDraftInput, responses((status = 200, description = "Updated", body = InvitationDraft)))]
#[put("/v1/championships/{championship}/invitation-drafts/{draft}")]
pub async fn update_invitation_draft(
    caller: Caller,
    input: Input<InvitationDraftInput>,
) -> Result<HttpResponse, Problem> {
    let (target, id) = path_draft(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::UpdateInvitationDraft, target, move |tx| {
            let content = content(input.particulars, input.contribution)?;
            answer(drafts::update_invitation_draft(tx, &id, content)?)
        })
        .await
}

/// Submit a version of the draft invitation
///
/// Gives it to the FIDE President (Art. 2). Each required particular that is missing is named in one
/// `particulars_missing`, with its pointer. A draft that comes after the deadline is taken and marked `late`.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("draft" = String, Path)), responses((status = 200, description = "Submitted", body = InvitationDraft)))]
#[post("/v1/championships/{championship}/invitation-drafts/{draft}/submission")]
pub async fn submit_invitation_draft(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (target, id) = path_draft(&caller)?;
    caller
        .write(Action::SubmitInvitationDraft, target, move |tx| answer(drafts::submit_invitation_draft(tx, &id)?))
        .await
}

/// Approve the draft invitation
///
/// The FIDE President's answer (Art. 3), perhaps with modifications that the definite invitation then has to contain.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("draft" = String, Path)), request_body = ApprovalInput, responses((status = 200, description = "Approved", body = InvitationDraft)))]
#[post("/v1/championships/{championship}/invitation-drafts/{draft}/approval")]
pub async fn approve_invitation_draft(caller: Caller, input: Input<ApprovalInput>) -> Result<HttpResponse, Problem> {
    let (target, id) = path_draft(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::ApproveInvitationDraft, target, move |tx| {
            let modifications = content(input.modifications, input.contribution)?;
            answer(drafts::approve_invitation_draft(tx, &id, modifications, input.remarks)?)
        })
        .await
}

/// Request modifications of the draft invitation
///
/// The FIDE President sends the version back with at least one modification (Art. 3); the organizer then begins the next
/// version.
#[utoipa::path(tag = "invitation", params(("championship" = String, Path), ("draft" = String, Path)), request_body = ModificationRequestInput, responses((status = 200, description = "Sent back", body = InvitationDraft)))]
#[post("/v1/championships/{championship}/invitation-drafts/{draft}/modification-request")]
pub async fn request_modifications(
    caller: Caller,
    input: Input<ModificationRequestInput>,
) -> Result<HttpResponse, Problem> {
    let (target, id) = path_draft(&caller)?;
    let Input(input) = input;
    caller
        .write(Action::RequestModifications, target, move |tx| {
            let modifications = content(input.modifications, input.contribution)?;
            answer(drafts::request_modifications(tx, &id, modifications, input.remarks)?)
        })
        .await
}

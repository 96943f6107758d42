//! `/v1/championships/{championship}/entries`: preliminary and definite are states of one entry.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post, put};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::teams::Team;
use crate::access::Action;
use crate::domain::calendar::Instant;
use crate::domain::entry::{Paper, withdrawal};
use crate::domain::ids::ChampionshipId;
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, clean_lines, clean_text, clean_texts, object, path_federation, path_id, texts};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::entries::{self, EntrySeen, PreliminaryFacts, ReceiptRow};
use crate::service::error::{Error, Result as ServiceResult};

/// The entry of a federation. Chief of delegation, contact, indications and the reason of a withdrawal are shown to the
/// own federation, the organizer and the chief arbiter.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entry {
    pub championship: String,
    #[schema(example = "NOR")]
    pub federation: String,
    /// `preliminary`, `definite` or `withdrawn`.
    #[schema(example = "preliminary")]
    pub state: String,
    #[schema(format = DateTime)]
    pub preliminary_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub definite_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub withdrawn_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chief_of_delegation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal_reason: Option<String>,
    /// How far the federation had come: `before_definite_entry`, `before_lots` or `after_lots`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "before_lots")]
    pub withdrawal_stage: Option<String>,
    /// What follows from the withdrawal, as things stand now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub consequences: Vec<Consequence>,
    /// What came to the organizer on paper.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub receipts: Vec<Receipt>,
    /// The indications of the definite entry that do not stand in the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indications: Option<BTreeMap<String, String>>,
    pub teams: Vec<Team>,
    /// What is to be known of it: `federation_suspended`. New values may appear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub flags: Vec<&'static str>,
    /// The dispensations by which it was in time after the deadline.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["dsp_0198c0ffee007000800000000000abcd"]))]
    pub by_dispensation: Vec<String>,
    pub version: i64,
}

/// What follows from a withdrawal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Consequence {
    /// What programs compare; new codes may appear.
    #[schema(example = "matches_wait")]
    pub code: String,
    #[schema(example = "Art. 11")]
    pub article: String,
    /// What is so in this case.
    pub detail: String,
    /// The matches that it concerns, in the order of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub matches: Vec<String>,
    /// Until when it may be undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
}

/// A receipt of what came on paper.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receipt {
    /// `preliminary_entry`, `team` or `definite_entry`.
    #[schema(example = "preliminary_entry")]
    pub act: String,
    #[schema(value_type = String, format = Date)]
    pub received_on: String,
    #[schema(example = "telegram")]
    pub means: String,
    pub received_by: String,
    #[schema(value_type = String, format = DateTime)]
    pub recorded_at: Instant,
}

/// What the organizer says of something that came on paper: the day of its receipt decides whether it was in time.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaperInput {
    /// The day, in the championship's zone; none that is still to come.
    #[schema(value_type = String, format = Date)]
    pub received_on: Date,
    /// `by_hand`, `e_mail`, `paper` or `telegram`.
    #[validate(length(min = 1, max = 20), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 20, example = "telegram")]
    pub means: String,
    /// Who in the organizer's office received it.
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "A. Keller")]
    pub received_by: String,
    /// Whether every required document of every player came with it, and lies with the organizer.
    #[serde(default)]
    pub documents_enclosed: bool,
}

impl From<PaperInput> for Paper {
    fn from(input: PaperInput) -> Self {
        Paper {
            received_on: input.received_on,
            means: input.means,
            received_by: input.received_by,
            documents_enclosed: input.documents_enclosed,
        }
    }
}

/// A list of entries, as far as they are published.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryPage {
    pub data: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A preliminary entry.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreliminaryEntryInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200)]
    pub chief_of_delegation: Option<String>,
    /// How the organizer reaches the federation.
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000)]
    pub contact: Option<String>,
    /// By the organizer alone: the entry came on paper.
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub paper: Option<PaperInput>,
}

/// A definite entry.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DefiniteEntryInput {
    /// Text for each indication that the regulations ask for and that does not stand in the team already.
    #[serde(default, deserialize_with = "texts")]
    #[validate(length(max = 100), custom(function = clean_texts))]
    #[schema(example = json!({"travel": "Arrives on 9 July by train"}))]
    pub indications: BTreeMap<String, String>,
    /// By the organizer alone: the entry came on paper.
    #[serde(default, deserialize_with = "object")]
    #[validate(nested)]
    pub paper: Option<PaperInput>,
}

/// Who leads the delegation.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChiefOfDelegationInput {
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Kari Lund")]
    pub name: String,
}

/// A withdrawal.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalInput {
    #[validate(length(min = 1, max = 1000), custom(function = clean_lines))]
    #[schema(min_length = 1, max_length = 1000)]
    pub reason: Option<String>,
}

impl Entry {
    fn of(seen: EntrySeen) -> ServiceResult<Self> {
        let EntrySeen { row, indications, teams, by_dispensation, own, suspended, consequences, receipts } = seen;
        let time = |micros| {
            Instant::from_unix_micros(micros)
                .map(|instant| instant.to_string())
                .map_err(|cause| Error::Internal(format!("time of an entry: {cause}")))
        };
        Ok(Self {
            championship: row.championship_id,
            federation: row.federation,
            state: row.state,
            preliminary_at: time(row.preliminary_at)?,
            definite_at: row.definite_at.map(time).transpose()?,
            withdrawn_at: row.withdrawn_at.map(time).transpose()?,
            chief_of_delegation: row.chief_of_delegation.filter(|_| own),
            contact: row.contact.filter(|_| own),
            withdrawal_reason: row.withdrawal_reason.filter(|_| own),
            withdrawal_stage: row.withdrawal_stage,
            consequences: consequences.into_iter().map(Consequence::from).collect(),
            receipts: match own {
                true => receipts.into_iter().map(Receipt::of).collect::<ServiceResult<_>>()?,
                false => Vec::new(),
            },
            indications: (own && !indications.is_empty()).then_some(indications),
            teams: teams.into_iter().map(|team| Team::of(team, own)).collect::<ServiceResult<_>>()?,
            flags: suspended.then_some("federation_suspended").into_iter().collect(),
            by_dispensation,
            version: row.version,
        })
    }
}

impl From<withdrawal::Consequence> for Consequence {
    fn from(found: withdrawal::Consequence) -> Self {
        Self {
            code: found.code.to_owned(),
            article: format!("Art. {}", found.article),
            detail: found.detail,
            matches: found.matches,
            until: found.until,
        }
    }
}

impl Receipt {
    fn of(row: ReceiptRow) -> ServiceResult<Self> {
        Ok(Self {
            act: row.act,
            received_on: row.received_on,
            means: row.means,
            received_by: row.received_by,
            recorded_at: Instant::from_unix_micros(row.recorded_at)?,
        })
    }
}

fn tagged(answer: Answer, version: i64, own: bool) -> Answer {
    answer.view_of_parts(version, if own { "own" } else { "public" })
}

/// List entries
///
/// By federation, with teams and players' names.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("limit" = Option<i64>, Query, minimum = 1, maximum = 200), ("cursor" = Option<String>, Query)), responses((status = 200, description = "The page", body = EntryPage)))]
#[get("/v1/championships/{championship}/entries")]
pub async fn list_entries(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let page = Page::of(&caller, &[])?;
    caller
        .read(Action::ListEntries, Target::Championship(id), Keep::Shared, move |view| {
            let after = page.after.as_ref().and_then(|key| key.first()).map(String::as_str);
            let seen = entries::list_entries(view, after, page.fetch())?;
            let shown = seen.into_iter().map(Entry::of).collect::<ServiceResult<Vec<_>>>()?;
            Answer::ok(&page.answer(shown, |entry| vec![entry.federation.clone()], |entry| entry))
        })
        .await
}

/// Read an entry
///
/// As published, or whole for the own federation, the organizer and the chief arbiter. Each view has
/// its own tag, which also follows the teams shown; `If-Match` reads the entry's version from it.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), responses((status = 200, description = "The entry", body = Entry)))]
#[get("/v1/championships/{championship}/entries/{federation}")]
pub async fn get_entry(caller: Caller) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    caller
        .read(Action::GetEntry, Target::Entry(id, federation.clone()), Keep::Revalidate, move |view| {
            let seen = entries::get_entry(view, &federation)?;
            let (version, own) = (seen.row.version, seen.own);
            Ok(tagged(Answer::ok(&Entry::of(seen)?)?, version, own))
        })
        .await
}

/// Enter preliminarily
///
/// For a federation affiliated at the start (422 `federation_not_affiliated`, Art. 1), until the last instant of the
/// deadline (422 `deadline_passed`, Art. 5). Copies go to the FIDE President and the Vice-President of the zone at once.
/// Until then it may be replaced, and made again after a withdrawal; a definite entry is not replaced
/// (409 `already_done`). The organizer records with `paper` an entry that came on paper: the day of its receipt decides.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), request_body = PreliminaryEntryInput, responses((status = 200, description = "Replaced", body = Entry), (status = 201, description = "Entered", body = Entry)))]
#[put("/v1/championships/{championship}/entries/{federation}")]
pub async fn submit_preliminary_entry(
    caller: Caller,
    input: Input<PreliminaryEntryInput>,
) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    let location = format!("/v1/championships/{id}/entries/{federation}");
    caller
        .write(Action::SubmitPreliminaryEntry, Target::Entry(id, federation.clone()), move |tx| {
            let facts = PreliminaryFacts { chief_of_delegation: input.chief_of_delegation, contact: input.contact };
            let paper = input.paper.map(Paper::from);
            let (seen, created) = entries::submit_preliminary_entry(tx, &federation, facts, paper.as_ref())?;
            let version = seen.row.version;
            Ok(tagged(Answer::put(&Entry::of(seen)?, created, location)?, version, true))
        })
        .await
}

/// Enter definitely
///
/// For a federation whose preliminary entry stands (422 `not_preliminarily_entered`), until the last instant of the
/// deadline (422 `deadline_passed`), with every indication that the regulations require (422 `indication_missing`, all
/// at once), the documents of each player (422 `document_missing`, by player and document) and a complete team
/// (422 `team_size`). Players, captain, birth dates and grounds of nationality are taken
/// from the team, the chief of delegation from the preliminary entry where it stands there. In time it may be handed in
/// again with other indications. `GET …/requirements` lists what is missing beforehand. The organizer records with `paper`
/// an entry that came on paper: the day of its receipt decides. Art. 6.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), request_body = DefiniteEntryInput, responses((status = 200, description = "Entered definitely", body = Entry)))]
#[post("/v1/championships/{championship}/entries/{federation}/definite-entry")]
pub async fn submit_definite_entry(caller: Caller, input: Input<DefiniteEntryInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    caller
        .write(Action::SubmitDefiniteEntry, Target::Entry(id, federation.clone()), move |tx| {
            let paper = input.paper.map(Paper::from);
            let seen = entries::submit_definite_entry(tx, &federation, input.indications, paper.as_ref())?;
            let version = seen.row.version;
            Ok(tagged(Answer::ok(&Entry::of(seen)?)?, version, true))
        })
        .await
}

/// Withdraw an entry
///
/// Freely until the lots are drawn, and again to be entered while entries are not due. Once they are drawn only with its
/// reasons (422 `reason_missing`), which go to those who decide what follows: the team stays in the draw, what was
/// played stays, and its other matches wait for the decision. `consequences` lists that, with the matches; with
/// `validate_only` before it is done. Withdrawn already: 409 `already_done`. Art. 6 and 11.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), request_body = WithdrawalInput, responses((status = 200, description = "Withdrawn", body = Entry)))]
#[post("/v1/championships/{championship}/entries/{federation}/withdrawal")]
pub async fn withdraw_entry(caller: Caller, input: Input<WithdrawalInput>) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    caller
        .write(Action::WithdrawEntry, Target::Entry(id, federation.clone()), move |tx| {
            let seen = entries::withdraw_entry(tx, &federation, input.reason)?;
            let version = seen.row.version;
            Ok(tagged(Answer::ok(&Entry::of(seen)?)?, version, true))
        })
        .await
}

/// Name the chief of delegation
///
/// Or another in the chief's place, until play is over, while the entry stands (422 `not_preliminarily_entered`). Art. 6.
#[utoipa::path(tag = "entries", params(("championship" = String, Path), ("federation" = String, Path)), request_body = ChiefOfDelegationInput, responses((status = 200, description = "Named", body = Entry)))]
#[post("/v1/championships/{championship}/entries/{federation}/chief-of-delegation")]
pub async fn name_chief_of_delegation(
    caller: Caller,
    input: Input<ChiefOfDelegationInput>,
) -> Result<HttpResponse, Problem> {
    let id: ChampionshipId = path_id(caller.path("championship"), "championship")?;
    let federation = path_federation(caller.path("federation"))?;
    let Input(input) = input;
    caller
        .write(Action::NameChiefOfDelegation, Target::Entry(id, federation.clone()), move |tx| {
            let seen = entries::name_chief_of_delegation(tx, &federation, input.name)?;
            let version = seen.row.version;
            Ok(tagged(Answer::ok(&Entry::of(seen)?)?, version, true))
        })
        .await
}

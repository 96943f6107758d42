//! Records: `/v1/groups/{group}/rounds/{round}/record` and `/v1/championships/{championship}/final-record`.

use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::ids::{ChampionshipId, GroupId};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_text, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::{Answer, FileHead};
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::records::{self, RecordSheet};

const HTML: &str = "text/html; charset=utf-8";

/// A record of a round, or of the whole championship. It never changes: a later decision makes one with the next number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Record {
    #[schema(example = "rec_0198c0ffee007000800000000000abcd")]
    pub id: String,
    /// 1, 2, 3 … of the same round, or of the championship.
    #[schema(example = 1)]
    pub number: i32,
    /// `standing`, or `superseded` where another took its place or what stands now is something else; new values may appear.
    #[schema(example = "standing")]
    pub state: String,
    /// SHA-256 of `content` in canonical JSON (RFC 8785), in hexadecimal digits: what is signed.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub digest: String,
    /// Exactly what the digest is of. Players stand in it by their ids alone.
    #[schema(value_type = RecordContent)]
    pub content: Value,
    /// The players of the content under the names that they have now: one that was withheld stays withheld, and the digest
    /// holds all the same.
    pub persons: Vec<RecordPerson>,
    pub signatures: Vec<RecordSignature>,
    /// Offices that the regulations ask to sign it and that have not.
    #[schema(example = json!(["chief_arbiter"]))]
    pub missing_signatures: Vec<String>,
    pub version: i64,
}

/// A player of a record.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordPerson {
    #[schema(example = "per_0197a0c2d5f07000800000000000000c")]
    pub id: String,
    #[schema(example = "Nora Nilsen")]
    pub name: String,
}

/// A signature under a record.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordSignature {
    /// `tournament_director` or `chief_arbiter`; new values may appear.
    #[schema(example = "tournament_director")]
    pub office: String,
    pub account: String,
    /// Of the official, where an official acts with this account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The digest that was seen and signed.
    pub digest: String,
    #[schema(format = DateTime)]
    pub signed_at: String,
}

/// What a record says.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordContent {
    /// `round` or `final`.
    #[schema(example = "final")]
    pub kind: String,
    pub number: i32,
    #[schema(format = DateTime)]
    pub made_at: String,
    pub championship: String,
    pub title: String,
    /// Federation code.
    #[schema(example = "GER")]
    pub organizer: String,
    pub city: String,
    /// Id of the regulations.
    #[schema(example = "wstcc-1960")]
    pub regulations: String,
    /// The round; of the final record all rounds.
    pub rounds: Vec<RecordRound>,
    /// The final tables; none in the record of a round.
    pub tables: Vec<RecordTable>,
    pub journal_head: RecordJournalHead,
}

/// The last entry of the championship's journal before the record: whoever has it can check that the journal still leads to it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordJournalHead {
    pub seq: i64,
    /// In hexadecimal digits.
    pub hash: String,
}

/// A round in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRound {
    pub group: String,
    pub group_name: String,
    pub number: u32,
    #[schema(format = DateTime)]
    pub started_at: String,
    #[schema(format = DateTime)]
    pub closed_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_team: Option<RecordTeam>,
    /// Of the final record: the record of the round from which it was compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordReference>,
    pub matches: Vec<RecordMatch>,
}

/// The record of a round that a final record is made of.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordReference {
    pub id: String,
    pub number: i32,
    pub digest: String,
}

/// A team in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTeam {
    pub id: String,
    #[schema(example = "URS")]
    pub federation: String,
    pub name: String,
    /// The number drawn by lot.
    pub number: i32,
}

/// A match in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMatch {
    pub id: String,
    pub number: i32,
    pub first_team: RecordTeam,
    pub second_team: RecordTeam,
    pub first_half_points: i32,
    pub second_half_points: i32,
    /// Of the result that counts; 1 is the first.
    pub revision: i32,
    pub boards: Vec<RecordBoard>,
    /// Results that stood before their correction; the reasons are read at the match.
    pub earlier: Vec<RecordEarlierResult>,
}

/// A game in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordBoard {
    pub board: u32,
    /// Id of the person; absent where nobody sat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_player: Option<String>,
    /// `white` or `black`.
    #[schema(example = "white")]
    pub first_colour: String,
    #[schema(example = "draw")]
    pub result: String,
    pub first_half_points: i32,
    pub second_half_points: i32,
}

/// A result that stood.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordEarlierResult {
    pub revision: i32,
    /// How it came about; new values may appear.
    #[schema(example = "confirmed")]
    pub kind: String,
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// From board 1 on.
    pub results: Vec<String>,
}

/// A final table in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTable {
    pub group: String,
    pub group_name: String,
    pub rows: Vec<RecordTableRow>,
}

/// A team's final place in a record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTableRow {
    pub rank: u32,
    pub tied: bool,
    pub team: RecordTeam,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub half_points: i32,
    pub match_points: i32,
}

/// The digest of the record that the signer has read.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordSignatureInput {
    #[validate(length(min = 64, max = 64), custom(function = clean_text))]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
}

impl Record {
    fn of(sheet: &RecordSheet) -> Done<Self> {
        let row = &sheet.row;
        Ok(Self {
            id: row.id.clone(),
            number: row.number,
            state: if sheet.superseded { "superseded" } else { "standing" }.to_owned(),
            digest: row.digest.clone(),
            content: records::content_value(row)?,
            persons: sheet.names.iter().map(|(id, name)| RecordPerson { id: id.clone(), name: name.clone() }).collect(),
            signatures: sheet
                .signatures
                .iter()
                .map(|(signature, name)| {
                    Ok(RecordSignature {
                        office: signature.office.clone(),
                        account: signature.account_id.clone(),
                        name: name.clone(),
                        digest: signature.digest.clone(),
                        signed_at: moment(signature.signed_at)?,
                    })
                })
                .collect::<Done<_>>()?,
            missing_signatures: sheet.missing_signatures.iter().map(|office| (*office).to_owned()).collect(),
            version: row.version,
        })
    }
}

/// The tag follows names, signatures and whether it still stands.
fn answer(sheet: &RecordSheet) -> Done<Answer> {
    Ok(Answer::ok(&Record::of(sheet)?)?.view_of_parts(sheet.row.version, "record"))
}

fn created(sheet: &RecordSheet, location: String) -> Done<Answer> {
    Ok(Answer::created(&Record::of(sheet)?, location)?.view_of_parts(sheet.row.version, "record"))
}

fn page(sheet: &RecordSheet) -> Done<Answer> {
    let head = FileHead { media_type: HTML, name: format!("{}.html", sheet.row.id) };
    Ok(Answer::file(records::print(sheet)?, head).view_of_parts(sheet.row.version, "page"))
}

fn round_of(caller: &Caller) -> Result<(GroupId, i32), Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let number = caller.path("round").parse().ok().filter(|number| *number >= 1);
    let number = number.ok_or_else(|| Problem::bad_request("the round in the path is a number from 1 on"))?;
    Ok((group, number))
}

fn championship(caller: &Caller) -> Result<ChampionshipId, Problem> {
    path_id(caller.path("championship"), "the championship")
}

/// `number`, where it is given.
fn which(caller: &Caller) -> Result<Option<i32>, Problem> {
    let query = caller.query(&["number"])?;
    let read = |text: &String| text.parse().map_err(|_| Problem::bad_request("number is a number from 1 on"));
    query.get("number").map(read).transpose()
}

/// Read the record of a round
///
/// The last one, or the one with that `number`; superseded ones stay readable.
#[utoipa::path(tag = "records", params(("group" = String, Path), ("round" = i32, Path, minimum = 1), ("number" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The record", body = Record)))]
#[get("/v1/groups/{group}/rounds/{round}/record")]
pub async fn get_round_record(caller: Caller) -> Result<HttpResponse, Problem> {
    let ((group, round), which) = (round_of(&caller)?, which(&caller)?);
    caller
        .read(Action::GetRoundRecord, Target::Round(group.clone(), round), Keep::Revalidate, move |view| {
            answer(&records::get_round_record(view, &group, round, which)?)
        })
        .await
}

/// Print the record of a round
///
/// A page of HTML without scripts, made to be printed.
#[utoipa::path(tag = "records", params(("group" = String, Path), ("round" = i32, Path, minimum = 1), ("number" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The page", body = String, content_type = "text/html")))]
#[get("/v1/groups/{group}/rounds/{round}/record.html")]
pub async fn print_round_record(caller: Caller) -> Result<HttpResponse, Problem> {
    let ((group, round), which) = (round_of(&caller)?, which(&caller)?);
    caller
        .read(Action::PrintRoundRecord, Target::Round(group.clone(), round), Keep::Revalidate, move |view| {
            page(&records::get_round_record(view, &group, round, which)?)
        })
        .await
}

/// Draw up the record of a round
///
/// By the chief arbiter once the round is closed (Art. 24): the result of each match and each game, with those that stood
/// before a correction. After a correction, or a round that was reopened, another is drawn up with the next number.
#[utoipa::path(tag = "records", params(("group" = String, Path), ("round" = i32, Path, minimum = 1)), responses((status = 201, description = "Drawn up", body = Record)))]
#[post("/v1/groups/{group}/rounds/{round}/record")]
pub async fn draw_up_round_record(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let (group, round) = round_of(&caller)?;
    caller
        .write(Action::DrawUpRoundRecord, Target::Round(group.clone(), round), move |tx| {
            let sheet = records::draw_up_round_record(tx, &group, round)?;
            created(&sheet, format!("/v1/groups/{group}/rounds/{round}/record?number={}", sheet.row.number))
        })
        .await
}

/// Read the final record
///
/// The last one, or the one with that `number`, with its signatures.
#[utoipa::path(tag = "records", params(("championship" = String, Path), ("number" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The record", body = Record)))]
#[get("/v1/championships/{championship}/final-record")]
pub async fn get_final_record(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, which) = (championship(&caller)?, which(&caller)?);
    caller
        .read(Action::GetFinalRecord, Target::Championship(id), Keep::Revalidate, move |view| {
            answer(&records::get_final_record(view, which)?)
        })
        .await
}

/// Read the content of the final record
///
/// The canonical JSON itself, byte by byte: its SHA-256, which `Content-Digest` has too, is the digest that was signed.
#[utoipa::path(tag = "records", params(("championship" = String, Path), ("number" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The content", body = RecordContent)))]
#[get("/v1/championships/{championship}/final-record/content")]
pub async fn get_final_record_content(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, which) = (championship(&caller)?, which(&caller)?);
    caller
        .read(Action::GetFinalRecordContent, Target::Championship(id), Keep::Revalidate, move |view| {
            let row = records::get_final_record(view, which)?.row;
            let head = FileHead { media_type: "application/json", name: format!("{}.json", row.id) };
            Ok(Answer::file(row.content.into_bytes(), head).view_of_parts(1, "content"))
        })
        .await
}

/// Print the final record
///
/// Final tables with the cross table, every round, the signatures and the digest on a page made to be printed.
#[utoipa::path(tag = "records", params(("championship" = String, Path), ("number" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The page", body = String, content_type = "text/html")))]
#[get("/v1/championships/{championship}/final-record.html")]
pub async fn print_final_record(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, which) = (championship(&caller)?, which(&caller)?);
    caller
        .read(Action::PrintFinalRecord, Target::Championship(id), Keep::Revalidate, move |view| {
            page(&records::get_final_record(view, which)?)
        })
        .await
}

/// Compile the final record
///
/// By the tournament director, from the records of all rounds (Art. 24): `record_missing` names the rounds without one that
/// shows what stands now. Possible once everything is played, before and after the closing.
#[utoipa::path(tag = "records", params(("championship" = String, Path)), responses((status = 201, description = "Compiled", body = Record)))]
#[post("/v1/championships/{championship}/final-record")]
pub async fn compile_final_record(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    caller
        .write(Action::CompileFinalRecord, Target::Championship(id.clone()), move |tx| {
            let sheet = records::compile_final_record(tx)?;
            created(&sheet, format!("/v1/championships/{id}/final-record?number={}", sheet.row.number))
        })
        .await
}

/// Sign the final record
///
/// The tournament director and the chief arbiter sign (Art. 24), each the digest of what they read: any other is 409
/// `digest_differs` with the present one. A record that no longer shows what stands is 409 `record_outdated`.
#[utoipa::path(tag = "records", params(("championship" = String, Path)), request_body = RecordSignatureInput, responses((status = 200, description = "Signed", body = Record)))]
#[post("/v1/championships/{championship}/final-record/signatures")]
pub async fn sign_final_record(caller: Caller, input: Input<RecordSignatureInput>) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    let Input(RecordSignatureInput { digest }) = input;
    caller
        .write(Action::SignFinalRecord, Target::Championship(id), move |tx| {
            answer(&records::sign_final_record(tx, &digest)?)
        })
        .await
}

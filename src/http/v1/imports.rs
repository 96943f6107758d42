//! `/v1/imports`: championships that were played elsewhere, read from a tournament report file.

use actix_web::{HttpResponse, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::access::Action;
use crate::domain::ids::ChampionshipId;
use crate::domain::standings::Edition;
use crate::exchange::archive::Said;
use crate::exchange::trf::event::{ByeKind, Readings};
use crate::http::call::Caller;
use crate::http::input::{Input, clean_text, federation_code};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::imports::{self, Import, Imported, Origin};

/// A file of a team event, TRF26 or TRF16, and what it does not tell.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportInput {
    /// The text of the file; either this or `file_base64`. The whole body has at most 1 MiB.
    #[validate(length(min = 1))]
    #[schema(min_length = 1, example = "012 Friendship Cup")]
    pub file: Option<String>,
    /// The bytes of the file in base64 (RFC 4648, with padding), where it is not in UTF-8: the encoding is found out and
    /// said.
    #[validate(length(min = 1))]
    #[schema(min_length = 1, format = Byte)]
    pub file_base64: Option<String>,
    /// Regulations whose list ranks the teams. Without them the file's own list of tie-breaks does (record 212 or 202).
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "wstcc-1960")]
    pub regulations: Option<String>,
    /// FIDE's codes of tie-breaks (C.07) in the place of the file's list; not together with `regulations`.
    #[validate(length(min = 1, max = 500), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 500, example = "MPTS,EDE,EMGSB/C1")]
    pub tie_breaks: Option<String>,
    /// The edition of C.07: `2023` or `2026` (as without it).
    #[validate(custom(function = known_edition))]
    #[schema(pattern = "^(2023|2026)$", example = "2026")]
    pub edition: Option<String>,
    /// What a team had in a round that no record speaks of: `pairing`, `full_point`, `half_point` or `zero_point`. Without
    /// it such a file is refused, unless its totals tell.
    #[validate(custom(function = known_bye))]
    #[schema(pattern = "^(pairing|full_point|half_point|zero_point)$", example = "zero_point")]
    pub unrecorded: Option<String>,
    /// Accepts points of players that do not follow from their rounds; those of the teams must follow in any case.
    #[serde(default)]
    #[schema(required = false)]
    pub pass_over_player_points: bool,
    /// IANA name of the zone at the place of play, in which its days are counted; `UTC` without it.
    #[validate(length(min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64, example = "Europe/Athens")]
    pub zone: Option<String>,
    /// In the place of record 012.
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Friendship Cup")]
    pub title: Option<String>,
    /// In the place of record 022.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "Rethymno")]
    pub city: Option<String>,
    /// Code of the organizing federation, in the place of record 032.
    #[validate(custom(function = federation_code))]
    #[schema(pattern = "^[A-Z]{3}$", example = "GRE")]
    pub organizer: Option<String>,
    /// The first day, in the place of record 042.
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = Option<String>, format = Date, example = "2024-11-19")]
    pub starts_on: Option<Date>,
    /// The last day, in the place of record 052.
    #[validate(custom(function = date_in_range))]
    #[schema(value_type = Option<String>, format = Date, example = "2024-11-26")]
    pub ends_on: Option<Date>,
}

/// A championship that was made of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedChampionship {
    /// Id of the championship; its phase is `archived`.
    #[schema(example = "chp_0198c0ffee007000800000000000abcd")]
    pub championship: String,
    /// Id of its one group.
    pub group: String,
    /// Id of its regulations; `as-filed` where the file alone says how it was played.
    #[schema(example = "as-filed")]
    pub regulations: String,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    /// `UTF-8`, `UTF-16LE`, `UTF-16BE` or `windows-1252`.
    #[schema(example = "UTF-8")]
    pub encoding: String,
    /// False where the encoding is assumed: names deserve a look.
    pub encoding_certain: bool,
    #[schema(example = 9)]
    pub teams: usize,
    #[schema(example = 7)]
    pub rounds: usize,
    #[schema(example = 28)]
    pub matches: usize,
    /// How many players were found in the registry by their FIDE id.
    pub persons_found: usize,
    /// How many were not, and are new persons of it. Nobody is ever found by name.
    pub persons_created: usize,
    /// Codes that the registry did not know; they are kept as not recognised.
    #[schema(example = json!(["WHI"]))]
    pub federations_created: Vec<String>,
    /// Lines of the file that are not kept.
    pub left_out: Vec<LeftOutLine>,
}

/// A line of a file that an archive does not keep.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutLine {
    #[schema(example = 10)]
    pub line: usize,
    /// The type of the record.
    #[schema(example = "102")]
    pub record: String,
    #[schema(example = "names a person who is no player")]
    pub reason: String,
}

/// Where an archive came from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArchiveOrigin {
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    #[schema(format = DateTime)]
    pub imported_at: String,
    /// The account.
    pub imported_by: String,
}

impl ArchiveOrigin {
    pub fn of(origin: &Origin) -> Done<Self> {
        Ok(Self {
            sha256: origin.digest.clone(),
            imported_at: moment(origin.imported_at)?,
            imported_by: origin.imported_by.clone(),
        })
    }
}

impl From<Imported> for ImportedChampionship {
    fn from(imported: Imported) -> Self {
        let left_out = imported.left_out.into_iter().map(|left| LeftOutLine {
            line: left.line,
            record: left.record,
            reason: left.reason.to_owned(),
        });
        Self {
            championship: imported.championship.id.to_string(),
            group: imported.group,
            regulations: imported.championship.regulations,
            sha256: imported.digest,
            encoding: imported.encoding.to_owned(),
            encoding_certain: imported.encoding_certain,
            teams: imported.teams,
            rounds: imported.rounds,
            matches: imported.matches,
            persons_found: imported.persons_found,
            persons_created: imported.persons_created,
            federations_created: imported.federations_created,
            left_out: left_out.collect(),
        }
    }
}

fn known_edition(edition: &str) -> Result<(), ValidationError> {
    Edition::from_code(edition).map(|_| ()).ok_or_else(|| one_of("2023 or 2026"))
}

fn known_bye(kind: &str) -> Result<(), ValidationError> {
    bye(kind).map(|_| ()).ok_or_else(|| one_of("pairing, full_point, half_point or zero_point"))
}

fn bye(kind: &str) -> Option<ByeKind> {
    match kind {
        "pairing" => Some(ByeKind::Pairing),
        "full_point" => Some(ByeKind::FullPoint),
        "half_point" => Some(ByeKind::HalfPoint),
        "zero_point" => Some(ByeKind::ZeroPoint),
        _ => None,
    }
}

fn date_in_range(date: &Date) -> Result<(), ValidationError> {
    if (1800..=2999).contains(&date.year()) { Ok(()) } else { Err(one_of("in the years 1800 to 2999")) }
}

fn one_of(what: &str) -> ValidationError {
    let mut error = ValidationError::new("value");
    error.message = Some(format!("must be {what}").into());
    error
}

impl ImportInput {
    fn import(self) -> Result<Import, Problem> {
        let bytes = match (self.file, self.file_base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(encoded)) => STANDARD.decode(encoded).map_err(|_| {
                let detail = "file_base64 is not base64 with padding";
                Problem::bad_request(detail).at("/file_base64", "invalid_request", detail)
            })?,
            _ => return Err(Problem::bad_request("the file comes either as file or as file_base64")),
        };
        if self.regulations.is_some() && self.tie_breaks.is_some() {
            return Err(Problem::bad_request("the list is that of regulations or tie_breaks, not both"));
        }
        Ok(Import {
            bytes,
            readings: Readings {
                unpaired: self.unrecorded.as_deref().and_then(bye),
                pass_over_player_points: self.pass_over_player_points,
                ..Readings::default()
            },
            zone: self.zone.unwrap_or_else(|| "UTC".to_owned()),
            said: Said {
                title: self.title,
                city: self.city,
                organizer: self.organizer,
                starts_on: self.starts_on,
                ends_on: self.ends_on,
                tie_breaks: self.tie_breaks,
                edition: self.edition.as_deref().and_then(Edition::from_code),
                by_regulations: self.regulations.is_some(),
            },
            regulations: self.regulations,
        })
    }
}

/// Import a championship from a file
///
/// A tournament report file of a team event (TRF26 or TRF16) becomes a championship in the phase `archived`: federations,
/// teams, players, rounds, line-ups and results, read like any other, with standings, cross table and exports, and
/// written no more. All of it in one transaction, or nothing: what is wrong with the file is named at once, by line,
/// column and record (422 `file_refused`), also with `validate_only`. Players are persons of the registry, found by
/// their FIDE id or made new, never found by name; dates of birth are not taken over. The same file again is 409
/// `already_imported`, whoever sends it under whichever key.
#[utoipa::path(tag = "championships", request_body = ImportInput, responses((status = 201, description = "Imported", body = ImportedChampionship)))]
#[post("/v1/imports")]
pub async fn import_championship(caller: Caller, input: Input<ImportInput>) -> Result<HttpResponse, Problem> {
    let id = caller.new_id(ChampionshipId::new);
    let Input(input) = input;
    let import = input.import()?;
    caller
        .write(Action::ImportChampionship, Target::NewChampionship(id.clone()), move |tx| {
            let location = format!("/v1/championships/{id}");
            let imported = imports::import_championship(tx, id, import)?;
            Answer::created(&ImportedChampionship::from(imported), location)
        })
        .await
}

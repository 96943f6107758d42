//! `/v1/groups/{group}/trf` and the tables as CSV: files for other programs.

use actix_web::{HttpResponse, get};

use crate::access::Action;
use crate::domain::ids::GroupId;
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::service::call::{Answer, FileHead};
use crate::service::desk::Target;
use crate::service::error::Result;
use crate::service::exports::{self, Exported, Layout};

const TRF: &str = "text/plain; charset=utf-8";
const CSV: &str = "text/csv; charset=utf-8; header=present";

fn answer(exported: Exported, media_type: &'static str, ending: &str) -> Result<Answer> {
    let name = format!("{}{ending}", exported.group.id);
    Ok(Answer::file(exported.body, FileHead { media_type, name }).view_of_parts(exported.group.version, "file"))
}

/// Export a group as TRF26
///
/// A tournament report file of the group as far as it has been played: the records that TRF26 has for teams, UTF-8,
/// CR LF. Team numbers are those drawn by lot. Names are cut where the format has no more room (33 characters for
/// players, 32 for teams); birth dates are not in it. A free round stands in record 320, worth nothing.
/// `Content-Digest` is the SHA-256 of the file.
#[utoipa::path(tag = "standings", params(("group" = String, Path)), responses((status = 200, description = "The file", body = String, content_type = "text/plain")))]
#[get("/v1/groups/{group}/trf")]
pub async fn export_trf(caller: Caller) -> std::result::Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .read(Action::ExportTrf, Target::Group(group.clone()), Keep::Shared, move |view| {
            answer(exports::export_trf(view, &group)?, TRF, ".trf")
        })
        .await
}

/// Export the cross table of a group as CSV
///
/// RFC 4180, UTF-8, with a header line, in the order of the standings. `by=opponent` (as without it) has a column for
/// each team with the game points against it; `by=round` has five columns for each round: opponent, colour on the first
/// board, match points, game points, kind. A text that a spreadsheet would take for a formula has an apostrophe in
/// front.
#[utoipa::path(tag = "standings", params(("group" = String, Path), ("by" = Option<String>, Query, description = "`opponent` or `round`.")), responses((status = 200, description = "The table", body = String, content_type = "text/csv")))]
#[get("/v1/groups/{group}/crosstable.csv")]
pub async fn export_crosstable_csv(caller: Caller) -> std::result::Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let layout = match caller.query(&["by"])?.get("by").map(String::as_str) {
        None | Some("opponent") => Layout::ByOpponent,
        Some("round") => Layout::ByRound,
        Some(_) => return Err(Problem::bad_request("by is opponent or round")),
    };
    caller
        .read(Action::ExportCrosstableCsv, Target::Group(group.clone()), Keep::Shared, move |view| {
            answer(exports::export_crosstable_csv(view, &group, layout)?, CSV, "-crosstable.csv")
        })
        .await
}

/// Export the results of a group as CSV
///
/// A line for each board of every started round: who had White, who Black, and the points of both; blank while there is
/// no confirmed result.
#[utoipa::path(tag = "standings", params(("group" = String, Path)), responses((status = 200, description = "The table", body = String, content_type = "text/csv")))]
#[get("/v1/groups/{group}/results.csv")]
pub async fn export_results_csv(caller: Caller) -> std::result::Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    caller
        .read(Action::ExportResultsCsv, Target::Group(group.clone()), Keep::Shared, move |view| {
            answer(exports::export_results_csv(view, &group)?, CSV, "-results.csv")
        })
        .await
}

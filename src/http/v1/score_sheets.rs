//! `/v1/matches/{match}/score-sheets` and the games of a match, a round and a group.

use actix_web::{HttpResponse, get, post, put};
use serde::Serialize;
use utoipa::ToSchema;

use super::matches::BoardPlayer;
use crate::access::Action;
use crate::domain::ids::{GroupId, MatchId};
use crate::http::call::{Caller, Keep};
use crate::http::input::path_id;
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::http::upload::{GamesUpload, SheetUpload};
use crate::service::call::{Answer, FileHead};
use crate::service::desk::Target;
use crate::service::error::{Error, Result as Done};
use crate::service::matches::{PlayerLine, Sheet};
use crate::service::score_sheets::{self, ScoreSheetRow, SheetsOf};

/// One handing in for a board: a picture of the score sheet, or the game itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScoreSheet {
    #[serde(rename = "match")]
    pub match_id: String,
    #[schema(example = 1)]
    pub board: i32,
    /// 1, 2, 3 … for the board; earlier ones stay.
    #[schema(example = 1)]
    pub revision: i32,
    /// Judged by the content: `application/pdf`, `image/jpeg`, `image/png` or `application/vnd.chess-pgn`.
    #[schema(example = "application/vnd.chess-pgn")]
    pub media_type: String,
    /// Bytes of what is kept: of a game the moves alone.
    pub size: i64,
    /// SHA-256 of what is kept, in hexadecimal digits.
    pub sha256: String,
    #[schema(format = DateTime)]
    pub uploaded_at: String,
}

/// What was handed in for one board.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardSheets {
    #[schema(example = 1)]
    pub board: u32,
    /// A game was played, as far as that is known, and nothing of it was handed in (Art. 23.3).
    pub missing: bool,
    /// What is to be known of it: `contradicts_result`. New values may appear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["contradicts_result"]))]
    pub flags: Vec<&'static str>,
    /// How the game ends by the result that stands, where the two differ: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1/2-1/2")]
    pub expected: Option<String>,
    /// How it ends in its own words, where the two differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1-0")]
    pub given: Option<String>,
    /// The last one counts; of pictures and games the last of each.
    pub sheets: Vec<ScoreSheet>,
}

/// The score sheets of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchScoreSheets {
    #[serde(rename = "match")]
    pub match_id: String,
    pub boards: Vec<BoardSheets>,
}

/// What was taken of a text with several games.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedGames {
    /// One for each game, in the order of the text.
    pub sheets: Vec<ScoreSheet>,
}

/// The boards of a round of which no score sheet was handed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissingScoreSheets {
    pub group: String,
    #[schema(example = 3)]
    pub round: i32,
    /// The captains' duty.
    #[schema(example = "Art. 23.3")]
    pub article: String,
    /// In the order of play; a board that was lost without play has no sheet to hand in.
    pub missing: Vec<MissingScoreSheet>,
}

/// A board of which no score sheet was handed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissingScoreSheet {
    #[serde(rename = "match")]
    pub match_id: String,
    #[schema(example = 2)]
    pub board: u32,
    /// The two teams, as their federations.
    #[schema(example = json!(["NED", "URS"]))]
    pub federations: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<BoardPlayer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<BoardPlayer>,
}

impl ScoreSheet {
    fn of(row: &ScoreSheetRow) -> Result<Self, Error> {
        Ok(Self {
            match_id: row.match_id.clone(),
            board: row.board,
            revision: row.revision,
            media_type: row.media_type.clone(),
            size: row.size,
            sha256: row.digest.clone(),
            uploaded_at: moment(row.uploaded_at)?,
        })
    }
}

impl MatchScoreSheets {
    fn of(found: &SheetsOf, game: &Sheet) -> Result<Self, Error> {
        let id = &game.row.id;
        let boards = (1..=found.category.boards.value).map(|board| {
            let contradiction = found.contradiction(game, board);
            Ok(BoardSheets {
                board,
                missing: found.is_missing(game, board),
                flags: contradiction.iter().map(|_| "contradicts_result").collect(),
                expected: contradiction.map(|(expected, _)| expected.to_owned()),
                given: contradiction.map(|(_, given)| given.to_owned()),
                sheets: found.of_board(id, board).map(ScoreSheet::of).collect::<Result<_, Error>>()?,
            })
        });
        Ok(Self { match_id: id.clone(), boards: boards.collect::<Result<_, Error>>()? })
    }
}

impl MissingScoreSheets {
    fn of(found: &SheetsOf) -> Self {
        let player = |line: Option<&PlayerLine>| {
            line.map(|line| BoardPlayer { person: line.person_id.clone(), name: line.name.clone() })
        };
        let mut missing = Vec::new();
        for game in &found.matches {
            for board in (1..=found.category.boards.value).filter(|board| found.is_missing(game, *board)) {
                let (white, black) = found.players(game, board);
                missing.push(MissingScoreSheet {
                    match_id: game.row.id.clone(),
                    board,
                    federations: vec![game.first.federation.clone(), game.second.federation.clone()],
                    white: player(white),
                    black: player(black),
                });
            }
        }
        Self {
            group: found.group.id.clone(),
            round: found.round.number,
            article: format!("Art. {}", found.article),
            missing,
        }
    }
}

fn match_in_path(caller: &Caller) -> Result<MatchId, Problem> {
    path_id(caller.path("match"), "the match")
}

fn number_of(text: &str, what: &str) -> Result<i32, Problem> {
    let number = text.parse().ok().filter(|number: &i32| *number >= 1 && number.to_string() == text);
    number.ok_or_else(|| Problem::bad_request(format!("the {what} must be a number from 1 on")))
}

fn board_in_path(caller: &Caller) -> Result<(MatchId, i32), Problem> {
    Ok((match_in_path(caller)?, number_of(caller.path("board"), "board in the path")?))
}

fn round_in_path(caller: &Caller) -> Result<(GroupId, i32), Problem> {
    Ok((path_id(caller.path("group"), "the group")?, number_of(caller.path("number"), "round in the path")?))
}

fn uploaded(rows: &[ScoreSheetRow]) -> Done<Answer> {
    Answer::ok(&UploadedGames { sheets: rows.iter().map(ScoreSheet::of).collect::<Done<_>>()? })
}

/// Hand in a score sheet
///
/// By a captain of the match after play (Art. 23.3), or by the direction. The body is a picture of at most 5 mebibytes
/// (PDF, JPEG, PNG, checked by content: 422 `document_not_readable`) or the game in PGN, one game. With
/// `application/octet-stream` the content says what it is. Of a game every fault is named at once: a line that is no PGN
/// (422 `game_not_readable`; whether a move is legal is not looked at), other players or exchanged colours (422
/// `game_of_others`: by `WhitePersonId`, `WhiteFideId` or the name, in any order of its words and with initials), another
/// round, board or day (422 `game_outside_round`), another end than the result that stands (422
/// `game_contradicts_result`, with both). 201 the first time; later ones name the version in `If-Match`, and all stay.
#[utoipa::path(tag = "score-sheets", params(("match" = String, Path), ("board" = i32, Path, minimum = 1), ("Content-Digest" = Option<String>, Header, description = "`sha-256=:…:` of the body (RFC 9530).")), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, description = "Handed in once more", body = ScoreSheet), (status = 201, description = "Handed in", body = ScoreSheet)))]
#[put("/v1/matches/{match}/score-sheets/{board}")]
pub async fn put_score_sheet(caller: Caller, upload: SheetUpload) -> Result<HttpResponse, Problem> {
    let (id, board) = board_in_path(&caller)?;
    caller
        .write(Action::PutScoreSheet, Target::ScoreSheet(id.clone(), board), move |tx| {
            let (row, created) =
                score_sheets::put_score_sheet(tx, &id, board.unsigned_abs(), upload.said, upload.content)?;
            let location = format!("/v1/matches/{id}/score-sheets/{board}/content");
            Ok(Answer::put(&ScoreSheet::of(&row)?, created, location)?.version(i64::from(row.revision)))
        })
        .await
}

/// Read what was handed in for a board
///
/// As an attachment: the last one, or the revision asked for; of a game the moves, without its tags. Only who has to do
/// with the championship sees it: the game is published with the result.
#[utoipa::path(tag = "score-sheets", params(("match" = String, Path), ("board" = i32, Path, minimum = 1), ("revision" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The file", content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/vnd.chess-pgn")))))]
#[get("/v1/matches/{match}/score-sheets/{board}/content")]
pub async fn get_score_sheet_content(caller: Caller) -> Result<HttpResponse, Problem> {
    let (id, board) = board_in_path(&caller)?;
    let revision = caller.query(&["revision"])?.remove("revision");
    let revision = revision.map(|text| number_of(&text, "revision in the query")).transpose()?;
    let target = Target::ScoreSheet(id.clone(), board);
    caller
        .download(Action::GetScoreSheetContent, target, move |view| {
            score_sheets::get_score_sheet_content(view, &id, board.unsigned_abs(), revision)
        })
        .await
}

/// List the score sheets of a match
///
/// Board by board what was handed in, what is missing, and where a game ends otherwise than the result that stands.
#[utoipa::path(tag = "score-sheets", params(("match" = String, Path)), responses((status = 200, description = "The sheets", body = MatchScoreSheets)))]
#[get("/v1/matches/{match}/score-sheets")]
pub async fn get_score_sheets(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .read(Action::GetScoreSheets, Target::Match(id.clone()), Keep::Revalidate, move |view| {
            let found = score_sheets::get_score_sheets(view, &id)?;
            let game = found.matches.first().ok_or_else(|| Error::not_found("match", &id))?;
            let version = game.row.version;
            Ok(Answer::ok(&MatchScoreSheets::of(&found, game)?)?.view_of_parts(version, "sheets"))
        })
        .await
}

/// Hand in the games of a match
///
/// In PGN, one after the other, at most 1 mebibyte: each finds its board by its players, or all are refused and every fault
/// of every game is named.
#[utoipa::path(tag = "score-sheets", params(("match" = String, Path)), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, description = "Handed in", body = UploadedGames)))]
#[post("/v1/matches/{match}/games")]
pub async fn upload_match_games(caller: Caller, upload: GamesUpload) -> Result<HttpResponse, Problem> {
    let id = match_in_path(&caller)?;
    caller
        .write(Action::UploadMatchGames, Target::Match(id.clone()), move |tx| {
            uploaded(&score_sheets::upload_match_games(tx, &id, &upload.0)?)
        })
        .await
}

/// Hand in the games of a round
///
/// By the direction: like those of a match, for all matches of the round together.
#[utoipa::path(tag = "score-sheets", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, description = "Handed in", body = UploadedGames)))]
#[post("/v1/groups/{group}/rounds/{number}/games")]
pub async fn upload_round_games(caller: Caller, upload: GamesUpload) -> Result<HttpResponse, Problem> {
    let (group, number) = round_in_path(&caller)?;
    caller
        .write(Action::UploadRoundGames, Target::Round(group.clone(), number), move |tx| {
            uploaded(&score_sheets::upload_round_games(tx, &group, number, &upload.0)?)
        })
        .await
}

/// List the missing score sheets of a round
///
/// The boards on which a game was played, as far as that is known, and of which nothing was handed in (Art. 23.3).
#[utoipa::path(tag = "score-sheets", params(("group" = String, Path), ("number" = i32, Path, minimum = 1)), responses((status = 200, description = "The boards", body = MissingScoreSheets)))]
#[get("/v1/groups/{group}/rounds/{number}/missing-score-sheets")]
pub async fn list_missing_score_sheets(caller: Caller) -> Result<HttpResponse, Problem> {
    let (group, number) = round_in_path(&caller)?;
    caller
        .read(Action::ListMissingScoreSheets, Target::Round(group.clone(), number), Keep::Revalidate, move |view| {
            let found = score_sheets::list_missing_score_sheets(view, &group, number)?;
            let version = found.round.version;
            Ok(Answer::ok(&MissingScoreSheets::of(&found))?.view_of_parts(version, "missing"))
        })
        .await
}

/// Export the games of a group
///
/// PGN of every board of every started round, or of one with `round`: the seven tags of the roster with `Round` as round
/// and match (`3.2`), `Board`, `WhiteTeam` and `BlackTeam`. `Result` is the result that stands; a game whose match has
/// none yet is `*` without moves, and so is a board of which no game was handed in. A board that was lost without play has
/// `Termination` `unplayed`.
#[utoipa::path(tag = "score-sheets", params(("group" = String, Path), ("round" = Option<i32>, Query, minimum = 1)), responses((status = 200, description = "The file", body = String, content_type = "application/vnd.chess-pgn")))]
#[get("/v1/groups/{group}/games.pgn")]
pub async fn export_games(caller: Caller) -> Result<HttpResponse, Problem> {
    let group: GroupId = path_id(caller.path("group"), "the group")?;
    let round = caller.query(&["round"])?.remove("round");
    let round = round.map(|text| number_of(&text, "round in the query")).transpose()?;
    caller
        .read(Action::ExportGames, Target::Group(group.clone()), Keep::Shared, move |view| {
            let (row, body) = score_sheets::export_games(view, &group, round)?;
            let head = FileHead { media_type: GAMES, name: format!("{}.pgn", row.id) };
            Ok(Answer::file(body, head).view_of_parts(row.version, "games"))
        })
        .await
}

const GAMES: &str = "application/vnd.chess-pgn; charset=utf-8";

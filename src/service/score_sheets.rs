//! Score sheets: what captains and arbiters hand in for the boards of a match, as a picture or as the game itself, what is
//! still missing, and all games together.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::call::{Answer, FileHead};
use super::desk::{Change, Tx, View};
use super::error::{Error, Result};
use super::ledger::hex;
use crate::domain::calendar::Zone;
use crate::domain::ground;
use crate::domain::ids::{GroupId, MatchId};
use crate::domain::result::Colour;
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::schedule;
use crate::domain::score_sheet::{self as sheet, Board, Kind, Named, PGN, Player, Said};
use crate::domain::violation::{Rule, Violation};
use crate::exchange::pgn::{self, Game};
use crate::storage::Db;
use crate::storage::championships::{ChampionshipRow, instant};
use crate::storage::groups::{self, GroupRow};
use crate::storage::matches::{self, MatchRow, PlayerLine, Sheet};
use crate::storage::person_facts;
use crate::storage::rounds::{self, RoundRow};
use crate::storage::score_sheets as kept;
pub use crate::storage::score_sheets::ScoreSheetRow;

/// How often something may be handed in for one board: everything is kept.
const MAX_REVISIONS: i32 = 20;
/// FIDE's own numbers among the identifiers of persons.
const FIDE: &str = "fide";

/// The matches of one round, or one of them, with what was handed in.
pub struct SheetsOf {
    pub group: GroupRow,
    pub round: RoundRow,
    pub matches: Vec<Sheet>,
    pub category: Category,
    pub rows: Vec<ScoreSheetRow>,
    /// Where the duty to hand score sheets in stands.
    pub article: String,
}

impl SheetsOf {
    /// What was handed in for a board, the last one last.
    pub fn of_board<'a>(&'a self, id: &'a str, board: u32) -> impl DoubleEndedIterator<Item = &'a ScoreSheetRow> {
        self.rows.iter().filter(move |row| row.match_id == id && row.board.unsigned_abs() == board)
    }

    /// The game that counts, and how it ends.
    fn game_of<'a>(&'a self, id: &'a str, board: u32) -> Option<&'a ScoreSheetRow> {
        self.of_board(id, board).rfind(|row| row.media_type == PGN)
    }

    /// Expected and given, where the game of a board ends otherwise than the result that stands.
    pub fn contradiction<'a>(&'a self, game: &'a Sheet, board: u32) -> Option<(&'static str, &'a str)> {
        let expected = sheet::end_of(game.result()?.outcomes.on(board)?);
        let given = self.game_of(&game.row.id, board)?.result.as_deref()?;
        (given != expected).then_some((expected, given))
    }

    /// White and Black of a board.
    pub fn players<'a>(&self, game: &'a Sheet, board: u32) -> (Option<&'a PlayerLine>, Option<&'a PlayerLine>) {
        let sits = |team: &str| {
            game.players.iter().find(|player| player.team_id == team && player.board.unsigned_abs() == board)
        };
        let (first, second) = (sits(&game.first.id), sits(&game.second.id));
        match self.category.colour_of_first(board) {
            Colour::White => (first, second),
            Colour::Black => (second, first),
        }
    }

    /// Whether a game was played there, as far as that is known, and nothing of it was handed in.
    pub fn is_missing(&self, game: &Sheet, board: u32) -> bool {
        let played = match game.result().and_then(|result| result.outcomes.on(board)) {
            Some(result) => result.over_the_board(),
            None => game.seated(board) == (true, true),
        };
        played && self.of_board(&game.row.id, board).next().is_none()
    }
}

/// Hands in a sheet for one board; true if it is the first. The same bytes again change nothing.
pub fn put_score_sheet(
    tx: &mut Tx<'_>,
    id: &MatchId,
    board: u32,
    said: Option<Kind>,
    content: Vec<u8>,
) -> Result<(ScoreSheetRow, bool)> {
    let rules = tx.rules()?;
    let found = of_match(tx.db, &rules, id)?;
    schedule::check_started(&rules, found.round.number, found.round.started())?;
    if !(1..=found.category.boards.value).contains(&board) {
        let detail = format!("the match has boards 1 to {}", found.category.boards.value);
        return Err(Violation::new(Rule::NoSuchBoard, detail)
            .article(&found.article)
            .fact("board", i64::from(board))
            .into());
    }
    let handed = match Kind::of(&content, said)? {
        Kind::Game => {
            let games = read(&content, &found.article)?;
            let [game] = games.as_slice() else {
                let detail = format!("one board has one game, and the text has {}", games.len());
                return Err(Violation::new(Rule::GameNotReadable, detail).article(&found.article).into());
            };
            let event = tx.event()?.row.clone();
            let boards = boards(tx.db, &event, &found)?;
            let of_board: Vec<(String, Board)> =
                boards.into_iter().filter(|(_, known)| known.number == board).collect();
            placed(game, &of_board, &found.article)?.1
        }
        Kind::Scan(media) => Handed { media_type: media.code(), result: None, content },
    };
    let (row, change) = keep(tx, id.as_str(), board, handed)?;
    note(tx, std::slice::from_ref(&row));
    Ok((row, change == Some(Change::Created)))
}

/// Takes the games of a whole match or round: each finds its board, or nothing is taken.
pub fn upload_match_games(tx: &mut Tx<'_>, id: &MatchId, content: &[u8]) -> Result<Vec<ScoreSheetRow>> {
    let rules = tx.rules()?;
    let found = of_match(tx.db, &rules, id)?;
    upload(tx, &rules, &found, content)
}

pub fn upload_round_games(tx: &mut Tx<'_>, group: &GroupId, number: i32, content: &[u8]) -> Result<Vec<ScoreSheetRow>> {
    let rules = tx.rules()?;
    let found = of_round(tx.db, &rules, group, number)?;
    upload(tx, &rules, &found, content)
}

fn upload(tx: &mut Tx<'_>, rules: &Rulebook, found: &SheetsOf, content: &[u8]) -> Result<Vec<ScoreSheetRow>> {
    schedule::check_started(rules, found.round.number, found.round.started())?;
    let games = read(content, &found.article)?;
    if games.is_empty() {
        return Err(Violation::new(Rule::GameNotReadable, "the text has no game").article(&found.article).into());
    }
    let event = tx.event()?.row.clone();
    let boards = boards(tx.db, &event, found)?;
    let (mut faults, mut handed): (Vec<Violation>, Vec<(String, u32, Handed)>) = (Vec::new(), Vec::new());
    for game in &games {
        match placed(game, &boards, &found.article) {
            Ok(((id, board), _)) if handed.iter().any(|(other, number, _)| *other == id && *number == board) => {
                let detail = format!("line {}: the board has a game already", game.line);
                faults.push(
                    Violation::new(Rule::BoardTwice, detail).article(&found.article).fact("board", i64::from(board)),
                );
            }
            Ok(((id, board), sheet)) => handed.push((id, board, sheet)),
            Err(more) => faults.extend(more),
        }
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let mut rows = Vec::new();
    for (id, board, sheet) in handed {
        rows.push(keep(tx, &id, board, sheet)?.0);
    }
    note(tx, &rows);
    Ok(rows)
}

/// What will be kept of one handing in.
struct Handed {
    media_type: &'static str,
    result: Option<String>,
    content: Vec<u8>,
}

/// The board of a game, and what is kept of it: the moves without its tags, for who played stands in the match.
fn placed(
    game: &Game,
    boards: &[(String, Board)],
    article: &str,
) -> std::result::Result<((String, u32), Handed), Vec<Violation>> {
    if let Some(start) = game.tag("FEN").or(game.tag("SetUp").filter(|set| *set != "0")) {
        let detail = format!("line {}: a game of a match begins in the starting position, not in {start}", game.line);
        return Err(vec![Violation::new(Rule::GameNotReadable, detail).article(article)]);
    }
    let said = said(game);
    let known: Vec<Board> = boards.iter().map(|(_, board)| board.clone()).collect();
    let board = sheet::board_of(&said, &known, article).map_err(|fault| vec![fault])?;
    let faults = sheet::check(&said, board, article);
    if !faults.is_empty() {
        return Err(faults);
    }
    let place = known.iter().position(|other| std::ptr::eq(other, board)).and_then(|place| boards.get(place));
    let id = place.map(|(id, _)| id.clone()).unwrap_or_default();
    let text = pgn::write(&Game { tags: Vec::new(), ..game.clone() });
    let handed = Handed { media_type: PGN, result: Some(said.end), content: text.into_bytes() };
    Ok(((id, board.number), handed))
}

fn said(game: &Game) -> Said {
    let text = |name: &str| game.tag(name).map(str::to_owned);
    let named = |colour: &str| Named {
        name: text(colour),
        folded: game.tag(colour).map(person_facts::name_fold).unwrap_or_default(),
        fide: text(&format!("{colour}FideId")),
        person: text(&format!("{colour}PersonId")),
    };
    Said {
        line: game.line,
        white: named("White"),
        black: named("Black"),
        round: text("Round"),
        board: text("Board"),
        date: text("Date"),
        end: game.end.code().to_owned(),
        moves: game.played(),
    }
}

fn read(content: &[u8], article: &str) -> std::result::Result<Vec<Game>, Vec<Violation>> {
    pgn::read(content).map_err(|faults| {
        let faults = faults.into_iter().map(|fault| {
            let line = i64::try_from(fault.line).unwrap_or(i64::MAX);
            Violation::new(Rule::GameNotReadable, fault.to_string()).article(article).fact("line", line)
        });
        faults.collect()
    })
}

/// A new revision, unless the last one of its kind says the same.
fn keep(tx: &mut Tx<'_>, id: &str, board: u32, handed: Handed) -> Result<(ScoreSheetRow, Option<Change>)> {
    let number = i32::try_from(board).map_err(|cause| Error::Internal(cause.to_string()))?;
    let before = kept::of_board(tx.db, id, number)?;
    let digest = hex(&Sha256::digest(&handed.content));
    if let Some(same) = before.last().filter(|row| row.digest == digest) {
        return Ok((same.clone(), None));
    }
    let last = before.last().map_or(0, |row| row.revision);
    if last >= MAX_REVISIONS {
        let detail = format!("for one board something is handed in at most {MAX_REVISIONS} times");
        return Err(Violation::new(Rule::InvalidValue, detail).fact("board", i64::from(board)).into());
    }
    let row = ScoreSheetRow {
        match_id: id.to_owned(),
        board: number,
        revision: last + 1,
        media_type: handed.media_type.to_owned(),
        size: i64::try_from(handed.content.len()).map_err(|cause| Error::Internal(cause.to_string()))?,
        digest,
        result: handed.result,
        uploaded_by: tx.actor.name().to_owned(),
        uploaded_at: tx.now.unix_micros(),
    };
    kept::insert(tx.db, &row, &handed.content)?;
    let change = if last == 0 { Change::Created } else { Change::Updated };
    tx.changed("score_sheet", format!("{id}/{board}"), i64::from(row.revision), change);
    Ok((row, Some(change)))
}

/// How a game ends stays between those who handed it in and the arbiters until the result is confirmed.
fn note(tx: &mut Tx<'_>, rows: &[ScoreSheetRow]) {
    let sheets: Vec<_> = rows
        .iter()
        .map(|row| json!({"match": row.match_id, "board": row.board, "revision": row.revision, "type": row.media_type}))
        .collect();
    let digests: Vec<&String> = rows.iter().map(|row| &row.digest).collect();
    tx.note(json!({"sheets": sheets}));
    tx.note_privately(json!({"sha256": digests}));
}

pub fn get_score_sheets(view: &mut View<'_>, id: &MatchId) -> Result<SheetsOf> {
    let rules = view.rules()?;
    of_match(view.db, &rules, id)
}

pub fn list_missing_score_sheets(view: &mut View<'_>, group: &GroupId, number: i32) -> Result<SheetsOf> {
    let rules = view.rules()?;
    of_round(view.db, &rules, group, number)
}

/// What was handed in for a board: the revision asked for, else the last one.
pub fn get_score_sheet_content(view: &mut View<'_>, id: &MatchId, board: u32, revision: Option<i32>) -> Result<Answer> {
    let number = i32::try_from(board).unwrap_or(i32::MAX);
    let rows = kept::of_board(view.db, id.as_str(), number)?;
    let row = match revision {
        Some(revision) => rows.into_iter().find(|row| row.revision == revision),
        None => rows.into_iter().next_back(),
    };
    let row = row.ok_or_else(|| Error::NotFound(format!("nothing such was handed in for board {board} of {id}")))?;
    let content = kept::content(view.db, &row)?
        .ok_or_else(|| Error::NotFound(format!("revision {} of board {board} is redacted", row.revision)))?;
    let media_type = match Kind::extension(&row.media_type) {
        "pdf" => "application/pdf",
        "jpg" => "image/jpeg",
        "png" => "image/png",
        _ => PGN,
    };
    let ending = Kind::extension(&row.media_type);
    let name = format!("{id}-{board}-{}.{ending}", row.revision);
    Ok(Answer::file(content, FileHead { media_type, name }))
}

/// The games of a group, or of one round of it, in the order of play: every board of every started round. What a match
/// brought stays out of it until its result is confirmed.
pub fn export_games(view: &mut View<'_>, group: &GroupId, round: Option<i32>) -> Result<(GroupRow, Vec<u8>)> {
    let rules = view.rules()?;
    let event = view.event()?.row.clone();
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let numbers: Vec<i32> = match round {
        Some(number) => vec![number],
        None => {
            let all = rounds::all(view.db, group.as_str())?;
            all.into_iter().filter(RoundRow::started).map(|round| round.number).collect()
        }
    };
    let mut text = String::new();
    for number in numbers {
        let found = of_round(view.db, &rules, group, number)?;
        if !found.round.started() {
            continue;
        }
        let day = days(&event, &found.round)?.remove(0);
        for game in &found.matches {
            for board in 1..=found.category.boards.value {
                let game = written(view.db, &event, &found, game, board, &day)?;
                text.push_str(&pgn::write(&game));
            }
        }
    }
    Ok((row, text.into_bytes()))
}

fn written(
    db: &mut Db,
    event: &ChampionshipRow,
    found: &SheetsOf,
    game: &Sheet,
    board: u32,
    day: &str,
) -> Result<Game> {
    let result = game.result().and_then(|result| result.outcomes.on(board));
    let kept = match (result, found.game_of(&game.row.id, board)) {
        (Some(result), Some(row)) if result.over_the_board() => kept::content(db, row)?,
        _ => None,
    };
    let moves = kept.and_then(|content| pgn::read(&content).ok()?.into_iter().next()).map(|game| game.moves);
    let (white, black) = found.players(game, board);
    let first_white = found.category.colour_of_first(board) == Colour::White;
    let (white_team, black_team) = if first_white { (&game.first, &game.second) } else { (&game.second, &game.first) };
    let name = |player: Option<&PlayerLine>| player.map_or("?".to_owned(), |player| player.name.clone());
    let end = result.map_or("*", sheet::end_of);
    let mut tags = vec![
        ("Event", event.title.clone()),
        ("Site", format!("{} {}", event.city, event.organizer)),
        ("Date", day.to_owned()),
        ("Round", format!("{}.{}", found.round.number, game.row.number)),
        ("White", name(white)),
        ("Black", name(black)),
        ("Result", end.to_owned()),
        ("Board", board.to_string()),
        ("WhiteTeam", white_team.name.clone()),
        ("BlackTeam", black_team.name.clone()),
    ];
    if result.is_some_and(|result| !result.over_the_board()) {
        tags.push(("Termination", "unplayed".to_owned()));
    }
    Ok(Game {
        tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        moves: moves.unwrap_or_default(),
        end: pgn::End::from_code(end).unwrap_or_default(),
        line: 0,
    })
}

/// The boards at which both sides sit, each with the id of its match.
fn boards(db: &mut Db, event: &ChampionshipRow, found: &SheetsOf) -> Result<Vec<(String, Board)>> {
    let ids: Vec<&str> =
        found.matches.iter().flat_map(|game| &game.players).map(|player| player.person_id.as_str()).collect();
    let facts = person_facts::of_persons(db, &ids)?;
    let player = |line: &PlayerLine| {
        let known = ids.iter().position(|id| *id == line.person_id).and_then(|place| facts.get(place));
        let others = known.iter().flat_map(|facts| &facts.names).map(|name| person_facts::name_fold(&name.name));
        Player {
            person: line.person_id.clone(),
            name: line.name.clone(),
            folded: std::iter::once(person_facts::name_fold(&line.name)).chain(others).collect(),
            fide: known.and_then(|facts| Some(facts.refs.iter().find(|(system, _)| system == FIDE)?.1.clone())),
        }
    };
    let days = days(event, &found.round)?;
    let mut boards = Vec::new();
    for game in &found.matches {
        for number in 1..=found.category.boards.value {
            let (Some(white), Some(black)) = found.players(game, number) else { continue };
            boards.push((
                game.row.id.clone(),
                Board {
                    round: found.round.number.unsigned_abs(),
                    place: game.row.number.unsigned_abs(),
                    number,
                    white: player(white),
                    black: player(black),
                    days: days.clone(),
                    result: game.result().and_then(|result| result.outcomes.on(number)),
                },
            ));
        }
    }
    Ok(boards)
}

/// The day of the signal, and that of the hour where it is another.
fn days(event: &ChampionshipRow, round: &RoundRow) -> Result<Vec<String>> {
    let zone = Zone::named(&event.zone)?;
    let moments = round.started_at.into_iter().chain([round.starts_at]);
    let mut days: Vec<String> = moments
        .map(|at| Ok(zone.date(instant(at, "rounds", "starts_at")?).to_string().replace('-', ".")))
        .collect::<Result<_>>()?;
    days.dedup();
    Ok(days)
}

fn of_match(db: &mut Db, rules: &Rulebook, id: &MatchId) -> Result<SheetsOf> {
    let row = matches::find(db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(db, &row.round_id)?;
    gathered(db, rules, round, vec![row])
}

fn of_round(db: &mut Db, rules: &Rulebook, group: &GroupId, number: i32) -> Result<SheetsOf> {
    let round = rounds::find(db, group.as_str(), number)?.ok_or_else(|| Error::not_found("round", number))?;
    let rows = matches::of_round(db, &round.id)?;
    gathered(db, rules, round, rows)
}

fn gathered(db: &mut Db, rules: &Rulebook, round: RoundRow, rows: Vec<MatchRow>) -> Result<SheetsOf> {
    let group = groups::find(db, &round.group_id)?.ok_or_else(|| Error::not_found("group", &round.group_id))?;
    let competition = groups::competition(db, &group)?;
    let teams = groups::teams(db, &group.id)?;
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let article = ground::article(rules, ground::SCORE_SHEETS).unwrap_or("23.3").to_owned();
    Ok(SheetsOf {
        matches: matches::sheets(db, rows, &teams)?,
        rows: kept::of_matches(db, &ids)?,
        category: rules.category(&competition.key)?.clone(),
        group,
        round,
        article,
    })
}

//! `/v1/matches/{match}/score-sheets`, and the games of a match, a round and a group.

use serde_json::{Value, json};
use teamchess::exchange::pgn;

use crate::support::fixtures::{self, Field, on, on_all};
use crate::support::papers::pdf_of;
use crate::support::{Kind, Person, Response, TestApp};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";

fn path(game: &Value, rest: &str) -> String {
    format!("/v1/matches/{}{rest}", game["id"].as_str().unwrap())
}

/// White and Black of a board, as the registry names them: the first team has White on boards 1 and 3.
fn players(game: &Value, board: usize) -> (String, String) {
    let seat = &game["boards"][board - 1];
    let name = |side: &str| seat[format!("{side}_player")]["name"].as_str().unwrap().to_owned();
    if board % 2 == 1 { (name("first"), name("second")) } else { (name("second"), name("first")) }
}

fn text(game: &Value, board: usize, tags: &str, end: &str) -> String {
    let (white, black) = players(game, board);
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n{tags}\n\n{MOVES} {end}\n\n")
}

fn sends(person: &Person, method: &str, path: &str, media: &str, etag: Option<&str>, body: &[u8]) -> Response {
    let mut headers = vec![("Content-Type", media)];
    headers.extend(etag.map(|etag| ("If-Match", etag)));
    person.send(method, path, &headers, Some(body))
}

fn uploads(person: &Person, path: &str, body: &str) -> Response {
    sends(person, "POST", path, "application/vnd.chess-pgn", None, body.as_bytes())
}

fn started(app: &TestApp) -> (Field, Value) {
    let field = fixtures::playing(app, 4);
    let game = field.matches(1).remove(0);
    (field, game)
}

/// norm: WSTCC.23.4
#[test]
fn captains_hand_in_the_sheets_of_their_match_and_what_is_missing_is_listed() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (field, game) = started(&app);
        let captain = field.captain(&app, &game["second_team"]);
        let sheet = path(&game, "/score-sheets/1");
        let pgn = "application/vnd.chess-pgn";
        let first = sends(&captain, "PUT", &sheet, pgn, None, text(&game, 1, "", "1-0").as_bytes());
        assert_eq!((first.status, &first.body["revision"]), (201, &json!(1)), "{}", first.text);
        let once_more = text(&game, 1, "", "1/2-1/2");
        sends(&captain, "PUT", &sheet, pgn, None, once_more.as_bytes()).refused(428, "precondition_missing", None);
        sends(&captain, "PUT", &sheet, pgn, Some("\"2\""), once_more.as_bytes()).refused(412, "stale_version", None);
        let second = sends(&captain, "PUT", &sheet, pgn, Some(&first.etag()), once_more.as_bytes()).expect(200);
        assert_eq!(second["revision"], 2);
        // The same once more is the same.
        let same = sends(&captain, "PUT", &sheet, pgn, Some("\"2\""), once_more.as_bytes()).expect(200);
        assert_eq!(same["revision"], 2);
        let scan = pdf_of(300, "sheet");
        let path_2 = path(&game, "/score-sheets/2");
        let scanned = sends(&captain, "PUT", &path_2, "application/pdf", None, &scan).expect(201);
        assert_eq!((&scanned["media_type"], &scanned["size"]), (&json!("application/pdf"), &json!(scan.len())));

        let stranger = field.captain(&app, &field.matches(1)[1]["first_team"]);
        sends(&stranger, "PUT", &path_2, "application/pdf", Some("*"), &scan).refused(403, "not_your_federation", None);
        sends(&app.public(), "PUT", &path_2, "application/pdf", None, &scan).refused(401, "token_missing", None);
        sends(&field.organizer, "PUT", &path_2, "application/pdf", Some("*"), &scan).refused(
            403,
            "role_not_allowed",
            None,
        );
        sends(&field.chief_arbiter, "PUT", &path_2, "application/pdf", Some("*"), &pdf_of(300, "better")).expect(200);
        sends(&captain, "PUT", &path_2, "image/png", Some("*"), &scan).refused(422, "document_not_readable", None);
        sends(&captain, "PUT", &path_2, "text/html", Some("*"), b"<p>").refused(415, "unsupported_media_type", None);
        sends(&captain, "PUT", &path(&game, "/score-sheets/5"), "application/pdf", None, &scan).refused(
            422,
            "no_such_board",
            Some("Art. 23.3"),
        );
        let later = &field.matches(2)[0];
        let early = field.captain(&app, &later["first_team"]);
        let early = sends(&early, "PUT", &path(later, "/score-sheets/1"), "application/pdf", None, &scan);
        early.refused(422, "round_not_open", Some("Art. 20"));

        let list = app.public().get(&path(&game, "/score-sheets")).expect(200);
        let counts: Vec<_> = list["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|board| (board["sheets"].as_array().unwrap().len(), &board["missing"]))
            .collect();
        assert_eq!(counts, [(2, &json!(false)), (2, &json!(false)), (0, &json!(true)), (0, &json!(true))]);
        let missing = app.public().get(&field.of_group("/rounds/1/missing-score-sheets")).expect(200);
        assert_eq!((&missing["article"], missing["missing"].as_array().unwrap().len()), (&json!("Art. 23.3"), 6));
        assert_eq!(
            (&missing["missing"][0]["board"], &missing["missing"][0]["white"]["name"]),
            (&json!(3), &json!(players(&game, 3).0))
        );
        // A board that was lost without play has none.
        field.decides(&game, on(["draw", "draw", "draw", "white_forfeit_win"])).expect(200);
        let missing = app.public().get(&field.of_group("/rounds/1/missing-score-sheets")).expect(200);
        assert_eq!(missing["missing"].as_array().unwrap().len(), 5);
    }
}

#[test]
fn what_was_handed_in_is_given_out_as_an_attachment_to_those_who_have_to_do_with_it() {
    let app = TestApp::new();
    let (field, game) = started(&app);
    let captain = field.captain(&app, &game["first_team"]);
    let scan = pdf_of(300, "sheet");
    let sheet = path(&game, "/score-sheets/1");
    sends(&captain, "PUT", &sheet, "application/octet-stream", None, &scan).expect(201);
    sends(&captain, "PUT", &sheet, "application/octet-stream", Some("*"), text(&game, 1, "", "1-0").as_bytes())
        .expect(200);
    let content = format!("{sheet}/content");
    app.public().get(&content).refused(401, "token_missing", None);
    app.somebody("x").get(&content).refused(403, "role_not_allowed", None);
    let given = captain.get(&content);
    assert_eq!((given.status, given.header("content-type")), (200, Some("application/vnd.chess-pgn")));
    assert_eq!(given.header("x-content-type-options"), Some("nosniff"));
    assert!(given.header("content-disposition").unwrap().starts_with("attachment"));
    assert!(given.header("content-security-policy").unwrap().contains("sandbox"));
    // Who played stands in the match alone.
    assert_eq!(given.text, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n");
    let first = captain.get(&format!("{content}?revision=1"));
    assert_eq!((first.header("content-type"), first.text.len()), (Some("application/pdf"), scan.len()));
    captain.get(&format!("{content}?revision=3")).refused(404, "not_found", None);
}

#[test]
fn a_game_of_others_of_another_day_or_with_another_end_is_refused_with_both() {
    let app = TestApp::new();
    let (field, game) = started(&app);
    let captain = field.captain(&app, &game["first_team"]);
    let (white, black) = players(&game, 1);
    let exchanged = format!("[White \"{black}\"]\n[Black \"{white}\"]\n\n{MOVES} 1-0\n");
    let puts = |body: &str| {
        let path = path(&game, "/score-sheets/1");
        sends(&captain, "PUT", &path, "text/plain", None, body.as_bytes())
    };
    let refused = puts(&exchanged).refused(422, "game_of_others", Some("Art. 23.3"));
    assert_eq!((&refused["facts"]["expected_white"], &refused["facts"]["white"]), (&json!(white), &json!(black)));
    assert!(refused["detail"].as_str().unwrap().contains("exchanged"));
    puts(&text(&game, 2, "", "1-0")).refused(422, "game_of_others", Some("Art. 23.3"));

    for day in ["2027.04.09", "2027.04.11"] {
        let other = text(&game, 1, &format!("[Date \"{day}\"]"), "1-0");
        let refused = puts(&other).refused(422, "game_outside_round", Some("Art. 23.3"));
        assert_eq!((&refused["facts"]["given"], &refused["facts"]["expected"]), (&json!(day), &json!("2027.04.10")));
    }
    let elsewhere = text(&game, 1, "[Round \"2\"]\n[Board \"3\"]", "1-0");
    let refused = puts(&elsewhere).refused(422, "game_outside_round", Some("Art. 23.3"));
    assert_eq!(refused["errors"].as_array().unwrap().len(), 2);

    field.decides(&game, on(["white_win", "draw", "draw", "white_forfeit_win"])).expect(200);
    let refused = puts(&text(&game, 1, "[Date \"2027.04.10\"]", "1/2-1/2"));
    let refused = refused.refused(422, "game_contradicts_result", Some("Art. 23.3"));
    assert_eq!(
        (&refused["facts"]["board"], &refused["facts"]["expected"], &refused["facts"]["given"]),
        (&json!(1), &json!("1-0"), &json!("1/2-1/2"))
    );
    let played = sends(
        &captain,
        "PUT",
        &path(&game, "/score-sheets/4"),
        "text/plain",
        None,
        text(&game, 4, "", "1-0").as_bytes(),
    );
    played.refused(422, "game_contradicts_result", Some("Art. 23.3"));
    puts(&text(&game, 1, "[Date \"2027.04.??\"]\n[Round \"1.1\"]\n[Board \"1\"]", "1-0")).expect(201);

    // A correction after the sheets came is flagged, and nothing is thrown away.
    field.decides(&game, on(["draw", "draw", "draw", "white_forfeit_win"])).expect(200);
    let list = app.public().get(&path(&game, "/score-sheets")).expect(200);
    let board = &list["boards"][0];
    assert_eq!(
        (&board["flags"], &board["expected"], &board["given"]),
        (&json!(["contradicts_result"]), &json!("1/2-1/2"), &json!("1-0"))
    );
    assert_eq!(list["boards"][1].get("flags"), None);
}

#[test]
fn every_fault_of_a_text_is_named_with_its_line_and_nothing_of_it_is_taken() {
    let app = TestApp::new();
    let (field, game) = started(&app);
    let captain = field.captain(&app, &game["first_team"]);
    let games = path(&game, "/games");
    let broken = "[White \"A]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e9 e5 {open\n";
    let refused = uploads(&captain, &games, broken).refused(422, "game_not_readable", Some("Art. 23.3"));
    let lines: Vec<&str> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["message"].as_str().unwrap().split(':').next().unwrap())
        .collect();
    assert_eq!(lines, ["line 1", "line 7", "line 7"]);
    uploads(&captain, &games, "").refused(422, "game_not_readable", Some("Art. 23.3"));
    let set_up = text(&game, 1, "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]", "*");
    uploads(&captain, &games, &set_up).refused(422, "game_not_readable", Some("Art. 23.3"));
    let stranger = "[White \"Nobody Here\"]\n[Black \"Anybody\"]\n\n*\n";
    let mixed = format!("{}{stranger}{}", text(&game, 1, "", "1-0"), text(&game, 1, "", "1-0"));
    let refused = uploads(&captain, &games, &mixed).refused(422, "game_of_others", Some("Art. 23.3"));
    let codes: Vec<_> = refused["errors"].as_array().unwrap().iter().map(|fault| &fault["code"]).collect();
    assert_eq!(codes, ["game_of_others", "board_twice"]);
    let list = app.public().get(&path(&game, "/score-sheets")).expect(200);
    assert!(list["boards"].as_array().unwrap().iter().all(|board| board["sheets"] == json!([])));
    sends(&captain, "POST", &games, "application/json", None, b"{}").refused(415, "unsupported_media_type", None);
    let too_large = vec![b' '; (1 << 20) + 1];
    assert_eq!(sends(&captain, "POST", &games, "text/plain", None, &too_large).status, 413);
}

#[test]
fn the_games_of_a_round_find_their_boards_and_come_out_together() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (field, _) = started(&app);
        let games = field.matches(1);
        let round = field.of_group("/rounds/1/games");
        let captain = field.captain(&app, &games[0]["first_team"]);
        // In any order, with names as other programs write them.
        let mut all = String::new();
        for game in games.iter().rev() {
            for board in (1..=3).rev() {
                all.push_str(
                    &text(game, board, "", "1/2-1/2")
                        .to_uppercase()
                        .replace("[WHITE ", "[White ")
                        .replace("[BLACK ", "[Black ")
                        .replace(&MOVES.to_uppercase(), MOVES),
                );
            }
        }
        uploads(&captain, &round, &all).refused(403, "role_not_allowed", None);
        let taken = uploads(&field.chief_arbiter, &round, &all).expect(200);
        assert_eq!(taken["sheets"].as_array().unwrap().len(), 6);
        assert_eq!(taken["sheets"][0]["match"], games[1]["id"]);
        assert_eq!(taken["sheets"][0]["board"], 3);

        let read = |query: &str| {
            pgn::read(app.public().get(&field.of_group(&format!("/games.pgn{query}"))).text.as_bytes()).unwrap()
        };
        let before = read("");
        assert_eq!(before.len(), 8);
        // What was handed in says how the match stands: it waits for the result.
        assert!(before.iter().all(|game| game.moves.is_empty() && game.end == pgn::End::Unknown));
        field.decides(&games[0], on(["draw", "draw", "draw", "black_forfeit_win"])).expect(200);
        field.decides(&games[1], on(["white_win", "draw", "draw", "both_lost"])).expect(200);
        let out = read("?round=1");
        let (white, black) = players(&games[0], 1);
        let tags = &out[0];
        let tag = |name: &str| tags.tag(name).unwrap_or_default().to_owned();
        let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        assert_eq!(tags.tags[..7].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(
            [tag("Site"), tag("Date"), tag("Round"), tag("White"), tag("Black"), tag("Result"), tag("Board")],
            [
                "Hamburg GER".to_owned(),
                "2027.04.10".to_owned(),
                "1.1".to_owned(),
                white,
                black,
                "1/2-1/2".to_owned(),
                "1".to_owned()
            ]
        );
        assert_eq!(tag("WhiteTeam"), games[0]["first_team"]["name"].as_str().unwrap());
        assert_eq!(out[1].tag("WhiteTeam"), games[0]["second_team"]["name"].as_str());
        assert_eq!(out.iter().map(pgn::Game::played).collect::<Vec<_>>(), [6, 6, 6, 0, 6, 6, 6, 0]);
        // The game says a draw, and the result that stands another: the result stands.
        let ends: Vec<&str> = out.iter().map(|game| game.end.code()).collect();
        assert_eq!(ends, ["1/2-1/2", "1/2-1/2", "1/2-1/2", "0-1", "1-0", "1/2-1/2", "1/2-1/2", "*"]);
        assert_eq!((out[3].tag("Termination"), out[7].tag("Termination")), (Some("unplayed"), None));
        assert_eq!(read("?round=2"), []);
        app.public().get(&field.of_group("/games.pgn?round=9")).refused(404, "not_found", None);
        app.public().get(&field.of_group("/games.pgn?round=0")).refused(400, "invalid_request", None);
        let changes = format!("/v1/championships/{}/changes?types=score_sheet&limit=200", field.championship);
        assert_eq!(app.public().get(&changes).expect(200)["data"].as_array().unwrap().len(), 6);
    }
}

#[test]
fn an_identifier_tells_who_plays_where_the_name_does_not() {
    let app = TestApp::new();
    let (field, game) = started(&app);
    let captain = field.captain(&app, &game["first_team"]);
    let seat = &game["boards"][0];
    let (white, black) = (&seat["first_player"]["person"], &seat["second_player"]["person"]);
    let known = format!(
        "[White \"Some Alias\"]\n[WhitePersonId {white}]\n[Black \"Another\"]\n[BlackPersonId {black}]\n\n{MOVES} 1-0\n"
    );
    let taken = uploads(&captain, &path(&game, "/games"), &known).expect(200);
    assert_eq!(taken["sheets"][0]["board"], 1);
    let exchanged = known.replace(white.as_str().unwrap(), "per_x");
    uploads(&captain, &path(&game, "/games"), &exchanged).refused(422, "game_of_others", Some("Art. 23.3"));
}

#[test]
fn what_stands_in_a_sheet_can_be_redacted_and_its_digest_stays() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (field, game) = started(&app);
        let captain = field.captain(&app, &game["first_team"]);
        let said = text(&game, 1, "", "1-0").replace("1. e4", "1. e4 {He was ill}");
        uploads(&captain, &path(&game, "/games"), &said).expect(200);
        let admin = app.admin();
        let journal = format!("/v1/championships/{}/journal", field.championship);
        let page = admin.get(&format!("{journal}?limit=200")).expect(200);
        assert!(!page.to_string().contains("1-0") && !page.to_string().contains("ill}"), "{page}");
        let seq = &page["head"]["seq"];
        let content = path(&game, "/score-sheets/1/content");
        assert!(captain.get(&content).text.contains("He was ill"));
        admin.post(&format!("{journal}/{seq}/redaction"), json!({"reason": "Health"})).expect(200);
        captain.get(&content).refused(404, "not_found", None);
        let list = app.public().get(&path(&game, "/score-sheets")).expect(200);
        assert_eq!(list["boards"][0]["sheets"][0]["sha256"].as_str().map(str::len), Some(64));
        field.decides(&game, on_all("draw")).expect(200);
        let games = app.public().get(&field.of_group("/games.pgn")).text;
        assert!(games.contains("1/2-1/2") && !games.contains("ill"), "{games}");
        assert!(teamchess::service::verify::verify_journal(&app.desk.pool).unwrap().is_ok());
    }
}

//! `/v1/matches/{match}/lineups`.

use std::thread;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use teamchess::service::clockwork::announce_due_moments;
use teamchess::storage::championships;

use crate::support::fixtures::{self, Field, ROUND_1, lineup_path};
use crate::support::{Kind, Person, Response, TestApp};

/// Sixty minutes before round 1, and a microsecond later.
const DEADLINE: &str = "2027-04-10T11:00:00Z";
const OPENED: &str = "2027-04-10T11:00:00.000001Z";

struct Match {
    app: TestApp,
    field: Field,
    game: Value,
    first: Person,
    second: Person,
}

impl Match {
    /// The first match of round 1, three hours before it.
    fn coming(kind: Kind) -> Self {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        app.set_time("2027-04-10T09:00:00Z");
        let game = field.matches(1).remove(0);
        let (first, second) = (field.captain(&app, &game["first_team"]), field.captain(&app, &game["second_team"]));
        Self { app, field, game, first, second }
    }

    fn list(&self, numbers: &[usize]) -> Value {
        self.field.players(&self.game["first_team"], numbers)
    }

    fn path(&self) -> String {
        lineup_path(&self.game, "first_team")
    }

    fn hands_in(&self, numbers: &[usize]) -> Response {
        self.first.submits_lineup(&self.game, "first_team", self.list(numbers))
    }

    fn asks_for(&self, numbers: &[usize]) -> Response {
        let mut body = self.list(numbers);
        body["reason"] = json!("A player is in hospital.");
        self.first.post(&format!("{}/changes", self.path()), body)
    }

    fn decides(&self, change: u32, decision: &str) -> Response {
        let path = format!("{}/changes/{change}/{decision}", self.path());
        self.field.chief_arbiter.post(&path, json!({"reason": "The hospital says so."}))
    }

    /// The numbers of the players at the boards of the first team, as this person reads them; a board left empty is 0.
    fn sits(&self, who: &Person) -> Vec<usize> {
        let path = format!("/v1/matches/{}", self.game["id"].as_str().unwrap());
        let shown = who.get(&path).expect(200);
        let number = |board: &Value| {
            let name = board["first_player"]["name"].as_str().unwrap_or("0");
            name.rsplit(' ').next().unwrap().parse().unwrap()
        };
        shown["boards"].as_array().unwrap().iter().map(number).collect()
    }
}

/// norm: WSTCC.23.1
#[test]
fn a_sealed_list_is_handed_in_up_to_sixty_minutes_before_the_round() {
    for kind in Kind::all() {
        let it = Match::coming(kind);
        let public = it.app.public();
        it.app.set_time(DEADLINE);
        let path = format!("/v1/matches/{}", it.game["id"].as_str().unwrap());
        let before = public.get(&path);
        let handed_in = it.hands_in(&[1, 3, 4, 5]);
        assert_eq!(handed_in.header("location"), Some(it.path().as_str()));
        let receipt = handed_in.expect(201);
        assert_eq!(receipt["opens_after"], DEADLINE);
        // Nobody on the other side, nor anybody else; the own side at once.
        for other in [&public, &it.second, &it.field.director, &it.field.chief_arbiter, &it.app.admin()] {
            other.get(&it.path()).refused(404, "not_found", None);
        }
        assert_eq!(it.first.get(&it.path()).expect(200)["boards"].as_array().unwrap().len(), 4);
        let after = public.get(&path);
        assert_eq!((before.etag(), before.text), (after.etag(), after.text));
        let round = it.field.of_group("/rounds/1");
        let sealed = public.get(&round).etag();

        it.app.set_time(OPENED);
        let theirs = it.field.players(&it.game["second_team"], &[1, 2, 3, 4]);
        let late = it.second.submits_lineup(&it.game, "second_team", theirs);
        let late = late.refused(422, "lineup_deadline_passed", Some("Art. 23.1"));
        assert_eq!(late["facts"], json!({"deadline": DEADLINE, "received": OPENED}));
        assert_eq!(it.sits(&public), [1, 3, 4, 5]);
        assert_ne!(public.get(&path).etag(), before.headers.iter().find(|(name, _)| name == "etag").unwrap().1);
        assert_ne!(public.get(&round).etag(), sealed);
        let opened = public.get(&it.path()).expect(200);
        assert_eq!((opened["source"].as_str(), opened["opened"].as_bool()), (Some("handed_in"), Some(true)));
        // As docs/lineups.md has it.
        let seal = &opened["handed_in"]["seal"];
        let secret = seal["secret"].as_str().unwrap();
        let bytes: Vec<u8> =
            (0..32).step_by(2).map(|at| u8::from_str_radix(&secret[at..at + 2], 16).unwrap()).collect();
        let digest = Sha256::new().chain_update(bytes).chain_update(seal["listing"].as_str().unwrap()).finalize();
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!((seal["digest"].as_str(), &seal["digest"]), (Some(digest.as_str()), &receipt["digest"]));
        assert!(seal["listing"].as_str().unwrap().contains(opened["boards"][1]["person"].as_str().unwrap()));
    }
}

/// norm: WSTCC.23.2
#[test]
fn without_a_list_in_time_the_numbers_1_to_4_play_and_no_reserve() {
    let it = Match::coming(Kind::usual());
    it.app.set_time(DEADLINE);
    it.hands_in(&[1, 2, 3, 5]).expect(201);
    it.app.set_time(OPENED);
    let theirs = lineup_path(&it.game, "second_team");
    let default = it.app.public().get(&theirs).expect(200);
    assert_eq!((&default["source"], default.get("handed_in")), (&json!("default"), None));
    let reserve = it.field.players(&it.game["second_team"], &[1, 2, 3, 5]);
    it.second.put(&theirs, reserve.clone()).refused(422, "lineup_deadline_passed", Some("Art. 23.1"));
    let mut change = reserve;
    change["reason"] = json!("Number 4 has not come.");
    it.second.post(&format!("{theirs}/changes"), change).refused(404, "not_found", None);
    it.app.set_time(ROUND_1);
    let round = it.field.starts(1);
    let game = &round["matches"][0];
    for (number, board) in (1..).zip(game["boards"].as_array().unwrap()) {
        let name = format!("{} {number}", game["second_team"]["federation"].as_str().unwrap());
        assert_eq!(board["second_player"]["name"], name);
    }
    assert_eq!(it.sits(&it.app.public()), [1, 2, 3, 5]);
}

/// norm: WSTCC.23.3
#[test]
fn a_list_binds_at_once_and_the_chief_arbiter_alone_lets_it_change() {
    for kind in Kind::all() {
        let it = Match::coming(kind);
        it.asks_for(&[1, 2, 3, 4]).refused(404, "not_found", None);
        it.hands_in(&[1, 2, 3, 4]).expect(201);
        it.hands_in(&[1, 2, 3, 5]).refused(422, "lineup_binding", Some("Art. 23.1"));
        it.asks_for(&[1, 2, 3, 5]).expect(201);
        it.asks_for(&[1, 2, 4, 5]).refused(409, "change_undecided", None);
        it.second.get(&format!("{}/changes", it.path())).refused(403, "not_your_federation", None);
        let acceptance = format!("{}/changes/1/acceptance", it.path());
        let why = json!({"reason": "Why not"});
        it.field.director.post(&acceptance, why.clone()).refused(403, "role_not_allowed", Some("Art. 23.1"));
        it.first.post(&acceptance, why).refused(403, "role_not_allowed", Some("Art. 23.1"));
        it.decides(1, "rejection").expect(200);
        it.decides(1, "acceptance").refused(409, "already_done", None);
        it.app.set_time(OPENED);
        assert_eq!(it.sits(&it.app.public()), [1, 2, 3, 4]);

        // After the opening too, until the signal: the match changes with it.
        let path = format!("/v1/matches/{}", it.game["id"].as_str().unwrap());
        let before = it.app.public().get(&path).expect(200)["version"].as_i64().unwrap();
        let asked = it.asks_for(&[2, 3, 4, 5]).expect(201);
        assert_eq!(it.sits(&it.app.public()), [1, 2, 3, 4]);
        let shown = it.app.public().get(&it.path()).expect(200);
        assert!(shown["changes"][1].get("reason").is_none() && shown["changes"][1]["seal"].get("secret").is_none());
        it.decides(2, "acceptance").expect(200);
        assert_eq!(it.sits(&it.app.public()), [2, 3, 4, 5]);
        assert_eq!(it.app.public().get(&path).expect(200)["version"], before + 1);
        let shown = it.app.public().get(&it.path()).expect(200);
        assert_eq!(shown["changes"][1]["seal"]["digest"], asked["seal"]["digest"]);
        assert!(
            shown["changes"][1]["seal"].get("secret").is_some() && shown["changes"][0]["seal"].get("secret").is_none()
        );
        let read = it.field.chief_arbiter.get(&format!("{}/changes", it.path())).expect(200);
        assert_eq!(read["data"][1]["reason"], "A player is in hospital.");

        it.app.set_time(ROUND_1);
        it.asks_for(&[1, 3, 4, 5]).expect(201);
        it.field.starts(1);
        it.decides(3, "acceptance").refused(409, "round_started", None);
        it.asks_for(&[1, 2, 3, 4]).refused(409, "round_started", None);
        assert_eq!(it.sits(&it.app.public()), [2, 3, 4, 5]);
    }
}

/// norm: WSTCC.23.7
#[test]
fn a_list_names_four_different_players_of_the_own_team_in_the_order_of_their_numbers() {
    let it = Match::coming(Kind::usual());
    let pointers = |problem: Value| -> Vec<String> {
        let errors = problem["errors"].as_array().unwrap();
        errors.iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
    };
    let twice = it.hands_in(&[1, 2, 2, 3]).refused(422, "player_twice", Some("Art. 23.1"));
    assert_eq!(pointers(twice), ["/players/1", "/players/2"]);
    let mut foreign = it.list(&[1, 2, 3, 4]);
    foreign["players"][2] = it.field.players(&it.game["second_team"], &[3])["players"][0].clone();
    let foreign = it.first.put(&it.path(), foreign).refused(422, "not_on_roster", Some("Art. 23.1"));
    assert_eq!(pointers(foreign), ["/players/2"]);
    let order = it.hands_in(&[1, 2, 5, 4]).refused(422, "board_order", Some("Art. 23.1"));
    assert_eq!(pointers(order), ["/players/3"]);
    it.hands_in(&[1, 2, 3]).refused(422, "lineup_too_short", Some("Art. 1"));
    it.hands_in(&[1, 2, 3, 4, 5]).refused(422, "no_such_board", Some("Art. 1"));
    // Another team's captain is told for whom he acts.
    let other = it.second.put(&it.path(), it.list(&[1, 2, 4, 5]));
    let other = other.refused(403, "not_your_federation", Some("Art. 23.1"));
    assert_eq!(other["facts"]["acts_for"], json!([it.game["second_team"]["federation"]]));
    it.hands_in(&[1, 2, 4, 5]).expect(201);
}

/// norm: WSTCC.23.5
#[test]
fn the_deputy_hands_in_like_the_captain_and_of_two_at_once_one_does() {
    for kind in Kind::all() {
        let it = Match::coming(kind);
        let federation = it.game["first_team"]["federation"].as_str();
        let deputy = it.app.appointed("deputy_captain", Some(&it.field.championship), federation);
        let lists = [it.list(&[1, 2, 3, 4]), it.list(&[1, 2, 3, 5])];
        let path = it.path();
        let mut statuses: Vec<u16> = thread::scope(|scope| {
            let calls = [(&it.first, &lists[0]), (&deputy, &lists[1])]
                .map(|(who, list)| scope.spawn(|| who.put(&path, list.clone()).status));
            calls.map(|call| call.join().unwrap()).into()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
    }
}

#[test]
fn a_draft_is_free_and_the_own_sides_alone_and_no_save_is_lost() {
    for kind in Kind::all() {
        let it = Match::coming(kind);
        let path = format!("{}/draft", it.path());
        let draft = it.first.put(&path, it.list(&[5, 1]));
        let etag = draft.etag();
        draft.expect(201);
        it.first.put(&path, it.list(&[1, 1])).refused(428, "precondition_missing", None);
        let twice = it.first.put_if(&path, &etag, it.list(&[1, 2, 1])).refused(422, "player_twice", None);
        let places: Vec<&Value> = twice["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
        assert_eq!(places, ["/players/0", "/players/2"]);
        for other in [&it.second, &it.field.director, &it.field.chief_arbiter, &it.app.admin()] {
            other.get(&path).refused(404, "not_found", None);
            other.put(&path, it.list(&[1])).refused(404, "not_found", None);
        }
        let lists = [it.list(&[1, 2]), it.list(&[3, 4])];
        let mut statuses: Vec<u16> = thread::scope(|scope| {
            let calls = [0, 1].map(|index| {
                let (captain, path, etag, list) = (&it.first, &path, &etag, &lists[index]);
                scope.spawn(move || captain.put_if(path, etag, list.clone()).status)
            });
            calls.map(|call| call.join().unwrap()).into()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
    }
}

#[test]
fn an_official_records_a_list_on_paper_and_when_it_was_taken_decides() {
    let it = Match::coming(Kind::usual());
    it.app.set_time("2027-04-10T11:30:00Z");
    let on_paper = |received_at: &str| {
        let mut list = it.list(&[1, 2, 3, 5]);
        list["paper"] = json!({"received_at": received_at, "received_by": "B. Arbiter"});
        list
    };
    let arbiter = it.app.appointed("arbiter", Some(&it.field.championship), None);
    arbiter.put(&it.path(), it.list(&[1, 2, 3, 5])).refused(422, "lineup_on_paper", Some("Art. 23.1"));
    it.first.put(&it.path(), on_paper(DEADLINE)).refused(422, "lineup_on_paper", Some("Art. 23.1"));
    for outside in ["2027-04-10T11:30:00.000001Z", "2027-04-09T15:59:59.999999Z"] {
        arbiter.put(&it.path(), on_paper(outside)).refused(422, "invalid_value", Some("Art. 23.1"));
    }
    arbiter.put(&it.path(), on_paper(OPENED)).refused(422, "lineup_deadline_passed", Some("Art. 23.1"));
    assert_eq!(it.sits(&it.app.public()), [1, 2, 3, 4]);
    arbiter.put(&it.path(), on_paper(DEADLINE)).expect(201);
    let shown = it.app.public().get(&it.path()).expect(200);
    assert_eq!(shown["handed_in"]["received_on_paper_at"], DEADLINE);
    assert_eq!(it.sits(&it.app.public()), [1, 2, 3, 5]);
}

#[test]
fn fewer_players_sit_at_the_first_boards_where_the_chief_arbiter_accepts_it() {
    let it = Match::coming(Kind::usual());
    let path = format!("{}/fewer-players", it.path());
    let reason = json!({"reason": "Two players are in hospital."});
    it.first.post(&path, reason.clone()).refused(403, "role_not_allowed", Some("Art. 23.1"));
    it.hands_in(&[2, 4, 5]).refused(422, "lineup_too_short", Some("Art. 1"));
    it.field.chief_arbiter.post(&path, reason.clone()).expect(201);
    it.field.chief_arbiter.post(&path, reason).refused(409, "already_done", None);
    it.hands_in(&[2, 4, 5]).expect(201);
    it.app.set_time(ROUND_1);
    it.field.starts(1);
    assert_eq!(it.sits(&it.app.public()), [2, 4, 5, 0]);
    it.app.public().get(&it.field.of_group("/results.csv")).expect(200);
}

/// The deadline follows the hour, and what was handed in stays; lists that were opened stay open and binding.
#[test]
fn nobody_hands_in_after_the_other_sides_list_was_opened_though_the_round_is_moved() {
    for kind in Kind::all() {
        let it = Match::coming(kind);
        let public = it.app.public();
        it.hands_in(&[1, 2, 4, 5]).expect(201);
        let moved = it.field.reschedules(1, "2027-04-10T13:00:00Z").expect(200);
        assert_eq!(moved["lineup_deadline"], "2027-04-10T12:00:00Z");
        it.app.set_time("2027-04-10T12:00:00Z");
        public.get(&it.path()).refused(404, "not_found", None);
        it.app.set_time("2027-04-10T12:00:00.000001Z");
        assert_eq!(it.sits(&public), [1, 2, 4, 5]);
        let moved = it.field.reschedules(1, "2027-04-10T18:00:00Z").expect(200);
        assert_eq!(moved["lineup_deadline"], "2027-04-10T12:00:00Z");
        assert_eq!(it.sits(&public), [1, 2, 4, 5]);
        let theirs = it.field.players(&it.game["second_team"], &[1, 2, 3, 5]);
        let late = it.second.submits_lineup(&it.game, "second_team", theirs);
        late.refused(422, "lineup_deadline_passed", Some("Art. 23.1"));
        it.app.set_time("2027-04-10T18:00:00Z");
        it.field.starts(1);
        assert_eq!(it.sits(&public), [1, 2, 4, 5]);
    }
}

/// What the feed announced of opened line-ups.
fn openings(app: &TestApp, championship: &str) -> Vec<String> {
    let page = app.public().get(&format!("/v1/championships/{championship}/changes?limit=200")).expect(200);
    let changes = page["data"].as_array().unwrap().iter();
    let opened = changes.filter(|change| change["reason"] == "lineups_opened");
    opened.map(|change| change["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_opening_is_announced_once_also_by_the_clock_of_a_sandbox() {
    let it = Match::coming(Kind::usual());
    it.app.set_time(DEADLINE);
    announce_due_moments(&it.app.desk).unwrap();
    assert_eq!(openings(&it.app, &it.field.championship), [""; 0]);
    it.app.set_time(OPENED);
    announce_due_moments(&it.app.desk).unwrap();
    announce_due_moments(&it.app.desk).unwrap();
    assert_eq!(openings(&it.app, &it.field.championship), ["round", "match", "match"]);

    let it = Match::coming(Kind::usual());
    let now = it.app.clock.now();
    let id = it.field.championship.parse().unwrap();
    let mut row = championships::find(&mut it.app.desk.pool.get().unwrap(), &id).unwrap().unwrap();
    row.sandbox_now = Some(now);
    championships::update(&mut it.app.desk.pool.get().unwrap(), &row).unwrap();
    let path = format!("/v1/championships/{}", it.field.championship);
    let game = format!("/v1/matches/{}", it.game["id"].as_str().unwrap());
    let sealed = it.app.public().get(&game).etag();
    it.field.organizer.post_if(&format!("{path}/clock"), "*", json!({"to": DEADLINE})).expect(200);
    assert_eq!(openings(&it.app, &it.field.championship), [""; 0]);
    assert_eq!(it.app.public().get(&game).etag(), sealed);
    it.field.organizer.post_if(&format!("{path}/clock"), "*", json!({"to": OPENED})).expect(200);
    assert_eq!(openings(&it.app, &it.field.championship), ["round", "match", "match"]);
    assert_ne!(it.app.public().get(&game).etag(), sealed);
}

#[test]
fn all_rounds_of_a_team_stand_on_one_view_and_access_knows_the_hour() {
    let it = Match::coming(Kind::usual());
    let federation = it.game["first_team"]["federation"].as_str().unwrap();
    let path = format!("/v1/championships/{}/entries/{federation}/teams/A/lineups", it.field.championship);
    let statuses = |who: &Person| -> Vec<String> {
        let lines = who.get(&path).expect(200)["data"].clone();
        lines.as_array().unwrap().iter().map(|line| line["status"].as_str().unwrap().to_owned()).collect()
    };
    let access = format!("/v1/matches/{}/access", it.game["id"].as_str().unwrap());
    let may = |who: &Person| -> Value {
        let rights = who.get(&access).expect(200)["data"].clone();
        let right = rights.as_array().unwrap().iter().find(|right| right["operation"] == "submit_lineup").unwrap();
        right.get("code").cloned().unwrap_or(right["allowed"].clone())
    };
    assert_eq!(may(&it.first), true);
    it.hands_in(&[1, 2, 3, 5]).expect(201);
    assert_eq!((may(&it.first), may(&it.second)), (json!("lineup_binding"), json!(true)));
    assert_eq!(statuses(&it.first), ["handed_in", "open", "open"]);
    assert_eq!(statuses(&it.second), ["open", "open", "open"]);
    assert_eq!(statuses(&it.field.chief_arbiter), ["open", "open", "open"]);
    it.app.set_time(OPENED);
    assert_eq!(statuses(&it.second), ["opened", "open", "open"]);
    assert_eq!(may(&it.second), "lineup_deadline_passed");
    it.app.set_time("2027-04-11T11:00:00.000001Z");
    assert_eq!(statuses(&it.second), ["opened", "default", "open"]);
}

/// A retry after a broken connection is answered as the first time, and what is kept for it names nobody.
#[test]
fn a_repeated_hand_in_is_answered_from_a_record_without_names() {
    let it = Match::coming(Kind::usual());
    let list = it.list(&[1, 2, 3, 5]);
    let send = || {
        let body = list.to_string();
        it.first.send("PUT", &it.path(), &[("Idempotency-Key", "once")], Some(body.as_bytes()))
    };
    let first = send().expect(201);
    let again = send();
    assert_eq!((again.header("idempotency-replayed"), &again.body), (Some("true"), &first));
    assert!(!again.text.contains("per_"), "{}", again.text);
}

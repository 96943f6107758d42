//! `/v1/matches/{match}/arrivals/{board}` and `…/start-sheet`.

use serde_json::{Value, json};

use crate::support::fixtures::{self, ROUND_1};
use crate::support::{Kind, TestApp};

const AN_HOUR: &str = "2027-04-10T13:00:00Z";
const TOO_LATE: &str = "2027-04-10T13:00:00.000001Z";

fn path(game: &Value, rest: &str) -> String {
    format!("/v1/matches/{}{rest}", game["id"].as_str().unwrap())
}

/// norm: WSTCC.20.2
#[test]
fn exactly_an_hour_late_is_in_time_and_a_moment_more_has_lost() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let game = field.matches(1).remove(0);
        app.set_time(TOO_LATE);
        // The team named first has White on board 1 and Black on board 2.
        for (board, first, second, result) in [
            (1, AN_HOUR, AN_HOUR, Value::Null),
            (2, AN_HOUR, TOO_LATE, json!("black_forfeit_win")),
            (3, ROUND_1, TOO_LATE, json!("white_forfeit_win")),
            (4, TOO_LATE, TOO_LATE, json!("both_forfeit")),
        ] {
            let body = json!({"first_arrived_at": first, "second_arrived_at": second});
            let recorded = field.chief_arbiter.put(&path(&game, &format!("/arrivals/{board}")), body).expect(201);
            assert_eq!(recorded["consequence"]["result"], result, "board {board}");
            assert_eq!(recorded["consequence"]["article"], "Art. 20");
            assert_eq!(recorded["consequence"]["last_in_time"], AN_HOUR);
        }
        // Who has not come is awaited for the hour, and has lost after it, by the time alone.
        let correction = json!({"first_arrived_at": ROUND_1});
        let at = path(&game, "/arrivals/1");
        field.chief_arbiter.put(&at, correction.clone()).refused(428, "precondition_missing", None);
        let corrected = field.chief_arbiter.put_if(&at, "\"1\"", correction).expect(200);
        assert_eq!(corrected["consequence"]["result"], "white_forfeit_win");
        let future = json!({"first_arrived_at": "2027-04-10T13:00:00.000002Z"});
        let refused =
            field.chief_arbiter.put_if(&at, "\"2\"", future).refused(422, "arrival_in_future", Some("Art. 20"));
        assert_eq!(refused["errors"][0]["pointer"], "/first_arrived_at");
    }
}

#[test]
fn what_follows_comes_with_the_hour_and_so_does_another_tag() {
    let app = TestApp::new();
    let field = fixtures::playing(&app, 4);
    let game = field.matches(1).remove(0);
    field.chief_arbiter.put(&path(&game, "/arrivals/1"), json!({"first_arrived_at": ROUND_1})).expect(201);
    let sheet = || app.public().get(&path(&game, "/start-sheet"));
    app.set_time(AN_HOUR);
    let awaited = sheet();
    assert_eq!(awaited.body["boards"][0]["consequence"]["black"], "awaited");
    assert_eq!(
        (awaited.body["boards"][1]["recorded"].as_bool(), awaited.body["boards"][1].get("consequence")),
        (Some(false), None)
    );
    app.set_time(TOO_LATE);
    let lost = sheet();
    assert_eq!(lost.body["boards"][0]["consequence"]["result"], "white_forfeit_win");
    assert_ne!(lost.etag(), awaited.etag());
}

/// norm: WSTCC.20.1, WSTCC.20.3
#[test]
fn the_sheet_says_signal_rate_of_play_arrivals_and_who_starts_which_clock() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let game = field.matches(1).remove(0);
        let steward = app.somebody("olga");
        let named = json!({"name": "Olga Petrova", "account": steward.account});
        field.director.put(&path(&game, "/steward"), named).expect(201);
        steward.put(&path(&game, "/arrivals/1"), json!({})).refused(409, "wrong_phase", None);
        app.set_time(ROUND_1);
        field.starts(1);
        app.set_time("2027-04-10T12:30:00Z");
        let (there, late) = (json!("2027-04-10T11:50:00Z"), json!("2027-04-10T12:10:00Z"));
        for (board, body) in [
            (1, json!({"first_arrived_at": there, "second_arrived_at": there, "clock_started_by": "black"})),
            (2, json!({"first_arrived_at": late, "second_arrived_at": there, "clock_started_by": "white"})),
            (3, json!({"second_arrived_at": there})),
            (4, json!({"clock_started_by": "steward"})),
        ] {
            steward.put(&path(&game, &format!("/arrivals/{board}")), body).expect(201);
        }
        let sheet = app.public().get(&path(&game, "/start-sheet")).expect(200);
        assert_eq!(sheet["signal_at"], ROUND_1);
        let rate = &sheet["rate_of_play"];
        assert_eq!((&rate["clocks_show"], &rate["article"]), (&json!("3:30"), &json!("Art. 20")));
        assert_eq!((&rate["periods"][0]["moves"], &rate["periods"][0]["minutes"]), (&json!(40), &json!(150)));
        assert_eq!((&rate["periods"][1]["moves"], &rate["periods"][1]["minutes"]), (&json!(16), &json!(60)));
        assert_eq!(field.round(1)["rate_of_play"], *rate);
        let clocks: Vec<_> = sheet["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|board| {
                let clock = &board["clock"];
                assert_eq!(clock["article"], "Art. 20");
                (clock["started_by"].as_str().unwrap(), clock["clock"].as_str().unwrap(), clock["white_waits"] == true)
            })
            .collect();
        // On board 2 the team named first has Black, and comes late; on board 3 White is not there; on board 4 nobody.
        assert_eq!(
            clocks,
            [
                ("black", "white", false),
                ("white", "black", true),
                ("black", "white", false),
                ("steward", "white", false)
            ]
        );
        let other = &field.matches(1)[1];
        steward.put(&path(other, "/arrivals/1"), json!({})).refused(403, "not_your_match", Some("Art. 15"));
        steward.put(&path(&game, "/arrivals/5"), json!({})).refused(422, "no_such_board", Some("Art. 1"));
        field.organizer.put(&path(&game, "/arrivals/1"), json!({})).refused(403, "role_not_allowed", Some("Art. 20"));
        let later = &field.matches(2)[0];
        field.director.put(&path(later, "/arrivals/1"), json!({})).refused(422, "round_not_open", Some("Art. 20"));
        steward.put_if(&path(&game, "/arrivals/1"), "\"1\"", json!({"clock_started_by": "nobody"})).refused(
            400,
            "invalid_request",
            None,
        );
    }
}

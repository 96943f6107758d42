//! `…/prize-list` and `…/awards`: published before the start, awarded by the conditions, confirmed by the committee.

use serde_json::{Value, json};

use crate::support::fixtures::{self, Field, JUST_BEFORE_ROUND_1, ROUND_1, on, on_all};
use crate::support::{Kind, Person, TestApp};

const ORGANIZER: &str = "organizer";
const UNION: &str = "international_union_of_students";

fn agreed() -> Value {
    json!([{"party": ORGANIZER, "agreed_on": "2027-01-05"}, {"party": UNION, "agreed_on": "2027-01-09"}])
}

fn cup() -> Value {
    json!({"key": "cup", "kind": "team", "title": "The cup", "given_by": ORGANIZER, "place": 1, "ties": "shared"})
}

fn best() -> Value {
    json!({
        "key": "best_player", "kind": "individual", "title": "Best result", "given_by": UNION,
        "next_criteria": ["most_games"], "ties": "each_receives",
    })
}

fn beauty() -> Value {
    json!({"key": "beauty", "kind": "special", "title": "Most beautiful game", "given_by": "other_donor", "donor": "City of Hamburg"})
}

fn list(prizes: &[Value]) -> Value {
    json!({"agreements": agreed(), "prizes": prizes})
}

fn of_event(field: &Field, rest: &str) -> String {
    format!("/v1/championships/{}{rest}", field.championship)
}

fn publishes(field: &Field) -> crate::support::Response {
    let path = of_event(field, "/prize-list");
    let etag = field.organizer.get(&path).etag();
    field.organizer.post_if(&format!("{path}/publication"), &etag, json!({}))
}

/// A field before round 1 whose list is published.
fn with_prizes(app: &TestApp, federations: usize, prizes: &[Value]) -> Field {
    let field = fixtures::drawn(app, federations);
    field.organizer.put(&of_event(&field, "/prize-list"), list(prizes)).expect(201);
    publishes(&field).expect(200);
    field
}

fn proposes(field: &Field, body: Value) -> crate::support::Response {
    field.director.post(&of_event(field, "/awards"), body)
}

fn path_of(field: &Field, award: &Value) -> String {
    of_event(field, &format!("/awards/{}", award["id"].as_str().unwrap()))
}

fn confirms(committee: &Person, field: &Field, award: &Value) -> crate::support::Response {
    let path = path_of(field, award);
    let etag = committee.get(&path).etag();
    committee.post_if(&format!("{path}/confirmation"), &etag, json!({}))
}

fn committee(app: &TestApp, field: &Field) -> Person {
    app.appointed("appeals_member", Some(&field.championship), None)
}

fn smaller_number_wins(game: &Value) -> Value {
    if game["first_team"]["number"].as_i64() < game["second_team"]["number"].as_i64() {
        on(["white_win", "black_win", "white_win", "draw"])
    } else {
        on(["black_win", "white_win", "black_win", "draw"])
    }
}

/// norm: WSTCC.26.1
#[test]
fn the_list_is_published_before_the_start_and_then_closed() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let path = of_event(&field, "/prize-list");
        app.public().get(&path).refused(404, "not_found", None);
        field.organizer.put(&path, list(&[cup()])).expect(201);
        app.public().get(&path).refused(404, "not_found", None);
        assert_eq!(field.director.get(&path).expect(200)["state"], "draft");
        app.set_time(JUST_BEFORE_ROUND_1);
        let published = publishes(&field).expect(200);
        assert_eq!(
            (&published["state"], &published["published_at"]),
            (&json!("published"), &json!(JUST_BEFORE_ROUND_1))
        );
        publishes(&field).refused(409, "already_done", None);
        assert_eq!(app.public().get(&path).expect(200)["prizes"][0]["title"], "The cup");

        // The last moment for another donor, and for what is published none to change.
        let etag = app.public().get(&path).etag();
        let more = field.organizer.put_if(&path, &etag, list(&[cup(), beauty()])).expect(200);
        assert_eq!(
            (&more["state"], &more["prizes"][1]["published_at"]),
            (&json!("published"), &json!(JUST_BEFORE_ROUND_1))
        );
        let mut smaller = cup();
        smaller["place"] = json!(2);
        let etag = app.public().get(&path).etag();
        let changed = field.organizer.put_if(&path, &etag, list(&[smaller, beauty()]));
        let changed = changed.refused(422, "prize_published", Some("Art. 26"));
        assert_eq!(changed["errors"][0]["pointer"], "/prizes/0");
        field.organizer.put_if(&path, &etag, list(&[cup()])).refused(422, "prize_published", Some("Art. 26"));

        app.set_time(ROUND_1);
        let late = field.organizer.put_if(&path, &etag, list(&[cup(), beauty(), best()]));
        let late = late.refused(422, "prizes_too_late", Some("Art. 26"));
        assert_eq!((&late["facts"]["start"], &late["facts"]["received"]), (&json!(ROUND_1), &json!(ROUND_1)));
        field.starts(1);
        field.organizer.put_if(&path, &etag, list(&[cup(), beauty(), best()])).refused(
            422,
            "prizes_too_late",
            Some("Art. 26"),
        );
        assert_eq!(app.public().get(&path).expect(200)["prizes"].as_array().unwrap().len(), 2);
    }
}

/// norm: WSTCC.26.1
#[test]
fn a_draft_is_not_published_any_more_at_the_start() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let path = of_event(&field, "/prize-list");
    field.organizer.put(&path, list(&[cup()])).expect(201);
    app.set_time(ROUND_1);
    publishes(&field).refused(422, "prizes_too_late", Some("Art. 26"));
    // The hour of the first round counts as it now stands.
    app.set_time(JUST_BEFORE_ROUND_1);
    let round = field.of_group("/rounds/1");
    let later = json!({"starts_at": "2027-04-10T13:00:00Z", "reason": "No light"});
    field.director.patch_if(&round, &field.director.get(&round).etag(), later).expect(200);
    app.set_time("2027-04-10T12:59:59.999999Z");
    publishes(&field).expect(200);
    app.set_time("2027-04-10T13:00:00Z");
    let etag = app.public().get(&path).etag();
    field.organizer.put_if(&path, &etag, list(&[cup(), best()])).refused(422, "prizes_too_late", Some("Art. 26"));
}

/// norm: WSTCC.26.4
#[test]
fn every_prize_names_who_gives_it_and_the_list_is_agreed() {
    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let path = of_event(&field, "/prize-list");
    let with = |field: &str, value: Value| {
        let mut prize = cup();
        prize[field] = value;
        prize
    };
    let faulty = [
        (with("given_by", json!("somebody")), "/prizes/0/given_by"),
        (with("given_by", json!("other_donor")), "/prizes/0/donor"),
        (with("donor", json!("City of Hamburg")), "/prizes/0/donor"),
        (with("kind", json!("junior")), "/prizes/0/kind"),
        (with("ties", json!("by_lot")), "/prizes/0/ties"),
        (with("scope", json!("board")), "/prizes/0/scope"),
        (with("key", json!("The Cup")), "/prizes/0/key"),
    ];
    for (prize, pointer) in faulty {
        let refused = field.organizer.put(&path, list(&[prize])).refused(422, "prize_conditions", Some("Art. 26"));
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
    }
    field.organizer.put(&path, list(&[cup(), cup()])).refused(422, "prize_conditions", Some("Art. 26"));
    let mut board = best();
    (board["scope"], board["number"]) = (json!("board"), json!(5));
    field.organizer.put(&path, list(&[board.clone()])).refused(422, "prize_conditions", Some("Art. 26"));
    board["number"] = json!(4);
    field.organizer.put(&path, list(&[board])).expect(201);
    let etag = || field.organizer.get(&path).etag();
    let to_come = json!({"agreements": [{"party": ORGANIZER, "agreed_on": "2027-04-10"}], "prizes": [cup()]});
    field.organizer.put_if(&path, &etag(), to_come).refused(422, "invalid_value", Some("Art. 26"));

    let alone =
        json!({"agreements": [{"party": ORGANIZER, "agreed_on": "2027-04-09"}], "prizes": [cup(), best(), beauty()]});
    field.organizer.put_if(&path, &etag(), alone).expect(200);
    let missing = publishes(&field).refused(422, "prizes_not_agreed", Some("Art. 26"));
    assert_eq!(missing["facts"]["missing"], json!([UNION]));
    field.director.put_if(&path, &etag(), list(&[cup()])).refused(403, "role_not_allowed", None);
    field.organizer.put_if(&path, &etag(), list(&[cup(), best(), beauty()])).expect(200);
    let published = publishes(&field).expect(200);
    let given: Vec<&Value> = published["prizes"].as_array().unwrap().iter().map(|prize| &prize["given_by"]).collect();
    assert_eq!(given, [ORGANIZER, UNION, "other_donor"]);
    assert_eq!(
        (&published["agreements"][0]["party"], &published["prizes"][2]["donor"]),
        (&json!(UNION), &json!("City of Hamburg"))
    );
    // The minimum of rounds is published with the conditions.
    assert_eq!(published["prizes"][1]["minimum_rounds_percent"], 50);
}

/// norm: WSTCC.26.2
#[test]
fn awards_follow_the_conditions_and_count_once_the_committee_has_confirmed_them() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = with_prizes(&app, 4, &[cup(), best(), beauty()]);
        for round in 1..=3 {
            field.plays(&app, round, smaller_number_wins);
        }
        let committee = committee(&app, &field);
        proposes(&field, json!({"prize": "second_cup"})).refused(422, "invalid_value", None);
        proposes(&field, json!({"prize": "cup", "reason": "They were nice"})).refused(
            422,
            "prize_conditions",
            Some("Art. 26"),
        );
        let award = proposes(&field, json!({"prize": "cup"})).expect(201);
        let table = app.public().get(&field.of_group("/standings")).expect(200);
        let first = &table["rows"][0];
        assert_eq!(award["recipients"][0]["team"], first["team"]);
        assert_eq!(
            award["recipients"][0]["ground"],
            json!({"rank": 1, "half_points": first["game_half_points"], "match_points": first["match_points"]})
        );
        proposes(&field, json!({"prize": "cup"})).refused(409, "already_done", None);

        // Not confirmed, it is nobody's.
        app.public().get(&path_of(&field, &award)).refused(404, "not_found", None);
        let empty = app.public().get(&of_event(&field, "/awards")).expect(200);
        assert_eq!(empty["data"], json!([]));
        confirms(&field.director, &field, &award).refused(403, "role_not_allowed", None);
        confirms(&field.organizer, &field, &award).refused(403, "role_not_allowed", None);
        let confirmed = confirms(&committee, &field, &award).expect(200);
        assert_eq!((&confirmed["state"], &confirmed["outdated"]), (&json!("confirmed"), &json!(false)));
        assert_eq!(app.public().get(&path_of(&field, &award)).expect(200)["state"], "confirmed");
        confirms(&committee, &field, &award).refused(409, "already_done", None);

        // Three players won all three games; the first three boards of the first team, level, and each receives.
        let players = proposes(&field, json!({"prize": "best_player"})).expect(201);
        let receive = players["recipients"].as_array().unwrap();
        assert_eq!(receive.len(), 3);
        assert!(
            receive
                .iter()
                .all(|one| one["ground"] == json!({"rank": 1, "half_points": 6, "games": 3, "team_rounds": 3}))
        );

        let player = receive[0]["person"].clone();
        let special = |body: Value| proposes(&field, body);
        special(json!({"prize": "beauty", "recipients": [{"person": player}]})).refused(
            422,
            "reason_missing",
            Some("Art. 26"),
        );
        special(json!({"prize": "beauty", "reason": "A queen given"})).refused(
            422,
            "recipient_unknown",
            Some("Art. 26"),
        );
        let both =
            json!({"prize": "beauty", "reason": "x", "recipients": [{"person": player, "team": first["team"]["id"]}]});
        special(both).refused(422, "recipient_unknown", Some("Art. 26"));
        let beauty = special(json!({"prize": "beauty", "reason": "A queen given", "recipients": [{"person": player}]}));
        let beauty = beauty.expect(201);
        let path = path_of(&field, &beauty);
        let refused = committee.post_if(
            &format!("{path}/refusal"),
            &committee.get(&path).etag(),
            json!({"reason": "It was lost"}),
        );
        assert_eq!(refused.expect(200)["state"], "refused");
        let again = json!({"prize": "beauty", "reason": "A rook given", "recipients": [{"team": first["team"]["id"]}]});
        assert_eq!(special(again).expect(201)["number"], 2);
    }
}

/// norm: WSTCC.26.2
#[test]
fn a_correction_supersedes_an_award_and_it_is_confirmed_anew() {
    let app = TestApp::new();
    let field = with_prizes(&app, 4, &[cup(), best()]);
    for round in 1..=3 {
        field.plays(&app, round, smaller_number_wins);
    }
    let committee = committee(&app, &field);
    let award = proposes(&field, json!({"prize": "cup"})).expect(201);
    confirms(&committee, &field, &award).expect(200);
    let players = proposes(&field, json!({"prize": "best_player"})).expect(201);
    let path = path_of(&field, &award);
    let before = app.public().get(&path).etag();

    // The first team loses everything that it won in one match.
    let game = field
        .matches(1)
        .into_iter()
        .find(|game| [&game["first_team"], &game["second_team"]].iter().any(|team| team["number"] == 1));
    field.decides(&game.unwrap(), on_all("both_lost")).expect(200);
    let seen = app.public().get(&path);
    assert_ne!(seen.etag(), before);
    assert_eq!((&seen.body["state"], &seen.body["outdated"]), (&json!("superseded"), &json!(true)));
    assert_eq!(seen.body["recipients"], award["recipients"], "what was confirmed stays readable");
    confirms(&committee, &field, &players).refused(409, "award_outdated", None);

    let etag = field.organizer.get(&of_event(&field, "/prize-list")).etag();
    let day = json!({"distributed_on": "2027-04-12"});
    let distribution = of_event(&field, "/prize-list/distribution");
    let open =
        field.organizer.post_if(&distribution, &etag, day.clone()).refused(422, "award_not_confirmed", Some("Art. 26"));
    assert_eq!(open["facts"]["prizes"], json!(["cup", "best_player"]));
    for prize in ["cup", "best_player"] {
        let anew = proposes(&field, json!({ "prize": prize })).expect(201);
        assert_eq!(anew["number"], 2);
        confirms(&committee, &field, &anew).expect(200);
    }
    assert_eq!(app.public().get(&path).expect(200)["state"], "superseded");
    field.organizer.post_if(&distribution, &etag, day).expect(200);
}

#[test]
fn a_tie_is_settled_as_the_conditions_have_it() {
    let app = TestApp::new();
    let place = |key: &str, place: u32, ties: &str| json!({"key": key, "kind": "team", "title": key, "given_by": ORGANIZER, "place": place, "ties": ties});
    let prizes =
        [place("shared_2", 2, "shared"), place("each_1", 1, "each_receives"), place("each_2", 2, "each_receives")];
    let field = with_prizes(&app, 4, &prizes);
    for round in 1..=3 {
        field.plays(&app, round, |_| on_all("draw"));
    }
    let receive =
        |prize: &str| proposes(&field, json!({ "prize": prize })).expect(201)["recipients"].as_array().unwrap().len();
    // All four are level on every criterion of the table.
    assert_eq!([receive("shared_2"), receive("each_1"), receive("each_2")], [4, 4, 0]);
}

/// norm: WSTCC.7.2
#[test]
fn the_day_of_the_prizes_is_recorded_and_a_day_between_is_flagged() {
    for (day, days, flagged) in [("2027-04-12", 0, false), ("2027-04-13", 1, true)] {
        let app = TestApp::new();
        let field = with_prizes(&app, 4, &[cup()]);
        let path = of_event(&field, "/prize-list");
        let distributes = |day: &str| {
            let etag = field.organizer.get(&path).etag();
            field.organizer.post_if(&format!("{path}/distribution"), &etag, json!({"distributed_on": day}))
        };
        distributes("2027-04-12").refused(409, "wrong_phase", None);
        for round in 1..=3 {
            field.plays(&app, round, smaller_number_wins);
        }
        app.set_time("2027-04-13T18:00:00Z");
        distributes(day).refused(422, "award_not_confirmed", Some("Art. 26"));
        let award = proposes(&field, json!({"prize": "cup"})).expect(201);
        confirms(&committee(&app, &field), &field, &award).expect(200);
        distributes("2027-04-11").refused(422, "calendar_order", Some("Art. 7"));
        distributes("2027-04-14").refused(422, "calendar_order", Some("Art. 7"));
        let recorded = distributes(day).expect(200)["distribution"].clone();
        assert_eq!(
            recorded,
            json!({"distributed_on": day, "ended_on": "2027-04-12", "days_after_end": days, "flagged": flagged, "article": "Art. 7"})
        );
        assert_eq!(app.public().get(&path).expect(200)["distribution"], recorded);
        distributes(day).refused(409, "already_done", None);
    }
}

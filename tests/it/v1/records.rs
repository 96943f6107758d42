//! Records of the rounds and the final record: compiled, signed, superseded, printed.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use teamchess::http::v1::records::RecordContent;

use crate::support::fixtures::{self, Field, on, on_all};
use crate::support::{Kind, Person, Response, TestApp};

fn of_event(field: &Field, rest: &str) -> String {
    format!("/v1/championships/{}{rest}", field.championship)
}

fn record_of(field: &Field, round: u32) -> String {
    field.of_group(&format!("/rounds/{round}/record"))
}

fn draws_up(field: &Field, round: u32) -> Response {
    field.chief_arbiter.post(&record_of(field, round), json!({}))
}

fn compiles(field: &Field) -> Response {
    field.director.post(&of_event(field, "/final-record"), json!({}))
}

fn signs(person: &Person, field: &Field, digest: &Value) -> Response {
    person.post(&of_event(field, "/final-record/signatures"), json!({ "digest": digest }))
}

fn digest_of(content: &Value) -> String {
    let canonical = serde_json_canonicalizer::to_vec(content).unwrap();
    Sha256::digest(&canonical).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All rounds played and their records drawn up.
fn played(app: &TestApp) -> Field {
    let field = fixtures::drawn(app, 4);
    for round in 1..=3 {
        field.plays(app, round, |_| on(["white_win", "draw", "black_win", "white_forfeit_win"]));
        draws_up(&field, round).expect(201);
    }
    field
}

/// norm: WSTCC.24.1
#[test]
fn the_chief_arbiter_draws_up_a_record_of_each_round_with_every_result() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let path = record_of(&field, 1);
        app.public().get(&path).refused(404, "not_found", None);
        let games = field.matches(1);
        for game in &games {
            field.decides(game, on(["white_win", "draw", "black_win", "both_forfeit"])).expect(200);
        }
        let open = draws_up(&field, 1).refused(422, "round_not_finished", Some("Art. 24"));
        assert_eq!(open["facts"]["round"], 1);
        field.closes(1);
        field.director.post(&path, json!({})).refused(403, "role_not_allowed", None);
        let drawn = draws_up(&field, 1);
        assert_eq!(drawn.header("location"), Some(format!("{path}?number=1").as_str()));
        let record = drawn.expect(201);
        draws_up(&field, 1).refused(409, "already_done", None);
        let content = &record["content"];
        assert_eq!(record["digest"], digest_of(content), "the digest is of the canonical content");
        let read: RecordContent = serde_json::from_value(content.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), *content, "the document describes all of it");
        let matches = content["rounds"][0]["matches"].as_array().unwrap();
        assert_eq!(matches.len(), 2);
        for (written, game) in matches.iter().zip(&games) {
            assert_eq!((&written["id"], &written["first_team"]["id"]), (&game["id"], &game["first_team"]["id"]));
            let results: Vec<&Value> =
                written["boards"].as_array().unwrap().iter().map(|board| &board["result"]).collect();
            assert_eq!(results, ["white_win", "draw", "black_win", "both_forfeit"]);
            // White on 1 and 3: a win, a draw, a loss, and nothing.
            assert_eq!((&written["first_half_points"], &written["second_half_points"]), (&json!(3), &json!(3)));
        }
        assert_eq!(record["persons"].as_array().unwrap().len(), 16);
        let name = record["persons"][0]["name"].as_str().unwrap();
        assert!(!content.to_string().contains(name), "names stand beside the content");

        // A correction: the record shows what stood, and another one takes its place.
        field.decides(&games[0], on_all("draw")).expect(200);
        let seen = app.public().get(&path).expect(200);
        assert_eq!((&seen["state"], &seen["content"]), (&json!("superseded"), content));
        let second = draws_up(&field, 1).expect(201);
        assert_eq!((&second["number"], &second["state"]), (&json!(2), &json!("standing")));
        let corrected = &second["content"]["rounds"][0]["matches"][0];
        assert_eq!((&corrected["revision"], &corrected["earlier"][0]["results"][0]), (&json!(2), &json!("white_win")));
        let first = app.public().get(&format!("{path}?number=1")).expect(200);
        assert_eq!((&first["state"], &first["digest"]), (&json!("superseded"), &record["digest"]));
        app.public().get(&format!("{path}?number=3")).refused(404, "not_found", None);
    }
}

/// norm: WSTCC.24.2
#[test]
fn the_final_record_is_compiled_from_all_records_and_signed_over_exactly_what_was_seen() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::drawn(&app, 4);
        let path = of_event(&field, "/final-record");
        for round in 1..=3 {
            if round == 3 {
                compiles(&field).refused(409, "wrong_phase", None);
            }
            field.plays(&app, round, |_| on(["white_win", "draw", "black_win", "draw"]));
        }
        draws_up(&field, 1).expect(201);
        draws_up(&field, 3).expect(201);
        let lacking = compiles(&field).refused(422, "record_missing", Some("Art. 24"));
        assert_eq!(lacking["facts"]["rounds"], json!([format!("{}/2", field.group)]));
        draws_up(&field, 2).expect(201);
        field.chief_arbiter.post(&path, json!({})).refused(403, "role_not_allowed", None);
        let record = compiles(&field).expect(201);
        compiles(&field).refused(409, "already_done", None);
        assert_eq!(record["missing_signatures"], json!(["tournament_director", "chief_arbiter"]));
        let content = &record["content"];
        assert_eq!(record["digest"], digest_of(content));
        let read: RecordContent = serde_json::from_value(content.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), *content);
        assert_eq!(content["rounds"].as_array().unwrap().len(), 3);
        for round in content["rounds"].as_array().unwrap() {
            let of_round =
                app.public().get(&record_of(&field, u32::try_from(round["number"].as_u64().unwrap()).unwrap()));
            assert_eq!(round["record"]["digest"], of_round.expect(200)["digest"]);
        }
        let table = app.public().get(&field.of_group("/standings")).expect(200);
        assert_eq!(content["tables"][0]["rows"][0]["team"]["id"], table["rows"][0]["team"]["id"]);
        // The journal's head is the entry before the one that tells of the record.
        let journal = field.director.get(&of_event(&field, "/journal?limit=200")).expect(200);
        let entries = journal["data"].as_array().unwrap();
        let before = entries.iter().find(|entry| entry["header"]["seq"] == content["journal_head"]["seq"]).unwrap();
        assert_eq!(before["hash"], content["journal_head"]["hash"]);
        assert_eq!(entries.last().unwrap()["prev"], before["hash"]);

        let bytes = app.public().get(&format!("{path}/content"));
        let sha256 = Sha256::digest(bytes.text.as_bytes());
        assert_eq!(
            sha256.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
            record["digest"].as_str().unwrap()
        );
        assert!(bytes.header("content-digest").unwrap().starts_with("sha-256=:"));

        let digest = &record["digest"];
        field.organizer.post(&format!("{path}/signatures"), json!({ "digest": digest })).refused(
            403,
            "role_not_allowed",
            None,
        );
        let other = "0".repeat(64);
        let refused = signs(&field.director, &field, &json!(other)).refused(409, "digest_differs", None);
        assert_eq!(&refused["facts"]["current_digest"], digest);
        signs(&field.director, &field, &json!("0")).refused(422, "invalid_value", None);
        let half = signs(&field.director, &field, digest).expect(200);
        assert_eq!(
            (&half["missing_signatures"], &half["signatures"][0]["office"]),
            (&json!(["chief_arbiter"]), &json!("tournament_director"))
        );
        signs(&field.director, &field, digest).refused(409, "already_done", None);
        let signed = signs(&field.chief_arbiter, &field, digest).expect(200);
        assert_eq!(
            (&signed["missing_signatures"], &signed["digest"], &signed["content"]),
            (&json!([]), digest, content)
        );
    }
}

/// norm: WSTCC.24.2
#[test]
fn a_signed_record_never_changes_and_a_later_decision_makes_the_next_number() {
    let app = TestApp::new();
    let field = played(&app);
    let path = of_event(&field, "/final-record");
    let record = compiles(&field).expect(201);
    signs(&field.director, &field, &record["digest"]).expect(200);
    let game = field.matches(2).remove(0);
    field.decides(&game, on_all("draw")).expect(200);
    signs(&field.chief_arbiter, &field, &record["digest"]).refused(409, "record_outdated", None);
    let seen = app.public().get(&path).expect(200);
    assert_eq!((&seen["state"], &seen["content"]), (&json!("superseded"), &record["content"]));
    compiles(&field).refused(422, "record_missing", Some("Art. 24"));
    draws_up(&field, 2).expect(201);
    let second = compiles(&field).expect(201);
    assert_eq!((&second["number"], &second["signatures"]), (&json!(2), &json!([])));
    signs(&field.director, &field, &record["digest"]).refused(409, "digest_differs", None);
    for person in [&field.director, &field.chief_arbiter] {
        signs(person, &field, &second["digest"]).expect(200);
    }
    let first = app.public().get(&format!("{path}?number=1")).expect(200);
    assert_eq!((&first["state"], &first["digest"]), (&json!("superseded"), &record["digest"]));
    assert_eq!(first["signatures"].as_array().unwrap().len(), 1);

    // The closing changes nothing of it, and the paper may come after it as well.
    let closing = of_event(&field, "/closing");
    assert_eq!(field.director.post_if(&closing, "*", json!({})).expect(200)["final_record"], "signed");
    assert_eq!(app.public().get(&path).expect(200)["state"], "standing");
}

#[test]
fn the_record_of_a_round_that_is_reopened_is_superseded() {
    let app = TestApp::new();
    let field = played(&app);
    compiles(&field).expect(201);
    let round = field.of_group("/rounds/3");
    let etag = field.chief_arbiter.get(&round).etag();
    field.chief_arbiter.post_if(&format!("{round}/reopening"), &etag, json!({"reason": "A score sheet"})).expect(200);
    assert_eq!(app.public().get(&record_of(&field, 3)).expect(200)["state"], "superseded");
    assert_eq!(app.public().get(&of_event(&field, "/final-record")).expect(200)["state"], "superseded");
    draws_up(&field, 3).refused(422, "round_not_finished", Some("Art. 24"));
}

/// The digest is of ids: it holds when a name is withheld.
#[test]
fn an_erased_name_leaves_the_paper_and_the_digest_stays() {
    let app = TestApp::new();
    let field = played(&app);
    let path = of_event(&field, "/final-record");
    let record = compiles(&field).expect(201);
    field.director.post_if(&of_event(&field, "/closing"), "*", json!({})).expect(200);
    let person = &record["persons"][0];
    let of_person = format!("/v1/persons/{}", person["id"].as_str().unwrap());
    let admin = app.admin();
    let erasure = json!({"reason": "Asked for by letter", "name": "withhold"});
    let before = app.public().get(&path).etag();
    admin.post_if(&format!("{of_person}/erasure"), &admin.get(&of_person).etag(), erasure).expect(200);
    let seen = app.public().get(&path);
    assert_ne!(seen.etag(), before);
    assert_eq!((&seen.body["digest"], &seen.body["state"]), (&record["digest"], &json!("standing")));
    assert_eq!(digest_of(&seen.body["content"]), record["digest"].as_str().unwrap());
    assert_eq!(seen.body["persons"][0]["name"], "withheld");
    let page = app.public().get(&of_event(&field, "/final-record.html"));
    assert!(!page.text.contains(person["name"].as_str().unwrap()) && page.text.contains("withheld"));
}

#[test]
fn the_page_to_print_escapes_every_text_and_runs_no_script() {
    use diesel::prelude::*;
    use teamchess::storage::schema::teams;

    let app = TestApp::new();
    let field = fixtures::drawn(&app, 4);
    let cruel = "<script>alert('x')</script> & \"Co\"";
    diesel::update(teams::table.filter(teams::federation.eq("AUT")))
        .set(teams::name.eq(cruel))
        .execute(&mut *app.desk.pool.get().unwrap())
        .unwrap();
    for round in 1..=3 {
        field.plays(&app, round, |_| on(["white_win", "draw", "black_win", "white_forfeit_win"]));
        draws_up(&field, round).expect(201);
    }
    let record = compiles(&field).expect(201);
    for path in [format!("{}.html", record_of(&field, 1)), of_event(&field, "/final-record.html")] {
        let page = app.public().get(&path);
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(page.header("content-disposition").unwrap().starts_with("inline"));
        assert!(
            !page.text.contains("<script")
                && page.text.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;")
        );
        assert!(page.text.contains("CUB 1") && page.text.contains("@media print"));
    }
    let page = app.public().get(&of_event(&field, "/final-record.html")).text;
    assert!(page.contains(record["digest"].as_str().unwrap()) && page.contains("not signed"));
}

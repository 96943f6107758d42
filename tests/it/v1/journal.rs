//! The journals, and their verification.

use std::process::Command;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};
use teamchess::service::verify::{Broken, verify_journal};

use crate::support::championship::designation;
use crate::support::{Kind, Person, TestApp};

fn pages(person: &Person, path: &str, limit: usize) -> Vec<Value> {
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = person.get(&format!("{path}?limit={limit}{cursor}")).expect(200);
        let next = page["next_cursor"].as_str().map(|next| format!("&cursor={next}"));
        pages.push(page);
        match next {
            Some(next) => cursor = next,
            None => return pages,
        }
    }
}

/// A registry and a championship with some entries, and texts that are hard to write canonically.
fn with_history(kind: Kind) -> (TestApp, String) {
    let app = TestApp::on(kind);
    let admin = app.admin();
    for (code, name) in [("XYA", "a\u{2028}\"\\/é\u{1F600}"), ("XYB", "Ŷ ø 国 عربى"), ("XYC", "\u{ffff} \u{fffd}")]
    {
        admin.put(&format!("/v1/federations/{code}"), json!({"name": name})).expect(201);
    }
    let chp = admin.post("/v1/championships", designation()).expect(201)["id"].as_str().unwrap().to_owned();
    (app, chp)
}

fn python(pages: &[Value]) -> std::process::Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), serde_json::to_vec(pages).unwrap()).unwrap();
    Command::new("python3").arg("tests/it/verify_journal.py").arg(file.path()).output().unwrap()
}

#[test]
fn a_program_written_from_the_page_verifies_the_journal() {
    for kind in Kind::all() {
        let (app, chp) = with_history(kind);
        let organizer = app.appointed("organizer", Some(&chp), None);
        for (person, path) in
            [(app.admin(), "/v1/registry/journal".to_owned()), (organizer, format!("/v1/championships/{chp}/journal"))]
        {
            let mut exported = pages(&person, &path, 2);
            let ended = python(&exported);
            let said = String::from_utf8_lossy(&ended.stdout).into_owned();
            assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
            assert!(said.contains(exported[0]["head"]["hash"].as_str().unwrap()), "{said}");
            // And it is no program that says yes to everything.
            exported[0]["data"][0]["header"]["actor"] = json!("acc_00000000000000000000000000000000");
            let ended = python(&exported);
            assert!(!ended.status.success());
            assert!(String::from_utf8_lossy(&ended.stderr).contains("entry 1: the header does not fit the hash"));
        }
    }
}

#[test]
fn the_journals_are_for_insiders() {
    let (app, chp) = with_history(Kind::Sqlite);
    let path = format!("/v1/championships/{chp}/journal");
    app.public().get(&path).refused(401, "token_missing", None);
    app.somebody("ann").get(&path).refused(403, "role_not_allowed", None);
    let mut another = designation();
    another["year"] = json!(2028);
    let another = app.admin().post("/v1/championships", another).expect(201)["id"].as_str().unwrap().to_owned();
    app.appointed("organizer", Some(&another), None).get(&path).refused(403, "not_your_championship", None);
    let page = app.appointed("observer", Some(&chp), None).get(&path);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.expect(200)["data"][0]["header"]["action"], "designate_championship");
    app.appointed("fide_president", None, None).get("/v1/registry/journal").refused(403, "role_not_allowed", None);
    app.admin().get("/v1/registry/journal?cursor=W1sieCJdLHt9XQ").refused(400, "invalid_request", None);
}

/// Changes the database behind the program's back, and says what the verification finds.
fn after(app: &TestApp, sql: &str) -> Result<(i64, i64), Broken> {
    app.desk.pool.get().unwrap().batch_execute(sql).unwrap();
    verify_journal(&app.desk.pool).unwrap().map(|verified| {
        verified
            .streams
            .iter()
            .fold((0, 0), |(entries, redacted), stream| (entries + stream.entries, redacted + stream.redacted))
    })
}

#[test]
fn one_changed_byte_is_found_and_named() {
    for kind in Kind::all() {
        let byte = if kind == Kind::Sqlite { "x'00'" } else { "'\\x00'::bytea" };
        let bytes = |count: usize| byte.replace("00", &"00".repeat(count));
        let other = |column: &str| format!("UPDATE journal SET {column} = {} WHERE position = 3", bytes(32));
        let cases = [
            ("UPDATE journal SET payload = replace(payload, 'XYB', 'XYD') WHERE position = 3".to_owned(), 3, "payload"),
            (format!("UPDATE journal SET salt = {} WHERE position = 3", bytes(16)), 3, "payload"),
            ("UPDATE journal SET salt = NULL WHERE position = 3".to_owned(), 3, "must go together"),
            (other("payload_digest"), 3, "payload"),
            (other("hash"), 3, "fit its hash"),
            (other("prev"), 3, "follow"),
            ("UPDATE journal SET actor = 'system' WHERE position = 3".to_owned(), 3, "fit its hash"),
            ("UPDATE journal SET recorded_at = recorded_at + 1 WHERE position = 3".to_owned(), 3, "fit its hash"),
            ("UPDATE journal SET article = '7' WHERE position = 3".to_owned(), 3, "fit its hash"),
            ("UPDATE journal_changes SET version = 2 WHERE position = 3".to_owned(), 3, "fit its hash"),
            ("UPDATE journal_changes SET resource_id = 'XYD' WHERE position = 3".to_owned(), 3, "fit its hash"),
            ("UPDATE journal_changes SET stream = 'other' WHERE position = 3".to_owned(), 3, "another stream"),
            ("DELETE FROM journal_changes WHERE position = 3".to_owned(), 3, "fit its hash"),
            (
                "DELETE FROM journal_changes WHERE position = 3; DELETE FROM journal WHERE position = 3".to_owned(),
                3,
                "missing",
            ),
            (
                "DELETE FROM journal_changes WHERE position = 4; DELETE FROM journal WHERE position = 4".to_owned(),
                4,
                "missing",
            ),
            (format!("UPDATE streams SET head = {} WHERE id = 'registry'", bytes(32)), 4, "head"),
            ("UPDATE feed_head SET position = position + 1".to_owned(), 6, "feed stands"),
        ];
        // A database of its own for each; PostgreSQL makes them slowly, and runs the same code.
        let every = if kind == Kind::Sqlite { 1 } else { 4 };
        for (sql, seq, reason) in cases.into_iter().step_by(every) {
            let (app, _) = with_history(kind);
            assert_eq!(after(&app, "SELECT 1"), Ok((5, 0)));
            let broken = after(&app, &sql).expect_err(&sql);
            assert_eq!(broken.seq, seq, "{sql}: {broken}");
            assert!(broken.reason.contains(reason), "{sql}: {broken}");
            assert!(seq == 6 || broken.stream == "registry", "{sql}: {broken}");
        }
    }
}

#[test]
fn a_redacted_entry_is_counted_and_holds_the_chain() {
    let (app, _) = with_history(Kind::Sqlite);
    let redacted = "UPDATE journal SET payload = NULL, salt = NULL WHERE position = 3";
    assert_eq!(after(&app, redacted), Ok((5, 1)));
    let exported = pages(&app.admin(), "/v1/registry/journal", 200);
    assert!(exported[0]["data"][2].get("payload").is_none() && exported[0]["data"][2].get("salt").is_none());
    let ended = python(&exported);
    assert!(String::from_utf8_lossy(&ended.stdout).contains("4 entries, 1 redacted"));
}

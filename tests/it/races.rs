//! Many at once: nothing acknowledged is lost, nothing happens twice.

use std::collections::BTreeSet;
use std::thread;

use serde_json::json;

use crate::support::championship::Championship;
use crate::support::{Kind, TestApp};

#[test]
fn fifty_patches_of_one_resource_at_once_lose_nothing() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let world = Championship::designated(&app);
        let path = format!("/v1/championships/{}", world.id);
        let organizer = &world.organizer;
        thread::scope(|scope| {
            for number in 0..50 {
                let path = &path;
                scope.spawn(move || {
                    loop {
                        let seen = organizer.get(path);
                        let title = format!("{}-{number:02}", seen.body["title"].as_str().unwrap());
                        match organizer.patch_if(path, &seen.etag(), json!({"title": title})).status {
                            200 => break,
                            412 | 503 => {}
                            other => panic!("{other}"),
                        }
                    }
                });
            }
        });
        let last = organizer.get(&path).expect(200);
        let title = last["title"].as_str().unwrap();
        let found: BTreeSet<&str> = title.split('-').collect();
        assert!((0..50).all(|number| found.contains(format!("{number:02}").as_str())), "{title}");
    }
}

#[test]
fn the_same_post_twenty_times_at_once_acts_once() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let body = json!({"name": "Bye", "federation": "NOR"}).to_string();
        let answers: Vec<_> = thread::scope(|scope| {
            let running: Vec<_> = (0..20)
                .map(|_| {
                    let (admin, body) = (&admin, &body);
                    scope.spawn(move || {
                        loop {
                            let answer =
                                admin.send("POST", "/v1/persons", &[("Idempotency-Key", "one")], Some(body.as_bytes()));
                            if answer.status != 503 {
                                return answer;
                            }
                            assert!(answer.header("retry-after").is_some());
                        }
                    })
                })
                .collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|answer| answer.status == 201), "{answers:?}");
        let ids: BTreeSet<&str> = answers.iter().map(|answer| answer.body["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 1);
        let replayed = answers.iter().filter(|answer| answer.header("idempotency-replayed") == Some("true")).count();
        assert_eq!(replayed, 19);
        let all = admin.get("/v1/persons?federation=NOR").expect(200);
        assert_eq!(all["data"].as_array().unwrap().len(), 1);
        // The same key with another body is refused.
        let other = json!({"name": "Other", "federation": "NOR"}).to_string();
        admin.send("POST", "/v1/persons", &[("Idempotency-Key", "one")], Some(other.as_bytes())).refused(
            422,
            "idempotency_key_reused",
            None,
        );
    }
}

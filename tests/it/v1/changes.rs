//! `/v1/changes` and `/v1/championships/{championship}/changes`.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::support::championship::designation;
use crate::support::{Kind, Person, TestApp};

/// Everything from a place on, page by page; with the place to go on from.
fn walk(person: &Person, path: &str, limit: usize, since: Option<&str>) -> (Vec<Value>, String) {
    let (mut found, mut since) = (Vec::new(), since.map(str::to_owned));
    loop {
        let place = since.map(|since| format!("&since={since}")).unwrap_or_default();
        let page = person.get(&format!("{path}?limit={limit}{place}")).expect(200);
        let data = page["data"].as_array().unwrap();
        assert!(data.len() <= limit);
        found.extend(data.iter().cloned());
        match (page["next"].as_str(), page["delta"].as_str()) {
            (Some(next), None) => since = Some(next.to_owned()),
            (None, Some(delta)) => return (found, delta.to_owned()),
            other => panic!("either next or delta, not {other:?}"),
        }
    }
}

fn place(change: &Value) -> (i64, String, String) {
    let text = |field: &str| change[field].as_str().unwrap().to_owned();
    (change["position"].as_i64().unwrap(), text("type"), text("id"))
}

#[test]
fn a_walk_sees_every_change_once_while_others_write() {
    const WRITERS: usize = 4;
    const EACH: usize = 12;
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (admin, public) = (app.admin(), app.public());
        let (_, start) = walk(&public, "/v1/changes", 200, None);
        let writing = AtomicBool::new(true);
        let mut seen = Vec::new();
        std::thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS)
                .map(|writer| {
                    let admin = admin.clone();
                    scope.spawn(move || {
                        for number in 0..EACH {
                            let letter = |number: usize| char::from(b'A' + u8::try_from(number).unwrap());
                            let path = format!("/v1/federations/Q{}{}", letter(writer), letter(number));
                            admin.put(&path, json!({"name": "x"})).expect(201);
                        }
                    })
                })
                .collect();
            let reader = scope.spawn(|| {
                let (mut found, mut since) = (Vec::new(), start.clone());
                while writing.load(Ordering::SeqCst) {
                    let (more, delta) = walk(&public, "/v1/changes", 1, Some(&since));
                    found.extend(more);
                    since = delta;
                }
                found.extend(walk(&public, "/v1/changes", 1, Some(&since)).0);
                found
            });
            for writer in writers {
                writer.join().unwrap();
            }
            writing.store(false, Ordering::SeqCst);
            seen = reader.join().unwrap();
        });
        let places: Vec<_> = seen.iter().map(place).collect();
        let unique: BTreeSet<_> = places.iter().cloned().collect();
        assert_eq!((places.len(), unique.len()), (WRITERS * EACH, WRITERS * EACH));
        assert!(places.windows(2).all(|pair| pair[0].0 < pair[1].0), "in the order of commits");
        let (afterwards, _) = walk(&public, "/v1/changes", 200, Some(&start));
        assert_eq!(seen, afterwards);
    }
}

#[test]
fn one_act_of_many_changes_is_cut_anywhere() {
    let app = TestApp::new();
    // The first act of every database: all regulations and federations at once.
    let (all, _) = walk(&app.public(), "/v1/changes", 200, None);
    let (by_seven, _) = walk(&app.public(), "/v1/changes", 7, None);
    assert!(all.len() > 200, "{}", all.len());
    assert_eq!(all, by_seven);
    assert!(all.iter().all(|change| change["position"] == 1 && change["seq"] == 1 && change["change"] == "created"));
}

#[test]
fn latest_skips_the_past_and_types_choose() {
    let app = TestApp::new();
    let (admin, public) = (app.admin(), app.public());
    let page = public.get("/v1/changes?since=latest").expect(200);
    assert_eq!((page["data"].as_array().unwrap().len(), page.get("next")), (0, None));
    let delta = page["delta"].as_str().unwrap();
    admin.put("/v1/federations/XYZ", json!({"name": "x"})).expect(201);
    admin.put_if("/v1/federations/XYZ", "\"1\"", json!({"name": "y"})).expect(200);
    let (after, _) = walk(&public, "/v1/changes", 50, Some(delta));
    let shown: Vec<_> = after.iter().map(|change| (change["change"].clone(), change["version"].clone())).collect();
    assert_eq!(shown, [(json!("created"), json!(1)), (json!("updated"), json!(2))]);
    assert_eq!(after[0]["type"], "federation");
    assert!(after[0].get("championship").is_none());

    let regulations = public.get("/v1/changes?types=regulations,team").expect(200);
    assert!(regulations["data"].as_array().unwrap().iter().all(|change| change["type"] == "regulations"));
    let other = regulations["delta"].as_str().unwrap();
    public.get(&format!("/v1/changes?types=team&since={other}")).refused(400, "invalid_request", None);
    public.get(&format!("/v1/changes?types=team,regulations&since={other}")).expect(200);
    public.get("/v1/changes?types=teams").refused(400, "invalid_request", None);
    public.get("/v1/changes?since=yesterday").refused(400, "invalid_request", None);
    public.get("/v1/changes?cursor=x").refused(400, "invalid_request", None);
    public.get("/v1/changes?limit=0").refused(422, "invalid_value", None);
}

#[test]
fn a_cursor_of_another_database_is_gone() {
    let (here, there) = (TestApp::new(), TestApp::new());
    for app in [&here, &there] {
        app.admin().put("/v1/federations/XYZ", json!({"name": "x"})).expect(201);
    }
    let (_, delta) = walk(&there.public(), "/v1/changes", 200, None);
    there.public().get(&format!("/v1/changes?since={delta}")).expect(200);
    here.public().get(&format!("/v1/changes?since={delta}")).refused(410, "cursor_gone", None);
    // And one of a moment that this database has never reached.
    there.admin().put("/v1/federations/XYA", json!({"name": "x"})).expect(201);
    let (_, later) = walk(&there.public(), "/v1/changes", 200, None);
    here.public().get(&format!("/v1/changes?since={later}")).refused(410, "cursor_gone", None);
}

#[test]
fn what_not_everybody_may_read_is_not_in_everybodys_feed() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let chp = admin.post("/v1/championships", designation()).expect(201)["id"].as_str().unwrap().to_owned();
        let sandbox = app.somebody("ann").post("/v1/sandboxes", designation_of_a_sandbox()).expect(201);
        let sandbox = sandbox["id"].as_str().unwrap();
        let kinds = |person: &Person, path: &str| -> BTreeSet<String> {
            walk(person, path, 200, None).0.iter().map(|change| change["type"].as_str().unwrap().to_owned()).collect()
        };
        let of_sandbox = |person: &Person| {
            walk(person, "/v1/changes", 200, None).0.iter().any(|change| change["championship"] == sandbox)
        };
        assert!(!of_sandbox(&app.public()) && !of_sandbox(&admin));
        let (public_feed, own_feed) = ("/v1/changes", format!("/v1/championships/{sandbox}/changes"));
        assert!(kinds(&app.public(), public_feed).contains("championship"));
        assert!(kinds(&app.public(), &own_feed).contains("championship"));
        // Whoever opens a sandbox is appointed in it.
        assert!(!kinds(&app.public(), &own_feed).contains("appointment"));
        assert!(kinds(&admin, &own_feed).contains("appointment"));
        let own = walk(&admin, &format!("/v1/championships/{chp}/changes"), 200, None).0;
        assert!(!own.is_empty() && own.iter().all(|change| change["championship"] == chp.as_str()));
        app.public().get("/v1/championships/chp_00000000000000000000000000000000/changes").refused(
            404,
            "not_found",
            None,
        );
    }
}

fn designation_of_a_sandbox() -> Value {
    let mut body = designation();
    body["clock"] = json!("2026-01-15T12:00:00Z");
    body
}

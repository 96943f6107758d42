//! `/v1/championships/{championship}/entries/{federation}/documents`.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use teamchess::domain::document::{MAX_DOCUMENT, MAX_OF_ENTRY};
use teamchess::http::upload::digest_header;

use crate::support::papers::{PDF, pdf_of, png, uploads};
use crate::support::{Championship, Delegation, Kind, TestApp};

const LAST_DEFINITE: &str = "2027-03-20T22:59:59.999999Z";
const LATE_DEFINITE: &str = "2027-03-20T23:00:00Z";

fn entered(app: &TestApp, federation: &str) -> (Championship, Delegation, Vec<String>) {
    let event = Championship::invited(app);
    let delegation = Delegation::of(app, &event, federation);
    let players = delegation.players(5);
    delegation.enters_preliminarily().expect(201);
    (event, delegation, players)
}

fn id(document: &Value) -> &str {
    document["id"].as_str().unwrap()
}

#[test]
fn a_document_is_handed_in_replaced_read_and_removed() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let (event, norway, players) = entered(&app, "NOR");
        let first = norway.uploads(&players[0], "photograph", "image/png", &png("one"));
        assert_eq!(first.status, 201, "{}", first.text);
        let path = norway.documents();
        assert_eq!(first.header("location"), Some(format!("{path}/{}", id(&first.body)).as_str()));
        // Only what the bytes are decides: nothing need be said of them.
        let again = norway.uploads(&players[0], "photograph", "application/octet-stream", &png("one"));
        assert_eq!((again.status, &again.body), (200, &first.body));
        app.set_time("2026-01-15T12:00:01Z");
        let second = norway.uploads(&players[0], "photograph", "image/png", &png("two")).expect(201);
        assert_ne!(second["sha256"], first.body["sha256"]);

        let list = event.organizer.get(&format!("{path}?person={}", players[0])).expect(200);
        let states: Vec<_> = list["data"].as_array().unwrap().iter().map(|seen| seen["state"].as_str()).collect();
        assert_eq!(states, [Some("replaced"), Some("present")]);
        assert_eq!(list["data"][0]["sha256"], first.body["sha256"]);
        let other = norway.officer.get(&format!("{path}?person={}", players[1])).expect(200);
        assert_eq!(other["data"], json!([]));

        let gone = format!("{path}/{}/content", id(&first.body));
        norway.officer.get(&gone).refused(404, "not_found", None);
        let path = format!("{path}/{}", id(&second));
        let file = event.chief_arbiter.get(&format!("{path}/content"));
        assert_eq!(file.status, 200);
        let name = format!("attachment; filename=\"photograph-{}.png\"", id(&second));
        for (header, value) in [
            ("content-type", "image/png"),
            ("content-disposition", name.as_str()),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("cache-control", "no-store"),
            ("content-digest", digest_header(&png("two")).as_str()),
        ] {
            assert_eq!(file.header(header), Some(value), "{header}");
        }
        let readings = norway.officer.get(&format!("{path}/readings")).expect(200)["data"].clone();
        assert_eq!(
            (&readings[0]["account"], &readings[0]["role"], &readings[0]["read_at"], &readings[1]),
            (
                &json!(event.chief_arbiter.account),
                &json!("chief_arbiter"),
                &json!("2026-01-15T12:00:01Z"),
                &Value::Null
            )
        );
        event.chief_arbiter.send("GET", &format!("{path}/content"), &[("If-None-Match", "*")], None);
        let readings = event.organizer.get(&format!("{path}/readings")).expect(200);
        assert_eq!(readings["data"].as_array().unwrap().len(), 2);

        let etag = norway.officer.get(&path).etag();
        norway.officer.post(&format!("{path}/removal"), json!({})).refused(428, "precondition_missing", None);
        let removed = norway.officer.post_if(&format!("{path}/removal"), &etag, json!({}));
        let etag = removed.etag();
        let removed = removed.expect(200);
        assert_eq!((&removed["state"], &removed["sha256"]), (&json!("removed"), &second["sha256"]));
        norway.officer.get(&format!("{path}/content")).refused(404, "not_found", None);
        norway.officer.post_if(&format!("{path}/removal"), &etag, json!({})).refused(409, "already_done", None);
    }
}

/// To everybody else there are no documents, not even an empty list.
#[test]
fn only_the_own_federation_the_organizer_and_the_chief_arbiter_know_of_documents() {
    let app = TestApp::new();
    let (event, norway, players) = entered(&app, "NOR");
    let document = norway.hands_in(&players[0], "proof_of_studies").expect(201);
    let path = format!("{}/{}", norway.documents(), id(&document));
    let paths = [norway.documents(), path.clone(), format!("{path}/content"), format!("{path}/readings")];
    let chief = app.appointed("chief_of_delegation", Some(&event.id), Some("NOR"));
    let elsewhere = Championship::designated(&app);
    let strangers = [
        app.admin(),
        app.somebody("somebody"),
        event.president.clone(),
        event.director.clone(),
        app.appointed("observer", Some(&event.id), None),
        app.appointed("captain", Some(&event.id), Some("NOR")),
        app.appointed("federation_officer", None, Some("SWE")),
        app.appointed("chief_of_delegation", Some(&elsewhere.id), Some("NOR")),
        elsewhere.organizer.clone(),
    ];
    for path in &paths {
        for friend in [&norway.officer, &chief, &event.organizer, &event.chief_arbiter] {
            assert_eq!(friend.get(path).status, 200, "{path}");
        }
        for stranger in &strangers {
            stranger.get(path).refused(404, "not_found", None);
        }
        app.public().get(path).refused(401, "token_missing", None);
        // The same document does not stand under another entry.
        app.appointed("federation_officer", None, Some("SWE")).get(&path.replace("/NOR/", "/SWE/")).refused(
            404,
            "not_found",
            None,
        );
    }
    for stranger in strangers.iter().chain([&event.organizer, &event.chief_arbiter]) {
        let refused = uploads(stranger, &norway.documents(), &players[0], "photograph", "image/png", &png("x"));
        refused.refused(404, "not_found", None);
    }
}

#[test]
fn the_content_is_what_counts() {
    let app = TestApp::new();
    let (event, norway, players) = entered(&app, "NOR");
    let player = players[0].as_str();
    let upload = |media: &str, content: &[u8]| norway.uploads(player, "biography", media, content);
    let told = upload("image/jpeg", &png("x")).refused(422, "document_not_readable", None);
    assert_eq!(told["facts"], json!({"content": "image/png", "said": "image/jpeg"}));
    for content in [&b"<html></html>"[..], b"", &PDF.as_bytes()[..40], b"GIF89a"] {
        upload("application/octet-stream", content).refused(422, "document_not_readable", None);
    }
    upload("text/html", PDF.as_bytes()).refused(415, "unsupported_media_type", None);
    upload("application/json", b"{}").refused(415, "unsupported_media_type", None);
    let path = format!("{}?person={player}&kind=biography", norway.documents());
    let with_digest = |digest: &str| {
        let headers = [("Content-Type", "application/pdf"), ("Content-Digest", digest)];
        norway.officer.send("POST", &path, &headers, Some(PDF.as_bytes()))
    };
    with_digest(&digest_header(b"other")).refused(400, "invalid_request", None);
    with_digest("md5=:AA==:").refused(400, "invalid_request", None);
    with_digest(&format!("sha-512=:AA==:, {}", digest_header(PDF.as_bytes()))).expect(201);

    let refused = |query: &str, status: u16, code: &str| {
        let path = format!("{}?{query}", norway.documents());
        let headers = [("Content-Type", "application/pdf")];
        norway.officer.send("POST", &path, &headers, Some(PDF.as_bytes())).refused(status, code, None)
    };
    refused(&format!("person={player}"), 400, "invalid_request");
    refused("person=me&kind=biography", 400, "invalid_request");
    refused(&format!("person={player}&kind=biography&who=me"), 400, "invalid_request");
    let known = refused(&format!("person={player}&kind=passport"), 422, "invalid_value");
    assert!(known["facts"]["kinds"].as_array().unwrap().contains(&json!("biography")));
    let swede = Delegation::of(&app, &event, "SWE").players(1);
    refused(&format!("person={}&kind=biography", swede[0]), 422, "unknown_person");
}

/// Five mebibytes each and twenty an entry, to the last byte.
#[test]
fn documents_are_limited_in_size() {
    let app = TestApp::new();
    let (_, norway, players) = entered(&app, "NOR");
    let upload = |player: usize, content: &[u8]| {
        norway.uploads(&players[player], "proof_of_studies", "application/pdf", content)
    };
    let too_large = format!(
        "POST {}?person={}&kind=photograph HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nAuthorization: Bearer {}\r\n\
         Content-Length: {}\r\n\r\n",
        norway.documents(),
        players[0],
        norway.officer.token.as_deref().unwrap(),
        MAX_DOCUMENT + 1
    );
    assert!(answer_to(&app, &too_large).starts_with("HTTP/1.1 413"));
    for player in 0..3 {
        upload(player, &pdf_of(MAX_DOCUMENT, "full")).expect(201);
    }
    let rest = usize::try_from(MAX_OF_ENTRY).unwrap() - 3 * MAX_DOCUMENT - 1000;
    upload(3, &pdf_of(rest, "rest")).expect(201);
    let over = upload(4, &pdf_of(1001, "over")).refused(422, "documents_too_large", None);
    assert_eq!(over["facts"], json!({"held": MAX_OF_ENTRY - 1000, "received": 1001, "maximum": MAX_OF_ENTRY}));
    upload(4, &pdf_of(1000, "last")).expect(201);
    // What is replaced makes room.
    upload(4, &pdf_of(999, "less")).expect(201);
    upload(0, &pdf_of(MAX_DOCUMENT, "other")).expect(201);
}

/// Proofs come with the definite entry; what the regulations let follow later comes until the lots.
#[test]
fn a_document_comes_in_time() {
    let app = TestApp::new();
    let (event, norway, players) = entered(&app, "NOR");
    app.set_time(LAST_DEFINITE);
    let proof = norway.hands_in(&players[0], "proof_of_studies");
    let etag = proof.etag();
    let proof = proof.expect(201);
    app.set_time(LATE_DEFINITE);
    norway.hands_in(&players[1], "proof_of_studies").refused(422, "deadline_passed", Some("Art. 6"));
    let removal = format!("{}/{}/removal", norway.documents(), id(&proof));
    norway.officer.post_if(&removal, &etag, json!({})).refused(422, "deadline_passed", Some("Art. 6"));
    // Nothing is lost by asking again.
    assert_eq!(norway.hands_in(&players[0], "proof_of_studies").expect(200), proof);
    norway.hands_in(&players[0], "photograph").expect(201);
    app.set_phase(&event.id, "drawn");
    norway.hands_in(&players[1], "photograph").refused(409, "wrong_phase", Some("Art. 6"));
    norway.officer.get(&format!("{}/{}/content", norway.documents(), id(&proof))).expect(200);
}

#[test]
fn documents_stand_in_an_entry_that_stands() {
    let app = TestApp::new();
    let (event, norway, players) = entered(&app, "NOR");
    norway.withdraws().expect(200);
    norway.hands_in(&players[0], "photograph").refused(422, "not_preliminarily_entered", Some("Art. 6"));
    let sweden = Delegation::of(&app, &event, "SWE");
    sweden.officer.get(&sweden.documents()).refused(404, "not_found", None);
}

/// The journal of the championship tells other insiders neither whose nor of which kind a document is.
#[test]
fn the_journal_says_little_of_a_document() {
    let app = TestApp::new();
    let (event, norway, players) = entered(&app, "NOR");
    let document = norway.hands_in(&players[0], "proof_of_studies").expect(201);
    let journal = app.appointed("captain", Some(&event.id), Some("SWE")).get(&event.path("/journal"));
    let last = journal.body["data"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["header"]["action"], &last["payload"]),
        (&json!("upload_document"), &json!({"federation": "NOR"}))
    );
    for word in [players[0].as_str(), "proof_of_studies", document["sha256"].as_str().unwrap()] {
        assert!(!last.to_string().contains(word), "{word}");
    }
    let feed = |who: &crate::support::Person| who.get(&event.path("/changes")).text.contains("\"document\"");
    assert!(feed(&event.organizer) && !feed(&app.public()) && !feed(&event.president));
}

/// What is announced as too large is refused before a byte of it comes, on every path.
#[test]
fn a_body_too_large_is_refused_unread() {
    let app = TestApp::new();
    for (path, limit) in [("/v1/persons", 1 << 20), ("/v1/account-activations", 1 << 20)] {
        let ask = |length: usize| {
            format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
            )
        };
        let refused = answer_to(&app, &ask(limit + 1));
        assert!(refused.starts_with("HTTP/1.1 413") && refused.contains("connection: close"), "{refused}");
    }
}

/// What the server answers to these bytes alone.
fn answer_to(app: &TestApp, request: &str) -> String {
    let mut stream = TcpStream::connect(app.base.trim_start_matches("http://")).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

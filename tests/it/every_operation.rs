//! One story that touches every operation. Each write is tried dry before and repeated after; each operation is refused
//! to whom it must be refused; and what was said is the examples of the document.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use teamchess::access::{Action, Key, Reach, Row, Who};
use teamchess::http::openapi::{Example, document, operation_of};
use teamchess::replay::client::{Client, Exchange};
use teamchess::replay::format;
use teamchess::replay::play::{Played, Until, play};
use teamchess::service::accounts;
use teamchess::storage::journal;

use crate::support::championship::{Championship, designation};
use crate::support::papers::PDF;
use crate::support::people::key;
use crate::support::{Delegation, Person, Response, TestApp, fixtures};

/// Writes that are not done through the desk, or whose repeat is another act.
const NOT_REPEATED: [&str; 4] = ["create_token", "activate_account", "reset_password", "change_password"];

/// Hears every exchange of the story.
struct Listener {
    app: TestApp,
    document: Value,
    /// The first successful exchange of each operation.
    heard: Mutex<BTreeMap<String, Exchange>>,
    before: Mutex<Option<i64>>,
}

impl Listener {
    fn row(&self, exchange: &Exchange) -> Option<&'static Row> {
        let path = exchange.path.split('?').next().unwrap_or_default();
        let id = operation_of(&self.document, exchange.method, path)?;
        Action::ALL.iter().find(|action| action.operation() == id).map(|action| Row::of(*action))
    }

    fn position(&self) -> i64 {
        journal::last_position(&mut self.app.desk.pool.get().unwrap()).unwrap()
    }

    fn again(&self, exchange: &Exchange, key: Option<&str>, token: Option<String>, query: &str) -> Response {
        let mut headers = Vec::new();
        headers.extend(key.map(|key| ("Idempotency-Key", key)));
        headers.extend(exchange.if_match.as_deref().map(|etag| ("If-Match", etag)));
        let body = exchange.request.as_ref().map(|body| match body {
            // A file that happens to be text.
            Value::String(file) => file.clone().into_bytes(),
            json => json.to_string().into_bytes(),
        });
        if matches!(exchange.request, Some(Value::String(_))) {
            let game = body.as_ref().is_some_and(|file| file.starts_with(b"["));
            headers.push(("Content-Type", if game { "application/vnd.chess-pgn" } else { "application/pdf" }));
        }
        let query = if exchange.path.contains('?') { query.replace('?', "&") } else { query.to_owned() };
        let person = Person::new(&self.app.base, token, None);
        person.send(exchange.method, &format!("{}{query}", exchange.path), &headers, body.as_deref())
    }

    fn hear(&self, exchange: &Exchange) {
        let row = self.row(exchange).unwrap_or_else(|| panic!("no operation takes {exchange:?}"));
        let id = row.action.operation();
        let repeated = row.write && !NOT_REPEATED.contains(&id);
        match &exchange.answer {
            None if repeated => {
                let before = self.position();
                let dry = self.again(exchange, Some(&key()), exchange.token.clone(), "?validate_only=true");
                assert_eq!(dry.status, 200, "dry run of {id}: {}", dry.text);
                assert_eq!(self.position(), before, "the dry run of {id} stored something");
                *self.before.lock().unwrap() = Some(before);
            }
            None => {}
            Some((status, body)) => {
                assert!((200..300).contains(status), "{id}: {status} {body}");
                if repeated && row.key != Key::None {
                    let key = exchange.key.as_deref().unwrap();
                    let after = self.position();
                    let repeat = self.again(exchange, Some(key), exchange.token.clone(), "");
                    if repeat.status == 409 {
                        assert_eq!(repeat.body["code"], "secret_already_shown", "{id}");
                    } else {
                        assert_eq!((repeat.status, &repeat.body), (*status, body), "repeat of {id}");
                        assert_eq!(repeat.header("idempotency-replayed"), Some("true"), "repeat of {id}");
                    }
                    assert_eq!(self.position(), after, "the repeat of {id} acted");
                    if let Some(request) = &exchange.request {
                        let mut other = exchange.clone();
                        other.request = Some(with_another_value(request));
                        let reused = self.again(&other, Some(key), exchange.token.clone(), "");
                        assert!([400, 422].contains(&reused.status), "{id} with its key reused: {}", reused.text);
                    }
                }
                self.heard.lock().unwrap().entry(id.to_owned()).or_insert_with(|| exchange.clone());
            }
        }
    }

    /// Says something outside the play, and hears it.
    fn say(
        &self,
        person: &Person,
        method: &'static str,
        path: &str,
        etag: Option<&str>,
        body: Option<Value>,
    ) -> Response {
        let mut exchange = Exchange {
            token: person.token.clone(),
            method,
            path: path.to_owned(),
            // A list handed in is binding: its repeat wants a key too.
            key: (method == "POST" || path.contains("/lineups/")).then(key),
            if_match: etag.map(str::to_owned),
            request: body,
            answer: None,
        };
        self.hear(&exchange);
        let response = self.again(&exchange, exchange.key.as_deref(), person.token.clone(), "");
        // A file is its own example.
        let is_file = response.header("content-disposition").is_some();
        let answer = if is_file { json!(response.text) } else { response.body.clone() };
        exchange.answer = Some((response.status, answer));
        self.hear(&exchange);
        response
    }
}

/// The same shape with a field more, or an item less: another body in any case.
fn with_another_value(request: &Value) -> Value {
    match request {
        Value::Object(fields) => {
            let mut fields = fields.clone();
            match fields.iter_mut().find(|(_, value)| value.is_string()) {
                Some((_, value)) => *value = json!(format!("{}x", value.as_str().unwrap())),
                None => {
                    fields.insert("another".to_owned(), json!(1));
                }
            }
            Value::Object(fields)
        }
        Value::String(file) => json!(format!("{file}%")),
        other => json!([other]),
    }
}

fn played(listener: &Arc<Listener>) -> (Played, Person) {
    let app = &listener.app;
    let password = "every operation once";
    let issued = accounts::make_first_admin(&app.desk, "root", "Root", false).unwrap();
    let ear = listener.clone();
    let client = Client::new(&app.base, "every").watched_by(Box::new(move |exchange| ear.hear(exchange)));
    client.activate(&issued.code.unwrap(), password).unwrap();
    let file = std::fs::read("data/helsinki-1952-group-1.json").unwrap();
    let championship = format::read(&file).unwrap();
    let played = play(&championship, &client, "every", ("root", password), Until::Closed, &mut |_| {}).unwrap();
    let form = format!("grant_type=password&client_id=teamchess&username=root&password={}", password.replace(' ', "+"));
    let token = app.public().send(
        "POST",
        "/oauth/token",
        &[("Content-Type", "application/x-www-form-urlencoded")],
        Some(form.as_bytes()),
    );
    let token = token.expect(200);
    let admin = Person::new(&app.base, Some(token["access_token"].as_str().unwrap().to_owned()), None);
    (played, admin)
}

#[test]
fn every_operation_is_safe_to_try_and_to_repeat_and_refused_to_strangers() {
    let listener = Arc::new(Listener {
        app: TestApp::seeded(),
        document: document(),
        heard: Mutex::default(),
        before: Mutex::default(),
    });
    let (played, admin) = played(&listener);
    rest_of_the_api(&listener, &played, &admin);
    let heard = listener.heard.lock().unwrap().clone();

    let all: BTreeSet<&str> = Action::ALL
        .iter()
        .filter(|action| Row::of(**action).who != Who::Holders(&[]) && **action != Action::CreateToken)
        .map(|action| action.operation())
        .collect();
    let said: BTreeSet<&str> = heard.keys().map(String::as_str).collect();
    assert_eq!(said, all, "the story leaves an operation out");

    refused_to_strangers(&listener, &heard);

    let examples: BTreeMap<&String, Example> = heard
        .iter()
        .map(|(id, exchange)| {
            let (status, response) = exchange.answer.clone().unwrap();
            (id, Example { request: exchange.request.clone(), status, response: shortened(response) })
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&examples).unwrap();
    text.push('\n');
    let path = "openapi/examples.json";
    if std::env::var("UPDATE_SNAPSHOTS").is_ok_and(|value| value == "1") {
        std::fs::write(path, &text).unwrap();
    }
    let committed: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let recorded: Vec<String> = examples.keys().map(|id| (*id).clone()).collect();
    let kept: Vec<String> = committed.as_object().unwrap().keys().cloned().collect();
    assert_eq!(kept, recorded, "{path}: UPDATE_SNAPSHOTS=1 cargo test every_operation, then cargo run -- openapi");
}

/// Long lists are cut to two items: an example is to be read.
fn shortened(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().take(2).map(shortened).collect()),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, shortened(value))).collect(),
        other => other,
    }
}

/// Nobody, somebody without any role, the same role elsewhere, the same role for others.
fn refused_to_strangers(listener: &Listener, heard: &BTreeMap<String, Exchange>) {
    let app = &listener.app;
    let elsewhere = Championship::designated(app);
    let nobody = app.somebody("nobody");
    for exchange in heard.values() {
        let row = listener.row(exchange).unwrap();
        let id = row.action.operation();
        let Who::Holders(roles) = row.who else { continue };
        let by_nobody = listener.again(exchange, Some(&key()), None, "");
        assert_eq!((by_nobody.status, by_nobody.body["code"].as_str()), (401, Some("token_missing")), "{id}");
        let by_somebody = listener.again(exchange, Some(&key()), nobody.token.clone(), "");
        let refused = if row.hidden { 404 } else { 403 };
        assert_eq!(by_somebody.status, refused, "{id} by somebody: {}", by_somebody.text);
        for role in roles {
            if row.reach == Reach::Registry || *role == teamchess::access::Role::Admin {
                continue;
            }
            let federation = role.is_of_a_federation().then_some("VIE");
            if role.is_of_a_championship() {
                let stranger = app.appointed(role.code(), Some(&elsewhere.id), federation);
                let by_stranger = listener.again(exchange, Some(&key()), stranger.token.clone(), "");
                assert!(
                    [403, 404].contains(&by_stranger.status),
                    "{id} by the {} of another championship: {} {}",
                    role.code(),
                    by_stranger.status,
                    by_stranger.text
                );
            }
            if row.reach == Reach::Federation && role.is_of_a_federation() {
                let other = app.appointed(role.code(), None, federation);
                let by_other = listener.again(exchange, Some(&key()), other.token.clone(), "");
                assert!(
                    [403, 404].contains(&by_other.status),
                    "{id} by the {} of another federation: {} {}",
                    role.code(),
                    by_other.status,
                    by_other.text
                );
            }
        }
    }
}

/// What the play does not do.
fn rest_of_the_api(listener: &Listener, played: &Played, admin: &Person) {
    let app = &listener.app;
    let get = |person: &Person, path: &str| listener.say(person, "GET", path, None, None);
    let public = app.public();
    let event = format!("/v1/championships/{}", played.championship);
    let group = format!("/v1/groups/{}", played.group);

    // accounts and appointments
    get(&public, "/.well-known/jwks.json");
    get(&public, "/.well-known/oauth-authorization-server");
    let issued = listener.say(admin, "POST", "/v1/accounts", None, Some(json!({"login": "vera", "name": "Vera Ek"})));
    let account = issued.body["account"]["id"].as_str().unwrap().to_owned();
    let redeem = |path: &str, code: &Value, password: &str| {
        listener.say(&public, "POST", path, None, Some(json!({"code": code, "password": password})));
    };
    redeem("/v1/account-activations", &issued.body["code"], "the first password");
    let path = format!("/v1/accounts/{account}");
    let reset = listener.say(admin, "POST", &format!("{path}/reset-code"), None, Some(json!({})));
    redeem("/v1/password-resets", &reset.body["code"], "the second password");
    get(admin, "/v1/accounts?limit=2");
    let seen = get(admin, &path);
    listener.say(admin, "PATCH", &path, Some(&seen.etag()), Some(json!({"name": "Vera Ek-Lund"})));
    let vera = app.public().send(
        "POST",
        "/oauth/token",
        &[("Content-Type", "application/x-www-form-urlencoded")],
        Some(b"grant_type=password&client_id=teamchess&username=vera&password=the+second+password"),
    );
    let vera = Person::new(&app.base, Some(vera.expect(200)["access_token"].as_str().unwrap().to_owned()), None);
    get(&vera, "/v1/me");
    let passwords = json!({"current": "the second password", "new": "the third password"});
    listener.say(&vera, "POST", "/v1/me/password", None, Some(passwords));
    let appointment = json!({"account": account, "role": "observer", "championship": played.championship});
    let made = listener.say(admin, "POST", "/v1/appointments", None, Some(appointment));
    let path = format!("/v1/appointments/{}", made.body["id"].as_str().unwrap());
    get(admin, &format!("/v1/appointments?championship={}&limit=2", played.championship));
    get(admin, &path);
    listener.say(admin, "POST", &format!("{path}/end"), Some(&made.etag()), Some(json!({})));

    // registry
    get(&public, "/v1/federations?limit=2");
    get(&public, "/v1/federations/URS");
    let xyzzy = listener.say(admin, "PUT", "/v1/federations/XYZ", None, Some(json!({"name": "Xyzzy", "zone": "2.1"})));
    let path = "/v1/federations/XYZ/suspensions";
    let suspension = json!({"from": "2026-03-01", "reason": "Dues of two years are unpaid"});
    let xyzzy = listener.say(admin, "POST", path, Some(&xyzzy.etag()), Some(suspension));
    let lifting = json!({"last_day": "2026-03-31"});
    listener.say(admin, "POST", &format!("{path}/1/lifting"), Some(&xyzzy.etag()), Some(lifting));
    get(&public, "/v1/federations/XYZ/revisions");
    let person = json!({"name": "Nora Nilsen", "federation": "NOR", "birth_date": "2004-02-29"});
    let nora = listener.say(admin, "POST", "/v1/persons", None, Some(person));
    let path = format!("/v1/persons/{}", nora.body["id"].as_str().unwrap());
    get(&public, &path);
    get(admin, "/v1/persons?federation=NOR");
    let seen = admin.get(&path);
    listener.say(admin, "PATCH", &path, Some(&seen.etag()), Some(json!({"name": "Nora Nilsen Berg"})));
    let path = "/v1/persons/by-ref/fide/1503014";
    let again = listener.say(admin, "PUT", path, None, Some(json!({"name": "Nilsen, N.", "federation": "NOR"})));
    get(&public, path);
    get(admin, "/v1/person-suggestions?name=nilsen");
    let path = format!("/v1/persons/{}/merge", again.body["id"].as_str().unwrap());
    listener.say(admin, "POST", &path, Some(&again.etag()), Some(json!({"into": nora.body["id"]})));
    get(&public, "/v1/regulations");
    get(&public, "/v1/regulations/wstcc-1960");
    let toml = std::fs::read_to_string("regulations/wstcc-1960.toml").unwrap();
    let toml = toml.replace("id = \"wstcc-1960\"", "id = \"wstcc-1960-trial\"");
    listener.say(admin, "POST", "/v1/regulations", None, Some(json!({"toml": toml})));

    // a championship of its own: the acts that the play leaves out
    let designated = listener.say(admin, "POST", "/v1/championships", None, Some(designation()));
    let world = Championship::of(app, designated.body);
    get(&public, "/v1/championships");
    let archive = json!({"file": include_str!("../golden/trf/five-ports.trf"), "zone": "Europe/Oslo"});
    listener.say(admin, "POST", "/v1/imports", None, Some(archive));
    get(&public, "/v1/editions");
    let seen = get(&public, &world.path(""));
    let changes = json!({"city": "Bremen"});
    listener.say(&world.organizer, "PATCH", &world.path(""), Some(&seen.etag()), Some(changes));
    get(&public, &world.path("/timetable"));
    get(&public, &world.path("/timetable.ics"));
    get(&world.organizer, &world.path("/lateness-report"));
    get(&world.organizer, &world.path("/financial-statement"));
    let until = json!({"step": "preliminary_entry", "federation": "NOR", "until": "2027-01-20T22:59:59Z", "reason": "The post"});
    let granted = listener.say(&world.president, "POST", &world.path("/dispensations"), None, Some(until));
    let path = format!("{}/{}", world.path("/dispensations"), granted.body["id"].as_str().unwrap());
    get(&world.organizer, &world.path("/dispensations"));
    get(&world.organizer, &path);
    listener.say(&world.president, "POST", &format!("{path}/revocation"), Some(&granted.etag()), Some(json!({})));
    get(&world.organizer, &world.path("/access"));
    let content = crate::support::invitation::particulars(app);
    let drafts = world.path("/invitation-drafts");
    let draft = listener.say(&world.organizer, "POST", &drafts, None, Some(content.clone()));
    let path = format!("{drafts}/{}", draft.body["id"].as_str().unwrap());
    let draft = listener.say(&world.organizer, "PUT", &path, Some(&draft.etag()), Some(content.clone()));
    let submission = format!("{path}/submission");
    let draft = listener.say(&world.organizer, "POST", &submission, Some(&draft.etag()), Some(json!({})));
    let request = json!({"modifications": {"lodging": "Reserves are lodged too"}, "remarks": "Once more"});
    listener.say(&world.president, "POST", &format!("{path}/modification-request"), Some(&draft.etag()), Some(request));
    get(&world.organizer, &drafts);
    get(&world.organizer, &path);

    // what the play made, read
    get(&public, &format!("{event}/invitation"));
    let president = app.appointed("fide_president", None, None);
    let notices = get(&president, &format!("{event}/notices?limit=2"));
    let mine = president.get(&format!("{event}/notices?limit=200"));
    let notice = mine.body["data"].as_array().unwrap().iter().find(|notice| notice["recipient"] == "fide_president");
    let notice = notice.unwrap_or(&notices.body["data"][0]);
    let path = format!("{event}/notices/{}", notice["id"].as_str().unwrap());
    let etag = format!("\"{}\"", notice["version"]);
    let fetched = listener.say(&president, "POST", &format!("{path}/receipt"), Some(&etag), Some(json!({})));
    listener.say(&president, "POST", &format!("{path}/acknowledgement"), Some(&fetched.etag()), Some(json!({})));
    let organizer = app.appointed("organizer", Some(&played.championship), None);
    let today = &admin.get(&format!("{event}/timetable")).body["now"]["local"].as_str().unwrap()[..10].to_owned();
    let sent = json!({"means": "paper", "sent_on": today});
    listener.say(&organizer, "POST", &format!("{path}/dispatches"), None, Some(sent));
    get(&public, &format!("{event}/entries?limit=2"));
    get(&public, &format!("{event}/entries/ARG"));
    get(&public, &format!("{event}/entries/ARG/access"));
    get(&public, &format!("{event}/entries/ARG/teams/A"));
    let officials = get(&public, &format!("{event}/officials"));
    get(&public, &format!("{event}/officials/{}", officials.body["data"][0]["id"].as_str().unwrap()));
    get(&public, &group);
    get(&public, &format!("{group}/access"));
    get(&public, &format!("{group}/lots"));
    get(&public, &format!("{group}/rounds?limit=2"));
    get(&public, &format!("{group}/rounds/1"));
    get(&public, &format!("{group}/standings"));
    get(&public, &format!("{group}/crosstable"));
    get(&public, &format!("{group}/individual-results"));
    get(&public, &format!("{event}/individual-results"));
    get(&public, &format!("{group}/trf"));
    get(&public, &format!("{group}/crosstable.csv"));
    get(&public, &format!("{group}/results.csv"));
    prizes_and_papers(listener, played);
    let round = public.get(&format!("{group}/rounds/1")).body;
    let game = &round["matches"][0];
    let path = format!("/v1/matches/{}", game["id"].as_str().unwrap());
    get(&public, &path);
    get(&public, &format!("{path}/access"));
    let director = app.appointed("tournament_director", Some(&played.championship), None);
    get(&director, &format!("{path}/reports/{}", game["first_team"]["id"].as_str().unwrap()));
    get(&public, "/v1/changes?limit=2");
    get(&public, &format!("{event}/changes?limit=2"));
    get(&director, &format!("{event}/journal?limit=2"));
    get(admin, "/v1/registry/journal?limit=2");

    // a team that changes, an entry that is withdrawn, and rounds under way
    app.set_phase(&world.id, "invited");
    let norway = Delegation::of(app, &world, "NOR");
    let officer = &norway.officer;
    let entry = officer.put(&world.path("/entries/NOR"), json!({}));
    a_team_that_changes(listener, &norway);
    get(officer, &world.path("/entries/NOR/requirements"));
    let path = world.path("/entries/NOR/chief-of-delegation");
    let entry = listener.say(officer, "POST", &path, Some(&entry.etag()), Some(json!({"name": "Kari Lund"})));
    let documents = world.path("/entries/NOR/documents");
    let nora = nora.body["id"].as_str().unwrap();
    let upload = format!("{documents}?person={nora}&kind=proof_of_studies");
    let document = listener.say(officer, "POST", &upload, None, Some(json!(PDF)));
    let path = format!("{documents}/{}", document.body["id"].as_str().unwrap());
    get(officer, &documents);
    get(officer, &path);
    get(&world.chief_arbiter, &format!("{path}/content"));
    get(officer, &format!("{path}/readings"));
    listener.say(officer, "POST", &format!("{path}/removal"), Some(&document.etag()), Some(json!({})));
    let path = format!("/v1/persons/{nora}");
    get(admin, &format!("{path}/export"));
    let (seen, erasure) = (admin.get(&path), json!({"reason": "Asked for by letter", "name": "keep"}));
    listener.say(admin, "POST", &format!("{path}/erasure"), Some(&seen.etag()), Some(erasure));
    norway.names("A", &[nora.to_owned()]).expect(200);
    let path = world.path("/eligibility-decisions");
    let decision = json!({
        "person": nora, "decision": "refused", "reason": "The certificate is of another person",
        "evidence": ["Certificate of studies, Oslo, 3 March 1960"],
    });
    let decision = listener.say(&world.chief_arbiter, "POST", &path, None, Some(decision));
    get(officer, &path);
    get(officer, &format!("{path}/{}", decision.body["id"].as_str().unwrap()));
    let path = world.path("/entries/NOR/withdrawal");
    listener.say(officer, "POST", &path, Some(&entry.etag()), Some(json!({"reason": "no team"})));
    let seq = admin.get(&world.path("/journal")).body["head"]["seq"].clone();
    let path = world.path(&format!("/journal/{seq}/redaction"));
    listener.say(admin, "POST", &path, None, Some(json!({"reason": "It names somebody's illness"})));

    let file = std::fs::read("data/siegen-1970-final-a.json").unwrap();
    let championship = format::read(&file).unwrap();
    let client = Client::new(&app.base, "under-way");
    let root = ("root", "every operation once");
    let played = play(&championship, &client, "under-way", root, Until::MidRound(0), &mut |_| {}).unwrap();
    let appointed = |role: &str| app.appointed(role, Some(&played.championship), None);
    let (director, arbiter, organizer) =
        (appointed("tournament_director"), appointed("arbiter"), appointed("organizer"));
    let path = format!("/v1/groups/{}/rounds/2", played.group);
    let round = director.get(&path);
    let later = json!({"starts_at": "1970-09-06T16:00:00+01:00", "reason": "The hall is not ready"});
    listener.say(&director, "PATCH", &path, Some(&round.etag()), Some(later));
    line_ups(listener, &played);
    let round = director.get(&format!("/v1/groups/{}/rounds/1", played.group)).body;
    let path = format!("/v1/matches/{}", round["matches"][0]["id"].as_str().unwrap());
    let boards: Vec<Value> = (1..=4).map(|board| json!({"board": board, "result": "draw"})).collect();
    let decision = json!({"boards": boards, "reason": "The score sheets show four draws"});
    let seen = arbiter.get(&path);
    listener.say(&arbiter, "POST", &format!("{path}/decision"), Some(&seen.etag()), Some(decision));
    let path = format!("/v1/championships/{}/officials", played.championship);
    let officials = organizer.get(&path).body;
    let offices = officials["data"].as_array().unwrap();
    let official = offices.iter().find(|official| official["office"] == "tournament_director").unwrap();
    let path = format!("{path}/{}/end", official["id"].as_str().unwrap());
    listener.say(&organizer, "POST", &path, Some(&format!("\"{}\"", official["version"])), Some(json!({})));
    bad_days(listener);
}

/// A championship whose draw is annulled, whose start is recalled, to which a team does not come, and so on.
fn bad_days(listener: &Listener) {
    let app = &listener.app;
    let field = fixtures::drawn(app, 4);
    let (director, arbiter, public) = (&field.director, &field.chief_arbiter, &app.public());
    let say = |person: &Person, path: &str, body: Value| {
        let at = path.rsplit_once('/').unwrap().0;
        let etag = person.get(at).etag();
        listener.say(person, "POST", path, Some(&etag), Some(body))
    };
    say(director, &field.of_group("/lots/annulment"), json!({"reason": "A ball too many was in the bowl"}));
    listener.say(public, "GET", &field.of_group("/lots/annulments"), None, None);
    field.commits_lots();
    let lots = field.of_group("/lots");
    director.post_if(&lots, &director.get(&lots).etag(), json!({"public_value": "8 15 16"})).expect(200);
    app.set_time(fixtures::ROUND_1);
    field.starts(1);
    let round = field.of_group("/rounds/1");
    say(director, &format!("{round}/recall"), json!({"reason": "The signal was given in the wrong hall"}));
    field.starts(1);
    app.set_time("2027-04-10T14:00:00Z");
    let games = field.matches(1);
    let path = format!("/v1/matches/{}", games[0]["id"].as_str().unwrap());
    listener.say(director, "PUT", &format!("{path}/steward"), None, Some(json!({"name": "Olga Petrova"})));
    listener.say(public, "GET", &format!("{path}/steward"), None, None);
    listener.say(public, "GET", &format!("{round}/stewards"), None, None);
    let here = json!({"first_arrived_at": fixtures::ROUND_1, "clock_started_by": "black"});
    listener.say(arbiter, "PUT", &format!("{path}/arrivals/1"), None, Some(here));
    listener.say(public, "GET", &format!("{path}/start-sheet"), None, None);
    let report = json!({"kind": "captain_interferes", "board": 2, "text": "The captain named a move to his player."});
    listener.say(arbiter, "POST", &format!("{path}/steward-reports"), None, Some(report));
    listener.say(director, "GET", &format!("{path}/steward-reports"), None, None);
    listener.say(public, "GET", &format!("/v1/championships/{}/schedule", field.championship), None, None);
    let officials = format!("/v1/championships/{}/officials", field.championship);
    let body = json!({"office": "tournament_director", "name": "Ana Peric"});
    let named = field.organizer.post(&officials, body).expect(201);
    let path_of_official = format!("{officials}/{}/replacement", named["id"].as_str().unwrap());
    let successor = json!({"name": "Eva Lind", "federation": "SWE"});
    listener.say(&field.organizer, "POST", &path_of_official, Some("\"1\""), Some(successor));
    let absent = json!({"absent": [games[0]["second_team"]["id"]], "reason": "Nobody came within the hour"});
    say(arbiter, &format!("{path}/walkover"), absent);
    listener.say(public, "GET", &format!("{path}/results/1/effect"), None, None);
    let game = &games[1];
    let text = |board: usize| {
        let seat = &game["boards"][board - 1];
        let (white, black) =
            if board % 2 == 1 { ("first_player", "second_player") } else { ("second_player", "first_player") };
        let (white, black) = (&seat[white]["name"], &seat[black]["name"]);
        format!("[White {white}]\n[Black {black}]\n[Board \"{board}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n")
    };
    let path = format!("/v1/matches/{}", game["id"].as_str().unwrap());
    let captain = field.captain(app, &game["first_team"]);
    let sheet = format!("{path}/score-sheets/1");
    listener.say(&captain, "PUT", &sheet, None, Some(json!(text(1))));
    listener.say(&captain, "POST", &format!("{path}/games"), None, Some(json!(text(2))));
    listener.say(arbiter, "POST", &format!("{round}/games"), None, Some(json!(text(3))));
    listener.say(public, "GET", &format!("{path}/score-sheets"), None, None);
    listener.say(&captain, "GET", &format!("{sheet}/content"), None, None);
    listener.say(public, "GET", &format!("{round}/missing-score-sheets"), None, None);
    field.decides(game, fixtures::on_all("draw")).expect(200);
    listener.say(public, "GET", &field.of_group("/games.pgn?round=1"), None, None);
    field.closes(1);
    say(arbiter, &format!("{round}/reopening"), json!({"reason": "A score sheet shows another result"}));
    app.set_time(crate::support::START);
}

fn line_ups(listener: &Listener, played: &Played) {
    let app = &listener.app;
    let get = |person: &Person, path: &str| listener.say(person, "GET", path, None, None);
    let round = app.public().get(&format!("/v1/groups/{}/rounds/2", played.group)).body;
    let game = &round["matches"][0];
    let federation = game["first_team"]["federation"].as_str().unwrap();
    let captain = app.appointed("captain", Some(&played.championship), Some(federation));
    let chief_arbiter = app.appointed("chief_arbiter", Some(&played.championship), None);
    let team = format!("/v1/championships/{}/entries/{federation}/teams/A", played.championship);
    let roster = app.public().get(&team).body;
    let players: Vec<Value> = roster["players"].as_array().unwrap()[..4].iter().map(|p| p["person"].clone()).collect();
    let path =
        format!("/v1/matches/{}/lineups/{}", game["id"].as_str().unwrap(), game["first_team"]["id"].as_str().unwrap());
    let list = json!({"players": players});
    listener.say(&captain, "PUT", &format!("{path}/draft"), None, Some(list.clone()));
    get(&captain, &format!("{path}/draft"));
    let ill = json!({"reason": "Two players are in hospital"});
    listener.say(&chief_arbiter, "POST", &format!("{path}/fewer-players"), None, Some(ill.clone()));
    listener.say(&captain, "PUT", &path, None, Some(list.clone()));
    get(&captain, &path);
    get(&captain, &format!("{team}/lineups"));
    let change = json!({"players": players[..3], "reason": "A player was taken to hospital"});
    for decision in ["acceptance", "rejection"] {
        let asked = listener.say(&captain, "POST", &format!("{path}/changes"), None, Some(change.clone()));
        let decided = format!("{path}/changes/{}/{decision}", asked.body["number"]);
        listener.say(&chief_arbiter, "POST", &decided, None, Some(ill.clone()));
    }
    get(&chief_arbiter, &format!("{path}/changes"));
}

fn a_team_that_changes(listener: &Listener, norway: &Delegation) {
    let players = norway.players(5);
    norway.names("A", &players[..4]).expect(201);
    let path = norway.path("/teams/A");
    let say = |act: &str, body: Value| {
        let etag = norway.officer.get(&path).etag();
        listener.say(&norway.officer, "POST", &format!("{path}/{act}"), Some(&etag), Some(body))
    };
    let newcomer = json!({"person": players[4], "nationality_by": "birth", "student": true});
    say("replacement", json!({"out": players[1], "in": newcomer}));
    say("board-order", json!({"players": [players[4], players[0], players[2], players[3]]}));
    say("captain", json!({"name": "Ola Berg", "reason": "The captain has fallen ill"}));
    let writing = "I name Nils Holm my deputy. Ola Berg, captain";
    say("deputy-captain", json!({"name": "Nils Holm", "writing": writing, "written_on": "2026-01-10"}));
}

/// The play publishes no list of prizes: it stands as if it had been published in time.
fn prizes_and_papers(listener: &Listener, played: &Played) {
    let app = &listener.app;
    let event = format!("/v1/championships/{}", played.championship);
    let appointed = |role: &str| app.appointed(role, Some(&played.championship), None);
    let (organizer, director, arbiter) =
        (appointed("organizer"), appointed("tournament_director"), appointed("chief_arbiter"));
    let (committee, public) = (appointed("appeals_chairman"), app.public());
    let get = |path: &str| listener.say(&public, "GET", path, None, None);

    let world = fixtures::drawn(app, 2);
    let list = format!("/v1/championships/{}/prize-list", world.championship);
    let prizes = json!({
        "agreements": [
            {"party": "organizer", "agreed_on": "2027-01-05"},
            {"party": "international_union_of_students", "agreed_on": "2027-01-09"},
        ],
        "prizes": [
            {"key": "cup", "kind": "team", "title": "The cup", "given_by": "organizer", "place": 1, "ties": "shared"},
            {"key": "beauty", "kind": "special", "title": "Most beautiful game", "given_by": "other_donor", "donor": "City of Hamburg"},
        ],
    });
    let written = listener.say(&world.organizer, "PUT", &list, None, Some(prizes));
    listener.say(&world.organizer, "POST", &format!("{list}/publication"), Some(&written.etag()), Some(json!({})));
    get(&list);
    app.set_time(crate::support::START);
    published_in_time(app, &world.championship, &played.championship);

    let awards = format!("{event}/awards");
    let propose = |body: Value| listener.say(&director, "POST", &awards, None, Some(body));
    let cup = propose(json!({"prize": "cup"}));
    let beauty = |round: u32| {
        let team = cup.body["recipients"][0]["team"]["id"].clone();
        let reason = format!("For the game on board 2 in round {round}");
        propose(json!({"prize": "beauty", "recipients": [{"team": team}], "reason": reason}))
    };
    let decide = |award: &Response, act: &str, body: Value| {
        let path = format!("{awards}/{}/{act}", award.body["id"].as_str().unwrap());
        listener.say(&committee, "POST", &path, Some(&award.etag()), Some(body));
    };
    decide(&cup, "confirmation", json!({}));
    decide(&beauty(1), "refusal", json!({"reason": "That game was drawn"}));
    decide(&beauty(2), "confirmation", json!({}));
    get(&format!("{awards}?limit=2"));
    get(&format!("{awards}/{}", cup.body["id"].as_str().unwrap()));
    let path = format!("{event}/prize-list");
    let etag = organizer.get(&path).etag();
    let today = &public.get(&format!("{event}/timetable")).body["now"]["local"].as_str().unwrap()[..10].to_owned();
    let day = json!({ "distributed_on": today });
    listener.say(&organizer, "POST", &format!("{path}/distribution"), Some(&etag), Some(day));

    let rounds = format!("/v1/groups/{}/rounds", played.group);
    let count = public.get(&format!("{rounds}?limit=200")).body["data"].as_array().unwrap().len();
    for round in 1..=count {
        let path = format!("{rounds}/{round}/record");
        if round == 1 {
            listener.say(&arbiter, "POST", &path, None, Some(json!({})));
        } else {
            arbiter.post(&path, json!({})).expect(201);
        }
    }
    get(&format!("{rounds}/1/record"));
    get(&format!("{rounds}/1/record.html"));
    let path = format!("{event}/final-record");
    let record = listener.say(&director, "POST", &path, None, Some(json!({})));
    let digest = json!({"digest": record.body["digest"]});
    listener.say(&director, "POST", &format!("{path}/signatures"), None, Some(digest));
    get(&path);
    get(&format!("{path}/content"));
    get(&format!("{path}.html"));
}

/// Gives a championship the list of another one.
fn published_in_time(app: &TestApp, from: &str, to: &str) {
    use teamchess::storage::prizes;
    let mut db = app.desk.pool.get().unwrap();
    let mut list = prizes::find(&mut db, from).unwrap().unwrap();
    list.championship_id = to.to_owned();
    prizes::store(&mut db, &list).unwrap();
    prizes::store_prizes(&mut db, &list).unwrap();
}

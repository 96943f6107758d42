//! What an operator does: start, watch, stop, back up, restore.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;

use diesel::connection::SimpleConnection;
use serde_json::json;
use teamchess::storage::DatabaseUrl;
use tempfile::TempDir;

use crate::support::database::Fresh;
use crate::support::process::{Process, ended, teamchess};
use crate::support::{Kind, Person, TestApp};

#[test]
fn a_stopping_server_says_so_and_finishes_what_it_has_taken() {
    let app = TestApp::new();
    let admin = app.admin();
    let mut command = teamchess(&app.database.url);
    command.env("TEAMCHESS_DRAIN_SECONDS", "3");
    let mut process = Process::serve(command);
    let public = Person::new(&process.base, None, None);
    assert_eq!(public.get("/health/ready").expect(200), json!({"status": "ready"}));
    process.wait_for("answered");
    // Nobody can write until we let go.
    let mut held = app.desk.pool.get().unwrap();
    held.begin_write().unwrap();
    let writer = Person::new(&process.base, admin.token.clone(), None);
    let under_way = std::thread::spawn(move || writer.put("/v1/federations/XYZ", json!({"name": "x"})));
    process.wait_for("taken");
    process.terminate();
    process.wait_for("stopping");
    let refused = public.get("/health/ready");
    assert!(refused.header("retry-after").is_some());
    refused.refused(503, "try_again", None);
    public.get("/health/live").expect(200);
    held.rollback().unwrap();
    under_way.join().unwrap().expect(201);
    let (status, log) = process.end();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    assert!(log.last().unwrap().contains("stopped"), "{log:#?}");
    app.public().get("/v1/federations/XYZ").expect(200);
}

#[test]
fn ready_means_that_the_schema_is_this_programs() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        app.public().get("/health/ready").expect(200);
        app.public().send("POST", "/health/ready", &[], Some(b"{}")).refused(405, "method_not_allowed", None);
        app.desk.pool.get().unwrap().batch_execute("DELETE FROM __diesel_schema_migrations").unwrap();
        app.public().get("/health/ready").refused(503, "try_again", None);
        app.public().get("/health/live").expect(200);
    }
}

#[test]
fn a_newer_schema_is_refused() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('9000')";
        app.desk.pool.get().unwrap().batch_execute(newer).unwrap();
        for command in ["serve", "migrate"] {
            let (exit, _, complaint) = ended(teamchess(&app.database.url).arg(command));
            assert_eq!(exit, Some(1), "{complaint}");
            assert!(
                complaint.contains("newer schema (migration 9000)") && complaint.lines().count() == 1,
                "{complaint}"
            );
        }
        app.public().get("/health/ready").refused(503, "try_again", None);
    }
}

#[test]
fn the_log_has_one_line_a_request_and_no_secrets() {
    let app = TestApp::new();
    let admin = app.admin();
    let mut process = Process::serve(teamchess(&app.database.url));
    let writer = Person::new(&process.base, admin.token.clone(), None);
    let body = json!({"name": "told to nobody"});
    let written = writer.put("/v1/federations/XYZ?validate_only=false", body);
    let line = process.wait_for("answered");
    assert_eq!((line["status"].as_u64(), &line["span"]["operation"]), (Some(201), &json!("put_federation")));
    assert_eq!((&line["span"]["role"], line["ms"].is_u64()), (&json!("admin"), true));
    assert_eq!(line["span"]["request_id"].as_str(), written.header("x-request-id"));
    Person::new(&process.base, None, None).get("/v1/championships/chp_0/changes?since=hidden").expect(400);
    let line = process.wait_for("answered");
    assert_eq!(line["status"], 400);
    let metrics = Person::new(&process.metrics, None, None).get("/metrics");
    for line in [
        "teamchess_request_duration_seconds_count{operation=\"put_federation\",status=\"2xx\"} 1",
        "teamchess_journal_position 2",
    ] {
        assert!(metrics.text.lines().any(|found| found == line), "{line}\n{}", metrics.text);
    }
    assert_eq!(Person::new(&process.base, None, None).get("/metrics").status, 404);
    process.terminate();
    let (_, log) = process.end();
    for secret in ["told to nobody", "hidden", "validate_only", admin.token.as_deref().unwrap()] {
        assert!(!log.iter().any(|line| line.contains(secret)), "{secret}: {log:#?}");
    }
}

#[test]
fn the_first_start_makes_a_private_master_key_beside_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TempDir::new().unwrap();
    let url = DatabaseUrl::Sqlite(directory.path().join("x.sqlite").display().to_string());
    let start = || {
        let mut command = teamchess(&url);
        command.env_remove("TEAMCHESS_MASTER_KEY");
        command
    };
    let mut process = Process::serve(start());
    assert!(process.log.iter().any(|line| line.contains("administrator")), "{:#?}", process.log);
    let port = process.base.strip_prefix("http://").unwrap().to_owned();
    let (exit, ..) = ended(start().env("TEAMCHESS_LISTEN", &port).arg("healthcheck"));
    assert_eq!(exit, Some(0));
    process.terminate();
    process.wait_for("stopped");
    drop(process);
    let key = directory.path().join("x.key");
    assert_eq!(key.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let (exit, ..) = ended(start().env("TEAMCHESS_LISTEN", &port).arg("healthcheck"));
    assert_eq!(exit, Some(1));
    // The database is of no use with another key.
    std::fs::remove_file(&key).unwrap();
    let (exit, _, complaint) = ended(start().arg("serve"));
    assert_eq!(exit, Some(1));
    assert!(complaint.contains("x.key is gone"), "{complaint}");
    assert!(!key.exists());
}

#[test]
fn settings_and_commands_that_are_wrong_end_at_once() {
    let nowhere = DatabaseUrl::Sqlite("/nowhere/x.sqlite".to_owned());
    let (exit, said, _) = ended(teamchess(&nowhere).env("TEAMCHESS_LISSEN", "x").args(["config", "check"]));
    assert_eq!((exit, said.as_str()), (Some(1), "TEAMCHESS_LISSEN: there is no such setting\n"));
    let (exit, said, _) = ended(teamchess(&nowhere).args(["config", "check"]));
    assert_eq!(exit, Some(0));
    assert!(said.contains("database_url = sqlite:/nowhere/x.sqlite\n") && said.contains("master_key = (given)\n"));
    let (exit, _, complaint) = ended(teamchess(&nowhere).arg("serve"));
    assert_eq!((exit, complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert_eq!(ended(teamchess(&nowhere).arg("serv")).0, Some(2));
    // A command that only looks makes no database of its own.
    let elsewhere = TempDir::new().unwrap().path().join("x.sqlite");
    let database = DatabaseUrl::Sqlite(elsewhere.display().to_string());
    for looking in [&["verify-journal"][..], &["key", "rotate"], &["backup", "copy"]] {
        let (exit, _, complaint) = ended(teamchess(&database).args(looking));
        assert_eq!((exit, complaint.contains("there is no database")), (Some(1), true), "{complaint}");
        assert!(!elsewhere.exists());
    }
    let postgres = DatabaseUrl::Postgres("postgres://nobody@127.0.0.1:1/x?sslmode=require".to_owned());
    let (exit, _, complaint) = ended(teamchess(&postgres).arg("migrate"));
    assert_eq!(exit, Some(1));
    assert!(complaint.contains("postgres-tls") || cfg!(feature = "postgres-tls"), "{complaint}");
}

fn heads(database: &DatabaseUrl) -> String {
    let (exit, said, complaint) = ended(teamchess(database).arg("verify-journal"));
    assert_eq!(exit, Some(0), "{complaint}");
    said
}

#[test]
fn a_backup_made_under_way_is_restored_elsewhere_and_served() {
    for kind in Kind::all() {
        let tools = kind == Kind::Sqlite || Command::new("pg_dump").arg("--version").output().is_ok();
        let app = TestApp::on(kind);
        let (admin, public) = (app.admin(), app.public());
        admin.put("/v1/federations/XYZ", json!({"name": "Ŷ"})).expect(201);
        let delta =
            |person: &Person| person.get("/v1/changes?since=latest").expect(200)["delta"].as_str().unwrap().to_owned();
        let (before, journal) = (delta(&public), heads(&app.database.url));
        admin.put("/v1/federations/XYA", json!({"name": "in the backup"})).expect(201);
        let at_backup = heads(&app.database.url);
        assert_ne!(journal, at_backup);

        let directory = TempDir::new().unwrap();
        let file = directory.path().join("backup");
        let backup = |file: &Path| ended(teamchess(&app.database.url).arg("backup").arg(file));
        let (exit, _, said) = backup(&file);
        if !tools {
            assert_eq!(exit, Some(1));
            assert!(said.contains("pg_dump"), "{said}");
            continue;
        }
        assert_eq!(exit, Some(0), "{said}");
        assert!(said.contains("master key is not part"), "{said}");
        assert_eq!(backup(&file).0, Some(1), "an older backup is never overwritten");
        admin.put("/v1/federations/XYB", json!({"name": "not in it"})).expect(201);
        let after = delta(&public);

        let elsewhere = Fresh::empty(kind);
        let restore = |force: &[&str]| ended(teamchess(&elsewhere.url).arg("restore").arg(&file).args(force));
        let (exit, _, said) = restore(&[]);
        assert_eq!(exit, Some(0), "{said}");
        assert_eq!(heads(&elsewhere.url), at_backup);
        let (exit, _, said) = restore(&[]);
        assert_eq!(exit, Some(1));
        assert!(said.contains("--force"), "{said}");

        let process = Process::serve(teamchess(&elsewhere.url));
        let reader = Person::new(&process.base, admin.token.clone(), None);
        let page = reader.get(&format!("/v1/changes?since={before}")).expect(200);
        let ids: Vec<_> = page["data"].as_array().unwrap().iter().map(|change| change["id"].clone()).collect();
        assert_eq!(ids, ["XYA"]);
        reader.get(&format!("/v1/changes?since={after}")).refused(410, "cursor_gone", None);
        reader.put("/v1/federations/XYC", json!({"name": "goes on"})).expect(201);
        if kind == Kind::Sqlite {
            let (exit, _, said) = restore(&["--force"]);
            assert_eq!(exit, Some(1));
            assert!(said.contains("is in use"), "{said}");
            reader.get("/v1/federations/XYC").expect(200);
        }
        process.terminate();
        assert_eq!(process.end().0.code(), Some(0));
        let (exit, _, said) = restore(&["--force"]);
        assert_eq!(exit, Some(0), "{said}");
        assert_eq!(heads(&elsewhere.url), at_backup);
    }
}

#[test]
fn a_damaged_backup_is_not_restored() {
    let app = TestApp::on(Kind::Sqlite);
    let directory = TempDir::new().unwrap();
    let (file, target) = (directory.path().join("backup"), directory.path().join("x.sqlite"));
    assert_eq!(ended(teamchess(&app.database.url).arg("backup").arg(&file)).0, Some(0));
    let sound = std::fs::read(&file).unwrap();
    let elsewhere = DatabaseUrl::Sqlite(target.display().to_string());
    let mut torn = sound.clone();
    torn.truncate(sound.len() / 2);
    for bad in [Vec::new(), b"no database".to_vec(), torn] {
        std::fs::write(&file, bad).unwrap();
        let (exit, _, said) = ended(teamchess(&elsewhere).arg("restore").arg(&file));
        assert_eq!((exit, target.exists()), (Some(1), false), "{said}");
    }
    std::fs::write(&file, sound).unwrap();
    assert_eq!(ended(teamchess(&elsewhere).arg("restore").arg(&file)).0, Some(0));
}

/// The whole way of the first person: a code from the command line, a password, a token.
#[test]
fn the_first_administrator_comes_from_the_command_line() {
    let database = Fresh::empty(Kind::Sqlite);
    let first = |login: &str| ended(teamchess(&database.url).args(["account", "first-admin", login, "--name", "Ann"]));
    let (exit, code, complaint) = first("ann");
    assert_eq!((exit, code.lines().count()), (Some(0), 1), "{complaint}");
    let (exit, _, complaint) = first("bob");
    assert_eq!(exit, Some(1));
    assert!(complaint.contains("administrator already"), "{complaint}");
    let process = Process::serve(teamchess(&database.url));
    assert!(!process.log.iter().any(|line| line.contains("nobody is administrator")), "{:#?}", process.log);
    let activated = |code: &str, path: &str, password: &str| {
        let body = json!({"code": code.trim(), "password": password});
        Person::new(&process.base, None, None).post(path, body).expect(200)
    };
    activated(&code, "/v1/account-activations", "correct horse battery");
    let admin = signed_in(&process.base, "ann", "correct horse battery");
    admin.put("/v1/federations/XYZ", json!({"name": "x"})).expect(201);
    let (exit, code, complaint) = ended(teamchess(&database.url).args(["account", "reset", "ann"]));
    assert_eq!(exit, Some(0), "{complaint}");
    activated(&code, "/v1/password-resets", "another horse battery");
    admin.put("/v1/federations/XYA", json!({"name": "x"})).refused(401, "token_revoked", None);
    signed_in(&process.base, "ann", "another horse battery");
}

#[test]
fn a_demo_is_a_championship_in_mid_play_with_accounts_printed_once() {
    let database = Fresh::empty(Kind::Sqlite);
    let demo = || {
        let mut command = teamchess(&database.url);
        command.arg("serve").arg("--demo").stderr(std::process::Stdio::piped());
        command
    };
    let mut process = Process::started(demo());
    let said = BufReader::new(process.child.stderr.take().unwrap());
    let mut accounts = said.lines().map_while(Result::ok).filter(|line| line.starts_with("  "));
    let admin = accounts.find(|line| line.trim_start().starts_with("administrator")).unwrap();
    let mut words = admin.split_whitespace().skip(1);
    let login = words.next().unwrap().to_owned();
    let admin = signed_in(&process.base, &login, &words.collect::<Vec<_>>().join(" "));
    let sandboxes = admin.get("/v1/championships?sandbox=true").expect(200);
    assert_eq!(sandboxes["data"][0]["phase"], "playing");
    drop(process);

    let mut again = Process::started(demo());
    again.terminate();
    let mut said = String::new();
    again.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("not empty") && !said.contains("administrator"), "{said}");
}

#[test]
fn a_demo_is_refused_where_there_is_real_data() {
    let app = TestApp::new();
    app.admin();
    let (exit, _, complaint) = ended(teamchess(&app.database.url).args(["serve", "--demo"]));
    assert_eq!(exit, Some(1));
    assert!(complaint.contains("real data"), "{complaint}");
}

fn signed_in(base: &str, login: &str, password: &str) -> Person {
    let form =
        format!("grant_type=password&client_id=teamchess&username={login}&password={}", password.replace(' ', "%20"));
    let headers = [("Content-Type", "application/x-www-form-urlencoded")];
    let answer =
        Person::new(base, None, None).send("POST", "/oauth/token", &headers, Some(form.as_bytes())).expect(200);
    Person::new(base, Some(answer["access_token"].as_str().unwrap().to_owned()), None)
}

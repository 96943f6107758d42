//! Writers who meet, and what is still there after a crash.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use serde_json::json;
use teamchess::service::verify::verify_journal;

use crate::support::process::{Process, ended, teamchess};
use crate::support::{Kind, Person, TestApp};

/// The code of the n-th federation of one writer.
fn code(writer: usize, number: usize) -> String {
    let letter = |number: usize| char::from(b'A' + u8::try_from(number).unwrap());
    let (first, second) = (number / 26, number % 26);
    // No real federation begins with X, and with Q only QAT.
    format!("{}{}{}", if writer < 4 { 'Q' } else { 'X' }, letter(writer % 4 * 6 + first + 1), letter(second))
}

/// Every write looks before it writes: at the account, the federation, the stream.
#[test]
fn eight_writers_on_one_stream_never_find_it_locked() {
    const EACH: usize = 25;
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let admin = app.admin();
        let before = verify_journal(&app.desk.pool).unwrap().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let admin = admin.clone();
                scope.spawn(move || {
                    for number in 0..EACH {
                        admin
                            .put(&format!("/v1/federations/{}", code(writer, number)), json!({"name": "x"}))
                            .expect(201);
                    }
                });
            }
        });
        let after = verify_journal(&app.desk.pool).unwrap().unwrap();
        assert_eq!(after.streams[0].entries - before.streams[0].entries, 8 * 25);
    }
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    const ACKNOWLEDGED_BEFORE_THE_KILL: usize = 80;
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let token = app.admin().token;
        let mut process = Process::serve(teamchess(&app.database.url));
        let (send, acknowledged) = channel();
        let killed = AtomicBool::new(false);
        let mut safe = Vec::new();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (send, base, token, killed) = (send.clone(), process.base.clone(), token.clone().unwrap(), &killed);
                scope.spawn(move || {
                    for number in 0..156 {
                        let code = code(writer, number);
                        let answer = ureq::put(format!("{base}/v1/federations/{code}"))
                            .header("Authorization", format!("Bearer {token}"))
                            .send_json(json!({"name": "x"}));
                        match answer {
                            Ok(answer) => {
                                assert_eq!(answer.status(), 201);
                                send.send(code).unwrap();
                            }
                            Err(error) => {
                                assert!(killed.load(Ordering::SeqCst), "{error}");
                                return;
                            }
                        }
                    }
                });
            }
            drop(send);
            safe.extend(acknowledged.iter().take(ACKNOWLEDGED_BEFORE_THE_KILL));
            killed.store(true, Ordering::SeqCst);
            process.child.kill().unwrap();
            safe.extend(acknowledged.iter());
        });
        drop(process);
        assert!((ACKNOWLEDGED_BEFORE_THE_KILL..4 * 156).contains(&safe.len()), "in the middle: {}", safe.len());

        let process = Process::serve(teamchess(&app.database.url));
        let public = Person::new(&process.base, None, None);
        for code in &safe {
            assert_eq!(public.get(&format!("/v1/federations/{code}")).expect(200)["version"], 1);
        }
        let (exit, said, complaint) = ended(teamchess(&app.database.url).arg("verify-journal"));
        assert_eq!((exit, complaint.as_str()), (Some(0), ""));
        assert!(said.contains("the journal holds"), "{said}");
    }
}

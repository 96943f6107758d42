//! `/v1/championships/{championship}/officials`.

use serde_json::{Value, json};

use crate::support::{Championship, Kind, Response, TestApp, fixtures};

fn propose(event: &Championship, office: &str) -> Response {
    event.organizer.post(&event.path("/officials"), json!({"office": office, "name": "Ana Peric"}))
}

fn list(app: &TestApp, event: &Championship) -> Value {
    app.public().get(&event.path("/officials")).expect(200)
}

/// norm: WSTCC.13.1
#[test]
fn one_director_and_two_assistants_are_nominated_by_the_organizer_and_a_third_is_refused() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let director = propose(&event, "tournament_director").expect(201);
        assert_eq!((&director["state"], director["nominated_at"].is_string()), (&json!("nominated"), true));
        propose(&event, "tournament_director").refused(422, "too_many_officials", Some("Art. 13"));
        propose(&event, "assistant_tournament_director").expect(201);
        let second = propose(&event, "assistant_tournament_director");
        assert_eq!(second.status, 201, "{}", second.text);
        let third = propose(&event, "assistant_tournament_director");
        let refused = third.refused(422, "too_many_officials", Some("Art. 13"));
        assert_eq!(refused["errors"][0]["pointer"], "/office");
        assert_eq!(list(&app, &event)["data"].as_array().unwrap().len(), 3);
        // The place of one who ended is free again.
        let path = second.header("location").unwrap().to_owned();
        let ended = event.organizer.post_if(&format!("{path}/end"), &second.etag(), json!({})).expect(200);
        assert_eq!(ended["state"], "ended");
        propose(&event, "assistant_tournament_director").expect(201);
        event.organizer.post_if(&format!("{path}/end"), "*", json!({})).refused(409, "already_done", None);
    }
}

/// What a successor finds open is the successor's to do, and what was done stays with who did it.
#[test]
fn a_director_and_a_chief_arbiter_are_replaced_in_mid_event() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let president = app.appointed("fide_president", None, None);
        let officials = format!("/v1/championships/{}/officials", field.championship);
        let people = ["director", "second director", "arbiter", "second arbiter"].map(|login| app.somebody(login));
        let [first, second, arbiter, successor] = &people;
        let named = |office: &str, name: &str, person: &crate::support::Person| {
            field.organizer.post(&officials, json!({"office": office, "name": name, "account": person.account}))
        };
        let director = named("tournament_director", "Ana Peric", first);
        assert_eq!(director.status, 201, "{}", director.text);
        let games = field.matches(1);
        let later = field.of_group("/rounds/2");
        let hour = |hour: &str| json!({"starts_at": format!("2027-04-11T{hour}:00:00Z"), "reason": "No light."});
        first.patch_if(&later, "*", hour("13")).expect(200);

        let path = format!("{}/replacement", director.header("location").unwrap());
        let body = json!({"name": "Eva Lind", "account": second.account});
        first.post_if(&path, &director.etag(), body.clone()).refused(403, "role_not_allowed", Some("Art. 13"));
        let replaced = field.organizer.post_if(&path, &director.etag(), body).expect(201);
        assert_eq!((&replaced["state"], &replaced["replaces"]), (&json!("nominated"), &director.body["id"]));
        first.patch_if(&later, "*", hour("14")).refused(403, "role_not_allowed", Some("Art. 19"));
        let moved = second.patch_if(&later, "*", hour("14")).expect(200);
        let by: Vec<&str> =
            moved["hour_changes"].as_array().unwrap().iter().map(|change| change["by"].as_str().unwrap()).collect();
        assert_eq!(by, ["Ana Peric", "Eva Lind"]);
        let old = app.public().get(director.header("location").unwrap()).expect(200);
        assert_eq!(old["state"], "ended");

        // The chief arbiter stays until FIDE has nominated the successor.
        let chief = named("chief_arbiter", "Bo Ek", arbiter);
        let at = chief.header("location").unwrap();
        president.post_if(&format!("{at}/nomination"), &chief.etag(), json!({})).expect(200);
        let decides = |person: &crate::support::Person, game: &Value| {
            let path = format!("/v1/matches/{}", game["id"].as_str().unwrap());
            for side in ["first_team", "second_team"] {
                let report = fixtures::report_path(game, side);
                if field.director.get(&report).status == 404 {
                    field.captain(&app, &game[side]).put(&report, fixtures::on_all("draw")).expect(201);
                }
            }
            person.post_if(&format!("{path}/confirmation"), "*", json!({}))
        };
        decides(arbiter, &games[0]).expect(200);
        let body = json!({"name": "Lia Roth", "account": successor.account});
        let waiting = field.organizer.post_if(&format!("{at}/replacement"), "*", body.clone());
        assert_eq!((waiting.status, &waiting.body["state"]), (201, &json!("proposed")), "{}", waiting.text);
        field.organizer.post_if(&format!("{at}/replacement"), "*", body).refused(409, "already_done", None);
        decides(successor, &games[1]).refused(403, "role_not_allowed", Some("Art. 24"));
        let nomination = format!("{}/nomination", waiting.header("location").unwrap());
        president.post_if(&nomination, &waiting.etag(), json!({})).expect(200);
        decides(arbiter, &games[1]).refused(403, "role_not_allowed", Some("Art. 24"));
        decides(successor, &games[1]).expect(200);
        assert_eq!(app.public().get(at).expect(200)["state"], "ended");
        let journal =
            app.admin().get(&format!("/v1/championships/{}/journal?limit=200", field.championship)).expect(200);
        let actors: Vec<&str> = journal["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["header"]["action"] == "confirm_result")
            .map(|entry| entry["header"]["actor"].as_str().unwrap())
            .collect();
        assert_eq!(actors, [arbiter.account.as_deref().unwrap(), successor.account.as_deref().unwrap()]);
    }
}

#[test]
fn a_missing_captain_is_named_by_the_chief_of_delegation_else_by_the_federation() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let field = fixtures::playing(&app, 4);
        let game = field.matches(1).remove(0);
        let federation = game["first_team"]["federation"].as_str().unwrap().to_owned();
        let team = format!("/v1/championships/{}/entries/{federation}/teams/A", field.championship);
        let officer = app.appointed("federation_officer", None, Some(&federation));
        let named = |person: &crate::support::Person, name: &str| {
            person.post_if(&format!("{team}/captain"), "*", json!({"name": name, "reason": "The captain is ill"}))
        };
        assert_eq!(named(&officer, "Ola Berg").expect(200)["captain"], "Ola Berg");
        let chief = app.appointed("chief_of_delegation", Some(&field.championship), Some(&federation));
        named(&officer, "Nils Holm").refused(403, "role_not_allowed", None);
        assert_eq!(named(&chief, "Nils Holm").expect(200)["captain"], "Nils Holm");
        // The captain who comes sees the report of the one before, and replaces it.
        let report = fixtures::report_path(&game, "first_team");
        field.captain(&app, &game["first_team"]).put(&report, fixtures::on_all("draw")).expect(201);
        let second = field.captain(&app, &game["first_team"]);
        let etag = second.get(&report).etag();
        second.put_if(&report, &etag, fixtures::on_all("white_win")).expect(200);
    }
}

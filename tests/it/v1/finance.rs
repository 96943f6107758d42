//! `/v1/championships/{championship}/financial-statement`.

use serde_json::{Value, json};

use crate::support::{Championship, Delegation, Kind, Person, TestApp};

fn statement(person: &Person, event: &Championship) -> Value {
    person.get(&event.path("/financial-statement")).expect(200)
}

fn federations(statement: &Value) -> Vec<(String, i64)> {
    let all = statement["federations"].as_array().unwrap();
    all.iter().map(|one| (one["federation"].as_str().unwrap().to_owned(), one["players"].as_i64().unwrap())).collect()
}

/// norm: WSTCC.1.7
#[test]
fn the_statement_says_per_party_who_bears_what_and_each_federation_sees_its_own_part() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let event = Championship::designated(&app);
        let before = statement(&event.organizer, &event);
        assert_eq!((before.get("contribution_per_player_and_day"), federations(&before)), (None, vec![]));
        event.invite(&app);
        let of = |code: &str| Delegation::of(&app, &event, code);
        let (norway, sweden, denmark) = (of("NOR"), of("SWE"), of("DEN"));
        norway.is_entered(6);
        sweden.enters_preliminarily().expect(201);
        denmark.enters_preliminarily().expect(201);
        denmark.withdraws().expect(200);
        let all = statement(&event.organizer, &event);
        assert_eq!(statement(&event.president, &event), all);
        // From 10 to 24 April; what withdrew pays nothing.
        assert_eq!(all["days"], 15);
        let expected = [("NOR".to_owned(), 6), ("SWE".to_owned(), 0)];
        assert_eq!(federations(&all), expected);
        let usd = |amount: i64| json!({"amount_minor_units": amount, "currency": "USD"});
        assert_eq!(
            all["federations"][0]["costs"],
            json!([
                {"item": "travel_of_participants", "article": "Art. 1"},
                {"item": "contribution_to_board_and_lodging", "article": "Art. 1", "reckoning": {
                    "players": 6, "days": 15, "for_each": usd(300), "amount": usd(27_000),
                }},
            ])
        );
        assert_eq!(all["federations"][1]["costs"][1]["reckoning"]["amount"], usd(0));
        let of_organizer =
            ["remaining_board_and_lodging", "organization", "travel_of_chief_arbiter", "hospitality_for_chief_arbiter"]
                .map(|item| json!({"item": item, "article": "Art. 1"}));
        assert_eq!(all["others"], json!([{"party": "organizer", "costs": of_organizer}]));

        assert_eq!(federations(&statement(&norway.officer, &event)), expected[..1]);
        assert_eq!(federations(&statement(&sweden.officer, &event)), expected[1..]);
        app.public().get(&event.path("/financial-statement")).refused(401, "token_missing", None);
        event.director.get(&event.path("/financial-statement")).refused(403, "role_not_allowed", None);
        let stranger = app.appointed("organizer", Some(&Championship::designated(&app).id), None);
        stranger.get(&event.path("/financial-statement")).refused(403, "not_your_championship", None);
    }
}

//! `/v1/editions`.

use serde_json::{Value, json};

use crate::support::championship::designation;
use crate::support::{Kind, TestApp};

fn of_year(year: i32) -> Value {
    let mut body = designation();
    body["year"] = json!(year);
    body
}

/// norm: WSTCC.1.9
#[test]
fn the_register_has_editions_by_year_with_gaps_and_second_ones_flagged_and_no_sandboxes() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        for year in [2025, 2024, 2027, 2027] {
            app.admin().post("/v1/championships", of_year(year)).expect(201);
        }
        let mut sandbox = of_year(2026);
        sandbox["clock"] = json!("2026-01-15T12:00:00Z");
        app.somebody("ann").post("/v1/sandboxes", sandbox).expect(201);
        let all = app.public().get("/v1/editions?regulations=wstcc-1960").expect(200);
        let shown: Vec<_> = all["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                let held = one["championships"].as_array().unwrap().len();
                (one["year"].as_i64().unwrap(), held, one["flags"].clone(), one["gap"].clone())
            })
            .collect();
        let flagged = json!(["second_edition", "gap_before"]);
        assert_eq!(
            shown,
            [(2027, 2, flagged, json!([2026])), (2025, 1, json!([]), json!([])), (2024, 1, json!([]), json!([]))]
        );
        assert_eq!(all["data"][0]["championships"][0]["organizer"], "GER");
        // Page by page, and by year, with the same flags.
        let first = app.public().get("/v1/editions?limit=2").expect(200);
        let cursor = first["next_cursor"].as_str().unwrap();
        let rest = app.public().get(&format!("/v1/editions?limit=2&cursor={cursor}")).expect(200);
        assert_eq!((&rest["data"][0]["year"], rest.get("next_cursor")), (&json!(2024), None));
        let year = app.public().get("/v1/editions?year=2027").expect(200);
        assert_eq!(year["data"], json!([all["data"][0]]));
        assert_eq!(app.public().get("/v1/editions?year=2026").expect(200)["data"], json!([]));
    }
}

//! The way from a draft to the definite invitation.

use serde_json::{Value, json};

use super::{Championship, TestApp};

/// A text for every particular that the regulations require, and the highest contribution.
pub fn particulars(app: &TestApp) -> Value {
    let rules = app.public().get("/v1/regulations/wstcc-1960").expect(200);
    let items = rules["rulebook"]["invitation"]["particulars"].as_array().unwrap();
    let texts = items
        .iter()
        .map(|item| (item["value"]["key"].as_str().unwrap().to_owned(), item["value"]["description"].clone()));
    json!({
        "particulars": texts.collect::<serde_json::Map<_, _>>(),
        "contribution": {"amount_minor_units": 300, "currency": "USD"},
    })
}

impl Championship {
    /// Draft, submission, approval, invitation, all at the present moment of the clock.
    pub fn invite(&self, app: &TestApp) {
        let draft = self.submitted_draft(app);
        self.president.post_if(&format!("{draft}/approval"), "*", json!({})).expect(200);
        self.organizer.post(&self.path("/invitation"), particulars(app)).expect(201);
    }

    /// The path of a complete draft that the President has.
    pub fn submitted_draft(&self, app: &TestApp) -> String {
        let created = self.organizer.post(&self.path("/invitation-drafts"), particulars(app));
        assert_eq!(created.status, 201, "{}", created.text);
        let path = created.header("location").unwrap().to_owned();
        self.organizer.post_if(&format!("{path}/submission"), "*", json!({})).expect(200);
        path
    }
}

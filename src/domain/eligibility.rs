//! Who may play for a federation: nationals of its country, and students where the event is one of students.

use super::rulebook::{NationalityBy, Rulebook};
use super::violation::{Rule, Violation};

/// What decides whether a player may play for a federation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub federation: String,
    pub nationality_by: NationalityBy,
    pub student: bool,
    /// The kind of document by which that is proved; `None` where the regulations leave no choice.
    pub student_proof: Option<String>,
}

/// A player is a national of the federation's country on one of the stated grounds, and a student where the regulations
/// ask for one. `at` is the place of the player in the body.
pub fn check_player(rules: &Rulebook, federation: &str, player: &Candidate, at: &str) -> Vec<Violation> {
    let entries = &rules.entries;
    let article = entries.players.as_ref().map_or(&entries.teams_per_federation.article, |players| &players.article);
    let refusal = |detail: String, field: &str| {
        Violation::new(Rule::NotEligible, detail).article(article).at(format!("{at}/{field}"))
    };
    let mut violations = Vec::new();
    if player.federation != federation {
        let detail = format!("a player of {} does not play for {federation}", player.federation);
        let refused = refusal(detail, "person").fact("player_federation", player.federation.as_str());
        violations.push(refused.fact("team_federation", federation));
    }
    if let Some(players) = &entries.players {
        if !players.value.nationality_by.contains(&player.nationality_by) {
            let ground = player.nationality_by.code();
            violations.push(refusal(format!("nationality by {ground} is not enough"), "nationality_by"));
        }
        if players.value.students && !player.student {
            violations.push(refusal("the championship is for students".to_owned(), "student"));
        }
        if let Some(kind) = &player.student_proof
            && !players.value.student_proof.contains(kind)
        {
            let refused = refusal(format!("{kind:?} is no proof of studies here"), "student_proof");
            violations.push(refused.fact("proofs", players.value.student_proof.clone()));
        }
    }
    violations
}

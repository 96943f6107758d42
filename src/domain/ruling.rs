//! Decisions on a player's eligibility. What the federation states is claimed until somebody in charge accepts or refuses
//! it; a later decision takes the place of an earlier one, and the President's clearance stands above the others.

use super::rulebook::Rulebook;
use super::violation::{Rule, Violation};

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Accepted,
    Refused,
}

impl Ruling {
    pub fn code(self) -> &'static str {
        match self {
            Ruling::Accepted => "accepted",
            Ruling::Refused => "refused",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Ruling::Accepted, Ruling::Refused].into_iter().find(|ruling| ruling.code() == code)
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    Organizer,
    ChiefArbiter,
    President,
}

impl Authority {
    pub fn code(self) -> &'static str {
        match self {
            Authority::Organizer => "organizer",
            Authority::ChiefArbiter => "chief_arbiter",
            Authority::President => "fide_president",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Authority::Organizer, Authority::ChiefArbiter, Authority::President]
            .into_iter()
            .find(|authority| authority.code() == code)
    }
}

/// The article that says who is eligible.
pub fn article(rules: &Rulebook) -> &str {
    let entries = &rules.entries;
    entries.players.as_ref().map_or(&entries.teams_per_federation.article, |players| &players.article)
}

/// A refusal has a reason, and only the President goes back on the President. `standing` made the decision in force.
pub fn check(
    rules: &Rulebook,
    standing: Option<Authority>,
    ruling: Ruling,
    by: Authority,
    reason: Option<&str>,
) -> Result<(), Vec<Violation>> {
    let mut faults = Vec::new();
    if ruling == Ruling::Refused && reason.is_none() {
        let detail = "a refusal says why";
        faults.push(Violation::new(Rule::ReasonMissing, detail).article(article(rules)).at("/reason"));
    }
    if standing == Some(Authority::President) && by != Authority::President {
        let detail = format!("the FIDE President has decided, the {} does not decide otherwise", by.code());
        let refusal = Violation::new(Rule::ClearanceStands, detail).article(article(rules));
        faults.push(refusal.fact("decided_by", Authority::President.code()).fact("by", by.code()));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// A player whom a decision refuses is on no definite roster; `at` is the player's place in the body.
pub fn refused(rules: &Rulebook, person: &str, decision: &str, at: &str) -> Violation {
    Violation::new(Rule::NotEligible, format!("{person} was refused by the decision {decision}"))
        .article(article(rules))
        .fact("person", person)
        .fact("decision", decision)
        .at(format!("{at}/person"))
}

#[cfg(test)]
mod tests {
    use super::{Authority, Ruling, check};

    #[test]
    fn only_the_president_goes_back_on_the_president() {
        let rules = crate::rulebooks::parse(include_str!("../../regulations/wstcc-1960.toml")).unwrap();
        let check = |standing, ruling, by, reason| check(&rules, standing, ruling, by, reason);
        let president = Some(Authority::President);
        assert!(check(president, Ruling::Refused, Authority::President, Some("no")).is_ok());
        assert!(check(Some(Authority::ChiefArbiter), Ruling::Accepted, Authority::Organizer, None).is_ok());
        let faults = check(president, Ruling::Refused, Authority::ChiefArbiter, None).unwrap_err();
        let codes: Vec<_> = faults.iter().map(|fault| (fault.rule.code(), fault.article.as_deref())).collect();
        assert_eq!(codes, [("reason_missing", Some("1")), ("clearance_stands", Some("1"))]);
    }
}

//! Officials: who nominates whom, and how many there are.

use std::collections::BTreeMap;

use super::appointment::Role;
use super::rulebook::{Authority, Cited, Office, OfficeReach, ReportKind, Rulebook};
use super::violation::{Rule, Violation};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficialState {
    /// By the organizer, for FIDE to nominate.
    Proposed,
    Nominated,
    Ended,
}

impl OfficialState {
    pub const ALL: [OfficialState; 3] = [OfficialState::Proposed, OfficialState::Nominated, OfficialState::Ended];

    pub fn code(self) -> &'static str {
        match self {
            OfficialState::Proposed => "proposed",
            OfficialState::Nominated => "nominated",
            OfficialState::Ended => "ended",
        }
    }

    pub fn from_code(code: &str) -> Option<OfficialState> {
        OfficialState::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// The office of a championship by its key. Offices of single matches are filled match by match.
pub fn office<'a>(rules: &'a Rulebook, key: &str) -> Result<&'a Cited<Office>, Violation> {
    let of_championship = |office: &&Cited<Office>| office.value.per == OfficeReach::Championship;
    rules.officials.get(key).filter(of_championship).ok_or_else(|| {
        let known = offices(rules).map(|(key, _)| key.to_owned()).collect::<Vec<_>>();
        Violation::new(Rule::InvalidValue, format!("the regulations know no office {key:?} of a championship"))
            .fact("known", known)
            .at("/office")
    })
}

fn offices(rules: &Rulebook) -> impl Iterator<Item = (&str, &Cited<Office>)> {
    let all = rules.officials.iter().map(|(key, office)| (key.as_str(), office));
    all.filter(|(_, office)| office.value.per == OfficeReach::Championship)
}

/// The office that each match has: the steward's.
pub fn of_matches(rules: &Rulebook) -> Result<&Cited<Office>, Violation> {
    rules
        .officials
        .values()
        .find(|office| office.value.per == OfficeReach::Match)
        .ok_or_else(|| Violation::new(Rule::InvalidValue, "the regulations know no office of a single match"))
}

/// A kind of report that a steward makes.
pub fn report_kind<'a>(rules: &'a Rulebook, key: &str) -> Result<&'a Cited<ReportKind>, Violation> {
    let kinds = &rules.play.steward_reports;
    kinds.iter().find(|kind| kind.value.key == key).ok_or_else(|| {
        let known: Vec<String> = kinds.iter().map(|kind| kind.value.key.clone()).collect();
        let refused = Violation::new(Rule::InvalidValue, format!("the regulations know no report of the kind {key:?}"))
            .fact("known", known)
            .at("/kind");
        match of_matches(rules) {
            Ok(office) => refused.article(&office.article),
            Err(_) => refused,
        }
    })
}

/// One more for the office, which so many hold or are proposed for: in which state that begins.
pub fn propose(rules: &Rulebook, key: &str, standing: usize) -> Result<OfficialState, Violation> {
    let office = office(rules, key)?;
    let max = office.value.max as usize;
    if standing >= max {
        let detail = format!("{key} has {standing} of at most {max}");
        return Err(Violation::new(Rule::TooManyOfficials, detail)
            .article(&office.article)
            .fact("office", key)
            .fact("max", i64::from(office.value.max))
            .at("/office"));
    }
    Ok(match office.value.nominated_by {
        Authority::Organizer => OfficialState::Nominated,
        _ => OfficialState::Proposed,
    })
}

/// Who may end it: a proposal either side; a nomination whoever made it.
pub fn may_end(rules: &Rulebook, key: &str, state: OfficialState) -> Result<&'static [Role], Violation> {
    Ok(match (state, office(rules, key)?.value.nominated_by) {
        (OfficialState::Nominated, Authority::Organizer) => &[Role::Organizer],
        (OfficialState::Nominated, _) => &[Role::FidePresident],
        _ => &[Role::Organizer, Role::FidePresident],
    })
}

/// An office with fewer nominated than the regulations ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacancy {
    pub office: String,
    pub article: String,
    pub at_least: u32,
    pub nominated: u32,
}

/// The offices that lack somebody; noted, and nothing stops.
pub fn vacancies(rules: &Rulebook, nominated: &BTreeMap<String, u32>) -> Vec<Vacancy> {
    offices(rules)
        .filter_map(|(key, office)| {
            let there = nominated.get(key).copied().unwrap_or(0);
            (there < office.value.min).then(|| Vacancy {
                office: key.to_owned(),
                article: office.article.clone(),
                at_least: office.value.min,
                nominated: there,
            })
        })
        .collect()
}

/// As what somebody with that office acts here.
pub fn role(key: &str) -> Option<Role> {
    match key {
        "tournament_director" | "assistant_tournament_director" => Some(Role::TournamentDirector),
        "chief_arbiter" => Some(Role::ChiefArbiter),
        "assistant_arbiter" => Some(Role::Arbiter),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

//! What may be said of a federation: dates in order, a continent of FIDE, a successor that exists and is not itself.

use std::collections::BTreeMap;

use super::span::{Span, check_apart};
use crate::domain::violation::{Rule, Violation};

/// As FIDE divides the world.
pub const CONTINENTS: [&str; 4] = ["africa", "americas", "asia", "europe"];

/// The spans and places of what is said of a federation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said<'a> {
    pub membership: Span,
    pub former_memberships: Vec<Span>,
    pub former_names: Vec<Span>,
    /// With the continent of each.
    pub former_zones: Vec<(Span, Option<&'a str>)>,
    pub continent: Option<&'a str>,
}

/// All faults at once.
pub fn check(said: &Said<'_>) -> Vec<Violation> {
    let placed = |spans: &mut dyn Iterator<Item = Span>, field: &str| -> Vec<(Span, String)> {
        spans.enumerate().map(|(index, span)| (span, format!("/{field}/{index}"))).collect()
    };
    let mut memberships = placed(&mut said.former_memberships.iter().copied(), "former_memberships");
    memberships.push((said.membership, "/affiliated_from".to_owned()));
    let names = placed(&mut said.former_names.iter().copied(), "former_names");
    let zones = placed(&mut said.former_zones.iter().map(|(span, _)| *span), "former_zones");
    let mut faults: Vec<Violation> = [memberships, names, zones].iter().flat_map(|spans| check_apart(spans)).collect();
    let former = said.former_zones.iter().enumerate();
    let former = former.map(|(index, (_, continent))| (*continent, format!("/former_zones/{index}/continent")));
    for (continent, at) in [(said.continent, "/continent".to_owned())].into_iter().chain(former) {
        if let Some(unknown) = continent.filter(|continent| !CONTINENTS.contains(continent)) {
            let known = CONTINENTS.map(str::to_owned).to_vec();
            let detail = format!("{unknown} is no continent of FIDE");
            faults.push(Violation::new(Rule::InvalidValue, detail).fact("continents", known).at(at));
        }
    }
    faults
}

/// A successor is another federation of the registry, and nobody comes after themselves. `successors` are those of all
/// federations as they stand.
pub fn check_successor(
    code: &str,
    successor: Option<&str>,
    successors: &BTreeMap<String, Option<String>>,
) -> Result<(), Violation> {
    let Some(first) = successor else { return Ok(()) };
    if first != code && !successors.contains_key(first) {
        let detail = format!("the registry knows no federation {first}");
        return Err(Violation::new(Rule::UnknownFederation, detail).fact("federation", first).at("/successor"));
    }
    let mut chain = vec![code.to_owned()];
    let mut next = Some(first);
    while let Some(follower) = next {
        let again = chain.iter().any(|before| before == follower);
        chain.push(follower.to_owned());
        if again {
            let detail = format!("{code} would come after itself: {}", chain.join(", "));
            return Err(Violation::new(Rule::SuccessorCycle, detail).fact("chain", chain).at("/successor"));
        }
        next = successors.get(follower).and_then(Option::as_deref);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Said, check, check_successor};
    use crate::domain::federation::Span;
    use jiff::civil::date;

    #[test]
    fn a_successor_exists_and_is_not_the_federation_itself() {
        let known = [("AAA", Some("BBB")), ("BBB", Some("CCC")), ("CCC", None)];
        let known = known.map(|(code, after)| (code.to_owned(), after.map(str::to_owned))).into();
        assert!(check_successor("DDD", Some("AAA"), &known).is_ok() && check_successor("CCC", None, &known).is_ok());
        let pointer = |code, successor| check_successor(code, Some(successor), &known).unwrap_err().rule.code();
        assert_eq!(pointer("CCC", "XXX"), "unknown_federation");
        assert_eq!([pointer("CCC", "CCC"), pointer("CCC", "AAA"), pointer("NEW", "NEW")], ["successor_cycle"; 3]);
    }

    #[test]
    fn every_fault_has_its_place() {
        let span = |from, to| Span { from: Some(date(from, 1, 1)), to: Some(date(to, 1, 1)) };
        let said = Said {
            membership: span(1960, 1950),
            former_names: vec![span(1930, 1940), span(1940, 1945)],
            continent: Some("antarctica"),
            ..Said::default()
        };
        let places: Vec<_> = check(&said).into_iter().map(|fault| fault.pointer.unwrap()).collect();
        assert_eq!(places, ["/affiliated_from", "/former_names/1", "/continent"]);
    }
}

//! Prizes: the list with its conditions, closed at the start, and who receives what by them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::calendar::{Instant, Zone};
use super::individual::{Line, Scope};
use super::rulebook::Rulebook;
use super::violation::{Rule, Violation};

/// Gives a prize and is none of the parties to the agreement: named beside it.
pub const OTHER_DONOR: &str = "other_donor";

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident $code:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            pub const CODES: &'static [&'static str] = &[$($code,)*];

            pub fn code(self) -> &'static str {
                match self { $($name::$variant => $code,)* }
            }

            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some($name::$variant),)* _ => None }
            }
        }
    )*};
}

codes! {
    Kind {
        Team "team",
        Individual "individual",
        /// By a decision with a reason.
        Special "special",
    }
    /// What becomes of a prize for which several are level. Never the lot: no regulation gives a prize to chance.
    Ties {
        /// Those level take the prizes of all their places together.
        Shared "shared",
        /// Each receives the prize of the place, and the next places stay empty.
        EachReceives "each_receives",
    }
    /// What separates players who are level on percentage.
    NextCriterion { MostGames "most_games", MostWins "most_wins", MostPoints "most_points", }
}

/// By what a prize is awarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// By the place in the final table.
    Team {
        place: u32,
        ties: Ties,
    },
    /// By the place in the list of percentages.
    Individual {
        scope: Scope,
        place: u32,
        minimum_percent: u32,
        next: Vec<NextCriterion>,
        ties: Ties,
    },
    Decision,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prize {
    pub key: String,
    pub title: String,
    pub given_by: String,
    /// The name of another donor.
    pub donor: Option<String>,
    /// Category of the regulations.
    pub competition: String,
    pub condition: Condition,
}

impl Prize {
    pub fn kind(&self) -> Kind {
        match self.condition {
            Condition::Team { .. } => Kind::Team,
            Condition::Individual { .. } => Kind::Individual,
            Condition::Decision => Kind::Special,
        }
    }
}

/// A prize as it was written down.
#[derive(Clone, Debug, Default)]
pub struct SaidPrize {
    pub key: String,
    pub title: String,
    pub kind: String,
    pub given_by: String,
    pub donor: Option<String>,
    pub competition: Option<String>,
    pub place: Option<u32>,
    /// `overall`, `player_number` or `board`; the last two with a number.
    pub scope: Option<String>,
    pub number: Option<u32>,
    pub minimum_percent: Option<u32>,
    pub next: Vec<String>,
    pub ties: Option<String>,
}

/// Reads a whole list; all faults at once.
pub fn read_list(rules: &Rulebook, said: &[SaidPrize]) -> Result<Vec<Prize>, Vec<Violation>> {
    let (mut prizes, mut faults, mut keys) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (index, said) in said.iter().enumerate() {
        let mut reader = Reader { rules, said, at: format!("/prizes/{index}"), faults: Vec::new() };
        if !keys.insert(said.key.as_str()) {
            reader.fault("key", format!("{:?} is the key of two prizes", said.key));
        }
        match reader.prize() {
            Some(prize) if reader.faults.is_empty() => prizes.push(prize),
            _ => faults.extend(reader.faults),
        }
    }
    if faults.is_empty() { Ok(prizes) } else { Err(faults) }
}

struct Reader<'a> {
    rules: &'a Rulebook,
    said: &'a SaidPrize,
    at: String,
    faults: Vec<Violation>,
}

impl Reader<'_> {
    fn fault(&mut self, field: &str, detail: impl Into<String>) {
        let article = &self.rules.prizes.published_before_start.article;
        let fault = Violation::new(Rule::PrizeConditions, detail).article(article);
        self.faults.push(fault.at(format!("{}/{field}", self.at)));
    }

    fn prize(&mut self) -> Option<Prize> {
        let said = self.said;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !said.key.chars().all(plain) {
            self.fault("key", "a key is of small letters, digits and _");
        }
        self.giver();
        let competition = self.competition();
        let condition = match Kind::from_code(&said.kind) {
            Some(Kind::Team) => self.of_team(),
            Some(Kind::Individual) => self.individual(competition.as_deref()),
            Some(Kind::Special) => {
                self.only(&[], "a special prize is awarded by a decision with a reason");
                Some(Condition::Decision)
            }
            None => {
                self.fault("kind", format!("a prize is one of {}", Kind::CODES.join(", ")));
                None
            }
        };
        Some(Prize {
            key: said.key.clone(),
            title: said.title.clone(),
            given_by: said.given_by.clone(),
            donor: said.donor.clone(),
            competition: competition?,
            condition: condition?,
        })
    }

    /// Who gives it is one whom the regulations know; another donor has a name.
    fn giver(&mut self) {
        let known = &self.rules.prizes.given_by.value;
        let said = self.said;
        if !known.contains(&said.given_by) {
            self.fault("given_by", format!("a prize is given by one of {}", known.join(", ")));
        }
        match (&said.donor, said.given_by == OTHER_DONOR) {
            (None, true) => self.fault("donor", "another donor is named"),
            (Some(_), false) => self.fault("donor", format!("a name is for {OTHER_DONOR}")),
            _ => {}
        }
    }

    fn competition(&mut self) -> Option<String> {
        let categories: Vec<&String> = self.rules.categories.keys().collect();
        match (&self.said.competition, categories.as_slice()) {
            (Some(said), _) if self.rules.categories.contains_key(said) => Some(said.clone()),
            (None, [only]) => Some((*only).clone()),
            _ => {
                let known: Vec<&str> = categories.iter().map(|key| key.as_str()).collect();
                self.fault("competition", format!("a competition is one of {}", known.join(", ")));
                None
            }
        }
    }

    fn of_team(&mut self) -> Option<Condition> {
        self.only(&["place", "ties"], "a prize for teams goes by the place in the final table");
        let (place, ties) = (self.place(true), self.ties());
        Some(Condition::Team { place: place?, ties: ties? })
    }

    fn individual(&mut self, competition: Option<&str>) -> Option<Condition> {
        let (place, ties, scope, next) = (self.place(false), self.ties(), self.scope(competition), self.next());
        let minimum_percent =
            self.said.minimum_percent.unwrap_or(self.rules.settings.considerable_rounds_percent.value);
        if !(1..=100).contains(&minimum_percent) {
            self.fault("minimum_rounds_percent", "a considerable number of rounds is 1 to 100 per cent of them");
        }
        Some(Condition::Individual { scope: scope?, place: place?, minimum_percent, next, ties: ties? })
    }

    /// Nothing is said that the kind of prize does not have.
    fn only(&mut self, known: &[&str], why: &str) {
        let said = self.said;
        let fields = [
            ("place", said.place.is_some()),
            ("ties", said.ties.is_some()),
            ("scope", said.scope.is_some()),
            ("number", said.number.is_some()),
            ("minimum_rounds_percent", said.minimum_percent.is_some()),
            ("next_criteria", !said.next.is_empty()),
        ];
        for (field, _) in fields.iter().filter(|(field, said)| *said && !known.contains(field)) {
            self.fault(field, why);
        }
    }

    /// A team's prize names its place; the best individual result is the first.
    fn place(&mut self, needed: bool) -> Option<u32> {
        match self.said.place {
            Some(place) if place >= 1 => Some(place),
            None if !needed => Some(1),
            _ => {
                self.fault("place", "a place from 1 on is named");
                None
            }
        }
    }

    fn ties(&mut self) -> Option<Ties> {
        let ties = self.said.ties.as_deref().and_then(Ties::from_code);
        if ties.is_none() {
            self.fault("ties", format!("a tie is settled by one of {}, never by lot", Ties::CODES.join(", ")));
        }
        ties
    }

    fn scope(&mut self, competition: Option<&str>) -> Option<Scope> {
        let category = competition.and_then(|key| self.rules.categories.get(key))?;
        let (boards, players) = (category.boards.value, category.roster.value.max);
        let scope = match (self.said.scope.as_deref(), self.said.number) {
            (None | Some("overall"), None) => Some(Scope::Overall),
            (Some("board"), Some(number)) if (1..=boards).contains(&number) => Some(Scope::Board(number)),
            (Some("player_number"), Some(number)) if (1..=players).contains(&number) => {
                Some(Scope::PlayerNumber(number))
            }
            _ => None,
        };
        if scope.is_none() {
            let detail = format!("overall, or board with a number to {boards}, or player_number with one to {players}");
            self.fault("scope", detail);
        }
        scope
    }

    fn next(&mut self) -> Vec<NextCriterion> {
        let said = self.said;
        let mut next = Vec::new();
        for (index, code) in said.next.iter().enumerate() {
            match NextCriterion::from_code(code) {
                Some(criterion) => next.push(criterion),
                None => self.fault(
                    &format!("next_criteria/{index}"),
                    format!("a criterion is one of {}; the lot is none", NextCriterion::CODES.join(", ")),
                ),
            }
        }
        next
    }
}

/// Prizes are published before the start: the moment of the start itself is too late.
pub fn check_before_start(rules: &Rulebook, zone: &Zone, start: Instant, now: Instant) -> Result<(), Violation> {
    let rule = &rules.prizes.published_before_start;
    if !rule.value || now < start {
        return Ok(());
    }
    let detail = format!("the list of prizes was open until the start, {}", zone.local(start));
    Err(Violation::new(Rule::PrizesTooLate, detail)
        .article(&rule.article)
        .fact("start", start.to_string())
        .fact("start_local", zone.local(start))
        .fact("received", now.to_string()))
}

/// Between a published list and another: what was published stands as it was, and more may come.
pub fn check_published_stand(rules: &Rulebook, published: &[Prize], said: &[Prize]) -> Result<(), Vec<Violation>> {
    let changed = published.iter().filter(|prize| !said.contains(prize));
    let faults: Vec<Violation> = changed
        .map(|prize| {
            let fault = Violation::new(Rule::PrizePublished, format!("prize {} is published, and stands", prize.key))
                .article(&rules.prizes.published_before_start.article)
                .fact("prize", prize.key.as_str());
            match said.iter().position(|other| other.key == prize.key) {
                Some(index) => fault.at(format!("/prizes/{index}")),
                None => fault.at("/prizes"),
            }
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// On which day each party agreed: parties of these regulations, and no day to come.
pub fn check_agreements(rules: &Rulebook, agreed: &BTreeMap<String, Date>, today: Date) -> Result<(), Vec<Violation>> {
    let parties: &[String] = rules.prizes.agreed_between.as_ref().map_or(&[], |parties| &parties.value);
    let fault = |party: &str, detail: String| {
        Violation::new(Rule::InvalidValue, detail)
            .article(&rules.prizes.given_by.article)
            .at(format!("/agreements/{party}"))
    };
    let mut faults = Vec::new();
    for (party, day) in agreed {
        if !parties.contains(party) {
            faults.push(fault(party, format!("the agreement is one of {}", parties.join(" and "))));
        } else if *day > today {
            faults.push(fault(party, format!("{day} is to come; today is {today}")));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// No list goes out without the agreement of its parties.
pub fn check_agreed(rules: &Rulebook, agreed: &BTreeMap<String, Date>) -> Result<(), Violation> {
    let Some(parties) = &rules.prizes.agreed_between else { return Ok(()) };
    let missing: Vec<String> = parties.value.iter().filter(|party| !agreed.contains_key(*party)).cloned().collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Violation::new(Rule::PrizesNotAgreed, format!("no agreement of {} is on record", missing.join(" and ")))
        .article(&parties.article)
        .fact("missing", missing)
        .at("/agreements"))
}

/// Who holds a place of a ranking in which those level have the same number and the next ones are left out.
pub fn holders<T>(ranked: &[(u32, T)], place: u32, ties: Ties) -> Vec<&T> {
    let size = |rank: u32| u32::try_from(ranked.iter().filter(|(other, _)| *other == rank).count()).unwrap_or(u32::MAX);
    ranked
        .iter()
        .filter(|(rank, _)| match ties {
            Ties::EachReceives => *rank == place,
            Ties::Shared => *rank <= place && place - *rank < size(*rank),
        })
        .map(|(_, one)| one)
        .collect()
}

/// Those who reached the minimum, by percentage and then by the criteria that the prize names.
pub fn ranked(lines: Vec<Line>, next: &[NextCriterion]) -> Vec<(u32, Line)> {
    let compare = |one: &Line, other: &Line| {
        next.iter().fold(other.share().cmp(&one.share()), |order, criterion| {
            order.then_with(|| match criterion {
                NextCriterion::MostGames => other.games.cmp(&one.games),
                NextCriterion::MostWins => other.won.cmp(&one.won),
                NextCriterion::MostPoints => other.points.cmp(&one.points),
            })
        })
    };
    let mut lines: Vec<Line> = lines.into_iter().filter(|line| line.minimum_reached).collect();
    lines.sort_by(compare);
    let mut ranked: Vec<(u32, Line)> = Vec::with_capacity(lines.len());
    for line in lines {
        let place = u32::try_from(ranked.len() + 1).unwrap_or(u32::MAX);
        let rank = match ranked.last() {
            Some((rank, above)) if compare(above, &line) == Ordering::Equal => *rank,
            _ => place,
        };
        ranked.push((rank, line));
    }
    ranked
}

/// How many days the prizes came after the end; none is at once.
pub fn days_after_end(rules: &Rulebook, ended_on: Date, distributed_on: Date, today: Date) -> Result<i64, Violation> {
    let detail = if distributed_on < ended_on {
        format!("{distributed_on} lies before the end, {ended_on}")
    } else if distributed_on > today {
        format!("{distributed_on} is to come; today is {today}")
    } else {
        return Ok(super::calendar::days_inclusive(ended_on, distributed_on) - 1);
    };
    Err(Violation::new(Rule::CalendarOrder, detail)
        .article(&rules.prizes.given_at_once_after_end.article)
        .fact("end", ended_on.to_string())
        .fact("distributed_on", distributed_on.to_string())
        .at("/distributed_on"))
}

#[cfg(test)]
mod tests {
    use super::{NextCriterion, Ties, holders, ranked};
    use crate::domain::individual::Line;
    use crate::domain::points::GamePoints;

    #[test]
    fn a_shared_prize_covers_all_places_of_those_level() {
        let table = [(1, "A"), (2, "B"), (2, "C"), (4, "D")];
        let of = |place, ties| holders(&table, place, ties).into_iter().copied().collect::<String>();
        assert_eq!([1, 2, 3, 4, 5].map(|place| of(place, Ties::Shared)), ["A", "BC", "BC", "D", ""]);
        assert_eq!([1, 2, 3, 4, 5].map(|place| of(place, Ties::EachReceives)), ["A", "BC", "", "D", ""]);
    }

    #[test]
    fn the_next_criterion_separates_and_what_it_leaves_level_stays_so() {
        let line = |person: &str, games: u32, won: u32, enough: bool| Line {
            person: person.to_owned(),
            team: "T".to_owned(),
            number: None,
            games,
            won,
            drawn: 0,
            lost: games - won,
            points: GamePoints(i32::try_from(won * 2).unwrap()),
            walkovers: Vec::new(),
            team_rounds: 8,
            minimum_reached: enough,
            rank: None,
            tied: false,
        };
        let lines =
            || vec![line("A", 4, 2, true), line("B", 8, 4, true), line("C", 8, 4, true), line("D", 2, 2, false)];
        let places = |next: &[NextCriterion]| {
            ranked(lines(), next).into_iter().map(|(rank, line)| (rank, line.person)).collect::<Vec<_>>()
        };
        let named = |places: [(u32, &str); 3]| places.map(|(rank, person)| (rank, person.to_owned())).to_vec();
        assert_eq!(places(&[]), named([(1, "A"), (1, "B"), (1, "C")]));
        assert_eq!(places(&[NextCriterion::MostGames]), named([(1, "B"), (1, "C"), (3, "A")]));
    }
}

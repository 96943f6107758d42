//! Whether a rulebook is complete and agrees with itself.

use std::collections::BTreeSet;

use super::*;
use crate::domain::standings::RankingRules;
use crate::domain::violation::{Rule, Violation};

impl Rulebook {
    /// All faults at once, each with a pointer to its field.
    pub fn check(&self) -> Result<(), Vec<Violation>> {
        let mut faults = Faults(Vec::new());
        self.check_names(&mut faults);
        self.check_citations(&mut faults);
        self.check_deadlines(&mut faults);
        self.check_lists(&mut faults);
        self.check_categories(&mut faults);
        self.check_limits(&mut faults);
        self.check_format(&mut faults);
        self.check_play(&mut faults);
        self.check_standings(&mut faults);
        self.check_offices(&mut faults);
        self.settings.check(&mut faults);
        if faults.0.is_empty() { Ok(()) } else { Err(faults.0) }
    }

    fn check_names(&self, faults: &mut Faults) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        faults.unless(
            (1..=100).contains(&self.id.len()) && self.id.chars().all(plain),
            "/id",
            "is not of at most 100 small letters, digits and -",
        );
        faults.unless(!self.title.trim().is_empty(), "/title", "is empty");
    }

    fn check_citations(&self, faults: &mut Faults) {
        for (number, summary) in &self.articles {
            faults.unless(!summary.trim().is_empty(), format!("/articles/{number}"), "has no summary");
        }
        for citation in self.citations() {
            if !self.articles.contains_key(citation.article) {
                let unknown = format!("cites article {:?}, which is not among the articles", citation.article);
                faults.add(format!("{}/article", citation.pointer), unknown);
            }
            let blank = citation.reading.is_some_and(|reading| reading.trim().is_empty());
            faults.unless(!blank, citation.pointer, "has a reading that says nothing");
        }
    }

    fn check_deadlines(&self, faults: &mut Faults) {
        for (key, rule) in &self.deadlines {
            let at = format!("/deadlines/{key}/value/amount");
            faults.unless((1..=1000).contains(&rule.value.amount), at, "is not from 1 to 1000");
        }
        let mut earlier: Option<(&str, Date)> = None;
        for key in [DRAFT_INVITATION, DEFINITE_INVITATION, PRELIMINARY_ENTRY, DEFINITE_ENTRY] {
            let at = format!("/deadlines/{key}");
            let Some(rule) = self.deadlines.get(key) else {
                faults.add(at, "is missing");
                continue;
            };
            faults.unless(
                rule.value.relation == Relation::BeforeStart,
                format!("{at}/value/relation"),
                "is not before the start",
            );
            match (rule.value.period().before(self.edition), earlier) {
                (Err(_), _) => faults.add(format!("{at}/value/amount"), "is beyond the calendar"),
                (Ok(day), Some((before, before_day))) if day <= before_day => {
                    faults.add(format!("{at}/value/amount"), format!("does not fall after the deadline {before}"));
                }
                (Ok(day), _) => earlier = Some((key, day)),
            }
        }
    }

    fn check_lists(&self, faults: &mut Faults) {
        faults.keys("/invitation/particulars", self.invitation.particulars.iter().map(|item| item.value.key.as_str()));
        faults.keys("/entries/indications", self.entries.indications.iter().map(|item| item.value.key.as_str()));
        faults.keys("/entries/documents", self.entries.documents.iter().map(|item| item.value.key.as_str()));
        let proofs = self.entries.players.iter().flat_map(|players| &players.value.student_proof);
        for (index, kind) in proofs.enumerate() {
            let known = self.entries.documents.iter().any(|document| document.value.key == *kind);
            faults.unless(
                known,
                format!("/entries/players/value/student_proof/{index}"),
                "is no document of the entry",
            );
        }
        let inscriptions = self.play.sealed_move_inscriptions.iter().map(|item| item.value.key.as_str());
        faults.keys("/play/sealed_move_inscriptions", inscriptions);
        faults.unless(!self.invitation.particulars.is_empty(), "/invitation/particulars", "is empty");
        faults.unless(!self.entries.indications.is_empty(), "/entries/indications", "is empty");
    }

    fn check_categories(&self, faults: &mut Faults) {
        faults.unless(!self.categories.is_empty(), "/categories", "is empty");
        for (key, category) in &self.categories {
            let at = format!("/categories/{key}");
            let boards = category.boards.value;
            let Range { min, max } = category.roster.value;
            faults.positive(boards, format!("{at}/boards/value"));
            faults.unless(min >= boards, format!("{at}/roster/value/min"), "is less than the number of boards");
            faults.unless(max >= min, format!("{at}/roster/value/max"), "is less than the minimum");

            let colours = &category.first_team_colours.value;
            let one_each = colours.len() == boards as usize && colours.chars().all(|c| matches!(c, 'W' | 'B'));
            faults.unless(one_each, format!("{at}/first_team_colours/value"), "is not one W or B for each board");

            let players = &category.default_line_up.value;
            let different: BTreeSet<_> = players.iter().filter(|&&number| (1..=min).contains(&number)).collect();
            let complete = players.len() == boards as usize && different.len() == players.len();
            faults.unless(
                complete,
                format!("{at}/default_line_up/value"),
                "is not one player of every roster for each board",
            );
        }
    }

    fn check_limits(&self, faults: &mut Faults) {
        faults.positive(self.entries.teams_per_federation.value, "/entries/teams_per_federation/value");
        faults.positive(self.calendar.max_days_inclusive.value, "/calendar/max_days_inclusive/value");
        let amounts = [
            ("/finance/max_contribution_per_player_and_day", &self.finance.max_contribution_per_player_and_day),
            ("/protests/deposit", &self.protests.deposit),
        ];
        for (at, amount) in amounts {
            let positive = amount.as_ref().is_none_or(|amount| amount.value.minor_units > 0);
            faults.unless(positive, format!("{at}/value/minor_units"), "is not positive");
        }
        if let Some(book) = &self.book {
            faults.positive(book.embargo.value.amount, "/book/embargo/value/amount");
            faults.unless(self.deadlines.contains_key(BOOK_NOTICE), "/deadlines/book_notice", "is missing");
        }
    }

    fn check_format(&self, faults: &mut Faults) {
        let systems = &self.format.systems;
        faults.unless(!systems.is_empty(), "/format/systems", "is empty");
        let mut next = systems.first().map(|first| first.value.min_teams);
        for (index, system) in systems.iter().enumerate() {
            let at = format!("/format/systems/{index}/value");
            let SystemRule { kind, min_teams, max_teams } = system.value;
            faults.unless(min_teams >= 2, format!("{at}/min_teams"), "is less than two");
            faults.unless(next == Some(min_teams), format!("{at}/min_teams"), "does not follow on the system before");
            faults.unless(
                max_teams.is_none_or(|most| most >= min_teams),
                format!("{at}/max_teams"),
                "is less than the minimum",
            );
            next = max_teams.and_then(|most| most.checked_add(1));
            match kind {
                SystemKind::OneGroup => {
                    let rounds = self.format.rounds.value.max;
                    let fits = max_teams.is_some_and(|most| most.saturating_sub(1) <= rounds);
                    faults.unless(fits, format!("{at}/max_teams"), "makes more rounds than are allowed");
                }
                SystemKind::Groups => {
                    faults.unless(!self.format.qualifiers.is_empty(), "/format/qualifiers", "is missing for groups");
                }
                SystemKind::Swiss => {
                    faults.unless(self.format.swiss.is_some(), "/format/swiss", "is missing for a Swiss");
                    faults.unless(!self.standings.swiss.is_empty(), "/standings/swiss", "is missing for a Swiss");
                }
            }
        }
        let mut seen = BTreeSet::new();
        for (index, row) in self.format.qualifiers.iter().enumerate() {
            let at = format!("/format/qualifiers/{index}/value");
            faults.unless(row.value.groups >= 2, format!("{at}/groups"), "is less than two");
            faults.unless(seen.insert(row.value.groups), format!("{at}/groups"), "is named twice");
            faults.positive(row.value.from_each, format!("{at}/from_each"));
        }
        let Rounds { max, recommended_min } = self.format.rounds.value;
        faults.positive(max, "/format/rounds/value/max");
        let below = recommended_min.is_none_or(|least| least <= max);
        faults.unless(below, "/format/rounds/value/recommended_min", "is more than the maximum");
        if let Some(swiss) = &self.format.swiss {
            faults.positive(swiss.value.rounds, "/format/swiss/value/rounds");
            faults.unless(swiss.value.rounds <= max, "/format/swiss/value/rounds", "is more than the maximum");
        }
    }

    fn check_play(&self, faults: &mut Faults) {
        let RateOfPlay { periods, last_repeats, .. } = &self.play.rate_of_play.value;
        faults.unless(!periods.is_empty(), "/play/rate_of_play/value/periods", "is empty");
        for (index, period) in periods.iter().enumerate() {
            let at = format!("/play/rate_of_play/value/periods/{index}");
            let open_end = index + 1 == periods.len() && !last_repeats;
            faults.positive(period.minutes, format!("{at}/minutes"));
            faults.unless(period.moves.is_some() || open_end, format!("{at}/moves"), "is missing");
            faults.unless(period.moves != Some(0), format!("{at}/moves"), "is not positive");
        }
        faults.positive(self.play.line_up_deadline.value.minutes, "/play/line_up_deadline/value/minutes");
    }

    fn check_standings(&self, faults: &mut Faults) {
        let MatchScore { win, draw, loss } = self.standings.match_points.value;
        faults.unless(win > draw && draw > loss, "/standings/match_points/value", "does not fall from win to loss");
        let GameScore { win, draw, loss } = self.standings.game_points.value;
        faults.unless(win > draw && draw > loss, "/standings/game_points/value", "does not fall from win to loss");
        faults.unless(!self.standings.round_robin.is_empty(), "/standings/round_robin", "is empty");
        if let Some(list) = &self.standings.tie_breaks {
            let at = "/standings/tie_breaks/value";
            let points = matches!(list.value.primary, Criterion::GamePoints | Criterion::MatchPoints);
            faults.unless(points, format!("{at}/primary"), "is neither match points nor game points");
            if let Err(fault) = RankingRules::of_swiss(self) {
                faults.add(at, fault.detail);
            }
        }
        for (at, list) in [("round_robin", &self.standings.round_robin), ("swiss", &self.standings.swiss)] {
            for (index, criterion) in list.iter().enumerate() {
                let first = list[..index].iter().all(|earlier| earlier.value != criterion.value);
                faults.unless(first, format!("/standings/{at}/{index}/value"), "is named twice");
            }
        }
    }

    fn check_offices(&self, faults: &mut Faults) {
        for key in ["tournament_director", "chief_arbiter"] {
            faults.unless(self.officials.contains_key(key), format!("/officials/{key}"), "is missing");
        }
        for (key, office) in &self.officials {
            let at = format!("/officials/{key}/value/max");
            faults.positive(office.value.max, &at);
            faults.unless(office.value.max >= office.value.min, at, "is less than the minimum");
        }
        let Election { members, candidates, .. } = &self.appeals_committee.elected.value;
        faults.positive(*members, "/appeals_committee/elected/value/members");
        faults.unless(!candidates.is_empty(), "/appeals_committee/elected/value/candidates", "is empty");
        for (key, penalty) in &self.penalties.kinds {
            let named_once = penalty.value.by.is_empty() == penalty.value.by_setting.is_some();
            faults.unless(
                named_once,
                format!("/penalties/kinds/{key}/value"),
                "names no authority, or two ways to find it",
            );
        }
        faults.unless(!self.penalties.grounds.value.is_empty(), "/penalties/grounds/value", "is empty");
    }
}

impl Settings {
    fn check(&self, faults: &mut Faults) {
        self.sonneborn_berger_variant.check("sonneborn_berger_variant", faults);
        self.direct_match_of_several.check("direct_match_of_several", faults);
        self.commencement.check("commencement", faults);
        self.line_up_order.check("line_up_order", faults);
        self.rounds_counted.check("rounds_counted", faults);
        self.loss_of_game_authority.check("loss_of_game_authority", faults);
        self.committee_chairman.check("committee_chairman", faults);
        self.silent_president.check("silent_president", faults);
        let percent = &self.considerable_rounds_percent;
        let at = "/settings/considerable_rounds_percent";
        faults.unless(percent.max <= 100, format!("{at}/max"), "is more than 100 per cent");
        faults.unless((percent.min..=percent.max).contains(&percent.value), format!("{at}/default"), "is not allowed");
        faults.unless(!percent.reason.trim().is_empty(), format!("{at}/reason"), "is empty");
    }
}

impl<T: PartialEq> Setting<T> {
    fn check(&self, name: &str, faults: &mut Faults) {
        let at = format!("/settings/{name}");
        faults.unless(self.allowed.contains(&self.value), format!("{at}/default"), "is not among the allowed values");
        faults.unless(!self.reason.trim().is_empty(), format!("{at}/reason"), "is empty");
    }
}

struct Faults(Vec<Violation>);

impl Faults {
    fn add(&mut self, pointer: impl Into<String>, what: impl AsRef<str>) {
        let pointer = pointer.into();
        let detail = format!("{pointer} {}", what.as_ref());
        self.0.push(Violation::new(Rule::RulebookInvalid, detail).at(pointer));
    }

    fn unless(&mut self, holds: bool, pointer: impl Into<String>, what: &str) {
        if !holds {
            self.add(pointer, what);
        }
    }

    fn positive(&mut self, number: u32, pointer: impl Into<String>) {
        self.unless(number > 0, pointer, "is not positive");
    }

    fn keys<'a>(&mut self, at: &str, keys: impl Iterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for (index, key) in keys.enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let pointer = format!("{at}/{index}/value/key");
            self.unless(!key.is_empty() && key.chars().all(plain), &pointer, "is not of small letters, digits and _");
            self.unless(seen.insert(key), pointer, "is named twice");
        }
    }
}

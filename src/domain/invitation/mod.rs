//! The draft invitation, the President's answer, and the definite invitation that follows from both.

use std::collections::{BTreeMap, BTreeSet};

use super::calendar::Instant;
use super::money::Money;
use super::rulebook::{Cited, DEFINITE_INVITATION, Item, Rulebook, SilentPresident};
use super::timetable::{Calendar, deadline_named};
use super::violation::{Rule, Violation};

/// Where one version of the draft stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftState {
    /// The organizer still writes it.
    Draft,
    /// The President has it.
    Submitted,
    Approved,
    ApprovedWithModifications,
    /// The President wants it changed before he can approve it.
    SentBack,
}

impl DraftState {
    pub const ALL: [DraftState; 5] = [
        DraftState::Draft,
        DraftState::Submitted,
        DraftState::Approved,
        DraftState::ApprovedWithModifications,
        DraftState::SentBack,
    ];

    pub fn code(self) -> &'static str {
        match self {
            DraftState::Draft => "draft",
            DraftState::Submitted => "submitted",
            DraftState::Approved => "approved",
            DraftState::ApprovedWithModifications => "approved_with_modifications",
            DraftState::SentBack => "sent_back",
        }
    }

    pub fn from_code(code: &str) -> Option<DraftState> {
        DraftState::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Not answered yet: while there is such a draft there is no second one.
    pub fn is_open(self) -> bool {
        matches!(self, DraftState::Draft | DraftState::Submitted)
    }

    /// The organizer may still change and submit it.
    pub fn is_editable(self) -> bool {
        self == DraftState::Draft
    }

    /// The President may answer it.
    pub fn is_answerable(self) -> bool {
        self == DraftState::Submitted
    }
}

/// What an invitation says, or which parts of it shall read otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Key of the particular to its text.
    pub particulars: BTreeMap<String, String>,
    /// What each federation pays for each of its players and each day.
    pub contribution: Option<Money>,
}

impl Content {
    pub fn is_empty(&self) -> bool {
        self.particulars.is_empty() && self.contribution.is_none()
    }

    /// The content with these changes made.
    pub fn modified(&self, changes: &Content) -> Content {
        let mut particulars = self.particulars.clone();
        particulars.extend(changes.particulars.clone());
        Content { particulars, contribution: changes.contribution.or(self.contribution) }
    }
}

/// Only particulars that the regulations know, and no contribution above their maximum. `at` is where the particulars stand
/// in the request.
pub fn check_content(rules: &Rulebook, content: &Content, at: &str) -> Result<(), Vec<Violation>> {
    let known: BTreeSet<&str> = items(rules).map(|item| item.value.key.as_str()).collect();
    let unknown = content.particulars.keys().filter(|key| !known.contains(key.as_str())).map(|key| {
        Violation::new(Rule::InvalidValue, format!("the regulations know no particular {key:?}"))
            .fact("known", known.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>())
            .at(pointer(at, key))
    });
    all_or_none(unknown.chain(contribution_too_high(rules, content)).collect())
}

fn contribution_too_high(rules: &Rulebook, content: &Content) -> Option<Violation> {
    let limit = rules.finance.max_contribution_per_player_and_day.as_ref()?;
    let (asked, max) = (content.contribution?, limit.value);
    if asked <= max {
        return None;
    }
    let detail = if asked.currency == max.currency {
        format!(
            "{} minor units of {} are asked for each player and day; {} at most",
            asked.minor_units, asked.currency, max.minor_units
        )
    } else {
        format!("the contribution is in {}; its maximum is stated in {}", asked.currency, max.currency)
    };
    Some(
        Violation::new(Rule::ContributionTooHigh, detail)
            .article(&limit.article)
            .fact("asked_minor_units", asked.minor_units)
            .fact("asked_currency", asked.currency.to_string())
            .fact("max_minor_units", max.minor_units)
            .fact("max_currency", max.currency.to_string())
            .at("/contribution"),
    )
}

/// Every particular that the regulations require is there; each missing one is named.
pub fn check_complete(rules: &Rulebook, content: &Content) -> Result<(), Vec<Violation>> {
    let missing: Vec<&Cited<Item>> =
        items(rules).filter(|item| item.value.required && !content.particulars.contains_key(&item.value.key)).collect();
    let names: Vec<String> = missing.iter().map(|item| item.value.key.clone()).collect();
    let mut faults: Vec<Violation> = missing
        .into_iter()
        .map(|item| {
            let Item { key, description, .. } = &item.value;
            Violation::new(Rule::ParticularsMissing, format!("{key} is missing: {description}"))
                .article(&item.article)
                .fact("missing", names.clone())
                .at(pointer("/particulars", key))
        })
        .collect();
    if let (Some(limit), None) = (&rules.finance.max_contribution_per_player_and_day, content.contribution) {
        let article = rules.invitation.particulars.first().map_or(&limit.article, |item| &item.article);
        let detail = "the contribution for each player and day is missing as an amount".to_owned();
        faults.push(Violation::new(Rule::ParticularsMissing, detail).article(article).at("/contribution"));
    }
    all_or_none(faults)
}

/// The version of the draft that was submitted last, and what became of it.
pub struct LastDraft<'a> {
    pub state: DraftState,
    pub content: &'a Content,
    /// What the President required.
    pub modifications: &'a Content,
}

/// The content that the definite invitation must have: nothing goes out before the President has approved it.
pub fn approved_content(
    rules: &Rulebook,
    calendar: &Calendar,
    last: Option<LastDraft<'_>>,
    now: Instant,
) -> Result<Content, Violation> {
    let refusal = |detail: &str, state: &'static str| {
        Violation::new(Rule::NotApproved, detail).article(&rules.invitation.approved_by.article).fact("draft", state)
    };
    let Some(last) = last else { return Err(refusal("no draft was submitted to the President", "none")) };
    match last.state {
        DraftState::Approved | DraftState::ApprovedWithModifications => Ok(last.content.modified(last.modifications)),
        DraftState::Submitted if deemed_approved(rules, calendar, now)? => Ok(last.content.clone()),
        DraftState::SentBack => Err(refusal("the President asked for modifications of the last draft", "sent_back")),
        state => Err(refusal("the President has not answered the draft yet", state.code())),
    }
}

/// Whether silence stands for an answer by now.
fn deemed_approved(rules: &Rulebook, calendar: &Calendar, now: Instant) -> Result<bool, Violation> {
    match rules.settings.silent_president.value {
        SilentPresident::Blocks => Ok(false),
        SilentPresident::DeemedApprovedAtDeadline => {
            Ok(now > deadline_named(rules, calendar, DEFINITE_INVITATION, now)?.due)
        }
    }
}

/// The definite invitation says what was approved, nothing else; each particular that differs is named.
pub fn check_approved(rules: &Rulebook, approved: &Content, sent: &Content) -> Result<(), Vec<Violation>> {
    let article = rules.deadlines.get(DEFINITE_INVITATION).map(|rule| rule.article.as_str()).unwrap_or_default();
    let keys: BTreeSet<&String> = approved.particulars.keys().chain(sent.particulars.keys()).collect();
    let differing: Vec<&String> =
        keys.into_iter().filter(|key| approved.particulars.get(*key) != sent.particulars.get(*key)).collect();
    let mut names: Vec<String> = differing.iter().map(|key| (*key).clone()).collect();
    let contribution_differs = approved.contribution != sent.contribution;
    if contribution_differs {
        names.push("contribution".to_owned());
    }
    let fault = |name: &str, pointer: String| {
        Violation::new(Rule::ContentNotApproved, format!("{name} does not read as the President approved it"))
            .article(article)
            .fact("differing", names.clone())
            .at(pointer)
    };
    let mut faults: Vec<Violation> =
        differing.into_iter().map(|key| fault(key, pointer("/particulars", key))).collect();
    if contribution_differs {
        faults.push(fault("contribution", "/contribution".to_owned()));
    }
    all_or_none(faults)
}

fn items(rules: &Rulebook) -> impl Iterator<Item = &Cited<Item>> {
    rules.invitation.particulars.iter()
}

fn pointer(at: &str, key: &str) -> String {
    format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn all_or_none(faults: Vec<Violation>) -> Result<(), Vec<Violation>> {
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

#[cfg(test)]
mod tests;

//! A row of the table: who may do one thing, how far the role must reach, when, and what the call must bring.

use super::action::Action;
use super::actor::Role;
use super::table::TABLE;
use crate::domain::championship::Phase;

/// Who may, apart from appointments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Also a caller without a token.
    Everyone,
    /// Every signed-in account.
    SignedIn,
    /// Only accounts with one of these roles that reaches the target.
    Holders(&'static [Role]),
}

/// How far a role must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The role is enough; one that can reach beyond championships must do so, for anybody may hold it in a sandbox.
    Registry,
    /// The championship of the target.
    Championship,
    /// In the championship; and a role of a federation must be of the target's own.
    Federation,
}

/// Whether the call must say which version it saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    None,
    /// A PUT: none is needed to create, one to replace.
    IfExists,
    Required,
}

/// What an `Idempotency-Key` is to this operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Reads, and writes that are idempotent by nature.
    None,
    Optional,
    /// A repeat would act twice.
    Required,
}

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub action: Action,
    pub write: bool,
    pub who: Who,
    pub reach: Reach,
    /// To whom it is not allowed, the thing does not exist: 404, not 403.
    pub hidden: bool,
    /// Empty: in every phase.
    pub phases: &'static [Phase],
    pub guard: Guard,
    pub key: Key,
    /// The article of the 1960 regulations that gives the right or the duty, where one does.
    pub article: Option<&'static str>,
}

pub(super) const fn read(action: Action, who: Who) -> Row {
    Row {
        action,
        write: false,
        who,
        reach: Reach::Championship,
        hidden: false,
        phases: &[],
        guard: Guard::None,
        key: Key::None,
        article: None,
    }
}

pub(super) const fn write(action: Action, who: Who, reach: Reach) -> Row {
    Row {
        action,
        write: true,
        who,
        reach,
        hidden: false,
        phases: &[],
        guard: Guard::None,
        key: Key::None,
        article: None,
    }
}

impl Row {
    pub(super) const fn reaching(mut self, reach: Reach) -> Row {
        self.reach = reach;
        self
    }

    pub(super) const fn hidden(mut self) -> Row {
        self.hidden = true;
        self
    }

    pub(super) const fn during(mut self, phases: &'static [Phase]) -> Row {
        self.phases = phases;
        self
    }

    pub(super) const fn guarded(mut self, guard: Guard) -> Row {
        self.guard = guard;
        self
    }

    pub(super) const fn keyed(mut self, key: Key) -> Row {
        self.key = key;
        self
    }

    pub(super) const fn by(mut self, article: &'static str) -> Row {
        self.article = Some(article);
        self
    }

    pub fn of(action: Action) -> &'static Row {
        // `every_action_has_one_row` holds that the table is in the order of the actions.
        &TABLE[action as usize]
    }

    pub fn roles(&self) -> &'static [Role] {
        match self.who {
            Who::Holders(roles) => roles,
            _ => &[],
        }
    }
}

//! What the caller may do with a thing now, and if not why: the answer of every `…/access`.

use super::desk::View;
use super::error::{Denial, Error, Result};
use crate::access::{Action, Row};
use crate::domain::entry::{self, EntryState};
use crate::domain::ids::{GroupId, MatchId};
use crate::domain::rulebook::{DEFINITE_ENTRY, PRELIMINARY_ENTRY};
use crate::domain::timetable::in_time;
use crate::domain::violation::{Rule, Violation};
use crate::storage::{dispensations, entries, lineups, lots, matches, rounds};

/// One operation on the thing.
pub struct Right {
    pub action: Action,
    pub article: Option<&'static str>,
    /// Code and words of the refusal; `None`: it may be tried.
    pub refusal: Option<(String, String)>,
}

const OF_CHAMPIONSHIP: &[Action] = &[
    Action::UpdateChampionship,
    Action::AdvanceClock,
    Action::MakeAppointment,
    Action::GrantDispensation,
    Action::DecideEligibility,
    Action::CreateInvitationDraft,
    Action::SendInvitation,
    Action::ProposeOfficial,
    Action::CloseChampionship,
];
const OF_ENTRY: &[Action] = &[
    Action::SubmitPreliminaryEntry,
    Action::PutTeam,
    Action::ReplacePlayer,
    Action::SetBoardOrder,
    Action::UploadDocument,
    Action::SubmitDefiniteEntry,
    Action::WithdrawEntry,
    Action::NameChiefOfDelegation,
];
const OF_GROUP: &[Action] = &[
    Action::CommitLots,
    Action::DrawLots,
    Action::AnnulLots,
    Action::RescheduleRound,
    Action::StartRound,
    Action::RecallStart,
    Action::CloseRound,
    Action::ReopenRound,
];
const OF_MATCH: &[Action] = &[
    Action::SubmitLineup,
    Action::RequestLineupChange,
    Action::AcceptLineupChange,
    Action::NameSteward,
    Action::RecordArrivals,
    Action::FileStewardReport,
    Action::ReportResult,
    Action::ConfirmResult,
    Action::DecideResult,
    Action::ScoreWalkover,
    Action::UploadMatchGames,
];

pub fn get_championship_access(view: &mut View<'_>) -> Result<Vec<Right>> {
    rights(view, OF_CHAMPIONSHIP)
}

/// Its state and its deadlines are looked at too: they change within the phase.
pub fn get_entry_access(view: &mut View<'_>) -> Result<Vec<Right>> {
    let event = view.event()?;
    let (id, rules, calendar) = (event.id().clone(), event.rules.clone(), event.row.calendar()?);
    let federation = view.target.federations.first().cloned();
    let mut rights = rights(view, OF_ENTRY)?;
    let row = match &federation {
        Some(federation) => entries::find(view.db, &id, federation)?,
        None => None,
    };
    let state = row.and_then(|row| EntryState::from_code(&row.state));
    for right in rights.iter_mut().filter(|right| right.refusal.is_none()) {
        right.refusal = match (right.action, state) {
            (Action::SubmitPreliminaryEntry, Some(EntryState::Definite)) => {
                Some(("already_done".to_owned(), "it is entered definitely".to_owned()))
            }
            (Action::WithdrawEntry, Some(EntryState::Withdrawn)) => {
                Some(("already_done".to_owned(), "it is withdrawn".to_owned()))
            }
            (Action::SubmitPreliminaryEntry, _) => None,
            _ => entry::standing(&rules, federation.as_deref().unwrap_or_default(), state).err().map(in_short),
        };
        if right.refusal.is_some() {
            continue;
        }
        let step = match right.action {
            Action::SubmitPreliminaryEntry => PRELIMINARY_ENTRY,
            Action::SubmitDefiniteEntry | Action::PutTeam | Action::ReplacePlayer | Action::SetBoardOrder => {
                DEFINITE_ENTRY
            }
            _ => continue,
        };
        let held = dispensations::standing_for(view.db, &id, step, federation.as_deref())?;
        let held = held.map(|row| row.dispensation()).transpose()?;
        let refusal = in_time(&rules, &calendar, step, held, view.now).err();
        right.refusal = refusal.map(in_short);
    }
    Ok(rights)
}

/// Lots are committed to once, and drawn after it.
pub fn get_group_access(view: &mut View<'_>, group: &GroupId) -> Result<Vec<Right>> {
    let committed = lots::find(view.db, group.as_str())?.is_some();
    let mut rights = rights(view, OF_GROUP)?;
    for right in rights.iter_mut().filter(|right| right.refusal.is_none()) {
        right.refusal = match (right.action, committed) {
            (Action::CommitLots, true) => Some(("already_done".to_owned(), "a commitment stands".to_owned())),
            (Action::DrawLots, false) => Some(("not_found".to_owned(), "no lots were committed to yet".to_owned())),
            _ => None,
        };
    }
    Ok(rights)
}

fn in_short(violation: Violation) -> (String, String) {
    (violation.rule.code().to_owned(), violation.detail)
}

/// A captain's hour for the line-up passes, and a list binds; the officials record what came on paper until the signal.
pub fn get_match_access(view: &mut View<'_>, id: &MatchId) -> Result<Vec<Right>> {
    let rules = view.rules()?;
    let game = matches::find(view.db, id.as_str())?.ok_or_else(|| Error::not_found("match", id))?;
    let round = rounds::by_id(view.db, &game.round_id)?;
    let hours = round.hours(&rules)?;
    let championship = view.target.championship.clone();
    let official = view.actor.officiates(championship.as_ref());
    let mut handed_in = false;
    for team in [&game.first_team_id, &game.second_team_id] {
        let side = lineups::side(view.db, &game.id, team)?;
        // Only the own side's: the other's is nobody's business.
        if side.is_some_and(|side| view.actor.acts_for(&side.federation, championship.as_ref())) {
            handed_in |= lineups::standing(view.db, &game.id, team)?.is_some();
        }
    }
    let mut rights = rights(view, OF_MATCH)?;
    for right in rights.iter_mut().filter(|right| right.refusal.is_none()) {
        right.refusal = match right.action {
            Action::SubmitLineup | Action::RequestLineupChange | Action::AcceptLineupChange if round.started() => {
                Some(("round_started".to_owned(), format!("round {} has started", round.number)))
            }
            Action::SubmitLineup if handed_in => {
                Some((Rule::LineupBinding.code().to_owned(), "a line-up was handed in and binds".to_owned()))
            }
            Action::SubmitLineup if !official => hours.check_in_time(&rules, view.now).err().map(in_short),
            Action::RequestLineupChange if !handed_in => {
                Some(("not_found".to_owned(), "no line-up was handed in".to_owned()))
            }
            _ => None,
        };
    }
    Ok(rights)
}

fn rights(view: &View<'_>, actions: &[Action]) -> Result<Vec<Right>> {
    let rights = actions
        .iter()
        .map(|action| Right {
            action: *action,
            article: Row::of(*action).article,
            refusal: view.may(*action).err().map(|refusal| words(refusal.into())),
        })
        .collect();
    Ok(rights)
}

/// The code is the one with which the operation itself would be refused.
fn words(error: Error) -> (String, String) {
    match error {
        Error::Denied(Denial::NotAllowed { code, detail, .. }) => (code.to_owned(), detail),
        Error::Denied(_) => ("token_missing".to_owned(), "a token is needed".to_owned()),
        Error::Conflict(super::error::Conflict::WrongPhase { phase, allowed_in, .. }) => (
            "wrong_phase".to_owned(),
            format!("the championship is {phase}; this is possible while it is {}", allowed_in.join(" or ")),
        ),
        other => ("not_possible".to_owned(), other.to_string()),
    }
}

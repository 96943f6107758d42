//! What the path of a request names: its stream, its championship, whose it is, and its version.

use diesel::dsl::max;
use diesel::prelude::*;

use super::schema::*;
use super::{Db, Error, Result};
use crate::domain::ids::{
    AccountId, AppointmentId, AwardId, ChampionshipId, DispensationId, DocumentId, DraftId, EligibilityDecisionId,
    GroupId, MatchId, NoticeId, OfficialId, PersonId, TeamId,
};

pub const REGISTRY: &str = "registry";

/// The resource that a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Registry,
    Account(AccountId),
    Appointment(AppointmentId),
    /// A new appointment in that championship, or beyond championships.
    NewAppointment(Option<ChampionshipId>),
    Federation(String),
    Person(PersonId),
    /// By system and identifier; a new one is of that federation.
    PersonByRef(String, String, String),
    /// A new person of that federation, in a sandbox championship or in the registry.
    NewPerson(Option<ChampionshipId>, String),
    Regulations(String),
    NewChampionship(ChampionshipId),
    Championship(ChampionshipId),
    Draft(ChampionshipId, DraftId),
    Invitation(ChampionshipId),
    Notice(ChampionshipId, NoticeId),
    Dispensation(ChampionshipId, DispensationId),
    Entry(ChampionshipId, String),
    /// Championship, federation, document.
    Document(ChampionshipId, String, DocumentId),
    /// Championship, federation, letter.
    Team(ChampionshipId, String, String),
    EligibilityDecision(ChampionshipId, EligibilityDecisionId),
    Official(ChampionshipId, OfficialId),
    Group(GroupId),
    Lots(GroupId),
    PrizeList(ChampionshipId),
    Award(ChampionshipId, AwardId),
    Round(GroupId, i32),
    Match(MatchId),
    Report(MatchId, TeamId),
    /// Match and board.
    ScoreSheet(MatchId, i32),
    /// The steward of a match.
    Steward(MatchId),
    /// Who came when to a board.
    Arrivals(MatchId, i32),
    /// Whether there is one is nobody's business: it has no version.
    Lineup(MatchId, TeamId),
    LineupDraft(MatchId, TeamId),
}

impl Target {
    pub fn words(&self) -> String {
        match self {
            Target::Registry => "registry".to_owned(),
            Target::Account(id) => format!("account {id}"),
            Target::Appointment(id) => format!("appointment {id}"),
            Target::NewAppointment(Some(id)) | Target::NewPerson(Some(id), _) => format!("championship {id}"),
            Target::NewAppointment(None) | Target::NewPerson(None, _) => "registry".to_owned(),
            Target::Federation(code) => format!("federation {code}"),
            Target::Person(id) => format!("person {id}"),
            Target::PersonByRef(system, value, _) => format!("person with {system} {value}"),
            Target::Regulations(id) => format!("regulations {id}"),
            Target::NewChampionship(id)
            | Target::Championship(id)
            | Target::Invitation(id)
            | Target::Draft(id, _)
            | Target::Notice(id, _)
            | Target::EligibilityDecision(id, _)
            | Target::Dispensation(id, _)
            | Target::Official(id, _)
            | Target::PrizeList(id)
            | Target::Award(id, _)
            | Target::Entry(id, _)
            | Target::Document(id, ..)
            | Target::Team(id, ..) => format!("championship {id}, or no such part of it"),
            Target::Group(id) | Target::Lots(id) => format!("group {id}"),
            Target::Round(id, number) => format!("round {number} of group {id}"),
            Target::Steward(id) => format!("match {id}"),
            Target::Arrivals(id, board) => format!("board {board} of match {id}"),
            Target::Match(id) => format!("match {id}"),
            Target::Report(id, team) | Target::Lineup(id, team) | Target::LineupDraft(id, team) => {
                format!("team {team} in match {id}")
            }
            Target::ScoreSheet(id, _) => format!("match {id}"),
        }
    }
}

/// A target, looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub stream: String,
    pub championship: Option<ChampionshipId>,
    pub federations: Vec<String>,
    /// `None`: the resource does not exist (yet), or is a collection.
    pub version: Option<i64>,
}

impl Resolved {
    fn registry(version: Option<i64>) -> Self {
        Self { stream: REGISTRY.to_owned(), championship: None, federations: Vec::new(), version }
    }

    fn of(championship: &ChampionshipId, federations: Vec<String>, version: Option<i64>) -> Self {
        Self { stream: championship.to_string(), championship: Some(championship.clone()), federations, version }
    }

    /// In the championship's stream where there is one, else in the registry's.
    fn either(championship: Option<ChampionshipId>, federations: Vec<String>, version: Option<i64>) -> Self {
        match championship {
            Some(id) => Self::of(&id, federations, version),
            None => Self { federations, ..Self::registry(version) },
        }
    }
}

/// Reads an identifier column; a value that is none is an inconsistent row.
pub fn id<I: TryFrom<String>>(value: String, table: &'static str, column: &'static str) -> Result<I> {
    let row = value.clone();
    I::try_from(value).map_err(|_| Error::Inconsistent { table, column, row })
}

/// Looks a target up. `None`: what must exist for it does not (a championship, a group, a match; an entry need not).
pub fn resolve(db: &mut Db, target: &Target) -> Result<Option<Resolved>> {
    Ok(match target {
        Target::Registry => Some(Resolved::registry(None)),
        Target::Account(id) => accounts::table
            .find(id.as_str())
            .select(accounts::version)
            .first(db)
            .optional()?
            .map(|version| Resolved::registry(Some(version))),
        Target::Appointment(id) => {
            let row: Option<(Option<String>, Option<String>, i64)> = appointments::table
                .find(id.as_str())
                .select((appointments::championship_id, appointments::federation, appointments::version))
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some((championship, federation, version)) => Some(Resolved::either(
                    optional(championship, "appointments")?,
                    federation.into_iter().collect(),
                    Some(version),
                )),
            }
        }
        Target::NewAppointment(None) => Some(Resolved::registry(None)),
        Target::NewAppointment(Some(id)) => championship(db, id)?.map(|_| Resolved::of(id, Vec::new(), None)),
        Target::Federation(code) => Some(Resolved {
            federations: vec![code.clone()],
            ..Resolved::registry(federations::table.find(code).select(federations::version).first(db).optional()?)
        }),
        Target::Person(id) => {
            let row: Option<(Option<String>, String, i64)> = persons::table
                .find(id.as_str())
                .select((persons::championship_id, persons::federation, persons::version))
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some((championship, federation, version)) => {
                    Some(Resolved::either(optional(championship, "persons")?, vec![federation], Some(version)))
                }
            }
        }
        Target::PersonByRef(system, value, federation) => {
            let known: Option<(String, i64)> = person_refs::table
                .inner_join(persons::table.on(persons::id.eq(person_refs::person_id)))
                .filter(person_refs::system.eq(system))
                .filter(person_refs::value.eq(value))
                .select((persons::federation, persons::version))
                .first(db)
                .optional()?;
            let (federation, version) = match known {
                Some((federation, version)) => (federation, Some(version)),
                None => (federation.clone(), None),
            };
            Some(Resolved { federations: vec![federation], ..Resolved::registry(version) })
        }
        Target::NewPerson(None, federation) => {
            Some(Resolved { federations: vec![federation.clone()], ..Resolved::registry(None) })
        }
        Target::NewPerson(Some(id), federation) => {
            championship(db, id)?.map(|_| Resolved::of(id, vec![federation.clone()], None))
        }
        Target::Regulations(id) => {
            Some(Resolved::registry(regulations::table.find(id).select(regulations::version).first(db).optional()?))
        }
        Target::NewChampionship(id) => Some(Resolved::of(id, Vec::new(), None)),
        Target::Championship(id) => championship(db, id)?.map(|version| Resolved::of(id, Vec::new(), Some(version))),
        Target::Draft(id, draft) => {
            let version: Option<i64> = invitation_drafts::table
                .find(draft.as_str())
                .filter(invitation_drafts::championship_id.eq(id.as_str()))
                .select(invitation_drafts::version)
                .first(db)
                .optional()?;
            version.map(|version| Resolved::of(id, Vec::new(), Some(version)))
        }
        Target::Invitation(id) => match championship(db, id)? {
            None => None,
            Some(_) => {
                let version = invitations::table.find(id.as_str()).select(invitations::version).first(db).optional()?;
                Some(Resolved::of(id, Vec::new(), version))
            }
        },
        Target::Notice(id, notice) => {
            let row: Option<(Option<String>, i64)> = notices::table
                .find(notice.as_str())
                .filter(notices::championship_id.eq(id.as_str()))
                .select((notices::federation, notices::version))
                .first(db)
                .optional()?;
            row.map(|(federation, version)| Resolved::of(id, federation.into_iter().collect(), Some(version)))
        }
        Target::Dispensation(id, dispensation) => {
            let version: Option<i64> = dispensations::table
                .find(dispensation.as_str())
                .filter(dispensations::championship_id.eq(id.as_str()))
                .select(dispensations::version)
                .first(db)
                .optional()?;
            version.map(|version| Resolved::of(id, Vec::new(), Some(version)))
        }
        Target::Entry(id, federation) => match championship(db, id)? {
            None => None,
            Some(_) => {
                let version =
                    entries::table.find((id.as_str(), federation)).select(entries::version).first(db).optional()?;
                Some(Resolved::of(id, vec![federation.clone()], version))
            }
        },
        Target::Document(id, federation, document) => {
            let version: Option<i64> = documents::table
                .find(document.as_str())
                .filter(documents::championship_id.eq(id.as_str()))
                .filter(documents::federation.eq(federation))
                .select(documents::version)
                .first(db)
                .optional()?;
            version.map(|version| Resolved::of(id, vec![federation.clone()], Some(version)))
        }
        Target::Team(id, federation, letter) => match championship(db, id)? {
            None => None,
            Some(_) => {
                let version = teams::table
                    .filter(teams::championship_id.eq(id.as_str()))
                    .filter(teams::federation.eq(federation))
                    .filter(teams::letter.eq(letter))
                    .select(teams::version)
                    .first(db)
                    .optional()?;
                Some(Resolved::of(id, vec![federation.clone()], version))
            }
        },
        Target::EligibilityDecision(id, decision) => {
            let row: Option<(String, i64)> = eligibility_decisions::table
                .find(decision.as_str())
                .filter(eligibility_decisions::championship_id.eq(id.as_str()))
                .select((eligibility_decisions::federation, eligibility_decisions::version))
                .first(db)
                .optional()?;
            row.map(|(federation, version)| Resolved::of(id, vec![federation], Some(version)))
        }
        Target::Official(id, official) => {
            let version: Option<i64> = officials::table
                .find(official.as_str())
                .filter(officials::championship_id.eq(id.as_str()))
                .select(officials::version)
                .first(db)
                .optional()?;
            version.map(|version| Resolved::of(id, Vec::new(), Some(version)))
        }
        Target::PrizeList(id) => match championship(db, id)? {
            None => None,
            Some(_) => {
                let version = prize_lists::table.find(id.as_str()).select(prize_lists::version).first(db).optional()?;
                Some(Resolved::of(id, Vec::new(), version))
            }
        },
        Target::Award(id, award) => {
            let version: Option<i64> = awards::table
                .find(award.as_str())
                .filter(awards::championship_id.eq(id.as_str()))
                .select(awards::version)
                .first(db)
                .optional()?;
            version.map(|version| Resolved::of(id, Vec::new(), Some(version)))
        }
        Target::Group(group) => {
            let row: Option<(String, i64)> = groups::table
                .find(group.as_str())
                .select((groups::championship_id, groups::version))
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some((championship, version)) => {
                    Some(Resolved::of(&id(championship, "groups", "championship_id")?, Vec::new(), Some(version)))
                }
            }
        }
        Target::Lots(group) => {
            let championship: Option<String> =
                groups::table.find(group.as_str()).select(groups::championship_id).first(db).optional()?;
            match championship {
                None => None,
                Some(championship) => {
                    let version = lots::table.find(group.as_str()).select(lots::version).first(db).optional()?;
                    Some(Resolved::of(&id(championship, "groups", "championship_id")?, Vec::new(), version))
                }
            }
        }
        Target::Round(group, number) => {
            let row: Option<(String, i64)> = rounds::table
                .filter(rounds::group_id.eq(group.as_str()))
                .filter(rounds::number.eq(number))
                .select((rounds::championship_id, rounds::version))
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some((championship, version)) => {
                    Some(Resolved::of(&id(championship, "rounds", "championship_id")?, Vec::new(), Some(version)))
                }
            }
        }
        Target::Match(match_id) => {
            let row: Option<(String, String, String, i64)> = matches::table
                .find(match_id.as_str())
                .select((matches::championship_id, matches::first_team_id, matches::second_team_id, matches::version))
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some((championship, first, second, version)) => {
                    let federations =
                        teams::table.filter(teams::id.eq_any([first, second])).select(teams::federation).load(db)?;
                    Some(Resolved::of(&id(championship, "matches", "championship_id")?, federations, Some(version)))
                }
            }
        }
        Target::ScoreSheet(match_id, board) => {
            let version: Option<i32> = score_sheets::table
                .filter(score_sheets::match_id.eq(match_id.as_str()))
                .filter(score_sheets::board.eq(board))
                .select(max(score_sheets::revision))
                .first(db)?;
            of_match(db, match_id, version.map(i64::from))?
        }
        Target::Steward(id) => {
            let named: i64 = match_stewards::table
                .filter(match_stewards::match_id.eq(id.as_str()))
                .select(diesel::dsl::count_star())
                .first(db)?;
            of_match(db, id, (named > 0).then_some(named))?
        }
        Target::Arrivals(id, board) => {
            let version = match_arrivals::table
                .find((id.as_str(), board))
                .select(match_arrivals::version)
                .first(db)
                .optional()?;
            of_match(db, id, version)?
        }
        Target::Report(match_id, team) | Target::Lineup(match_id, team) | Target::LineupDraft(match_id, team) => {
            let row: Option<String> = matches::table
                .find(match_id.as_str())
                .filter(matches::first_team_id.eq(team.as_str()).or(matches::second_team_id.eq(team.as_str())))
                .select(matches::championship_id)
                .first(db)
                .optional()?;
            match row {
                None => None,
                Some(championship) => {
                    let federation = teams::table.find(team.as_str()).select(teams::federation).first(db)?;
                    let key = (match_id.as_str(), team.as_str());
                    let version = match target {
                        Target::Report(..) => {
                            match_reports::table.find(key).select(match_reports::version).first(db).optional()?
                        }
                        Target::LineupDraft(..) => {
                            lineup_drafts::table.find(key).select(lineup_drafts::version).first(db).optional()?
                        }
                        _ => None,
                    };
                    Some(Resolved::of(&id(championship, "matches", "championship_id")?, vec![federation], version))
                }
            }
        }
    })
}

/// Of a part of a match, with a version of its own.
fn of_match(db: &mut Db, match_id: &MatchId, version: Option<i64>) -> Result<Option<Resolved>> {
    let Some(resolved) = resolve(db, &Target::Match(match_id.clone()))? else { return Ok(None) };
    Ok(Some(Resolved { version, ..resolved }))
}

fn championship(db: &mut Db, id: &ChampionshipId) -> Result<Option<i64>> {
    Ok(championships::table.find(id.as_str()).select(championships::version).first(db).optional()?)
}

fn optional(championship: Option<String>, table: &'static str) -> Result<Option<ChampionshipId>> {
    championship.map(|championship| id(championship, table, "championship_id")).transpose()
}

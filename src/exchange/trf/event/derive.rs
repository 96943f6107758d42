//! From records to an event.

use std::collections::BTreeMap;

use super::super::fault::{TrfFault, TrfRule};
use super::super::model::{Acceleration, CellResult, Colour, ForbiddenPairs, Record, RequestedByeKind, TrfFile};
use super::super::{MAX_BOARDS, MAX_FAULTS, MAX_ROUNDS};
use super::abnormal::{self, Abnormals};
use super::boards::{Meeting, pattern_of};
use super::book::{Book, alternating};
use super::meetings::{Fate, Statements};
use super::roster::Roster;
use super::totals;
use super::{ByeKind, Event, EventRound, EventTeam, Readings, RequestedBye, Score};
use crate::domain::ids::TeamNumber;

/// The event that a file tells, or everything that stands in the way of reading it in one way only.
pub fn derive(file: &TrfFile, readings: &Readings) -> Result<Event, Vec<TrfFault>> {
    let mut faults = Vec::new();
    let event = derive_noting(file, readings, &mut faults);
    match event.filter(|_| faults.is_empty()) {
        Some(event) => Ok(event),
        None => {
            faults.truncate(MAX_FAULTS);
            Err(faults)
        }
    }
}

/// None only with a fault.
fn derive_noting(file: &TrfFile, readings: &Readings, faults: &mut Vec<TrfFault>) -> Option<Event> {
    let roster = Roster::of(file, faults);
    let statements = Statements::of(file, &roster, faults);
    let (scoring, player_bye) = abnormal::scoring(file, faults);
    let abnormals = Abnormals::of(file, &roster, readings, faults);
    let head = Head::of(file, faults);
    let played = played_rounds(&head, &statements, &roster, faults);
    if !faults.is_empty() {
        return None;
    }
    let course = Course::of(&roster, &statements, readings, played, faults);
    let pattern = board_pattern(&head, &roster, &course.meetings, faults)?;
    let pairing_bye = abnormal::pairing_bye(file, &scoring, pattern.len(), faults);
    let colours = alternating(&pattern);
    let book = Book {
        statements: &statements,
        roster: &roster,
        scoring,
        pairing_bye,
        abnormals: &abnormals,
        colours,
        pattern,
    };
    let mut event = Event {
        rounds_announced: head.rounds,
        initial_colour: head.initial_colour,
        board_colours: book.colours.clone(),
        scoring,
        pairing_bye,
        teams: teams(&roster),
        rounds: course.rounds(&book, played, faults),
        requested_byes: requested_byes(&roster, &statements, played),
        adjustments: abnormals.adjustments.clone(),
        accelerations: head.accelerations,
        forbidden_pairs: head.forbidden_pairs,
    };
    if faults.is_empty() {
        totals::add_up(&mut event, &roster, &course.unrecorded, faults);
        if !readings.pass_over_player_points {
            totals::check_players(&event, &roster, player_bye, faults);
        }
    }
    Some(event)
}

/// The records that stand for themselves.
#[derive(Default)]
struct Head {
    rounds: Option<u32>,
    initial_colour: Option<Colour>,
    board_colours: Option<Vec<Colour>>,
    accelerations: Vec<Acceleration>,
    forbidden_pairs: Vec<ForbiddenPairs>,
}

impl Head {
    fn of(file: &TrfFile, faults: &mut Vec<TrfFault>) -> Self {
        let mut head = Self::default();
        for (place, record) in file.records.iter().enumerate() {
            let known = match record {
                Record::Rounds(rounds) => head.rounds.replace(*rounds).map(|_| "142"),
                Record::InitialColour(colour) => head.initial_colour.replace(*colour).map(|_| "152"),
                Record::BoardColours(colours) => {
                    head.board_colours.replace(of_white_at_first_board(colours)).map(|_| "352")
                }
                Record::Acceleration(acceleration) => {
                    head.accelerations.push(acceleration.clone());
                    None
                }
                Record::ForbiddenPairs(pairs) => {
                    head.forbidden_pairs.push(pairs.clone());
                    None
                }
                _ => None,
            };
            if let Some(code) = known {
                let fault = TrfFault::new(TrfRule::StatedTwice, "there is such a record already");
                fault.on_line(place + 1).in_record(code).note(faults);
            }
        }
        head
    }
}

/// A sequence that starts with Black is that of the second team.
fn of_white_at_first_board(colours: &[Colour]) -> Vec<Colour> {
    let is_mirrored = colours.first() == Some(&Colour::Black);
    colours.iter().map(|colour| if is_mirrored { colour.other() } else { *colour }).collect()
}

fn played_rounds(head: &Head, statements: &Statements<'_>, roster: &Roster<'_>, faults: &mut Vec<TrfFault>) -> u32 {
    let played = statements.last_round(roster);
    if let Some(announced) = head.rounds.filter(|announced| played > *announced) {
        let detail = format!("round {played} is paired, but record 142 announces {announced} rounds");
        TrfFault::new(TrfRule::TooManyRounds, detail).in_round(played).note(faults);
    }
    if played as usize > MAX_ROUNDS {
        let detail = format!("no event has more than {MAX_ROUNDS} rounds here");
        TrfFault::new(TrfRule::TooLarge, detail).in_round(played).note(faults);
    }
    played
}

/// Whom every team met, round by round, and who met nobody.
#[derive(Default)]
struct Course<'a> {
    meetings: Vec<Meeting<'a>>,
    byes: Vec<(u32, u32, ByeKind)>,
    /// By team, the rounds that were taken for absences because nothing is recorded of them.
    unrecorded: BTreeMap<u32, Vec<u32>>,
}

impl<'a> Course<'a> {
    fn of(
        roster: &Roster<'_>,
        statements: &Statements<'a>,
        readings: &Readings,
        played: u32,
        faults: &mut Vec<TrfFault>,
    ) -> Self {
        let mut course = Self::default();
        for round in 1..=played {
            for (team, fate) in statements.fates(roster, readings, round, faults) {
                match fate {
                    Fate::Met(opponent) if team < opponent => {
                        course.meetings.push(Meeting::of(roster, statements, (round, team, opponent), faults));
                    }
                    Fate::Met(_) => {}
                    Fate::Bye(kind) => course.byes.push((round, team, kind)),
                    Fate::Unrecorded => {
                        course.byes.push((round, team, ByeKind::ZeroPoint));
                        course.unrecorded.entry(team).or_default().push(round);
                    }
                }
            }
            if faults.len() >= MAX_FAULTS {
                break;
            }
        }
        course
    }

    fn rounds(&self, book: &Book<'_>, played: u32, faults: &mut Vec<TrfFault>) -> Vec<EventRound> {
        let mut rounds: Vec<EventRound> =
            (1..=played).map(|number| EventRound { number, matches: Vec::new(), byes: Vec::new() }).collect();
        for meeting in &self.meetings {
            match book.entry(meeting) {
                Ok(entry) => rounds[meeting.round as usize - 1].matches.push(entry),
                Err(fault) => fault.note(faults),
            }
        }
        for &(round, team, kind) in &self.byes {
            rounds[round as usize - 1].byes.push(book.bye(round, team, kind));
        }
        rounds
    }
}

/// The colours of the first team, as many as there are boards: record 352, or what the matches show.
fn board_pattern(
    head: &Head,
    roster: &Roster<'_>,
    meetings: &[Meeting<'_>],
    faults: &mut Vec<TrfFault>,
) -> Option<Vec<Option<Colour>>> {
    let needed = || meetings.iter().map(Meeting::boards_needed).max().unwrap_or(0);
    let boards = head.board_colours.as_ref().map_or_else(needed, Vec::len);
    if boards > MAX_BOARDS {
        let detail = format!("no match has more than {MAX_BOARDS} boards here");
        TrfFault::new(TrfRule::TooLarge, detail).note(faults);
        return None;
    }
    let pattern = match &head.board_colours {
        Some(stated) => stated.iter().copied().map(Some).collect(),
        None => pattern_of(roster, meetings, boards),
    };
    Some(pattern)
}

fn teams(roster: &Roster<'_>) -> Vec<EventTeam> {
    let teams = roster.teams.iter().map(|team| EventTeam {
        number: TeamNumber(team.number),
        name: team.name.to_owned(),
        short_name: team.short_name.to_owned(),
        strength: team.strength,
        rank: team.rank,
        members: team.members.to_vec(),
        score: Score::default(),
    });
    teams.collect()
}

/// Byes of rounds after the last paired one: record 240, or one letter in the records of all the team's players.
fn requested_byes(roster: &Roster<'_>, statements: &Statements<'_>, played: u32) -> Vec<RequestedBye> {
    let mut byes: BTreeMap<(u32, u32), RequestedByeKind> =
        statements.requested.range((played + 1, 0)..).map(|(key, kind)| (*key, *kind)).collect();
    for team in &roster.teams {
        let kind_of = |member: u32, round: u32| match roster.cell(member, round).result {
            Some(CellResult::FullPointBye) => Some(RequestedByeKind::Full),
            Some(CellResult::HalfPointBye) => Some(RequestedByeKind::Half),
            Some(CellResult::ZeroPointBye) => Some(RequestedByeKind::Zero),
            _ => None,
        };
        for round in played + 1..=MAX_ROUNDS as u32 {
            let mut kinds = team.members.iter().map(|&member| kind_of(member, round));
            if let Some(Some(kind)) = kinds.next()
                && kinds.all(|other| other == Some(kind))
            {
                byes.entry((round, team.number)).or_insert(kind);
            }
        }
    }
    byes.into_iter().map(|((round, team), kind)| RequestedBye { round, team: TeamNumber(team), kind }).collect()
}

//! An event of a file as an archive keeps it: what can be told without asking anybody, or everything that cannot.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::table::{self, game_result};
use super::trf::event::{self, Event, EventMatch, Score};
use super::trf::{Colour as Letter, Header, HeaderKind, Player, Record, TrfFile};
use crate::domain::ids::TeamNumber;
use crate::domain::result::{GameResult, MatchPointScale, MatchResult};
use crate::domain::rulebook::{self, Filed};
use crate::domain::standings::{Edition, PairingMode, Score as Primary};

/// What the file may leave out, and who imports it says.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub title: Option<String>,
    pub city: Option<String>,
    /// Code of the organizing federation.
    pub organizer: Option<String>,
    pub starts_on: Option<Date>,
    pub ends_on: Option<Date>,
    /// A list of tie-breaks in the place of the file's own; `None` with `regulations`, whose own list is used.
    pub tie_breaks: Option<String>,
    pub edition: Option<Edition>,
    /// Whether regulations are named, whose list ranks.
    pub by_regulations: bool,
}

/// Something that the file does not tell, or that an archive cannot keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// JSON Pointer into what was said.
    pub pointer: &'static str,
    pub round: Option<u32>,
    pub record: &'static str,
    pub detail: String,
}

/// An event, ready to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    pub title: String,
    pub city: String,
    pub organizer: String,
    pub starts_on: Date,
    pub ends_on: Date,
    pub pairing: PairingMode,
    pub filed: Filed,
    pub teams: Vec<ArchiveTeam>,
    pub rounds: Vec<ArchiveRound>,
    pub adjustments: Vec<event::Adjustment>,
    /// The records without what is personal.
    pub records: TrfFile,
    /// Lines that are not kept.
    pub left_out: Vec<LeftOut>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveTeam {
    pub number: TeamNumber,
    pub name: String,
    pub federation: String,
    /// A for the first of its federation.
    pub letter: String,
    /// In the order of the boards.
    pub players: Vec<ArchivePlayer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivePlayer {
    /// In the file.
    pub number: u32,
    pub name: String,
    pub federation: String,
    pub fide_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRound {
    pub number: u32,
    pub date: Date,
    pub matches: Vec<ArchiveMatch>,
    pub byes: Vec<event::EventBye>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveMatch {
    pub first: TeamNumber,
    pub second: TeamNumber,
    /// Board, number of the player in the file.
    pub first_players: Vec<(u32, u32)>,
    pub second_players: Vec<(u32, u32)>,
    /// Of every board.
    pub results: Vec<GameResult>,
    /// Where they are not what boards and scale give.
    pub scores: Option<(Score, Score)>,
}

/// A line of the file that an archive does not keep, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub line: usize,
    pub record: String,
    pub reason: &'static str,
}

/// Reads an event as an archive.
pub fn archive(
    file: &TrfFile,
    event: &Event,
    said: &Said,
    scale: Option<MatchPointScale>,
) -> Result<Archive, Vec<Gap>> {
    let mut gaps = Vec::new();
    let header = |kind| file.header(kind).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let title = said.title.clone().or_else(|| header(HeaderKind::Name));
    let title = needed(title, "/title", "012", "the title of the event", &mut gaps);
    let city = said.city.clone().or_else(|| header(HeaderKind::City));
    let city = needed(city, "/city", "022", "the city", &mut gaps);
    let organizer = said.organizer.clone().or_else(|| header(HeaderKind::Federation).filter(|code| is_code(code)));
    let organizer = needed(organizer, "/organizer", "032", "the code of the organizing federation", &mut gaps);
    let starts_on = said.starts_on.or_else(|| header(HeaderKind::StartDate).as_deref().and_then(date));
    let starts_on = needed(starts_on, "/starts_on", "042", "the first day", &mut gaps).unwrap_or_default();
    let dates = round_dates(file, starts_on);
    let last_round = dates.values().max().copied();
    let ends_on = said.ends_on.or_else(|| header(HeaderKind::EndDate).as_deref().and_then(date));
    let ends_on = ends_on.or(last_round).unwrap_or(starts_on);
    if ends_on < starts_on {
        let detail = format!("the event ends on {ends_on}, before it starts on {starts_on}");
        gaps.push(Gap { pointer: "/ends_on", round: None, record: "052", detail });
    }
    if event.rounds.is_empty() {
        let detail = "no round of the event is paired".to_owned();
        gaps.push(Gap { pointer: "/file", round: None, record: "", detail });
    }
    let teams = teams(file, event, organizer.as_deref(), &mut gaps);
    let scale = scale.unwrap_or_else(|| table::scale(event));
    let rounds = event.rounds.iter().map(|round| ArchiveRound {
        number: round.number,
        date: dates.get(&round.number).copied().unwrap_or(starts_on),
        matches: round.matches.iter().map(|entry| match_of(entry, event, &scale, &mut gaps)).collect(),
        byes: round.byes.clone(),
    });
    let rounds = rounds.collect();
    if !gaps.is_empty() {
        return Err(gaps);
    }
    let (records, left_out) = without_persons(file);
    Ok(Archive {
        title: title.unwrap_or_default(),
        city: city.unwrap_or_default(),
        organizer: organizer.unwrap_or_default(),
        starts_on,
        ends_on,
        pairing: table::pairing(file),
        filed: filed(file, event, said),
        teams,
        rounds,
        adjustments: event.adjustments.clone(),
        records,
        left_out,
    })
}

fn needed<T>(found: Option<T>, at: &'static str, record: &'static str, what: &str, gaps: &mut Vec<Gap>) -> Option<T> {
    if found.is_none() {
        let detail = format!("the file does not tell {what}: say it in {}", at.trim_start_matches('/'));
        gaps.push(Gap { pointer: at, round: None, record, detail });
    }
    found
}

fn is_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// `2024/11/19`, `2024-11-19` or `19.11.2024`.
fn date(text: &str) -> Option<Date> {
    let parts: Vec<i16> =
        text.split(['/', '-', '.']).map(|part| part.trim().parse().ok()).collect::<Option<Vec<i16>>>()?;
    let (year, month, day) = match parts.as_slice() {
        [year, month, day] if *year > 31 => (*year, *month, *day),
        [day, month, year] if *year > 31 => (*year, *month, *day),
        _ => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// By round. The format has two digits for a year: it is the one nearest to the start.
fn round_dates(file: &TrfFile, starts_on: Date) -> BTreeMap<u32, Date> {
    let stated = file.records.iter().find_map(|record| match record {
        Record::RoundDates(dates) => Some(dates),
        _ => None,
    });
    let near = |text: &str| {
        let mut parts = text.split(['/', '-', '.']).map(|part| part.trim().parse::<i16>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let century = starts_on.year() / 100 * 100;
        let years = [century - 100 + year, century + year, century + 100 + year];
        let year = if year > 99 { year } else { years.into_iter().min_by_key(|of| (of - starts_on.year()).abs())? };
        Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
    };
    let dates = (1..).zip(stated.into_iter().flatten());
    dates.filter_map(|(round, text)| Some((round, near(text.as_deref()?)?))).collect()
}

/// Each team is of the federation of most of its players, or else of the one that its short name is, or of the organizer.
fn teams(file: &TrfFile, event: &Event, organizer: Option<&str>, gaps: &mut Vec<Gap>) -> Vec<ArchiveTeam> {
    let players: BTreeMap<u32, &Player> = file.players().map(|player| (player.number, player)).collect();
    let mut letters: BTreeMap<String, usize> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    let mut teams = Vec::new();
    for team in &event.teams {
        let members: Vec<&Player> = team.members.iter().filter_map(|number| players.get(number).copied()).collect();
        let most = most_frequent(members.iter().map(|player| player.federation.as_str()).filter(|code| is_code(code)));
        let short = Some(team.short_name.as_str()).filter(|code| is_code(code));
        let Some(federation) = most.or(short).or(organizer) else {
            // That the organizer is not known is said already.
            continue;
        };
        let place = letters.entry(federation.to_owned()).or_default();
        let letter = letter(*place);
        *place += 1;
        let mut own = Vec::new();
        for player in members {
            let id = Some(player.fide_id.trim()).filter(|id| id.bytes().any(|digit| digit != b'0'));
            let plain = id.filter(|id| id.len() <= 10 && id.bytes().all(|digit| digit.is_ascii_digit()));
            if let Some(id) = plain
                && !ids.insert(id)
            {
                let detail = format!("player {} has the FIDE id {id} of another player", player.number);
                gaps.push(Gap { pointer: "/file", round: None, record: "001", detail });
            }
            if player.name.trim().is_empty() {
                let detail = format!("player {} has no name", player.number);
                gaps.push(Gap { pointer: "/file", round: None, record: "001", detail });
            }
            let of = Some(player.federation.as_str()).filter(|code| is_code(code)).unwrap_or(federation);
            own.push(ArchivePlayer {
                number: player.number,
                name: player.name.clone(),
                federation: of.to_owned(),
                fide_id: plain.map(str::to_owned),
            });
        }
        teams.push(ArchiveTeam {
            number: team.number,
            name: team.name.clone(),
            federation: federation.to_owned(),
            letter,
            players: own,
        });
    }
    teams
}

fn most_frequent<'a>(codes: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    codes.for_each(|code| *counts.entry(code).or_default() += 1);
    // The first in the alphabet among several.
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(code, _)| code)
}

/// A to Z, AA, AB …
fn letter(place: usize) -> String {
    let of = |place: usize| char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
    if place < 26 { of(place).to_string() } else { format!("{}{}", letter(place / 26 - 1), of(place)) }
}

fn match_of(entry: &EventMatch, event: &Event, scale: &MatchPointScale, gaps: &mut Vec<Gap>) -> ArchiveMatch {
    let mut gap = |board: u32, what: &str| {
        let detail = format!("board {board} of teams {} and {} {what}", entry.first, entry.second);
        gaps.push(Gap { pointer: "/file", round: Some(entry.round), record: "001", detail });
    };
    let mut results = Vec::new();
    for board in 1..=u32::try_from(event.board_colours.len()).unwrap_or(u32::MAX) {
        let of = entry.boards.iter().find(|of| of.number == board);
        results.push(match of.map(|of| (of, of.result)) {
            Some((of, None)) if of.white.is_some() || of.black.is_some() => {
                gap(board, "has no result: an archive is of an event that has ended");
                GameResult::BothForfeit
            }
            // Nobody sat there.
            None | Some((_, None)) => GameResult::BothForfeit,
            Some((_, Some(result))) => game_result(result).unwrap_or_else(|| {
                gap(board, "has a result that the Laws do not know");
                GameResult::BothLost
            }),
        });
    }
    let seats = |player: fn(&event::EventBoard) -> Option<u32>| -> Vec<(u32, u32)> {
        entry.boards.iter().filter_map(|board| Some((board.number, player(board)?))).collect()
    };
    let scores = entry.score.map(|score| (score.first, score.second));
    let usual = usual_score(&results, event, scale);
    ArchiveMatch {
        first: entry.first,
        second: entry.second,
        first_players: seats(event::EventBoard::first_player),
        second_players: seats(event::EventBoard::second_player),
        scores: scores.filter(|_| scores != usual),
        results,
    }
}

/// What the boards bring by the Laws and the scale.
fn usual_score(results: &[GameResult], event: &Event, scale: &MatchPointScale) -> Option<(Score, Score)> {
    let games = (1..).zip(results).zip(&event.board_colours).map(|((board, result), colour)| {
        let home_colour = match colour {
            Letter::White => crate::domain::result::Colour::White,
            Letter::Black => crate::domain::result::Colour::Black,
        };
        crate::domain::result::BoardResult { board, game: 1, home_colour, result: *result }
    });
    let games: Vec<_> = games.collect();
    let result = MatchResult::from_boards(&games, u32::try_from(results.len()).ok()?).ok()?;
    let (first, second) = result.match_points(scale);
    let score = |match_points, game_points| Score { match_points, game_points };
    Some((score(first, result.home), score(second, result.away)))
}

fn filed(file: &TrfFile, event: &Event, said: &Said) -> Filed {
    let colours = event.board_colours.iter().map(|colour| if *colour == Letter::White { 'W' } else { 'B' }).collect();
    let sizes = event.teams.iter().map(|team| u32::try_from(team.members.len()).unwrap_or(u32::MAX));
    let players = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
    let ranking = (!said.by_regulations).then(|| {
        let codes = said.tie_breaks.clone().unwrap_or_else(|| table::list(file));
        let edition = said.edition.unwrap_or_default();
        let primary = match table::terms(file, &codes, edition).primary {
            Primary::GamePoints => rulebook::Criterion::GamePoints,
            Primary::MatchPoints => rulebook::Criterion::MatchPoints,
        };
        let MatchPointScale { win, draw, loss } = table::scale(event);
        let list = rulebook::TieBreakList { codes, edition: edition.code().to_owned(), primary };
        (rulebook::MatchScore { win, draw, loss }, list)
    });
    Filed { colours, players, ranking }
}

/// In the place of a name.
const NOBODY: &str = "-";

/// The records without names, births and identifiers of persons, and without the lines that may hold some.
fn without_persons(file: &TrfFile) -> (TrfFile, Vec<LeftOut>) {
    let (mut records, mut left_out) = (Vec::new(), Vec::new());
    for (place, record) in file.records.iter().enumerate() {
        let mut leave = |record: String, reason| left_out.push(LeftOut { line: place + 1, record, reason });
        match record {
            Record::Player(player) => records.push(Record::Player(Player {
                name: NOBODY.to_owned(),
                fide_id: String::new(),
                birth: String::new(),
                ..player.clone()
            })),
            Record::Header(Header { kind: HeaderKind::ChiefArbiter | HeaderKind::DeputyChiefArbiter, .. }) => {
                let Record::Header(header) = record else { continue };
                leave(header.kind.code().to_owned(), "names a person who is no player");
            }
            Record::Verbatim(text) if text.trim().is_empty() => {}
            Record::Verbatim(text) => leave(text.chars().take(3).collect(), "is not understood, and may name persons"),
            other => records.push(other.clone()),
        }
    }
    (TrfFile { records }, left_out)
}

/// Who a player of the file is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    pub name: String,
    pub fide_id: Option<String>,
    /// Erased: nothing of the person is shown.
    pub withheld: bool,
}

/// The file of an archive with its players. `known` has them by team number and place in the team, from 1.
pub fn completed(records: &TrfFile, known: &BTreeMap<(u32, u32), Known>) -> TrfFile {
    let numbered = records.teams().next().is_some();
    let mut of_player: BTreeMap<u32, &Known> = BTreeMap::new();
    let mut place = 0;
    for record in &records.records {
        let (team, members) = match record {
            Record::Team(team) if numbered => (team.number, &team.members),
            Record::UnnumberedTeam(team) if !numbered => {
                place += 1;
                (place, &team.members)
            }
            _ => continue,
        };
        of_player
            .extend((1..).zip(members).filter_map(|(number, member)| Some((*member, known.get(&(team, number))?))));
    }
    let records = records.records.iter().map(|record| match record {
        Record::Player(player) => Record::Player(match of_player.get(&player.number) {
            None => player.clone(),
            Some(Known { withheld: true, name, .. }) => {
                Player { name: name.clone(), sex: None, title: String::new(), rating: None, ..player.clone() }
            }
            Some(known) => {
                let name: String = known.name.chars().take(33).collect();
                let fide_id = known.fide_id.clone().unwrap_or_default();
                Player { name: name.trim().to_owned(), fide_id, ..player.clone() }
            }
        }),
        other => other.clone(),
    });
    TrfFile { records: records.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::trf::event::{Readings, derive};
    use crate::exchange::trf::read_text;

    fn read(text: &str) -> (TrfFile, Event) {
        let file = read_text(text).expect("a file");
        let event = derive(&file, &Readings { pass_over_player_points: true, ..Readings::default() });
        (file, event.expect("an event"))
    }

    const PORTS: &str = include_str!("../../tests/golden/trf/five-ports.trf");

    fn known(archive: &Archive) -> BTreeMap<(u32, u32), Known> {
        let of = |team: &ArchiveTeam| {
            let number = team.number.0;
            let known = |player: &ArchivePlayer| Known {
                name: player.name.clone(),
                fide_id: player.fide_id.clone(),
                withheld: false,
            };
            let players = (1..).zip(&team.players).map(move |(place, player)| ((number, place), known(player)));
            players.collect::<Vec<_>>()
        };
        archive.teams.iter().flat_map(of).collect()
    }

    #[test]
    fn an_event_comes_back_from_records_and_persons() {
        let (file, event) = read(PORTS);
        let archive = archive(&file, &event, &Said::default(), None).expect("an archive");
        assert_eq!(
            (archive.title.as_str(), archive.city.as_str(), archive.organizer.as_str()),
            ("Five Ports Cup", "Ålesund", "NOR")
        );
        assert_eq!(
            (archive.starts_on.to_string(), archive.ends_on.to_string()),
            ("2026-03-06".into(), "2026-03-08".into())
        );
        assert_eq!(archive.rounds[2].date.to_string(), "2026-03-08");
        let kept = crate::exchange::trf::write_text(&archive.records).expect("can be written");
        for personal in ["Aas", "Orsós", "1500001", "1971", "Berg", "Dahl"] {
            assert!(!kept.contains(personal), "{personal}");
        }
        let back = completed(&archive.records, &known(&archive));
        let readings = Readings { pass_over_player_points: true, ..Readings::default() };
        assert_eq!(derive(&back, &readings).expect("an event"), event);
        let names = |file: &TrfFile| {
            file.players().map(|player| (player.name.clone(), player.fide_id.clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&back), names(&file));
        let left: Vec<&str> = archive.left_out.iter().map(|line| line.record.as_str()).collect();
        assert_eq!(left, ["###", "102", "112", "112", "NOR", "801", "802", "XXR"]);
    }

    #[test]
    fn everything_that_the_file_does_not_tell_is_named_at_once() {
        let bare: String = PORTS
            .lines()
            .filter(|line| !["012", "022", "032", "042", "052", "132"].iter().any(|code| line.starts_with(code)))
            .map(|line| format!("{line}\n"))
            .collect();
        let (file, event) = read(&bare);
        let gaps = archive(&file, &event, &Said::default(), None).expect_err("gaps");
        let told: Vec<&str> = gaps.iter().map(|gap| gap.pointer).collect();
        assert_eq!(told, ["/title", "/city", "/organizer", "/starts_on"]);
        let said = Said {
            title: Some("T".into()),
            city: Some("C".into()),
            organizer: Some("NOR".into()),
            starts_on: date("06.03.2026"),
            ..Said::default()
        };
        let archive = archive(&file, &event, &said, None).expect("an archive");
        assert_eq!(archive.starts_on, archive.ends_on);
    }

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 51, 52].map(letter), ["A", "Z", "AA", "AB", "AZ", "BA"]);
    }
}

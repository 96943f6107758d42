//! What must hold for any file and any event.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::event::{
    Adjustment, BoardResult, ByeKind, Event, EventBoard, EventBye, EventMatch, EventRound, EventTeam, MatchScore,
    Outcome, Particulars, Readings, Score, Scoring, Unnamed, compose, derive,
};
use super::super::{Colour, ForfeitKind, MAX_FAULTS, Player, TrfFile, TrfPoints, read, write};
use super::{FIVE_PORTS, OLDER_FORMAT};
use crate::domain::ids::TeamNumber;
use crate::domain::pairing::draw;
use crate::domain::pairing::judge::judge;
use crate::domain::points::{GamePoints, MatchPoints};
use crate::domain::standings::{Edition, RankingRules, standings};
use crate::exchange::swiss::{SwissEvent, System, report};
use crate::exchange::table;

/// Whatever can be read can be written and is read the same; deriving it answers, one way or the other.
fn holds(bytes: &[u8]) -> Result<(), TestCaseError> {
    match read(bytes) {
        Ok(reading) => {
            let written = write(&reading.file).map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
            prop_assert_eq!(&read(&written).map(|again| again.file), &Ok(reading.file.clone()));
            let answered = Readings {
                unpaired: Some(ByeKind::ZeroPoint),
                unnamed_abnormal: Some(Unnamed::Everybody),
                pass_over_player_points: true,
            };
            for readings in [Readings::default(), answered] {
                match derive(&reading.file, &readings) {
                    Ok(event) => {
                        stays(&reading.file, &event)?;
                        is_used(&reading.file, &event)?;
                    }
                    Err(faults) => prop_assert!(!faults.is_empty() && faults.len() <= MAX_FAULTS),
                }
            }
        }
        Err(faults) => prop_assert!(!faults.is_empty() && faults.len() <= MAX_FAULTS + 1),
    }
    Ok(())
}

/// Whatever is an event can be paired, judged and ranked, or is refused.
fn is_used(file: &TrfFile, event: &Event) -> Result<(), TestCaseError> {
    for system in [None, Some(System::TeamSwiss), Some(System::Olympiad2022), Some(System::AnnexD1998)] {
        if let Ok(swiss) = SwissEvent::new(file, event, system, true) {
            for round in 1..=swiss.next_round() {
                let state = swiss.before(round);
                if let Some(paired) = swiss.paired(round) {
                    judge(swiss.rules(), &state, &paired);
                }
                if let Ok(drawn) = draw(swiss.rules(), &state, round) {
                    prop_assert_eq!(judge(swiss.rules(), &state, &drawn), []);
                    report::explained(&swiss, &drawn);
                }
            }
        }
    }
    let facts = table::facts(file, event);
    let terms = table::terms(file, "", Edition::Of2026);
    let rules = RankingRules::of_codes("PTS,EDET/P,EMGSB/C1,BH:MP/M1,SSSC,REP", table::scale(event), terms);
    let rules = rules.map_err(|violation| TestCaseError::fail(violation.to_string()))?;
    if let Ok(table) = standings(&facts, &rules, None) {
        prop_assert_eq!(table.rows.len(), event.teams.len());
    }
    Ok(())
}

/// An event that was derived is told by the records that are composed of it.
fn stays(file: &TrfFile, event: &Event) -> Result<(), TestCaseError> {
    let players = file.players().map(|player| Player { rounds: Vec::new(), ..player.clone() }).collect();
    let particulars = Particulars { players, ..Particulars::default() };
    if let Ok(composed) = compose(event, &particulars)
        && write(&composed).is_ok()
    {
        let again = derive(&composed, &Readings::default());
        prop_assert_eq!(again.as_ref(), Ok(event));
    }
    Ok(())
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..7_u8, "[-+=0-9WDLHFUZwb .]|\\PC|\t|\r");
    let sources = prop_oneof![Just(FIVE_PORTS.as_bytes()), Just(OLDER_FORMAT)];
    (sources, prop::collection::vec(edit, 1..6)).prop_map(|(source, edits)| {
        let mut bytes = source.to_vec();
        for (one, other, kind, text) in edits {
            let (one, other) = (one.index(bytes.len().max(1)), other.index(bytes.len().max(1)));
            let line_of = |place: usize| {
                let start = bytes[..place].iter().rposition(|byte| b"\r\n".contains(byte)).map_or(0, |end| end + 1);
                let end = bytes[place..].iter().position(|byte| b"\r\n".contains(byte));
                (start, end.map_or(bytes.len(), |length| place + length + 1))
            };
            match kind {
                0 => bytes.splice(one..(one + 1).min(bytes.len()), text.bytes()).for_each(drop),
                1 => bytes.splice(one..one, text.bytes()).for_each(drop),
                2 => bytes.drain(one.min(other)..(one + 3).min(bytes.len()).max(one.min(other))).for_each(drop),
                3 => bytes.truncate(one.max(1)),
                4 => {
                    let (start, end) = line_of(one);
                    let line = bytes[start..end].to_vec();
                    let (at, _) = line_of(other);
                    bytes.splice(at..at, line).for_each(drop);
                }
                5 => {
                    let (start, end) = line_of(one);
                    bytes.drain(start..end).for_each(drop);
                }
                _ => bytes.swap(one, other),
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        bytes
    })
}

/// One way that a board can end: who is there, and what happened.
#[derive(Clone, Copy, Debug)]
struct End {
    first: bool,
    second: bool,
    result: u8,
}

fn ends(boards: usize) -> impl Strategy<Value = Vec<End>> {
    let there = prop::bool::weighted(0.85);
    let end = (there, there, 0..9_u8).prop_map(|(first, second, result)| End { first, second, result });
    prop::collection::vec(end, boards)
}

prop_compose! {
    /// A sound event: teams, rounds of random pairings, boards with every kind of end, byes of every kind.
    fn events()(teams in 2..8_u32, boards in 1..5_usize, rounds in 1..5_usize)(
        teams in Just(teams),
        boards in Just(boards),
        orders in prop::collection::vec(Just((1..=teams).collect::<Vec<u32>>()).prop_shuffle(), rounds),
        unpaired in prop::collection::vec((0..3_usize, 0..4_u8), rounds),
        ends in prop::collection::vec(ends(boards), rounds * 4),
        seats in prop::collection::vec(Just((0..boards + 1).collect::<Vec<usize>>()).prop_shuffle(), rounds * 8),
        in_order in prop::collection::vec(any::<bool>(), rounds * 8),
        penalty in prop::option::of((1..=teams, -2..3_i32)),
    ) -> Event {
        let scoring = Scoring::default();
        let members = |team: u32| -> Vec<u32> {
            (0..=boards as u32).map(|seat| (team - 1) * (boards as u32 + 1) + seat + 1).collect()
        };
        let mut event = Event {
            rounds_announced: Some(9),
            initial_colour: Some(Colour::Black),
            board_colours: (0..boards).map(|board| [Colour::White, Colour::Black][board % 2]).collect(),
            scoring,
            pairing_bye: Score { match_points: MatchPoints(1), game_points: GamePoints(boards as i32) },
            teams: (1..=teams).map(|number| EventTeam {
                number: TeamNumber(number),
                name: format!("Team {number}"),
                short_name: String::new(),
                strength: Some(TrfPoints(240_000 + 50 * number as i32)),
                rank: Some(number),
                members: members(number),
                score: Score::default(),
            }).collect(),
            rounds: Vec::new(),
            requested_byes: Vec::new(),
            adjustments: Vec::new(),
            accelerations: Vec::new(),
            forbidden_pairs: Vec::new(),
        };
        for (place, order) in orders.into_iter().enumerate() {
            let number = place as u32 + 1;
            let (skip, kind) = unpaired[place];
            let odd = order.len() % 2;
            let skip = odd + (skip * 2).min(order.len() - odd - 2);
            let mut round = EventRound { number, matches: Vec::new(), byes: Vec::new() };
            for (bye, &team) in order[..skip].iter().enumerate() {
                let kind = match (bye, kind) {
                    (0, 0) => ByeKind::Pairing,
                    (_, 1) => ByeKind::FullPoint,
                    (_, 2) => ByeKind::HalfPoint,
                    _ => ByeKind::ZeroPoint,
                };
                round.byes.push(EventBye { team: TeamNumber(team), kind, score: bye_score(kind, boards as i32) });
            }
            round.byes.sort_by_key(|bye| bye.team);
            for (table, pair) in order[skip..].chunks(2).enumerate() {
                let [first, second] = [0, 1].map(|side| {
                    let place = place * 8 + table * 2 + side;
                    let mut seats: Vec<usize> = seats[place][..boards].to_vec();
                    if in_order[place] {
                        seats.sort_unstable();
                    }
                    seats.into_iter().map(|seat| members(pair[side])[seat]).collect::<Vec<u32>>()
                });
                let ends = &ends[place * 4 + table];
                round.matches.push(a_match(number, [pair[0], pair[1]], [first, second], ends));
            }
            round.matches.sort_by_key(|entry| entry.first.min(entry.second));
            event.rounds.push(round);
        }
        if let Some((team, points)) = penalty {
            let score = Score { match_points: MatchPoints(points), game_points: GamePoints(-points) };
            event.adjustments.push(Adjustment { team: TeamNumber(team), round: Some(1), score });
        }
        add_up(&mut event);
        event
    }
}

fn bye_score(kind: ByeKind, boards: i32) -> Score {
    let (match_points, halves) = match kind {
        ByeKind::Pairing | ByeKind::HalfPoint => (1, boards),
        ByeKind::FullPoint => (2, 2 * boards),
        ByeKind::ZeroPoint => (0, 0),
    };
    Score { match_points: MatchPoints(match_points), game_points: GamePoints(halves) }
}

fn a_match(round: u32, teams: [u32; 2], seats: [Vec<u32>; 2], ends: &[End]) -> EventMatch {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    let mut points = [0_i32; 2];
    let (mut came, mut played) = ([false; 2], false);
    let mut boards = Vec::new();
    for (place, end) in ends.iter().enumerate() {
        let first_has = [Colour::White, Colour::Black][place % 2];
        let (outcomes, unrated) = match (end.first, end.second, end.result) {
            (true, false, _) => ([ForfeitWin, ForfeitLoss], false),
            (false, true, _) => ([ForfeitLoss, ForfeitWin], false),
            (false, false, _) => ([ForfeitLoss, ForfeitLoss], false),
            (true, true, 0..=1) => ([Win, Loss], false),
            (true, true, 2..=3) => ([Loss, Win], false),
            (true, true, 4) => ([Loss, Win], true),
            (true, true, 5) => ([ForfeitWin, ForfeitLoss], false),
            (true, true, 6) => ([Loss, Loss], false),
            (true, true, _) => ([Draw, Draw], false),
        };
        for side in 0..2 {
            points[side] += match outcomes[side] {
                Win | ForfeitWin => 2,
                Draw => 1,
                Loss | ForfeitLoss => 0,
            };
            came[side] |= outcomes[side] == ForfeitWin;
            played |= outcomes[side].was_played();
        }
        let first = end.first.then_some(seats[0][place]);
        let second = end.second.then_some(seats[1][place]);
        let (white, black) = if first_has == Colour::White { (first, second) } else { (second, first) };
        let [one, other] = outcomes;
        let (for_white, for_black) = if first_has == Colour::White { (one, other) } else { (other, one) };
        let result = Some(BoardResult { white: for_white, black: for_black, unrated });
        boards.push(EventBoard { number: place as u32 + 1, first_has, white, black, result });
    }
    let forfeit = match (played, came) {
        (true, _) | (_, [true, true]) => None,
        (_, [true, false]) => Some(ForfeitKind::WhiteWins),
        (_, [false, true]) => Some(ForfeitKind::BlackWins),
        _ => Some(ForfeitKind::BothLose),
    };
    let match_points = match (forfeit, points[0].cmp(&points[1])) {
        (Some(ForfeitKind::BothLose), _) => [0, 0],
        (_, std::cmp::Ordering::Greater) => [2, 0],
        (_, std::cmp::Ordering::Less) => [0, 2],
        _ => [1, 1],
    };
    let score =
        |side: usize| Score { match_points: MatchPoints(match_points[side]), game_points: GamePoints(points[side]) };
    EventMatch {
        round,
        first: TeamNumber(teams[0]),
        second: TeamNumber(teams[1]),
        boards,
        forfeit,
        score: Some(MatchScore { first: score(0), second: score(1) }),
    }
}

fn add_up(event: &mut Event) {
    let mut sums: BTreeMap<TeamNumber, Score> = BTreeMap::new();
    let in_matches = event.rounds.iter().flat_map(|round| &round.matches).flat_map(|entry| {
        let score = entry.score.expect("finished");
        [(entry.first, score.first), (entry.second, score.second)]
    });
    let in_byes = event.rounds.iter().flat_map(|round| &round.byes).map(|bye| (bye.team, bye.score));
    let in_adjustments = event.adjustments.iter().map(|adjustment| (adjustment.team, adjustment.score));
    for (team, score) in in_matches.chain(in_byes).chain(in_adjustments) {
        let sum = sums.entry(team).or_default();
        sum.match_points += score.match_points;
        sum.game_points += score.game_points;
    }
    for team in &mut event.teams {
        team.score = sums.get(&team.number).copied().unwrap_or_default();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        holds(&bytes)?;
    }

    #[test]
    fn any_records_are_read_or_refused(
        lines in prop::collection::vec(
            "(001|013|132|142|152|162|240|250|260|299|300|310|320|330|352|362|012) [-+=0-9WDLHFZwb. ]{0,120}", 0..12),
    ) {
        holds(lines.join("\n").as_bytes())?;
    }

    #[test]
    fn damaged_files_are_read_or_refused(bytes in mutated()) {
        holds(&bytes).map_err(|error| TestCaseError::fail(format!("{error}\n{}", String::from_utf8_lossy(&bytes))))?;
    }

    #[test]
    fn events_come_back_from_their_files(event in events()) {
        let players: Vec<Player> = event.teams.iter().flat_map(|team| &team.members).map(|&number| {
            Player { number, name: format!("Player, {number}"), ..Player::default() }
        }).collect();
        let file = compose(&event, &Particulars { players, ..Particulars::default() });
        let file = file.map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
        let bytes = write(&file).map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
        let read = read(&bytes).map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
        prop_assert_eq!(&read.file, &file);
        prop_assert_eq!(derive(&read.file, &Readings::default()), Ok(event));
    }
}

//! The golden files of `tests/golden/trf`, whose columns were set without the writer.

mod ambiguity;
mod generated;
mod samples;

use std::fmt::Write;

use super::event::{ByeKind, Event, EventBoard, Outcome, Particulars, Readings, Score, compose, derive};
use super::{
    Abnormal, AbnormalKind, Encoding, Header, HeaderKind, MAX_BYTES, MAX_FAULTS, MAX_LINES, Player, Record, TrfFile,
    TrfPoints, TrfRule, read, read_text, write, write_text,
};
use crate::domain::ids::TeamNumber;

const FIVE_PORTS: &str = include_str!("../../../../tests/golden/trf/five-ports.trf");
const FIVE_PORTS_ROUNDS: &str = include_str!("../../../../tests/golden/trf/five-ports.rounds.txt");
const OLDER_FORMAT: &[u8] = include_bytes!("../../../../tests/golden/trf/older-format.trf");
const FAULTY: &str = include_str!("../../../../tests/golden/trf/faulty.trf");
const FAULTY_FAULTS: &str = include_str!("../../../../tests/golden/trf/faulty.faults.txt");

fn five_ports() -> TrfFile {
    read_text(FIVE_PORTS).expect("the golden file is sound")
}

/// An event in lines that an arbiter can dispute.
fn told(event: &Event) -> String {
    let mut text = String::new();
    let team = |number: TeamNumber| {
        let name = event.teams.iter().find(|team| team.number == number).map(|team| team.name.as_str());
        format!("{number} {}", name.unwrap_or_default())
    };
    let score = |score: Score| {
        let game_points = TrfPoints::of_halves(score.game_points.0);
        format!("match points {}, game points {game_points}", score.match_points)
    };
    for round in &event.rounds {
        writeln!(text, "round {}", round.number).expect("text");
        for entry in &round.matches {
            let forfeit = entry.forfeit.map(|kind| format!(", forfeit {}", kind.code())).unwrap_or_default();
            let points = entry.score.map_or("unfinished".to_owned(), |score| {
                let [first, second] =
                    [score.first, score.second].map(|score| TrfPoints::of_halves(score.game_points.0).to_string());
                let (one, other) = (score.first.match_points, score.second.match_points);
                format!("match points {one} {other}, game points {first} {second}")
            });
            writeln!(text, "{} - {}: {points}{forfeit}", team(entry.first), team(entry.second)).expect("text");
            entry.boards.iter().for_each(|board| writeln!(text, "{}", told_board(board)).expect("text"));
        }
        for bye in &round.byes {
            let kind = match bye.kind {
                ByeKind::Pairing => "pairing bye",
                ByeKind::FullPoint => "full-point bye",
                ByeKind::HalfPoint => "half-point bye",
                ByeKind::ZeroPoint => "zero-point bye",
            };
            writeln!(text, "{}: {kind}, {}", team(bye.team), score(bye.score)).expect("text");
        }
    }
    text.push_str("totals\n");
    for entry in &event.teams {
        writeln!(text, "{}: {}", team(entry.number), score(entry.score)).expect("text");
    }
    text
}

fn told_board(board: &EventBoard) -> String {
    let player = |player: Option<u32>| player.map_or("nobody".to_owned(), |player| player.to_string());
    let sign = |outcome: Outcome| match outcome {
        Outcome::Win => "1",
        Outcome::Draw => "=",
        Outcome::Loss => "0",
        Outcome::ForfeitWin => "+",
        Outcome::ForfeitLoss => "-",
    };
    let result = board.result.map_or("open".to_owned(), |result| {
        let unrated = if result.unrated { " unrated" } else { "" };
        format!("{} {}{unrated}", sign(result.white), sign(result.black))
    });
    format!("  board {}: w {}, b {}, {result}", board.number, player(board.white), player(board.black))
}

/// Every record type is written back into the same columns, and every line that is not understood stays in its place.
#[test]
fn a_file_is_written_as_it_was_read() {
    let written = write_text(&five_ports()).expect("writable");
    for (written, golden) in written.lines().zip(FIVE_PORTS.lines()) {
        assert_eq!(written, golden);
    }
    assert_eq!(written, FIVE_PORTS);
}

#[test]
fn any_line_ending_and_mark_is_read_the_same() {
    let golden = five_ports();
    for ending in ["\n", "\r", "\r\n"] {
        assert_eq!(read_text(&FIVE_PORTS.replace("\r\n", ending)).as_ref(), Ok(&golden), "{ending:?}");
    }
    assert_eq!(read_text(FIVE_PORTS.trim_end()).as_ref(), Ok(&golden));
    let marked = read(format!("\u{feff}{FIVE_PORTS}").as_bytes()).expect("readable");
    assert_eq!((marked.file, marked.encoding), (golden.clone(), Encoding::Utf8Marked));
    let utf16: Vec<u8> = format!("\u{feff}{FIVE_PORTS}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&utf16).expect("readable").file, golden);
}

#[test]
fn the_rounds_follow_from_the_records() {
    let event = derive(&five_ports(), &Readings::default()).expect("unambiguous");
    assert_eq!(told(&event), FIVE_PORTS_ROUNDS);
    assert_eq!(event.rounds_announced, Some(4));
    let requested: Vec<(u32, u32)> = event.requested_byes.iter().map(|bye| (bye.round, bye.team.0)).collect();
    assert_eq!(requested, [(4, 5)], "the round that is not paired yet is not a round of the event");
    assert_eq!((event.accelerations.len(), event.forbidden_pairs.len(), event.adjustments.len()), (1, 1, 1));
}

/// A pairing bye is written as record 320, so it is still one when the file comes back.
#[test]
fn a_composed_event_is_derived_again() {
    let event = derive(&five_ports(), &Readings::default()).expect("unambiguous");
    let players = five_ports().players().map(|player| Player { rounds: Vec::new(), ..player.clone() }).collect();
    let header = Header { kind: HeaderKind::Name, text: "Five Ports Cup".to_owned() };
    let particulars = Particulars { headers: vec![header], round_dates: Vec::new(), players };
    let file = compose(&event, &particulars).expect("can be stated");
    let text = write_text(&file).expect("writable");
    assert!(text.contains("\r\n320  1.0  1.0   5   4\r\n"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("240 F")));
    let again = derive(&read_text(&text).expect("readable"), &Readings::default()).expect("unambiguous");
    assert_eq!(again, event);
    let points = |file: &TrfFile| file.players().map(|player| player.points).collect::<Vec<_>>();
    assert_eq!(points(&file), points(&five_ports()));

    let mut unknown = particulars.clone();
    unknown.players.remove(0);
    let faults = compose(&event, &unknown).expect_err("a player is missing");
    assert_eq!(faults.iter().map(|fault| fault.round).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
}

#[test]
fn all_faults_are_said_at_once_with_line_and_column() {
    let faults = read_text(FAULTY).expect_err("the golden file is faulty");
    let told: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
    assert_eq!(told, FAULTY_FAULTS);
}

#[test]
fn the_older_format_is_read_but_its_silence_is_not_guessed_at() {
    let reading = read(OLDER_FORMAT).expect("readable");
    assert_eq!(reading.encoding, Encoding::Windows1252);
    assert_eq!(reading.file.header(HeaderKind::Name), Some("Höstmöte"));
    assert_eq!(reading.file.players().map(|player| player.name.as_str()).last(), Some("Faß, L"));

    let faults = derive(&reading.file, &Readings::default()).expect_err("round 2 is open");
    let told: Vec<_> = faults.iter().map(|fault| (fault.rule, fault.round, fault.record.as_str())).collect();
    assert_eq!(told, [(TrfRule::RoundAmbiguous, Some(2), "013")]);
    assert!(faults[0].to_string().contains("team 2"), "{}", faults[0]);

    for (answer, halves) in [(ByeKind::ZeroPoint, 0), (ByeKind::HalfPoint, 2)] {
        let readings = Readings { unpaired: Some(answer), ..Readings::default() };
        let event = derive(&reading.file, &readings).expect("answered");
        let [first, second] = [&event.rounds[0].byes[0], &event.rounds[1].byes[0]];
        assert_eq!((first.team, first.kind), (TeamNumber(3), ByeKind::Pairing));
        assert_eq!((second.team, second.kind, second.score.game_points.0), (TeamNumber(2), answer, halves));
    }
}

/// The columns of 299 and 362 shift from program to program; the values must not.
#[test]
fn shifted_records_are_read_and_written_straight() {
    let cases = [
        ("362 TW  3.0   TD  1.0   TL  0.5", "362 TW 3.0   TD 1.0   TL 0.5"),
        ("362 TW3.0 TD1 TL0.5", "362 TW 3.0   TD 1.0   TL 0.5"),
        ("299 +  2.0  2.5   1    1   12", "299 +   2.0   2.5    1    1   12"),
        ("299 -  0.0  1.5", "299 -   0.0   1.5"),
        ("299 W 2 1 3 4 5", "299 W   2.0   1.0    3    4    5"),
        ("152 b", "152 B"),
        ("240 F 003 0012", "240 F   3   12"),
        ("310 7   Alpha", "310   7 Alpha"),
    ];
    for (shifted, straight) in cases {
        let file = read_text(shifted).expect(shifted);
        assert_eq!(write_text(&file), Ok(format!("{straight}\r\n")));
        assert_eq!(read_text(straight), Ok(file));
    }
    let penalty = Abnormal {
        kind: AbnormalKind::Adjustment,
        match_points: Some(TrfPoints(-1050)),
        game_points: None,
        round: None,
        teams: vec![3],
    };
    let line = write_text(&TrfFile { records: vec![Record::Abnormal(penalty.clone())] }).expect("writable");
    assert_eq!(line, "299   -10.5               3\r\n", "the sign stands in column 7, before the points");
    assert_eq!(read_text(&line), Ok(TrfFile { records: vec![Record::Abnormal(penalty)] }));
}

#[test]
fn what_would_not_be_read_back_is_not_written() {
    let player = |name: &str| Record::Player(Player { number: 1, name: name.to_owned(), ..Player::default() });
    let trailing = Player { number: 1, rounds: vec![None], ..Player::default() };
    let cases = [
        (player(&"x".repeat(34)), TrfRule::DoesNotFit),
        (player(" x"), TrfRule::DoesNotFit),
        (player("x\ty"), TrfRule::DoesNotFit),
        (Record::Player(Player::default()), TrfRule::DoesNotFit),
        (Record::Player(trailing), TrfRule::NotReadBack),
        (Record::Rounds(101), TrfRule::NotReadBack),
        (Record::Verbatim("310 would be a team".to_owned()), TrfRule::NotReadBack),
        (Record::Verbatim("###\r\n001".to_owned()), TrfRule::NotReadBack),
        (Record::Header(Header { kind: HeaderKind::City, text: "blank ".to_owned() }), TrfRule::NotReadBack),
    ];
    for (record, rule) in cases {
        let faults = write(&TrfFile { records: vec![Record::Rounds(3), record] }).expect_err("refused");
        assert_eq!((faults[0].rule, faults[0].line), (rule, Some(2)), "{}", faults[0]);
    }
    assert!(write(&TrfFile { records: vec![player(&"é".repeat(33)), Record::Rounds(100)] }).is_ok());
}

#[test]
fn files_are_bounded() {
    let rule = |text: &str| read(text.as_bytes()).map_err(|faults| (faults[0].rule, faults.len()));
    assert!(rule(&"\n".repeat(MAX_LINES)).is_ok());
    assert_eq!(rule(&"\n".repeat(MAX_LINES + 1)), Err((TrfRule::TooLarge, 1)));
    assert_eq!(rule(&"#".repeat(MAX_BYTES + 1)), Err((TrfRule::TooLarge, 1)));
    assert_eq!(rule(&"142 0\n".repeat(MAX_FAULTS + 5)), Err((TrfRule::NotANumber, MAX_FAULTS + 1)));
    let rounds = |count: usize| format!("001    1{}{}", " ".repeat(83), "   2 w 1  ".repeat(count));
    assert!(read_text(&rounds(100)).is_ok());
    assert_eq!(read_text(&rounds(101)).map_err(|faults| faults[0].rule), Err(TrfRule::TooLarge));
}

/// Nothing else than its number makes a player or a team: people are called Bye.
#[test]
fn names_decide_nothing() {
    let named = FIVE_PORTS.replace("Aas, Åse", "Bye, Bye").replace("Bath ", "BYE  ");
    let event = derive(&read_text(&named).expect("readable"), &Readings::default()).expect("unambiguous");
    assert_eq!(told(&event), FIVE_PORTS_ROUNDS.replace("Bath", "BYE"));
}

#[test]
fn matches_are_bounded() {
    let play = |boards: u32| {
        let player = |number: u32| {
            let (opponent, colour) = if number <= boards { (number + boards, 'w') } else { (number - boards, 'b') };
            format!("001 {number:>4}{}  {opponent:>4} {colour} =\n", " ".repeat(81))
        };
        let team = |team: u32| {
            let members = (1..=boards).map(|member| format!(" {:>4}", (team - 1) * boards + member));
            format!("310 {team:>3} T{}{}\n", " ".repeat(63), members.collect::<String>())
        };
        let text: String = (1..=2 * boards).map(player).chain([team(1), team(2)]).collect();
        derive(&read_text(&text).expect("readable"), &Readings::default())
    };
    assert_eq!(play(32).map(|event| event.rounds[0].matches[0].boards.len()), Ok(32));
    let faults = play(33).expect_err("too large");
    assert_eq!(faults.iter().map(|fault| fault.rule).collect::<Vec<_>>(), [TrfRule::TooLarge]);
    assert!(play(150).is_err());
}

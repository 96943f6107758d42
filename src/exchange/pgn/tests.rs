use proptest::prelude::*;

use super::{Element, End, Game, read, write};

const GAME: &str = "\u{feff}% an escaped line
[Event \"A \\\"try\\\"\"]
[Result \"1-0\"]

1. e4 {the
best?} e5 $14 2. Nf3!? (2. f4 exf4 (2... d5) 3. Nf3 ; to the end of the line
) 2... Nc6 3. 0-0 *
";

fn moves(game: &Game) -> Vec<&str> {
    let san = game.moves.iter().filter_map(|element| match element {
        Element::Move(san) => Some(san.as_str()),
        _ => None,
    });
    san.collect()
}

fn reasons(text: &str) -> Vec<(usize, String)> {
    read(text.as_bytes()).unwrap_err().into_iter().map(|fault| (fault.line, fault.reason)).collect()
}

#[test]
fn everything_that_a_game_may_have_is_read() {
    let text = GAME.replace("O-O *", "O-O 1-0").replace("0-0 *", "0-0 1-0");
    let games = read(text.as_bytes()).unwrap();
    let game = &games[0];
    assert_eq!((game.tag("Event"), game.line, game.end), (Some("A \"try\""), 2, End::WhiteWins));
    assert_eq!(moves(game), ["e4", "e5", "Nf3", "f4", "exf4", "d5", "Nf3", "Nc6", "O-O"]);
    assert_eq!(game.played(), 5);
    assert!(game.moves.contains(&Element::Comment("the best?".to_owned())));
    assert!(game.moves.contains(&Element::Comment("to the end of the line".to_owned())));
    assert!(game.moves.contains(&Element::Annotation(14)) && game.moves.contains(&Element::Annotation(5)));
    assert_eq!(read(b"").unwrap(), []);
    assert_eq!(read("[White \"M\u{fc}ller\"] *".as_bytes()).unwrap()[0].tag("White"), Some("Müller"));
    // ISO 8859-1.
    assert_eq!(read(b"[White \"M\xfcller\"] *").unwrap()[0].tag("White"), Some("Müller"));
}

#[test]
fn every_fault_of_every_game_is_named_with_its_line() {
    assert_eq!(reasons(GAME), [(2, "the tag Result says \"1-0\", and the game ends with *".to_owned())]);
    let text = "[White \"A]\n\n1. e4 *\n\n[White \"B\"]\n[White \"C\"]\n\n1. e9 Zf3 $300 ) *\n\n[Black \"D\"]\n\n1. e4 {open\n";
    let lines: Vec<usize> = reasons(text).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [1, 6, 8, 8, 8, 8, 12]);
    let unended = reasons("[White \"A\"]\n\n1. e4 e5\n\n[White \"B\"]\n\n1. d4 *\n");
    assert_eq!(unended.len(), 1);
    assert!(unended[0].1.contains("does not end"));
}

#[test]
fn moves_are_known_by_their_shape() {
    let good = "e4 exd5 e8=Q exd8=N+ e1Q Nf3 Nbd7 N1f3 Nb1d2 Nxe5 Qh4# O-O O-O-O+ R1xa3 -- bxa1=R#";
    assert_eq!(moves(&read(format!("{good} *").as_bytes()).unwrap()[0]).len(), good.split(' ').count());
    for bad in
        ["e9", "i4", "exd", "e8", "e4=Q", "Pe4", "e2-e4", "Nf", "Kxx1", "O-O-O-O", "1-1", "½-½", "e4+-", "Nb1b1b1"]
    {
        assert!(read(format!("{bad} *").as_bytes()).is_err(), "{bad}");
    }
}

#[test]
fn the_limits_are_held() {
    let deep = format!("e4 {}{} *", "( d4 ".repeat(50), ") ".repeat(50));
    assert!(read(deep.as_bytes()).is_ok());
    let deeper = format!("e4 {}{} *", "( d4 ".repeat(51), ") ".repeat(51));
    assert!(read(deeper.as_bytes()).is_err());
    assert_eq!(read("*\n".repeat(500).as_bytes()).unwrap().len(), 500);
    assert!(read("*\n".repeat(501).as_bytes()).is_err());
    assert_eq!(read("e9 ".repeat(5000).as_bytes()).unwrap_err().len(), 100);
}

#[test]
fn a_game_is_written_with_numbers_in_lines_of_eighty() {
    let mut game = read(GAME.replace("0-0 *", "0-0 1-0").as_bytes()).unwrap().remove(0);
    let text = write(&game);
    assert!(text.contains("1. e4 {the best?} 1... e5 $14 2. Nf3 $5 ( 2. f4 exf4 ( 2... d5 ) 3. Nf3"), "{text}");
    assert!(text.starts_with("[Event \"A \\\"try\\\"\"]\n[Result \"1-0\"]\n\n"));
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    let again = read(text.as_bytes()).unwrap().remove(0);
    game.line = again.line;
    assert_eq!(again, game);
}

fn a_move() -> impl Strategy<Value = String> {
    let san = prop::sample::select(vec!["e4", "Nf3", "exd5", "O-O", "Qxh7#", "e8=Q", "R1a3", "--"]);
    san.prop_map(str::to_owned)
}

fn line(depth: u32) -> BoxedStrategy<Vec<Element>> {
    let part = prop_oneof![
        4 => a_move().prop_map(|san| vec![Element::Move(san)]),
        1 => "[a-zåø {(;$*]{0,90}".prop_map(|text| {
            vec![Element::Comment(text.split_whitespace().collect::<Vec<_>>().join(" "))]
        }),
        1 => any::<u8>().prop_map(|number| vec![Element::Annotation(number)]),
    ];
    if depth == 0 {
        return prop::collection::vec(part, 0..20).prop_map(|parts| parts.concat()).boxed();
    }
    let variation = line(depth - 1).prop_map(|inner| {
        let mut parts = vec![Element::Open];
        parts.extend(inner);
        parts.push(Element::Close);
        parts
    });
    prop::collection::vec(prop_oneof![4 => part, 1 => variation], 0..20).prop_map(|parts| parts.concat()).boxed()
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_text_of_its_own_letters_breaks_the_reader(text in "[\\[\\]\"{}();$.*!?% \n\\\\a-h1-8NO/=-]{0,300}") {
        if let Err(faults) = read(text.as_bytes()) {
            prop_assert!(!faults.is_empty() && faults.len() <= 100);
            let lines = text.lines().count().max(1) + 1;
            prop_assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line)));
        }
    }

    #[test]
    fn what_is_written_is_read_again(
        moves in line(2),
        end in prop::sample::select(End::ALL.to_vec()),
        white in "[\\PC]{0,30}",
    ) {
        let game = Game { tags: vec![("White".to_owned(), white)], moves, end, line: 1 };
        prop_assert_eq!(read(write(&game).as_bytes()).unwrap(), [game]);
    }
}

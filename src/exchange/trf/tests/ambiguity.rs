//! Where a file says too little or contradicts itself, it is refused, and the round is named.

use super::super::event::{ByeKind, Readings, Unnamed, derive};
use super::super::{AbnormalKind, Record, TrfFault, TrfRule, read_text};
use super::{FIVE_PORTS, five_ports};
use crate::domain::ids::TeamNumber;

/// Two teams of three, two boards, one round: the players' cells, then further lines.
fn two_teams(cells: [&str; 6], lines: &str) -> String {
    let players: String =
        (1..=6).zip(cells).map(|(number, cell)| format!("001 {number:>4}{}  {cell}\n", " ".repeat(81))).collect();
    format!("{players}310   1 A{}1    2    3\n310   2 B{}4    5    6\n{lines}", " ".repeat(67), " ".repeat(67))
}

fn faults(text: &str) -> Vec<TrfFault> {
    match derive(&read_text(text).expect("readable"), &Readings::default()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults,
    }
}

fn rules(text: &str) -> Vec<(TrfRule, Option<u32>)> {
    faults(text).into_iter().map(|fault| (fault.rule, fault.round)).collect()
}

const REST: &str = "0000 - Z";
const AMBIGUOUS: (TrfRule, Option<u32>) = (TrfRule::RoundAmbiguous, Some(1));
const DISAGREE: (TrfRule, Option<u32>) = (TrfRule::RecordsDisagree, Some(1));

#[test]
fn boards_in_the_order_of_the_teams_need_no_line_up() {
    let text = two_teams(["   4 w 1", REST, "   5 b =", "   1 b 0", "   3 w =", REST], "");
    let event = derive(&read_text(&text).expect("readable"), &Readings::default()).expect("unambiguous");
    let entry = &event.rounds[0].matches[0];
    assert_eq!((entry.first, entry.boards.len()), (TeamNumber(1), 2));
    assert_eq!((entry.boards[1].white, entry.boards[1].black), (Some(5), Some(3)));
}

#[test]
fn crossed_boards_need_a_line_up() {
    let cells = ["   5 b 1", "   4 w =", REST, "   2 b =", "   1 w 0", REST];
    assert_eq!(rules(&two_teams(cells, "")), [AMBIGUOUS]);
    let text = two_teams(cells, "300   1   2   1    4    5\n");
    let event = derive(&read_text(&text).expect("readable"), &Readings::default()).expect("stated");
    assert_eq!(event.rounds[0].matches[0].boards[0].white, Some(2));
    let text = two_teams(cells, "300   1   1   2    1    2\n");
    let event = derive(&read_text(&text).expect("readable"), &Readings::default()).expect("stated");
    assert_eq!(event.rounds[0].matches[0].boards[0].black, Some(1));
    assert_eq!(rules(&two_teams(cells, "300   1   1   2    1    3\n")), [DISAGREE]);
    assert_eq!(rules(&two_teams(cells, "300   1   1   2    1    2\n300   1   2   1    4    5\n")), [DISAGREE]);
}

/// One game, and each team has somebody without an opponent: two boards or three, in which order?
#[test]
fn lonely_players_of_both_teams_need_a_line_up() {
    let cells = ["   4 w 1", "0000 - +", REST, "   1 b 0", "0000 - +", REST];
    assert_eq!(rules(&two_teams(cells, "")), [AMBIGUOUS]);
    assert_eq!(rules(&two_teams(cells, "300   1   1   2    1    2 0000\n300   1   2   1    4 0000    5\n")), []);
}

/// Two games on three boards: where was the empty one?
#[test]
fn colours_close_a_gap_only_if_they_leave_one_way() {
    let cells = ["   4 w 1", "   5 b 1", REST, "   1 b 0", "   2 w 0", REST];
    assert_eq!(rules(&two_teams(cells, "352 WBW\n")), [AMBIGUOUS], "boards 1 and 2, or 2 and 3 with team 2 first");
    assert_eq!(rules(&two_teams(cells, "352 WB\n")), []);
    let cells = ["   4 w 1", "   5 w 1", REST, "   1 b 0", "   2 b 0", REST];
    assert_eq!(rules(&two_teams(cells, "352 WBW\n")), [], "boards 1 and 3");
}

#[test]
fn a_forfeited_match_is_found_only_through_a_record() {
    let cells = ["0000 - +", "0000 - +", REST, REST, REST, REST];
    let found = rules(&two_teams(cells, ""));
    assert_eq!(found, [AMBIGUOUS], "against whom?");
    assert_eq!(rules(&two_teams(cells, "330 +-   1   1   2\n")), []);
    assert_eq!(rules(&two_teams(cells, "330 -+   1   2   1\n")), []);
    assert_eq!(rules(&two_teams(cells, "330 -+   1   1   2\n")), [DISAGREE]);
    assert_eq!(rules(&two_teams(cells, "330 --   1   1   2\n")), [DISAGREE]);
}

#[test]
fn a_bye_and_a_match_in_one_round_contradict_each_other() {
    let cells = ["   4 w 1", "   5 b 1", REST, "   1 b 0", "   2 w 0", REST];
    for line in ["240 H   1    1\n", "320  1.0  1.0   2\n"] {
        assert_eq!(rules(&two_teams(cells, line)), [DISAGREE], "{line}");
    }
    let rest = [REST; 6];
    assert_eq!(rules(&two_teams(rest, "320  1.0  1.0   2\n240 F   1    2\n")), [DISAGREE]);
}

#[test]
fn players_must_agree_about_their_game() {
    let agreed = ["   4 w 1", "   5 b 1", REST, "   1 b 0", "   2 w 0", REST];
    assert_eq!(rules(&two_teams(agreed, "")), []);
    for (player, cell) in [(3, "   1 b 1"), (3, "   1 w 0"), (3, "   1 b L"), (3, "   2 b 0"), (3, "0000 - -"), (3, "")]
    {
        let mut cells = agreed;
        cells[player] = cell;
        assert!(rules(&two_teams(cells, "")).contains(&DISAGREE), "{cell}");
    }
    let both_against_one = ["   4 w +", "   4 b +", REST, REST, REST, REST];
    assert_eq!(rules(&two_teams(both_against_one, "")), [DISAGREE], "an absent player is absent at one board");
    let against = |opponent: &'static str| rules(&two_teams([opponent, REST, REST, REST, REST, REST], ""));
    assert!(against("   9 w 1").contains(&(TrfRule::UnknownPlayer, Some(1))));
    assert!(against("   2 w 1").contains(&DISAGREE));
}

#[test]
fn an_unfinished_match_has_no_score_yet() {
    let text = two_teams(["   4 w 1", "   5 b", REST, "   1 b 0", "   2 w", REST], "");
    let event = derive(&read_text(&text).expect("readable"), &Readings::default()).expect("unambiguous");
    let entry = &event.rounds[0].matches[0];
    assert_eq!((entry.score, entry.boards[1].result), (None, None));
    assert!(entry.boards[0].result.is_some());
}

/// Each changed total is found, with its line and column; nothing else is.
#[test]
fn totals_that_do_not_follow_are_listed() {
    let wrong = FIVE_PORTS
        .replace("   6.0    5.0   1", "   7.0    5.0   1")
        .replace("   1.0    1.5   5", "   1.0    1.0   5")
        .replace("  2.5    8 ", "  2.0    8 ");
    let found: Vec<_> = faults(&wrong).into_iter().map(|fault| (fault.rule, fault.record, fault.column)).collect();
    let disagree = |record: &str, column| (TrfRule::TotalsDisagree, record.to_owned(), Some(column));
    assert_eq!(found, [disagree("310", 55), disagree("310", 62), disagree("001", 81)]);

    let readings = Readings { pass_over_player_points: true, ..Readings::default() };
    let file = read_text(&FIVE_PORTS.replace("  2.5    8 ", "  2.0    8 ")).expect("readable");
    assert!(derive(&file, &readings).is_ok());
}

/// A round that nothing is recorded of is an absence only if the team's stated points allow nothing else.
#[test]
fn a_forgotten_bye_is_found_by_the_totals() {
    let silent = FIVE_PORTS.replace("0000 - Z", "0000 - -");
    assert_eq!(faults(&silent).len(), 0);
    let told: Vec<String> = faults(&silent.replace("240 H   3    2\r\n", "")).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    for fault in told {
        assert!(fault.contains("team 2 is stated to have 2.0") && fault.contains("its rounds [3]"), "{fault}");
    }
}

#[test]
fn abnormal_points_for_nobody_in_particular_need_an_answer() {
    let with = |unnamed| {
        let mut file = five_ports();
        for record in &mut file.records {
            if let Record::Abnormal(abnormal) = record
                && abnormal.kind == AbnormalKind::ForfeitLoss
            {
                abnormal.teams.clear();
            }
        }
        derive(&file, &Readings { unnamed_abnormal: unnamed, ..Readings::default() })
    };
    assert!(with(Some(Unnamed::Everybody)).is_ok());
    for nobody in [None, Some(Unnamed::Nobody)] {
        let faults = with(nobody).expect_err("the totals need it");
        assert_eq!(faults.iter().map(|fault| fault.rule).collect::<Vec<_>>(), [TrfRule::TotalsDisagree]);
    }
    let silent = two_teams(["   4 w 1", REST, REST, "   1 b 0", REST, REST], "299 L   0.0   0.5\n");
    assert_eq!(rules(&silent), [(TrfRule::ValueMissing, None)]);
}

#[test]
fn half_match_points_are_refused_rather_than_rounded() {
    let cells = ["   4 w 1", REST, REST, "   1 b 0", REST, REST];
    assert_eq!(rules(&two_teams(cells, "362 TW 1.0   TD 0.5   TL 0.0\n")), [(TrfRule::PointsNotSupported, None)]);
    assert_eq!(rules(&two_teams(cells, "162  W 3.0    D 1.0\n362 TW 3.0   TD 1.0\n")), []);
}

#[test]
fn a_record_of_which_there_is_one_does_not_come_twice() {
    for (code, line) in [("142", "142 5"), ("152", "152 W"), ("352", "352 WB"), ("320", "320  2.0  1.0")] {
        let found: Vec<_> = faults(&format!("{FIVE_PORTS}{line}\r\n")).into_iter().collect();
        assert_eq!(
            found.iter().map(|fault| (fault.rule, fault.record.as_str())).next(),
            Some((TrfRule::StatedTwice, code))
        );
    }
    let cells = ["   4 w 1", REST, REST, "   1 b 0", REST, REST];
    let twice = two_teams(cells, "310   2 B\n001    4\n");
    assert_eq!(rules(&twice), [(TrfRule::StatedTwice, None); 2]);
}

/// The pairing gives one bye a round; an answer that makes two of them is no answer.
#[test]
fn an_answer_does_not_give_two_pairing_byes() {
    let silent = two_teams([REST; 6], "300   2   1   2    1\n").replace(" Z", " -");
    let readings = Readings { unpaired: Some(ByeKind::Pairing), ..Readings::default() };
    let faults = derive(&read_text(&silent).expect("readable"), &readings).expect_err("two byes in round 1");
    assert_eq!(faults.iter().map(|fault| (fault.rule, fault.round)).next(), Some(DISAGREE));
}

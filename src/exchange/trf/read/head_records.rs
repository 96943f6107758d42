//! The headers that are more than a text.

use super::super::columns::ReadLine;
use super::super::fault::TrfRule;
use super::super::model::{Colour, GameSymbol, MatchSymbol, Record};
use super::super::points::TrfPoints;
use super::super::{MAX_BOARDS, MAX_ROUNDS};

/// 132: in the columns of the rounds; files that fill the columns otherwise are read word by word.
pub(super) fn round_dates(line: &mut ReadLine<'_>) -> Record {
    let last = line.last_column();
    let rounds = last.saturating_sub(91).div_ceil(10);
    let in_columns = line.is_blank(4, 91) && (0..rounds).all(|round| line.is_blank(100 + 10 * round, 101 + 10 * round));
    let dates: Vec<Option<String>> = if in_columns {
        let dates = (0..rounds).map(|round| line.text(92 + 10 * round, 99 + 10 * round));
        dates.map(|date| (!date.is_empty()).then_some(date)).collect()
    } else {
        line.words(4).into_iter().map(|(_, date)| Some(date)).collect()
    };
    if dates.iter().flatten().any(|date| date.chars().count() > 8) {
        line.fault(92, TrfRule::ValueUnknown, "dates of rounds have the form YY/MM/DD");
    }
    if dates.len() > MAX_ROUNDS {
        line.fault(92, TrfRule::TooLarge, format!("no event has more than {MAX_ROUNDS} rounds here"));
    }
    Record::RoundDates(dates)
}

/// 142
pub(super) fn rounds(line: &mut ReadLine<'_>) -> Record {
    let last = line.last_column().max(5);
    Record::Rounds(line.required_round(5, last, "the number of rounds"))
}

/// 152
pub(super) fn initial_colour(line: &mut ReadLine<'_>) -> Record {
    let last = line.last_column().max(5);
    let letter = line.text(5, last);
    Record::InitialColour(Colour::of(&letter).unwrap_or_else(|| {
        line.fault(5, TrfRule::ValueUnknown, format!("the initial colour is W or B, not {letter:?}"));
        Colour::White
    }))
}

/// 352
pub(super) fn board_colours(line: &mut ReadLine<'_>) -> Record {
    let last = line.last_column().max(5);
    let letters = line.text(5, last);
    let mut colours = Vec::new();
    for (place, letter) in letters.chars().enumerate() {
        match Colour::of(letter.encode_utf8(&mut [0; 4])) {
            Some(colour) => colours.push(colour),
            None => line.fault(5 + place, TrfRule::ValueUnknown, format!("a colour is W or B, not {letter:?}")),
        }
    }
    if letters.is_empty() {
        line.fault(5, TrfRule::ValueMissing, "the colours of the boards are missing");
    }
    if colours.len() > MAX_BOARDS {
        line.fault(5, TrfRule::TooLarge, format!("no match has more than {MAX_BOARDS} boards here"));
    }
    Record::BoardColours(colours)
}

/// 162
pub(super) fn game_scores(line: &mut ReadLine<'_>) -> Record {
    Record::GameScores(scores(line, GameSymbol::of))
}

/// 362: the columns shift from program to program, so it is read word by word; so is 162.
pub(super) fn match_scores(line: &mut ReadLine<'_>) -> Record {
    Record::MatchScores(scores(line, MatchSymbol::of))
}

fn scores<S: Copy + PartialEq>(line: &mut ReadLine<'_>, symbol_of: fn(&str) -> Option<S>) -> Vec<(S, TrfPoints)> {
    let mut scores: Vec<(S, TrfPoints)> = Vec::new();
    let mut words = line.words(4).into_iter();
    while let Some((column, word)) = words.next() {
        let letters = word.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(word.len());
        let (symbol, glued) = word.split_at(letters);
        let Some(symbol) = symbol_of(symbol) else {
            line.fault(column, TrfRule::ValueUnknown, format!("{word:?} is no symbol of this record"));
            if glued.is_empty() {
                words.next();
            }
            continue;
        };
        let (column, points) = match glued {
            "" => words.next().unwrap_or((column, String::new())),
            glued => (column + letters, glued.to_owned()),
        };
        match line.parse_points(column, &points, "the value of a result") {
            Some(_) if scores.iter().any(|&(known, _)| known == symbol) => {
                line.fault(column, TrfRule::StatedTwice, "the same symbol stands twice");
            }
            Some(points) => scores.push((symbol, points)),
            None if points.is_empty() => line.fault(column, TrfRule::ValueMissing, "the symbol has no points"),
            None => {}
        }
    }
    scores
}

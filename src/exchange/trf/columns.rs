//! A line as columns, counted from 1 and in characters, so that a letter with an accent takes one column.

use super::MAX_ROUNDS;
use super::fault::{TrfFault, TrfRule};
use super::points::TrfPoints;

/// A line being read. Each field is taken out of it; what is left at the end stood between the columns.
pub(super) struct ReadLine<'a> {
    number: usize,
    record: &'a str,
    characters: Vec<char>,
    faults: Vec<TrfFault>,
}

impl<'a> ReadLine<'a> {
    pub(super) fn new(number: usize, record: &'a str, text: &str) -> Self {
        let mut line = Self { number, record, characters: text.chars().collect(), faults: Vec::new() };
        line.characters.iter_mut().take(3).for_each(|character| *character = ' ');
        if let Some(place) = line.characters.iter().position(|character| character.is_control()) {
            line.fault(place + 1, TrfRule::ControlCharacter, "a control character, such as a tab, shifts the columns");
        }
        line
    }

    /// The faults of the line, among them text that belongs to no field.
    pub(super) fn finish(mut self) -> Result<(), Vec<TrfFault>> {
        let left_over = self.characters.iter().position(|&character| character != ' ');
        if let (Some(place), true) = (left_over, self.faults.is_empty()) {
            self.fault(place + 1, TrfRule::TextBetweenColumns, "text stands between the columns of this record");
        }
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults) }
    }

    pub(super) fn fault(&mut self, column: usize, rule: TrfRule, detail: impl Into<String>) {
        self.faults.push(TrfFault::new(rule, detail).at(self.number, column).in_record(self.record));
    }

    /// The last column that is not blank.
    pub(super) fn last_column(&self) -> usize {
        self.characters.iter().rposition(|&character| character != ' ').map_or(0, |place| place + 1)
    }

    pub(super) fn is_blank(&self, from: usize, to: usize) -> bool {
        let to = to.min(self.characters.len());
        from > to || self.characters[from - 1..to].iter().all(|&character| character == ' ')
    }

    /// Whether the columns hold one word at most.
    pub(super) fn is_one_word(&self, from: usize, to: usize) -> bool {
        let to = to.min(self.characters.len());
        from > to || self.characters[from - 1..to].split(|&it| it == ' ').filter(|word| !word.is_empty()).count() <= 1
    }

    /// Takes a field out, without the blanks around it.
    pub(super) fn text(&mut self, from: usize, to: usize) -> String {
        let to = to.min(self.characters.len());
        if from > to {
            return String::new();
        }
        let field: String = self.characters[from - 1..to].iter().collect();
        self.characters[from - 1..to].fill(' ');
        field.trim_matches(' ').to_owned()
    }

    /// The rest of the line, word by word, each with the column that it starts in.
    pub(super) fn words(&mut self, from: usize) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut in_word = false;
        for place in from - 1..self.characters.len() {
            let character = std::mem::replace(&mut self.characters[place], ' ');
            match (character, in_word, words.last_mut()) {
                (' ', ..) => in_word = false,
                (_, true, Some((_, word))) => word.push(character),
                _ => {
                    in_word = true;
                    words.push((place + 1, character.to_string()));
                }
            }
        }
        words
    }

    pub(super) fn number(&mut self, from: usize, to: usize, name: &str) -> Option<u32> {
        let field = self.text(from, to);
        self.parse_number(from, &field, name)
    }

    pub(super) fn parse_number(&mut self, column: usize, field: &str, name: &str) -> Option<u32> {
        if field.is_empty() {
            return None;
        }
        let digits = field.len() <= 9 && field.bytes().all(|byte| byte.is_ascii_digit());
        let value = digits.then(|| field.parse().ok()).flatten();
        if value.is_none() {
            self.fault(column, TrfRule::NotANumber, format!("{name} must be a number, not {field:?}"));
        }
        value
    }

    /// A number from 1.
    pub(super) fn required_number(&mut self, from: usize, to: usize, name: &str) -> u32 {
        if self.is_blank(from, to) {
            self.fault(from, TrfRule::ValueMissing, format!("{name} is missing"));
            return 0;
        }
        match self.number(from, to, name) {
            Some(0) => {
                self.fault(from, TrfRule::NotANumber, format!("{name} counts from 1"));
                0
            }
            value => value.unwrap_or_default(),
        }
    }

    pub(super) fn required_round(&mut self, from: usize, to: usize, name: &str) -> u32 {
        let round = self.required_number(from, to, name);
        self.checked_round(from, round)
    }

    pub(super) fn checked_round(&mut self, column: usize, round: u32) -> u32 {
        if round as usize > MAX_ROUNDS {
            self.fault(column, TrfRule::TooLarge, format!("no event has more than {MAX_ROUNDS} rounds here"));
        }
        round
    }

    pub(super) fn points(&mut self, from: usize, to: usize, name: &str) -> Option<TrfPoints> {
        let field = self.text(from, to);
        self.parse_points(from, &field, name)
    }

    pub(super) fn parse_points(&mut self, column: usize, field: &str, name: &str) -> Option<TrfPoints> {
        if field.is_empty() {
            return None;
        }
        let value = TrfPoints::parse(field);
        if value.is_none() {
            self.fault(column, TrfRule::NotPoints, format!("{name} must be points such as 11.5, not {field:?}"));
        }
        value
    }

    /// Numbers of `width` columns, one column between two of them, to the end of the line; zero is none.
    pub(super) fn numbers(&mut self, from: usize, width: usize, name: &str) -> Vec<Option<u32>> {
        let mut numbers = Vec::new();
        let (mut column, last) = (from, self.last_column());
        while column <= last {
            numbers.push(self.number(column, column + width - 1, name).filter(|&number| number != 0));
            column += width + 1;
        }
        numbers
    }
}

/// A line being written.
pub(super) struct WrittenLine {
    number: usize,
    record: &'static str,
    characters: Vec<char>,
    pub(super) faults: Vec<TrfFault>,
}

impl WrittenLine {
    pub(super) fn new(number: usize, record: &'static str) -> Self {
        Self { number, record, characters: record.chars().collect(), faults: Vec::new() }
    }

    pub(super) fn finish(self) -> (String, Vec<TrfFault>) {
        (self.characters.into_iter().collect::<String>().trim_end_matches(' ').to_owned(), self.faults)
    }

    pub(super) fn fault(&mut self, column: usize, rule: TrfRule, detail: impl Into<String>) {
        self.faults.push(TrfFault::new(rule, detail).at(self.number, column).in_record(self.record));
    }

    fn put(&mut self, column: usize, text: impl Iterator<Item = char>) {
        for (place, character) in (column - 1..).zip(text) {
            if self.characters.len() <= place {
                self.characters.resize(place + 1, ' ');
            }
            self.characters[place] = character;
        }
    }

    fn fits(&mut self, from: usize, to: usize, text: &str) -> Option<usize> {
        let (width, length) = (to + 1 - from, text.chars().count());
        if length > width {
            self.fault(from, TrfRule::DoesNotFit, format!("{text:?} is longer than the {width} columns of its field"));
            return None;
        }
        if text.trim_matches(' ') != text || text.chars().any(char::is_control) {
            self.fault(from, TrfRule::DoesNotFit, format!("{text:?} has outer blanks or control characters"));
            return None;
        }
        Some(width - length)
    }

    pub(super) fn left(&mut self, from: usize, to: usize, text: &str) {
        if self.fits(from, to, text).is_some() {
            self.put(from, text.chars());
        }
    }

    pub(super) fn right(&mut self, from: usize, to: usize, text: &str) {
        if let Some(blanks) = self.fits(from, to, text) {
            self.put(from + blanks, text.chars());
        }
    }

    /// A number from 1.
    pub(super) fn number(&mut self, from: usize, to: usize, number: u32) {
        if number == 0 {
            self.fault(from, TrfRule::DoesNotFit, "numbers count from 1");
        }
        self.right(from, to, &number.to_string());
    }

    pub(super) fn points(&mut self, from: usize, to: usize, points: Option<TrfPoints>) {
        let Some(points) = points else { return };
        match points.spelled(to + 1 - from) {
            Some(spelling) => self.right(from, to, &spelling),
            None => self.fault(from, TrfRule::DoesNotFit, format!("{points} does not fit its columns")),
        }
    }

    /// Numbers of `width` columns with one column between two of them; none is written as zeros.
    pub(super) fn numbers(&mut self, from: usize, width: usize, numbers: impl Iterator<Item = Option<u32>>) {
        for (place, number) in numbers.enumerate() {
            let column = from + place * (width + 1);
            match number {
                Some(number) => self.number(column, column + width - 1, number),
                None => self.put(column, std::iter::repeat_n('0', width)),
            }
        }
    }
}

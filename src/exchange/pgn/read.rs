//! From bytes to games.

use std::borrow::Cow;

use super::{Element, End, Fault, Game};

/// The most games of one text.
pub const MAX_GAMES: usize = 500;
/// The most parts of one game: more than any game and its analysis has.
const MAX_ELEMENTS: usize = 20_000;
const MAX_TAGS: usize = 100;
/// Characters of a tag's value.
const MAX_VALUE: usize = 500;
/// Characters of a move or another word.
const MAX_WORD: usize = 20;
const MAX_DEPTH: usize = 50;
/// The most faults that are named.
const MAX_FAULTS: usize = 100;

/// Reads every game. UTF-8; what is none is taken for ISO 8859-1, as the format's own description has it.
pub fn read(bytes: &[u8]) -> Result<Vec<Game>, Vec<Fault>> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
    };
    let mut reader =
        Reader { rest: text.trim_start_matches('\u{feff}'), line: 1, line_start: true, faults: Vec::new() };
    let games = reader.games();
    if reader.faults.is_empty() { Ok(games) } else { Err(reader.faults) }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Nothing of the present line was read.
    line_start: bool,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn games(&mut self) -> Vec<Game> {
        let mut games = Vec::new();
        loop {
            self.skip_blank();
            if self.rest.is_empty() || self.faults.len() >= MAX_FAULTS {
                return games;
            }
            if games.len() >= MAX_GAMES {
                self.fault(self.line, format!("more than {MAX_GAMES} games"));
                return games;
            }
            let mut game = Game { line: self.line, ..Game::default() };
            if self.tags(&mut game).is_none() {
                self.skip_to_next_game(false);
            } else if self.movetext(&mut game).is_none() {
                self.skip_to_next_game(true);
            } else {
                self.check_end(&game);
            }
            games.push(game);
        }
    }

    fn fault(&mut self, line: usize, reason: impl Into<String>) -> Option<()> {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { line, reason: reason.into() });
        }
        None
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.line_start = letter == '\n';
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    /// The text up to the end of the line, which is read too.
    fn rest_of_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.next();
        text
    }

    /// Space, and lines that escape from the format by a per cent sign.
    fn skip_blank(&mut self) {
        while let Some(letter) = self.peek() {
            if letter == '%' && self.line_start {
                self.rest_of_line();
            } else if letter.is_whitespace() {
                self.next();
            } else {
                return;
            }
        }
    }

    fn tags(&mut self, game: &mut Game) -> Option<()> {
        loop {
            self.skip_blank();
            if self.peek() != Some('[') {
                return Some(());
            }
            let line = self.line;
            let (name, value) = self.tag()?;
            if game.tags.iter().any(|(known, _)| *known == name) {
                self.fault(line, format!("the tag {name} stands twice"));
            } else if game.tags.len() >= MAX_TAGS {
                return self.fault(line, format!("more than {MAX_TAGS} tags"));
            } else {
                game.tags.push((name, value));
            }
        }
    }

    fn tag(&mut self) -> Option<(String, String)> {
        let line = self.line;
        self.next();
        self.skip_blank();
        let name = self.word(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if name.is_empty() || name.len() > MAX_VALUE {
            self.fault(line, "a tag has no name");
            return None;
        }
        self.skip_blank();
        if self.next() != Some('"') {
            self.fault(line, format!("the value of the tag {name} does not stand in quotation marks"));
            return None;
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') if matches!(self.peek(), Some('"' | '\\')) => value.extend(self.next()),
                Some(letter) if !letter.is_control() => value.push(letter),
                _ => {
                    self.fault(line, format!("the value of the tag {name} does not end on its line"));
                    return None;
                }
            }
        }
        if value.chars().count() > MAX_VALUE {
            self.fault(line, format!("the value of the tag {name} has more than {MAX_VALUE} characters"));
            return None;
        }
        self.skip_blank();
        if self.next() != Some(']') {
            self.fault(line, format!("the tag {name} does not end with a bracket"));
            return None;
        }
        Some((name.to_owned(), value))
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !belongs(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.line_start &= word.is_empty();
        word
    }

    fn movetext(&mut self, game: &mut Game) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip_blank();
            let line = self.line;
            if game.moves.len() > MAX_ELEMENTS {
                return self
                    .fault(line, format!("a game has more than {MAX_ELEMENTS} moves, comments and annotations"));
            }
            let Some(letter) = self.peek() else {
                return self.fault(line, "the game does not end: 1-0, 0-1, 1/2-1/2 or * is missing");
            };
            match letter {
                '{' => self.comment(game)?,
                ';' => {
                    self.next();
                    let text = self.rest_of_line().trim();
                    game.moves.push(Element::Comment(readable(text)));
                }
                '(' => {
                    self.next();
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return self.fault(line, format!("variations lie more than {MAX_DEPTH} deep"));
                    }
                    game.moves.push(Element::Open);
                }
                ')' => {
                    self.next();
                    let Some(outer) = depth.checked_sub(1) else {
                        return self.fault(line, "a variation ends that has not begun");
                    };
                    depth = outer;
                    game.moves.push(Element::Close);
                }
                '$' => {
                    self.next();
                    let digits = self.word(|letter| letter.is_ascii_digit());
                    match digits.parse() {
                        Ok(number) => game.moves.push(Element::Annotation(number)),
                        Err(_) => {
                            self.fault(line, "an annotation is a number from 0 to 255");
                        }
                    }
                }
                '!' | '?' => self.marks(game),
                '.' => {
                    self.next();
                }
                '*' => {
                    self.next();
                    game.end = End::Unknown;
                    return self.ended(depth, line);
                }
                '[' => return self.fault(line, "the game before does not end: 1-0, 0-1, 1/2-1/2 or * is missing"),
                _ => {
                    let word = self.word(|letter| letter.is_ascii_alphanumeric() || "+#=-/:".contains(letter));
                    match End::from_code(word) {
                        Some(end) => {
                            game.end = end;
                            return self.ended(depth, line);
                        }
                        None => self.a_move(game, word, line),
                    }
                }
            }
        }
    }

    fn ended(&mut self, depth: usize, line: usize) -> Option<()> {
        if depth > 0 {
            self.fault(line, "the game ends within a variation");
        }
        Some(())
    }

    fn comment(&mut self, game: &mut Game) -> Option<()> {
        let line = self.line;
        self.next();
        let Some(end) = self.rest.find('}') else {
            self.rest = "";
            return self.fault(line, "a comment does not end");
        };
        let (text, rest) = self.rest.split_at(end);
        self.line += text.matches('\n').count();
        self.rest = rest;
        self.next();
        game.moves.push(Element::Comment(readable(text)));
        Some(())
    }

    /// `!` and the like, which stand for annotations.
    fn marks(&mut self, game: &mut Game) {
        let line = self.line;
        let marks = self.word(|letter| matches!(letter, '!' | '?'));
        let known = ["!", "?", "!!", "??", "!?", "?!"];
        match (1..).zip(known).find(|(_, mark)| *mark == marks) {
            Some((number, _)) => game.moves.push(Element::Annotation(number)),
            None => {
                self.fault(line, format!("{:?} is no mark of a move", short(marks)));
            }
        }
    }

    fn a_move(&mut self, game: &mut Game, word: &str, line: usize) {
        if word.is_empty() {
            let letter = self.next().unwrap_or_default();
            self.fault(line, format!("{letter:?} has no meaning here"));
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            // The number of a move says nothing that the moves do not say.
        } else if is_move(word) {
            game.moves.push(Element::Move(word.replace('0', "O")));
        } else {
            self.fault(line, format!("{:?} is no move", short(word)));
        }
    }

    fn check_end(&mut self, game: &Game) {
        let Some((_, said)) = game.tags.iter().find(|(name, _)| name == "Result") else { return };
        if said != game.end.code() {
            self.fault(
                game.line,
                format!("the tag Result says {:?}, and the game ends with {}", short(said), game.end.code()),
            );
        }
    }

    /// After a fault: on to the first tag of a section that follows other text.
    fn skip_to_next_game(&mut self, mut in_moves: bool) {
        while !self.rest.is_empty() {
            let tag = self.line_start && self.rest.starts_with('[');
            if tag && in_moves {
                return;
            }
            let whole_line = self.line_start;
            let text = self.rest_of_line().trim();
            in_moves |= whole_line && !text.is_empty() && !text.starts_with('[');
        }
    }
}

/// One line of readable text.
fn readable(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn short(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_WORD).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The shape of a move in short algebraic notation; zeros may stand for the letters of castling.
fn is_move(word: &str) -> bool {
    let bare = word.strip_suffix(['+', '#']).unwrap_or(word);
    if matches!(bare, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "--") {
        return true;
    }
    let bytes = bare.as_bytes();
    let file = |byte: &u8| (b'a'..=b'h').contains(byte);
    let rank = |byte: &u8| (b'1'..=b'8').contains(byte);
    match bytes {
        [b'K' | b'Q' | b'R' | b'B' | b'N', from @ .., to_file, to_rank] => {
            let from = from.strip_suffix(b"x").unwrap_or(from);
            let known = match from {
                [] => true,
                [one] => file(one) || rank(one),
                [one, two] => file(one) && rank(two),
                _ => false,
            };
            known && file(to_file) && rank(to_rank)
        }
        _ => {
            let (square, promoted) = match bytes {
                [square @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => (square, true),
                [square @ .., b'Q' | b'R' | b'B' | b'N'] => (square, true),
                square => (square, false),
            };
            let to = match square {
                [from, b'x', to @ ..] if file(from) => to,
                to => to,
            };
            matches!(to, [to_file, to_rank] if file(to_file) && rank(to_rank)
                && promoted == matches!(*to_rank, b'1' | b'8'))
        }
    }
}

//! From games to text.

use super::{Element, Game};

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// Tags, an empty line, the moves with their numbers, and an empty line.
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut column = 0;
    for word in words(game) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += length;
    }
    text.push_str("\n\n");
    text
}

fn words(game: &Game) -> Vec<String> {
    let mut words = Vec::new();
    // Half moves so far, here and in the lines that the present variation stands in.
    let (mut ply, mut outer) = (0_usize, Vec::new());
    // Black's move is numbered at the beginning and after anything that stands between.
    let mut interrupted = true;
    for element in &game.moves {
        match element {
            Element::Move(san) => {
                if ply % 2 == 0 {
                    words.push(format!("{}.", ply / 2 + 1));
                } else if interrupted {
                    words.push(format!("{}...", ply / 2 + 1));
                }
                words.push(san.clone());
                ply += 1;
                interrupted = false;
            }
            Element::Annotation(number) => words.push(format!("${number}")),
            Element::Comment(comment) => {
                // A brace would end it.
                let comment = comment.replace('}', ")");
                words.extend(format!("{{{comment}}}").split(' ').map(str::to_owned));
                interrupted = true;
            }
            Element::Open => {
                words.push("(".to_owned());
                outer.push(ply);
                ply = ply.saturating_sub(1);
                interrupted = true;
            }
            Element::Close => {
                words.push(")".to_owned());
                ply = outer.pop().unwrap_or(ply);
                interrupted = true;
            }
        }
    }
    words.push(game.end.code().to_owned());
    words
}

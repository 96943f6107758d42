//! Reads a file, line by line, and says everything that is wrong with it at once.

mod event_records;
mod head_records;

use super::columns::ReadLine;
use super::encoding::{Encoding, decode};
use super::fault::{TrfFault, TrfRule};
use super::model::{Header, HeaderKind, Record, TrfFile};
use super::{MAX_BYTES, MAX_COLUMNS, MAX_FAULTS, MAX_LINES};

/// A file that was read, and in which encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfReading {
    pub file: TrfFile,
    pub encoding: Encoding,
}

/// Reads the bytes of a file.
pub fn read(bytes: &[u8]) -> Result<TrfReading, Vec<TrfFault>> {
    if bytes.len() > MAX_BYTES {
        let detail = format!("the file has {} bytes; {MAX_BYTES} are allowed", bytes.len());
        return Err(vec![TrfFault::new(TrfRule::TooLarge, detail)]);
    }
    let (text, encoding) = decode(bytes).map_err(|fault| vec![fault])?;
    Ok(TrfReading { file: read_text(&text)?, encoding })
}

/// Reads a file that somebody else has decoded.
pub fn read_text(text: &str) -> Result<TrfFile, Vec<TrfFault>> {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for (place, line) in lines(text).enumerate() {
        let number = place + 1;
        if number > MAX_LINES {
            let detail = format!("the file has more than {MAX_LINES} lines");
            faults.push(TrfFault::new(TrfRule::TooLarge, detail).on_line(number));
            break;
        }
        match read_line(number, line) {
            Ok(record) => records.push(record),
            Err(of_line) => faults.extend(of_line),
        }
        if faults.len() >= MAX_FAULTS {
            faults.truncate(MAX_FAULTS);
            let detail = format!("reading stopped after {MAX_FAULTS} faults");
            faults.push(TrfFault::new(TrfRule::TooManyFaults, detail).on_line(number));
            break;
        }
    }
    if faults.is_empty() { Ok(TrfFile { records }) } else { Err(faults) }
}

/// Lines end with CR, LF or both; the last one need not end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, ending) = rest.split_at(end);
        rest = ending.strip_prefix("\r\n").or_else(|| ending.get(1..)).unwrap_or_default();
        Some(line)
    })
}

pub(super) fn read_line(number: usize, text: &str) -> Result<Record, Vec<TrfFault>> {
    if text.chars().nth(MAX_COLUMNS).is_some() {
        let detail = format!("the line has more than {MAX_COLUMNS} columns");
        return Err(vec![TrfFault::new(TrfRule::TooLarge, detail).at(number, MAX_COLUMNS + 1)]);
    }
    let code = text.get(..3).unwrap_or_default();
    let reads: fn(&mut ReadLine<'_>) -> Record = match code {
        "001" => event_records::player,
        "013" => event_records::unnumbered_team,
        "132" => head_records::round_dates,
        "142" => head_records::rounds,
        "152" => head_records::initial_colour,
        "162" => head_records::game_scores,
        "240" => event_records::requested_byes,
        "250" => event_records::acceleration,
        "260" => event_records::forbidden_pairs,
        "299" => event_records::abnormal,
        "300" => event_records::line_up,
        "310" => event_records::team,
        "320" => event_records::pairing_byes,
        "330" => event_records::forfeited_match,
        "352" => head_records::board_colours,
        "362" => head_records::match_scores,
        _ => {
            return match HeaderKind::of(code) {
                Some(kind) => header(number, kind, text),
                None => Ok(Record::Verbatim(text.to_owned())),
            };
        }
    };
    let mut line = ReadLine::new(number, code, text);
    let record = reads(&mut line);
    line.finish().map(|()| record)
}

fn header(number: usize, kind: HeaderKind, text: &str) -> Result<Record, Vec<TrfFault>> {
    let rest = text.get(3..).unwrap_or_default();
    let text = match rest.strip_prefix(' ') {
        Some(text) => text,
        None if rest.is_empty() => rest,
        None => {
            let fault = TrfFault::new(TrfRule::TextBetweenColumns, "the text of a header starts in column 5");
            return Err(vec![fault.at(number, 4).in_record(kind.code())]);
        }
    };
    Ok(Record::Header(Header { kind, text: text.trim_end_matches(' ').to_owned() }))
}

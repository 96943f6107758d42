//! Writes a file by the columns of TRF26: UTF-8, each line closed with CR LF. What does not fit its columns is a fault,
//! never cut.

use super::columns::WrittenLine;
use super::fault::{TrfFault, TrfRule};
use super::model::{
    Abnormal, Acceleration, Cell, Colour, ForbiddenPairs, ForfeitedMatch, HeaderKind, LineUp, PairingByes, Player,
    Record, RequestedByes, Team, TrfFile, UnnumberedTeam,
};
use super::points::TrfPoints;
use super::{MAX_BYTES, MAX_LINES, read};

/// The bytes of a file.
pub fn write(file: &TrfFile) -> Result<Vec<u8>, Vec<TrfFault>> {
    write_text(file).map(String::into_bytes)
}

/// The text of a file.
pub fn write_text(file: &TrfFile) -> Result<String, Vec<TrfFault>> {
    let (mut text, mut faults) = (String::new(), Vec::new());
    for (place, record) in file.records.iter().enumerate() {
        let (line, mut of_line) = write_record(place + 1, record);
        if of_line.is_empty() && !reads_back(&line, record) {
            let detail = "the record would be read back as another one";
            of_line.push(TrfFault::new(TrfRule::NotReadBack, detail).on_line(place + 1).in_record(type_of(&line)));
        }
        text.push_str(&line);
        text.push_str("\r\n");
        faults.extend(of_line);
    }
    if file.records.len() > MAX_LINES || text.len() > MAX_BYTES {
        let detail = format!("more than {MAX_LINES} lines or {MAX_BYTES} bytes would not be read back");
        faults.push(TrfFault::new(TrfRule::TooLarge, detail));
    }
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// Whatever is written can be read: this holds for each line, or the line is refused.
fn reads_back(line: &str, record: &Record) -> bool {
    let plain = !line.contains(['\r', '\n', '\0', '\u{feff}']);
    plain && read::read_line(1, line).is_ok_and(|read| read == *record)
}

fn type_of(line: &str) -> String {
    line.chars().take(3).collect()
}

fn write_record(number: usize, record: &Record) -> (String, Vec<TrfFault>) {
    let line = |code| WrittenLine::new(number, code);
    match record {
        Record::Header(header) => head_text(header.kind, &header.text),
        Record::RoundDates(dates) => round_dates(line("132"), dates),
        Record::Rounds(rounds) => {
            let mut line = line("142");
            line.left(5, 7, &rounds.to_string());
            line.finish()
        }
        Record::InitialColour(colour) => letters(line("152"), &[*colour]),
        Record::BoardColours(colours) => letters(line("352"), colours),
        Record::GameScores(scores) => scores_of(line("162"), 6, scores.iter().map(|(of, points)| (of.code(), *points))),
        Record::MatchScores(scores) => {
            scores_of(line("362"), 5, scores.iter().map(|(of, points)| (of.code(), *points)))
        }
        Record::Player(player) => player_line(line("001"), player),
        Record::UnnumberedTeam(team) => unnumbered_team(line("013"), team),
        Record::Team(team) => team_line(line("310"), team),
        Record::RequestedByes(byes) => requested_byes(line("240"), byes),
        Record::Acceleration(acceleration) => acceleration_line(line("250"), acceleration),
        Record::ForbiddenPairs(pairs) => forbidden_pairs(line("260"), pairs),
        Record::Abnormal(abnormal) => abnormal_line(line("299"), abnormal),
        Record::LineUp(line_up) => line_up_line(line("300"), line_up),
        Record::PairingByes(byes) => pairing_byes(line("320"), byes),
        Record::ForfeitedMatch(forfeited) => forfeited_match(line("330"), forfeited),
        Record::Verbatim(text) => (text.clone(), Vec::new()),
    }
}

type Line = (String, Vec<TrfFault>);

fn head_text(kind: HeaderKind, text: &str) -> Line {
    (if text.is_empty() { kind.code().to_owned() } else { format!("{} {text}", kind.code()) }, Vec::new())
}

fn round_dates(mut line: WrittenLine, dates: &[Option<String>]) -> Line {
    for (round, date) in dates.iter().enumerate() {
        line.left(92 + 10 * round, 99 + 10 * round, date.as_deref().unwrap_or_default());
    }
    line.finish()
}

fn letters(mut line: WrittenLine, colours: &[Colour]) -> Line {
    for (board, colour) in colours.iter().enumerate() {
        line.left(5 + board, 5 + board, &colour.code().to_ascii_uppercase());
    }
    line.finish()
}

fn scores_of(mut line: WrittenLine, first: usize, scores: impl Iterator<Item = (&'static str, TrfPoints)>) -> Line {
    for (place, (symbol, points)) in scores.enumerate() {
        let column = first + 9 * place;
        line.left(column, column + symbol.len() - 1, symbol);
        line.points(column + symbol.len(), column + symbol.len() + 3, Some(points));
    }
    line.finish()
}

fn player_line(mut line: WrittenLine, player: &Player) -> Line {
    line.number(5, 8, player.number);
    line.left(10, 10, &player.sex.map(String::from).unwrap_or_default());
    line.right(11, 13, &player.title);
    line.left(15, 47, &player.name);
    optional(&mut line, 49, 52, player.rating);
    line.left(54, 56, &player.federation);
    line.right(58, 68, &player.fide_id);
    line.left(70, 79, &player.birth);
    line.points(81, 84, player.points);
    optional(&mut line, 86, 89, player.rank);
    for (round, cell) in player.rounds.iter().enumerate() {
        if let Some(cell) = cell {
            cell_columns(&mut line, 92 + 10 * round, cell);
        }
    }
    line.finish()
}

fn cell_columns(line: &mut WrittenLine, column: usize, cell: &Cell) {
    line.numbers(column, 4, std::iter::once(cell.opponent));
    line.left(column + 5, column + 5, cell.colour.map_or("-", Colour::code));
    line.left(column + 7, column + 7, cell.result.map(|result| result.code()).unwrap_or_default());
}

fn optional(line: &mut WrittenLine, from: usize, to: usize, number: Option<u32>) {
    line.right(from, to, &number.map(|number| number.to_string()).unwrap_or_default());
}

fn unnumbered_team(mut line: WrittenLine, team: &UnnumberedTeam) -> Line {
    line.left(5, 36, &team.name);
    line.numbers(37, 4, team.members.iter().copied().map(Some));
    line.finish()
}

fn team_line(mut line: WrittenLine, team: &Team) -> Line {
    line.number(5, 7, team.number);
    line.left(9, 40, &team.name);
    line.left(42, 46, &team.short_name);
    match team.strength.map(|strength| (strength, strength.whole())) {
        Some((_, Some(whole))) => line.right(48, 53, &whole.to_string()),
        Some((strength, None)) => line.points(48, 53, Some(strength)),
        None => {}
    }
    line.points(55, 60, team.match_points);
    line.points(62, 67, team.game_points);
    optional(&mut line, 69, 71, team.rank);
    line.numbers(74, 4, team.members.iter().copied().map(Some));
    line.finish()
}

fn requested_byes(mut line: WrittenLine, byes: &RequestedByes) -> Line {
    line.left(5, 5, byes.kind.code());
    line.number(7, 9, byes.round);
    line.numbers(11, 4, byes.teams.iter().copied().map(Some));
    line.finish()
}

fn acceleration_line(mut line: WrittenLine, acceleration: &Acceleration) -> Line {
    line.points(5, 8, acceleration.match_points);
    line.points(10, 13, acceleration.game_points);
    line.number(15, 17, acceleration.first_round);
    line.number(19, 21, acceleration.last_round);
    line.number(23, 26, acceleration.first_team);
    line.number(28, 31, acceleration.last_team);
    line.finish()
}

fn forbidden_pairs(mut line: WrittenLine, pairs: &ForbiddenPairs) -> Line {
    line.number(5, 7, pairs.first_round);
    line.number(9, 11, pairs.last_round);
    line.numbers(13, 4, pairs.teams.iter().copied().map(Some));
    line.finish()
}

fn abnormal_line(mut line: WrittenLine, abnormal: &Abnormal) -> Line {
    line.left(5, 5, abnormal.kind.code().trim_matches(' '));
    for (from, to, points) in [(8, 11, abnormal.match_points), (14, 17, abnormal.game_points)] {
        let sign = usize::from(points.is_some_and(|points| points.0 < 0));
        line.points(from - sign, to, points);
    }
    optional(&mut line, 20, 22, abnormal.round);
    line.numbers(24, 4, abnormal.teams.iter().copied().map(Some));
    line.finish()
}

fn line_up_line(mut line: WrittenLine, line_up: &LineUp) -> Line {
    line.number(5, 7, line_up.round);
    line.number(9, 11, line_up.team);
    line.number(13, 15, line_up.opponent);
    line.numbers(17, 4, line_up.boards.iter().copied());
    line.finish()
}

fn pairing_byes(mut line: WrittenLine, byes: &PairingByes) -> Line {
    line.points(5, 8, byes.match_points);
    line.points(10, 13, byes.game_points);
    line.numbers(15, 3, byes.teams.iter().copied());
    line.finish()
}

fn forfeited_match(mut line: WrittenLine, forfeited: &ForfeitedMatch) -> Line {
    line.left(5, 6, forfeited.kind.code());
    line.number(8, 10, forfeited.round);
    line.number(12, 14, forfeited.white);
    line.number(16, 18, forfeited.black);
    line.finish()
}

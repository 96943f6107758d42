//! Players, teams, and what happened to them.

use super::super::columns::ReadLine;
use super::super::fault::TrfRule;
use super::super::model::{
    Abnormal, AbnormalKind, Acceleration, Cell, CellResult, Colour, ForbiddenPairs, ForfeitKind, ForfeitedMatch,
    LineUp, PairingByes, Player, Record, RequestedByeKind, RequestedByes, Team, UnnumberedTeam,
};
use super::super::{MAX_BOARDS, MAX_ROUNDS};

/// 001
pub(super) fn player(line: &mut ReadLine<'_>) -> Record {
    Record::Player(Player {
        number: line.required_number(5, 8, "the player's number"),
        sex: line.text(10, 10).chars().next(),
        title: line.text(11, 13),
        name: line.text(15, 47),
        rating: line.number(49, 52, "the rating"),
        federation: line.text(54, 56),
        fide_id: line.text(58, 68),
        birth: line.text(70, 79),
        points: line.points(81, 84, "the player's points"),
        rank: line.number(86, 89, "the rank"),
        rounds: cells(line),
    })
}

fn cells(line: &mut ReadLine<'_>) -> Vec<Option<Cell>> {
    let rounds = line.last_column().saturating_sub(91).div_ceil(10);
    if rounds > MAX_ROUNDS {
        line.fault(92, TrfRule::TooLarge, format!("no event has more than {MAX_ROUNDS} rounds here"));
        return Vec::new();
    }
    (0..rounds).map(|round| cell(line, 92 + 10 * round)).collect()
}

fn cell(line: &mut ReadLine<'_>, column: usize) -> Option<Cell> {
    if line.is_blank(column, column + 7) {
        return None;
    }
    let opponent = line.number(column, column + 3, "the opponent").filter(|&opponent| opponent != 0);
    let colour = line.text(column + 5, column + 5);
    let result = line.text(column + 7, column + 7);
    let known_colour = Colour::of(&colour);
    if known_colour.is_none() && !matches!(colour.as_str(), "" | "-") {
        line.fault(column + 5, TrfRule::ValueUnknown, format!("a colour is w, b or -, not {colour:?}"));
    }
    let known_result = CellResult::of(&result);
    if known_result.is_none() && !result.is_empty() {
        line.fault(column + 7, TrfRule::ValueUnknown, format!("{result:?} is no result"));
    }
    Some(Cell { opponent, colour: known_colour, result: known_result })
}

/// 013
pub(super) fn unnumbered_team(line: &mut ReadLine<'_>) -> Record {
    Record::UnnumberedTeam(UnnumberedTeam {
        name: line.text(5, 36),
        members: line.numbers(37, 4, "a member").into_iter().flatten().collect(),
    })
}

/// 310
pub(super) fn team(line: &mut ReadLine<'_>) -> Record {
    Record::Team(Team {
        number: line.required_number(5, 7, "the team's number"),
        name: line.text(9, 40),
        short_name: line.text(42, 46),
        strength: line.points(48, 53, "the strength"),
        match_points: line.points(55, 60, "the match points"),
        game_points: line.points(62, 67, "the game points"),
        rank: line.number(69, 71, "the rank"),
        members: line.numbers(74, 4, "a member").into_iter().flatten().collect(),
    })
}

/// 240
pub(super) fn requested_byes(line: &mut ReadLine<'_>) -> Record {
    let letter = line.text(5, 5);
    let kind = RequestedByeKind::of(&letter).unwrap_or_else(|| {
        line.fault(5, TrfRule::ValueUnknown, format!("a requested bye is F, H or Z, not {letter:?}"));
        RequestedByeKind::Zero
    });
    Record::RequestedByes(RequestedByes {
        kind,
        round: line.required_round(7, 9, "the round"),
        teams: line.numbers(11, 4, "a team").into_iter().flatten().collect(),
    })
}

/// 250
pub(super) fn acceleration(line: &mut ReadLine<'_>) -> Record {
    Record::Acceleration(Acceleration {
        match_points: line.points(5, 8, "the match points"),
        game_points: line.points(10, 13, "the game points"),
        first_round: line.required_round(15, 17, "the first round"),
        last_round: line.required_round(19, 21, "the last round"),
        first_team: line.required_number(23, 26, "the first team"),
        last_team: line.required_number(28, 31, "the last team"),
    })
}

/// 260
pub(super) fn forbidden_pairs(line: &mut ReadLine<'_>) -> Record {
    Record::ForbiddenPairs(ForbiddenPairs {
        first_round: line.required_round(5, 7, "the first round"),
        last_round: line.required_round(9, 11, "the last round"),
        teams: line.numbers(13, 4, "a team").into_iter().flatten().collect(),
    })
}

/// Record 299. Two layouts are about: the one of the format, where a sign takes the column before the points, and one whose
/// fields stand one, two and three columns further left. A line that fits neither is read word by word.
pub(super) fn abnormal(line: &mut ReadLine<'_>) -> Record {
    let letter = line.text(5, 5);
    let kind = match letter.as_str() {
        "" => Some(AbnormalKind::Adjustment),
        letter => AbnormalKind::of(letter),
    };
    if kind.is_none() {
        line.fault(5, TrfRule::ValueUnknown, format!("{letter:?} is no kind of abnormal points"));
    }
    let layouts: [[(usize, usize); 4]; 2] =
        [[(7, 11), (13, 17), (20, 22), (24, 27)], [(7, 10), (12, 15), (17, 19), (21, 24)]];
    let fields = layouts.into_iter().find(|fields| fits(line, fields));
    let (points, round, teams) = match fields {
        Some([match_points, game_points, round, teams]) => {
            let match_points = line.points(match_points.0, match_points.1, "the match points");
            let game_points = line.points(game_points.0, game_points.1, "the game points");
            let round = (round.0, line.number(round.0, round.1, "the round"));
            ([match_points, game_points], round, line.numbers(teams.0, 4, "a team"))
        }
        None => {
            let mut words = line.words(6).into_iter();
            let mut next = || words.next().unwrap_or_default();
            let [match_points, game_points, round] = [next(), next(), next()];
            let points =
                [match_points, game_points].map(|(column, word)| line.parse_points(column, &word, "the points"));
            let round = (round.0, line.parse_number(round.0, &round.1, "the round"));
            let teams = words.map(|(column, word)| line.parse_number(column, &word, "a team")).collect();
            (points, round, teams)
        }
    };
    Record::Abnormal(Abnormal {
        kind: kind.unwrap_or(AbnormalKind::Adjustment),
        match_points: points[0],
        game_points: points[1],
        round: round.1.filter(|&number| number != 0).map(|number| line.checked_round(round.0, number)),
        teams: teams.into_iter().flatten().filter(|&team| team != 0).collect(),
    })
}

/// Whether a line has these fields and nothing but blanks between them; teams follow each other to its end.
fn fits(line: &ReadLine<'_>, fields: &[(usize, usize); 4]) -> bool {
    let (first_team, _) = fields[3];
    let is_in_field = |column: usize| {
        let is_team = column >= first_team && (column - first_team) % 5 < 4;
        column == 5 || is_team || fields[..3].iter().any(|&(from, to)| (from..=to).contains(&column))
    };
    let between = (4..=line.last_column()).filter(|&column| !is_in_field(column));
    between.into_iter().all(|column| line.is_blank(column, column))
        && fields.iter().all(|&(from, to)| line.is_one_word(from, to))
}

/// 300
pub(super) fn line_up(line: &mut ReadLine<'_>) -> Record {
    let line_up = LineUp {
        round: line.required_round(5, 7, "the round"),
        team: line.required_number(9, 11, "the team"),
        opponent: line.required_number(13, 15, "the opponent"),
        boards: line.numbers(17, 4, "a player"),
    };
    if line_up.boards.len() > MAX_BOARDS {
        line.fault(17, TrfRule::TooLarge, format!("no match has more than {MAX_BOARDS} boards here"));
    }
    Record::LineUp(line_up)
}

/// 320
pub(super) fn pairing_byes(line: &mut ReadLine<'_>) -> Record {
    let byes = PairingByes {
        match_points: line.points(5, 8, "the match points"),
        game_points: line.points(10, 13, "the game points"),
        teams: line.numbers(15, 3, "a team"),
    };
    if byes.teams.len() > MAX_ROUNDS {
        line.fault(15, TrfRule::TooLarge, format!("no event has more than {MAX_ROUNDS} rounds here"));
    }
    Record::PairingByes(byes)
}

/// 330
pub(super) fn forfeited_match(line: &mut ReadLine<'_>) -> Record {
    let sign = line.text(5, 6);
    let kind = ForfeitKind::of(&sign).unwrap_or_else(|| {
        line.fault(5, TrfRule::ValueUnknown, format!("a forfeited match is +-, -+ or --, not {sign:?}"));
        ForfeitKind::BothLose
    });
    Record::ForfeitedMatch(ForfeitedMatch {
        kind,
        round: line.required_round(8, 10, "the round"),
        white: line.required_number(12, 14, "the White team"),
        black: line.required_number(16, 18, "the Black team"),
    })
}

//! The criteria that a rulebook can list, in the words that it uses for them.

use std::fmt;

use super::boards::BoardMethod;
use super::direct_encounter::{self, Encounter};
use super::ledger::{Entry, Ledger};
use super::results::Adjustment;
use super::sonneborn_berger::{self, SonnebornBerger};
use super::tie_break::{Cut, Method, TieBreak};
use super::value::Fraction;
use super::{Contribution, Outcome, Reason, buchholz, own_results};
use crate::domain::violation::{Rule, Violation};

/// One way to tell teams apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    GamePoints,
    MatchPoints,
    DirectMatch(SeveralTied),
    SonnebornBerger(SonnebornBerger),
    /// By a code of FIDE's regulations C.07.
    Fide(TieBreak),
}

/// What the direct match decides when more than two teams are level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeveralTied {
    /// A table of their matches alone: game points, then match points; a part still level starts again by itself.
    #[default]
    SeparateTable,
    NoDecision,
}

/// How a rulebook reads the criteria that the regulations leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readings {
    pub several_tied: SeveralTied,
    pub sonneborn_berger: SonnebornBerger,
}

/// Which points of a team are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    MatchPoints,
    GamePoints,
}

impl Criterion {
    /// Reads the code that a rulebook lists.
    pub fn from_code(code: &str, readings: Readings) -> Result<Self, Violation> {
        match code {
            "game_points" => Ok(Self::GamePoints),
            "match_points" => Ok(Self::MatchPoints),
            "direct_match" => Ok(Self::DirectMatch(readings.several_tied)),
            "sonneborn_berger" => Ok(Self::SonnebornBerger(readings.sonneborn_berger)),
            unknown => Err(Violation::new(Rule::RulebookInvalid, "there is no such ranking criterion")
                .fact("criterion", unknown)
                .fact(
                    "known",
                    ["game_points", "match_points", "direct_match", "sonneborn_berger"].map(str::to_owned).to_vec(),
                )),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GamePoints => "game_points",
            Self::MatchPoints => "match_points",
            Self::DirectMatch(_) => "direct_match",
            Self::SonnebornBerger(_) => "sonneborn_berger",
            Self::Fide(tie_break) => return tie_break.fmt(f),
        })
    }
}

impl SeveralTied {
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::SeparateTable, Self::NoDecision].into_iter().find(|setting| setting.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::SeparateTable => "separate_table",
            Self::NoDecision => "no_decision",
        }
    }
}

impl Score {
    pub(super) fn of(self, entry: &Entry) -> Fraction {
        match self {
            Self::MatchPoints => entry.match_points.into(),
            Self::GamePoints => entry.game_points.into(),
        }
    }

    /// Half points of a round, so that both scores are whole numbers in one unit.
    pub(super) fn halves(self, entry: &Entry) -> i64 {
        match self {
            Self::MatchPoints => 2 * i64::from(entry.match_points.0),
            Self::GamePoints => i64::from(entry.game_points.0),
        }
    }

    /// Of a penalty or a bonus.
    pub(super) fn halves_of(self, given: &Adjustment) -> i64 {
        match self {
            Self::MatchPoints => 2 * i64::from(given.match_points.0),
            Self::GamePoints => i64::from(given.game_points.0),
        }
    }

    pub(super) fn their_halves(self, entry: &Entry) -> i64 {
        match self {
            Self::MatchPoints => 2 * i64::from(entry.their_match_points.0),
            Self::GamePoints => i64::from(entry.their_game_points.0),
        }
    }

    /// The most that one match can bring.
    pub(super) fn halves_of_a_win(self, ledger: &Ledger<'_>) -> i64 {
        match self {
            Self::MatchPoints => 2 * i64::from(ledger.scale.win.0),
            Self::GamePoints => 2 * i64::from(ledger.facts.boards),
        }
    }

    pub(super) fn of_a_win(self, ledger: &Ledger<'_>) -> Fraction {
        Fraction::new(self.halves_of_a_win(ledger), 2)
    }

    /// A drawn match in half points: of game points, half of the boards.
    pub(super) fn of_a_draw(self, ledger: &Ledger<'_>) -> i64 {
        match self {
            Self::MatchPoints => 2 * i64::from(ledger.scale.draw.0),
            Self::GamePoints => i64::from(ledger.facts.boards),
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::MatchPoints => Self::GamePoints,
            Self::GamePoints => Self::MatchPoints,
        }
    }
}

/// How a criterion judges: each team by itself, or the teams that are level by what they did among themselves.
pub(super) enum Judgement {
    Alone(Vec<Outcome>),
    Among(Encounter),
}

impl Criterion {
    pub(super) fn judge(self, ledger: &Ledger<'_>) -> Judgement {
        Judgement::Alone(match self {
            Self::GamePoints => sums(ledger, Score::GamePoints),
            Self::MatchPoints => sums(ledger, Score::MatchPoints),
            Self::SonnebornBerger(variant) => sonneborn_berger::of_variant(ledger, variant),
            Self::DirectMatch(several) => return Judgement::Among(direct_encounter::direct_match(ledger, several)),
            Self::Fide(tie_break) => return judge_by_fide(ledger, tie_break),
        })
    }

    pub(super) fn lower_is_better(self) -> bool {
        matches!(self, Self::Fide(tie_break) if tie_break.lower_is_better())
    }

    /// A board count says something only between teams with equal game points (art. 12.1).
    pub(super) fn is_for_equal_game_points(self) -> bool {
        matches!(self, Self::Fide(TieBreak { method: Method::BoardCount, .. }))
    }
}

fn judge_by_fide(ledger: &Ledger<'_>, tie_break: TieBreak) -> Judgement {
    let score = tie_break.score_or(ledger.terms.primary);
    let cut = tie_break.cut;
    Judgement::Alone(match tie_break.method {
        Method::DirectEncounter | Method::ExtendedEncounter(_) => {
            return Judgement::Among(direct_encounter::of_fide(ledger, tie_break));
        }
        Method::Primary => sums(ledger, ledger.terms.primary),
        Method::Secondary => sums(ledger, ledger.terms.primary.other()),
        Method::Points(score) => sums(ledger, score),
        Method::RoundsWon => own_results::rounds_won(ledger, score),
        Method::WonOverTheBoard => own_results::won_over_the_board(ledger),
        Method::Progressive => {
            let rounds = if let Cut::Least(number) = cut { number } else { 0 };
            own_results::progressive(ledger, score, rounds)
        }
        Method::RoundsPlayed => own_results::rounds_played(ledger),
        Method::StandardScore => own_results::standard_score(ledger, score),
        Method::PairingNumber => own_results::pairing_number(ledger),
        Method::Buchholz => buchholz::buchholz(ledger, score, tie_break.fore, cut),
        Method::AverageOfBuchholz => buchholz::average_of_buchholz(ledger, score, tie_break.fore),
        Method::SonnebornBerger => sonneborn_berger::of_scores(ledger, score, score, cut),
        Method::Extended { theirs, own } => sonneborn_berger::of_scores(ledger, theirs, own, cut),
        Method::Koya => buchholz::koya(ledger, score, tie_break.limit),
        Method::ScoreAndSchedule => buchholz::score_and_schedule(ledger, tie_break),
        Method::BoardCount => BoardMethod::Count.of_all(ledger),
        Method::TopBoards => BoardMethod::Top.of_all(ledger),
        Method::BottomElimination => BoardMethod::Bottom.of_all(ledger),
    })
}

fn sums(ledger: &Ledger<'_>, score: Score) -> Vec<Outcome> {
    let of = |seat: usize| {
        let counted = ledger.entries[seat].iter().filter(|entry| entry.is_counted());
        let rounds = counted.map(|entry| Contribution::of(ledger, entry, score.of(entry)));
        let given = ledger.adjustments[seat].iter();
        let given = given.map(|one| Contribution::of_adjustment(one, Fraction::new(score.halves_of(one), 2)));
        Outcome::sum(rounds.chain(given).collect())
    };
    (0..ledger.teams.len()).map(of).collect()
}

impl Reason {
    pub fn code(self) -> &'static str {
        match self {
            Self::NotLevel => "not_level",
            Self::SeveralTied => "several_tied",
            Self::NotAllMet => "not_all_met",
            Self::BoardsUnknown => "boards_unknown",
            Self::UnequalGamePoints => "unequal_game_points",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotLevel => "no other team was level when this criterion came",
            Self::SeveralTied => "more than two teams are level",
            Self::NotAllMet => "the teams that are level have not all met",
            Self::BoardsUnknown => "the results of single boards are not known",
            Self::UnequalGamePoints => "the teams that are level have not the same game points",
        })
    }
}

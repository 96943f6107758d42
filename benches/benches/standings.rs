//! The time of a whole table with five tie-breaks after eleven rounds.

mod event;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use teamchess::domain::pairing::state::{ByeKind, Conduct, TournamentState};
use teamchess::domain::result::{MatchPointScale, MatchResult};
use teamchess::domain::standings::{
    self, Edition, GroupBye, GroupMatch, GroupResults, PairingMode, RankingRules, Score, Terms,
};

const LIST: &str = "PTS,EMGSB/C1,BH:MP/C1,EGGSB,MPvGP,SSSC";

fn facts(state: &TournamentState) -> GroupResults {
    let (mut matches, mut byes) = (Vec::new(), Vec::new());
    for (round, results) in (1..).zip(&state.rounds) {
        for game in &results.matches {
            let result = MatchResult {
                home: game.white.points.game_points,
                away: game.black.points.game_points,
                over_the_board: game.conduct == Conduct::Played,
            };
            matches.push(GroupMatch::with_score(round, game.white.team, game.black.team, result));
        }
        byes.extend(results.byes.iter().map(|bye| GroupBye {
            round,
            team: bye.team,
            kind: match bye.kind {
                ByeKind::PairingAllocated => standings::ByeKind::PairingAllocated,
                ByeKind::FullPoint => standings::ByeKind::FullPoint,
                ByeKind::HalfPoint => standings::ByeKind::HalfPoint,
                ByeKind::ZeroPoint => standings::ByeKind::ZeroPoint,
            },
            game_points: bye.points.game_points,
            match_points: bye.points.match_points,
        }));
    }
    GroupResults {
        pairing: PairingMode::Swiss,
        teams: state.teams.iter().map(|team| team.number).collect(),
        boards: event::BOARDS.unsigned_abs(),
        rounds_started: event::ROUNDS,
        matches,
        byes,
        exclusions: Vec::new(),
        adjustments: Vec::new(),
    }
}

fn table(criterion: &mut Criterion) {
    let terms = Terms::of(Edition::Of2026, Score::MatchPoints);
    let ranking = RankingRules::of_codes(LIST, MatchPointScale::TWO_ONE_NIL, terms).expect("known codes");
    // The Olympiad rules pair fastest; the table does not care.
    let [_, (_, system), _] = event::systems();
    let rules = event::rules(system);
    let mut group = criterion.benchmark_group("standings");
    group.sample_size(20);
    for teams in event::SIZES {
        let mut loaded = None;
        group.bench_function(BenchmarkId::from_parameter(teams), |bencher| {
            let facts = loaded.get_or_insert_with(|| event::played(&rules, teams).last().map(facts).expect("a state"));
            bencher.iter(|| black_box(standings::standings(black_box(facts), &ranking, None).is_ok()));
        });
    }
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);

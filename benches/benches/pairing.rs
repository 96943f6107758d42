//! The time to pair a round, on average over the eleven rounds of an event. `cargo bench --bench pairing -- /200` measures
//! events of 200 teams alone.

mod event;

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::{Measurement, WallTime};
use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use teamchess::domain::pairing::draw;

fn pairing(criterion: &mut Criterion) {
    for (name, system) in event::systems() {
        let rules = event::rules(system);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        for teams in event::SIZES {
            group.warm_up_time(Duration::from_millis(if teams < 1_000 { 1_000 } else { 1 }));
            let mut states = None;
            group.bench_function(BenchmarkId::from_parameter(teams), |bencher| {
                let states = states.get_or_insert_with(|| event::played(&rules, teams));
                bencher.iter_custom(|iterations| {
                    let start = WallTime.start();
                    for _ in 0..iterations {
                        for (round, state) in (1..=event::ROUNDS).zip(states.iter()) {
                            black_box(draw(&rules, black_box(state), round).is_ok());
                        }
                    }
                    WallTime.end(start) / event::ROUNDS
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, pairing);
criterion_main!(benches);

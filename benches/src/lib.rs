//! How long the engines take: `cargo bench --manifest-path benches/Cargo.toml`; figures are in `docs/engines.md`.

//! The command line.

mod cli;

/// Gives back the 19 MiB of each password hash; the system's allocator keeps them for every thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}

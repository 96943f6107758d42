//! A tournament report file from the command line.

use std::io::Read;
use std::path::Path;

use clap::{Args, ValueEnum};
use teamchess::exchange::trf::event::{self, ByeKind, Event, Readings};
use teamchess::exchange::trf::{self, MAX_BYTES, TrfFault, TrfFile};

use super::Failure;

/// The file, and how its gaps are read.
#[derive(Args)]
pub struct TrfArguments {
    /// A team file, TRF26 or TRF16; `-` is standard input
    file: std::path::PathBuf,
    /// What a team had in a round that no record speaks of; without it, such a file is refused if its totals do not tell
    #[arg(long, value_name = "BYE")]
    unrecorded: Option<Unrecorded>,
    /// Accept points of players that do not follow from their rounds; those of the teams must follow in any case
    #[arg(long)]
    pass_over_player_points: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Unrecorded {
    /// The bye that the pairing gives
    Bye,
    Full,
    Half,
    Zero,
}

/// What was read, and what it is called in messages.
pub struct Opened {
    pub name: String,
    pub file: TrfFile,
    pub event: Event,
}

impl TrfArguments {
    /// What the file is called in messages, and its bytes.
    pub fn read(&self) -> Result<(String, Vec<u8>), Failure> {
        let name = self.name();
        let bytes = bytes(&self.file).map_err(|cause| Failure::asked(vec![format!("{name}: {cause}")]))?;
        Ok((name, bytes))
    }

    pub fn open(&self) -> Result<Opened, Failure> {
        let (name, bytes) = self.read()?;
        let reading = trf::read(&bytes).map_err(|faults| refused(&name, &faults))?;
        if !reading.encoding.is_certain() {
            eprintln!("teamchess: {name}: read as {}; names deserve a look", reading.encoding.name());
        }
        let event = event::derive(&reading.file, &self.readings()).map_err(|faults| refused(&name, &faults))?;
        Ok(Opened { name, file: reading.file, event })
    }

    pub fn readings(&self) -> Readings {
        Readings {
            unpaired: self.unrecorded.map(|had| match had {
                Unrecorded::Bye => ByeKind::Pairing,
                Unrecorded::Full => ByeKind::FullPoint,
                Unrecorded::Half => ByeKind::HalfPoint,
                Unrecorded::Zero => ByeKind::ZeroPoint,
            }),
            pass_over_player_points: self.pass_over_player_points,
            ..Readings::default()
        }
    }

    fn name(&self) -> String {
        if is_standard_input(&self.file) { "standard input".to_owned() } else { self.file.display().to_string() }
    }
}

/// Every fault of a file, one a line.
pub fn refused(name: &str, faults: &[TrfFault]) -> Failure {
    Failure::asked(faults.iter().map(|fault| format!("{name}: {fault}")).collect())
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// One byte more than is allowed is enough to refuse.
fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    if is_standard_input(path) {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

//! `pair FILE` and `judge FILE`: a Swiss for teams from its file.

use clap::{Args, ValueEnum};
use teamchess::domain::pairing::{draw, judge};
use teamchess::exchange::swiss::{SwissEvent, System, report};

use super::trf_file::{Opened, TrfArguments, refused};
use super::{Failure, Outcome};

#[derive(Args)]
pub struct PairArguments {
    #[command(flatten)]
    trf: TrfArguments,
    /// The system; without it, record 192 of the file decides
    #[arg(long)]
    system: Option<SystemName>,
    /// The round to pair; without it, the one after the last paired round. The rounds from it on are not looked at
    #[arg(long)]
    round: Option<u32>,
    /// Say for every pair and bye why
    #[arg(long)]
    explain: bool,
}

#[derive(Args)]
pub struct JudgeArguments {
    #[command(flatten)]
    trf: TrfArguments,
    /// The system; without it, record 192 of the file decides
    #[arg(long)]
    system: Option<SystemName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SystemName {
    /// The FIDE Swiss Team Pairing System, 2026
    C046,
    /// The pairing rules of the Olympiads, 2022
    #[value(name = "olympiad-2022")]
    Olympiad2022,
    /// Annex D of D.II.07, 1998
    #[value(name = "annex-d-1998")]
    AnnexD1998,
}

impl From<SystemName> for System {
    fn from(name: SystemName) -> Self {
        match name {
            SystemName::C046 => System::TeamSwiss,
            SystemName::Olympiad2022 => System::Olympiad2022,
            SystemName::AnnexD1998 => System::AnnexD1998,
        }
    }
}

pub fn pair(arguments: &PairArguments) -> Outcome {
    let Opened { name, file, event } = arguments.trf.open()?;
    let system = arguments.system.map(System::from);
    let swiss = SwissEvent::new(&file, &event, system, false).map_err(|faults| refused(&name, &faults))?;
    let round = arguments.round.unwrap_or_else(|| swiss.next_round());
    if round == 0 || round > swiss.next_round() {
        let next = swiss.next_round();
        return Err(Failure::asked(vec![format!(
            "{name}: round {round} cannot be paired yet; the next one is {next}"
        )]));
    }
    let pairing = draw(swiss.rules(), &swiss.before(round), round)?;
    let text = if arguments.explain { report::explained(&swiss, &pairing) } else { report::pairs(&pairing) };
    print!("{text}");
    Ok(())
}

pub fn judge(arguments: &JudgeArguments) -> Outcome {
    let Opened { name, file, event } = arguments.trf.open()?;
    let system = arguments.system.map(System::from);
    let swiss = SwissEvent::new(&file, &event, system, true).map_err(|faults| refused(&name, &faults))?;
    let mut breaches = 0;
    let rounds = swiss.next_round() - 1;
    for round in 1..=rounds {
        let Some(paired) = swiss.paired(round) else { continue };
        for breach in judge::judge(swiss.rules(), &swiss.before(round), &paired) {
            breaches += 1;
            println!("round {round}: {}: {breach}", breach.name());
        }
    }
    println!("{rounds} rounds, {breaches} breaches");
    if breaches > 0 { Err(Failure::new(format!("{name}: {breaches} breaches of the absolute rules"))) } else { Ok(()) }
}

//! `standings FILE`: the table of an event, with every tie-break value.

use clap::{Args, ValueEnum};
use teamchess::domain::standings::{Contribution, CriterionResult, Edition, Outcome, RankingRules, Row, standings};
use teamchess::exchange::table;
use teamchess::exchange::trf::event::Event;

use super::trf_file::{Opened, TrfArguments};
use super::{Failure, Outcome as Done};

#[derive(Args)]
pub struct StandingsArguments {
    #[command(flatten)]
    trf: TrfArguments,
    /// FIDE's codes, such as PTS,EDE,EMGSB/C1,BH:MP/C1,MPvGP; without them, record 212 or 202 of the file decides
    #[arg(long, value_name = "CODES")]
    list: Option<String>,
    /// The edition of FIDE C.07
    #[arg(long, value_enum, default_value_t = EditionName::Of2026)]
    edition: EditionName,
    /// After this round; without it, after the last one
    #[arg(long)]
    round: Option<u32>,
    /// Show what each value is made of
    #[arg(long)]
    explain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum EditionName {
    #[value(name = "2023")]
    Of2023,
    #[value(name = "2026")]
    Of2026,
}

pub fn run(arguments: &StandingsArguments) -> Done {
    let Opened { name, file, event } = arguments.trf.open()?;
    let facts = table::facts(&file, &event);
    let list = arguments.list.clone().unwrap_or_else(|| table::list(&file));
    let edition = match arguments.edition {
        EditionName::Of2023 => Edition::Of2023,
        EditionName::Of2026 => Edition::Of2026,
    };
    let asked = |cause: &dyn std::fmt::Display| Failure::asked(vec![format!("{name}: {list}: {cause}")]);
    let rules = RankingRules::of_codes(&list, table::scale(&event), table::terms(&file, &list, edition))
        .map_err(|violation| asked(&violation))?;
    if arguments.round.is_some_and(|round| round > facts.rounds_started) {
        return Err(asked(&format!("only {} rounds are in the file", facts.rounds_started)));
    }
    let table = standings(&facts, &rules, arguments.round).map_err(|violation| asked(&violation))?;
    let head = ["rank".to_owned(), "team".to_owned(), "name".to_owned()].into_iter();
    let mut lines = vec![head.chain(table.criteria.iter().map(|listed| listed.criterion.to_string())).collect()];
    lines.extend(table.rows.iter().map(|row| cells(row, &event)));
    let printed = columns(&lines);
    for (place, line) in printed.iter().enumerate() {
        println!("{line}");
        if let Some(row) = place.checked_sub(1).and_then(|place| table.rows.get(place)).filter(|_| arguments.explain) {
            row.criteria.iter().for_each(|tried| println!("      {}", explained(tried)));
        }
    }
    let open = if table.provisional { "; matches are unfinished and not counted" } else { "" };
    println!("after round {}, C.07 of {}{open}", table.after_round, edition.code());
    Ok(())
}

fn cells(row: &Row, event: &Event) -> Vec<String> {
    let name = event.teams.iter().find(|team| team.number == row.team).map_or("", |team| team.name.as_str());
    let rank = format!("{}{}", row.rank, if row.tied { "=" } else { "" });
    let values = row.criteria.iter().map(|tried| tried.outcome.value().map_or("-".to_owned(), ToString::to_string));
    [rank, row.team.to_string(), name.to_owned()].into_iter().chain(values).collect()
}

/// Columns as wide as their widest cell; names to the left, all else to the right.
fn columns(lines: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let aligned = |(column, cell): (usize, &String)| {
        let width = width(column).unwrap_or(0);
        if column == 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    lines.iter().map(|line| line.iter().enumerate().map(aligned).collect::<Vec<_>>().join("  ")).collect()
}

fn explained(tried: &CriterionResult) -> String {
    match &tried.outcome {
        Outcome::NotApplied(reason) => format!("{}: not applied, {reason}", tried.criterion),
        Outcome::Value { value, working } => {
            let parts: Vec<String> = working.iter().map(part).collect();
            let needed = if tried.needed { "" } else { " (not needed)" };
            format!("{} {value}{needed}: {}", tried.criterion, parts.join("; "))
        }
    }
}

fn part(part: &Contribution) -> String {
    let against = part.opponent.map(|team| format!(" v {team}")).unwrap_or_default();
    let factors = part.factors.map(|(one, other)| format!(" = {one} x {other}")).unwrap_or_default();
    let notes = [(part.forfeit, "forfeit"), (part.virtual_opponent, "virtual opponent"), (part.left_out, "left out")];
    let notes: Vec<&str> = notes.iter().filter(|(holds, _)| *holds).map(|(_, note)| *note).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    format!("round {}{against}: {}{factors}{notes}", part.round, part.points)
}

//! Files of a group: what happened, for other programs.

use std::collections::BTreeMap;

use super::desk::View;
use super::error::{Error, Result};
use crate::domain::calendar::Zone;
use crate::domain::championship::Phase;
use crate::domain::ids::{GroupId, TeamNumber};
use crate::domain::person::WITHHELD;
use crate::domain::result::MatchPointScale;
use crate::domain::rulebook::{Category, Rulebook};
use crate::domain::standings::{self, ByeKind, GroupBye, RankingRules};
use crate::exchange::archive::{self, Known};
use crate::exchange::csv;
use crate::exchange::group_file::{FileMatch, FilePlayer, FileRound, FileSide, FileTeam, GroupFile};
use crate::exchange::trf::{self, Colour as Letter, TrfFault};
use crate::storage::archives;
use crate::storage::championships::instant;
use crate::storage::groups::{self, GroupRow, GroupTeam};
use crate::storage::matches::{self, Sheet};
use crate::storage::person_facts::{self, FIDE};
use crate::storage::rounds::SCHEDULED;
use crate::storage::standings::{Facts, facts};
use crate::storage::teams::{self, RosterRow};

/// A file, and the group that it is of.
pub struct Exported {
    pub group: GroupRow,
    pub body: Vec<u8>,
}

/// How a cross table is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A column for each team.
    ByOpponent,
    /// Columns for each round.
    ByRound,
}

pub fn export_trf(view: &mut View<'_>, group: &GroupId) -> Result<Exported> {
    let (row, written) = if view.event()?.phase == Phase::Archived {
        archived_file(view, group)?
    } else {
        let (row, file) = group_file(view, group)?;
        (row, file.trf())
    };
    let body = written.map_err(|faults| {
        let faults: Vec<String> = faults.iter().take(5).map(ToString::to_string).collect();
        Error::state("cannot_be_exported", faults.join("; "))
    })?;
    Ok(Exported { group: row, body })
}

type Written = std::result::Result<Vec<u8>, Vec<TrfFault>>;

/// The file that the archive was made of, with the names that its players have now.
fn archived_file(view: &mut View<'_>, group: &GroupId) -> Result<(GroupRow, Written)> {
    let event = view.event()?.row.clone();
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let kept = archives::find(view.db, &event.id)?.ok_or_else(|| Error::not_found("file of", &event.id))?;
    let unreadable = |_| Error::Internal(format!("the records of {}", event.id));
    let records = trf::read_text(&kept.records).map_err(unreadable)?;
    let teams = groups::teams(view.db, group.as_str())?;
    let federations: Vec<&str> = teams.iter().map(|team| team.federation.as_str()).collect();
    let rosters = teams::of_federations(view.db, &event.id, &federations)?;
    let players: Vec<&(RosterRow, String)> = rosters.iter().flat_map(|roster| &roster.players).collect();
    let ids: Vec<&str> = players.iter().map(|(player, _)| player.person_id.as_str()).collect();
    let fide: BTreeMap<String, String> = person_facts::refs_of(view.db, FIDE, &ids)?;
    let numbers: BTreeMap<&str, u32> = teams.iter().map(|team| (team.id.as_str(), number(team).0)).collect();
    let known = players.into_iter().filter_map(|(player, name)| {
        let place = (*numbers.get(player.team_id.as_str())?, player.number.unsigned_abs());
        let fide_id = fide.get(&player.person_id).cloned();
        Some((place, Known { name: name.clone(), fide_id, withheld: name == WITHHELD }))
    });
    let file = archive::completed(&records, &known.collect());
    Ok((row, trf::write(&file)))
}

pub fn export_results_csv(view: &mut View<'_>, group: &GroupId) -> Result<Exported> {
    let (row, file) = group_file(view, group)?;
    Ok(Exported { group: row, body: csv::results(&file.results()).map_err(unwritable)? })
}

pub fn export_crosstable_csv(view: &mut View<'_>, group: &GroupId, layout: Layout) -> Result<Exported> {
    let rules = view.rules()?;
    let (row, category) = found(view, &rules, group)?;
    let facts = facts(view.db, group.as_str(), &category)?;
    let ranking = RankingRules::of(&rules, facts.results.pairing)?;
    let table = standings::standings(&facts.results, &ranking, None)?;
    let rows: Vec<csv::CrosstableRow> = table
        .rows
        .iter()
        .filter_map(|row| {
            let team = facts.team(row.team)?;
            Some(csv::CrosstableRow {
                rank: Some(row.rank),
                number: row.team,
                team: team.name.clone(),
                federation: team.federation.clone(),
                match_points: row.tally.match_points,
                game_points: row.tally.game_points,
                rounds: entries(&facts, &ranking.match_points, row.team),
            })
        })
        .collect();
    let body = match layout {
        Layout::ByOpponent => csv::crosstable_by_opponent(&rows),
        Layout::ByRound => csv::crosstable_by_round(&rows),
    };
    Ok(Exported { group: row, body: body.map_err(unwritable)? })
}

/// What a team did, round by round, as far as the results are confirmed.
fn entries(facts: &Facts, scale: &MatchPointScale, team: TeamNumber) -> Vec<Option<csv::CrosstableEntry>> {
    let of_round = |round: u32| {
        if let Some(bye) = facts.results.byes.iter().find(|bye| bye.round == round && bye.team == team) {
            return bye_entry(bye);
        }
        let game = facts
            .results
            .matches
            .iter()
            .find(|game| game.round == round && (game.home == team || game.away == team))?;
        let result = game.result?;
        let (home, away) = game.match_points.unwrap_or_else(|| result.match_points(scale));
        let at_home = game.home == team;
        let kind = if result.over_the_board { csv::EntryKind::Match } else { csv::EntryKind::Forfeit };
        Some(csv::CrosstableEntry {
            kind,
            opponent: Some(if at_home { game.away } else { game.home }),
            colour: Some(if at_home { Letter::White } else { Letter::Black }),
            match_points: if at_home { home } else { away },
            game_points: if at_home { result.home } else { result.away },
        })
    };
    (1..=facts.results.rounds_started).map(of_round).collect()
}

fn bye_entry(bye: &GroupBye) -> Option<csv::CrosstableEntry> {
    let kind = match bye.kind {
        ByeKind::Free => return None,
        ByeKind::PairingAllocated => csv::EntryKind::PairingBye,
        ByeKind::FullPoint => csv::EntryKind::FullPointBye,
        ByeKind::HalfPoint => csv::EntryKind::HalfPointBye,
        ByeKind::ZeroPoint => csv::EntryKind::ZeroPointBye,
    };
    let (match_points, game_points) = (bye.match_points, bye.game_points);
    Some(csv::CrosstableEntry { kind, opponent: None, colour: None, match_points, game_points })
}

fn found(view: &mut View<'_>, rules: &Rulebook, group: &GroupId) -> Result<(GroupRow, Category)> {
    let row = groups::find(view.db, group.as_str())?.ok_or_else(|| Error::not_found("group", group))?;
    let competition = groups::competition(view.db, &row)?;
    Ok((row, rules.category(&competition.key)?.clone()))
}

fn group_file(view: &mut View<'_>, group: &GroupId) -> Result<(GroupRow, GroupFile)> {
    let rules = view.rules()?;
    let event = view.event()?.row.clone();
    let (row, category) = found(view, &rules, group)?;
    let facts = facts(view.db, group.as_str(), &category)?;
    let ranking = RankingRules::of(&rules, facts.results.pairing)?;
    let table = standings::standings(&facts.results, &ranking, None)?;
    let ranks: BTreeMap<TeamNumber, u32> = table.rows.iter().map(|row| (row.team, row.rank)).collect();
    let federations: Vec<&str> = facts.teams.iter().map(|team| team.federation.as_str()).collect();
    let rosters = teams::of_federations(view.db, &event.id, &federations)?;
    let file_team = |team: &GroupTeam| {
        let roster = rosters.iter().filter(|roster| roster.row.id == team.id).flat_map(|roster| &roster.players);
        let number = number(team);
        FileTeam {
            number,
            name: team.name.clone(),
            federation: team.federation.clone(),
            rank: ranks.get(&number).copied(),
            players: roster.map(|(row, name)| FilePlayer { id: row.person_id.clone(), name: name.clone() }).collect(),
        }
    };
    let zone = Zone::named(&event.zone)?;
    let dates: Vec<String> = facts
        .rounds
        .iter()
        .map(|round| Ok(zone.date(instant(round.starts_at, "rounds", "starts_at")?).to_string()))
        .collect::<Result<_>>()?;
    let played = matches::of_group(view.db, group.as_str())?;
    let sheets = matches::sheets(view.db, played, &facts.teams)?;
    let started = facts.rounds.iter().filter(|round| round.state != SCHEDULED);
    let rounds = started.map(|round| FileRound {
        number: round.number.unsigned_abs(),
        matches: sheets.iter().filter(|sheet| sheet.row.round_id == round.id).map(file_match).collect(),
        free: facts.teams.iter().find(|team| Some(&team.id) == round.free_team_id.as_ref()).map(number),
    });
    let file = GroupFile {
        title: format!("{}, {}", event.title, row.name),
        city: event.city.clone(),
        federation: event.organizer.clone(),
        starts_on: zone.date(event.starts_at).to_string(),
        ends_on: event.prizes_on.clone(),
        round_dates: dates,
        scale: ranking.match_points,
        board_colours: (1..=category.boards.value).map(|board| category.colour_of_first(board)).collect(),
        teams: facts.teams.iter().map(file_team).collect(),
        rounds: rounds.collect(),
    };
    Ok((row, file))
}

fn file_match(sheet: &Sheet) -> FileMatch {
    let side = |team: &GroupTeam| FileSide {
        team: number(team),
        line_up: sheet
            .players
            .iter()
            .filter(|player| player.team_id == team.id)
            .map(|player| (player.board.unsigned_abs(), player.person_id.clone()))
            .collect(),
    };
    FileMatch {
        table: sheet.row.number.unsigned_abs(),
        first: side(&sheet.first),
        second: side(&sheet.second),
        results: sheet.result().map(|result| (1..).map_while(|board| result.outcomes.on(board)).collect()),
    }
}

fn number(team: &GroupTeam) -> TeamNumber {
    TeamNumber(team.number.unsigned_abs())
}

fn unwritable(cause: ::csv::Error) -> Error {
    Error::Internal(format!("table: {cause}"))
}

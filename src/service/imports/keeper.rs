//! Puts an archive into the tables: the championship with its parts, teams, persons, rounds and results.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::domain::calendar::{Instant, Zone};
use crate::domain::championship::Phase;
use crate::domain::ids::{
    ChampionshipId, CompetitionId, GroupId, MatchId, PersonId, RoundId, StageId, TeamId, TeamNumber,
};
use crate::domain::points::GamePoints;
use crate::domain::report::Outcomes;
use crate::domain::rulebook::OPEN;
use crate::domain::standings::PairingMode;
use crate::domain::violation::{Rule, Violation};
use crate::exchange::archive::{Archive, ArchiveMatch, ArchivePlayer, ArchiveRound, ArchiveTeam};
use crate::exchange::table;
use crate::service::desk::{Change, Tx};
use crate::service::error::{Error, Result};
use crate::storage::archives::{self, AdjustmentRow, ByeRow, ScoreRow, kind_code};
use crate::storage::championships::{self, ChampionshipRow};
use crate::storage::competitions::{self, CompetitionRow, GroupRow, StageRow};
use crate::storage::entries::{self, EntryRow};
use crate::storage::federations::{self, FederationRow};
use crate::storage::groups;
use crate::storage::matches::{self, MatchRow, ResultRow};
use crate::storage::person_facts::{self, FIDE, PersonFacts};
use crate::storage::persons::{self, PersonRow, name_key};
use crate::storage::rounds::{self, CLOSED, RoundRow};
use crate::storage::teams::{self, RosterRow, TeamRow};

pub struct Keeper<'a, 'tx> {
    tx: &'a mut Tx<'tx>,
    id: ChampionshipId,
    zone: &'a Zone,
    /// By number in the file.
    persons: BTreeMap<u32, String>,
    kept: Kept,
}

/// What the registry had and what it gained.
#[derive(Default)]
pub struct Kept {
    /// Persons who were known by their FIDE id, and new ones.
    pub found: usize,
    pub created: usize,
    /// New codes.
    pub federations: BTreeSet<String>,
}

impl<'a, 'tx> Keeper<'a, 'tx> {
    pub fn new(tx: &'a mut Tx<'tx>, id: ChampionshipId, zone: &'a Zone) -> Self {
        Self { tx, id, zone, persons: BTreeMap::new(), kept: Kept::default() }
    }

    pub fn keep(mut self, archive: &Archive, regulations: String) -> Result<Kept> {
        self.federation(&archive.organizer)?;
        self.championship(archive, regulations)?;
        let (competition, group) = self.parts(archive.pairing)?;
        let mut teams = BTreeMap::new();
        for team in &archive.teams {
            let id = self.team(archive, team, &competition)?;
            groups::number_team(self.tx.db, &group, &id, signed(team.number.0))?;
            teams.insert(team.number, id);
        }
        for round in &archive.rounds {
            self.round(archive, round, &group, &teams)?;
        }
        for (ordinal, given) in (1..).zip(&archive.adjustments) {
            let row = AdjustmentRow {
                group_id: group.clone(),
                ordinal,
                team_id: team_of(&teams, given.team)?,
                round: given.round.map(signed),
                match_points: given.score.match_points.0,
                game_points: given.score.game_points.0,
            };
            archives::insert_adjustment(self.tx.db, &row)?;
        }
        Ok(self.kept)
    }

    /// The first moment of a day at the place of play: files know no hours.
    fn morning(&self, date: Date) -> Result<Instant> {
        let eve = date.yesterday().map_err(|cause| Error::Internal(format!("the day before {date}: {cause}")))?;
        Ok(self.zone.end_of_day(eve)?)
    }

    fn championship(&mut self, archive: &Archive, regulations: String) -> Result<()> {
        let starts_at = self.morning(archive.starts_on)?;
        let row = ChampionshipRow {
            id: self.id.clone(),
            title: archive.title.clone(),
            year: i32::from(archive.starts_on.year()),
            regulations,
            organizer: archive.organizer.clone(),
            city: archive.city.clone(),
            zone: self.zone.name().to_owned(),
            designated_on: archive.starts_on.to_string(),
            designated_late: false,
            starts_at,
            lots_at: starts_at,
            opening_at: None,
            prizes_on: archive.ends_on.to_string(),
            phase: Phase::Archived.code().to_owned(),
            closed_at: Some(self.zone.end_of_day(archive.ends_on)?.just_before()),
            sandbox_now: None,
            created_at: self.tx.recorded_at,
            version: 1,
            settings: BTreeMap::new(),
        };
        Ok(championships::insert(self.tx.db, &row)?)
    }

    /// One competition of one stage with one group; the ids of the first and the last.
    fn parts(&mut self, pairing: PairingMode) -> Result<(String, String)> {
        let competition = CompetitionRow {
            id: self.tx.new_id(CompetitionId::new).to_string(),
            championship_id: self.id.to_string(),
            key: OPEN.to_owned(),
            name: "Open".to_owned(),
            version: 1,
        };
        competitions::insert(self.tx.db, &competition)?;
        let stage = StageRow {
            id: self.tx.new_id(StageId::new).to_string(),
            competition_id: competition.id.clone(),
            ordinal: 1,
            kind: if pairing == PairingMode::Swiss { "swiss" } else { "one_group" }.to_owned(),
            version: 1,
        };
        competitions::insert_stage(self.tx.db, &stage)?;
        let group = GroupRow {
            id: self.tx.new_id(GroupId::new).to_string(),
            stage_id: stage.id,
            championship_id: self.id.to_string(),
            ordinal: 1,
            name: "A".to_owned(),
            version: 1,
        };
        competitions::insert_group(self.tx.db, &group)?;
        Ok((competition.id, group.id))
    }

    fn team(&mut self, archive: &Archive, team: &ArchiveTeam, competition: &str) -> Result<String> {
        self.federation(&team.federation)?;
        let at = self.morning(archive.starts_on)?.unix_micros();
        if entries::find(self.tx.db, &self.id, &team.federation)?.is_none() {
            let entry = EntryRow {
                championship_id: self.id.to_string(),
                federation: team.federation.clone(),
                state: "definite".to_owned(),
                chief_of_delegation: None,
                contact: None,
                preliminary_at: at,
                definite_at: Some(at),
                withdrawn_at: None,
                withdrawal_reason: None,
                withdrawal_stage: None,
                indications: "{}".to_owned(),
                created_at: self.tx.recorded_at.unix_micros(),
                version: 1,
            };
            entries::insert(self.tx.db, &entry)?;
        }
        let row = TeamRow {
            id: self.tx.new_id(TeamId::new).to_string(),
            championship_id: self.id.to_string(),
            federation: team.federation.clone(),
            letter: team.letter.clone(),
            competition_id: competition.to_owned(),
            name: team.name.clone(),
            captain: None,
            captain_person_id: None,
            created_at: self.tx.recorded_at.unix_micros(),
            version: 1,
        };
        teams::insert(self.tx.db, &row)?;
        let mut roster = Vec::new();
        for (number, player) in (1..).zip(&team.players) {
            let person = self.person(player)?;
            roster.push(RosterRow {
                team_id: row.id.clone(),
                number,
                championship_id: self.id.to_string(),
                person_id: person,
                nationality_by: teams::UNKNOWN.to_owned(),
                student: false,
                student_proof: None,
            });
        }
        teams::replace_roster(self.tx.db, &row.id, &roster)?;
        Ok(row.id)
    }

    /// Found by the FIDE id or created; never by the name.
    fn person(&mut self, player: &ArchivePlayer) -> Result<String> {
        if let Some(fide_id) = &player.fide_id
            && let Some(known) = person_facts::by_ref(self.tx.db, FIDE, fide_id)?
        {
            if self.persons.values().any(|person| *person == known) {
                let detail = format!("player {} is a person who stands in the file before", player.number);
                return Err(Violation::new(Rule::FileRefused, detail).fact("record", "001").at("/file").into());
            }
            self.kept.found += 1;
            self.persons.insert(player.number, known.clone());
            return Ok(known);
        }
        self.federation(&player.federation)?;
        let row = PersonRow {
            id: self.tx.new_id(PersonId::new).to_string(),
            championship_id: None,
            name: player.name.clone(),
            name_key: name_key(&player.name),
            federation: player.federation.clone(),
            birth_date: None,
            created_at: self.tx.recorded_at.unix_micros(),
            version: 1,
            merged_into: None,
        };
        persons::insert(self.tx.db, &row)?;
        let refs = player.fide_id.iter().map(|id| (FIDE.to_owned(), id.clone())).collect();
        person_facts::store(self.tx.db, &row, &PersonFacts { refs, ..PersonFacts::default() })?;
        self.tx.changed("person", &row.id, 1, Change::Created);
        self.kept.created += 1;
        self.persons.insert(player.number, row.id.clone());
        Ok(row.id)
    }

    /// A well-formed code that the registry does not know is kept there as not recognised.
    fn federation(&mut self, code: &str) -> Result<()> {
        if self.kept.federations.contains(code) || federations::find(self.tx.db, code)?.is_some() {
            return Ok(());
        }
        let now = self.tx.recorded_at.unix_micros();
        federations::insert(self.tx.db, &FederationRow::named(code.to_owned(), code.to_owned(), false, now))?;
        self.tx.changed("federation", code, 1, Change::Created);
        self.kept.federations.insert(code.to_owned());
        Ok(())
    }

    fn round(
        &mut self,
        archive: &Archive,
        round: &ArchiveRound,
        group: &str,
        teams: &BTreeMap<TeamNumber, String>,
    ) -> Result<()> {
        let starts_at = self.morning(round.date)?.unix_micros();
        let row = RoundRow {
            id: self.tx.new_id(RoundId::new).to_string(),
            group_id: group.to_owned(),
            championship_id: self.id.to_string(),
            number: signed(round.number),
            state: CLOSED.to_owned(),
            starts_at,
            started_at: None,
            closed_at: None,
            free_team_id: None,
            version: 1,
            lineups_opened_at: None,
        };
        rounds::insert(self.tx.db, &row)?;
        for bye in &round.byes {
            let row = ByeRow {
                round_id: row.id.clone(),
                team_id: team_of(teams, bye.team)?,
                kind: kind_code(table::bye_kind(bye, archive.pairing)).to_owned(),
                match_points: bye.score.match_points.0,
                game_points: bye.score.game_points.0,
            };
            archives::insert_bye(self.tx.db, &row)?;
        }
        for (number, game) in (1..).zip(&round.matches) {
            self.game(game, &row, number, teams)?;
        }
        Ok(())
    }

    fn game(
        &mut self,
        game: &ArchiveMatch,
        round: &RoundRow,
        number: i32,
        teams: &BTreeMap<TeamNumber, String>,
    ) -> Result<()> {
        let (first, second) = (team_of(teams, game.first)?, team_of(teams, game.second)?);
        let row = MatchRow {
            id: self.tx.new_id(MatchId::new).to_string(),
            round_id: round.id.clone(),
            group_id: round.group_id.clone(),
            championship_id: round.championship_id.clone(),
            number,
            first_team_id: first.clone(),
            second_team_id: second.clone(),
            revision: 1,
            version: 1,
        };
        matches::insert(self.tx.db, &row)?;
        for (team, players) in [(&first, &game.first_players), (&second, &game.second_players)] {
            for (board, player) in players {
                let person = self.persons.get(player).ok_or_else(|| Error::Internal(format!("player {player}")))?;
                matches::seat_player(self.tx.db, &row.id, team, signed(*board), person)?;
            }
        }
        let codes: Vec<String> = game.results.iter().map(|result| result.code().to_owned()).collect();
        let result = ResultRow {
            match_id: row.id.clone(),
            revision: 1,
            outcomes: Outcomes::from_codes(&codes)?,
            kind: "confirmed".to_owned(),
            reason: None,
            decided_by: self.tx.actor.name().to_owned(),
            decided_at: self.tx.recorded_at.unix_micros(),
            grounds: None,
            // The import is the first entry of the archive's journal.
            seq: Some(1),
        };
        matches::insert_result(self.tx.db, &result)?;
        if let Some((one, other)) = game.scores {
            let GamePoints(first_game_points) = one.game_points;
            let row = ScoreRow {
                match_id: row.id,
                first_match_points: one.match_points.0,
                first_game_points,
                second_match_points: other.match_points.0,
                second_game_points: other.game_points.0,
            };
            archives::insert_score(self.tx.db, &row)?;
        }
        Ok(())
    }
}

fn team_of(teams: &BTreeMap<TeamNumber, String>, number: TeamNumber) -> Result<String> {
    teams.get(&number).cloned().ok_or_else(|| Error::Internal(format!("no team {number}")))
}

/// Numbers of rounds, boards and teams are small.
fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

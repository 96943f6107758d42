//! What must hold of a file before anything can be replayed from it.
//!
//! Contradictions between a cross table and the classification printed with it are no faults of the file: they are
//! what the comparison after the replay is for.

use std::collections::{BTreeMap, BTreeSet};

use super::{ByCode, Championship, Derived, FormatFault, Group, Player, Stage, TableRow, Tie, escaped};
use crate::domain::points::GamePoints;

/// Every fault of the file, part by part in the order of the format.
pub(super) fn faults(championship: &Championship) -> Vec<FormatFault> {
    let mut faults = Faults(Vec::new());
    if championship.boards == 0 {
        faults.add("/boards", "a match has at least one board");
    }
    if championship.dates.is_some_and(|dates| dates.end < dates.start) {
        faults.add("/dates/end", "the last day is before the first");
    }
    if championship.sources.is_empty() {
        faults.add("/sources", "no source is named");
    }
    check_derived(championship, &mut faults);
    check_teams(championship, &mut faults);
    check_stages(championship, &mut faults);
    faults.0
}

struct Faults(Vec<FormatFault>);

impl Faults {
    fn add(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.0.push(FormatFault { pointer: pointer.into(), message: message.into() });
    }

    /// Names every value that stands a second time in its list.
    fn add_repeated<T: Ord + ToString>(
        &mut self,
        values: impl IntoIterator<Item = T>,
        pointer: impl Fn(usize) -> String,
    ) {
        let mut seen = BTreeSet::new();
        for (index, value) in values.into_iter().enumerate() {
            let text = value.to_string();
            if !seen.insert(value) {
                self.add(pointer(index), format!("{text} stands here a second time"));
            }
        }
    }
}

/// `derived` must say exactly what is made by the replay: no more, no less.
fn check_derived(championship: &Championship, faults: &mut Faults) {
    let made = made_by_replay(championship);
    let mut listed = BTreeSet::new();
    for (index, derived) in championship.derived.iter().enumerate() {
        if !listed.insert(*derived) {
            faults.add(format!("/derived/{index}"), format!("{derived} stands here a second time"));
        } else if !made.contains(derived) {
            faults.add(format!("/derived/{index}"), format!("{derived}: the file knows all of it"));
        }
    }
    for derived in made.difference(&listed) {
        faults.add("/derived", format!("{derived} is missing here, and the file does not know all of it"));
    }
}

fn made_by_replay(championship: &Championship) -> BTreeSet<Derived> {
    // Lots are drawn anew and the format has no rounds: order, colours and days never come from a file.
    let mut made = BTreeSet::from([Derived::RoundOrder, Derived::Colours, Derived::Calendar]);
    if !championship.teams.iter().all(|team| seats_every_board(team.players.as_deref(), championship.boards)) {
        made.insert(Derived::Players);
    }
    if !championship.groups().all(knows_every_board_result) {
        made.insert(Derived::BoardResults);
    }
    let named = championship.officials.as_ref();
    if !named.is_some_and(|named| named.tournament_director.is_some() && named.chief_arbiter.is_some()) {
        made.insert(Derived::Officials);
    }
    made
}

fn seats_every_board(players: Option<&[Player]>, boards: u16) -> bool {
    let numbers: BTreeSet<u16> = players.unwrap_or_default().iter().filter_map(|player| player.number).collect();
    (1..=boards).all(|board| numbers.contains(&board))
}

fn knows_every_board_result(group: &Group) -> bool {
    let published = group.board_results.as_ref().map_or(0, Vec::len);
    published >= group.teams.len() * group.teams.len().saturating_sub(1) / 2
}

fn check_teams(championship: &Championship, faults: &mut Faults) {
    let codes = championship.teams.iter().map(|team| team.code.as_str());
    faults.add_repeated(codes, |index| format!("/teams/{index}/code"));
    let playing: BTreeSet<&String> = championship.groups().flat_map(|group| &group.teams).collect();
    for (index, team) in championship.teams.iter().enumerate() {
        if team.code.len() != 3 || !team.code.bytes().all(|letter| letter.is_ascii_uppercase()) {
            faults.add(format!("/teams/{index}/code"), format!("{} is not a code of three capital letters", team.code));
        }
        if !playing.contains(&team.code) {
            faults.add(format!("/teams/{index}"), format!("{} plays in no group", team.code));
        }
        check_players(team.players.as_deref().unwrap_or_default(), index, faults);
    }
}

fn check_players(players: &[Player], team: usize, faults: &mut Faults) {
    let pointer = |index| format!("/teams/{team}/players/{index}");
    faults.add_repeated(players.iter().map(|player| player.name.as_str()), |index| format!("{}/name", pointer(index)));
    let mut numbers = BTreeSet::new();
    for (index, player) in players.iter().enumerate() {
        match player.number {
            Some(0) => faults.add(format!("{}/number", pointer(index)), "players are numbered from 1"),
            Some(number) if !numbers.insert(number) => {
                faults.add(format!("{}/number", pointer(index)), format!("{number} stands here a second time"));
            }
            _ => {}
        }
    }
}

fn check_stages(championship: &Championship, faults: &mut Faults) {
    let stages = &championship.stages;
    if stages.is_empty() {
        faults.add("/stages", "there is no stage");
    }
    faults.add_repeated(stages.iter().map(|stage| stage.key.as_str()), |index| format!("/stages/{index}/key"));
    check_groups_apart(stages, faults);
    let known: BTreeSet<&str> = championship.teams.iter().map(|team| team.code.as_str()).collect();
    for (stage, groups) in stages.iter().map(|stage| &stage.groups).enumerate() {
        for (index, group) in groups.iter().enumerate() {
            let at = format!("/stages/{stage}/groups/{index}");
            GroupCheck { group, boards: championship.boards, known: &known, at, faults }.run();
        }
    }
}

/// Group keys are unique in the championship, and a team plays in one group of a stage.
fn check_groups_apart(stages: &[Stage], faults: &mut Faults) {
    let mut keys = BTreeSet::new();
    for (index, stage) in stages.iter().enumerate() {
        if stage.groups.is_empty() {
            faults.add(format!("/stages/{index}/groups"), "there is no group");
        }
        let mut placed = BTreeSet::new();
        for (number, group) in stage.groups.iter().enumerate() {
            let at = format!("/stages/{index}/groups/{number}");
            if !keys.insert(&group.key) {
                faults.add(format!("{at}/key"), format!("{} stands here a second time", group.key));
            }
            for (place, code) in group.teams.iter().enumerate() {
                if !placed.insert(code) {
                    faults.add(format!("{at}/teams/{place}"), format!("{code} stands in this stage a second time"));
                }
            }
        }
    }
}

struct GroupCheck<'a> {
    group: &'a Group,
    boards: u16,
    known: &'a BTreeSet<&'a str>,
    at: String,
    faults: &'a mut Faults,
}

impl GroupCheck<'_> {
    fn run(&mut self) {
        if self.group.teams.len() < 2 {
            self.add("/teams", "a group has at least two teams");
        }
        for (index, code) in self.group.teams.iter().enumerate() {
            if !self.known.contains(code.as_str()) {
                self.add(&format!("/teams/{index}"), format!("{code} is not among the teams"));
            }
        }
        self.check_crosstable_codes();
        self.check_matches();
        self.check_board_results();
        if let Some(table) = &self.group.table {
            self.check_table(table);
        }
        for (index, tie) in self.group.ties.iter().enumerate() {
            self.check_tie(index, tie);
        }
        self.check_advances();
    }

    fn add(&mut self, pointer: &str, message: impl Into<String>) {
        self.faults.add(format!("{}{pointer}", self.at), message);
    }

    fn plays_here(&self, code: &str) -> bool {
        self.group.teams.iter().any(|team| team == code)
    }

    fn check_crosstable_codes(&mut self) {
        let table = &self.group.crosstable;
        self.check_codes("/crosstable", table, None);
        for (team, row) in &table.0 {
            self.check_codes(&format!("/crosstable/{}", escaped(team)), row, Some(team));
        }
    }

    fn check_codes<T>(&mut self, pointer: &str, entries: &ByCode<T>, row: Option<&str>) {
        let mut seen = BTreeSet::new();
        for (code, _) in &entries.0 {
            let cell = format!("{pointer}/{}", escaped(code));
            if !seen.insert(code) {
                self.add(&cell, format!("{code} stands here a second time"));
            } else if row == Some(code) {
                self.add(&cell, format!("{code} does not play itself"));
            } else if !self.plays_here(code) {
                self.add(&cell, format!("{code} is not a team of this group"));
            }
        }
    }

    /// Every pair has both its cells, and the two add up to the points of all boards.
    fn check_matches(&mut self) {
        let group = self.group;
        let teams: BTreeSet<&String> = group.teams.iter().collect();
        for team in &teams {
            if group.crosstable.get(team).is_none() {
                self.add("/crosstable", format!("the row of {team} is missing"));
            }
        }
        let most = i32::from(self.boards) * 2;
        for (first, second) in pairs(&group.teams) {
            let cells = [(first, second), (second, first)].map(|(team, opponent)| self.check_cell(team, opponent));
            if let [Some(points), Some(others)] = cells
                && points + others != GamePoints(most)
            {
                let (points, others) = (points.0, others.0);
                let message = format!(
                    "{points} and {others} half points add up to {}, not to {most} on {} boards",
                    points + others,
                    self.boards
                );
                self.add(&format!("/crosstable/{}/{}", escaped(first), escaped(second)), message);
            }
        }
    }

    /// The cell's points, if it is there and they can be made on the boards; a row left out is named once, elsewhere.
    fn check_cell(&mut self, team: &str, opponent: &str) -> Option<GamePoints> {
        let cell = format!("/crosstable/{}/{}", escaped(team), escaped(opponent));
        let most = i32::from(self.boards) * 2;
        match self.group.crosstable.get(team)?.get(opponent) {
            Some(Some(points)) if (0..=most).contains(&points.0) => return Some(*points),
            Some(Some(points)) => self.add(&cell, format!("{} is not between 0 and {most} half points", points.0)),
            Some(None) => self.add(&cell, format!("the score of {team} against {opponent} is not known")),
            None => self.add(&cell, format!("the score of {team} against {opponent} is missing")),
        }
        None
    }

    fn check_board_results(&mut self) {
        let group = self.group;
        let mut seen = BTreeSet::new();
        for (index, published) in group.board_results.iter().flatten().enumerate() {
            let at = format!("/board_results/{index}");
            let (first, second) = (published.first.as_str(), published.second.as_str());
            if !self.plays_here(first) || !self.plays_here(second) || first == second {
                self.add(&at, format!("{first} and {second} do not meet in this group"));
                continue;
            }
            if !seen.insert((first.min(second), first.max(second))) {
                self.add(&at, format!("the match of {first} and {second} stands here a second time"));
            }
            if published.points.len() != usize::from(self.boards) {
                let message = format!("{} boards, not {}", published.points.len(), self.boards);
                self.add(&format!("{at}/points"), message);
            }
            for (board, points) in published.points.iter().enumerate() {
                if !(GamePoints::ZERO..=GamePoints::WIN).contains(points) {
                    let message = format!("{} is not 0, 1 or 2 half points", points.0);
                    self.add(&format!("{at}/points/{board}"), message);
                }
            }
            let sum: i64 = published.points.iter().map(|points| i64::from(points.0)).sum();
            if let Some((score, _)) = group.score(first, second)
                && i64::from(score.0) != sum
            {
                let message = format!("the boards add up to {sum} half points, the cross table has {}", score.0);
                self.add(&format!("{at}/points"), message);
            }
        }
    }

    /// Every team of the group has one row; ranks run 1, 2, 3 …, and teams that share a rank leave the next ones out.
    fn check_table(&mut self, table: &[TableRow]) {
        let group = self.group;
        let mut seen = BTreeSet::new();
        for (index, row) in table.iter().enumerate() {
            let at = format!("/table/{index}");
            if !self.plays_here(&row.code) {
                self.add(&format!("{at}/code"), format!("{} is not a team of this group", row.code));
            } else if !seen.insert(&row.code) {
                self.add(&format!("{at}/code"), format!("{} stands here a second time", row.code));
            }
            let ahead = table.iter().filter(|other| other.rank < row.rank).count();
            if usize::try_from(row.rank).ok() != Some(ahead + 1) {
                let message = format!("rank {} with {ahead} teams ranked ahead, which is rank {}", row.rank, ahead + 1);
                self.add(&format!("{at}/rank"), message);
            }
        }
        for code in group.teams.iter().collect::<BTreeSet<_>>().difference(&seen) {
            self.add("/table", format!("{code} has no row"));
        }
    }

    fn check_tie(&mut self, index: usize, tie: &Tie) {
        let at = format!("{}/ties/{index}/codes", self.at);
        if tie.codes.len() < 2 {
            self.faults.add(&at, "a tie is between two teams or more");
        }
        self.faults.add_repeated(tie.codes.iter(), |place| format!("{at}/{place}"));
        for (place, code) in tie.codes.iter().enumerate() {
            if !self.plays_here(code) {
                self.faults.add(format!("{at}/{place}"), format!("{code} is not a team of this group"));
            }
        }
    }

    fn check_advances(&mut self) {
        let group = self.group;
        let mut taken = BTreeMap::new();
        for (index, advance) in group.advances.iter().flatten().enumerate() {
            for (place, &rank) in advance.ranks.iter().enumerate() {
                let at = format!("/advances/{index}/ranks/{place}");
                if rank == 0 || usize::try_from(rank).map_or(true, |rank| rank > group.teams.len()) {
                    self.add(&at, format!("there is no rank {rank} in a group of {} teams", group.teams.len()));
                } else if let Some(to) = taken.insert(rank, &advance.to) {
                    self.add(&at, format!("rank {rank} already goes to {to}"));
                }
            }
        }
    }
}

/// Each pair of the teams once.
fn pairs(teams: &[String]) -> Vec<(&String, &String)> {
    let mut pairs = Vec::new();
    for (index, second) in teams.iter().enumerate() {
        let earlier = &teams[..index];
        if !earlier.contains(second) {
            let once = earlier.iter().enumerate().filter(|(place, first)| !earlier[..*place].contains(first));
            pairs.extend(once.map(|(_, first)| (first, second)));
        }
    }
    pairs
}

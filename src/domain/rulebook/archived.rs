//! The rulebook of an archive: what the file says of the play, and nothing that is still to be done.

use serde::{Deserialize, Serialize};

use super::{Category, Cited, MatchScore, Range, Rulebook, TieBreakList};

/// The one category of an archive.
pub const OPEN: &str = "open";

/// What the file of an archive says of the play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filed {
    /// The colours of the team named first, board by board: `WBWB`.
    pub colours: String,
    /// The smallest and the largest team.
    pub players: (u32, u32),
    /// `None`: the regulations' own.
    pub ranking: Option<(MatchScore, TieBreakList)>,
}

/// In the place of an article, where the file is what says it.
const THE_FILE: &str = "file";

impl Rulebook {
    /// Regulations of which nothing is known but that a file tells the event: the empty frame of a rulebook.
    pub fn unknown(mut self, id: &str, title: &str) -> Self {
        self.id = id.to_owned();
        self.title = title.to_owned();
        self.articles = [(THE_FILE.to_owned(), "The file of the event says so.".to_owned())].into();
        self.invitation.particulars.clear();
        self.entries.players = None;
        self.entries.deputy_captain = None;
        self.entries.indications.clear();
        self.finance.max_contribution_per_player_and_day = None;
        self.finance.costs.clear();
        self.format.systems.clear();
        self.format.qualifiers.clear();
        self.format.swiss = None;
        self.standings.round_robin.clear();
        self.standings.swiss.clear();
        self.officials.clear();
        self.penalties.kinds.clear();
        self.book = None;
        self.records.clear();
        self.without_duties()
    }

    /// The same regulations over an event that was played elsewhere: boards and colours are those of the file, and
    /// nothing is due.
    pub fn archived(self, filed: &Filed) -> Self {
        let mut rules = self.without_duties();
        let boards = u32::try_from(filed.colours.len()).unwrap_or(u32::MAX);
        let (min, max) = filed.players;
        let category = Category {
            boards: by_the_file(boards),
            roster: by_the_file(Range { min, max }),
            first_team_colours: by_the_file(filed.colours.clone()),
            default_line_up: by_the_file((1..=boards).collect()),
        };
        rules.categories = [(OPEN.to_owned(), category)].into();
        if let Some((scale, list)) = &filed.ranking {
            rules.standings.match_points = by_the_file(scale.clone());
            rules.standings.tie_breaks = Some(by_the_file(list.clone()));
        }
        rules
    }

    fn without_duties(mut self) -> Self {
        self.deadlines.clear();
        self.entries.documents.clear();
        self
    }
}

fn by_the_file<T>(value: T) -> Cited<T> {
    Cited { value, article: THE_FILE.to_owned(), reading: None }
}

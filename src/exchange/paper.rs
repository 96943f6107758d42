//! Records on paper: their content as it is signed, and a page to print.
//!
//! The content names players by id only, so that a name can be withheld later and the digest still holds.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::domain::points::GamePoints;

/// What the digest is of, as canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// `round` or `final`.
    pub kind: String,
    /// Which record of the same thing it is.
    pub number: i32,
    pub made_at: String,
    pub championship: String,
    pub title: String,
    pub organizer: String,
    pub city: String,
    pub regulations: String,
    pub rounds: Vec<Round>,
    pub tables: Vec<Table>,
    pub journal_head: Head,
}

/// The last entry of the journal before the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub seq: i64,
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub group: String,
    pub group_name: String,
    pub number: u32,
    pub started_at: String,
    pub closed_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_team: Option<Team>,
    /// Of a final record: the record of the round that it was compiled from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Reference>,
    pub matches: Vec<Match>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub id: String,
    pub number: i32,
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    pub id: String,
    pub federation: String,
    pub name: String,
    pub number: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    pub id: String,
    pub number: i32,
    pub first_team: Team,
    pub second_team: Team,
    pub first_half_points: i32,
    pub second_half_points: i32,
    pub revision: i32,
    pub boards: Vec<Board>,
    /// Results that stood before.
    pub earlier: Vec<Earlier>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub board: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_player: Option<String>,
    pub first_colour: String,
    pub result: String,
    pub first_half_points: i32,
    pub second_half_points: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    pub revision: i32,
    pub kind: String,
    pub decided_at: String,
    pub results: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub group: String,
    pub group_name: String,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub rank: u32,
    pub tied: bool,
    pub team: Team,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub half_points: i32,
    pub match_points: i32,
}

/// A signature, or the place for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub office: String,
    pub name: Option<String>,
    pub signed_at: Option<String>,
}

/// What is printed.
pub struct Paper<'a> {
    pub content: &'a Content,
    pub digest: &'a str,
    pub superseded: bool,
    pub signatures: &'a [Signature],
    /// By person.
    pub names: &'a BTreeMap<String, String>,
}

/// The whole style of a page; the server's policy allows this one and no other.
pub const STYLE: &str = "body{font:11pt/1.35 Georgia,serif;color:#000;background:#fff;max-width:19cm;margin:1cm auto}\
h1{font-size:16pt;margin:0}h2{font-size:13pt;margin:1.2em 0 .3em}h3{font-size:11pt;margin:.9em 0 .2em}\
table{border-collapse:collapse;width:100%}th,td{border:1px solid #666;padding:.1em .4em;text-align:left}\
td.n,th.n{text-align:right}td.x{background:#ddd}code{font-size:9pt;overflow-wrap:anywhere}\
.superseded{border:2px solid #000;padding:.4em;font-weight:bold}\
.sign td{height:2.4em;vertical-align:bottom}section{break-inside:avoid}\
@page{size:A4;margin:15mm}@media print{body{margin:0;max-width:none}}";

/// The page, with every text of the data escaped, no script and no link.
pub fn html(paper: &Paper<'_>) -> String {
    let content = paper.content;
    let mut page = Page(String::new());
    let heading = if content.kind == "final" { "Final record" } else { "Record of the round" };
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    page.text(&format!("{heading}: {}", content.title));
    page.raw(&format!("</title><style>{STYLE}</style></head><body>\n"));
    page.element("h1", &content.title);
    page.element("p", &format!("{heading}, No. {}. {}, {}.", content.number, content.city, content.made_at));
    if paper.superseded {
        page.raw("<p class=\"superseded\">This record is superseded: it does not show what stands now.</p>\n");
    }
    for table in &content.tables {
        page.table(table, &content.rounds);
    }
    for round in &content.rounds {
        page.round(round, paper.names);
    }
    page.foot(paper);
    page.raw("</body></html>\n");
    page.0
}

struct Page(String);

impl Page {
    fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
    }

    fn element(&mut self, tag: &str, text: &str) {
        self.raw(&format!("<{tag}>"));
        self.text(text);
        self.raw(&format!("</{tag}>\n"));
    }

    fn cell(&mut self, text: &str) {
        self.raw("<td>");
        self.text(text);
        self.raw("</td>");
    }

    fn figure(&mut self, figure: impl std::fmt::Display) {
        let _ = write!(self.0, "<td class=\"n\">{figure}</td>");
    }

    /// Standings and cross table in one.
    fn table(&mut self, table: &Table, rounds: &[Round]) {
        self.element("h2", &format!("Final table, {}", table.group_name));
        self.raw("<table><tr><th class=\"n\">Place</th><th>Team</th>");
        for row in &table.rows {
            let _ = write!(self.0, "<th class=\"n\">{}</th>", row.team.number);
        }
        self.raw("<th class=\"n\">+</th><th class=\"n\">=</th><th class=\"n\">−</th><th class=\"n\">Game points</th><th class=\"n\">Match points</th></tr>\n");
        let matches = || rounds.iter().filter(|round| round.group == table.group).flat_map(|round| &round.matches);
        for row in &table.rows {
            self.raw("<tr>");
            self.figure(format!("{}{}", row.rank, if row.tied { "=" } else { "" }));
            self.cell(&format!("{} {}", row.team.number, row.team.name));
            for other in &table.rows {
                if other.team.id == row.team.id {
                    self.raw("<td class=\"x\"></td>");
                    continue;
                }
                let score = matches().find_map(|game| {
                    let pair = (&game.first_team.id, &game.second_team.id);
                    match pair {
                        pair if pair == (&row.team.id, &other.team.id) => Some(game.first_half_points),
                        pair if pair == (&other.team.id, &row.team.id) => Some(game.second_half_points),
                        _ => None,
                    }
                });
                self.figure(score.map(|halves| GamePoints(halves).to_string()).unwrap_or_default());
            }
            self.figure(row.won);
            self.figure(row.drawn);
            self.figure(row.lost);
            self.figure(GamePoints(row.half_points));
            self.figure(row.match_points);
            self.raw("</tr>\n");
        }
        self.raw("</table>\n");
    }

    fn round(&mut self, round: &Round, names: &BTreeMap<String, String>) {
        self.element("h2", &format!("{}, round {}", round.group_name, round.number));
        self.element("p", &format!("Started {}, closed {}.", round.started_at, round.closed_at));
        if let Some(free) = &round.free_team {
            self.element("p", &format!("Free: {}", free.name));
        }
        for game in &round.matches {
            self.raw("<section>");
            let score = format!("{} : {}", GamePoints(game.first_half_points), GamePoints(game.second_half_points));
            self.element("h3", &format!("{} – {}  {score}", game.first_team.name, game.second_team.name));
            self.raw(
                "<table><tr><th class=\"n\">Board</th><th>First team</th><th>Second team</th><th>Result</th></tr>\n",
            );
            for board in &game.boards {
                let name = |person: &Option<String>| {
                    person
                        .as_ref()
                        .map_or("–", |person| names.get(person).map_or("withheld", String::as_str))
                        .to_owned()
                };
                let colour = |white: bool| if white { " (White)" } else { " (Black)" };
                let white = board.first_colour == "white";
                self.raw("<tr>");
                self.figure(board.board);
                self.cell(&format!("{}{}", name(&board.first_player), colour(white)));
                self.cell(&format!("{}{}", name(&board.second_player), colour(!white)));
                let score =
                    format!("{} : {}", GamePoints(board.first_half_points), GamePoints(board.second_half_points));
                self.cell(&format!("{score} ({})", board.result.replace('_', " ")));
                self.raw("</tr>\n");
            }
            self.raw("</table>\n");
            for earlier in &game.earlier {
                let stood = format!("Until its correction ({}, {}): ", earlier.kind, earlier.decided_at);
                self.element("p", &format!("{stood}{}", earlier.results.join(", ").replace('_', " ")));
            }
            self.raw("</section>\n");
        }
    }

    fn foot(&mut self, paper: &Paper<'_>) {
        if !paper.signatures.is_empty() {
            self.raw("<section><h2>Signatures</h2>\n<table class=\"sign\">");
            for signature in paper.signatures {
                self.raw("<tr>");
                self.cell(&signature.office.replace('_', " "));
                self.cell(signature.name.as_deref().unwrap_or_default());
                self.cell(signature.signed_at.as_deref().unwrap_or("not signed"));
                self.raw("</tr>\n");
            }
            self.raw("</table></section>\n");
        }
        self.raw("<p>SHA-256 of the content: <code>");
        self.text(paper.digest);
        self.raw("</code></p>\n<p>Journal: entry ");
        let head = &paper.content.journal_head;
        let _ = write!(self.0, "{}, <code>", head.seq);
        self.text(&head.hash);
        self.raw("</code></p>\n");
    }
}

//! `/v1/championships/{championship}/prize-list`: the prizes, their conditions, and the day on which they were given.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post, put};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::Action;
use crate::domain::calendar::days_inclusive;
use crate::domain::ids::ChampionshipId;
use crate::domain::individual::Scope;
use crate::domain::prize::{Condition, SaidPrize};
use crate::http::call::{Caller, Keep};
use crate::http::input::{Input, NoInput, clean_text, known_year, objects, path_id};
use crate::http::problem::Problem;
use crate::http::time::moment;
use crate::service::awards;
use crate::service::call::Answer;
use crate::service::desk::Target;
use crate::service::error::Result as Done;
use crate::service::prize_lists::{self, ListedPrize, PrizeListRow, PrizeListSheet};

/// The list of prizes with the conditions of their award (Art. 26).
#[derive(Debug, Serialize, ToSchema)]
pub struct PrizeList {
    pub championship: String,
    /// `draft` or `published`; new values may appear.
    #[schema(example = "published")]
    pub state: String,
    /// Who agreed to the list, and when.
    pub agreements: Vec<PrizeAgreement>,
    pub prizes: Vec<Prize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<String>,
    /// Absent until it is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<PrizeDistribution>,
    pub version: i64,
}

/// A party to the agreement on the prizes.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrizeAgreement {
    /// `organizer` or `international_union_of_students` in the regulations of 1960.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "international_union_of_students")]
    pub party: String,
    /// The day of its agreement, not one to come.
    #[validate(custom(function = known_year))]
    #[schema(value_type = String, format = Date, example = "2026-01-10")]
    pub agreed_on: Date,
}

/// The day on which the prizes were given.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrizeDistribution {
    #[schema(value_type = String, format = Date, example = "2027-04-24")]
    pub distributed_on: String,
    /// The day on which the last round was closed, at the place of play.
    #[schema(value_type = String, format = Date, example = "2027-04-24")]
    pub ended_on: String,
    /// 0 on the day of the end.
    #[schema(example = 0)]
    pub days_after_end: i64,
    /// The prizes are given immediately after the end: true where a day or more went by.
    pub flagged: bool,
    #[schema(example = "Art. 7")]
    pub article: String,
}

/// A prize of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Prize {
    #[schema(example = "best_on_board_1")]
    pub key: String,
    /// `team`, `individual` or `special`; new values may appear.
    #[schema(example = "individual")]
    pub kind: String,
    #[schema(example = "Best result on the first board")]
    pub title: String,
    /// `organizer`, `international_union_of_students` or `other_donor`; new values may appear.
    #[schema(example = "organizer")]
    pub given_by: String,
    /// The name of another donor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "City of Leipzig")]
    pub donor: Option<String>,
    /// Category of the competition.
    #[schema(example = "open")]
    pub competition: String,
    /// In the final table of a team prize, in the list of percentages of an individual one; absent for a special prize.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub place: Option<u32>,
    /// Whose games count: `overall`, `player_number` (of the players with this number in their teams) or `board` (at this
    /// board); of an individual prize alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "board")]
    pub scope: Option<String>,
    /// Which number, or which board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub number: Option<u32>,
    /// How many rounds are considerable (Art. 26), in per cent of those of the own team.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 50)]
    pub minimum_rounds_percent: Option<u32>,
    /// What separates those level on percentage, in order: `most_games`, `most_wins`, `most_points`.
    #[schema(example = json!(["most_games"]))]
    pub next_criteria: Vec<String>,
    /// What becomes of a tie: `shared` (those level take the prizes of all their places together) or `each_receives`
    /// (each the prize of the place, and the next ones stay empty). Absent for a special prize.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "shared")]
    pub ties: Option<String>,
    /// When it was published; prizes put to a published list have their own moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<String>,
}

/// The whole list as it is to stand.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrizeListInput {
    #[serde(default, deserialize_with = "objects")]
    #[validate(length(max = 10), nested)]
    #[schema(max_items = 10)]
    pub agreements: Vec<PrizeAgreement>,
    #[serde(deserialize_with = "objects")]
    #[validate(length(max = 200), nested)]
    #[schema(max_items = 200)]
    pub prizes: Vec<PrizeInput>,
}

/// A prize and its conditions.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrizeInput {
    /// Small letters, digits and `_`; its own within the list.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, pattern = "^[a-z0-9_]+$", example = "best_on_board_1")]
    pub key: String,
    /// `team`, `individual` or `special`.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "individual")]
    pub kind: String,
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "Best result on the first board")]
    pub title: String,
    /// `organizer`, `international_union_of_students` or `other_donor`.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "organizer")]
    pub given_by: String,
    /// The name of another donor, and of no one else.
    #[validate(length(min = 1, max = 200), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 200, example = "City of Leipzig")]
    pub donor: Option<String>,
    /// Needed where the championship has several.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "open")]
    pub competition: Option<String>,
    /// From 1 on. An individual prize without one is for the best.
    #[validate(range(min = 1, max = 1000))]
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub place: Option<u32>,
    /// `overall` (as without it), `player_number` or `board`; the last two with a number.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "board")]
    pub scope: Option<String>,
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100, example = 1)]
    pub number: Option<u32>,
    /// Without it, the championship's setting `considerable_rounds_percent`.
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100, example = 50)]
    pub minimum_rounds_percent: Option<u32>,
    /// `most_games`, `most_wins`, `most_points`, in order.
    #[serde(default)]
    #[validate(length(max = 3))]
    #[schema(max_items = 3, example = json!(["most_games"]))]
    pub next_criteria: Vec<String>,
    /// `shared` or `each_receives`; never by lot.
    #[validate(length(min = 1, max = 100), custom(function = clean_text))]
    #[schema(min_length = 1, max_length = 100, example = "shared")]
    pub ties: Option<String>,
}

/// The day of the prizes.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrizeDistributionInput {
    /// Not before the end, and not to come.
    #[validate(custom(function = known_year))]
    #[schema(value_type = String, format = Date, example = "2027-04-24")]
    pub distributed_on: Date,
}

impl From<PrizeInput> for SaidPrize {
    fn from(input: PrizeInput) -> Self {
        Self {
            key: input.key,
            title: input.title,
            kind: input.kind,
            given_by: input.given_by,
            donor: input.donor,
            competition: input.competition,
            place: input.place,
            scope: input.scope,
            number: input.number,
            minimum_percent: input.minimum_rounds_percent,
            next: input.next_criteria,
            ties: input.ties,
        }
    }
}

impl Prize {
    fn of(listed: &ListedPrize) -> Done<Self> {
        let prize = &listed.prize;
        let mut shown = Self {
            key: prize.key.clone(),
            kind: prize.kind().code().to_owned(),
            title: prize.title.clone(),
            given_by: prize.given_by.clone(),
            donor: prize.donor.clone(),
            competition: prize.competition.clone(),
            place: None,
            scope: None,
            number: None,
            minimum_rounds_percent: None,
            next_criteria: Vec::new(),
            ties: None,
            published_at: listed.published_at.map(moment).transpose()?,
        };
        match &prize.condition {
            Condition::Team { place, ties } => {
                (shown.place, shown.ties) = (Some(*place), Some(ties.code().to_owned()));
            }
            Condition::Individual { scope, place, minimum_percent, next, ties } => {
                let (code, number) = match scope {
                    Scope::Overall => ("overall", None),
                    Scope::PlayerNumber(number) => ("player_number", Some(*number)),
                    Scope::Board(board) => ("board", Some(*board)),
                };
                (shown.scope, shown.number) = (Some(code.to_owned()), number);
                (shown.place, shown.ties) = (Some(*place), Some(ties.code().to_owned()));
                shown.minimum_rounds_percent = Some(*minimum_percent);
                shown.next_criteria = next.iter().map(|criterion| criterion.code().to_owned()).collect();
            }
            Condition::Decision => {}
        }
        Ok(shown)
    }
}

impl PrizeList {
    fn of(row: &PrizeListRow, ended_on: Option<Date>, article: &str) -> Done<Self> {
        let distribution = row.distributed_on.zip(ended_on).map(|(distributed_on, ended_on)| {
            let days_after_end = days_inclusive(ended_on, distributed_on) - 1;
            PrizeDistribution {
                distributed_on: distributed_on.to_string(),
                ended_on: ended_on.to_string(),
                days_after_end,
                flagged: days_after_end > 0,
                article: format!("Art. {article}"),
            }
        });
        Ok(Self {
            championship: row.championship_id.clone(),
            state: if row.published_at.is_some() { "published" } else { "draft" }.to_owned(),
            agreements: row
                .agreements
                .iter()
                .map(|(party, agreed_on)| PrizeAgreement { party: party.clone(), agreed_on: *agreed_on })
                .collect(),
            prizes: row.prizes.iter().map(Prize::of).collect::<Done<_>>()?,
            published_at: row.published_at.map(moment).transpose()?,
            distribution,
            version: row.version,
        })
    }
}

fn shown(sheet: &PrizeListSheet) -> Done<PrizeList> {
    PrizeList::of(&sheet.row, sheet.ended_on, &sheet.at_once_article)
}

fn championship(caller: &Caller) -> Result<ChampionshipId, Problem> {
    path_id(caller.path("championship"), "the championship")
}

/// Read the list of prizes
///
/// Public from its publication on; before that, the organizer, the direction, the appeals committee and the FIDE President
/// see the draft.
#[utoipa::path(tag = "prizes", params(("championship" = String, Path)), responses((status = 200, description = "The list", body = PrizeList)))]
#[get("/v1/championships/{championship}/prize-list")]
pub async fn get_prize_list(caller: Caller) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    caller
        .read(Action::GetPrizeList, Target::PrizeList(id), Keep::Revalidate, move |view| {
            let sheet = prize_lists::get_prize_list(view)?;
            Ok(Answer::ok(&shown(&sheet)?)?.version(sheet.row.version))
        })
        .await
}

/// Write the list of prizes
///
/// The whole list with its conditions, as a draft. Once it is published, what was published stands (`prize_published`); more
/// prizes may be put to it until the start and are published at once. From the moment of the start on, nothing is taken any
/// more (`prizes_too_late`, Art. 26).
#[utoipa::path(tag = "prizes", params(("championship" = String, Path)), request_body = PrizeListInput, responses((status = 201, description = "Written", body = PrizeList), (status = 200, description = "Replaced", body = PrizeList)))]
#[put("/v1/championships/{championship}/prize-list")]
pub async fn put_prize_list(caller: Caller, input: Input<PrizeListInput>) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    let Input(PrizeListInput { agreements, prizes }) = input;
    caller
        .write(Action::PutPrizeList, Target::PrizeList(id.clone()), move |tx| {
            let agreements: BTreeMap<String, Date> =
                agreements.into_iter().map(|agreement| (agreement.party, agreement.agreed_on)).collect();
            let said: Vec<SaidPrize> = prizes.into_iter().map(SaidPrize::from).collect();
            let (sheet, created) = prize_lists::put_prize_list(tx, agreements, &said)?;
            let location = format!("/v1/championships/{id}/prize-list");
            Ok(Answer::put(&shown(&sheet)?, created, location)?.version(sheet.row.version))
        })
        .await
}

/// Publish the list of prizes
///
/// Before the start, and with the agreement of the organizer and the International Union of Students on record (Art. 26).
#[utoipa::path(tag = "prizes", params(("championship" = String, Path)), responses((status = 200, description = "Published", body = PrizeList)))]
#[post("/v1/championships/{championship}/prize-list/publication")]
pub async fn publish_prize_list(caller: Caller, _: NoInput) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    caller
        .write(Action::PublishPrizeList, Target::PrizeList(id), move |tx| {
            let sheet = prize_lists::publish_prize_list(tx)?;
            Ok(Answer::ok(&shown(&sheet)?)?.version(sheet.row.version))
        })
        .await
}

/// Record the distribution of the prizes
///
/// On which day they were given. Every prize needs an award that the committee has confirmed and that still holds
/// (`award_not_confirmed`); a day or more between the end and the prizes is flagged (Art. 7).
#[utoipa::path(tag = "prizes", params(("championship" = String, Path)), request_body = PrizeDistributionInput, responses((status = 200, description = "Recorded", body = PrizeList)))]
#[post("/v1/championships/{championship}/prize-list/distribution")]
pub async fn record_prize_distribution(
    caller: Caller,
    input: Input<PrizeDistributionInput>,
) -> Result<HttpResponse, Problem> {
    let id = championship(&caller)?;
    let Input(PrizeDistributionInput { distributed_on }) = input;
    caller
        .write(Action::RecordPrizeDistribution, Target::PrizeList(id), move |tx| {
            let article = tx.rules()?.prizes.given_at_once_after_end.article.clone();
            let (row, ended_on) = awards::record_prize_distribution(tx, distributed_on)?;
            Ok(Answer::ok(&PrizeList::of(&row, Some(ended_on), &article)?)?.version(row.version))
        })
        .await
}

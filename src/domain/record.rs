//! Records of the rounds and of the championship: who signs them, and what has to be there first.

use super::rulebook::{Authority, Rulebook};
use super::violation::{Rule, Violation};

/// The names of the two records among those of the regulations.
pub const ROUND_RECORD: &str = "round_record";
pub const FINAL_RECORD: &str = "final_record";

/// The article that asks for a record, where the regulations know it.
pub fn article<'a>(rules: &'a Rulebook, record: &str) -> Option<&'a str> {
    rules.records.get(record).map(|record| record.article.as_str())
}

/// The offices that sign the final record.
pub fn signers(rules: &Rulebook) -> &[Authority] {
    rules.records.get(FINAL_RECORD).map_or(&[], |record| &record.value.signed_by)
}

/// The office as which somebody signs: the first of those held that has to sign and has not.
pub fn signs_as(rules: &Rulebook, held: &[&str], signed: &[&str]) -> Result<Option<&'static str>, Violation> {
    let own: Vec<&'static str> =
        signers(rules).iter().map(|office| office.code()).filter(|office| held.contains(office)).collect();
    if own.is_empty() {
        let by: Vec<String> = signers(rules).iter().map(|office| office.code().to_owned()).collect();
        return Err(about(
            rules,
            FINAL_RECORD,
            Rule::NotASigner,
            format!("the record is signed by {}", by.join(" and ")),
        )
        .fact("signed_by", by));
    }
    Ok(own.into_iter().find(|office| !signed.contains(office)))
}

/// A round is closed before its record is drawn up.
pub fn check_closed(rules: &Rulebook, round: i32, closed: bool) -> Result<(), Violation> {
    if closed {
        return Ok(());
    }
    let detail = format!("round {round} is not closed: its results may still change");
    Err(about(rules, ROUND_RECORD, Rule::RoundNotFinished, detail).fact("round", i64::from(round)))
}

/// The final record is made of the records of all rounds, each as things stand now.
pub fn check_complete(rules: &Rulebook, lacking: Vec<String>) -> Result<(), Violation> {
    if lacking.is_empty() {
        return Ok(());
    }
    let detail = format!("no record that shows what stands now of round {}", lacking.join(", "));
    Err(about(rules, FINAL_RECORD, Rule::RecordMissing, detail).fact("rounds", lacking))
}

fn about(rules: &Rulebook, record: &str, rule: Rule, detail: String) -> Violation {
    let violation = Violation::new(rule, detail);
    match article(rules, record) {
        Some(article) => violation.article(article),
        None => violation,
    }
}

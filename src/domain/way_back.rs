//! Ways back: a draw is annulled, a round reopened, a start recalled, until something public depends on it. And what a
//! withdrawal between the lots and round 1 means for the draw.

use super::rulebook::{Cited, Rulebook};
use super::violation::{Rule, Violation};

/// What became of the draw when a team left before round 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Nothing: round 1 has started, or the regulations do not say.
    Stands,
    /// Lots have to be drawn anew.
    Anew { article: String },
    /// The highest number of an even field left: its opponents are free.
    HighestLeft { article: String },
    /// The draw of that time was annulled.
    Annulled { article: String },
}

/// A team that has left, as the lots know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has a number in a field of so many.
    Drawn { number: u32, field: u32, started: bool },
    /// It has no number any more.
    Gone { draw_annulled: bool },
}

/// What follows for the draw when the team with that number leaves a field of so many. A field of two has no opponents
/// left to be free.
pub fn after_withdrawal(rules: &Rulebook, team: Standing) -> Draw {
    let Some(Cited { value, article, .. }) = &rules.format.withdrawal_before_round_1 else { return Draw::Stands };
    let article = article.clone();
    match team {
        Standing::Drawn { started: true, .. } => Draw::Stands,
        Standing::Drawn { .. } if !value.new_draw => Draw::Stands,
        Standing::Drawn { number, field, .. } => {
            let highest = value.except_highest_of_even && field % 2 == 0 && field > 2 && number == field;
            if highest { Draw::HighestLeft { article } } else { Draw::Anew { article } }
        }
        Standing::Gone { draw_annulled: true } => Draw::Annulled { article },
        Standing::Gone { draw_annulled: false } => Draw::HighestLeft { article },
    }
}

/// Round 1 does not start while a team of the draw has left and no new lots were drawn.
pub fn check_draw_holds(rules: &Rulebook, gone: &[String]) -> Result<(), Violation> {
    let Some(rule) = rules.format.withdrawal_before_round_1.as_ref().filter(|rule| rule.value.new_draw) else {
        return Ok(());
    };
    if gone.is_empty() {
        return Ok(());
    }
    let detail = format!("{} left after the lots: the draw is annulled and made anew before round 1", gone.join(", "));
    Err(Violation::new(Rule::NewDrawDue, detail).article(&rule.article).fact("withdrawn", gone.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::{Draw, Standing, after_withdrawal, check_draw_holds};
    use crate::domain::rulebook::Rulebook;
    use crate::domain::violation::Rule;
    use crate::rulebooks;

    fn after(rules: &Rulebook, started: bool, number: u32, field: u32) -> Draw {
        after_withdrawal(rules, Standing::Drawn { number, field, started })
    }

    #[test]
    fn lots_are_drawn_anew_unless_the_highest_of_an_even_field_left() {
        let mut rules = rulebooks::parse(rulebooks::builtin()[0].1).unwrap();
        let anew = Draw::Anew { article: "18".to_owned() };
        let highest = Draw::HighestLeft { article: "18".to_owned() };
        assert_eq!(after(&rules, false, 6, 6), highest);
        assert_eq!(after(&rules, false, 5, 6), anew);
        assert_eq!(after(&rules, false, 5, 5), anew);
        assert_eq!(after(&rules, false, 2, 2), anew);
        assert_eq!(after(&rules, true, 5, 6), Draw::Stands);
        let gone = ["NED".to_owned()];
        let refused = check_draw_holds(&rules, &gone).unwrap_err();
        assert_eq!((refused.rule, refused.article.as_deref()), (Rule::NewDrawDue, Some("18")));
        assert_eq!(check_draw_holds(&rules, &[]), Ok(()));
        rules.format.withdrawal_before_round_1 = None;
        assert_eq!(check_draw_holds(&rules, &gone), Ok(()));
        assert_eq!(after(&rules, false, 5, 6), Draw::Stands);
    }
}

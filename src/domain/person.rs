//! Persons: names as a search compares them, and two records that are one person.

use super::violation::{Rule, Violation};

/// What stands where the name of an erased person was.
pub const WITHHELD: &str = "withheld";

/// A name without marks, without the letters that other alphabets lack, and with double spellings as one letter: for
/// suggestions alone, for different people have the same. `decomposed` is the name in lower case, its marks apart.
pub fn fold(decomposed: impl Iterator<Item = char>) -> String {
    let mut folded = String::new();
    for letter in decomposed {
        match letter {
            'ø' => folded.push('o'),
            'æ' => folded.push('a'),
            'œ' => folded.push('o'),
            'ß' => folded.push_str("ss"),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'þ' => folded.push_str("th"),
            'ı' => folded.push('i'),
            // Combining marks.
            '\u{300}'..='\u{36f}' => {}
            letter if letter.is_alphanumeric() => folded.push(letter),
            _ if folded.ends_with(' ') => {}
            _ => folded.push(' '),
        }
    }
    for (double, one) in [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")] {
        folded = folded.replace(double, one);
    }
    folded.trim().to_owned()
}

/// What stands against taking two records for one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// Championships on whose rosters both stand.
    pub rosters: Vec<String>,
    /// Matches in which both play.
    pub matches: Vec<String>,
}

/// Nobody is merged into themselves, into a merged record, or into somebody beside whom they played.
pub fn check_merge(
    one: &str,
    into: &str,
    into_merged: Option<&str>,
    together: &Together,
) -> Result<(), Vec<Violation>> {
    let mut faults = Vec::new();
    let refusal = |detail: String| Violation::new(Rule::MergeImpossible, detail).at("/into");
    if one == into {
        faults.push(refusal(format!("{one} is not merged into itself")));
    }
    if let Some(survivor) = into_merged {
        faults.push(refusal(format!("{into} was merged into {survivor} itself")).fact("merged_into", survivor));
    }
    if !together.rosters.is_empty() {
        let detail = "both stand on the rosters of one championship".to_owned();
        faults.push(refusal(detail).fact("championships", together.rosters.clone()));
    }
    if !together.matches.is_empty() {
        let detail = "both play in one match".to_owned();
        faults.push(refusal(detail).fact("matches", together.matches.clone()));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::{Together, check_merge, fold};

    #[test]
    fn spellings_of_one_name_fold_to_one() {
        assert_eq!(fold("mu\u{308}ller".chars()), fold("mueller".chars()));
        assert_eq!(fold("krøger, a\u{30a}se".chars()), fold("kroeger  aase".chars()));
        assert_eq!(fold("strauß".chars()), "strauss");
        assert_ne!(fold("muller".chars()), fold("miller".chars()));
    }

    #[test]
    fn who_played_beside_somebody_is_not_that_person() {
        assert!(check_merge("a", "b", None, &Together::default()).is_ok());
        let both = Together { rosters: vec!["c".to_owned()], matches: vec!["m".to_owned()] };
        assert_eq!(check_merge("a", "a", Some("x"), &both).unwrap_err().len(), 4);
    }
}

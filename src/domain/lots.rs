//! Drawing of lots that anybody can repeat. `docs/lots.md` describes it for readers without this source.
//!
//! The organizer's server first publishes the digest of a secret; afterwards a value that nobody could know
//! beforehand is made public; then the secret is disclosed, and the order of the teams follows from both.

use sha2::{Digest, Sha256};

use crate::domain::ids::TeamNumber;

/// 32 bytes, chosen before and disclosed after the lots.
pub type LotsSecret = [u8; 32];

const SEED_TAG: &[u8] = b"teamchess/lots/1";

/// The digest that is published before the public value is known.
pub fn commitment(secret: &LotsSecret) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Whether a disclosed secret is the one that was committed to.
pub fn opens(published: &[u8; 32], secret: &LotsSecret) -> bool {
    commitment(secret) == *published
}

/// Each team with the number it drew, in the order of the numbers 1, 2, 3 …
///
/// `teams` are stable keys, all different; their order does not matter. Every group draws on its own.
pub fn draw<T: AsRef<str>>(
    teams: &[T],
    secret: &LotsSecret,
    public_value: &str,
    group: &str,
) -> Vec<(String, TeamNumber)> {
    let mut order: Vec<String> = teams.iter().map(|team| team.as_ref().to_owned()).collect();
    order.sort_unstable();
    let mut lots = Lots::new(seed(secret, public_value, group));
    for last in (1..order.len()).rev() {
        order.swap(last, lots.below(last as u64 + 1) as usize);
    }
    order.into_iter().zip((1..).map(TeamNumber)).collect()
}

fn seed(secret: &LotsSecret, public_value: &str, group: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(SEED_TAG);
    hash.update(secret);
    for text in [public_value, group] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// Numbers from the stream SHA-256(seed ‖ 0), SHA-256(seed ‖ 1) …, eight bytes at a time.
struct Lots {
    seed: [u8; 32],
    blocks: u64,
    words: Vec<u64>,
}

impl Lots {
    fn new(seed: [u8; 32]) -> Self {
        Self { seed, blocks: 0, words: Vec::new() }
    }

    /// A number from 0 to `bound` - 1, all equally likely: words beyond the last whole multiple are thrown away.
    fn below(&mut self, bound: u64) -> u64 {
        let beyond = (u64::MAX % bound + 1) % bound;
        loop {
            let word = self.word();
            if word <= u64::MAX - beyond {
                return word % bound;
            }
        }
    }

    fn word(&mut self) -> u64 {
        if self.words.is_empty() {
            let block = Sha256::new().chain_update(self.seed).chain_update(self.blocks.to_be_bytes()).finalize();
            self.blocks += 1;
            let words =
                block.chunks_exact(8).map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
            self.words = words.collect();
            self.words.reverse();
        }
        self.words.pop().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Lots, LotsSecret, commitment, draw, opens};

    const DESCRIPTION: &str = include_str!("../../docs/lots.md");

    fn example_secret() -> LotsSecret {
        std::array::from_fn(|index| index as u8)
    }

    fn hexadecimal(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_lots_are_the_ones_that_the_published_program_draws() {
        let teams = ["BUL", "CHI", "CUB", "ENG", "FIN", "GDR", "HUN", "MGL", "NED", "POL", "ROM", "SWE", "URS", "USA"];
        let drawn = draw(&teams, &example_secret(), "1960-07-16 10:00 Leningrad: 4 8 15 16 23 42", "grp_example");
        let mut printed = vec![format!("commitment {}", hexadecimal(&commitment(&example_secret())))];
        printed.extend(drawn.iter().map(|(team, number)| format!("{number} {team}")));
        let published: Vec<&str> = DESCRIPTION
            .lines()
            .skip_while(|line| *line != "It prints:")
            .skip_while(|line| *line != "```text")
            .skip(1)
            .take_while(|line| *line != "```")
            .collect();
        assert_eq!(printed, published);
    }

    #[test]
    fn the_order_in_which_teams_are_given_does_not_matter() {
        let forwards = draw(&["A", "B", "C", "D", "E"], &example_secret(), "7", "g");
        let backwards = draw(&["E", "D", "C", "B", "A"], &example_secret(), "7", "g");
        assert_eq!(forwards, backwards);
    }

    #[test]
    fn secret_public_value_and_group_each_change_the_lots() {
        let teams: Vec<String> = (0..30).map(|number| format!("T{number:02}")).collect();
        let drawn = draw(&teams, &[1; 32], "value", "final");
        assert_ne!(drawn, draw(&teams, &[2; 32], "value", "final"));
        assert_ne!(drawn, draw(&teams, &[1; 32], "value ", "final"));
        assert_ne!(drawn, draw(&teams, &[1; 32], "value", "second"));
        assert_ne!(draw(&teams, &[1; 32], "ab", "c"), draw(&teams, &[1; 32], "a", "bc"));
    }

    #[test]
    fn a_disclosed_secret_is_compared_with_the_commitment() {
        let published = commitment(&[9; 32]);
        assert!(opens(&published, &[9; 32]));
        assert!(!opens(&published, &[8; 32]));
    }

    #[test]
    fn every_order_of_four_teams_is_about_equally_likely() {
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for value in 0..4800 {
            let order = draw(&["a", "b", "c", "d"], &[5; 32], &value.to_string(), "g");
            *seen.entry(order.into_iter().map(|(team, _)| team).collect()).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        // 200 are expected of each; chi-square over 23 degrees of freedom stays below 49.7 in 999 cases of 1000
        let chi_square_times_200: u32 = seen.values().map(|count| count.abs_diff(200).pow(2)).sum();
        assert!(chi_square_times_200 < 200 * 50, "{chi_square_times_200}");
    }

    #[test]
    fn words_beyond_the_last_whole_multiple_are_thrown_away() {
        let mut lots = Lots { seed: [0; 32], blocks: 0, words: vec![5, u64::MAX] };
        assert_eq!(lots.below(3), 2, "2^64 - 1 is a whole multiple of 3: the last word is beyond it");
        let mut lots = Lots { seed: [0; 32], blocks: 0, words: vec![5, u64::MAX] };
        assert_eq!(lots.below(4), 3, "2^64 is a whole multiple of 4: every word counts");
    }

    #[test]
    fn no_team_and_one_team_need_no_lots() {
        assert!(draw::<&str>(&[], &[0; 32], "", "").is_empty());
        assert_eq!(draw(&["only"], &[0; 32], "", "")[0].1.0, 1);
    }
}

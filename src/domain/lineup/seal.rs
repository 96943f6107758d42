//! What is sealed, and the digest by which anybody can tell afterwards that it was not exchanged.

use sha2::{Digest, Sha256};

/// Without it a digest would tell the list: four of six players in a fixed order are only fifteen lists.
pub type Secret = [u8; 16];

/// A list as it lies in the envelope. It has no `Debug`.
#[derive(Clone)]
pub struct Lineup {
    pub secret: Secret,
    /// The players by id, board after board.
    pub players: Vec<String>,
}

/// What a list says, in the one spelling that is digested (`docs/lineups.md`).
pub fn listing(match_id: &str, team: &str, players: &[String]) -> String {
    let boards = (1..).zip(players).map(|(board, player): (u32, _)| format!("{board} {player}\n"));
    format!("match {match_id}\nteam {team}\n{}", boards.collect::<String>())
}

pub fn digest(secret: &Secret, listing: &str) -> [u8; 32] {
    Sha256::new().chain_update(secret).chain_update(listing).finalize().into()
}

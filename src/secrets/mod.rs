//! What must stay secret, and what proves who somebody is: the master key, the keys that sign access tokens,
//! passwords, one-time codes and refresh tokens.
//!
//! Nothing here asks the time or makes randomness: `now` and random bytes are arguments. No type that holds a secret
//! shows it in `Debug`.

pub mod master_key;
pub mod one_time;
pub mod password;
pub mod signing;

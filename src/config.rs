//! Every setting, read once into one struct.

/// The settings of one instance.
#[derive(Debug, Clone)]
pub struct Config {
    /// `iss` of the tokens and base of absolute links.
    pub issuer: String,
}

//! Money: whole minor units of a currency, never a fraction.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::violation::{Rule, Violation};

/// A currency by its three letters of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// The currency of that code, in capital letters.
    pub fn of(code: &str) -> Result<Self, Violation> {
        match code.as_bytes() {
            &[a, b, c] if [a, b, c].iter().all(u8::is_ascii_uppercase) => Ok(Self([a, b, c])),
            _ => Err(Violation::new(Rule::InvalidValue, format!("{code:?} is not a currency code of three letters"))),
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> String {
        currency.to_string()
    }
}

impl TryFrom<String> for Currency {
    type Error = Violation;
    fn try_from(code: String) -> Result<Self, Violation> {
        Self::of(&code)
    }
}

/// An amount in the currency's smallest unit: 3 US dollars are 300.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Money {
    pub minor_units: i64,
    pub currency: Currency,
}

impl Money {
    /// The sum, unless the currencies differ or it is too large to hold.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.currency != other.currency {
            return None;
        }
        Some(Self { minor_units: self.minor_units.checked_add(other.minor_units)?, ..self })
    }

    /// The amount so many times over, unless it is too large to hold.
    pub fn times(self, count: u32) -> Option<Self> {
        Some(Self { minor_units: self.minor_units.checked_mul(i64::from(count))?, ..self })
    }
}

/// Amounts of two currencies do not compare.
impl PartialOrd for Money {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.currency == other.currency).then(|| self.minor_units.cmp(&other.minor_units))
    }
}

#[cfg(test)]
mod tests {
    use super::{Currency, Money};

    fn money(minor_units: i64, code: &str) -> Money {
        Money { minor_units, currency: Currency::of(code).unwrap() }
    }

    #[test]
    fn amounts_of_two_currencies_neither_compare_nor_add() {
        assert!(money(301, "USD") > money(300, "USD"));
        assert_eq!(money(301, "USD").partial_cmp(&money(300, "CHF")), None);
        assert_eq!(money(1, "USD").plus(money(2, "USD")), Some(money(3, "USD")));
        assert_eq!(money(1, "USD").plus(money(2, "CHF")), None);
        assert_eq!(money(300, "USD").times(6), Some(money(1800, "USD")));
        assert_eq!(money(i64::MAX, "USD").times(2), None);
        assert_eq!(money(i64::MAX, "USD").plus(money(1, "USD")), None);
    }

    #[test]
    fn a_currency_has_three_capital_letters() {
        for refused in ["usd", "US", "USDX", "U$D", "ÄÖ", ""] {
            assert!(Currency::of(refused).is_err(), "{refused}");
        }
        let json = serde_json::to_string(&money(300, "USD")).unwrap();
        assert_eq!(json, r#"{"minor_units":300,"currency":"USD"}"#);
        assert!(serde_json::from_str::<Money>(r#"{"minor_units":3.5,"currency":"USD"}"#).is_err());
    }
}

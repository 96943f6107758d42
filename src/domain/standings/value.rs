//! The value of a criterion: exact, never rounded before two teams are compared.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use crate::domain::points::{GamePoints, MatchPoints};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i64,
    denominator: i64,
}

impl Fraction {
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// A denominator of nought counts as one.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        if denominator == 0 {
            return Self { numerator, denominator: 1 };
        }
        let divisor = greatest_common_divisor(numerator, denominator) * denominator.signum();
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    pub fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    pub fn numerator(self) -> i64 {
        self.numerator
    }

    pub fn denominator(self) -> i64 {
        self.denominator
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<GamePoints> for Fraction {
    fn from(points: GamePoints) -> Self {
        Self::new(i64::from(points.0), i64::from(GamePoints::WIN.0))
    }
}

impl From<MatchPoints> for Fraction {
    fn from(points: MatchPoints) -> Self {
        Self::whole(i64::from(points.0))
    }
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.denominator == 1 && other.denominator == 1 {
            return Self::whole(self.numerator + other.numerator);
        }
        if self.denominator == other.denominator {
            return Self::new(self.numerator + other.numerator, self.denominator);
        }
        Self::new(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self { numerator: -other.numerator, ..other }
    }
}

impl Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.denominator == 1 && other.denominator == 1 {
            return Self::whole(self.numerator * other.numerator);
        }
        Self::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }
}

impl Div for Fraction {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::new(self.numerator * other.denominator, self.denominator * other.numerator)
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As people write it: `19¾`, `-½`, `38 5/6`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.numerator.unsigned_abs();
        let denominator = self.denominator.unsigned_abs();
        let (whole, rest) = (size / denominator, size % denominator);
        if self.numerator < 0 {
            f.write_str("-")?;
        }
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let vulgar = match (rest, denominator) {
            (1, 2) => Some("½"),
            (1, 4) => Some("¼"),
            (3, 4) => Some("¾"),
            _ => None,
        };
        match (whole, vulgar) {
            (0, Some(vulgar)) => f.write_str(vulgar),
            (_, Some(vulgar)) => write!(f, "{whole}{vulgar}"),
            (0, None) => write!(f, "{rest}/{denominator}"),
            (_, None) => write!(f, "{whole} {rest}/{denominator}"),
        }
    }
}

/// What a criterion gave a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Number(Fraction),
    /// Compared number by number, as board after board.
    Sequence(Vec<Fraction>),
    /// The place among `of` teams that were level, 1 the best; equal places were not separated.
    Place {
        place: u32,
        of: u32,
    },
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Sequence(numbers) => {
                let shown: Vec<String> = numbers.iter().map(Fraction::to_string).collect();
                f.write_str(&shown.join(" "))
            }
            Self::Place { place, of } => write!(f, "{place} of {of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_are_exact_and_read_as_people_write_them() {
        let third = Fraction::new(58, 3);
        assert_eq!(third + Fraction::new(5, 6), Fraction::new(121, 6));
        assert_eq!((third * Fraction::new(3, 2)).to_string(), "29");
        assert_eq!((Fraction::whole(5) / Fraction::whole(-4)).to_string(), "-1¼");
        assert!(Fraction::new(38, 3) < Fraction::new(1267, 100));
        let shown: Vec<String> =
            [(79, 4), (1, 2), (233, 6), (-7, 2), (6, 3), (1, 3)].map(|(n, d)| Fraction::new(n, d).to_string()).to_vec();
        assert_eq!(shown, ["19¾", "½", "38 5/6", "-3½", "2", "1/3"]);
    }
}

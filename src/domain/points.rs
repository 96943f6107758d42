//! Points: whole numbers only. Game points are counted in half points, so that a draw is 1 and a win is 2.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// Points won on the boards, in half points: a drawn game is `GamePoints(1)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GamePoints(pub i32);

/// Points won by matches: 2, 1 or 0 in both built-in regulations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchPoints(pub i32);

impl GamePoints {
    pub const ZERO: Self = Self(0);
    pub const DRAW: Self = Self(1);
    pub const WIN: Self = Self(2);
}

impl MatchPoints {
    pub const ZERO: Self = Self(0);
}

/// Half points as people write them: `27½`, `3`, `½`.
impl fmt::Display for GamePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let halves = self.0.unsigned_abs();
        match (halves / 2, halves % 2) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (0, _) => write!(f, "{sign}½"),
            (whole, _) => write!(f, "{sign}{whole}½"),
        }
    }
}

impl fmt::Display for MatchPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

macro_rules! additive {
    ($($points:ident),*) => {$(
        impl Add for $points {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }
        impl Sub for $points {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }
        impl AddAssign for $points {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }
        impl Sum for $points {
            fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
                points.fold(Self(0), Add::add)
            }
        }
    )*};
}
additive!(GamePoints, MatchPoints);

#[cfg(test)]
mod tests {
    use super::GamePoints;

    #[test]
    fn half_points_read_as_people_write_them() {
        let shown: Vec<String> = [0, 1, 2, 5, 55].iter().map(|&halves| GamePoints(halves).to_string()).collect();
        assert_eq!(shown, ["0", "½", "1", "2½", "27½"]);
    }
}

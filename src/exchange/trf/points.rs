//! Points as files write them: decimals with at most two places, kept as whole hundredths.

use std::fmt;

/// Points in hundredths: `2.5` is `TrfPoints(250)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrfPoints(pub i32);

impl TrfPoints {
    pub fn of_whole(points: i32) -> Self {
        Self(points.saturating_mul(100))
    }

    pub fn of_halves(halves: i32) -> Self {
        Self(halves.saturating_mul(50))
    }

    /// The value in whole points, if it is one.
    pub fn whole(self) -> Option<i32> {
        (self.0 % 100 == 0).then_some(self.0 / 100)
    }

    /// The value in half points, if it is a multiple of one.
    pub fn halves(self) -> Option<i32> {
        (self.0 % 50 == 0).then_some(self.0 / 50)
    }

    /// Reads `12`, `12.5`, `.5`, `12,5` or `-1.0`; nothing with more than two decimals or seven digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(decimals) || whole.len() > 7 || decimals.len() > 2 {
            return None;
        }
        if whole.is_empty() && decimals.is_empty() {
            return None;
        }
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let hundredths: i32 = format!("{decimals:0<2}").parse().ok()?;
        let value = whole * 100 + hundredths;
        Some(Self(if negative { -value } else { value }))
    }

    /// The shortest spelling that files use, in a field of so many columns: one decimal, two where they are needed,
    /// none where one does not fit. Nothing is rounded.
    pub(super) fn spelled(self, width: usize) -> Option<String> {
        let spellings = [Some(self.to_string()), self.whole().map(|whole| whole.to_string())];
        spellings.into_iter().flatten().find(|spelling| spelling.len() <= width)
    }
}

impl fmt::Display for TrfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, hundredths) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if hundredths % 10 == 0 {
            write!(f, "{sign}{whole}.{}", hundredths / 10)
        } else {
            write!(f, "{sign}{whole}.{hundredths:02}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TrfPoints;

    #[test]
    fn points_are_read_without_rounding() {
        let read = ["2.0", "2", "0.25", ".5", "2.", "12,5", "-1.0", "00.0"].map(TrfPoints::parse);
        assert_eq!(read, [200, 200, 25, 50, 200, 1250, -100, 0].map(|value| Some(TrfPoints(value))));
        for refused in ["", ".", "-", "2.125", "1e3", "2.0.0", "½", "12345678", "--1", "٣"] {
            assert_eq!(TrfPoints::parse(refused), None, "{refused}");
        }
    }

    #[test]
    fn points_are_written_only_where_they_fit() {
        assert_eq!(TrfPoints(1050).spelled(4).as_deref(), Some("10.5"));
        assert_eq!(TrfPoints(25).spelled(4).as_deref(), Some("0.25"));
        assert_eq!(TrfPoints(10_000).spelled(4).as_deref(), Some("100"));
        assert_eq!(TrfPoints(10_050).spelled(4), None);
        assert_eq!(TrfPoints(-100).spelled(4).as_deref(), Some("-1.0"));
        assert_eq!((TrfPoints(150).whole(), TrfPoints(150).halves(), TrfPoints(25).halves()), (None, Some(3), None));
    }
}

//! The type of an event as record 192 encodes it.

use crate::domain::pairing::ScoreKind;
use crate::domain::pairing::team_swiss::Preferences;

/// What a code says about the pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeCode {
    pub family: Family,
    pub primary: ScoreKind,
    /// Whether the other score is used for colours.
    pub secondary_for_colours: bool,
    pub preferences: Preferences,
    pub baku: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// C.04.6.
    TeamSwiss,
    /// A Swiss by rules of the event's own.
    CustomTeamSwiss,
    /// Everything else: round robins, knockouts, events of individuals.
    Other,
}

impl TypeCode {
    /// What holds where a file has no code.
    pub const USUAL: TypeCode = TypeCode {
        family: Family::TeamSwiss,
        primary: ScoreKind::MatchPoints,
        secondary_for_colours: true,
        preferences: Preferences::TypeA,
        baku: false,
    };

    /// A bare `FIDE_TEAM` means type A, match points and game points. A code with scores means what it spells: no type
    /// is no preferences, one score is no second one. Anything that is not understood is of another family.
    pub fn read(code: &str) -> TypeCode {
        let code = code.trim().to_ascii_uppercase().replace('-', "_");
        let other = TypeCode { family: Family::Other, ..Self::USUAL };
        let (family, rest) = if let Some(rest) = code.strip_prefix("FIDE_TEAM") {
            (Family::TeamSwiss, rest)
        } else if let Some(rest) = code.strip_prefix("CUSTOM_TEAM_SWISS") {
            (Family::CustomTeamSwiss, rest)
        } else {
            return other;
        };
        let mut words: Vec<&str> = rest.split('_').skip(1).collect();
        if rest.split('_').next() != Some("") {
            return other;
        }
        let baku = words.last() == Some(&"BAKU");
        if baku {
            words.pop();
        }
        let preferences = match words.first() {
            Some(&"TYPEA") => Some(Preferences::TypeA),
            Some(&"TYPEB") => Some(Preferences::TypeB),
            _ => None,
        };
        let scores = &words[usize::from(preferences.is_some())..];
        let usual = TypeCode { family, baku, ..Self::USUAL };
        let preferences_of_scores = preferences.unwrap_or(Preferences::None);
        let (primary, secondary_for_colours) = match scores {
            [] => return TypeCode { preferences: preferences.unwrap_or(Preferences::TypeA), ..usual },
            ["MP"] => (ScoreKind::MatchPoints, false),
            ["GP"] => (ScoreKind::GamePoints, false),
            ["MP", "GP"] => (ScoreKind::MatchPoints, true),
            ["GP", "MP"] => (ScoreKind::GamePoints, true),
            _ => return other,
        };
        TypeCode { primary, secondary_for_colours, preferences: preferences_of_scores, ..usual }
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, TypeCode};
    use crate::domain::pairing::ScoreKind;
    use crate::domain::pairing::team_swiss::Preferences;

    #[test]
    fn codes_say_what_they_spell() {
        use Preferences::{None as Nobody, TypeA, TypeB};
        use ScoreKind::{GamePoints, MatchPoints};
        let table = [
            ("FIDE_TEAM", MatchPoints, true, TypeA, false),
            ("FIDE_TEAM_BAKU", MatchPoints, true, TypeA, true),
            ("FIDE-TEAM-BAKU", MatchPoints, true, TypeA, true),
            ("FIDE_TEAM_TYPEB", MatchPoints, true, TypeB, false),
            ("fide_team_typea_mp_gp", MatchPoints, true, TypeA, false),
            ("FIDE_TEAM_TYPEB_GP_MP", GamePoints, true, TypeB, false),
            ("FIDE_TEAM_TYPEA_GP", GamePoints, false, TypeA, false),
            ("FIDE_TEAM_MP", MatchPoints, false, Nobody, false),
            ("FIDE_TEAM_GP_MP", GamePoints, true, Nobody, false),
            ("FIDE_TEAM_TYPEB_MP_GP_BAKU", MatchPoints, true, TypeB, true),
        ];
        for (code, primary, secondary_for_colours, preferences, baku) in table {
            let family = Family::TeamSwiss;
            let expected = TypeCode { family, primary, secondary_for_colours, preferences, baku };
            assert_eq!(TypeCode::read(code), expected, "{code}");
        }
        assert_eq!(TypeCode::read("CUSTOM_TEAM_SWISS_GP").family, Family::CustomTeamSwiss);
        for code in ["", "FIDE_DUTCH_2025", "FIDE_TEAM_ROUNDROBIN", "FIDE_TEAMS", "FIDE_TEAM_MP_MP", "FIDE_TEAM_TYPEC"]
        {
            assert_eq!(TypeCode::read(code).family, Family::Other, "{code}");
        }
    }
}

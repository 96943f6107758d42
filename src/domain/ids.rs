//! Identifiers: a prefix that says of what, and a UUIDv7. One type each, so that a team is never taken for a person.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text that is not an identifier of the kind asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier of the form {prefix}_ and 32 hexadecimal digits")]
pub struct NotAnId {
    pub prefix: &'static str,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            pub const PREFIX: &'static str = $prefix;

            pub fn new(uuid: Uuid) -> Self {
                Self(format!("{}_{}", Self::PREFIX, uuid.simple()))
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;
            fn try_from(text: String) -> Result<Self, NotAnId> {
                if is_id(&text, Self::PREFIX) { Ok(Self(text)) } else { Err(NotAnId { prefix: Self::PREFIX }) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                text.to_owned().try_into()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

fn is_id(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_')).is_some_and(|rest| {
        rest.len() == 32 && rest.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    })
}

ids! {
    AccountId "acc";
    AppointmentId "apt";
    AwardId "awd";
    ChampionshipId "chp";
    CompetitionId "cmp";
    DispensationId "dsp";
    DocumentId "doc";
    DraftId "drf";
    EligibilityDecisionId "eld";
    GroupId "grp";
    MatchId "mtc";
    NoticeId "ntc";
    OfficialId "off";
    PersonId "per";
    ReadingId "rdg";
    RecordId "rec";
    RoundId "rnd";
    StageId "stg";
    TeamId "team";
}

/// The number that a team drew by lot or was given by ranking (TPN): 1, 2, 3 … within its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamNumber(pub u32);

impl fmt::Display for TeamNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{PersonId, TeamId};
    use uuid::Uuid;

    #[test]
    fn an_id_of_another_kind_is_refused() {
        let person = PersonId::new(Uuid::from_u128(7));
        assert_eq!(person.as_str(), "per_00000000000000000000000000000007");
        assert_eq!(person.as_str().parse::<PersonId>().as_ref(), Ok(&person));
        assert!(person.as_str().parse::<TeamId>().is_err());
        assert!("per_0000000000000000000000000000000G".parse::<PersonId>().is_err());
        assert!("per_7".parse::<PersonId>().is_err());
    }
}

//! Accounts: what may be a login, and how an account comes and goes.

use super::violation::{Rule, Violation};

/// Invited until the code was used once; disabled ones cannot sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Invited,
    Active,
    Disabled,
}

impl State {
    pub const ALL: [State; 3] = [State::Invited, State::Active, State::Disabled];

    pub fn code(self) -> &'static str {
        match self {
            State::Invited => "invited",
            State::Active => "active",
            State::Disabled => "disabled",
        }
    }

    pub fn from_code(code: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.code() == code)
    }

    /// The state after an administrator disables the account or enables it again. One that never had a password is
    /// then invited as before: only its own code makes it active.
    pub fn switched(self, enable: bool, has_password: bool) -> State {
        match (enable, has_password) {
            (false, _) => State::Disabled,
            (true, true) => State::Active,
            (true, false) => State::Invited,
        }
    }
}

const SHORTEST_LOGIN: usize = 3;
const LONGEST_LOGIN: usize = 100;

/// The login as it is kept: letters, digits and `. _ @ + -`, of which capitals count as small ones, so that no two
/// logins look alike.
pub fn login(text: &str) -> Result<String, Violation> {
    let login = text.to_ascii_lowercase();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._@+-".contains(&byte);
    if (SHORTEST_LOGIN..=LONGEST_LOGIN).contains(&login.len()) && login.bytes().all(allowed) {
        Ok(login)
    } else {
        Err(Violation::new(
            Rule::InvalidValue,
            format!("a login has {SHORTEST_LOGIN} to {LONGEST_LOGIN} letters, digits or . _ @ + -"),
        )
        .at("/login"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_plain_and_small() {
        assert_eq!(login("Anna.B@uis.org"), Ok("anna.b@uis.org".to_owned()));
        assert_eq!(login("abc"), Ok("abc".to_owned()));
        assert_eq!(login(&"a".repeat(100)), Ok("a".repeat(100)));
        for refused in ["ab", "", "anna b", "аnna", "anna\n", &"a".repeat(101)] {
            assert_eq!(login(refused).unwrap_err().pointer.as_deref(), Some("/login"), "{refused}");
        }
    }

    #[test]
    fn only_its_own_code_makes_an_account_active() {
        for state in State::ALL {
            assert_eq!(state.switched(false, true), State::Disabled);
            assert_eq!(state.switched(true, true), State::Active);
            assert_eq!(state.switched(true, false), State::Invited);
            assert_eq!(State::from_code(state.code()), Some(state));
        }
    }
}

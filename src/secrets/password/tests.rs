use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;

const SALT: [u8; 16] = *b"sixteen bytes ok";
const PASSWORD: &str = "Zugzwang am Damenflügel";

#[test]
fn only_the_password_itself_fits_its_hash() {
    let phc = hash(PASSWORD, SALT);
    assert!(verify(PASSWORD, &phc));
    for other in ["", "zugzwang am damenflügel", "Zugzwang am Damenflügel ", "Zugzwang am Damenflugel"] {
        assert!(!verify(other, &phc), "{other}");
    }
}

/// The whole string as OpenSSL's Argon2 gives it.
#[test]
fn the_hash_names_the_recommended_parameters() {
    let phc = hash("correct horse battery staple", SALT);
    let expected = "$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlcyBvaw$bAfnes5HACCDehV3nD4BAoSgv8xaEH/F3i1SkZIIJbI";
    assert_eq!(phc, expected);
}

#[test]
fn another_salt_gives_another_hash_of_the_same_password() {
    let other = hash(PASSWORD, [1; 16]);
    assert_ne!(hash(PASSWORD, SALT), other);
    assert!(verify(PASSWORD, &other));
}

#[test]
fn composed_and_decomposed_letters_are_the_same_password() {
    let (composed, decomposed) = ("Damenfl\u{fc}gel 1960", "Damenflu\u{308}gel 1960");
    assert_ne!(composed, decomposed);
    assert!(verify(decomposed, &hash(composed, SALT)));
}

#[test]
fn an_unreadable_or_weaker_hash_fits_no_password() {
    let argon2i = Argon2::new(Algorithm::Argon2i, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
    let salt = SaltString::encode_b64(&SALT).unwrap();
    let weaker = argon2i.hash_password(PASSWORD.as_bytes(), &salt).unwrap().to_string();
    let whole = hash(PASSWORD, SALT);
    let (without_output, _) = whole.rsplit_once('$').unwrap();
    for phc in ["", PASSWORD, "$argon2id$", without_output, &weaker] {
        assert!(!verify(PASSWORD, phc), "{phc}");
    }
}

/// Same algorithm, parameters, salt and output length, hence the same work.
#[test]
fn an_unknown_account_costs_what_a_known_one_does() {
    let (dummy, real) = (dummy_hash(), hash(PASSWORD, SALT));
    let (dummy, real) = (PasswordHash::new(&dummy).unwrap(), PasswordHash::new(&real).unwrap());
    assert_eq!((dummy.algorithm, dummy.version, &dummy.params), (real.algorithm, real.version, &real.params));
    assert!(Params::try_from(&dummy).is_ok());
    let sizes = |phc: &PasswordHash<'_>| (phc.salt.unwrap().as_str().len(), phc.hash.unwrap().len());
    assert_eq!(sizes(&dummy), sizes(&real));
}

#[test]
fn no_password_fits_the_dummy() {
    for password in ["", PASSWORD, "AAAAAAAAAAAAAAAAAAAAAA"] {
        assert!(!verify(password, &dummy_hash()), "{password}");
    }
}

#[test]
fn a_password_has_twelve_to_a_hundred_and_twenty_eight_characters() {
    assert_eq!(check(&"é".repeat(11)), Err(PasswordRefusal::TooShort { characters: 11 }));
    assert_eq!(check(&"é".repeat(12)), Ok(()));
    assert_eq!(check(&"é".repeat(128)), Ok(()));
    assert_eq!(check(&"é".repeat(129)), Err(PasswordRefusal::TooLong { characters: 129 }));
    assert_eq!(check(""), Err(PasswordRefusal::TooShort { characters: 0 }));
}

/// Six letters, each with its accent typed apart, are twelve code points but six characters.
#[test]
fn accents_typed_apart_do_not_lengthen_a_password() {
    assert_eq!(check(&"e\u{301}".repeat(6)), Err(PasswordRefusal::TooShort { characters: 6 }));
}

#[test]
fn control_characters_are_refused_and_blanks_are_not() {
    assert_eq!(check("two words and more"), Ok(()));
    for control in ['\0', '\t', '\n', '\u{7f}', '\u{85}'] {
        assert_eq!(check(&format!("two words{control}and more")), Err(PasswordRefusal::ControlCharacter));
    }
}

/// Twelve threads, three places: each holder stays until all places are taken, so that the bound is reached and,
/// were it not held, passed.
#[test]
fn the_gate_lets_in_as_many_as_it_has_places_and_no_more() {
    let gate = PasswordGate::new(NonZeroUsize::new(3).unwrap());
    let (inside, most, full) = (AtomicUsize::new(0), AtomicUsize::new(0), Barrier::new(3));
    thread::scope(|threads| {
        for _ in 0..12 {
            threads.spawn(|| {
                let _pass = gate.enter();
                let now_inside = inside.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now_inside, Ordering::SeqCst);
                full.wait();
                inside.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
    assert_eq!(most.load(Ordering::SeqCst), 3);
    assert_eq!(*gate.free.lock().unwrap(), 3);
}

#[test]
fn four_are_let_in_unless_told_otherwise() {
    let gate = PasswordGate::default();
    let passes: Vec<_> = (0..4).map(|_| gate.enter()).collect();
    assert_eq!(*gate.free.lock().unwrap(), 0);
    drop(passes);
    assert_eq!(*gate.free.lock().unwrap(), 4);
}

#[test]
fn a_panic_inside_gives_the_place_back() {
    let gate = PasswordGate::new(NonZeroUsize::MIN);
    let panicked = thread::scope(|threads| {
        let inside = threads.spawn(|| {
            let _pass = gate.enter();
            panic!("inside the gate");
        });
        inside.join().is_err()
    });
    assert!(panicked);
    let _pass = gate.enter();
}

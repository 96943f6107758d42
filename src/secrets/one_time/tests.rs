use proptest::prelude::*;

use super::*;

/// The bytes 0, 1, 2 …
fn counting() -> impl FnMut(&mut [u8]) {
    let mut next = 0;
    move |bytes| {
        for byte in bytes {
            *byte = next;
            next += 1;
        }
    }
}

#[test]
fn a_code_is_shown_in_groups_of_five() {
    assert_eq!(OneTimeCode::generate(&mut counting()).reveal(), "01234-56789-ABCDE-FGHJK");
    let last = OneTimeCode::generate(&mut |bytes| bytes.fill(0xff));
    assert_eq!(last.reveal(), "ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ");
}

/// 256 is a multiple of 32, so each character comes from exactly eight bytes.
#[test]
fn no_character_is_likelier_than_another() {
    let mut counts = [0; 32];
    for byte in 0..=255 {
        let code = OneTimeCode::generate(&mut |bytes| bytes.fill(byte));
        let at = ALPHABET.iter().position(|&character| character == code.characters[0]).unwrap();
        counts[at] += 1;
    }
    assert_eq!(counts, [8; 32]);
}

#[test]
fn a_code_is_understood_as_people_type_it() {
    let digest = OneTimeCode::generate(&mut counting()).digest();
    let typed = [
        "01234-56789-ABCDE-FGHJK",
        "0123456789abcdefghjk",
        " o1234 56789 abcde fghjk\n",
        "OI234-56789-ABCDE-FGHJK",
        "ol234-56789-abcde-fghjk",
        "0L23-4567-89AB-CDEF-GHJK-",
    ];
    for typed in typed {
        assert_eq!(OneTimeCode::parse(typed).map(|code| code.digest()), Some(digest), "{typed}");
    }
}

/// The digest was computed by a Python program.
#[test]
fn the_digest_is_that_of_the_bare_characters() {
    let digest = OneTimeCode::generate(&mut counting()).digest();
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "a6b239e79989fa88083024f6fa3518b4f917667d90dc8408053fcf0cfc8cfb8a");
}

#[test]
fn what_is_no_code_is_refused() {
    let not_codes = [
        "",
        "-----",
        "01234-56789-ABCDE-FGHJ",
        "01234-56789-ABCDE-FGHJKM",
        "01234-56789-ABCDE-FGHJU",
        "01234-56789-ABCDE-FGHJ!",
        "01234_56789_ABCDE_FGHJK",
        "01234-56789-ABCDE-FGHJÉ",
        "٠1234-56789-ABCDE-FGHJK",
    ];
    for typed in not_codes {
        assert!(OneTimeCode::parse(typed).is_none(), "{typed}");
    }
}

#[test]
fn a_token_is_43_characters_that_a_url_can_carry() {
    let token = OpaqueToken::generate(&mut |bytes| bytes.fill(0xfb));
    let text = token.reveal();
    assert_eq!(text, "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s");
    assert_eq!(OpaqueToken::parse(&text).unwrap().digest(), token.digest());
}

/// Only one spelling is the token: no padding, no blanks, no set bits after the last byte.
#[test]
fn what_is_no_token_is_refused() {
    let text = OpaqueToken::generate(&mut counting()).reveal();
    assert!(text.ends_with("8"), "{text}");
    let (short, _) = text.split_at(42);
    for other in ["", short, &format!("{text}A"), &format!("{text}="), &format!(" {text}"), &format!("{short}9")] {
        assert!(OpaqueToken::parse(other).is_none(), "{other}");
    }
}

/// SHA-256 of 32 zero bytes, a value found in many places.
#[test]
fn a_token_is_stored_as_the_digest_of_its_bytes() {
    let digest = OpaqueToken::generate(&mut |bytes| bytes.fill(0)).digest();
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
}

#[test]
fn digests_are_the_same_in_every_byte_or_not_at_all() {
    let digest = OneTimeCode::generate(&mut counting()).digest();
    assert!(same_digest(&digest, &digest));
    for at in 0..digest.len() {
        let mut other = digest;
        other[at] ^= 1;
        assert!(!same_digest(&other, &digest), "byte {at}");
    }
    assert!(!same_digest(&digest[..31], &digest));
    assert!(!same_digest(&[], &digest));
}

#[test]
fn debug_hides_what_is_secret() {
    assert_eq!(format!("{:?}", OneTimeCode::generate(&mut counting())), "OneTimeCode(hidden)");
    assert_eq!(format!("{:?}", OpaqueToken::generate(&mut counting())), "OpaqueToken(hidden)");
}

proptest! {
    #[test]
    fn every_code_and_token_is_read_back(bytes in any::<[u8; 32]>()) {
        let code = OneTimeCode::generate(&mut |wanted| wanted.copy_from_slice(&bytes[..wanted.len()]));
        prop_assert_eq!(OneTimeCode::parse(&code.reveal()).unwrap().reveal(), code.reveal());
        let token = OpaqueToken::generate(&mut |wanted| wanted.copy_from_slice(&bytes));
        prop_assert_eq!(OpaqueToken::parse(&token.reveal()).unwrap().reveal(), token.reveal());
    }

    #[test]
    fn no_text_brings_the_reader_down(text in ".{0,60}") {
        let _ = OneTimeCode::parse(&text);
        let _ = OpaqueToken::parse(&text);
    }
}

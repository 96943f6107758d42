use std::io::Write;

use proptest::prelude::*;

use super::*;

/// Bytes that count upwards from `first`: random enough to tell two draws apart, and always the same.
fn counting(first: u8) -> impl FnMut(&mut [u8]) {
    let mut next = first;
    move |bytes| {
        for byte in bytes {
            *byte = next;
            next = next.wrapping_add(1);
        }
    }
}

fn key(first: u8) -> MasterKey {
    MasterKey::generate(&mut counting(first))
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// Both values were computed by a Python program from the layout alone; a change would lose every stored secret.
#[test]
fn the_layout_and_the_derivation_stay_as_they_are() {
    let stored = hex(concat!(
        "01404142434445464748494a4b4c4d4e4f5051525354555657",
        "76e6c8b3c1d2d570d036ef5f53a06ec50e0b0a7d4959029b263f2abe3a53959c",
    ));
    assert_eq!(key(0).encrypt("line-up", b"a sealed line-up", &mut counting(0x40)), stored);
    assert_eq!(key(0).decrypt("line-up", &stored).unwrap(), b"a sealed line-up");
    let derived = hex("8a9113439efe19786113b56853d3a2d72dd2326f2876cc47f853f810afa2a432");
    assert_eq!(key(0).derive("idempotency").as_slice(), derived);
}

#[test]
fn another_purpose_and_another_key_are_refused() {
    let stored = key(0).encrypt("signing key", b"secret", &mut counting(9));
    assert_eq!(key(0).decrypt("signing key", &stored).unwrap(), b"secret");
    assert_eq!(key(0).decrypt("signing keys", &stored), Err(DecryptFault));
    assert_eq!(key(0).decrypt("", &stored), Err(DecryptFault));
    assert_eq!(key(1).decrypt("signing key", &stored), Err(DecryptFault));
}

#[test]
fn every_changed_bit_and_every_shortening_is_refused() {
    let stored = key(0).encrypt("p", b"secret", &mut counting(9));
    for bit in 0..stored.len() * 8 {
        let mut changed = stored.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(key(0).decrypt("p", &changed), Err(DecryptFault), "bit {bit}");
    }
    for length in 0..stored.len() {
        assert_eq!(key(0).decrypt("p", &stored[..length]), Err(DecryptFault), "length {length}");
    }
}

#[test]
fn the_same_text_is_never_encrypted_alike() {
    let mut random = counting(0);
    let key = MasterKey::generate(&mut random);
    assert_ne!(key.encrypt("p", b"yes", &mut random), key.encrypt("p", b"yes", &mut random));
}

#[test]
fn derived_keys_differ_by_purpose_and_by_master_key() {
    let keys = [key(0).derive("a"), key(0).derive("b"), key(0).derive(""), key(1).derive("a"), key(0).bytes];
    for (at, one) in keys.iter().enumerate() {
        assert!(keys[..at].iter().all(|other| other != one), "{at}");
    }
    assert_eq!(key(0).derive("a"), key(0).derive("a"));
}

#[test]
fn base64_is_read_as_operators_paste_it() {
    let text = key(7).to_base64();
    assert_eq!(text.len(), 44);
    for pasted in [text.clone(), format!(" {text}\r\n"), text.trim_end_matches('=').to_owned()] {
        assert_eq!(MasterKey::from_base64(&pasted).unwrap().bytes, key(7).bytes);
    }
}

#[test]
fn other_lengths_and_other_texts_are_refused() {
    for found in [0, 31, 33] {
        let fault = MasterKey::from_base64(&STANDARD.encode(vec![5; found])).unwrap_err();
        assert!(matches!(fault, MasterKeyFault::WrongLength { found: said } if said == found), "{fault}");
    }
    assert!(matches!(MasterKey::from_base64("correct horse").unwrap_err(), MasterKeyFault::NotBase64));
}

#[test]
fn a_file_is_read_and_a_missing_one_is_named() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "{}", key(3).to_base64()).unwrap();
    assert_eq!(MasterKey::from_file(file.path()).unwrap().bytes, key(3).bytes);

    let missing = file.path().with_extension("missing");
    let fault = MasterKey::from_file(&missing).unwrap_err();
    assert!(fault.to_string().contains(missing.to_str().unwrap()), "{fault}");
}

#[test]
fn a_file_of_other_things_is_refused_without_showing_them() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&[0xff; 5000]).unwrap();
    assert!(matches!(MasterKey::from_file(file.path()).unwrap_err(), MasterKeyFault::NotBase64));

    let short = MasterKey::from_base64("c2VjcmV0").unwrap_err();
    assert!(!format!("{short} {short:?}").contains("c2VjcmV0"));
}

#[test]
fn debug_hides_the_key() {
    assert_eq!(format!("{:?}", key(0)), "MasterKey(hidden)");
}

proptest! {
    #[test]
    fn what_is_encrypted_comes_back(purpose in ".{0,20}", text in prop::collection::vec(any::<u8>(), 0..300)) {
        let stored = key(0).encrypt(&purpose, &text, &mut counting(1));
        prop_assert_eq!(key(0).decrypt(&purpose, &stored).unwrap(), text);
    }
}

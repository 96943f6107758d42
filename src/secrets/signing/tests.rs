use super::*;

const NOW: i64 = 1_800_000_000;
const ISSUER: &str = "https://chess.example";
const AUDIENCE: &str = "https://chess.example/v1";

fn key(seed: u8) -> SigningKey {
    SigningKey::generate(&mut |bytes| bytes.fill(seed))
}

fn claims() -> AccessClaims {
    AccessClaims {
        iss: ISSUER.into(),
        sub: "acc_1".into(),
        aud: AUDIENCE.into(),
        client_id: "web".into(),
        iat: NOW,
        nbf: NOW,
        exp: NOW + 900,
        jti: "t-1".into(),
        token_version: 3,
        roles: vec!["captain".into(), "federation".into()],
        scope: "lineups:write entries:write".into(),
    }
}

fn verifier(keys: &[&SigningKey]) -> Verifier {
    Verifier::new(ISSUER, AUDIENCE, keys.iter().map(|key| key.public_key()))
}

fn encoded(json: &Value) -> String {
    URL_SAFE_NO_PAD.encode(json.to_string())
}

/// A token whose signature holds, whatever its header and payload say.
fn signed(key: &SigningKey, header: Value, payload: Value) -> String {
    use ed25519_dalek::Signer;
    let signed = format!("{}.{}", encoded(&header), encoded(&payload));
    let signature = key.key.sign(signed.as_bytes()).to_bytes();
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn header(key: &SigningKey) -> Value {
    json!({ "alg": "EdDSA", "typ": "at+jwt", "kid": key.kid() })
}

fn fault(key: &SigningKey, token: &str) -> TokenFault {
    verifier(&[key]).verify(token, NOW).unwrap_err()
}

/// The key pair and the thumbprint of RFC 8037, appendices A.1 to A.3.
#[test]
fn kid_is_the_published_thumbprint() {
    let secret = URL_SAFE_NO_PAD.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A").unwrap();
    let key = SigningKey::from_secret_bytes(&secret.try_into().unwrap());
    assert_eq!(key.public_key().x(), "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    assert_eq!(key.kid(), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

#[test]
fn a_token_of_ours_is_accepted_with_all_its_claims() {
    let key = key(1);
    assert_eq!(verifier(&[&key]).verify(&key.sign(&claims()), NOW), Ok(claims()));
}

/// Nothing is added to the claims, and the header says type, algorithm and key.
#[test]
fn a_token_reads_as_rfc_9068_says() {
    let key = key(1);
    let token = key.sign(&claims());
    let parts: Vec<&str> = token.split('.').collect();
    let [head, payload, _] = parts[..] else { panic!("{token}") };
    assert_eq!(read_part::<Value>(head).unwrap(), header(&key));
    let expected = json!({
        "iss": ISSUER, "sub": "acc_1", "aud": AUDIENCE, "client_id": "web", "iat": NOW, "nbf": NOW, "exp": NOW + 900,
        "jti": "t-1", "token_version": 3, "roles": ["captain", "federation"], "scope": "lineups:write entries:write",
    });
    assert_eq!(read_part::<Value>(payload).unwrap(), expected);
}

#[test]
fn every_changed_character_is_refused() {
    let key = key(1);
    let token = key.sign(&claims());
    for at in 0..token.len() {
        let other = if token.as_bytes()[at] == b'A' { "B" } else { "A" };
        let mut changed = token.clone();
        changed.replace_range(at..=at, other);
        assert!(verifier(&[&key]).verify(&changed, NOW).is_err(), "character {at}");
    }
}

#[test]
fn other_claims_under_an_old_signature_are_refused() {
    let key = key(1);
    let token = key.sign(&claims());
    let (head, signature) = (token.split('.').next().unwrap(), token.rsplit('.').next().unwrap());
    let admin = encoded(&json!(AccessClaims { roles: vec!["admin".into()], ..claims() }));
    assert_eq!(fault(&key, &format!("{head}.{admin}.{signature}")), TokenFault::BadSignature);
}

#[test]
fn no_algorithm_is_refused_in_every_spelling() {
    let key = key(1);
    for none in ["none", "None", "NONE", ""] {
        let unsigned = json!({ "alg": none, "typ": "at+jwt", "kid": key.kid() });
        let token = format!("{}.{}.", encoded(&unsigned), encoded(&json!(claims())));
        assert_eq!(fault(&key, &token), TokenFault::BadSignature, "{none}");
    }
    let token = format!("{}.{}.", encoded(&header(&key)), encoded(&json!(claims())));
    assert_eq!(fault(&key, &token), TokenFault::BadSignature);
}

/// Even a signature that holds does not make up for a header that names something else.
#[test]
fn a_good_signature_under_another_name_is_refused() {
    let key = key(1);
    for other in ["none", "HS256", "ES256", "eddsa", "Ed25519"] {
        let mut head = header(&key);
        head["alg"] = other.into();
        assert_eq!(fault(&key, &signed(&key, head, json!(claims()))), TokenFault::BadSignature, "{other}");
    }
}

/// Whoever has the public key could sign with it, if HS256 were believed.
#[test]
fn hs256_with_the_public_key_as_secret_is_refused() {
    let key = key(1);
    let public = key.public_key();
    for secret in [public.to_bytes().to_vec(), public.x().into_bytes(), public.jwk().to_string().into_bytes()] {
        let head = Header { kid: Some(key.kid()), typ: Some("at+jwt".into()), ..Header::new(Algorithm::HS256) };
        let token = jsonwebtoken::encode(&head, &claims(), &EncodingKey::from_secret(&secret)).unwrap();
        assert_eq!(fault(&key, &token), TokenFault::BadSignature);

        let rest = token.split_once('.').unwrap().1;
        assert_eq!(fault(&key, &format!("{}.{rest}", encoded(&header(&key)))), TokenFault::BadSignature);
    }
}

#[test]
fn a_key_that_the_token_brings_along_is_not_used() {
    let (ours, theirs) = (key(1), key(2));
    let mut head = header(&ours);
    head["jwk"] = theirs.public_key().jwk();
    assert_eq!(fault(&ours, &signed(&theirs, head, json!(claims()))), TokenFault::BadSignature);
}

#[test]
fn only_access_tokens_are_taken_for_access_tokens() {
    let key = key(1);
    let typed = |typ: Value| {
        let mut head = header(&key);
        head["typ"] = typ;
        verifier(&[&key]).verify(&signed(&key, head, json!(claims())), NOW).map(|_| ())
    };
    for accepted in ["at+jwt", "application/at+jwt", "AT+JWT"] {
        assert_eq!(typed(accepted.into()), Ok(()), "{accepted}");
    }
    for refused in [json!("JWT"), json!("jwt"), json!("rt+jwt"), json!("at+jwt "), json!("text/at+jwt"), Value::Null] {
        assert_eq!(typed(refused.clone()), Err(TokenFault::WrongType), "{refused}");
    }
}

#[test]
fn another_issuer_and_another_audience_are_refused() {
    let key = key(1);
    let foreign = AccessClaims { iss: "https://chess.example/".into(), ..claims() };
    assert_eq!(fault(&key, &key.sign(&foreign)), TokenFault::WrongIssuer);
    let elsewhere = AccessClaims { aud: ISSUER.into(), ..claims() };
    assert_eq!(fault(&key, &key.sign(&elsewhere)), TokenFault::WrongAudience);
}

#[test]
fn a_token_counts_until_the_last_second_before_it_expires() {
    let key = key(1);
    let (verifier, token) = (verifier(&[&key]), key.sign(&claims()));
    let first_refused = claims().exp + LEEWAY_SECONDS;
    assert!(verifier.verify(&token, first_refused - 1).is_ok());
    assert_eq!(verifier.verify(&token, first_refused), Err(TokenFault::Expired));
    assert_eq!(verifier.verify(&token, i64::MAX), Err(TokenFault::Expired));
}

#[test]
fn a_token_counts_from_its_first_second() {
    let key = key(1);
    let (verifier, token) = (verifier(&[&key]), key.sign(&claims()));
    let first_accepted = claims().nbf - LEEWAY_SECONDS;
    assert!(verifier.verify(&token, first_accepted).is_ok());
    assert_eq!(verifier.verify(&token, first_accepted - 1), Err(TokenFault::NotYetValid));
    assert_eq!(verifier.verify(&token, i64::MIN), Err(TokenFault::NotYetValid));
}

#[test]
fn times_at_the_end_of_the_numbers_do_not_overflow() {
    let key = key(1);
    let endless = AccessClaims { nbf: i64::MIN, exp: i64::MAX, ..claims() };
    assert!(verifier(&[&key]).verify(&key.sign(&endless), NOW).is_ok());
}

#[test]
fn an_unknown_key_and_no_key_are_refused() {
    let (ours, theirs) = (key(1), key(2));
    assert_eq!(fault(&ours, &theirs.sign(&claims())), TokenFault::UnknownKey);
    let nameless = signed(&ours, json!({ "alg": "EdDSA", "typ": "at+jwt" }), json!(claims()));
    assert_eq!(fault(&ours, &nameless), TokenFault::UnknownKey);
    assert_eq!(verifier(&[]).verify(&ours.sign(&claims()), NOW), Err(TokenFault::UnknownKey));
}

#[test]
fn two_keys_live_while_one_replaces_the_other() {
    let (old, new) = (key(1), key(2));
    let (with_old, with_new) = (old.sign(&claims()), new.sign(&claims()));
    let rotating = verifier(&[&new, &old]);
    assert!(rotating.verify(&with_old, NOW).is_ok());
    assert!(rotating.verify(&with_new, NOW).is_ok());

    let rotated = verifier(&[&new]);
    assert_eq!(rotated.verify(&with_old, NOW), Err(TokenFault::UnknownKey));
    assert!(rotated.verify(&with_new, NOW).is_ok());

    let borrowed_name = signed(&old, header(&new), json!(claims()));
    assert_eq!(rotating.verify(&borrowed_name, NOW), Err(TokenFault::BadSignature));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let key = key(1);
    let token = key.sign(&claims());
    let (signed_part, signature) = token.rsplit_once('.').unwrap();
    let mut critical = header(&key);
    critical["crit"] = json!(["b64"]);
    let mut incomplete = json!(claims());
    incomplete.as_object_mut().unwrap().remove("token_version");
    let unreadable = [
        String::new(),
        "..".into(),
        "a.b".into(),
        signed_part.to_owned(),
        format!("{token}."),
        format!("{token}="),
        format!("{signed_part}.{signature}!"),
        format!("{token}.{signature}"),
        signed(&key, critical, json!(claims())),
        signed(&key, header(&key), incomplete),
        signed(&key, header(&key), json!("claims")),
        "é.é.é".into(),
    ];
    for text in unreadable {
        assert_eq!(fault(&key, &text), TokenFault::Malformed, "{text}");
    }
}

#[test]
fn the_longest_token_is_read_and_a_longer_one_is_not() {
    let key = key(1);
    let sized = |scope: usize| key.sign(&AccessClaims { scope: "s".repeat(scope), ..claims() });
    let longest = (0..LONGEST_TOKEN).map(sized).find(|token| token.len() >= LONGEST_TOKEN).unwrap();
    assert_eq!(longest.len(), LONGEST_TOKEN);
    assert!(verifier(&[&key]).verify(&longest, NOW).is_ok());
    let scope = verifier(&[&key]).verify(&longest, NOW).unwrap().scope.len();
    assert_eq!(fault(&key, &sized(scope + 1)), TokenFault::Malformed);
}

#[test]
fn the_published_keys_hold_no_secret_and_each_key_once() {
    let (old, new) = (key(1), key(2));
    let jwks = verifier(&[&new, &old, &new]).jwks();
    let entry = |key: &SigningKey| {
        let x = URL_SAFE_NO_PAD.encode(key.key.verifying_key().as_bytes());
        json!({ "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": key.kid(), "x": x })
    };
    assert_eq!(jwks, json!({ "keys": [entry(&new), entry(&old)] }));
}

#[test]
fn a_key_comes_back_from_its_bytes() {
    let original = key(9);
    let restored = SigningKey::from_secret_bytes(&original.to_secret_bytes());
    assert_eq!(restored.public_key(), original.public_key());
    assert_eq!(restored.sign(&claims()), original.sign(&claims()));
    assert_eq!(PublicKey::from_bytes(original.public_key().to_bytes()), Ok(original.public_key()));
}

/// The neutral point of the curve would accept signatures that nobody made.
#[test]
fn a_weak_public_key_and_a_point_off_the_curve_are_refused() {
    let mut neutral = [0; 32];
    neutral[0] = 1;
    assert_eq!(PublicKey::from_bytes(neutral), Err(PublicKeyFault));
    let mut off_the_curve = [0; 32];
    off_the_curve[0] = 2;
    assert_eq!(PublicKey::from_bytes(off_the_curve), Err(PublicKeyFault));
}

#[test]
fn debug_hides_the_secret() {
    let key = key(1);
    assert_eq!(format!("{key:?}"), format!("SigningKey({}, hidden)", key.kid()));
}

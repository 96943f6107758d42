//! Runs the generated Rust client against a server: a page walk, a read, refusals, the change feed.

#[allow(clippy::all, warnings)]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use std::collections::BTreeSet;

use client::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = std::env::args().nth(1).ok_or("usage: smoke BASE-URL")?;
    let api = client::Client::new(&base);

    let mut codes = BTreeSet::new();
    let mut cursor: Option<String> = None;
    loop {
        let mut request = api.list_federations().limit(100);
        if let Some(cursor) = cursor.take() {
            request = request.cursor(cursor);
        }
        let page = request.send().await?.into_inner();
        codes.extend(page.data.into_iter().map(|federation| federation.code));
        match page.next_cursor {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert!(codes.len() >= 200, "{}", codes.len());

    let ussr = api.get_federation().federation("URS").send().await?.into_inner();
    assert_eq!(ussr.name, "Soviet Union");

    let refused = api
        .put_federation()
        .federation("XYZ")
        .body(client::types::FederationInput::builder().name("x".to_owned()))
        .send()
        .await;
    assert_eq!(status(refused.err()), Some(401));
    let missing = api.get_championship().championship(format!("chp_{}", "0".repeat(32))).send().await;
    assert_eq!(status(missing.err()), Some(404));

    let changes = api.list_changes().limit(10).send().await?.into_inner();
    assert_eq!(changes.data.len(), 10);
    println!("rust client: {} federations, refusals recognised, feed read", codes.len());
    Ok(())
}

fn status<E>(error: Option<Error<E>>) -> Option<u16> {
    error.and_then(|error| error.status()).map(|status| status.as_u16())
}

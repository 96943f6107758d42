//! Generates the client.

use progenitor::{GenerationSettings, Generator, InterfaceStyle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = "../../openapi/v1-3.0.json";
    println!("cargo:rerun-if-changed={source}");
    let document = serde_json::from_reader(std::fs::File::open(source)?)?;
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder);
    let tokens = Generator::new(&settings).generate_tokens(&document)?;
    let code = prettyplease::unparse(&syn::parse2(tokens)?);
    std::fs::write(std::path::Path::new(&std::env::var("OUT_DIR")?).join("client.rs"), code)?;
    Ok(())
}

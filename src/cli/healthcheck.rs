//! `healthcheck`: what a container asks its own server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use teamchess::config::Config;

use super::{Failure, Outcome};

pub fn run(config: &Config) -> Outcome {
    let url = format!("http://{}/health/ready", reachable(config.listen));
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(3)))
        .build()
        .into();
    let mut response = agent.get(&url).call().map_err(|cause| Failure::new(format!("{url}: {cause}")))?;
    if response.status().is_success() {
        return Ok(());
    }
    let detail = response.body_mut().read_to_string().unwrap_or_default();
    Err(Failure::new(format!("{url}: {} {detail}", response.status().as_u16())))
}

/// Who listens on every address is asked on the loopback one.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let address = match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        address => address,
    };
    SocketAddr::new(address, listen.port())
}

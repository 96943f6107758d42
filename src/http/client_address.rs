//! From where a request came. `X-Forwarded-For` is believed only as far as trusted proxies have written it.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use actix_web::HttpRequest;

use crate::config::Network;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address as attempts are counted: an IPv6 client has a whole /64 to itself.
pub fn of(request: &HttpRequest, trusted: &[Network]) -> String {
    let Some(peer) = request.peer_addr() else { return "unknown".to_owned() };
    let forwarded: Vec<&str> =
        request.headers().get_all(FORWARDED_FOR).filter_map(|value| value.to_str().ok()).collect();
    counted(client(peer.ip(), &forwarded.join(","), trusted))
}

/// Reads the header from right to left, from the peer on, for as long as the address is that of a trusted proxy.
/// What the first other one wrote is only its word; what cannot be read ends the trail.
fn client(peer: IpAddr, forwarded: &str, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|block| block.contains(address));
    let mut address = peer.to_canonical();
    for hop in forwarded.rsplit(',').map(str::trim).filter(|hop| !hop.is_empty()) {
        if !is_trusted(address) {
            break;
        }
        match read(hop) {
            Some(before) => address = before,
            None => break,
        }
    }
    address
}

/// An address, which some proxies write with a port.
fn read(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    bare.parse::<IpAddr>()
        .or_else(|_| hop.parse::<SocketAddr>().map(|socket| socket.ip()))
        .ok()
        .map(|ip| ip.to_canonical())
}

fn counted(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            format!("{}/64", Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_of(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let trusted: Vec<Network> = trusted.iter().map(|block| Network::parse(block).unwrap()).collect();
        client(peer.parse().unwrap(), forwarded, &trusted).to_string()
    }

    #[test]
    fn nobody_is_believed_unless_trusted() {
        assert_eq!(client_of("203.0.113.9", "198.51.100.1", &[]), "203.0.113.9");
        assert_eq!(client_of("203.0.113.9", "198.51.100.1", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(client_of("10.0.0.1", "", &["10.0.0.0/8"]), "10.0.0.1");
    }

    #[test]
    fn the_nearest_address_that_no_trusted_proxy_has_is_the_client() {
        let trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"];
        assert_eq!(client_of("10.0.0.1", "198.51.100.1", &trusted), "198.51.100.1");
        // A client that writes the header itself gains nothing: it stands further to the left.
        assert_eq!(client_of("10.0.0.1", "127.0.0.1, 198.51.100.1, 10.2.3.4", &trusted), "198.51.100.1");
        assert_eq!(client_of("2001:db8:ffff::1", "2001:db8::7", &trusted), "2001:db8::7");
        assert_eq!(client_of("10.0.0.1", "10.0.0.7, 10.0.0.6", &trusted), "10.0.0.7");
    }

    #[test]
    fn forms_that_proxies_write_are_read_and_nonsense_ends_the_trail() {
        let trusted = ["10.0.0.0/8"];
        assert_eq!(client_of("::ffff:10.0.0.1", "198.51.100.1:4711", &trusted), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", "[2001:db8::7]:443", &trusted), "2001:db8::7");
        assert_eq!(client_of("10.0.0.1", "[2001:db8::7]", &trusted), "2001:db8::7");
        assert_eq!(client_of("10.0.0.1", "198.51.100.1, unknown", &trusted), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", "unknown, 10.0.0.2", &trusted), "10.0.0.2");
    }

    #[test]
    fn an_ipv6_client_cannot_change_its_address_within_its_network() {
        assert_eq!(counted("2001:db8:1:2:aaaa::1".parse().unwrap()), "2001:db8:1:2::/64");
        assert_eq!(counted("2001:db8:1:2:ffff:ffff:ffff:ffff".parse().unwrap()), "2001:db8:1:2::/64");
        assert_eq!(counted("198.51.100.1".parse().unwrap()), "198.51.100.1");
    }
}

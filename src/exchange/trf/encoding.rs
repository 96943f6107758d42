//! In which encoding a file came. The format names none, so it is found out, and said.

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::fault::{TrfFault, TrfRule};

/// The encoding that a file was read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Marked,
    Utf16LittleEndian,
    Utf16BigEndian,
    /// Assumed, because the bytes are no UTF-8: names deserve a look.
    Windows1252,
}

impl Encoding {
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8Marked => "UTF-8",
            Self::Utf16LittleEndian => "UTF-16LE",
            Self::Utf16BigEndian => "UTF-16BE",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// Whether the file itself proves the encoding.
    pub fn is_certain(self) -> bool {
        self != Self::Windows1252
    }
}

/// Finds the encoding and decodes without a replacement character: what cannot be decoded is refused.
pub fn decode(bytes: &[u8]) -> Result<(String, Encoding), TrfFault> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => match std::str::from_utf8(rest) {
            Ok(text) => Ok((text.to_owned(), Encoding::Utf8Marked)),
            Err(_) => Err(unknown("the file is marked as UTF-8 but is not valid UTF-8")),
        },
        [0xFF, 0xFE, rest @ ..] => utf16(rest, UTF_16LE, Encoding::Utf16LittleEndian),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, UTF_16BE, Encoding::Utf16BigEndian),
        _ if bytes.contains(&0) => {
            Err(unknown("the file holds zero bytes, as UTF-16 without a mark does; save it as UTF-8"))
        }
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Ok((text.to_owned(), Encoding::Utf8)),
            Err(_) => {
                let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
                Ok((text.into_owned(), Encoding::Windows1252))
            }
        },
    }
}

fn utf16(
    bytes: &[u8],
    encoding: &'static encoding_rs::Encoding,
    found: Encoding,
) -> Result<(String, Encoding), TrfFault> {
    match encoding.decode_without_bom_handling(bytes) {
        (text, false) => Ok((text.into_owned(), found)),
        (_, true) => Err(unknown("the file is marked as UTF-16 but is not valid UTF-16; save it as UTF-8")),
    }
}

fn unknown(detail: &str) -> TrfFault {
    TrfFault::new(TrfRule::EncodingUnknown, detail)
}

#[cfg(test)]
mod tests {
    use super::{Encoding, decode};

    #[test]
    fn each_encoding_is_found_and_named() {
        let utf16 = |big: bool| -> Vec<u8> {
            let units = "\u{feff}012 Åre".encode_utf16();
            units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
        };
        let cases: [(Vec<u8>, Encoding); 5] = [
            ("012 Åre".into(), Encoding::Utf8),
            ("\u{feff}012 Åre".into(), Encoding::Utf8Marked),
            (utf16(false), Encoding::Utf16LittleEndian),
            (utf16(true), Encoding::Utf16BigEndian),
            (b"012 \xC5re".to_vec(), Encoding::Windows1252),
        ];
        for (bytes, encoding) in cases {
            assert_eq!(decode(&bytes), Ok(("012 Åre".to_owned(), encoding)));
        }
        assert!(Encoding::Utf8.is_certain() && !Encoding::Windows1252.is_certain());
    }

    #[test]
    fn what_cannot_be_decoded_is_refused_rather_than_replaced() {
        let unmarked: Vec<u8> = "012 A".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [unmarked.as_slice(), b"\xEF\xBB\xBF\xC5", b"\xFF\xFEa", b"\xFF\xFE\x00\xD8"] {
            assert_eq!(decode(bytes).map_err(|fault| fault.rule.code()), Err("encoding_unknown"), "{bytes:?}");
        }
    }
}

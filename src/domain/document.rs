//! Documents of players: of which kinds, of what content, how large, and until when.

use super::rulebook::{Cited, Document, Rulebook};
use super::violation::{Rule, Violation};

/// The bytes of one document.
pub const MAX_DOCUMENT: usize = 5 << 20;
/// The bytes of all documents of an entry together.
pub const MAX_OF_ENTRY: i64 = 20 << 20;

/// What a document may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    Pdf,
    Jpeg,
    Png,
}

impl MediaType {
    pub const ALL: [MediaType; 3] = [MediaType::Pdf, MediaType::Jpeg, MediaType::Png];

    pub fn code(self) -> &'static str {
        match self {
            MediaType::Pdf => "application/pdf",
            MediaType::Jpeg => "image/jpeg",
            MediaType::Png => "image/png",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|media| media.code() == code)
    }

    /// The end of a file name.
    pub fn extension(self) -> &'static str {
        match self {
            MediaType::Pdf => "pdf",
            MediaType::Jpeg => "jpg",
            MediaType::Png => "png",
        }
    }

    /// What the bytes themselves are, by their first bytes and by a structure that leads to an end.
    pub fn of(content: &[u8]) -> Option<Self> {
        if is_pdf(content) {
            Some(MediaType::Pdf)
        } else if is_jpeg(content) {
            Some(MediaType::Jpeg)
        } else {
            is_png(content).then_some(MediaType::Png)
        }
    }
}

/// The content is of a kind that is taken, and of the one that was said, if one was.
pub fn judge(content: &[u8], said: Option<MediaType>) -> Result<MediaType, Violation> {
    let refused = |detail: String| Violation::new(Rule::DocumentNotReadable, detail);
    match (MediaType::of(content), said) {
        (None, _) => Err(refused("the content is no whole PDF, JPEG or PNG file".to_owned())),
        (Some(found), Some(said)) if found != said => {
            let detail = format!("the content is {}, and the Content-Type says {}", found.code(), said.code());
            Err(refused(detail).fact("content", found.code()).fact("said", said.code()))
        }
        (Some(found), _) => Ok(found),
    }
}

/// A kind that the regulations ask for.
pub fn of_kind<'a>(rules: &'a Rulebook, kind: &str) -> Result<&'a Cited<Document>, Violation> {
    let kinds = &rules.entries.documents;
    kinds.iter().find(|known| known.value.key == kind).ok_or_else(|| {
        let known: Vec<String> = kinds.iter().map(|known| known.value.key.clone()).collect();
        let detail = format!("the regulations ask for no document {kind:?}");
        let violation = Violation::new(Rule::InvalidValue, detail).fact("kinds", known);
        match kinds.first() {
            Some(first) => violation.article(&first.article),
            None => violation,
        }
    })
}

/// Whether it is handed in, replaced or removed in the time of the definite entry, or may follow later.
pub fn is_due_with_the_entry(kind: &Cited<Document>) -> bool {
    !kind.value.can_follow_later
}

/// One more beside what the entry holds.
pub fn fits(held: i64, more: i64) -> Result<(), Violation> {
    if held.saturating_add(more) <= MAX_OF_ENTRY {
        return Ok(());
    }
    let detail = format!("the documents of an entry have at most {MAX_OF_ENTRY} bytes together");
    Err(Violation::new(Rule::DocumentsTooLarge, detail)
        .fact("held", held)
        .fact("received", more)
        .fact("maximum", MAX_OF_ENTRY))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// The head, an object, and the end with the place of the cross references.
fn is_pdf(bytes: &[u8]) -> bool {
    let end = &bytes[bytes.len().saturating_sub(2048)..];
    (bytes.starts_with(b"%PDF-1.") || bytes.starts_with(b"%PDF-2."))
        && contains(bytes, b" obj")
        && contains(end, b"startxref")
        && contains(end, b"%%EOF")
}

/// Chunk by chunk from the header through the data to the end, and nothing after it.
fn is_png(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else { return false };
    let (mut first, mut data) = (true, false);
    while let Some(([a, b, c, d, kind @ ..], tail)) = rest.split_first_chunk::<8>() {
        let length = u64::from(u32::from_be_bytes([*a, *b, *c, *d]));
        if first && (kind != b"IHDR" || length != 13) {
            return false;
        }
        // A checksum follows the data.
        let Some(after) = usize::try_from(length + 4).ok().and_then(|skip| tail.get(skip..)) else { return false };
        if kind == b"IEND" {
            return data && length == 0 && after.is_empty();
        }
        data |= kind == b"IDAT";
        (rest, first) = (after, false);
    }
    false
}

/// Segment by segment to the scan, with a frame before it and an end after it.
fn is_jpeg(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(b"\xff\xd8") else { return false };
    let mut frame = false;
    loop {
        match rest {
            [0xff, 0xff, ..] => rest = &rest[1..],
            [0xff, marker, high, low, ..] if *marker >= 0xc0 && !(0xd0..=0xd9).contains(marker) => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let Some(after) = rest.get(2 + length..).filter(|_| length >= 2) else { return false };
                frame |= (0xc0..=0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker);
                if *marker == 0xda {
                    return frame && contains(after, b"\xff\xd9");
                }
                rest = after;
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_OF_ENTRY, MediaType, fits, judge};
    use crate::domain::violation::Rule;

    const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n";
    const JPEG: &[u8] = b"\xff\xd8\xff\xe0\x00\x04JF\xff\xc0\x00\x04ab\xff\xda\x00\x02scan\xff\xd9";

    fn png() -> Vec<u8> {
        let chunk = |kind: &[u8; 4], data: &[u8]| {
            [&u32::try_from(data.len()).unwrap().to_be_bytes()[..], kind, data, b"CRC!"].concat()
        };
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &[1; 13]), chunk(b"IDAT", b"x"), chunk(b"IEND", b"")].concat()
    }

    #[test]
    fn the_content_alone_says_what_it_is() {
        for (content, media) in [(PDF, MediaType::Pdf), (JPEG, MediaType::Jpeg), (&png(), MediaType::Png)] {
            assert_eq!(judge(content, None), Ok(media));
            assert_eq!(judge(content, Some(media)), Ok(media));
            let other = MediaType::ALL.into_iter().find(|other| *other != media).unwrap();
            assert_eq!(judge(content, Some(other)).unwrap_err().rule, Rule::DocumentNotReadable);
        }
        for wrong in [&b""[..], b"<html>", b"PK\x03\x04", b"GIF89a", b"\xff\xd8\xff\xd9", b"%PDF-1.4 %%EOF"] {
            assert_eq!(MediaType::of(wrong), None, "{wrong:?}");
        }
    }

    /// A file that broke off, or a picture with something behind it, is none.
    #[test]
    fn a_cut_file_is_no_file() {
        let png = png();
        for whole in [PDF, JPEG, &png] {
            // The last line break of a PDF says nothing.
            for length in 0..whole.len() - 1 {
                assert_eq!(MediaType::of(&whole[..length]), None, "{length}");
            }
        }
        assert_eq!(MediaType::of(&[&png[..], b"<script>"].concat()), None);
    }

    #[test]
    fn twenty_mebibytes_to_the_last_byte() {
        assert_eq!(fits(MAX_OF_ENTRY - 7, 7), Ok(()));
        assert_eq!(fits(MAX_OF_ENTRY - 7, 8).unwrap_err().rule, Rule::DocumentsTooLarge);
    }
}

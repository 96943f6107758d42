//! Files as players hand them in, made here, and the delegation that does.

use super::{Delegation, Person, Response};

/// A small PDF, all of it text.
pub const PDF: &str =
    "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n48\n%%EOF\n";

/// What `wstcc-1960` requires of each player with the definite entry.
pub const REQUIRED: [&str; 2] = ["proof_of_studies", "proof_of_nationality"];

/// A PDF of exactly so many bytes.
pub fn pdf_of(size: usize, word: &str) -> Vec<u8> {
    let (head, tail) = PDF.split_at(9);
    let mut file = format!("{head}%{word}").into_bytes();
    file.resize(size - tail.len() - 1, b'-');
    file.push(b'\n');
    file.extend_from_slice(tail.as_bytes());
    file
}

/// A picture of one point.
pub fn png(word: &str) -> Vec<u8> {
    let chunk = |kind: &str, data: &[u8]| {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], kind.as_bytes(), data, b"sums"].concat()
    };
    let chunks = [chunk("IHDR", &[1; 13]), chunk("tEXt", word.as_bytes()), chunk("IDAT", b"."), chunk("IEND", b"")];
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

impl Delegation {
    pub fn documents(&self) -> String {
        self.path("/documents")
    }

    /// Bytes of a type, for a person and a kind.
    pub fn uploads(&self, person: &str, kind: &str, media_type: &str, content: &[u8]) -> Response {
        uploads(&self.officer, &self.documents(), person, kind, media_type, content)
    }

    /// The same, unless there is one already.
    pub fn hands_in_if_missing(&self, person: &str, kind: &str) {
        let there = self.officer.get(&format!("{}?person={person}", self.documents())).expect(200);
        if !there["data"].as_array().unwrap().iter().any(|document| document["kind"] == kind) {
            self.hands_in(person, kind).expect(201);
        }
    }

    /// A small PDF with the person's name in it.
    pub fn hands_in(&self, person: &str, kind: &str) -> Response {
        self.uploads(person, kind, "application/pdf", &pdf_of(200, &format!("{kind} {person}")))
    }
}

pub fn uploads(who: &Person, documents: &str, person: &str, kind: &str, media_type: &str, content: &[u8]) -> Response {
    let path = format!("{documents}?person={person}&kind={kind}");
    who.send("POST", &path, &[("Content-Type", media_type)], Some(content))
}

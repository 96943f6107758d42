-- Documents of players. The content stands apart, so that lists never load it and its end leaves the digest.

CREATE TABLE documents (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL,
    federation TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES persons (id),
    -- a key of the regulations' list
    kind TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 1),
    digest TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('present', 'replaced', 'removed', 'expired', 'erased')),
    uploaded_by TEXT NOT NULL,
    uploaded_at BIGINT NOT NULL,
    -- when the content went
    ended_at BIGINT,
    version BIGINT NOT NULL,
    FOREIGN KEY (championship_id, federation) REFERENCES entries (championship_id, federation),
    CHECK ((state = 'present') = (ended_at IS NULL))
);
CREATE INDEX documents_by_entry ON documents (championship_id, federation, id);
CREATE INDEX documents_by_person ON documents (person_id, id);
CREATE UNIQUE INDEX documents_present ON documents (championship_id, person_id, kind) WHERE state = 'present';

CREATE TABLE document_contents (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id),
    content BYTEA NOT NULL
);

-- Who read a content, and when; only ever added to.
CREATE TABLE document_readings (
    id TEXT PRIMARY KEY NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    read_at BIGINT NOT NULL
);
CREATE INDEX document_readings_by_document ON document_readings (document_id, id);

-- Records of rounds and of the championship: a record never changes, a new one takes its place.

CREATE TABLE records (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    kind TEXT NOT NULL CHECK (kind IN ('round', 'final')),
    -- the round, as group and number; for the championship its own id
    subject TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    -- canonical JSON: exactly what the digest is of
    content TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- of the part that does not tell who made it and when
    facts_digest TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, kind, subject, number)
);

CREATE TABLE record_signatures (
    record_id TEXT NOT NULL REFERENCES records (id),
    office TEXT NOT NULL,
    account_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    PRIMARY KEY (record_id, office)
);

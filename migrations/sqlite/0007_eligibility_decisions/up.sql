-- each decision stays; the one with the highest number of a player is in force
CREATE TABLE eligibility_decisions (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    person_id TEXT NOT NULL REFERENCES persons (id),
    -- for which the player was named
    federation TEXT NOT NULL REFERENCES federations (code),
    number INTEGER NOT NULL CHECK (number >= 1),
    ruling TEXT NOT NULL CHECK (ruling IN ('accepted', 'refused')),
    authority TEXT NOT NULL,
    reason TEXT,
    article TEXT NOT NULL,
    -- references to documents and other proof (JSON)
    evidence TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, person_id, number)
);
CREATE INDEX eligibility_decisions_by_championship ON eligibility_decisions (championship_id, id);

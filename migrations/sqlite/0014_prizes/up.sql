-- The list of prizes with the conditions of their award, and the awards that followed.

CREATE TABLE prize_lists (
    championship_id TEXT PRIMARY KEY NOT NULL REFERENCES championships (id),
    -- JSON: the day of the agreement by party
    agreements TEXT NOT NULL,
    published_at BIGINT,
    distributed_on TEXT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE prizes (
    championship_id TEXT NOT NULL REFERENCES prize_lists (championship_id),
    key TEXT NOT NULL,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('team', 'individual', 'special')),
    title TEXT NOT NULL,
    given_by TEXT NOT NULL,
    donor TEXT,
    competition TEXT NOT NULL,
    place INTEGER CHECK (place >= 1),
    -- whose games count for an individual prize, and the number that it names
    scope TEXT CHECK (scope IN ('overall', 'player_number', 'board')),
    scope_number INTEGER,
    minimum_percent INTEGER,
    -- JSON: what separates players level on percentage, in order
    next_criteria TEXT NOT NULL,
    ties TEXT CHECK (ties IN ('shared', 'each_receives')),
    published_at BIGINT,
    PRIMARY KEY (championship_id, key)
);

CREATE TABLE awards (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL,
    prize_key TEXT NOT NULL,
    -- 1, 2, 3 … of one prize: a new one takes the place of the one before
    number INTEGER NOT NULL CHECK (number >= 1),
    state TEXT NOT NULL CHECK (state IN ('proposed', 'confirmed', 'refused', 'superseded')),
    -- JSON: recipients with the figures that were the ground
    recipients TEXT NOT NULL,
    reason TEXT,
    proposed_by TEXT NOT NULL,
    proposed_at BIGINT NOT NULL,
    decided_by TEXT,
    decided_at BIGINT,
    decision_reason TEXT,
    confirmed_at BIGINT,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, prize_key, number),
    FOREIGN KEY (championship_id, prize_key) REFERENCES prizes (championship_id, key)
);
CREATE INDEX awards_by_championship ON awards (championship_id, id);

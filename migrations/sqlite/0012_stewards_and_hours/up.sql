-- Stewards of matches and what they report, who came when to the board, changed hours, officials in another's place.

CREATE TABLE match_stewards (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    name TEXT NOT NULL,
    account_id TEXT REFERENCES accounts (id),
    -- the one that this naming made; none where the account acted as steward already
    appointment_id TEXT REFERENCES appointments (id),
    named_by TEXT NOT NULL,
    named_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (match_id, ordinal)
);
CREATE INDEX match_stewards_by_account ON match_stewards (account_id);

CREATE TABLE steward_reports (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    kind TEXT NOT NULL,
    team_id TEXT REFERENCES teams (id),
    board INTEGER,
    words TEXT NOT NULL,
    -- the steward who reports; none where an official does
    steward_ordinal INTEGER,
    reported_by TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (match_id, ordinal)
);

CREATE TABLE match_arrivals (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    board INTEGER NOT NULL CHECK (board >= 1),
    -- absent: not come
    first_arrived_at BIGINT,
    second_arrived_at BIGINT,
    clock_started_by TEXT,
    recorded_by TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (match_id, board)
);

CREATE TABLE hour_changes (
    round_id TEXT NOT NULL REFERENCES rounds (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    from_at BIGINT NOT NULL,
    to_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (round_id, ordinal)
);

ALTER TABLE officials ADD COLUMN replaces TEXT REFERENCES officials (id);

-- An archive is a championship that was read from a file. The records are those of the file without names, dates of birth
-- and identifiers of persons: these stand with the persons, where they can be corrected and erased.
CREATE TABLE archives (
    championship_id TEXT PRIMARY KEY NOT NULL REFERENCES championships (id),
    -- SHA-256 of the file
    digest TEXT NOT NULL UNIQUE,
    encoding TEXT NOT NULL,
    -- what the file says of the play (JSON)
    filed TEXT NOT NULL,
    records TEXT NOT NULL,
    imported_by TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- A team without an opponent, where the pairing or an absence gave it something of its own.
CREATE TABLE round_byes (
    round_id TEXT NOT NULL REFERENCES rounds (id),
    team_id TEXT NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL CHECK (kind IN ('free', 'pairing', 'full_point', 'half_point', 'zero_point')),
    match_points INTEGER NOT NULL,
    -- in half points
    game_points INTEGER NOT NULL,
    PRIMARY KEY (round_id, team_id)
);

-- Points of a match that are not those of its boards and of the usual scale.
CREATE TABLE match_scores (
    match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id),
    first_match_points INTEGER NOT NULL,
    first_game_points INTEGER NOT NULL,
    second_match_points INTEGER NOT NULL,
    second_game_points INTEGER NOT NULL
);

-- Penalties and bonuses; without a round, of the whole event.
CREATE TABLE point_adjustments (
    group_id TEXT NOT NULL REFERENCES groups (id),
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    team_id TEXT NOT NULL REFERENCES teams (id),
    round INTEGER,
    match_points INTEGER NOT NULL,
    game_points INTEGER NOT NULL,
    PRIMARY KEY (group_id, ordinal)
);

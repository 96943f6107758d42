-- Line-ups: drafts, sealed lists, changes asked for, and shorter lists that the chief arbiter accepts.

-- since when the lists of a round are open, where its hour was moved afterwards
ALTER TABLE rounds ADD COLUMN lineups_opened_at BIGINT;

CREATE TABLE lineup_drafts (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    saved_by TEXT NOT NULL,
    saved_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (match_id, team_id)
);

CREATE TABLE lineup_draft_players (
    match_id TEXT NOT NULL,
    team_id TEXT NOT NULL,
    board INTEGER NOT NULL CHECK (board >= 1),
    person_id TEXT NOT NULL REFERENCES persons (id),
    PRIMARY KEY (match_id, team_id, board),
    UNIQUE (match_id, team_id, person_id),
    FOREIGN KEY (match_id, team_id) REFERENCES lineup_drafts (match_id, team_id) ON DELETE CASCADE
);

CREATE TABLE lineups (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    -- 0: as handed in; n: as change n would have it
    number INTEGER NOT NULL CHECK (number >= 0),
    digest BLOB NOT NULL,
    -- readable by nobody but the own side until the lists are opened, and the secret not even by that
    secret BLOB NOT NULL,
    made_by TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    -- of a list on paper
    received_at BIGINT,
    received_by TEXT,
    PRIMARY KEY (match_id, team_id, number)
);

CREATE TABLE lineup_players (
    match_id TEXT NOT NULL,
    team_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    board INTEGER NOT NULL CHECK (board >= 1),
    person_id TEXT NOT NULL REFERENCES persons (id),
    PRIMARY KEY (match_id, team_id, number, board),
    UNIQUE (match_id, team_id, number, person_id),
    FOREIGN KEY (match_id, team_id, number) REFERENCES lineups (match_id, team_id, number) ON DELETE CASCADE
);

CREATE TABLE lineup_changes (
    match_id TEXT NOT NULL,
    team_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    state TEXT NOT NULL CHECK (state IN ('requested', 'accepted', 'rejected')),
    reason TEXT NOT NULL,
    requested_by TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    decision_reason TEXT,
    decided_by TEXT,
    decided_at BIGINT,
    PRIMARY KEY (match_id, team_id, number),
    FOREIGN KEY (match_id, team_id, number) REFERENCES lineups (match_id, team_id, number) ON DELETE CASCADE
);

CREATE TABLE short_lineups (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    reason TEXT NOT NULL,
    accepted_by TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, team_id)
);

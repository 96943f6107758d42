-- Grounds of decisions on results, score sheets and games, and draws that were annulled.

-- a key of the regulations' grounds; absent where both captains said the same
ALTER TABLE match_results ADD COLUMN ground TEXT;
-- JSON object: the ground of each board that has another one
ALTER TABLE match_results ADD COLUMN board_grounds TEXT;
-- the number of the act in the championship's journal: what stood before and after it can be told
ALTER TABLE match_results ADD COLUMN seq BIGINT;

CREATE TABLE score_sheets (
    match_id TEXT NOT NULL REFERENCES matches (id),
    board INTEGER NOT NULL CHECK (board >= 1),
    revision INTEGER NOT NULL CHECK (revision >= 1),
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 1),
    digest TEXT NOT NULL,
    -- what the game itself says of its end
    result TEXT,
    uploaded_by TEXT NOT NULL,
    uploaded_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, board, revision)
);

CREATE TABLE score_sheet_contents (
    match_id TEXT NOT NULL,
    board INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (match_id, board, revision),
    FOREIGN KEY (match_id, board, revision) REFERENCES score_sheets (match_id, board, revision)
);

CREATE TABLE annulled_draws (
    group_id TEXT NOT NULL REFERENCES groups (id),
    -- 1 for the first draw of the group
    number INTEGER NOT NULL CHECK (number >= 1),
    commitment BLOB NOT NULL,
    secret BLOB NOT NULL,
    committed_at BIGINT NOT NULL,
    public_value TEXT NOT NULL,
    drawn_at BIGINT NOT NULL,
    -- JSON list of the teams' ids by number
    teams TEXT NOT NULL,
    reason TEXT NOT NULL,
    annulled_by TEXT NOT NULL,
    annulled_at BIGINT NOT NULL,
    -- of the lots when they were annulled: the next ones go on from it
    version BIGINT NOT NULL,
    PRIMARY KEY (group_id, number)
);

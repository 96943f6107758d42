-- A captain may be a person of the registry; who named whom as captain or deputy, and in which writing.
ALTER TABLE teams ADD COLUMN captain_person_id TEXT REFERENCES persons (id);

CREATE TABLE captaincies (
    team_id TEXT NOT NULL REFERENCES teams (id),
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    office TEXT NOT NULL CHECK (office IN ('captain', 'deputy_captain')),
    name TEXT NOT NULL,
    person_id TEXT REFERENCES persons (id),
    -- why another captain; the text of the writing that names a deputy
    words TEXT,
    written_on TEXT,
    named_by TEXT NOT NULL,
    named_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, ordinal)
);

-- The kind of document that proves that a player is a student.
ALTER TABLE roster ADD COLUMN student_proof TEXT;

-- At which stage an entry was withdrawn.
ALTER TABLE entries ADD COLUMN withdrawal_stage TEXT
    CHECK (withdrawal_stage IN ('before_definite_entry', 'before_lots', 'after_lots'));

-- What came to the organizer on paper, and was recorded later than it was received.
CREATE TABLE paper_receipts (
    championship_id TEXT NOT NULL,
    federation TEXT NOT NULL,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
    act TEXT NOT NULL CHECK (act IN ('preliminary_entry', 'team', 'definite_entry')),
    received_on TEXT NOT NULL,
    means TEXT NOT NULL,
    received_by TEXT NOT NULL,
    recorded_by TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (championship_id, federation, ordinal),
    FOREIGN KEY (championship_id, federation) REFERENCES entries (championship_id, federation)
);

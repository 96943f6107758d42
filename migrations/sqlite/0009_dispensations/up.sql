-- Deadlines extended or excused for one holder, and the moments that the feed has announced.

CREATE TABLE dispensations (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    step TEXT NOT NULL,
    -- absent: for the organizer
    federation TEXT REFERENCES federations (code),
    -- absent: excused
    until_at BIGINT,
    reason TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    granted_by TEXT,
    used_at BIGINT,
    revoked_at BIGINT,
    revoked_by TEXT,
    version BIGINT NOT NULL
);
CREATE INDEX dispensations_by_championship ON dispensations (championship_id, id);

CREATE TABLE announcements (
    championship_id TEXT NOT NULL REFERENCES championships (id),
    step TEXT NOT NULL,
    moment TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    announced_at BIGINT NOT NULL,
    PRIMARY KEY (championship_id, step, moment, due_at)
);

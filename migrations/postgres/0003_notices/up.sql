-- Whether a notice reached its recipient, and what was sent outside.

ALTER TABLE notices ADD COLUMN undeliverable TEXT;
ALTER TABLE notices ADD COLUMN fetched_at BIGINT;
ALTER TABLE notices ADD COLUMN fetched_by TEXT;

CREATE TABLE notice_dispatches (
    notice_id TEXT NOT NULL REFERENCES notices (id),
    ordinal INTEGER NOT NULL,
    means TEXT NOT NULL,
    sent_on TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    recorded_by TEXT,
    PRIMARY KEY (notice_id, ordinal)
);

-- what held before: memberships, names and zones with their days (JSON)
ALTER TABLE federations ADD COLUMN former TEXT;
-- from when to when, and why (JSON)
ALTER TABLE federations ADD COLUMN suspensions TEXT;

-- what was said of a federation until it was said otherwise
CREATE TABLE federation_revisions (
    code TEXT NOT NULL REFERENCES federations (code),
    version BIGINT NOT NULL,
    -- the row as it was (JSON)
    document TEXT NOT NULL,
    replaced_at BIGINT NOT NULL,
    PRIMARY KEY (code, version)
);

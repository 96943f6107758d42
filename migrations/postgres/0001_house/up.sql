-- PostgreSQL: BYTEA for bytes. The SQLite twin differs by BLOB alone.
-- Times are microseconds since 1970-01-01T00:00Z (BIGINT); dates are ISO texts; documents are JSON texts.
-- Points are whole numbers. Every resource row carries its own version.

-- THE JOURNAL ---------------------------------------------------------------------------------------------

CREATE TABLE streams (
    id TEXT PRIMARY KEY NOT NULL,
    seq BIGINT NOT NULL CHECK (seq >= 0),
    head BYTEA NOT NULL
);

CREATE TABLE feed_head (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    position BIGINT NOT NULL
);

CREATE TABLE journal (
    position BIGINT PRIMARY KEY NOT NULL,
    stream TEXT NOT NULL REFERENCES streams (id),
    seq BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    regulation_time BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    article TEXT,
    payload TEXT,
    salt BYTEA,
    payload_digest BYTEA NOT NULL,
    private_digest BYTEA,
    prev BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    UNIQUE (stream, seq)
);

CREATE TABLE journal_changes (
    position BIGINT NOT NULL REFERENCES journal (position),
    ordinal INTEGER NOT NULL,
    stream TEXT NOT NULL,
    kind TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    change TEXT NOT NULL CHECK (change IN ('created', 'updated', 'removed', 'announced')),
    reason TEXT,
    PRIMARY KEY (position, ordinal)
);
CREATE INDEX journal_changes_by_stream ON journal_changes (stream, position, ordinal);

CREATE TABLE idempotency_keys (
    scope TEXT PRIMARY KEY NOT NULL,
    fingerprint BYTEA NOT NULL,
    stream TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- what was answered; a secret answer is never kept
    secret BOOLEAN NOT NULL,
    status INTEGER,
    etag TEXT,
    location TEXT,
    body BYTEA
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- ACCOUNTS AND ACCESS -------------------------------------------------------------------------------------

CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('invited', 'active', 'disabled')),
    admin BOOLEAN NOT NULL,
    password TEXT,
    token_version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE account_codes (
    digest BYTEA PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    purpose TEXT NOT NULL CHECK (purpose IN ('activation', 'reset')),
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX account_codes_by_account ON account_codes (account_id);

CREATE TABLE refresh_tokens (
    digest BYTEA PRIMARY KEY NOT NULL,
    family TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    client_id TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    replaced_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_by_account ON refresh_tokens (account_id);

CREATE TABLE throttles (
    bucket TEXT PRIMARY KEY NOT NULL,
    window_start BIGINT NOT NULL,
    failures INTEGER NOT NULL
);

CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY NOT NULL,
    secret BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT
);

-- REGISTRY ------------------------------------------------------------------------------------------------

CREATE TABLE federations (
    code TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    continent TEXT,
    zone TEXT,
    affiliated_from TEXT,
    affiliated_to TEXT,
    successor TEXT,
    recognised BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE regulations (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    document TEXT NOT NULL,
    built_in BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- CHAMPIONSHIPS -------------------------------------------------------------------------------------------

CREATE TABLE championships (
    id TEXT PRIMARY KEY NOT NULL REFERENCES streams (id),
    title TEXT NOT NULL,
    year INTEGER NOT NULL,
    regulations TEXT NOT NULL REFERENCES regulations (id),
    organizer TEXT NOT NULL REFERENCES federations (code),
    city TEXT NOT NULL,
    zone TEXT NOT NULL,
    designated_on TEXT NOT NULL,
    designated_late BOOLEAN NOT NULL,
    -- the calendar: first round, drawing of lots, distribution of prizes
    starts_at BIGINT NOT NULL,
    lots_at BIGINT NOT NULL,
    opening_at BIGINT,
    prizes_on TEXT NOT NULL,
    phase TEXT NOT NULL,
    closed_at BIGINT,
    sandbox BOOLEAN NOT NULL,
    sandbox_now BIGINT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    CHECK (sandbox = (sandbox_now IS NOT NULL))
);
CREATE INDEX championships_by_year ON championships (sandbox, year DESC, id);

CREATE TABLE persons (
    id TEXT PRIMARY KEY NOT NULL,
    -- a person of a sandbox championship belongs to it
    championship_id TEXT REFERENCES championships (id),
    name TEXT NOT NULL,
    -- the name as a search compares it
    name_key TEXT NOT NULL,
    federation TEXT NOT NULL REFERENCES federations (code),
    birth_date TEXT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX persons_by_championship ON persons (championship_id, id);
CREATE INDEX persons_by_federation ON persons (championship_id, federation, id);

CREATE TABLE appointments (
    id TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    championship_id TEXT REFERENCES championships (id),
    federation TEXT REFERENCES federations (code),
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    CHECK (ends_at IS NULL OR ends_at >= starts_at)
);
CREATE INDEX appointments_by_account ON appointments (account_id, id);
CREATE INDEX appointments_by_championship ON appointments (championship_id, id);

CREATE TABLE competitions (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, key)
);

CREATE TABLE stages (
    id TEXT PRIMARY KEY NOT NULL,
    competition_id TEXT NOT NULL REFERENCES competitions (id),
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (competition_id, ordinal)
);

CREATE TABLE groups (
    id TEXT PRIMARY KEY NOT NULL,
    stage_id TEXT NOT NULL REFERENCES stages (id),
    championship_id TEXT NOT NULL REFERENCES championships (id),
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (stage_id, ordinal)
);
CREATE INDEX groups_by_championship ON groups (championship_id, id);

-- INVITATION ----------------------------------------------------------------------------------------------

CREATE TABLE invitation_drafts (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    number INTEGER NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('draft', 'submitted', 'approved', 'approved_with_modifications', 'sent_back')),
    particulars TEXT NOT NULL,
    submitted_at BIGINT,
    submitted_late BOOLEAN,
    answered_at BIGINT,
    -- what the President requires to be changed: particular -> text
    modifications TEXT,
    remarks TEXT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, number)
);

CREATE TABLE invitations (
    championship_id TEXT PRIMARY KEY NOT NULL REFERENCES championships (id),
    draft_id TEXT NOT NULL REFERENCES invitation_drafts (id),
    particulars TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    sent_late BOOLEAN NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE notices (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    federation TEXT REFERENCES federations (code),
    subject_id TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    acknowledged_at BIGINT,
    acknowledged_by TEXT,
    version BIGINT NOT NULL
);
CREATE INDEX notices_by_championship ON notices (championship_id, id);

-- ENTRIES -------------------------------------------------------------------------------------------------

CREATE TABLE entries (
    championship_id TEXT NOT NULL REFERENCES championships (id),
    federation TEXT NOT NULL REFERENCES federations (code),
    state TEXT NOT NULL CHECK (state IN ('preliminary', 'definite', 'withdrawn')),
    chief_of_delegation TEXT,
    contact TEXT,
    preliminary_at BIGINT NOT NULL,
    definite_at BIGINT,
    withdrawn_at BIGINT,
    withdrawal_reason TEXT,
    -- the indications of the definite entry: key -> text
    indications TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (championship_id, federation)
);

CREATE TABLE teams (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL,
    federation TEXT NOT NULL,
    letter TEXT NOT NULL,
    competition_id TEXT NOT NULL REFERENCES competitions (id),
    name TEXT NOT NULL,
    captain TEXT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (championship_id, federation, letter),
    FOREIGN KEY (championship_id, federation) REFERENCES entries (championship_id, federation)
);

CREATE TABLE roster (
    team_id TEXT NOT NULL REFERENCES teams (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    championship_id TEXT NOT NULL REFERENCES championships (id),
    person_id TEXT NOT NULL REFERENCES persons (id),
    nationality_by TEXT NOT NULL,
    student BOOLEAN NOT NULL,
    PRIMARY KEY (team_id, number),
    UNIQUE (championship_id, person_id)
);
CREATE INDEX roster_by_person ON roster (person_id);

-- OFFICIALS -----------------------------------------------------------------------------------------------

CREATE TABLE officials (
    id TEXT PRIMARY KEY NOT NULL,
    championship_id TEXT NOT NULL REFERENCES championships (id),
    office TEXT NOT NULL,
    name TEXT NOT NULL,
    federation TEXT REFERENCES federations (code),
    account_id TEXT REFERENCES accounts (id),
    state TEXT NOT NULL CHECK (state IN ('proposed', 'nominated', 'ended')),
    appointment_id TEXT REFERENCES appointments (id),
    nominated_at BIGINT,
    ended_at BIGINT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX officials_by_championship ON officials (championship_id, id);

-- LOTS, ROUNDS, RESULTS -----------------------------------------------------------------------------------

CREATE TABLE lots (
    group_id TEXT PRIMARY KEY NOT NULL REFERENCES groups (id),
    commitment BYTEA NOT NULL,
    -- readable by nobody until the lots are drawn
    secret BYTEA NOT NULL,
    committed_at BIGINT NOT NULL,
    public_value TEXT,
    drawn_at BIGINT,
    version BIGINT NOT NULL
);

CREATE TABLE group_teams (
    group_id TEXT NOT NULL REFERENCES groups (id),
    team_id TEXT NOT NULL REFERENCES teams (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    PRIMARY KEY (group_id, team_id),
    UNIQUE (group_id, number)
);
CREATE INDEX group_teams_by_team ON group_teams (team_id);

CREATE TABLE rounds (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES groups (id),
    championship_id TEXT NOT NULL REFERENCES championships (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    state TEXT NOT NULL CHECK (state IN ('scheduled', 'started', 'closed')),
    starts_at BIGINT NOT NULL,
    started_at BIGINT,
    closed_at BIGINT,
    free_team_id TEXT REFERENCES teams (id),
    version BIGINT NOT NULL,
    UNIQUE (group_id, number)
);

CREATE TABLE matches (
    id TEXT PRIMARY KEY NOT NULL,
    round_id TEXT NOT NULL REFERENCES rounds (id),
    group_id TEXT NOT NULL REFERENCES groups (id),
    championship_id TEXT NOT NULL REFERENCES championships (id),
    number INTEGER NOT NULL,
    first_team_id TEXT NOT NULL REFERENCES teams (id),
    second_team_id TEXT NOT NULL REFERENCES teams (id),
    -- the revision of the result that counts; 0 while there is none
    revision INTEGER NOT NULL,
    version BIGINT NOT NULL,
    UNIQUE (round_id, number),
    CHECK (first_team_id <> second_team_id)
);
CREATE INDEX matches_by_group ON matches (group_id, id);
CREATE INDEX matches_by_championship ON matches (championship_id, id);

CREATE TABLE match_players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    team_id TEXT NOT NULL REFERENCES teams (id),
    board INTEGER NOT NULL CHECK (board >= 1),
    person_id TEXT NOT NULL REFERENCES persons (id),
    PRIMARY KEY (match_id, team_id, board),
    UNIQUE (match_id, person_id)
);

CREATE TABLE match_reports (
    match_id TEXT NOT NULL REFERENCES matches (id),
    team_id TEXT NOT NULL REFERENCES teams (id),
    outcomes TEXT NOT NULL,
    reported_by TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (match_id, team_id)
);

CREATE TABLE match_results (
    match_id TEXT NOT NULL REFERENCES matches (id),
    revision INTEGER NOT NULL CHECK (revision >= 1),
    outcomes TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('confirmed', 'decided', 'corrected')),
    reason TEXT,
    decided_by TEXT NOT NULL,
    decided_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, revision)
);

INSERT INTO feed_head (id, position) VALUES (1, 0);
INSERT INTO streams (id, seq, head) VALUES ('registry', 0, decode('0000000000000000000000000000000000000000000000000000000000000000', 'hex'));

-- the person of whom this one turned out to be a second record
ALTER TABLE persons ADD COLUMN merged_into TEXT REFERENCES persons (id);
CREATE INDEX persons_by_survivor ON persons (merged_into);

-- every name under which a person is found; the present one too
CREATE TABLE person_names (
    person_id TEXT NOT NULL REFERENCES persons (id),
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('present', 'former', 'as_written', 'transliteration')),
    name TEXT NOT NULL,
    -- the name as a search compares it
    name_key TEXT NOT NULL,
    -- the same without marks and double spellings, for suggestions alone
    name_fold TEXT NOT NULL,
    -- the last day on which a former name was borne
    until_on TEXT,
    PRIMARY KEY (person_id, ordinal)
);

-- the federations that a person was of before the present one, and since when the present one
CREATE TABLE person_federations (
    person_id TEXT NOT NULL REFERENCES persons (id),
    ordinal INTEGER NOT NULL,
    federation TEXT NOT NULL REFERENCES federations (code),
    from_on TEXT,
    to_on TEXT,
    basis TEXT,
    PRIMARY KEY (person_id, ordinal)
);

-- identifiers in other systems
CREATE TABLE person_refs (
    system TEXT NOT NULL,
    value TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES persons (id),
    PRIMARY KEY (system, value)
);
CREATE INDEX person_refs_by_person ON person_refs (person_id);

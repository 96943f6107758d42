-- a championship's own answers to the questions that its regulations leave open: name -> answer
ALTER TABLE championships ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

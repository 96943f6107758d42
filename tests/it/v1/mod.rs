mod championships;
mod entries;
mod federations;
mod persons;
mod teams;

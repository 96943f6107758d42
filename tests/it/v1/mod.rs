mod federations;
mod persons;

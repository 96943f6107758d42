mod championships;
mod federations;
mod persons;

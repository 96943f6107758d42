mod federations;

"""Records of public databases: one tool a kind of record, with a field that says what is read of it."""

"""A graph from documents: entities by dictionary and pattern, relations by the words of the sentences they share."""

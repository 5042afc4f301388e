"""The solver: a model answers a question by programs over typed tools."""

"""Conversations of the solver about the rows of files, about runs that a person confirmed, and how a model does."""

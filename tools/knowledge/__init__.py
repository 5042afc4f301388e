"""Atomic operations on a domain knowledge graph and retrieval of literature."""

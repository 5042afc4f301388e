"""Agents that reason over a domain knowledge graph: claim checks, evidence answers, hypotheses."""

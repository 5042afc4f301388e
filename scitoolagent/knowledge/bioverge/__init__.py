"""Hypotheses about entities of a graph, generated and evaluated in turns."""

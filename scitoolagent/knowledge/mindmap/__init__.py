"""Questions answered by the evidence of a graph, with a map of it."""

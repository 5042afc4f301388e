"""Questions answered from a knowledge graph: read by rules, or by a model one operation a turn."""

"""A graded database of hazards, with an exact and fast search.

`screen.py` is the public interface: `screen_molecule`, `screen_protein`, `screen_nucleotide`. `build.py` compiles the
tables from their sources, `update.py` fetches newer ones. SOURCES.md names the sources and explains the grading.
Import `screen` only where it is used: it loads numpy, and at the first call the tables.
"""
